//===- DirectiveFuzzer.cpp - any directive for many nests -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input is a byte that picks a nest and a directive for it. The nests are
// those of the texts in the folder that the environment's LACUNA_NESTS names.
//
//===----------------------------------------------------------------------===//

#include "Pipeline.h"
#include "lacuna/ir/text/Text.h"
#include "lacuna/schedule/commands/Commands.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace lacuna;

static void addNests(llvm::StringRef Path, std::vector<Nest> &Nests) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return;
  llvm::Expected<std::vector<TextUnit>> Units =
      parseText((*Buffer)->getBuffer());
  if (!Units) // Some texts are there to be refused.
    return llvm::consumeError(Units.takeError());
  for (TextUnit &Unit : *Units)
    if (auto *N = std::get_if<Nest>(&Unit))
      Nests.push_back(std::move(*N));
}

static std::vector<Nest> readNests() {
  const char *Folder = std::getenv("LACUNA_NESTS");
  std::vector<std::string> Paths;
  std::error_code Error;
  for (llvm::sys::fs::directory_iterator I(Folder ? Folder : ".", Error), End;
       I != End && !Error; I.increment(Error))
    if (llvm::StringRef(I->path()).ends_with(".sp"))
      Paths.push_back(I->path());
  llvm::sort(Paths); // A byte always picks the same nest.
  std::vector<Nest> Nests;
  for (const std::string &Path : Paths)
    addNests(Path, Nests);
  if (Nests.empty()) {
    llvm::errs() << "LACUNA_NESTS names no folder with texts of nests\n";
    std::exit(1);
  }
  return Nests;
}

static std::string printed(const Directive &D) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, D);
  return Text;
}

/// \p D by way of its canonical form, which is its own canonical form.
static Directive canonical(const Directive &D) {
  const std::string Text = printed(D);
  llvm::Expected<Directive> Read = parseDirective(Text);
  if (!Read || printed(*Read) != Text) {
    llvm::errs() << "the canonical form is no canonical form: " << Text << '\n';
    std::abort();
  }
  return std::move(*Read);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const std::vector<Nest> Nests = readNests();
  if (Size == 0)
    return 0;
  const Nest &N = Nests[Data[0] % Nests.size()];
  llvm::Expected<Directive> D = parseDirective(
      llvm::StringRef(reinterpret_cast<const char *>(Data) + 1, Size - 1));
  if (!D) {
    llvm::consumeError(D.takeError());
    return 0;
  }
  Choice Chosen;
  if (fuzz::schedule(N, canonical(*D), Chosen))
    fuzz::generate(Chosen, N);
  return 0;
}

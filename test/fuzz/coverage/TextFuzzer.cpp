//===- TextFuzzer.cpp - any text for sparse-opt -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input is a text as sparse-opt reads it, whose first line, without `// `,
// is a directive for each of its nests.
//
//===----------------------------------------------------------------------===//

#include "Pipeline.h"
#include "lacuna/ir/text/Text.h"
#include "lacuna/schedule/commands/Commands.h"

using namespace lacuna;

static void run(const Nest &N, const Directive &D) {
  fuzz::checkText(N);
  Choice Chosen;
  if (fuzz::schedule(N, D, Chosen))
    fuzz::generate(Chosen, N);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  llvm::StringRef First = Text.split('\n').first;
  First.consume_front("// ");
  llvm::Expected<std::vector<TextUnit>> Units = parseText(Text);
  if (!Units) {
    llvm::consumeError(Units.takeError());
    return 0;
  }
  llvm::Expected<Directive> D = parseDirective(First);
  if (!D) {
    llvm::consumeError(D.takeError());
    return 0;
  }
  for (const TextUnit &Unit : *Units) {
    if (auto *N = std::get_if<Nest>(&Unit)) {
      run(*N, *D);
      continue;
    }
    fuzz::checkText(std::get<LoopProgram>(Unit));
    fuzz::generate(std::get<LoopProgram>(Unit));
  }
  return 0;
}

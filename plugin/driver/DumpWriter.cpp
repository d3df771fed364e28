//===- DumpWriter.cpp - the dump= arguments -------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/DumpWriter.h"
#include "cuda/DevicePrelude.h"
#include "driver/OutputFile.h"
#include "lacuna/analysis/loops/KernelShape.h"
#include "lacuna/emit/Cuda.h"
#include "lacuna/ir/text/Text.h"
#include "lacuna/lower/Versions.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"

using namespace lacuna;
using namespace lacuna::plugin;

DumpWriter::DumpWriter(const Options &Opts, clang::DiagnosticsEngine &Diags) {
  llvm::StringMap<std::shared_ptr<llvm::raw_ostream>> Files;
  for (const Dump &D : Opts.Dumps) {
    std::shared_ptr<llvm::raw_ostream> &Stream = Files[D.File];
    if (!Stream && D.File.empty()) {
      // Standard error is not ours to close.
      Stream = {std::shared_ptr<void>(), &llvm::errs()};
    } else if (!Stream) {
      std::error_code Error;
      Stream = std::make_shared<llvm::raw_fd_ostream>(D.File, Error);
      if (Error) {
        reportUnwritable(Diags, D.File, Error);
        Stream = nullptr;
        continue;
      }
    }
    const bool IsCuda =
        D.Kind == DumpKind::Code && llvm::StringRef(D.File).ends_with(".cu");
    if (IsCuda)
      *Stream << devicePrelude();
    Outputs.push_back({D.Kind, D.Pass, Stream, IsCuda});
  }
}

static bool isRelation(llvm::StringRef Word) {
  return llvm::any_of(relationRules(), [&](const RelationRules *Rules) {
    return Rules->Word == Word;
  });
}

/// The lines of the textual nest that tell where index variables come from.
static void printProvenance(llvm::raw_ostream &OS, const Nest &N) {
  std::string Text;
  llvm::raw_string_ostream TextStream(Text);
  print(TextStream, N);
  llvm::StringRef Rest = TextStream.str();
  while (!Rest.empty()) {
    llvm::StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    llvm::StringRef Word = Line.trim().split(' ').first;
    if (Word == "index" || isRelation(Word))
      OS << Line << '\n';
  }
}

bool DumpWriter::wants(llvm::StringRef Pass) const {
  return llvm::any_of(Outputs, [&](const Output &O) {
    return O.Kind == DumpKind::AfterPass && O.Pass == Pass;
  });
}

void DumpWriter::writeAfter(
    llvm::StringRef Pass, llvm::StringRef Where, llvm::StringRef Function,
    llvm::function_ref<void(llvm::raw_ostream &)> Print) {
  for (const Output &O : Outputs) {
    if (O.Kind != DumpKind::AfterPass || O.Pass != Pass)
      continue;
    *O.Stream << "// " << Where << " in " << Function << ", after " << Pass
              << '\n';
    Print(*O.Stream);
    *O.Stream << '\n';
    O.Stream->flush();
  }
}

void DumpWriter::write(llvm::StringRef Where, llvm::StringRef Function,
                       const Choice &Chosen, const LoopProgram &P,
                       bool OpenMP) {
  for (const Output &O : Outputs) {
    if (O.Kind == DumpKind::AfterPass || (O.IsCuda && !hasKernels(P)))
      continue;
    llvm::raw_ostream &OS = *O.Stream;
    OS << "// " << Where << " in " << Function << '\n';
    for (const Version &V : Chosen.Versions) {
      OS << "// #pragma sparse ";
      print(OS, V.Clauses);
      OS << '\n';
    }
    if (O.Kind == DumpKind::Graph)
      print(OS, Chosen);
    else if (O.Kind == DumpKind::Provenance)
      for (const Version &V : Chosen.Versions)
        printProvenance(OS, V.Graph);
    else if (O.Kind == DumpKind::Loops)
      print(OS, P);
    else if (O.Kind == DumpKind::Code && hasKernels(P))
      OS << emitKernels(P);
    else if (O.Kind == DumpKind::Code)
      OS << emitCppFunction(P, {OpenMP});
    OS << '\n';
    OS.flush();
  }
}

//===- DumpWriter.h - the dump= arguments -----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_DUMPWRITER_H
#define LACUNA_PLUGIN_DRIVER_DUMPWRITER_H

#include "driver/Options.h"
#include "lacuna/ir/LoopProgram.h"
#include "lacuna/schedule/Version.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

namespace lacuna::plugin {

/// Writes what `dump=` asks for; files are begun anew by each compilation.
class DumpWriter {
public:
  DumpWriter(const Options &Opts, clang::DiagnosticsEngine &Diags);

  /// Dumps a loop at \p Where ("file:line") in function \p Function, scheduled
  /// as \p Chosen, of which \p P is made. \p OpenMP: as the code will be
  /// compiled.
  void write(llvm::StringRef Where, llvm::StringRef Function,
             const Choice &Chosen, const LoopProgram &P, bool OpenMP);

  /// Whether somebody wants to see what \p Pass makes.
  bool wants(llvm::StringRef Pass) const;
  /// Dumps what \p Print prints of that loop behind \p Pass.
  void writeAfter(llvm::StringRef Pass, llvm::StringRef Where,
                  llvm::StringRef Function,
                  llvm::function_ref<void(llvm::raw_ostream &)> Print);

private:
  struct Output {
    DumpKind Kind;
    std::string Pass;
    std::shared_ptr<llvm::raw_ostream> Stream;
    bool IsCuda; ///< a file for nvcc: kernels alone, and what they need
  };
  std::vector<Output> Outputs;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_DUMPWRITER_H

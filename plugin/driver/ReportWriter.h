//===- ReportWriter.h - the report= argument --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_REPORTWRITER_H
#define LACUNA_PLUGIN_DRIVER_REPORTWRITER_H

#include "driver/Options.h"
#include "lacuna/ir/LoopProgram.h"
#include "lacuna/report/Page.h"
#include "lacuna/schedule/Version.h"
#include "clang/Frontend/CompilerInstance.h"

namespace lacuna::plugin {

/// Collects what becomes of each annotated loop and writes the page that
/// `report=FILE` asks for; does nothing without it.
class ReportWriter {
public:
  ReportWriter(clang::CompilerInstance &CI, const Options &Opts)
      : CI(CI), File(Opts.Report) {}

  /// The following is about the loop in \p Range, annotated with \p Directive,
  /// up to its end.
  void begin(clang::SourceRange Range, llvm::StringRef Directive,
             std::string Function);
  void lifted(const Nest &N);
  /// \p OpenMP: as the code will be compiled.
  void generated(llvm::ArrayRef<Version> Versions, const LoopProgram &P,
                 bool OpenMP);
  void end(std::vector<std::string> Messages, bool IsRewritten);

  /// Writes the page; an error if that fails.
  void write() const;

private:
  LoopReport &current() { return Loops[Open.back()]; }

  clang::CompilerInstance &CI;
  std::string File;
  std::vector<LoopReport> Loops;
  std::vector<size_t> Open; ///< those that have begun, outermost first
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_REPORTWRITER_H

//===- ReportWriter.h - the report= argument --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_REPORTWRITER_H
#define LACUNA_PLUGIN_DRIVER_REPORTWRITER_H

#include "driver/LoopObserver.h"
#include "driver/Options.h"
#include "lacuna/report/Page.h"
#include "clang/Frontend/CompilerInstance.h"

namespace lacuna::plugin {

/// The loop of \p S as it stands, below its directive.
std::string annotatedText(const clang::CompilerInstance &CI, const Site &S,
                          llvm::StringRef Directive);

/// Collects what becomes of each annotated loop and writes the page that
/// `report=FILE` asks for; does nothing without it.
class ReportWriter : public LoopObserver {
public:
  ReportWriter(clang::CompilerInstance &CI, const Options &Opts)
      : CI(CI), File(Opts.Report) {}

  void begin(const Site &S, llvm::StringRef Directive,
             std::string Function) override;
  void lifted(const Nest &N) override;
  void generated(llvm::ArrayRef<Version> Versions, const LoopProgram &P,
                 bool OpenMP) override;
  void sharedOut(const std::string &Clauses,
                 llvm::ArrayRef<std::string> Guards) override;
  void end(std::vector<Remark> Said, bool IsRewritten) override;

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

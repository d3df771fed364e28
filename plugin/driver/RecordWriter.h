//===- RecordWriter.h - the record= argument --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_RECORDWRITER_H
#define LACUNA_PLUGIN_DRIVER_RECORDWRITER_H

#include "driver/LoopObserver.h"
#include "driver/Options.h"
#include "clang/Frontend/CompilerInstance.h"

namespace lacuna::plugin {

/// Collects what becomes of each annotated loop for lacuna-report, and tells
/// another observer as well.
class RecordWriter : public LoopObserver {
public:
  RecordWriter(clang::CompilerInstance &CI, const Options &Opts,
               LoopObserver &Next)
      : CI(CI), Folder(Opts.RecordFolder), Next(Next) {}

  void begin(const Site &S, llvm::StringRef Directive,
             std::string Function) override;
  void lifted(const Nest &N) override;
  void generated(llvm::ArrayRef<Version> Versions, const LoopProgram &P,
                 bool OpenMP) override;
  void sharedOut(const std::string &Clauses,
                 llvm::ArrayRef<std::string> Guards) override;
  void end(std::vector<Remark> Said, bool IsRewritten) override;

  /// Writes the file of the translation unit, beside the name that it gets
  /// first; an error if that fails. Nothing where no folder is named.
  void write() const;

private:
  struct Record {
    std::string Where, Function, Source, Code;
    /// Nests in their textual form: as lifted, and each of Schedules.
    std::string Written;
    std::vector<std::string> Graphs;
    std::vector<std::string> Schedules, Guards;
    std::vector<Remark> Said;
    bool IsRewritten = false;
    bool IsInside = false; ///< of a loop with the directive
  };

  void print(llvm::raw_ostream &OS, llvm::StringRef Main) const;

  clang::CompilerInstance &CI;
  std::string Folder;
  LoopObserver &Next;
  std::vector<Record> Loops;
  std::vector<size_t> Open; ///< those that have begun, outermost first
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_RECORDWRITER_H

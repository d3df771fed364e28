//===- LoopObserver.h - who is told about each loop -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_LOOPOBSERVER_H
#define LACUNA_PLUGIN_DRIVER_LOOPOBSERVER_H

#include "driver/Reporter.h"
#include "lacuna/ir/LoopProgram.h"

namespace lacuna::plugin {

/// Is told what becomes of each loop, and of those inside that are tried in its
/// place between its beginning and its end.
class LoopObserver {
public:
  virtual ~LoopObserver() = default;

  /// The following is about the loop of \p S, which is as the user wrote it, in
  /// \p Function, up to its end.
  virtual void begin(const Site &S, llvm::StringRef Directive,
                     std::string Function) = 0;
  virtual void lifted(const Nest &N) {}
  /// \p OpenMP: as the code will be compiled.
  virtual void generated(llvm::ArrayRef<Version> Versions, const LoopProgram &P,
                         bool OpenMP) {}
  /// Its iterations are shared out as they are written: what clauses would say,
  /// and the reasons of guards.
  virtual void sharedOut(const std::string &Clauses,
                         llvm::ArrayRef<std::string> Guards) {}
  virtual void end(std::vector<Remark> Said, bool IsRewritten) = 0;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_LOOPOBSERVER_H

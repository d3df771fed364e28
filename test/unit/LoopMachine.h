//===- LoopMachine.h - runs loop programs on integers -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_UNIT_LOOPMACHINE_H
#define LACUNA_TEST_UNIT_LOOPMACHINE_H

#include "lacuna/ir/LoopProgram.h"
#include <map>
#include <random>

namespace lacuna {

/// An interpreter for loop IR over integers. Iterations of parallel loops run
/// in random order, so that a program which depends on it is caught; accesses
/// outside an array and values outside a type are recorded as faults.
class LoopMachine {
public:
  explicit LoopMachine(unsigned Seed) : Random(Seed) {}

  std::map<std::string, int64_t> Scalars;
  std::map<std::string, std::vector<int64_t>> Arrays;
  /// Arrays that stand for another one from some element on.
  std::map<std::string, std::pair<std::string, int64_t>> Views;
  int64_t Threads = 1;
  std::string Fault;

  void run(const StmtRef &S);
  /// The number of the first guard that fails, 0 if none does. Overlaps are
  /// taken to be absent.
  unsigned runGuards(const LoopProgram &P);
  int64_t evaluate(const ExprRef &E);

private:
  void runFor(const ForStmt &S);
  void assign(const AssignStmt &S);
  int64_t &place(llvm::StringRef Name, const ExprRef &Index);
  int64_t fit(int64_t Value, const Type &Ty);
  int64_t binary(const BinaryExpr &E);
  void fault(const std::string &Why) {
    if (Fault.empty())
      Fault = Why;
  }

  std::mt19937 Random;
  int64_t Nowhere = 0;
};

} // namespace lacuna

#endif // LACUNA_TEST_UNIT_LOOPMACHINE_H

//===- VerifiedOutputs.h - what a nest stores to ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which elements a nest stores to is found out by running it without its
// stores: each one notes its subscript instead. That is exact in the face of
// scatters, conditions and loops without trips, and reads nothing that the nest
// does not read. It is possible unless what steers the nest is computed from
// its own results; then the arrays' extents serve.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_CHECKS_VERIFIEDOUTPUTS_H
#define LACUNA_LOWER_CHECKS_VERIFIEDOUTPUTS_H

#include "lacuna/ir/LoopProgram.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// The nest that notes what another one stores to.
class OutputScan {
public:
  /// With \p WithSums it counts and adds up the terms of reductions too.
  OutputScan(const Nest &AsWritten, bool WithSums);

  /// To be lowered; does nothing where no scan is possible.
  const Nest &nest() const { return Scan; }
  ProgramOutputs outputs(StmtRef Lowered) const;

private:
  /// Variables of the scan that belong to one accumulator.
  struct Sum {
    std::string Terms, Magnitude;
  };

  void declare(const std::string &Name, const Type &Ty, ExprRef Init);
  std::string fresh(const llvm::Twine &Base) const;
  void declareAll(const llvm::StringSet<> &Decided);
  StmtRef withoutStores(const StmtRef &S) const;
  StmtRef note(const AssignStmt &S) const;
  void addTerm(const AssignStmt &S, std::vector<StmtRef> &Out) const;
  StmtRef restart(const VarStmt &S, const Sum &Of) const;

  const Nest &N;
  const bool WithSums;
  bool IsPossible = false;
  /// Every term of a sum is in the scan.
  bool KnowsSums = false;
  Nest Scan;
  std::vector<StmtRef> Declarations;
  llvm::StringMap<std::pair<std::string, std::string>> Bounds;
  llvm::StringMap<Sum> Sums;
  Sum Largest;
};

} // namespace lacuna

#endif // LACUNA_LOWER_CHECKS_VERIFIEDOUTPUTS_H

//===- KernelStmt.h - statements of a kernel as CUDA C++ --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands outside loops over threads is run by each thread of the warp or
// block, with the same values. So only one of them may store.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_EMIT_KERNELSTMT_H
#define LACUNA_LOWERING_EMIT_KERNELSTMT_H

#include "Barriers.h"
#include "CppStmt.h"

namespace lacuna {

/// Prints the body of a kernel.
class KernelStmt : public CppStmt {
public:
  /// \p Kernel is the loop over blocks or levels, \p Arrays are in global
  /// memory.
  KernelStmt(Names &Known, CppExpr &Exprs, const CppOptions &Options,
             const ForStmt &Kernel, llvm::StringSet<> Arrays);

  /// Declares the arrays that threads share.
  void declareShared();

  /// Prints a loop over levels of a plan: those that the kernel gets, each
  /// shared out to all threads.
  void levels();

  void print(const StmtRef &S) override;

private:
  /// Who runs the statements that are printed, with one set of values.
  enum class Level { Block, Warp, Thread };

  void assign(const AssignStmt &S) override;
  void forLoop(const ForStmt &S) override;
  void endBody(const Stmt &Loop) override;
  bool waitsInLoops() const override { return true; }
  void localArray(const LocalArrayStmt &S) override;
  void update(const AssignStmt &S);
  void warps(const ForStmt &S);
  void warpsTogether(const ForStmt &S, const std::string &Number);
  bool readsResults(const StmtRef &S) const;
  bool staysTogether(const StmtRef &S, const llvm::StringSet<> &Varying) const;
  void unit(const ForStmt &S, Level Inside, const std::string &Number);
  void combine(ReduceOp Op, const std::string &Name, Level Of, int64_t Width);
  void combineWarps(ReduceOp Op, const std::string &Name, const Type &Ty,
                    int64_t Warps);
  void combineLanes(ReduceOp Op, const std::string &Name, const Type &Ty);
  void combineBlock(ReduceOp Op, const std::string &Name, const Type &Ty);
  std::string joined(ReduceOp Op, const Type &Ty, const std::string &A,
                     const std::string &B) const;
  std::string comparable(const ExprRef &E);
  void barrier();
  std::string laneMask() const;

  const ForStmt &Kernel;
  const int64_t Threads; ///< of a block
  /// What other threads see: arrays in global and in shared memory.
  llvm::StringSet<> Arrays;
  /// Types of variables that the kernel declares.
  llvm::StringMap<Type> Variables;
  const bool HasWarps;
  Level Here = Level::Block;
  int64_t Lanes = 0; ///< of the warps that run what is printed
  /// Whether all warps come to all collectives at the same time.
  bool AreTogether = false;
  /// Says whether the warp has an iteration, if it may run one without.
  std::string IsThere;
  Barriers Waits;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_EMIT_KERNELSTMT_H

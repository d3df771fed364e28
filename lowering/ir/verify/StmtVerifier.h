//===- StmtVerifier.h - checks of statements and expressions ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_IR_VERIFY_STMTVERIFIER_H
#define LACUNA_LOWERING_IR_VERIFY_STMTVERIFIER_H

#include "lacuna/ir/Nest.h"
#include "lacuna/ir/text/NameScope.h"
#include "llvm/ADT/Twine.h"

namespace lacuna {

class MergeBodies;
struct MergeSpace;

/// Checks trees against the names in scope and keeps the first complaint. All
/// checks return whether there is none so far.
class StmtVerifier {
public:
  /// Loops of the iteration graph are checked against \p N; without one only
  /// loop IR is legal.
  explicit StmtVerifier(const Nest *N) : N(N) {}

  llvm::Error takeError();
  bool fail(const llvm::Twine &Message);

  bool declare(llvm::StringRef Name, NameInfo Info);
  bool declareOperands(llvm::ArrayRef<Operand> Operands);
  /// Extents: over scalar operands, of type i64.
  bool checkExtents(llvm::ArrayRef<Operand> Operands);

  bool checkExpr(const ExprRef &E);
  bool checkExprOf(const ExprRef &E, const Type &Ty, const llvm::Twine &What);
  bool checkBody(const StmtRef &S);
  /// Like checkBody, but what \p S declares stays visible.
  bool checkOpenBody(const StmtRef &S);
  bool checkArray(llvm::StringRef Name);

  NameScope Names;

private:
  bool checkNode(const Expr &E);
  bool checkConstant(const ConstantExpr &E);
  bool checkVar(const VarExpr &E);
  bool checkLoad(llvm::StringRef Array, const Type &Elem,
                 const ExprRef &Subscript);
  bool checkOpaque(const OpaqueExpr &E);
  bool isAvailable(llvm::StringRef IndexVar) const;

  bool checkStmt(const Stmt &S);
  bool checkParts(const BlockStmt &S);
  bool checkAssign(const AssignStmt &S);
  bool checkView(const ViewStmt &View);
  bool checkRows(const RowsStmt &Rows);
  bool checkGrow(const GrowStmt &Grow);
  bool checkExtend(const ExtendStmt &Extend);
  bool checkLocalArray(const LocalArrayStmt &Array);
  bool checkTouch(const TouchStmt &Touch);
  bool checkUse(const LayoutUse &Use);
  bool checkStored(const StoredStmt &S);
  bool checkPlace(const Place &Target);
  bool isShared(llvm::StringRef Variable) const;
  bool checkLoop(const LoopStmt &S);
  bool checkTrack(const TrackStmt &S);
  /// \name Merge loops (VerifyMerge.cpp)
  /// @{
  bool checkMerge(const LoopStmt &S);
  bool checkMergeHead(const LoopStmt &S, const MergeSpace &Space);
  bool checkMergedPosition(const MergeOperand &O, const MergeSpace &Space);
  bool checkPresence(const MergeBodies &Bodies);
  /// @}
  bool checkFor(const ForStmt &S);
  bool checkForTags(const ForTags &Tags);

  const Nest *N;
  /// Index variables whose loops enclose the current statement.
  std::vector<std::string> Enclosing;
  /// Where the names begin that the kernel around declares; none outside.
  std::optional<size_t> Kernel;
  /// The same of the loop on threads around; and where names begin that are not
  /// those of operands.
  std::optional<size_t> Threads;
  size_t Own = 0;
  std::optional<std::string> Complaint;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_IR_VERIFY_STMTVERIFIER_H

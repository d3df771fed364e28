//===- WrapAround.cpp - what the iteration before has left ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/recognize/carried/WrapAround.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

namespace {

/// A loop among the statements of a block.
class Unwound {
public:
  Unwound(const Nest &N, ArrayRef<StmtRef> Block, size_t At)
      : N(N), Block(Block), At(At), Loop(llvm::cast<LoopStmt>(*Block[At])),
        Var(N.findIndexVar(Loop.var())), Body(statementsOf(Loop.body())) {}

  /// The block without such a variable of the loop; null if there is none.
  StmtRef without() const;

private:
  size_t declaration(StringRef Name) const;
  bool isDeclaredInFront(StringRef Name) const {
    return N.findOperand(Name) || declaration(Name) < At;
  }
  bool isSetOnce(const AssignStmt &Last) const;
  ExprRef ownValue(const ExprRef &E) const;
  ExprRef at(const ExprRef &Value, const ExprRef &Place) const {
    StringMap<ExprRef> There;
    There[Var->Name] = Place;
    return substitute(Value, There);
  }
  StmtRef withValues(size_t Place, const AssignStmt &Last,
                     const ExprRef &Own) const;

  const Nest &N;
  const ArrayRef<StmtRef> Block;
  const size_t At;
  const LoopStmt &Loop;
  const IndexVar *const Var;
  const std::vector<StmtRef> Body;
};

} // namespace

/// The place of the declaration of \p Name in the block, in front of the loop;
/// its end if that is not there.
size_t Unwound::declaration(StringRef Name) const {
  return find_if(Block.take_front(At),
                 [&](const StmtRef &S) {
                   auto *V = dyn_cast<VarStmt>(S.get());
                   auto *Let = dyn_cast<LetStmt>(S.get());
                   return (V && V->name() == Name) ||
                          (Let && Let->name() == Name);
                 }) -
         Block.begin();
}

/// Whether nothing else changes the variable, which the block declares.
bool Unwound::isSetOnce(const AssignStmt &Last) const {
  const std::string &Name = Last.target().Name;
  auto Sets = [&](const StmtRef &S) { return assigns(S, Name); };
  return !Last.target().Index && Last.op() == ReduceOp::None &&
         !Last.isAtomic() && declaration(Name) < At &&
         count_if(Body, Sets) == 1 && none_of(Block.take_front(At), Sets) &&
         none_of(Block.drop_front(At + 1), Sets);
}

/// \p E in terms of what an iteration of the loop finds as it is; null if that
/// is not all of it.
ExprRef Unwound::ownValue(const ExprRef &E) const {
  const ExprRef Own = substitute(E, letsIn(Loop.body()));
  bool IsOwn = true;
  walk(Own, [&](const Expr &Part) {
    if (auto *Load = dyn_cast<LoadExpr>(&Part))
      IsOwn &= !assigns(N.Body, Load->array()) &&
               N.findOperand(Load->array()) != nullptr;
    if (auto *V = dyn_cast<VarExpr>(&Part))
      IsOwn &= N.findIndexVar(V->name()) ||
               (isDeclaredInFront(V->name()) && !assigns(N.Body, V->name()));
    // Arithmetic of several statements may be rounded otherwise in one.
    IsOwn &= !isa<CallExpr, OpaqueExpr>(&Part) &&
             !(Part.type().isFloat() && isa<BinaryExpr, UnaryExpr>(&Part));
  });
  return IsOwn ? Own : nullptr;
}

/// The block where the statement \p Place of the loop, \p Last, sets what is
/// \p Own in each iteration.
StmtRef Unwound::withValues(size_t Place, const AssignStmt &Last,
                            const ExprRef &Own) const {
  const ExprRef First = var(Last.target().Ty, Last.target().Name),
                Here = var(Var->Ty, Var->Name), One = constant(Var->Ty, 1);
  StringMap<ExprRef> Before, Behind, After;
  Before[Last.target().Name] = std::make_shared<SelectExpr>(
      binary(BinaryOp::Lt, Var->Lo, Here),
      at(Own, binary(BinaryOp::Sub, Here, One)), First);
  Behind[Last.target().Name] = Own;
  After[Last.target().Name] = std::make_shared<SelectExpr>(
      binary(BinaryOp::Lt, Var->Lo, Var->Hi),
      at(Own, binary(BinaryOp::Sub, Var->Hi, One)), First);
  std::vector<StmtRef> Iteration, Result;
  for (size_t K = 0; K < Body.size(); ++K)
    if (K != Place)
      Iteration.push_back(substitute(Body[K], K < Place ? Before : Behind));
  const StmtRef New = std::make_shared<LoopStmt>(
      Loop.var().str(), block(std::move(Iteration)), Loop.tags(), Loop.tag());
  for (size_t K = 0; K < Block.size(); ++K)
    Result.push_back(K < At    ? Block[K]
                     : K == At ? New
                               : substitute(Block[K], After));
  return block(std::move(Result));
}

StmtRef Unwound::without() const {
  if (!Var || Var->isDerived() || Loop.merge() || Body.size() < 2)
    return nullptr;
  for (size_t Place = 0; Place < Body.size(); ++Place) {
    auto *Last = dyn_cast<AssignStmt>(Body[Place].get());
    ExprRef Own = Last && isSetOnce(*Last) ? ownValue(Last->value()) : nullptr;
    if (Own)
      return withValues(Place, *Last, Own);
  }
  return nullptr;
}

/// Replaces the first such loop; false if there is none.
static bool unwindFirst(Nest &N) {
  bool IsFound = false;
  N.Body = rewrite(
      N.Body,
      [&](const StmtRef &S) -> StmtRef {
        auto *Block = dyn_cast<BlockStmt>(S.get());
        StmtRef New;
        if (IsFound || !Block)
          return New;
        for (size_t At = 0; At < Block->body().size() && !New; ++At)
          if (isa<LoopStmt>(*Block->body()[At]))
            New = Unwound(N, Block->body(), At).without();
        IsFound = New != nullptr;
        return New;
      },
      nullptr);
  return IsFound;
}

void unwindVariables(Nest &N) {
  while (unwindFirst(N))
    ;
}

} // namespace lacuna

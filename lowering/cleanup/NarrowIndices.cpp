//===- NarrowIndices.cpp - 32-bit arithmetic in kernels -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/cleanup/NarrowIndices.h"
#include "lacuna/analysis/loops/KernelShape.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/cleanup/ValueRanges.h"

using namespace lacuna;

static bool isWide(const Type &Ty) { return Ty.isSigned() && Ty.bits() == 64; }

static ExprRef asI32(const ExprRef &E) {
  std::optional<int64_t> Value = constantValue(E);
  return Value ? constant(Type::i32(), *Value) : cast(Type::i32(), E);
}

namespace {

class Narrowing {
public:
  /// What stands outside of kernels says how large values are, and stays.
  StmtRef onHost(const StmtRef &S);

private:
  StmtRef inKernel(const StmtRef &S);
  StmtRef let(const LetStmt &Let);
  StmtRef loop(const ForStmt &Loop);
  ExprRef narrow(const ExprRef &E) const;
  ExprRef inPlace(const ExprRef &E) const;
  ExprRef keeping(const ExprRef &E) const;

  ValueRanges Ranges;
  llvm::StringSet<> Narrowed; ///< variables that are i32 now
};

} // namespace

/// \p E, which is 64 bits wide, as i32; null if that might not have its value.
ExprRef Narrowing::narrow(const ExprRef &E) const {
  if (!Ranges.fits(E, Type::i32()))
    return nullptr;
  if (auto *Var = llvm::dyn_cast<VarExpr>(E.get());
      Var && Narrowed.contains(Var->name()))
    return var(Type::i32(), Var->name());
  if (auto *Cast = llvm::dyn_cast<CastExpr>(E.get());
      Cast && !isWide(Cast->operand()->type()))
    return cast(Type::i32(), inPlace(Cast->operand()));
  if (auto *Select = llvm::dyn_cast<SelectExpr>(E.get())) {
    ExprRef Then = narrow(Select->thenArm()), Else = narrow(Select->elseArm());
    if (Then && Else)
      return std::make_shared<SelectExpr>(inPlace(Select->cond()), Then, Else);
  }
  if (auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
      Binary && ValueRanges::knows(Binary->op())) {
    ExprRef L = narrow(Binary->lhs()), R = narrow(Binary->rhs());
    if (L && R)
      return binary(Binary->op(), L, R);
  }
  return asI32(keeping(E));
}

/// \p E with what is in it narrowed, but not itself.
ExprRef Narrowing::keeping(const ExprRef &E) const {
  auto *Var = llvm::dyn_cast<VarExpr>(E.get());
  if (Var && Narrowed.contains(Var->name()))
    return cast(E->type(), var(Type::i32(), Var->name()));
  std::vector<ExprRef> Operands;
  for (const ExprRef &Part : E->operands())
    Operands.push_back(inPlace(Part));
  return Operands.empty() ? E : withOperands(E, std::move(Operands));
}

/// \p E, narrowed where it can be, of the same type.
ExprRef Narrowing::inPlace(const ExprRef &E) const {
  if (isWide(E->type())) {
    const bool IsComputed = llvm::isa<BinaryExpr, SelectExpr>(E.get());
    ExprRef Narrow = IsComputed ? narrow(E) : nullptr;
    return Narrow ? cast(E->type(), Narrow) : keeping(E);
  }
  if (auto *Cast = llvm::dyn_cast<CastExpr>(E.get());
      Cast && isWide(Cast->operand()->type()))
    if (ExprRef Narrow = narrow(Cast->operand()))
      return cast(E->type(), Narrow);
  if (auto *Load = llvm::dyn_cast<LoadExpr>(E.get());
      Load && isWide(Load->index()->type()))
    if (ExprRef Narrow = narrow(Load->index()))
      return withOperands(E, {Narrow});
  if (auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
      Binary && Binary->type().isBool() && isWide(Binary->lhs()->type())) {
    ExprRef L = narrow(Binary->lhs()), R = narrow(Binary->rhs());
    if (L && R)
      return binary(Binary->op(), L, R);
  }
  return keeping(E);
}

StmtRef Narrowing::let(const LetStmt &Let) {
  Ranges.declare(Let);
  const std::string Name = Let.name().str();
  Narrowed.erase(Name);
  ExprRef Narrow = isWide(Let.type()) ? narrow(Let.init()) : nullptr;
  if (Narrow)
    Narrowed.insert(Name);
  return std::make_shared<LetStmt>(Name, Narrow ? Narrow : inPlace(Let.init()),
                                   Let.tag());
}

StmtRef Narrowing::loop(const ForStmt &Loop) {
  const std::string Name = Loop.var().str();
  const bool IsNarrow = isWide(Loop.type()) &&
                        Ranges.fits(Loop.lo(), Type::i32()) &&
                        Ranges.fits(Loop.hi(), Type::i32());
  auto Bound = [&](const ExprRef &E) {
    if (isKernel(Loop)) // the host evaluates it
      return IsNarrow ? asI32(E) : E;
    return IsNarrow ? narrow(E) : inPlace(E);
  };
  ExprRef Lo = Bound(Loop.lo()), Hi = Bound(Loop.hi());
  Ranges.declare(Loop);
  Narrowed.erase(Name);
  if (IsNarrow)
    Narrowed.insert(Name);
  return std::make_shared<ForStmt>(Name, Lo, Hi, inKernel(Loop.body()),
                                   Loop.tags(), Loop.tag());
}

StmtRef Narrowing::inKernel(const StmtRef &S) {
  switch (S->kind()) {
  case Stmt::Kind::Block: {
    auto &Block = llvm::cast<BlockStmt>(*S);
    std::vector<StmtRef> Body;
    for (const StmtRef &Part : Block.body())
      Body.push_back(inKernel(Part));
    return std::make_shared<BlockStmt>(std::move(Body), S->tag());
  }
  case Stmt::Kind::Let:
    return let(llvm::cast<LetStmt>(*S));
  case Stmt::Kind::For:
    return loop(llvm::cast<ForStmt>(*S));
  case Stmt::Kind::If: {
    auto &If = llvm::cast<IfStmt>(*S);
    ExprRef Cond = inPlace(If.cond());
    StmtRef Then = inKernel(If.thenBody());
    StmtRef Else = If.elseBody() ? inKernel(If.elseBody()) : nullptr;
    return std::make_shared<IfStmt>(Cond, Then, Else, S->tag());
  }
  case Stmt::Kind::While: {
    auto &While = llvm::cast<WhileStmt>(*S);
    ExprRef Cond = inPlace(While.cond());
    return std::make_shared<WhileStmt>(Cond, inKernel(While.body()), S->tag());
  }
  case Stmt::Kind::Var: {
    auto &Var = llvm::cast<VarStmt>(*S);
    Ranges.declare(Var);
    Narrowed.erase(Var.name());
    return std::make_shared<VarStmt>(Var.name().str(), Var.type(),
                                     Var.init() ? inPlace(Var.init()) : nullptr,
                                     S->tag());
  }
  case Stmt::Kind::LocalArray: {
    auto &Array = llvm::cast<LocalArrayStmt>(*S);
    return std::make_shared<LocalArrayStmt>(
        Array.name().str(), Array.elem(), Array.extent(),
        Array.init() ? inPlace(Array.init()) : nullptr, S->tag());
  }
  case Stmt::Kind::Assign: {
    auto &Assign = llvm::cast<AssignStmt>(*S);
    Place To = Assign.target();
    if (To.Index) {
      ExprRef Narrow = isWide(To.Index->type()) ? narrow(To.Index) : nullptr;
      To.Index = Narrow ? Narrow : inPlace(To.Index);
    }
    return Assign.with(std::move(To), inPlace(Assign.value()));
  }
  default:
    return S;
  }
}

StmtRef Narrowing::onHost(const StmtRef &S) {
  if (isKernel(*S))
    return inKernel(S);
  if (auto *Let = llvm::dyn_cast<LetStmt>(S.get()))
    Ranges.declare(*Let);
  else if (auto *Var = llvm::dyn_cast<VarStmt>(S.get()))
    Ranges.declare(*Var);
  if (!holdsKernel(S))
    return S;
  return withParts(S, [&](const StmtRef &Part) { return onHost(Part); });
}

StmtRef lacuna::narrowIndices(const StmtRef &S) {
  return Narrowing().onHost(S);
}

//===- Reductions.cpp - what a loop reduces into --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/ir/AtomicSteps.h"
#include "lacuna/ir/bounds/Wrapping.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace lacuna;

//===-- operators ---------------------------------------------------------===//

static int64_t smallest(const Type &Ty) {
  return Ty.isSigned() ? llvm::minIntN(Ty.bits()) : 0;
}

static int64_t largest(const Type &Ty) {
  return Ty.isSigned() ? llvm::maxIntN(Ty.bits())
                       : static_cast<int64_t>(llvm::maxUIntN(Ty.bits()));
}

static int64_t allOnes(const Type &Ty) {
  return Ty.isSigned() ? -1 : largest(Ty);
}

ExprRef lacuna::identityOf(ReduceOp Op, const Type &Ty) {
  // Literals have 64 bits.
  if (Ty.bits() > 64 && Ty.isInteger() &&
      (Op == ReduceOp::Min || Op == ReduceOp::Max || Op == ReduceOp::And))
    return nullptr;
  switch (Op) {
  case ReduceOp::Add:
    // -0.0 and not 0.0: `x + 0.0` is not x for x = -0.0.
    if (Ty.isFloat())
      return unary(UnaryOp::Neg,
                   std::make_shared<ConstantExpr>(Ty, std::string("0.0")));
    if (Ty.isComplex())
      return std::make_shared<OpaqueExpr>(
          Ty, (Ty.spelling() + "(-0.0, -0.0)").str(), std::vector<ExprRef>());
    if (Ty.isOpaque())
      return nullptr;
    return constant(Ty, 0);
  case ReduceOp::Mul:
    if (Ty.isFloat())
      return std::make_shared<ConstantExpr>(Ty, std::string("1.0"));
    return constant(Ty, 1);
  case ReduceOp::Xor:
  case ReduceOp::Or:
  case ReduceOp::LOr:
    return constant(Ty, 0);
  case ReduceOp::LAnd:
    return constant(Ty, 1);
  case ReduceOp::And:
    return constant(Ty, Ty.isBool() ? 1 : allOnes(Ty));
  case ReduceOp::Min:
    return Ty.isInteger() ? constant(Ty, largest(Ty)) : nullptr;
  case ReduceOp::Max:
    return Ty.isInteger() ? constant(Ty, smallest(Ty)) : nullptr;
  case ReduceOp::None:
    return nullptr;
  }
  return nullptr;
}

ExprRef lacuna::identityInKernel(ReduceOp Op, const Type &Ty) {
  if (ExprRef Identity = identityOf(Op, Ty))
    return Identity;
  auto Number = [&](const char *Text) -> ExprRef {
    return std::make_shared<ConstantExpr>(Ty, std::string(Text));
  };
  ExprRef Infinity = binary(BinaryOp::Div, Number("1.0"), Number("0.0"));
  return Op == ReduceOp::Min ? Infinity : unary(UnaryOp::Neg, Infinity);
}

bool lacuna::samePlace(const Place &A, const Place &B) {
  return A.Name == B.Name && structurallyEqual(A.Index, B.Index);
}

llvm::StringSet<> lacuna::declaredIn(const StmtRef &Body) {
  llvm::StringSet<> Names;
  walk(Body, [&](const Stmt &S) {
    if (auto *Let = llvm::dyn_cast<LetStmt>(&S))
      Names.insert(Let->name());
    else if (auto *Var = llvm::dyn_cast<VarStmt>(&S))
      Names.insert(Var->name());
    else if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(&S))
      Names.insert(Array->name());
    else if (auto *For = llvm::dyn_cast<ForStmt>(&S))
      Names.insert(For->var());
    return true;
  });
  return Names;
}

bool lacuna::reads(const ExprRef &E, const llvm::StringSet<> &Names) {
  bool Reads = false;
  walk(E, [&](const Expr &Part) {
    if (auto *Var = llvm::dyn_cast<VarExpr>(&Part))
      Reads |= Names.contains(Var->name());
    else if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part))
      Reads |= Names.contains(Load->array());
  });
  return Reads;
}

/// Whether \p Body reads \p P, an element, other than to update it. Elements
/// beside it may be read: it has been asked whether these are others.
static bool readsPlace(const StmtRef &Body, const Place &P) {
  return anyOf(Body, [&](const Stmt &S) {
    bool Found = false;
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        auto *Load = llvm::dyn_cast<LoadExpr>(&Part);
        Found |= Load && Load->array() == P.Name &&
                 structurallyEqual(Load->index(), P.Index);
      });
    return Found;
  });
}

std::vector<Reduction> lacuna::reductionsOf(const StmtRef &Body,
                                            llvm::StringRef Var) {
  llvm::StringSet<> Inside = declaredIn(Body);
  Inside.insert(Var);
  llvm::StringSet<> Varying = Inside;
  walk(Body, [&](const Stmt &S) {
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(&S))
      Varying.insert(Assign->target().Name);
    return true;
  });
  // Whoever vouches for iterations does not for one that reads what it adds to;
  // and the user's atomic operations stay what they are.
  const std::vector<std::string> Shared = atomicallySet(Body);
  std::vector<Reduction> Found;
  walk(Body, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    if (!Assign || Assign->op() == ReduceOp::None)
      return true;
    const Place &Target = Assign->target();
    if (Target.Index &&
        (llvm::is_contained(Shared, Target.Name) || readsPlace(Body, Target)))
      return true;
    bool Varies = Inside.contains(Target.Name) || reads(Target.Index, Varying);
    bool Known = llvm::any_of(
        Found, [&](const Reduction &R) { return samePlace(R.Target, Target); });
    if (!Varies && !Known)
      Found.push_back({Assign->op(), Target});
    return true;
  });
  return Found;
}

StmtRef lacuna::redirect(const StmtRef &Body, const Place &From,
                         const Place &To) {
  auto OnStmt = [&](const StmtRef &S) -> StmtRef {
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(S.get())) {
      if (!samePlace(Assign->target(), From))
        return nullptr;
      return Assign->with(To, Assign->value());
    }
    auto *For = llvm::dyn_cast<ForStmt>(S.get());
    if (!For || From.Index)
      return nullptr;
    ForTags Tags = For->tags();
    for (auto &[Op, Name] : Tags.Reductions)
      if (Name == From.Name)
        Name = To.Name;
    return std::make_shared<ForStmt>(For->var().str(), For->lo(), For->hi(),
                                     For->body(), Tags, For->tag());
  };
  return rewrite(Body, OnStmt, nullptr);
}

ExprRef lacuna::valueOf(const Place &P) {
  return P.Index ? load(P.Ty, P.Name, P.Index) : var(P.Ty, P.Name);
}

StmtRef lacuna::reduceInto(const Place &Target, ReduceOp Op, ExprRef Value,
                           SourceTag Tag) {
  return std::make_shared<AssignStmt>(Target, Op, std::move(Value),
                                      /*Atomic=*/false, Tag);
}

StmtRef lacuna::inType(const StmtRef &Body, const Place &To) {
  auto OnStmt = [&](const StmtRef &S) -> StmtRef {
    auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
    if (!Assign || !samePlace(Assign->target(), To))
      return nullptr;
    return reduceInto(To, Assign->op(), cast(To.Ty, Assign->value()), S->tag());
  };
  return rewrite(Body, OnStmt, nullptr);
}

std::optional<ReduceOp> lacuna::extremumBy(const ExprRef &Cond,
                                           const ExprRef &Old,
                                           const ExprRef &New) {
  const auto *C = llvm::dyn_cast<BinaryExpr>(Cond.get());
  if (!C || Old->type() != New->type() || Old->type().isBool())
    return std::nullopt;
  const BinaryOp Op = C->op();
  const bool OrEqual = Op == BinaryOp::Le || Op == BinaryOp::Ge;
  const bool Less = Op == BinaryOp::Lt || Op == BinaryOp::Le;
  if ((!Less && Op != BinaryOp::Gt && Op != BinaryOp::Ge) ||
      (OrEqual && !Old->type().isInteger()))
    return std::nullopt;
  // Narrow operands are compared as `int`.
  const ExprRef Smaller = withoutPromotion(Less ? C->lhs() : C->rhs());
  const ExprRef Larger = withoutPromotion(Less ? C->rhs() : C->lhs());
  if (structurallyEqual(Smaller, Old) && structurallyEqual(Larger, New))
    return ReduceOp::Max;
  if (structurallyEqual(Smaller, New) && structurallyEqual(Larger, Old))
    return ReduceOp::Min;
  return std::nullopt;
}

/// Narrower ones are computed as `int`, in which they fit.
static bool mayOverflow(ReduceOp Op, const Type &Ty) {
  return (Op == ReduceOp::Add || Op == ReduceOp::Mul) && Ty.isSigned() &&
         Ty.bits() >= 32;
}

Type lacuna::partType(const Reduction &R) {
  const Type &Ty = R.Target.Ty;
  return mayOverflow(R.Op, Ty) ? unsignedOf(Ty) : Ty;
}

StmtRef lacuna::joinInto(const Place &Target, ReduceOp Op, ExprRef Value,
                         SourceTag Tag) {
  return reduceInto(Target, Op, cast(partType({Op, Target}), std::move(Value)),
                    Tag);
}

ExprRef lacuna::startOf(const Reduction &R) {
  ExprRef Identity = identityOf(R.Op, R.Target.Ty);
  return Identity ? Identity : valueOf(R.Target);
}

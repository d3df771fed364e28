//===- SearchCases.cpp - what follows where a search has ended ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchCases.h"
#include "KnownConditions.h"
#include "lacuna/ir/Rounding.h"
#include "llvm/ADT/STLExtras.h"

using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringMap;
using llvm::StringRef;

namespace lacuna {

namespace {

/// Runs through what follows a search, as far as it is known.
class CaseMaker {
public:
  CaseMaker(const Nest &N, const SegmentSearch &Search,
            const SearchOutcome &Outcome, const StringMap<ExprRef> &Lets)
      : N(N), Search(Search), Outcome(Outcome), Lets(Lets) {
    for (const auto &Name : Outcome.Values.keys())
      Values[Name] = Outcome.Values.lookup(Name);
  }

  StmtRef run(ArrayRef<StmtRef> Block, size_t At);

private:
  bool add(const StmtRef &S, bool MaySet, std::vector<StmtRef> &Out);
  bool addLet(const LetStmt &Let, const StmtRef &S, std::vector<StmtRef> &Out);
  bool addIf(const IfStmt &If, bool MaySet, std::vector<StmtRef> &Out);
  bool addAll(const StmtRef &Body, bool MaySet, std::vector<StmtRef> &Out);
  StmtRef body(const StmtRef &Body);
  ExprRef known(const ExprRef &E);
  ExprRef folded(const ExprRef &E) const;
  bool isSet(StringRef Name) const { return Values.count(Name) != 0; }
  bool stays(const ExprRef &E) const;

  const Nest &N;
  const SegmentSearch &Search;
  const SearchOutcome &Outcome;
  const StringMap<ExprRef> &Lets;
  StringMap<ExprRef> Values; ///< of what depends on the search; null: none yet
  bool IsKnown = true;
};

} // namespace

/// \p E, whose operands are known, without conditions that are.
ExprRef CaseMaker::folded(const ExprRef &E) const {
  return foldConditions(E, [&](const ExprRef &Cond) {
    return Search.decide(substitute(Cond, Lets), Outcome.End);
  });
}

/// \p E with the values of variables, as variables hold them: a product that a
/// variable holds is not fused with a sum.
ExprRef CaseMaker::known(const ExprRef &E) {
  if (const auto *Var = dyn_cast<VarExpr>(E.get()); Var && isSet(Var->name())) {
    ExprRef Value = Values.lookup(Var->name());
    IsKnown &= Value != nullptr;
    return Value ? Value : E;
  }
  std::vector<ExprRef> Operands;
  bool IsChanged = false;
  const bool IsComputed = isa<BinaryExpr, UnaryExpr>(E.get());
  for (const ExprRef &Operand : E->operands()) {
    ExprRef New = known(Operand);
    if (New != Operand && IsComputed && E->type().isFloat() &&
        isa<VarExpr>(Operand.get()))
      New = roundedInSum(New);
    IsChanged |= New != Operand;
    Operands.push_back(std::move(New));
  }
  return folded(IsChanged ? withOperands(E, std::move(Operands)) : E);
}

bool CaseMaker::addAll(const StmtRef &Body, bool MaySet,
                       std::vector<StmtRef> &Out) {
  return llvm::all_of(statementsOf(Body),
                      [&](const StmtRef &S) { return add(S, MaySet, Out); });
}

/// \p Body, which may run more than once or not at all.
StmtRef CaseMaker::body(const StmtRef &Body) {
  std::vector<StmtRef> Own;
  return addAll(Body, /*MaySet=*/false, Own) ? block(std::move(Own)) : nullptr;
}

/// Whether \p E has one value in all of the iteration.
bool CaseMaker::stays(const ExprRef &E) const {
  bool Stays = true;
  walk(substitute(E, Lets), [&](const Expr &Part) {
    if (const auto *Load = dyn_cast<LoadExpr>(&Part)) {
      const Operand *O = N.findOperand(Load->array());
      Stays &= O && !O->Written;
    }
    if (const auto *Var = dyn_cast<VarExpr>(&Part))
      Stays &= Var->name() == AtPosition || N.findIndexVar(Var->name()) ||
               (N.findOperand(Var->name()) && !assigns(N.Body, Var->name()));
  });
  return Stays;
}

/// What a let stands for is known where it depends on the search.
bool CaseMaker::addLet(const LetStmt &Let, const StmtRef &S,
                       std::vector<StmtRef> &Out) {
  const ExprRef Init = known(Let.init());
  if (Init == Let.init())
    Out.push_back(S);
  else if (stays(Init))
    Values[Let.name()] = Init;
  else
    Out.push_back(std::make_shared<LetStmt>(Let.name().str(), Init, S->tag()));
  return IsKnown;
}

bool CaseMaker::addIf(const IfStmt &If, bool MaySet,
                      std::vector<StmtRef> &Out) {
  const ExprRef Cond = known(If.cond());
  if (auto Holds = constantValue(Cond)) {
    std::vector<StmtRef> Own;
    if (!addAll(*Holds ? If.thenBody() : If.elseBody(), MaySet, Own))
      return false;
    llvm::append_range(Out, Own);
    return IsKnown;
  }
  const StmtRef Then = body(If.thenBody()),
                Else = If.elseBody() ? body(If.elseBody()) : block({});
  if (!Then || !Else)
    return false;
  if (!statementsOf(Then).empty() || !statementsOf(Else).empty())
    Out.push_back(std::make_shared<IfStmt>(
        Cond, Then, statementsOf(Else).empty() ? nullptr : Else, If.tag()));
  return IsKnown;
}

/// Adds what \p S does to \p Out. Variables of the search may be set where
/// \p MaySet says so.
bool CaseMaker::add(const StmtRef &S, bool MaySet, std::vector<StmtRef> &Out) {
  if (const auto *Let = dyn_cast<LetStmt>(S.get()))
    return addLet(*Let, S, Out);
  if (const auto *If = dyn_cast<IfStmt>(S.get()))
    return addIf(*If, MaySet, Out);
  if (const auto *Var = dyn_cast<VarStmt>(S.get())) {
    Out.push_back(std::make_shared<VarStmt>(
        Var->name().str(), Var->type(),
        Var->init() ? known(Var->init()) : nullptr, S->tag()));
    return IsKnown;
  }
  if (const auto *A = dyn_cast<AssignStmt>(S.get())) {
    Place To = A->target();
    if (!To.Index && isSet(To.Name)) {
      const ExprRef Value = known(A->value());
      Values[To.Name] = Value;
      return IsKnown && MaySet && A->op() == ReduceOp::None && stays(Value);
    }
    if (To.Index)
      To.Index = known(To.Index);
    ExprRef Value = known(A->value());
    if (Value != A->value() && isa<VarExpr>(A->value().get()))
      Value = roundedInSum(Value);
    Out.push_back(
        std::make_shared<AssignStmt>(To, A->op(), Value, false, S->tag()));
    return IsKnown;
  }
  if (isa<BlockStmt>(S.get())) {
    std::vector<StmtRef> Own;
    if (!addAll(S, MaySet, Own))
      return false;
    Out.push_back(block(std::move(Own)));
    return true;
  }
  // Other statements neither read nor set what depends on the search.
  if (llvm::any_of(Values.keys(),
                   [&](StringRef Name) { return touches(S, Name); }))
    return false;
  Out.push_back(S);
  return true;
}

StmtRef CaseMaker::run(ArrayRef<StmtRef> Block, size_t At) {
  std::vector<StmtRef> Out;
  // In front of the search nothing depends on it.
  for (const StmtRef &Front : Block.take_front(At)) {
    const auto *Var = dyn_cast<VarStmt>(Front.get());
    const auto *A = dyn_cast<AssignStmt>(Front.get());
    if (!(Var && isSet(Var->name())) &&
        !(A && !A->target().Index && isSet(A->target().Name)))
      Out.push_back(Front);
  }
  llvm::append_range(Out, Outcome.Effects);
  for (const StmtRef &Behind : Block.drop_front(At + 1))
    if (!add(Behind, /*MaySet=*/true, Out))
      return nullptr;
  return block(std::move(Out));
}

StmtRef withoutSearch(const Nest &N, const SegmentSearch &Search,
                      const SearchOutcome &Outcome,
                      const StringMap<ExprRef> &Lets, ArrayRef<StmtRef> Block,
                      size_t At) {
  return CaseMaker(N, Search, Outcome, Lets).run(Block, At);
}

//===-- zeros -------------------------------------------------------------===//

/// Whether \p E is a zero of either sign, given that \p Factors are finite.
static bool isZeroTerm(const ExprRef &E, std::vector<ExprRef> &Factors) {
  if (numberOf(E) == 0.0)
    return true;
  if (const auto *Cast = dyn_cast<CastExpr>(E.get()))
    return Cast->type().isFloat() && isZeroTerm(Cast->operand(), Factors);
  if (const auto *Unary = dyn_cast<UnaryExpr>(E.get()))
    return Unary->op() == UnaryOp::Neg &&
           isZeroTerm(Unary->operands()[0], Factors);
  const auto *B = dyn_cast<BinaryExpr>(E.get());
  if (!B || B->op() != BinaryOp::Mul)
    return false;
  for (bool IsFirst : {true, false}) {
    const ExprRef &Zero = IsFirst ? B->lhs() : B->rhs();
    ExprRef Factor = IsFirst ? B->rhs() : B->lhs();
    const size_t Before = Factors.size();
    if (!isZeroTerm(Zero, Factors)) {
      Factors.resize(Before);
      continue;
    }
    if (!E->type().isFloat())
      return true;
    // Integers are finite in any type, narrower numbers in wider ones.
    while (const auto *Cast = dyn_cast<CastExpr>(Factor.get())) {
      if (Cast->operand()->type().isFloat() &&
          Cast->operand()->type().bits() > Cast->type().bits())
        return false;
      Factor = Cast->operand();
    }
    if (Factor->type().isInteger() || Factor->type().isBool() ||
        isa<ConstantExpr>(Factor.get()))
      return true;
    if (!isa<LoadExpr, VarExpr>(Factor.get()))
      return false;
    Factors.push_back(Factor);
    return true;
  }
  return false;
}

namespace {

class ZeroFinder {
public:
  explicit ZeroFinder(const StringMap<ExprRef> &Lets) : Lets(Lets) {}
  bool run(const StmtRef &Body);
  std::vector<ZeroSum> Found;

private:
  const StringMap<ExprRef> &Lets;
  std::vector<ExprRef> Under;
};

} // namespace

bool ZeroFinder::run(const StmtRef &Body) {
  return llvm::all_of(statementsOf(Body), [&](const StmtRef &S) {
    if (isa<LetStmt>(S.get()))
      return true;
    if (const auto *If = dyn_cast<IfStmt>(S.get())) {
      Under.push_back(If->cond());
      const bool AreZeros = run(If->thenBody()) && !If->elseBody();
      Under.pop_back();
      return AreZeros;
    }
    if (isa<BlockStmt>(S.get()))
      return run(S);
    const auto *A = dyn_cast<AssignStmt>(S.get());
    if (!A || A->op() != ReduceOp::Add)
      return false;
    const Type &Ty = A->target().Ty;
    if (!Ty.isFloat() && !(Ty.isInteger() && A->value()->type().isInteger()))
      return false;
    ZeroSum Sum{A->target(), {}, Under};
    if (!isZeroTerm(substitute(A->value(), Lets), Sum.Factors))
      return false;
    if (Ty.isFloat())
      Found.push_back(std::move(Sum));
    return true;
  });
}

std::optional<std::vector<ZeroSum>> zeroSums(const StmtRef &Body,
                                             const StringMap<ExprRef> &Lets) {
  ZeroFinder Finder(Lets);
  if (!Finder.run(Body))
    return std::nullopt;
  return std::move(Finder.Found);
}

std::string leavesOut(const ExprRef &Cond, StringRef Column) {
  const auto *B = dyn_cast<BinaryExpr>(Cond.get());
  if (!B || B->op() != BinaryOp::Ne)
    return "";
  auto NameOf = [](const ExprRef &Side) {
    const ExprRef Bare = withoutPromotion(Side);
    const auto *Var = dyn_cast<VarExpr>(Bare.get());
    return Var ? Var->name().str() : std::string();
  };
  const std::string L = NameOf(B->lhs()), R = NameOf(B->rhs());
  return L == R ? "" : L == Column ? R : R == Column ? L : "";
}

} // namespace lacuna

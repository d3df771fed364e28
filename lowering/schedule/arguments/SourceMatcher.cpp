//===- SourceMatcher.cpp - what the user wrote in terms of the nest -------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/schedule/arguments/SourceMatcher.h"
#include "lacuna/analysis/Accesses.h"
#include "lacuna/directive/Lexer.h"
#include "lacuna/ir/ArrayLevels.h"
#include "lacuna/schedule/arguments/Arguments.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace lacuna {

SourceMatcher::SourceMatcher(const Nest &N, const ScheduleContext &Context,
                             bool AnyOfName)
    : N(N), Context(Context), AnyOfName(AnyOfName), Lets(letsIn(N.Body)) {}

/// Whether the user may call \p Name, of a nest, \p Written: the nest tells
/// loops of one name apart by `@2`, other variables by `_2`.
static bool maybeCalled(StringRef Name, StringRef Written) {
  return Name.consume_front(Written) &&
         (Name.empty() ||
          ((Name.front() == '@' || Name.front() == '_') && Name.size() > 1 &&
           all_of(Name.drop_front(), isDigit)));
}

bool SourceMatcher::isCalled(StringRef Name, const SourceExpr &Written) const {
  return AnyOfName ? maybeCalled(Name, Written.Text) : Name == Written.Text;
}

bool SourceMatcher::matchesName(const SourceExpr &Written,
                                const ExprRef &E) const {
  if (auto *Var = dyn_cast<VarExpr>(E.get());
      Var && isCalled(Var->name(), Written))
    return true;
  return any_of(Lets, [&](const auto &Let) {
    return isCalled(Let.first(), Written) &&
           structurallyEqual(withoutCasts(substitute(E, Lets)),
                             withoutCasts(Let.second));
  });
}

/// The operator if directives have it, else empty.
static StringRef arithmetic(BinaryOp Op) {
  return Op <= BinaryOp::Rem ? spelling(Op) : "";
}

bool SourceMatcher::matchesBinary(const SourceExpr &Written,
                                  const BinaryExpr &E) const {
  if (arithmetic(E.op()) != Written.Text)
    return false;
  const SourceExpr &L = Written.Parts[0], &R = Written.Parts[1];
  bool Commutes = E.op() == BinaryOp::Add || E.op() == BinaryOp::Mul;
  return (matches(L, E.lhs()) && matches(R, E.rhs())) ||
         (Commutes && matches(L, E.rhs()) && matches(R, E.lhs()));
}

bool SourceMatcher::matchesSubscripts(ArrayRef<SourceExpr> Written,
                                      const LoadExpr &Load) const {
  std::vector<ExprRef> Subscripts;
  if (ExprRef Row = rowOf(Load.index()))
    Subscripts.push_back(Row);
  const ExprRef &Index = indexInRow(Load.index());
  const Operand *O = N.findOperand(Load.array());
  if (O && !O->Inner.empty())
    append_range(Subscripts, levelsOf(substitute(Index, Lets), O->Inner));
  else
    Subscripts.push_back(Index);
  return Written.size() == Subscripts.size() &&
         all_of(zip(Written, Subscripts), [&](const auto &Both) {
           return matches(std::get<0>(Both), std::get<1>(Both));
         });
}

bool SourceMatcher::matches(const SourceExpr &Written,
                            const ExprRef &Typed) const {
  using Kind = SourceExpr::Kind;
  ExprRef E = withoutCasts(Typed);
  if (Written.K == Kind::Name && matchesName(Written, E))
    return true;
  if (std::optional<int64_t> Value = constantValue(E)) {
    Expected<int64_t> Same = constantArg(Written.Source, Context);
    if (Same)
      return *Same == *Value;
    consumeError(Same.takeError());
    return false;
  }
  if (auto *Var = dyn_cast<VarExpr>(E.get())) {
    auto Let = Lets.find(Var->name());
    return Let != Lets.end() && Written.K != Kind::Name &&
           matches(Written, Let->second);
  }
  if (auto *Load = dyn_cast<LoadExpr>(E.get()))
    return Written.K == Kind::Subscript && Load->array() == Written.Text &&
           matchesSubscripts(Written.Parts, *Load);
  if (auto *Unary = dyn_cast<UnaryExpr>(E.get()))
    return Written.K == Kind::Negation && Unary->op() == UnaryOp::Neg &&
           matches(Written.Parts[0], Unary->operands()[0]);
  auto *Binary = dyn_cast<BinaryExpr>(E.get());
  return Binary && Written.K == Kind::Binary && matchesBinary(Written, *Binary);
}

//===-- showing -----------------------------------------------------------===//

static std::string shownOperand(const ExprRef &Typed) {
  ExprRef E = withoutCasts(Typed);
  return isa<BinaryExpr>(E.get()) ? "(" + shown(E) + ")" : shown(E);
}

std::string shown(const ExprRef &Typed) {
  ExprRef E = withoutCasts(Typed);
  if (auto *Var = dyn_cast<VarExpr>(E.get()))
    return Var->name().str();
  if (auto *Constant = dyn_cast<ConstantExpr>(E.get()))
    return Constant->intValue() ? std::to_string(*Constant->intValue())
                                : Constant->text().str();
  if (auto *Load = dyn_cast<LoadExpr>(E.get()))
    return (Load->array() + "[" + shown(Load->index()) + "]").str();
  if (auto *Both = dyn_cast<RowSubscriptExpr>(E.get()))
    return shown(Both->row()) + "][" + shown(Both->index());
  auto *Binary = dyn_cast<BinaryExpr>(E.get());
  StringRef Op = Binary ? arithmetic(Binary->op()) : "";
  if (Op.empty())
    return "...";
  // Products bind tighter than sums: those need no parentheses.
  ExprRef L = withoutCasts(Binary->lhs());
  auto *Left = dyn_cast<BinaryExpr>(L.get());
  bool Plain =
      Left && (Op == "+" || Op == "-") && !arithmetic(Left->op()).empty();
  return (Plain ? shown(L) : shownOperand(L)) + " " + Op.str() + " " +
         shownOperand(Binary->rhs());
}

} // namespace lacuna

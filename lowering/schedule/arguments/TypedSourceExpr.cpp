//===- TypedSourceExpr.cpp - expressions of facts, with types -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/directive/ClauseWords.h"
#include "lacuna/schedule/arguments/Arguments.h"
#include "lacuna/schedule/arguments/Messages.def"
#include "lacuna/schedule/arguments/SourceMatcher.h"

using namespace llvm;

namespace lacuna {

namespace {

/// Gives what the user wrote the types that it has in C++.
class Typing {
public:
  Typing(const Nest &N, const ScheduleContext &Context)
      : N(N), Context(Context) {}
  Expected<ExprRef> typed(const SourceExpr &E);

private:
  Expected<ExprRef> name(const SourceExpr &E);
  Expected<ExprRef> number(const SourceExpr &E);
  Expected<ExprRef> operation(const SourceExpr &E);

  const Nest &N;
  const ScheduleContext &Context;
};

} // namespace

static Type promoted(const Type &Ty) {
  return Ty.isBool() || Ty.bits() < 32 ? Type::i32() : Ty;
}

/// C++'s usual arithmetic conversions.
static Type commonType(const Type &A, const Type &B) {
  Type L = promoted(A), R = promoted(B);
  if (L.bits() != R.bits())
    return L.bits() > R.bits() ? L : R;
  return L.isSigned() ? R : L;
}

static ExprRef truth(const ExprRef &E) {
  return E->type().isBool() ? E
                            : binary(BinaryOp::Ne, E, constant(E->type(), 0));
}

Expected<ExprRef> Typing::number(const SourceExpr &E) {
  Expected<int64_t> Value = constantArg(E.Source, Context);
  if (!Value)
    return Value.takeError();
  bool IsInt = *Value >= INT32_MIN && *Value <= INT32_MAX;
  return constant(IsInt ? Type::i32() : Type::i64(), *Value);
}

Expected<ExprRef> Typing::name(const SourceExpr &E) {
  const Operand *O = N.findOperand(E.Text);
  bool IsScalar = O && O->Kind == OperandKind::Scalar;
  if (IsScalar && (O->Ty.isInteger() || O->Ty.isBool()))
    return var(O->Ty, O->Name);
  if (IsScalar)
    return makeError(E.Source.Where,
                     msg::FactNeedsIntegers(E.Text, O->Ty.spelling()));
  if (!O && !N.isNameTaken(E.Text) && Context.EvaluateConstant) {
    Expected<ExprRef> Constant = number(E);
    if (Constant)
      return Constant;
    consumeError(Constant.takeError());
  }
  std::vector<std::string> Scalars;
  for (const Operand &Known : N.Operands)
    if (Known.Kind == OperandKind::Scalar && Known.Ty.isInteger())
      Scalars.push_back(Known.Name);
  std::vector<Note> Notes;
  if (!Scalars.empty())
    Notes.push_back(msg::NoteIntegersAre(quotedList(Scalars)));
  return makeError(E.Source.Where, msg::NoIntegerOfLoops(E.Text), Notes);
}

Expected<ExprRef> Typing::operation(const SourceExpr &E) {
  static const std::pair<StringRef, BinaryOp> Operators[] = {
      {"+", BinaryOp::Add},       {"-", BinaryOp::Sub},
      {"*", BinaryOp::Mul},       {"/", BinaryOp::Div},
      {"%", BinaryOp::Rem},       {"<", BinaryOp::Lt},
      {"<=", BinaryOp::Le},       {">", BinaryOp::Gt},
      {">=", BinaryOp::Ge},       {"==", BinaryOp::Eq},
      {"!=", BinaryOp::Ne},       {"&&", BinaryOp::LogicalAnd},
      {"||", BinaryOp::LogicalOr}};
  Expected<ExprRef> L = typed(E.Parts[0]);
  if (!L)
    return L;
  Expected<ExprRef> R = typed(E.Parts[1]);
  if (!R)
    return R;
  BinaryOp Op = find_if(Operators, [&](const auto &Known) {
                  return Known.first == E.Text;
                })->second;
  if (Op == BinaryOp::LogicalAnd || Op == BinaryOp::LogicalOr)
    return binary(Op, truth(*L), truth(*R));
  bool Divides = Op == BinaryOp::Div || Op == BinaryOp::Rem;
  if (Divides && constantValue(*R).value_or(0) <= 0)
    return makeError(E.Parts[1].Source.Where,
                     msg::FactDividesByConstants(E.Parts[1].Source.Text));
  Type Ty = commonType((*L)->type(), (*R)->type());
  return binary(Op, cast(Ty, *L), cast(Ty, *R));
}

Expected<ExprRef> Typing::typed(const SourceExpr &E) {
  using Kind = SourceExpr::Kind;
  switch (E.K) {
  case Kind::Name:
    return name(E);
  case Kind::Number:
    return number(E);
  case Kind::Subscript:
    return makeError(E.Source.Where, msg::FactReadsMemory(E.Source.Text));
  case Kind::Binary:
    return operation(E);
  case Kind::Negation:
  case Kind::Not:
    break;
  }
  Expected<ExprRef> Part = typed(E.Parts[0]);
  if (!Part)
    return Part;
  if (E.K == Kind::Not)
    return unary(UnaryOp::LogicalNot, truth(*Part));
  return unary(UnaryOp::Neg, cast(promoted((*Part)->type()), *Part));
}

Expected<ExprRef> integerFact(const Nest &N, const ClauseArg &Arg,
                              const ScheduleContext &Context) {
  Expected<SourceExpr> E = parseSourceExpr(Arg);
  if (!E)
    return E.takeError();
  return Typing(N, Context).typed(*E);
}

Expected<ExprRef> conditionFact(const Nest &N, const ClauseArg &Arg,
                                const ScheduleContext &Context) {
  Expected<SourceExpr> E = parseSourceCondition(Arg);
  if (!E)
    return E.takeError();
  Expected<ExprRef> Typed = Typing(N, Context).typed(*E);
  return Typed ? Expected<ExprRef>(truth(*Typed)) : std::move(Typed);
}

} // namespace lacuna

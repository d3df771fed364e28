//===- Facts.cpp - clauses that state something ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Lexer.h"
#include "Words.h"
#include "lacuna/lower/Text.h"

using namespace llvm;

namespace lacuna {

/// The array operand called \p Arg.
static Expected<std::string> arrayArg(const Nest &N, const ClauseArg &Arg) {
  std::vector<std::string> Arrays;
  for (const Operand &O : N.Operands)
    if (O.Kind == OperandKind::Array)
      Arrays.push_back(O.Name);
  if (is_contained(Arrays, Arg.Text))
    return Arg.Text;
  std::string Message = "unknown array '" + Arg.Text + "'";
  std::optional<std::string> Near = nearestWord(Arg.Text, Arrays);
  if (Near)
    Message += "; did you mean '" + *Near + "'?";
  return makeError(Arg.Where, Message, {"the arrays are " + quotedList(Arrays)},
                   Near);
}

static Error assumeNoAlias(Nest &N, const Clause &Call) {
  Expected<std::string> A = arrayArg(N, Call.Args[0]);
  if (!A)
    return A.takeError();
  Expected<std::string> B = arrayArg(N, Call.Args[1]);
  if (!B)
    return B.takeError();
  if (*A == *B)
    return makeError(Call.Args[1].Where,
                     "'" + *A + "' cannot be assumed not to overlap itself");
  N.Facts.NoAlias.push_back({*A, *B});
  return Error::success();
}

/// A constant, or an expression over the nest's operands that a guard checks.
static Error setNumThreads(Nest &N, const Clause &C,
                           const ScheduleContext &Context) {
  const ClauseArg &Arg = C.Args[0];
  Expected<ExprRef> E = parseExpr(Arg.Text, N);
  bool IsLiteral = integerLiteral(Arg.Text).has_value();
  bool IsOverScalars = false;
  if (!E) {
    consumeError(E.takeError());
  } else {
    IsOverScalars = !IsLiteral && (*E)->type().isInteger();
    walk(*E, [&](const Expr &Part) {
      auto *Var = dyn_cast<VarExpr>(&Part);
      const Operand *O = Var ? N.findOperand(Var->name()) : nullptr;
      IsOverScalars &= !isa<LoadExpr>(&Part) &&
                       (!Var || (O && O->Kind == OperandKind::Scalar));
    });
  }
  if (!IsOverScalars) {
    Expected<int64_t> Count =
        positiveArg(Arg, "the number of threads", INT32_MAX, Context);
    if (!Count)
      return Count.takeError();
    N.Facts.NumThreads = constant(Type::i32(), *Count);
    return Error::success();
  }
  ExprRef Value = cast(Type::i64(), *E);
  N.Guards.push_back(
      {"the number of threads is not positive or too large",
       binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, Value, i64(1)),
              binary(BinaryOp::Le, Value, i64(INT32_MAX))),
       "",
       {},
       {}});
  N.Facts.NumThreads = cast(Type::i32(), *E);
  return Error::success();
}

Expected<Nest> applyFacts(const Nest &N, const Directive &D,
                          const ScheduleContext &Context) {
  Nest Result = N;
  for (const Clause &C : D.Clauses) {
    if (C.Name == "fp")
      Result.Facts.FpStrict = true;
    else if (C.Name == "num_threads") {
      if (Error E = setNumThreads(Result, C, Context))
        return std::move(E);
    } else if (C.Name == "assume") {
      for (const ClauseArg &Arg : C.Args)
        if (Error E = assumeNoAlias(Result, *asCall(Arg)))
          return std::move(E);
    }
  }
  return Result;
}

} // namespace lacuna

//===- PrecomputeAhead.cpp - precompute over fused positions --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thesis 8.3: a thread of a GPU computes something of all its positions before
// it follows their rows, so that it waits for memory once. No sum changes its
// order.
//
//===----------------------------------------------------------------------===//

#include "PrecomputeAhead.h"
#include "lacuna/analysis/Accesses.h"
#include "lacuna/schedule/arguments/SourceMatcher.h"
#include "lacuna/schedule/commands/Messages.def"

using namespace llvm;

namespace lacuna {

/// Values that a thread may keep in registers.
static constexpr int64_t MaxAhead = 64;

static Error checkCount(const Nest &N, const ClauseArg &Arg, StringRef Var,
                        int64_t &Count) {
  std::optional<int64_t> Trips = mostTrips(N, Var);
  if (!Trips)
    return makeError(Arg.Where, msg::AheadNeedsConstantTrips(Var));
  if (*Trips > MaxAhead)
    return makeError(Arg.Where, msg::TooManyValuesAhead(Var, *Trips, MaxAhead));
  Count = std::max<int64_t>(*Trips, 1);
  return Error::success();
}

/// What the factors \p Written are in \p Value, null if that does not compute
/// them in any case.
static ExprRef findValue(const SourceMatcher &Matcher,
                         const SourceExpr &Written, const ExprRef &Value) {
  if (Matcher.matches(Written, Value))
    return Value;
  auto *Binary = dyn_cast<BinaryExpr>(Value.get());
  const bool IsChoice = Binary && (Binary->op() == BinaryOp::LogicalAnd ||
                                   Binary->op() == BinaryOp::LogicalOr);
  if (IsChoice || !isa<CastExpr, UnaryExpr, BinaryExpr>(Value.get()))
    return nullptr;
  for (const ExprRef &Part : Value->operands())
    if (ExprRef Found = findValue(Matcher, Written, Part))
      return Found;
  return nullptr;
}

/// Fails if \p Value may be another one by the time that the position's row is
/// known.
static Error checkUnchanging(const Nest &N, const ClauseArg &Arg,
                             const ExprRef &Value, StringRef Position) {
  std::string Problem;
  walk(Value, [&](const Expr &E) {
    if (!Problem.empty())
      return;
    if (auto *Load = dyn_cast<LoadExpr>(&E)) {
      const Operand *O = N.findOperand(Load->array());
      if (!O || O->Written)
        Problem = msg::SuffixAheadReadsWritten(Load->array());
    } else if (auto *Var = dyn_cast<VarExpr>(&E)) {
      const Operand *O = N.findOperand(Var->name());
      if (Var->name() != Position && (!O || O->Kind != OperandKind::Scalar))
        Problem = msg::SuffixAheadNotKnownBefore(Var->name());
    }
  });
  if (Problem.empty())
    return Error::success();
  return makeError(Arg.Where, "'" + Arg.Text + "' " + Problem);
}

Expected<Nest> precomputeAhead(const Nest &N, const Clause &C,
                               const ScheduleContext &Context,
                               const LoopArg &Over) {
  const std::string Var = Over.Var->Name;
  std::vector<StmtRef> Body = statementsOf(Over.Loop->body());
  auto *Track =
      Body.size() == 1 ? dyn_cast<TrackStmt>(Body.front().get()) : nullptr;
  if (!Track || Over.Loop->tags().Parallel)
    return makeError(C.Args[1].Where, msg::AheadNeedsInnermostLoop(Var));
  AheadTag Tag;
  if (Error E = checkCount(N, C.Args[1], Var, Tag.Count))
    return std::move(E);
  for (unsigned Arg : {2, 3}) {
    Expected<std::string> Name = newNameArg(N, C.Args[Arg]);
    if (!Name)
      return Name.takeError();
    (Arg == 2 ? Tag.Var : Tag.Array) = *Name;
  }
  Expected<SourceExpr> Written = parseSourceExpr(C.Args[0]);
  if (!Written)
    return Written.takeError();
  StringMap<ExprRef> Lets = letsIn(Track->each());
  for (bool AnyOfName : {false, true})
    for (const StmtRef &S : statementsOf(Track->each()))
      if (auto *Assign = dyn_cast<AssignStmt>(S.get()); Assign && !Tag.Value)
        Tag.Value = findValue(SourceMatcher(N, Context, AnyOfName), *Written,
                              substitute(Assign->value(), Lets));
  if (!Tag.Value)
    return makeError(C.Args[0].Where,
                     msg::NotComputedUnconditionally(C.Args[0].Text));
  if (Error E = checkUnchanging(N, C.Args[0], Tag.Value,
                                trackedFusion(N, Var)->Parents[1]))
    return std::move(E);
  LoopTags Tags = Over.Loop->tags();
  Tags.Ahead = std::move(Tag);
  Nest Result = N;
  Result.Body = replaceLoop(N.Body, Var,
                            std::make_shared<LoopStmt>(Var, Over.Loop->body(),
                                                       Tags, Over.Loop->tag()));
  return Result;
}

} // namespace lacuna

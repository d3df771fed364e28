//===- FactClauses.cpp - clauses that state something ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactClauses.h"
#include "TensorNames.h"
#include "lacuna/analysis/Accesses.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/analysis/copies/AccessedExtent.h"
#include "lacuna/analysis/copies/PrivateCopies.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/directive/Lexer.h"
#include "lacuna/directive/Messages.def"
#include "lacuna/schedule/Messages.def"
#include "lacuna/schedule/Schedule.h"
#include "lacuna/schedule/arguments/SourceMatcher.h"
#include "lacuna/schedule/commands/Command.h"

using namespace llvm;

namespace lacuna {

/// The array operand called \p Arg; the members of an array of records called
/// so.
static Expected<std::vector<std::string>> arraysArg(const Nest &N,
                                                    const ClauseArg &Arg) {
  std::vector<std::string> Arrays, Members;
  Expected<SourceExpr> Written = parseSourceExpr(Arg);
  if (!Written)
    return Written.takeError();
  for (const Operand &O : N.Operands) {
    if (O.Kind == OperandKind::Array)
      Arrays.push_back(O.Name);
    if (O.Records == Written->Text)
      Members.push_back(O.Name);
  }
  if (is_contained(Arrays, Written->Text))
    return std::vector<std::string>{Written->Text};
  if (!Members.empty())
    return Members;
  std::string Message = msg::UnknownArray(Arg.Text);
  std::optional<std::string> Near = nearestWord(Arg.Text, Arrays);
  if (Near)
    Message += msg::SuffixDidYouMean(*Near);
  return makeError(Arg.Where, Message, {msg::NoteArraysAre(quotedList(Arrays))},
                   Near);
}

/// The same for one array.
static Expected<std::string> arrayArg(const Nest &N, const ClauseArg &Arg) {
  Expected<std::vector<std::string>> Arrays = arraysArg(N, Arg);
  if (!Arrays)
    return Arrays.takeError();
  if (Arrays->size() == 1)
    return Arrays->front();
  return makeError(Arg.Where, msg::IsArrayOfRecords(Arg.Text),
                   {"these are " + quotedList(*Arrays)});
}

static Error assumeNoAlias(Nest &N, const Clause &Call) {
  Expected<std::vector<std::string>> A = arraysArg(N, Call.Args[0]);
  if (!A)
    return A.takeError();
  Expected<std::vector<std::string>> B = arraysArg(N, Call.Args[1]);
  if (!B)
    return B.takeError();
  // Rows may lie over each other.
  bool IsRows = A->size() == 1 && N.findOperand(A->front())->Row;
  if (*A == *B && !IsRows)
    return makeError(Call.Args[1].Where,
                     msg::NoaliasOfOneArray(Call.Args[1].Text));
  for (const std::string &First : *A)
    for (const std::string &Second : *B)
      N.Facts.NoAlias.push_back({First, Second});
  return Error::success();
}

static Error assumeExtent(Nest &N, const Clause &Call,
                          const ScheduleContext &Context) {
  Expected<std::vector<std::string>> Arrays = arraysArg(N, Call.Args[0]);
  if (!Arrays)
    return Arrays.takeError();
  Expected<ExprRef> Count = integerFact(N, Call.Args[1], Context);
  if (!Count)
    return Count.takeError();
  for (Operand &O : N.Operands)
    if (is_contained(*Arrays, O.Name) && O.RowsLie == RowMemory::Inside) {
      O.RowCount = cast(Type::i64(), *Count);
    } else if (is_contained(*Arrays, O.Name)) {
      O.Extent = cast(Type::i64(), *Count);
      // Of an array of arrays it is the number of arrays.
      for (const ExprRef &Length : O.Inner)
        O.Extent = binary(BinaryOp::Mul, O.Extent, Length);
    }
  return Error::success();
}

std::vector<std::string> &elementFact(Facts &F, Assumption Assumed) {
  if (Assumed == Assumption::Injective)
    return F.Injective;
  return Assumed == Assumption::Unique ? F.Unique : F.Sorted;
}

/// Whether loops visit \p Array in segments of one kind: by one variable, or by
/// several over the positions of one level.
static bool hasOneSegmentation(const Nest &N, StringRef Array) {
  const IndexVar *First = nullptr;
  for (const Access &A : accessesIn(N, N.Body)) {
    bool Varies = A.Name == Array && any_of(freeVars(A.Index), [&](auto &Name) {
                    return N.findIndexVar(Name.first());
                  });
    if (!Varies)
      continue;
    auto *At = dyn_cast<VarExpr>(withoutCasts(A.Index).get());
    const IndexVar *V = At ? N.findIndexVar(At->name()) : nullptr;
    if (!V)
      return false;
    if (!First)
      First = V;
    if (V == First)
      continue;
    std::optional<Segments> S = segmentsOf(N, *V), Of = segmentsOf(N, *First);
    if (!S || !Of || S->Pos != Of->Pos || S->Offset != Of->Offset)
      return false;
  }
  return true;
}

/// What the user vouches for about the elements of one array.
static Error assumeElements(Nest &N, const Clause &Call, Assumption Assumed) {
  const ClauseArg &Arg = Call.Args[0];
  Expected<std::string> Array = arrayArg(N, Arg);
  if (!Array)
    return Array.takeError();
  const Operand *O = N.findOperand(*Array);
  if (O->Row)
    return makeError(Arg.Where, msg::FactOfArrayOfRows(*Array, Call.Name));
  if (!O->Ty.isInteger())
    return makeError(
        Arg.Where, msg::FactNeedsIndices(*Array, O->Ty.spelling(), Call.Name));
  if (O->Written)
    return makeError(Arg.Where, msg::AssumedArrayIsWritten(*Array));
  if (Assumed != Assumption::Injective && !hasOneSegmentation(N, *Array))
    return makeError(Arg.Where, msg::SegmentsAreAmbiguous(*Array, Call.Name));
  std::vector<std::string> &Known = elementFact(N.Facts, Assumed);
  if (!is_contained(Known, *Array))
    Known.push_back(*Array);
  return Error::success();
}

/// That iterations of a loop of the user's touch nothing that others write.
static Error assumeIndependent(Nest &N, const ClauseArg &Arg) {
  Expected<LoopArg> L = loopArg(N, Arg);
  if (!L)
    return L.takeError();
  if (!is_contained(N.Facts.Independent, L->Var->Name))
    N.Facts.Independent.push_back(L->Var->Name);
  return Error::success();
}

/// That iterations may read what others store before or after they do.
static Error assumeAsynchronous(Nest &N, const ClauseArg &Arg) {
  Expected<std::vector<std::string>> Arrays = arraysArg(N, Arg);
  if (!Arrays)
    return Arrays.takeError();
  erase_if(*Arrays, [&](const std::string &Array) {
    return !N.findOperand(Array)->Written;
  });
  if (Arrays->empty())
    return makeError(Arg.Where, msg::AsynchronousArrayOnlyRead(Arg.Text));
  for (const std::string &Array : *Arrays) {
    const Type &Ty = N.findOperand(Array)->Ty;
    if (!Ty.isArithmetic() || Ty.bits() > 64)
      return makeError(Arg.Where,
                       msg::AsynchronousElementsInParts(Array, Ty.spelling()));
    if (!is_contained(N.Facts.Asynchronous, Array))
      N.Facts.Asynchronous.push_back(Array);
  }
  return Error::success();
}

/// A condition is checked in front of the nest.
static Error assumeCondition(Nest &N, const ClauseArg &Arg,
                             const ScheduleContext &Context) {
  Expected<ExprRef> Condition = conditionFact(N, Arg, Context);
  if (!Condition)
    return Condition.takeError();
  std::string Text = Arg.Text;
  std::replace(Text.begin(), Text.end(), '\n', ' ');
  N.Guards.push_back(
      {msg::AssumptionDoesNotHold(Text), *Condition, "", {}, {}});
  return Error::success();
}

static Error assume(Nest &N, const ClauseArg &Arg,
                    const ScheduleContext &Context) {
  std::optional<Clause> Call = asCall(Arg);
  std::optional<Assumption> Assumed =
      Call ? fromWord<Assumption>(Call->Name) : std::nullopt;
  if (!Assumed)
    return assumeCondition(N, Arg, Context);
  if (Assumed == Assumption::NoAlias)
    return assumeNoAlias(N, *Call);
  if (Assumed == Assumption::Extent)
    return assumeExtent(N, *Call, Context);
  if (Assumed == Assumption::Independent)
    return assumeIndependent(N, Call->Args[0]);
  if (Assumed == Assumption::Asynchronous)
    return assumeAsynchronous(N, Call->Args[0]);
  return assumeElements(N, *Call, *Assumed);
}

/// Arrays of which each thread has a copy.
static Error makePrivate(Nest &N, const Clause &C) {
  for (const ClauseArg &Arg : C.Args) {
    const Operand *O = N.findOperand(Arg.Text);
    if (O ? O->Kind != OperandKind::Array : N.isNameTaken(Arg.Text))
      return makeError(Arg.Where, msg::PrivateNeedsArray(Arg.Text));
    Expected<std::string> Array = arrayArg(N, Arg);
    if (!Array)
      return Array.takeError();
    std::string Name = "'" + *Array + "'";
    if (N.findOperand(*Array)->Row)
      return makeError(Arg.Where, msg::PrivateArrayOfRows(Name));
    if (!N.findOperand(*Array)->Written)
      return makeError(Arg.Where, msg::PrivateArrayNotWritten(Name));
    if (arraysInBounds(N).contains(*Array))
      return makeError(Arg.Where, msg::BoundsReadPrivateArray(Name));
    if (!is_contained(N.Facts.Private, *Array))
      N.Facts.Private.push_back(*Array);
  }
  return Error::success();
}

/// That copies can be made of what \p C names, under guards. An extent may be
/// stated behind it.
static Error checkCopies(Nest &N, const Clause &C) {
  for (const ClauseArg &Arg : C.Args) {
    Expected<std::string> Array = arrayArg(N, Arg);
    if (!Array)
      return Array.takeError();
    const Operand &O = *N.findOperand(*Array);
    std::vector<Guard> Conditions;
    const auto Sized = withAccessedExtent(N, O, Conditions);
    const auto Alike =
        O.Scratch || !Sized ? std::nullopt : storesAlike(N, *Sized);
    const bool IsLast = Alike && Alike->empty();
    // Else copies begin with all elements that there are.
    if (!O.Extent && !IsLast)
      return makeError(Arg.Where, msg::PrivateExtentUnknown(*Array),
                       {msg::NoteSayExtent(*Array)});
    if (std::string Why = whyNoWorkspace(N, *Sized, &Conditions); !Why.empty())
      return makeError(Arg.Where, Why);
    append_range(N.Guards, Conditions);
    if (IsLast)
      N.Facts.LastPrivate.push_back(*Array);
    setExtent(N, *Sized);
  }
  return Error::success();
}

/// Arrays whose rows bypass the caches.
static Error makeNonTemporal(Nest &N, const Clause &C) {
  for (const ClauseArg &Arg : C.Args) {
    Expected<std::string> Array = arrayArg(N, Arg);
    if (!Array)
      return Array.takeError();
    const Operand &O = *N.findOperand(*Array);
    if (!O.Written)
      return makeError(Arg.Where, msg::NontemporalArrayOnlyRead(*Array));
    if (!O.Records.empty())
      return makeError(Arg.Where, msg::NontemporalMemberOfRecords(*Array));
    if (!is_contained(N.Facts.NonTemporal, *Array))
      N.Facts.NonTemporal.push_back(*Array);
  }
  return Error::success();
}

/// A constant, or an expression over the nest's operands that a guard checks.
static Error setNumThreads(Nest &N, const Clause &C,
                           const ScheduleContext &Context) {
  const ClauseArg &Arg = C.Args[0];
  Expected<ExprRef> E = integerFact(N, Arg, Context);
  bool IsVariable = E && !constantValue(*E);
  if (!E)
    consumeError(E.takeError());
  if (!IsVariable) {
    Expected<int64_t> Count =
        positiveArg(Arg, "the number of threads", INT32_MAX, Context);
    if (!Count)
      return Count.takeError();
    N.Facts.NumThreads = constant(Type::i32(), *Count);
    return Error::success();
  }
  ExprRef Value = cast(Type::i64(), *E);
  N.Guards.push_back(
      {msg::ThreadCountOutOfRange(),
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
    else if (C.Name == "tensor") {
      Expected<TensorClause> T = parseTensorClause(C);
      if (!T)
        return T.takeError();
      if (Error E = nameTensor(Result, *T))
        return std::move(E);
    } else if (C.Name == "num_threads") {
      if (Error E = setNumThreads(Result, C, Context))
        return std::move(E);
    } else if (C.Name == "private") {
      if (Error E = makePrivate(Result, C))
        return std::move(E);
    } else if (C.Name == "nontemporal") {
      if (Error E = makeNonTemporal(Result, C))
        return std::move(E);
    } else if (C.Name == "assume") {
      for (const ClauseArg &Arg : C.Args)
        if (Error E = assume(Result, Arg, Context))
          return std::move(E);
    }
  }
  for (const Clause &C : D.Clauses)
    if (C.Name == "private")
      if (Error E = checkCopies(Result, C))
        return std::move(E);
  return Result;
}

} // namespace lacuna

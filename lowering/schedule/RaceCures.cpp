//===- RaceCures.cpp - clauses that end a race ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferedLegality.h"
#include "FactClauses.h"
#include "RaceJudge.h"
#include "WaveLegality.h"
#include "lacuna/analysis/ResultDependence.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/analysis/copies/PrivateCopies.h"
#include "lacuna/analysis/reductions/Selections.h"
#include "lacuna/schedule/Messages.def"
#include "lacuna/schedule/commands/Command.h"

using namespace llvm;

namespace lacuna {

/// The arrays of indices through which the loop's body finds elements of
/// \p Array.
static std::vector<std::string> indexArrays(const Nest &N, const LoopStmt &Loop,
                                            StringRef Array) {
  std::vector<std::string> Arrays;
  for (const Access &A : accessesIn(N, Loop.body()))
    if (A.Name == Array && A.Index)
      walk(A.Index, [&](const Expr &E) {
        auto *Load = dyn_cast<LoadExpr>(&E);
        if (Load && !is_contained(Arrays, Load->array()))
          Arrays.push_back(Load->array().str());
      });
  return Arrays;
}

/// Whether all that \p Loop accesses of \p Array is one element, as of `*p`,
/// which is asked before it is set: perhaps the best one so far.
static bool isBestSoFar(const Nest &N, const LoopStmt &Loop, StringRef Array) {
  ExprRef Only;
  const bool IsOne = all_of(accessesIn(N, Loop.body()), [&](const Access &A) {
    if (A.Name != Array)
      return true;
    if (!Only)
      Only = A.Index;
    return A.Index && constantValue(A.Index) &&
           structurallyEqual(A.Index, Only);
  });
  return IsOne && anyOf(Loop.body(), [&](const Stmt &S) {
           auto *If = dyn_cast<IfStmt>(&S);
           bool Asks = false;
           if (If)
             walk(If->cond(), [&](const Expr &E) {
               auto *Load = dyn_cast<LoadExpr>(&E);
               Asks |= Load && Load->array() == Array;
             });
           return Asks;
         });
}

/// Whether the first thing that \p S does with variable \p Name, if anything,
/// is to set it.
static std::optional<bool> setsFirst(const StmtRef &S, StringRef Name) {
  if (any_of(expressions(*S),
             [&](const ExprRef &E) { return usesVar(E, Name); }))
    return false;
  auto *Assign = dyn_cast<AssignStmt>(S.get());
  if (Assign && Assign->target().Name == Name)
    return Assign->op() == ReduceOp::None && !Assign->target().Index;
  for (const StmtRef &Part : children(*S))
    if (std::optional<bool> Sets = setsFirst(Part, Name))
      return Sets;
  return std::nullopt;
}

static std::string meaningOf(Assumption Assumed, const std::string &Array) {
  return Assumed == Assumption::Injective ? msg::MeaningInjective(Array)
         : Assumed == Assumption::Unique  ? msg::MeaningUnique(Array)
                                          : msg::MeaningSorted(Array);
}

/// What the user could vouch for so that the conflict is none.
std::optional<RaceJudge::Vouched> RaceJudge::helpfulAssumption() const {
  for (const std::string &Array : indexArrays(N, *P.Loop, X.Name)) {
    bool IsLevel = any_of(N.IndexVars, [&](const IndexVar &V) {
      return coordinateArray(N, V.Name) == Array;
    });
    // Of a level's coordinates as little as possible is to be promised.
    const Assumption Distinct =
        IsLevel ? Assumption::Unique : Assumption::Injective;
    const std::vector<Assumption> Candidates[] = {
        {Distinct},
        {Assumption::Injective},
        {Assumption::Sorted},
        {Assumption::Sorted, Distinct}};
    for (const std::vector<Assumption> &Candidate : Candidates) {
      Nest Known = N;
      for (Assumption Assumed : Candidate)
        elementFact(Known.Facts, Assumed).push_back(Array);
      std::vector<Guard> Conditions;
      if (any_of(conflicts(Known, P.Loop->var(), &Conditions),
                 [&](const Conflict &Left) { return Left.Name == X.Name; }))
        continue;
      std::string List, Meaning;
      for (Assumption Assumed : Candidate) {
        List += (List.empty() ? "" : ", ") +
                (wordFor(Assumed) + "(" + Array + ")").str();
        Meaning +=
            (Meaning.empty() ? "" : " and that ") + meaningOf(Assumed, Array);
      }
      return Vouched{"assume(" + List + ")", std::move(Meaning)};
    }
  }
  return std::nullopt;
}

/// What keeps threads from having copies of an array that they update.
void RaceJudge::noteWhyNoCopies(std::vector<RaceCure> &Cures) const {
  const Operand *Array = N.findOperand(X.Name);
  if (isExtentAllThatLacks())
    Cures.push_back(msg::ExtentLetsCopy(X.Name));
  else if (Array && Array->Row && P.tag().Unit == ParallelUnit::CpuThread &&
           X.K == Conflict::Kind::Reduction)
    Cures.push_back(msg::RowsHaveNoCopies(X.Name));
}

/// Whether chunks could keep apart what they store until it is known where each
/// begins.
bool RaceJudge::isBufferable() const {
  if (P.tag().Unit != ParallelUnit::CpuThread || Track)
    return false;
  return any_of(Found, isSum) &&
         all_of(Found,
                [&](const Conflict &C) {
                  return RaceJudge(N, P, C, Found).isKeptApart();
                }) &&
         whyNotBuffered(N, *P.Loop, Found).empty();
}

/// That `scan` would do, perhaps once threads have workspaces of their own.
void RaceJudge::noteScan(std::vector<RaceCure> &Cures) const {
  bool Helps = isScannable();
  std::vector<RaceCure> Copies;
  if (!Helps && !X.IsArray && P.tag().Unit == ParallelUnit::CpuThread &&
      !Track) {
    Nest Known = N;
    for (const Conflict &C : Found)
      if (isWorkspace(C))
        Known.Facts.Private.push_back(C.Name);
    Helps = ScanLegality(Known, *P.Loop, Found).whyNotCounted(X).empty();
    if (Helps)
      noteCopies(Found, Copies);
  }
  if (Helps)
    Cures.push_back(
        OtherStrategy{RaceStrategy::Scan, msg::EffectFindsBeginnings()});
  else if (isBufferable())
    Cures.push_back(
        OtherStrategy{RaceStrategy::BufferedScan, msg::EffectKeepsApart()});
  const Conflict *Along = Scan.areCursors(X) ? &X : Scan.runsAlong(X.Name);
  if (!Helps && Along && Along->IsArray) {
    const std::string Why = Scan.whyNotCounted(*Along);
    if (!N.findOperand(Along->Name)->Extent)
      Cures.push_back(msg::ExtentLetsScan(Along->Name));
    else if (!Why.empty())
      Cures.push_back(
          Note::whyNot(msg::ScanCannotFindBeginnings(P.var(), Why)));
  }
  append_range(Cures, Copies);
}

void RaceJudge::noteWavefront(std::vector<RaceCure> &Cures) const {
  // Where no data choose what is accessed each iteration needs the one before.
  if (P.tag().Unit == ParallelUnit::CpuThread && X.IsArray &&
      !indexArrays(N, *P.Loop, X.Name).empty() &&
      (N.Relations.empty() || !ResultDependence(N).steersNest()) &&
      whyNoWavefront(N, *P.Loop, Found).empty())
    Cures.push_back(
        OtherStrategy{RaceStrategy::Wavefront, msg::EffectRunsInOrder()});
}

/// Whether the array may be a workspace: nobody reads it behind the nest, in
/// which its elements are read, and found through other arrays alone, not by
/// the loop's variable.
bool RaceJudge::isWorkspace(const Conflict &X) const {
  const ParallelUnit Unit = P.tag().Unit;
  if (!X.IsArray || Track ||
      (Unit != ParallelUnit::CpuThread && Unit != ParallelUnit::GpuBlock))
    return false;
  const Operand *Array = N.findOperand(X.Name);
  if (!Array || !Array->Scratch || !whyNoWorkspace(N, *Array).empty() ||
      !whyNotCopiedIn(N, *P.Loop, X.Name).empty())
    return false;
  bool IsRead = false, IsFound = true;
  for (const Access &A : accessesIn(N, P.Loop->body())) {
    if (A.Name != X.Name)
      continue;
    ExprRef Index = A.Index;
    while (auto *Cast = dyn_cast_or_null<CastExpr>(Index.get()))
      Index = Cast->operand();
    IsRead |= !A.IsWrite;
    IsFound &= isa_and_nonnull<LoadExpr>(Index.get());
  }
  return IsRead && IsFound;
}

void RaceJudge::noteCopies(ArrayRef<Conflict> Of,
                           std::vector<RaceCure> &Cures) const {
  for (const Conflict &X : Of) {
    if (!isWorkspace(X))
      continue;
    const std::string Clause = "private(" + X.Name + ")";
    const std::string Gives = msg::EffectCopyOfWorkspace(
        isGpu(P.tag().Unit) ? "each block" : "each thread", X.Name);
    if (N.findOperand(X.Name)->Extent)
      Cures.push_back(
          Note("'" + Clause + "' gives " + Gives, clauseInFront(Clause)));
    else
      Cures.push_back(msg::ExtentGivesCopy(Clause, X.Name, Gives));
  }
}

/// Whether iterations may share no array at all, whatever the names suggest.
bool RaceJudge::areAllIndependent() const {
  return !countsInElements(*P.Loop) && all_of(Found, [&](const Conflict &C) {
    return !C.IsArray || mayBeIndependent(N, P.Loop->var(), C.Name);
  });
}

/// The user's name of variable \p Name.
static std::string nameOf(const Nest &N, StringRef Name) {
  const Operand *O = N.findOperand(Name);
  if (O && O->Kind == OperandKind::LiveOut)
    Name.consume_back("_out");
  return Name.str();
}

/// Whether \p E is 0 or 1, as a condition tells.
static bool isOfCondition(const ExprRef &E) {
  auto *Cast = dyn_cast<CastExpr>(E.get());
  return E->type().isBool() || (Cast && isOfCondition(Cast->operand()));
}

/// The array to which is stored where the conflict, a variable that goes on or
/// not as a condition has it, says; empty if there is none.
std::string RaceJudge::countedPlace() const {
  std::string Array;
  if (X.IsArray)
    return Array;
  bool GoesOn = false;
  walk(P.Loop->body(), [&](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    if (!Assign)
      return true;
    const Place &To = Assign->target();
    GoesOn |= To.Name == X.Name && Assign->op() == ReduceOp::Add &&
              To.Ty.isInteger() && isOfCondition(Assign->value());
    if (To.Index && usesVar(To.Index, X.Name))
      Array = To.Name;
    return true;
  });
  return GoesOn ? Array : "";
}

/// How the variable, the least or greatest value, would have partial results.
std::string RaceJudge::otherExtreme() const {
  std::string Found;
  auto IsIt = [&](const ExprRef &E) {
    auto *Var = dyn_cast<VarExpr>(withoutCasts(E).get());
    return Var && Var->name() == X.Name;
  };
  walk(P.Loop->body(), [&](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    if (!Assign || X.IsArray || Assign->target().Name != X.Name)
      return true;
    const Expr &Value = *withoutCasts(Assign->value());
    auto *Call = dyn_cast<CallExpr>(&Value);
    auto *Binary = dyn_cast<BinaryExpr>(&Value);
    if (Call && any_of(Call->operands(), IsIt) &&
        (Call->callee().starts_with("fmin") ||
         Call->callee().starts_with("fmax")))
      Found = msg::ExtremeAmongNaNs(Call->callee(), X.Name,
                                    Call->callee().substr(1, 3));
    else if (Binary && IsIt(Binary->rhs()) &&
             (Binary->op() == BinaryOp::Min || Binary->op() == BinaryOp::Max))
      Found = msg::ExtremeOtherWayRound(
          X.Name, Binary->op() == BinaryOp::Min ? "min" : "max");
    return true;
  });
  return Found;
}

/// What keeps a scan from finding out how the variable advances: arrays that
/// are updated beside it, and nothing else.
std::string RaceJudge::updatedBeside() const {
  std::vector<Conflict> Others;
  std::vector<std::string> Updated;
  for (const Conflict &C : Found)
    if (C.IsArray && C.K == Conflict::Kind::Reduction)
      Updated.push_back(C.Name);
    else
      Others.push_back(C);
  return !X.IsArray && !Updated.empty() &&
                 all_of(Others,
                        [&](const auto &C) {
                          return RaceJudge(N, P, C, Others).isScannable();
                        })
             ? msg::ScanWithoutUpdates(quotedList(Updated))
             : "";
}

Error RaceJudge::carried() {
  std::vector<RaceCure> Cures;
  if (const std::string Array = countedPlace(); !Array.empty())
    Cures.push_back(msg::CountUnderCondition(X.Name, Array));
  else
    noteScan(Cures);
  if (X.IsArray && !isPlacedByCursors())
    noteCopies(X, Cures);
  const bool KeepsNoOrder = Cures.empty() && X.IsArray && P.isConcurrent() &&
                            !Track &&
                            P.tag().Races == RaceStrategy::IgnoreRaces &&
                            mayBeIndependent(N, P.var(), X.Name);
  if (Cures.empty())
    noteWavefront(Cures);
  if (KeepsNoOrder)
    Cures.push_back(Note(msg::AsynchronousSaysSo(X.Name)));
  if (Cures.empty())
    for (const Conflict &C : Found)
      if (const Operand *Array = C.IsArray ? N.findOperand(C.Name) : nullptr;
          Array && Array->Scratch && usesSameElements(N, P.Loop->var(), C.Name))
        Cures.push_back(msg::DeclareInBody(C.Name));
  if (Cures.empty() && X.IsArray && areAllIndependent())
    Cures.push_back(Note(msg::IndependentSaysSo(P.var())));
  else if (Cures.empty() && X.IsArray && isBestSoFar(N, *P.Loop, X.Name))
    Cures.push_back(Note(msg::VariableMayBeFound(X.Name)));
  else if (Cures.empty() && !X.IsArray &&
           setsFirst(P.Loop->body(), X.Name) == true)
    Cures.push_back(Note(msg::DeclareInBody(X.Name)));
  for (const std::string &Why : {conversion(), otherExtreme(), updatedBeside(),
                                 !X.IsArray && isConditionOnItself()
                                     ? msg::EvaluatedForSomeValues(X.Name)
                                     : std::string(),
                                 whyNotSelected(N, P.Loop->body(), X.Name)})
    if (!Why.empty())
      Cures.push_back(Note::whyNot(Why));
  if (Cures.empty())
    Cures.push_back(Note::whyNot(msg::NoRaceStrategyHelps()));
  return fail(msg::IterationsDependOnEachOther(P.var(), nameOf(N, X.Name)),
              std::move(Cures));
}

} // namespace lacuna

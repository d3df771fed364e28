//===- TrackedDependence.cpp - conflicts in fused position space ----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads that share out positions may share a row. What a row does when it
// begins and ends is done once; what it does for each position must be
// independent or a reduction, of which each thread has a part.
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/ConflictFinder.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/RowSegments.h"

using namespace llvm;

namespace lacuna {

const TrackStmt *trackedIn(const Nest &N, const LoopStmt &Loop) {
  const TrackStmt *Found = nullptr;
  if (trackedFusion(N, Loop.var()))
    walk(Loop.body(), [&](const Stmt &S) {
      if (auto *Track = dyn_cast<TrackStmt>(&S))
        Found = Found ? Found : Track;
      return !Found;
    });
  return Found;
}

namespace {

class TrackedTest {
public:
  TrackedTest(const Nest &N, const LoopStmt &Loop, const TrackStmt &Track)
      : N(N), Track(Track), Position(trackedFusion(N, Loop.var())->Parents[1]),
        Whole(N, Loop.body(), {Loop.var().str()}, fixedAround(N, Loop)),
        InRow(N, Track.each(), {Position}, fixedInRow(Loop)) {}

  /// Between positions of one row.
  std::vector<Conflict> lanes(std::vector<Guard> *Conditions) {
    return InRow.run(Conditions);
  }
  /// Between parts of all positions.
  std::vector<Conflict> chunks(std::vector<Guard> *Conditions);

private:
  using Accesses = ConflictFinder::Accesses;
  StringSet<> fixedInRow(const LoopStmt &Loop) const;
  void judgeGroup(const Accesses &Group, std::vector<Guard> *Conditions);
  void judgeRowLocals();
  void judgeRowConstants();
  const Accesses *inEach(StringRef Name) const;
  void add(const Access &A, Conflict::Kind K, ReduceOp Op);

  const Nest &N;
  const TrackStmt &Track;
  std::string Position;
  ConflictFinder Whole, InRow;
  std::vector<Conflict> Found;
};

} // namespace

StringSet<> TrackedTest::fixedInRow(const LoopStmt &Loop) const {
  StringSet<> Fixed = fixedAround(N, Loop);
  for (const IndexVar *Row = N.findIndexVar(Track.outer()); Row;) {
    Fixed.insert(Row->Name);
    std::optional<Segments> Above = segmentsOf(N, *Row);
    Row = Above ? Above->Row : nullptr;
  }
  return Fixed;
}

const TrackedTest::Accesses *TrackedTest::inEach(StringRef Name) const {
  auto It = InRow.groups().find(Name);
  return It == InRow.groups().end() ? nullptr : &It->second;
}

/// The operator of \p Group if it does nothing but update by that, else None.
static ReduceOp updatesBy(const ConflictFinder::Accesses &Group) {
  for (const Access &A : Group)
    if (!A.IsWrite || A.Op != Group.front().Op)
      return ReduceOp::None;
  return Group.front().Op;
}

void TrackedTest::add(const Access &A, Conflict::Kind K, ReduceOp Op) {
  Conflict C;
  C.K = K;
  C.Name = A.Name;
  C.Op = Op;
  C.Tag = A.Tag;
  C.Ty = A.Ty;
  C.IsArray = A.Index != nullptr;
  C.PerRow = true;
  Found.push_back(std::move(C));
}

void TrackedTest::judgeGroup(const Accesses &Group,
                             std::vector<Guard> *Conditions) {
  std::optional<Conflict> C = Whole.judge(Group, Conditions);
  if (!C)
    return;
  std::string Row = Track.outer().str();
  const Accesses *Each = inEach(C->Name);
  if (!Each && Whole.isStoredOnce(Group, {Row}))
    return;
  bool InBounds = arraysInBounds(N).contains(C->Name);
  if (InBounds || !Whole.isSeparated(Group, {Row}, Conditions)) {
    Found.push_back(std::move(*C));
    return;
  }
  // The place belongs to a row.
  if (!Each)
    return;
  ReduceOp Op = updatesBy(*Each);
  add(Each->front(),
      Op == ReduceOp::None ? Conflict::Kind::Carried
                           : Conflict::Kind::Reduction,
      Op);
}

/// Variables that a row declares when it begins.
void TrackedTest::judgeRowLocals() {
  StringSet<> Assigned;
  walk(Track.enter(), [&](const Stmt &S) {
    if (auto *Assign = dyn_cast<AssignStmt>(&S))
      Assigned.insert(Assign->target().Name);
    return true;
  });
  for (const StmtRef &S : statementsOf(Track.enter())) {
    StringRef Name;
    if (auto *Var = dyn_cast<VarStmt>(S.get()))
      Name = Var->name();
    else if (auto *Array = dyn_cast<LocalArrayStmt>(S.get()))
      Name = Array->name();
    const Accesses *Each = inEach(Name);
    if (!Each)
      continue;
    bool IsVariable = isa<VarStmt>(S.get());
    bool Writes = any_of(*Each, [](const Access &A) { return A.IsWrite; });
    // A part of a row can set it again.
    if (IsVariable && !Writes && !Assigned.contains(Name))
      continue;
    ReduceOp Op = IsVariable ? updatesBy(*Each) : ReduceOp::None;
    add(Each->front(),
        Op == ReduceOp::None ? Conflict::Kind::Carried
                             : Conflict::Kind::Reduction,
        Op);
  }
}

/// Names that \p S reads.
static void addReads(const Stmt &S, StringSet<> &Names) {
  for (const ExprRef &E : expressions(S))
    for (const auto &Name : freeVars(E))
      Names.insert(Name.first());
}

/// What a row computes when it begins is computed again for each of its parts,
/// before or after the row's other statements run.
void TrackedTest::judgeRowConstants() {
  StringSet<> Written, Used;
  for (const StmtRef &Part : {Track.enter(), Track.each(), Track.leave()})
    walk(Part, [&](const Stmt &S) {
      if (auto *Assign = dyn_cast<AssignStmt>(&S))
        Written.insert(Assign->target().Name);
      return true;
    });
  walk(Track.each(), [&](const Stmt &S) {
    addReads(S, Used);
    return true;
  });
  std::vector<StmtRef> Enter = statementsOf(Track.enter());
  for (const StmtRef &S : reverse(Enter)) {
    ExprRef Init;
    StringRef Name;
    if (auto *Let = dyn_cast<LetStmt>(S.get())) {
      Name = Let->name();
      Init = Let->init();
    } else if (auto *Var = dyn_cast<VarStmt>(S.get())) {
      Name = Var->name();
      Init = Var->init();
    }
    if (!Init || !Used.contains(Name))
      continue;
    addReads(*S, Used);
    std::string Read = readOf(Init, Written);
    if (!Read.empty())
      add({Read, nullptr, false, ReduceOp::None, Init->type(), S->tag(), {}},
          Conflict::Kind::Carried, ReduceOp::None);
  }
}

std::vector<Conflict> TrackedTest::chunks(std::vector<Guard> *Conditions) {
  for (const auto &[Name, Group] : Whole.groups())
    judgeGroup(Group, Conditions);
  judgeRowLocals();
  judgeRowConstants();
  return std::move(Found);
}

//===-- places that parts of a row can be joined in -----------------------===//

namespace {

/// The subscripts of the assignments to one array in the body of a row.
struct RowSubscripts {
  std::vector<ExprRef> Written; ///< as they stand
  std::vector<ExprRef> Indices; ///< with the body's lets replaced
  StringSet<> Loops;            ///< underived variables that the body runs over
  StringSet<> Locals;           ///< mutable variables of the body
  StringMap<ExprRef> Lets;      ///< of the body
};

} // namespace

static RowSubscripts rowSubscripts(const Nest &N, const TrackStmt &Track,
                                   StringRef Array) {
  RowSubscripts Result;
  Result.Lets = letsIn(Track.each());
  walk(Track.each(), [&](const Stmt &S) {
    if (auto *Var = dyn_cast<VarStmt>(&S))
      Result.Locals.insert(Var->name());
    else if (auto *Loop = dyn_cast<LoopStmt>(&S))
      for (const std::string &From : N.ancestors(Loop->var()))
        Result.Loops.insert(From);
    auto *Assign = dyn_cast<AssignStmt>(&S);
    if (Assign && Assign->target().Name == Array) {
      Result.Written.push_back(Assign->target().Index);
      Result.Indices.push_back(substitute(Assign->target().Index, Result.Lets));
    }
    return true;
  });
  return Result;
}

/// Whether a range is known in front of the nest without reading memory.
static bool hasScalarRange(const Nest &N, const IndexVar &V) {
  bool Scalar = true;
  for (const ExprRef &Bound : {V.Lo, V.Hi})
    walk(Bound, [&](const Expr &E) {
      auto *Var = dyn_cast<VarExpr>(&E);
      Scalar &= !isa<LoadExpr>(&E) && (!Var || N.findOperand(Var->name()));
    });
  return Scalar;
}

bool isJoinableInRow(const Nest &N, const TrackStmt &Track, StringRef Position,
                     const Conflict &X) {
  if (!X.IsArray)
    return true;
  RowSubscripts S = rowSubscripts(N, Track, X.Name);
  std::string Inner;
  bool NamesLets = false;
  for (const ExprRef &Index : S.Written) {
    if (!structurallyEqual(Index, S.Written.front()))
      return false;
    for (const auto &Name : freeVars(Index))
      NamesLets |= S.Lets.count(Name.first()) != 0;
  }
  for (const ExprRef &Index : S.Indices) {
    for (const auto &Name : freeVars(Index)) {
      if (Name.first() == Position || S.Locals.contains(Name.first()))
        return false;
      if (!S.Loops.contains(Name.first()))
        continue;
      if (!Inner.empty() && Inner != Name.first())
        return false;
      Inner = Name.first().str();
    }
  }
  if (Inner.empty())
    return !NamesLets;
  // A part for each element: they start at the operator's identity.
  bool HasIdentity =
      !(X.Ty.isFloat() && (X.Op == ReduceOp::Min || X.Op == ReduceOp::Max));
  return HasIdentity && hasScalarRange(N, *N.findIndexVar(Inner));
}

bool variesInRow(const Nest &N, const TrackStmt &Track, StringRef Position,
                 StringRef Array) {
  RowSubscripts S = rowSubscripts(N, Track, Array);
  auto Varies = [&](StringRef Name) {
    if (Name == Position)
      return true;
    const IndexVar *V = S.Loops.contains(Name) ? N.findIndexVar(Name) : nullptr;
    return V && (usesVar(V->Lo, Position) || usesVar(V->Hi, Position));
  };
  return all_of(S.Indices, [&](const ExprRef &Index) {
    return any_of(freeVars(Index),
                  [&](const auto &Name) { return Varies(Name.first()); });
  });
}

bool hasAtomicForm(ReduceOp Op, const Type &Ty, bool InKernel) {
  // Wider ones are calls of a library that programs need not be linked to.
  if (Ty.bits() > 64)
    return false;
  switch (Op) {
  case ReduceOp::Add:
  case ReduceOp::Mul:
    return Ty.isArithmetic() && !Ty.isBool();
  case ReduceOp::And:
  case ReduceOp::Or:
  case ReduceOp::Xor:
    return Ty.isArithmetic() && (InKernel || !Ty.isBool());
  case ReduceOp::Min:
  case ReduceOp::Max:
    return InKernel && Ty.isArithmetic() && !Ty.isBool();
  case ReduceOp::LAnd:
  case ReduceOp::LOr:
    return InKernel && Ty.isBool();
  case ReduceOp::None:
    return false;
  }
  return false;
}

bool gathersParts(const Nest &N, const Stmt &S) {
  const ParallelTag *Tag = gpuTag(S);
  return Tag && trackedFusion(N, llvm::cast<LoopStmt>(S).var()) &&
         (Tag->Races == RaceStrategy::Temporary ||
          Tag->Races == RaceStrategy::ParallelReduction);
}

bool gathersParts(const Nest &N) {
  return anyOf(N.Body, [&](const Stmt &S) { return gathersParts(N, S); });
}

/// The element that \p Leave sets to, or updates with, the variable \p Of and
/// uses nowhere else.
static std::optional<Place> givenTo(ArrayRef<StmtRef> Leave, ReduceOp Op,
                                    const Place &Of) {
  const AssignStmt *Gives = nullptr;
  for (const StmtRef &S : Leave) {
    bool IsUsed = assigns(S, Of.Name);
    walk(S, [&](const Stmt &Part) {
      for (const ExprRef &E : expressions(Part))
        IsUsed |= usesVar(E, Of.Name);
      return true;
    });
    if (!IsUsed)
      continue;
    auto *Assign = dyn_cast<AssignStmt>(S.get());
    auto *Value = Assign ? dyn_cast<VarExpr>(Assign->value().get()) : nullptr;
    bool Fits = Value && Value->name() == Of.Name && Assign->target().Index &&
                Assign->target().Ty == Of.Ty &&
                (Assign->op() == ReduceOp::None || Assign->op() == Op) &&
                !usesVar(Assign->target().Index, Of.Name);
    if (Gives || !Fits)
      return std::nullopt;
    Gives = Assign;
  }
  return Gives ? std::optional(Gives->target()) : std::nullopt;
}

std::optional<Place> placeOfRow(ArrayRef<StmtRef> Enter,
                                ArrayRef<StmtRef> Leave, ReduceOp Op,
                                const Place &Of) {
  bool IsOwn = any_of(Enter, [&](const StmtRef &S) {
    auto *Var = dyn_cast<VarStmt>(S.get());
    auto *Array = dyn_cast<LocalArrayStmt>(S.get());
    return (Var && Var->name() == Of.Name) ||
           (Array && Array->name() == Of.Name);
  });
  std::optional<Place> To = IsOwn ? givenTo(Leave, Op, Of) : Of;
  if (!To || !To->Index)
    return std::nullopt;
  unsigned Uses = 0;
  for (const StmtRef &S : Leave) {
    Uses += accesses(S, To->Name);
    // The element must be known in front of the row's positions.
    if (isa<LetStmt, VarStmt>(S.get()) && IsOwn)
      return std::nullopt;
  }
  return Uses == (IsOwn ? 1 : 0) ? To : std::nullopt;
}

std::vector<Conflict> trackedConflicts(const Nest &N, const LoopStmt &Loop,
                                       const TrackStmt &Track,
                                       std::vector<Guard> *Conditions) {
  TrackedTest Test(N, Loop, Track);
  const std::optional<ParallelTag> &Tag = Loop.tags().Parallel;
  if (Tag && Tag->Unit == ParallelUnit::CpuVector)
    return Test.lanes(Conditions);
  return Test.chunks(Conditions);
}

} // namespace lacuna

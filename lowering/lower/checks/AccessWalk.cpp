//===- AccessWalk.cpp - which elements a run accesses ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessWalk.h"
#include "AccessNotes.h"
#include "KnownReads.h"
#include "NotesAtEnds.h"
#include "lacuna/analysis/elements/ProgramSlice.h"
#include "lacuna/ir/MadeNames.h"
#include <limits>

using namespace lacuna;

using Statements = std::vector<StmtRef>;

namespace {

/// Puts notes of subscripts in front of statements, in place of stores.
class Noter {
public:
  Noter(const Nest &N, const ResultDependence &Results,
        const llvm::StringMap<ArrayRange> &Ranges)
      : N(N), Results(Results), Notes(N, Ranges) {}

  /// The notes of \p S, and what they depend on.
  StmtRef rewrite(const StmtRef &S);
  /// Whether the walk reads what the nest might not.
  bool hasFailed() const { return HasFailed; }

private:
  void noteLoads(const ExprRef &E, Statements &Out);
  void noteIf(const ExprRef &Cond, const ExprRef &Then, const ExprRef &Else,
              Statements &Out);
  void append(const Stmt &S, const StmtRef &Ref, Statements &Out);
  void appendIf(const IfStmt &If, Statements &Out);
  void appendLoop(const LoopStmt &Loop, Statements &Out);
  void appendWhile(const WhileStmt &While, Statements &Out);
  void noteLevels(const Merge &Merged, Statements &Out);
  /// Whether \p P is read on the way to here, and noted then.
  bool isRead(const Place &P) const {
    return Read.canEvaluate(load(P.Ty, P.Name, P.Index));
  }
  void noteEither(const StmtRef &S, Statements &Out);
  void noteEither(const ExprRef &E, Statements &Out);
  void noteEitherAt(llvm::StringRef Array, const ExprRef &Index,
                    Statements &Out);

  const Nest &N;
  const ResultDependence &Results;
  const AccessNotes Notes;
  KnownReads Read; ///< on the way to here
  /// Constants of statements that run or do not.
  llvm::StringMap<ExprRef> EitherLets;
  bool HasFailed = false;
};

} // namespace

/// What is evaluated under a condition is noted under it.
void Noter::noteIf(const ExprRef &Cond, const ExprRef &Then,
                   const ExprRef &Else, Statements &Out) {
  noteLoads(Cond, Out);
  if (Results.depends(Cond)) {
    noteEither(Then, Out);
    return noteEither(Else, Out);
  }
  Statements Yes, No;
  const KnownReads Before = Read;
  noteLoads(Then, Yes);
  Read = Before;
  noteLoads(Else, No);
  Read = Before;
  if (!Yes.empty() || !No.empty())
    Out.push_back(std::make_shared<IfStmt>(Cond, block(std::move(Yes)),
                                           block(std::move(No))));
}

void Noter::noteLoads(const ExprRef &E, Statements &Out) {
  if (!E)
    return;
  if (auto *Select = llvm::dyn_cast<SelectExpr>(E.get()))
    return noteIf(Select->cond(), Select->thenArm(), Select->elseArm(), Out);
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  if (Binary && Binary->op() == BinaryOp::LogicalAnd)
    return noteIf(Binary->lhs(), Binary->rhs(), nullptr, Out);
  if (Binary && Binary->op() == BinaryOp::LogicalOr)
    return noteIf(Binary->lhs(), nullptr, Binary->rhs(), Out);
  for (const ExprRef &Part : E->operands())
    noteLoads(Part, Out);
  if (auto *Load = llvm::dyn_cast<LoadExpr>(E.get());
      Load && !Read.canEvaluate(E)) {
    Notes.access(Load->array(), Load->index(), Out);
    Read.add(E);
  }
  if (auto *Address = llvm::dyn_cast<AddressExpr>(E.get()))
    Notes.pointer(Address->array(), Address->index(), Out);
}

void Noter::noteEitherAt(llvm::StringRef Array, const ExprRef &Index,
                         Statements &Out) {
  ExprRef At = substitute(Index, EitherLets);
  if (!Results.depends(At) && Read.canEvaluate(At))
    Notes.access(Array, At, Out);
  else
    HasFailed = true;
}

/// What \p E reads if it is evaluated, which a result decides.
void Noter::noteEither(const ExprRef &E, Statements &Out) {
  if (!E)
    return;
  for (const ExprRef &Part : E->operands())
    noteEither(Part, Out);
  if (auto *Load = llvm::dyn_cast<LoadExpr>(E.get()))
    noteEitherAt(Load->array(), Load->index(), Out);
  HasFailed |= llvm::isa<AddressExpr>(E.get());
}

/// The same of what \p S does if it runs.
void Noter::noteEither(const StmtRef &S, Statements &Out) {
  if (!S)
    return;
  for (const StmtRef &Part : statementsOf(S)) {
    for (const ExprRef &E : expressions(*Part))
      noteEither(E, Out);
    if (auto *Let = llvm::dyn_cast<LetStmt>(Part.get()))
      EitherLets[Let->name()] = substitute(Let->init(), EitherLets);
    else if (auto *Assign = llvm::dyn_cast<AssignStmt>(Part.get())) {
      if (Assign->target().Index)
        noteEitherAt(Assign->target().Name, Assign->target().Index, Out);
    } else if (llvm::isa<BlockStmt, IfStmt>(Part.get())) {
      for (const StmtRef &Inner : children(*Part))
        noteEither(Inner, Out);
    } else {
      HasFailed = true;
    }
  }
}

/// A merge reads coordinates of each level, up to all that it has.
void Noter::noteLevels(const Merge &Merged, Statements &Out) {
  for (const MergeOperand &Level : Merged.Operands) {
    const IndexVar &Position = *N.findIndexVar(Level.Var);
    const std::string Array = coordinateArray(N, Position.Name);
    if (Array.empty() || Position.isDerived())
      continue;
    noteLoads(Position.Lo, Out);
    noteLoads(Position.Hi, Out);
    Statements Ends;
    Notes.element(Array, Position.Lo, Ends);
    Notes.element(Array,
                  binary(BinaryOp::Sub, Position.Hi, constant(Position.Ty, 1)),
                  Ends);
    if (!Ends.empty())
      Out.push_back(std::make_shared<IfStmt>(
          binary(BinaryOp::Lt, Position.Lo, Position.Hi),
          block(std::move(Ends))));
  }
}

/// The condition is evaluated in front of each iteration and behind the last.
void Noter::appendWhile(const WhileStmt &While, Statements &Out) {
  noteLoads(While.cond(), Out);
  Read.forget(changedIn(While.body()));
  Statements Body = statementsOf(rewrite(While.body()));
  noteLoads(While.cond(), Body);
  Out.push_back(
      std::make_shared<WhileStmt>(While.cond(), block(std::move(Body))));
}

void Noter::appendLoop(const LoopStmt &Loop, Statements &Out) {
  const IndexVar &Var = *N.findIndexVar(Loop.var());
  noteLoads(Var.Lo, Out);
  noteLoads(Var.Hi, Out);
  if (Loop.merge())
    noteLevels(*Loop.merge(), Out);
  Read.forget(changedIn(Loop.body()));
  Out.push_back(std::make_shared<LoopStmt>(
      Loop.var().str(), rewrite(Loop.body()), LoopTags(), 0, Loop.merge()));
}

void Noter::appendIf(const IfStmt &If, Statements &Out) {
  noteLoads(If.cond(), Out);
  if (Results.depends(If.cond())) {
    noteEither(If.thenBody(), Out);
    return noteEither(If.elseBody(), Out);
  }
  Out.push_back(std::make_shared<IfStmt>(If.cond(), rewrite(If.thenBody()),
                                         If.elseBody() ? rewrite(If.elseBody())
                                                       : nullptr));
}

void Noter::append(const Stmt &S, const StmtRef &Ref, Statements &Out) {
  switch (S.kind()) {
  case Stmt::Kind::If:
    return appendIf(llvm::cast<IfStmt>(S), Out);
  case Stmt::Kind::Loop:
    return appendLoop(llvm::cast<LoopStmt>(S), Out);
  case Stmt::Kind::While:
    return appendWhile(llvm::cast<WhileStmt>(S), Out);
  case Stmt::Kind::Assign: {
    auto &Assign = llvm::cast<AssignStmt>(S);
    noteLoads(Assign.value(), Out);
    noteLoads(Assign.target().Index, Out);
    if (Assign.target().Index && !isRead(Assign.target()))
      Notes.access(Assign.target().Name, Assign.target().Index, Out);
    if (!Assign.target().Index || !N.findOperand(Assign.target().Name)) {
      llvm::StringSet<> Changed;
      Changed.insert(Assign.target().Name);
      Read.forget(Changed);
    }
    if (!N.findOperand(Assign.target().Name))
      Out.push_back(Ref);
    return;
  }
  default:
    for (const ExprRef &E : expressions(S))
      noteLoads(E, Out);
    Out.push_back(Ref);
  }
}

StmtRef Noter::rewrite(const StmtRef &S) {
  Statements Out;
  const KnownReads Before = Read;
  for (const StmtRef &Part : statementsOf(S)) {
    if (llvm::isa<BlockStmt>(Part.get()))
      Out.push_back(rewrite(Part));
    else
      append(*Part, Part, Out);
  }
  Read.keep(Before);
  return block(std::move(Out));
}

/// Whether the walk goes exactly where the nest goes.
static bool isExact(const Nest &N, const ResultDependence &Results) {
  bool Exact = true;
  walk(N.Body, [&](const Stmt &S) {
    auto *Loop = llvm::dyn_cast<LoopStmt>(&S);
    Exact &= !Results.decides(S) && !(Loop && Loop->merge()) &&
             !llvm::isa<WhileStmt>(&S);
    // A choice inside an expression is one that decides, too.
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        Exact &=
            !isConditional(Part) || !Results.depends(Part.operands().front());
      });
    return true;
  });
  return Exact;
}

AccessWalk::AccessWalk(const Nest &AsWritten, WalkKind Kind)
    : N(AsWritten), Results(N) {
  IsPossible = !Results.steersNest() &&
               (Kind == WalkKind::Generous || isExact(N, Results));
  walk(N.Body, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    IsPossible &= !llvm::isa<TrackStmt>(&S) &&
                  !(llvm::isa<WhileStmt>(&S) && Results.decides(S)) &&
                  !(Assign && Results.depends(Assign->target().Index));
    return true;
  });
  if (!IsPossible || Kind == WalkKind::Exact)
    return;
  const llvm::StringMap<ArrayRange> None;
  Noter Trial(N, Results, None);
  Trial.rewrite(N.Body);
  IsPossible = !Trial.hasFailed();
}

/// What notes \p Ranges, which are in the variables \p Wanted.
static StmtRef notesOf(const Nest &N, const ResultDependence &Results,
                       const llvm::StringMap<ArrayRange> &Ranges,
                       const llvm::StringSet<> &Wanted) {
  const StmtRef All = Noter(N, Results, Ranges).rewrite(N.Body);
  return notesAtEnds(N, AccessNotes(N, Ranges), sliceOf(All, Wanted, {}));
}

/// Of \p Arrays, for each the first one that is accessed where it is, under the
/// same conditions: they have one range.
static llvm::StringMap<std::string>
accessedAlike(llvm::ArrayRef<std::string> Arrays, const Nest &N,
              const ResultDependence &Results, MadeNames &Names) {
  const std::string Lo = Names.fresh("least"), Hi = Names.fresh("most");
  llvm::StringMap<std::string> First;
  std::vector<std::pair<StmtRef, std::string>> Known;
  for (const std::string &Array : Arrays) {
    llvm::StringMap<ArrayRange> Alone;
    Alone[Array] = {Array, var(Type::i64(), Lo), var(Type::i64(), Hi)};
    llvm::StringSet<> Wanted;
    Wanted.insert(Lo);
    Wanted.insert(Hi);
    const StmtRef Notes = notesOf(N, Results, Alone, Wanted);
    auto Same = llvm::find_if(Known, [&](const auto &Other) {
      return structurallyEqual(Other.first, Notes);
    });
    First[Array] = Same == Known.end() ? Array : Same->second;
    if (First[Array] == Array)
      Known.emplace_back(Notes, Array);
  }
  return First;
}

std::pair<Nest, std::vector<ArrayRange>>
AccessWalk::scan(llvm::ArrayRef<std::string> Arrays) const {
  constexpr int64_t Most = std::numeric_limits<int64_t>::max();
  MadeNames Names(N);
  const llvm::StringMap<std::string> First =
      accessedAlike(Arrays, N, Results, Names);
  Statements Body;
  llvm::StringSet<> Wanted;
  llvm::StringMap<ArrayRange> ByName;
  std::vector<ArrayRange> Ranges;
  for (const std::string &Array : Arrays) {
    if (const std::string Like = First.lookup(Array); Like != Array) {
      const ArrayRange &Same = ByName[Like];
      Ranges.push_back({Array, Same.Lo, Same.Hi});
      continue;
    }
    std::string Lo = Names.get(Array + "_least"),
                Hi = Names.get(Array + "_most");
    Body.push_back(std::make_shared<VarStmt>(Lo, Type::i64(), i64(Most)));
    Body.push_back(std::make_shared<VarStmt>(Hi, Type::i64(), i64(-Most)));
    Ranges.push_back({Array, var(Type::i64(), Lo), var(Type::i64(), Hi)});
    ByName[Array] = Ranges.back();
    Wanted.insert(Lo);
    Wanted.insert(Hi);
  }
  Body.push_back(notesOf(N, Results, ByName, Wanted));
  return {withBodyAlone(N, block(std::move(Body))), std::move(Ranges)};
}

std::pair<Nest, std::vector<ArrayRange>>
AccessWalk::scanLevels(const Operand &Array) const {
  std::vector<std::string> Levels;
  for (size_t Level = 1; Level <= Array.Inner.size(); ++Level)
    Levels.push_back(AccessNotes::levelOf(Array.Name, Level));
  return scan(Levels);
}

//===- Loops.cpp - loops over index variables to for loops ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/copies/CursorUses.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/analysis/loops/OutermostLoop.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/cleanup/UnusedLets.h"
#include "lacuna/lower/loops/Lowering.h"
#include "lacuna/lower/loops/Messages.def"
#include "lacuna/lower/parallel/GpuLoops.h"
#include "lacuna/lower/parallel/ParallelLoops.h"
#include "lacuna/lower/parallel/Wavefront.h"
#include "lacuna/schedule/CursorSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace lacuna;

/// More copies of a body than this are left to the compiler.
static constexpr int64_t MaxCopies = 64;

void Lowering::lowerLoop(const LoopStmt &Loop, LoopScope &Scope,
                         Statements &Out) {
  const IndexVar &Var = *N.findIndexVar(Loop.var());
  if (lowerCoordinates(Loop, Scope, Out) || lowerTracked(Loop, Scope, Out))
    return;
  if (Var.isDerived() && !declareRange(Var.Name, Scope, Out))
    return;
  if (Loop.merge())
    return lowerMerge(Loop, Scope, Out);
  if (cloneBlock(Loop, Scope, Out))
    return;
  if (Var.isDerived())
    lowerRange(Loop, Scope, Out);
  else
    lowerUnderived(Loop, Scope, Out);
}

/// Appends what a loop over the derived variable \p Var needs to have computed.
bool Lowering::declareRange(const std::string &Var, LoopScope &Scope,
                            Statements &Out) {
  if (!Ranges.canDeclare(Var, Scope)) {
    fail(msg::FusedFromPartOfTile(Var));
    return false;
  }
  const Relation *Made = N.producer(Var);
  if (Made->rules().HasBorders && Made->Children[0] == Var)
    declareBorders(*Made, Scope, Out);
  Ranges.declare(Var, Scope, Out);
  return true;
}

/// A loop of the user's that no command touched: the same range, in the same
/// type.
void Lowering::lowerUnderived(const LoopStmt &Loop, const LoopScope &Scope,
                              Statements &Out) {
  const IndexVar &Var = *N.findIndexVar(Loop.var());
  LoopScope Inner = Scope;
  Statements Body = lowerBody(Loop, Inner);
  recoverInto(Body, Scope, Inner);
  emitLoop(Loop, Var.Name, Var.Lo, Var.Hi, block(std::move(Body)), Out);
}

static llvm::StringSet<> usesOf(llvm::ArrayRef<StmtRef> Body) {
  llvm::StringSet<> Used;
  for (const StmtRef &S : Body)
    addUses(S, Used);
  return Used;
}

/// Whether the sum of two numbers of type \p Ty cannot wrap in C++.
static bool cannotWrap(const Type &Ty) {
  return Ty.isSigned() && Ty.bits() >= 32;
}

/// \p First + \p Offset, which is a value of the type of \p First.
static ExprRef after(const ExprRef &First, const ExprRef &Offset) {
  const Type &Ty = First->type();
  if (!cannotWrap(Ty))
    return cast(Ty, binary(BinaryOp::Add, cast(Type::i64(), First), Offset));
  std::optional<int64_t> Constant = constantValue(Offset);
  // A block larger than the type's range never runs.
  bool Fits = Constant && llvm::isIntN(Ty.bits(), *Constant);
  return binary(BinaryOp::Add, First,
                Fits ? constant(Ty, *Constant) : cast(Ty, Offset));
}

void Lowering::lowerRange(const LoopStmt &Loop, const LoopScope &Scope,
                          Statements &Out) {
  ExprRef Length = Ranges.length(Loop.var(), Scope);
  LoopScope Inner = Scope;
  Statements Body = lowerBody(Loop, Inner);
  const IndexVar *User = Ranges.userVarInStep(Loop.var(), usesOf(Body), Inner);
  if (User)
    Inner.Loops.insert(User->Name);
  recoverInto(Body, Scope, Inner);
  if (User)
    return emitInStep(Loop, *User, Length, std::move(Body), Scope, Out);
  emitLoop(Loop, Loop.var().str(), i64(0), Length, block(std::move(Body)), Out);
}

/// The loop as one over the values of \p User, which moves in step with the
/// derived variable: the compiler keeps what neighbouring rows share, `pos[i +
/// 1]` above all, only where the subscript is the loop's own variable in the
/// user's type. Unrolled loops and innermost loops of constant length keep the
/// derived variable, which shows their number of trips.
void Lowering::emitInStep(const LoopStmt &Loop, const IndexVar &User,
                          const ExprRef &Length, Statements Body,
                          const LoopScope &Scope, Statements &Out) {
  ExprRef First = Ranges.named(User.Name + "_first",
                               Ranges.first(User, Loop.var(), Scope), Out);
  const int64_t Unroll = Loop.tags().Unroll;
  bool HasCopies = Unroll != 0 && Unroll != LoopTags::NoUnroll;
  if (HasCopies || (constantValue(Length) && !holdsLoop(Body))) {
    ExprRef Value = after(First, var(Type::i64(), Loop.var()));
    Body.insert(Body.begin(), std::make_shared<LetStmt>(User.Name, Value));
    return emitLoop(Loop, Loop.var().str(), i64(0), Length,
                    block(std::move(Body)), Out);
  }
  // A negative length must not wrap to a large one.
  ExprRef Trips = binary(BinaryOp::Max, Length, i64(0));
  ExprRef Last = Ranges.named(User.Name + "_last", after(First, Trips), Out);
  emitLoop(Loop, User.Name, First, Last, block(std::move(Body)), Out);
}

//===-- full blocks and tails ---------------------------------------------===//

/// The outermost split above \p Var of which \p Var is part of the inner
/// variable and whose inner variable is a full block or a tail from here on.
const Relation *Lowering::undecidedSplit(llvm::StringRef Var,
                                         const LoopScope &Scope) const {
  const Relation *Found = nullptr;
  std::string Current = Var.str();
  while (const Relation *Made = N.producer(Current)) {
    const std::string &Parent = Made->Parents.front();
    if (Made->rules().HasConstantSize && Made->Children[1] == Current &&
        Scope.Declared.contains(Parent) && !Scope.Lengths.count(Current) &&
        Ranges.isKnown(Made->Children[0], Scope) &&
        Ranges.isExact(Parent, Scope))
      Found = Made;
    Current = Parent;
  }
  return Found;
}

/// The first such split for a loop in \p Body or \p Body itself: what is
/// decided outside a loop is not decided on each of its trips.
const Relation *Lowering::undecidedSplitIn(const StmtRef &Body,
                                           const LoopScope &Scope) const {
  const Relation *Found = nullptr;
  walk(Body, [&](const Stmt &S) {
    auto *Loop = llvm::dyn_cast<LoopStmt>(&S);
    // A merge is searched for its part whether that is full or not.
    if (Loop && !Loop->merge() && !Found)
      Found = undecidedSplit(Loop->var(), Scope);
    return !Found;
  });
  return Found;
}

/// Whether a loop over \p Var, or over part of it, runs on a unit of the GPU.
static bool isOnGpu(const Nest &N, llvm::StringRef Var) {
  return anyOf(N.Body, [&](const Stmt &S) {
    return gpuTag(S) && descends(N, llvm::cast<LoopStmt>(S).var(), Var);
  });
}

/// Where the inner variable of a split has its full length for all but the last
/// value of the outer one, the loop is written twice: with the constant length,
/// and for the tail (thesis 6.4).
bool Lowering::cloneBlock(const LoopStmt &Loop, LoopScope &Scope,
                          Statements &Out) {
  if (Scope.InTail)
    return false;
  const Relation *Split = undecidedSplit(Loop.var(), Scope);
  if (!Split)
    Split = undecidedSplitIn(Loop.body(), Scope);
  if (!Split)
    return false;
  const std::string &Inner = Split->Children[1];
  ExprRef Size = i64(Split->Factor);
  ExprRef Length = Ranges.length(Split->Parents.front(), Scope);
  std::optional<int64_t> Constant = constantValue(Length);
  int64_t Divisor = Ranges.divisor(Split->Parents.front());
  // A length of which nothing is known may differ between places, so that the
  // loop over the blocks covers more than there is here.
  if (Constant ? *Constant % Split->Factor == 0
               : Divisor > 1 && Divisor % Split->Factor == 0) {
    Scope.Lengths[Inner] = Size;
    lowerLoop(Loop, Scope, Out);
    return true;
  }
  ExprRef Before =
      binary(BinaryOp::Mul, var(Type::i64(), Split->Children[0]), Size);
  ExprRef Rest =
      Ranges.named(Inner + "_rest", binary(BinaryOp::Sub, Length, Before), Out);
  // A thread of a GPU compares anyway whether it has an iteration.
  if (isOnGpu(N, Inner)) {
    Scope.Lengths[Inner] = binary(BinaryOp::Min, Rest, Size);
    lowerLoop(Loop, Scope, Out);
    return true;
  }
  LoopScope Full = Scope, Tail = Scope;
  Full.Lengths[Inner] = Size;
  Tail.Lengths[Inner] = Rest;
  Tail.InTail = true;
  Statements FullBody, TailBody;
  lowerLoop(Loop, Tail, TailBody);
  std::optional<int64_t> Most = mostTrips(N, Split->Parents.front());
  if (Most && *Most < Split->Factor) {
    Out.push_back(block(std::move(TailBody)));
    return true;
  }
  lowerLoop(Loop, Full, FullBody);
  Out.push_back(std::make_shared<IfStmt>(
      binary(BinaryOp::Ge, Rest, Size), block(std::move(FullBody)),
      block(std::move(TailBody)), Loop.tag()));
  return true;
}

//===-- bodies ------------------------------------------------------------===//

/// The body, with \p Scope moved into the loop; without what it recovers.
std::vector<StmtRef> Lowering::lowerBody(const LoopStmt &Loop,
                                         LoopScope &Scope) {
  Scope.Loops.insert(Loop.var());
  Statements Body;
  const Relation *Made = N.producer(Loop.var());
  if (Made && Made->rules().HasBorders && Made->Children[0] == Loop.var())
    enterPiece(*Made, Scope, Body);
  for (const StmtRef &Part : statementsOf(Loop.body()))
    lower(Part, Scope, Body);
  return Body;
}

/// Whether \p Var is a row or position of fused positions, which are searched
/// for.
static bool isTracked(const Nest &N, llvm::StringRef Var,
                      const LoopScope &Scope) {
  const Relation *R = N.consumer(Var);
  return R && R->rules().isProduct() && !Scope.Declared.contains(R->Parents[1]);
}

/// Puts in front of \p Body the variables that are known in \p Inner and were
/// not in \p Outer, as far as they are used.
void Lowering::recoverInto(Statements &Body, const LoopScope &Outer,
                           const LoopScope &Inner) const {
  llvm::StringSet<> Used = usesOf(Body);
  // Variables stand parents first, so each is met before what it is made of.
  Statements Lets;
  for (const IndexVar &Var : N.IndexVars) {
    if (!Used.contains(Var.Name) || Inner.Loops.contains(Var.Name) ||
        !Ranges.isKnown(Var.Name, Inner) || Ranges.isKnown(Var.Name, Outer) ||
        isTracked(N, Var.Name, Inner))
      continue;
    Lets.push_back(
        std::make_shared<LetStmt>(Var.Name, Ranges.recover(Var, Inner)));
    addUses(Lets.back(), Used);
  }
  Body.insert(Body.begin(), Lets.rbegin(), Lets.rend());
}

//===-- for loops ---------------------------------------------------------===//

/// The first update of each variable, or array if \p OfArrays, that iterations
/// of \p Loop share; others are by the same operator.
static std::vector<const AssignStmt *> sharedUpdates(const LoopStmt &Loop,
                                                     bool OfArrays) {
  std::vector<const AssignStmt *> Result;
  for (const std::string &Name : Loop.tags().Parallel->Shared) {
    const AssignStmt *Update = nullptr;
    walk(Loop.body(), [&](const Stmt &S) {
      auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
      if (Assign && Assign->target().Name == Name &&
          (Assign->target().Index != nullptr) == OfArrays)
        Update = Assign;
      return !Update;
    });
    if (Update)
      Result.push_back(Update);
  }
  return Result;
}

/// A loop like \p Loop, over \p Var, which is its variable or moves in step
/// with it.
void Lowering::emitLoop(const LoopStmt &Loop, const std::string &Var,
                        const ExprRef &Lo, const ExprRef &Hi,
                        const StmtRef &Body, Statements &Out) {
  const LoopTags &Tags = Loop.tags();
  if (!Tags.Parallel) {
    if (Tags.Unroll != 0)
      return emitUnrolled(Loop, Var, Lo, Hi, Body, Out);
    Out.push_back(
        std::make_shared<ForStmt>(Var, Lo, Hi, Body, ForTags(), Loop.tag()));
    return;
  }
  ParallelLoop Parallel{
      Var, Lo, Hi, Body, *Tags.Parallel, N.Facts.NumThreads, Loop.tag()};
  if (scans(Tags.Parallel->Races))
    for (const AssignStmt *S : sharedUpdates(Loop, /*OfArrays=*/false))
      if (Tags.Parallel->Races == RaceStrategy::Scan ||
          mayBeCursor(S->op(), S->target().Ty))
        Parallel.Scanned.push_back({S->op(), S->target()});
  for (const AssignStmt *S : sharedUpdates(Loop, /*OfArrays=*/true))
    if (llvm::is_contained(Tags.Parallel->Cursors, S->target().Name))
      Parallel.Cursors.push_back(
          {*N.findOperand(S->target().Name), stepOf(*S).value_or(0) < 0});
  if (joinsResults(Tags.Parallel->Races))
    for (const AssignStmt *S : sharedUpdates(Loop, /*OfArrays=*/true))
      Parallel.Reduced.push_back({*N.findOperand(S->target().Name), S->op()});
  Parallel.KeepsErrno = !N.Facts.SetsErrno.empty();
  // What parts of rows add up is joined already.
  if (gathersParts(N, Loop))
    Parallel.Tag.Races = RaceStrategy::IgnoreRaces;
  for (const std::string &Name : N.Facts.Private)
    if (accesses(Body, Name) != 0)
      Parallel.Private.push_back(*N.findOperand(Name));
  for (const Operand &O : N.Operands)
    if (!O.Grows.empty() && accesses(Body, O.Name) != 0)
      Parallel.Growing.push_back(O.Name);
  // The last piece of a loop that is cut may have no iterations.
  if (!N.findIndexVar(Loop.var())->isDerived())
    Parallel.LastPrivate = N.Facts.LastPrivate;
  for (const Reduction &R : reductionsOf(Parallel.Body, Parallel.Var))
    if (!R.Target.Ty.isArithmetic() &&
        (Tags.Parallel->Unit != ParallelUnit::CpuThread ||
         !identityOf(R.Op, R.Target.Ty)))
      return fail(
          msg::ParallelReductionOfType(R.Target.Name, R.Target.Ty.spelling()));
  if (Tags.Parallel->Races == RaceStrategy::Wavefront)
    isGpu(Tags.Parallel->Unit) ? emitLevels(Parallel, Names, Out)
                               : emitWaveLoop(Parallel, Names, Hoisted, Out);
  else if (Tags.Parallel->Unit == ParallelUnit::CpuVector)
    emitVectorLoop(Parallel, Names, Out);
  else if (Tags.Parallel->Unit == ParallelUnit::CpuThread)
    emitThreadLoop(Parallel, Names, Hoisted, Out);
  else
    emitGpuLoop(Parallel, mostTrips(N, Loop.var()), runsAtAll(N), Names, Out);
}

/// \p Copies of the body, for the values `Base`, `Base + 1`, … of \p Var.
static void appendCopies(const std::string &Var, const Type &Ty,
                         const ExprRef &Base, int64_t Copies,
                         const StmtRef &Body, std::vector<StmtRef> &Out) {
  llvm::StringSet<> Used;
  addUses(Body, Used);
  for (int64_t K = 0; K < Copies; ++K) {
    std::vector<StmtRef> Copy;
    if (Used.contains(Var)) {
      ExprRef Value = cast(Ty, binary(BinaryOp::Add, Base, i64(K)));
      if (std::optional<int64_t> Constant = constantValue(Base))
        Value = constant(Ty, *Constant + K);
      Copy.push_back(std::make_shared<LetStmt>(Var, Value));
    }
    for (const StmtRef &S : statementsOf(Body))
      Copy.push_back(S);
    Out.push_back(block(std::move(Copy)));
  }
}

void Lowering::emitUnrolled(const LoopStmt &Loop, const std::string &Var,
                            const ExprRef &Lo, const ExprRef &Hi,
                            const StmtRef &Body, Statements &Out) {
  const Type &Ty = Lo->type();
  ExprRef Begin = cast(Type::i64(), Lo);
  ExprRef Trips = tripsBetween(Lo, Hi);
  std::optional<int64_t> Constant = constantValue(Trips);
  bool Fully = Loop.tags().Unroll == LoopTags::FullUnroll;
  ForTags Tags;
  int64_t Copies = Fully ? Constant.value_or(1) : Loop.tags().Unroll;
  if (Copies > MaxCopies || (Constant && *Constant < 1) || Copies < 2) {
    // Many copies are for the compiler to make; the tail of a fully unrolled
    // loop stays a loop.
    bool IsTail = Fully && Copies <= MaxCopies;
    Tags.Unroll = IsTail ? 0 : Loop.tags().Unroll;
    Out.push_back(
        std::make_shared<ForStmt>(Var, Lo, Hi, Body, Tags, Loop.tag()));
    return;
  }
  Begin = Ranges.named(Var + "_begin", Begin, Out);
  std::string GroupVar = Names.get(Var + "_group");
  ExprRef Groups = Ranges.named(Var + "_groups",
                                binary(BinaryOp::Div, Trips, i64(Copies)), Out);
  auto Start = [&](ExprRef Group) {
    return binary(BinaryOp::Add, Begin,
                  binary(BinaryOp::Mul, std::move(Group), i64(Copies)));
  };
  Statements Group;
  if (constantValue(Groups) == 1) {
    appendCopies(Var, Ty, Start(i64(0)), Copies, Body, Out);
  } else {
    appendCopies(Var, Ty, Start(var(Type::i64(), GroupVar)), Copies, Body,
                 Group);
    Out.push_back(std::make_shared<ForStmt>(
        GroupVar, i64(0), Groups, block(std::move(Group)), Tags, Loop.tag()));
  }
  if (Constant)
    return appendCopies(Var, Ty, Start(Groups), *Constant % Copies, Body, Out);
  Out.push_back(std::make_shared<ForStmt>(Var, cast(Ty, Start(Groups)), Hi,
                                          Body, Tags, Loop.tag()));
}

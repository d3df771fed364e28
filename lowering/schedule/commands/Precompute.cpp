//===- Precompute.cpp - precompute(e, v, vp, w) ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thesis 7. `for p { for v { A[…] += e * rest; } }`, where the rest does not
// depend on p, becomes
//
//     w[0 .. |v|) = 0;
//     for p { for vp { w[vp] += e; } }
//     if (p has iterations) { for v { A[…] += w[v] * rest; } }
//
// Without the condition a `p` without iterations would read the rest, add to A
// (0 * infinity at worst) and store where the user's loop does not. What only
// the iterations of a loop around `p` know, a variable notes in each of them:
//
//     for o { for p … ; w_any ||= p has iterations; }
//
//===----------------------------------------------------------------------===//

#include "PrecomputeAhead.h"
#include "lacuna/analysis/Accesses.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/directive/ClauseChecker.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/ir/bounds/Trips.h"
#include "lacuna/schedule/arguments/SourceMatcher.h"
#include "lacuna/schedule/commands/Messages.def"
#include <array>

using namespace llvm;

namespace lacuna {

/// What a workspace of constant size may take of a thread's stack.
static constexpr int64_t MaxWorkspaceBytes = 64 * 1024;

namespace {

class Precompute {
public:
  Precompute(const Nest &N, const Clause &C, const ScheduleContext &Context,
             const LoopArg &Over)
      : N(N), C(C), Context(Context), Lets(letsIn(N.Body)), V(Over.Var),
        Name(Over.Var->Name), Loop(Over.Loop) {}

  Expected<Nest> run();

private:
  Error checkLoop();
  Error checkNames();
  Error checkFixed(const ExprRef &E) const;
  Error findExtent();
  Error findUpdate();
  Error findFactors();
  Error noFactor(const SourceExpr &Written, ArrayRef<ExprRef> Factors) const;
  Error checkValue() const;
  Error findReducedLoops();
  Error checkReduced() const;
  void findCondition();
  void findConditionOfAll();
  bool restUses(const LoopStmt &Loop) const;

  void makeVariables(Nest &Result);
  ExprRef at(const std::string &Var) const;
  StmtRef producer(const LoopStmt &Loop) const;
  StmtRef inLoopOver(const std::string &Var, const StmtRef &S) const;
  StmtRef producerLoop() const;
  StmtRef consumerLoop() const;
  const LoopStmt &outermost() const {
    return Reduced.empty() ? *Loop : *Reduced.front();
  }
  const std::string &workspace() const { return C.Args[3].Text; }

  const Nest &N;
  const Clause &C;
  const ScheduleContext &Context;
  const StringMap<ExprRef> Lets;

  const IndexVar *V; ///< the user's variable
  std::string Name;  ///< of the loop over it
  const LoopStmt *Loop;
  ExprRef Extent; ///< i64
  const AssignStmt *Update = nullptr;
  /// Factors of the update with the lets of the moved loops replaced.
  std::vector<ExprRef> Taken, Rest;
  /// Loops that only `Taken` needs, outermost first.
  std::vector<const LoopStmt *> Reduced;
  /// Whether the loops inside the first `Noted` of these run, known in front of
  /// them; null if they always do. The first ones note it where they are.
  ExprRef Runs;
  size_t Noted = 0;
  std::vector<Guard> Guards;
  std::string ProducerVar, ConsumerVar, Any;
};

} // namespace

//===-- what stands in the nest -------------------------------------------===//

Error Precompute::checkLoop() {
  while (const Relation *Made = N.producer(V->Name)) {
    if (!Made->rules().KeepsValues)
      return makeError(C.Args[1].Where, msg::PrecomputeOfMadeLoop(Name));
    V = N.findIndexVar(Made->Parents.front());
  }
  return Error::success();
}

/// Fails if \p E, which is part of the range, cannot be computed in front of
/// the loops.
Error Precompute::checkFixed(const ExprRef &E) const {
  std::string Range = "the range of '" + Name + "', from '" + shown(V->Lo) +
                      "' to '" + shown(V->Hi) + "',";
  std::string So = msg::SuffixWorkspaceNotAllocatable(workspace());
  const TextRange Where = C.Args[1].Where;
  for (const auto &Used : freeVars(E))
    if (N.findIndexVar(Used.first()))
      return makeError(Where,
                       msg::WorkspaceRangeDependsOn(Range, Used.first(), So));
  std::string Problem;
  walk(E, [&](const Expr &Part) {
    if (!Problem.empty())
      return;
    auto *Var = dyn_cast<VarExpr>(&Part);
    const Operand *O = Var ? N.findOperand(Var->name()) : nullptr;
    auto *Binary = dyn_cast<BinaryExpr>(&Part);
    bool Divides = Binary && (Binary->op() == BinaryOp::Div ||
                              Binary->op() == BinaryOp::Rem);
    if (auto *Load = dyn_cast<LoadExpr>(&Part))
      Problem = " reads '" + Load->array().str() + "'";
    else if (Var && (!O || O->Kind != OperandKind::Scalar))
      Problem = msg::InfixDependsOnChanging(Var->name());
    else if (Divides && constantValue(Binary->rhs()).value_or(0) <= 0)
      Problem = msg::InfixMayDivideByZero(shown(Binary->rhs()));
    else if (auto *Opaque = dyn_cast<OpaqueExpr>(&Part))
      Problem = msg::InfixIsComputedBy(Opaque->text());
  });
  return Problem.empty() ? Error::success()
                         : makeError(Where, Range + Problem + So);
}

/// The number of elements of the workspace.
Error Precompute::findExtent() {
  // An array has one element at least.
  if (std::optional<int64_t> Trips = constantTripCount(N, V->Name)) {
    Extent = i64(std::max<int64_t>(*Trips, 1));
    return Error::success();
  }
  for (const ExprRef &Bound : {V->Lo, V->Hi})
    if (Error E = checkFixed(Bound))
      return E;
  Extent = tripsBetween(V->Lo, V->Hi);
  return Error::success();
}

Error Precompute::checkNames() {
  const ClauseArg &Producer = C.Args[2], &W = C.Args[3];
  if (Producer.Text != C.Args[1].Text && Producer.Text != Name)
    if (Expected<std::string> Name = newNameArg(N, Producer); !Name)
      return Name.takeError();
  if (N.isNameTaken(W.Text) || W.Text == Producer.Text)
    return makeError(W.Where, msg::WorkspaceNameTaken(W.Text));
  return Error::success();
}

Error Precompute::findUpdate() {
  const TextRange Where = C.Args[1].Where;
  for (const StmtRef &S : statementsOf(Loop->body())) {
    if (isa<LetStmt>(S.get()))
      continue;
    auto *Assign = dyn_cast<AssignStmt>(S.get());
    if (auto *Inner = dyn_cast<LoopStmt>(S.get()))
      return makeError(Where,
                       msg::PrecomputeNeedsInnermostLoop(Name, Inner->var()));
    if (!Assign || Update)
      return makeError(Where, msg::PrecomputeNeedsOneUpdate(Name));
    Update = Assign;
  }
  if (!Update)
    return makeError(Where, msg::LoopComputesNothing(Name));
  if (Update->op() != ReduceOp::Add)
    return makeError(C.Where, msg::PrecomputeNeedsSum(Update->target().Name));
  return Error::success();
}

static void collectFactors(const ExprRef &E, std::vector<ExprRef> &Factors) {
  auto *Binary = dyn_cast<BinaryExpr>(E.get());
  if (!Binary || Binary->op() != BinaryOp::Mul) {
    Factors.push_back(E);
    return;
  }
  collectFactors(Binary->lhs(), Factors);
  collectFactors(Binary->rhs(), Factors);
}

Error Precompute::noFactor(const SourceExpr &Written,
                           ArrayRef<ExprRef> Factors) const {
  std::vector<std::string> Names;
  std::optional<std::string> Near;
  for (const ExprRef &F : Factors) {
    Names.push_back(shown(F));
    auto *Load = dyn_cast<LoadExpr>(withoutCasts(F).get());
    if (Load && Load->array() == Written.Text &&
        Names.back() != Written.Source.Text &&
        !StringRef(Names.back()).contains("..."))
      Near = Names.back();
  }
  const std::string &To = Update->target().Name;
  std::vector<Note> Notes = {(Names.size() == 1 ? msg::PrefixOnlyFactorIs()
                                                : msg::PrefixFactorsAre()) +
                             quotedList(Names)};
  return makeError(
      Written.Source.Where,
      msg::NoFactorOfSum(Written.Source.Text, Name, To,
                         (Near ? "; did you mean '" + *Near + "'?" : "")),
      std::move(Notes), Near);
}

/// Divides the factors of the update among `Taken` and `Rest`.
Error Precompute::findFactors() {
  Expected<SourceExpr> Written = parseSourceExpr(C.Args[0]);
  if (!Written)
    return Written.takeError();
  std::vector<ExprRef> Factors;
  collectFactors(substitute(Update->value(), letsIn(Loop->body())), Factors);
  std::vector<bool> IsTaken(Factors.size());
  auto Take = [&](const SourceExpr &Part, bool AnyOfName) {
    SourceMatcher Matcher(N, Context, AnyOfName);
    for (size_t I = 0; I < Factors.size(); ++I)
      if (!IsTaken[I] && Matcher.matches(Part, Factors[I]))
        return bool(IsTaken[I] = true);
    return false;
  };
  // All variables in there are those that the user's text can mean.
  for (const SourceExpr *Part : factorsOf(*Written))
    if (!Take(*Part, /*AnyOfName=*/false) && !Take(*Part, /*AnyOfName=*/true))
      return noFactor(*Part, Factors);
  for (size_t I = 0; I < Factors.size(); ++I)
    (IsTaken[I] ? Taken : Rest).push_back(Factors[I]);
  return Error::success();
}

/// That sums of products may be computed as products of sums.
Error Precompute::checkValue() const {
  const Type &Ty = Update->value()->type();
  const TextRange Where = C.Args[0].Where;
  const std::string &To = Update->target().Name;
  if (!Ty.isFloat() && !(Ty.isInteger() && !Ty.isSigned()))
    return makeError(Where, msg::PrecomputeMayOverflow(Ty.spelling()));
  if (Update->target().Ty != Ty)
    return makeError(
        Where, msg::PrecomputeNeedsSameType(To, Update->target().Ty.spelling(),
                                            Ty.spelling()));
  if (N.Facts.FpStrict && Ty.isFloat())
    return makeError(C.Where, msg::PrecomputeReassociates(To));
  int64_t Bytes = std::max(1u, Ty.bits() / 8);
  if (constantValue(Extent).value_or(0) > MaxWorkspaceBytes / Bytes)
    return makeError(C.Args[3].Where,
                     msg::WorkspaceTooLarge(workspace(), shown(Extent),
                                            Ty.spelling(),
                                            MaxWorkspaceBytes / Bytes));
  return Error::success();
}

//===-- loops that only the expression needs ------------------------------===//

bool Precompute::restUses(const LoopStmt &L) const {
  std::vector<std::string> From = N.ancestors(L.var());
  std::vector<ExprRef> Needed = Rest;
  if (Update->target().Index)
    Needed.push_back(Update->target().Index);
  return any_of(Needed, [&](const ExprRef &E) {
    ExprRef Whole = substitute(E, Lets);
    return any_of(From,
                  [&](const std::string &Var) { return usesVar(Whole, Var); });
  });
}

Error Precompute::findReducedLoops() {
  std::vector<const LoopStmt *> Path = pathTo(N.Body, Name);
  Path.pop_back();
  while (!Path.empty() && !restUses(*Path.back())) {
    Reduced.insert(Reduced.begin(), Path.back());
    Path.pop_back();
  }
  return checkReduced();
}

Error Precompute::checkReduced() const {
  for (const LoopStmt *L : Reduced) {
    std::string Var = L->var().str();
    if (Error E = requireUnmerged(N, C.Args[1], *L,
                                  msg::ConsequenceMovedByPrecompute()))
      return E;
    if (Error E = requireSerial(C, C.Args[1], *L))
      return E;
    for (const StmtRef &S : statementsOf(L->body()))
      if (!isa<LetStmt, LoopStmt>(S.get()) && !asNote(*S))
        return makeError(
            C.Where, msg::PrecomputeStatementsBetween(Var, workspace(), Name));
  }
  auto Whole = std::make_shared<LoopStmt>(outermost());
  StringSet<> Written;
  for (const Access &A : accessesIn(N, Whole))
    if (A.IsWrite)
      Written.insert(A.Name);
  std::string Read;
  walk(Whole, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      if (Read.empty())
        Read = readOf(E, Written);
    return Read.empty();
  });
  if (!Read.empty())
    return makeError(C.Where,
                     msg::PrecomputeTargetIsRead(Read, outermost().var()));
  return Error::success();
}

static ExprRef both(const ExprRef &A, const ExprRef &B) {
  return A && B ? binary(BinaryOp::LogicalAnd, A, B) : A ? A : B;
}

/// Where all loops are reduced and each but the first runs over the positions
/// of the one around it, there are positions if the last one ends behind where
/// the first one begins.
void Precompute::findConditionOfAll() {
  if (Reduced.front() != pathTo(N.Body, Name).front())
    return;
  ExprRef HasPositions;
  std::vector<Guard> Ascending;
  for (size_t I = 0; I < Reduced.size(); ++I) {
    const IndexVar &Var = *N.findIndexVar(Reduced[I]->var());
    std::optional<Segments> S = segmentsOf(N, Var);
    if (Var.isDerived() ||
        (I != 0 && (!S || S->Row->Name != Reduced[I - 1]->var())))
      return;
    auto Range = wholeRange(N, Var, Ascending, RangePlace::BelowRows);
    if (!Range)
      return;
    HasPositions =
        both(HasPositions, binary(BinaryOp::Lt, Range->first, Range->second));
  }
  Runs = HasPositions;
  Noted = 0;
  Guards = std::move(Ascending);
}

/// Finds out how far outside it is known whether the reduced loops run.
void Precompute::findCondition() {
  std::vector<ExprRef> Bounds; // of the loops inside
  for (Noted = Reduced.size(); Noted != 0; --Noted) {
    const IndexVar &Var = *N.findIndexVar(Reduced[Noted - 1]->var());
    if (Var.isDerived() || any_of(Bounds, [&](const ExprRef &Bound) {
          return usesVar(Bound, Var.Name);
        }))
      break;
    ExprRef Lo = substitute(Var.Lo, Lets), Hi = substitute(Var.Hi, Lets);
    append_range(Bounds, std::array{Lo, Hi});
    if (constantTripCount(N, Var.Name).value_or(0) > 0)
      continue;
    Runs = both(binary(BinaryOp::Lt, Lo, Hi), Runs);
  }
  if (Noted != 0)
    findConditionOfAll();
}

//===-- producer and consumer ---------------------------------------------===//

static std::string freshName(const Nest &N, std::string Name) {
  while (N.isNameTaken(Name))
    Name += '_';
  return Name;
}

/// A second variable with the range of `v`.
void Precompute::makeVariables(Nest &Result) {
  ProducerVar = ConsumerVar = Name;
  bool KeepsName = C.Args[2].Text == C.Args[1].Text || C.Args[2].Text == Name;
  std::string &New = KeepsName ? ConsumerVar : ProducerVar;
  New = KeepsName ? freshName(N, Name + "_" + workspace()) : C.Args[2].Text;
  Any = freshName(N, workspace() + "_any");
  auto FirstDerived = find_if(
      Result.IndexVars, [](const IndexVar &Var) { return Var.isDerived(); });
  Result.IndexVars.insert(FirstDerived, {New, V->Ty, V->Lo, V->Hi, ""});
}

/// The subscript of the workspace at \p Var.
ExprRef Precompute::at(const std::string &Var) const {
  ExprRef Value = var(V->Ty, Var);
  if (constantValue(V->Lo) == 0)
    return Value;
  // A type of fewer bits need not hold the difference.
  const Type Ty = V->Ty.bits() < 64 ? Type::i64() : V->Ty;
  return binary(BinaryOp::Sub, cast(Ty, Value), cast(Ty, V->Lo));
}

static ExprRef product(ArrayRef<ExprRef> Factors) {
  ExprRef Result;
  for (const ExprRef &F : Factors)
    Result = Result ? binary(BinaryOp::Mul, Result, F) : F;
  return Result;
}

/// \p S, which names the user's variable, in the loop over \p Var.
StmtRef Precompute::inLoopOver(const std::string &Var, const StmtRef &S) const {
  if (Var == Name)
    return S;
  StringMap<ExprRef> Names;
  Names[V->Name] = var(V->Ty, Var);
  return substitute(S, Names);
}

StmtRef Precompute::producerLoop() const {
  const Type &Ty = Update->value()->type();
  StmtRef Compute = std::make_shared<AssignStmt>(
      Place{workspace(), Ty, at(V->Name)},
      Reduced.empty() ? ReduceOp::None : ReduceOp::Add, product(Taken),
      /*Atomic=*/false, Update->tag());
  return std::make_shared<LoopStmt>(
      ProducerVar, inLoopOver(ProducerVar, Compute), Loop->tags(), Loop->tag());
}

/// What stays of \p L, a reduced loop or the loop over `v`.
StmtRef Precompute::producer(const LoopStmt &L) const {
  std::vector<StmtRef> Body;
  for (const StmtRef &S : statementsOf(L.body())) {
    auto *Inner = dyn_cast<LoopStmt>(S.get());
    if (!Inner) {
      Body.push_back(S);
      continue;
    }
    if (Inner != Loop) {
      Body.push_back(producer(*Inner));
      continue;
    }
    Body.push_back(producerLoop());
  }
  if (Noted != 0 && &L == Reduced[Noted - 1])
    Body.push_back(std::make_shared<AssignStmt>(
        Place{Any, Type::boolean(), nullptr}, ReduceOp::LOr,
        Runs ? Runs : constant(Type::boolean(), 1)));
  return std::make_shared<LoopStmt>(L.var().str(), block(std::move(Body)),
                                    L.tags(), L.tag());
}

StmtRef Precompute::consumerLoop() const {
  const Place &To = Update->target();
  // In the user's order, the sum in place of its first factor.
  std::vector<ExprRef> Factors = {load(To.Ty, workspace(), at(V->Name))};
  StringMap<ExprRef> Inside = letsIn(std::make_shared<LoopStmt>(outermost()));
  for (const ExprRef &F : Rest)
    Factors.push_back(substitute(F, Inside));
  Place Target = To;
  if (To.Index)
    Target.Index = substitute(To.Index, Inside);
  StmtRef Use =
      std::make_shared<AssignStmt>(Target, ReduceOp::Add, product(Factors),
                                   /*Atomic=*/false, Update->tag());
  return std::make_shared<LoopStmt>(ConsumerVar, inLoopOver(ConsumerVar, Use),
                                    LoopTags(), Loop->tag());
}

static ExprRef zeroOf(const Type &Ty) {
  if (Ty.isFloat())
    return std::make_shared<ConstantExpr>(Ty, std::string("0.0"));
  return constant(Ty, 0);
}

Expected<Nest> Precompute::run() {
  for (Error (Precompute::*Step)() :
       {&Precompute::checkLoop, &Precompute::checkNames,
        &Precompute::findUpdate, &Precompute::findFactors,
        &Precompute::findExtent})
    if (Error E = (this->*Step)())
      return std::move(E);
  if (Error E = checkValue())
    return std::move(E);
  if (Error E = findReducedLoops())
    return std::move(E);
  findCondition();
  Nest Result = N;
  addGuards(N, Result.Guards, Guards);
  makeVariables(Result);
  const Type &Ty = Update->value()->type();
  bool Sums = !Reduced.empty();
  std::vector<StmtRef> Body;
  Body.push_back(std::make_shared<LocalArrayStmt>(
      workspace(), Ty, Extent, Sums ? zeroOf(Ty) : nullptr, Loop->tag()));
  if (Noted != 0)
    Body.push_back(std::make_shared<VarStmt>(Any, Type::boolean(),
                                             constant(Type::boolean(), 0)));
  Body.push_back(Sums ? producer(outermost()) : producerLoop());
  ExprRef Condition = Noted != 0 ? var(Type::boolean(), Any) : Runs;
  Body.push_back(Condition ? std::make_shared<IfStmt>(Condition, consumerLoop())
                           : consumerLoop());
  Result.Body = replaceLoop(N.Body, outermost().var(),
                            std::make_shared<BlockStmt>(std::move(Body)));
  return Result;
}

static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &Context) {
  Expected<LoopArg> Over = transformedArg(N, C, C.Args[1], Transform::Other);
  if (!Over)
    return Over.takeError();
  if (trackedFusion(N, Over->Var->Name))
    return precomputeAhead(N, C, Context, *Over);
  return Precompute(N, C, Context, *Over).run();
}

/// vp may be v.
static bool checkProducer(ClauseChecker &On, const ClauseArg &Arg) {
  if (Arg.Text != On.clause().Args[1].Text)
    On.checkNewName(Arg, "loop");
  return true;
}

static constexpr ArgInfo Args[] = {
    value(), loop(), checkedBy(checkProducer, newLoop()), newWorkspace()};

const Command commands::precompute = {
    {{"precompute", "precompute(expr, v, vp, w)", Args}},
    "sums a factor in a workspace first",
    apply};

} // namespace lacuna

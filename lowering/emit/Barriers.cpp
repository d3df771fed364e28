//===- Barriers.cpp - where the threads of a kernel wait ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Barriers.h"
#include "lacuna/analysis/loops/KernelShape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace lacuna;

/// The number of a thread in its loop.
static constexpr llvm::StringRef Lane = "<lane>";

namespace {

/// A subscript as a sum of products of a constant with something that is no
/// sum, modulo 2^64.
struct Sum {
  uint64_t Constant = 0;
  std::vector<std::pair<ExprRef, uint64_t>> Terms;

  void add(const ExprRef &Term, uint64_t Factor);
};

/// The threads that do something.
enum class Who {
  All,
  First, ///< the one that stores what stands outside of loops on threads
  Lanes, ///< of one loop, each of them by itself
  Units  ///< of several warps
};

/// An access of an array in which threads may meet.
struct Touch {
  std::string Array;
  bool IsWrite, IsAtomic;
  Who By;
  Sum At;
  int64_t Width; ///< Lanes: how many there are
};

using Touches = std::vector<Touch>;

/// Looks for the barriers of all threads of a block, or of a warp.
class BarrierSearch {
public:
  /// \p Varying change while a block runs.
  BarrierSearch(const llvm::StringSet<> &Arrays, llvm::StringSet<> Varying,
                bool HasWarps, Barriers &Found)
      : Arrays(Arrays), Varying(std::move(Varying)), HasWarps(HasWarps),
        Found(Found) {}

  void visit(const StmtRef &S);

private:
  void unit(const ForStmt &S);
  void loop(const ForStmt &S);
  void whileLoop(const WhileStmt &S);
  void choice(const IfStmt &S);
  void step(const Stmt &S);
  void repeat(const StmtRef &Body, llvm::function_ref<void()> AtEnd);
  void touch(const Stmt &S, const Touches &T,
             llvm::DenseSet<const Stmt *> &Places);
  void note(const Touches &T);

  void addReads(Who By, int64_t Width, llvm::ArrayRef<ExprRef> Exprs,
                Touches &Out) const;
  void addWrite(Who By, int64_t Width, const AssignStmt &S, Touches &Out) const;
  void addTouches(Who By, int64_t Width, const StmtRef &S, Touches &Out);
  Touches readByAll(llvm::ArrayRef<ExprRef> Exprs) const;
  bool meet(const Touch &A, const Touch &B) const;
  bool areOfOneThread(const Touch &A, const Touch &B) const;
  bool isByLane(const Sum &S, uint64_t Modulus) const;
  bool isFixed(const ExprRef &E) const;
  void bind(const Stmt &S);

  const llvm::StringSet<> &Arrays;
  /// Variables that change while the block, or the warp, runs.
  llvm::StringSet<> Varying;
  const bool HasWarps;
  /// What lets that are visible stand for.
  llvm::StringMap<ExprRef> Lets;
  Barriers &Found;
  /// What has been touched since the last barrier.
  Touches Pending;
};

} // namespace

//===-- subscripts --------------------------------------------------------===//

void Sum::add(const ExprRef &Term, uint64_t Factor) {
  for (auto &[Known, Of] : Terms)
    if (structurallyEqual(Known, Term)) {
      Of += Factor;
      return;
    }
  Terms.emplace_back(Term, Factor);
}

/// \p E without conversions that keep what it is modulo the number of a block's
/// threads.
static ExprRef withoutWideCasts(ExprRef E) {
  while (auto *Cast = llvm::dyn_cast<CastExpr>(E.get())) {
    const Type &From = Cast->operand()->type();
    if (!From.isInteger() || !Cast->type().isInteger() ||
        Cast->type().bits() < std::min(From.bits(), 16u))
      break;
    E = Cast->operand();
  }
  return E;
}

/// Adds \p Factor times \p E to \p To.
static void addTerms(const ExprRef &E, uint64_t Factor, Sum &To) {
  ExprRef Value = withoutWideCasts(E);
  if (std::optional<int64_t> Constant = constantValue(Value)) {
    To.Constant += Factor * uint64_t(*Constant);
    return;
  }
  auto *Binary = llvm::dyn_cast<BinaryExpr>(Value.get());
  if (!Binary)
    return To.add(Value, Factor);
  const bool IsDifference = Binary->op() == BinaryOp::Sub;
  if (Binary->op() == BinaryOp::Add || IsDifference) {
    addTerms(Binary->lhs(), Factor, To);
    return addTerms(Binary->rhs(), IsDifference ? -Factor : Factor, To);
  }
  if (Binary->op() == BinaryOp::Mul)
    for (const auto &[Part, Other] : {std::pair(Binary->lhs(), Binary->rhs()),
                                      {Binary->rhs(), Binary->lhs()}})
      if (std::optional<int64_t> Constant =
              constantValue(withoutWideCasts(Part)))
        return addTerms(Other, Factor * uint64_t(*Constant), To);
  To.add(Value, Factor);
}

static Sum sumOf(const ExprRef &E) {
  Sum Result;
  addTerms(E, 1, Result);
  return Result;
}

/// Whether \p E is the same all the time.
bool BarrierSearch::isFixed(const ExprRef &E) const {
  bool Fixed = true;
  walk(E, [&](const Expr &Part) {
    if (auto *Var = llvm::dyn_cast<VarExpr>(&Part))
      Fixed &= !Varying.contains(Var->name()) && Var->name() != Lane;
    Fixed &= !llvm::isa<LoadExpr, OpaqueExpr>(&Part);
  });
  return Fixed;
}

static bool isLane(const ExprRef &E) {
  auto *Var = llvm::dyn_cast<VarExpr>(E.get());
  return Var && Var->name() == Lane;
}

/// Whether \p S, modulo \p Modulus, is the number of a lane and what is fixed.
bool BarrierSearch::isByLane(const Sum &S, uint64_t Modulus) const {
  uint64_t OfLane = 0;
  for (const auto &[Term, Factor] : S.Terms)
    if (isLane(Term))
      OfLane = Factor;
    else if (Factor % Modulus != 0 && !isFixed(Term))
      return false;
  return OfLane == 1;
}

/// Whether lanes that touch one element have one number: modulo a power of two
/// their subscripts differ by that alone.
bool BarrierSearch::areOfOneThread(const Touch &A, const Touch &B) const {
  if (A.By == Who::First && B.By == Who::First)
    return true;
  if (A.By != Who::Lanes || B.By != Who::Lanes)
    return false;
  const uint64_t Modulus =
      llvm::PowerOf2Ceil(uint64_t(std::max(A.Width, B.Width)));
  if (!isByLane(A.At, Modulus) || !isByLane(B.At, Modulus))
    return false;
  Sum Difference = A.At;
  for (const auto &[Term, Factor] : B.At.Terms)
    Difference.add(Term, -Factor);
  return (Difference.Constant - B.At.Constant) % Modulus == 0 &&
         llvm::all_of(Difference.Terms, [&](const auto &Term) {
           return Term.second % Modulus == 0;
         });
}

//===-- accesses ----------------------------------------------------------===//

bool BarrierSearch::meet(const Touch &A, const Touch &B) const {
  return A.Array == B.Array && (A.IsWrite || B.IsWrite) &&
         !(A.IsAtomic && B.IsAtomic) && !areOfOneThread(A, B);
}

void BarrierSearch::addReads(Who By, int64_t Width,
                             llvm::ArrayRef<ExprRef> Exprs,
                             Touches &Out) const {
  for (const ExprRef &E : Exprs)
    walk(E, [&](const Expr &Part) {
      auto *Load = llvm::dyn_cast<LoadExpr>(&Part);
      if (Load && Arrays.contains(Load->array()))
        Out.push_back({Load->array().str(), /*IsWrite=*/false,
                       /*IsAtomic=*/false, By,
                       sumOf(substitute(Load->index(), Lets)), Width});
    });
}

void BarrierSearch::addWrite(Who By, int64_t Width, const AssignStmt &S,
                             Touches &Out) const {
  const Place &To = S.target();
  if (To.Index && Arrays.contains(To.Name))
    Out.push_back({To.Name, /*IsWrite=*/true, S.isAtomic(), By,
                   sumOf(substitute(To.Index, Lets)), Width});
}

/// Notes what the name that \p S declares stands for.
void BarrierSearch::bind(const Stmt &S) {
  if (auto *Let = llvm::dyn_cast<LetStmt>(&S))
    Lets[Let->name()] = substitute(Let->init(), Lets);
  else if (auto *Loop = llvm::dyn_cast<ForStmt>(&S))
    Lets.erase(Loop->var());
}

/// Appends what \p S touches, all of which threads do by themselves.
void BarrierSearch::addTouches(Who By, int64_t Width, const StmtRef &S,
                               Touches &Out) {
  addReads(By, Width, expressions(*S), Out);
  if (auto *Assign = llvm::dyn_cast<AssignStmt>(S.get()))
    addWrite(By, Width, *Assign, Out);
  bind(*S);
  for (const StmtRef &Part : children(*S))
    addTouches(By, Width, Part, Out);
}

Touches BarrierSearch::readByAll(llvm::ArrayRef<ExprRef> Exprs) const {
  Touches T;
  addReads(Who::All, 0, Exprs, T);
  return T;
}

//===-- statements --------------------------------------------------------===//

static bool areSame(const Sum &A, const Sum &B) {
  return A.Constant == B.Constant &&
         std::equal(A.Terms.begin(), A.Terms.end(), B.Terms.begin(),
                    B.Terms.end(), [](const auto &T, const auto &U) {
                      return T.second == U.second &&
                             structurallyEqual(T.first, U.first);
                    });
}

/// Adds \p T to what is pending.
void BarrierSearch::note(const Touches &T) {
  for (const Touch &New : T)
    if (llvm::none_of(Pending, [&](const Touch &Known) {
          return Known.Array == New.Array && Known.IsWrite == New.IsWrite &&
                 Known.IsAtomic == New.IsAtomic && Known.By == New.By &&
                 Known.Width == New.Width && areSame(Known.At, New.At);
        }))
      Pending.push_back(New);
}

/// Puts a barrier at \p S, one of \p Places, where that is needed before \p T.
void BarrierSearch::touch(const Stmt &S, const Touches &T,
                          llvm::DenseSet<const Stmt *> &Places) {
  for (const Touch &Now : T)
    if (llvm::any_of(Pending,
                     [&](const Touch &Then) { return meet(Now, Then); }))
      Places.insert(&S);
  if (Places.contains(&S))
    Pending.clear();
  note(T);
}

/// Visits \p Body until what an iteration leaves is known at the beginning of
/// the next one.
void BarrierSearch::repeat(const StmtRef &Body,
                           llvm::function_ref<void()> AtEnd) {
  const Touches Outside = Pending;
  const llvm::StringMap<ExprRef> LetsOutside = Lets;
  auto Iterate = [&] {
    const size_t Known = Found.size();
    Lets = LetsOutside;
    visit(Body);
    AtEnd();
    Touches Left = std::exchange(Pending, Outside);
    note(Left);
    return Known != Found.size();
  };
  Iterate();
  while (Iterate())
    ;
}

/// A loop on warps or threads, which is one step for the others.
void BarrierSearch::unit(const ForStmt &S) {
  const bool IsThread = S.tags().Mode == ForMode::GpuThread;
  BarrierSearch Inside(Arrays, Varying, HasWarps, Found);
  Inside.Lets = Lets;
  if (IsThread)
    Inside.Lets[S.var()] =
        cast(S.type(),
             binary(BinaryOp::Add, cast(Type::i64(), substitute(S.lo(), Lets)),
                    var(Type::i64(), Lane.str())));
  else
    Inside.Varying.erase(S.var());
  BarrierSearch Own = Inside;
  Touches T = readByAll({S.lo(), S.hi()});
  Own.addTouches(IsThread ? Who::Lanes : Who::Units, S.tags().MostTrips,
                 S.body(), T);
  touch(S, T, Found.Before);
  if (!IsThread)
    Inside.visit(S.body());
  // Partial results meet in shared memory, but those of lanes.
  if (!S.tags().Reductions.empty() && !(IsThread && HasWarps))
    Pending.clear();
}

/// What is pending in front of the loop is waited for there, once.
void BarrierSearch::loop(const ForStmt &S) {
  touch(S, readByAll({S.lo(), S.hi()}), Found.Before);
  bind(S);
  const Touches Outside = std::exchange(Pending, {});
  repeat(S.body(), [] {});
  const Touches Left = std::exchange(Pending, Outside);
  const Barriers Own = Found;
  repeat(S.body(), [] {});
  if (Found.size() == Own.size())
    return;
  Found = Own;
  Found.Before.insert(&S);
  Pending = Left;
}

/// The condition is evaluated at the end of the body, too.
void BarrierSearch::whileLoop(const WhileStmt &S) {
  touch(S, readByAll({S.cond()}), Found.Before);
  repeat(S.body(), [&] { touch(S, readByAll({S.cond()}), Found.AtEndOf); });
}

void BarrierSearch::choice(const IfStmt &S) {
  touch(S, readByAll({S.cond()}), Found.Before);
  const Touches Before = Pending;
  visit(S.thenBody());
  Touches Then = std::exchange(Pending, Before);
  if (S.elseBody())
    visit(S.elseBody());
  note(Then);
}

/// A statement that all threads run alike. What others see one of them stores.
void BarrierSearch::step(const Stmt &S) {
  auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
  const bool IsSeen = Assign && Arrays.contains(Assign->target().Name);
  Touches T;
  addReads(IsSeen ? Who::First : Who::All, 0, expressions(S), T);
  if (IsSeen)
    addWrite(Who::First, 0, *Assign, T);
  touch(S, T, Found.Before);
  bind(S);
}

void BarrierSearch::visit(const StmtRef &S) {
  if (auto *If = llvm::dyn_cast<IfStmt>(S.get()))
    return choice(*If);
  if (auto *While = llvm::dyn_cast<WhileStmt>(S.get()))
    return whileLoop(*While);
  if (auto *For = llvm::dyn_cast<ForStmt>(S.get()))
    return For->tags().Mode == ForMode::Serial ? loop(*For) : unit(*For);
  if (!llvm::isa<BlockStmt>(S.get()))
    return step(*S);
  for (const StmtRef &Part : statementsOf(S))
    visit(Part);
}

Barriers lacuna::barriersOf(const ForStmt &Kernel,
                            const llvm::StringSet<> &Arrays) {
  llvm::StringSet<> Varying;
  walk(Kernel.body(), [&](const Stmt &S) {
    if (auto *Loop = llvm::dyn_cast<ForStmt>(&S))
      Varying.insert(Loop->var());
    else if (auto *Var = llvm::dyn_cast<VarStmt>(&S))
      Varying.insert(Var->name());
    return true;
  });
  Barriers Found;
  BarrierSearch(Arrays, std::move(Varying),
                shapeOfBlock(Kernel.body()).Warps != 0, Found)
      .visit(Kernel.body());
  return Found;
}

//===- SegmentSearch.cpp - searches of a row for a coordinate -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SegmentSearch.h"
#include "lacuna/analysis/NestQueries.h"
#include "llvm/ADT/STLExtras.h"

using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringMap;
using llvm::StringRef;

namespace lacuna {

//===-- what is known where a search has ended ----------------------------===//

ExprRef SegmentSearch::keyAt(const ExprRef &Position) const {
  StringMap<ExprRef> At;
  At[AtPosition] = Position;
  return substitute(Key, At);
}

/// Whether `L Op R` holds where the sides compare as \p C says; nothing for
/// operators that compare nothing.
static std::optional<bool> holds(BinaryOp Op, Comparison C) {
  switch (Op) {
  case BinaryOp::Lt:
    return C == Comparison::Less;
  case BinaryOp::Le:
    return C != Comparison::Greater;
  case BinaryOp::Gt:
    return C == Comparison::Greater;
  case BinaryOp::Ge:
    return C != Comparison::Less;
  case BinaryOp::Eq:
    return C == Comparison::Equal;
  case BinaryOp::Ne:
    return C != Comparison::Equal;
  default:
    return std::nullopt;
  }
}

static Comparison turned(Comparison C) {
  return C == Comparison::Less      ? Comparison::Greater
         : C == Comparison::Greater ? Comparison::Less
                                    : Comparison::Equal;
}

/// Whether `E` holds where \p A, if that is a side of comparison E, is to
/// \p B, if that is the other one, as \p C says.
static std::optional<bool> decideBy(const ExprRef &E, const ExprRef &A,
                                    const ExprRef &B, Comparison C) {
  const auto *Binary = dyn_cast<BinaryExpr>(E.get());
  if (!Binary)
    return std::nullopt;
  auto IsSide = [](const ExprRef &Side, const ExprRef &Of) {
    return structurallyEqual(Side, Of) ||
           structurallyEqual(withoutPromotion(Side), withoutPromotion(Of));
  };
  if (IsSide(Binary->lhs(), A) && IsSide(Binary->rhs(), B))
    return holds(Binary->op(), C);
  if (IsSide(Binary->lhs(), B) && IsSide(Binary->rhs(), A))
    return holds(Binary->op(), turned(C));
  return std::nullopt;
}

std::optional<bool> SegmentSearch::decide(const ExprRef &E,
                                          SearchEnd End) const {
  const ExprRef Sought = var(Key->type(), Coordinate);
  const ExprRef At = End == SearchEnd::AtEnd ? Hi : atPosition();
  const Comparison ToHi =
      End == SearchEnd::AtEnd ? Comparison::Equal : Comparison::Less;
  if (auto Holds = decideBy(E, At, Hi, ToHi))
    return Holds;
  if (End == SearchEnd::AtEnd)
    return std::nullopt;
  const Comparison C =
      End == SearchEnd::Found ? Comparison::Equal : Comparison::Greater;
  // The coordinate, with the conversions of the search or without.
  const auto *Binary = dyn_cast<BinaryExpr>(E.get());
  if (!Binary)
    return std::nullopt;
  for (const ExprRef &Side : {Binary->lhs(), Binary->rhs()})
    if (auto *Var = dyn_cast<VarExpr>(withoutPromotion(Side).get());
        Var && Var->name() == Coordinate)
      return decideBy(E, Key, Side, C);
  return std::nullopt;
}

//===-- folding -----------------------------------------------------------===//

/// The value of a constant, of any arithmetic type.
static std::optional<double> numberOf(const ExprRef &E) {
  const auto *C = dyn_cast<ConstantExpr>(E.get());
  if (!C)
    return std::nullopt;
  if (auto Value = C->intValue())
    return double(*Value);
  double Value = 0;
  return C->text().getAsDouble(Value) ? std::nullopt : std::optional(Value);
}

/// Comparison \p B of constants.
static std::optional<bool> compareConstants(const BinaryExpr &B) {
  const auto L = numberOf(B.lhs()), R = numberOf(B.rhs());
  if (!L || !R)
    return std::nullopt;
  return holds(B.op(), *L < *R   ? Comparison::Less
                       : *L > *R ? Comparison::Greater
                                 : Comparison::Equal);
}

static ExprRef foldLogical(const BinaryExpr &B) {
  if (B.op() != BinaryOp::LogicalAnd && B.op() != BinaryOp::LogicalOr)
    return nullptr;
  const bool IsAnd = B.op() == BinaryOp::LogicalAnd;
  if (auto Left = constantValue(B.lhs()))
    return IsAnd == (*Left != 0) ? B.rhs() : B.lhs();
  if (auto Right = constantValue(B.rhs()); Right && IsAnd == (*Right != 0))
    return B.lhs();
  return nullptr;
}

ExprRef foldConditions(
    const ExprRef &E,
    llvm::function_ref<std::optional<bool>(const ExprRef &)> Decide) {
  return rewrite(E, [&](const ExprRef &Part) -> ExprRef {
    if (Part->type().isBool())
      if (auto Holds = Decide(Part))
        return constant(Type::boolean(), *Holds);
    if (const auto *Select = dyn_cast<SelectExpr>(Part.get())) {
      auto Cond = constantValue(Select->cond());
      return !Cond ? nullptr : *Cond ? Select->thenArm() : Select->elseArm();
    }
    if (const auto *Unary = dyn_cast<UnaryExpr>(Part.get()))
      if (Unary->op() == UnaryOp::LogicalNot)
        if (auto Value = constantValue(Unary->operands()[0]))
          return constant(Type::boolean(), *Value == 0);
    if (const auto *Cast = dyn_cast<CastExpr>(Part.get()))
      if (Cast->type().isBool())
        if (auto Value = numberOf(Cast->operand()))
          return constant(Type::boolean(), *Value != 0);
    const auto *Binary = dyn_cast<BinaryExpr>(Part.get());
    if (!Binary)
      return nullptr;
    if (ExprRef Folded = foldLogical(*Binary))
      return Folded;
    auto Holds = compareConstants(*Binary);
    return Holds ? constant(Type::boolean(), *Holds) : nullptr;
  });
}

//===-- one iteration -----------------------------------------------------===//

namespace {

/// What variables are after an iteration, by what they were before it.
using State = StringMap<ExprRef>;

class SearchFinder {
public:
  SearchFinder(StringRef Coordinate, const Nest &N,
               const StringMap<ExprRef> &Lets, ArrayRef<StmtRef> Block,
               size_t At)
      : N(N), Lets(Lets), Block(Block), At(At),
        Counted(dyn_cast<LoopStmt>(Block[At].get())),
        While(dyn_cast<WhileStmt>(Block[At].get())) {
    S.Loop = Block[At];
    S.Coordinate = Coordinate.str();
  }

  bool find();
  SegmentSearch S;

private:
  bool findStarts();
  bool findKey();
  bool takeSought(const ExprRef &Key, const ExprRef &Sought);
  bool findConditions();
  bool isFixed(const ExprRef &E) const;
  ExprRef startOf(StringRef Var) const {
    return Starts.lookup(Var) ? substitute(Starts.lookup(Var), Lets) : nullptr;
  }

  ExprRef evaluate(const ExprRef &E, const State &Now, Comparison C) const;
  bool run(const StmtRef &Body, State &Now, Comparison C) const;
  std::optional<bool> goesOn(Comparison C, const State &After) const;
  std::optional<State> iteration(Comparison C) const;
  bool steps(const State &After, StringRef Var, const ExprRef &To) const;
  bool changesNothingBut(const State &After,
                         ArrayRef<StringRef> Vars = {}) const;

  bool findOneByOne();
  bool endOneByOne(const State &Equal, const State &Greater);
  bool findHalving(StringRef Low, StringRef High);
  bool findHalvingOfRest(StringRef Low, StringRef Left);
  bool takeEnds(const State &Equal, StringRef Low, StringRef High,
                bool IsClosed);
  void addOutcome(SearchEnd End, const State &Values);
  SearchOutcome outcome(SearchEnd End, const State &Values) const;

  const Nest &N;
  const StringMap<ExprRef> &Lets;
  const ArrayRef<StmtRef> Block;
  const size_t At;
  const LoopStmt *const Counted;
  const WhileStmt *const While;

  /// Variables that the loop sets, with what they begin with; null: nothing.
  StringMap<ExprRef> Starts;
  std::string Position;      ///< the variable of the loop, of a counted one
  ExprRef PositionExpr;      ///< where the loop looks, over its variables
  ExprRef KeyThere, Sought;  ///< what it compares
  std::vector<ExprRef> Asks; ///< whether it goes on, but for the range
  BinaryOp RangeOp = BinaryOp::Lt;
  ExprRef RangeLeft, RangeRight;
};

} // namespace

/// Variables that the loop sets are declared in its block; nothing sets them in
/// between.
bool SearchFinder::findStarts() {
  llvm::StringSet<> Own;
  bool IsPure = true;
  walk(Block[At], [&](const Stmt &Part) {
    if (auto *A = dyn_cast<AssignStmt>(&Part)) {
      IsPure &= !A->target().Index;
      Starts[A->target().Name] = nullptr;
    } else if (isa<VarStmt, LocalArrayStmt>(&Part))
      IsPure = false;
    return IsPure;
  });
  if (!IsPure)
    return false;
  for (const StmtRef &Front : Block.take_front(At)) {
    const auto *Var = dyn_cast<VarStmt>(Front.get());
    if (Var && Starts.count(Var->name())) {
      Starts[Var->name()] = Var->init();
      Own.insert(Var->name());
      continue;
    }
    for (const auto &Name : Starts.keys())
      if (touches(Front, Name))
        return false;
  }
  return llvm::all_of(Starts.keys(),
                      [&](StringRef Name) { return Own.contains(Name); });
}

/// \p E has one value in all of the loop over coordinates.
bool SearchFinder::isFixed(const ExprRef &E) const {
  if (!isUnchanging(N, E) || usesVar(E, S.Coordinate))
    return false;
  return llvm::all_of(freeVars(E), [&](const auto &Name) {
    return N.findOperand(Name.getKey()) || N.findIndexVar(Name.getKey());
  });
}

/// The coordinate that is looked for, converted to the type of \p Key.
bool SearchFinder::takeSought(const ExprRef &Key, const ExprRef &Other) {
  const ExprRef Bare = withoutIntegerCasts(Other);
  const auto *Var = dyn_cast<VarExpr>(Bare.get());
  if (!Var || Var->name() != S.Coordinate || !Key->type().isInteger())
    return false;
  // Conversions to less bits on the way would change it.
  for (ExprRef E = Other; E != Bare; E = llvm::cast<CastExpr>(*E).operand())
    if (E->type().bits() < std::min(Key->type().bits(), Var->type().bits()))
      return false;
  const ExprRef Element = withoutIntegerCasts(Key);
  const auto *Load = dyn_cast<LoadExpr>(Element.get());
  const Operand *Crd = Load ? N.findOperand(Load->array()) : nullptr;
  if (!Crd || Crd->Written || Crd->Row || rowOf(Load->index()) ||
      !Load->type().isInteger() || Key->type().bits() < Load->type().bits())
    return false;
  S.Crd = Load->array().str();
  KeyThere = Key;
  Sought = Other;
  PositionExpr = withoutIntegerCasts(Load->index());
  return true;
}

/// The first comparison of a coordinate with the one that is looked for.
bool SearchFinder::findKey() {
  bool IsFound = false;
  auto Look = [&](const Expr &E) {
    const auto *B = dyn_cast<BinaryExpr>(&E);
    if (IsFound || !B || !holds(B->op(), Comparison::Less))
      return;
    const ExprRef L = substitute(B->lhs(), Lets),
                  R = substitute(B->rhs(), Lets);
    IsFound = takeSought(L, R) || takeSought(R, L);
  };
  walk(Block[At], [&](const Stmt &Part) {
    for (const ExprRef &E : expressions(Part))
      walk(E, Look);
    return true;
  });
  return IsFound;
}

/// The condition of the loop: a range, and what else is asked.
bool SearchFinder::findConditions() {
  if (Counted) {
    const IndexVar *V = N.findIndexVar(Counted->var());
    if (!V || V->isDerived() || Counted->merge())
      return false;
    Position = V->Name;
    S.PositionTy = V->Ty;
    S.Lo = V->Lo;
    S.Hi = V->Hi;
    return true;
  }
  for (const ExprRef &Term : conjunctsOf(While->cond())) {
    const auto *B = dyn_cast<BinaryExpr>(Term.get());
    bool IsRange = B && holds(B->op(), Comparison::Less).has_value() &&
                   !RangeLeft && B->lhs()->type().isInteger();
    for (const ExprRef &Side : B ? B->operands() : ArrayRef<ExprRef>())
      if (IsRange)
        IsRange = !usesVar(substitute(Side, Lets), S.Coordinate);
    if (!IsRange) {
      Asks.push_back(Term);
      continue;
    }
    RangeOp = B->op();
    RangeLeft = B->lhs();
    RangeRight = B->rhs();
    if (RangeOp == BinaryOp::Gt || RangeOp == BinaryOp::Ge) {
      std::swap(RangeLeft, RangeRight);
      RangeOp = RangeOp == BinaryOp::Gt ? BinaryOp::Lt : BinaryOp::Le;
    }
  }
  return RangeLeft != nullptr && RangeOp != BinaryOp::Eq;
}

/// \p E after what \p Now says, where the coordinate compares as \p C says.
ExprRef SearchFinder::evaluate(const ExprRef &E, const State &Now,
                               Comparison C) const {
  const ExprRef Value = rewrite(E, [&](const ExprRef &Part) -> ExprRef {
    const auto *Var = dyn_cast<VarExpr>(Part.get());
    if (!Var)
      return nullptr;
    auto Known = Now.find(Var->name());
    return Known != Now.end() ? Known->second : Lets.lookup(Var->name());
  });
  return foldConditions(Value, [&](const ExprRef &Cond) {
    return decideBy(Cond, KeyThere, Sought, C);
  });
}

/// Whether \p Body, which does nothing but set variables, could be followed.
bool SearchFinder::run(const StmtRef &Body, State &Now, Comparison C) const {
  for (const StmtRef &Part : statementsOf(Body)) {
    if (const auto *Let = dyn_cast<LetStmt>(Part.get())) {
      Now[Let->name()] = evaluate(Let->init(), Now, C);
    } else if (const auto *A = dyn_cast<AssignStmt>(Part.get())) {
      const ExprRef Value = evaluate(A->value(), Now, C);
      const Place &To = A->target();
      if (A->op() == ReduceOp::None)
        Now[To.Name] = Value;
      else if (To.Ty.isInteger() && Value->type() == To.Ty)
        Now[To.Name] = binary(operatorOf(A->op()),
                              evaluate(var(To.Ty, To.Name), Now, C), Value);
      else
        return false;
    } else if (const auto *If = dyn_cast<IfStmt>(Part.get())) {
      auto Cond = constantValue(evaluate(If->cond(), Now, C));
      if (!Cond || !run(*Cond ? If->thenBody() : If->elseBody(), Now, C))
        return false;
    } else if (isa<BlockStmt>(Part.get())) {
      if (!run(Part, Now, C))
        return false;
    } else
      return false;
  }
  return true;
}

/// Whether the loop goes on after an iteration, as far as it does not ask for
/// the range or for the next coordinate.
std::optional<bool> SearchFinder::goesOn(Comparison C,
                                         const State &After) const {
  for (const ExprRef &Ask : Asks) {
    const ExprRef Now = foldConditions(
        rewrite(substitute(Ask, Lets),
                [&](const ExprRef &Part) -> ExprRef {
                  const auto *Var = dyn_cast<VarExpr>(Part.get());
                  return Var ? After.lookup(Var->name()) : nullptr;
                }),
        [](const ExprRef &) { return std::nullopt; });
    if (constantValue(Now) == 0)
      return false;
    bool AsksNext = false;
    walk(Now, [&](const Expr &E) { AsksNext |= isa<LoadExpr>(&E); });
    const auto *Flag = dyn_cast<VarExpr>(Now.get());
    const bool Stays = Flag && Starts.count(Flag->name()) &&
                       startOf(Flag->name()) &&
                       constantValue(startOf(Flag->name())) == 1;
    if (!Stays && !AsksNext && constantValue(Now) != 1)
      return std::nullopt;
  }
  return true;
}

/// What an iteration does that looks at such a coordinate, and whether it runs
/// at all: an empty state where it does not. Nothing if that is not known.
std::optional<State> SearchFinder::iteration(Comparison C) const {
  State Now;
  for (const ExprRef &Ask : Asks) {
    auto Holds = constantValue(evaluate(Ask, Now, C));
    const auto *Flag = dyn_cast<VarExpr>(Ask.get());
    if (!Holds && !(Flag && startOf(Flag->name()) &&
                    constantValue(startOf(Flag->name())) == 1))
      return std::nullopt;
    if (Holds == 0) {
      Now["stops"] = constant(Type::boolean(), 1);
      return Now;
    }
    if (Flag)
      Now[Flag->name()] = constant(Type::boolean(), 1);
  }
  if (!run(Counted ? Counted->body() : While->body(), Now, C))
    return std::nullopt;
  auto Goes = goesOn(C, Now);
  if (!Goes)
    return std::nullopt;
  if (!*Goes)
    Now["stops"] = constant(Type::boolean(), 1);
  // Lets are nothing behind the loop, and flags that stay are as they were.
  State After;
  for (const auto &Name : Now.keys())
    if (Name == "stops" || Starts.count(Name))
      After[Name] = Now.lookup(Name);
  return After;
}

static bool stops(const State &After) { return After.count("stops") != 0; }

bool SearchFinder::steps(const State &After, StringRef Var,
                         const ExprRef &To) const {
  return structurallyEqual(After.lookup(Var), To);
}

/// Whether \p After sets other variables than \p Vars to what they begin with
/// at most.
bool SearchFinder::changesNothingBut(const State &After,
                                     ArrayRef<StringRef> Vars) const {
  return llvm::all_of(After.keys(), [&](StringRef Name) {
    const ExprRef Start = startOf(Name);
    return Name == "stops" || llvm::is_contained(Vars, Name) ||
           (Start && structurallyEqual(After.lookup(Name), Start));
  });
}

//===-- ends --------------------------------------------------------------===//

/// Where the search ends at \p End, with \p Values of an iteration there.
SearchOutcome SearchFinder::outcome(SearchEnd End, const State &Values) const {
  SearchOutcome Result{End, {}};
  StringMap<ExprRef> There;
  if (const auto *Var = dyn_cast<VarExpr>(PositionExpr.get()))
    There[Var->name()] = S.atPosition();
  for (const auto &Name : Starts.keys()) {
    const ExprRef Value = Values.lookup(Name);
    const ExprRef Start = Starts.lookup(Name);
    Result.Values[Name] = Value ? substitute(Value, There) : Start;
  }
  return Result;
}

void SearchFinder::addOutcome(SearchEnd End, const State &Values) {
  S.Missing.push_back(outcome(End, Values));
}

/// A loop that goes from position to position: what \p Equal and \p Greater do.
bool SearchFinder::endOneByOne(const State &Equal, const State &Greater) {
  const StringRef Var = llvm::cast<VarExpr>(*PositionExpr).name();
  const ExprRef Next =
      binary(BinaryOp::Add, PositionExpr, constant(S.PositionTy, 1));
  State AtEnd, Behind = Greater, Found = Equal;
  AtEnd[Var] = S.Hi;
  if (!stops(Equal)) {
    // It goes on to the end, or to the next coordinate.
    if (stops(Greater) || (!Counted && !steps(Equal, Var, Next)))
      return false;
    Found[Var] = S.Hi;
  } else if (!Counted && !Equal.count(Var)) {
    Found[Var] = PositionExpr;
  }
  S.Found = outcome(SearchEnd::Found, Found);
  addOutcome(SearchEnd::AtEnd, AtEnd);
  if (stops(Greater)) {
    if (!Behind.count(Var))
      Behind[Var] = PositionExpr;
    if (Counted)
      return false;
    addOutcome(SearchEnd::Behind, Behind);
  } else if (!(Counted ? changesNothingBut(Greater)
                       : steps(Greater, Var, Next) &&
                             changesNothingBut(Greater, {Var})))
    return false;
  return true;
}

bool SearchFinder::findOneByOne() {
  const auto *Var = dyn_cast<VarExpr>(PositionExpr.get());
  if (!Var || (Counted ? Var->name() != Position : !Starts.count(Var->name())))
    return false;
  if (!Counted) {
    const ExprRef Left = withoutPromotion(RangeLeft);
    const auto *Ranged = dyn_cast<VarExpr>(Left.get());
    if (!Ranged || Ranged->name() != Var->name() ||
        (RangeOp != BinaryOp::Lt && RangeOp != BinaryOp::Ne))
      return false;
    S.PositionTy = Var->type();
    S.Lo = startOf(Var->name());
    S.Hi = substitute(RangeRight, Lets);
    if (S.Hi->type() != S.PositionTy)
      S.Hi = withoutPromotion(S.Hi);
  }
  if (!S.Lo || !S.Hi || S.Hi->type() != S.PositionTy || !isFixed(S.Lo) ||
      !isFixed(S.Hi))
    return false;
  auto Less = iteration(Comparison::Less), Equal = iteration(Comparison::Equal),
       Greater = iteration(Comparison::Greater);
  const ExprRef Next =
      binary(BinaryOp::Add, PositionExpr, constant(S.PositionTy, 1));
  if (!Less || !Equal || !Greater || stops(*Less) ||
      !(Counted ? changesNothingBut(*Less)
                : steps(*Less, Var->name(), Next) &&
                      changesNothingBut(*Less, {Var->name()})))
    return false;
  return endOneByOne(*Equal, *Greater);
}

/// Whether \p E is between variables \p Low and \p High, the latter excluded.
static bool isBetween(const ExprRef &E, StringRef Low, StringRef High) {
  auto Is = [](const ExprRef &Part, StringRef Name) {
    const ExprRef Bare = withoutPromotion(Part);
    const auto *Var = dyn_cast<VarExpr>(Bare.get());
    return Var && Var->name() == Name;
  };
  /// `2 * e` halved: e.
  auto Halved = [](const ExprRef &Part) -> const BinaryExpr * {
    const auto *B = dyn_cast<BinaryExpr>(Part.get());
    const auto By = B ? constantValue(B->rhs()) : std::nullopt;
    const bool IsHalf = B && ((B->op() == BinaryOp::Div && By == 2) ||
                              (B->op() == BinaryOp::Shr && By == 1));
    return IsHalf ? dyn_cast<BinaryExpr>(B->lhs().get()) : nullptr;
  };
  if (const BinaryExpr *Sum = Halved(E)) {
    // A sum of 32 bits without a sign may wrap.
    const bool Fits = Sum->type().isSigned() || Sum->type().bits() == 64;
    return Fits && Sum->op() == BinaryOp::Add &&
           ((Is(Sum->lhs(), Low) && Is(Sum->rhs(), High)) ||
            (Is(Sum->lhs(), High) && Is(Sum->rhs(), Low)));
  }
  const auto *Sum = dyn_cast<BinaryExpr>(E.get());
  if (!Sum || Sum->op() != BinaryOp::Add)
    return false;
  for (bool IsFirst : {true, false}) {
    const BinaryExpr *Length = Halved(IsFirst ? Sum->rhs() : Sum->lhs());
    if (Length && Is(IsFirst ? Sum->lhs() : Sum->rhs(), Low) &&
        Length->op() == BinaryOp::Sub && Is(Length->lhs(), High) &&
        Is(Length->rhs(), Low))
      return true;
  }
  return false;
}

/// The ends of a search by halves: at the least position with a coordinate that
/// is not less, which is \p Low, or where it has found the coordinate.
bool SearchFinder::takeEnds(const State &Equal, StringRef Low, StringRef High,
                            bool IsClosed) {
  const ExprRef Lost = var(S.PositionTy, "position that is not known");
  State AtEnd, Behind;
  AtEnd[Low] = S.Hi;
  Behind[Low] = S.atPosition();
  AtEnd[High] = IsClosed ? Lost : S.Hi;
  Behind[High] = IsClosed ? Lost : S.atPosition();
  addOutcome(SearchEnd::AtEnd, AtEnd);
  addOutcome(SearchEnd::Behind, Behind);
  State Found;
  if (!stops(Equal)) {
    Found[Low] = Found[High] = S.atPosition();
    S.Found = outcome(SearchEnd::Found, Found);
    return !IsClosed;
  }
  for (const auto &Name : Equal.keys())
    if (Name != "stops")
      Found[Name] = rewrite(Equal.lookup(Name), [&](const ExprRef &Part) {
        return structurallyEqual(Part, PositionExpr) ? S.atPosition() : nullptr;
      });
  for (StringRef Moved : {Low, High})
    if (!Found.count(Moved))
      Found[Moved] = Lost;
  for (const auto &Name : Found.keys())
    if (Name != Low && Name != High &&
        (usesVar(Found.lookup(Name), Low) || usesVar(Found.lookup(Name), High)))
      return false;
  S.Found = outcome(SearchEnd::Found, Found);
  return true;
}

bool SearchFinder::findHalving(StringRef Low, StringRef High) {
  const bool IsClosed = RangeOp == BinaryOp::Le;
  if (RangeOp == BinaryOp::Eq || !Starts.count(Low) || !Starts.count(High) ||
      !isBetween(PositionExpr, Low, High))
    return false;
  const ExprRef First = startOf(Low), Last = startOf(High);
  if (!First || !Last || First->type() != Last->type())
    return false;
  S.PositionTy = First->type();
  const ExprRef One = constant(S.PositionTy, 1);
  S.Lo = First;
  S.Hi = Last;
  if (IsClosed) {
    const auto *Less = dyn_cast<BinaryExpr>(Last.get());
    if (!S.PositionTy.isSigned() || !Less || Less->op() != BinaryOp::Sub ||
        !structurallyEqual(Less->rhs(), One))
      return false;
    S.Hi = Less->lhs();
  }
  if (!isFixed(S.Lo) || !isFixed(S.Hi) || PositionExpr->type() != S.PositionTy)
    return false;
  const ExprRef Mid = PositionExpr;
  auto Less = iteration(Comparison::Less), Equal = iteration(Comparison::Equal),
       Greater = iteration(Comparison::Greater);
  const ExprRef Before = IsClosed ? binary(BinaryOp::Sub, Mid, One) : Mid;
  const bool Halves =
      Less && Equal && Greater && !stops(*Less) && !stops(*Greater) &&
      steps(*Less, Low, binary(BinaryOp::Add, Mid, One)) &&
      changesNothingBut(*Less, {Low}) && steps(*Greater, High, Before) &&
      changesNothingBut(*Greater, {High});
  if (!Halves || (!stops(*Equal) && !(steps(*Equal, High, Mid) &&
                                      changesNothingBut(*Equal, {High}))))
    return false;
  return takeEnds(*Equal, Low, High, IsClosed);
}

/// As the standard library's algorithms are lifted: where the rest begins, and
/// how many elements it has.
bool SearchFinder::findHalvingOfRest(StringRef Low, StringRef Left) {
  const ExprRef First = startOf(Low), Count = startOf(Left);
  const auto *Length = dyn_cast_or_null<BinaryExpr>(Count.get());
  if (!First || !Length || Length->op() != BinaryOp::Sub ||
      !structurallyEqual(Length->rhs(), First) || !Asks.empty() ||
      RangeOp != BinaryOp::Lt || constantValue(RangeLeft) != 0)
    return false;
  S.PositionTy = First->type();
  S.Lo = First;
  S.Hi = Length->lhs();
  if (!isFixed(S.Lo) || !isFixed(S.Hi))
    return false;
  const ExprRef Begin = var(S.PositionTy, Low), Rest = var(Count->type(), Left);
  const ExprRef Half = binary(BinaryOp::Div, Rest, constant(Count->type(), 2));
  const ExprRef Past = binary(BinaryOp::Add, Half, constant(Half->type(), 1));
  auto Less = iteration(Comparison::Less), Equal = iteration(Comparison::Equal),
       Greater = iteration(Comparison::Greater);
  if (!Less || !Equal || !Greater ||
      !structurallyEqual(PositionExpr, binary(BinaryOp::Add, Begin, Half)) ||
      !steps(*Less, Low, binary(BinaryOp::Add, Begin, Past)) ||
      !steps(*Less, Left, binary(BinaryOp::Sub, Rest, Past)) ||
      !changesNothingBut(*Less, {Low, Left}))
    return false;
  for (const State &Kept : {*Equal, *Greater})
    if (!steps(Kept, Left, Half) || !changesNothingBut(Kept, {Left}))
      return false;
  const ExprRef None = constant(Count->type(), 0);
  for (SearchEnd End :
       {SearchEnd::Found, SearchEnd::AtEnd, SearchEnd::Behind}) {
    State Values;
    Values[Low] = End == SearchEnd::AtEnd ? S.Hi : S.atPosition();
    Values[Left] = None;
    if (End == SearchEnd::Found)
      S.Found = outcome(End, Values);
    else
      addOutcome(End, Values);
  }
  return true;
}

bool SearchFinder::find() {
  if ((!Counted && !While) || !findStarts() || !findKey() || !findConditions())
    return false;
  bool IsSearch = findOneByOne();
  if (!IsSearch && While) {
    auto NameOf = [](const ExprRef &E) -> StringRef {
      const ExprRef Bare = withoutPromotion(E);
      const auto *Var = dyn_cast<VarExpr>(Bare.get());
      // A name of the loop's own statements, which outlive this.
      return Var ? Var->name() : StringRef();
    };
    S.Missing.clear();
    const std::string Left = NameOf(RangeLeft).str(),
                      Right = NameOf(RangeRight).str();
    IsSearch = !Left.empty() && findHalving(Left, Right);
    if (!IsSearch && Left.empty() && !Right.empty())
      for (const auto &Low : Starts.keys()) {
        S.Missing.clear();
        if (Low != Right && findHalvingOfRest(Low, Right)) {
          IsSearch = true;
          break;
        }
      }
  }
  if (!IsSearch)
    return false;
  S.Key = rewrite(KeyThere, [&](const ExprRef &Part) -> ExprRef {
    const auto *Load = dyn_cast<LoadExpr>(Part.get());
    return Load ? load(Load->type(), Load->array(), S.atPosition()) : nullptr;
  });
  return true;
}

std::optional<SegmentSearch> searchFor(StringRef Coordinate, const Nest &N,
                                       const StringMap<ExprRef> &Lets,
                                       ArrayRef<StmtRef> Block, size_t At) {
  SearchFinder Finder(Coordinate, N, Lets, Block, At);
  if (!Finder.find())
    return std::nullopt;
  return std::move(Finder.S);
}

} // namespace lacuna

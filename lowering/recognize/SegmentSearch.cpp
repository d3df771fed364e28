//===- SegmentSearch.cpp - searches of a row for a coordinate -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SegmentSearch.h"
#include "SearchIteration.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/ir/Rounding.h"
#include "llvm/ADT/STLExtras.h"

using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringMap;
using llvm::StringRef;

namespace lacuna {

//===-- what is known where a search has ended ----------------------------===//

static ExprRef placed(const ExprRef &E, const ExprRef &Position) {
  StringMap<ExprRef> At;
  At[AtPosition] = Position;
  return substitute(E, At);
}

ExprRef SegmentSearch::coordinateAt(const ExprRef &Position) const {
  if (Shift == 0)
    return cast(Type::i64(), placed(Key, Position));
  return binary(BinaryOp::Add, cast(Type::i64(), placed(Element, Position)),
                i64(Shift));
}

ExprRef SegmentSearch::indexAt(const ExprRef &Position) const {
  return placed(llvm::cast<LoadExpr>(*Element).index(), Position);
}

bool SegmentSearch::isPlain() const {
  const auto *Index = dyn_cast<VarExpr>(
      withoutIntegerCasts(llvm::cast<LoadExpr>(*Element).index()).get());
  return Shift == 0 && Index && Index->name() == AtPosition;
}

std::optional<bool> SegmentSearch::decide(const ExprRef &E,
                                          SearchEnd End) const {
  const ExprRef At = End == SearchEnd::AtEnd ? Hi : atPosition();
  const Comparison ToHi =
      End == SearchEnd::AtEnd ? Comparison::Equal : Comparison::Less;
  if (auto Holds = decideBy(E, At, Hi, ToHi))
    return Holds;
  if (End == SearchEnd::AtEnd)
    return std::nullopt;
  const Comparison C =
      End == SearchEnd::Found ? Comparison::Equal : Comparison::Greater;
  if (auto Holds = decideBy(E, Key, Sought, C))
    return Holds;
  // The coordinate, with the conversions of the search or without.
  const auto *Binary = dyn_cast<BinaryExpr>(E.get());
  if (!Binary)
    return std::nullopt;
  for (const ExprRef &Side : {Binary->lhs(), Binary->rhs()})
    if (auto *Var = dyn_cast<VarExpr>(withoutPromotion(Side).get());
        Shift == 0 && Var && Var->name() == Coordinate)
      return decideBy(E, Key, Side, C);
  return std::nullopt;
}

//===-- one iteration -----------------------------------------------------===//

namespace {

class SearchFinder {
public:
  SearchFinder(StringRef Coordinate, const Nest &N,
               const StringMap<ExprRef> &Lets, ArrayRef<StmtRef> Block,
               size_t At)
      : N(N), Lets(Lets), Loop(Coordinate, N, Lets, Block, At) {
    S.Coordinate = Coordinate.str();
  }

  bool find();
  SegmentSearch S;

private:
  /// What iterations do that look at each kind of coordinate.
  struct Cases {
    State Less, Equal, Greater;
  };
  std::optional<Cases> cases() const;
  bool isFixed(const ExprRef &E) const;
  bool takeRange(StringRef Var);
  bool findOneByOne();
  bool endOneByOne(const Cases &Do, StringRef Var);
  bool findHalving(StringRef Low, StringRef High);
  bool takeHalves(StringRef Low, StringRef High, bool IsClosed);
  bool findHalvingOfRest(StringRef Low, StringRef Left);
  bool findAnyHalving();
  bool takeEnds(const State &Equal, StringRef Low, StringRef High,
                bool IsClosed);
  SearchOutcome outcome(SearchEnd End, const State &Values,
                        ArrayRef<StringRef> Closing = {}) const;
  void addOutcome(SearchEnd End, const State &Values) {
    S.Missing.push_back(outcome(End, Values));
  }
  bool areFixedValues() const;

  const Nest &N;
  const StringMap<ExprRef> &Lets;
  SearchIteration Loop;
};

} // namespace

/// \p E has one value in all of the loop over coordinates.
bool SearchFinder::isFixed(const ExprRef &E) const {
  if (!isUnchanging(N, E) || usesVar(E, S.Coordinate))
    return false;
  return llvm::all_of(freeVars(E), [&](const auto &Name) {
    return N.findOperand(Name.getKey()) || N.findIndexVar(Name.getKey());
  });
}

//===-- ends --------------------------------------------------------------===//

/// Where the search ends at \p End, with \p Values of an iteration there, at
/// the beginning of which variables \p Closing are anywhere.
SearchOutcome SearchFinder::outcome(SearchEnd End, const State &Values,
                                    ArrayRef<StringRef> Closing) const {
  SearchOutcome Result{End, {}, {}};
  StringMap<ExprRef> There;
  if (const auto *Var = dyn_cast<VarExpr>(Loop.Position.get()))
    There[Var->name()] = S.atPosition();
  for (const auto &Name : Loop.Starts.keys()) {
    const ExprRef Value = Values.of(Name);
    Result.Values[Name] =
        Value ? substitute(Value, There) : Loop.Starts.lookup(Name);
  }
  // They come before the loop has ended: its other variables are as they were
  // in front of it, but for those that close in.
  StringMap<ExprRef> Before;
  for (const auto &Name : Loop.Starts.keys()) {
    const ExprRef Start = Loop.startOf(Name);
    const bool Lasts = Start && !llvm::is_contained(Closing, Name) &&
                       isFixed(Start) && !isContractible(Start);
    Before[Name] = Lasts ? Start : var(S.PositionTy, LostPosition);
  }
  for (const StmtRef &Effect : Values.Effects)
    Result.Effects.push_back(substitute(Effect, Before));
  return Result;
}

std::optional<SearchFinder::Cases> SearchFinder::cases() const {
  auto Less = Loop.run(Comparison::Less), Equal = Loop.run(Comparison::Equal),
       Greater = Loop.run(Comparison::Greater);
  if (!Less || !Equal || !Greater || Less->Stops || !Less->Effects.empty() ||
      !Greater->Effects.empty())
    return std::nullopt;
  return Cases{std::move(*Less), std::move(*Equal), std::move(*Greater)};
}

/// A loop that goes from position to position, by \p Var.
bool SearchFinder::endOneByOne(const Cases &Do, StringRef Var) {
  const bool IsCounted = Loop.Counted;
  const ExprRef Next =
      binary(BinaryOp::Add, Loop.Position, constant(S.PositionTy, 1));
  auto GoesOn = [&](const State &After) {
    return IsCounted ? Loop.changesNothingBut(After)
                     : SearchIteration::steps(After, Var, Next) &&
                           Loop.changesNothingBut(After, {Var});
  };
  if (!GoesOn(Do.Less))
    return false;
  State AtEnd, Found = Do.Equal, Behind = Do.Greater;
  AtEnd.Values[Var] = S.Hi;
  if (!Do.Equal.Stops) {
    // It goes on to the end, and does nothing there.
    if (Do.Greater.Stops ||
        (!IsCounted && !SearchIteration::steps(Do.Equal, Var, Next)))
      return false;
    Found.Values[Var] = S.Hi;
  } else if (!Do.Equal.of(Var)) {
    Found.Values[Var] = Loop.Position;
  }
  S.Found = outcome(SearchEnd::Found, Found);
  addOutcome(SearchEnd::AtEnd, AtEnd);
  if (!Do.Greater.Stops)
    return GoesOn(Do.Greater);
  if (!Behind.of(Var))
    Behind.Values[Var] = Loop.Position;
  addOutcome(SearchEnd::Behind, Behind);
  return true;
}

/// The range of a loop that goes from position to position, by \p Var.
bool SearchFinder::takeRange(StringRef Var) {
  if (Loop.Range) {
    S.PositionTy = Loop.Range->Ty;
    S.Lo = Loop.Range->Lo;
    S.Hi = Loop.Range->Hi;
    return Loop.Range->Name == Var;
  }
  const ExprRef Left = withoutPromotion(Loop.RangeLeft);
  const auto *Ranged = dyn_cast<VarExpr>(Left.get());
  if (!Loop.Starts.count(Var) || !Ranged || Ranged->name() != Var ||
      (Loop.RangeOp != BinaryOp::Lt && Loop.RangeOp != BinaryOp::Ne))
    return false;
  S.PositionTy = Ranged->type();
  S.Lo = Loop.startOf(Var);
  S.Hi = substitute(Loop.RangeRight, Lets);
  if (S.Hi->type() != S.PositionTy)
    S.Hi = withoutPromotion(S.Hi);
  return S.Lo && S.Hi->type() == S.PositionTy;
}

bool SearchFinder::findOneByOne() {
  const auto *Var = dyn_cast<VarExpr>(Loop.Position.get());
  if (!Var || !takeRange(Var->name()) || !isFixed(S.Lo) || !isFixed(S.Hi))
    return false;
  auto Do = cases();
  return Do && endOneByOne(*Do, Var->name());
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
  const ExprRef Lost = var(S.PositionTy, LostPosition);
  State AtEnd, Behind, Found;
  AtEnd.Values[Low] = S.Hi;
  Behind.Values[Low] = S.atPosition();
  AtEnd.Values[High] = IsClosed ? Lost : S.Hi;
  Behind.Values[High] = IsClosed ? Lost : S.atPosition();
  addOutcome(SearchEnd::AtEnd, AtEnd);
  addOutcome(SearchEnd::Behind, Behind);
  if (!Equal.Stops) {
    Found.Values[Low] = Found.Values[High] = S.atPosition();
    S.Found = outcome(SearchEnd::Found, Found);
    return !IsClosed && Equal.Effects.empty();
  }
  for (const auto &Name : Equal.Values.keys())
    Found.Values[Name] = rewrite(Equal.of(Name), [&](const ExprRef &Part) {
      return structurallyEqual(Part, Loop.Position) ? S.atPosition() : nullptr;
    });
  for (StringRef Moved : {Low, High})
    if (!Found.of(Moved))
      Found.Values[Moved] = Lost;
  Found.Effects = Equal.Effects;
  S.Found = outcome(SearchEnd::Found, Found, {Low, High});
  return true;
}

bool SearchFinder::takeHalves(StringRef Low, StringRef High, bool IsClosed) {
  const ExprRef Mid = Loop.Position, One = constant(S.PositionTy, 1);
  const ExprRef Before = IsClosed ? binary(BinaryOp::Sub, Mid, One) : Mid;
  auto Do = cases();
  const bool Halves =
      Do && !Do->Greater.Stops &&
      SearchIteration::steps(Do->Less, Low, binary(BinaryOp::Add, Mid, One)) &&
      Loop.changesNothingBut(Do->Less, {Low}) &&
      SearchIteration::steps(Do->Greater, High, Before) &&
      Loop.changesNothingBut(Do->Greater, {High});
  if (!Halves ||
      (!Do->Equal.Stops && !(SearchIteration::steps(Do->Equal, High, Mid) &&
                             Loop.changesNothingBut(Do->Equal, {High}))))
    return false;
  return takeEnds(Do->Equal, Low, High, IsClosed);
}

bool SearchFinder::findHalving(StringRef Low, StringRef High) {
  const bool IsClosed = Loop.RangeOp == BinaryOp::Le;
  const ExprRef First = Loop.startOf(Low), Last = Loop.startOf(High);
  if (!First || !Last || First->type() != Last->type() ||
      !isBetween(Loop.Position, Low, High))
    return false;
  S.PositionTy = First->type();
  S.Lo = First;
  S.Hi = Last;
  if (IsClosed) {
    const auto *Less = dyn_cast<BinaryExpr>(Last.get());
    if (!S.PositionTy.isSigned() || !Less || Less->op() != BinaryOp::Sub ||
        !structurallyEqual(Less->rhs(), constant(S.PositionTy, 1)))
      return false;
    S.Hi = Less->lhs();
  }
  return isFixed(S.Lo) && isFixed(S.Hi) &&
         Loop.Position->type() == S.PositionTy &&
         takeHalves(Low, High, IsClosed);
}

/// As the standard library's algorithms are lifted: where the rest begins, and
/// how many elements it has.
bool SearchFinder::findHalvingOfRest(StringRef Low, StringRef Left) {
  const ExprRef First = Loop.startOf(Low), Count = Loop.startOf(Left);
  const auto *Length = llvm::dyn_cast_or_null<BinaryExpr>(Count.get());
  if (!First || !Length || Length->op() != BinaryOp::Sub ||
      !structurallyEqual(Length->rhs(), First) || !Loop.Asks.empty() ||
      Loop.RangeOp != BinaryOp::Lt || constantValue(Loop.RangeLeft) != 0)
    return false;
  S.PositionTy = First->type();
  S.Lo = First;
  S.Hi = Length->lhs();
  const ExprRef Begin = var(S.PositionTy, Low), Rest = var(Count->type(), Left);
  const ExprRef Half = binary(BinaryOp::Div, Rest, constant(Count->type(), 2));
  const ExprRef Past = binary(BinaryOp::Add, Half, constant(Half->type(), 1));
  auto Do = cases();
  if (!Do || !isFixed(S.Lo) || !isFixed(S.Hi) ||
      !structurallyEqual(Loop.Position, binary(BinaryOp::Add, Begin, Half)) ||
      !SearchIteration::steps(Do->Less, Low,
                              binary(BinaryOp::Add, Begin, Past)) ||
      !SearchIteration::steps(Do->Less, Left,
                              binary(BinaryOp::Sub, Rest, Past)) ||
      !Loop.changesNothingBut(Do->Less, {Low, Left}))
    return false;
  for (const State *Kept : {&Do->Equal, &Do->Greater})
    if (Kept->Stops || !Kept->Effects.empty() ||
        !SearchIteration::steps(*Kept, Left, Half) ||
        !Loop.changesNothingBut(*Kept, {Left}))
      return false;
  State Here, AtEnd;
  Here.Values[Low] = S.atPosition();
  AtEnd.Values[Low] = S.Hi;
  Here.Values[Left] = AtEnd.Values[Left] = constant(Count->type(), 0);
  S.Found = outcome(SearchEnd::Found, Here);
  addOutcome(SearchEnd::AtEnd, AtEnd);
  addOutcome(SearchEnd::Behind, Here);
  return true;
}

bool SearchFinder::findAnyHalving() {
  auto NameOf = [](const ExprRef &E) {
    const ExprRef Bare = withoutPromotion(E);
    const auto *Var = dyn_cast<VarExpr>(Bare.get());
    return Var ? Var->name().str() : std::string();
  };
  if (!Loop.While)
    return false;
  const std::string Left = NameOf(Loop.RangeLeft),
                    Right = NameOf(Loop.RangeRight);
  if (!Left.empty() && !Right.empty())
    return Loop.Starts.count(Left) && Loop.Starts.count(Right) &&
           findHalving(Left, Right);
  return Left.empty() && Loop.Starts.count(Right) &&
         llvm::any_of(Loop.Starts.keys(), [&](StringRef Low) {
           S.Missing.clear();
           return Low != Right && findHalvingOfRest(Low, Right);
         });
}

/// Whether what variables are behind the loop stays so: nothing that the nest
/// stores, and no variable but where the search has ended.
bool SearchFinder::areFixedValues() const {
  auto IsFixedValue = [&](const ExprRef &Value) {
    StringMap<ExprRef> There;
    There[AtPosition] = constant(S.PositionTy, 0);
    There[LostPosition] = constant(S.PositionTy, 0);
    There[S.Coordinate] = constant(Type::i64(), 0);
    return !Value || (!Value->type().isOpaque() &&
                      isFixed(substitute(substitute(Value, Lets), There)));
  };
  auto AreFixed = [&](const SearchOutcome &Outcome) {
    return llvm::all_of(Outcome.Values.keys(), [&](StringRef Name) {
      return IsFixedValue(Outcome.Values.lookup(Name));
    });
  };
  return AreFixed(S.Found) && llvm::all_of(S.Missing, AreFixed);
}

bool SearchFinder::find() {
  if (!Loop.find())
    return false;
  S.Crd = Loop.Crd;
  bool IsSearch = findOneByOne();
  if (!IsSearch) {
    S.Missing.clear();
    IsSearch = findAnyHalving();
  }
  if (!IsSearch || !areFixedValues())
    return false;
  S.Key = rewrite(Loop.Key, [&](const ExprRef &Part) -> ExprRef {
    const auto *Load = dyn_cast<LoadExpr>(Part.get());
    if (!Load)
      return nullptr;
    const ExprRef Index =
        rewrite(Load->index(), [&](const ExprRef &Inner) -> ExprRef {
          return structurallyEqual(Inner, Loop.Position) ? S.atPosition()
                                                         : nullptr;
        });
    const ExprRef Bare = withoutIntegerCasts(Index);
    S.Element = load(Load->type(), Load->array().str(),
                     isa<VarExpr>(Bare.get()) ? Bare : Index);
    return S.Element;
  });
  S.Sought = Loop.Sought;
  S.Shift = Loop.Shift;
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

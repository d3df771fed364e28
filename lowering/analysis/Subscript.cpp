//===- Subscript.cpp - which iterations touch one place -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/Subscript.h"
#include "FrontConditions.h"
#include "LinearForm.h"
#include "PackedRows.h"
#include "RangeBlocks.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/ir/ArrayLevels.h"
#include "lacuna/ir/FrontValues.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace llvm;

namespace lacuna {

bool isInvariant(const Nest &N, const ExprRef &E, const Invariants &Fixed) {
  bool Invariant = true;
  walk(E, [&](const Expr &Part) {
    if (auto *Load = dyn_cast<LoadExpr>(&Part))
      Invariant &= !Fixed.Changed.contains(Load->array());
    else if (isa<OpaqueExpr>(&Part))
      Invariant = false;
    auto *Var = dyn_cast<VarExpr>(&Part);
    if (!Var)
      return;
    if (const Operand *O = N.findOperand(Var->name()))
      Invariant &= O->Kind == OperandKind::Scalar;
    else if (N.findIndexVar(Var->name()))
      Invariant &= Fixed.FixedVars.contains(Var->name());
    else
      Invariant &= !Fixed.Changed.contains(Var->name());
  });
  return Invariant;
}

static ExprRef asI64(const ExprRef &E) { return cast(Type::i64(), E); }

namespace {

/// The number of values of one digit of the mixed radix system, at least 1
/// wherever the place is touched at all.
struct DigitLength {
  int64_t Constant = 0;          ///< if not 0, the length
  const IndexVar *Var = nullptr; ///< else the length of its range
  ExprRef Element = nullptr;     ///< else as long as what it can be
};

class MixedRadix : public FrontConditions {
public:
  MixedRadix(const Nest &N, const Invariants &Fixed)
      : FrontConditions(N), N(N), Fixed(Fixed) {}

  /// Whether the sum of \p Items determines each of their variables, given that
  /// a digit of length \p Low (unless 1) is added to it.
  bool solve(std::vector<LinearTerm> Items, DigitLength Low);

  /// The one variable of \p Form if that counts in several strides, all of them
  /// positive, which together are longer than \p Spread; else null.
  const IndexVar *diagonal(const LinearForm &Form, int64_t Spread);

  /// That \p Part, a subscript, is one of an array of \p Length elements. Where
  /// data choose it, the language says so; where loops do that cannot be looked
  /// at in front of them, nothing does.
  bool requireInside(const ExprRef &Part, const ExprRef &Length);

  /// Conditions under which \p Form is computed without wrapping.
  bool requireNoWrap(const LinearForm &Form);

  std::vector<ElementRange> Ranges;

private:
  bool requireBelow(const ExprRef &Element, int64_t Scale, ExprRef Limit);
  bool requireNonZero(const ExprRef &Factor);
  bool fits(const DigitLength &Low, int64_t Coef,
            const std::vector<ExprRef> &Factors);
  bool fitsStructurally(const IndexVar &Low, int64_t Coef,
                        const std::vector<ExprRef> &Factors);
  bool fitsBelow(const ExprRef &End, int64_t Coef,
                 std::vector<ExprRef> Factors);
  bool isNonNegative(const ExprRef &E);

  const Nest &N;
  const Invariants &Fixed;
};

} // namespace

/// Whether \p E depends on memory, or on variables that the nest sets.
static bool isChosenByData(const Nest &N, const ExprRef &E) {
  bool Found = false;
  walk(E, [&](const Expr &Part) {
    auto *Var = dyn_cast<VarExpr>(&Part);
    Found |= isa<LoadExpr>(&Part) || (Var && !N.findIndexVar(Var->name()) &&
                                      !N.findOperand(Var->name()));
  });
  return Found;
}

bool MixedRadix::requireInside(const ExprRef &Part, const ExprRef &Length) {
  std::optional<FrontRange> Values = frontRange(N, Part);
  if (!Values)
    return isChosenByData(N, Part);
  // Without the sum where it could be one too many.
  auto *Last = dyn_cast<BinaryExpr>(Values->Max.get());
  const bool IsEnd =
      Last && Last->op() == BinaryOp::Sub && constantValue(Last->rhs()) == 1;
  return all_of(Values->Given,
                [&](const FrontLimit &L) {
                  return require(L.Op, L.Value, i64(L.Limit));
                }) &&
         require(BinaryOp::Ge, Values->Min, i64(0)) &&
         (IsEnd ? require(BinaryOp::Le, Last->lhs(), Length)
                : require(BinaryOp::Lt, Values->Max, Length));
}

/// Adds the condition that \p Element is in [0, Scale * Limit). Only the ends
/// of segments that ascend can be looked at.
bool MixedRadix::requireBelow(const ExprRef &Element, int64_t Scale,
                              ExprRef Limit) {
  if (!is_contained(N.Facts.Sorted, llvm::cast<LoadExpr>(*Element).array()) ||
      !isEvaluable(N, Limit))
    return false;
  Ranges.push_back({Element, Scale, std::move(Limit)});
  return true;
}

bool MixedRadix::requireNonZero(const ExprRef &Factor) {
  return require(BinaryOp::Ne, asI64(Factor), i64(0));
}

/// Whether \p E is a sum of products of constants, variables of loops that are
/// never negative, and scalars of which a guard asks that.
bool MixedRadix::isNonNegative(const ExprRef &E) {
  if (std::optional<int64_t> Value = constantValue(E))
    return *Value >= 0;
  if (auto *Var = dyn_cast<VarExpr>(E.get())) {
    const IndexVar *V = N.findIndexVar(Var->name());
    return V ? V->Lo && isNonNegative(V->Lo)
             : require(BinaryOp::Ge, asI64(E), i64(0));
  }
  if (auto *Cast = dyn_cast<CastExpr>(E.get()))
    return Cast->type().holdsAllOf(Cast->operand()->type()) &&
           isNonNegative(Cast->operand());
  auto *B = dyn_cast<BinaryExpr>(E.get());
  // Signed arithmetic of the user's does not overflow.
  return B && B->type().isSigned() &&
         (B->op() == BinaryOp::Add || B->op() == BinaryOp::Mul) &&
         isNonNegative(B->lhs()) && isNonNegative(B->rhs());
}

/// Low runs over a part of [0, c * F1 * …) and its factors are among the
/// stride's.
bool MixedRadix::fitsStructurally(const IndexVar &Low, int64_t Coef,
                                  const std::vector<ExprRef> &Factors) {
  const size_t Before = Conditions.size();
  const bool Fits = Low.Lo && isNonNegative(Low.Lo) &&
                    any_of(upperBounds(Low.Hi), [&](const ExprRef &End) {
                      return fitsBelow(End, Coef, Factors);
                    });
  if (!Fits)
    Conditions.resize(Before);
  return Fits;
}

bool MixedRadix::fitsBelow(const ExprRef &End, int64_t Coef,
                           std::vector<ExprRef> Factors) {
  std::optional<LinearForm> Hi = linearForm(N, End, Fixed);
  if (!Hi || Hi->Constant != 0 || Hi->Terms.size() != 1)
    return false;
  const LinearTerm &Length = Hi->Terms.front();
  if (!Length.isInvariant() || Length.Coef <= 0 || Length.Coef > Coef)
    return false;
  for (const ExprRef &F : Length.Factors)
    if (!takeFactor(Factors, F))
      return false;
  size_t Before = Conditions.size();
  bool Ok = llvm::all_of(Factors,
                         [&](const ExprRef &F) { return requireNonZero(F); });
  // The user's conversion of a negative bound makes the range a huge one.
  if (Ok && Hi->MayWrap)
    Ok = requireNoWrap(*Hi);
  if (!Ok)
    Conditions.resize(Before);
  return Ok;
}

/// Whether the digit's length is at most |Coef * Factors…|.
bool MixedRadix::fits(const DigitLength &Low, int64_t Coef,
                      const std::vector<ExprRef> &Factors) {
  if (Low.Constant != 0 && Low.Constant <= Coef)
    return llvm::all_of(Factors,
                        [&](const ExprRef &F) { return requireNonZero(F); });
  if (Low.Var && fitsStructurally(*Low.Var, Coef, Factors))
    return true;
  // Two variables of stride 1 collide unless one of them stands still.
  bool HasStride = Coef > 1 || !Factors.empty();
  if (!HasStride || Factors.size() > 1)
    return false;
  if (Low.Element)
    return requireBelow(Low.Element, Coef,
                        Factors.empty() ? i64(1) : asI64(Factors.front()));
  ExprRef Length = i64(Low.Constant);
  if (Low.Var) {
    // Of two values that are not negative the difference cannot overflow.
    ExprRef Lo = asI64(Low.Var->Lo), Hi = asI64(Low.Var->Hi);
    if (!require(BinaryOp::Ge, Lo, i64(0)) ||
        !require(BinaryOp::Ge, Hi, i64(0)))
      return false;
    Length = binary(BinaryOp::Sub, Hi, Lo);
  }
  // Length <= Coef * F, without a product that could overflow.
  if (Factors.empty())
    return require(BinaryOp::Le, Length, i64(Coef));
  ExprRef Needed =
      binary(BinaryOp::Div, binary(BinaryOp::Sub, Length, i64(1)), i64(Coef));
  ExprRef F = asI64(Factors.front());
  if (!isEvaluable(N, Length) || !isEvaluable(N, F))
    return false;
  Conditions.push_back(binary(BinaryOp::Lt, Needed, F));
  return require(BinaryOp::Ge, F, i64(1));
}

/// The factors that all \p Items have.
static std::vector<ExprRef> commonFactors(ArrayRef<LinearTerm> Items) {
  std::vector<ExprRef> Common;
  std::vector<ExprRef> Candidates = Items.front().Factors;
  std::vector<std::vector<ExprRef>> Rests;
  for (const LinearTerm &T : Items.drop_front())
    Rests.push_back(T.Factors);
  for (const ExprRef &F : Candidates)
    // A candidate that only some have is spent in them, but then it was not
    // common anyway.
    if (llvm::all_of(Rests, [&](std::vector<ExprRef> &Rest) {
          return takeFactor(Rest, F);
        }))
      Common.push_back(F);
  return Common;
}

bool MixedRadix::solve(std::vector<LinearTerm> Items, DigitLength Low) {
  while (!Items.empty()) {
    // Strip what all strides have in common.
    int64_t Coef = 0;
    for (const LinearTerm &T : Items)
      Coef = std::gcd(Coef, T.Coef);
    std::vector<ExprRef> Common = commonFactors(Items);
    if (!fits(Low, Coef, Common))
      return false;
    for (LinearTerm &T : Items) {
      T.Coef /= Coef;
      for (const ExprRef &F : Common)
        takeFactor(T.Factors, F);
    }
    // The next digit is the one of stride 1.
    auto It = llvm::find_if(Items, [](const LinearTerm &T) {
      return T.Coef == 1 && T.Factors.empty();
    });
    if (It == Items.end())
      return false;
    Low = {0, It->Var, It->Element};
    Items.erase(It);
  }
  return true;
}

const IndexVar *MixedRadix::diagonal(const LinearForm &Form, int64_t Spread) {
  const IndexVar *Var = nullptr;
  size_t Strides = 0;
  int64_t Least = 0;
  for (const LinearTerm &T : Form.Terms) {
    if (T.isInvariant())
      continue;
    if (T.Element || (Var && T.Var != Var) || T.Coef <= 0)
      return nullptr;
    Var = T.Var;
    ++Strides;
    if (T.Factors.empty())
      Least = T.Coef;
  }
  if (Strides < 2 || Spread >= Least)
    return nullptr;
  for (const LinearTerm &T : Form.Terms)
    if (T.Var && !all_of(T.Factors, [&](const ExprRef &F) {
          return require(BinaryOp::Ge, asI64(F), i64(0));
        }))
      return nullptr;
  return Var;
}

bool MixedRadix::requireNoWrap(const LinearForm &Form) {
  // Each of n parts may take an n-th of what the type holds.
  int64_t Parts = Form.Terms.size() + 1;
  int64_t Share = Form.Largest / Parts;
  if (Form.Constant < 0 || Form.Constant > Share)
    return false;
  for (const LinearTerm &T : Form.Terms) {
    if (T.Coef <= 0)
      return false;
    ExprRef Limit = i64(Share / T.Coef);
    ArrayRef<ExprRef> Factors = T.Factors;
    ExprRef Top;
    if (T.Var) {
      Top = asI64(T.Var->Hi);
      if (!require(BinaryOp::Ge, asI64(T.Var->Lo), i64(0)))
        return false;
    } else if (!T.Element) {
      // A variable of a loop around is as large as its range lets it.
      auto *Var = dyn_cast<VarExpr>(Factors.back().get());
      const IndexVar *V = Var ? N.findIndexVar(Var->name()) : nullptr;
      if (V && !require(BinaryOp::Ge, asI64(V->Lo), i64(0)))
        return false;
      Top = asI64(V ? V->Hi : Factors.back());
      Factors = Factors.drop_back();
    }
    for (const ExprRef &F : Factors) {
      if (!isEvaluable(N, F) || !require(BinaryOp::Ge, asI64(F), i64(0)))
        return false;
      // A term of factor 0, as of a number that begins there, is 0.
      Limit =
          binary(BinaryOp::Div, Limit, binary(BinaryOp::Max, asI64(F), i64(1)));
    }
    if (T.Element) {
      if (!requireBelow(T.Element, 1, binary(BinaryOp::Add, Limit, i64(1))))
        return false;
      continue;
    }
    if (!require(BinaryOp::Ge, Top, i64(0)) || !isEvaluable(N, Top))
      return false;
    if (constantValue(Top) && constantValue(Limit)) {
      if (*constantValue(Top) > *constantValue(Limit))
        return false;
    } else {
      Conditions.push_back(binary(BinaryOp::Le, Top, Limit));
    }
  }
  return true;
}

/// Index variables of \p E in the order of their names.
static std::vector<const IndexVar *> indexVarsOf(const Nest &N,
                                                 const ExprRef &E) {
  std::vector<const IndexVar *> Vars;
  for (const auto &Name : freeVars(E))
    if (const IndexVar *V = N.findIndexVar(Name.first()))
      Vars.push_back(V);
  llvm::sort(Vars, [](const IndexVar *A, const IndexVar *B) {
    return A->Name < B->Name;
  });
  return Vars;
}

/// Whether \p A and \p B run over the same values, each in a loop of its own.
static bool runAlike(const Nest &N, const IndexVar &A, const IndexVar &B,
                     const Invariants &Fixed) {
  return !A.isDerived() && !B.isDerived() &&
         !Fixed.FixedVars.contains(A.Name) &&
         !Fixed.FixedVars.contains(B.Name) && A.Ty == B.Ty &&
         structurallyEqual(A.Lo, B.Lo) && structurallyEqual(A.Hi, B.Hi) &&
         isInvariant(N, A.Lo, Fixed) && isInvariant(N, A.Hi, Fixed);
}

/// Whether \p A and \p B run over the positions of one row, in loops of their
/// own: equal ones are of one row, however they are reached.
static bool walkOneRow(const Nest &N, const IndexVar &A, const IndexVar &B) {
  const std::optional<Segments> S = segmentsOf(N, A), T = segmentsOf(N, B);
  return S && T && A.Ty == B.Ty && S->Row == T->Row && S->Pos == T->Pos &&
         S->Offset == T->Offset;
}

/// \p Index with the variables of \p First for its own that run over the same
/// values: one loop of a row clears, another one adds. Where these are not
/// positions, places tell nothing about such variables, which join \p Shared.
static ExprRef inTermsOf(const Nest &N, const ExprRef &First,
                         const ExprRef &Index, const Invariants &Fixed,
                         StringSet<> &Shared) {
  std::vector<const IndexVar *> Free;
  StringSet<> Own = freeVars(Index), Others = freeVars(First);
  for (const IndexVar *V : indexVarsOf(N, First))
    if (!Own.contains(V->Name))
      Free.push_back(V);
  StringMap<ExprRef> Map;
  for (const IndexVar *V : indexVarsOf(N, Index)) {
    auto It =
        Others.contains(V->Name)
            ? Free.end()
            : llvm::find_if(Free, [&](const IndexVar *F) {
                return runAlike(N, *F, *V, Fixed) || walkOneRow(N, *F, *V);
              });
    if (It == Free.end())
      continue;
    Map[V->Name] = var((*It)->Ty, (*It)->Name);
    if (runAlike(N, **It, *V, Fixed))
      Shared.insert((*It)->Name);
    Free.erase(It);
  }
  return Map.empty() ? Index : substitute(Index, Map);
}

/// What is known where equal places are equal in each of \p Levels, which hold
/// the same part of all places; nothing if no level tells anything.
static std::optional<Injectivity>
injectivityByLevels(const Nest &N, ArrayRef<std::vector<ExprRef>> Levels,
                    const Invariants &Fixed) {
  std::optional<Injectivity> All;
  for (const std::vector<ExprRef> &Level : Levels) {
    std::optional<Injectivity> I = injectivity(N, Level, Fixed);
    if (!I)
      continue;
    if (!All) {
      All = std::move(I);
      continue;
    }
    for (const auto &Name : I->Vars)
      All->Vars.insert(Name.first());
    append_range(All->Elements, I->Elements);
    append_range(All->Conditions, I->Conditions);
    append_range(All->Ranges, I->Ranges);
  }
  return All;
}

/// Rows of one array lie apart (lower/Guards sees to it): places are one only
/// if their rows are, and their places in the row.
static std::optional<Injectivity> injectivityInRows(const Nest &N,
                                                    ArrayRef<ExprRef> Places,
                                                    const Invariants &Fixed) {
  std::vector<ExprRef> Rows, Indices;
  for (const ExprRef &Place : Places) {
    Rows.push_back(rowOf(Place));
    Indices.push_back(indexInRow(Place));
  }
  return injectivityByLevels(N, {Rows, Indices}, Fixed);
}

/// Whether all of \p Parts are one value while what \p Fixed lists is fixed.
static bool isOneValue(const Nest &N, ArrayRef<ExprRef> Parts,
                       const Invariants &Fixed) {
  return isInvariant(N, Parts.front(), Fixed) &&
         all_of(Parts, [&](const ExprRef &Part) {
           return structurallyEqual(Part, Parts.front());
         });
}

/// Places in arrays of arrays of \p Inner elements are one only if their
/// subscripts are, level by level, where those of the inner levels stay below
/// their lengths.
static std::optional<Injectivity> injectivityInArrays(const Nest &N,
                                                      ArrayRef<ExprRef> Inner,
                                                      ArrayRef<ExprRef> Places,
                                                      const Invariants &Fixed) {
  std::vector<std::vector<ExprRef>> Levels(Inner.size() + 1);
  for (const ExprRef &Place : Places)
    for (auto [Level, Part] :
         zip_equal(Levels, levelsOf(indexInRow(Place), Inner)))
      Level.push_back(Part);
  MixedRadix Radix(N, Fixed);
  for (auto [Level, Length] : zip_equal(drop_begin(Levels), Inner))
    if (!isOneValue(N, Level, Fixed))
      for (const ExprRef &Part : Level)
        if (!Radix.requireInside(Part, Length))
          return std::nullopt;
  if (rowOf(Places.front())) {
    Levels.emplace_back();
    for (const ExprRef &Place : Places)
      Levels.back().push_back(rowOf(Place));
  }
  std::optional<Injectivity> Result = injectivityByLevels(N, Levels, Fixed);
  if (Result)
    append_range(Result->Conditions, Radix.Conditions);
  return Result;
}

std::optional<Injectivity> injectivityIn(const Nest &N, StringRef Array,
                                         ArrayRef<ExprRef> Places,
                                         const Invariants &Fixed) {
  std::optional<Injectivity> Whole = injectivity(N, Places, Fixed);
  const Operand *O = N.findOperand(Array);
  if (Whole || !O)
    return Whole;
  // Subscripts may go through several arrays as if they were one.
  for (std::vector<ExprRef> Inner = O->Inner; !Inner.empty() && !Whole;) {
    Whole = injectivityInArrays(N, Inner, Places, Fixed);
    ExprRef Last = Inner.back();
    Inner.pop_back();
    if (!Inner.empty())
      Inner.back() = binary(BinaryOp::Mul, Inner.back(), Last);
  }
  return Whole;
}

std::optional<Injectivity> injectivity(const Nest &N, ArrayRef<ExprRef> Places,
                                       const Invariants &Fixed) {
  if (rowOf(Places.front()))
    return injectivityInRows(N, Places, Fixed);
  std::vector<LinearForm> Forms;
  int64_t Least = INT64_MAX, Most = INT64_MIN;
  bool SameText = true;
  StringSet<> Shared;
  std::vector<ExprRef> Indices;
  for (const ExprRef &Place : Places)
    Indices.push_back(inTermsOf(N, Places.front(), Place, Fixed, Shared));
  if (Shared.empty() && all_of(Indices, [&](const ExprRef &Index) {
        return structurallyEqual(Index, Indices.front());
      }))
    if (auto Packed = injectivityInPackedRows(N, Indices.front(), Fixed))
      return Packed;
  for (const ExprRef &Index : Indices) {
    std::optional<LinearForm> F = linearForm(N, Index, Fixed);
    if (!F || (!Forms.empty() && !sameTerms(Forms.front(), *F)))
      return std::nullopt;
    Least = std::min(Least, F->Constant);
    Most = std::max(Most, F->Constant);
    SameText &= structurallyEqual(Index, Indices.front());
    Forms.push_back(std::move(*F));
  }
  int64_t Spread;
  if (Forms.empty() || SubOverflow(Most, Least, Spread) || Spread == INT64_MAX)
    return std::nullopt;

  MixedRadix Radix(N, Fixed);
  bool Bijective = SameText && Forms.front().KeepsBits;
  for (const LinearForm &F : Forms)
    if (F.MayWrap && !Bijective && !Radix.requireNoWrap(F))
      return std::nullopt;
  std::vector<LinearTerm> Items;
  Injectivity Result;
  if (const IndexVar *Diagonal = Radix.diagonal(Forms.front(), Spread)) {
    Result.Vars.insert(Diagonal->Name);
    Result.Conditions = std::move(Radix.Conditions);
    return Shared.empty() ? std::optional(std::move(Result)) : std::nullopt;
  }
  for (LinearTerm T : Forms.front().Terms) {
    if (T.isInvariant())
      continue;
    bool IsNew = T.Var ? Result.Vars.insert(T.Var->Name).second
                       : none_of(Result.Elements, [&](const ExprRef &Known) {
                           return structurallyEqual(Known, T.Element);
                         });
    if (!IsNew || T.Coef == INT64_MIN)
      return std::nullopt;
    if (T.Element)
      Result.Elements.push_back(T.Element);
    T.Coef = std::abs(T.Coef);
    Items.push_back(std::move(T));
  }
  if (!Radix.solve(Items, {Spread + 1}))
    return std::nullopt;
  Result.Conditions = std::move(Radix.Conditions);
  Result.Ranges = std::move(Radix.Ranges);
  for (const auto &Name : Shared) {
    Result.Vars.erase(Name.first());
    llvm::erase_if(Result.Elements, [&](const ExprRef &Element) {
      return usesVar(Element, Name.first());
    });
  }
  return Result;
}

} // namespace lacuna

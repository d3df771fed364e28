//===- PackedRows.cpp - rows one behind the other -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedRows.h"
#include "FrontConditions.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;

namespace lacuna {

namespace {

/// Half of the sum of products of atoms, by their numbers, with coefficients.
using Polynomial = std::map<std::vector<unsigned>, int64_t>;

/// Polynomials in index variables and what does not change.
class Polynomials {
public:
  Polynomials(const Nest &N, const Invariants &Fixed) : N(N), Fixed(Fixed) {}

  std::optional<Polynomial> of(const ExprRef &Given);
  unsigned atom(const ExprRef &E);
  /// The index variable that atom \p Number is, if the loop moves it.
  const IndexVar *movingVar(unsigned Number) const;
  size_t size() const { return Atoms.size(); }
  /// What the bound \p E of a loop is; nothing if unsigned arithmetic could
  /// wrap round far above it.
  std::optional<Polynomial> ofBound(const ExprRef &E);
  /// Whether \p P is never negative: a constant, or where some arithmetic is
  /// unsigned, a sum of atoms, which guards then ask to be not negative.
  bool isNatural(const std::optional<Polynomial> &P) const;
  bool isUnsigned() const { return SomeUnsigned; }
  /// Under which conditions unsigned arithmetic computes \p Place over the rows
  /// of \p Row as over the integers, modulo 2^64; nothing if no guard can ask.
  std::optional<std::vector<ExprRef>> whereExact(const Polynomial &Place,
                                                 const IndexVar &Row) const;

private:
  std::optional<Polynomial> ofBinary(const BinaryExpr &B);
  std::optional<Polynomial> half(const Polynomial &P) const;
  bool isOfNeighbours(const Polynomial &P) const;

  const Nest &N;
  const Invariants &Fixed;
  std::vector<ExprRef> Atoms;
  bool SomeUnsigned = false;
};

} // namespace

/// Larger ones do not come up, and sums of products of two do not overflow.
static constexpr int64_t MostCoefficient = int64_t(1) << 26;
static constexpr size_t MostAtoms = 4, MostDegree = 4;

static Polynomial constantOf(int64_t Value) {
  return Value == 0 ? Polynomial() : Polynomial{{{}, 2 * Value}};
}

static bool isSmall(const Polynomial &P) {
  return all_of(P, [](const auto &Term) {
    return std::abs(Term.second) <= MostCoefficient &&
           Term.first.size() <= MostDegree;
  });
}

static void add(Polynomial &To, const std::vector<unsigned> &Atoms,
                int64_t Coef) {
  if ((To[Atoms] += Coef) == 0)
    To.erase(Atoms);
}

static Polynomial sum(Polynomial A, const Polynomial &B, int64_t Times = 1) {
  for (const auto &[Atoms, Coef] : B)
    add(A, Atoms, Times * Coef);
  return A;
}

/// Nothing where a half is multiplied by a half.
static std::optional<Polynomial> product(const Polynomial &A,
                                         const Polynomial &B) {
  Polynomial Result;
  for (const auto &[Left, CoefOfA] : A)
    for (const auto &[Right, CoefOfB] : B) {
      const int64_t Coef = CoefOfA * CoefOfB;
      if (Coef % 2 != 0)
        return std::nullopt;
      std::vector<unsigned> Atoms = Left;
      append_range(Atoms, Right);
      sort(Atoms);
      add(Result, Atoms, Coef / 2);
    }
  return isSmall(Result) ? std::optional(std::move(Result)) : std::nullopt;
}

/// \p P with \p By for atom \p Number.
static std::optional<Polynomial> withAtom(const Polynomial &P, unsigned Number,
                                          const Polynomial &By) {
  Polynomial Result;
  for (const auto &[Atoms, Coef] : P) {
    std::vector<unsigned> Others = Atoms;
    erase(Others, Number);
    std::optional<Polynomial> Part = Polynomial{{Others, Coef}};
    for (size_t K = Others.size(); Part && K != Atoms.size(); ++K)
      Part = product(*Part, By);
    if (!Part)
      return std::nullopt;
    Result = sum(std::move(Result), *Part);
  }
  return isSmall(Result) ? std::optional(std::move(Result)) : std::nullopt;
}

static bool uses(const Polynomial &P, unsigned Number) {
  return any_of(
      P, [&](const auto &Term) { return is_contained(Term.first, Number); });
}

bool Polynomials::isNatural(const std::optional<Polynomial> &P) const {
  return P && all_of(*P, [&](const auto &Term) {
           return Term.second > 0 && (SomeUnsigned || Term.first.empty());
         });
}

/// More rows than that have more elements than there is memory; fewer are
/// counted without wrapping.
static constexpr int64_t MostPackedRows = int64_t(1) << 31,
                         MostFactor = int64_t(1) << 20;

std::optional<std::vector<ExprRef>>
Polynomials::whereExact(const Polynomial &Place, const IndexVar &Row) const {
  int64_t Squares = 0;
  for (const auto &[Numbers, Coef] : Place) {
    if (Numbers.size() > 2 || std::abs(Coef) > MostFactor)
      return std::nullopt;
    Squares += Numbers.size() == 2 ? std::abs(Coef) : 0;
  }
  // At most 3 / 2 * 2^62, and little beside it.
  if (Squares > 3 || constantValue(Row.Lo).value_or(-1) < 0)
    return std::nullopt;
  FrontConditions Front(N);
  auto IsSmall = [&](const ExprRef &Value) {
    const ExprRef Wide = cast(Type::i64(), Value);
    return Front.require(BinaryOp::Ge, Wide, i64(0)) &&
           Front.require(BinaryOp::Le, Wide, i64(MostPackedRows));
  };
  bool IsGuarded = IsSmall(Row.Hi);
  for (unsigned Number = 0; Number != Atoms.size(); ++Number)
    IsGuarded &= movingVar(Number) || IsSmall(Atoms[Number]);
  return IsGuarded ? std::optional(std::move(Front.Conditions)) : std::nullopt;
}

unsigned Polynomials::atom(const ExprRef &E) {
  auto Known =
      find_if(Atoms, [&](const ExprRef &A) { return structurallyEqual(A, E); });
  if (Known == Atoms.end())
    Known = Atoms.insert(Known, E);
  return unsigned(Known - Atoms.begin());
}

const IndexVar *Polynomials::movingVar(unsigned Number) const {
  auto *Var = dyn_cast<VarExpr>(Atoms[Number].get());
  const IndexVar *Of = Var ? N.findIndexVar(Var->name()) : nullptr;
  return Of && !Of->isDerived() && !Fixed.FixedVars.contains(Of->Name)
             ? Of
             : nullptr;
}

/// Half of \p P, if that is an integer whatever the atoms are: the parity of an
/// integer's powers is its own.
std::optional<Polynomial> Polynomials::half(const Polynomial &P) const {
  for (unsigned Odd = 0; Odd != 1u << Atoms.size(); ++Odd) {
    int64_t Twice = 0;
    for (const auto &[Numbers, Coef] : P)
      if (all_of(Numbers, [&](unsigned A) { return Odd >> A & 1; }))
        Twice += Coef;
    if (Twice % 4 != 0)
      return std::nullopt;
  }
  Polynomial Result;
  for (const auto &[Numbers, Coef] : P) {
    if (Coef % 2 != 0)
      return std::nullopt;
    Result[Numbers] = Coef / 2;
  }
  return Result;
}

/// Whether \p P is the product of an index variable that is not negative and
/// its neighbour, which is not negative either.
bool Polynomials::isOfNeighbours(const Polynomial &P) const {
  if (P.size() != 2 || P.begin()->first.size() != 1)
    return false;
  const auto &[Linear, Coef] = *P.begin();
  const auto &[Square, CoefOfSquare] = *std::next(P.begin());
  const IndexVar *Var = movingVar(Linear.front());
  return Var && constantValue(Var->Lo).value_or(-1) >= 0 &&
         Square == std::vector<unsigned>{Linear.front(), Linear.front()} &&
         CoefOfSquare == 2 && std::abs(Coef) == 2;
}

std::optional<Polynomial> Polynomials::ofBinary(const BinaryExpr &B) {
  // What is unsigned is computed modulo 2^64, all but halves.
  const bool IsUnsigned = !B.type().isSigned();
  if (IsUnsigned && B.type().bits() != 64)
    return std::nullopt;
  SomeUnsigned |= IsUnsigned;
  const std::optional<Polynomial> L = of(B.lhs());
  const std::optional<int64_t> By = constantValue(B.rhs());
  if (L && ((B.op() == BinaryOp::Div && By == 2) ||
            (B.op() == BinaryOp::Shr && By == 1)))
    return IsUnsigned && !isOfNeighbours(*L) ? std::nullopt : half(*L);
  const std::optional<Polynomial> R = L ? of(B.rhs()) : std::nullopt;
  if (!R)
    return std::nullopt;
  if (B.op() == BinaryOp::Mul)
    return product(*L, *R);
  return B.op() == BinaryOp::Add   ? std::optional(sum(*L, *R))
         : B.op() == BinaryOp::Sub ? std::optional(sum(*L, *R, -1))
                                   : std::nullopt;
}

/// Signed arithmetic of the user's does not overflow.
std::optional<Polynomial> Polynomials::of(const ExprRef &Given) {
  const ExprRef E = withoutPromotion(Given);
  if (!E->type().isInteger())
    return std::nullopt;
  if (const std::optional<int64_t> Value = constantValue(E))
    return std::abs(*Value) < MostCoefficient / 2 &&
                   (*Value >= 0 || E->type().isSigned())
               ? std::optional(constantOf(*Value))
               : std::nullopt;
  if (auto *B = dyn_cast<BinaryExpr>(E.get()))
    if (std::optional<Polynomial> Result = ofBinary(*B))
      return isSmall(*Result) ? Result : std::nullopt;
  auto *Var = dyn_cast<VarExpr>(E.get());
  if (!(Var && N.findIndexVar(Var->name())) && !isInvariant(N, E, Fixed))
    return std::nullopt;
  const unsigned Number = atom(E);
  return Atoms.size() <= MostAtoms ? std::optional(Polynomial{{{Number}, 2}})
                                   : std::nullopt;
}

std::optional<Polynomial> Polynomials::ofBound(const ExprRef &E) {
  std::optional<Polynomial> P = of(E);
  const bool IsAffine =
      P && all_of(*P, [](const auto &Term) {
        return Term.first.size() <= 1 && std::abs(Term.second) <= MostFactor;
      });
  return IsAffine || !SomeUnsigned ? P : std::nullopt;
}

/// Whether \p Sum, in which the variable \p Row is atom \p Number, is not
/// negative in any row.
static bool isNeverNegative(Polynomials &All, const Polynomial &Sum,
                            unsigned Number, const IndexVar &Row) {
  if (!uses(Sum, Number))
    return All.isNatural(Sum);
  const auto Slope = Sum.find({Number});
  if (Slope == Sum.end() || count_if(Sum, [&](const auto &Term) {
                              return is_contained(Term.first, Number);
                            }) != 1)
    return false;
  // It is least in the first row, or the last one.
  std::optional<Polynomial> At =
      All.ofBound(Slope->second > 0 ? Row.Lo : Row.Hi);
  if (At && Slope->second < 0)
    At = sum(*At, constantOf(1), -1);
  return At && All.isNatural(withAtom(Sum, Number, *At));
}

/// Whether rows of atom \p Row, of which atom \p Column counts the elements
/// from
/// \p Lo to \p Hi, lie behind each other in \p Place.
static bool areBehind(Polynomials &All, const Polynomial &Place, unsigned Row,
                      unsigned Column, const Polynomial &Lo,
                      const Polynomial &Hi) {
  const Polynomial Length = sum(Hi, Lo, -1), Next{{{Row}, 2}, {{}, 2}};
  const auto Begin = withAtom(Place, Column, Lo);
  const auto BeginOfNext = Begin ? withAtom(*Begin, Row, Next) : std::nullopt;
  return BeginOfNext &&
         All.isNatural(sum(sum(*BeginOfNext, *Begin, -1), Length, -1)) &&
         isNeverNegative(All, Length, Row, *All.movingVar(Row));
}

/// The same as the loop over the column says, or from zero where that is less.
/// A row that is never shorter than nothing has no bounds that wrap round but
/// to make it empty, or both.
static bool arePacked(Polynomials &All, const Polynomial &Place, unsigned Row,
                      unsigned Column) {
  const IndexVar &OfRow = *All.movingVar(Row),
                 &OfColumn = *All.movingVar(Column);
  const auto Step = Place.find({Column});
  const auto Lo = All.ofBound(OfColumn.Lo), Hi = All.ofBound(OfColumn.Hi);
  if (Step == Place.end() || Step->second != 2 || !Lo || !Hi ||
      count_if(Place, [&](const auto &Term) {
        return is_contained(Term.first, Column);
      }) != 1)
    return false;
  const bool IsFromZero = isNeverNegative(All, *Lo, Row, OfRow);
  return areBehind(All, Place, Row, Column, *Lo, *Hi) ||
         (IsFromZero && areBehind(All, Place, Row, Column, {}, *Hi));
}

std::optional<Injectivity> injectivityInPackedRows(const Nest &N,
                                                   const ExprRef &Place,
                                                   const Invariants &Fixed) {
  Polynomials All(N, Fixed);
  const std::optional<Polynomial> Sum = All.of(Place);
  if (!Sum)
    return std::nullopt;
  std::vector<unsigned> Moving;
  for (unsigned Number = 0; Number != All.size(); ++Number)
    if (All.movingVar(Number))
      Moving.push_back(Number);
  if (Moving.size() != 2)
    return std::nullopt;
  if (!arePacked(All, *Sum, Moving[0], Moving[1])) {
    std::swap(Moving[0], Moving[1]);
    if (!arePacked(All, *Sum, Moving[0], Moving[1]))
      return std::nullopt;
  }
  Injectivity Result;
  for (unsigned Number : Moving)
    Result.Vars.insert(All.movingVar(Number)->Name);
  if (!All.isUnsigned())
    return Result;
  auto Conditions = All.whereExact(*Sum, *All.movingVar(Moving[0]));
  if (!Conditions)
    return std::nullopt;
  Result.Conditions = std::move(*Conditions);
  return Result;
}

} // namespace lacuna

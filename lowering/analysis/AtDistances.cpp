//===- AtDistances.cpp - places that lie far apart ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtDistances.h"
#include "FrontConditions.h"
#include "LinearForm.h"
#include "lacuna/ir/FrontValues.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

namespace {

/// Asks whether places that move along with one variable keep a distance.
class DistanceTest : public FrontConditions {
public:
  DistanceTest(const Nest &N, const IndexVar &Of)
      : FrontConditions(N), N(N), Of(Of) {}

  /// Whether places \p A and \p B meet in equal iterations alone.
  bool keepsApart(const LinearForm &A, const LinearForm &B);

private:
  const LinearTerm *termOf(const LinearForm &Place) const;
  ExprRef factor(const ExprRef &F, int64_t Most);
  ExprRef product(const LinearTerm &T);
  ExprRef strideOf(const LinearTerm &Leading);
  ExprRef span(const LinearTerm &Leading, const ExprRef &Stride);

  const Nest &N;
  const IndexVar &Of;
};

} // namespace

/// The one term with the variable, if nothing else varies.
const LinearTerm *DistanceTest::termOf(const LinearForm &Place) const {
  const LinearTerm *Found = nullptr;
  for (const LinearTerm &T : Place.Terms) {
    if (T.isInvariant())
      continue;
    if (Found || T.Element || T.Var != &Of)
      return nullptr;
    Found = &T;
  }
  return Found;
}

/// \p F as i64, which has to be at most \p Most and not negative; or null.
ExprRef DistanceTest::factor(const ExprRef &F, int64_t Most) {
  ExprRef Value = cast(Type::i64(), F);
  return require(BinaryOp::Ge, Value, i64(0)) &&
                 require(BinaryOp::Le, Value, i64(Most))
             ? Value
             : nullptr;
}

/// The factors of \p T, or null.
ExprRef DistanceTest::product(const LinearTerm &T) {
  if (T.Factors.size() > 2 || T.Coef > MostTimes || T.Coef < -MostTimes)
    return nullptr;
  ExprRef Result = i64(T.Coef);
  for (const ExprRef &F : T.Factors) {
    ExprRef Value = factor(F, T.Factors.size() == 1 ? MostOfOne : MostOfTwo);
    if (!Value)
      return nullptr;
    Result = binary(BinaryOp::Mul, Result, Value);
  }
  return Result;
}

/// How far an iteration's place is from the next one's, or null.
ExprRef DistanceTest::strideOf(const LinearTerm &Leading) {
  LinearTerm Stride = Leading;
  Stride.Var = nullptr;
  Stride.Coef = std::abs(Leading.Coef);
  return product(Stride);
}

/// How far the last iteration's place is from the first one's, or null.
ExprRef DistanceTest::span(const LinearTerm &Leading, const ExprRef &Stride) {
  std::optional<FrontRange> Range = frontRange(N, var(Of.Ty, Of.Name));
  if (!Range || Leading.Factors.size() > 1 ||
      !llvm::all_of(Range->Given, [&](const FrontLimit &L) {
        return require(L.Op, L.Value, i64(L.Limit));
      }))
    return nullptr;
  const int64_t Most = Leading.Factors.empty() ? MostOfOne : MostOfTwo;
  // A loop that does not run touches nothing. One that counts without a sign
  // runs up to what is negative as i64.
  const bool IsSigned = Of.Ty.isSigned();
  if (!require(BinaryOp::Ge, Range->Min, i64(IsSigned ? -Most : 0)) ||
      !require(BinaryOp::Le, Range->Min, i64(Most)) ||
      !require(BinaryOp::Ge, Range->Max, i64(IsSigned ? -Most : -1)) ||
      !require(BinaryOp::Le, Range->Max, i64(Most)))
    return nullptr;
  return binary(BinaryOp::Mul, Stride,
                binary(BinaryOp::Sub, Range->Max, Range->Min));
}

/// The invariant terms of \p A minus those of \p B.
static std::vector<LinearTerm> difference(const LinearForm &A,
                                          const LinearForm &B) {
  std::vector<LinearTerm> Result;
  auto Add = [&](const LinearTerm &T, int64_t Times) {
    for (LinearTerm &Known : Result)
      if (haveSameFactors(Known, T)) {
        Known.Coef += Times * T.Coef;
        return;
      }
    Result.push_back(T);
    Result.back().Coef *= Times;
  };
  for (const LinearTerm &T : A.Terms)
    if (T.isInvariant())
      Add(T, 1);
  for (const LinearTerm &T : B.Terms)
    if (T.isInvariant())
      Add(T, -1);
  llvm::erase_if(Result, [](const LinearTerm &T) { return T.Coef == 0; });
  return Result;
}

bool DistanceTest::keepsApart(const LinearForm &A, const LinearForm &B) {
  const LinearTerm *Leading = termOf(A), *Other = termOf(B);
  const bool MayWrap = A.MayWrap || B.MayWrap;
  if ((MayWrap && std::min(A.Largest, B.Largest) != INT64_MAX) || !Leading ||
      !Other || !haveSameStride(*Leading, *Other))
    return false;
  // Where iterations do not move on, all of them meet.
  ExprRef Stride = strideOf(*Leading);
  if (!Stride || !require(BinaryOp::Ge, Stride, i64(1)))
    return false;
  // Of 64 bits that wrap, distances are right that are far from where they do.
  if (MayWrap && !(require(BinaryOp::Le, Stride, i64(MostOfTwo)) &&
                   span(*Leading, Stride)))
    return false;
  const std::vector<LinearTerm> Rest = difference(A, B);
  const int64_t Constant = A.Constant - B.Constant;
  if (Rest.size() > MostTerms || std::abs(Constant) > MostOfOne)
    return false;
  if (Rest.empty() && (Constant == 0 || (Leading->Factors.empty() &&
                                         Constant % Leading->Coef != 0)))
    return true;
  ExprRef Distance = i64(Constant);
  for (const LinearTerm &T : Rest) {
    ExprRef Part = product(T);
    if (!Part)
      return false;
    Distance = binary(BinaryOp::Add, Distance, Part);
  }
  ExprRef Span = span(*Leading, Stride);
  // Next to each other, `a[i] = a[i - 1]`, is no distance.
  if (!Span || (Rest.empty() && !constantValue(Span)))
    return false;
  if (Rest.empty())
    return std::abs(Constant) > *constantValue(Span);
  // At one place, behind the last one's, or between two.
  ExprRef Length =
      binary(BinaryOp::Max, Distance, binary(BinaryOp::Sub, i64(0), Distance));
  ExprRef Apart =
      binary(BinaryOp::LogicalOr, binary(BinaryOp::Eq, Distance, i64(0)),
             binary(BinaryOp::Gt, Length, Span));
  if (!Leading->Factors.empty())
    Apart = binary(BinaryOp::LogicalOr, Apart,
                   binary(BinaryOp::Lt, Length, Stride));
  return require(Apart);
}

std::optional<Injectivity> lacuna::injectivityAtDistances(
    const Nest &N, llvm::StringRef Var, llvm::ArrayRef<ExprRef> Writes,
    llvm::ArrayRef<ExprRef> Reads, const Invariants &Fixed) {
  const IndexVar *Of = N.findIndexVar(Var);
  if (!Of || Of->isDerived())
    return std::nullopt;
  std::vector<LinearForm> Forms;
  for (llvm::ArrayRef<ExprRef> Places : {Writes, Reads})
    for (const ExprRef &Place : Places) {
      std::optional<LinearForm> Form;
      if (!rowOf(Place))
        Form = linearForm(N, Place, Fixed);
      if (!Form || Form->Terms.size() > FrontConditions::MostTerms)
        return std::nullopt;
      Forms.push_back(std::move(*Form));
    }
  DistanceTest Test(N, *Of);
  for (size_t W = 0; W < Writes.size(); ++W)
    for (size_t At = W; At < Forms.size(); ++At)
      if (!Test.keepsApart(Forms[W], Forms[At]))
        return std::nullopt;
  Injectivity Result;
  Result.Vars.insert(Var);
  Result.Conditions = std::move(Test.Conditions);
  return Result;
}

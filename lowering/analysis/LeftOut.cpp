//===- LeftOut.cpp - places that a loop's range leaves out ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeftOut.h"
#include "LinearForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace lacuna {

/// Whether \p Bound is a variable plus 1 in the variable's type: as the
/// variable is less than the end of its loop that does not wrap.
static bool isNextOfVariable(const Nest &N, const ExprRef &Bound) {
  auto *Cast = dyn_cast<CastExpr>(Bound.get());
  const ExprRef &Sum = Cast && Cast->type().holdsAllOf(Cast->operand()->type())
                           ? Cast->operand()
                           : Bound;
  auto *Add = dyn_cast<BinaryExpr>(Sum.get());
  auto *Var = Add && Add->op() == BinaryOp::Add
                  ? dyn_cast<VarExpr>(Add->lhs().get())
                  : nullptr;
  const IndexVar *Index = Var ? N.findIndexVar(Var->name()) : nullptr;
  return Index && !Index->isDerived() && Index->Ty == Add->type() &&
         constantValue(Add->rhs()) == 1;
}

/// How far \p Moving is behind \p Still where the variable of \p Leading has
/// the value \p At, if that is a constant.
static std::optional<int64_t> distanceAt(const LinearForm &At,
                                         const LinearForm &Moving,
                                         const LinearTerm &Leading,
                                         const LinearForm &Still) {
  int64_t Constant = 0;
  bool Overflows = false;
  std::vector<LinearTerm> Terms;
  auto Add = [&](const LinearForm &Form, int64_t Times) {
    int64_t Part;
    Overflows |= MulOverflow(Form.Constant, Times, Part) ||
                 AddOverflow(Constant, Part, Constant);
    for (const LinearTerm &T : Form.Terms) {
      if (&T == &Leading)
        continue;
      auto Known = find_if(
          Terms, [&](const LinearTerm &U) { return haveSameFactors(T, U); });
      if (Known == Terms.end()) {
        Terms.push_back(T);
        Terms.back().Coef = 0;
        Known = std::prev(Terms.end());
      }
      Overflows |= MulOverflow(T.Coef, Times, Part) ||
                   AddOverflow(Known->Coef, Part, Known->Coef);
    }
  };
  Add(Moving, 1);
  Add(At, Leading.Coef);
  Add(Still, -1);
  const bool IsConstant =
      all_of(Terms, [](const LinearTerm &T) { return T.Coef == 0; });
  return IsConstant && !Overflows ? std::optional(Constant) : std::nullopt;
}

/// \p E, if it is a sum of what is fixed.
static std::optional<LinearForm> fixedForm(const Nest &N, const ExprRef &E,
                                           const Invariants &Fixed) {
  std::optional<LinearForm> Form = linearForm(N, E, Fixed);
  const bool IsFixed = Form && all_of(Form->Terms, [](const LinearTerm &T) {
                         return T.isInvariant();
                       });
  return IsFixed ? Form : std::nullopt;
}

/// Of 64 bits nobody has as many elements that subscripts wrap round.
static bool mayWrap(const LinearForm &Place) {
  return Place.MayWrap && Place.Largest != INT64_MAX;
}

bool leavesOut(const Nest &N, const ExprRef &Still, const ExprRef &Moving,
               const Invariants &Fixed) {
  if (rowOf(Still) || rowOf(Moving))
    return false;
  const std::optional<LinearForm> Here = fixedForm(N, Still, Fixed),
                                  There = linearForm(N, Moving, Fixed);
  const LinearTerm *Leading =
      Here && There && !mayWrap(*Here) && !mayWrap(*There) ? movingTerm(*There)
                                                           : nullptr;
  if (!Leading || !Leading->Factors.empty())
    return false;
  const StringMap<ExprRef> Lets = letsIn(N.Body);
  const ExprRef Lo = substitute(Leading->Var->Lo, Lets);
  const int64_t Sign = Leading->Coef > 0 ? 1 : -1;
  std::optional<LinearForm> Begin = fixedForm(N, Lo, Fixed);
  if (Begin && (!Begin->MayWrap || isNextOfVariable(N, Lo)))
    if (auto First = distanceAt(*Begin, *There, *Leading, *Here);
        First && *First * Sign > 0)
      return true;
  std::optional<LinearForm> End =
      fixedForm(N, substitute(Leading->Var->Hi, Lets), Fixed);
  if (!End || End->MayWrap)
    return false;
  const auto Behind = distanceAt(*End, *There, *Leading, *Here);
  // The last one stands one step in front of the end.
  return Behind && *Behind * Sign < Leading->Coef * Sign;
}

} // namespace lacuna

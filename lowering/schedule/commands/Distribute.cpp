//===- Distribute.cpp - distribute(j) -------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for j { a; for k { b } }
//       -->  for j_part { for j { a }, then for j { for k { b } } }
//
// where the parts of an iteration of j, which follow each other in it, get a
// loop j each. `j_part` counts the parts.
//
//===----------------------------------------------------------------------===//

#include "AffineNest.h"
#include "lacuna/schedule/commands/Messages.def"

using namespace llvm;

namespace lacuna {

/// \p Value, K times a variable and the number of a part, without the part;
/// nothing if it is something else.
static std::optional<AffineExpr> withoutPart(const AffineExpr &Value,
                                             int64_t Parts) {
  if (!Value.Quotients.empty() || Value.Terms.size() > 1 ||
      Value.Constant < 0 || Value.Constant >= Parts)
    return std::nullopt;
  AffineExpr Result;
  for (const AffineExpr::Term &T : Value.Terms) {
    if (T.Factor != Parts)
      return std::nullopt;
    Result = AffineExpr::of(T.Var);
  }
  return Result;
}

static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &) {
  Expected<AffineNest> A = affineNest(N, C);
  if (!A)
    return A.takeError();
  Expected<size_t> Number = A->loop(C.Args[0]);
  if (!Number)
    return Number.takeError();
  AffineLoop &L = A->Order.Loops[*Number];
  if (!(L.Tags == LoopTags()))
    return makeError(C.Args[0].Where, msg::PutBeforeTags(C.Name, L.Name));
  const int64_t Parts = AffineNest::stepsOf(L);
  AffineLoop Part{A->newName(L.Name, "_part"), {}};
  for (AffineExpr &Value : L.Values) {
    std::optional<AffineExpr> Rest = withoutPart(Value, Parts);
    if (Parts < 2 || !Rest)
      return makeError(C.Args[0].Where, msg::DistributeNeedsParts(L.Name));
    Part.Values.push_back(AffineExpr::of(Value.Constant));
    Value = std::move(*Rest);
  }
  A->Order.Loops.insert(A->Order.Loops.begin() + ptrdiff_t(*Number),
                        std::move(Part));
  auto Wrong = A->Model->violationOf(A->Order);
  if (!Wrong)
    return Wrong.takeError();
  if (*Wrong)
    return wrongOrder(C, **Wrong, C.Args[0].Where);
  return std::move(*A).take();
}

static constexpr ArgInfo Args[] = {loop()};

const Command commands::distribute = {
    {{"distribute", "distribute(j)", Args}},
    "gives the parts of an iteration loops of their own",
    apply,
    /*OnAffine=*/true};

} // namespace lacuna

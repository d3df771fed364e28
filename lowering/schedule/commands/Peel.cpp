//===- Peel.cpp - peel(i, k) ----------------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for k { for i { a } }
//       -->  for k { for i_part { for i < k { a }, i = k { a }, for i > k { a }
//     }}
//
// Iterations keep their order. `i_part` counts the three parts. Statements and
// loops that follow each other in an iteration of i are counted by `i_step`
// inside of it, so that i itself counts whole iterations.
//
//===----------------------------------------------------------------------===//

#include "AffineNest.h"
#include "lacuna/schedule/commands/Messages.def"

using namespace llvm;

namespace lacuna {

/// The user's loop that \p Value counts up with, perhaps in steps; empty if it
/// is none.
static std::string loopOf(const AffineExpr &Value) {
  const bool Counts = Value.Quotients.empty() && Value.Terms.size() == 1 &&
                      Value.Constant >= 0 &&
                      Value.Terms.front().Factor > Value.Constant;
  return Counts ? Value.Terms.front().Var : std::string();
}

/// Whether \p I is before \p K, is it, or is behind it, for 0, 1 and 2.
static AffineConstraint isInPart(int64_t Part, const std::string &I,
                                 const std::string &K) {
  const AffineExpr Behind = sum(AffineExpr::of(I), AffineExpr::of(K), -1),
                   Before = sum(AffineExpr::of(K), AffineExpr::of(I), -1);
  if (Part == 1)
    return {Behind, /*IsEquality=*/true};
  return {sum(Part == 0 ? Before : Behind, AffineExpr::of(int64_t(1)), -1)};
}

/// \p Order with three pieces for each that has loops number \p Inner and
/// \p Outer around it, and loops over them and over the parts of an iteration,
/// if it has several, called \p Names.
static AffineSchedule peeled(const AffineSchedule &Order,
                             ArrayRef<AffinePiece> Pieces, size_t Inner,
                             size_t Outer,
                             std::pair<std::string, std::string> Names) {
  AffineSchedule Result;
  AffineLoop Part{std::move(Names.first), {}},
      Step{std::move(Names.second), {}};
  for (const AffineLoop &L : Order.Loops)
    Result.Loops.push_back({L.Name, {}, L.Tags});
  for (const auto &[Number, P] : enumerate(Pieces)) {
    const std::string I = loopOf(Order.Loops[Inner].Values[Number]),
                      K = loopOf(Order.Loops[Outer].Values[Number]);
    const bool IsPeeled = !I.empty() && !K.empty();
    for (int64_t Of = 0; Of < (IsPeeled ? 3 : 1); ++Of) {
      AffinePiece &New = Result.Pieces.emplace_back(P);
      if (IsPeeled)
        New.Where.push_back(isInPart(Of, I, K));
      Part.Values.push_back(AffineExpr::of(Of));
      for (const auto &[L, Old] : zip_equal(Result.Loops, Order.Loops))
        L.Values.push_back(Old.Values[Number]);
      AffineExpr &Value = Result.Loops[Inner].Values.back();
      Step.Values.push_back(AffineExpr::of(Value.Constant));
      Value = I.empty() ? AffineExpr() : AffineExpr::of(I);
    }
  }
  const auto At = Result.Loops.begin() + ptrdiff_t(Inner);
  if (AffineNest::stepsOf(Order.Loops[Inner]) > 1)
    Result.Loops.insert(At + 1, std::move(Step));
  Result.Loops.insert(Result.Loops.begin() + ptrdiff_t(Inner), std::move(Part));
  return Result;
}

/// Whether \p L counts iterations of the user's loops, or nothing for
/// statements outside of these.
static bool isUsersLoop(const AffineLoop &L) {
  const auto IsOutside = [](const AffineExpr &E) { return E == AffineExpr(); };
  return !all_of(L.Values, IsOutside) &&
         all_of(L.Values, [&](const AffineExpr &E) {
           return IsOutside(E) || !loopOf(E).empty();
         });
}

static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &) {
  Expected<AffineNest> A = affineNest(N, C);
  if (!A)
    return A.takeError();
  auto Loops = A->loopInside(C);
  if (!Loops)
    return Loops.takeError();
  const auto [Inner, Outer] = *Loops;
  for (const auto &[Arg, Number] :
       {std::pair(&C.Args[0], Inner), std::pair(&C.Args[1], Outer)})
    if (!isUsersLoop(A->Order.Loops[Number]))
      return makeError(Arg->Where, msg::PeelNeedsUsersLoop(Arg->Text));
  const std::string &Name = A->Order.Loops[Inner].Name;
  A->Order = peeled(
      A->Order, A->Order.pieces(A->Model->view().Statements.size()), Inner,
      Outer, {A->newName(Name, "_part"), A->newName(Name, "_step")});
  return std::move(*A).take();
}

static constexpr ArgInfo Args[] = {loop(), loop()};

const Command commands::peel = {{{"peel", "peel(i, k)", Args}},
                                "gives the iterations in front of `k`, `k` "
                                "itself and those behind it loops "
                                "of their own",
                                apply,
                                /*OnAffine=*/true};

} // namespace lacuna

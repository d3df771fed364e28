//===- Reorder.cpp - reorder(i, j) ----------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i { for j { … } }  -->  for j { for i { … } }
//
// where that changes no result, see interchange.
//
//===----------------------------------------------------------------------===//

#include "AffineNest.h"
#include "lacuna/schedule/commands/Command.h"
#include "lacuna/schedule/commands/Messages.def"
#include <numeric>

using namespace llvm;

namespace lacuna {

/// The same in the order of a schedule, whose loops are not the nest's.
static Expected<Nest> applyAffine(const Nest &N, const Clause &C) {
  Expected<AffineNest> A = affineNest(N, C);
  if (!A)
    return A.takeError();
  Expected<size_t> First = A->loop(C.Args[0]);
  if (!First)
    return First.takeError();
  Expected<size_t> Second = A->loop(C.Args[1]);
  if (!Second)
    return Second.takeError();
  ArrayRef<AffineLoop> Loops = A->Order.Loops;
  const auto [Outer, Inner] = std::minmax(*First, *Second);
  if (Outer == Inner)
    return makeError(C.Args[1].Where,
                     msg::ExchangedWithItself(Loops[Outer].Name));
  if (Outer + 1 != Inner)
    return makeError(C.Whole, msg::AnotherLoopBetween(Loops[Outer].Name,
                                                      Loops[Inner].Name,
                                                      Loops[Inner - 1].Name));
  std::vector<size_t> Numbers(Loops.size());
  std::iota(Numbers.begin(), Numbers.end(), 0);
  std::swap(Numbers[Outer], Numbers[Inner]);
  return reorderAffine(std::move(*A), C, Numbers, C.Whole);
}

/// Thesis 5.3: swaps two directly nested loops, named in any order.
static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &) {
  if (N.Affine)
    return applyAffine(N, C);
  Expected<LoopArg> A = loopArg(N, C.Args[0]);
  if (!A)
    return A.takeError();
  Expected<LoopArg> B = loopArg(N, C.Args[1]);
  if (!B)
    return B.takeError();
  StringRef Outer = A->Var->Name, Inner = B->Var->Name;
  if (Outer == Inner)
    return makeError(C.Args[1].Where, msg::ExchangedWithItself(Outer));
  auto Encloses = [&](StringRef Out, StringRef In) {
    return any_of(pathTo(N.Body, In),
                  [&](const LoopStmt *L) { return L->var() == Out; });
  };
  bool Swapped = Encloses(Inner, Outer);
  if (Swapped)
    std::swap(Outer, Inner);
  if (!Encloses(Outer, Inner))
    return makeError(C.Whole, msg::LoopsNotNested(Outer, Inner));
  std::vector<const LoopStmt *> Path = pathTo(N.Body, Inner);
  StringRef Parent = Path[Path.size() - 2]->var();
  if (Parent != Outer)
    return makeError(C.Whole, msg::AnotherLoopBetween(Outer, Inner, Parent));
  const LoopArg &OuterArg = Swapped ? *B : *A;
  if (Error E = requireSerial(C, C.Args[Swapped ? 1 : 0], *OuterArg.Loop))
    return std::move(E);
  return interchange(N, Outer, Inner, C, C.Whole);
}

static constexpr ArgInfo Args[] = {loop(), loop()};

const Command commands::reorder = {{{"reorder", "reorder(i, j)", Args}},
                                   "swaps two directly nested loops",
                                   apply,
                                   /*OnAffine=*/true};

} // namespace lacuna

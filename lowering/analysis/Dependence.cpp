//===- Dependence.cpp - what may run in another order ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearForm.h"
#include "lacuna/analysis/ConflictFinder.h"
#include "lacuna/analysis/Messages.def"
#include "lacuna/analysis/reductions/Reductions.h"

using namespace llvm;

namespace lacuna {

std::vector<Conflict> conflicts(const Nest &N, StringRef Var,
                                std::vector<Guard> *Conditions) {
  const LoopStmt *Loop = findLoop(N.Body, Var);
  if (!Loop)
    return {};
  if (const TrackStmt *Track = trackedIn(N, *Loop))
    return trackedConflicts(N, *Loop, *Track, Conditions);
  return ConflictFinder(N, Loop->body(), {Var.str()}, fixedAround(N, *Loop))
      .run(Conditions);
}

/// Whether \p Loop updates elements of \p Array: of two updates at the same
/// time one would be lost.
static bool isUpdated(const LoopStmt &Loop, StringRef Array) {
  return anyOf(Loop.body(), [&](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    return Assign && Assign->target().Name == Array &&
           Assign->op() != ReduceOp::None;
  });
}

std::vector<Conflict> threadConflicts(const Nest &N, StringRef Var,
                                      std::vector<Guard> *Conditions) {
  std::vector<Conflict> Found = conflicts(N, Var, Conditions);
  const LoopStmt *Loop = findLoop(N.Body, Var);
  const ParallelTag *Gpu = Loop ? gpuTag(*Loop) : nullptr;
  if (Gpu && Gpu->Unit != ParallelUnit::GpuBlock)
    return Found;
  const StringSet<> InBounds = arraysInBounds(N);
  erase_if(Found, [&](const Conflict &X) {
    return X.IsArray &&
           (is_contained(N.Facts.Private, X.Name) ||
            (is_contained(N.Facts.Asynchronous, X.Name) &&
             !InBounds.contains(X.Name) && !isUpdated(*Loop, X.Name)));
  });
  // What is told first is what partial results do not help, or copies.
  auto Rank = [](const Conflict &X) {
    return X.K != Conflict::Kind::Reduction ? 0
           : !X.IsArray                     ? 3
           : identityOf(X.Op, X.Ty)         ? 2
                                            : 1;
  };
  std::vector<Conflict> Sorted;
  for (int Now = 0; Now <= 3; ++Now)
    copy_if(Found, std::back_inserter(Sorted),
            [&](const Conflict &X) { return Rank(X) == Now; });
  return Sorted;
}

bool areInBlocks(const Nest &N, StringRef Var, StringRef Array,
                 std::vector<Guard> &Conditions) {
  const LoopStmt *Loop = findLoop(N.Body, Var);
  if (!Loop || trackedIn(N, *Loop))
    return false;
  const std::vector<std::string> Separating = {Var.str()};
  ConflictFinder Finder(N, Loop->body(), Separating, fixedAround(N, *Loop));
  auto Group = Finder.groups().find(Array);
  return Group != Finder.groups().end() &&
         Finder.isSeparatedInBlocks(Group->second, Separating, &Conditions);
}

std::vector<Conflict> interchangeConflicts(const Nest &N, StringRef Outer,
                                           StringRef Inner,
                                           std::vector<Guard> *Conditions) {
  const LoopStmt *Loop = findLoop(N.Body, Outer);
  if (!Loop)
    return {};
  return ConflictFinder(N, Loop->body(), {Outer.str(), Inner.str()},
                        fixedAround(N, *Loop))
      .run(Conditions);
}

/// The terms of \p Place without those of \p Var.
static std::vector<LinearTerm> termsWithout(const LinearForm &Place,
                                            const IndexVar &Var) {
  std::vector<LinearTerm> Rest = Place.Terms;
  erase_if(Rest, [&](const LinearTerm &T) { return T.Var == &Var; });
  return Rest;
}

/// The one term of \p Var in \p Place, or null.
static const LinearTerm *termOf(const LinearForm &Place, const IndexVar &Var) {
  const auto Own =
      find_if(Place.Terms, [&](const LinearTerm &T) { return T.Var == &Var; });
  return Own != Place.Terms.end() ? &*Own : nullptr;
}

/// Whether \p Var counts in one stride: `i * (n + 1)` has two, n and 1, which
/// together tell less than each does.
static bool hasOneStride(const LinearForm &Place, const IndexVar &Var) {
  return count_if(Place.Terms,
                  [&](const LinearTerm &T) { return T.Var == &Var; }) <= 1;
}

/// Whether loops inside, as those of a tile, run from where \p Var is.
static bool followsFrom(const LinearForm &Place, const IndexVar &Var) {
  return any_of(Place.Terms, [&](const LinearTerm &T) {
    return T.Var && T.Var != &Var && T.Var->Lo && T.Var->Hi &&
           (usesVar(T.Var->Lo, Var.Name) || usesVar(T.Var->Hi, Var.Name));
  });
}

/// Whether places \p A and \p B of iterations of \p Var meet, if loops inside
/// run over the same numbers.
static bool meet(const LinearForm &A, const LinearForm &B,
                 const IndexVar &Var) {
  const LinearTerm *Own = termOf(A, Var), *OwnOfB = termOf(B, Var);
  if (followsFrom(A, Var) || followsFrom(B, Var) || !hasOneStride(A, Var) ||
      !hasOneStride(B, Var))
    return false;
  if (!Own != !OwnOfB || (Own && !haveSameStride(*Own, *OwnOfB)))
    return false;
  // Strides of the loop that lie between the two.
  int64_t Strides = 0;
  std::vector<LinearTerm> Rest = termsWithout(B, Var);
  for (const LinearTerm &T : termsWithout(A, Var)) {
    const auto Same = find_if(Rest, [&](const LinearTerm &Other) {
      return haveSameStride(T, Other) && !T.Var == !Other.Var;
    });
    if (T.Element)
      return false;
    if (Same != Rest.end())
      Rest.erase(Same);
    else if (Own && T.isInvariant() && haveSameFactors(T, *Own))
      Strides += T.Coef;
    else
      return false;
  }
  for (const LinearTerm &T : Rest) {
    if (!Own || !T.isInvariant() || !haveSameFactors(T, *Own))
      return false;
    Strides -= T.Coef;
  }
  const int64_t Distance = A.Constant - B.Constant;
  if (!Own)
    return Distance == 0;
  if (Own->Factors.empty())
    Strides = Distance;
  else if (Distance != 0)
    return false;
  return Strides != 0 && Strides % Own->Coef == 0;
}

/// A place, and whether it is written.
using PlaceUse = std::pair<LinearForm, bool>;

/// Where the loop over \p Of accesses \p Array, as far as that is linear;
/// \p AllKnown, if that is all.
static std::vector<PlaceUse> placesIn(const Nest &N, const IndexVar &Of,
                                      StringRef Array, bool &AllKnown) {
  std::vector<PlaceUse> Places;
  AllKnown = true;
  const LoopStmt *Loop = findLoop(N.Body, Of.Name);
  if (!Loop)
    return Places;
  Invariants Fixed;
  Fixed.FixedVars = fixedAround(N, *Loop);
  for (const Access &A : accessesIn(N, Loop->body())) {
    if (A.Name != Array)
      continue;
    // Rows that another iteration accesses are met, wherever in them that is.
    const ExprRef Row = A.Index ? rowOf(A.Index) : nullptr;
    const ExprRef &Place = Row && usesVar(Row, Of.Name) ? Row : A.Index;
    auto Form = Place ? linearForm(N, Place, Fixed) : std::nullopt;
    AllKnown &= Form.has_value();
    if (Form)
      Places.emplace_back(std::move(*Form), A.IsWrite);
  }
  return Places;
}

bool mayBeIndependent(const Nest &N, StringRef Var, StringRef Array) {
  const IndexVar *Of = N.findIndexVar(Var);
  if (!Of || !findLoop(N.Body, Var))
    return false;
  bool AllKnown = false;
  const std::vector<PlaceUse> Places = placesIn(N, *Of, Array, AllKnown);
  return none_of(Places, [&](const PlaceUse &W) {
    return W.second && any_of(Places, [&](const PlaceUse &Other) {
             return meet(W.first, Other.first, *Of);
           });
  });
}

bool usesSameElements(const Nest &N, StringRef Var, StringRef Array) {
  const IndexVar *Of = N.findIndexVar(Var);
  bool AllKnown = false;
  const auto Places =
      Of ? placesIn(N, *Of, Array, AllKnown) : std::vector<PlaceUse>();
  return AllKnown && !Places.empty() && none_of(Places, [&](const PlaceUse &P) {
           return termOf(P.first, *Of) || followsFrom(P.first, *Of);
         });
}

std::optional<AffineSubscript>
injectiveSubscript(const Nest &N, StringRef Array, const ExprRef &Index) {
  Invariants Nothing;
  for (const Operand &O : N.Operands)
    if (O.Kind == OperandKind::Array && O.Written)
      Nothing.Changed.insert(O.Name);
  walk(N.Body, [&](const Stmt &S) {
    if (auto *Var = dyn_cast<VarStmt>(&S))
      Nothing.Changed.insert(Var->name());
    else if (auto *Array = dyn_cast<LocalArrayStmt>(&S))
      Nothing.Changed.insert(Array->name());
    return true;
  });
  ExprRef Whole = substitute(Index, letsIn(N.Body));
  std::optional<Injectivity> Places = injectivityIn(N, Array, {Whole}, Nothing);
  if (!Places || !Places->Elements.empty())
    return std::nullopt;
  AffineSubscript Result;
  for (const IndexVar &V : N.IndexVars)
    if (Places->Vars.contains(V.Name))
      Result.Vars.push_back(V.Name);
  for (ExprRef &C : Places->Conditions)
    Result.Conditions.push_back(
        {msg::GuardSubscriptsMayMeet(), std::move(C), "", {}, {}});
  return Result;
}

} // namespace lacuna

//===- VectorHints.cpp - how a vector loop is cut into vectors ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorHints.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>

using namespace lacuna;

/// Whether \p E reads an array, itself or in what a name in \p Loaded stands
/// for.
static bool readsArray(const ExprRef &E, const llvm::StringSet<> &Loaded) {
  bool Reads = false;
  walk(E, [&](const Expr &Node) {
    auto *Var = llvm::dyn_cast<VarExpr>(&Node);
    Reads |= llvm::isa<LoadExpr>(Node) || (Var && Loaded.contains(Var->name()));
  });
  return Reads;
}

/// The loads of \p Body whose elements arrays choose.
static std::vector<const LoadExpr *> chosenLoads(const StmtRef &Body) {
  llvm::StringSet<> Loaded;
  std::vector<const LoadExpr *> Found;
  walk(Body, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Node) {
        auto *Load = llvm::dyn_cast<LoadExpr>(&Node);
        if (Load && readsArray(Load->index(), Loaded))
          Found.push_back(Load);
      });
    auto *Let = llvm::dyn_cast<LetStmt>(&S);
    if (Let && readsArray(Let->init(), Loaded))
      Loaded.insert(Let->name());
    return true;
  });
  return Found;
}

bool lacuna::looksUpBytes(const StmtRef &Body) {
  return llvm::any_of(chosenLoads(Body), [](const LoadExpr *Load) {
    return Load->type().isArithmetic() && Load->type().bits() < 32;
  });
}

/// Independent sums that hide the latency of an addition.
static constexpr int64_t MaxInterleave = 4;

namespace {
struct Vectors {
  int64_t Lanes, Count;
};
} // namespace

/// What iterations of \p S run at once. Two gathered elements are two loads;
/// what puts more of them together, instructions for gathering above all, takes
/// longer than wider vectors save.
static Vectors vectorsOf(const ForStmt &S) {
  /// What the compiler takes.
  constexpr int64_t MaxCount = 16;
  const int64_t Width = S.tags().Width;
  if (int64_t Trips = constantTrips(S);
      Trips != 0 || chosenLoads(S.body()).empty())
    return {Width, std::clamp<int64_t>(Trips / Width, 1, MaxInterleave)};
  int64_t Lanes = std::min<int64_t>(2, Width);
  return {Lanes, std::min(Width / Lanes, MaxCount)};
}

/// Whether the iterations of \p S are a few vectors: the loop is gone then, and
/// an array that it goes through is in registers. Unrolled first, lanes of sums
/// whose order does not matter would become sums over a loop around.
static bool fillsVectors(const ForStmt &S) {
  const int64_t Width = S.tags().Width, Trips = constantTrips(S);
  return Width != 0 && Trips != 0 && Trips % Width == 0 &&
         Trips / Width <= MaxInterleave;
}

std::string lacuna::vectorHints(const ForStmt &S, bool MayBecomeRegisters) {
  const ForTags &Tags = S.tags();
  const bool IsInRegisters =
      constantTrips(S) != 0 && Tags.Reductions.empty() && MayBecomeRegisters;
  bool MayUnroll = constantTrips(S) == 0 || (IsInRegisters && !fillsVectors(S));
  if (Tags.Mode != ForMode::Simd || (Tags.Width == 0 && MayUnroll) ||
      (IsInRegisters && constantTrips(S) < Tags.Width))
    return "";
  std::string Hints = " vectorize(assume_safety)";
  if (Tags.Width != 0) {
    Vectors V = vectorsOf(S);
    Hints += " vectorize_width(" + std::to_string(V.Lanes) +
             ") interleave_count(" + std::to_string(V.Count) + ")";
  }
  return MayUnroll ? Hints : Hints + " unroll(disable)";
}

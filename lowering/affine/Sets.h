//===- Sets.h - a view in isl's terms ---------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AFFINE_SETS_H
#define LACUNA_LOWERING_AFFINE_SETS_H

#include "Isl.h"
#include "lacuna/affine/AffineModel.h"

namespace lacuna {

/// Later iterations that must see what earlier ones do to an array.
struct AffineDependence {
  std::string Array;
  bool IsRead; ///< the later one reads what the earlier one wrote
  Isl<isl_union_map> Pairs;
};

/// From where to where dependences lead between two statements, in the numbers
/// of `AffineStatement::Order`.
struct AffineDistance {
  size_t Earlier, Later;
  std::vector<int64_t> Steps;
  friend bool operator==(const AffineDistance &,
                         const AffineDistance &) = default;
};

/// The sets and relations of a view. Statement k is `Sk[i0, i1, …]`, parameter
/// k is `pk`, loop k of all statements is `ik`.
struct AffineModel::Sets {
  Sets(AffineView V, AffineEffort Effort);

  /// Finds the dependences.
  void compute();

  /// \p S as a relation between iterations and vectors; of the first
  /// \p Numbers of each vector.
  Isl<isl_union_map> schedule(const AffineSchedule &S, size_t Begin,
                              size_t End) const;
  /// The iterations of piece k of \p S, as `Pk[i0, i1, …]`, and their vectors.
  Isl<isl_union_map> piecesOf(const AffineSchedule &S) const;
  /// Whether each iteration is in one piece of \p S.
  bool isPartition(const AffineSchedule &S) const;
  /// The distances along dependences in the vectors of \p Schedule, for any
  /// parameters; null if there are none.
  Isl<isl_set> distances(const Isl<isl_union_map> &Schedule) const;
  /// How far the \p Pairs of iterations are apart in the user's order, for any
  /// parameters; null if there are none.
  Isl<isl_set> stepsOf(Isl<isl_union_map> Pairs) const;
  /// One of the dependences that are in \p Wrong.
  std::optional<AffineWitness> witness(const Isl<isl_union_map> &Wrong) const;

  /// An error if isl gave up.
  llvm::Error checkLimit() const;

  std::string nameOf(llvm::StringRef Var) const;
  std::string text(const AffineExpr &E) const;
  std::string text(const AffineConstraint &C) const;
  std::string text(llvm::ArrayRef<AffineConstraint> All) const;
  /// `[p0, p1] -> { `.
  std::string opening() const;
  /// `S0[i0, i1]`, or with another name in front.
  std::string instance(size_t Statement) const;
  std::string instance(const std::string &Name, size_t Statement) const;

  AffineView View;
  std::vector<std::string> Loops; ///< of all statements
  IslContext Context;
  Isl<isl_set> Known; ///< of parameters
  Isl<isl_union_set> Domain;
  std::vector<AffineDependence> Dependences;
  /// The distances of all of them; nothing if they are too many.
  std::optional<std::vector<AffineDistance>> Distances;

private:
  Isl<isl_union_map> asWritten() const;
  Isl<isl_union_map>
  accesses(llvm::StringRef Array,
           llvm::function_ref<bool(const AffineAccess &)>) const;
  void addDependences(const std::string &Array, bool IsRead,
                      const Isl<isl_union_map> &Order);
  std::string elementOf(const std::string &Array, size_t Earlier, size_t Later,
                        llvm::function_ref<int64_t(llvm::StringRef)> First,
                        llvm::function_ref<int64_t(llvm::StringRef)> Second,
                        bool IsRead) const;
};

/// Calls \p Fn with the \p Pairs of iterations of each two statements, until
/// it says no.
bool forEachTwoStatements(
    const Isl<isl_union_map> &Pairs,
    llvm::function_ref<bool(size_t Earlier, size_t Later, Isl<isl_map>)> Fn);

} // namespace lacuna

#endif // LACUNA_LOWERING_AFFINE_SETS_H

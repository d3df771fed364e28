//===- AffineModel.h - what orders of a nest are right ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_AFFINE_AFFINEMODEL_H
#define LACUNA_AFFINE_AFFINEMODEL_H

#include "lacuna/affine/AffineView.h"
#include "lacuna/ir/MadeNames.h"

namespace lacuna {

/// Two iterations of which the later one must see what the earlier one did.
struct AffineWitness {
  std::string Earlier, Later; ///< "t = 0, i = 4"
  std::string Element;        ///< "A[4][4]"
  bool IsRead = false;        ///< the later one reads what the earlier wrote
};

/// `Num / Den`, not negative.
struct AffineFraction {
  int64_t Num = 0, Den = 1;
};

/// By how much a loop goes forward or back along dependences at most, for each
/// step of another loop.
struct AffineSlope {
  AffineFraction Up, Down;
};

/// How much isl may do for a question. The time that takes varies.
enum class AffineEffort {
  Asked,  ///< some seconds' work, where a user asks for something
  Tried,  ///< a fifth of that, where a bare directive tries what may pay
  Glanced ///< a tenth of that again, for what is asked of many nests
};

/// The iterations of a nest, and which of them depend on which.
class AffineModel {
public:
  /// That of \p N as it was lifted: what commands of \p N share, else a new
  /// one; an error without a place if it is not affine, or asks too much.
  static llvm::Expected<std::shared_ptr<const AffineModel>>
  of(const Nest &N, AffineEffort Effort = AffineEffort::Asked);
  ~AffineModel();

  const AffineView &view() const;

  /// What must hold of the operands (bool), for the view to be faithful; null
  /// if nothing. An error if it never holds.
  llvm::Expected<ExprRef> assumption() const;

  /// Two iterations that \p Order runs in the wrong order.
  llvm::Expected<std::optional<AffineWitness>>
  violationOf(const AffineSchedule &Order) const;

  /// Two iterations that \p Order runs in one step of the loops outside of loop
  /// \p Number, where they have different numbers.
  llvm::Expected<std::optional<AffineWitness>>
  carriedBy(const AffineSchedule &Order, size_t Number) const;

  /// Those of \p Order's loops from number \p First on up to \p End, with the
  /// least multiples of earlier ones added to each so that none decreases along
  /// a dependence within a step of the loops around; nothing if there are none.
  llvm::Expected<std::optional<AffineSchedule>>
  skewed(const AffineSchedule &Order, size_t First, size_t End) const;

  /// How far dependences lead in each of \p Loops but the first one, of which
  /// every dependence goes on a step; nothing if there is no limit.
  llvm::Expected<std::optional<std::vector<AffineSlope>>>
  slopes(const AffineSchedule &Loops) const;

  /// How many iterations loop \p Number of \p Order has at most in a step of
  /// the loops around it, whatever the bounds of the nest are; nothing if there
  /// is no limit.
  llvm::Expected<std::optional<int64_t>> mostTrips(const AffineSchedule &Order,
                                                   size_t Number) const;

  /// Loop IR that runs the iterations in the order of \p N's schedule. Loops
  /// that are unrolled fully are so where they have as many iterations as they
  /// ever have, not at the borders of tiles and of the nest.
  static llvm::Expected<StmtRef> loops(const Nest &N, MadeNames &Names);

  struct Sets; ///< in terms of isl, which nobody else knows

private:
  explicit AffineModel(std::unique_ptr<Sets> S);
  std::unique_ptr<Sets> S;
};

} // namespace lacuna

#endif // LACUNA_AFFINE_AFFINEMODEL_H

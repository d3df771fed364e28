//===- WithoutIsl.cpp - builds that have no isl ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/affine/AffineModel.h"
#include "lacuna/affine/Messages.def"
#include "lacuna/support/Diagnostic.h"

using namespace llvm;

namespace lacuna {

struct AffineModel::Sets {
  AffineView View;
};

AffineModel::AffineModel(std::unique_ptr<Sets> S) : S(std::move(S)) {}
AffineModel::~AffineModel() = default;

static Error needsIsl() { return makeError({}, msg::AffineNeedsIsl()); }

/// No model is ever made, so that nobody asks for what follows.
Expected<std::shared_ptr<const AffineModel>> AffineModel::of(const Nest &,
                                                             AffineEffort) {
  return needsIsl();
}

const AffineView &AffineModel::view() const { return S->View; }

Expected<ExprRef> AffineModel::assumption() const { return needsIsl(); }

Expected<std::optional<AffineWitness>>
AffineModel::violationOf(const AffineSchedule &) const {
  return needsIsl();
}

Expected<std::optional<AffineWitness>>
AffineModel::carriedBy(const AffineSchedule &, size_t) const {
  return needsIsl();
}

Expected<std::optional<AffineSchedule>>
AffineModel::skewed(const AffineSchedule &, size_t, size_t) const {
  return needsIsl();
}

Expected<std::optional<std::vector<AffineSlope>>>
AffineModel::slopes(const AffineSchedule &) const {
  return needsIsl();
}

Expected<std::optional<int64_t>> AffineModel::mostTrips(const AffineSchedule &,
                                                        size_t) const {
  return needsIsl();
}

Expected<StmtRef> AffineModel::loops(const Nest &, MadeNames &) {
  return needsIsl();
}

} // namespace lacuna

//===- ResultDependence.h - what depends on stores --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_RESULTDEPENDENCE_H
#define LACUNA_ANALYSIS_RESULTDEPENDENCE_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Finds what depends on arrays that a nest stores to.
class ResultDependence {
public:
  explicit ResultDependence(const Nest &N);

  /// Whether the parts of \p S run or not because of a result.
  bool decides(const Stmt &S) const;
  bool depends(const ExprRef &E) const;
  /// Whether loops run, or elements are read, because of results: then the nest
  /// cannot be walked through without its stores.
  bool steersNest() const;

private:
  void visit(const Stmt &S);
  bool subscriptDepends(const ExprRef &E) const;

  const Nest &N;
  llvm::StringSet<> Names;
};

} // namespace lacuna

#endif // LACUNA_ANALYSIS_RESULTDEPENDENCE_H

//===- Strides.h - how elements follow each other along loops ---*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_STRIDES_H
#define LACUNA_LOWERING_AUTO_STRIDES_H

#include "lacuna/affine/AffineView.h"

namespace lacuna {

/// How elements follow each other along a loop: they are one and the same, lie
/// side by side, or lie apart.
enum class Stride { None, One, Other };

/// That of subscript \p E along \p Loop.
Stride strideOf(const ExprRef &E, llvm::StringRef Loop);

/// The only statement of \p S beside lets, an unconditional store to an
/// element, in terms of what \p S does not declare; null if it is none.
std::shared_ptr<const AssignStmt> onlyStore(const AffineStatement &S);

/// The subscripts of what \p E reads; nothing if elements of an array decide
/// which.
std::optional<std::vector<ExprRef>> subscriptsIn(const ExprRef &E);

/// Loops around \p S of which an iteration has several parts, as users call
/// them.
std::vector<std::string> loopsWithParts(const AffineStatement &S);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_STRIDES_H

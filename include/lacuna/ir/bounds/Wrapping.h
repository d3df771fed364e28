//===- Wrapping.h - signed arithmetic that wraps round ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_BOUNDS_WRAPPING_H
#define LACUNA_IR_BOUNDS_WRAPPING_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Makes of \p N, of a language in which signed arithmetic wraps round, a nest
/// in which it does not overflow, as all that is done with a nest takes for
/// granted. What guards can bound in front of the nest stays, behind guards;
/// the rest is computed in the unsigned type and converted back.
void wrapSigned(Nest &N);

/// Has \p N run only where signed arithmetic that guards can bound does not
/// overflow.
void guardSigned(Nest &N);

/// The unsigned type as wide as the signed type \p Ty.
Type unsignedOf(const Type &Ty);

} // namespace lacuna

#endif // LACUNA_IR_BOUNDS_WRAPPING_H

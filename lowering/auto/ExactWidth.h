//===- ExactWidth.h - loops of one width ------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_EXACTWIDTH_H
#define LACUNA_LOWERING_AUTO_EXACTWIDTH_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// The scalar operand up to which the loop over \p Var, underived, counts from
/// 0; null if its range is another one.
const Operand *widthOf(const Nest &N, llvm::StringRef Var);

/// Whether all of \p Guards hold where those of \p General do and \p Width is
/// \p Value.
bool followAtWidth(llvm::ArrayRef<Guard> Guards, llvm::ArrayRef<Guard> General,
                   const Operand &Width, int64_t Value);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_EXACTWIDTH_H

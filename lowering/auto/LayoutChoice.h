//===- LayoutChoice.h - loops that run over layouts -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_LAYOUTCHOICE_H
#define LACUNA_LOWERING_AUTO_LAYOUTCHOICE_H

#include "lacuna/auto/Auto.h"

namespace lacuna {

/// A version of \p N, whose facts are applied, that runs over a layout of its
/// rows where that is faster and the program is linked with the runtime. It has
/// the same results as \p Plain, shared out among threads as that is, and asks
/// for nothing that \p Plain does not ask for. Nothing if there is none.
std::optional<Version> overLayouts(const Nest &N, const Version &Plain);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_LAYOUTCHOICE_H

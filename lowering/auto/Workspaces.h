//===- Workspaces.h - arrays that threads need copies of --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_WORKSPACES_H
#define LACUNA_LOWERING_AUTO_WORKSPACES_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Makes arrays private to the threads of \p N, and says which: those that keep
/// iterations of the outermost loop from running side by side only because all
/// use the same one. Each iteration reads what it has stored itself, and
/// nothing behind the nest reads the array, or all iterations store to the same
/// elements. Where only guards can say so, \p N gets them.
std::vector<std::string> addWorkspaces(Nest &N);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_WORKSPACES_H

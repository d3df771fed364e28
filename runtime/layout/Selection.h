//===- Selection.h - which layout suits a level --------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_LAYOUT_SELECTION_H
#define LACUNA_RUNTIME_LAYOUT_SELECTION_H

#include "lacuna/layout.h"
#include <span>
#include <vector>

namespace lacuna::rt {

/// Which of \p Levels, which differ in their kinds alone, have a layout that is
/// worth a trial, as a sample of the entries tells. Nothing is read that the
/// loops do not read.
std::vector<size_t> selected(std::span<const lacuna_level> Levels,
                             bool Reassociates);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_LAYOUT_SELECTION_H

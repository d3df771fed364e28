//===- Sample.h - some bytes of a level ----------------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_LAYOUT_SAMPLE_H
#define LACUNA_RUNTIME_LAYOUT_SAMPLE_H

#include "lacuna/layout.h"
#include <cstdint>

namespace lacuna::rt {

/// A hash of some positions and entries of \p Of, which tells most changes. It
/// reads nothing that the loop does not read.
uint64_t sampleOf(const lacuna_level &Of);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_LAYOUT_SAMPLE_H

//===- EntryTime.h - what an entry takes at least ------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_LAYOUT_ENTRYTIME_H
#define LACUNA_RUNTIME_LAYOUT_ENTRYTIME_H

namespace lacuna::rt {

/// How many ns a processor takes for an entry of a product of rows where caches
/// hold all, and rows end where it foretells that. Measured once, in less than
/// a tenth of a millisecond; infinite without memory.
double leastEntryTime();

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_LAYOUT_ENTRYTIME_H

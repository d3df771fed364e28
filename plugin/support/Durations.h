//===- Durations.h - how long something took, in words ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_SUPPORT_DURATIONS_H
#define LACUNA_PLUGIN_SUPPORT_DURATIONS_H

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace lacuna::plugin {

/// \p Nanoseconds in three digits and a unit, \p Space in front of that, with
/// \p Microseconds as one of them.
inline std::string duration(uint64_t Nanoseconds, const char *Microseconds,
                            const char *Space) {
  double Value = double(Nanoseconds);
  const char *Unit = "ns";
  for (const char *Next : {Microseconds, "ms", "s"}) {
    if (Value < 999.5)
      break;
    Value /= 1000;
    Unit = Next;
  }
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  const bool IsWhole = Value >= 99.95 || Nanoseconds < 1000;
  OS << llvm::format(IsWhole         ? "%.0f"
                     : Value < 9.995 ? "%.2f"
                                     : "%.1f",
                     Value)
     << Space << Unit;
  OS.flush(); // LLVM 16 keeps it
  return Out;
}

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_SUPPORT_DURATIONS_H

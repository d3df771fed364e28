//===- LowerOptions.h - what lowering is asked for --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_CHECKS_LOWEROPTIONS_H
#define LACUNA_LOWER_CHECKS_LOWEROPTIONS_H

#include "lacuna/ir/Nest.h"
#include "lacuna/support/AfterPass.h"

namespace lacuna {

/// How much is checked at run time before generated code runs.
enum class CheckLevel {
  Off,   ///< the user vouches for aliasing, ranges and order
  Cheap, ///< O(rows) at most
  Full   ///< also which elements are accessed, in time of the nest itself
};

struct LowerOptions {
  CheckLevel Check = CheckLevel::Cheap;
  /// The nest before any command; CheckLevel::Full, Verify and arrays of rows
  /// need it.
  const Nest *AsWritten = nullptr;
  /// Asks for the program's Outputs.
  bool Verify = false;
  /// Asks for the program's Profile; not for one with kernels.
  bool Profile = false;
  /// The compiler may reassociate floating-point operations by itself.
  bool IsFpLoose = false;
  /// Objects may be accessed as other types than their own.
  bool TypesAlias = false;
  /// Overflow of subscripts is to be seen where they are computed.
  bool KeepsSubscripts = false;
  AfterPass After = nullptr;
};

} // namespace lacuna

#endif // LACUNA_LOWER_CHECKS_LOWEROPTIONS_H

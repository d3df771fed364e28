//===- AfterPass.h - watching passes ----------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SUPPORT_AFTERPASS_H
#define LACUNA_SUPPORT_AFTERPASS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

namespace lacuna {

/// Is called behind each pass with its name and what prints what the pass has
/// made, for `dump=after:PASS`; null where nobody watches.
using AfterPass = std::function<void(
    llvm::StringRef Pass, llvm::function_ref<void(llvm::raw_ostream &)> Print)>;

} // namespace lacuna

#endif // LACUNA_SUPPORT_AFTERPASS_H

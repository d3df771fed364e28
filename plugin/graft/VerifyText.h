//===- VerifyText.h - what verified loops call ------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Part of the prelude of a translation unit. No macros, no templates (they
// would be instantiated under the user's warning flags), nothing that relies on
// NaN under -ffast-math.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_VERIFYTEXT_H
#define LACUNA_PLUGIN_GRAFT_VERIFYTEXT_H

#include "llvm/ADT/StringRef.h"

namespace lacuna::plugin {

/// Sites, copies of results, and their restoration.
extern const llvm::StringLiteral VerifyCopyText;
/// Comparison and report; needs VerifyCopyText.
extern const llvm::StringLiteral VerifyCompareText;

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_VERIFYTEXT_H

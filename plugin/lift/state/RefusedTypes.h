//===- RefusedTypes.h - types of which a nest has no values -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_REFUSEDTYPES_H
#define LACUNA_PLUGIN_LIFT_STATE_REFUSEDTYPES_H

#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/Type.h"
#include <string>

namespace lacuna::plugin {

/// Why values of type \p Ty are not supported, and what would do in their
/// place.
std::string whyNoValues(clang::QualType Ty, clang::PrintingPolicy Policy);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_REFUSEDTYPES_H

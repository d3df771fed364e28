//===- ArrayTypes.h - arrays whose elements are arrays ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_ARRAYTYPES_H
#define LACUNA_PLUGIN_LIFT_AST_ARRAYTYPES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace lacuna::plugin {

/// An array type: elements that lie in the array, one behind the other.
struct ArrayLevel {
  clang::QualType Elem;
  int64_t Count = 0; ///< the number of elements, if Length is null
  const clang::Expr *Length = nullptr; ///< what a run-time number is made of
};

/// \p Ty as an array of known length, a `std::array` or one of the language's,
/// or nothing.
std::optional<ArrayLevel> arrayLevel(const clang::ASTContext &Context,
                                     clang::QualType Ty);

/// How many numbers or records \p Ty consists of: an array, or one of these.
uint64_t numbersIn(const clang::ASTContext &Context, clang::QualType Ty);

/// What arrays of arrays of type \p Ty consist of in the end; \p Ty itself if
/// it is no array.
clang::QualType innermostElement(const clang::ASTContext &Context,
                                 clang::QualType Ty);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_ARRAYTYPES_H

//===- AtomicCalls.h - atomic operations in the user's code -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_ATOMICCALLS_H
#define LACUNA_PLUGIN_LIFT_AST_ATOMICCALLS_H

#include "clang/AST/Expr.h"
#include "clang/AST/StmtOpenMP.h"

namespace lacuna::plugin {

/// A call of `__sync_…`, `__atomic_…` or a function of std::atomic, on an
/// integer.
struct AtomicCall {
  enum class Kind {
    Fetch, ///< updates by `Op`
    Exchange,
    CompareAndSet,
    Load,
    Store
  };
  Kind K;
  const clang::Expr *Pointer;                ///< to the integer, or null
  const clang::Expr *Object = nullptr;       ///< else the std::atomic
  const clang::FieldDecl *Integer = nullptr; ///< where that has it
  /// What is added, stored or, in place of what is expected, set; null: 1 is
  /// added, 0 is stored.
  const clang::Expr *Value = nullptr;
  clang::BinaryOperatorKind Op = clang::BO_Add;
  /// What the element is compared with.
  const clang::Expr *Expected = nullptr;
  /// It is a variable, which gets what was found.
  bool SetsExpected = false;
  /// The value of the call is that behind the update, not in front of it.
  bool ReturnsNew = false;
  /// It is whether the element was what was expected.
  bool ReturnsSuccess = false;
};

/// What \p S is if it is such a call.
std::optional<AtomicCall> atomicCall(const clang::Stmt *S);

/// The update that \p D, `#pragma omp atomic`, makes atomic, `x += e`, `x++`;
/// null if it asks for anything else.
const clang::Expr *atomicUpdate(const clang::OMPAtomicDirective *D);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_ATOMICCALLS_H

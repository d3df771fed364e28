//===- Lifted.h - what the loops of the AST are lifted to -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_LIFTED_H
#define LACUNA_PLUGIN_LIFT_STATE_LIFTED_H

#include "lacuna/ir/Nest.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/LangOptions.h"

namespace lacuna::plugin {

/// How generated code reaches an operand of the nest. The initialiser is the
/// only place where an expression of the user's stands in it.
struct Binding {
  enum class Form {
    Value,     ///< const T name = User;
    Pointer,   ///< T *const name = User;           (pointer, or array that
               ///< decays)
    Data,      ///< T *const name = User.data();    (container)
    Get,       ///< T *const name = User.get();     (unique_ptr<T[]>)
    Given,     ///< const bool name = bool(User);   (whether a pointer leads
               ///< anywhere)
    Size,      ///< const long name = User.size();  (container's extent)
    Capacity,  ///< const long name = User.capacity();
    Container, ///< T *const name = &User; (that grows)
    Length,    ///< const long name = …;            (what arrays on level Levels
               ///< of User, whose lengths are computed at run time, hold)
    Address,   ///< T *const name = &User;          (memory of an invariant)
    Reference  ///< T &name = User;                (live-out)
  };
  std::string Operand; ///< or an array of records
  Form F;
  const clang::Expr *User;
  /// The last object on the way to it that a pointer leads to, so that it need
  /// not be there; empty if there is none.
  std::string Object = {};
  /// The flag of the Reach that says whether it is; empty: it always is.
  std::string Under = {};
  /// Of arrays of arrays: the levels of arrays above the elements that the
  /// pointer leads to.
  unsigned Levels = 0;
};

/// Sets `Flag` where the user's loops look at an object that pointers lead to.
/// Only then its members are bound.
struct Reach {
  std::string Flag;
  StmtRef Walk; ///< loop IR over operands that are bound before
};

/// Pointers of the user's that pass on what they lead to behind each step of
/// the outermost loop: so behind the nest, too.
struct TurnedPointers {
  std::vector<Binding> Pointers; ///< references to them
  /// Behind a turn pointer `K` leads where pointer `From[K]` led in front.
  std::vector<size_t> From;
  std::string Count; ///< what the number of turns is called (i64)
  StmtRef SetCount;  ///< loop IR over operands
};

/// A nest as the lifter understood it. Bindings are of operands, and of arrays
/// of records that operands are members of, in the order in which these occur.
struct Lifted {
  Nest Graph;
  std::vector<Binding> Bindings;
  std::vector<Reach> Reaches; ///< in their order
  std::optional<TurnedPointers> Turned;
  /// Members that elements are reached by.
  std::vector<const clang::FieldDecl *> Members;
  /// Location of the user's statement for each SourceTag - 1.
  std::vector<clang::SourceLocation> TagLocs;
  /// Floating-point options in force in the whole nest.
  clang::FPOptions FP;
};

/// Why the nest was not understood: one place, what was seen there, what would
/// be accepted.
struct NotLifted {
  clang::SourceLocation Loc;
  std::string Message;
  std::vector<std::pair<clang::SourceLocation, std::string>> Notes;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_LIFTED_H

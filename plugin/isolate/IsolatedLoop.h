//===- IsolatedLoop.h - a loop whose iterations keep apart ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_ISOLATE_ISOLATEDLOOP_H
#define LACUNA_PLUGIN_ISOLATE_ISOLATEDLOOP_H

#include "lift/ast/LoopHeader.h"
#include <cstdint>
#include <string>
#include <vector>

namespace lacuna::plugin {

/// How iterations get at a variable of the function that their loop is in.
struct OuterVariable {
  enum Way {
    Value,     ///< a copy: they only read it
    Reference, ///< itself
    Private,   ///< a variable of their own, which the last one leaves in it
    Sum,       ///< they add to it, or subtract: parts of sums, which are added
    Appended   ///< they append to it: lists, which are joined
  };
  const clang::VarDecl *Var;
  Way By;
};

/// An object on the way to which no pointer is followed, but references: a
/// variable, or `*this` if that is null, and members of it.
struct NamedObject {
  const clang::VarDecl *Root = nullptr;
  std::vector<const clang::FieldDecl *> Members = {};

  bool operator==(const NamedObject &) const = default;
  clang::QualType type() const;
  /// As in the user's source.
  std::string name() const;
  /// How many of its members lead to the object that the others are parts of:
  /// those up to the last reference.
  size_t membersToWhole() const;
  /// Whether it is a variable of its own, or a part of one.
  bool isOfVariable() const;
};

/// What has to hold for iterations to keep apart: `Inner`, all of it, lies
/// outside of `Outer`, and if that is a container, of its elements.
struct OutsideOf {
  NamedObject Inner, Outer;

  bool operator==(const OutsideOf &) const = default;
};

/// Likewise: pointer `Pointer` leads to nothing in container `Of`, nor behind
/// its last element.
struct PointsOutside {
  NamedObject Pointer, Of;

  bool operator==(const PointsOutside &) const = default;
};

/// A loop of which each iteration, taken as the user wrote it, keeps to memory
/// of its own and to what no iteration changes.
struct IsolatedLoop {
  LoopHeader Header;
  const clang::VarDecl *Variable; ///< the counter, or what stands for elements
  const clang::Stmt *Body;
  int64_t Step = 1; ///< what each iteration adds to the counter
  std::vector<OuterVariable> Variables;
  std::vector<OutsideOf> Guards;
  std::vector<PointsOutside> Pointers;
  bool UsesThis = false;
  bool SetsErrno = false;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_ISOLATE_ISOLATEDLOOP_H

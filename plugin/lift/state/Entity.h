//===- Entity.h - what names and expressions stand for ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_ENTITY_H
#define LACUNA_PLUGIN_LIFT_STATE_ENTITY_H

#include "lacuna/ir/Stmt.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/MapVector.h"
#include <variant>

namespace lacuna::plugin {

/// A record, or a part of one: an element of an array that the front end
/// binds and that only members are operands of.
struct RecordPlace {
  std::string Records;
  ExprRef Index;
  std::string Path; ///< "" for the whole
  ExprRef Row = {}; ///< where Records is an array of rows
};

/// A pointer into an array; Offset (i64) null: to its first element. Of an
/// array of records Elem says nothing.
struct PointerValue {
  std::string Array;
  Type Elem;
  ExprRef Offset;
  ExprRef Row = {}; ///< where Array is an array of rows
};

/// A loop variable.
struct LoopIndex {
  std::string Name;
  Type Ty;
};

/// A variable or parameter that stands for its value.
struct Forward {
  Type Ty;
  ExprRef Value;
};

/// A let or a var. Without a name it has no value yet.
struct Local {
  std::string Name;
  Type Ty;
  bool IsLet = false; ///< the user's next assignment begins another one
};

/// A pointer to a variable of the nest's.
struct VariableAddress {
  Local Variable;
};

/// An array that the nest declares.
struct LocalArray {
  std::string Name;
  Type Elem;
};

/// A reference to an element of an array, or to a part of one.
struct Alias {
  RecordPlace At;
  Type Ty = {}; ///< of a number; of records it says nothing
};

/// An object of the function that the nest is in, as that function writes it.
struct OuterObject {
  const clang::Expr *Outer;
};

struct RecordValue;

/// A record that is a value of the nest's.
struct OwnRecord {
  std::shared_ptr<RecordValue> Parts;
};

/// A pointer into an array with a number of elements (i64).
struct SpanValue {
  PointerValue Data;
  ExprRef Size;
};

/// What a variable that is declared or assigned in the nest stands for.
using Entity =
    std::variant<LoopIndex, Forward, Local, VariableAddress, LocalArray, Alias,
                 PointerValue, OuterObject, OwnRecord, SpanValue>;

template <class Kind> bool isKind(const Entity &E) {
  return std::holds_alternative<Kind>(E);
}

/// Numbers, pointers and records that are members of one record. Those that
/// nothing uses are missing.
struct RecordValue {
  llvm::MapVector<const clang::FieldDecl *, Entity> Members;
  /// The object of the function's, or the pointer to it, whose members all are
  /// that are missing; or null.
  const clang::Expr *Outer = nullptr;
};

/// Where an lvalue expression leads.
struct Location {
  enum class Kind {
    Place,      ///< local variable or array element
    Index,      ///< loop variable
    Unassigned, ///< written in the nest, but without a value here
    Invariant,  ///< not written in the nest
    Value       ///< a temporary: `Place.Index` is its value
  };
  Kind K;
  lacuna::Place Place;
  const clang::VarDecl *Var = nullptr;
  ExprRef Row = {}; ///< of an element of an array of rows
};

/// The place that \p L, of kind Place, is.
Place placeAt(const Location &L);

/// Element \p Index of what \p P leads to.
Location elementBehind(const PointerValue &P, const ExprRef &Index);

/// The value at \p P.
ExprRef loadOf(const Place &P);

/// The value at \p L, of kind Place.
ExprRef elementAt(const Location &L);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_ENTITY_H

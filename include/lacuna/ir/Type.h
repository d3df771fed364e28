//===- Type.h - scalar types of the iteration graph -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_TYPE_H
#define LACUNA_IR_TYPE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace lacuna {

/// What arithmetic a type has.
enum class TypeClass {
  Bool,  ///< C++ bool
  Int,   ///< signed two's complement
  UInt,  ///< unsigned, arithmetic modulo 2^Bits
  Float, ///< binary floating point
  Opaque ///< anything else: known by its C++ spelling alone
};

/// A scalar type: class, width in bits, and the canonical C++ spelling that
/// emission prints (`long` and `long long` are both 64-bit but differ as C++
/// types). Value semantics; equality is equality of class, width and spelling.
class Type {
public:
  Type() = default;
  Type(TypeClass Class, unsigned Bits, std::string Spelling)
      : Class(Class), Bits(Bits), Spelling(std::move(Spelling)) {}

  static Type boolean() { return {TypeClass::Bool, 8, "bool"}; }
  static Type i32() { return {TypeClass::Int, 32, "int"}; }
  /// The type in which derived variables are computed.
  static Type i64() { return {TypeClass::Int, 64, "long"}; }
  static Type u64() { return {TypeClass::UInt, 64, "unsigned long"}; }
  static Type f32() { return {TypeClass::Float, 32, "float"}; }
  static Type f64() { return {TypeClass::Float, 64, "double"}; }
  static Type opaque(std::string Spelling) {
    return {TypeClass::Opaque, 0, std::move(Spelling)};
  }

  TypeClass typeClass() const { return Class; }
  /// Width in bits; 0 for opaque types.
  unsigned bits() const { return Bits; }
  /// Canonical C++ spelling, without cv-qualifiers.
  llvm::StringRef spelling() const { return Spelling; }

  bool isBool() const { return Class == TypeClass::Bool; }
  bool isSigned() const { return Class == TypeClass::Int; }
  bool isInteger() const {
    return Class == TypeClass::Int || Class == TypeClass::UInt;
  }
  bool isFloat() const { return Class == TypeClass::Float; }
  bool isOpaque() const { return Class == TypeClass::Opaque; }
  bool isArithmetic() const { return !isOpaque(); }
  /// Of the standard library: two floating-point numbers.
  bool isComplex() const {
    return isOpaque() && llvm::StringRef(Spelling).starts_with("std::complex<");
  }
  /// Whether sums depend on the order of their terms.
  bool isRounded() const { return isFloat() || isOpaque(); }

  /// Whether objects of the user's of this type are of an enumeration, whose
  /// numbers are of the type: generated code converts where it reads and writes
  /// them. Equality does not tell the two apart.
  bool isEnumeration() const { return OfEnumeration; }
  Type asEnumeration() const {
    Type Same = *this;
    Same.OfEnumeration = true;
    return Same;
  }

  /// Whether every value of integer or bool type \p Other is a value of this
  /// integer type.
  bool holdsAllOf(const Type &Other) const;

  friend bool operator==(const Type &A, const Type &B) {
    return A.Class == B.Class && A.Bits == B.Bits && A.Spelling == B.Spelling;
  }

private:
  TypeClass Class = TypeClass::Opaque;
  unsigned Bits = 0;
  std::string Spelling;
  bool OfEnumeration = false;
};

} // namespace lacuna

#endif // LACUNA_IR_TYPE_H

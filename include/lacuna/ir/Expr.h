//===- Expr.h - typed scalar expressions ------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expressions are immutable trees, shared freely. Every conversion is explicit:
// the operands of a binary operator have the same type (shifts excepted), as
// after C++'s usual arithmetic conversions. Names are resolved by the
// surrounding Nest or LoopProgram and are unique within it, so an expression
// can be moved without capture.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_EXPR_H
#define LACUNA_IR_EXPR_H

#include "lacuna/ir/Type.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Casting.h"
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lacuna {

class Expr;
using ExprRef = std::shared_ptr<const Expr>;

class Expr {
public:
  enum class Kind {
    Constant,
    Var,
    RowSubscript,
    Load,
    Address,
    Unary,
    Binary,
    Cast,
    Select,
    Call,
    Opaque
  };

  virtual ~Expr() = default;
  Kind kind() const { return K; }
  const Type &type() const { return Ty; }
  /// Operands from left to right; empty for leaves.
  llvm::ArrayRef<ExprRef> operands() const { return Operands; }

protected:
  Expr(Kind K, Type Ty, std::vector<ExprRef> Operands = {})
      : K(K), Ty(std::move(Ty)), Operands(std::move(Operands)) {}

private:
  Kind K;
  Type Ty;
  std::vector<ExprRef> Operands;
};

/// A literal. Integers keep their value; floating-point literals keep the text
/// that reads back to the same value in their type.
class ConstantExpr : public Expr {
public:
  ConstantExpr(Type Ty, int64_t Value)
      : Expr(Kind::Constant, std::move(Ty)), Value(Value) {}
  ConstantExpr(Type Ty, std::string Text)
      : Expr(Kind::Constant, std::move(Ty)), Text(std::move(Text)) {}
  /// The value of an integer or bool literal (UInt 64 above INT64_MAX as its
  /// two's complement), nothing for floating point.
  std::optional<int64_t> intValue() const { return Value; }
  /// The text of a floating-point literal without suffix ("0x1.8p+1", "0.5").
  llvm::StringRef text() const { return Text; }
  static bool classof(const Expr *E) { return E->kind() == Kind::Constant; }

private:
  std::optional<int64_t> Value;
  std::string Text;
};

/// A name: index variable, let, local variable or scalar operand.
class VarExpr : public Expr {
public:
  VarExpr(Type Ty, std::string Name)
      : Expr(Kind::Var, std::move(Ty)), Name(std::move(Name)) {}
  llvm::StringRef name() const { return Name; }
  static bool classof(const Expr *E) { return E->kind() == Kind::Var; }

private:
  std::string Name;
};

/// The subscript of an operand that is an array of rows: element `Index` of row
/// `Row`. No value: it stands where the index of a load or a place stands, and
/// there alone.
class RowSubscriptExpr : public Expr {
public:
  RowSubscriptExpr(ExprRef Row, const ExprRef &Index)
      : Expr(Kind::RowSubscript, Index->type(), {std::move(Row), Index}) {}
  const ExprRef &row() const { return operands()[0]; }
  const ExprRef &index() const { return operands()[1]; }
  static bool classof(const Expr *E) { return E->kind() == Kind::RowSubscript; }
};

/// `Array[Index]` of an array operand or local array; of an array of rows the
/// index is a RowSubscriptExpr. Subscripts keep the user's type.
class LoadExpr : public Expr {
public:
  LoadExpr(Type Elem, std::string Array, ExprRef Index)
      : Expr(Kind::Load, std::move(Elem), {std::move(Index)}),
        Array(std::move(Array)) {}
  llvm::StringRef array() const { return Array; }
  const ExprRef &index() const { return operands()[0]; }
  static bool classof(const Expr *E) { return E->kind() == Kind::Load; }

private:
  std::string Array;
};

/// The address of `Array[Index]` as a number (u64); of an array of rows that of
/// the first element of row `Index`, or of an element where the index is a
/// RowSubscriptExpr. The element need not exist.
class AddressExpr : public Expr {
public:
  AddressExpr(std::string Array, ExprRef Index)
      : Expr(Kind::Address, Type::u64(), {std::move(Index)}),
        Array(std::move(Array)) {}
  llvm::StringRef array() const { return Array; }
  const ExprRef &index() const { return operands()[0]; }
  static bool classof(const Expr *E) { return E->kind() == Kind::Address; }

private:
  std::string Array;
};

enum class UnaryOp { Neg, BitNot, LogicalNot };

class UnaryExpr : public Expr {
public:
  UnaryExpr(UnaryOp Op, Type Ty, ExprRef Operand)
      : Expr(Kind::Unary, std::move(Ty), {std::move(Operand)}), Op(Op) {}
  UnaryOp op() const { return Op; }
  static bool classof(const Expr *E) { return E->kind() == Kind::Unary; }

private:
  UnaryOp Op;
};

/// Min and Max are `b < a ? b : a` and `a < b ? b : a` on one evaluation of
/// each. LogicalAnd and LogicalOr evaluate the right operand only if needed.
enum class BinaryOp {
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Shl,
  Shr,
  And,
  Or,
  Xor,
  Min,
  Max,
  Lt,
  Le,
  Gt,
  Ge,
  Eq,
  Ne,
  LogicalAnd,
  LogicalOr
};

/// The operator in C++; empty for Min and Max, which have none.
llvm::StringRef spelling(BinaryOp Op);

class BinaryExpr : public Expr {
public:
  BinaryExpr(BinaryOp Op, Type Ty, ExprRef L, ExprRef R)
      : Expr(Kind::Binary, std::move(Ty), {std::move(L), std::move(R)}),
        Op(Op) {}
  BinaryOp op() const { return Op; }
  const ExprRef &lhs() const { return operands()[0]; }
  const ExprRef &rhs() const { return operands()[1]; }
  static bool classof(const Expr *E) { return E->kind() == Kind::Binary; }

private:
  BinaryOp Op;
};

/// C++ `static_cast` between arithmetic types.
class CastExpr : public Expr {
public:
  CastExpr(Type Ty, ExprRef Operand)
      : Expr(Kind::Cast, std::move(Ty), {std::move(Operand)}) {}
  const ExprRef &operand() const { return operands()[0]; }
  static bool classof(const Expr *E) { return E->kind() == Kind::Cast; }
};

/// `Cond ? Then : Else`; only the chosen arm is evaluated.
class SelectExpr : public Expr {
public:
  SelectExpr(ExprRef Cond, const ExprRef &Then, ExprRef Else)
      : Expr(Kind::Select, Then->type(),
             {std::move(Cond), Then, std::move(Else)}) {}
  const ExprRef &cond() const { return operands()[0]; }
  const ExprRef &thenArm() const { return operands()[1]; }
  const ExprRef &elseArm() const { return operands()[2]; }
  static bool classof(const Expr *E) { return E->kind() == Kind::Select; }
};

/// A call of a function known by name: the math functions of <cmath> by their C
/// names, printed as `__builtin_NAME`, which have no side effects, but for
/// errno where Facts say so; and what lowering inserts: "team_size", the number
/// of threads that a parallel region here gets, of as many as its argument
/// wants, and "exchange_errno", the value of errno, which is its argument from
/// then on.
class CallExpr : public Expr {
public:
  CallExpr(Type Ty, std::string Callee, std::vector<ExprRef> Args)
      : Expr(Kind::Call, std::move(Ty), std::move(Args)),
        Callee(std::move(Callee)) {}
  llvm::StringRef callee() const { return Callee; }
  static bool classof(const Expr *E) { return E->kind() == Kind::Call; }

private:
  std::string Callee;
};

/// C++ text with holes `$0`, `$1`, … for the operands: an operation that the
/// typed tree cannot express (an overloaded operator). Never split, never
/// speculated, CPU only.
class OpaqueExpr : public Expr {
public:
  OpaqueExpr(Type Ty, std::string Text, std::vector<ExprRef> Args)
      : Expr(Kind::Opaque, std::move(Ty), std::move(Args)),
        Text(std::move(Text)) {}
  llvm::StringRef text() const { return Text; }
  static bool classof(const Expr *E) { return E->kind() == Kind::Opaque; }

private:
  std::string Text;
};

/// \name Builders. Integer builders fold constants and drop `x + 0`, `x * 1`
/// for i64, the type of everything that lowering computes; expressions of
/// other types are built as given.
/// @{
ExprRef constant(const Type &Ty, int64_t Value);
ExprRef i64(int64_t Value);
ExprRef var(const Type &Ty, llvm::StringRef Name);
ExprRef load(const Type &Elem, llvm::StringRef Array, ExprRef Index);
/// `[Row][Index]`, or \p Index itself where \p Row is null.
ExprRef subscript(ExprRef Row, ExprRef Index);
/// Result type: bool for comparisons and logical operators, else L's type.
ExprRef binary(BinaryOp Op, ExprRef L, ExprRef R);
ExprRef unary(UnaryOp Op, ExprRef Operand);
/// \p E itself if it already has type \p Ty.
ExprRef cast(const Type &Ty, ExprRef E);
/// ceil(A / B) for i64, B > 0; zero or less where A is negative.
ExprRef ceilDiv(ExprRef A, ExprRef B);
/// `E` with its operands replaced, kind and type kept.
ExprRef withOperands(const ExprRef &E, std::vector<ExprRef> Operands);
/// @}

/// The row of the subscript of an array of rows; null for any other subscript.
ExprRef rowOf(const ExprRef &Subscript);

/// What \p Subscript says of the place in its row; itself if it has no row.
const ExprRef &indexInRow(const ExprRef &Subscript);

/// The value of an integer constant, nothing for any other expression.
std::optional<int64_t> constantValue(const ExprRef &E);

/// Whether the first operand decides which of the others are evaluated: a
/// choice,
/// `&&` or `||`.
bool isConditional(const Expr &E);

/// Same tree: kinds, types, operators, names and literals. Null equals null.
bool structurallyEqual(const ExprRef &A, const ExprRef &B);

/// \p E with every variable named in \p Map replaced.
ExprRef substitute(const ExprRef &E, const llvm::StringMap<ExprRef> &Map);

/// Rewrites bottom-up: \p Fn gets each node with its operands already
/// rewritten and returns the node's replacement, or null to keep it.
ExprRef rewrite(const ExprRef &E,
                llvm::function_ref<ExprRef(const ExprRef &)> Fn);

/// Calls \p Fn on \p E and all below it, parents first.
void walk(const ExprRef &E, llvm::function_ref<void(const Expr &)> Fn);

/// What `&&` joins in \p E, in order; \p E itself where nothing is joined.
std::vector<ExprRef> conjunctsOf(const ExprRef &E);

/// \p E as an operation by \p Op, or null.
const BinaryExpr *asBinary(const ExprRef &E, BinaryOp Op);

/// \p E without the casts around it.
ExprRef withoutCasts(const ExprRef &E);

/// \p E without the casts between integers around it.
ExprRef withoutIntegerCasts(const ExprRef &E);

/// Whether \p B is \p A + 1, modulo integer casts.
bool isNext(const ExprRef &A, const ExprRef &B);

/// \p E without the casts around it from integers to others of at least as many
/// bits: a value that is not negative stays what it is.
ExprRef withoutWidening(const ExprRef &E);

/// \p E without the casts around it from integers to integers of types that
/// have all their values.
ExprRef withoutPromotion(const ExprRef &E);

/// Names of the variables (not arrays) read by \p E.
llvm::StringSet<> freeVars(const ExprRef &E);

/// Whether \p E reads variable \p Name.
bool usesVar(const ExprRef &E, llvm::StringRef Name);

} // namespace lacuna

#endif // LACUNA_IR_EXPR_H

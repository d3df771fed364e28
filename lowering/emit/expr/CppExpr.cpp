//===- CppExpr.cpp - expressions as C++ text ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/emit/expr/CppExpr.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include <limits>

using namespace lacuna;

std::string CppExpr::print(const ExprRef &E, bool Converted) {
  return visit(E, Converted).S;
}

std::string CppExpr::printAtom(const ExprRef &E) {
  Text T = visit(E, /*Converted=*/false);
  return parenthesised(T, T.P < Postfix);
}

std::string CppExpr::printFactor(const ExprRef &E) {
  Text T = visit(E, /*Converted=*/true);
  return parenthesised(T, T.P < Multiplicative);
}

std::string CppExpr::parenthesised(const Text &T, bool Needed) {
  return Needed ? "(" + T.S + ")" : T.S;
}

CppExpr::Precedence CppExpr::precedence(BinaryOp Op) {
  switch (Op) {
  case BinaryOp::Mul:
  case BinaryOp::Div:
  case BinaryOp::Rem:
    return Multiplicative;
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return Additive;
  case BinaryOp::Shl:
  case BinaryOp::Shr:
    return Shift;
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge:
    return Relational;
  case BinaryOp::Eq:
  case BinaryOp::Ne:
    return Equality;
  case BinaryOp::And:
    return BitAnd;
  case BinaryOp::Xor:
    return BitXor;
  case BinaryOp::Or:
    return BitOr;
  case BinaryOp::LogicalAnd:
    return LogicalAnd;
  case BinaryOp::LogicalOr:
    return LogicalOr;
  case BinaryOp::Min:
  case BinaryOp::Max:
    return Ternary;
  }
  llvm_unreachable("unknown operator");
}

/// Whether an int literal beside \p Other takes Other's type.
static bool takesLiteral(const ExprRef &Other) {
  return Other->type().isSigned() && Other->type().bits() >= 32 &&
         !llvm::isa<ConstantExpr>(Other.get());
}

/// Whether \p Arm may be evaluated whatever \p Cond is: it reads nothing, or
/// the condition compares it.
static bool mayEvaluate(const ExprRef &Arm, const ExprRef &Cond) {
  auto *Compare = llvm::dyn_cast<BinaryExpr>(Cond.get());
  if (Compare && Compare->op() >= BinaryOp::Lt &&
      Compare->op() <= BinaryOp::Ne &&
      (structurallyEqual(Arm, Compare->lhs()) ||
       structurallyEqual(Arm, Compare->rhs())))
    return true;
  bool Reads = false;
  walk(Arm, [&](const Expr &Part) {
    Reads |= llvm::isa<LoadExpr, CallExpr, OpaqueExpr>(Part);
  });
  return !Reads;
}

CppExpr::Text CppExpr::visit(const ExprRef &E, bool Converted) {
  switch (E->kind()) {
  case Expr::Kind::Constant:
    return constant(llvm::cast<ConstantExpr>(*E), Converted);
  case Expr::Kind::Var:
    return {Known.get(llvm::cast<VarExpr>(*E).name()).str(), Postfix};
  case Expr::Kind::Load: {
    auto &Load = llvm::cast<LoadExpr>(*E);
    std::string Element =
        Known.elementAt(Load.array(), Load.index(),
                        [&](const ExprRef &Part) { return print(Part, true); });
    if (Streamed.contains(E.get()))
      Element = "__lacuna::streamed(&" + Element + ")";
    if (Known.isOfEnumeration(Load.array()))
      return {("(" + E->type().spelling() + ")" + Element).str(), Prefix};
    return {std::move(Element), Postfix};
  }
  case Expr::Kind::RowSubscript:
    llvm_unreachable("the subscript of a row is no value");
  case Expr::Kind::Address:
    return address(llvm::cast<AddressExpr>(*E));
  case Expr::Kind::Unary: {
    auto &Unary = llvm::cast<UnaryExpr>(*E);
    llvm::StringRef Op = Unary.op() == UnaryOp::Neg      ? "-"
                         : Unary.op() == UnaryOp::BitNot ? "~"
                                                         : "!";
    Text T = visit(E->operands()[0], /*Converted=*/false);
    // `- -x` must not become `--x`.
    bool Needed = T.P < Prefix || llvm::StringRef(T.S).starts_with("-");
    return {(Op + parenthesised(T, Needed)).str(), Prefix};
  }
  case Expr::Kind::Binary:
    return binary(llvm::cast<BinaryExpr>(*E));
  case Expr::Kind::Cast: {
    Text T = visit(E->operands()[0], /*Converted=*/false);
    return {("(" + E->type().spelling() + ")" + parenthesised(T, T.P < Prefix))
                .str(),
            Prefix};
  }
  case Expr::Kind::Select: {
    auto &Select = llvm::cast<SelectExpr>(*E);
    if (needsChoose(E->type()) &&
        mayEvaluate(Select.thenArm(), Select.cond()) &&
        mayEvaluate(Select.elseArm(), Select.cond()))
      return {"__lacuna::choose(" + print(Select.cond()) + ", " +
                  print(Select.thenArm()) + ", " + print(Select.elseArm()) +
                  ")",
              Postfix};
    Text Cond = visit(Select.cond(), false);
    Text Then = visit(Select.thenArm(), takesLiteral(Select.elseArm()));
    Text Else = visit(Select.elseArm(), takesLiteral(Select.thenArm()));
    return {parenthesised(Cond, Cond.P <= Ternary) + " ? " +
                parenthesised(Then, Then.P <= Ternary) + " : " +
                parenthesised(Else, Else.P <= Ternary),
            Ternary};
  }
  case Expr::Kind::Call:
    return call(llvm::cast<CallExpr>(*E));
  case Expr::Kind::Opaque:
    return opaque(llvm::cast<OpaqueExpr>(*E));
  }
  llvm_unreachable("unknown expression kind");
}

//===-- literals ----------------------------------------------------------===//

/// The suffix that makes an integer literal have type \p Ty; nothing if no
/// suffix does.
static std::optional<llvm::StringRef> integerSuffix(const Type &Ty) {
  return llvm::StringSwitch<std::optional<llvm::StringRef>>(Ty.spelling())
      .Case("int", "")
      .Case("unsigned int", "U")
      .Case("long", "L")
      .Case("unsigned long", "UL")
      .Case("long long", "LL")
      .Case("unsigned long long", "ULL")
      .Default(std::nullopt);
}

CppExpr::Text CppExpr::integer(const Type &Ty, int64_t Value, bool Converted) {
  bool FitsInt = Value > std::numeric_limits<int32_t>::min() &&
                 Value <= std::numeric_limits<int32_t>::max();
  std::optional<llvm::StringRef> Suffix = integerSuffix(Ty);
  if (!Suffix || (Converted && FitsInt)) {
    Text Plain = integer(Type::i64(), Value, false);
    if (FitsInt)
      Plain.S = std::to_string(Value);
    if (Converted)
      return Plain;
    return {
        ("(" + Ty.spelling() + ")" + parenthesised(Plain, Plain.P < Postfix))
            .str(),
        Prefix};
  }
  if (Ty.typeClass() == TypeClass::UInt)
    return {std::to_string(static_cast<uint64_t>(Value)) + Suffix->str(),
            Postfix};
  // The literal in `-2147483648` has a wider type than int.
  bool IsMin = Ty.bits() == 32 ? Value == std::numeric_limits<int32_t>::min()
                               : Value == std::numeric_limits<int64_t>::min();
  if (IsMin)
    return {std::to_string(Value + 1) + Suffix->str() + " - 1", Additive};
  return {std::to_string(Value) + Suffix->str(), Value < 0 ? Prefix : Postfix};
}

static llvm::StringRef floatSuffix(const Type &Ty) {
  return llvm::StringSwitch<llvm::StringRef>(Ty.spelling())
      .Case("float", "f")
      .Case("long double", "L")
      .Case("_Float16", "f16")
      .Default("");
}

CppExpr::Text CppExpr::constant(const ConstantExpr &E, bool Converted) {
  const Type &Ty = E.type();
  if (E.intValue()) {
    if (Ty.isBool())
      return {*E.intValue() ? "true" : "false", Postfix};
    return integer(Ty, *E.intValue(), Converted);
  }
  std::string S = E.text().str();
  if (E.text().find_first_of(".eEpP") == llvm::StringRef::npos)
    S += ".0";
  bool Negative = E.text().starts_with("-");
  return {S + floatSuffix(Ty).str(), Negative ? Prefix : Postfix};
}

//===-- operators ---------------------------------------------------------===//

/// Operators whose mixture Clang warns about unless parenthesised.
static bool wantsParentheses(BinaryOp Outer, const ExprRef &Operand) {
  auto *Inner = llvm::dyn_cast<BinaryExpr>(Operand.get());
  if (!Inner)
    return false;
  switch (Outer) {
  case BinaryOp::Shl:
  case BinaryOp::Shr:
  case BinaryOp::And:
  case BinaryOp::Or:
  case BinaryOp::Xor:
    return true;
  case BinaryOp::LogicalOr:
    return Inner->op() == BinaryOp::LogicalAnd;
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge:
  case BinaryOp::Eq:
  case BinaryOp::Ne:
    return Inner->type().isBool();
  default:
    return false;
  }
}

CppExpr::Text CppExpr::choice(BinaryOp Comparison, const ExprRef &First,
                              const ExprRef &Second) {
  // `second < first ? second : first`
  Text A = visit(First, takesLiteral(Second));
  Text B = visit(Second, takesLiteral(First));
  const std::string Compares = " " + spelling(Comparison).str() + " ";
  const bool Chooses = needsChoose(First->type());
  /// Each operand stands there twice, and those inside of it four times.
  constexpr size_t LongText = 400;
  if (A.S.size() + B.S.size() > LongText) {
    const std::string Compared = "lacuna_second" + Compares + "lacuna_first";
    return {"({ const " + First->type().spelling().str() +
                " lacuna_first = " + A.S + ", lacuna_second = " + B.S + "; " +
                (Chooses ? "__lacuna::choose(" + Compared +
                               ", lacuna_second, lacuna_first)"
                         : Compared + " ? lacuna_second : lacuna_first") +
                "; })",
            Postfix};
  }
  if (Chooses)
    return {"__lacuna::choose(" + printAtom(Second) + Compares +
                printAtom(First) + ", " + print(Second) + ", " + print(First) +
                ")",
            Postfix};
  return {parenthesised(B, B.P <= Relational) + Compares +
              parenthesised(A, A.P <= Relational) + " ? " +
              parenthesised(B, B.P <= Ternary) + " : " +
              parenthesised(A, A.P <= Ternary),
          Ternary};
}

/// The distance of two elements of one array in elements, which is a difference
/// of addresses over a power of two: that has no rest, which the compiler knows
/// of pointers, but not of the integers that addresses are here. A division
/// would have to round towards zero, and is kept out of vectors for that.
static ExprRef exactQuotient(const BinaryExpr &E) {
  auto *Distance = llvm::dyn_cast<CastExpr>(E.lhs().get());
  auto *Bytes = Distance && E.op() == BinaryOp::Div && E.type() == Type::i64()
                    ? llvm::dyn_cast<BinaryExpr>(Distance->operand().get())
                    : nullptr;
  const std::optional<int64_t> Size = constantValue(E.rhs());
  if (!Bytes || Bytes->op() != BinaryOp::Sub || !Size ||
      !llvm::isa<AddressExpr>(*Bytes->lhs()) ||
      !llvm::isa<AddressExpr>(*Bytes->rhs()) || *Size <= 1 ||
      !llvm::isPowerOf2_64(*Size))
    return nullptr;
  return lacuna::binary(BinaryOp::Shr, E.lhs(), i64(llvm::Log2_64(*Size)));
}

CppExpr::Text CppExpr::binary(const BinaryExpr &E) {
  if (ExprRef Quotient = exactQuotient(E))
    return visit(Quotient, /*Converted=*/true);
  BinaryOp Op = E.op();
  // Max is `a < b ? b : a`, which is `b > a ? b : a`.
  if (Op == BinaryOp::Min || Op == BinaryOp::Max)
    return choice(Op == BinaryOp::Min ? BinaryOp::Lt : BinaryOp::Gt, E.lhs(),
                  E.rhs());
  // The left operand of a shift keeps its type.
  bool IsShift = Op == BinaryOp::Shl || Op == BinaryOp::Shr;
  Precedence P = precedence(Op);
  Text L = visit(E.lhs(), !IsShift && takesLiteral(E.rhs()));
  Text R = visit(E.rhs(), IsShift || takesLiteral(E.lhs()));
  bool LeftNeeds = L.P < P || wantsParentheses(Op, E.lhs());
  bool RightNeeds = R.P <= P || wantsParentheses(Op, E.rhs()) ||
                    llvm::StringRef(R.S).starts_with("-");
  return {parenthesised(L, LeftNeeds) + " " + spelling(Op).str() + " " +
              parenthesised(R, RightNeeds),
          P};
}

/// No pointer is formed that may lie outside the array.
CppExpr::Text CppExpr::address(const AddressExpr &E) {
  std::string Base = Known.base(E.array()).str();
  if (Known.isRows(E.array())) {
    const ExprRef Row = rowOf(E.index());
    const std::string Begin =
        Known.row(E.array(), print(Row ? Row : E.index(), true));
    if (!Row)
      return {"(unsigned long)" + Begin, Prefix};
    return {"(unsigned long)" + Begin + " + " +
                printFactor(indexInRow(E.index())) + " * sizeof(*" + Begin +
                ")",
            Additive};
  }
  std::string Value = "(unsigned long)" + Base;
  if (constantValue(E.index()) == 0)
    return {Value, Prefix};
  return {Value + " + " + printFactor(E.index()) + " * sizeof(*" + Base + ")",
          Additive};
}

CppExpr::Text CppExpr::call(const CallExpr &E) {
  if (E.callee() == "team_size") {
    if (!Options.OpenMP)
      return {"1", Postfix};
    AsksForTeam = true;
    std::string Wanted =
        E.operands().empty() ? "lacuna_max_threads()" : print(E.operands()[0]);
    return {"lacuna_has_team ? " + Wanted + " : 1", Ternary};
  }
  if (E.callee() == "exchange_errno") {
    AsksForErrno = true;
    return {"__extension__({ int *const lacuna_at = lacuna_errno(); const int "
            "lacuna_was = *lacuna_at; *lacuna_at = " +
                print(E.operands()[0]) + "; lacuna_was; })",
            Postfix};
  }
  // Infinity is the compiler's in kernels, too.
  const bool IsOfPrelude = Options.IsKernel && !E.operands().empty();
  std::string S = ((IsOfPrelude ? "" : "__builtin_") + E.callee() + "(").str();
  for (size_t I = 0; I < E.operands().size(); ++I)
    S += (I ? ", " : "") + print(E.operands()[I]);
  return {S + ")", Postfix};
}

CppExpr::Text CppExpr::opaque(const OpaqueExpr &E) {
  std::string S;
  llvm::StringRef Rest = E.text();
  while (!Rest.empty()) {
    unsigned Number;
    llvm::StringRef Hole = Rest;
    if (Hole.consume_front("$") && !Hole.consumeInteger(10, Number) &&
        Number < E.operands().size()) {
      S += printAtom(E.operands()[Number]);
      Rest = Hole;
      continue;
    }
    S += Rest.front();
    Rest = Rest.drop_front();
  }
  return {"(" + S + ")", Postfix};
}

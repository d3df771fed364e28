//===- MathCalls.cpp - functions and operators of numbers -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/ast/Callees.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/calls/Messages.def"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// Functions of <cmath> whose result depends on their arguments alone.
bool isMathName(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases("sqrt", "cbrt", "hypot", "pow", "fma", true)
      .Cases("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", true)
      .Cases("sin", "cos", "tan", "asin", "acos", "atan", "atan2", true)
      .Cases("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", true)
      .Cases("erf", "erfc", "fabs", "fmin", "fmax", "fmod", "copysign", true)
      .Cases("floor", "ceil", "trunc", "round", "inf", "huge_val", true)
      .Default(false);
}

/// `F` is declared by the implementation, not by the user.
bool isLibrary(const clang::FunctionDecl *F) {
  return F->isInStdNamespace() || F->getBuiltinID() != 0;
}

} // namespace

ExprRef Lifter::liftCall(const clang::CallExpr *C) {
  if (const auto *Operator = dyn_cast<clang::CXXOperatorCallExpr>(C)) {
    if (Operator->getOperator() == clang::OO_Minus && C->getNumArgs() == 2 &&
        isIterator(C->getArg(0)->getType()) &&
        isIterator(C->getArg(1)->getType()))
      return pointerDistance(C->getArg(1), C->getArg(0), C->getExprLoc());
    if (Operator->isComparisonOp() && isIterator(C->getArg(0)->getType()) &&
        Operator->getOperator() != clang::OO_Spaceship)
      return comparePointers(
          clang::BinaryOperator::getOverloadedOpcode(Operator->getOperator()),
          C->getArg(0), C->getArg(1));
    return liftComplexOperator(Operator);
  }
  if (ExprRef Value = liftComplexCall(C))
    return Value;
  if (Diags.any())
    return nullptr;
  if (const auto *Member = dyn_cast<clang::CXXMemberCallExpr>(C)) {
    const clang::CXXMethodDecl *M = Member->getMethodDecl();
    if (isCheckedSubscript(Member)) {
      auto L = locateChecked(Member);
      return L ? valueAt(*L, C) : nullptr;
    }
    bool IsSize = M && M->getIdentifier() && M->getName() == "size";
    bool IsEmpty = M && M->getIdentifier() && M->getName() == "empty";
    if (!containerOf(M).empty() && C->getNumArgs() == 0 &&
        (IsSize || IsEmpty)) {
      ExprRef Size = containerSize(Member->getImplicitObjectArgument());
      if (Size && IsEmpty)
        return binary(BinaryOp::Eq, Size, constant(Size->type(), 0));
      if (Size)
        return cast(*Types.scalar(C->getType()), Size);
    }
    if (!Diags.any() && !Env.isInCall() && Accessors.note(Member))
      return C->isGLValue() ? Ops.scalar(C) : Ops.call(Member);
    const clang::Expr *Object = Member->getImplicitObjectArgument();
    if (llvm::isa_and_nonnull<clang::CXXConversionDecl>(M) &&
        !definitionOf(C) && !Types.scalarAt(Object->getType(), C->getExprLoc()))
      return nullptr;
  }
  const clang::FunctionDecl *F = C->getDirectCallee();
  if (F && F->getIdentifier() && isLibrary(F)) {
    llvm::StringRef Name = F->getName();
    if ((Name == "min" || Name == "max") && C->getNumArgs() == 2)
      return liftMinMax(C, F);
    if (Name == "abs" && C->getNumArgs() == 1)
      return liftAbs(C);
    return liftMathCall(C, F);
  }
  return Diags.any() ? nullptr : inlineValue(C);
}

ExprRef Lifter::liftMathCall(const clang::CallExpr *C,
                             const clang::FunctionDecl *F) {
  auto Refuse = [&](const std::string &Why) {
    return Diags.refuse(C->getExprLoc(),
                        msg::MathCallOf(F->getNameAsString(), Why));
  };
  auto Ty = Types.scalar(C->getType());
  llvm::StringRef Name = F->getName();
  Name.consume_front("__builtin_");
  llvm::StringRef Suffix;
  if (Ty && Ty->spelling() == "float")
    Suffix = "f";
  else if (Ty && Ty->spelling() == "long double")
    Suffix = "l";
  // std::sqrt(float) is sqrtf.
  if (!Suffix.empty() && !isMathName(Name))
    Name.consume_back(Suffix);
  if (!Ty || !Ty->isFloat() || !isMathName(Name) ||
      (Suffix.empty() && Ty->spelling() != "double"))
    return Refuse(msg::SuffixMayHaveSideEffects());
  std::string Full = (Name + Suffix).str();
  unsigned ID = Context.Idents.get("__builtin_" + Full).getBuiltinID();
  const auto &Info = Context.BuiltinInfo;
  bool SetsErrno = ID && !Info.isConst(ID) &&
                   !Info.isConstWithoutExceptions(ID) &&
                   Context.getLangOpts().MathErrno;
  if (!ID || SetsErrno)
    return Refuse(msg::SuffixMaySetErrno());
  std::vector<ExprRef> Args;
  for (const clang::Expr *Arg : C->arguments()) {
    auto ArgTy = Types.scalar(Arg->getType());
    if (!ArgTy || *ArgTy != *Ty)
      return Refuse(msg::SuffixMixesTypes());
    Args.push_back(liftValue(Arg));
    if (!Args.back())
      return nullptr;
  }
  if (!Builder.noteFloatingPoint(C))
    return nullptr;
  return std::make_shared<lacuna::CallExpr>(*Ty, Full, std::move(Args));
}

/// std::min(a, b) is `b < a ? b : a`, as BinaryOp::Min.
ExprRef Lifter::liftMinMax(const clang::CallExpr *C,
                           const clang::FunctionDecl *F) {
  auto Ty = Types.scalarAt(C->getType(), C->getExprLoc());
  if (!Ty || (Ty->isFloat() && !Builder.noteFloatingPoint(C)))
    return nullptr;
  if (!Ty->isArithmetic())
    return Diags.refuseType(C->getExprLoc(), C->getType());
  ExprRef A = liftValue(C->getArg(0));
  ExprRef B = A ? liftValue(C->getArg(1)) : nullptr;
  if (!B)
    return nullptr;
  return std::make_shared<BinaryExpr>(
      F->getName() == "min" ? BinaryOp::Min : BinaryOp::Max, *Ty, A, B);
}

ExprRef Lifter::liftAbs(const clang::CallExpr *C) {
  auto Ty = Types.scalarAt(C->getType(), C->getExprLoc());
  ExprRef Arg = Ty ? liftValue(C->getArg(0)) : nullptr;
  if (!Arg)
    return nullptr;
  if (Arg->type() != *Ty || !Ty->isArithmetic())
    return Diags.refuse(C->getExprLoc(), msg::AbsMixesTypes());
  if (!Ty->isFloat())
    return std::make_shared<SelectExpr>(
        binary(BinaryOp::Lt, Arg, constant(*Ty, 0)), unary(UnaryOp::Neg, Arg),
        Arg);
  if (!Builder.noteFloatingPoint(C))
    return nullptr;
  llvm::StringRef Name = Ty->spelling() == "float"         ? "fabsf"
                         : Ty->spelling() == "double"      ? "fabs"
                         : Ty->spelling() == "long double" ? "fabsl"
                                                           : "";
  if (Name.empty())
    return Diags.refuseType(C->getExprLoc(), C->getType());
  return std::make_shared<lacuna::CallExpr>(*Ty, Name.str(),
                                            std::vector<ExprRef>{Arg});
}

/// `std::conj(z)`, `z.real()`: a function of one complex number that sets
/// nothing; null, without refusal, for other calls.
ExprRef Lifter::liftComplexCall(const clang::CallExpr *C) {
  const clang::FunctionDecl *F = C->getDirectCallee();
  const clang::Expr *Object = objectOf(C);
  auto Ty = Types.scalar(C->getType());
  if (!F || !F->getIdentifier() || !isStandard(F) || !Ty ||
      C->getNumArgs() != (Object ? 0 : 1))
    return nullptr;
  const clang::Expr *Of = Object ? Object : C->getArg(0);
  auto From = Types.scalar(Of->getType());
  llvm::StringRef Name = F->getName();
  bool IsPart = Name == "real" || Name == "imag";
  if (!From || !From->isOpaque() || (!IsPart && Name != "conj"))
    return nullptr;
  ExprRef Number = Builder.noteFloatingPoint(C) ? liftValue(Of) : nullptr;
  if (!Number)
    return nullptr;
  return std::make_shared<OpaqueExpr>(
      *Ty, IsPart ? "$0." + Name.str() + "()" : "std::conj($0)",
      std::vector<ExprRef>{Number});
}

/// Operators of std::complex; both operands of one type, or a scalar beside.
ExprRef Lifter::liftComplexOperator(const clang::CXXOperatorCallExpr *C) {
  auto Ty = Types.scalar(C->getType());
  const clang::FunctionDecl *F = C->getDirectCallee();
  bool Std = F && F->isInStdNamespace();
  // `x[i]` yields an lvalue; a prvalue here is some other operator.
  if (!Ty || !Ty->isOpaque() || !Std)
    return inlineValue(C);
  if (!Builder.noteFloatingPoint(C))
    return nullptr;
  std::vector<ExprRef> Args;
  for (const clang::Expr *Arg : C->arguments()) {
    if (!Types.scalarAt(Arg->getType(), Arg->getExprLoc()))
      return nullptr;
    Args.push_back(liftValue(Arg));
    if (!Args.back())
      return nullptr;
  }
  std::optional<BinaryOp> Op;
  if (C->getOperator() == clang::OO_Plus)
    Op = BinaryOp::Add;
  else if (C->getOperator() == clang::OO_Minus)
    Op = BinaryOp::Sub;
  else if (C->getOperator() == clang::OO_Star)
    Op = BinaryOp::Mul;
  else if (C->getOperator() == clang::OO_Slash)
    Op = BinaryOp::Div;
  if (!Op)
    return Diags.refuse(C->getOperatorLoc(),
                        msg::ComplexOperatorNotSupported(Ty->spelling()));
  if (Args.size() == 1)
    return *Op == BinaryOp::Sub
               ? std::make_shared<UnaryExpr>(UnaryOp::Neg, *Ty, Args[0])
               : Args[0];
  if (Args[0]->type() == *Ty && Args[1]->type() == *Ty)
    return std::make_shared<BinaryExpr>(*Op, *Ty, Args[0], Args[1]);
  return std::make_shared<OpaqueExpr>(
      *Ty,
      std::string("$0 ") + clang::getOperatorSpelling(C->getOperator()) + " $1",
      std::move(Args));
}

/// Constructors of std::complex.
ExprRef Lifter::liftConstruct(const clang::CXXConstructExpr *C) {
  auto Ty = Types.scalarAt(C->getType(), C->getExprLoc());
  if (!Ty)
    return nullptr;
  if (C->getConstructor()->isCopyOrMoveConstructor())
    return liftValue(C->getArg(0));
  std::vector<ExprRef> Args;
  std::string Text = Ty->spelling().str() + "(";
  for (const clang::Expr *Arg : C->arguments()) {
    if (isa<clang::CXXDefaultArgExpr>(Arg))
      break;
    if (!Types.scalarAt(Arg->getType(), Arg->getExprLoc()))
      return nullptr;
    Text += (Args.empty() ? "$" : ", $") + std::to_string(Args.size());
    Args.push_back(liftValue(Arg));
    if (!Args.back())
      return nullptr;
  }
  return std::make_shared<OpaqueExpr>(*Ty, Text + ")", std::move(Args));
}

} // namespace lacuna::plugin

//===- Constants.cpp - what the compiler knows the value of ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/Constants.h"
#include "clang/AST/APValue.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"

namespace lacuna::plugin {

/// So many that the compiler still makes constants of them where it unrolls.
static constexpr size_t MostElements = 64;

/// Text that reads back to \p V in its own type.
static std::string floatText(const llvm::APFloat &V) {
  llvm::SmallString<32> Decimal;
  V.toString(Decimal);
  if (Decimal.find_first_of(".eE") == llvm::StringRef::npos)
    Decimal += ".0";
  llvm::APFloat Back(V.getSemantics());
  auto Status =
      Back.convertFromString(Decimal, llvm::APFloat::rmNearestTiesToEven);
  if (Status && Back.bitwiseIsEqual(V))
    return Decimal.str().lower();
  llvm::consumeError(Status.takeError());
  char Hex[64];
  unsigned Length = V.convertToHexString(Hex, 0, /*UpperCase=*/false,
                                         llvm::APFloat::rmNearestTiesToEven);
  return std::string(Hex, Length);
}

ExprRef constantOf(const Type &Ty, const llvm::APSInt &V) {
  return constant(Ty,
                  V.isSigned() ? V.getSExtValue() : int64_t(V.getZExtValue()));
}

ExprRef constantOf(const Type &Ty, const llvm::APFloat &V) {
  if (V.isFinite() && !V.isNegative())
    return std::make_shared<ConstantExpr>(Ty, floatText(V));
  if (V.isFinite())
    return unary(UnaryOp::Neg,
                 std::make_shared<ConstantExpr>(Ty, floatText(llvm::neg(V))));
  llvm::StringRef Suffix = Ty.spelling() == "float"         ? "f"
                           : Ty.spelling() == "long double" ? "l"
                                                            : "";
  bool Known = Ty.spelling() == "double" || !Suffix.empty();
  if (!Known || !V.isInfinity())
    return nullptr;
  ExprRef Inf = std::make_shared<lacuna::CallExpr>(Ty, ("inf" + Suffix).str(),
                                                   std::vector<ExprRef>());
  return V.isNegative() ? unary(UnaryOp::Neg, Inf) : Inf;
}

ExprRef constantOf(const Type &Ty, const clang::APValue &Value) {
  if (Value.isInt() && Ty.bits() <= 64)
    return constantOf(Ty, Value.getInt());
  return Value.isFloat() && Ty.isFloat() ? constantOf(Ty, Value.getFloat())
                                         : nullptr;
}

/// Appends the numbers that \p Value consists of: arrays of arrays, and classes
/// whose only member is one. False if there are others, or too many.
static bool appendElements(const Type &Ty, const clang::APValue &Value,
                           std::vector<ExprRef> &Elements) {
  if (Value.isStruct())
    return Value.getStructNumBases() == 0 && Value.getStructNumFields() == 1 &&
           appendElements(Ty, Value.getStructField(0), Elements);
  if (!Value.isArray()) {
    Elements.push_back(constantOf(Ty, Value));
    return Elements.back() && Elements.size() <= MostElements;
  }
  for (unsigned I = 0; I < Value.getArraySize(); ++I)
    if (!appendElements(Ty,
                        I < Value.getArrayInitializedElts()
                            ? Value.getArrayInitializedElt(I)
                            : Value.getArrayFiller(),
                        Elements))
      return false;
  return true;
}

std::vector<ExprRef> constantElements(const Type &Ty, const clang::VarDecl *V) {
  // Default arguments are what callers may give others for.
  if (llvm::isa<clang::ParmVarDecl>(V) || Ty.isOpaque() || Ty.isEnumeration())
    return {};
  const clang::QualType Innermost =
      V->getASTContext().getBaseElementType(V->getType());
  const clang::VarDecl *Defined = nullptr;
  const clang::Expr *Init = V->getAnyInitializer(Defined);
  if (!Innermost.isConstQualified() || Innermost.isVolatileQualified() ||
      !Init || Init->isValueDependent() || V->isWeak() || Defined->isWeak())
    return {};
  const clang::APValue *Value = Defined->evaluateValue();
  std::vector<ExprRef> Elements;
  if (!Value || !appendElements(Ty, *Value, Elements))
    return {};
  return Elements;
}

} // namespace lacuna::plugin

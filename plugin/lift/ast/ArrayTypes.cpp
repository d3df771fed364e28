//===- ArrayTypes.cpp - arrays whose elements are arrays ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/ArrayTypes.h"
#include "lift/ast/StandardLibrary.h"

using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

namespace lacuna::plugin {

/// The same for a `std::array`, whose elements must be all that lies in it.
static std::optional<ArrayLevel> standardArray(const clang::ASTContext &Context,
                                               clang::QualType Ty) {
  const auto *R = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      Ty->getAsCXXRecordDecl());
  if (containerOf(R) != "array" || R->getTemplateArgs().size() != 2 ||
      !R->isCompleteDefinition())
    return std::nullopt;
  ArrayLevel Level;
  Level.Elem = R->getTemplateArgs()[0].getAsType();
  Level.Count = R->getTemplateArgs()[1].getAsIntegral().getExtValue();
  if (Ty.isConstQualified())
    Level.Elem.addConst();
  if (Level.Count == 0 ||
      Context.getTypeSizeInChars(Ty) !=
          Context.getTypeSizeInChars(Level.Elem) * Level.Count)
    return std::nullopt;
  return Level;
}

std::optional<ArrayLevel> arrayLevel(const clang::ASTContext &Context,
                                     clang::QualType Ty) {
  Ty = Ty.getNonReferenceType();
  const clang::ArrayType *A = Context.getAsArrayType(Ty);
  if (!A)
    return standardArray(Context, Ty);
  if (const auto *Known = dyn_cast<clang::ConstantArrayType>(A)) {
    auto Count = static_cast<int64_t>(Known->getSize().getZExtValue());
    if (Count == 0)
      return std::nullopt;
    return ArrayLevel{A->getElementType(), Count};
  }
  if (const auto *Runtime = dyn_cast<clang::VariableArrayType>(A);
      Runtime && Runtime->getSizeExpr())
    return ArrayLevel{A->getElementType(), 0, Runtime->getSizeExpr()};
  return std::nullopt;
}

uint64_t numbersIn(const clang::ASTContext &Context, clang::QualType Ty) {
  uint64_t Count = 1;
  while (auto Level = arrayLevel(Context, Ty)) {
    Count *= uint64_t(Level->Count);
    Ty = Level->Elem;
  }
  return Count;
}

clang::QualType innermostElement(const clang::ASTContext &Context,
                                 clang::QualType Ty) {
  while (auto Level = arrayLevel(Context, Ty))
    Ty = Level->Elem;
  return Ty;
}

} // namespace lacuna::plugin

//===- ScalarTypes.cpp - types of numbers and of what leads to them -------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/ScalarTypes.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/state/Messages.def"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace lacuna::plugin {

std::optional<Type> ScalarTypes::scalar(clang::QualType QT) const {
  if (QT.isNull() || QT->isDependentType())
    return std::nullopt;
  QT = QT.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  clang::PrintingPolicy Policy = Context.getPrintingPolicy();
  Policy.Bool = true;
  if (QT->isBooleanType())
    return Type::boolean();
  if (const auto *Enum = QT->getAs<clang::EnumType>()) {
    // Without a definition it may have any type.
    auto Number = scalar(Enum->getDecl()->getIntegerType());
    return Number ? std::optional(Number->asEnumeration()) : std::nullopt;
  }
  const auto *B = dyn_cast<clang::BuiltinType>(QT.getTypePtr());
  if (B && B->isInteger())
    return Type(B->isUnsignedInteger() ? TypeClass::UInt : TypeClass::Int,
                Context.getTypeSize(QT), QT.getAsString(Policy));
  if (B && B->isFloatingPoint())
    return Type(
        TypeClass::Float,
        B->getKind() == clang::BuiltinType::LongDouble
            ? llvm::APFloat::getSizeInBits(Context.getFloatTypeSemantics(QT))
            : Context.getTypeSize(QT),
        QT.getAsString(Policy));
  const auto *Record = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      QT->getAsCXXRecordDecl());
  if (Record && Record->isInStdNamespace() && Record->getName() == "complex") {
    auto Elem = scalar(Record->getTemplateArgs()[0].getAsType());
    if (Elem && Elem->isFloat())
      return Type::opaque("std::complex<" + Elem->spelling().str() + ">");
  }
  return std::nullopt;
}

/// The attribute of a typedef that says where objects of \p Ty lie or what they
/// are accessed as, which generated code would not know; empty if none does.
static llvm::StringRef attributeOf(const clang::ASTContext &Context,
                                   clang::QualType Ty) {
  if (Context.getTypeAlign(Ty) < Context.getTypeAlign(Ty.getCanonicalType()))
    return "aligned";
  while (const auto *Name = Ty->getAs<clang::TypedefType>()) {
    if (Name->getDecl()->hasAttr<clang::MayAliasAttr>())
      return "may_alias";
    Ty = Name->desugar();
  }
  return "";
}

std::optional<Type> ScalarTypes::scalarAt(clang::QualType Ty,
                                          clang::SourceLocation Loc) const {
  clang::QualType Value = Ty.getNonReferenceType();
  if (Value.isVolatileQualified()) {
    Diags.refuse(Loc, msg::VolatileAccess());
    return std::nullopt;
  }
  const clang::CXXRecordDecl *R = Value->getAsCXXRecordDecl();
  llvm::StringRef Record =
      R && R->isInStdNamespace() && R->getIdentifier() ? R->getName() : "";
  if (Value->isAtomicType() || Record == "atomic" ||
      Record.starts_with("__atomic")) {
    Diags.refuse(Loc, msg::AtomicAccess());
    return std::nullopt;
  }
  if (Record.ends_with("it_reference")) {
    Diags.refuse(Loc, msg::VectorBoolElements());
    return std::nullopt;
  }
  auto T = scalar(Ty);
  if (!T) {
    Diags.refuseType(Loc, Value);
    return std::nullopt;
  }
  llvm::StringRef Lost = attributeOf(Context, Value);
  if (!Lost.empty()) {
    Diags.refuse(
        Loc, "attribute '" + Lost.str() + "' of type '" +
                 Value.getUnqualifiedType().getAsString() +
                 "' would be lost; accepted is '" +
                 Value.getCanonicalType().getUnqualifiedType().getAsString() +
                 "'");
    return std::nullopt;
  }
  return T;
}

bool ScalarTypes::isRecord(clang::QualType Ty) const {
  return Ty.getNonReferenceType()->isRecordType() && !scalar(Ty) &&
         !isIterator(Ty);
}

bool ScalarTypes::leadsOn(clang::QualType Ty) const {
  return isRecord(Ty) || Ty->isPointerType() || Ty->isArrayType();
}

bool ScalarTypes::isTemporary(const clang::Expr *E) const {
  E = withoutWrappers(E);
  return isRecord(E->getType()) &&
         (isa<clang::MaterializeTemporaryExpr>(E) || E->isPRValue());
}

} // namespace lacuna::plugin

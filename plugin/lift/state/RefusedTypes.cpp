//===- RefusedTypes.cpp - types of which a nest has no values -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/RefusedTypes.h"
#include "lift/ast/RecordQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/state/Messages.def"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

using llvm::dyn_cast;

namespace lacuna::plugin {

/// The class of a library that type name \p D is a member of, or null.
static const clang::CXXRecordDecl *
libraryClassOf(const clang::TypedefNameDecl *D) {
  const clang::SourceManager &SM = D->getASTContext().getSourceManager();
  return SM.isInSystemHeader(D->getLocation())
             ? dyn_cast<clang::CXXRecordDecl>(D->getDeclContext())
             : nullptr;
}

/// \p Ty without names that containers give it, such as `value_type`, which say
/// nothing to a reader.
static clang::QualType withoutMemberNames(clang::QualType Ty) {
  const auto *Name = Ty->getAs<clang::TypedefType>();
  return Name && libraryClassOf(Name->getDecl())
             ? withoutMemberNames(Name->desugar())
             : Ty;
}

/// The container that \p Ty, as it is written, is an iterator of; empty if it
/// is none.
static llvm::StringRef iteratedBy(clang::QualType Ty) {
  while (const auto *Name = Ty->getAs<clang::TypedefType>()) {
    const clang::TypedefNameDecl *D = Name->getDecl();
    const clang::CXXRecordDecl *R = libraryClassOf(D);
    if (R && R->isInStdNamespace() && R->getIdentifier() &&
        (D->getName() == "iterator" || D->getName() == "const_iterator"))
      return R->getName();
    Ty = Name->desugar();
  }
  return "";
}

/// Whether elements of \p Container are found by keys.
static bool hasKeys(llvm::StringRef Container) {
  return Container.ends_with("map") || Container.ends_with("set");
}

/// What keeps records of class \p R from being values.
static std::string obstacleIn(const clang::CXXRecordDecl *R,
                              const clang::PrintingPolicy &Policy) {
  if (R->isUnion())
    return msg::SuffixIsUnion();
  if (R->isPolymorphic())
    return msg::SuffixHasVirtual();
  for (const clang::FieldDecl *Field : R->fields()) {
    const auto *Of = Field->getType()->getAsCXXRecordDecl();
    if (Of && Of->hasDefinition() && !Of->hasTrivialDestructor())
      return msg::SuffixMemberIsNoValue(
          Field->getNameAsString(),
          Field->getType().getUnqualifiedType().getAsString(Policy));
    if (!isOrdinary(Field))
      return msg::SuffixMemberHasNoAddress(Field->getNameAsString());
  }
  if (!R->hasTrivialDestructor())
    return msg::SuffixHasDestructor();
  return R->getNumBases() != 0 && !isPlainRecord(R) ? msg::SuffixHasBase() : "";
}

std::string whyNoValues(clang::QualType Ty, clang::PrintingPolicy Policy) {
  Policy.SuppressUnwrittenScope = true; // unnamed namespaces
  if (isIterator(Ty))
    return msg::IteratorAsValue();
  if (llvm::StringRef Container = iteratedBy(Ty); !Container.empty())
    return hasKeys(Container) ? msg::IteratorByKey(Container)
                              : msg::IteratorOf(Container);
  Ty = withoutMemberNames(Ty.getUnqualifiedType());
  const std::string Name = Ty.getUnqualifiedType().getAsString(Policy);
  const clang::CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition())
    return msg::ValueTypeNotSupported(Name);
  if (R->isInStdNamespace() && R->getIdentifier()) {
    if (R->getName() == "basic_string")
      return msg::StringNotSupported(
          Name == "std::basic_string<char>" ? "std::string" : Name);
    if (R->getName() == "optional")
      return msg::OptionalNotSupported(Name);
    return msg::ValueTypeNotSupported(Name) +
           (isTuple(Ty)         ? msg::SuffixStructForTuple()
            : isPlainVector(Ty) ? msg::SuffixLoopForVector()
                                : "");
  }
  if (const std::string Why = obstacleIn(R, Policy); !Why.empty())
    return msg::RecordNotSupported(Name) + Why;
  return isPlainRecord(R) ? msg::RecordAsAWhole(Name)
                          : msg::ValueTypeNotSupported(Name);
}

} // namespace lacuna::plugin

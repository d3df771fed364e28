//===- OwnedTypes.cpp - what objects own ----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "isolate/OwnedTypes.h"
#include "lift/ast/StandardLibrary.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclFriend.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;
using llvm::StringSwitch;

namespace lacuna::plugin {

llvm::StringRef standardClass(const CXXRecordDecl *R) {
  if (!R || !R->getIdentifier())
    return "";
  // Users may specialise templates of the library.
  const SourceManager &SM = R->getASTContext().getSourceManager();
  if (!SM.isInSystemHeader(R->getLocation()))
    return "";
  for (const DeclContext *C = R->getDeclContext(); C; C = C->getParent()) {
    const auto *Space = dyn_cast<NamespaceDecl>(C);
    if (C->isStdNamespace() || (Space && Space->getName() == "__gnu_cxx"))
      return R->getName();
  }
  return "";
}

/// Whether classes called \p Name own what they lead to, if the types that they
/// are made of do.
static bool ownsItsParts(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases("vector", "basic_string", "array", "deque", "list", true)
      .Cases("forward_list", "pair", "tuple", "optional", "complex", true)
      .Cases("map", "multimap", "set", "multiset", "bitset", true)
      .Cases("unordered_map", "unordered_set", "unordered_multimap", true)
      .Cases("unordered_multiset", "queue", "stack", "priority_queue", true)
      .Cases("less", "greater", "equal_to", "hash", "allocator", true)
      .Cases("unique_ptr", "default_delete", "strong_ordering", true)
      .Cases("weak_ordering", "partial_ordering", "__unspec", true)
      .Cases("char_traits", "mersenne_twister_engine", true)
      .Cases("linear_congruential_engine", "minstd_rand", true)
      .Default(Name.ends_with("_distribution"));
}

/// Whether \p F is a function of the user's for values of type \p D, or may be.
static bool isFor(const NamedDecl *F, const TagDecl &D) {
  const SourceManager &SM = D.getASTContext().getSourceManager();
  if (SM.isInSystemHeader(F->getLocation()))
    return false;
  const auto *Function = dyn_cast<FunctionDecl>(F);
  return !Function ||
         llvm::any_of(Function->parameters(), [&](const ParmVarDecl *P) {
           const TagDecl *Of =
               P->getType().getNonReferenceType()->getAsTagDecl();
           return Of && Of->getCanonicalDecl() == D.getCanonicalDecl();
         });
}

bool hasOwnFunctions(const TagDecl &D) {
  const ASTContext &Context = D.getASTContext();
  DeclarationNameTable &Names =
      const_cast<ASTContext &>(Context).DeclarationNames;
  llvm::SmallVector<DeclarationName, 8> Sought = {
      DeclarationName(&Context.Idents.get("swap"))};
  for (OverloadedOperatorKind Kind :
       {OO_Less, OO_Greater, OO_LessEqual, OO_GreaterEqual, OO_EqualEqual,
        OO_ExclaimEqual, OO_Spaceship})
    Sought.push_back(Names.getCXXOperatorName(Kind));
  for (const DeclContext *C = D.getDeclContext(); C; C = C->getParent()) {
    if (const auto *R = dyn_cast<CXXRecordDecl>(C))
      for (const FriendDecl *F : R->friends())
        if (F->getFriendDecl() && isFor(F->getFriendDecl(), D))
          return true;
    if (!C->isFileContext())
      continue;
    for (DeclarationName Name : Sought)
      for (const NamedDecl *Found : C->getRedeclContext()->lookup(Name))
        if (isFor(Found, D))
          return true;
  }
  const auto *Own = dyn_cast<CXXRecordDecl>(&D);
  return Own && llvm::any_of(Own->friends(), [&](const FriendDecl *F) {
           return F->getFriendDecl() && isFor(F->getFriendDecl(), D);
         });
}

/// Whether values of type \p Ty are compared and hashed without code of the
/// user's.
static bool isComparedByLibrary(QualType Ty) {
  const CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (const auto *E = Ty->getAs<EnumType>())
    return !hasOwnFunctions(*E->getDecl());
  if (!R)
    return Ty->isArithmeticType();
  const auto *T = dyn_cast<ClassTemplateSpecializationDecl>(R);
  const llvm::StringRef Name = standardClass(R);
  if (!T || Name.empty())
    return false;
  auto Compares = [](const TemplateArgument &A) {
    return A.getKind() != TemplateArgument::Type ||
           !standardClass(A.getAsType()->getAsCXXRecordDecl()).empty() ||
           isComparedByLibrary(A.getAsType());
  };
  for (const TemplateArgument &A : T->getTemplateArgs().asArray()) {
    if (A.getKind() == TemplateArgument::Pack) {
      if (!llvm::all_of(A.pack_elements(), Compares))
        return false;
    } else if (!Compares(A)) {
      return false;
    }
  }
  return true;
}

/// How many of the first arguments of templates called \p Name say what objects
/// are made of; the others say how they work.
static size_t countElements(llvm::StringRef Name) {
  return StringSwitch<size_t>(Name)
      .Cases("map", "multimap", "unordered_map", "unordered_multimap", 2)
      .Case("pair", 2)
      .Case("_Deque_iterator", 3)
      .Default(1);
}

/// Whether templates called \p Name compare their elements, or hash them.
static bool ordersElements(llvm::StringRef Name) {
  return (Name.contains("map") || Name.contains("set") ||
          Name == "priority_queue") &&
         Name != "bitset";
}

/// Whether objects of class \p T, called \p Name, call nothing of the user's,
/// if \p IsGood says so of those that they are made of.
static bool callsLibraryOnly(const ClassTemplateSpecializationDecl &T,
                             llvm::StringRef Name,
                             llvm::function_ref<bool(QualType)> IsGood) {
  const llvm::ArrayRef<TemplateArgument> Args = T.getTemplateArgs().asArray();
  if (ordersElements(Name) && !isComparedByLibrary(Args[0].getAsType()))
    return false;
  for (size_t I = 0; I < Args.size(); ++I) {
    const TemplateArgument &A = Args[I];
    if (A.getKind() == TemplateArgument::Pack) {
      if (!llvm::all_of(A.pack_elements(), [&](const TemplateArgument &Of) {
            return Of.getKind() != TemplateArgument::Type ||
                   IsGood(Of.getAsType());
          }))
        return false;
      continue;
    }
    if (A.getKind() != TemplateArgument::Type)
      continue;
    const CXXRecordDecl *R = A.getAsType()->getAsCXXRecordDecl();
    const bool IsElement = I < countElements(Name);
    if (IsElement ? !IsGood(A.getAsType())
                  : R && (standardClass(R).empty() || !IsGood(A.getAsType())))
      return false;
  }
  return true;
}

/// Whether none of the functions that make, copy, assign, convert and destroy
/// objects of class \p R, where the library does, is the user's, but for
/// constructors.
static bool isCopiedAsParts(const CXXRecordDecl &R) {
  for (const Decl *D : R.decls()) {
    const auto *T = dyn_cast<FunctionTemplateDecl>(D);
    const auto *M = dyn_cast<CXXMethodDecl>(
        T ? static_cast<const Decl *>(T->getTemplatedDecl()) : D);
    if (!M)
      continue;
    const OverloadedOperatorKind Kind = M->getOverloadedOperator();
    const bool Assigns =
        Kind == OO_Equal && (T || !(M->isCopyAssignmentOperator() ||
                                    M->isMoveAssignmentOperator()));
    if (Assigns || Kind == OO_Amp || Kind == OO_Comma || Kind == OO_New ||
        Kind == OO_Delete || Kind == OO_Array_New || Kind == OO_Array_Delete ||
        isa<CXXConversionDecl>(M) || (T && isa<CXXConstructorDecl>(M)))
      return false;
  }
  if (R.isUnion() || R.isPolymorphic() || R.getNumVBases() != 0)
    return false;
  const CXXDestructorDecl *D = R.getDestructor();
  if (D && D->isUserProvided())
    return false;
  return llvm::none_of(R.methods(), [](const CXXMethodDecl *M) {
    const auto *C = dyn_cast<CXXConstructorDecl>(M);
    const bool Copies = (C && C->isCopyOrMoveConstructor()) ||
                        M->isCopyAssignmentOperator() ||
                        M->isMoveAssignmentOperator();
    return Copies && M->isUserProvided();
  });
}

static bool ownsAll(QualType Ty, unsigned Depth) {
  constexpr unsigned MostDepth = 16;
  Ty = Ty.getCanonicalType();
  if (Depth > MostDepth || Ty.isVolatileQualified())
    return false;
  if (Ty->isArithmeticType() || Ty->isEnumeralType() || Ty->isAnyComplexType())
    return true;
  // Of an array whose length is not known as well: `unique_ptr<T[]>`.
  if (isa<ConstantArrayType, IncompleteArrayType>(Ty))
    return ownsAll(cast<clang::ArrayType>(Ty)->getElementType(), Depth + 1);
  const CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition())
    return false;
  if (llvm::StringRef Name = standardClass(R); !Name.empty()) {
    const auto *T = dyn_cast<ClassTemplateSpecializationDecl>(R);
    return ownsItsParts(Name) &&
           (!T || callsLibraryOnly(*T, Name, [&](QualType Of) {
             return ownsAll(Of, Depth + 1);
           }));
  }
  if (R->isLambda() || !isCopiedAsParts(*R))
    return false;
  return llvm::all_of(R->fields(),
                      [&](const FieldDecl *F) {
                        return ownsAll(F->getType(), Depth + 1);
                      }) &&
         llvm::all_of(R->bases(), [&](const CXXBaseSpecifier &B) {
           return ownsAll(B.getType(), Depth + 1);
         });
}

bool ownsAll(QualType Ty) { return ownsAll(Ty, 0); }

/// Whether classes called \p Name lead to what something else owns.
static bool isView(llvm::StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases("span", "basic_string_view", "initializer_list", true)
      .Cases("__normal_iterator", "__wrap_iter", true)
      .Cases("reverse_iterator", "move_iterator", true)
      .Cases("_Rb_tree_iterator", "_Rb_tree_const_iterator", true)
      .Cases("_Node_iterator", "_Node_const_iterator", true)
      .Cases("_Deque_iterator", "_List_iterator", true)
      .Cases("_List_const_iterator", "_Node_iterator_base", true)
      .Default(false);
}

static bool isOfLibrary(QualType Ty, unsigned Depth) {
  constexpr unsigned MostDepth = 16;
  Ty = Ty.getNonReferenceType().getCanonicalType();
  if (Depth > MostDepth || Ty.isVolatileQualified())
    return false;
  if (ownsAll(Ty))
    return true;
  if (Ty->isPointerType() && !Ty->isFunctionPointerType())
    return Ty->getPointeeType()->isVoidType() ||
           isOfLibrary(Ty->getPointeeType(), Depth + 1);
  const CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  const llvm::StringRef Name = standardClass(R);
  const auto *T = dyn_cast_or_null<ClassTemplateSpecializationDecl>(R);
  if (Name.empty() || !(ownsItsParts(Name) || isView(Name)))
    return false;
  return !T || callsLibraryOnly(*T, Name, [&](QualType Of) {
    return isOfLibrary(Of, Depth + 1);
  });
}

bool isOfLibrary(QualType Ty) {
  return !standardClass(Ty.getNonReferenceType()->getAsCXXRecordDecl())
              .empty() &&
         isOfLibrary(Ty, 0);
}

bool ownsMemory(QualType Ty) {
  Ty = Ty.getCanonicalType();
  if (const auto *A = dyn_cast<ConstantArrayType>(Ty))
    return ownsMemory(A->getElementType());
  const CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  return !ownsAll(Ty) || (R && !R->hasTrivialDestructor());
}

/// Whether \p Ty says how a container works, not what is in it.
static bool isWithoutElements(QualType Ty) {
  const CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  return !standardClass(R).empty() && R->isEmpty();
}

bool ownsContainers(QualType Ty) {
  Ty = Ty.getCanonicalType();
  if (const auto *A = dyn_cast<ConstantArrayType>(Ty))
    return ownsMemory(A->getElementType());
  const CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition() || !ownsMemory(Ty))
    return false;
  if (const llvm::StringRef Name = standardClass(R); !Name.empty()) {
    const auto *T = dyn_cast<ClassTemplateSpecializationDecl>(R);
    if (Name == "basic_string" || !T)
      return false;
    // Its elements lie outside of it, or in it.
    return llvm::any_of(T->getTemplateArgs().asArray(),
                        [](const TemplateArgument &A) {
                          return A.getKind() == TemplateArgument::Pack ||
                                 (A.getKind() == TemplateArgument::Type &&
                                  ownsMemory(A.getAsType()) &&
                                  !isWithoutElements(A.getAsType()));
                        });
  }
  return llvm::any_of(R->fields(), [](const FieldDecl *F) {
    return ownsContainers(F->getType());
  });
}

bool isArrayLike(QualType Ty) {
  if (Ty->isConstantArrayType())
    return true;
  const CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  const llvm::StringRef Name = standardClass(R);
  if (Name == "vector")
    return isPlainVector(Ty) && !elementTypeOf(*R)->isBooleanType();
  // Those that share what they hold until one changes it are not like arrays.
  const auto *Space = dyn_cast_or_null<NamespaceDecl>(
      Name == "basic_string" ? R->getDeclContext() : nullptr);
  return Name == "array" || (Space && (Space->getName() == "__cxx11" ||
                                       Space->getName() == "__1"));
}

QualType elementOfArrayLike(QualType Array) {
  const auto *A = dyn_cast<ConstantArrayType>(Array.getCanonicalType());
  return A ? A->getElementType() : elementTypeOf(Array);
}

bool hasElements(QualType Array, QualType Ty) {
  if (Array.isNull() || !isArrayLike(Array))
    return false;
  return elementOfArrayLike(Array).getCanonicalType().getUnqualifiedType() ==
         Ty.getCanonicalType().getUnqualifiedType();
}

/// Whether memory of any type may be accessed as a \p Ty.
static bool mayAlias(QualType Ty) {
  Ty = Ty.getNonReferenceType();
  while (const auto *Name = Ty->getAs<TypedefType>()) {
    if (Name->getDecl()->hasAttr<MayAliasAttr>())
      return true;
    Ty = Name->desugar();
  }
  const TagDecl *D = Ty->getAsTagDecl();
  return D && D->hasAttr<MayAliasAttr>();
}

/// \p Ty as one that stands for all by which memory that holds a \p Ty may be
/// accessed.
static const clang::Type *asLeaf(QualType Ty, const ASTContext &Context) {
  if (mayAlias(Ty))
    return Context.CharTy.getTypePtr();
  Ty = Ty.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (Ty->isAnyPointerType())
    return Context.VoidPtrTy.getTypePtr();
  if (const auto *E = Ty->getAs<EnumType>())
    Ty = E->getDecl()->getIntegerType();
  if (Ty.isNull() || Ty->isCharType() || Ty->isStdByteType())
    return Context.CharTy.getTypePtr();
  if (Ty->isSignedIntegerType())
    Ty = Context.getCorrespondingUnsignedType(Ty);
  return Context.getCanonicalType(Ty).getTypePtr();
}

/// Whether containers called \p Name have their elements outside of themselves.
static bool hasElementsElsewhere(llvm::StringRef Name) {
  return !StringSwitch<bool>(Name)
              .Cases("array", "pair", "tuple", "optional", "complex", true)
              .Cases("queue", "stack", "priority_queue", "bitset", true)
              .Default(Name.ends_with("_distribution") ||
                       Name.ends_with("_engine"));
}

void Leaves::forEach(QualType Ty, const Chain &Owners, unsigned Depth,
                     const ASTContext &Context, Visitor Fn) {
  constexpr unsigned MostDepth = 16;
  const QualType Written = Ty;
  Ty = Ty.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (const ArrayType *A = Context.getAsArrayType(Ty))
    return forEach(A->getElementType(), Owners, Depth, Context, Fn);
  Fn(asLeaf(Written, Context), Owners);
  const CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition() || Depth > MostDepth)
    return;
  const llvm::StringRef Name = standardClass(R);
  if (Name.empty()) {
    for (const FieldDecl *F : R->fields())
      if (!F->getType()->isReferenceType())
        forEach(F->getType(), Owners, Depth + 1, Context, Fn);
    for (const CXXBaseSpecifier &B : R->bases())
      forEach(B.getType(), Owners, Depth + 1, Context, Fn);
    return;
  }
  // Members of classes of the library are accessed by nobody else.
  const auto *T = dyn_cast<ClassTemplateSpecializationDecl>(R);
  if (!T)
    return;
  Chain Within = Owners;
  if (hasElementsElsewhere(Name))
    Within.push_back(Ty.getTypePtr());
  for (const TemplateArgument &A : T->getTemplateArgs().asArray())
    for (const TemplateArgument &Of : A.getKind() == TemplateArgument::Pack
                                          ? A.pack_elements()
                                          : llvm::ArrayRef(A))
      if (Of.getKind() == TemplateArgument::Type &&
          !isWithoutElements(Of.getAsType()))
        forEach(Of.getAsType(), Within, Depth + 1, Context, Fn);
}

Leaves::Leaves(QualType Accessed, QualType Object, bool IsHeader,
               const ASTContext &Context) {
  llvm::SmallPtrSet<const clang::Type *, 8> Wanted;
  if (IsHeader)
    Wanted.insert(asLeaf(Accessed, Context));
  else
    forEach(Accessed, {}, 0, Context,
            [&](const clang::Type *Ty, const Chain &) { Wanted.insert(Ty); });
  if (!Object.isNull())
    forEach(Object, {}, 0, Context,
            [&](const clang::Type *Ty, const Chain &By) {
              if (Wanted.contains(Ty) && !llvm::is_contained(Owners[Ty], By))
                Owners[Ty].push_back(By);
            });
  for (const clang::Type *Ty : Wanted)
    if (Owners.count(Ty) == 0)
      Owners[Ty] = {Chain()};
}

void Leaves::add(const Leaves &Other) {
  for (const auto &[Ty, All] : Other.Owners)
    for (const Chain &By : All)
      if (!llvm::is_contained(Owners[Ty], By))
        Owners[Ty].push_back(By);
}

/// Whether characters that may be parts of anything are among these.
bool Leaves::hasBytes(const ASTContext &Context) const {
  const auto Found = Owners.find(Context.CharTy.getTypePtr());
  return Found != Owners.end() && llvm::is_contained(Found->second, Chain());
}

/// Whether one element may have \p A and \p B as its owners, one around the
/// other, the innermost last. What is around the first one is not known.
static bool mayBeSame(llvm::ArrayRef<const clang::Type *> A,
                      llvm::ArrayRef<const clang::Type *> B) {
  const size_t Known = std::min(A.size(), B.size());
  return A.take_back(Known) == B.take_back(Known);
}

bool Leaves::mayMeet(const Leaves &Other, const ASTContext &Context) const {
  if (hasBytes(Context) || Other.hasBytes(Context))
    return true;
  return llvm::any_of(Owners, [&](const auto &Entry) {
    const auto Found = Other.Owners.find(Entry.first);
    return Found != Other.Owners.end() &&
           llvm::any_of(Entry.second, [&](const Chain &A) {
             return llvm::any_of(Found->second, [&](const Chain &B) {
               return mayBeSame(A, B);
             });
           });
  });
}

} // namespace lacuna::plugin

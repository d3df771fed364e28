//===- Library.cpp - what functions of the standard library do ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "isolate/Isolator.h"
#include "isolate/Messages.def"
#include "lift/ast/Callees.h"
#include "lift/ast/StandardLibrary.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringSwitch;

namespace lacuna::plugin {

namespace {

/// What a function does with what its arguments lead to.
enum class Deed {
  Unknown,
  Throws, ///< perhaps
  Reads,
  Sets,       ///< all that it may
  SetsOutput, ///< what the argument leads to that its results go to
  Finds,      ///< an element, or where one is: looks at what its object holds
};

} // namespace

static Deed deedOfFunction(llvm::StringRef Name) {
  return StringSwitch<Deed>(Name)
      .Cases("accumulate", "inner_product", "min_element", "max_element",
             Deed::Reads)
      .Cases("minmax_element", "find", "find_if", "find_if_not", Deed::Reads)
      .Cases("count", "count_if", "any_of", "all_of", "none_of", Deed::Reads)
      .Cases("equal", "lexicographical_compare", "lower_bound", Deed::Reads)
      .Cases("upper_bound", "binary_search", "equal_range", Deed::Reads)
      .Cases("distance", "next", "prev", "begin", "end", "cbegin", Deed::Reads)
      .Cases("cend", "size", "data", "empty", "min", "max", "clamp",
             Deed::Reads)
      .Cases("make_pair", "make_tuple", "get", "move", "forward", Deed::Reads)
      .Case("make_unique", Deed::Reads)
      .Cases("is_sorted", "adjacent_find", "mismatch", "for_each", Deed::Reads)
      .Cases("real", "imag", "norm", "conj", "arg", "polar", Deed::Reads)
      .Cases("as_const", "addressof", "make_reverse_iterator", "to_string",
             "isfinite", Deed::Reads)
      .Cases("isnan", "isinf", "signbit", Deed::Reads)
      .Cases("sort", "stable_sort", "partial_sort", "nth_element", Deed::Sets)
      .Cases("reverse", "rotate", "fill", "fill_n", "iota", Deed::Sets)
      .Cases("generate", "unique", "remove", "remove_if", Deed::Sets)
      .Cases("replace", "replace_if", "swap", "iter_swap", Deed::Sets)
      .Cases("partition", "stable_partition", "push_heap", Deed::Sets)
      .Cases("pop_heap", "make_heap", "sort_heap", "shuffle", Deed::Sets)
      .Cases("next_permutation", "prev_permutation", "advance", "exchange",
             Deed::Sets)
      .Cases("inplace_merge", "tie", Deed::Sets)
      .Cases("copy", "copy_n", "copy_if", "transform", Deed::SetsOutput)
      .Cases("partial_sum", "merge", "set_union", Deed::SetsOutput)
      .Cases("set_intersection", "set_difference", "reverse_copy",
             Deed::SetsOutput)
      .Cases("adjacent_difference", "inclusive_scan", "exclusive_scan",
             Deed::SetsOutput)
      .Cases("stoi", "stol", "stod", "stof", "stoul", Deed::Throws)
      .Default(Deed::Unknown);
}

/// Which argument of function \p Name, called with \p Count of them, its
/// results go to.
static unsigned outputOf(llvm::StringRef Name, size_t Count) {
  if (Name == "transform")
    return Count == 4 ? 2 : 3;
  const bool OfTwo = Name == "merge" || Name.starts_with("set_");
  return OfTwo ? 4 : 2;
}

/// Whether function \p Name compares or adds elements, by operators if not told
/// how.
static bool compares(llvm::StringRef Name) {
  return !StringSwitch<bool>(Name)
              .Cases("distance", "next", "prev", "begin", "end", true)
              .Cases("cbegin", "cend", "size", "data", "empty", true)
              .Cases("make_pair", "make_tuple", "get", "move", "forward", true)
              .Cases("as_const", "addressof", "for_each", "reverse", true)
              .Cases("rotate", "fill", "fill_n", "generate", "swap", true)
              .Cases("iter_swap", "advance", "exchange", "tie", "copy", true)
              .Cases("copy_n", "copy_if", "transform", "find_if", true)
              .Cases("count_if", "remove_if", "partition", "shuffle", true)
              .Default(false);
}

/// Functions of <cmath> that the library has for all types.
static bool isMath(llvm::StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases("sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", true)
      .Cases("log10", "log1p", "pow", "sin", "cos", "tan", "asin", true)
      .Cases("acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", true)
      .Cases("acosh", "atanh", "hypot", "fmod", "fmin", "fmax", "fma", true)
      .Cases("fabs", "abs", "floor", "ceil", "round", "trunc", "rint", true)
      .Cases("nearbyint", "lround", "llround", "lrint", "copysign", "erf", true)
      .Cases("erfc", "tgamma", "ldexp", "remainder", "fdim", "labs", true)
      .Default(false);
}

/// Functions of <cctype>.
static bool isOfCharacters(llvm::StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases("isalpha", "isdigit", "isalnum", "isspace", "isupper", true)
      .Cases("islower", "ispunct", "isxdigit", "toupper", "tolower", true)
      .Default(false);
}

static Deed deedOfMember(llvm::StringRef Class, const CXXMethodDecl &M) {
  const bool IsString = Class == "basic_string";
  const bool HasKeys = Class.contains("map") || Class.contains("set");
  if (M.getOverloadedOperator() != OO_None) {
    switch (M.getOverloadedOperator()) {
    case OO_Subscript:
      return HasKeys ? Deed::Sets : Deed::Finds;
    case OO_Star:
    case OO_Arrow:
      return Deed::Finds;
    default:
      return M.isConst() ? Deed::Reads : Deed::Sets;
    }
  }
  if (!M.getIdentifier())
    return M.isConst() ? Deed::Reads : Deed::Sets;
  return StringSwitch<Deed>(M.getName())
      .Cases("size", "length", "empty", Deed::Finds)
      .Cases("begin", "end", "rbegin", "rend", "cbegin", Deed::Finds)
      .Cases("cend", "crbegin", "crend", "data", "c_str", Deed::Finds)
      .Cases("front", "back", "get", "base", Deed::Finds)
      .Cases("find", "lower_bound", "upper_bound", Deed::Reads)
      .Cases("equal_range", "count", "contains", "top", Deed::Reads)
      .Cases("at", "value", "substr", "to_ulong", Deed::Throws)
      .Cases("capacity", "bucket_count", "load_factor", "bucket", Deed::Unknown)
      .Case("test", Class == "bitset" ? Deed::Throws : Deed::Reads)
      .Cases("insert", "erase", "replace", "compare",
             IsString      ? Deed::Throws
             : M.isConst() ? Deed::Reads
                           : Deed::Sets)
      .Default(M.isConst() ? Deed::Reads : Deed::Sets);
}

bool Isolator::mayThrow(const clang::Expr *By, llvm::StringRef Name) {
  return refuse(By->getExprLoc(), msg::IsolatedThrow(Name));
}

/// \p Arg itself, or what it leads to.
void Isolator::accessArgument(MemoryAccess::Kind Does, const clang::Expr *Arg) {
  QualType Ty = Arg->getType().getNonReferenceType();
  if (Does == MemoryAccess::Write)
    noteChange(Arg);
  if (Arg->isGLValue())
    note(Does, placeOf(Arg), Ty, Arg);
  if (!leadsElsewhere(Ty) || isLambda(Ty))
    return;
  // Whatever is there may be a part of anything.
  const QualType Pointee =
      Ty->isPointerType() ? Ty->getPointeeType() : pointerWithin(Ty);
  const QualType Of = Pointee.isNull()           ? Context.CharTy
                      : Pointee->isPointerType() ? Pointee->getPointeeType()
                                                 : Pointee;
  if (Of->isFunctionType())
    return;
  note(Does, stepped(targetOf(Arg), pointeeOf(Ty)),
       Of->isVoidType() ? Context.CharTy : Of.getUnqualifiedType(), Arg);
}

bool Isolator::readArguments(llvm::ArrayRef<const clang::Expr *> Args) {
  for (const clang::Expr *Arg : Args) {
    // References that are passed on change nothing by themselves.
    const auto *Ref = dyn_cast<DeclRefExpr>(Arg->IgnoreParens());
    if (Ref ? !visitName(Ref, Use::Value) : !visit(Arg))
      return false;
    const CXXRecordDecl *R =
        Arg->getType().getNonReferenceType()->getAsCXXRecordDecl();
    if (R && standardClass(R).empty() && !R->isLambda() &&
        !R->getVisibleConversionFunctions().empty())
      return refuse(Arg->getExprLoc(), msg::IsolatedType(R->getNameAsString()));
    accessArgument(MemoryAccess::Read, Arg);
  }
  return callsBack(Args);
}

/// Calls \p Fn with the classes of the user's that objects of type \p Ty are
/// made of, and with the types of their members.
static bool
forEachOwnClass(QualType Ty, llvm::SmallPtrSetImpl<const CXXRecordDecl *> &Seen,
                llvm::function_ref<bool(const CXXRecordDecl *)> Fn) {
  Ty = Ty.getNonReferenceType().getCanonicalType();
  if (Ty->isPointerType())
    return true;
  if (const auto *A = dyn_cast<ConstantArrayType>(Ty))
    return forEachOwnClass(A->getElementType(), Seen, Fn);
  const CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition() || !Seen.insert(R).second)
    return true;
  if (standardClass(R).empty())
    return Fn(R) && llvm::all_of(R->fields(), [&](const FieldDecl *F) {
             return forEachOwnClass(F->getType(), Seen, Fn);
           });
  const auto *T = dyn_cast<ClassTemplateSpecializationDecl>(R);
  if (!T || !pointerWithin(Ty).isNull())
    return true;
  for (const TemplateArgument &A : T->getTemplateArgs().asArray())
    for (const TemplateArgument &Of : A.getKind() == TemplateArgument::Pack
                                          ? A.pack_elements()
                                          : llvm::ArrayRef(A))
      if (Of.getKind() == TemplateArgument::Type &&
          !forEachOwnClass(Of.getAsType(), Seen, Fn))
        return false;
  return true;
}

/// Whether objects of type \p Ty are compared by functions of the user's.
static bool comparesOwnClass(QualType Ty) {
  const QualType Pointee = pointerWithin(Ty);
  if (!Pointee.isNull())
    Ty = Pointee->getPointeeType();
  llvm::SmallPtrSet<const CXXRecordDecl *, 4> Seen;
  return !forEachOwnClass(Ty, Seen,
                          [](const CXXRecordDecl *R) { return R->isLambda(); });
}

/// Objects of the classes of the user's that are parts of \p Ty may be made, of
/// \p Args or of nothing.
bool Isolator::constructs(QualType Ty, llvm::ArrayRef<const clang::Expr *> Args,
                          SourceLocation Loc) {
  llvm::SmallPtrSet<const CXXRecordDecl *, 4> Seen;
  return forEachOwnClass(Ty, Seen, [&](const CXXRecordDecl *R) {
    for (const Decl *D : R->decls())
      if (const auto *T = dyn_cast<FunctionTemplateDecl>(D);
          T && isa<CXXConstructorDecl>(T->getTemplatedDecl()))
        return refuse(Loc, msg::IsolatedType(R->getNameAsString()));
    for (const FieldDecl *F : R->fields())
      if (const clang::Expr *Init = F->getInClassInitializer())
        if (!visitMade(Init))
          return false;
    for (const CXXConstructorDecl *D : R->ctors()) {
      if (D->isCopyOrMoveConstructor() || D->isDeleted() ||
          (D->isTrivial() && !D->isUserProvided()))
        continue;
      const FunctionDecl *Definition = D->getDefinition();
      if (!Definition || !Definition->hasBody()) {
        if (!D->isUserProvided())
          continue;
        return refuse(Loc, msg::IsolatedFunction(D->getNameAsString()));
      }
      for (const clang::Expr *Arg : Args)
        noteChange(Arg);
      PlaceSet From = fromAny(Args);
      From.add(Place{Place::Own});
      for (const ParmVarDecl *P : Definition->parameters())
        if (!bindUnknown(P, From))
          return false;
      Grows |= Objects[Definition->getCanonicalDecl()].add(Place{Place::Own});
      addCall(Definition);
    }
    return true;
  });
}

/// \p P is something at one of \p From, or leads anywhere.
bool Isolator::bindUnknown(const ParmVarDecl *P, const PlaceSet &From) {
  const VarDecl *V = P->getCanonicalDecl();
  Inside.insert(V);
  Grows |= NoIndex.insert(V).second;
  if (P->getType()->isReferenceType())
    setTarget(V, From);
  else if (leadsElsewhere(P->getType()))
    setTarget(V, Place{Place::Anywhere});
  return !P->hasDefaultArg() || visit(P->getDefaultArg());
}

/// Functions among \p Args are called with what the others lead to.
bool Isolator::callsBack(llvm::ArrayRef<const clang::Expr *> Args) {
  const PlaceSet Own = Place{Place::Own};
  auto Call = [&](const FunctionDecl *F, const clang::Expr *By) {
    const FunctionDecl *Definition = nullptr;
    if (!F->hasBody(Definition) || F->isVariadic())
      return refuse(By->getExprLoc(),
                    msg::IsolatedFunction(F->getNameAsString()));
    PlaceSet Elements = fromAny(Args);
    Elements.add(Own);
    for (const ParmVarDecl *P : Definition->parameters())
      if (!bindUnknown(P, Elements))
        return false;
    Grows |=
        Objects[Definition->getCanonicalDecl()].add(Place{Place::Anywhere});
    addCall(Definition);
    return true;
  };
  for (const clang::Expr *Arg : Args) {
    const QualType Ty = Arg->getType().getNonReferenceType();
    const auto *Ref = dyn_cast<DeclRefExpr>(Arg->IgnoreParenImpCasts());
    if (const auto *F =
            Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr) {
      if (!Call(F, Arg))
        return false;
      continue;
    }
    if (Ty->isFunctionPointerType())
      return refuse(Arg->getExprLoc(), msg::IsolatedPointerCall());
    const CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
    if (!R || !standardClass(R).empty() || !R->hasDefinition())
      continue;
    if (R->isLambda() && !knowsClosure(Arg))
      return refuse(Arg->getExprLoc(), msg::IsolatedClosure());
    for (const Decl *D : R->decls()) {
      if (const auto *M = dyn_cast<CXXMethodDecl>(D);
          M && M->getOverloadedOperator() == OO_Call && !Call(M, Arg))
        return false;
      const auto *T = dyn_cast<FunctionTemplateDecl>(D);
      const auto *M =
          T ? dyn_cast<CXXMethodDecl>(T->getTemplatedDecl()) : nullptr;
      if (!M || M->getOverloadedOperator() != OO_Call)
        continue;
      for (const FunctionDecl *S : T->specializations())
        if (S->hasBody() && !Call(S, Arg))
          return false;
    }
  }
  return true;
}

/// Whether \p Ty is a class of functions, or of their names.
static bool isCalled(QualType Ty) {
  const CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition())
    return Ty->isFunctionPointerType() || Ty->isFunctionType();
  return R->isLambda() || llvm::any_of(R->methods(), [](const auto *M) {
           return M->getOverloadedOperator() == OO_Call;
         });
}

/// Whether a function may change what its parameter \p P refers or points to.
static bool mayChange(const ParmVarDecl *P) {
  const QualType Ty = P->getType();
  return (Ty->isLValueReferenceType() || Ty->isPointerType()) &&
         !Ty->getPointeeType().isConstQualified() &&
         !Ty->getPointeeType()->isFunctionType();
}

/// Whether parameter \p I of \p F takes what is passed on: `U &&` of a
/// template.
static bool forwards(const FunctionDecl *F, unsigned I) {
  const FunctionTemplateDecl *T = F->getPrimaryTemplate();
  if (!T)
    return false;
  const FunctionDecl *Pattern = T->getTemplatedDecl();
  if (Pattern->getNumParams() == 0)
    return false;
  // What stands for several is the last one.
  const unsigned Of = std::min(I, Pattern->getNumParams() - 1);
  QualType Ty = Pattern->getParamDecl(Of)->getType();
  if (const auto *Pack = Ty->getAs<PackExpansionType>())
    Ty = Pack->getPattern();
  return Ty->isRValueReferenceType();
}

/// What parameters of \p F may change of \p Args, and what a \p Made object may
/// still refer to, changes.
void Isolator::accessChanged(const FunctionDecl *F,
                             llvm::ArrayRef<const clang::Expr *> Args,
                             QualType Made, bool WithPointers) {
  for (unsigned I = 0; I < std::min<size_t>(Args.size(), F->getNumParams());
       ++I) {
    const QualType Ty = F->getParamDecl(I)->getType();
    if (!mayChange(F->getParamDecl(I)) ||
        (Ty->isPointerType() && !WithPointers))
      continue;
    if (!forwards(F, I))
      accessArgument(MemoryAccess::Write, Args[I]);
    else if (!ownsAll(Made.getNonReferenceType()))
      noteChange(Args[I]);
  }
}

/// Whether function \p Name of the library only looks at what it is given to
/// change.
static bool onlyPassesOn(llvm::StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases("get", "begin", "end", "rbegin", "rend", "data", true)
      .Cases("forward", "addressof", "size", "empty", true)
      .Default(false);
}

/// Whether function \p M, or a constructor, of strings begins at a place in \p
/// Args that may be behind the end of another string.
static bool mayThrowAtPlace(llvm::StringRef Class, const FunctionDecl &M,
                            llvm::ArrayRef<const clang::Expr *> Args) {
  const bool TakesPart = isa<CXXConstructorDecl>(M) ||
                         (M.getIdentifier() &&
                          (M.getName() == "append" || M.getName() == "assign"));
  return Class == "basic_string" && TakesPart && Args.size() >= 2 &&
         standardClass(Args[0]->getType()->getAsCXXRecordDecl())
             .starts_with("basic_string") &&
         Args[1]->getType()->isIntegerType();
}

bool Isolator::visitLibraryMember(const clang::CallExpr *C,
                                  const CXXMethodDecl *M) {
  const clang::Expr *Object = objectOf(C);
  if (!Object)
    return refuse(C->getExprLoc(), msg::IsolatedFunction(M->getNameAsString()));
  const bool IsBehind = Object->getType()->isPointerType();
  const QualType Ty = objectType(Object);
  const llvm::StringRef Class = standardClass(M->getParent());
  if (Class.empty() || !isOfLibrary(Ty))
    return refuse(C->getExprLoc(),
                  msg::IsolatedFunction(M->getQualifiedNameAsString()));
  const PlaceSet At = placeOfObject(Object);
  const Deed Does = deedOfMember(Class, *M);
  if (Does == Deed::Throws)
    return mayThrow(C, M->getNameAsString());
  if (Does == Deed::Unknown)
    return refuse(C->getExprLoc(), msg::IsolatedFunction(M->getNameAsString()));
  // An object is looked at where it is named alone, too.
  const auto *Ref = dyn_cast<DeclRefExpr>(Object->IgnoreParenImpCasts());
  if (Ref && !IsBehind
          ? !visitName(Ref, Does == Deed::Sets ? Use::Change : Use::Value)
          : !visit(Object))
    return false;
  if (Does == Deed::Sets) {
    const bool Appends = isAppend(M) && isPlainVector(Ty) && isArrayLike(Ty);
    note(Appends ? MemoryAccess::Append : MemoryAccess::Write, At, Ty, C);
    if (Ref && leadsElsewhere(Ty))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && isInside(V))
        setTarget(V, fromAny({C->getArgs(), C->getNumArgs()}));
    if (!constructs(Ty, argumentsOf(C), C->getExprLoc()))
      return false;
  } else {
    note(Does == Deed::Finds ? MemoryAccess::Measure : MemoryAccess::Read, At,
         Ty, C);
  }
  accessChanged(M, argumentsOf(C), C->getType(), /*WithPointers=*/true);
  if (mayThrowAtPlace(Class, *M, argumentsOf(C)))
    return mayThrow(C, M->getNameAsString());
  return readArguments(argumentsOf(C));
}

/// Whether function \p Name of the library calls nothing of the user's for an
/// argument of type \p Ty, but it if it is a function.
static bool isHandled(QualType Ty, llvm::StringRef Name) {
  if (isCalled(Ty) || Ty->isFunctionType())
    return true;
  // Elements are copied, assigned and swapped.
  QualType Of = Ty;
  if (Ty->isPointerType())
    Of = Ty->getPointeeType();
  else if (const QualType Within = pointerWithin(Ty); !Within.isNull())
    Of = Within->getPointeeType();
  const CXXRecordDecl *R = Of->getAsCXXRecordDecl();
  if (!R)
    return true;
  if (!standardClass(R).empty())
    return isOfLibrary(Of);
  const bool IsValue = StringSwitch<bool>(Name)
                           .Cases("move", "forward", "make_pair", true)
                           .Cases("make_tuple", "swap", "fill", true)
                           .Cases("fill_n", "exchange", "as_const", true)
                           .Default(false);
  return ownsAll(Of) && !hasOwnFunctions(*R) && (Of != Ty || IsValue);
}

bool Isolator::visitLibraryFunction(const clang::CallExpr *C,
                                    llvm::StringRef Name) {
  const llvm::ArrayRef<const clang::Expr *> Args(C->getArgs(), C->getNumArgs());
  const Deed Does = deedOfFunction(Name);
  if (Does == Deed::Throws)
    return mayThrow(C, Name);
  if (Does == Deed::Unknown)
    return refuse(C->getExprLoc(), msg::IsolatedFunction(Name));
  if (!readArguments(Args) ||
      (Name == "make_unique" &&
       !constructs(C->getType(), Args, C->getExprLoc())))
    return false;
  const bool HasOrder = llvm::any_of(Args, [](const clang::Expr *Arg) {
    return isCalled(Arg->getType().getNonReferenceType());
  });
  for (const clang::Expr *Arg : Args)
    if (!isHandled(Arg->getType().getNonReferenceType(), Name))
      return refuse(Arg->getExprLoc(), msg::IsolatedFunction(Name));
  // Of iterators the table tells.
  if (!onlyPassesOn(Name))
    accessChanged(C->getDirectCallee(), Args, C->getType(),
                  /*WithPointers=*/false);
  else
    for (const clang::Expr *Arg : Args)
      noteChange(Arg);
  // What is moved from is left empty.
  if (Name == "move" && Args.size() == 1 &&
      ownsMemory(Args[0]->getType().getNonReferenceType()))
    accessArgument(MemoryAccess::Write, Args[0]);
  if ((Name == "move" && Args.size() != 1) ||
      (Name == "remove" && Args.size() != 3))
    return refuse(C->getExprLoc(), msg::IsolatedFunction(Name));
  if (compares(Name) && !HasOrder &&
      llvm::any_of(Args, [](const clang::Expr *Arg) {
        return comparesOwnClass(Arg->getType());
      }))
    return refuse(C->getExprLoc(), msg::IsolatedFunction("operator<"));
  if (Does == Deed::Sets)
    for (const clang::Expr *Arg : Args)
      if (!Arg->getType().isConstQualified() || Arg->isPRValue())
        accessArgument(MemoryAccess::Write, Arg);
  if (Does == Deed::SetsOutput) {
    const unsigned Output = outputOf(Name, Args.size());
    if (Output >= Args.size() || pointeeOf(Args[Output]->getType()).isNull())
      return refuse(C->getExprLoc(), msg::IsolatedFunction(Name));
    accessArgument(MemoryAccess::Write, Args[Output]);
  }
  return true;
}

bool Isolator::visitLibraryCall(const clang::CallExpr *C,
                                const FunctionDecl *F) {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  if (M && M->isInstance())
    return visitLibraryMember(C, M);
  const llvm::ArrayRef<const clang::Expr *> Args(C->getArgs(), C->getNumArgs());
  // Comparisons, sums of complex numbers, differences of iterators.
  if (F->isOverloadedOperator()) {
    const bool IsPlain =
        F->getOverloadedOperator() != OO_LessLess &&
        F->getOverloadedOperator() != OO_GreaterGreater &&
        llvm::all_of(Args, [](const clang::Expr *Arg) {
          const QualType Ty = Arg->getType().getNonReferenceType();
          const CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
          return !R || (isOfLibrary(Ty) &&
                        (!pointerWithin(Ty).isNull() || !comparesOwnClass(Ty)));
        });
    return IsPlain ? readArguments(Args)
                   : refuse(C->getExprLoc(),
                            msg::IsolatedFunction(F->getNameAsString()));
  }
  if (!F->getIdentifier())
    return refuse(C->getExprLoc(), msg::IsolatedFunction(F->getNameAsString()));
  llvm::StringRef Name = F->getName();
  const unsigned ID = F->getBuiltinID();
  Name.consume_front("__builtin_");
  const bool OfNumbers = llvm::all_of(
      Args, [](const clang::Expr *Arg) { return Arg->isPRValue(); });
  if (ID && OfNumbers &&
      (Context.BuiltinInfo.isConst(ID) ||
       Context.BuiltinInfo.isConstWithoutExceptions(ID)))
    return readArguments(Args);
  if (isMath(Name) ||
      isMath(Name.drop_back(Name.ends_with("f") || Name.ends_with("l")))) {
    SetsErrno |= Context.getLangOpts().MathErrno;
    const llvm::Triple &Target = Context.getTargetInfo().getTriple();
    if (SetsErrno &&
        !(Target.isOSLinux() && (Target.isGNUEnvironment() || Target.isMusl())))
      return refuse(C->getExprLoc(), msg::IsolatedErrno(Name));
    return readArguments(Args);
  }
  if (isOfCharacters(Name))
    return readArguments(Args);
  if (Name == "memcpy" || Name == "memmove" || Name == "memset") {
    if (!readArguments(Args))
      return false;
    accessArgument(MemoryAccess::Write, Args[0]);
    return true;
  }
  // Ends the program, in whichever iteration.
  if (Name == "__assert_fail")
    return true;
  return isStandard(F) ? visitLibraryFunction(C, Name)
                       : refuse(C->getExprLoc(), msg::IsolatedFunction(Name));
}

bool Isolator::visitLibraryConstructor(const CXXConstructExpr *C,
                                       llvm::StringRef Class) {
  if (!isOfLibrary(C->getType()))
    return refuse(C->getExprLoc(), msg::IsolatedType(C->getType().getAsString(
                                       Context.getPrintingPolicy())));
  const llvm::ArrayRef<const clang::Expr *> Args(C->getArgs(), C->getNumArgs());
  if (mayThrowAtPlace(Class, *C->getConstructor(), Args))
    return mayThrow(C, Class);
  const CXXConstructorDecl *D = C->getConstructor();
  accessChanged(D, Args, C->getType(), /*WithPointers=*/false);
  // What is moved from is left empty.
  if (D->isMoveConstructor())
    accessArgument(MemoryAccess::Write, Args[0]);
  return constructs(C->getType(), Args, C->getExprLoc()) && readArguments(Args);
}

} // namespace lacuna::plugin

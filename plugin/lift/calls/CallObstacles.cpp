//===- CallObstacles.cpp - why calls cannot be lifted ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/calls/CallObstacles.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/Callees.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/calls/Messages.def"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using llvm::dyn_cast;

namespace lacuna::plugin {

/// How many calls deep is looked for what a function does.
static constexpr unsigned MostDepth = 4;

/// The sequence that \p F draws the next number from, as `rand` does, all calls
/// from one; or nothing.
static std::string sequenceOf(const clang::FunctionDecl &F) {
  const auto *M = dyn_cast<clang::CXXMethodDecl>(&F);
  if (M && M->getParent()->isInStdNamespace()) {
    const std::string Class = M->getParent()->getNameAsString();
    const llvm::StringRef Name = Class;
    const bool Draws = M->getOverloadedOperator() == clang::OO_Call &&
                       (Name.ends_with("_distribution") ||
                        Name.ends_with("_engine") || Name == "random_device");
    return Draws ? Class : "";
  }
  const bool Draws = F.getIdentifier() && F.isExternC() &&
                     llvm::StringSwitch<bool>(F.getName())
                         .Cases("rand", "random", "drand48", true)
                         .Cases("lrand48", "mrand48", true)
                         .Default(false);
  return Draws ? F.getNameAsString() : "";
}

static std::string sequenceIn(const clang::Stmt *S, unsigned Depth);

/// The sequence that \p C draws from, perhaps by functions that it calls.
static std::string sequenceOf(const clang::CallExpr *C, unsigned Depth) {
  const clang::FunctionDecl *F = C->getDirectCallee();
  std::string Of = F ? sequenceOf(*F) : "";
  const clang::FunctionDecl *Body = definitionOf(C);
  return Of.empty() && Body && Depth < MostDepth
             ? sequenceIn(Body->getBody(), Depth + 1)
             : Of;
}

static std::string sequenceIn(const clang::Stmt *S, unsigned Depth) {
  const auto *C = dyn_cast<clang::CallExpr>(S);
  std::string Found = C ? sequenceOf(C, Depth) : "";
  forEachPart(S, [&](const clang::Stmt *Part) {
    if (Found.empty())
      Found = sequenceIn(Part, Depth);
  });
  return Found;
}

/// Whether \p S calls \p F, perhaps by functions that it calls.
static bool calls(const clang::Stmt *S, const clang::FunctionDecl *F,
                  unsigned Depth) {
  const auto *C = dyn_cast<clang::CallExpr>(S);
  const clang::FunctionDecl *Of = C ? C->getDirectCallee() : nullptr;
  bool Found = Of && Of->getCanonicalDecl() == F->getCanonicalDecl();
  const clang::FunctionDecl *Body =
      Of && !Found && Depth < MostDepth ? definitionOf(C) : nullptr;
  Found |= Body && calls(Body->getBody(), F, Depth + 1);
  forEachPart(S, [&](const clang::Stmt *Part) {
    Found = Found || calls(Part, F, Depth);
  });
  return Found;
}

/// What to do about algorithm \p Name of the library.
static std::string aboutAlgorithm(llvm::StringRef Name) {
  enum class About { Nothing, Flag, Loop, Order };
  const About Of =
      llvm::StringSwitch<About>(Name)
          .Cases("any_of", "all_of", "none_of", "equal", About::Flag)
          .Cases("partial_sum", "inclusive_scan", About::Loop)
          .Cases("sort", "stable_sort", "partial_sort", About::Order)
          .Cases("nth_element", "partition", "inplace_merge", About::Order)
          .Cases("push_heap", "pop_heap", "make_heap", About::Order)
          .Cases("sort_heap", "next_permutation", About::Order)
          .Default(About::Nothing);
  switch (Of) {
  case About::Nothing:
    return "";
  case About::Flag:
    return msg::SuffixSetFlag(Name);
  case About::Loop:
    return msg::SuffixWriteTheLoop(Name);
  case About::Order:
    return msg::SuffixOrdersElements(Name);
  }
  llvm_unreachable("unknown kind of algorithm");
}

/// What to do about \p F of the library, which is no algorithm.
static std::string aboutLibrary(const clang::FunctionDecl &F) {
  const std::string Name = F.getNameAsString();
  const auto *M = dyn_cast<clang::CXXMethodDecl>(&F);
  const clang::CXXRecordDecl *R = M ? M->getParent() : nullptr;
  const std::string Class = R ? R->getNameAsString() : "";
  const bool IsOutput =
      llvm::StringRef(Class).ends_with("stream") ||
      llvm::StringSwitch<bool>(Name)
          .Cases("printf", "fprintf", "puts", "putchar", "fputs", true)
          .Cases("fwrite", "fputc", "putc", "print", "println", true)
          .Default(false) ||
      (F.getOverloadedOperator() == clang::OO_LessLess && F.param_size() == 2);
  if (IsOutput)
    return msg::SuffixWrites(Name);
  if (llvm::StringSwitch<bool>(Name)
          .Cases("clear", "resize", "reserve", "insert", "emplace", true)
          .Cases("erase", "pop_back", "assign", "shrink_to_fit", true)
          .Cases("push_front", "pop_front", "emplace_front", "push", true)
          .Cases("pop", "append", true)
          .Default(false))
    return M ? msg::SuffixChangesSize(Name) : "";
  const bool IsOfString =
      llvm::StringRef(Class).starts_with("basic_string") ||
      llvm::any_of(F.parameters(), [](const clang::ParmVarDecl *P) {
        const auto *Of =
            P->getType().getNonReferenceType()->getAsCXXRecordDecl();
        return Of && Of->isInStdNamespace() &&
               Of->getName().starts_with("basic_string");
      });
  return IsOfString ? msg::SuffixOfString(Name) : msg::SuffixOfLibrary();
}

/// The class of the standard library that the object of \p C is of, or null.
static const clang::CXXRecordDecl *standardClassOf(const clang::CallExpr *C) {
  const clang::Expr *Object = objectOf(C);
  const clang::QualType Ty = Object ? Object->getType() : clang::QualType();
  const clang::CXXRecordDecl *R = Ty.isNull() ? nullptr
                                  : Ty->isPointerType()
                                      ? Ty->getPointeeCXXRecordDecl()
                                      : Ty->getAsCXXRecordDecl();
  return R && R->isInStdNamespace() && R->getIdentifier() ? R : nullptr;
}

/// What to do about function \p Name of \p Container, whose elements are found
/// by keys.
static std::string aboutKeys(llvm::StringRef Container, llvm::StringRef Name,
                             bool KeyChanges) {
  const bool Adds = llvm::StringSwitch<bool>(Name)
                        .Cases("insert", "emplace", "try_emplace", true)
                        .Cases("insert_or_assign", "emplace_hint", true)
                        .Default(false);
  if (Adds || (Name == "operator[]" && KeyChanges))
    return msg::SuffixAddsKeys(Container);
  if (!llvm::StringSwitch<bool>(Name)
           .Cases("operator[]", "at", "find", "count", "contains", true)
           .Cases("lower_bound", "upper_bound", "equal_range", true)
           .Default(false))
    return "";
  return KeyChanges                   ? msg::SuffixLooksForKey(Container)
         : Container.ends_with("map") ? msg::SuffixElementOfMap(Container)
                                      : msg::SuffixLooksInFront(Container);
}

/// What to do about function \p Name of \p R, a class of the standard library;
/// empty if that depends on the function alone.
static std::string aboutClass(const clang::CXXRecordDecl &R,
                              llvm::StringRef Name, bool ArgumentsVary) {
  const llvm::StringRef Class = R.getName();
  if (Class.ends_with("map") || Class.ends_with("set"))
    return aboutKeys(Class, Name, ArgumentsVary);
  if (Class == "optional")
    return msg::SuffixOfOptional();
  if (Class == "vector" && elementTypeOf(R)->isBooleanType())
    return msg::SuffixElementOfVectorBool();
  const bool ReadsElements =
      llvm::StringSwitch<bool>(Name)
          .Cases("operator[]", "at", "front", "back", "begin", "end", true)
          .Default(false);
  const bool HasNoArray = Class.ends_with("list") || Class == "deque";
  return HasNoArray && ReadsElements ? msg::SuffixNotOneArray(Class) : "";
}

/// The call that gives the iterator which \p C, `*f()` or `f()->`, looks
/// behind, or null.
static const clang::CallExpr *iteratorCalled(const clang::CallExpr *C) {
  const auto *Of = dyn_cast<clang::CXXOperatorCallExpr>(C);
  const bool Derefs = Of && Of->getNumArgs() == 1 &&
                      (Of->getOperator() == clang::OO_Star ||
                       Of->getOperator() == clang::OO_Arrow);
  return Derefs ? dyn_cast<clang::CallExpr>(withoutTemporaries(Of->getArg(0)))
                : nullptr;
}

/// Whether \p C swaps vectors that are variables.
static bool swapsVariables(const clang::CallExpr *C) {
  return llvm::all_of(C->arguments(), [](const clang::Expr *Arg) {
    return isPlainVector(Arg->getType()) && namedVariable(Arg);
  });
}

std::string whyNotCalled(const clang::CallExpr *C,
                         llvm::function_ref<bool(const clang::Expr *)> Varies) {
  const clang::FunctionDecl *F = C->getDirectCallee();
  if (!F)
    return msg::SuffixAcceptedCalls() + msg::SuffixFunctionPointer();
  if (std::string Sequence = sequenceOf(C, 0); !Sequence.empty())
    return msg::SuffixOneSequence(Sequence);
  const std::string Name = F->getNameAsString();
  const auto *M = dyn_cast<clang::CXXMethodDecl>(F);
  if (isAppend(M))
    return Varies(objectOf(C)) ? msg::SuffixAppendsToRows()
                               : msg::SuffixAppends(Name);
  if (isStandard(F) && Name == "swap" && swapsVariables(C))
    return msg::SuffixSwapsVectors();
  if (isStandard(F) && Name == "get" && C->getNumArgs() == 1 &&
      isTuple(C->getArg(0)->getType()))
    return msg::SuffixElementOfTuple();
  if (const clang::CXXRecordDecl *R = standardClassOf(C))
    if (std::string About =
            aboutClass(*R, Name, llvm::any_of(argumentsOf(C), Varies));
        !About.empty())
      return About;
  if (const clang::CallExpr *Of = isStandard(F) ? iteratorCalled(C) : nullptr)
    return whyNotCalled(Of, Varies);
  if (isStandard(F) && !M && F->getIdentifier())
    if (std::string About = aboutAlgorithm(Name); !About.empty())
      return About;
  const clang::SourceManager &SM = F->getASTContext().getSourceManager();
  if (isStandard(F) ||
      (F->isExternC() && SM.isInSystemHeader(F->getLocation())))
    return aboutLibrary(*F);
  const clang::FunctionDecl *Body = definitionOf(C);
  if (Body && calls(Body->getBody(), F, 1))
    return msg::SuffixCallsItself(Name);
  if (M && M->isVirtual())
    return msg::SuffixAcceptedCalls() + msg::SuffixVirtual(Name);
  const bool MayBeShown = F->getIdentifier() || F->isOverloadedOperator();
  return MayBeShown && !F->hasBody()
             ? msg::SuffixAcceptedCalls() + msg::SuffixBodyNotVisible(Name)
             : "";
}

} // namespace lacuna::plugin

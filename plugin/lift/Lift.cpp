//===- Lift.cpp - loops of the AST to an iteration graph -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/Lift.h"
#include "lacuna/emit/Cpp.h"
#include "lacuna/graph/Flags.h"
#include "lacuna/graph/Wrapping.h"
#include "lift/LastingReferences.h"
#include "lift/Lifter.h"
#include "lift/Limits.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtCXX.h"

using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace lacuna::plugin {

Lifter::Lifter(clang::ASTContext &Context, const LanguageOptions &Language,
               BodyIndices &Bodies, llvm::StringRef Name,
               llvm::ArrayRef<const clang::VarDecl *> Carried,
               llvm::ArrayRef<const clang::VarDecl *> Loaded)
    : Context(Context), Language(Language), Bodies(Bodies), Carried(Carried),
      Loaded(Loaded) {
  Result.Graph.Name = Name.str();
}

std::nullptr_t Lifter::refuse(clang::SourceLocation Loc, std::string Message,
                              std::vector<Note> Notes) {
  // What stands for an argument in the caller may have no place of its own.
  if (Loc.isInvalid())
    Loc = Root->getBeginLoc();
  if (!Refusal)
    Refusal = NotLifted{Loc, std::move(Message), std::move(Notes)};
  return nullptr;
}

std::nullptr_t Lifter::refuseType(clang::SourceLocation Loc,
                                  clang::QualType Ty) {
  return refuse(Loc, "values of type '" +
                         Ty.getUnqualifiedType().getAsString(
                             Context.getPrintingPolicy()) +
                         "' are not supported; accepted are arithmetic types "
                         "and std::complex");
}

/// Names are compared as they will stand in generated code, where `k@2` is
/// `k_2`.
std::string Lifter::uniqueName(llvm::StringRef Base) {
  std::string Name = Base.empty() ? "v" : Base.str();
  for (unsigned N = 2; !Taken.insert(cppName(Name)).second; ++N)
    Name = (Base.empty() ? "v" : Base.str()) + "_" + std::to_string(N);
  return Name;
}

static bool isWithin(const clang::Stmt *Inner, const clang::Stmt *Outer) {
  return Inner == Outer ||
         (Outer && llvm::any_of(Outer->children(), [&](const clang::Stmt *C) {
            return isWithin(Inner, C);
          }));
}

/// Whether the loop \p H goes on where one of \p Loops beside it stopped: its
/// variable is likely to stay a variable.
static bool goesOn(const LoopHeader &H,
                   llvm::ArrayRef<const clang::Stmt *> Loops) {
  return !H.Init && llvm::any_of(Loops, [&](const clang::Stmt *Other) {
    return findWrite(Other, H.Counter) && !isWithin(H.Loop, Other) &&
           !isWithin(Other, H.Loop);
  });
}

/// Loop variables come first: clauses call them by name. Those of functions
/// that are called get names that are still free.
void Lifter::nameLoops(const clang::Stmt *Loop, bool IsInlined) {
  std::vector<std::pair<const clang::Stmt *, std::string>> Loops;
  std::vector<const clang::Stmt *> All;
  std::vector<LoopHeader> Headers;
  llvm::StringMap<unsigned> Count, Seen;
  auto Visit = [&](auto &Self, const clang::Stmt *S) -> void {
    if (!S)
      return;
    if (isa<clang::DoStmt>(S))
      return;
    if (isa<clang::ForStmt, clang::WhileStmt, clang::CXXForRangeStmt>(S)) {
      All.push_back(S);
      auto Parsed = parseHeader(S);
      auto *H = std::get_if<LoopHeader>(&Parsed);
      // Loops inside one that is not counted are not counted either.
      if (!H)
        return;
      Headers.push_back(std::move(*H));
    }
    for (const clang::Stmt *C : S->children())
      Self(Self, C);
  };
  Visit(Visit, Loop);
  for (const LoopHeader &H : Headers)
    if (!goesOn(H, All)) {
      Loops.emplace_back(H.Loop, H.Name);
      ++Count[Loops.back().second];
    }
  for (auto &[S, Name] : Loops) {
    if (IsInlined) {
      LoopNames[S] = uniqueName(Name);
      continue;
    }
    std::string Unique = Name;
    if (Count[Name] > 1)
      Unique += "@" + std::to_string(++Seen[Name]);
    Taken.insert(cppName(Unique));
    LoopNames[S] = Unique;
  }
}

std::string Lifter::loopName(const clang::Stmt *Loop) const {
  return LoopNames.lookup(Loop);
}

SourceTag Lifter::tag(clang::SourceLocation Loc) {
  Result.TagLocs.push_back(Loc);
  return Result.TagLocs.size();
}

std::optional<Type> Lifter::scalarType(clang::QualType QT) const {
  if (QT.isNull() || QT->isDependentType())
    return std::nullopt;
  QT = QT.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  clang::PrintingPolicy Policy = Context.getPrintingPolicy();
  Policy.Bool = true;
  if (QT->isBooleanType())
    return Type::boolean();
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
    auto Elem = scalarType(Record->getTemplateArgs()[0].getAsType());
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

std::optional<Type> Lifter::scalarTypeAt(clang::QualType Ty,
                                         clang::SourceLocation Loc) {
  clang::QualType Value = Ty.getNonReferenceType();
  if (Value.isVolatileQualified()) {
    refuse(Loc, "volatile accesses must happen as written; accepted are "
                "objects that are not volatile");
    return std::nullopt;
  }
  const clang::CXXRecordDecl *R = Value->getAsCXXRecordDecl();
  llvm::StringRef Record =
      R && R->isInStdNamespace() && R->getIdentifier() ? R->getName() : "";
  if (Value->isAtomicType() || Record == "atomic" ||
      Record.starts_with("__atomic")) {
    refuse(Loc, "atomic accesses must happen as written; accepted are plain "
                "objects");
    return std::nullopt;
  }
  if (Record.ends_with("it_reference")) {
    refuse(Loc, "elements of std::vector<bool> share their bytes; accepted are "
                "vectors of other types");
    return std::nullopt;
  }
  auto T = scalarType(Ty);
  if (!T) {
    refuseType(Loc, Value);
    return std::nullopt;
  }
  llvm::StringRef Lost = attributeOf(Context, Value);
  if (!Lost.empty()) {
    refuse(Loc,
           "attribute '" + Lost.str() + "' of type '" +
               Value.getUnqualifiedType().getAsString() +
               "' would be lost; accepted is '" +
               Value.getCanonicalType().getUnqualifiedType().getAsString() +
               "'");
    return std::nullopt;
  }
  return T;
}

/// \p S as the user would recognise it in a message.
std::string Lifter::spell(const clang::Stmt *S) const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  S->printPretty(OS, nullptr, Context.getPrintingPolicy());
  // Statements are printed in lines of their own.
  llvm::SmallVector<llvm::StringRef, 8> Words;
  llvm::SplitString(Text, Words, " \n");
  Text = llvm::join(Words, " ");
  if (Text.size() > 60)
    Text = Text.substr(0, 57) + "...";
  return Text;
}

bool Lifter::noteFloatingPoint(const clang::Expr *E) {
  clang::FPOptions FP = E->getFPFeaturesInEffect(Context.getLangOpts());
  if (std::string Why = whyNotRewritten(FP); !Why.empty()) {
    refuse(E->getExprLoc(), std::move(Why));
    return false;
  }
  if (HaveFP && FP != Result.FP) {
    refuse(E->getExprLoc(), "floating-point options change inside the nest; "
                            "accepted is one setting for all of it");
    return false;
  }
  Result.FP = FP;
  HaveFP = true;
  return true;
}

bool Lifter::checkBoundReads() {
  for (const BoundRead &R : BoundReads) {
    const Operand *O = operand(R.Array);
    if (O && !O->Written)
      continue;
    refuse(R.Loc, "bounds of loop '" + R.Loop + "' read '" + R.Array +
                      "', which the nest writes; accepted are bounds that the "
                      "nest does not change");
    return false;
  }
  return true;
}

bool Lifter::checkReferences() {
  auto Where = findChangedReference(Result.Graph, LastingReferences);
  if (Where)
    refuse(*Where, "a store may change what is referred to here before it is "
                   "read; accepted is a variable that holds its value");
  return !Where;
}

std::variant<Lifted, NotLifted> Lifter::finish(StmtRef Body) {
  if (!Refusal && Body) {
    Result.Graph.Body = Body;
    for (const clang::VarDecl *V : Named)
      addInteger(V);
    noteScratch();
    if (checkBoundReads() && checkPointers() && checkAccessors() &&
        checkReferences() && checkRecords() && checkRows() && checkOutcomes() &&
        addEpilogue()) {
      if (!findReaches())
        return *Refusal;
      findTensors(Body);
      joinFlags(Result.Graph);
      if (Language.SignedWraps)
        wrapSigned(Result.Graph);
      else if (Language.SignedIsReported)
        guardSigned(Result.Graph);
    }
  }
  if (!Refusal && !Body)
    refuse(Root->getBeginLoc(), "internal: nest was not lifted");
  if (Refusal)
    return *Refusal;
  if (!HaveFP)
    Result.FP =
        clang::FPOptions::defaultWithoutTrailingStorage(Context.getLangOpts());
  return std::move(Result);
}

/// Whether \p S is a loop that a directive may stand in front of.
static bool isRoot(const clang::Stmt *S) {
  return isa<clang::ForStmt, clang::WhileStmt, clang::CXXForRangeStmt>(S);
}

std::variant<Lifted, NotLifted> Lifter::run(const clang::Stmt *Nest) {
  Root = Nest;
  collectDeclared(Nest, Inside);
  collectWritten(Nest, Written);
  nameLoops(Nest);
  std::vector<StmtRef> Body;
  StmtRef Whole = !declareCarried(Body) ? nullptr
                  : isRoot(Nest)        ? liftLoop(Nest)
                                        : liftBlock(Nest);
  if (!Whole)
    return finish(nullptr);
  llvm::append_range(Body, statementsOf(Whole));
  storeCarried(Body);
  return finish(block(std::move(Body)));
}

/// Whether \p S is `f(…);`.
static bool isCall(const clang::Stmt *S) {
  const auto *E = dyn_cast<clang::Expr>(S);
  if (const auto *Full = dyn_cast_or_null<clang::FullExpr>(E))
    E = Full->getSubExpr();
  return E && isa<clang::CallExpr>(E->IgnoreParens()) &&
         !isa<clang::CXXOperatorCallExpr>(E->IgnoreParens());
}

std::variant<Lifted, NotLifted>
Lifter::runOnLoop(const clang::Stmt *Loop,
                  llvm::ArrayRef<const clang::VarDecl *> Integers) {
  Named = Integers;
  while (const auto *A = dyn_cast_or_null<clang::AttributedStmt>(Loop))
    Loop = A->getSubStmt();
  if (isRoot(Loop))
    return run(Loop);
  if (isCall(Loop))
    return runWithLoops(Loop, "there is no loop in the function that is "
                              "called; accepted are functions with one");
  refuse(Loop->getBeginLoc(),
         isa<clang::DoStmt>(Loop)
             ? "loop has no loop variable to schedule; accepted is 'for (int "
               "i = begin; i < end; ++i)'"
             : "'#pragma sparse' must stand before a 'for' loop or a call of a "
               "function with one");
  return *Refusal;
}

std::variant<Lifted, NotLifted> Lifter::runOnBody(const clang::Stmt *Body) {
  return runWithLoops(Body, "there is no loop inside the loop that OpenMP "
                            "shares out; accepted are loops with a loop "
                            "inside");
}

/// What \p Nest is lifted to; an error, \p Otherwise, if it has no loops.
std::variant<Lifted, NotLifted>
Lifter::runWithLoops(const clang::Stmt *Nest, llvm::StringRef Otherwise) {
  auto Result = run(Nest);
  auto *L = std::get_if<Lifted>(&Result);
  if (!L || !L->Graph.IndexVars.empty())
    return Result;
  return NotLifted{Nest->getBeginLoc(), Otherwise.str(), {}};
}

/// Adds \p V to \p List, unless it is null or known.
static bool addNew(llvm::SmallVectorImpl<const clang::VarDecl *> &List,
                   const clang::VarDecl *V) {
  bool IsNew = V && !llvm::is_contained(List, V);
  if (IsNew)
    List.push_back(V);
  return IsNew;
}

/// Tries again as often as there are more variables to be carried or loaded.
static std::variant<Lifted, NotLifted> liftCarrying(
    clang::ASTContext &Context, const LanguageOptions &Language,
    BodyIndices &Bodies, llvm::StringRef Name, clang::SourceLocation Loc,
    llvm::function_ref<std::variant<Lifted, NotLifted>(Lifter &)> Run) {
  llvm::SmallVector<const clang::VarDecl *, 4> Carried, Loaded;
  for (;;) {
    Lifter L(Context, Language, Bodies, Name, Carried, Loaded);
    auto Result = Run(L);
    if (addNew(Carried, L.mustCarry()) || addNew(Loaded, L.mustLoad()))
      continue;
    if (auto *Nest = std::get_if<Lifted>(&Result))
      if (std::string Why = tooLarge(Nest->Graph); !Why.empty())
        return NotLifted{Loc, std::move(Why), {}};
    return Result;
  }
}

std::variant<Lifted, NotLifted>
lift(clang::ASTContext &Context, const LanguageOptions &Language,
     BodyIndices &Bodies, const clang::Stmt *Loop, llvm::StringRef Name,
     llvm::ArrayRef<const clang::VarDecl *> Integers) {
  return liftCarrying(Context, Language, Bodies, Name, Loop->getBeginLoc(),
                      [&](Lifter &L) { return L.runOnLoop(Loop, Integers); });
}

std::variant<Lifted, NotLifted>
liftBody(clang::ASTContext &Context, const LanguageOptions &Language,
         BodyIndices &Bodies, const clang::Stmt *Body, llvm::StringRef Name) {
  return liftCarrying(Context, Language, Bodies, Name, Body->getBeginLoc(),
                      [&](Lifter &L) { return L.runOnBody(Body); });
}

} // namespace lacuna::plugin

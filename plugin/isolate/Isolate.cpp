//===- Isolate.cpp - whether iterations meet ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "isolate/Isolate.h"
#include "isolate/Isolator.h"
#include "isolate/Messages.def"
#include "lift/ast/StandardLibrary.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

QualType NamedObject::type() const {
  if (!Members.empty())
    return Members.back()->getType().getNonReferenceType();
  return Root ? Root->getType().getNonReferenceType() : QualType();
}

std::string NamedObject::name() const {
  std::string Name = Root ? Root->getNameAsString() : "";
  for (const FieldDecl *F : Members)
    Name += (Name.empty() ? "" : ".") + F->getNameAsString();
  return Name.empty() ? "*this" : Name;
}

size_t NamedObject::membersToWhole() const {
  size_t Count = Members.size();
  while (Count > 0 && !Members[Count - 1]->getType()->isReferenceType())
    --Count;
  return Count;
}

bool NamedObject::isOfVariable() const {
  return Root && !Root->getType()->isReferenceType() && membersToWhole() == 0;
}

namespace {

/// An object that iterations change, and how.
struct Changed {
  NamedObject Of;
  enum Kind { OwnParts, Sum, List } How;
  Leaves What;
};

/// Finds out of what iterations do whether they meet.
class Conflicts {
public:
  Conflicts(const ASTContext &Context, const Isolator &Of,
            const FunctionDecl *Around, const IsolateOptions &Options)
      : Context(Context), Of(Of), Around(Around), Options(Options) {}

  /// Nothing if they may.
  std::optional<std::vector<Changed>> changes();
  /// Whether guards, which are added to \p L, see that none of \p Changes is
  /// met.
  bool addGuards(llvm::ArrayRef<Changed> Changes, IsolatedLoop &L);

  std::optional<NotLifted> Why;
  bool IsNamed = true; ///< what it is about

private:
  std::nullopt_t refuse(const clang::Expr *By, std::string Text) {
    Why = NotLifted{By->getExprLoc(), std::move(Text), {}};
    return std::nullopt;
  }
  bool isLocal(const VarDecl *V) const {
    return V && V->hasLocalStorage() && V->getDeclContext() == Around;
  }
  Leaves leavesOf(const MemoryAccess &A) const;
  std::optional<Changed::Kind> howChanged(const MemoryAccess &A) const;
  bool mayMeet(const Changed &C, const MemoryAccess &A) const;
  bool isGuarded(const Changed &C, const MemoryAccess &A,
                 IsolatedLoop &L) const;
  bool canSay(const NamedObject &O) const;

  const ASTContext &Context;
  const Isolator &Of;
  const FunctionDecl *const Around;
  const IsolateOptions &Options;
};

} // namespace

static bool changesIt(const MemoryAccess &A) {
  return A.Does == MemoryAccess::Write || A.Does == MemoryAccess::Update ||
         A.Does == MemoryAccess::Append;
}

/// What \p A is to.
Leaves Conflicts::leavesOf(const MemoryAccess &A) const {
  const bool IsKnown = A.At.At != Place::Anywhere && A.At.At != Place::Pointee;
  return Leaves(A.Ty, IsKnown ? A.At.Of.type() : QualType(),
                A.Does == MemoryAccess::Measure, Context);
}

/// How iterations make \p A, a change to an object that all of them know,
/// without meeting; nothing if they do not.
std::optional<Changed::Kind>
Conflicts::howChanged(const MemoryAccess &A) const {
  // Parts of it are made where the variable is named.
  const NamedObject &O = A.At.Of;
  const bool HasParts =
      isLocal(O.Root) && O.Members.empty() && !Of.isCaptured(O.Root);
  if (A.At.At == Place::OwnPart && isArrayLike(O.type()))
    return Changed::OwnParts;
  if (!HasParts || A.At.At != Place::Object)
    return std::nullopt;
  if (A.Does == MemoryAccess::Update)
    return Changed::Sum;
  return A.Does == MemoryAccess::Append ? std::optional(Changed::List)
                                        : std::nullopt;
}

std::optional<std::vector<Changed>> Conflicts::changes() {
  std::vector<Changed> All;
  for (const MemoryAccess &A : Of.accesses()) {
    if (!changesIt(A))
      continue;
    if (A.At.At == Place::Anywhere || A.At.At == Place::Pointee) {
      IsNamed = false;
      return refuse(A.By, msg::IterationsChangeSomething());
    }
    const std::string Name = A.At.Of.name();
    const std::optional<Changed::Kind> How = howChanged(A);
    if (!How)
      return refuse(A.By, msg::IterationsChange(Name));
    const bool KeepsOrder =
        A.Ty->isRealFloatingType()
            ? Options.StrictFp
            : A.Ty->isSignedIntegerType() && Options.SignedIsReported;
    if (How == Changed::Sum && KeepsOrder)
      return refuse(A.By, msg::SumKeepsOrder(Name));
    const Leaves What = leavesOf(A);
    auto Same = llvm::find_if(
        All, [&](const Changed &Other) { return Other.Of == A.At.Of; });
    if (Same == All.end())
      Same = All.insert(Same, {A.At.Of, *How, {}});
    if (Same->How != *How)
      return refuse(A.By, msg::IterationsChange(Name));
    Same->What.add(What);
  }
  return All;
}

/// Whether \p Of begins with all of \p First.
static bool beginsWith(llvm::ArrayRef<const FieldDecl *> Of,
                       llvm::ArrayRef<const FieldDecl *> First) {
  return Of.size() >= First.size() && Of.take_front(First.size()) == First;
}

/// Whether \p A and \p B are parts of one object, as their names tell.
static bool areOfOne(const NamedObject &A, const NamedObject &B) {
  const size_t Count = A.membersToWhole();
  return A.Root == B.Root && Count == B.membersToWhole() &&
         beginsWith(B.Members, llvm::ArrayRef(A.Members).take_front(Count));
}

/// Whether \p A, by another iteration, may be to what \p C changes, as far as
/// names tell.
bool Conflicts::mayMeet(const Changed &C, const MemoryAccess &A) const {
  if (!Options.TypesAlias && !C.What.mayMeet(leavesOf(A), Context))
    return false;
  if (A.At.At == Place::Anywhere || A.At.At == Place::Pointee ||
      !areOfOne(A.At.Of, C.Of))
    return true;
  // How many elements it has, not what one of them has.
  const bool IsMeasured =
      A.Does == MemoryAccess::Measure && A.At.At == Place::Object;
  if (A.At.Of == C.Of) {
    if (C.How == Changed::OwnParts)
      return A.At.At != Place::OwnPart && !IsMeasured;
    return A.Does != (C.How == Changed::List ? MemoryAccess::Append
                                             : MemoryAccess::Update);
  }
  // The whole of a record that it is a member of, or one of its own.
  if (beginsWith(C.Of.Members, A.At.Of.Members))
    return !IsMeasured;
  return beginsWith(A.At.Of.Members, C.Of.Members);
}

/// Whether generated code can name \p O.
bool Conflicts::canSay(const NamedObject &O) const {
  // Members of bases may be hidden by others.
  const auto *Method = dyn_cast<CXXMethodDecl>(Around);
  const CXXRecordDecl *Class =
      O.Root   ? O.Root->getType().getNonReferenceType()->getAsCXXRecordDecl()
      : Method ? Method->getParent()
               : nullptr;
  for (const FieldDecl *F : O.Members) {
    if (!Class ||
        Class->getCanonicalDecl() != F->getParent()->getCanonicalDecl())
      return false;
    Class = F->getType().getNonReferenceType()->getAsCXXRecordDecl();
  }
  return O.Root ? isLocal(O.Root) &&
                      llvm::is_contained(Of.outerVariables(), O.Root)
                : Of.usesThis();
}

/// Whether elements of an array-like \p Ty lie in the object itself.
static bool isWithin(QualType Ty) {
  return Ty->isConstantArrayType() || isStdArray(Ty);
}

/// Whether \p O is a variable that its function has made, and \p Other was
/// there before the function was called.
static bool isYounger(const NamedObject &O, const NamedObject &Other) {
  return O.isOfVariable() && O.Root->hasLocalStorage() &&
         !isa<ParmVarDecl>(O.Root) &&
         (!Other.Root || (isa<ParmVarDecl>(Other.Root) &&
                          Other.Root->getType()->isReferenceType()));
}

static bool isWholeVariable(const NamedObject &O) {
  return O.isOfVariable() && O.Members.empty();
}

/// Whether a guard sees whether an object of type \p Inner lies in one of type
/// \p Outer, or among its elements: further in there is no place for it.
static bool canCompare(QualType Inner, QualType Outer) {
  if (!isArrayLike(Outer))
    return !ownsMemory(Outer);
  const QualType Elem = elementOfArrayLike(Outer);
  // A container is no element of one like it.
  return !ownsMemory(Elem) ||
         (!standardClass(Inner->getAsCXXRecordDecl()).empty() &&
          Elem.getCanonicalType().getUnqualifiedType() ==
              Inner.getCanonicalType().getUnqualifiedType());
}

/// Whether a guard, if one is needed, finds out that \p A is to something else
/// than what \p C changes.
bool Conflicts::isGuarded(const Changed &C, const MemoryAccess &A,
                          IsolatedLoop &L) const {
  if (A.At.At == Place::Pointee) {
    const PointsOutside G{A.At.Of, C.Of};
    const bool CanAsk = canSay(G.Pointer) && canSay(C.Of) &&
                        C.How == Changed::OwnParts &&
                        !ownsContainers(C.Of.type()) &&
                        // What is in an object is reached through all of it.
                        (!isWithin(C.Of.type()) || isWholeVariable(C.Of));
    if (CanAsk && !llvm::is_contained(L.Pointers, G))
      L.Pointers.push_back(G);
    return CanAsk;
  }
  if (A.At.At == Place::Anywhere || areOfOne(A.At.Of, C.Of))
    return false;
  // Two variables, and what they own.
  if ((C.Of.isOfVariable() && A.At.Of.isOfVariable()) ||
      isYounger(C.Of, A.At.Of) || isYounger(A.At.Of, C.Of))
    return true;
  if (!canSay(C.Of) || !canSay(A.At.Of))
    return false;
  // The one may be an element of an element of the other.
  const QualType Of = C.Of.type(), In = A.At.Of.type();
  if (Of.isNull() || In.isNull() || !canCompare(Of, In) || !canCompare(In, Of))
    return false;
  for (const OutsideOf &G :
       {OutsideOf{C.Of, A.At.Of}, OutsideOf{A.At.Of, C.Of}})
    if (!llvm::is_contained(L.Guards, G))
      L.Guards.push_back(G);
  return true;
}

bool Conflicts::addGuards(llvm::ArrayRef<Changed> Changes, IsolatedLoop &L) {
  for (const Changed &C : Changes)
    for (const MemoryAccess &A : Of.accesses()) {
      if (!mayMeet(C, A) || isGuarded(C, A, L))
        continue;
      const bool ByPointer =
          A.At.At == Place::Anywhere || A.At.At == Place::Pointee;
      refuse(A.By, ByPointer ? msg::IterationsMayMeet(C.Of.name())
                   : areOfOne(C.Of, A.At.Of)
                       ? msg::IterationsReadOthers(C.Of.name())
                       : msg::IterationsReadPart(A.At.Of.name(), C.Of.name()));
      return false;
    }
  return true;
}

/// How the body of a loop, of which \p Of tells what it does, gets at \p V.
static OuterVariable::Way wayTo(const VarDecl *V, const Isolator &Of,
                                llvm::ArrayRef<Changed> Changes,
                                bool HasGuards) {
  for (const Changed &C : Changes)
    if (C.Of.Root == V && C.How != Changed::OwnParts)
      return C.How == Changed::Sum ? OuterVariable::Sum
                                   : OuterVariable::Appended;
  const QualType Ty = V->getType();
  const bool IsNumber =
      Ty->isArithmeticType() || Ty->isEnumeralType() || Ty->isPointerType();
  return IsNumber && Of.isOnlyRead(V) && !HasGuards ? OuterVariable::Value
                                                    : OuterVariable::Reference;
}

/// Whether \p E, which names the counter of \p H, is converted on the way, if
/// at all, to types that hold as much.
static bool keepsCounter(const ASTContext &Context, const LoopHeader &H) {
  const clang::Expr *E =
      H.CounterSide ? H.CounterSide->IgnoreParens() : nullptr;
  while (const auto *C = llvm::dyn_cast_or_null<clang::CastExpr>(E)) {
    const clang::Expr *Of = C->getSubExpr()->IgnoreParens();
    if (Context.getTypeSize(C->getType()) < Context.getTypeSize(Of->getType()))
      return false;
    E = Of;
  }
  return llvm::isa_and_nonnull<DeclRefExpr>(E);
}

/// What iterations add to their counter, if that is known.
static std::optional<int64_t> stepOf(const ASTContext &Context,
                                     const LoopHeader &H) {
  if (!H.By)
    return 1;
  clang::Expr::EvalResult Value;
  if (!H.By->EvaluateAsInt(Value, Context) ||
      !Value.Val.getInt().isSignedIntN(32) ||
      !Value.Val.getInt().isStrictlyPositive())
    return std::nullopt;
  return Value.Val.getInt().getExtValue();
}

/// Whether the counter of \p H, which \p Step is added to, cannot wrap round
/// before the loop ends.
static bool keepsRange(const ASTContext &Context, const LoopHeader &H,
                       int64_t Step) {
  const QualType Ty = H.Counter->getType();
  const uint64_t Bits = Context.getTypeSize(Ty);
  return Bits >= 32 && (Step == 1 || Ty->isSignedIntegerType() || Bits == 64);
}

/// Whether \p H is of a loop that counts up, or goes through elements
/// that lie side by side.
static bool isPlain(const ASTContext &Context, const LoopHeader &H) {
  if (H.Descends || !H.Steps.empty() || !H.Others.empty() || H.Trailing ||
      !H.InBody.empty() || !H.StepStatements.empty() || H.StepsAfter ||
      H.StepsBefore)
    return false;
  if (H.Range) {
    const clang::Expr *Init = H.Range->getInit();
    const auto *For = dyn_cast<CXXForRangeStmt>(H.Loop);
    if (!Init || !Init->isLValue() || !For || !isArrayLike(Init->getType()))
      return false;
    const VarDecl *V = For->getLoopVariable();
    return !isa<DecompositionDecl>(V) &&
           (!V->getType()->isReferenceType() ||
            hasElements(Init->getType(), V->getType()->getPointeeType()));
  }
  return isa<clang::ForStmt>(H.Loop) && H.Bound && H.Added.empty() &&
         (H.Cmp == BO_LT || H.Cmp == BO_LE) && keepsCounter(Context, H) &&
         H.Counter->getType()->isIntegerType() &&
         !H.Counter->getType()->isBooleanType() &&
         H.Bound->getType()->isIntegerType();
}

std::variant<IsolatedLoop, NotIsolated> isolate(const ASTContext &Context,
                                                const clang::Stmt *Loop,
                                                const FunctionDecl *Around,
                                                const IsolateOptions &Options) {
  if (!isa<clang::ForStmt, CXXForRangeStmt>(Loop))
    return NotIsolated{{Loop->getBeginLoc(), msg::LoopIsNotPlain(), {}}, false};
  auto Header = parseHeader(Loop);
  if (auto *Why = std::get_if<HeaderProblem>(&Header))
    return NotIsolated{{Why->Loc, Why->Message, {}}, false};
  const auto &H = std::get<LoopHeader>(Header);
  const std::optional<int64_t> Step = stepOf(Context, H);
  if (!Step || !isPlain(Context, H) ||
      (!H.Range && (!keepsRange(Context, H, *Step) ||
                    H.Counter->getDeclContext() != Around ||
                    !H.Counter->hasLocalStorage())))
    return NotIsolated{{Loop->getBeginLoc(), msg::LoopIsNotPlain(), {}}, false};
  const clang::Stmt *Body = H.Range ? cast<CXXForRangeStmt>(Loop)->getBody()
                                    : cast<clang::ForStmt>(Loop)->getBody();
  const VarDecl *Variable =
      H.Range ? cast<CXXForRangeStmt>(Loop)->getLoopVariable() : H.Counter;
  Isolator Found(Context, H, Variable, Body, Around);
  if (!Found.run())
    return NotIsolated{Found.refusal(), false};
  if (!H.Range && !Found.isOnlyRead(Variable->getCanonicalDecl()))
    return NotIsolated{{Loop->getBeginLoc(), msg::LoopIsNotPlain(), {}}, false};
  Conflicts Met(Context, Found, Around, Options);
  auto Changes = Met.changes();
  IsolatedLoop Result{.Header = H,
                      .Variable = Variable,
                      .Body = Body,
                      .Step = *Step,
                      .Variables = {},
                      .Guards = {},
                      .Pointers = {},
                      .UsesThis = Found.usesThis(),
                      .SetsErrno = Found.setsErrno()};
  if (!Changes || !Met.addGuards(*Changes, Result))
    return NotIsolated{*Met.Why, Met.IsNamed};
  // Where guards fail, iterations see what others change by other names.
  const bool HasGuards = !Result.Guards.empty() || !Result.Pointers.empty();
  for (const VarDecl *V : Found.privateVariables())
    Result.Variables.push_back({V, OuterVariable::Private});
  for (const VarDecl *V : Found.outerVariables())
    Result.Variables.push_back({V, wayTo(V, Found, *Changes, HasGuards)});
  return Result;
}

} // namespace lacuna::plugin

//===- PointerTurns.cpp - pointers, vectors that loops swap ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/PointerTurns.h"
#include "lift/ast/Messages.def"
#include "lift/ast/StandardLibrary.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// `To = From;`, or where both are set, `std::swap(To, From);`.
struct Passed {
  const clang::VarDecl *To;
  const clang::DeclRefExpr *ToRef; ///< null: it is declared here
  const clang::DeclRefExpr *From;
  bool IsSwap = false;
};

using PassedList = llvm::SmallVector<Passed, 4>;

} // namespace

/// Whether a variable of type \p Ty leads to elements, which it passes on where
/// it is swapped.
static bool leadsOn(clang::QualType Ty) {
  return Ty->isPointerType() ? !Ty->isFunctionPointerType() : isPlainVector(Ty);
}

/// \p E as a variable that it names, perhaps reads, and that leads to elements;
/// or null.
static const clang::DeclRefExpr *namedPointer(const clang::Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    const auto *Cast = dyn_cast<clang::ImplicitCastExpr>(E);
    if (!Cast || (Cast->getCastKind() != clang::CK_LValueToRValue &&
                  Cast->getCastKind() != clang::CK_NoOp))
      break;
    E = Cast->getSubExpr();
  }
  const auto *D = dyn_cast<clang::DeclRefExpr>(E);
  const auto *V = D ? dyn_cast<clang::VarDecl>(D->getDecl()) : nullptr;
  const clang::QualType Ty =
      V ? V->getType().getNonReferenceType() : clang::QualType();
  return V && leadsOn(Ty) ? D : nullptr;
}

/// What \p S swaps, `std::swap(a, b)` or `a.swap(b)`; nulls if it does not.
static std::pair<const clang::Expr *, const clang::Expr *>
swappedBy(const clang::Stmt *S) {
  if (isSwap(S)) {
    const auto *C = llvm::cast<clang::CallExpr>(S);
    return {C->getArg(0), C->getArg(1)};
  }
  const auto *C = dyn_cast<clang::CXXMemberCallExpr>(S);
  const clang::CXXMethodDecl *M = C ? C->getMethodDecl() : nullptr;
  if (!M || containerOf(M) != "vector" || !M->getIdentifier() ||
      M->getName() != "swap" || C->getNumArgs() != 1 ||
      C->getImplicitObjectArgument()->getType()->isPointerType())
    return {};
  return {C->getImplicitObjectArgument(), C->getArg(0)};
}

static const clang::VarDecl *variableOf(const clang::DeclRefExpr *D) {
  return llvm::cast<clang::VarDecl>(D->getDecl());
}

/// A swap in \p S of pointers that are none of \p Inside, or null.
static const clang::Stmt *findSwap(const clang::Stmt *S, const VarSet &Inside) {
  const clang::Expr *First = swappedBy(S).first;
  const clang::DeclRefExpr *D = First ? namedPointer(First) : nullptr;
  if (D && !Inside.contains(variableOf(D)))
    return S;
  const clang::Stmt *Found = nullptr;
  forEachPart(S, [&](const clang::Stmt *Part) {
    Found = Found ? Found : findSwap(Part, Inside);
  });
  return Found;
}

/// Appends what \p S passes on; false if it does something else.
static bool addPassed(const clang::Stmt *S, PassedList &Out) {
  if (isa<clang::NullStmt>(S))
    return true;
  if (const auto *Block = dyn_cast<clang::CompoundStmt>(S))
    return llvm::all_of(Block->body(), [&](const clang::Stmt *Part) {
      return addPassed(Part, Out);
    });
  if (const auto *D = dyn_cast<clang::DeclStmt>(S)) {
    const auto *V = D->isSingleDecl()
                        ? dyn_cast<clang::VarDecl>(D->getSingleDecl())
                        : nullptr;
    const clang::DeclRefExpr *From = V && V->hasLocalStorage() &&
                                             V->getType()->isPointerType() &&
                                             V->hasInit()
                                         ? namedPointer(V->getInit())
                                         : nullptr;
    if (From)
      Out.push_back({V, nullptr, From});
    return From;
  }
  const auto *E = dyn_cast<clang::Expr>(S);
  if (!E)
    return false;
  if (const auto *Full = dyn_cast<clang::FullExpr>(E))
    E = Full->getSubExpr();
  llvm::SmallVector<const clang::Expr *, 4> Parts;
  splitCommas(E, Parts);
  if (Parts.size() > 1)
    return llvm::all_of(
        Parts, [&](const clang::Expr *Part) { return addPassed(Part, Out); });
  E = E->IgnoreParens();
  auto [To, From] = swappedBy(E);
  const bool Swaps = To != nullptr;
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E);
      B && B->getOpcode() == clang::BO_Assign) {
    To = B->getLHS();
    From = B->getRHS();
  }
  const clang::DeclRefExpr *ToRef = To ? namedPointer(To) : nullptr,
                           *FromRef = ToRef ? namedPointer(From) : nullptr;
  if (FromRef)
    Out.push_back({variableOf(ToRef), ToRef, FromRef, Swaps});
  return FromRef;
}

/// Whether \p D names a pointer of the function's own that nothing else may
/// look at. Who else looks at a vector in the loop names it, and is compared.
static bool isOwn(const clang::DeclRefExpr *D, BodyIndices &Bodies) {
  const clang::VarDecl *V = variableOf(D);
  const clang::Stmt *Body = ownerBody(V);
  if (isVector(D))
    return V->hasLocalStorage() && Body &&
           !D->refersToEnclosingVariableOrCapture() &&
           !D->getType().isVolatileQualified();
  if (const auto *C = llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(
          V->getParentFunctionOrMethod()))
    for (const clang::CXXCtorInitializer *Init : C->inits())
      if (mentions(Init->getInit(), V))
        return false;
  return V->hasLocalStorage() && Body && !V->getType()->isReferenceType() &&
         !D->refersToEnclosingVariableOrCapture() &&
         !V->getType().isVolatileQualified() &&
         !V->getType()->getPointeeType().isVolatileQualified() &&
         !V->hasAttr<clang::BlocksAttr>() && !Bodies.of(Body).isLedTo(V);
}

namespace {

class TurnFinder {
public:
  TurnFinder(const clang::ForStmt *Loop, BodyIndices &Bodies)
      : Loop(Loop), Bodies(Bodies), List(statements(Loop->getBody())) {
    collectDeclared(Loop, Inside);
  }

  std::variant<PointerTurns, NoTurns> run();

private:
  bool isMentionedBefore(const clang::VarDecl *V) const;
  bool isSpare(const clang::VarDecl *V);
  bool passOn();
  NoTurns refuse(std::string Message) const {
    return {List[Begin]->getBeginLoc(), std::move(Message)};
  }

  const clang::ForStmt *Loop;
  BodyIndices &Bodies;
  llvm::SmallVector<const clang::Stmt *, 8> List;
  size_t Begin = 0; ///< of the statements in List
  VarSet Inside;    ///< what the loop declares
  PassedList All;
  PointerTurns Result;
};

} // namespace

bool TurnFinder::isMentionedBefore(const clang::VarDecl *V) const {
  return llvm::any_of(llvm::ArrayRef(List).take_front(Begin),
                      [&](const clang::Stmt *S) { return mentions(S, V); }) ||
         llvm::any_of(
             llvm::ArrayRef<const clang::Stmt *>{
                 Loop->getInit(), Loop->getCond(), Loop->getInc()},
             [&](const clang::Stmt *S) { return S && mentions(S, V); });
}

/// Whether \p V only helps to pass the others on: it is set first, and its
/// value is not read behind the statements.
bool TurnFinder::isSpare(const clang::VarDecl *V) {
  const auto *First = llvm::find_if(All, [&](const Passed &P) {
    return P.To == V || variableOf(P.From) == V;
  });
  if (First->IsSwap || First->To != V || variableOf(First->From) == V ||
      isMentionedBefore(V))
    return false;
  if (!First->ToRef || Inside.contains(V))
    return true;
  const clang::Stmt *Body = ownerBody(V);
  return Body && isOwn(First->ToRef, Bodies) &&
         Bodies.of(Body).isDeadAfter(Loop, V);
}

/// Fills in the result; false if the pointers are passed on in another way than
/// in circles.
bool TurnFinder::passOn() {
  llvm::SmallVector<std::pair<const clang::VarDecl *, const clang::VarDecl *>,
                    4>
      Now; // what each variable has, called after who had it
  auto ValueOf = [&](const clang::VarDecl *V) -> const clang::VarDecl *& {
    auto *Known = llvm::find_if(Now, [&](auto &P) { return P.first == V; });
    if (Known == Now.end()) {
      Now.push_back({V, V});
      Known = &Now.back();
    }
    return Known->second;
  };
  llvm::DenseMap<const clang::VarDecl *, const clang::DeclRefExpr *> Refs;
  for (const Passed &P : All) {
    const clang::VarDecl *From = variableOf(P.From);
    const clang::VarDecl *Old = ValueOf(P.To), *New = ValueOf(From);
    ValueOf(P.To) = New;
    if (P.IsSwap)
      ValueOf(From) = Old;
    if (P.ToRef)
      Refs.try_emplace(P.To, P.ToRef);
    Refs.try_emplace(From, P.From);
  }
  for (const auto &[V, Value] : Now) {
    if (isSpare(V)) {
      Result.Spare.insert(V);
      continue;
    }
    Result.Vars.insert(V);
    Result.Pointers.push_back(Refs.lookup(V));
  }
  llvm::SmallVector<bool, 4> Passed(Result.Pointers.size());
  for (const clang::DeclRefExpr *D : Result.Pointers) {
    const clang::VarDecl *Value = ValueOf(variableOf(D));
    const auto *At =
        llvm::find_if(Result.Pointers, [&](const clang::DeclRefExpr *E) {
          return variableOf(E) == Value;
        });
    const size_t K = At - Result.Pointers.begin();
    if (At == Result.Pointers.end() || std::exchange(Passed[K], true))
      return false;
    Result.From.push_back(K);
  }
  return Result.Pointers.size() > 1;
}

std::variant<PointerTurns, NoTurns> TurnFinder::run() {
  for (Begin = List.size(); Begin > 0; --Begin) {
    PassedList Part;
    if (!addPassed(List[Begin - 1], Part))
      break;
    All.insert(All.begin(), Part.begin(), Part.end());
  }
  if (All.empty()) {
    if (const clang::Stmt *Other = findSwap(Loop, Inside))
      return NoTurns{Other->getBeginLoc(), msg::SwapNotLast()};
    return PointerTurns();
  }
  // Variables that nobody reads are no matter of the pointers'.
  if (llvm::all_of(All, [&](const Passed &P) { return isSpare(P.To); }))
    return PointerTurns();
  Result.Statements.append(List.begin() + Begin, List.end());
  if (!passOn())
    return refuse(msg::PointersNotPassedInCircles());
  for (const clang::DeclRefExpr *D : Result.Pointers) {
    const std::string Name = variableOf(D)->getNameAsString();
    if (!isOwn(D, Bodies))
      return NoTurns{D->getBeginLoc(), msg::SwappedPointerNotOwn(Name)};
    if (Inside.contains(variableOf(D)))
      return refuse(msg::PointersNotPassedInCircles());
    for (const clang::Stmt *S : llvm::ArrayRef(List).take_front(Begin))
      if (const clang::Expr *Write =
              isVector(D) ? nullptr : findWrite(S, variableOf(D)))
        return NoTurns{Write->getBeginLoc(), msg::SwappedPointerSet(Name)};
  }
  for (const clang::Stmt *S : llvm::ArrayRef(List).take_front(Begin))
    if (const clang::Stmt *Jump = findJump(S))
      return NoTurns{Jump->getBeginLoc(), msg::JumpAroundSwap()};
  return std::move(Result);
}

std::variant<PointerTurns, NoTurns> pointerTurns(const clang::Stmt *Loop,
                                                 BodyIndices &Bodies) {
  const auto *For = dyn_cast<clang::ForStmt>(Loop);
  if (!For)
    return PointerTurns();
  return TurnFinder(For, Bodies).run();
}

} // namespace lacuna::plugin

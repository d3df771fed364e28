//===- Environment.cpp - what names stand for where the lift is -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/Environment.h"
#include "lift/ast/RecordQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

Environment::Frame::Frame(Environment &Env, const clang::FunctionDecl *F,
                          Arguments Bound)
    : Env(Env), Variables(Env), Objects(Env.Objects) {
  for (auto &[P, E] : Bound.Numbers)
    Env.set(P, std::move(E));
  for (auto &[P, E] : Bound.Records)
    Env.setObject(P, E);
  Env.Calls.push_back({F, std::move(Env.Here)});
  Env.Here = std::move(Bound);
}

Environment::Frame::~Frame() {
  Env.Here = std::move(Env.Calls.back().Around);
  Env.Calls.pop_back();
  Env.Objects = std::move(Objects);
}

const Receiver *Environment::receiverIn(const clang::DeclContext *F) const {
  auto IsIt = [&](const Call &C) { return C.Callee->Equals(F); };
  const auto At = llvm::find_if(Calls, IsIt);
  if (At == Calls.end() || llvm::count_if(Calls, IsIt) > 1)
    return nullptr;
  const auto Inside = std::next(At);
  return Inside == Calls.end() ? &Here : &Inside->Around;
}

const Entity *Environment::find(const clang::VarDecl *V) const {
  auto Known = Variables.find(V);
  return Known == Variables.end() ? nullptr : &Known->second;
}

bool Environment::varies(const clang::Stmt *E) const {
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(E)) {
    if (Objects.count(D->getDecl()))
      return false;
    const auto *V = dyn_cast<clang::VarDecl>(D->getDecl());
    if (const auto *B = dyn_cast<clang::BindingDecl>(D->getDecl()))
      V = llvm::cast<clang::VarDecl>(B->getDecomposedDecl());
    return V && (contains(V) || Source.Inside.contains(V) ||
                 (Source.Written.contains(V) && !Types.isRecord(V->getType())));
  }
  if (isa<clang::CXXThisExpr>(E))
    return Here.Element.has_value() || Here.Self;
  const auto *Whole = dyn_cast<clang::Expr>(E);
  if (ElementsArePlaces && Whole && Types.isRecord(Whole->getType()) &&
      isInElement(Whole))
    return true;
  if (auto P = isa_and_nonnull<clang::MemberExpr>(Whole) ? part(Whole)
                                                         : std::nullopt)
    return !isKind<OuterObject>(*P);
  if (Whole && Types.isTemporary(Whole))
    return true;
  return llvm::any_of(E->children(), [&](const clang::Stmt *Part) {
    return Part && varies(Part);
  });
}

bool Environment::namesObject(const clang::Stmt *E) const {
  if (Objects.empty())
    return false;
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(E))
    return Objects.count(D->getDecl()) != 0;
  return llvm::any_of(E->children(), [&](const clang::Stmt *Part) {
    return Part && namesObject(Part);
  });
}

void Environment::bindValue(const clang::VarDecl *V, Entity Value) {
  if (const auto *Object = std::get_if<OuterObject>(&Value))
    Objects[V] = Object->Outer;
  else
    set(V, std::move(Value));
}

/// The members that \p Object, or the object that it points to, has in the
/// nest.
RecordValue &Environment::membersOf(const clang::Expr *Object) {
  Object = wholeObject(Object);
  // A variable or member that points to it.
  const auto *Load = dyn_cast<clang::ImplicitCastExpr>(Object);
  const clang::Expr *E = Load ? withoutWrappers(Load->getSubExpr()) : Object;
  auto New = [&] {
    auto Parts = std::make_shared<RecordValue>();
    Parts->Outer = Object;
    return Parts;
  };
  if (isa<clang::CXXThisExpr>(E)) {
    if (!Here.Self)
      Here.Self = New();
    return *Here.Self;
  }
  Entity *Known = nullptr;
  if (const auto *M = dyn_cast<clang::MemberExpr>(E))
    Known = &membersOf(M->getBase())
                 .Members[llvm::cast<clang::FieldDecl>(M->getMemberDecl())];
  else
    Known = &Variables[namedVariable(E)];
  if (!isKind<OwnRecord>(*Known))
    *Known = OwnRecord{New()};
  return *std::get<OwnRecord>(*Known).Parts;
}

void Environment::setMember(const clang::MemberExpr *Member, Entity Value) {
  const auto *Field = llvm::cast<clang::FieldDecl>(Member->getMemberDecl());
  membersOf(Member->getBase()).Members[Field] = std::move(Value);
}

/// \p C makes of a record of the nest's own one of a base class; nothing where
/// it does not.
std::optional<Entity> Environment::asBase(const clang::CastExpr *C) const {
  auto Whole = part(C->getSubExpr());
  const auto *Own = Whole ? std::get_if<OwnRecord>(&*Whole) : nullptr;
  if (!Own || !Own->Parts->Outer)
    return std::nullopt;
  auto Base = std::make_shared<RecordValue>(*Own->Parts);
  Base->Outer = castInCaller(C, Own->Parts->Outer);
  return Base->Outer ? std::optional<Entity>(OwnRecord{std::move(Base)})
                     : std::nullopt;
}

std::optional<Entity>
Environment::memberOf(const Entity &Whole,
                      const clang::FieldDecl *Field) const {
  const auto *Own = std::get_if<OwnRecord>(&Whole);
  if (Own) {
    auto Found = Own->Parts->Members.find(Field);
    if (Found != Own->Parts->Members.end())
      return Found->second;
  }
  if (!isOrdinary(Field))
    return std::nullopt;
  if (Own && Own->Parts->Outer)
    return OuterObject{memberOf(Own->Parts->Outer, Field)};
  if (const auto *Record = std::get_if<Alias>(&Whole)) {
    Alias Member = *Record;
    std::string &Path = Member.At.Path;
    Path += (Path.empty() ? "" : ".") + Field->getNameAsString();
    return Member;
  }
  if (const auto *Object = std::get_if<OuterObject>(&Whole))
    return OuterObject{memberOf(Object->Outer, Field)};
  return std::nullopt;
}

std::optional<Entity> Environment::part(const clang::Expr *E) const {
  E = withoutWrappers(E);
  if (isa<clang::CXXThisExpr>(E) && Here.Self)
    return OwnRecord{Here.Self};
  if (const clang::VarDecl *V = namedVariable(E)) {
    const Entity *Known = find(V);
    bool IsOwn =
        Known && (isKind<OwnRecord>(*Known) || isKind<SpanValue>(*Known));
    return IsOwn ? std::optional(*Known) : std::nullopt;
  }
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U && U->getOpcode() == clang::UO_Deref) {
    auto Behind = part(U->getSubExpr());
    return Behind && isKind<OwnRecord>(*Behind) ? Behind : std::nullopt;
  }
  if (const auto *C = dyn_cast<clang::ImplicitCastExpr>(E)) {
    if (C->getCastKind() == clang::CK_LValueToRValue &&
        C->getType()->isPointerType())
      return part(C->getSubExpr());
    if (isToBase(C))
      return asBase(C);
  }
  const auto *M = dyn_cast<clang::MemberExpr>(E);
  const auto *Field =
      M ? dyn_cast<clang::FieldDecl>(M->getMemberDecl()) : nullptr;
  auto Whole = Field ? part(M->getBase()) : std::nullopt;
  return Whole ? memberOf(*Whole, Field) : std::nullopt;
}

const clang::Expr *Environment::closureOf(const clang::Expr *Object) const {
  const clang::Expr *Variable = nullptr;
  for (;;) {
    Object = passedOn(Object);
    if (isa<clang::LambdaExpr>(Object))
      return Object;
    const auto Part = part(Object);
    if (const auto *Member = Part ? std::get_if<OuterObject>(&*Part) : nullptr)
      return Member->Outer;
    const auto *D = dyn_cast<clang::DeclRefExpr>(Object);
    const auto *V = D ? dyn_cast<clang::VarDecl>(D->getDecl()) : nullptr;
    if (!V)
      break;
    if (!Source.Inside.contains(V))
      Variable = Object;
    const clang::Expr *Outer = object(V);
    if (Outer && namedVariable(Outer) != V)
      Object = Outer;
    else if (V->hasLocalStorage() && V->hasInit())
      Object = V->getInit();
    else
      break;
  }
  // A variable that is not made of a lambda that is seen is a closure itself.
  Object = Variable && !isa<clang::DeclRefExpr>(Object) ? Variable : Object;
  return varies(Object) ? nullptr : inCaller(Object);
}

} // namespace lacuna::plugin

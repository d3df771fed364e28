//===- RecordVariables.cpp - variables that are records -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `Vec3 v = x[j]; s += cross(v, w); y[i] = s;` A record that is kept in a
// variable or set as a whole, number by number.
//
//===----------------------------------------------------------------------===//

#include "lift/Library.h"
#include "lift/Lifter.h"

using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// Whether \p S may change \p V, a record: also by its own functions.
bool Lifter::mayChange(const clang::Stmt *S, const clang::VarDecl *V) {
  if (findWrite(S, V))
    return true;
  if (const auto *C = dyn_cast<clang::CallExpr>(S)) {
    const auto *M =
        llvm::dyn_cast_or_null<clang::CXXMethodDecl>(C->getDirectCallee());
    const clang::Expr *Object = M && M->isInstance() ? objectOf(C) : nullptr;
    if (Object && !M->isConst() && rootVariable(Object) == V)
      return true;
  }
  bool Changes = false;
  // A reference by which it may be changed.
  if (const auto *D = dyn_cast<clang::DeclStmt>(S))
    for (const clang::Decl *Decl : D->decls())
      if (const auto *To = dyn_cast<clang::VarDecl>(Decl))
        Changes |= To->getType()->isReferenceType() &&
                   !To->getType()->getPointeeType().isConstQualified() &&
                   To->hasInit() && rootVariable(To->getInit()) == V;
  forEachPart(S,
              [&](const clang::Stmt *Part) { Changes |= mayChange(Part, V); });
  return Changes;
}

/// Whether \p E reads something that is called like \p P.
static bool reads(const ExprRef &E, const lacuna::Place &P) {
  bool Reads = false;
  walk(E, [&](const lacuna::Expr &Part) {
    const auto *V = dyn_cast<VarExpr>(&Part);
    const auto *L = dyn_cast<LoadExpr>(&Part);
    Reads |= (V && V->name() == P.Name) || (L && L->array() == P.Name);
  });
  return Reads;
}

/// The members of \p V that \p S uses; null among them: it uses all.
static void usedMembers(const clang::Stmt *S, const clang::VarDecl *V,
                        llvm::SmallPtrSetImpl<const clang::Decl *> &Used) {
  if (const auto *M = dyn_cast<clang::MemberExpr>(S);
      M && namedVariable(withoutWrappers(M->getBase())) == V &&
      isa<clang::FieldDecl>(M->getMemberDecl())) {
    Used.insert(M->getMemberDecl());
    return;
  }
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(S)) {
    const auto *B = dyn_cast<clang::BindingDecl>(D->getDecl());
    if (B && B->getDecomposedDecl() == V)
      Used.insert(fieldOf(B));
    if (D->getDecl() == V)
      Used.insert(nullptr);
    return;
  }
  forEachPart(S, [&](const clang::Stmt *Part) { usedMembers(Part, V, Used); });
}

/// The number that \p P, of type \p Ty, is now; null where it has no value.
ExprRef Lifter::partNow(const Entity &P, const Type &Ty) {
  switch (P.K) {
  case Entity::Kind::Object:
    return scalarOperand(P.Object);
  case Entity::Kind::Alias:
    if (!P.Path.empty())
      return elementAt(memberAt({P.Name, P.Index, P.Path, P.Row}, Ty));
    return elementAt(
        {Location::Kind::Place, {P.Name, P.Ty, P.Index}, nullptr, P.Row});
  case Entity::Kind::Local:
    return P.Name.empty() ? nullptr : var(P.Ty, P.Name);
  default:
    return P.Index;
  }
}

/// \p Value as it is now, in variables called after \p Name: constants, or
/// such that change.
std::optional<Lifter::Entity> Lifter::held(const Entity &Value,
                                           const std::string &Name,
                                           clang::QualType Ty, bool Changes,
                                           clang::SourceLocation Loc,
                                           std::vector<StmtRef> &Out) {
  if (Value.K == Entity::Kind::Pointer || Value.K == Entity::Kind::Span) {
    Entity Held = Value;
    for (ExprRef *E : {&Held.Index, &Held.Row, &Held.Size})
      *E = fixed(*E, Name, Loc, Out);
    return Held;
  }
  // A span of the function's.
  if (Value.K == Entity::Kind::Object &&
      containerOf(Ty->getAsCXXRecordDecl()) == "span")
    return Value;
  if (isRecord(Ty) && !Ty->isReferenceType()) {
    const clang::CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
    if (!isPlainRecord(R))
      return refuseType(Loc, Ty), std::nullopt;
    auto Own = std::make_shared<RecordValue>();
    for (const clang::FieldDecl *Field : R->fields()) {
      auto Member = memberOf(Value, Field);
      // What nothing uses is left out.
      if (!Member)
        continue;
      if (Member->K == Entity::Kind::Alias)
        Result.Members.push_back(Field);
      std::string Part = Field->getNameAsString();
      auto Held = held(*Member, Name.empty() ? Part : Name + "_" + Part,
                       Field->getType(), Changes, Loc, Out);
      if (!Held)
        return std::nullopt;
      Own->Members[Field] = std::move(*Held);
    }
    return recordOf(std::move(Own));
  }
  if (Ty->isReferenceType() || Ty->isPointerType())
    return Value;
  auto Scalar = scalarTypeAt(Ty, Loc);
  if (!Scalar)
    return std::nullopt;
  ExprRef Init = partNow(Value, *Scalar);
  if (Refusal)
    return std::nullopt;
  if (Init)
    Init = lacuna::cast(*Scalar, Init);
  std::string New = uniqueName(Name);
  if (Changes || !Init) {
    Out.push_back(std::make_shared<VarStmt>(New, *Scalar, Init, tag(Loc)));
  } else {
    Out.push_back(std::make_shared<LetStmt>(New, Init, tag(Loc)));
    if (ExprRef Known = noteLet(New, Init))
      noteCoordinate(Known, New);
  }
  return Entity{Entity::Kind::Local, New, *Scalar, nullptr};
}

/// \p V stands for \p Value.
void Lifter::bindValue(const clang::VarDecl *V, Entity Value) {
  if (Value.K == Entity::Kind::Object)
    Objects[V] = Value.Object;
  else
    Env[V] = std::move(Value);
}

/// `Vec3 v = f(x[j]);`
bool Lifter::declareValue(const clang::VarDecl *V, const clang::Expr *Init,
                          ArrayRef<const clang::Stmt *> Rest,
                          std::vector<StmtRef> *Out) {
  auto Value = recordValue(Init, Out);
  if (!Value)
    return false;
  if (!Out) {
    bindValue(V, std::move(*Value));
    return true;
  }
  bool Changes = false;
  llvm::SmallPtrSet<const clang::Decl *, 8> Used;
  for (const clang::Stmt *S : Rest) {
    Changes |= mayChange(S, V);
    usedMembers(S, V, Used);
  }
  const clang::CXXRecordDecl *R =
      V->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!Used.contains(nullptr) && Value->K != Entity::Kind::Span) {
    auto Own = std::make_shared<RecordValue>();
    for (const clang::FieldDecl *Field : R->fields())
      if (Used.contains(Field))
        if (auto Member = memberOf(*Value, Field))
          Own->Members[Field] = std::move(*Member);
    Value = recordOf(std::move(Own));
  }
  auto Held =
      held(*Value, V->getNameAsString(), V->getType().getNonReferenceType(),
           Changes, V->getLocation(), *Out);
  if (Held)
    bindValue(V, std::move(*Held));
  return Held.has_value();
}

//===-- assignments -------------------------------------------------------===//

/// Calls \p Fn with each number that \p Whole, of type \p Ty, consists of.
bool Lifter::forEachNumber(
    const Entity &Whole, clang::QualType Ty, clang::SourceLocation Loc,
    llvm::function_ref<bool(const Entity &, const Type &)> Fn) {
  if (!isRecord(Ty)) {
    auto Scalar = scalarTypeAt(Ty, Loc);
    return Scalar && Fn(Whole, *Scalar);
  }
  const clang::CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (!isPlainRecord(R))
    return refuseType(Loc, Ty), false;
  return llvm::all_of(R->fields(), [&](const clang::FieldDecl *Field) {
    auto Member = memberOf(Whole, Field);
    if (!Member)
      return refuseType(Loc, Ty), false;
    if (Member->K == Entity::Kind::Alias)
      Result.Members.push_back(Field);
    return forEachNumber(*Member, Field->getType(), Loc, Fn);
  });
}

/// `s = s + v;`, `y[i] = s;` of records: number by number.
bool Lifter::assignRecord(const clang::Expr *Target, const clang::Expr *Value,
                          clang::SourceLocation Loc,
                          std::vector<StmtRef> &Out) {
  clang::QualType Ty = Target->getType();
  std::optional<Entity> To = part(Target);
  if (!To && varies(Target)) {
    auto P = locateRecord(Target);
    To = P ? std::optional(recordAt(*P)) : std::nullopt;
  } else if (!To) {
    refuse(Loc, "assignment to '" + spell(Target) +
                    "'; accepted are array elements and local variables");
  }
  auto From = To ? recordValue(Value, &Out) : std::nullopt;
  if (!From)
    return false;
  std::vector<lacuna::Place> Places;
  std::vector<ExprRef> Values;
  auto AddPlace = [&](const Entity &P, const Type &Ty) {
    Location L{Location::Kind::Place, {P.Name, P.Ty, P.Index}, nullptr, P.Row};
    if (P.K == Entity::Kind::Alias && !P.Path.empty())
      L = memberAt({P.Name, P.Index, P.Path, P.Row}, Ty);
    else if (P.K != Entity::Kind::Local && P.K != Entity::Kind::Alias)
      return refuse(Loc, "assignment to '" + spell(Target) +
                             "'; accepted are array elements and local "
                             "variables"),
             false;
    Places.push_back(placeAt(L));
    return true;
  };
  auto AddValue = [&](const Entity &P, const Type &Ty) {
    ExprRef Now = partNow(P, Ty);
    if (!Now && !Refusal)
      refuseType(Loc, Target->getType());
    Values.push_back(Now);
    return Now != nullptr;
  };
  if (!forEachNumber(*To, Ty, Loc, AddPlace) ||
      !forEachNumber(*From, Ty, Loc, AddValue))
    return false;
  for (size_t N = 0; N < Places.size(); ++N) {
    // What is assigned before it is read.
    bool IsLate = llvm::any_of(
        llvm::ArrayRef(Places).take_front(N),
        [&](const lacuna::Place &P) { return reads(Values[N], P); });
    if (IsLate) {
      for (ExprRef &E : Values) {
        std::string Name = uniqueName("value");
        Out.push_back(std::make_shared<LetStmt>(Name, E, tag(Loc)));
        E = var(E->type(), Name);
      }
      break;
    }
  }
  for (auto [P, E] : llvm::zip_equal(Places, Values)) {
    noteWritten(P);
    Out.push_back(assignment(P, lacuna::cast(P.Ty, E), tag(Loc)));
  }
  return true;
}

} // namespace lacuna::plugin

//===- RecordVariables.cpp - variables that are records -------------------===//
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

#include "lift/Lifter.h"
#include "lift/Messages.def"
#include "lift/Tensors.h"
#include "lift/ast/ArrayTypes.h"
#include "lift/ast/RecordQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/state/Reductions.h"

using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

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
  if (const auto *Object = std::get_if<OuterObject>(&P))
    return Ops.scalar(Object->Outer);
  if (const auto *Element = std::get_if<Alias>(&P))
    return elementAt(elementOf(*Element, Ty));
  if (const auto *Variable = std::get_if<Local>(&P))
    return Variable->Name.empty() ? nullptr : var(Variable->Ty, Variable->Name);
  const auto *Forwarded = std::get_if<Forward>(&P);
  return Forwarded ? Forwarded->Value : nullptr;
}

/// \p Value as it is now, in variables called after \p Name: constants, or
/// such that change.
std::optional<Entity> Lifter::held(const Entity &Value, const std::string &Name,
                                   clang::QualType Ty, bool Changes,
                                   clang::SourceLocation Loc,
                                   std::vector<StmtRef> &Out) {
  auto Fixed = [&](const ExprRef &E) { return Lets.fixed(E, Name, Loc, Out); };
  auto HeldPointer = [&](const PointerValue &P) {
    PointerValue Held = P;
    Held.Offset = Fixed(P.Offset);
    Held.Row = Fixed(P.Row);
    return Held;
  };
  if (auto Level = arrayLevel(Context, Ty);
      Level && !Level->Length && !Ty->isReferenceType())
    return heldArray(Value, Name, Ty, Loc, Out);
  if (const auto *Pointer = std::get_if<PointerValue>(&Value))
    return HeldPointer(*Pointer);
  if (const auto *Span = std::get_if<SpanValue>(&Value)) {
    const llvm::StringRef Container = containerOf(Ty->getAsCXXRecordDecl());
    if (Container != "span")
      return Diags.refuseType(Loc, Ty), std::nullopt;
    PointerValue Data = HeldPointer(Span->Data);
    return SpanValue{std::move(Data), Fixed(Span->Size)};
  }
  // A span of the function's, or what a lambda captured, which stays.
  if (isKind<OuterObject>(Value) &&
      (isLambda(Ty) || containerOf(Ty->getAsCXXRecordDecl()) == "span"))
    return Value;
  if (Types.isRecord(Ty) && !Ty->isReferenceType()) {
    const clang::CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
    if (!isPlainRecord(R))
      return Diags.refuseType(Loc, Ty), std::nullopt;
    auto Own = std::make_shared<RecordValue>();
    for (const clang::FieldDecl *Field : R->fields()) {
      auto Member = Env.memberOf(Value, Field);
      // What nothing uses is left out.
      if (!Member)
        continue;
      if (isKind<Alias>(*Member))
        Builder.result().Members.push_back(Field);
      std::string Part = Field->getNameAsString();
      auto Held = held(*Member, Name.empty() ? Part : Name + "_" + Part,
                       Field->getType(), Changes, Loc, Out);
      if (!Held)
        return std::nullopt;
      Own->Members[Field] = std::move(*Held);
    }
    return OwnRecord{std::move(Own)};
  }
  if (Ty->isReferenceType() || Ty->isPointerType())
    return Value;
  auto Scalar = Types.scalarAt(Ty, Loc);
  if (!Scalar)
    return std::nullopt;
  ExprRef Init = partNow(Value, *Scalar);
  if (Diags.any())
    return std::nullopt;
  if (Init)
    Init = lacuna::cast(*Scalar, Init);
  std::string New = Builder.uniqueName(Name);
  if (Changes || !Init) {
    Out.push_back(
        std::make_shared<VarStmt>(New, *Scalar, Init, Builder.tag(Loc)));
  } else {
    Out.push_back(std::make_shared<LetStmt>(New, Init, Builder.tag(Loc)));
    if (ExprRef Known = Lets.note(New, Init))
      noteCoordinate(Builder, Loops, Known, New);
  }
  return Local{New, *Scalar};
}

/// `Vec3 v = f(x[j]);`
bool Lifter::declareValue(const clang::VarDecl *V, const clang::Expr *Init,
                          ArrayRef<const clang::Stmt *> Rest,
                          std::vector<StmtRef> *Out) {
  auto Value = recordValue(Init, Out);
  if (!Value)
    return false;
  if (!Out) {
    Env.bindValue(V, std::move(*Value));
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
  if (!Used.contains(nullptr) && !isKind<SpanValue>(*Value)) {
    auto Own = std::make_shared<RecordValue>();
    for (const clang::FieldDecl *Field : R->fields())
      if (Used.contains(Field))
        if (auto Member = Env.memberOf(*Value, Field))
          Own->Members[Field] = std::move(*Member);
    Value = OwnRecord{std::move(Own)};
  }
  auto Held =
      held(*Value, V->getNameAsString(), V->getType().getNonReferenceType(),
           Changes, V->getLocation(), *Out);
  if (Held)
    Env.bindValue(V, std::move(*Held));
  return Held.has_value();
}

//===-- assignments -------------------------------------------------------===//

/// Calls \p Fn with each number that \p Whole, of type \p Ty, consists of.
bool Lifter::forEachNumber(
    const Entity &Whole, clang::QualType Ty, clang::SourceLocation Loc,
    llvm::function_ref<bool(const Entity &, const Type &)> Fn) {
  if (auto Level = arrayLevel(Context, Ty); Level && !Level->Length)
    return forEachElement(Whole, Ty, Loc, Fn);
  if (!Types.isRecord(Ty)) {
    auto Scalar = Types.scalarAt(Ty, Loc);
    return Scalar && Fn(Whole, *Scalar);
  }
  const clang::CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (!isPlainRecord(R))
    return Diags.refuseType(Loc, Ty), false;
  return llvm::all_of(R->fields(), [&](const clang::FieldDecl *Field) {
    auto Member = Env.memberOf(Whole, Field);
    if (!Member)
      return Diags.refuseType(Loc, Ty), false;
    if (isKind<Alias>(*Member))
      Builder.result().Members.push_back(Field);
    return forEachNumber(*Member, Field->getType(), Loc, Fn);
  });
}

/// Drops what \p List declares from \p First on and neither it nor \p Values
/// read.
static void dropUnread(std::vector<StmtRef> &List, size_t First,
                       ArrayRef<ExprRef> Values, const LetTable &Known) {
  for (size_t N = List.size(); N-- > First;) {
    const auto *Let = dyn_cast<LetStmt>(List[N].get());
    if (!Let || Known.contains(Let->name()))
      continue;
    auto Reads = [&](const ExprRef &E) { return usesVar(E, Let->name()); };
    bool IsRead = llvm::any_of(Values, Reads);
    for (const StmtRef &S : llvm::drop_begin(List, N + 1))
      walk(S, [&](const lacuna::Stmt &Part) {
        IsRead |= llvm::any_of(expressions(Part), Reads);
        return !IsRead;
      });
    if (!IsRead)
      List.erase(List.begin() + N);
  }
}

/// `s = s + v;`, `y[i] = s;` of records: number by number.
bool Lifter::assignRecord(const clang::Expr *Target, const clang::Expr *Value,
                          clang::SourceLocation Loc,
                          std::vector<StmtRef> &Out) {
  clang::QualType Ty = Target->getType();
  if (isStdArray(Ty))
    return assignArray(Target, Value, Loc, Out);
  std::optional<Entity> To = Env.part(Target);
  if (!To && Env.varies(Target)) {
    auto P = locateRecord(Target);
    To = P ? std::optional<Entity>(Alias{*P}) : std::nullopt;
  } else if (!To) {
    const clang::Expr *Outer = Env.asOperand(Target);
    To = Outer ? std::optional<Entity>(OuterObject{unqualified(Outer)})
               : std::nullopt;
  }
  const size_t Before = Out.size();
  auto From = To ? recordValue(Value, &Out) : std::nullopt;
  return From && assignNumbers(*To, *From, Ty, Target, Before, Out);
}

/// Sets \p To, of type \p Ty, which \p Target names or has room for, to \p
/// From, number by number; what it is made of begins at \p Before in \p Out.
bool Lifter::assignNumbers(const Entity &To, const Entity &From,
                           clang::QualType Ty, const clang::Expr *Target,
                           size_t Before, std::vector<StmtRef> &Out) {
  const clang::SourceLocation Loc = Target->getExprLoc();
  std::vector<lacuna::Place> Places;
  std::vector<ExprRef> Values;
  auto AddPlace = [&](const Entity &P, const Type &Number) {
    if (const auto *Element = std::get_if<Alias>(&P))
      Places.push_back(placeAt(elementOf(*Element, Number)));
    else if (const auto *Variable = std::get_if<Local>(&P))
      Places.push_back({Variable->Name, Variable->Ty, nullptr});
    else if (const auto *Object = std::get_if<OuterObject>(&P);
             Object && carryOuterMember(Object->Outer))
      return true;
    else
      return Diags.refuse(Loc,
                          msg::AssignmentNotSupported(Diags.spell(Target))),
             false;
    return true;
  };
  auto AddValue = [&](const Entity &P, const Type &Number) {
    ExprRef Now = partNow(P, Number);
    if (!Now && !Diags.any())
      Diags.refuseType(Loc, Ty);
    Values.push_back(Now);
    return Now != nullptr;
  };
  if (!forEachNumber(To, Ty, Loc, AddPlace) || Diags.any() ||
      !forEachNumber(From, Ty, Loc, AddValue))
    return false;
  for (size_t N = 0; N < Places.size(); ++N)
    Values[N] = withoutCopies(Values[N], Places[N], Out);
  dropUnread(Out, Before, Values, Lets);
  for (size_t N = 0; N < Places.size(); ++N) {
    // What is assigned before it is read.
    bool IsLate = llvm::any_of(
        llvm::ArrayRef(Places).take_front(N),
        [&](const lacuna::Place &P) { return reads(Values[N], P); });
    if (IsLate) {
      for (ExprRef &E : Values) {
        std::string Name = Builder.uniqueName("value");
        Out.push_back(std::make_shared<LetStmt>(Name, E, Builder.tag(Loc)));
        E = var(E->type(), Name);
      }
      break;
    }
  }
  for (auto [P, E] : llvm::zip_equal(Places, Values)) {
    Ops.noteWritten(P);
    Out.push_back(assignment(P, lacuna::cast(P.Ty, E), Builder.tag(Loc)));
  }
  return true;
}

} // namespace lacuna::plugin

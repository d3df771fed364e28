//===- Operands.cpp - what the nest takes as it finds it ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that the nest only takes as it finds it: base pointers, scalars,
// sizes. Two expressions with one key denote one object and share an operand.
//
//===----------------------------------------------------------------------===//

#include "lift/state/Operands.h"
#include "lift/ast/ArrayTypes.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/state/Constants.h"
#include "lift/state/Messages.def"
#include "clang/AST/ExprCXX.h"

using llvm::isa;

namespace lacuna::plugin {

/// An operand that \p I is the binding of.
std::string Operands::add(const Invariant &I, OperandKind Kind, Type Ty,
                          Binding::Form F, const clang::Expr *User,
                          ExprRef Extent, llvm::StringRef Suffix) {
  std::string Name = Builder.addOperand(
      (I.Hint + Suffix).str(), Kind, std::move(Ty), F, User, std::move(Extent));
  Builder.result().Bindings.back().Object = Invariants::objectBound(I, F, User);
  return Name;
}

void Operands::addMemory(const Invariant &I, const clang::Expr *E, Type Ty,
                         bool Written) {
  std::string &Name = NameByKey["memory " + I.Key];
  if (Name.empty())
    Name = add(I, OperandKind::Array, std::move(Ty), Binding::Form::Address, E,
               i64(1), "_at");
  if (Written)
    Builder.operand(Name)->Written = true;
}

void Operands::noteApart() {
  std::vector<std::pair<std::string, llvm::StringRef>> Memory;
  for (const auto &Known : NameByKey)
    if (llvm::StringRef Key = Known.getKey();
        Key.consume_front("memory ") && Builder.operand(Known.second))
      Memory.emplace_back(Known.second, Key);
  llvm::sort(Memory);
  for (size_t A = 0; A < Memory.size(); ++A)
    for (size_t B = A + 1; B < Memory.size(); ++B)
      if ((Builder.operand(Memory[A].first)->Written ||
           Builder.operand(Memory[B].first)->Written) &&
          Invariants::areApart(Memory[A].second, Memory[B].second))
        Builder.graph().Facts.NoAlias.emplace_back(Memory[A].first,
                                                   Memory[B].first);
}

/// A variable whose type says that it never changes.
static bool isConstantObject(const clang::Expr *E) {
  const clang::VarDecl *V = namedVariable(E);
  return V && V->getType().isConstQualified() &&
         !V->getType()->isReferenceType();
}

ExprRef Operands::scalar(const clang::Expr *LValue) {
  auto Ty = Types.scalarAt(LValue->getType(), LValue->getExprLoc());
  LValue = Ty ? Env.asOperand(LValue) : nullptr;
  auto I = LValue ? Same.of(LValue) : std::nullopt;
  if (!I)
    return nullptr;
  auto Known = NameByKey.find("scalar " + I->Key);
  if (Known != NameByKey.end())
    return var(*Ty, Known->second);
  std::string Name =
      add(*I, OperandKind::Scalar, *Ty, Binding::Form::Value, LValue);
  NameByKey["scalar " + I->Key] = Name;
  if (I->InMemory && !isConstantObject(LValue))
    addMemory(*I, LValue, *Ty, /*Written=*/false);
  return var(*Ty, Name);
}

void Operands::addInteger(const clang::VarDecl *V) {
  std::string Name = V->getNameAsString();
  if (Source.sets(V) ||
      V->getType().getNonReferenceType().isVolatileQualified() ||
      Builder.operand(Name) || Builder.isTaken(Name))
    return;
  scalar(clang::DeclRefExpr::Create(
      Context, clang::NestedNameSpecifierLoc(), clang::SourceLocation(),
      const_cast<clang::VarDecl *>(V), /*RefersToEnclosing=*/false,
      Source.Root->getBeginLoc(), V->getType(), clang::VK_LValue));
}

ExprRef Operands::size(const clang::Expr *Container) {
  const clang::CXXRecordDecl *R = Container->getType()->getAsCXXRecordDecl();
  if (!R || !R->isInStdNamespace() || !R->getIdentifier() ||
      (R->getName() != "vector" && R->getName() != "span" &&
       R->getName() != "array" && R->getName() != "basic_string" &&
       R->getName() != "basic_string_view"))
    return nullptr;
  auto I = Same.of(Container);
  if (!I)
    return nullptr;
  if (auto Known = Appended.find(I->Key); Known != Appended.end())
    return loadOf(Known->second.Count);
  std::string &Name = NameByKey["size " + I->Key];
  if (Name.empty())
    Name = add(*I, OperandKind::Scalar, Type::i64(), Binding::Form::Size,
               withoutObjectCasts(Container), nullptr, "_size");
  Sizes.insert(Name);
  return var(Type::i64(), Name);
}

/// The elements that \p Lengths, level by level, make.
static ExprRef product(llvm::ArrayRef<ExprRef> Lengths) {
  ExprRef All = i64(1);
  for (const ExprRef &Length : Lengths)
    All = binary(BinaryOp::Mul, All, Length);
  return All;
}

std::optional<std::vector<ExprRef>>
Operands::lengthsOf(clang::QualType Elem, clang::SourceLocation Loc) const {
  std::vector<ExprRef> Lengths;
  for (; auto Level = arrayLevel(Context, Elem); Elem = Level->Elem) {
    ExprRef Length = Level->Length ? RuntimeLengths.lookup(Level->Length)
                                   : i64(Level->Count);
    if (!Length) {
      Diags.refuse(Loc, msg::RowsOfRunTimeLength());
      return std::nullopt;
    }
    Lengths.push_back(std::move(Length));
  }
  return Lengths;
}

ExprRef Operands::widthOf(clang::QualType Elem,
                          clang::SourceLocation Loc) const {
  auto Lengths = lengthsOf(Elem, Loc);
  return Lengths ? product(*Lengths) : nullptr;
}

/// Makes operands of the lengths that are computed at run time in \p Elem, the
/// type of what \p Base leads to.
void Operands::bindLengths(const Invariant &I, Binding::Form F,
                           const clang::Expr *Base, clang::QualType Elem) {
  for (unsigned Levels = 1; auto Level = arrayLevel(Context, Elem);
       Elem = Level->Elem, ++Levels) {
    if (!Level->Length || F != Binding::Form::Pointer)
      continue;
    std::string &Name =
        NameByKey["length " + std::to_string(Levels) + " " + I.Key];
    if (Name.empty()) {
      Name = add(I, OperandKind::Scalar, Type::i64(), Binding::Form::Length,
                 Base, nullptr, "_length");
      Builder.result().Bindings.back().Levels = Levels;
    }
    RuntimeLengths[Level->Length] = var(Type::i64(), Name);
  }
}

/// What \p Array is, or is a member of: a variable or `*this`. Null where a
/// pointer leads there.
static const clang::Expr *wholeOf(const clang::Expr *Array) {
  Array = Array->IgnoreParens();
  while (auto *Member = dyn_cast<clang::MemberExpr>(Array)) {
    Array = Member->getBase()->IgnoreParenImpCasts();
    if (Member->isArrow() && !isa<clang::CXXThisExpr>(Array))
      return nullptr;
  }
  return isa<clang::DeclRefExpr, clang::CXXThisExpr>(Array) ? Array : nullptr;
}

/// Whether that is a variable, behind whose end nothing of it lies.
static bool isVariable(const clang::Expr *Whole) {
  const auto *D = dyn_cast<clang::DeclRefExpr>(Whole);
  const auto *V = D ? dyn_cast<clang::VarDecl>(D->getDecl()) : nullptr;
  return V && !V->getType()->isReferenceType();
}

/// The number of elements that may be accessed, null where unknown.
ExprRef Operands::extentOf(const Invariant &I, const clang::Expr *Base,
                           Binding::Form F, llvm::ArrayRef<ExprRef> Inner) {
  if (auto Known = Appended.find(I.Key); Known != Appended.end())
    return Known->second.Capacity;
  if (F == Binding::Form::Data) {
    ExprRef Size = size(Base);
    return Size ? binary(BinaryOp::Mul, Size, product(Inner)) : nullptr;
  }
  if (F != Binding::Form::Pointer)
    return nullptr;
  const clang::ConstantArrayType *A =
      Context.getAsConstantArrayType(Base->getType());
  // What other pointers lead to need not be there where the loop does not run.
  const clang::Expr *Whole = A ? wholeOf(Base) : nullptr;
  const auto Count = A ? int64_t(A->getSize().getZExtValue()) : 0;
  // The last member of a record may stand for an array of any size.
  const bool IsExact = Count > 1 && Whole && isVariable(Whole);
  if (!Whole ||
      (!IsExact &&
       Base->isFlexibleArrayMemberLike(
           Context, clang::LangOptions::StrictFlexArraysLevelKind::Default)))
    return nullptr;
  return binary(BinaryOp::Mul, i64(Count), product(Inner));
}

/// A store may change \p Pointer.
void Operands::noteBase(const Invariant &I, const clang::Expr *Pointer) {
  if (I.InMemory && Pointer->getType()->isPointerType())
    PointersInMemory.emplace_back(I, Pointer);
}

ExprRef Operands::given(const clang::Expr *Pointer) {
  Pointer = Env.asOperand(Pointer);
  return Pointer ? givenOutside(Pointer) : nullptr;
}

ExprRef Operands::givenOutside(const clang::Expr *Pointer) {
  auto I = Same.of(Pointer);
  if (!I)
    return nullptr;
  noteBase(*I, Pointer);
  std::string &Name = NameByKey["given " + I->Key];
  if (Name.empty())
    Name = add(*I, OperandKind::Scalar, Type::boolean(), Binding::Form::Given,
               Pointer, nullptr, "_given");
  return var(Type::boolean(), Name);
}

std::optional<PointerValue> Operands::array(const clang::Expr *Base,
                                            Binding::Form F,
                                            clang::QualType Elem) {
  const clang::QualType Innermost = innermostElement(Context, Elem);
  const bool IsNumber = !Types.leadsOn(Innermost);
  if (IsNumber && !Types.scalarAt(Innermost, Base->getExprLoc()))
    return std::nullopt;
  Base = Env.asOperand(Base);
  auto I = Base ? Same.of(Base) : std::nullopt;
  if (!I)
    return std::nullopt;
  if (Appended.count(I->Key)) {
    Diags.refuse(Base->getExprLoc(),
                 msg::ElementsOfAppended(Diags.spell(Base)));
    return std::nullopt;
  }
  return elements(*I, Base, F, Elem);
}

/// The elements of \p Base, written as the function that the nest is in does,
/// which is \p I.
std::optional<PointerValue> Operands::elements(const Invariant &I,
                                               const clang::Expr *Base,
                                               Binding::Form F,
                                               clang::QualType Elem) {
  const clang::QualType Innermost = innermostElement(Context, Elem);
  const clang::SourceLocation Loc = Base->getExprLoc();
  bindLengths(I, F, Base, Elem);
  auto Inner = lengthsOf(Elem, Loc);
  if (!Inner)
    return std::nullopt;
  if (F == Binding::Form::Pointer)
    noteBase(I, Base);
  if (Types.leadsOn(Innermost))
    return records(I, F, Base, std::move(*Inner));
  auto Ty = Types.scalarAt(Innermost, Loc);
  if (!Ty)
    return std::nullopt;
  auto Known = NameByKey.find("array " + I.Key);
  if (Known != NameByKey.end())
    return PointerValue{Known->second, *Ty, nullptr};
  ExprRef Extent = extentOf(I, Base, F, *Inner);
  std::string Name =
      add(I, OperandKind::Array, *Ty, F, Base, std::move(Extent));
  Builder.result().Bindings.back().Levels = Inner->size();
  Builder.operand(Name)->Inner = std::move(*Inner);
  if (const clang::VarDecl *V = namedVariable(Base))
    Builder.operand(Name)->Constants = constantElements(*Ty, V);
  if (F == Binding::Form::Data &&
      containerOf(Base->getType()->getAsCXXRecordDecl()) == "vector")
    Builder.operand(Name)->RowsLie = RowMemory::Own;
  NameByKey["array " + I.Key] = Name;
  return PointerValue{Name, *Ty, nullptr};
}

//===-- containers that the nest appends to -------------------------------===//

StmtRef Operands::append(const Invariant &I, const clang::Expr *Container) {
  const std::string Size =
                        add(I, OperandKind::Scalar, Type::i64(),
                            Binding::Form::Size, Container, nullptr, "_size"),
                    Capacity = add(I, OperandKind::Scalar, Type::i64(),
                                   Binding::Form::Capacity, Container, nullptr,
                                   "_capacity");
  Sizes.insert(Size);
  const std::string Name = Builder.uniqueName(I.Hint + "_container");
  Builder.result().Bindings.push_back(
      {Name, Binding::Form::Container, Container, I.Object});
  addMemory(I, Container, Type::opaque("auto"), /*Written=*/true);
  const Place Count{Builder.uniqueName(I.Hint + ".size()"), Type::i64(),
                    nullptr};
  Appended.emplace(
      I.Key, Appending{Count, var(Type::i64(), Capacity), Name, Container});
  return std::make_shared<VarStmt>(Count.Name, Count.Ty,
                                   var(Type::i64(), Size));
}

std::optional<PointerValue> Operands::appended(const clang::Expr *Container,
                                               clang::QualType Elem) {
  auto I = Same.of(Container);
  auto P =
      I ? elements(*I, Container, Binding::Form::Data, Elem) : std::nullopt;
  if (P)
    Appended.at(I->Key).Array = P->Array;
  return P;
}

/// Whether \p A and \p B are two variables.
static bool areTwoVariables(const clang::Expr *A, const clang::Expr *B) {
  return isVariable(A->IgnoreParens()) && isVariable(B->IgnoreParens()) &&
         namedVariable(A) != namedVariable(B);
}

void Operands::noteAppended() {
  const std::vector<Binding> Bound = Builder.result().Bindings;
  for (const auto &[Key, A] : Appended) {
    for (Operand &O : Builder.graph().Operands)
      if (O.Kind == OperandKind::Array &&
          (O.Records.empty() ? O.Name : O.Records) == A.Array)
        O.Grows = A.Name;
    for (const Binding &B : Bound)
      if ((B.F == Binding::Form::Data || B.F == Binding::Form::Size) &&
          Context.hasSameUnqualifiedType(B.User->getType(),
                                         A.Container->getType()) &&
          !areTwoVariables(B.User, A.Container))
        if (auto I = Same.of(B.User); I && I->Key != Key)
          addMemory(*I, B.User, Type::opaque("auto"), /*Written=*/false);
  }
}

PointerValue Operands::records(const Invariant &I, Binding::Form F,
                               const clang::Expr *Base,
                               std::vector<ExprRef> Inner) {
  std::string &Name = NameByKey["records " + I.Key];
  if (Name.empty()) {
    Name = Builder.uniqueName(I.Hint);
    RecordExtents[Name] = extentOf(I, Base, F, Inner);
    Builder.result().Bindings.push_back({Name, F, Base,
                                         Invariants::objectBound(I, F, Base),
                                         "", unsigned(Inner.size())});
    RecordInner[Name] = std::move(Inner);
  }
  return {Name, Type(), nullptr};
}

ExprRef Operands::call(const clang::CXXMemberCallExpr *C) {
  auto Ty = Types.scalarAt(C->getType(), C->getExprLoc());
  auto I = Ty ? Same.ofCall(C) : std::nullopt;
  if (!I)
    return nullptr;
  std::string &Name = NameByKey["call " + I->Key];
  if (Name.empty())
    Name = add(*I, OperandKind::Scalar, *Ty, Binding::Form::Value, C);
  return var(*Ty, Name);
}

/// Makes an operand of the pointers, elements of \p Records, that lead to rows.
void Operands::addPointersOf(const std::string &Records) {
  auto B = llvm::find_if(Builder.result().Bindings, [&](const Binding &B) {
    return B.Operand == Records;
  });
  if (B == Builder.result().Bindings.end())
    return;
  const unsigned Levels = B->Levels;
  Builder.addOperand(Records + "_at", OperandKind::Array, Type::opaque("auto"),
                     B->F, B->User, nullptr);
  Builder.result().Bindings.back().Levels = Levels;
  Builder.graph().Operands.back().PointersOf = Records;
}

void Operands::comparePointers() {
  bool AreCharactersStored = false, AreAllOwned = true;
  for (const Operand &O : Builder.graph().Operands)
    if (O.Kind == OperandKind::Array && O.Written &&
        (O.Ty.spelling() == "char" || O.Ty.spelling() == "unsigned char")) {
      AreCharactersStored = true;
      AreAllOwned &= O.RowsLie == RowMemory::Own;
    }
  if (!AreCharactersStored && !Language.TypesAlias)
    return;
  for (const auto &[I, Pointer] : PointersInMemory)
    addMemory(I, Pointer, Type::opaque("auto"), /*Written=*/false);
  for (const auto &[Records, Owns] : OwnsRows)
    if (!Owns || !AreAllOwned || Language.TypesAlias)
      addPointersOf(Records);
}

/// Whether what \p Ty points to, or holds, is const: a cast stores to it then.
static bool isOfConst(const clang::ASTContext &Context, clang::QualType Ty) {
  Ty = Ty.getNonReferenceType();
  if (const clang::ArrayType *Array = Context.getAsArrayType(Ty))
    return innermostElement(Context, Array->getElementType())
        .isConstQualified();
  if (Ty->isPointerType())
    return innermostElement(Context, Ty->getPointeeType()).isConstQualified();
  llvm::StringRef Container = containerOf(Ty->getAsCXXRecordDecl());
  return Ty.isConstQualified() &&
         (Container == "vector" || Container == "array");
}

void Operands::noteWritten(const Place &P) {
  Operand *O = P.Index ? Builder.operand(P.Name) : nullptr;
  if (!O)
    return;
  O->Written = true;
  // Rows go by the name of the pointers to them.
  if (O->Row)
    return;
  auto B = llvm::find_if(Builder.result().Bindings,
                         [&](const Binding &B) { return B.Operand == P.Name; });
  if (B != Builder.result().Bindings.end() && B->User &&
      isOfConst(Context, B->User->getType()))
    Diags.refuse(B->User->getExprLoc(),
                 msg::StoredThroughConstCast(Diags.spell(B->User),
                                             B->User->getType().getAsString(
                                                 Context.getPrintingPolicy())));
}

} // namespace lacuna::plugin

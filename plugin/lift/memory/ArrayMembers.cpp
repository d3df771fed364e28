//===- ArrayMembers.cpp - arrays in records by value ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `struct Vec3 { double e[3]; };` Where a record is taken apart, an array in it
// is an array of the nest's own, in each record by value another one.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/Messages.def"
#include "lift/ast/ArrayTypes.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/state/Operators.h"

namespace lacuna::plugin {

/// What a member of type \p Ty is whose elements are \p Array.
static Entity arrayEntity(const PointerValue &Array, const ArrayLevel &Level,
                          clang::QualType Ty) {
  if (isStdArray(Ty))
    return SpanValue{Array, i64(Level.Count)};
  return LocalArray{Array.Array, Array.Elem};
}

/// The array that member \p Field is that begins as \p Init; null: with no
/// values.
std::optional<Entity> Lifter::arrayMember(const clang::FieldDecl *Field,
                                          const clang::Expr *Init,
                                          std::vector<StmtRef> *Out) {
  const clang::QualType Ty = Field->getType();
  const clang::SourceLocation Loc = Init && Init->getExprLoc().isValid()
                                        ? Init->getExprLoc()
                                        : Field->getLocation();
  auto Elem = Types.scalarAt(innermostElement(Context, Ty), Loc);
  std::vector<StmtRef> *const To = Out ? Out : Front;
  if (!Elem || !isCopied(Ty, Loc))
    return std::nullopt;
  if (!Init)
    return LocalArray{"", *Elem};
  if (!To)
    return Diags.refuseType(Loc, Ty), std::nullopt;
  if (llvm::isa<clang::CallExpr>(withoutTemporaries(Init)))
    return arrayValue(Init, To);
  const PointerValue Array = {Builder.uniqueName(Field->getName()), *Elem,
                              nullptr};
  auto Elements = initialElements(Array.Array, Init, Ty);
  if (!Elements)
    return std::nullopt;
  const auto Size = int64_t(numbersIn(Context, Ty));
  const bool HasZeros = int64_t(Elements->size()) != Size;
  if (HasZeros && !Elem->isArithmetic())
    return Diags.refuse(Loc, msg::LocalArrayInitialiser(Field->getName())),
           std::nullopt;
  addElements(Loc, Array, Size, *Elements, HasZeros, *To);
  return arrayEntity(Array, *arrayLevel(Context, Ty), Ty);
}

/// The elements of \p Array, a member of type \p Ty.
std::optional<PointerValue> Lifter::elementsOf(const Entity &Array,
                                               clang::QualType Ty,
                                               clang::SourceLocation Loc) {
  if (!Types.scalarAt(innermostElement(Context, Ty), Loc))
    return std::nullopt;
  const clang::QualType Elem = arrayLevel(Context, Ty)->Elem;
  if (const auto *Span = std::get_if<SpanValue>(&Array))
    return Span->Data;
  if (const auto *Pointer = std::get_if<PointerValue>(&Array))
    return *Pointer;
  if (const auto *Own = std::get_if<LocalArray>(&Array);
      Own && !Own->Name.empty())
    return PointerValue{Own->Name, Own->Elem, nullptr};
  const bool IsStandard = isStdArray(Ty);
  if (const auto *Member = std::get_if<Alias>(&Array))
    return rowAt(Member->At, Ty, IsStandard ? ".data()" : "", Elem, Loc,
                 [&] { return Member->At.Path; });
  if (const auto *Object = std::get_if<OuterObject>(&Array))
    return Ops.array(Object->Outer,
                     IsStandard ? Binding::Form::Data : Binding::Form::Pointer,
                     Elem);
  return Diags.refuseType(Loc, Ty), std::nullopt;
}

/// A copy of \p Array, a member of type \p Ty, called after \p Name.
std::optional<Entity> Lifter::heldArray(const Entity &Array,
                                        const std::string &Name,
                                        clang::QualType Ty,
                                        clang::SourceLocation Loc,
                                        std::vector<StmtRef> &Out) {
  const auto Level = arrayLevel(Context, Ty);
  if (const auto *Own = std::get_if<LocalArray>(&Array);
      Own && Own->Name.empty()) {
    const PointerValue New = {Builder.uniqueName(Name), Own->Elem, nullptr};
    addElements(Loc, New, int64_t(numbersIn(Context, Ty)), {},
                /*HasZeros=*/false, Out);
    return arrayEntity(New, *Level, Ty);
  }
  auto From = elementsOf(Array, Ty, Loc);
  auto Copy = From ? copyOf({*From, i64(Level->Count)}, Name, Ty, Loc, Out)
                   : std::nullopt;
  if (!Copy)
    return std::nullopt;
  return arrayEntity(Copy->Data, *Level, Ty);
}

/// Calls \p Fn with each number in \p Array, a member of type \p Ty.
bool Lifter::forEachElement(
    const Entity &Array, clang::QualType Ty, clang::SourceLocation Loc,
    llvm::function_ref<bool(const Entity &, const Type &)> Fn) {
  auto P = isCopied(Ty, Loc) ? elementsOf(Array, Ty, Loc) : std::nullopt;
  const auto Size = int64_t(numbersIn(Context, Ty));
  for (int64_t N = 0; P && N < Size; ++N) {
    const Location At = elementBehind(*P, i64(N));
    const Alias Element{{At.Place.Name, At.Place.Index, "", At.Row}, P->Elem};
    if (!Fn(Element, P->Elem))
      return false;
  }
  return P.has_value();
}

} // namespace lacuna::plugin

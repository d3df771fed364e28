//===- DataRanges.cpp - the memory that directives about data name --------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/DataRanges.h"
#include "lacuna/directive/Messages.def"
#include "lift/Messages.def"
#include "lift/ast/StandardLibrary.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

namespace {

/// The range of one item.
class RangeBuilder {
public:
  RangeBuilder(const ASTContext &Context, const DataItem &Item,
               llvm::ArrayRef<const clang::Expr *> Parts, unsigned Number)
      : Context(Context), Item(Item), Parts(Parts),
        Number(std::to_string(Number)) {}

  llvm::Expected<DataRange> run();

private:
  llvm::Error findArray();
  llvm::Error findContainer(const CXXRecordDecl *R);
  llvm::Error findSection();
  llvm::Error checkElements() const;
  llvm::Error checkEffects() const;

  Binding binding(llvm::StringRef Stem, Binding::Form F,
                  const clang::Expr *User) const {
    return {("lacuna_" + Stem + Number).str(), F, User};
  }
  llvm::Error lacksSection(llvm::StringRef Why) const {
    return makeError(
        Item.Array.Where,
        msg::DataElementCountUnknown(quoted(Item.Array), Why, Item.Array.Text));
  }
  static std::string quoted(const ClauseArg &Arg) {
    return "'" + Arg.Text + "'";
  }

  const ASTContext &Context;
  const DataItem &Item;
  llvm::ArrayRef<const clang::Expr *> Parts;
  const std::string Number;
  DataRange Range = {};
  QualType Element;
  bool IsConst = false;
};

} // namespace

llvm::Error RangeBuilder::findContainer(const CXXRecordDecl *R) {
  QualType Ty = Parts[0]->getType();
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(R);
  llvm::StringRef Name = containerOf(R);
  const bool IsPointer = Name == "unique_ptr";
  if (!Class || Name.empty() ||
      (IsPointer && !Class->getTemplateArgs()[0].getAsType()->isArrayType()))
    return makeError(
        Item.Array.Where,
        msg::DataTypeNotArray(quoted(Item.Array),
                              Ty.getAsString(Context.getPrintingPolicy())));
  Element = Class->getTemplateArgs()[0].getAsType();
  if (IsPointer)
    Element = Context.getAsArrayType(Element)->getElementType();
  if (Name == "vector" && Element->isBooleanType())
    return makeError(Item.Array.Where,
                     msg::DataIsVectorBool(quoted(Item.Array)));
  // A constant span is one of elements that may be written.
  IsConst = Element.isConstQualified() ||
            (Ty.isConstQualified() && (Name == "vector" || Name == "array"));
  Range.Array = binding(
      "array", IsPointer ? Binding::Form::Get : Binding::Form::Data, Parts[0]);
  if (Item.Section)
    return llvm::Error::success();
  if (IsPointer)
    return lacksSection(" points to");
  Range.Count = binding("count", Binding::Form::Size, Parts[0]);
  return llvm::Error::success();
}

llvm::Error RangeBuilder::findArray() {
  QualType Ty = Parts[0]->getType();
  if (const auto *Array = Context.getAsArrayType(Ty)) {
    Element = Array->getElementType();
    const auto *Constant = dyn_cast<ConstantArrayType>(Array);
    if (!Item.Section && !Constant)
      return lacksSection(" has");
    if (Constant)
      Range.Extent = Constant->getSize().getZExtValue();
  } else if (Ty->isPointerType()) {
    Element = Ty->getPointeeType();
    if (!Item.Section)
      return lacksSection(" points to");
  } else {
    return findContainer(Ty->getAsCXXRecordDecl());
  }
  Range.Array = binding("array", Binding::Form::Pointer, Parts[0]);
  IsConst = Context.getBaseElementType(Element).isConstQualified();
  return llvm::Error::success();
}

llvm::Error RangeBuilder::findSection() {
  if (!Item.Section)
    return llvm::Error::success();
  const ClauseArg *Args[] = {&Item.Section->first, &Item.Section->second};
  for (size_t I : {0, 1})
    if (QualType Ty = Parts[I + 1]->getType();
        !Ty->isIntegralOrUnscopedEnumerationType())
      return makeError(
          Args[I]->Where,
          msg::DataSectionNotInteger(
              quoted(*Args[I]), Ty.getAsString(Context.getPrintingPolicy())));
  Range.First = binding("first", Binding::Form::Value, Parts[1]);
  Range.Count = binding("count", Binding::Form::Value, Parts[2]);
  return llvm::Error::success();
}

llvm::Error RangeBuilder::checkElements() const {
  QualType Ty = Context.getBaseElementType(Element);
  if (Item.Clause->IsPromise &&
      (Ty->isIncompleteType() || Ty->isFunctionType()))
    return makeError(
        Item.Array.Where,
        msg::DataElementSizeUnknown(
            quoted(Item.Array), Ty.getAsString(Context.getPrintingPolicy())));
  if (Item.Clause->IsPromise)
    return llvm::Error::success();
  if (Ty->isIncompleteType() || Ty->isFunctionType() ||
      !Ty.isTriviallyCopyableType(Context))
    return makeError(
        Item.Array.Where,
        msg::DataNotCopyableAsBytes(
            quoted(Item.Array), Ty.getAsString(Context.getPrintingPolicy())));
  if (!IsConst || !Item.Clause->CopiesOut)
    return llvm::Error::success();
  std::optional<std::string> Instead;
  if (Item.Clause->Name == "copy")
    Instead = "copyin";
  else if (Item.Clause->Kind == DataKind::Exit)
    Instead = "delete";
  return makeError(
      Item.ClauseName,
      msg::DataWouldWriteConst(Item.Clause->Name, quoted(Item.Array)) +
          (Instead ? msg::SuffixDidYouMean(*Instead) : ""),
      {}, Instead);
}

llvm::Error RangeBuilder::checkEffects() const {
  const ClauseArg *Args[] = {&Item.Array, nullptr, nullptr};
  if (Item.Section) {
    Args[1] = &Item.Section->first;
    Args[2] = &Item.Section->second;
  }
  for (size_t I = 0; I < Parts.size(); ++I)
    if (Parts[I]->HasSideEffects(Context, /*IncludePossibleEffects=*/false))
      return makeError(Args[I]->Where,
                       msg::DataHasSideEffects(quoted(*Args[I])));
  return llvm::Error::success();
}

llvm::Expected<DataRange> RangeBuilder::run() {
  Range.Clause = Item.Clause;
  if (llvm::Error E = checkEffects())
    return std::move(E);
  if (llvm::Error E = findArray())
    return std::move(E);
  if (llvm::Error E = findSection())
    return std::move(E);
  if (llvm::Error E = checkElements())
    return std::move(E);
  return std::move(Range);
}

/// The expressions that \p S, a block, mentions; see SparsePragma.h.
static std::vector<const clang::Expr *> mentioned(const clang::Stmt *S) {
  std::vector<const clang::Expr *> Found;
  for (const clang::Stmt *Part : S->children()) {
    const auto *E = dyn_cast<clang::Expr>(Part);
    const auto *Cast =
        E ? dyn_cast<CStyleCastExpr>(E->IgnoreImplicit()) : nullptr;
    if (Cast)
      Found.push_back(Cast->getSubExprAsWritten()->IgnoreParens());
  }
  return Found;
}

llvm::Expected<std::optional<std::vector<DataRange>>>
plugin::dataRanges(const ASTContext &Context, const DataDirective &D,
                   const clang::Stmt *Stmt) {
  std::vector<const clang::Expr *> Parts = mentioned(Stmt);
  size_t Wanted = 0;
  for (const DataItem &Item : D.Items)
    Wanted += Item.Section ? 3 : 1;
  if (Parts.size() != Wanted || llvm::any_of(Parts, [](const clang::Expr *E) {
        return E->containsErrors();
      }))
    return std::nullopt;
  std::vector<DataRange> Ranges;
  llvm::Error Errors = llvm::Error::success();
  llvm::ArrayRef<const clang::Expr *> Rest = Parts;
  for (const DataItem &Item : D.Items) {
    size_t Own = Item.Section ? 3 : 1;
    llvm::Expected<DataRange> Range =
        RangeBuilder(Context, Item, Rest.take_front(Own), Ranges.size()).run();
    Rest = Rest.drop_front(Own);
    if (Range)
      Ranges.push_back(std::move(*Range));
    else
      Errors = llvm::joinErrors(std::move(Errors), Range.takeError());
  }
  if (Errors)
    return std::move(Errors);
  return std::move(Ranges);
}

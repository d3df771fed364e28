//===- Extremes.cpp - std::max_element and std::min_element as loops ------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Over a range of numbers these compare the element that is the greatest or
// least so far with each one behind it, as the standard library does, NaN or
// not. Where only its value is asked for, that alone is kept.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/loops/Messages.def"
#include "lift/state/Reductions.h"

using llvm::isa;

namespace lacuna::plugin {

bool Lifter::selectsNumber(const clang::CallExpr *C) const {
  const clang::FunctionDecl *F = C->getDirectCallee();
  if (!F || !F->getIdentifier() || !F->isInStdNamespace() ||
      isa<clang::CXXMethodDecl>(F) || C->getNumArgs() != 2 ||
      (F->getName() != "max_element" && F->getName() != "min_element"))
    return false;
  clang::QualType In = pointerWithin(C->getArg(0)->getType());
  auto Elem = In.isNull() ? std::nullopt : Types.scalar(In->getPointeeType());
  return Elem && Elem->isArithmetic();
}

/// Where the element is that \p C selects, or only its \p Value if that is
/// asked for. Of an empty range it is the one at the end.
std::optional<PointerValue> Lifter::selected(const clang::CallExpr *C,
                                             ExprRef *Value) {
  const clang::SourceLocation Loc = C->getExprLoc();
  const llvm::StringRef Name = C->getDirectCallee()->getName();
  if (!Front) {
    Diags.refuse(Loc, msg::SearchNotOnce(Name.str()));
    return std::nullopt;
  }
  std::vector<StmtRef> &Out = *Front;
  const SourceTag Tag = Builder.tag(Loc);
  auto First = pointer(C->getArg(0));
  const ExprRef Length =
      First ? pointerDistance(C->getArg(0), C->getArg(1), Loc) : nullptr;
  if (!Length || (First->Elem.isFloat() && !Builder.noteFloatingPoint(C)))
    return std::nullopt;
  First->Row = Lets.fixed(First->Row, Name, Loc, Out);
  First->Offset = Lets.fixed(First->Offset, Name, Loc, Out);
  const ExprRef Begin =
      First->Offset ? lacuna::cast(Type::i64(), First->Offset) : i64(0);
  auto ElementAt = [&](const ExprRef &Index) {
    Location L{Location::Kind::Place, {First->Array, First->Elem, Index}};
    L.Row = First->Row;
    return elementAt(L);
  };
  const Type Ty = Value ? First->Elem : Type::i64();
  const Place Best{Builder.uniqueName((Name + "_so_far").str()), Ty, nullptr};
  const ExprRef Init = Value ? ElementAt(Begin) : Begin;
  Out.push_back(std::make_shared<VarStmt>(Best.Name, Ty, Init, Tag));
  addRangeLoop(
      Name, C->getBeginLoc(), Length,
      [&](const ExprRef &At) {
        const ExprRef Here = binary(BinaryOp::Add, Begin, At);
        const ExprRef Known = Value ? loadOf(Best) : ElementAt(loadOf(Best));
        const ExprRef New = ElementAt(Here);
        return std::make_shared<IfStmt>(
            Name == "max_element" ? binary(BinaryOp::Lt, Known, New)
                                  : binary(BinaryOp::Lt, New, Known),
            block({assign(Best, Value ? New : Here, Tag)}), nullptr, Tag);
      },
      Out);
  const std::string Result = Builder.uniqueName(Name.str());
  Out.push_back(std::make_shared<LetStmt>(Result, loadOf(Best), Tag));
  (Value ? *Value : First->Offset) = var(Ty, Result);
  return First;
}

} // namespace lacuna::plugin

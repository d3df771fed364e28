//===- Searches.cpp - std::lower_bound and its like as loops --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `std::lower_bound`, `std::upper_bound` and `std::binary_search` over a range
// of numbers halve it as the standard library does, so that they look at the
// same elements, in the same order, whether the range is sorted or not.
// `std::find` looks at one after the other.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/loops/Messages.def"
#include "lift/state/Reductions.h"

using llvm::isa;

namespace lacuna::plugin {

/// The type in which C++ compares numbers of types \p A and \p B, as far as
/// values go; nothing where that depends on more than their widths.
static std::optional<Type> comparedIn(const Type &A, const Type &B) {
  auto Promoted = [](const Type &Ty) {
    return Ty.isFloat() || Ty.bits() >= 32 ? Ty : Type::i32();
  };
  Type L = Promoted(A), R = Promoted(B);
  if (!L.isArithmetic() || !R.isArithmetic())
    return std::nullopt;
  if (L == R)
    return L;
  if (L.isFloat() != R.isFloat())
    return L.isFloat() ? L : R;
  if (L.bits() != R.bits())
    return L.bits() > R.bits() ? L : R;
  if (L.isFloat())
    return std::nullopt;
  return L.isSigned() ? R : L;
}

static bool isSearch(const clang::FunctionDecl *F) {
  return F && F->getIdentifier() && F->isInStdNamespace() &&
         !isa<clang::CXXMethodDecl>(F) &&
         llvm::StringSwitch<bool>(F->getName())
             .Cases("lower_bound", "upper_bound", "binary_search", "find", true)
             .Default(false);
}

bool Lifter::searchesNumbers(const clang::CallExpr *C) const {
  if (!isSearch(C->getDirectCallee()) || C->getNumArgs() != 3)
    return false;
  clang::QualType In = pointerWithin(C->getArg(0)->getType());
  auto Elem = In.isNull() ? std::nullopt : Types.scalar(In->getPointeeType());
  auto Wanted = Types.scalar(C->getArg(2)->getType());
  return Elem && Wanted && comparedIn(*Elem, *Wanted);
}

/// Moves \p At on to where \p IsThere holds, at \p End at last.
static StmtRef stepwise(const Place &At, const ExprRef &End,
                        const ExprRef &IsThere, SourceTag Tag) {
  return std::make_shared<WhileStmt>(
      binary(BinaryOp::LogicalAnd, binary(BinaryOp::Lt, loadOf(At), End),
             unary(UnaryOp::LogicalNot, IsThere)),
      assign(At, binary(BinaryOp::Add, loadOf(At), i64(1)), Tag), Tag);
}

/// Moves \p At on behind the middle of \p Left elements, which is \p Half
/// further on, where \p Passes holds, until none is left.
static StmtRef halving(const Place &At, const Place &Left,
                       const std::string &Half, const ExprRef &Passes,
                       SourceTag Tag) {
  const ExprRef Now = var(Type::i64(), Half),
                Past = binary(BinaryOp::Add, Now, i64(1));
  const StmtRef Pass =
      block({assign(At, binary(BinaryOp::Add, loadOf(At), Past), Tag),
             assign(Left, binary(BinaryOp::Sub, loadOf(Left), Past), Tag)});
  return std::make_shared<WhileStmt>(
      binary(BinaryOp::Lt, i64(0), loadOf(Left)),
      block({std::make_shared<LetStmt>(
                 Half, binary(BinaryOp::Div, loadOf(Left), i64(2)), Tag),
             std::make_shared<IfStmt>(Passes, Pass,
                                      block({assign(Left, Now, Tag)}), Tag)}),
      Tag);
}

/// Where \p C, which searches numbers, ends in their range, and the elements
/// left there; \p Found is whether the element is not less than the value.
std::optional<PointerValue> Lifter::searched(const clang::CallExpr *C,
                                             ExprRef *Found) {
  clang::SourceLocation Loc = C->getExprLoc();
  const llvm::StringRef Name = C->getDirectCallee()->getName();
  if (!Front) {
    Diags.refuse(Loc, msg::SearchNotOnce(Name.str()));
    return std::nullopt;
  }
  std::vector<StmtRef> &Out = *Front;
  SourceTag Tag = Builder.tag(Loc);
  auto First = pointer(C->getArg(0));
  ExprRef Length =
      First ? pointerDistance(C->getArg(0), C->getArg(1), Loc) : nullptr;
  ExprRef Value = Length ? liftValue(C->getArg(2)) : nullptr;
  if (!Value)
    return std::nullopt;
  const Type In = *comparedIn(First->Elem, Value->type());
  if (In.isFloat() && !Builder.noteFloatingPoint(C))
    return std::nullopt;
  auto Hold = [&](const char *What, const ExprRef &E) {
    std::string Let = Builder.uniqueName((Name + What).str());
    Out.push_back(std::make_shared<LetStmt>(Let, E, Tag));
    return var(E->type(), Let);
  };
  auto Declare = [&](const char *What, const ExprRef &E) {
    std::string Var = Builder.uniqueName((Name + What).str());
    Out.push_back(std::make_shared<VarStmt>(Var, Type::i64(), E, Tag));
    return Place{Var, Type::i64(), nullptr};
  };
  First->Row = Lets.fixed(First->Row, Name, Loc, Out);
  const Place At = Declare(
      "_at", First->Offset ? lacuna::cast(Type::i64(), First->Offset) : i64(0));
  Value = Hold("_value", lacuna::cast(In, Value));
  auto ElementAt = [&](const ExprRef &Index) {
    Location L{Location::Kind::Place, {First->Array, First->Elem, Index}};
    L.Row = First->Row;
    return lacuna::cast(In, elementAt(L));
  };
  auto Behind = [&] {
    auto End = pointer(C->getArg(1));
    return End ? offsetIn(
                     *First, *End,
                     pointerWithin(C->getArg(1)->getType())->getPointeeType())
               : nullptr;
  };
  if (Name == "find") {
    const ExprRef End = Behind();
    if (!End)
      return std::nullopt;
    Out.push_back(stepwise(At, lacuna::cast(Type::i64(), End),
                           binary(BinaryOp::Eq, ElementAt(loadOf(At)), Value),
                           Tag));
    First->Offset = Hold("", loadOf(At));
    return First;
  }
  const Place Left = Declare("_left", lacuna::cast(Type::i64(), Length));
  const std::string Half = Builder.uniqueName((Name + "_half").str());
  const ExprRef Middle =
      ElementAt(binary(BinaryOp::Add, loadOf(At), var(Type::i64(), Half)));
  // The middle is passed where it is less, or not greater.
  Out.push_back(halving(
      At, Left, Half,
      Name == "upper_bound"
          ? unary(UnaryOp::LogicalNot, binary(BinaryOp::Lt, Value, Middle))
          : binary(BinaryOp::Lt, Middle, Value),
      Tag));
  First->Offset = Hold("", loadOf(At));
  if (Found) {
    const ExprRef End = Behind();
    if (!End)
      return std::nullopt;
    *Found =
        binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ne, First->Offset, End),
               unary(UnaryOp::LogicalNot,
                     binary(BinaryOp::Lt, Value, ElementAt(First->Offset))));
  }
  return First;
}

/// `std::binary_search(v, end, x)`
ExprRef Lifter::isFound(const clang::CallExpr *C) {
  ExprRef Found;
  return searched(C, &Found) ? Found : nullptr;
}

} // namespace lacuna::plugin

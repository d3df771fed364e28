//===- NestBuilder.cpp - the nest as far as it is lifted ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/NestBuilder.h"
#include "lacuna/emit/Cpp.h"
#include "lift/state/Messages.def"
#include "clang/LanguageOptions.h"

namespace lacuna::plugin {

/// Names are compared as they will stand in generated code, where `k@2` is
/// `k_2`.
std::string NestBuilder::uniqueName(llvm::StringRef Base) {
  std::string Name = Base.empty() ? "v" : Base.str();
  for (unsigned N = 2; !Taken.insert(cppName(Name)).second; ++N)
    Name = (Base.empty() ? "v" : Base.str()) + "_" + std::to_string(N);
  return Name;
}

void NestBuilder::take(llvm::StringRef Name) { Taken.insert(cppName(Name)); }

bool NestBuilder::isTaken(llvm::StringRef Name) const {
  return Taken.contains(cppName(Name));
}

SourceTag NestBuilder::tag(clang::SourceLocation Loc) {
  Result.TagLocs.push_back(Loc);
  return Result.TagLocs.size();
}

Operand *NestBuilder::operand(llvm::StringRef Name) {
  for (Operand &O : Result.Graph.Operands)
    if (O.Name == Name)
      return &O;
  return nullptr;
}

std::string NestBuilder::addOperand(llvm::StringRef Hint, OperandKind Kind,
                                    Type Ty, Binding::Form F,
                                    const clang::Expr *User, ExprRef Extent) {
  std::string Name = uniqueName(Hint);
  Operand &O = Result.Graph.Operands.emplace_back();
  O.Name = Name;
  O.Kind = Kind;
  O.Ty = std::move(Ty);
  O.Extent = std::move(Extent);
  Result.Bindings.push_back({Name, F, User});
  return Name;
}

void NestBuilder::dropOperand(llvm::StringRef Name) {
  llvm::erase_if(Result.Bindings,
                 [&](const Binding &B) { return B.Operand == Name; });
  llvm::erase_if(Result.Graph.Operands,
                 [&](const Operand &O) { return O.Name == Name; });
}

bool NestBuilder::isFixed(llvm::StringRef Name) {
  return operand(Name) || Result.Graph.findIndexVar(Name);
}

bool NestBuilder::isFixed(const ExprRef &E) {
  return llvm::all_of(
      freeVars(E), [&](const auto &Entry) { return isFixed(Entry.getKey()); });
}

bool NestBuilder::noteFloatingPoint(const clang::Expr *E) {
  clang::FPOptions FP = E->getFPFeaturesInEffect(Context.getLangOpts());
  if (std::string Why = whyNotRewritten(FP); !Why.empty()) {
    Diags.refuse(E->getExprLoc(), std::move(Why));
    return false;
  }
  if (HaveFP && FP != Result.FP) {
    Diags.refuse(E->getExprLoc(), msg::FloatingPointOptionsChange());
    return false;
  }
  Result.FP = FP;
  HaveFP = true;
  return true;
}

Lifted NestBuilder::finish() {
  if (!HaveFP)
    Result.FP =
        clang::FPOptions::defaultWithoutTrailingStorage(Context.getLangOpts());
  Result.Graph.Facts.IsFpLoose = isLoose(Result.FP);
  return std::move(Result);
}

} // namespace lacuna::plugin

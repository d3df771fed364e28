//===- Turns.cpp - pointers that are swapped behind each step -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The nest is lifted as if each pointer kept its value, which it does up to the
// end of a step. Then statements are told apart by whose turn it is, and the
// pointers are turned behind the nest as often as the user's loop does.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/memory/Messages.def"

namespace lacuna::plugin {

bool Lifter::findTurns() {
  auto Found = pointerTurns(Source.Root, Bodies);
  if (auto *Why = std::get_if<NoTurns>(&Found)) {
    Diags.refuse(Why->Loc, std::move(Why->Message));
    return false;
  }
  Swapped = std::move(std::get<PointerTurns>(Found));
  for (const VarSet *Vars : {&Swapped.Vars, &Swapped.Spare})
    for (const clang::VarDecl *V : *Vars)
      Source.Written.erase(V);
  return true;
}

/// What \p Pointer leads to takes turns.
bool Lifter::addTurn(const clang::DeclRefExpr *Pointer) {
  auto P = Ops.array(Pointer, Binding::Form::Pointer,
                     Pointer->getType()->getPointeeType());
  if (!P)
    return false;
  const std::string Name = Pointer->getDecl()->getNameAsString();
  const Operand *O = Builder.operand(P->Array);
  if (!O || O->Row || !O->Records.empty()) {
    Diags.refuse(Pointer->getBeginLoc(), msg::SwappedRecords(Name));
    return false;
  }
  Turning.Arrays.push_back(P->Array);
  // Of one type, or they could not be swapped; but lengths of rows that only
  // the run tells have a name for each pointer.
  const std::vector<ExprRef> Inner =
      Builder.operand(Turning.Arrays.front())->Inner;
  llvm::StringMap<ExprRef> Same;
  for (size_t K = 0; K < Inner.size(); ++K)
    if (auto *Length = llvm::dyn_cast<VarExpr>(O->Inner[K].get()))
      Same[Length->name()] = Inner[K];
  Builder.operand(P->Array)->Inner = Inner;
  Builder.graph().Body = substitute(Builder.graph().Body, Same);
  return true;
}

/// Whether the pointers lead to elements, and nothing else is made of them.
bool Lifter::checkTurned() {
  for (const clang::DeclRefExpr *D : Swapped.Pointers) {
    const auto *V = llvm::cast<clang::VarDecl>(D->getDecl());
    for (const Binding &B : Builder.result().Bindings)
      if (B.F != Binding::Form::Length &&
          !llvm::is_contained(Turning.Arrays, B.Operand) &&
          mentions(B.User, V)) {
        Diags.refuse(B.User->getBeginLoc(),
                     msg::SwappedPointerUsed(V->getNameAsString()));
        return false;
      }
  }
  const bool IsWritten =
      llvm::any_of(Turning.Arrays, [&](const std::string &Name) {
        return Builder.operand(Name)->Written;
      });
  if (!IsWritten) {
    Diags.refuse(Swapped.Statements.front()->getBeginLoc(),
                 msg::SwappedNotStored());
    return false;
  }
  for (const std::string &Name : Turning.Arrays)
    Builder.operand(Name)->Written = true;
  return true;
}

bool Lifter::liftTurns() {
  if (Swapped.isEmpty())
    return true;
  Turning.From.assign(Swapped.From.begin(), Swapped.From.end());
  if (!llvm::all_of(Swapped.Pointers, [&](auto *D) { return addTurn(D); }) ||
      !checkTurned())
    return false;
  const clang::SourceLocation Loc = Swapped.Statements.front()->getBeginLoc();
  const auto Steps = Turning.steps(MostTurns);
  if (!Steps) {
    Diags.refuse(Loc, msg::TooManyTurns(MostTurns));
    return false;
  }
  Nest &Graph = Builder.graph();
  if (!takeTurns(Graph, Turning, [&](llvm::StringRef Name) {
        return Builder.uniqueName(Name);
      })) {
    Diags.refuse(Loc, msg::TurnsHaveNoForm());
    return false;
  }
  TurnedPointers &Turned = Builder.result().Turned.emplace();
  for (const clang::DeclRefExpr *D : Swapped.Pointers)
    Turned.Pointers.push_back(
        {"lacuna_pointer" + std::to_string(Turned.Pointers.size()),
         Binding::Form::Reference, D});
  Turned.From = Turning.From;
  Turned.Count = "lacuna_turns";
  Turned.SetCount = assign({Turned.Count, Type::i64(), nullptr},
                           turnsBehind(Graph, Steps->size()));
  return true;
}

} // namespace lacuna::plugin

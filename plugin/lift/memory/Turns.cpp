//===- Turns.cpp - what is swapped behind each step -----------------------===//
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
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
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
  auto P = isVector(Pointer) ? Ops.array(Pointer, Binding::Form::Data,
                                         elementTypeOf(Pointer->getType()))
                             : Ops.array(Pointer, Binding::Form::Pointer,
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
          !(B.F == Binding::Form::Size && isVector(D)) &&
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

/// Whether two variables are different objects wherever they are: of one the
/// function's own, and one that the caller hands over or that is another one.
static bool areDifferent(const clang::VarDecl *A, const clang::VarDecl *B) {
  auto IsOwn = [](const clang::VarDecl *V) {
    return V->hasLocalStorage() && !V->getType()->isReferenceType();
  };
  auto IsGiven = [](const clang::VarDecl *V) {
    return isa<clang::ParmVarDecl>(V) && V->getType()->isReferenceType();
  };
  return A != B && ((IsOwn(A) && IsOwn(B)) || (IsOwn(A) && IsGiven(B)) ||
                    (IsGiven(A) && IsOwn(B)));
}

/// What is asked of vectors that are swapped: that they are as long as each
/// other, and that no other name in the nest is one of theirs, which would lead
/// elsewhere behind a step.
void Lifter::addGuardsOfVectors() {
  auto Ask = [&](std::string Reason, ExprRef Cond) {
    Builder.graph().Guards.push_back(
        {std::move(Reason), std::move(Cond), "", nullptr, nullptr});
  };
  auto Begin = [&](const std::string &Array) {
    return std::make_shared<AddressExpr>(Array, i64(0));
  };
  ExprRef Length;
  for (const auto &[D, Array] :
       llvm::zip_equal(Swapped.Pointers, Turning.Arrays)) {
    if (!isVector(D))
      continue;
    const auto *V = llvm::cast<clang::VarDecl>(D->getDecl());
    for (const Binding &B : Builder.result().Bindings) {
      const auto *Named =
          llvm::dyn_cast<clang::DeclRefExpr>(unqualified(B.User));
      const auto *Other =
          Named ? llvm::dyn_cast<clang::VarDecl>(Named->getDecl()) : nullptr;
      if (B.F == Binding::Form::Size && Other == V) {
        ExprRef Size =
            cast(Type::i64(), var(Builder.operand(B.Operand)->Ty, B.Operand));
        if (Length)
          Ask(msg::SwappedOfOtherLength(V->getNameAsString()),
              binary(BinaryOp::Eq, Size, Length));
        else
          Length = Size;
      }
      if (B.F == Binding::Form::Data &&
          !llvm::is_contained(Turning.Arrays, B.Operand) &&
          Context.hasSameUnqualifiedType(
              B.User->getType().getNonReferenceType(), D->getType()) &&
          !(Other && areDifferent(V, Other)))
        Ask(msg::SwappedIsOther(V->getNameAsString(), B.Operand),
            binary(BinaryOp::Ne, Begin(B.Operand), Begin(Array)));
    }
  }
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
  addGuardsOfVectors();
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

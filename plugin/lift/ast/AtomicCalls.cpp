//===- AtomicCalls.cpp - atomic operations in the user's code -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/AtomicCalls.h"
#include "lift/ast/AstQueries.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::dyn_cast;

namespace lacuna::plugin {

/// The update called \p Word.
static std::optional<clang::BinaryOperatorKind> updateOf(llvm::StringRef Word) {
  return llvm::StringSwitch<std::optional<clang::BinaryOperatorKind>>(Word)
      .Case("add", clang::BO_Add)
      .Case("sub", clang::BO_Sub)
      .Case("and", clang::BO_And)
      .Case("or", clang::BO_Or)
      .Case("xor", clang::BO_Xor)
      .Default(std::nullopt);
}

/// `__sync_NAME`, and `__sync_NAME_4` of integers of four bytes.
static std::optional<AtomicCall> syncCall(const clang::CallExpr *C) {
  const clang::FunctionDecl *F = C->getDirectCallee();
  llvm::StringRef Name =
      F && F->getBuiltinID() != 0 && F->getIdentifier() ? F->getName() : "";
  if (!Name.consume_front("__sync_") || C->getNumArgs() == 0)
    return std::nullopt;
  for (llvm::StringRef Size : {"_1", "_2", "_4", "_8"})
    if (Name.consume_back(Size))
      break;
  AtomicCall A{AtomicCall::Kind::Fetch, C->getArg(0)};
  if (Name == "bool_compare_and_swap" || Name == "val_compare_and_swap") {
    A.K = AtomicCall::Kind::CompareAndSet;
    A.Expected = C->getArg(1);
    A.Value = C->getArg(2);
    A.ReturnsSuccess = Name.starts_with("bool");
    return A;
  }
  if (Name == "lock_release") {
    A.K = AtomicCall::Kind::Store;
    return A;
  }
  if (C->getNumArgs() < 2)
    return std::nullopt;
  A.Value = C->getArg(1);
  if (Name == "lock_test_and_set") {
    A.K = AtomicCall::Kind::Exchange;
    return A;
  }
  A.ReturnsNew = Name.consume_back("_and_fetch");
  if (!A.ReturnsNew && !Name.consume_front("fetch_and_"))
    return std::nullopt;
  const auto Op = updateOf(Name);
  if (!Op)
    return std::nullopt;
  A.Op = *Op;
  return A;
}

/// `__atomic_NAME`
static std::optional<AtomicCall> atomicBuiltin(const clang::AtomicExpr *E) {
  AtomicCall A{AtomicCall::Kind::Fetch, E->getPtr()};
  auto Fetch = [&](clang::BinaryOperatorKind Op, bool ReturnsNew) {
    A.Op = Op;
    A.Value = E->getVal1();
    A.ReturnsNew = ReturnsNew;
    return A;
  };
  switch (E->getOp()) {
  case clang::AtomicExpr::AO__atomic_fetch_add:
    return Fetch(clang::BO_Add, false);
  case clang::AtomicExpr::AO__atomic_fetch_sub:
    return Fetch(clang::BO_Sub, false);
  case clang::AtomicExpr::AO__atomic_fetch_and:
    return Fetch(clang::BO_And, false);
  case clang::AtomicExpr::AO__atomic_fetch_or:
    return Fetch(clang::BO_Or, false);
  case clang::AtomicExpr::AO__atomic_fetch_xor:
    return Fetch(clang::BO_Xor, false);
  case clang::AtomicExpr::AO__atomic_add_fetch:
    return Fetch(clang::BO_Add, true);
  case clang::AtomicExpr::AO__atomic_sub_fetch:
    return Fetch(clang::BO_Sub, true);
  case clang::AtomicExpr::AO__atomic_and_fetch:
    return Fetch(clang::BO_And, true);
  case clang::AtomicExpr::AO__atomic_or_fetch:
    return Fetch(clang::BO_Or, true);
  case clang::AtomicExpr::AO__atomic_xor_fetch:
    return Fetch(clang::BO_Xor, true);
  case clang::AtomicExpr::AO__atomic_load_n:
    A.K = AtomicCall::Kind::Load;
    return A;
  case clang::AtomicExpr::AO__atomic_store_n:
    A.K = AtomicCall::Kind::Store;
    A.Value = E->getVal1();
    return A;
  case clang::AtomicExpr::AO__atomic_exchange_n:
    A.K = AtomicCall::Kind::Exchange;
    A.Value = E->getVal1();
    return A;
  case clang::AtomicExpr::AO__atomic_compare_exchange_n:
    A.K = AtomicCall::Kind::CompareAndSet;
    A.Expected = addressed(E->getVal1());
    A.SetsExpected = A.ReturnsSuccess = true;
    A.Value = E->getVal2();
    return A.Expected ? std::optional(A) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// The member of std::atomic, \p R, that holds its integer; null of `bool`,
/// enumerations and what is no integer.
static const clang::FieldDecl *numberOf(const clang::CXXRecordDecl *R) {
  for (const clang::FieldDecl *Field : R->fields())
    if (Field->getType()->isIntegerType() &&
        !Field->getType()->isBooleanType() &&
        !Field->getType()->isEnumeralType())
      return Field;
  for (const clang::CXXBaseSpecifier &B : R->bases())
    if (const clang::CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl())
      return numberOf(Base);
  return nullptr;
}

static bool isAtomicClass(const clang::CXXRecordDecl *R) {
  return R && R->isInStdNamespace() && R->getIdentifier() &&
         (R->getName() == "atomic" || R->getName() == "__atomic_base");
}

/// The operator \p O of std::atomic with \p Args, of which the first is that.
static bool setOperator(clang::OverloadedOperatorKind O,
                        llvm::ArrayRef<const clang::Expr *> Args,
                        AtomicCall &A) {
  A.ReturnsNew = true;
  const bool IsStep = O == clang::OO_PlusPlus || O == clang::OO_MinusMinus;
  A.Value = IsStep || Args.size() < 2 ? nullptr : Args[1];
  switch (O) {
  case clang::OO_PlusPlus:
  case clang::OO_MinusMinus:
    A.Op = O == clang::OO_PlusPlus ? clang::BO_Add : clang::BO_Sub;
    A.ReturnsNew = Args.size() == 1;
    return true;
  case clang::OO_PlusEqual:
    A.Op = clang::BO_Add;
    return true;
  case clang::OO_MinusEqual:
    A.Op = clang::BO_Sub;
    return true;
  case clang::OO_AmpEqual:
    A.Op = clang::BO_And;
    return true;
  case clang::OO_PipeEqual:
    A.Op = clang::BO_Or;
    return true;
  case clang::OO_CaretEqual:
    A.Op = clang::BO_Xor;
    return true;
  case clang::OO_Equal:
    A.K = AtomicCall::Kind::Store;
    return true;
  default:
    return false;
  }
}

/// The function \p M of std::atomic with \p Args.
static bool setFunction(const clang::CXXMethodDecl *M,
                        llvm::ArrayRef<const clang::Expr *> Args,
                        AtomicCall &A) {
  llvm::StringRef Name = M->getIdentifier() ? M->getName() : "";
  if (llvm::isa<clang::CXXConversionDecl>(M) || Name == "load") {
    A.K = AtomicCall::Kind::Load;
    return true;
  }
  if (Args.empty())
    return false;
  A.Value = Args[0];
  if (Name == "store" || Name == "exchange") {
    A.K =
        Name == "store" ? AtomicCall::Kind::Store : AtomicCall::Kind::Exchange;
    return true;
  }
  if (Name == "compare_exchange_weak" || Name == "compare_exchange_strong") {
    A.K = AtomicCall::Kind::CompareAndSet;
    A.Expected = Args[0];
    A.SetsExpected = A.ReturnsSuccess = true;
    A.Value = Args[1];
    return true;
  }
  const auto Op = Name.consume_front("fetch_") ? updateOf(Name) : std::nullopt;
  A.Op = Op.value_or(clang::BO_Add);
  return Op.has_value();
}

/// `x[i].fetch_add(1)`, `++x[i]`, `x[i]` as a number, of std::atomic.
static std::optional<AtomicCall> memberCall(const clang::CallExpr *C) {
  const auto *M =
      llvm::dyn_cast_or_null<clang::CXXMethodDecl>(C->getDirectCallee());
  const auto *Operator = dyn_cast<clang::CXXOperatorCallExpr>(C);
  const auto *Member = dyn_cast<clang::CXXMemberCallExpr>(C);
  if (!M || !isAtomicClass(M->getParent()) || (!Operator && !Member))
    return std::nullopt;
  AtomicCall A{AtomicCall::Kind::Fetch, nullptr};
  A.Object = Operator ? C->getArg(0) : Member->getImplicitObjectArgument();
  A.Integer = numberOf(M->getParent());
  if (!A.Integer || A.Object->getType()->isPointerType())
    return std::nullopt;
  const llvm::ArrayRef<const clang::Expr *> All(C->getArgs(), C->getNumArgs());
  const bool IsKnown = Operator ? setOperator(Operator->getOperator(), All, A)
                                : setFunction(M, All, A);
  return IsKnown ? std::optional(A) : std::nullopt;
}

std::optional<AtomicCall> atomicCall(const clang::Stmt *S) {
  std::optional<AtomicCall> A;
  if (const auto *E = dyn_cast<clang::AtomicExpr>(S))
    A = atomicBuiltin(E);
  else if (const auto *C = dyn_cast<clang::CallExpr>(S)) {
    A = memberCall(C);
    if (A)
      return A;
    A = syncCall(C);
  }
  if (!A)
    return A;
  const clang::QualType Of = A->Pointer->getType()->getPointeeType();
  const bool IsNumber = !Of.isNull() && Of->isIntegerType() &&
                        !Of->isBooleanType() && !Of->isEnumeralType();
  return IsNumber ? A : std::nullopt;
}

const clang::Expr *atomicUpdate(const clang::OMPAtomicDirective *D) {
  for (const clang::OMPClause *C : D->clauses())
    if (C->getClauseKind() != llvm::omp::OMPC_update &&
        C->getClauseKind() != llvm::omp::OMPC_relaxed)
      return nullptr;
  return dyn_cast<clang::Expr>(D->getRawStmt());
}

} // namespace lacuna::plugin

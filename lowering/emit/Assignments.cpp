//===- Assignments.cpp - what assignments are in C++ ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CppStmt.h"
#include "lacuna/ir/AtomicSteps.h"
#include "lacuna/ir/Rounding.h"

using namespace lacuna;

/// The compound assignment operator of C++, empty if there is none.
static llvm::StringRef compoundOperator(ReduceOp Op) {
  switch (Op) {
  case ReduceOp::Add:
    return "+=";
  case ReduceOp::Mul:
    return "*=";
  case ReduceOp::And:
    return "&=";
  case ReduceOp::Or:
    return "|=";
  case ReduceOp::Xor:
    return "^=";
  default:
    return "";
  }
}

/// What stands in front of \p Left = \p Right where other threads may store the
/// same. Threads that find it stored already leave the cache line to others;
/// the bits of floating-point numbers are not compared so easily.
void CppStmt::mark(const AssignStmt &S, const std::string &Left,
                   const std::string &Right) {
  if (S.target().Ty.isInteger() && !Known.isOfEnumeration(S.target().Name))
    line("if (__atomic_load_n(&" + Left + ", 0) != " + Right + ")", S.tag());
  line("#pragma omp atomic write", S.tag());
}

/// The function of the compiler's that updates an integer by \p Op and returns
/// what it was; empty if there is none.
static llvm::StringRef fetchingFunction(ReduceOp Op) {
  switch (Op) {
  case ReduceOp::Add:
    return "__atomic_fetch_add";
  case ReduceOp::And:
    return "__atomic_fetch_and";
  case ReduceOp::Or:
    return "__atomic_fetch_or";
  case ReduceOp::Xor:
    return "__atomic_fetch_xor";
  default:
    return "";
  }
}

/// An atomic operation of the user's on an integer, in one order with all
/// others: not all that the user may ask for is as strong.
void CppStmt::exchange(const AssignStmt &S) {
  const SourceTag Tag = S.tag();
  const std::string At = "&" + place(S.target(), Tag);
  const std::string Old = Known.get(S.old()).str();
  auto Value = [&](const ExprRef &E) {
    return value(cast(S.target().Ty, E), /*Converted=*/false, Tag);
  };
  const llvm::StringRef Fetch = fetchingFunction(S.op());
  if (!Fetch.empty())
    line(Old + " = " + Fetch + "(" + At + ", " + Value(S.value()) + ", 5);",
         Tag);
  else if (onlyReads(S))
    line(Old + " = __atomic_load_n(" + At + ", 5);", Tag);
  else if (const auto Set = comparedAndSet(S))
    line(Old + " = __sync_val_compare_and_swap(" + At + ", " +
             Value(Set->Expected) + ", " + Value(Set->Desired) + ");",
         Tag);
  else
    line(Old + " = __atomic_exchange_n(" + At + ", " + Value(S.value()) +
             ", 5);",
         Tag);
}

void CppStmt::assign(const AssignStmt &S) {
  if (!S.old().empty())
    return exchange(S);
  const Place &Target = S.target();
  SourceTag Tag = S.tag();
  std::string Left = place(Target, Tag);
  if (S.op() == ReduceOp::None) {
    std::string Right = value(S.value(), /*Converted=*/true, Tag);
    if (Known.isOfEnumeration(Target.Name))
      Right = "(__typeof__(" + Left + "))(" + Right + ")";
    if (S.isAtomic() && Options.OpenMP)
      mark(S, Left, Right);
    line(Left + " = " + Right + ";", Tag);
    if (Exits.contains(&S))
      line("break;", Tag);
    return;
  }
  // Clang 16 fuses a product with what it is subtracted from, but not its
  // negation with what that is added to.
  ExprRef Subtracted =
      S.op() == ReduceOp::Add ? negatedContractible(S.value()) : nullptr;
  ExprRef Value = Subtracted ? Subtracted : S.value();
  const Type &ComputeTy = Value->type();
  llvm::StringRef Compound = Subtracted ? "-=" : compoundOperator(S.op());
  if (!Compound.empty() && (S.isAtomic() || Target.Ty == ComputeTy)) {
    std::string Right = value(Value, /*Converted=*/true, Tag);
    if (S.isAtomic() && Options.OpenMP)
      line("#pragma omp atomic", Tag);
    line(Left + " " + Compound + " " + Right + ";", Tag);
    return;
  }
  // The general form: compute in the value's type, then convert back.
  ExprRef Old = Target.Index ? load(Target.Ty, Target.Name, Target.Index)
                             : lacuna::var(Target.Ty, Target.Name);
  BinaryOp Op = Subtracted ? BinaryOp::Sub : operatorOf(S.op());
  ExprRef New =
      cast(Target.Ty, lacuna::binary(Op, cast(ComputeTy, Old), Value));
  line(Left + " = " + value(New, /*Converted=*/true, Tag) + ";", Tag);
}

//===- LoopMachine.cpp - runs loop programs on integers -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopMachine.h"
#include "lacuna/ir/ViewStmt.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

using namespace lacuna;

/// \p Value as a value of \p Ty; arithmetic that overflows a signed type is a
/// fault, conversions between types are not.
int64_t LoopMachine::fit(int64_t Value, const Type &Ty) {
  if (Ty.isBool())
    return Value != 0;
  if (!Ty.isInteger() || Ty.bits() == 64)
    return Value;
  int64_t Modulus = int64_t(1) << Ty.bits();
  int64_t Low = Value & (Modulus - 1);
  return Ty.isSigned() && Low >= Modulus / 2 ? Low - Modulus : Low;
}

int64_t LoopMachine::binary(const BinaryExpr &E) {
  int64_t L = evaluate(E.lhs());
  if (E.op() == BinaryOp::LogicalAnd)
    return L && evaluate(E.rhs());
  if (E.op() == BinaryOp::LogicalOr)
    return L || evaluate(E.rhs());
  int64_t R = evaluate(E.rhs());
  bool IsUnsigned64 =
      E.lhs()->type() == Type(TypeClass::UInt, 64, "unsigned long");
  bool Less = IsUnsigned64 ? uint64_t(L) < uint64_t(R) : L < R;
  switch (E.op()) {
  case BinaryOp::Add:
    return L + R;
  case BinaryOp::Sub:
    return L - R;
  case BinaryOp::Mul:
    return L * R;
  case BinaryOp::Div:
  case BinaryOp::Rem:
    if (R == 0) {
      fault("division by zero");
      return 0;
    }
    return E.op() == BinaryOp::Div ? L / R : L % R;
  case BinaryOp::And:
    return L & R;
  case BinaryOp::Or:
    return L | R;
  case BinaryOp::Xor:
    return L ^ R;
  case BinaryOp::Min:
    return Less ? L : R;
  case BinaryOp::Max:
    return Less ? R : L;
  case BinaryOp::Lt:
    return Less;
  case BinaryOp::Ge:
    return !Less;
  case BinaryOp::Le:
    return Less || L == R;
  case BinaryOp::Gt:
    return !Less && L != R;
  case BinaryOp::Eq:
    return L == R;
  case BinaryOp::Ne:
    return L != R;
  default:
    llvm_unreachable("operator unknown to the machine");
  }
}

int64_t &LoopMachine::place(llvm::StringRef Name, const ExprRef &Index) {
  if (!Index)
    return Scalars[Name.str()];
  int64_t At = evaluate(Index);
  auto View = Views.find(Name.str());
  if (View != Views.end()) {
    Name = View->second.first;
    At += View->second.second;
  }
  std::vector<int64_t> &Array = Arrays[Name.str()];
  if (At >= 0 && At < int64_t(Array.size()))
    return Array[At];
  fault((Name + "[" + llvm::Twine(At) + "] does not exist").str());
  return Nowhere;
}

int64_t LoopMachine::evaluate(const ExprRef &E) {
  switch (E->kind()) {
  case Expr::Kind::Constant:
    return *llvm::cast<ConstantExpr>(*E).intValue();
  case Expr::Kind::Var: {
    auto Found = Scalars.find(llvm::cast<VarExpr>(*E).name().str());
    if (Found != Scalars.end())
      return Found->second;
    fault("unknown " + llvm::cast<VarExpr>(*E).name().str());
    return 0;
  }
  case Expr::Kind::Load: {
    auto &Load = llvm::cast<LoadExpr>(*E);
    return place(Load.array(), Load.index());
  }
  case Expr::Kind::Unary: {
    int64_t Value = evaluate(E->operands()[0]);
    UnaryOp Op = llvm::cast<UnaryExpr>(*E).op();
    return Op == UnaryOp::Neg      ? -Value
           : Op == UnaryOp::BitNot ? ~Value
                                   : !Value;
  }
  case Expr::Kind::Binary: {
    const int64_t Exact = binary(llvm::cast<BinaryExpr>(*E)),
                  Value = fit(Exact, E->type());
    if (Value != Exact && E->type().isSigned())
      fault("signed overflow");
    return Value;
  }
  case Expr::Kind::Cast:
    return fit(evaluate(E->operands()[0]), E->type());
  case Expr::Kind::Select:
    return evaluate(E->operands()[evaluate(E->operands()[0]) ? 1 : 2]);
  case Expr::Kind::Call:
    return Threads;
  case Expr::Kind::RowSubscript:
  case Expr::Kind::Address:
  case Expr::Kind::Opaque:
    break;
  }
  llvm_unreachable("expression unknown to the machine");
}

void LoopMachine::assign(const AssignStmt &S) {
  int64_t Value = evaluate(S.value());
  int64_t &Target = place(S.target().Name, S.target().Index);
  switch (S.op()) {
  case ReduceOp::None:
    break;
  case ReduceOp::Add:
    Value = Target + Value;
    break;
  case ReduceOp::Mul:
    Value = Target * Value;
    break;
  case ReduceOp::Min:
    Value = std::min(Target, Value);
    break;
  case ReduceOp::Max:
    Value = std::max(Target, Value);
    break;
  case ReduceOp::And:
    Value = Target & Value;
    break;
  case ReduceOp::Or:
    Value = Target | Value;
    break;
  case ReduceOp::Xor:
    Value = Target ^ Value;
    break;
  case ReduceOp::LAnd:
    Value = Target && Value;
    break;
  case ReduceOp::LOr:
    Value = Target || Value;
    break;
  }
  Target = fit(Value, S.target().Ty);
}

void LoopMachine::runFor(const ForStmt &S) {
  int64_t Lo = evaluate(S.lo()), Hi = evaluate(S.hi());
  std::vector<int64_t> Order;
  for (int64_t V = Lo; V < Hi; ++V)
    Order.push_back(V);
  if (S.tags().Mode != ForMode::Serial)
    std::shuffle(Order.begin(), Order.end(), Random);
  for (int64_t V : Order) {
    Scalars[S.var().str()] = V;
    run(S.body());
  }
}

void LoopMachine::run(const StmtRef &S) {
  switch (S->kind()) {
  case Stmt::Kind::Block:
    for (const StmtRef &Part : statementsOf(S))
      run(Part);
    return;
  case Stmt::Kind::Let: {
    auto &Let = llvm::cast<LetStmt>(*S);
    Scalars[Let.name().str()] = evaluate(Let.init());
    return;
  }
  case Stmt::Kind::Var: {
    auto &Var = llvm::cast<VarStmt>(*S);
    Scalars[Var.name().str()] = Var.init() ? evaluate(Var.init()) : 77;
    return;
  }
  case Stmt::Kind::LocalArray: {
    auto &Array = llvm::cast<LocalArrayStmt>(*S);
    int64_t Init = Array.init() ? evaluate(Array.init()) : 77;
    Arrays[Array.name().str()].assign(
        std::max<int64_t>(evaluate(Array.extent()), 0), Init);
    return;
  }
  case Stmt::Kind::View: {
    auto &View = llvm::cast<ViewStmt>(*S);
    Views[View.name().str()] =
        evaluate(View.isWhole())
            ? std::pair(View.whole().str(), int64_t(0))
            : std::pair(View.part().str(), evaluate(View.begin()));
    return;
  }
  case Stmt::Kind::Assign:
    return assign(llvm::cast<AssignStmt>(*S));
  case Stmt::Kind::Prefetch:
    evaluate(llvm::cast<PrefetchStmt>(*S).index());
    return;
  case Stmt::Kind::Touch:
    evaluate(llvm::cast<TouchStmt>(*S).index());
    return;
  case Stmt::Kind::If: {
    auto &If = llvm::cast<IfStmt>(*S);
    if (evaluate(If.cond()))
      run(If.thenBody());
    else if (If.elseBody())
      run(If.elseBody());
    return;
  }
  case Stmt::Kind::For:
    return runFor(llvm::cast<ForStmt>(*S));
  case Stmt::Kind::While:
    while (Fault.empty() && evaluate(llvm::cast<WhileStmt>(*S).cond()))
      run(llvm::cast<WhileStmt>(*S).body());
    return;
  case Stmt::Kind::Stored:
    return run(llvm::cast<StoredStmt>(*S).otherwise());
  case Stmt::Kind::Loop:
  case Stmt::Kind::Track:
  case Stmt::Kind::Stream:
  case Stmt::Kind::Rows:
  case Stmt::Kind::Grow:
  case Stmt::Kind::Extend:
    break;
  }
  llvm_unreachable("statement unknown to the machine");
}

unsigned LoopMachine::runGuards(const LoopProgram &P) {
  for (size_t I = 0; I < P.Guards.size(); ++I) {
    const ProgramGuard &G = P.Guards[I];
    if (G.Setup)
      run(G.Setup);
    if (G.Kept && G.Kept->Behind) {
      run(G.Kept->Walk);
      run(G.Kept->Behind);
    }
    if (G.Holds && !evaluate(G.Holds))
      return I + 1;
  }
  return 0;
}

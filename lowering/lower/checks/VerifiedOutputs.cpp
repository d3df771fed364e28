//===- VerifiedOutputs.cpp - what a nest stores to ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/checks/VerifiedOutputs.h"
#include "lacuna/analysis/ResultDependence.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace lacuna;

using Statements = std::vector<StmtRef>;

static StmtRef reduceVar(const Type &Ty, llvm::StringRef Name, ReduceOp Op,
                         ExprRef Value) {
  return reduceInto({Name.str(), Ty, nullptr}, Op, std::move(Value),
                    /*Tag=*/0);
}

static ExprRef zero() {
  return std::make_shared<ConstantExpr>(Type::f64(), std::string("0.0"));
}

/// The magnitude of a number; nothing is known of other types.
static ExprRef magnitude(const ExprRef &E) {
  if (!E || !E->type().isArithmetic())
    return zero();
  return std::make_shared<CallExpr>(Type::f64(), "fabs",
                                    std::vector{cast(Type::f64(), E)});
}

static bool isSum(const AssignStmt &S) {
  return (S.op() == ReduceOp::Add || S.op() == ReduceOp::Mul) &&
         S.target().Ty.isRounded();
}

/// The arrays that get a store which results decide on.
static llvm::StringSet<> decidedStores(const Nest &N,
                                       const ResultDependence &Results) {
  llvm::StringSet<> Arrays;
  auto Add = [&](const Stmt &S, bool IsDecided) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    if (Assign && Assign->target().Index &&
        (IsDecided || Results.depends(Assign->target().Index)))
      Arrays.insert(Assign->target().Name);
    return true;
  };
  walk(N.Body, [&](const Stmt &S) {
    if (!Results.decides(S))
      return Add(S, false);
    for (const StmtRef &Child : children(S))
      walk(Child, [&](const Stmt &Part) { return Add(Part, true); });
    return false;
  });
  return Arrays;
}

//===-- the scan ----------------------------------------------------------===//

OutputScan::OutputScan(const Nest &AsWritten, bool WithSums)
    : N(AsWritten), WithSums(WithSums), Scan(AsWritten) {
  ResultDependence Results(N);
  Scan.Epilogue = nullptr;
  IsPossible = !Results.steersNest();
  if (!IsPossible) {
    Scan.Body = block({});
    return;
  }
  llvm::StringSet<> Decided = decidedStores(N, Results);
  KnowsSums = WithSums && Decided.empty();
  declareAll(Decided);
  Statements Body = Declarations;
  auto WithoutDecided = [&](const StmtRef &S) -> StmtRef {
    return Results.decides(*S) ? block({}) : nullptr;
  };
  Body.push_back(withoutStores(rewrite(N.Body, WithoutDecided, nullptr)));
  Scan.Body = block(std::move(Body));
}

std::string OutputScan::fresh(const llvm::Twine &Base) const {
  std::string Name = Base.str();
  auto IsDeclared = [&](const StmtRef &S) {
    return llvm::cast<VarStmt>(*S).name() == Name;
  };
  while (N.isNameTaken(Name) || llvm::any_of(Declarations, IsDeclared))
    Name += '_';
  return Name;
}

void OutputScan::declare(const std::string &Name, const Type &Ty,
                         ExprRef Init) {
  Declarations.push_back(std::make_shared<VarStmt>(Name, Ty, std::move(Init)));
}

void OutputScan::declareAll(const llvm::StringSet<> &Decided) {
  constexpr int64_t Most = std::numeric_limits<int64_t>::max();
  for (const Operand &O : N.Operands) {
    if (O.Kind != OperandKind::Array || !O.Written || O.Row ||
        Decided.contains(O.Name))
      continue;
    auto &[Lo, Hi] = Bounds[O.Name];
    declare(Lo = fresh(O.Name + "_lo"), Type::i64(), i64(Most));
    declare(Hi = fresh(O.Name + "_hi"), Type::i64(), i64(-Most));
  }
  if (!KnowsSums)
    return;
  declare(Largest.Terms = fresh("terms"), Type::i64(), i64(1));
  declare(Largest.Magnitude = fresh("magnitude"), Type::f64(), zero());
  walk(N.Body, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    if (!Assign || !isSum(*Assign))
      return true;
    const std::string &Name = Assign->target().Name;
    auto [Entry, IsNew] = Sums.try_emplace(Name);
    if (!IsNew)
      return true;
    Sum &Of = Entry->second;
    declare(Of.Terms = fresh(Name + "_terms"), Type::i64(), i64(0));
    declare(Of.Magnitude = fresh(Name + "_magnitude"), Type::f64(), zero());
    return true;
  });
}

/// Counts a term. The magnitudes of an accumulator add up; which element of an
/// array a term goes to is not told apart, so there the largest counts.
void OutputScan::addTerm(const AssignStmt &S, Statements &Out) const {
  const Sum &Of = Sums.find(S.target().Name)->second;
  const Type I64 = Type::i64(), F64 = Type::f64();
  Out.push_back(reduceVar(I64, Of.Terms, ReduceOp::Add, i64(1)));
  Out.push_back(
      reduceVar(I64, Largest.Terms, ReduceOp::Max, var(I64, Of.Terms)));
  bool AddsUp = !S.target().Index && S.op() == ReduceOp::Add;
  Out.push_back(reduceVar(F64, Of.Magnitude,
                          AddsUp ? ReduceOp::Add : ReduceOp::Max,
                          magnitude(S.value())));
  Out.push_back(
      reduceVar(F64, Largest.Magnitude, ReduceOp::Max, var(F64, Of.Magnitude)));
}

/// What takes the place of an assignment.
StmtRef OutputScan::note(const AssignStmt &S) const {
  Statements Out;
  const Place &To = S.target();
  if (To.Index) {
    auto Found = Bounds.find(To.Name);
    if (Found == Bounds.end())
      return N.findOperand(To.Name) ? block({}) : nullptr;
    const auto &[Lo, Hi] = Found->second;
    ExprRef At = cast(Type::i64(), To.Index);
    Out.push_back(reduceVar(Type::i64(), Lo, ReduceOp::Min, At));
    Out.push_back(reduceVar(Type::i64(), Hi, ReduceOp::Max,
                            binary(BinaryOp::Add, At, i64(1))));
  } else if (!N.findOperand(To.Name)) {
    Out.push_back(std::make_shared<AssignStmt>(S));
  }
  if (KnowsSums && isSum(S))
    addTerm(S, Out);
  return block(std::move(Out));
}

StmtRef OutputScan::restart(const VarStmt &S, const Sum &Of) const {
  return block({reduceVar(Type::i64(), Of.Terms, ReduceOp::None, i64(1)),
                reduceVar(Type::f64(), Of.Magnitude, ReduceOp::None,
                          magnitude(S.init()))});
}

StmtRef OutputScan::withoutStores(const StmtRef &S) const {
  auto OnStmt = [&](const StmtRef &Part) -> StmtRef {
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(Part.get()))
      return note(*Assign);
    auto *Block = llvm::dyn_cast<BlockStmt>(Part.get());
    if (!Block || Sums.empty())
      return nullptr;
    Statements Body;
    for (const StmtRef &Inner : Block->body()) {
      Body.push_back(Inner);
      auto *Var = llvm::dyn_cast<VarStmt>(Inner.get());
      auto Found = Var ? Sums.find(Var->name()) : Sums.end();
      if (Found != Sums.end())
        llvm::append_range(Body, statementsOf(restart(*Var, Found->second)));
    }
    return std::make_shared<BlockStmt>(std::move(Body), Block->tag());
  };
  return rewrite(S, OnStmt, nullptr);
}

//===-- outputs -----------------------------------------------------------===//

static Type coarsestSum(const Nest &N) {
  Type Coarsest = Type::f64();
  walk(N.Body, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    if (Assign && isSum(*Assign) && Assign->target().Ty.isFloat() &&
        Assign->target().Ty.bits() < Coarsest.bits())
      Coarsest = Assign->target().Ty;
    return true;
  });
  return Coarsest;
}

ProgramOutputs OutputScan::outputs(StmtRef Lowered) const {
  ProgramOutputs Result;
  if (IsPossible)
    Result.Scan = std::move(Lowered);
  for (const Operand &O : N.Operands) {
    if (O.Kind != OperandKind::Array || !O.Written)
      continue;
    auto Found = Bounds.find(O.Name);
    if (Found == Bounds.end()) {
      Result.Ranges.push_back({O.Name, i64(0), O.Extent});
      continue;
    }
    const auto &[Lo, Hi] = Found->second;
    Result.Ranges.push_back(
        {O.Name, var(Type::i64(), Lo), var(Type::i64(), Hi)});
  }
  if (!WithSums)
    return Result;
  // Else nothing is known of the number of terms.
  ExprRef Terms = KnowsSums ? var(Type::i64(), Largest.Terms) : i64(1 << 20);
  ExprRef Magnitude = KnowsSums ? var(Type::f64(), Largest.Magnitude) : zero();
  Result.Reassociated = {coarsestSum(N), Terms, Magnitude};
  return Result;
}

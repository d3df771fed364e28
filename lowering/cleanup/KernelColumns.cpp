//===- KernelColumns.cpp - columns of a thread in registers ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/cleanup/KernelColumns.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/cleanup/Registers.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// Elements that a thread has registers for.
static constexpr int64_t MostColumns = 8;

/// So far apart, columns differ in 32 bits as well, should subscripts wrap.
static constexpr int64_t MostStep = int64_t(1) << 24;

/// What \p E grows by with \p Var, if that is a constant.
static std::optional<int64_t> coefficientOf(const ExprRef &E,
                                            llvm::StringRef Var) {
  if (!usesVar(E, Var))
    return 0;
  if (llvm::isa<VarExpr>(E.get()))
    return 1;
  if (auto *Cast = llvm::dyn_cast<CastExpr>(E.get()))
    return Cast->type().isInteger() && Cast->type().bits() >= 32
               ? coefficientOf(Cast->operand(), Var)
               : std::nullopt;
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  if (!Binary)
    return std::nullopt;
  std::optional<int64_t> L = coefficientOf(Binary->lhs(), Var),
                         R = coefficientOf(Binary->rhs(), Var);
  if (!L || !R)
    return std::nullopt;
  switch (Binary->op()) {
  case BinaryOp::Add:
    return *L + *R;
  case BinaryOp::Sub:
    return *L - *R;
  case BinaryOp::Mul:
    if (std::optional<int64_t> Factor = constantValue(Binary->rhs()))
      return *L * *Factor;
    if (std::optional<int64_t> Factor = constantValue(Binary->lhs()))
      return *R * *Factor;
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

namespace {

/// A loop around one over columns.
class Columns {
public:
  Columns(const ForStmt &Outer, const Nest &N, MadeNames &Names)
      : Outer(Outer), N(N), Names(Names) {}

  /// Finds the parts of the two loops; whether they are as they have to be.
  bool match();
  StmtRef emit();

private:
  bool splitOuter();
  bool splitInner();
  bool isFixed(const ExprRef &E) const;
  bool hasElementsOfItsOwn() const;
  ExprRef at(const ExprRef &E, const ExprRef &Which) const;

  const ForStmt &Outer;
  const Nest &N;
  MadeNames &Names;
  Statements OuterLets, InnerLets;
  const ForStmt *Inner = nullptr;
  const AssignStmt *Update = nullptr;
  ExprRef Index;    ///< of the element, over the inner loop's variable
  int64_t Most = 0; ///< columns
};

} // namespace

/// Whether \p E is the same in all iterations of the outer loop.
bool Columns::isFixed(const ExprRef &E) const {
  const llvm::StringSet<> Own = declaredIn(block(OuterLets));
  return !readsMemory(E) && !usesVar(E, Outer.var()) &&
         llvm::none_of(freeVars(E),
                       [&](const auto &V) { return Own.contains(V.getKey()); });
}

static bool isPlain(const ForStmt &Loop) {
  return Loop.tags().Mode == ForMode::Serial && Loop.tags().Unroll == 0;
}

/// Declarations, and the inner loop behind them.
bool Columns::splitOuter() {
  for (const StmtRef &S : statementsOf(Outer.body())) {
    if (Inner)
      return false;
    if (llvm::isa<LetStmt>(S.get()))
      OuterLets.push_back(S);
    else if (!(Inner = llvm::dyn_cast<ForStmt>(S.get())))
      return false;
  }
  return Inner && isPlain(Outer) && isPlain(*Inner);
}

/// Declarations, and the update behind them.
bool Columns::splitInner() {
  llvm::StringMap<ExprRef> Lets;
  for (const StmtRef &S : statementsOf(Inner->body())) {
    if (Update)
      return false;
    if (auto *Let = llvm::dyn_cast<LetStmt>(S.get())) {
      InnerLets.push_back(S);
      Lets[Let->name()] = substitute(Let->init(), Lets);
    } else if (!(Update = llvm::dyn_cast<AssignStmt>(S.get()))) {
      return false;
    }
  }
  if (!Update || !Update->target().Index || Update->isAtomic() ||
      Update->op() == ReduceOp::None)
    return false;
  Index = substitute(Update->target().Index, Lets);
  return true;
}

bool Columns::match() {
  if (!splitOuter() || !splitInner())
    return false;
  Most = mostTrips(N, Inner->var()).value_or(0);
  return Most > 1 && Most <= MostColumns && constantValue(Inner->lo()) == 0 &&
         isFixed(Inner->hi()) && isFixed(Index) && hasElementsOfItsOwn() &&
         accesses(Outer.body(), Update->target().Name) == 1;
}

/// Whether columns are elements that differ.
bool Columns::hasElementsOfItsOwn() const {
  const int64_t Step = coefficientOf(Index, Inner->var()).value_or(0);
  return Step != 0 && std::abs(Step) <= MostStep;
}

/// \p E for the column \p Which.
ExprRef Columns::at(const ExprRef &E, const ExprRef &Which) const {
  llvm::StringMap<ExprRef> Map;
  Map[Inner->var()] = Which;
  return substitute(E, Map);
}

/// All columns at a time: one that is not there is the first one again, which
/// is not stored, so that threads do not part.
StmtRef Columns::emit() {
  Statements Out, Numbers, Before, Body = OuterLets, After;
  const std::string Var = Inner->var().str();
  ExprRef Count = Names.let(Var + "_count", Inner->hi(), Out);
  for (int64_t K = 0; K < Most; ++K) {
    ExprRef IsThere = binary(BinaryOp::Lt, constant(Count->type(), K), Count);
    ExprRef Which = constant(Inner->type(), K);
    if (K != 0)
      Which = Names.let(Names.fresh(Var + "_column"),
                        std::make_shared<SelectExpr>(
                            IsThere, Which, constant(Inner->type(), 0)),
                        Numbers);
    const Place Element{Update->target().Name, Update->target().Ty,
                        at(Index, Which)};
    const Place Own{Names.fresh(Element.Name + "_column"), Element.Ty, nullptr};
    Before.push_back(
        std::make_shared<VarStmt>(Own.Name, Own.Ty, valueOf(Element)));
    Statements Each = {std::make_shared<LetStmt>(Var, Which)};
    llvm::append_range(Each, InnerLets);
    Each.push_back(std::make_shared<AssignStmt>(
        Own, Update->op(), Update->value(), /*Atomic=*/false, Update->tag()));
    Body.push_back(block(std::move(Each)));
    After.push_back(std::make_shared<IfStmt>(
        IsThere, assign(Element, valueOf(Own), Update->tag())));
  }
  Numbers.push_back(ifItRuns(Outer, std::move(Before), block(std::move(Body)),
                             std::move(After), Names));
  Out.push_back(std::make_shared<IfStmt>(
      binary(BinaryOp::Lt, constant(Count->type(), 0), Count),
      block(std::move(Numbers)), nullptr, Outer.tag()));
  return block(std::move(Out));
}

StmtRef lacuna::keepColumnsInRegisters(const StmtRef &S, const Nest &N,
                                       MadeNames &Names) {
  auto InThread = [&](const StmtRef &Part) -> StmtRef {
    auto *Loop = llvm::dyn_cast<ForStmt>(Part.get());
    if (!Loop)
      return nullptr;
    Columns Found(*Loop, N, Names);
    return Found.match() ? Found.emit() : nullptr;
  };
  return withThreadBodies(S, [&](const ForStmt &Threads) {
    return rewrite(Threads.body(), InThread, nullptr);
  });
}

//===- QuickNotes.cpp - notes of many subscripts --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QuickNotes.h"
#include "KnownReads.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include <limits>

using namespace lacuna;

using Statements = std::vector<StmtRef>;

namespace {

/// `Target min= i64(Value) + Behind`, or `max=`.
struct QuickNote {
  Place Target;
  ReduceOp Op;
  ExprRef Value;
  int64_t Behind = 0;
};

/// Loops that only note, in variables of the subscripts' own type.
class QuickNotes {
public:
  QuickNotes(MadeNames &Names, bool &AreQuick)
      : Names(Names), AreQuick(AreQuick) {}

  StmtRef run(const StmtRef &S);

private:
  StmtRef narrowed(const ForStmt &Loop, llvm::ArrayRef<QuickNote> Notes);
  StmtRef flattened(const ForStmt &Rows);
  StmtRef visit(const StmtRef &S);

  MadeNames &Names;
  bool &AreQuick;
  unsigned Depth = 0; ///< of loops
};

} // namespace

static std::optional<QuickNote> noteOf(const StmtRef &S) {
  auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
  if (!Assign || Assign->target().Index || Assign->isAtomic() ||
      Assign->target().Ty != Type::i64() ||
      (Assign->op() != ReduceOp::Min && Assign->op() != ReduceOp::Max))
    return std::nullopt;
  QuickNote Found{Assign->target(), Assign->op(), Assign->value()};
  auto *Sum = llvm::dyn_cast<BinaryExpr>(Found.Value.get());
  if (Sum && Sum->op() == BinaryOp::Add) {
    const std::optional<int64_t> By = constantValue(Sum->rhs());
    if (!By)
      return std::nullopt;
    Found.Behind = *By;
    Found.Value = Sum->lhs();
  }
  auto *Wide = llvm::dyn_cast<CastExpr>(Found.Value.get());
  if (!Wide || Wide->type() != Type::i64() ||
      !Wide->operand()->type().isInteger() ||
      Wide->operand()->type().bits() != 32)
    return std::nullopt;
  Found.Value = Wide->operand();
  return Found;
}

/// What \p Loop, one iteration after the other, notes; empty where it does
/// anything else.
static std::vector<QuickNote> notesOf(const ForStmt &Loop) {
  std::vector<QuickNote> Notes;
  llvm::StringMap<ExprRef> Lets;
  if (Loop.tags().Mode != ForMode::Serial)
    return {};
  for (const StmtRef &S : statementsOf(Loop.body())) {
    if (auto *Let = llvm::dyn_cast<LetStmt>(S.get())) {
      Lets[Let->name()] = substitute(Let->init(), Lets);
      continue;
    }
    std::optional<QuickNote> Found = noteOf(S);
    if (!Found)
      return {};
    Found->Value = substitute(Found->Value, Lets);
    Notes.push_back(std::move(*Found));
  }
  for (const QuickNote &Noted : Notes)
    for (const QuickNote &Other : Notes)
      if (usesVar(Noted.Value, Other.Target.Name))
        return {};
  return Notes;
}

/// What a minimum or maximum of \p Ty begins with.
static ExprRef startOf(const Type &Ty, ReduceOp Op) {
  using Limits = std::numeric_limits<int32_t>;
  if (Ty.isSigned())
    return constant(Ty, Op == ReduceOp::Min ? Limits::max() : Limits::min());
  return constant(Ty, Op == ReduceOp::Min
                          ? int64_t(std::numeric_limits<uint32_t>::max())
                          : 0);
}

StmtRef QuickNotes::narrowed(const ForStmt &Loop,
                             llvm::ArrayRef<QuickNote> Notes) {
  Statements Before, Inside, Behind;
  for (const QuickNote &N : Notes) {
    const Type &Ty = N.Value->type();
    const std::string Name =
        Names.fresh(N.Op == ReduceOp::Min ? "note_least" : "note_most");
    Before.push_back(std::make_shared<VarStmt>(Name, Ty, startOf(Ty, N.Op)));
    Inside.push_back(
        std::make_shared<AssignStmt>(Place{Name, Ty, nullptr}, N.Op, N.Value));
    Behind.push_back(std::make_shared<AssignStmt>(
        N.Target, N.Op,
        binary(BinaryOp::Add, cast(Type::i64(), var(Ty, Name)),
               i64(N.Behind))));
  }
  Before.push_back(std::make_shared<ForStmt>(Loop.var().str(), Loop.lo(),
                                             Loop.hi(), block(Inside)));
  Before.insert(Before.end(), Behind.begin(), Behind.end());
  return std::make_shared<IfStmt>(binary(BinaryOp::Lt, Loop.lo(), Loop.hi()),
                                  block(std::move(Before)));
}

/// Whether \p Loop runs over `a[Var]` up to `a[Var + 1]`.
static bool isRowOf(const ForStmt &Loop, llvm::StringRef Var, const Type &Ty) {
  auto *First = llvm::dyn_cast<LoadExpr>(Loop.lo().get());
  auto *Index = First ? llvm::dyn_cast<VarExpr>(First->index().get()) : nullptr;
  if (!Index || Index->name() != Var || Ty.bits() < 32)
    return false;
  const ExprRef Next = std::make_shared<BinaryExpr>(
      BinaryOp::Add, Ty, var(Ty, Var), constant(Ty, 1));
  return structurallyEqual(Loop.hi(), substitute(Loop.lo(), {{Var, Next}}));
}

/// Whether \p Notes read nothing that \p Rows declares or changes, but the
/// variable of \p Loop.
static bool areOfPositions(llvm::ArrayRef<QuickNote> Notes, const ForStmt &Loop,
                           const ForStmt &Rows) {
  llvm::StringSet<> Own = changedIn(Rows.body());
  Own.insert(Rows.var());
  Own.erase(Loop.var());
  return llvm::none_of(Notes, [&](const QuickNote &N) {
    const llvm::StringSet<> Read = freeVars(N.Value);
    return llvm::any_of(
        Read, [&](const auto &Name) { return Own.contains(Name.first()); });
  });
}

/// \p Rows, one of whose statements is a loop over positions that only notes,
/// with one loop over all positions where these ascend.
StmtRef QuickNotes::flattened(const ForStmt &Rows) {
  if (Rows.tags().Mode != ForMode::Serial)
    return nullptr;
  const Type Bool = Type::boolean();
  const ForStmt *Found = nullptr;
  std::vector<QuickNote> Notes;
  Statements Others;
  for (const StmtRef &S : statementsOf(Rows.body())) {
    auto *Loop = llvm::dyn_cast<ForStmt>(S.get());
    if (!Loop || Found || !isRowOf(*Loop, Rows.var(), Rows.type()) ||
        (Notes = notesOf(*Loop)).empty())
      Others.push_back(S);
    else
      Found = Loop;
  }
  if (!Found || !areOfPositions(Notes, *Found, Rows))
    return nullptr;
  Statements Rest = statementsOf(run(block(std::move(Others))));
  const Place Ascends{Names.fresh("rows_ascend"), Bool, nullptr};
  Rest.push_back(std::make_shared<AssignStmt>(
      Ascends, ReduceOp::And, binary(BinaryOp::Le, Found->lo(), Found->hi())));
  auto EachRow = [&](Statements Body) {
    return std::make_shared<ForStmt>(Rows.var().str(), Rows.lo(), Rows.hi(),
                                     block(std::move(Body)), Rows.tags());
  };
  auto PositionAt = [&](const ExprRef &Row) {
    return substitute(Found->lo(), {{Rows.var(), Row}});
  };
  const ForStmt All(Found->var().str(), PositionAt(Rows.lo()),
                    PositionAt(Rows.hi()), Found->body());
  StmtRef Flat = std::make_shared<IfStmt>(
      binary(BinaryOp::Lt, Rows.lo(), Rows.hi()), narrowed(All, Notes));
  return block(
      {std::make_shared<VarStmt>(Ascends.Name, Bool, constant(Bool, 1)),
       EachRow(std::move(Rest)),
       std::make_shared<IfStmt>(var(Bool, Ascends.Name), std::move(Flat),
                                EachRow({narrowed(*Found, Notes)}))});
}

StmtRef QuickNotes::visit(const StmtRef &S) {
  AreQuick &= !llvm::isa<WhileStmt>(S.get());
  if (auto *If = llvm::dyn_cast<IfStmt>(S.get()))
    return std::make_shared<IfStmt>(If->cond(), run(If->thenBody()),
                                    run(If->elseBody()), If->tag());
  auto *Loop = llvm::dyn_cast<ForStmt>(S.get());
  if (!Loop)
    return llvm::isa<BlockStmt>(S.get()) ? run(S) : S;
  if (const std::vector<QuickNote> Notes = notesOf(*Loop); !Notes.empty())
    return narrowed(*Loop, Notes);
  ++Depth;
  StmtRef Result = flattened(*Loop);
  if (!Result) {
    const bool IsInnermost = !anyOf(Loop->body(), [](const Stmt &Part) {
      return llvm::isa<ForStmt, WhileStmt>(&Part);
    });
    AreQuick &= Depth == 1 || !IsInnermost;
    Result =
        std::make_shared<ForStmt>(Loop->var().str(), Loop->lo(), Loop->hi(),
                                  run(Loop->body()), Loop->tags(), Loop->tag());
  }
  --Depth;
  return Result;
}

StmtRef QuickNotes::run(const StmtRef &S) {
  if (!S)
    return nullptr;
  Statements Out;
  for (const StmtRef &Part : statementsOf(S))
    Out.push_back(visit(Part));
  return block(std::move(Out));
}

StmtRef lacuna::quickNotes(const StmtRef &Walk, MadeNames &Names,
                           bool &AreQuick) {
  return QuickNotes(Names, AreQuick).run(Walk);
}

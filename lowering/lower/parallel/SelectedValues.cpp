//===- SelectedValues.cpp - what each chunk selects -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelectedValues.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/lower/parallel/PartialResults.h"

using namespace lacuna;

Place SelectedValues::part(const Place &Of, ExprRef Chunk) {
  return {Names.get(Of.Name + "_parts"), Of.Ty, std::move(Chunk)};
}

/// What the chunk has selected first.
Place SelectedValues::firstPart(const Place &Of, ExprRef Chunk) {
  return {Names.get(Of.Name + "_firsts"), Of.Ty, std::move(Chunk)};
}

/// Whether a chunk has selected anything.
Place SelectedValues::count(ExprRef Chunk) {
  return updateCount(Names.get(S.Variables.front().Name + "_counts"),
                     std::move(Chunk));
}

void SelectedValues::declare(SourceTag Source, std::vector<StmtRef> &Out) {
  auto Declare = [&](const Place &Parts) {
    Out.push_back(std::make_shared<LocalArrayStmt>(Parts.Name, Parts.Ty,
                                                   i64(Most), nullptr, Source));
  };
  for (const Place &Of : S.Variables) {
    Declare(part(Of, nullptr));
    if (S.None)
      Declare(firstPart(Of, nullptr));
  }
  if (isCounted())
    Declare(count(nullptr));
}

/// Whether \p If is where something is selected.
bool SelectedValues::selects(const IfStmt &If) const {
  return llvm::any_of(statementsOf(If.thenBody()), [&](const StmtRef &Set) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(Set.get());
    return Assign && Assign->target().Name == S.Variables.front().Name;
  });
}

/// \p Body with what \p Fn makes of each place where something is selected.
StmtRef SelectedValues::withSelections(
    const StmtRef &Body, llvm::function_ref<StmtRef(const IfStmt &)> Fn) const {
  return rewrite(
      Body,
      [&](const StmtRef &Part) -> StmtRef {
        auto *If = llvm::dyn_cast<IfStmt>(Part.get());
        return If && selects(*If) ? Fn(*If) : nullptr;
      },
      nullptr);
}

/// \p Body that sets \p Count wherever it selects.
StmtRef SelectedValues::counting(const StmtRef &Body, const Place &Count,
                                 SourceTag Source) const {
  return rewrite(
      Body,
      [&](const StmtRef &Part) -> StmtRef {
        auto *Assign = llvm::dyn_cast<AssignStmt>(Part.get());
        return Assign && Assign->target().Name == S.Variables.front().Name
                   ? block({assign(Count, constant(Count.Ty, 1), Source), Part})
                   : nullptr;
      },
      nullptr);
}

/// What an iteration leaves that has come across what is no number.
static constexpr int64_t NoNumber = 2;

/// \p Body that selects the first it comes across, and says in \p Count whether
/// that was any, or even no number.
StmtRef SelectedValues::beginningAnew(const StmtRef &Body, const Place &Count,
                                      SourceTag Source) const {
  const Place &Key = S.Variables.front();
  auto Number = [&](int64_t Value) { return constant(Count.Ty, Value); };
  ExprRef IsFirst = binary(BinaryOp::Eq, valueOf(Count), Number(0));
  ExprRef Found = std::make_shared<SelectExpr>(
      binary(BinaryOp::Ne, valueOf(Key), valueOf(Key)), Number(NoNumber),
      binary(BinaryOp::Max, valueOf(Count), Number(1)));
  return withSelections(Body, [&](const IfStmt &If) {
    ExprRef Cond = rewrite(If.cond(), [&](const ExprRef &E) -> ExprRef {
      auto *Not = llvm::dyn_cast<UnaryExpr>(E.get());
      const bool IsIt =
          Not && Not->op() == UnaryOp::LogicalNot && usesVar(E, Key.Name);
      return IsIt ? binary(BinaryOp::LogicalOr, IsFirst, E) : nullptr;
    });
    return std::make_shared<IfStmt>(
        Cond, block({If.thenBody(), assign(Count, Found, Source)}), nullptr,
        If.tag());
  });
}

/// \p Cond, that of a selection, so that a number goes before none.
ExprRef SelectedValues::unlessNoNumber(const ExprRef &Cond) const {
  const Place &Key = S.Variables.front();
  ExprRef Held = S.compared(valueOf(Key));
  if (!Held->type().isFloat())
    return Cond;
  return rewrite(Cond, [&](const ExprRef &Part) -> ExprRef {
    auto *Or = llvm::dyn_cast<BinaryExpr>(Part.get());
    if (!Or || Or->op() != BinaryOp::LogicalOr ||
        !structurallyEqual(Or->lhs(), S.None))
      return nullptr;
    ExprRef IsNone = binary(BinaryOp::Ne, Held, Held);
    return binary(BinaryOp::LogicalOr,
                  binary(BinaryOp::LogicalOr, Or->lhs(), IsNone), Or->rhs());
  });
}

/// \p Body that counts in \p Count what it selects, and keeps the first.
StmtRef SelectedValues::notingFirst(const StmtRef &Body, const Place &Count,
                                    SourceTag Source) const {
  std::vector<StmtRef> Notes;
  for (const Place &Of : S.Variables)
    Notes.push_back(
        assign({firstName(Of), Of.Ty, nullptr}, valueOf(Of), Source));
  StmtRef Note = std::make_shared<IfStmt>(
      binary(BinaryOp::Eq, valueOf(Count), constant(Count.Ty, 0)),
      block(std::move(Notes)), nullptr, Source);
  return withSelections(Body, [&](const IfStmt &If) {
    return std::make_shared<IfStmt>(
        unlessNoNumber(If.cond()),
        block(
            {If.thenBody(), Note,
             reduceInto(Count, ReduceOp::Add, constant(Count.Ty, 1), Source)}),
        nullptr, If.tag());
  });
}

/// \p Body that expects not to select. Each element would wait for the look-up
/// of the one that was selected before it if compilers made no branch.
StmtRef SelectedValues::expectingNone(const StmtRef &Body) const {
  return withSelections(Body, [&](const IfStmt &If) {
    ExprRef Expected = std::make_shared<CallExpr>(
        Type::boolean(), "expect", std::vector<ExprRef>{If.cond(), i64(0)});
    return std::make_shared<IfStmt>(Expected, If.thenBody(), nullptr, If.tag());
  });
}

StmtRef SelectedValues::enter(const ExprRef &Chunk, const StmtRef &Body,
                              SourceTag Source, std::vector<StmtRef> &Out,
                              std::vector<StmtRef> &Ends) {
  StmtRef Whole = S.ReadAt ? expectingNone(Body) : Body;
  if (isCounted()) {
    const Place Count =
        updateCount(Names.fresh(S.Variables.front().Name + "_selected"));
    Out.push_back(std::make_shared<VarStmt>(Count.Name, Count.Ty,
                                            constant(Count.Ty, 0), Source));
    Ends.push_back(assign(count(Chunk), valueOf(Count), Source));
    Whole = S.None       ? notingFirst(Whole, Count, Source)
            : S.IsUnless ? beginningAnew(Whole, Count, Source)
                         : counting(Whole, Count, Source);
  }
  llvm::StringMap<ExprRef> Reads;
  for (const Place &Of : S.Variables) {
    if (!S.None)
      continue;
    const Place First{Names.fresh(firstName(Of)), Of.Ty, nullptr};
    Out.push_back(
        std::make_shared<VarStmt>(First.Name, First.Ty, valueOf(Of), Source));
    Ends.push_back(assign(firstPart(Of, Chunk), valueOf(First), Source));
    Whole = redirect(Whole, {firstName(Of), Of.Ty, nullptr}, First);
  }
  for (const Place &Of : S.Variables) {
    const Place Own{Names.fresh(Of.Name + "_own"), Of.Ty, nullptr};
    Out.push_back(
        std::make_shared<VarStmt>(Own.Name, Own.Ty, valueOf(Of), Source));
    Ends.push_back(assign(part(Of, Chunk), valueOf(Own), Source));
    Whole = redirect(Whole, Of, Own);
    Reads[Of.Name] = valueOf(Own);
  }
  return substitute(Whole, Reads);
}

/// The user's variables have what chunk \p Chunk has selected, or what it has
/// selected first.
StmtRef SelectedValues::take(SourceTag Source, const ExprRef &Chunk,
                             bool IsFirst) {
  std::vector<StmtRef> Takes;
  for (const Place &Of : S.Variables)
    Takes.push_back(assign(
        Of, valueOf(IsFirst ? firstPart(Of, Chunk) : part(Of, Chunk)), Source));
  return block(std::move(Takes));
}

StmtRef SelectedValues::join(const ExprRef &Chunk, SourceTag Source) {
  StmtRef Take = take(Source, Chunk, /*IsFirst=*/false);
  if (!S.Key.empty()) {
    const Place &Key = S.Variables.front();
    ExprRef IsTaken = S.isBetter(S.compared(valueOf(part(Key, Chunk))),
                                 S.compared(valueOf(Key)));
    if (S.IsUnless)
      IsTaken = binary(
          BinaryOp::LogicalOr,
          binary(BinaryOp::Eq, valueOf(count(Chunk)), i64(NoNumber)), IsTaken);
    Take = std::make_shared<IfStmt>(IsTaken, Take, nullptr, Source);
  }
  // What is compared has been read if more than one was to be selected.
  if (S.None)
    Take = std::make_shared<IfStmt>(
        S.None,
        block({take(Source, Chunk, /*IsFirst=*/true),
               std::make_shared<IfStmt>(
                   binary(BinaryOp::Gt, valueOf(count(Chunk)), i64(1)), Take,
                   nullptr, Source)}),
        Take, Source);
  return isCounted() ? ifUpdated(valueOf(count(Chunk)), Take) : Take;
}

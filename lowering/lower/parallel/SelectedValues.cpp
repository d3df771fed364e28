//===- SelectedValues.cpp - what each chunk selects -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelectedValues.h"
#include "lacuna/analysis/Reductions.h"
#include "lacuna/lower/parallel/PartialResults.h"

using namespace lacuna;

Place SelectedValues::part(const Place &Of, ExprRef Chunk) {
  return {Names.get(Of.Name + "_parts"), Of.Ty, std::move(Chunk)};
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
  for (const Place &Of : S.Variables)
    Declare(part(Of, nullptr));
  if (isCounted())
    Declare(count(nullptr));
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

StmtRef SelectedValues::enter(const ExprRef &Chunk, const StmtRef &Body,
                              SourceTag Source, std::vector<StmtRef> &Out,
                              std::vector<StmtRef> &Ends) {
  StmtRef Whole = Body;
  if (isCounted()) {
    const Place Count =
        updateCount(Names.fresh(S.Variables.front().Name + "_selected"));
    Out.push_back(std::make_shared<VarStmt>(Count.Name, Count.Ty,
                                            constant(Count.Ty, 0), Source));
    Ends.push_back(assign(count(Chunk), valueOf(Count), Source));
    Whole = counting(Whole, Count, Source);
  }
  llvm::StringMap<ExprRef> Reads;
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

StmtRef SelectedValues::join(const ExprRef &Chunk, SourceTag Source) {
  std::vector<StmtRef> Takes;
  for (const Place &Of : S.Variables)
    Takes.push_back(assign(Of, valueOf(part(Of, Chunk)), Source));
  StmtRef Take = block(std::move(Takes));
  if (!S.Key.empty()) {
    const Place &Key = S.Variables.front();
    Take = std::make_shared<IfStmt>(
        binary(S.Goes, S.compared(valueOf(part(Key, Chunk))),
               S.compared(valueOf(Key))),
        Take, nullptr, Source);
  }
  return isCounted() ? ifUpdated(valueOf(count(Chunk)), Take) : Take;
}

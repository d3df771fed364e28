//===- SelectedValues.h - what each chunk selects ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each chunk has variables of its own, which begin as the user's do. What the
// chunks have selected is gone through in their order.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_PARALLEL_SELECTEDVALUES_H
#define LACUNA_LOWER_PARALLEL_SELECTEDVALUES_H

#include "lacuna/analysis/reductions/Selections.h"
#include "lacuna/ir/MadeNames.h"

namespace lacuna {

/// One selection of a loop that is cut into at most \p Most chunks.
class SelectedValues {
public:
  SelectedValues(Selection S, int64_t Most, MadeNames &Names)
      : S(std::move(S)), Most(Most), Names(Names) {}

  /// Appends to \p Out arrays with an element for each chunk.
  void declare(SourceTag Source, std::vector<StmtRef> &Out);

  /// \p Body on variables of chunk \p Chunk's own. They are appended to \p Out,
  /// and to \p Ends what leaves them in the arrays.
  StmtRef enter(const ExprRef &Chunk, const StmtRef &Body, SourceTag Source,
                std::vector<StmtRef> &Out, std::vector<StmtRef> &Ends);

  /// Lets the user's variables have what chunk \p Chunk has selected if that
  /// goes before what chunks in front of it have.
  StmtRef join(const ExprRef &Chunk, SourceTag Source);

private:
  /// Whether it has to be counted what a chunk selects: where what the key
  /// began with does not go before itself, the key says it. What is read at a
  /// place is read only if an iteration has done so.
  bool isCounted() const {
    return S.Key.empty() || S.ReadAt || S.None || S.IsUnless ||
           S.Goes == BinaryOp::Le || S.Goes == BinaryOp::Ge;
  }
  StmtRef counting(const StmtRef &Body, const Place &Count,
                   SourceTag Source) const;
  StmtRef beginningAnew(const StmtRef &Body, const Place &Count,
                        SourceTag Source) const;
  StmtRef notingFirst(const StmtRef &Body, const Place &Count,
                      SourceTag Source) const;
  bool selects(const IfStmt &If) const;
  StmtRef withSelections(const StmtRef &Body,
                         llvm::function_ref<StmtRef(const IfStmt &)> Fn) const;
  StmtRef expectingNone(const StmtRef &Body) const;
  ExprRef unlessNoNumber(const ExprRef &Cond) const;
  std::string firstName(const Place &Of) const { return Of.Name + "_first"; }
  StmtRef take(SourceTag Source, const ExprRef &Chunk, bool IsFirst);
  Place part(const Place &Of, ExprRef Chunk);
  Place firstPart(const Place &Of, ExprRef Chunk);
  Place count(ExprRef Chunk);

  Selection S;
  int64_t Most;
  MadeNames &Names;
};

} // namespace lacuna

#endif // LACUNA_LOWER_PARALLEL_SELECTEDVALUES_H

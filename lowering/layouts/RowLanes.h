//===- RowLanes.h - what rows of a group carry along -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LAYOUTS_ROWLANES_H
#define LACUNA_LOWERING_LAYOUTS_ROWLANES_H

#include "StoredRows.h"
#include "lacuna/layouts/Relaid.h"

namespace lacuna {

/// Loops over groups of rows. What a row needs from one position to the next
/// stands in arrays with an element for each row of the group, its lane.
class RowLanes {
public:
  RowLanes(const Nest &N, StoredRows Rows);

protected:
  /// Fails where rows cannot run in another order. Elements of rows that
  /// positions update become variables.
  llvm::Error prepare(std::vector<Guard> &Conditions);
  /// The same, for layouts that know where the coordinates are that rows read
  /// at. Fails where they read at none.
  llvm::Error prepareByCoordinates(std::vector<Guard> &Conditions);
  /// Begins the nest over the layout.
  void begin();
  /// Ends it: \p Groups for each group, then \p Behind, if that is not null.
  Relaid take(StmtRef Groups, StmtRef Behind, std::vector<Guard> Conditions);

  IndexVar &newVar(llvm::StringRef Base, ExprRef Lo, ExprRef Hi);
  static std::string lanesOf(llvm::StringRef Name) {
    return (Name + ".lanes").str();
  }
  ExprRef group() const { return var(Type::i64(), Group); }
  /// The arrays of \p Lanes lanes.
  Statements lanes(int64_t Lanes) const;
  /// How many bytes of variables each row carries along.
  int64_t bytesCarried() const;
  /// What the statements of row \p Row, of the user's, read in lane \p Lane.
  Statements atLane(const ExprRef &Row, const ExprRef &Lane) const;
  /// Gives lane \p Lane what its row has now: \p All of it, or what positions
  /// may have changed.
  Statements toLane(const ExprRef &Lane, bool All) const;
  /// What row \p Row does in front of its positions, kept in lane \p Lane.
  Statements entering(const ExprRef &Row, const ExprRef &Lane) const;
  /// Positions of row \p Row, read from the user's arrays: all of them, or
  /// those from the one with number \p First on.
  StmtRef overPositions(const ExprRef &Row, const ExprRef &First,
                        LoopTags Tags = {});
  /// The rows from number \p First on, as the user's loop runs them; \p RowAt
  /// is the one with a number.
  StmtRef asWritten(const ExprRef &First,
                    llvm::function_ref<ExprRef(const ExprRef &)> RowAt);
  /// `Each` with what is stored in slot \p Slot, and the coordinate \p At in
  /// place of that which is stored, unless that is null.
  Statements eachAt(const ExprRef &Slot, const ExprRef &At) const;
  /// A loop over \p Count lanes, in vectors of \p Width (0: as the compiler
  /// finds best) if there is one.
  StmtRef overLanes(const ExprRef &Count,
                    llvm::function_ref<Statements(const ExprRef &Lane)> Body,
                    std::optional<int64_t> Width = std::nullopt);

  const Nest &N;
  StoredRows R;
  LayoutUse Use;
  Nest To;
  /// Of what `Enter` declares: variables, and values that are not computed from
  /// the row's number alone.
  std::vector<std::pair<std::string, Type>> Carried;
  llvm::StringSet<> Variables; ///< those of them that `Each` may change

private:
  llvm::Error accumulateInVariables();
  void addAccumulator(const Place &Of, std::string Name);
  void findCarried();

  std::string Group;
};

/// The entries that choose where \p R's positions store something, or read it,
/// if there are one's only.
std::optional<size_t> coordinatesOf(const StoredRows &R, bool OfStores);

ExprRef times(const ExprRef &A, int64_t B);
ExprRef plus(const ExprRef &A, const ExprRef &B);
ExprRef minus(const ExprRef &A, const ExprRef &B);

} // namespace lacuna

#endif // LACUNA_LOWERING_LAYOUTS_ROWLANES_H

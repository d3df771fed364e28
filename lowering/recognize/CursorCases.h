//===- CursorCases.h - what a loop over cursors does ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One trip of a loop that moves cursors along sorted lists depends on how the
// coordinates at the cursors compare, and on which cursors are at their end.
// There are few such cases. In each one comparisons of coordinates are decided,
// so that the trip can be looked at whatever form its conditions have:
// `if (ja < jb) ++p;` and `p += ja < jb;` are the same.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_RECOGNIZE_CURSORCASES_H
#define LACUNA_LOWERING_RECOGNIZE_CURSORCASES_H

#include "lacuna/ir/Stmt.h"
#include "lacuna/ir/merges/MergeLattice.h"

namespace lacuna {

/// A mutable variable of the nest that moves along a level.
struct Cursor {
  std::string Name;
  Type Ty;
  /// The sides of `p < end`, as the loop's condition has them.
  ExprRef Position, End;
  /// Whether `p != end` says the same as `p < end`.
  bool MeetsEnd = false;
  std::string Crd;     ///< the coordinates, Crd[p]
  std::string Present; ///< a name for whether the level has the coordinate
};

/// Whether \p E, a comparison of \p C with its end, holds where \p C is not at
/// its end; nothing for any other expression.
std::optional<bool> holdsBeforeEnd(const BinaryExpr &E, const Cursor &C);

/// How the coordinates at the cursors compare.
struct CursorCase {
  static constexpr int AtEnd = -1;
  /// For each cursor the rank of its coordinate, from 0, or AtEnd.
  llvm::SmallVector<int, 4> Ranks;

  /// The cursors that have the least coordinate.
  LevelSet present() const;
};

/// All cases of \p NumCursors cursors; with \p AllLeft those where none is at
/// its end, else those where some is not.
std::vector<CursorCase> cursorCases(unsigned NumCursors, bool AllLeft);

/// The case where only cursor \p Only of \p NumCursors is not at its end.
CursorCase onlyCursor(unsigned NumCursors, unsigned Only);

class CursorCases {
public:
  /// \p Coordinate is what the least coordinate is called, of the type that the
  /// coordinates are compared in.
  /// \p Behind, if not null, is greater than all coordinates.
  CursorCases(llvm::ArrayRef<Cursor> Cursors, ExprRef Coordinate,
              ExprRef Behind)
      : Cursors(Cursors), Coordinate(std::move(Coordinate)),
        Behind(std::move(Behind)) {}

  /// What one trip \p Body does in any of \p In, as the body of a merge: the
  /// steps of the cursors are left out, comparisons say which levels are
  /// present. Null if \p Body is no trip of a merge, see why().
  StmtRef run(const StmtRef &Body, llvm::ArrayRef<CursorCase> In);

  /// Why the last run failed, in the user's terms.
  llvm::StringRef why() const { return Why; }
  /// The first variable of the last run's body that holds the least coordinate
  /// in each case that gets there; empty if there is none.
  llvm::StringRef coordinateName() const { return CoordinateName; }

private:
  /// A set of cases, by their numbers.
  using Cases = uint64_t;
  /// The value of an expression in one case, as far as it is known: 0 or 1, the
  /// rank of a coordinate, or the sign of the difference of two.
  struct Value {
    enum class Kind { Unknown, Number, Rank, Sign } K = Kind::Unknown;
    int64_t N = 0;
    bool isNumber() const { return K == Kind::Number; }
    bool isRank() const { return K == Kind::Rank; }
    friend bool operator==(const Value &, const Value &) = default;
  };

  std::nullptr_t fail(const llvm::Twine &Message);
  void eachOf(Cases In, llvm::function_ref<void(unsigned)> Fn) const;

  Value valueOf(const ExprRef &E, unsigned Case) const;
  std::optional<bool> isLeft(const BinaryExpr &E, unsigned Case) const;
  Value valueOfBinary(const BinaryExpr &E, unsigned Case) const;
  bool isRankEverywhere(const ExprRef &E, Cases In) const;
  std::optional<unsigned> cursor(llvm::StringRef Name) const;
  /// The cases of \p In where \p Cond may be \p Truth.
  Cases where(const ExprRef &Cond, bool Truth, Cases In) const;
  ExprRef presence(const ExprRef &Cond, Cases In);

  ExprRef rewrite(const ExprRef &E, Cases In);
  ExprRef rewriteParts(const ExprRef &E, Cases In);
  bool rewrite(const StmtRef &S, Cases In, std::vector<StmtRef> &Out);
  StmtRef rewriteBlock(const StmtRef &S, Cases In);
  bool rewriteLet(const LetStmt &Let, Cases In, std::vector<StmtRef> &Out);
  bool rewriteAssign(const AssignStmt &A, Cases In, std::vector<StmtRef> &Out);
  bool rewriteIf(const IfStmt &If, Cases In, std::vector<StmtRef> &Out);
  bool rewriteWhile(const WhileStmt &W, Cases In, std::vector<StmtRef> &Out);
  bool step(unsigned Cursor, const AssignStmt &A, Cases In);
  bool checkSteps();

  llvm::ArrayRef<Cursor> Cursors;
  ExprRef Coordinate, Behind;
  std::vector<CursorCase> Known;
  /// Lets whose value is known in each case that declares them.
  llvm::StringMap<std::vector<Value>> Lets;
  /// For each case the cursors that have moved on.
  std::vector<LevelSet> Moved;
  std::string Why, CoordinateName;
};

/// The simplest condition over \p Names, of which the N-th stands for level N,
/// that holds at the sets of \p Holds and at no other of \p Within. Null if
/// that is all of them.
ExprRef presenceCondition(llvm::ArrayRef<std::string> Names,
                          llvm::ArrayRef<LevelSet> Holds,
                          llvm::ArrayRef<LevelSet> Within);

} // namespace lacuna

#endif // LACUNA_LOWERING_RECOGNIZE_CURSORCASES_H

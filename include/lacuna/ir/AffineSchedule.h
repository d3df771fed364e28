//===- AffineSchedule.h - the order of affine iterations --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The iterations of a nest's statements, in the order of vectors of numbers:
// that of the first loop first, then that of the second, and so on. The numbers
// are quasi-affine in the user's index variables. What is to be run in which
// order is thus said apart from the loops that run it, which are made at the
// end.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_AFFINESCHEDULE_H
#define LACUNA_IR_AFFINESCHEDULE_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// A sum of multiples of variables, of quotients rounded down and a constant,
/// over the integers without end. Each variable stands in one term.
struct AffineExpr {
  struct Term {
    int64_t Factor;
    std::string Var;
    friend bool operator==(const Term &, const Term &) = default;
  };
  /// `Factor * floor(Of / By)`, By > 0.
  struct Quotient {
    int64_t Factor;
    std::shared_ptr<const AffineExpr> Of;
    int64_t By;
    friend bool operator==(const Quotient &A, const Quotient &B) {
      return A.Factor == B.Factor && A.By == B.By && *A.Of == *B.Of;
    }
  };
  std::vector<Term> Terms = {};
  std::vector<Quotient> Quotients = {};
  int64_t Constant = 0;

  static AffineExpr of(llvm::StringRef Var) { return {{{1, Var.str()}}}; }
  static AffineExpr of(int64_t Value) { return {{}, {}, Value}; }
  /// The variable that it is; empty if it is something else.
  llvm::StringRef asVar() const;
  friend bool operator==(const AffineExpr &, const AffineExpr &) = default;
};

/// \p A + \p Times * \p B.
AffineExpr sum(AffineExpr A, const AffineExpr &B, int64_t Times = 1);
/// floor(\p Of / \p By).
AffineExpr quotient(const AffineExpr &Of, int64_t By);
/// Calls \p Fn on each variable of \p E, those in quotients too.
void forEachVar(const AffineExpr &E,
                llvm::function_ref<void(llvm::StringRef)> Fn);
/// The value of \p E where \p ValueOf says those of its variables.
int64_t valueOf(const AffineExpr &E,
                llvm::function_ref<int64_t(llvm::StringRef)> ValueOf);
/// As C, with `floor((…) / N)`, and variables as \p NameOf says.
std::string toString(const AffineExpr &E,
                     llvm::function_ref<std::string(llvm::StringRef)> NameOf);

/// `E >= 0`, or `E == 0`.
struct AffineConstraint {
  AffineExpr E;
  bool IsEquality = false;
};

/// Iterations of a statement that have numbers of their own.
struct AffinePiece {
  size_t Statement;
  std::vector<AffineConstraint> Where; ///< over the user's index variables
};

/// One number of the vectors.
struct AffineLoop {
  std::string Name; ///< what commands call the loop
  /// Over the user's index variables, one for each piece of the schedule.
  std::vector<AffineExpr> Values;
  LoopTags Tags = {};
};

/// Of loops that are added to another one. More has no use, products have no
/// place in 64 bits, and where only a type bounds a slope most of the steps
/// would be empty.
inline constexpr int64_t MostSkew = 1024;

struct AffineSchedule {
  std::vector<AffineLoop> Loops; ///< outside in
  /// Empty where each statement is one piece. Each iteration is in one.
  std::vector<AffinePiece> Pieces = {};

  /// The pieces, where there are \p Statements.
  std::vector<AffinePiece> pieces(size_t Statements) const;
  /// The number of the loop called \p Name; nothing if there is none.
  std::optional<size_t> find(llvm::StringRef Name) const;
};

} // namespace lacuna

#endif // LACUNA_IR_AFFINESCHEDULE_H

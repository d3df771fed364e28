//===- BoundGuards.h - what bounds of loops need to hold --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_BOUNDGUARDS_H
#define LACUNA_PLUGIN_LIFT_STATE_BOUNDGUARDS_H

#include "lift/state/LetTable.h"
#include "lift/state/LoopStack.h"
#include "lift/state/Operands.h"

namespace lacuna::plugin {

/// A condition on one loop bound, over operands and index variables.
struct Condition {
  std::string Reason;
  ExprRef Subject; ///< the one value that it limits, or null
  ExprRef Holds;
};

/// Makes bounds of loops of what the user compares with, and guards of what
/// must hold for them to be the user's.
class BoundGuards {
public:
  BoundGuards(const Operands &Ops, const LetTable &Lets, const LoopStack &Loops,
              NestBuilder &Builder, Refusals &Diags)
      : Ops(Ops), Lets(Lets), Loops(Loops), Builder(Builder), Diags(Diags) {}

  /// \p E, a bound of \p Loop, over operands and index variables alone.
  ExprRef inlined(const ExprRef &E, clang::SourceLocation Loc,
                  llvm::StringRef Loop);

  /// Bounds of \p Loop read \p Array.
  void noteRead(std::string Array, std::string Loop,
                clang::SourceLocation Loc) {
    Reads.push_back({std::move(Array), std::move(Loop), Loc});
  }

  /// Whether \p E is never negative, as far as its form tells.
  bool isNonNegative(const ExprRef &E) const;

  /// \p Bound in type \p Ty, with what must hold for it to keep its value.
  ExprRef inType(const Type &Ty, ExprRef Bound, llvm::StringRef Loop,
                 std::vector<Condition> &Conditions) const;

  /// Makes \p Conditions guards: over operands as they are, over the outermost
  /// loop's variable for each of its values. Refuses, by \p Otherwise, what
  /// cannot be checked there.
  bool add(const std::vector<Condition> &Conditions, bool IsAlwaysRead,
           clang::SourceLocation Loc, const std::string &Otherwise);

  /// Guards that `pos[r] <= pos[r + 1]` for each \p Row; false, without
  /// refusal, where that cannot be checked.
  bool requireAscending(const std::string &Pos, const Type &Ty,
                        const IndexVar &Row);

  /// Refuses bounds that read what the nest writes.
  bool checkReads() const;

private:
  /// An array that a loop's bounds read.
  struct BoundRead {
    std::string Array;
    std::string Loop;
    clang::SourceLocation Loc;
  };

  bool isSize(const ExprRef &E) const;
  ExprRef rowVariable();
  void addForRows(const Condition &C);

  const Operands &Ops;
  const LetTable &Lets;
  const LoopStack &Loops;
  NestBuilder &Builder;
  Refusals &Diags;
  std::string GuardVar;
  std::vector<BoundRead> Reads;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_BOUNDGUARDS_H

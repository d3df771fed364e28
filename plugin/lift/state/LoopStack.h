//===- LoopStack.h - loops and conditions around a statement ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_LOOPSTACK_H
#define LACUNA_PLUGIN_LIFT_STATE_LOOPSTACK_H

#include "lift/state/NestBuilder.h"
#include "lift/state/NowhereTrue.h"
#include "llvm/ADT/DenseMap.h"

namespace lacuna::plugin {

/// The loops with index variables around the statement that is lifted, what it
/// runs under, and the names of all loops.
class LoopStack {
public:
  explicit LoopStack(NestBuilder &Builder) : Builder(Builder) {}

  /// The statement is in the loop over \p Index.
  class Loop {
  public:
    Loop(LoopStack &Loops, const std::string &Index);
    ~Loop();
    Loop(const Loop &) = delete;
    Loop &operator=(const Loop &) = delete;

  private:
    LoopStack &Loops;
  };

  /// The statement is in an `if` of the nest.
  class Condition {
  public:
    explicit Condition(LoopStack &Loops) : Loops(Loops) { ++Loops.Conditional; }
    ~Condition() { --Loops.Conditional; }
    Condition(const Condition &) = delete;
    Condition &operator=(const Condition &) = delete;

  private:
    LoopStack &Loops;
  };

  /// What is lifted runs only where \p Cond is \p Value.
  class Where {
  public:
    Where(LoopStack &Loops, ExprRef Cond, bool Value) : Loops(Loops) {
      Loops.Holding.push_back({std::move(Cond), Value});
    }
    ~Where() { Loops.Holding.pop_back(); }
    Where(const Where &) = delete;
    Where &operator=(const Where &) = delete;

  private:
    LoopStack &Loops;
  };

  /// The statement is in a loop that is not counted.
  class Uncounted {
  public:
    explicit Uncounted(LoopStack &Loops) : Loops(Loops), May(Loops) {
      ++Loops.UncountedLoops;
    }
    ~Uncounted() { --Loops.UncountedLoops; }
    Uncounted(const Uncounted &) = delete;
    Uncounted &operator=(const Uncounted &) = delete;

  private:
    LoopStack &Loops;
    Condition May;
  };

  /// The index variables around the statement, the outermost first.
  const std::vector<std::string> &path() const { return Path; }

  /// What holds where the statement is, the outermost condition first.
  llvm::ArrayRef<KnownCondition> holding() const { return Holding; }

  bool isConditional() const { return Conditional != 0; }

  /// Whether an `if` of the innermost loop stands around it. Pre: there is one.
  bool isConditionalInLoop() const {
    return Conditional != ConditionalAt.back();
  }

  /// Whether each iteration of the outermost loop comes to loop \p Index.
  bool runsInEachRow(llvm::StringRef Index) const;

  bool isUncounted() const { return UncountedLoops != 0; }

  /// Names the loops of \p Root. Loop variables come first: clauses call them
  /// by name. Those of functions that are called get names that are still free.
  void nameLoops(const clang::Stmt *Root, bool IsInlined = false);

  std::string name(const clang::Stmt *Loop) const { return Names.lookup(Loop); }

  /// The same; a loop without a name gets one after \p Hint.
  std::string name(const clang::Stmt *Loop, llvm::StringRef Hint);

  /// Whether \p V is the counter of a loop that sets it.
  bool isCounter(const clang::VarDecl *V) const;

private:
  NestBuilder &Builder;
  std::vector<std::string> Path;
  std::vector<unsigned> ConditionalAt; ///< `if`s around each loop of Path
  std::vector<KnownCondition> Holding;
  unsigned Conditional = 0;
  unsigned UncountedLoops = 0;
  llvm::DenseMap<const clang::Stmt *, std::string> Names;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_LOOPSTACK_H

//===- Outcomes.h - values that outlive the nest ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_OUTCOMES_H
#define LACUNA_PLUGIN_LIFT_STATE_OUTCOMES_H

#include "lift/state/CarriedNumber.h"
#include "lift/state/LoopStack.h"
#include "lift/state/Operands.h"

namespace lacuna::plugin {

/// A value that a variable of the enclosing function has when the nest ends.
struct Outcome {
  const clang::VarDecl *Var;
  std::string Name; ///< of the local or index variable
  bool IsCounter;
  ExprRef Value;                 ///< of a let, over index variables
  std::vector<std::string> Path; ///< loops that enclose the definition
  bool Conditional;
  clang::SourceLocation Loc;
  bool Stored = false; ///< by a statement of the body
};

/// A variable of the enclosing function that the nest writes and that may be
/// read afterwards gets the value that the user's loops leave. Counters and
/// variables that can be computed again are set after the nest; accumulators
/// are stored by the last iteration.
class Outcomes {
public:
  /// Variables for \p Carried are declared around the outermost loop.
  Outcomes(clang::ASTContext &Context, BodyIndices &Bodies,
           const SourceNest &Source, const ScalarTypes &Types, Environment &Env,
           const LoopStack &Loops, Operands &Ops, NestBuilder &Builder,
           Refusals &Diags, llvm::ArrayRef<CarriedNumber> Carried)
      : Context(Context), Bodies(Bodies), Source(Source), Types(Types),
        Env(Env), Loops(Loops), Ops(Ops), Builder(Builder), Diags(Diags),
        Carried(Carried) {}

  /// A reference to \p V as the nest makes it, or as it would where only
  /// functions that are called do.
  const clang::DeclRefExpr *reference(const clang::VarDecl *V) const;

  /// Whether the value that the nest leaves in \p V may be read.
  bool isLive(const clang::VarDecl *V);

  /// Remembers \p O, if that is so.
  void note(Outcome O);
  size_t size() const { return All.size(); }

  /// Stores of variables defined in the block that ends here, whose outcomes
  /// begin with \p First.
  bool store(size_t First, std::vector<StmtRef> &Out);

  /// `var s = s_in` in front of the outermost loop, and the stores behind it.
  bool declareCarried(std::vector<StmtRef> &Out);
  void storeCarried(std::vector<StmtRef> &Out);

  /// Refuses \p V, which is read though the iteration does not set it.
  std::nullptr_t refuseCarried(clang::SourceLocation Loc,
                               const clang::VarDecl *V);

  /// The same of \p Member, which the nest sets.
  void refuseCarried(const clang::MemberExpr *Member, Invariant Identity);

  /// Which of the arrays that the nest writes nobody reads afterwards.
  void noteScratch();

  /// It must be known which definition counts, and what it sets.
  bool check();

  /// What is set after the nest.
  void addEpilogue();

  /// What would have to be carried for the lift to get further; empty if that
  /// would not help.
  llvm::ArrayRef<CarriedNumber> mustCarry() const { return MustCarry; }

private:
  std::nullptr_t refuse(const Outcome &O);
  std::string liveOut(const clang::VarDecl *V);
  std::string liveOut(const CarriedNumber &Number);
  bool isLive(const CarriedNumber &Number);
  StmtRef storing(const CarriedNumber &Number, const Local &Last,
                  const ExprRef &In);
  bool requireIterations(llvm::ArrayRef<std::string> Vars);
  StmtRef ownOfIterations(const StmtRef &S, const CarriedNumber &Number,
                          const Local &Variable);
  ExprRef isLastIteration(const std::vector<std::string> &Path) const;
  StmtRef setting(const Outcome &O);
  std::vector<const Outcome *> of(const clang::VarDecl *Var) const;

  clang::ASTContext &Context;
  BodyIndices &Bodies;
  const SourceNest &Source;
  const ScalarTypes &Types;
  Environment &Env;
  const LoopStack &Loops;
  Operands &Ops;
  NestBuilder &Builder;
  Refusals &Diags;
  llvm::ArrayRef<CarriedNumber> Carried;
  std::vector<Local> Now; ///< the variables of Carried
  std::vector<CarriedNumber> MustCarry;
  std::vector<Outcome> All;
  llvm::DenseMap<const clang::VarDecl *, bool> LiveCache;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_OUTCOMES_H

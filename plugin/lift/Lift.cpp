//===- Lift.cpp - loops of the AST to an iteration graph ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/Lift.h"
#include "lacuna/ir/FrontValues.h"
#include "lacuna/ir/bounds/Wrapping.h"
#include "lacuna/recognize/CountedLoops.h"
#include "lacuna/recognize/KnownChoices.h"
#include "lacuna/recognize/LoopBases.h"
#include "lacuna/recognize/carried/ContinuedSums.h"
#include "lacuna/recognize/carried/FlagReductions.h"
#include "lacuna/recognize/carried/PairedExtrema.h"
#include "lacuna/recognize/carried/Parities.h"
#include "lacuna/recognize/carried/WrapAround.h"
#include "lift/Lifter.h"
#include "lift/Messages.def"
#include "lift/Reaches.h"
#include "lift/Tensors.h"
#include "lift/state/Limits.h"
#include "clang/AST/StmtCXX.h"

using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace lacuna::plugin {

Lifter::Lifter(clang::ASTContext &Context, const LanguageOptions &Language,
               BodyIndices &Bodies, const clang::Stmt *Nest,
               llvm::StringRef Name, const LiftPlan &Plan)
    : Context(Context), Language(Language), Bodies(Bodies), Plan(Plan),
      Source(Nest), Diags(Context, Nest->getBeginLoc()), Types(Context, Diags),
      Builder(Context, Diags, Name), Loops(Builder), Lets(Builder, Diags),
      Env(Context, Types, Source, Plan.StoresToElements, Diags),
      Accessors(Context, Language, Types, Env, Builder, Diags,
                Plan.CallsAccessors),
      Ops(Context, Language, Bodies, Source, Types, Env, Accessors, Builder,
          Diags),
      Records(Ops, Builder, Diags), Guards(Ops, Lets, Loops, Builder, Diags),
      LiveOuts(Context, Bodies, Source, Types, Env, Loops, Ops, Builder, Diags,
               Plan.Carried) {}

/// Whether \p S is a loop that a directive may stand in front of.
static bool isRoot(const clang::Stmt *S) {
  return isa<clang::ForStmt, clang::WhileStmt, clang::CXXForRangeStmt>(S);
}

std::variant<Lifted, NotLifted>
Lifter::run(llvm::ArrayRef<const clang::VarDecl *> Integers, bool WithTurns) {
  const clang::Stmt *Nest = Source.Root;
  if (WithTurns && !findTurns())
    return Diags.first();
  Loops.nameLoops(Nest);
  std::vector<StmtRef> Body;
  for (const AppendedContainer &A : Plan.Appended)
    Body.push_back(Ops.append(A.Identity, A.Container));
  StmtRef Whole = !LiveOuts.declareCarried(Body) ? nullptr
                  : isRoot(Nest)                 ? liftLoop(Nest)
                                                 : liftBlock(Nest);
  if (Whole) {
    llvm::append_range(Body, statementsOf(Whole));
    LiveOuts.storeCarried(Body);
  }
  if (Whole && !Diags.any()) {
    Builder.graph().Body = block(std::move(Body));
    if (finish(Integers))
      return Builder.finish();
  }
  if (!Diags.any())
    Diags.refuse(Nest->getBeginLoc(), "internal: nest was not lifted");
  return Diags.first();
}

/// What is made of bounds and guards is evaluated in front of the loops: those
/// of inner loops, too, which the user's may not come to.
static void keepFromTrapping(Nest &Graph) {
  for (size_t I = 1; I < Graph.IndexVars.size(); ++I) {
    IndexVar &V = Graph.IndexVars[I];
    V.Lo = withoutTraps(V.Lo);
    V.Hi = withoutTraps(V.Hi);
  }
  for (Guard &G : Graph.Guards) {
    for (ExprRef *E : {&G.Cond, &G.Lo, &G.Hi})
      if (*E)
        *E = withoutTraps(*E);
    for (GuardRange &R : G.Inner) {
      R.Lo = withoutTraps(R.Lo);
      R.Hi = withoutTraps(R.Hi);
    }
  }
}

/// Checks what the whole of the nest decides, and adds what it consists of
/// beside its body.
bool Lifter::finish(llvm::ArrayRef<const clang::VarDecl *> Integers) {
  Nest &Graph = Builder.graph();
  if (!liftTurns())
    return false;
  const StmtRef Body = Graph.Body;
  for (const clang::VarDecl *V : Integers)
    Ops.addInteger(V);
  Ops.noteAppended();
  LiveOuts.noteScratch();
  for (const std::string &Array : Turning.Arrays)
    Builder.operand(Array)->Scratch = false;
  if (!checkVectors() || !Guards.checkReads() || !checkCheckedLoads() ||
      !Accessors.check() || !Lets.checkReferences() ||
      !Records.checkRecords() || !LiveOuts.check())
    return false;
  Ops.comparePointers();
  LiveOuts.addEpilogue();
  if (!checkErrno())
    return false;
  Ops.noteApart();
  if (!Language.SignedWraps)
    countLoops(Graph);
  if (!Records.checkRows())
    return false;
  if (!findReaches(Builder.result(), InSteps, Diags))
    return false;
  if (!Language.SignedWraps)
    rebaseLoops(Graph);
  makeKnownChoices(Graph);
  keepFromTrapping(Graph);
  findTensors(Builder, Graph.Body);
  continueSums(Graph);
  joinFlags(Graph);
  separateExtrema(Graph);
  countParities(Graph);
  unwindVariables(Graph);
  if (Language.SignedWraps)
    wrapSigned(Graph);
  else if (Language.SignedIsReported)
    guardSigned(Graph);
  return !Diags.any();
}

/// Whether \p S is `f(…);`.
static bool isCall(const clang::Stmt *S) {
  const auto *E = dyn_cast<clang::Expr>(S);
  if (const auto *Full = dyn_cast_or_null<clang::FullExpr>(E))
    E = Full->getSubExpr();
  return E && isa<clang::CallExpr>(E->IgnoreParens()) &&
         !isa<clang::CXXOperatorCallExpr>(E->IgnoreParens());
}

/// Adds to \p List what of \p More is not in it; whether there is any.
template <class T>
static bool addNew(std::vector<T> &List, llvm::ArrayRef<T> More) {
  const size_t Before = List.size();
  for (const T &Each : More)
    if (!llvm::is_contained(List, Each))
      List.push_back(Each);
  return List.size() != Before;
}

bool Lifter::improve(LiftPlan &Plan) const {
  if (addNew(Plan.Carried, LiveOuts.mustCarry()) ||
      addNew(Plan.Loaded, Records.mustLoad()) ||
      addNew(Plan.Appended, llvm::ArrayRef(MustAppend)))
    return true;
  if (StoresToElement && !Plan.StoresToElements)
    return Plan.StoresToElements = true;
  const bool CalledInVain = Plan.CallsAccessors && Accessors.returnsChanging();
  Plan.CallsAccessors &= !CalledInVain;
  return CalledInVain || addNew(Plan.Left, llvm::ArrayRef(MustLeave));
}

/// Whether what is left of the nest stores anything.
static bool stores(const Nest &Graph) {
  return anyOf(Graph.Body, [](const Stmt &S) { return isa<AssignStmt>(S); });
}

/// What \p Nest is lifted to; an error, \p WithoutLoops, if it has none. Tries
/// again as often as there is a better plan.
static std::variant<Lifted, NotLifted>
liftNest(clang::ASTContext &Context, const LanguageOptions &Language,
         BodyIndices &Bodies, const clang::Stmt *Nest, llvm::StringRef Name,
         llvm::ArrayRef<const clang::VarDecl *> Integers, bool WithTurns,
         llvm::StringRef WithoutLoops) {
  LiftPlan Plan;
  std::optional<NotLifted> WithCalls, WithAll;
  for (;;) {
    const LiftPlan Now = Plan;
    Lifter L(Context, Language, Bodies, Nest, Name, Now);
    auto Result = L.run(Integers, WithTurns);
    if (L.improve(Plan)) {
      if (Now.CallsAccessors && !Plan.CallsAccessors)
        WithCalls = std::get<NotLifted>(Result);
      if (Now.Left.empty() && !Plan.Left.empty())
        WithAll = std::get<NotLifted>(Result);
      continue;
    }
    if (WithAll && (std::holds_alternative<NotLifted>(Result) ||
                    !stores(std::get<Lifted>(Result).Graph)))
      return *WithAll;
    if (WithCalls && std::holds_alternative<NotLifted>(Result))
      return *WithCalls;
    auto *Found = std::get_if<Lifted>(&Result);
    if (Found && Found->Graph.IndexVars.empty() && !isRoot(Nest))
      return NotLifted{Nest->getBeginLoc(), WithoutLoops.str(), {}};
    if (Found)
      if (std::string Why = tooLarge(Found->Graph); !Why.empty())
        return NotLifted{Nest->getBeginLoc(), std::move(Why), {}};
    return Result;
  }
}

std::variant<Lifted, NotLifted>
lift(clang::ASTContext &Context, const LanguageOptions &Language,
     BodyIndices &Bodies, const clang::Stmt *Loop, llvm::StringRef Name,
     llvm::ArrayRef<const clang::VarDecl *> Integers, bool WithTurns) {
  while (const auto *A = dyn_cast<clang::AttributedStmt>(Loop))
    Loop = A->getSubStmt();
  if (isRoot(Loop) || isCall(Loop))
    return liftNest(Context, Language, Bodies, Loop, Name, Integers, WithTurns,
                    msg::CalleeHasNoLoop());
  return NotLifted{Loop->getBeginLoc(),
                   isa<clang::DoStmt>(Loop) ? msg::LoopWithoutVariable()
                                            : msg::DirectiveNeedsLoopOrCall(),
                   {}};
}

std::variant<Lifted, NotLifted>
liftBody(clang::ASTContext &Context, const LanguageOptions &Language,
         BodyIndices &Bodies, const clang::Stmt *Body, llvm::StringRef Name) {
  return liftNest(Context, Language, Bodies, Body, Name, {},
                  /*WithTurns=*/false, msg::NoLoopInsideSharedOut());
}

} // namespace lacuna::plugin

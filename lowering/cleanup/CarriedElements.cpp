//===- CarriedElements.cpp - elements for the next iteration --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/cleanup/CarriedElements.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/cleanup/Registers.h"
#include "lacuna/cleanup/WideSubscripts.h"
#include "lacuna/ir/Choices.h"
#include "lacuna/ir/bounds/Difference.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

namespace {

/// An element that each iteration stores and the next one reads.
struct CarriedElement {
  Place Target;
  llvm::StringMap<ExprRef> Lets; ///< of each iteration, over what is outside
  ExprRef Before;         ///< the subscript of the iteration before, wide
  ExprRef Read = nullptr; ///< as the loop has it
  bool IsReadAlways = false;
  Place Kept = {}; ///< holds it from iteration to iteration
  Place Last = {}; ///< what `Kept` was when an iteration began
};

} // namespace

/// \p E, a wide subscript, an iteration of the loop over \p Var earlier; null
/// where that would need arithmetic in a type that the user's loop has not.
static ExprRef before(const ExprRef &E, llvm::StringRef Var) {
  auto IsVar = [&](const Expr &Of) {
    auto *V = llvm::dyn_cast<VarExpr>(&Of);
    return V && V->name() == Var;
  };
  size_t Uses = 0, Replaced = 0;
  walk(E, [&](const Expr &Part) { Uses += IsVar(Part); });
  const ExprRef Result = rewrite(E, [&](const ExprRef &Part) -> ExprRef {
    auto *Cast = llvm::dyn_cast<CastExpr>(Part.get());
    if (Part->type() != Type::i64() || !IsVar(Cast ? *Cast->operand() : *Part))
      return nullptr;
    ++Replaced;
    return binary(BinaryOp::Sub, Part, i64(1));
  });
  return Uses > 0 && Uses == Replaced ? Result : nullptr;
}

/// Whether two wide subscripts are those of one element.
static bool isSame(const ExprRef &A, const ExprRef &B) {
  const ExprRef RowA = rowOf(A), RowB = rowOf(B);
  if (!RowA != !RowB || (RowA && !structurallyEqual(RowA, RowB)))
    return false;
  return constantDifference(indexInRow(A), indexInRow(B)) == 0;
}

/// The lets that \p Body begins with and goes on with, over what is outside.
static llvm::StringMap<ExprRef> letsOf(const StmtRef &Body) {
  llvm::StringMap<ExprRef> Lets;
  for (const StmtRef &S : statementsOf(Body))
    if (auto *Let = llvm::dyn_cast<LetStmt>(S.get()))
      Lets[Let->name()] = substitute(Let->init(), Lets);
  return Lets;
}

/// Whether each run of \p Body stores to \p Array.
static bool storesAlways(const StmtRef &Body, llvm::StringRef Array) {
  return llvm::any_of(statementsOf(Body), [&](const StmtRef &S) {
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(S.get()))
      return Assign->target().Name == Array;
    if (auto *If = llvm::dyn_cast<IfStmt>(S.get()))
      return storesAlways(If->thenBody(), Array) && If->elseBody() &&
             storesAlways(If->elseBody(), Array);
    return llvm::isa<BlockStmt>(S.get()) && storesAlways(S, Array);
  });
}

/// The elements that each run of \p Body sets, the only ones of their arrays,
/// which last.
static std::vector<Place> elementsSet(const StmtRef &Body) {
  std::vector<Place> Result;
  llvm::StringSet<> Others = declaredIn(Body);
  walk(Body, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    if (!Assign || !Assign->target().Index)
      return true;
    const Place &P = Assign->target();
    auto Known = llvm::find_if(
        Result, [&](const Place &Other) { return Other.Name == P.Name; });
    if (Known == Result.end())
      Result.push_back(P);
    else if (!samePlace(*Known, P))
      Others.insert(P.Name);
    if (Assign->op() != ReduceOp::None || Assign->isAtomic() ||
        !P.Ty.isArithmetic())
      Others.insert(P.Name);
    return true;
  });
  llvm::erase_if(Result, [&](const Place &P) {
    return Others.contains(P.Name) || !storesAlways(Body, P.Name);
  });
  return Result;
}

/// Whether \p E reads what the iteration before has stored in \p Of.
static bool isCarried(const Expr &E, const CarriedElement &Of) {
  auto *Load = llvm::dyn_cast<LoadExpr>(&E);
  return Load && Load->array() == Of.Target.Name &&
         Load->type() == Of.Target.Ty &&
         isSame(widened(substitute(Load->index(), Of.Lets)), Of.Before);
}

/// Whether \p E does so whenever it is evaluated.
static bool readsAlways(const ExprRef &E, const CarriedElement &Of) {
  if (!E)
    return false;
  if (isCarried(*E, Of))
    return true;
  const auto &Parts = E->operands();
  auto Reads = [&](const ExprRef &Part) { return readsAlways(Part, Of); };
  return isConditional(*E) ? Reads(Parts.front()) : llvm::any_of(Parts, Reads);
}

/// Whether \p Body does whenever it runs.
static bool readsAlways(const StmtRef &Body, const CarriedElement &Of) {
  return llvm::any_of(statementsOf(Body), [&](const StmtRef &S) {
    return llvm::any_of(expressions(*S),
                        [&](const ExprRef &E) { return readsAlways(E, Of); });
  });
}

/// The subscript by which \p Body reads \p Of, over what is outside; null if it
/// does not.
static ExprRef subscriptOf(const StmtRef &Body, const CarriedElement &Of) {
  ExprRef Result;
  walk(Body, [&](const Stmt &S) {
    for (const ExprRef &Root : expressions(S))
      if (Root)
        walk(Root, [&](const Expr &E) {
          if (isCarried(E, Of))
            Result = substitute(llvm::cast<LoadExpr>(E).index(), Of.Lets);
        });
    return !Result;
  });
  return Result;
}

/// The elements that iterations of \p Loop hand on.
static std::vector<CarriedElement> elementsCarried(const ForStmt &Loop,
                                                   MadeNames &Names) {
  std::vector<CarriedElement> Result;
  for (const Place &P : elementsSet(Loop.body())) {
    CarriedElement Of{P, letsOf(Loop.body()), nullptr};
    const ExprRef Index = widened(substitute(P.Index, Of.Lets));
    Of.Before = before(Index, Loop.var());
    // What else the subscript is made of stays as it is.
    if (Of.Before &&
        isKnownOutside(substitute(Index, {{Loop.var(), i64(0)}}), Loop))
      Of.Read = subscriptOf(Loop.body(), Of);
    if (!Of.Read)
      continue;
    Of.IsReadAlways = readsAlways(Loop.body(), Of);
    Of.Kept = {Names.fresh(P.Name + "_kept"), P.Ty, nullptr};
    Of.Last = {Names.fresh(P.Name + "_last"), P.Ty, nullptr};
    Result.push_back(std::move(Of));
  }
  return Result;
}

/// \p Body that keeps what it stores in elements \p All.
static StmtRef keeping(const StmtRef &Body,
                       llvm::ArrayRef<CarriedElement> All) {
  return rewrite(
      Body,
      [&](const StmtRef &S) -> StmtRef {
        auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
        auto Of = llvm::find_if(All, [&](const CarriedElement &E) {
          return Assign && Assign->target().Name == E.Target.Name;
        });
        if (Of == All.end())
          return nullptr;
        return block({assign(Of->Kept, Assign->value(), S->tag()),
                      assign(Of->Target, valueOf(Of->Kept), S->tag())});
      },
      nullptr);
}

/// \p Body, which keeps elements \p All, with what was kept in place of reads.
static StmtRef handedOn(const StmtRef &Body,
                        llvm::ArrayRef<CarriedElement> All) {
  Statements Out;
  for (const CarriedElement &Of : All)
    Out.push_back(std::make_shared<LetStmt>(Of.Last.Name, valueOf(Of.Kept)));
  Out.push_back(rewrite(Body, nullptr, [&](const ExprRef &E) -> ExprRef {
    auto Of = llvm::find_if(
        All, [&](const CarriedElement &Of) { return isCarried(*E, Of); });
    return Of == All.end() ? nullptr : valueOf(Of->Last);
  }));
  return block(std::move(Out));
}

/// Of several copies of a body, LLVM takes the integers that it chooses among
/// by branches, of which a third are foreseen wrongly.
static ForTags tagsOf(const ForStmt &Loop, llvm::ArrayRef<CarriedElement> All) {
  ForTags Tags = Loop.tags();
  const bool AreIntegers = llvm::any_of(
      All, [](const CarriedElement &Of) { return Of.Target.Ty.isInteger(); });
  if (AreIntegers && Tags.Unroll == 0 && choosesIntegers(Loop.body()))
    Tags.Unroll = LoopTags::NoUnroll;
  return Tags;
}

/// \p E where it is as short as a name, else a let for it.
static ExprRef named(const std::string &Name, const ExprRef &E,
                     MadeNames &Names, Statements &Out) {
  if (llvm::isa<ConstantExpr, VarExpr>(E.get()))
    return E;
  const std::string Let = Names.fresh(Name);
  Out.push_back(std::make_shared<LetStmt>(Let, E));
  return var(E->type(), Let);
}

/// The iteration behind \p First.
static ExprRef after(const ExprRef &First) {
  if (std::optional<int64_t> Known = constantValue(First))
    return constant(First->type(), *Known + 1);
  return binary(BinaryOp::Add, First, constant(First->type(), 1));
}

/// Elements that an iteration might not read are not read in front of the loop:
/// the first iteration stands there.
static StmtRef withCarried(const ForStmt &Loop, MadeNames &Names) {
  if (Loop.tags().Mode != ForMode::Serial || holdsLoop(Loop.body()))
    return nullptr;
  const std::vector<CarriedElement> All = elementsCarried(Loop, Names);
  if (All.empty())
    return nullptr;
  const bool AreRead = llvm::all_of(
      All, [](const CarriedElement &Of) { return Of.IsReadAlways; });
  const std::string Var = Loop.var().str();
  Statements Out, Runs;
  const ExprRef Lo = named(Var + "_first", Loop.lo(), Names, Out),
                Hi = named(Var + "_last", Loop.hi(), Names, Out);
  for (const CarriedElement &Of : All) {
    const ExprRef Start = AreRead ? load(Of.Target.Ty, Of.Target.Name,
                                         substitute(Of.Read, {{Var, Lo}}))
                                  : cast(Of.Target.Ty, i64(0));
    Runs.push_back(
        std::make_shared<VarStmt>(Of.Kept.Name, Of.Kept.Ty, Start, Loop.tag()));
  }
  const StmtRef Body = keeping(Loop.body(), All);
  if (!AreRead)
    Runs.push_back(std::make_shared<BlockStmt>(
        Statements{std::make_shared<LetStmt>(Var, Lo), Body}));
  const ExprRef First = AreRead ? Lo : after(Lo);
  Runs.push_back(std::make_shared<ForStmt>(Var, First, Hi, handedOn(Body, All),
                                           tagsOf(Loop, All), Loop.tag()));
  Out.push_back(std::make_shared<IfStmt>(binary(BinaryOp::Lt, Lo, Hi),
                                         block(std::move(Runs)), nullptr,
                                         Loop.tag()));
  return block(std::move(Out));
}

StmtRef lacuna::carryElements(const StmtRef &S, MadeNames &Names) {
  return rewrite(
      S,
      [&](const StmtRef &Part) -> StmtRef {
        auto *Loop = llvm::dyn_cast<ForStmt>(Part.get());
        return Loop ? withCarried(*Loop, Names) : nullptr;
      },
      nullptr);
}

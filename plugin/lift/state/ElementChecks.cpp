//===- ElementChecks.cpp - checks of elements, in front of a nest ---------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/ElementChecks.h"
#include "lacuna/analysis/Messages.def"
#include "lacuna/analysis/NestQueries.h"
#include "lift/state/Messages.def"
#include "llvm/ADT/STLExtras.h"

using llvm::dyn_cast;

namespace lacuna::plugin {

/// Subscripts of elements that choose elements, and so on.
static constexpr unsigned MostDepth = 4;

/// The variables of the loops that choose what \p Cond reads, and \p Read, that
/// and what the bounds of its loops read; nothing where it is over anything
/// else than operands and variables of loops, which are \p Seen.
std::optional<llvm::StringSet<>>
ElementChecks::variablesOf(const ExprRef &Cond, std::vector<ExprRef> &Read,
                           llvm::StringSet<> &Seen) {
  const Nest &Graph = Builder.graph();
  llvm::StringSet<> Walked;
  std::vector<ExprRef> Todo = {Cond};
  bool IsKnown = true;
  // Bounds of a loop that is walked choose how far.
  auto Add = [&](llvm::StringRef Name, bool IsWalked) {
    const IndexVar *V = Graph.findIndexVar(Name);
    if (IsWalked && V)
      Walked.insert(Name);
    if (!V || !Seen.insert(Name).second)
      return;
    IsKnown &= !V->isDerived() && llvm::is_contained(Path, Name);
    if (IsKnown) {
      Todo.push_back(V->Lo);
      Todo.push_back(V->Hi);
    }
  };
  while (!Todo.empty()) {
    const ExprRef E = Todo.back();
    Todo.pop_back();
    walk(E, [&](const lacuna::Expr &Part) {
      if (const auto *V = dyn_cast<VarExpr>(&Part)) {
        IsKnown &= Builder.isFixed(V->name());
        Add(V->name(), /*IsWalked=*/false);
      }
    });
    forEachLoad(E, [&](const ExprRef &Load) {
      Read.push_back(Load);
      for (const auto &Name : freeVars(Load))
        Add(Name.first(), /*IsWalked=*/true);
    });
  }
  // What a walked loop runs over, outer variables say.
  for (const std::string &Name : llvm::reverse(Path))
    if (Walked.contains(Name)) {
      const IndexVar &V = *Graph.findIndexVar(Name);
      for (const ExprRef *Bound : {&V.Lo, &V.Hi})
        for (const auto &Outer : freeVars(*Bound))
          if (Graph.findIndexVar(Outer.first()))
            Walked.insert(Outer.first());
    }
  return IsKnown ? std::optional(std::move(Walked)) : std::nullopt;
}

/// That \p Load reads an element of its container.
bool ElementChecks::requireInside(const ExprRef &Load, unsigned Depth) {
  const auto &L = llvm::cast<LoadExpr>(*Load);
  const Operand *O = Builder.operand(L.array());
  if (!O || !O->Extent || rowOf(L.index()) || !L.index()->type().isInteger())
    return false;
  const ExprRef At = cast(Type::i64(), L.index());
  return require(binary(BinaryOp::LogicalOr, binary(BinaryOp::Lt, At, i64(0)),
                        binary(BinaryOp::Ge, At, O->Extent)),
                 /*Value=*/true, Depth + 1);
}

/// What says, for one iteration of the loops over \p Walked, that \p Cond is
/// \p Value in no iteration of the others; null where nothing does.
ExprRef ElementChecks::holdsNowhere(const ExprRef &Cond, bool Value,
                                    const llvm::StringSet<> &Walked) const {
  ExprRef Is = cast(Type::boolean(), Cond);
  if (!Value)
    Is = unary(UnaryOp::LogicalNot, Is);
  // Elements that conditions read are looked at only where the check does so.
  auto IsKnown = [&](const ExprRef &Around) {
    bool Is = Builder.isFixed(Around);
    forEachLoad(Around, [&](const ExprRef &Load) {
      Is &= llvm::any_of(Loads, [&](const ExprRef &Known) {
        return structurallyEqual(Known, Load);
      });
    });
    return Is;
  };
  for (const KnownCondition &K : llvm::reverse(Under))
    if (IsKnown(K.Cond)) {
      const ExprRef Holds = cast(Type::boolean(), K.Cond);
      Is = binary(BinaryOp::LogicalAnd,
                  K.Value ? Holds : unary(UnaryOp::LogicalNot, Holds), Is);
    }
  return NowhereTrue(Builder.graph(), {}, &Walked).guard(Is, /*Value=*/true);
}

/// The variable of guards for that of the nest's called \p For.
std::string ElementChecks::ownName(const std::string &For) {
  std::string &Own = Names[For];
  if (Own.empty())
    Own = Builder.uniqueName(For);
  return Own;
}

/// Where \p Cond is about positions of rows alone, which follow each other from
/// `pos[i]` to `pos[i + 1]`: all of them. Short loops have no vectors.
std::optional<GuardRange>
ElementChecks::allRows(const ExprRef &Cond, const llvm::StringSet<> &Walked) {
  const IndexVar &Row = *Builder.graph().findIndexVar(Path.front());
  if (Walked.size() != 2 || !Walked.contains(Row.Name) ||
      usesVar(Cond, Row.Name))
    return std::nullopt;
  const std::string &Name = *llvm::find_if(Path, [&](const std::string &Each) {
    return Each != Row.Name && Walked.contains(Each);
  });
  const IndexVar &V = *Builder.graph().findIndexVar(Name);
  const ExprRef Lo = withoutIntegerCasts(V.Lo), Hi = withoutIntegerCasts(V.Hi),
                At = var(Row.Ty, Row.Name);
  const auto *First = dyn_cast<LoadExpr>(Lo.get());
  const auto *Past = dyn_cast<LoadExpr>(Hi.get());
  if (!First || !Past || First->array() != Past->array() ||
      !structurallyEqual(withoutIntegerCasts(First->index()), At) ||
      !isNext(At, Past->index()))
    return std::nullopt;
  const std::string Pos = First->array().str();
  const ExprRef Begin = cast(Type::i64(), Row.Lo),
                End = cast(Type::i64(), Row.Hi);
  const std::string R = ownName(Row.Name + "_all");
  const ExprRef Now = var(Type::i64(), R);
  Guards.push_back(
      {msg::GuardArrayNotAscending(Pos),
       binary(BinaryOp::Le, load(First->type(), Pos, Now),
              load(First->type(), Pos, binary(BinaryOp::Add, Now, i64(1)))),
       R, Begin, End});
  auto Position = [&](const ExprRef &Of) {
    return cast(Type::i64(), load(First->type(), Pos, Of));
  };
  return GuardRange{Name, Position(Begin), Position(End)};
}

/// `x >= 0 && x - size < 0` is one comparison without sign: \p Parts, which are
/// these, in one, and in \p Once what `size` has to be for that.
static void compareOnce(std::vector<ExprRef> &Parts,
                        std::vector<ExprRef> &Once) {
  const auto *Least =
      Parts.size() == 2 ? dyn_cast<BinaryExpr>(Parts[0].get()) : nullptr;
  const auto *Most = Least ? dyn_cast<BinaryExpr>(Parts[1].get()) : nullptr;
  const auto *Distance =
      Most ? dyn_cast<BinaryExpr>(Most->lhs().get()) : nullptr;
  if (!Distance || Least->op() != BinaryOp::Ge || Most->op() != BinaryOp::Lt ||
      Distance->op() != BinaryOp::Sub || constantValue(Least->rhs()) != 0 ||
      constantValue(Most->rhs()) != 0 || readsMemory(Distance->rhs()) ||
      !structurallyEqual(Distance->lhs(), Least->lhs()))
    return;
  Once.push_back(binary(BinaryOp::Ge, Distance->rhs(), i64(0)));
  Parts = {binary(BinaryOp::Lt, cast(Type::u64(), Least->lhs()),
                  cast(Type::u64(), Distance->rhs()))};
}

/// What \p G, which is a walk, asks of operands alone, becomes a guard in front
/// of it, so that the compiler makes vectors of what is left.
void ElementChecks::askOnce(Guard &G) {
  std::vector<ExprRef> Once, Each;
  for (const ExprRef &Part : conjunctsOf(G.Cond)) {
    const bool IsOnce =
        !readsMemory(Part) && llvm::all_of(freeVars(Part), [&](auto &Name) {
          return Builder.graph().findOperand(Name.first()) != nullptr;
        });
    (IsOnce ? Once : Each).push_back(Part);
  }
  compareOnce(Each, Once);
  if (!Once.empty())
    Guards.push_back({"", conjunction(Once), "", nullptr, nullptr});
  G.Cond = conjunction(Each);
}

/// That \p Cond holds in each iteration of the loops over \p Walked.
void ElementChecks::addGuard(const ExprRef &Cond,
                             const llvm::StringSet<> &Walked) {
  Guard G;
  llvm::StringMap<ExprRef> Named;
  const std::optional<GuardRange> All = allRows(Cond, Walked);
  for (const std::string &Name : Path) {
    if (!Walked.contains(Name) || (All && Name != All->Var))
      continue;
    const IndexVar &V = *Builder.graph().findIndexVar(Name);
    GuardRange R{ownName(All ? Name + "_all" : Name),
                 All ? All->Lo : cast(Type::i64(), substitute(V.Lo, Named)),
                 All ? All->Hi : cast(Type::i64(), substitute(V.Hi, Named))};
    Named[Name] = cast(V.Ty, var(Type::i64(), R.Var));
    if (!G.Var.empty()) {
      G.Inner.push_back(std::move(R));
      continue;
    }
    G.Var = R.Var;
    G.Lo = R.Lo;
    G.Hi = R.Hi;
  }
  G.Cond = substitute(Cond, Named);
  if (!G.Var.empty())
    askOnce(G);
  Guards.push_back(std::move(G));
}

bool ElementChecks::require(const ExprRef &Cond, bool Value, unsigned Depth) {
  std::vector<ExprRef> Read;
  llvm::StringSet<> All;
  std::optional<llvm::StringSet<>> Walked = variablesOf(Cond, Read, All);
  if (!Walked || Depth > MostDepth)
    return false;
  for (const ExprRef &Load : Read) {
    if (llvm::any_of(Loads, [&](const ExprRef &Known) {
          return structurallyEqual(Known, Load);
        }))
      continue;
    if (!requireInside(Load, Depth))
      return false;
    Loads.push_back(Load);
  }
  ExprRef Holds = holdsNowhere(Cond, Value, *Walked);
  if (!Holds) {
    // `i ^ bit`: iteration by iteration. What bounds read has been looked at.
    Walked = std::move(All);
    Holds = holdsNowhere(Cond, Value, *Walked);
  }
  if (!Holds)
    return false;
  addGuard(Holds, *Walked);
  return true;
}

} // namespace lacuna::plugin

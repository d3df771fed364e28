//===- TouchWalk.cpp - what iterations share, found in front --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/waves/TouchWalk.h"
#include "SteadyNames.h"
#include "WorkspaceMarks.h"
#include "lacuna/analysis/elements/ProgramSlice.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

namespace {

/// Goes through one nest. Lets and variables that hold the same all through an
/// iteration are replaced by what they stand for; other steady ones are
/// computed in the walk as in the nest.
class Toucher {
public:
  Toucher(const Nest &N, llvm::ArrayRef<std::string> Arrays, ExprRef Iteration)
      : N(N), Steady(N), Arrays(Arrays), Iteration(std::move(Iteration)) {}

  std::optional<TouchWalk> run();

private:
  /// Elements from Lo up to End, i64; of a variable, whose value only ever
  /// rises, End may be null.
  struct Range {
    ExprRef Lo, End;
  };

  ExprRef known(const ExprRef &E) const { return substitute(E, Lets); }
  bool isFixed(const ExprRef &E) const;
  bool isLoaded(const ExprRef &E) const;
  void addLoads(const ExprRef &E);
  std::optional<Range> rangeOf(const ExprRef &E);
  std::optional<Range> rangeOfVar(const VarExpr &Var);
  std::optional<Range> rangeOfIndex(const ExprRef &E) const;
  std::optional<Range> rangeOfMarks(const VarExpr &Value);

  void touch(llvm::StringRef Array, const ExprRef &Subscript, TouchKind Kind,
             Statements &Out);
  void visit(const ExprRef &E, Statements &Out);
  void visit(const Stmt &S, Statements &Out);
  void visitLet(const LetStmt &Let, Statements &Out);
  void visitVar(const VarStmt &Var, Statements &Out);
  void visitAssign(const AssignStmt &Assign, Statements &Out);
  void visitLoop(const LoopStmt &Loop, Statements &Out);
  void visitWhile(const WhileStmt &While, Statements &Out);
  Statements visitArm(const StmtRef &S, const ExprRef &Holds);
  Statements visitAll(const StmtRef &S);
  void choose(const ExprRef &Cond, Statements Then, Statements Else,
              Statements &Out);
  void ignore(Statements Arm, Statements &Out);
  void forget(const StmtRef &Body);
  void boundCursors(const ExprRef &Cond);
  bool readsComputed(const ExprRef &E) const;
  bool isKnownWithout(const ExprRef &Cond, const StmtRef &S) const;
  bool isTied(const StmtRef &S) const;

  const Nest &N;
  const SteadyNames Steady;
  llvm::ArrayRef<std::string> Arrays;
  ExprRef Iteration;
  llvm::StringMap<ExprRef> Lets;
  /// What lets were initialised with, as written.
  llvm::StringMap<ExprRef> Inits;
  /// Variables and steady lets that the walk computes.
  llvm::StringSet<> Variables, Computed;
  llvm::StringMap<Range> Ranges;
  std::vector<const IndexVar *> Open; ///< loops, outermost first
  /// Conditions that hold here, as written.
  std::vector<ExprRef> Holding;
  /// What has been loaded wherever control gets here.
  std::vector<ExprRef> Loaded;
  std::vector<Guard> Guards;
  bool IsPossible = true;
};

} // namespace

//===-- what is known of values -------------------------------------------===//

/// Whether \p E is the same wherever its names are visible in an iteration.
bool Toucher::isFixed(const ExprRef &E) const {
  return Steady.covers(E) && llvm::none_of(freeVars(E), [&](const auto &Name) {
           return Variables.contains(Name.first());
         });
}

/// Whether \p E is known in the walk alone.
bool Toucher::readsComputed(const ExprRef &E) const {
  return llvm::any_of(freeVars(E), [&](const auto &Name) {
    return Computed.contains(Name.first());
  });
}

/// Whether all that \p E loads has been loaded.
bool Toucher::isLoaded(const ExprRef &E) const {
  bool All = true;
  walk(E, [&](const Expr &Part) {
    auto *Load = llvm::dyn_cast<LoadExpr>(&Part);
    All &= !Load || llvm::any_of(Loaded, [&](const ExprRef &Known) {
      auto &Other = llvm::cast<LoadExpr>(*Known);
      return Other.array() == Load->array() &&
             structurallyEqual(Other.index(), Load->index());
    });
  });
  return All;
}

/// Notes what \p E, all of which is evaluated, loads.
void Toucher::addLoads(const ExprRef &E) {
  walk(E, [&](const Expr &Part) {
    if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part))
      if (ExprRef Index = known(Load->index()); isFixed(Index))
        Loaded.push_back(load(Load->type(), Load->array(), Index));
  });
}

/// The parts of a condition that hold where it does.
static std::vector<ExprRef> partsOf(const ExprRef &Cond) {
  auto *Binary = llvm::dyn_cast<BinaryExpr>(Cond.get());
  if (!Binary || Binary->op() != BinaryOp::LogicalAnd)
    return {Cond};
  std::vector<ExprRef> Parts = partsOf(Binary->lhs());
  llvm::append_range(Parts, partsOf(Binary->rhs()));
  return Parts;
}

std::optional<Toucher::Range> Toucher::rangeOfMarks(const VarExpr &Value) {
  auto Init = Inits.find(Value.name());
  auto *Load =
      Init == Inits.end()
          ? nullptr
          : llvm::dyn_cast<LoadExpr>(withoutIntegerCasts(Init->second).get());
  const Operand *Workspace = Load ? N.findOperand(Load->array()) : nullptr;
  if (!Workspace || !Value.type().holdsAllOf(Workspace->Ty))
    return std::nullopt;
  for (const ExprRef &Cond : Holding)
    if (std::optional<WorkspaceMarks> Marks =
            marksOf(N, *Workspace, Value, Cond)) {
      if (llvm::none_of(Guards, [&](const Guard &G) {
            return structurallyEqual(G.Cond, Marks->InFront.Cond);
          }))
        Guards.push_back(Marks->InFront);
      return Range{Marks->Lo, Marks->End};
    }
  return std::nullopt;
}

std::optional<Toucher::Range> Toucher::rangeOfVar(const VarExpr &Var) {
  if (auto Found = Ranges.find(Var.name());
      Found != Ranges.end() && Found->second.End)
    return Found->second;
  if (auto Let = Inits.find(Var.name()); Let != Inits.end())
    if (std::optional<Range> Found = rangeOf(Let->second))
      return Found;
  return rangeOfMarks(Var);
}

/// Positions in rows: those that a loop inside runs through.
std::optional<Toucher::Range> Toucher::rangeOfIndex(const ExprRef &E) const {
  auto *Var = llvm::dyn_cast<VarExpr>(withoutIntegerCasts(E).get());
  for (size_t I = 1; Var && I < Open.size(); ++I) {
    const IndexVar &Inner = *Open[I];
    bool IsRow = false;
    for (const ExprRef &Bound : {Inner.Lo, Inner.Hi})
      if (Bound)
        walk(Bound,
             [&](const Expr &Part) { IsRow |= llvm::isa<LoadExpr>(&Part); });
    if (Inner.Name == Var->name() && IsRow && isFixed(Inner.Lo) &&
        isFixed(Inner.Hi) && E->type().holdsAllOf(Inner.Ty))
      return Range{cast(Type::i64(), Inner.Lo), cast(Type::i64(), Inner.Hi)};
  }
  return std::nullopt;
}

/// Among which elements \p E, as written, is one; nothing if that is not seen.
std::optional<Toucher::Range> Toucher::rangeOf(const ExprRef &E) {
  if (auto *Var = llvm::dyn_cast<VarExpr>(E.get()))
    return rangeOfVar(*Var);
  auto *Cast = llvm::dyn_cast<CastExpr>(E.get());
  if (Cast && Cast->type().isInteger() &&
      Cast->type().holdsAllOf(Cast->operand()->type()))
    return rangeOf(Cast->operand());
  return std::nullopt;
}

//===-- accesses ----------------------------------------------------------===//

/// Once is enough.
static void add(StmtRef New, Statements &Out) {
  if (llvm::none_of(Out, [&](const StmtRef &Known) {
        return structurallyEqual(Known, New);
      }))
    Out.push_back(std::move(New));
}

void Toucher::touch(llvm::StringRef Array, const ExprRef &Subscript,
                    TouchKind Kind, Statements &Out) {
  if (!llvm::is_contained(Arrays, Array))
    return;
  ExprRef Index = known(Subscript), End;
  std::optional<Range> Found =
      isFixed(Index) ? rangeOfIndex(Index) : rangeOf(Subscript);
  if (Found && isLoaded(Found->Lo) && isLoaded(Found->End)) {
    Index = Found->Lo;
    End = Found->End;
  }
  IsPossible &= Steady.covers(Index);
  add(std::make_shared<TouchStmt>(Array.str(), N.findOperand(Array)->Ty,
                                  std::move(Index), std::move(End), Kind,
                                  Iteration),
      Out);
}

/// What is evaluated under a condition is looked at under it.
void Toucher::visit(const ExprRef &E, Statements &Out) {
  if (!E)
    return;
  auto *Select = llvm::dyn_cast<SelectExpr>(E.get());
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  const bool IsAnd = Binary && Binary->op() == BinaryOp::LogicalAnd;
  const bool IsOr = Binary && Binary->op() == BinaryOp::LogicalOr;
  if (Select || IsAnd || IsOr) {
    const ExprRef &Cond = E->operands().front();
    visit(Cond, Out);
    Statements Arms[2];
    for (size_t I = 1; I < E->operands().size(); ++I) {
      const size_t Mark = Loaded.size();
      visit(E->operands()[I], Arms[IsOr || I == 2]);
      Loaded.resize(Mark);
    }
    return choose(Cond, std::move(Arms[0]), std::move(Arms[1]), Out);
  }
  for (const ExprRef &Part : E->operands())
    visit(Part, Out);
  if (auto *Load = llvm::dyn_cast<LoadExpr>(E.get())) {
    touch(Load->array(), Load->index(), TouchKind::Read, Out);
    if (ExprRef Index = known(Load->index()); isFixed(Index))
      Loaded.push_back(load(Load->type(), Load->array(), Index));
  }
}

//===-- statements --------------------------------------------------------===//

static bool isStateful(const StmtRef &S) {
  return anyOf(S, [](const Stmt &Part) {
    return llvm::isa<LetStmt, VarStmt, AssignStmt, WhileStmt>(&Part);
  });
}

static bool holdsLoop(const StmtRef &S) {
  return anyOf(S, [](const Stmt &Part) {
    return llvm::isa<LoopStmt, WhileStmt>(&Part);
  });
}

/// Does what \p Arm does without the condition on it, if all that this loads
/// has been loaded before.
void Toucher::ignore(Statements Arm, Statements &Out) {
  for (const StmtRef &S :
       statementsOf(sliceOf(block(std::move(Arm)), {}, {}))) {
    bool IsKnown = !holdsLoop(S);
    walk(S, [&](const Stmt &Part) {
      for (const ExprRef &E : expressions(Part))
        IsKnown &= isLoaded(E);
      return true;
    });
    IsPossible &= IsKnown;
    add(S, Out);
  }
}

/// Whether \p S touches a range that is known before \p Cond is, which says
/// what of it is accessed: then it is not looked for one by one.
bool Toucher::isKnownWithout(const ExprRef &Cond, const StmtRef &S) const {
  auto *Touch = llvm::dyn_cast<TouchStmt>(S.get());
  if (!Touch || !Touch->end() || !isLoaded(Touch->index()) ||
      !isLoaded(Touch->end()))
    return false;
  bool IsInside = readsComputed(Cond);
  for (size_t I = 1; I < Open.size(); ++I)
    IsInside |= usesVar(Cond, Open[I]->Name);
  return IsInside && llvm::none_of(freeVars(Cond), [&](const auto &Name) {
           return !N.findOperand(Name.first()) &&
                  Name.first() != Open.front()->Name &&
                  (usesVar(Touch->index(), Name.first()) ||
                   usesVar(Touch->end(), Name.first()));
         });
}

void Toucher::choose(const ExprRef &Cond, Statements Then, Statements Else,
                     Statements &Out) {
  for (Statements *Arm : {&Then, &Else})
    llvm::erase_if(*Arm, [&](const StmtRef &S) {
      return !isStateful(S) && llvm::any_of(Out, [&](const StmtRef &Known) {
        return structurallyEqual(Known, S);
      });
    });
  if (Then.empty() && Else.empty())
    return;
  ExprRef Known = known(Cond);
  if (!Steady.covers(Known)) {
    ignore(std::move(Then), Out);
    return ignore(std::move(Else), Out);
  }
  for (Statements *Arm : {&Then, &Else})
    llvm::erase_if(*Arm, [&](const StmtRef &S) {
      const bool IsKnown = isKnownWithout(Known, S);
      if (IsKnown)
        add(S, Out);
      return IsKnown;
    });
  if (Then.empty() && Else.empty())
    return;
  Out.push_back(std::make_shared<IfStmt>(
      Known, block(std::move(Then)),
      Else.empty() ? nullptr : block(std::move(Else))));
}

void Toucher::visitLet(const LetStmt &Let, Statements &Out) {
  Inits[Let.name()] = Let.init();
  ExprRef Init = known(Let.init());
  if (isFixed(Init) || !Steady.contains(Let.name())) {
    Lets[Let.name()] = std::move(Init);
    return;
  }
  Computed.insert(Let.name());
  Out.push_back(
      std::make_shared<LetStmt>(Let.name().str(), std::move(Init), Let.tag()));
}

void Toucher::visitVar(const VarStmt &Var, Statements &Out) {
  Variables.insert(Var.name());
  ExprRef Init = Var.init() ? cast(Var.type(), known(Var.init())) : nullptr;
  if (Init && isFixed(Init)) {
    Lets[Var.name()] = Init;
    if (Var.type().isInteger())
      Ranges[Var.name()] = {cast(Type::i64(), Init), nullptr};
  }
  if (!Steady.contains(Var.name()))
    return;
  Computed.insert(Var.name());
  Out.push_back(std::make_shared<VarStmt>(Var.name().str(), Var.type(),
                                          std::move(Init), Var.tag()));
}

/// Whether \p Assign adds a constant, without wrapping.
static bool rises(const AssignStmt &Assign) {
  const std::optional<int64_t> By = constantValue(Assign.value());
  return Assign.op() == ReduceOp::Add && By && *By >= 0 &&
         Assign.target().Ty.isInteger() && Assign.target().Ty.isSigned();
}

void Toucher::visitAssign(const AssignStmt &Assign, Statements &Out) {
  const Place &Target = Assign.target();
  if (Target.Index)
    return touch(Target.Name, Target.Index, TouchKind::Write, Out);
  if (Steady.contains(Target.Name))
    Out.push_back(std::make_shared<AssignStmt>(Target, Assign.op(),
                                               known(Assign.value()),
                                               /*Atomic=*/false, Assign.tag()));
  Lets.erase(Target.Name);
  auto Known = Ranges.find(Target.Name);
  if (Known == Ranges.end())
    return;
  Known->second.End = nullptr;
  if (!rises(Assign))
    Ranges.erase(Known);
}

/// What \p Body assigns to holds something else in some later iteration.
void Toucher::forget(const StmtRef &Body) {
  walk(Body, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    if (!Assign || Assign->target().Index)
      return true;
    Lets.erase(Assign->target().Name);
    auto Known = Ranges.find(Assign->target().Name);
    if (Known != Ranges.end())
      Known->second.End = nullptr;
    if (Known != Ranges.end() && !rises(*Assign))
      Ranges.erase(Known);
    return true;
  });
}

/// Variables that \p Cond, which holds, keeps below something fixed.
void Toucher::boundCursors(const ExprRef &Cond) {
  for (const ExprRef &Part : partsOf(Cond)) {
    auto *Binary = llvm::dyn_cast<BinaryExpr>(Part.get());
    if (!Binary ||
        (Binary->op() != BinaryOp::Lt && Binary->op() != BinaryOp::Gt))
      continue;
    const bool IsLess = Binary->op() == BinaryOp::Lt;
    const ExprRef &Lesser = IsLess ? Binary->lhs() : Binary->rhs();
    ExprRef Most = known(IsLess ? Binary->rhs() : Binary->lhs());
    auto *Var = llvm::dyn_cast<VarExpr>(withoutIntegerCasts(Lesser).get());
    auto Cursor = Var ? Ranges.find(Var->name()) : Ranges.end();
    if (Cursor == Ranges.end() || !isFixed(Most) ||
        !Lesser->type().isSigned() || !Lesser->type().holdsAllOf(Var->type()))
      continue;
    Cursor->second.End = cast(Type::i64(), Most);
  }
}

static bool usesIndex(const Nest &N, const StmtRef &S, llvm::StringRef Var) {
  return anyOf(S, [&](const Stmt &Part) {
    bool Uses = llvm::any_of(expressions(Part),
                             [&](const ExprRef &E) { return usesVar(E, Var); });
    if (auto *Loop = llvm::dyn_cast<LoopStmt>(&Part)) {
      const IndexVar *Inner = N.findIndexVar(Loop->var());
      Uses |= usesVar(Inner->Lo, Var) || usesVar(Inner->Hi, Var);
    }
    return Uses;
  });
}

/// Whether \p S cannot stand in front of the statements before it.
bool Toucher::isTied(const StmtRef &S) const {
  return isStateful(S) || anyOf(S, [&](const Stmt &Part) {
           return llvm::any_of(expressions(Part), [&](const ExprRef &E) {
             return readsComputed(E);
           });
         });
}

/// Of a loop that a touch does not depend on it matters whether it runs.
void Toucher::visitLoop(const LoopStmt &Loop, Statements &Out) {
  const IndexVar *Var = N.findIndexVar(Loop.var());
  if (Var->Lo) {
    visit(Var->Lo, Out);
    visit(Var->Hi, Out);
  }
  forget(Loop.body());
  const size_t Mark = Loaded.size();
  Open.push_back(Var);
  Statements Body = visitAll(Loop.body());
  Open.pop_back();
  Loaded.resize(Mark);
  forget(Loop.body());
  if (!Var->Lo || Loop.merge()) {
    IsPossible &= Body.empty();
    return;
  }
  Statements Once, Each;
  for (StmtRef &Part : Body) {
    if (usesIndex(N, Part, Loop.var()) || isTied(Part))
      Each.push_back(std::move(Part));
    else
      add(std::move(Part), Once);
  }
  choose(binary(BinaryOp::Lt, Var->Lo, Var->Hi), std::move(Once), {}, Out);
  if (!Each.empty())
    Out.push_back(
        std::make_shared<LoopStmt>(Loop.var().str(), block(std::move(Each))));
}

void Toucher::visitWhile(const WhileStmt &While, Statements &Out) {
  const ExprRef AtFirst = known(While.cond());
  forget(While.body());
  // It is evaluated once more than the body.
  Statements OfCond, Once, Each;
  visit(While.cond(), OfCond);
  const size_t Mark = Loaded.size(), Held = Holding.size();
  addLoads(While.cond());
  boundCursors(While.cond());
  llvm::append_range(Holding, partsOf(While.cond()));
  Statements Body = visitAll(While.body());
  Loaded.resize(Mark);
  Holding.resize(Held);
  forget(While.body());
  for (StmtRef &Part : Body)
    if (isTied(Part))
      Each.push_back(std::move(Part));
    else
      add(std::move(Part), Once);
  llvm::append_range(Out, OfCond);
  choose(AtFirst, std::move(Once), {}, Out);
  const ExprRef Cond = known(While.cond());
  if (!Steady.covers(Cond)) {
    // Nothing steady is computed in it.
    IsPossible &= llvm::none_of(Each, [](const StmtRef &S) {
      return anyOf(
          S, [](const Stmt &Part) { return llvm::isa<TouchStmt>(&Part); });
    });
    return;
  }
  llvm::append_range(Each, OfCond);
  Out.push_back(
      std::make_shared<WhileStmt>(Cond, block(std::move(Each)), While.tag()));
}

Statements Toucher::visitArm(const StmtRef &S, const ExprRef &Holds) {
  const size_t Mark = Loaded.size(), Held = Holding.size();
  llvm::append_range(Holding, partsOf(Holds));
  Statements Out = visitAll(S);
  Loaded.resize(Mark);
  Holding.resize(Held);
  return Out;
}

void Toucher::visit(const Stmt &S, Statements &Out) {
  if (auto *Loop = llvm::dyn_cast<LoopStmt>(&S))
    return visitLoop(*Loop, Out);
  if (auto *While = llvm::dyn_cast<WhileStmt>(&S))
    return visitWhile(*While, Out);
  for (const ExprRef &E : expressions(S))
    visit(E, Out);
  if (auto *If = llvm::dyn_cast<IfStmt>(&S)) {
    const ExprRef &Cond = If->cond();
    const ExprRef Known = known(Cond);
    Statements Then = visitArm(If->thenBody(), Cond);
    Statements Else =
        visitArm(If->elseBody(), unary(UnaryOp::LogicalNot, Cond));
    return choose(Known, std::move(Then), std::move(Else), Out);
  }
  if (auto *Assign = llvm::dyn_cast<AssignStmt>(&S))
    return visitAssign(*Assign, Out);
  if (auto *Let = llvm::dyn_cast<LetStmt>(&S))
    return visitLet(*Let, Out);
  if (auto *Var = llvm::dyn_cast<VarStmt>(&S))
    return visitVar(*Var, Out);
  for (const StmtRef &Part : children(S))
    IsPossible &= visitAll(Part).empty();
}

Statements Toucher::visitAll(const StmtRef &S) {
  Statements Out;
  for (const StmtRef &Part : statementsOf(S)) {
    if (llvm::isa<BlockStmt>(Part.get()))
      for (StmtRef &Inner : visitAll(Part))
        Out.push_back(std::move(Inner));
    else
      visit(*Part, Out);
  }
  return Out;
}

std::optional<TouchWalk> Toucher::run() {
  Nest Walk = withBodyAlone(N, sliceOf(block(visitAll(N.Body)), {}, {}));
  if (!IsPossible)
    return std::nullopt;
  return TouchWalk{std::move(Walk), std::move(Guards)};
}

std::optional<TouchWalk> lacuna::touchWalk(const Nest &AsWritten,
                                           const IndexVar &Outermost,
                                           int64_t Block,
                                           llvm::ArrayRef<std::string> Arrays) {
  const Type I64 = Type::i64();
  ExprRef Iteration =
      binary(BinaryOp::Sub, cast(I64, var(Outermost.Ty, Outermost.Name)),
             cast(I64, Outermost.Lo));
  if (Block > 1)
    Iteration = binary(BinaryOp::Div, Iteration, i64(Block));
  return Toucher(AsWritten, Arrays, Iteration).run();
}

//===- CountedLoops.cpp - loops that step a variable ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/recognize/CountedLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace lacuna {

namespace {

/// `Var += By`, at the end of an iteration.
struct Step {
  std::string Var;
  ExprRef By;
};

/// A loop among the statements of a block.
class SteppedLoop {
public:
  SteppedLoop(const Nest &N, ArrayRef<StmtRef> Block, size_t At)
      : N(N), Block(Block), At(At), Loop(llvm::cast<WhileStmt>(*Block[At])),
        Lets(letsIn(N.Body)) {}

  /// The block with a loop over an index variable, which \p Var becomes, and
  /// without the variables that it steps; null if it is another loop.
  StmtRef counted(IndexVar &Var) const;

private:
  bool takeCondition(IndexVar &Var) const;
  std::vector<StmtRef> takeSteps(std::vector<Step> &Steps) const;
  ExprRef valueInFront(StringRef Var) const;
  ExprRef fixed(const ExprRef &E) const;
  bool isUsedBehind(StringRef Var) const;

  const Nest &N;
  const ArrayRef<StmtRef> Block;
  const size_t At;
  const WhileStmt &Loop;
  const StringMap<ExprRef> Lets;
};

} // namespace

/// \p E in terms of operands and index variables, with one value in each
/// iteration of these; null if it has others.
ExprRef SteppedLoop::fixed(const ExprRef &E) const {
  const ExprRef Whole = substitute(E, Lets);
  bool IsFixed = true;
  walk(Whole, [&](const Expr &Part) {
    if (auto *Load = dyn_cast<LoadExpr>(&Part))
      IsFixed &= !assigns(N.Body, Load->array());
    if (auto *Var = dyn_cast<VarExpr>(&Part))
      IsFixed &=
          (N.findOperand(Var->name()) && !assigns(N.Body, Var->name())) ||
          N.findIndexVar(Var->name());
  });
  return IsFixed ? Whole : nullptr;
}

/// What \p Var, declared in the block, is when the loop begins; null if that is
/// not known, or used.
ExprRef SteppedLoop::valueInFront(StringRef Var) const {
  ExprRef Value;
  for (const StmtRef &S : Block.take_front(At)) {
    auto *Declared = dyn_cast<VarStmt>(S.get());
    if (Declared && Declared->name() == Var)
      Value = Declared->init() ? fixed(Declared->init()) : nullptr;
    else if (touches(S, Var))
      return nullptr;
  }
  return Value;
}

bool SteppedLoop::isUsedBehind(StringRef Var) const {
  return any_of(Block.drop_front(At + 1),
                [&](const StmtRef &S) { return touches(S, Var); });
}

/// Takes the range of \p Var from the condition.
bool SteppedLoop::takeCondition(IndexVar &Var) const {
  auto *Compared = dyn_cast<BinaryExpr>(Loop.cond().get());
  if (!Compared ||
      (Compared->op() != BinaryOp::Ne && Compared->op() != BinaryOp::Lt))
    return false;
  auto *Stepped = dyn_cast<VarExpr>(Compared->lhs().get());
  if (!Stepped || !Stepped->type().isInteger() || !Stepped->type().isSigned() ||
      Compared->rhs()->type() != Stepped->type())
    return false;
  Var.Name = Stepped->name().str();
  Var.Ty = Stepped->type();
  Var.Lo = valueInFront(Var.Name);
  Var.Hi = fixed(Compared->rhs());
  return Var.Lo && Var.Hi;
}

/// The statements of an iteration but for \p Steps, which end it, of variables
/// that nothing else in it changes.
std::vector<StmtRef> SteppedLoop::takeSteps(std::vector<Step> &Steps) const {
  std::vector<StmtRef> Body = statementsOf(Loop.body());
  while (!Body.empty()) {
    const StmtRef Last = Body.back();
    auto *Add = dyn_cast<AssignStmt>(Last.get());
    if (!Add || Add->target().Index || Add->op() != ReduceOp::Add ||
        !constantValue(Add->value()))
      break;
    Body.pop_back();
    const std::string &Var = Add->target().Name;
    if (any_of(Body, [&](const StmtRef &S) { return assigns(S, Var); }))
      return {};
    Steps.push_back({Var, Add->value()});
  }
  return Body;
}

/// \p First and as many times \p By as \p Var has been stepped. The steps alone
/// may be more than the type holds.
static ExprRef steppedFrom(const ExprRef &First, const ExprRef &By,
                           const IndexVar &Var) {
  ExprRef Now = var(Var.Ty, Var.Name);
  if (constantValue(By) == 1 && structurallyEqual(First, Var.Lo))
    return Now;
  auto Wide = [](const ExprRef &E) { return cast(Type::i64(), E); };
  const ExprRef Steps =
      binary(BinaryOp::Mul, binary(BinaryOp::Sub, Wide(Now), Wide(Var.Lo)),
             i64(*constantValue(By)));
  return cast(First->type(), binary(BinaryOp::Add, Wide(First), Steps));
}

StmtRef SteppedLoop::counted(IndexVar &Var) const {
  if (!takeCondition(Var))
    return nullptr;
  std::vector<Step> Steps;
  std::vector<StmtRef> Body = takeSteps(Steps);
  StringMap<ExprRef> Values;
  for (const Step &S : Steps) {
    const bool IsCounter = S.Var == Var.Name;
    const ExprRef First = IsCounter ? Var.Lo : valueInFront(S.Var);
    if (!First || isUsedBehind(S.Var) ||
        (IsCounter && constantValue(S.By) != 1))
      return nullptr;
    Values[S.Var] =
        IsCounter ? var(Var.Ty, Var.Name) : steppedFrom(First, S.By, Var);
  }
  if (Body.empty() || !Values.count(Var.Name))
    return nullptr;
  const StmtRef Counted = std::make_shared<LoopStmt>(
      Var.Name, substitute(block(std::move(Body)), Values), LoopTags(),
      Loop.tag());
  std::vector<StmtRef> Result;
  for (size_t Place = 0; Place < Block.size(); ++Place) {
    auto *Declared = dyn_cast<VarStmt>(Block[Place].get());
    if (Place == At)
      Result.push_back(Counted);
    else if (!Declared || !Values.count(Declared->name()))
      Result.push_back(Block[Place]);
  }
  return block(std::move(Result));
}

/// Replaces the first such loop of \p N that no other loop without a range
/// holds; false if there is none.
static bool countFirst(Nest &N) {
  SmallPtrSet<const Stmt *, 8> Blocks;
  walk(N.Body, [&](const Stmt &S) {
    if (isa<BlockStmt>(&S))
      Blocks.insert(&S);
    return !isa<WhileStmt>(&S);
  });
  bool IsFound = false;
  IndexVar Var;
  N.Body = rewrite(
      N.Body,
      [&](const StmtRef &S) -> StmtRef {
        StmtRef New;
        if (IsFound || !Blocks.contains(S.get()))
          return New;
        const ArrayRef<StmtRef> Parts = llvm::cast<BlockStmt>(*S).body();
        for (size_t At = 0; At < Parts.size() && !New; ++At)
          if (isa<WhileStmt>(*Parts[At]))
            New = SteppedLoop(N, Parts, At).counted(Var);
        IsFound = New != nullptr;
        return New;
      },
      nullptr);
  if (!IsFound)
    return false;
  erase_if(N.Uncounted,
           [&](const UncountedVar &V) { return V.Name == Var.Name; });
  N.IndexVars.push_back(std::move(Var));
  return true;
}

void countLoops(Nest &N) {
  while (countFirst(N)) {
  }
}

} // namespace lacuna

//===- Selections.cpp - the best element with what belongs to it ----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/Selections.h"
#include "lacuna/analysis/Messages.def"
#include "lacuna/analysis/Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

bool Selection::sets(llvm::StringRef Name) const {
  return llvm::any_of(Variables,
                      [&](const Place &P) { return P.Name == Name; });
}

namespace {

class Harmless;

class SelectionFinder {
public:
  SelectionFinder(const Nest &N, const StmtRef &Body)
      : N(N), Body(Body), Inside(declaredIn(Body)) {}

  std::vector<Selection> run();
  std::string whyNot(llvm::StringRef Variable) const;

private:
  /// Why an `if` is none.
  enum class Flaw { DoesMore, ComparesElse, ComputesMore };
  std::optional<Selection> selectionOf(const IfStmt &If, Flaw &Why) const;
  bool collectSets(const IfStmt &If,
                   std::vector<const AssignStmt *> &Sets) const;
  bool findComparison(const ExprRef &Cond, const llvm::StringSet<> &Sets,
                      const BinaryExpr *&Comparison, Harmless &Computed,
                      Flaw &Why) const;
  bool areUsedHereAlone(const Selection &S, size_t Places) const;

  const Nest &N;
  const StmtRef &Body;
  llvm::StringSet<> Inside;
};

} // namespace

/// The assignments of \p If; false if it does anything else.
bool SelectionFinder::collectSets(const IfStmt &If,
                                  std::vector<const AssignStmt *> &Sets) const {
  if (If.elseBody() && !statementsOf(If.elseBody()).empty())
    return false;
  for (const StmtRef &S : statementsOf(If.thenBody())) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
    if (!Assign || Assign->op() != ReduceOp::None || Assign->target().Index ||
        Inside.contains(Assign->target().Name) ||
        N.findOperand(Assign->target().Name) ||
        llvm::any_of(Sets, [&](const AssignStmt *Other) {
          return Other->target().Name == Assign->target().Name;
        }))
      return false;
    Sets.push_back(Assign);
  }
  return !Sets.empty();
}

/// `a < b` as `b > a`.
static BinaryOp turned(BinaryOp Op) {
  switch (Op) {
  case BinaryOp::Lt:
    return BinaryOp::Gt;
  case BinaryOp::Le:
    return BinaryOp::Ge;
  case BinaryOp::Gt:
    return BinaryOp::Lt;
  default:
    return BinaryOp::Le;
  }
}

namespace {

/// What an iteration can compute though the user's loop would not have selected
/// it, and so would not have: what is Known as computed by all, what reads no
/// memory and is defined for all values.
class Harmless {
public:
  explicit Harmless(const Nest &N) : N(N) {}

  void add(const ExprRef &E) { Known.push_back(E); }
  bool holds(const ExprRef &E) const;

private:
  bool isKnown(const ExprRef &E) const;
  bool isDefined(const BinaryExpr &E) const;
  bool isNextIndex(const BinaryExpr &E) const;

  const Nest &N;
  std::vector<ExprRef> Known;
};

} // namespace

/// Whether whoever computes \p Whole computes \p E.
static bool computes(const ExprRef &Whole, const ExprRef &E) {
  if (structurallyEqual(Whole, E))
    return true;
  llvm::ArrayRef<ExprRef> Always = Whole->operands();
  auto *B = llvm::dyn_cast<BinaryExpr>(Whole.get());
  const bool IsCut =
      llvm::isa<SelectExpr>(*Whole) || (B && (B->op() == BinaryOp::LogicalAnd ||
                                              B->op() == BinaryOp::LogicalOr));
  if (IsCut)
    Always = Always.take_front();
  return llvm::any_of(
      Always, [&](const ExprRef &Operand) { return computes(Operand, E); });
}

bool Harmless::isKnown(const ExprRef &E) const {
  return llvm::any_of(Known,
                      [&](const ExprRef &Whole) { return computes(Whole, E); });
}

/// `i + 1`, which is not above the bound of the loop.
bool Harmless::isNextIndex(const BinaryExpr &E) const {
  auto *Index = llvm::dyn_cast<VarExpr>(E.lhs().get());
  return E.op() == BinaryOp::Add && Index && N.findIndexVar(Index->name()) &&
         constantValue(E.rhs()) == 1;
}

bool Harmless::isDefined(const BinaryExpr &E) const {
  switch (E.op()) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
    return !E.type().isSigned() || isNextIndex(E);
  case BinaryOp::Div:
  case BinaryOp::Rem: {
    const std::optional<int64_t> By = constantValue(E.rhs());
    return E.type().isFloat() || (By && *By > 0);
  }
  case BinaryOp::Shl:
  case BinaryOp::Shr:
    return false;
  default:
    return true;
  }
}

bool Harmless::holds(const ExprRef &E) const {
  if (isKnown(E))
    return true;
  const llvm::ArrayRef<ExprRef> Operands = E->operands();
  switch (E->kind()) {
  case Expr::Kind::Constant:
  case Expr::Kind::Var:
    return true;
  case Expr::Kind::Unary:
    // The least integer has no opposite.
    if (llvm::cast<UnaryExpr>(*E).op() == UnaryOp::Neg && E->type().isSigned())
      return false;
    break;
  case Expr::Kind::Cast:
    if (Operands[0]->type().isFloat() && !E->type().isFloat())
      return false;
    break;
  case Expr::Kind::Binary:
    if (!isDefined(llvm::cast<BinaryExpr>(*E)))
      return false;
    break;
  case Expr::Kind::Select:
    break;
  default:
    return false;
  }
  return llvm::all_of(Operands,
                      [&](const ExprRef &Operand) { return holds(Operand); });
}

static bool isVariable(const ExprRef &E, llvm::StringRef Name) {
  const ExprRef Bare = withoutPromotion(E);
  auto *Var = llvm::dyn_cast<VarExpr>(Bare.get());
  return Var && Var->name() == Name;
}

/// Whether \p Assign sets the key to what was compared with it: small integers
/// are compared as `int`.
static bool takesOffered(const AssignStmt &Assign, const ExprRef &Offered) {
  const ExprRef Bare = withoutPromotion(Offered);
  return structurallyEqual(Assign.value(), Offered) ||
         (Bare->type() == Assign.target().Ty &&
          structurallyEqual(withoutPromotion(Assign.value()), Bare));
}

static bool isOrder(BinaryOp Op) {
  return Op == BinaryOp::Lt || Op == BinaryOp::Le || Op == BinaryOp::Gt ||
         Op == BinaryOp::Ge;
}

/// The one comparison among the conjuncts of \p Cond that reads what is set, if
/// there is one; false if anything else does. What is behind it is computed by
/// selected iterations alone. \p Computed gets what all of them compute.
bool SelectionFinder::findComparison(const ExprRef &Cond,
                                     const llvm::StringSet<> &Sets,
                                     const BinaryExpr *&Comparison,
                                     Harmless &Computed, Flaw &Why) const {
  for (const ExprRef &Part : conjunctsOf(Cond)) {
    if (reads(Part, Sets)) {
      auto *B = llvm::dyn_cast<BinaryExpr>(Part.get());
      Why = Flaw::ComparesElse;
      if (Comparison || !B || !isOrder(B->op()))
        return false;
      Comparison = B;
    } else if (Comparison && !Computed.holds(Part)) {
      Why = Flaw::ComputesMore;
      return false;
    }
    Computed.add(Part);
  }
  return true;
}

std::optional<Selection> SelectionFinder::selectionOf(const IfStmt &If,
                                                      Flaw &Why) const {
  std::vector<const AssignStmt *> Sets;
  Why = Flaw::DoesMore;
  if (!collectSets(If, Sets))
    return std::nullopt;
  llvm::StringSet<> Names;
  for (const AssignStmt *Assign : Sets)
    Names.insert(Assign->target().Name);
  const BinaryExpr *Comparison = nullptr;
  Harmless Computed(N);
  if (!findComparison(If.cond(), Names, Comparison, Computed, Why))
    return std::nullopt;
  Why = Flaw::ComparesElse;
  Selection Result;
  ExprRef Offered;
  for (const AssignStmt *Assign : Sets) {
    const std::string &Name = Assign->target().Name;
    const bool Left = Comparison && isVariable(Comparison->lhs(), Name),
               Right = Comparison && isVariable(Comparison->rhs(), Name);
    if (!Left && !Right) {
      Result.Variables.push_back(Assign->target());
      continue;
    }
    Offered = Left ? Comparison->rhs() : Comparison->lhs();
    Result.Key = Name;
    Result.Goes = Left ? turned(Comparison->op()) : Comparison->op();
    Result.Variables.insert(Result.Variables.begin(), Assign->target());
  }
  if (Comparison && (!Offered || reads(Offered, Names)))
    return std::nullopt;
  for (const AssignStmt *Assign : Sets) {
    const bool IsKey = Assign->target().Name == Result.Key;
    Why = IsKey ? Flaw::ComparesElse : Flaw::ComputesMore;
    if (IsKey ? !takesOffered(*Assign, Offered)
              : reads(Assign->value(), Names) ||
                    // Without a comparison the same iterations are selected.
                    (Comparison && !Computed.holds(Assign->value())))
      return std::nullopt;
  }
  llvm::sort(Result.Variables, [&](const Place &A, const Place &B) {
    return std::pair(A.Name != Result.Key, A.Name) <
           std::pair(B.Name != Result.Key, B.Name);
  });
  return Result;
}

/// Whether \p Body uses the variables of \p S nowhere but in as many \p Places
/// as there were found.
bool SelectionFinder::areUsedHereAlone(const Selection &S,
                                       size_t Places) const {
  size_t Reads = 0, Writes = 0;
  walk(Body, [&](const Stmt &Part) {
    for (const ExprRef &E : expressions(Part))
      walk(E, [&](const Expr &Inner) {
        auto *Var = llvm::dyn_cast<VarExpr>(&Inner);
        Reads += Var && S.sets(Var->name());
      });
    auto *Assign = llvm::dyn_cast<AssignStmt>(&Part);
    Writes += Assign && S.sets(Assign->target().Name);
    if (auto *For = llvm::dyn_cast<ForStmt>(&Part))
      for (const auto &[Op, Name] : For->tags().Reductions)
        Writes += S.sets(Name);
    return true;
  });
  return Reads == (S.Key.empty() ? 0 : Places) &&
         Writes == S.Variables.size() * Places;
}

static bool isSame(const Selection &A, const Selection &B) {
  return A.Key == B.Key && (A.Key.empty() || A.Goes == B.Goes) &&
         A.Variables.size() == B.Variables.size() &&
         llvm::all_of(A.Variables,
                      [&](const Place &P) { return B.sets(P.Name); });
}

/// A loop that commands cut has copies of its body.
std::vector<Selection> SelectionFinder::run() {
  std::vector<std::pair<Selection, size_t>> Found;
  walk(Body, [&](const Stmt &S) {
    auto *If = llvm::dyn_cast<IfStmt>(&S);
    Flaw Ignored;
    std::optional<Selection> Of =
        If ? selectionOf(*If, Ignored) : std::optional<Selection>();
    if (!Of)
      return true;
    auto Known = llvm::find_if(
        Found, [&](const auto &Other) { return isSame(Other.first, *Of); });
    if (Known == Found.end())
      Found.emplace_back(std::move(*Of), 1);
    else
      ++Known->second;
    return true;
  });
  std::vector<Selection> Result;
  for (auto &[S, Places] : Found)
    if (areUsedHereAlone(S, Places))
      Result.push_back(std::move(S));
  return Result;
}

/// Whether \p Cond compares \p Variable by its order.
static bool compares(const ExprRef &Cond, llvm::StringRef Variable) {
  bool Found = false;
  walk(Cond, [&](const Expr &Part) {
    auto *B = llvm::dyn_cast<BinaryExpr>(&Part);
    Found |= B && isOrder(B->op()) &&
             (isVariable(B->lhs(), Variable) || isVariable(B->rhs(), Variable));
  });
  return Found;
}

static bool setsDirectly(const StmtRef &Body, llvm::StringRef Variable) {
  return llvm::any_of(statementsOf(Body), [&](const StmtRef &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
    return Assign && Assign->op() == ReduceOp::None &&
           !Assign->target().Index && Assign->target().Name == Variable;
  });
}

std::string SelectionFinder::whyNot(llvm::StringRef Variable) const {
  std::string Found;
  walk(Body, [&](const Stmt &S) {
    auto *If = llvm::dyn_cast<IfStmt>(&S);
    if (!If || !Found.empty() || !compares(If->cond(), Variable) ||
        !setsDirectly(If->thenBody(), Variable))
      return true;
    Flaw Why;
    const bool IsOne = selectionOf(*If, Why).has_value();
    Found = IsOne                       ? msg::SelectedIsUsed(Variable)
            : Why == Flaw::DoesMore     ? msg::SelectedDoesMore(Variable)
            : Why == Flaw::ComparesElse ? msg::SelectedComparesElse(Variable)
                                        : msg::SelectedComputesMore(Variable);
    return true;
  });
  return Found;
}

std::string lacuna::whyNotSelected(const Nest &N, const StmtRef &Body,
                                   llvm::StringRef Variable) {
  return SelectionFinder(N, Body).whyNot(Variable);
}

std::vector<Selection> lacuna::selectionsIn(const Nest &N,
                                            const StmtRef &Body) {
  return SelectionFinder(N, Body).run();
}

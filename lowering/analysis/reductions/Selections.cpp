//===- Selections.cpp - the best element with what belongs to it ----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/reductions/Selections.h"
#include "lacuna/analysis/reductions/Comparisons.h"
#include "lacuna/analysis/reductions/Messages.def"
#include "lacuna/analysis/reductions/Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

bool Selection::sets(llvm::StringRef Name) const {
  return llvm::any_of(Variables,
                      [&](const Place &P) { return P.Name == Name; });
}

ExprRef Selection::compared(const ExprRef &Value) const {
  if (!ReadAt)
    return Value;
  llvm::StringMap<ExprRef> At;
  At[Key] = Value;
  return substitute(ReadAt, At);
}

ExprRef Selection::isBetter(const ExprRef &Offered, const ExprRef &Held) const {
  ExprRef IsSo = binary(Goes, Offered, Held);
  return IsUnless ? unary(UnaryOp::LogicalNot, IsSo) : IsSo;
}

namespace {

class Harmless;

class SelectionFinder {
public:
  SelectionFinder(const Nest &N, const StmtRef &Body)
      : N(N), Body(Body), Inside(declaredIn(Body)) {
    walk(Body, [&](const Stmt &S) {
      if (auto *Let = llvm::dyn_cast<LetStmt>(&S))
        Lets[Let->name()] = Let->init();
      return true;
    });
  }

  std::vector<Selection> run();
  std::string whyNot(llvm::StringRef Variable) const;

private:
  /// Why an `if` is none.
  enum class Flaw { DoesMore, ComparesElse, ComputesMore };
  std::optional<Selection> selectionOf(const IfStmt &If, Flaw &Why) const;
  bool collectSets(const IfStmt &If,
                   std::vector<const AssignStmt *> &Sets) const;
  bool findComparison(const ExprRef &Cond, const llvm::StringSet<> &Sets,
                      const BinaryExpr *&Comparison, Selection &Of,
                      Harmless &Computed, Flaw &Why) const;
  bool neverHolds(const ExprRef &None,
                  llvm::ArrayRef<const AssignStmt *> Sets) const;
  bool isNever(const BinaryExpr &None, const ExprRef &Value) const;
  std::optional<bool> sideOf(const BinaryExpr &Comparison,
                             llvm::StringRef Key) const;
  bool isReadAgain(const ExprRef &E, llvm::StringRef Key) const;
  ExprRef resolved(ExprRef E) const;
  bool areUsedHereAlone(const Selection &S, size_t Places) const;

  const Nest &N;
  const StmtRef &Body;
  llvm::StringSet<> Inside;
  llvm::StringMap<ExprRef> Lets;
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
                                     Selection &Of, Harmless &Computed,
                                     Flaw &Why) const {
  for (const ExprRef &Part : conjunctsOf(Cond)) {
    if (reads(Part, Sets)) {
      auto *B = llvm::dyn_cast<BinaryExpr>(Part.get());
      Why = Flaw::ComparesElse;
      auto *Not = llvm::dyn_cast<UnaryExpr>(Part.get());
      Of.IsUnless = Not && Not->op() == UnaryOp::LogicalNot;
      if (Of.IsUnless) {
        B = llvm::dyn_cast<BinaryExpr>(Not->operands()[0].get());
      } else if (B && B->op() == BinaryOp::LogicalOr && !Of.None) {
        Of.None = B->lhs();
        // Who does not compare what is offered selects it.
        Computed.add(B->rhs());
        B = llvm::dyn_cast<BinaryExpr>(B->rhs().get());
      }
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

/// Whether \p E reads \p Key, and can be read again behind the loop with the
/// same value: what else it reads are operands that the nest does not store to.
bool SelectionFinder::isReadAgain(const ExprRef &E, llvm::StringRef Key) const {
  auto IsKept = [&](llvm::StringRef Name) {
    const Operand *O = N.findOperand(Name);
    return O && !O->Written;
  };
  bool ReadsKey = false, Kept = true;
  walk(E, [&](const Expr &Part) {
    if (auto *Var = llvm::dyn_cast<VarExpr>(&Part)) {
      ReadsKey |= Var->name() == Key;
      Kept &= Var->name() == Key || IsKept(Var->name());
    } else if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part)) {
      Kept &= IsKept(Load->array());
    } else if (llvm::isa<AddressExpr>(&Part)) {
      Kept = false;
    }
  });
  return ReadsKey && Kept;
}

/// \p E over no constants of the body's.
ExprRef SelectionFinder::resolved(ExprRef E) const {
  for (unsigned Depth = 0; Depth < 16; ++Depth) {
    if (llvm::none_of(freeVars(E), [&](const auto &Var) {
          return Lets.count(Var.getKey()) != 0;
        }))
      break;
    E = substitute(E, Lets);
  }
  return E;
}

/// \p Index as it is modulo 2 to the power of 64: sums and products without
/// casts that widen.
static ExprRef bareIndex(ExprRef Index) {
  while (auto *Cast = llvm::dyn_cast<CastExpr>(Index.get())) {
    const Type &To = Cast->type(), &From = Cast->operand()->type();
    if (!From.isInteger() || !To.isInteger() ||
        (To.bits() != 64 && !To.holdsAllOf(From)))
      break;
    Index = Cast->operand();
  }
  auto *B = llvm::dyn_cast<BinaryExpr>(Index.get());
  if (!B || B->type().bits() != 64 ||
      (B->op() != BinaryOp::Add && B->op() != BinaryOp::Sub &&
       B->op() != BinaryOp::Mul))
    return Index;
  return std::make_shared<BinaryExpr>(B->op(), B->type(), bareIndex(B->lhs()),
                                      bareIndex(B->rhs()));
}

static ExprRef withBareSubscripts(const ExprRef &E) {
  return rewrite(E, [&](const ExprRef &Part) -> ExprRef {
    auto *Load = llvm::dyn_cast<LoadExpr>(Part.get());
    return Load ? std::make_shared<LoadExpr>(
                      Load->type(), Load->array().str(),
                      bareIndex(withBareSubscripts(Load->index())))
                : nullptr;
  });
}

/// Whether \p A and \p B read the same elements and compute the same of them.
static bool isSameRead(const ExprRef &A, const ExprRef &B) {
  return structurallyEqual(withBareSubscripts(withoutPromotion(A)),
                           withBareSubscripts(withoutPromotion(B)));
}

/// Whether the left side of \p Comparison is about \p Key, or the right one.
std::optional<bool> SelectionFinder::sideOf(const BinaryExpr &Comparison,
                                            llvm::StringRef Key) const {
  auto IsAbout = [&](const ExprRef &Side) {
    return isVariable(Side, Key) || isReadAgain(resolved(Side), Key);
  };
  if (IsAbout(Comparison.lhs()))
    return true;
  return IsAbout(Comparison.rhs()) ? std::optional(false) : std::nullopt;
}

/// Whether \p None, `at < 0`, `at == -1`, `at == n`, does not hold for an
/// index variable \p Value.
bool SelectionFinder::isNever(const BinaryExpr &None,
                              const ExprRef &Value) const {
  ExprRef Bare = resolved(Value);
  while (auto *C = llvm::dyn_cast<CastExpr>(Bare.get())) {
    const Type &From = C->operand()->type();
    if (!C->type().holdsAllOf(From) &&
        !(C->type().isInteger() && C->type().bits() >= From.bits() &&
          From.isSigned()))
      return false;
    Bare = C->operand();
  }
  auto *Var = llvm::dyn_cast<VarExpr>(Bare.get());
  const IndexVar *I = Var ? N.findIndexVar(Var->name()) : nullptr;
  if (!I || I->isDerived())
    return false;
  const std::optional<int64_t> Least = constantValue(I->Lo),
                               Than = constantValue(None.rhs());
  const bool IsNatural = !I->Ty.isSigned() || (Least && *Least >= 0);
  const bool IsSigned = Value->type().isSigned();
  if (None.op() == BinaryOp::Lt)
    return IsNatural && IsSigned && Than && *Than <= 0;
  if (None.op() != BinaryOp::Eq)
    return false;
  // The end of the range, or the largest number, is no index.
  if (Than)
    return IsNatural && *Than == -1 &&
           (IsSigned || Value->type().bits() > I->Ty.bits() ||
            !I->Ty.isSigned());
  return structurallyEqual(withoutPromotion(None.rhs()),
                           withoutPromotion(I->Hi)) &&
         I->Ty == Value->type();
}

/// Whether what \p Sets leave never makes \p None hold.
bool SelectionFinder::neverHolds(
    const ExprRef &None, llvm::ArrayRef<const AssignStmt *> Sets) const {
  auto ValueOf = [&](const ExprRef &E) -> ExprRef {
    for (const AssignStmt *Assign : Sets)
      if (isVariable(E, Assign->target().Name))
        return Assign->value();
    return nullptr;
  };
  if (auto *Not = llvm::dyn_cast<UnaryExpr>(None.get())) {
    ExprRef Value = Not->op() == UnaryOp::LogicalNot
                        ? ValueOf(Not->operands()[0])
                        : nullptr;
    return Value && Value->type().isBool() && constantValue(Value) == 1;
  }
  auto *B = llvm::dyn_cast<BinaryExpr>(None.get());
  ExprRef Value = ValueOf(B ? B->lhs() : None);
  if (!B)
    return Value && Value->type().isBool() && constantValue(Value) == 0;
  bool IsKept = true;
  walk(B->rhs(), [&](const Expr &Part) {
    auto *Var = llvm::dyn_cast<VarExpr>(&Part);
    const Operand *O = Var ? N.findOperand(Var->name()) : nullptr;
    IsKept &= Var ? O && !O->Written
                  : !llvm::isa<LoadExpr, AddressExpr, CallExpr>(&Part);
  });
  return Value && IsKept && isNever(*B, Value);
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
  Selection Result;
  if (!findComparison(If.cond(), Names, Comparison, Result, Computed, Why))
    return std::nullopt;
  Why = Flaw::ComparesElse;
  if (Result.None && !neverHolds(Result.None, Sets))
    return std::nullopt;
  ExprRef Offered;
  for (const AssignStmt *Assign : Sets) {
    const std::string &Name = Assign->target().Name;
    const std::optional<bool> Left =
        Comparison ? sideOf(*Comparison, Name) : std::nullopt;
    if (!Left) {
      Result.Variables.push_back(Assign->target());
      continue;
    }
    const ExprRef &Held = *Left ? Comparison->lhs() : Comparison->rhs();
    Offered = *Left ? Comparison->rhs() : Comparison->lhs();
    Result.Key = Name;
    Result.Goes = *Left ? mirrored(Comparison->op()) : Comparison->op();
    Result.ReadAt = isVariable(Held, Name) ? nullptr : resolved(Held);
    Result.Variables.insert(Result.Variables.begin(), Assign->target());
  }
  if (Comparison && (!Offered || reads(Offered, Names)))
    return std::nullopt;
  if (Result.IsUnless && (Result.ReadAt || !Offered->type().isFloat()))
    return std::nullopt;
  for (const AssignStmt *Assign : Sets) {
    const bool IsKey = Assign->target().Name == Result.Key;
    Why = IsKey ? Flaw::ComparesElse : Flaw::ComputesMore;
    if (reads(Assign->value(), Names) && !(IsKey && !Result.ReadAt))
      return std::nullopt;
    if (IsKey &&
        !(Result.ReadAt ? isSameRead(Result.compared(resolved(Assign->value())),
                                     resolved(Offered))
                        : takesOffered(*Assign, Offered)))
      return std::nullopt;
    // Without a comparison the same iterations are selected.
    if ((!IsKey || Result.ReadAt) && Comparison &&
        !Computed.holds(Assign->value()))
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
  size_t ReadsOfOne = S.Key.empty() ? 0 : 1;
  if (S.ReadAt) {
    ReadsOfOne = 0;
    walk(S.ReadAt, [&](const Expr &E) {
      auto *Var = llvm::dyn_cast<VarExpr>(&E);
      ReadsOfOne += Var && Var->name() == S.Key;
    });
  }
  if (S.None)
    ++ReadsOfOne;
  return Reads == ReadsOfOne * Places && Writes == S.Variables.size() * Places;
}

static bool isSame(const Selection &A, const Selection &B) {
  const bool ReadAlike =
      A.ReadAt ? B.ReadAt && structurallyEqual(A.ReadAt, B.ReadAt) : !B.ReadAt;
  const bool BeginAlike =
      A.None ? B.None && structurallyEqual(A.None, B.None) : !B.None;
  return BeginAlike && A.Key == B.Key && A.IsUnless == B.IsUnless &&
         (A.Key.empty() || A.Goes == B.Goes) && ReadAlike &&
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

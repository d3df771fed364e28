//===- ScanLegality.cpp - variables that iterations advance ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanLegality.h"
#include "CursorPassage.h"
#include "lacuna/analysis/Accesses.h"
#include "lacuna/analysis/elements/ProgramSlice.h"
#include "lacuna/ir/bounds/Difference.h"
#include "lacuna/schedule/Messages.def"
#include "llvm/ADT/DenseMap.h"

using namespace llvm;

namespace lacuna {

ScanLegality::ScanLegality(const Nest &N, const LoopStmt &Loop,
                           ArrayRef<Conflict> Found)
    : N(N), Loop(Loop), Found(Found) {
  // What is declared in the loop is not among these.
  for (const Access &A : accessesIn(N, Loop.body()))
    if (A.IsWrite && !is_contained(N.Facts.Private, A.Name))
      Changing.insert(A.Name);
}

//===-- the first pass ----------------------------------------------------===//

/// Functions whose result is the same wherever they stand: it is exact, or the
/// one that IEEE 754 asks for.
static bool isExact(StringRef Function) {
  static constexpr StringRef Names[] = {"fabs",  "floor", "ceil",
                                        "trunc", "round", "sqrt"};
  return is_contained(Names, Function) ||
         ((Function.consume_back("f") || Function.consume_back("l")) &&
          is_contained(Names, Function));
}

/// Whether \p E, a term of a sum, may be or become a product, which a compiler
/// fuses with the sum in one loop and not in another.
bool ScanLegality::mayBeFused(const ExprRef &E) const {
  auto Changes = [&](StringRef Name) {
    return !N.findOperand(Name) || Changing.contains(Name) ||
           is_contained(N.Facts.Private, Name);
  };
  bool Found = false;
  walk(E, [&](const Expr &Part) {
    auto *Binary = dyn_cast<BinaryExpr>(&Part);
    auto *Load = dyn_cast<LoadExpr>(&Part);
    auto *Var = dyn_cast<VarExpr>(&Part);
    Found |=
        Part.type().isFloat() &&
        ((Binary && Binary->op() == BinaryOp::Mul) ||
         (Load && Changes(Load->array())) || (Var && Changes(Var->name())));
  });
  return Found;
}

/// Whether the compiler may round what \p E computes one way where it stands in
/// one loop and another way in another.
bool ScanLegality::mayRound(const Expr &E) const {
  if (!E.type().isFloat())
    return isa<OpaqueExpr>(&E);
  if (auto *Binary = dyn_cast<BinaryExpr>(&E)) {
    const bool IsSum =
        Binary->op() == BinaryOp::Add || Binary->op() == BinaryOp::Sub;
    const bool Chooses =
        Binary->op() == BinaryOp::Min || Binary->op() == BinaryOp::Max;
    return !Chooses &&
           (N.Facts.IsFpLoose || (IsSum && (mayBeFused(Binary->lhs()) ||
                                            mayBeFused(Binary->rhs()))));
  }
  if (auto *Call = dyn_cast<CallExpr>(&E))
    return N.Facts.IsFpLoose ? !Call->callee().starts_with("fabs")
                             : !isExact(Call->callee());
  auto *Cast = dyn_cast<CastExpr>(&E);
  return isa<OpaqueExpr>(&E) ||
         (N.Facts.IsFpLoose && Cast && Cast->operand()->type().isFloat() &&
          Cast->operand()->type().bits() > E.type().bits());
}

bool ScanLegality::mayRound(const Stmt &S) const {
  bool Rounds = false;
  for (const ExprRef &E : expressions(S))
    walk(E, [&](const Expr &Part) { Rounds |= mayRound(Part); });
  auto *Assign = dyn_cast<AssignStmt>(&S);
  return Rounds ||
         (Assign && Assign->op() != ReduceOp::None &&
          Assign->value()->type().isFloat() && Assign->op() != ReduceOp::Min &&
          Assign->op() != ReduceOp::Max);
}

static bool loads(const Stmt &S, StringRef Array) {
  bool Found = false;
  for (const ExprRef &E : expressions(S))
    walk(E, [&](const Expr &Part) {
      auto *Load = dyn_cast<LoadExpr>(&Part);
      Found |= Load && Load->array() == Array;
    });
  return Found;
}

static bool reads(const ExprRef &E, const Conflict &X) {
  bool Found = false;
  walk(E, [&](const Expr &Part) {
    auto *Load = dyn_cast<LoadExpr>(&Part);
    auto *Var = dyn_cast<VarExpr>(&Part);
    Found |= X.IsArray ? Load && Load->array() == X.Name
                       : Var && Var->name() == X.Name;
  });
  return Found;
}

static bool conflictsOn(ArrayRef<Conflict> Found, StringRef Name) {
  return any_of(Found, [&](const Conflict &X) { return X.Name == Name; });
}

/// The body of the innermost loop in \p Body that has all accesses to \p Array
/// and no two iterations that access one element.
static StmtRef ownIteration(const Nest &N, const StmtRef &Body,
                            StringRef Array) {
  const LoopStmt *Only = nullptr;
  for (const StmtRef &S : statementsOf(Body)) {
    if (accesses(S, Array) == 0)
      continue;
    auto *Loop = dyn_cast<LoopStmt>(S.get());
    if (Only || !Loop)
      return Body;
    Only = Loop;
  }
  if (!Only || conflictsOn(conflicts(N, Only->var()), Array))
    return Body;
  return ownIteration(N, Only->body(), Array);
}

/// Whether the first pass reads of \p Array what the second one will: elements
/// of the own iteration, before that stores to them.
bool ScanLegality::isReadFirst(StringRef Array, const StmtRef &Slice) const {
  if (conflictsOn(Found, Array))
    return false;
  std::vector<const Stmt *> Readers;
  walk(Slice, [&](const Stmt &S) {
    if (loads(S, Array))
      Readers.push_back(&S);
    return true;
  });
  // Statements of the slice are those of the body, unless they have parts.
  bool IsWritten = false, IsFirst = true;
  size_t Met = 0;
  walk(ownIteration(N, Loop.body(), Array), [&](const Stmt &S) {
    bool Reads = loads(S, Array);
    Met += Reads && is_contained(Readers, &S);
    IsFirst &= !(Reads && IsWritten && is_contained(Readers, &S));
    auto *Assign = dyn_cast<AssignStmt>(&S);
    IsWritten |= Assign && Assign->target().Name == Array;
    // What a loop writes, its next iteration may read.
    if (isa<LoopStmt, WhileStmt>(&S))
      for (const StmtRef &Part : children(S))
        IsWritten |= assigns(Part, Array);
    return true;
  });
  return IsFirst && Met == Readers.size();
}

std::string firstRead(const StmtRef &S, function_ref<bool(StringRef)> IsMeant) {
  std::string Name;
  walk(S, [&](const Stmt &Part) {
    for (const ExprRef &E : expressions(Part))
      walk(E, [&](const Expr &Inner) {
        StringRef Read;
        if (auto *Load = dyn_cast<LoadExpr>(&Inner))
          Read = Load->array();
        else if (auto *Var = dyn_cast<VarExpr>(&Inner))
          Read = Var->name();
        if (Name.empty() && !Read.empty() && IsMeant(Read))
          Name = Read.str();
      });
    return Name.empty();
  });
  return Name;
}

/// What the slice reads that the loop changes; empty if nothing.
std::string ScanLegality::firstChanging(const StmtRef &Slice) const {
  return firstRead(Slice, [&](StringRef Read) {
    return Changing.contains(Read) && !isReadFirst(Read, Slice);
  });
}

bool ScanLegality::areCursors(const Conflict &X) const {
  const Operand *Array = X.IsArray ? N.findOperand(X.Name) : nullptr;
  return Array && !Array->Row && !is_contained(N.Facts.Private, X.Name) &&
         lacuna::areCursors(Loop.body(), X.Name);
}

std::string ScanLegality::whyNotCounted(const Conflict &X) const {
  std::string Variable = "'" + X.Name + "'";
  if (X.Op == ReduceOp::None)
    return msg::ScanVariableAlsoSet(Variable);
  if (!X.Ty.isInteger() && !X.Ty.isBool())
    return msg::ScanUpdatesAreRounded(Variable, X.Ty.spelling());
  if (X.Ty.bits() > 64)
    return msg::ScanVariableIsWide(Variable, X.Ty.spelling());
  std::string Depends = msg::PrefixUpdateDependsOn(Variable);
  StringSet<> Wanted;
  Wanted.insert(X.Name);
  std::vector<std::string> Own = N.Facts.Private;
  if (X.IsArray)
    Own.push_back(X.Name);
  StmtRef Slice = sliceOf(Loop.body(), Wanted, Own);
  if (std::string Name = firstChanging(Slice); !Name.empty())
    return Depends + (Name == X.Name ? "its value" : "'" + Name + "'");
  bool Rounds = false;
  walk(Slice, [&](const Stmt &S) {
    Rounds |= mayRound(S);
    return !Rounds;
  });
  if (Rounds)
    return msg::ScanDependsOnFloatingPoint(Depends);
  return "";
}

//===-- the second pass ---------------------------------------------------===//

namespace {

/// The elements that a variable passes over in one iteration: those from its
/// value at the beginning up to its value at the end.
class Passage {
public:
  Passage(const StmtRef &Body, const Conflict &Variable)
      : Body(Body), Name(Variable.Name), Ty(Variable.Ty) {
    IsMonotone = Variable.Op == ReduceOp::Add && ScanLegality::neverWraps(Ty);
    walk(Body, [&](const Stmt &S) {
      auto *Assign = dyn_cast<AssignStmt>(&S);
      if (Assign && !Assign->target().Index)
        Updates[Assign->target().Name].push_back(Assign);
      return true;
    });
    for (const AssignStmt *Update : Updates[Name])
      IsMonotone &=
          Update->value()->type() == Ty && isNonNegative(Update->value());
    if (IsMonotone)
      measure(Body, 0);
  }

  /// Whether all accesses to \p Of are in there.
  bool covers(StringRef Of);

private:
  /// The variable's value at some point, plus Offset, and how much it advances
  /// from there at least.
  struct Value {
    int64_t Offset, Advance;
  };

  static bool isNonNegative(const ExprRef &E);
  int64_t measure(const StmtRef &S, int64_t After);
  std::optional<Value> valueOf(const ExprRef &E, const Stmt &At) const;
  bool isInside(const ExprRef &Index, const Stmt &At) const;
  bool isCursor(const ExprRef &E) const;
  void visit(const StmtRef &S);
  void visitWhile(const WhileStmt &S);
  void dropChanged(const Stmt &Loop);
  void addBounded(const ExprRef &Cond);

  const StmtRef &Body;
  std::string Name;
  Type Ty;
  bool IsMonotone;
  StringMap<std::vector<const AssignStmt *>> Updates;
  /// How much the variable advances from before a statement at least.
  DenseMap<const Stmt *, int64_t> Advances;
  StringMap<Value> Lets;
  /// Variables that begin at such a value and never decrease.
  StringSet<> Cursors;
  /// Of these, the ones that are less than the variable here.
  StringSet<> Bounded;
  StringRef Array;
  bool AllInside = true;
};

} // namespace

bool Passage::isNonNegative(const ExprRef &E) {
  if (std::optional<int64_t> Value = constantValue(E))
    return *Value >= 0;
  auto *Cast = dyn_cast<CastExpr>(E.get());
  if (!Cast || !E->type().isInteger())
    return false;
  const Type &From = Cast->operand()->type();
  return E->type().holdsAllOf(From) && !From.isSigned();
}

/// Notes how much the variable advances from \p S to the end of the iteration
/// at least, if it advances by \p After behind \p S.
int64_t Passage::measure(const StmtRef &S, int64_t After) {
  constexpr int64_t Enough = 1 << 20;
  int64_t Before = After;
  if (auto *Block = dyn_cast<BlockStmt>(S.get())) {
    for (const StmtRef &Part : reverse(Block->body()))
      Before = measure(Part, Before);
  } else if (auto *If = dyn_cast<IfStmt>(S.get())) {
    int64_t Then = measure(If->thenBody(), After);
    int64_t Else = If->elseBody() ? measure(If->elseBody(), After) : After;
    Before = std::min(Then, Else);
  } else if (auto *Assign = dyn_cast<AssignStmt>(S.get())) {
    if (!Assign->target().Index && Assign->target().Name == Name)
      Before += std::min(constantValue(Assign->value()).value_or(0), Enough);
  } else {
    // A loop may run no iteration.
    for (const StmtRef &Part : children(*S))
      measure(Part, After);
  }
  Before = std::min(Before, Enough);
  return Advances[S.get()] = Before;
}

std::optional<Passage::Value> Passage::valueOf(const ExprRef &E,
                                               const Stmt &At) const {
  ExprRef Plain = withoutWidening(E);
  if (auto *Var = dyn_cast<VarExpr>(Plain.get())) {
    if (Var->name() == Name)
      return Value{0, Advances.lookup(&At)};
    auto Let = Lets.find(Var->name());
    return Let == Lets.end() ? std::nullopt : std::optional(Let->second);
  }
  const std::optional<RaisedValue> Sum = raisedValue(Plain);
  std::optional<Value> Base =
      Sum ? valueOf(Sum->Base, At) : std::optional<Value>();
  if (Base)
    Base->Offset += Sum->By;
  return Base;
}

bool Passage::isInside(const ExprRef &Index, const Stmt &At) const {
  if (std::optional<Value> V = valueOf(Index, At))
    return V->Offset < V->Advance;
  ExprRef Plain = withoutWidening(Index);
  auto *Var = dyn_cast<VarExpr>(Plain.get());
  return Var && Bounded.contains(Var->name());
}

/// Whether \p E is the variable now, or as it was.
bool Passage::isCursor(const ExprRef &E) const {
  auto *Var = dyn_cast<VarExpr>(withoutWidening(E).get());
  auto Let = Var ? Lets.find(Var->name()) : Lets.end();
  return Var && (Var->name() == Name ||
                 (Let != Lets.end() && Let->second.Offset == 0));
}

/// Adds to Bounded the variables that are less than the variable where \p Cond
/// holds.
void Passage::addBounded(const ExprRef &Cond) {
  auto *Binary = dyn_cast<BinaryExpr>(Cond.get());
  if (Binary && Binary->op() == BinaryOp::LogicalAnd) {
    addBounded(Binary->lhs());
    addBounded(Binary->rhs());
  }
  if (!Binary || Binary->op() != BinaryOp::Lt || Binary->lhs()->type() != Ty ||
      !isCursor(Binary->rhs()))
    return;
  auto *Var = dyn_cast<VarExpr>(Binary->lhs().get());
  if (Var && Cursors.contains(Var->name()))
    Bounded.insert(Var->name());
}

/// A later iteration of \p Loop finds what an earlier one has changed. There
/// are no loops but `while` inside of one whose condition bounds anything.
void Passage::dropChanged(const Stmt &Loop) {
  StringSet<> Around = Bounded;
  for (const auto &Entry : Around)
    for (const StmtRef &Part : children(Loop))
      if (assigns(Part, Entry.first()))
        Bounded.erase(Entry.first());
}

void Passage::visitWhile(const WhileStmt &S) {
  StringSet<> Around = Bounded;
  addBounded(S.cond());
  visit(S.body());
  Bounded = std::move(Around);
}

void Passage::visit(const StmtRef &S) {
  if (isa<WhileStmt>(S.get()))
    dropChanged(*S);
  for (const ExprRef &E : expressions(*S))
    walk(E, [&](const Expr &Part) {
      auto *Load = dyn_cast<LoadExpr>(&Part);
      AllInside &=
          !Load || Load->array() != Array || isInside(Load->index(), *S);
    });
  if (auto *Let = dyn_cast<LetStmt>(S.get())) {
    // Scopes side by side may use one name.
    Lets.erase(Let->name());
    if (std::optional<Value> V = valueOf(Let->init(), *S))
      Lets[Let->name()] = *V;
  } else if (auto *Var = dyn_cast<VarStmt>(S.get())) {
    bool Begins = Var->init() && Var->type() == Ty &&
                  valueOf(Var->init(), *S).has_value();
    bool Increases = all_of(Updates.lookup(Var->name()), [](auto *Update) {
      return Update->op() == ReduceOp::Add && isNonNegative(Update->value());
    });
    Cursors.erase(Var->name());
    if (Begins && Increases)
      Cursors.insert(Var->name());
  } else if (auto *Assign = dyn_cast<AssignStmt>(S.get())) {
    const Place &To = Assign->target();
    AllInside &= To.Name != Array || isInside(To.Index, *S);
    if (!To.Index)
      Bounded.erase(To.Name);
  } else if (auto *While = dyn_cast<WhileStmt>(S.get())) {
    return visitWhile(*While);
  }
  for (const StmtRef &Part : children(*S))
    visit(Part);
}

bool Passage::covers(StringRef Of) {
  Array = Of;
  AllInside = IsMonotone;
  if (AllInside)
    visit(Body);
  return AllInside;
}

bool ScanLegality::isPassedOver(StringRef Array, const Conflict &Cursor) const {
  if (arraysInBounds(N).contains(Array))
    return false;
  if (Cursor.IsArray)
    return CursorPassage(N, Loop.body(), Cursor.Name).covers(Array);
  return Passage(Loop.body(), Cursor).covers(Array);
}

const Conflict *ScanLegality::runsAlong(StringRef Array) const {
  for (const Conflict &X : Found) {
    bool Uses = false;
    if (X.Name != Array && (!X.IsArray || areCursors(X)))
      for (const Access &A : accessesIn(N, Loop.body()))
        Uses |= A.Name == Array && A.Index && reads(A.Index, X);
    if (Uses)
      return &X;
  }
  return nullptr;
}

} // namespace lacuna

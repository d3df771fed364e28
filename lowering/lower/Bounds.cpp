//===- Bounds.cpp - ranges of derived index variables -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounds.h"
#include "LoopQueries.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace lacuna;

std::string MadeNames::get(const llvm::Twine &Base) {
  auto [Entry, IsNew] = Made.try_emplace(Base.str());
  if (IsNew)
    Entry->second = fresh(Base);
  return Entry->second;
}

std::string MadeNames::fresh(const llvm::Twine &Base) {
  const std::string First = Base.str();
  std::string Name = First;
  for (unsigned K = 2; N.isNameTaken(Name) || Used.contains(Name); ++K)
    Name = First + std::to_string(K);
  Used.insert(Name);
  return Name;
}

ExprRef MadeNames::let(const llvm::Twine &Base, ExprRef Value,
                       std::vector<StmtRef> &Out) {
  std::string Name = get(Base);
  Out.push_back(std::make_shared<LetStmt>(Name, Value));
  return var(Value->type(), Name);
}

static ExprRef valueOf(llvm::StringRef Derived) {
  return var(Type::i64(), Derived);
}

/// An inner loop that stands outside the outer one has this constant size at
/// most, whatever the range.
static constexpr int64_t MaxEmptyTrips = 4096;

ExprRef Bounds::named(const llvm::Twine &Name, ExprRef E,
                      std::vector<StmtRef> &Out) const {
  if (llvm::isa<ConstantExpr, VarExpr>(E.get()))
    return E;
  return Names.let(Name, std::move(E), Out);
}

//===-- declarations ------------------------------------------------------===//

void Bounds::declareUnderived(const IndexVar &Var, LoopScope &Scope,
                              std::vector<StmtRef> &Out) const {
  ExprRef Lo = named(Var.Name + "_lo", Var.Lo, Out);
  // May be negative, which every use takes as "none".
  ExprRef Length = tripsBetween(Lo, Var.Hi);
  Scope.Begins[Var.Name] = Lo;
  Scope.Lengths[Var.Name] = named(Var.Name + "_len", Length, Out);
}

void Bounds::declareAs(const IndexVar &Var, LoopScope &Scope,
                       std::vector<StmtRef> &Out) const {
  if (Scope.Declared.insert(Var.Name).second)
    declareUnderived(Var, Scope, Out);
}

void Bounds::declare(llvm::StringRef Var, LoopScope &Scope,
                     std::vector<StmtRef> &Out) const {
  if (!Scope.Declared.insert(Var).second)
    return;
  const Relation *Made = N.producer(Var);
  if (!Made)
    return declareUnderived(*N.findIndexVar(Var), Scope, Out);
  for (const std::string &Parent : Made->Parents)
    declare(Parent, Scope, Out);
  const std::string &First = Made->Parents.front();
  if (Made->Kind == RelationKind::Divide && !Scope.Blocks.count(First)) {
    ExprRef Size = ceilDiv(length(First, Scope), i64(Made->Factor));
    Scope.Blocks[First] =
        named(First + "_block", binary(BinaryOp::Max, Size, i64(1)), Out);
  }
  // Recovery divides by the inner length, so that it must not change between
  // the loops that the fused variable is split into.
  if (Made->Kind == RelationKind::Fuse) {
    // No trips must not become some trips by a product of two negatives, nor
    // by one that wraps, as it may of a length of 64 bits.
    auto Clamp = [&](const std::string &Name) {
      ExprRef Length = binary(BinaryOp::Max, length(Name, Scope), i64(0));
      Scope.Lengths[Name] = named(Name + "_width", Length, Out);
    };
    Clamp(Made->Parents[1]);
    const IndexVar &Outer = *N.findIndexVar(First);
    if (!Outer.isDerived() && Outer.Ty.bits() == 64)
      Clamp(First);
  }
}

//===-- ranges ------------------------------------------------------------===//

ExprRef Bounds::factor(const Relation &R, const LoopScope &Scope) const {
  return R.Kind == RelationKind::Split ? i64(R.Factor)
                                       : Scope.Blocks.lookup(R.Parents.front());
}

ExprRef Bounds::length(llvm::StringRef Var, const LoopScope &Scope) const {
  if (ExprRef Known = Scope.Lengths.lookup(Var))
    return Known;
  const Relation &Made = *N.producer(Var);
  ExprRef Parent = length(Made.Parents.front(), Scope);
  switch (Made.Kind) {
  case RelationKind::Split:
  case RelationKind::Divide:
    break;
  case RelationKind::Fuse:
    return binary(BinaryOp::Mul, Parent, length(Made.Parents[1], Scope));
  case RelationKind::Balance:
  case RelationKind::Pos:
  case RelationKind::Coord:
    return Parent;
  case RelationKind::Bound: {
    bool IsLength = Made.Bounded == BoundKind::MaxExact &&
                    countsFromZero(N, Var) && isWhole(Var, Scope);
    return IsLength ? i64(Made.Factor) : Parent;
  }
  }
  ExprRef N = factor(Made, Scope);
  bool IsOuter = Made.Children[0] == Var;
  llvm::StringRef Sibling = Made.Children[IsOuter ? 1 : 0];
  bool SiblingKnown = isKnown(Sibling, Scope);
  if (IsOuter) {
    if (SiblingKnown)
      Parent = binary(BinaryOp::Sub, Parent, valueOf(Sibling));
    return ceilDiv(Parent, N);
  }
  if (!SiblingKnown) {
    // A constant number of trips is worth some that turn out to be empty.
    std::optional<int64_t> Constant = constantValue(N);
    return Constant && *Constant <= MaxEmptyTrips
               ? N
               : binary(BinaryOp::Min, N, Parent);
  }
  ExprRef Before = binary(BinaryOp::Mul, valueOf(Sibling), N);
  return binary(BinaryOp::Min, N, binary(BinaryOp::Sub, Parent, Before));
}

/// Whether `length` is about all values of \p Var, not only those that an
/// enclosing loop over another part of what it is made of leaves.
bool Bounds::isWhole(llvm::StringRef Var, const LoopScope &Scope) const {
  const Relation *Made = N.producer(Var);
  if (!Made)
    return true;
  return llvm::all_of(Made->Parents,
                      [&](const std::string &Parent) {
                        return isWhole(Parent, Scope);
                      }) &&
         llvm::none_of(Made->Children, [&](const std::string &Child) {
           return Child != Var && isKnown(Child, Scope);
         });
}

int64_t Bounds::divisor(llvm::StringRef Var) const {
  const Relation *Made = N.producer(Var);
  if (!Made)
    return 1;
  int64_t Parent = divisor(Made->Parents.front());
  switch (Made->Kind) {
  case RelationKind::Bound: {
    if (Made->Bounded != BoundKind::Divisible)
      return Parent;
    int64_t Both = Parent / std::gcd(Parent, Made->Factor);
    return Both > INT32_MAX ? Made->Factor : Both * Made->Factor;
  }
  case RelationKind::Pos:
    return Parent;
  case RelationKind::Split:
    return Made->Children[0] == Var && Parent % Made->Factor == 0
               ? Parent / Made->Factor
               : 1;
  case RelationKind::Fuse: {
    int64_t Inner = divisor(Made->Parents[1]);
    return Parent > INT32_MAX || Inner > INT32_MAX ? 1 : Parent * Inner;
  }
  case RelationKind::Divide:
  case RelationKind::Balance:
  case RelationKind::Coord:
    return 1;
  }
  return 1;
}

bool Bounds::isKnown(llvm::StringRef Var, const LoopScope &Scope) const {
  if (Scope.Loops.contains(Var))
    return true;
  const Relation *Consumer = N.consumer(Var);
  if (!Consumer)
    return false;
  for (const std::string &Child : Consumer->Children)
    if (!isKnown(Child, Scope))
      return false;
  return true;
}

bool Bounds::canDeclare(llvm::StringRef Var, const LoopScope &Scope) const {
  const Relation *Made = N.producer(Var);
  if (!Made || Scope.Declared.contains(Var))
    return true;
  return llvm::all_of(Made->Parents, [&](const std::string &Parent) {
    bool IsReady = Made->Kind != RelationKind::Fuse || isExact(Parent, Scope);
    return IsReady && canDeclare(Parent, Scope);
  });
}

bool Bounds::isExact(llvm::StringRef Var, const LoopScope &Scope) const {
  const Relation *Made = N.producer(Var);
  if (!Made)
    return true;
  for (const std::string &Parent : Made->Parents)
    if (!isExact(Parent, Scope))
      return false;
  for (const std::string &Child : Made->Children)
    if (Child != Var && !isKnown(Child, Scope))
      return false;
  return true;
}

//===-- recovery ----------------------------------------------------------===//

ExprRef Bounds::recover(const IndexVar &Var, const LoopScope &Scope) const {
  return recoverAt(valueOf(N.consumer(Var.Name)->Children.back()), Var, Scope);
}

/// \p Last: the value of the last child.
ExprRef Bounds::recoverAt(ExprRef Last, const IndexVar &Var,
                          const LoopScope &Scope) const {
  const Relation &R = *N.consumer(Var.Name);
  ExprRef Value = R.Children.size() == 1 ? Last : valueOf(R.Children.front());
  if (isTile(R)) {
    Value = binary(BinaryOp::Mul, Value, factor(R, Scope));
  } else if (R.Kind == RelationKind::Fuse) {
    BinaryOp Op = R.Parents.front() == Var.Name ? BinaryOp::Div : BinaryOp::Rem;
    // Never reached with no width; a literal 0 would be warned about.
    ExprRef Width = length(R.Parents[1], Scope);
    Value = binary(Op, Value, constantValue(Width) == 0 ? i64(1) : Width);
  } else if (R.Kind == RelationKind::Balance) {
    Value = Scope.Starts.lookup(Var.Name);
  }
  if (!Var.isDerived())
    Value = binary(BinaryOp::Add,
                   cast(Type::i64(), Scope.Begins.lookup(Var.Name)), Value);
  if (isTile(R) || R.Kind == RelationKind::Balance)
    Value = binary(BinaryOp::Add, Value, std::move(Last));
  return cast(Var.Ty, Value);
}

//===-- variables that move in step ---------------------------------------===//

/// The relation by which a step of \p Var is a step of its parent.
static const Relation *stepOf(const Nest &N, llvm::StringRef Var) {
  const Relation *Made = N.producer(Var);
  bool InStep = Made && (isTile(*Made) || Made->Kind == RelationKind::Balance ||
                         Made->Kind == RelationKind::Bound);
  return InStep && Made->Children.back() == Var ? Made : nullptr;
}

const IndexVar *Bounds::userVarInStep(llvm::StringRef Var,
                                      const llvm::StringSet<> &Used,
                                      const LoopScope &Scope) const {
  llvm::StringRef Current = Var;
  while (const Relation *Made = stepOf(N, Current)) {
    if (Used.contains(Current))
      return nullptr;
    Current = Made->Parents.front();
  }
  const IndexVar *User = N.findIndexVar(Current);
  bool IsWanted = Current != Var && !User->isDerived() &&
                  Used.contains(Current) && isKnown(Current, Scope);
  return IsWanted ? User : nullptr;
}

ExprRef Bounds::first(const IndexVar &User, llvm::StringRef Var,
                      const LoopScope &Scope) const {
  ExprRef First = i64(0);
  for (llvm::StringRef Current = Var; Current != User.Name;) {
    const Relation *Made = stepOf(N, Current);
    const IndexVar &Parent = *N.findIndexVar(Made->Parents.front());
    First = recoverAt(std::move(First), Parent, Scope);
    Current = Parent.Name;
  }
  return First;
}

bool lacuna::isKnownInFront(const Nest &N, const ExprRef &E) {
  bool Known = true;
  walk(E, [&](const Expr &Part) {
    auto *Var = llvm::dyn_cast<VarExpr>(&Part);
    const Operand *O = Var ? N.findOperand(Var->name()) : nullptr;
    Known &= !llvm::isa<LoadExpr, CallExpr, OpaqueExpr>(Part) &&
             (!Var || (O && O->Kind == OperandKind::Scalar));
  });
  return Known;
}

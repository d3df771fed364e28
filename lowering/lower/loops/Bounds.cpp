//===- Bounds.cpp - ranges of derived index variables ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/loops/Bounds.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

static ExprRef derivedVar(llvm::StringRef Derived) {
  return var(Type::i64(), Derived);
}

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
  const RelationRules &Rules = Made->rules();
  auto OfParent = [&](size_t) { return length(First, Scope); };
  if (!Scope.Sizes.count(First))
    if (ExprRef Size = Rules.computedSize(*Made, {OfParent}))
      Scope.Sizes[First] = named(First + "_block", std::move(Size), Out);
  if (Rules.isProduct())
    declareFactors(*Made, Scope, Out);
}

/// Recovery divides by the lengths of what a product is made of, so that they
/// must not change between the loops that it is split into.
void Bounds::declareFactors(const Relation &Product, LoopScope &Scope,
                            std::vector<StmtRef> &Out) const {
  // No trips must not become some trips by a product of two negatives, nor by
  // one that wraps, as it may of a length of 64 bits.
  auto Clamp = [&](const std::string &Name) {
    ExprRef Length = binary(BinaryOp::Max, length(Name, Scope), i64(0));
    Scope.Lengths[Name] = named(Name + "_width", Length, Out);
  };
  Clamp(Product.Parents[1]);
  const IndexVar &Outer = *N.findIndexVar(Product.Parents.front());
  if (!Outer.isDerived() && Outer.Ty.bits() == 64)
    Clamp(Outer.Name);
}

//===-- ranges ------------------------------------------------------------===//

ExprRef Bounds::size(const Relation &R, const LoopScope &Scope) const {
  ExprRef Computed = Scope.Sizes.lookup(R.Parents.front());
  return Computed ? Computed : i64(R.Factor);
}

ExprRef Bounds::length(llvm::StringRef Var, const LoopScope &Scope) const {
  if (ExprRef Known = Scope.Lengths.lookup(Var))
    return Known;
  const Relation &Made = *N.producer(Var);
  auto OfParent = [&](size_t Parent) {
    return length(Made.Parents[Parent], Scope);
  };
  auto ValueOf = [&](size_t Child) {
    const std::string &Name = Made.Children[Child];
    return isKnown(Name, Scope) ? derivedVar(Name) : nullptr;
  };
  return Made.rules().length(N, Made, Made.childNumber(Var),
                             {OfParent, ValueOf, size(Made, Scope),
                              /*Start=*/nullptr, isWhole(Var, Scope)});
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
  std::vector<int64_t> OfParents;
  for (const std::string &Parent : Made->Parents)
    OfParents.push_back(divisor(Parent));
  return Made->rules().divisor(*Made, Made->childNumber(Var), OfParents);
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
    bool IsReady = !Made->rules().isProduct() || isExact(Parent, Scope);
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
  return recoverAt(derivedVar(N.consumer(Var.Name)->Children.back()), Var,
                   Scope);
}

/// \p Last: the value of the last child.
ExprRef Bounds::recoverAt(ExprRef Last, const IndexVar &Var,
                          const LoopScope &Scope) const {
  const Relation &R = *N.consumer(Var.Name);
  auto OfParent = [&](size_t Parent) {
    return length(R.Parents[Parent], Scope);
  };
  auto ValueOf = [&](size_t Child) {
    return Child + 1 == R.Children.size() ? Last
                                          : derivedVar(R.Children[Child]);
  };
  auto [Value, Within] =
      R.rules().recover(R, R.Parents.front() == Var.Name ? 0 : 1,
                        {OfParent, ValueOf, size(R, Scope),
                         Scope.Starts.lookup(R.Parents.front())});
  if (!Var.isDerived())
    Value = binary(BinaryOp::Add,
                   cast(Type::i64(), Scope.Begins.lookup(Var.Name)), Value);
  if (Within)
    Value = binary(BinaryOp::Add, Value, Within);
  return cast(Var.Ty, Value);
}

//===-- variables that move in step ---------------------------------------===//

/// The relation by which a step of \p Var is a step of its parent.
static const Relation *stepOf(const Nest &N, llvm::StringRef Var) {
  const Relation *Made = N.producer(Var);
  bool InStep = Made && Made->rules().MovesInStep;
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

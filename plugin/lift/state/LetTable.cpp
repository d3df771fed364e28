//===- LetTable.cpp - values of lets --------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/LetTable.h"
#include "lacuna/ir/Rounding.h"
#include "lift/ast/LastingReferences.h"
#include "lift/state/Messages.def"
#include "clang/AST/Decl.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

ExprRef LetTable::note(llvm::StringRef Name, const ExprRef &Init) {
  constexpr unsigned Limit = 256;
  unsigned Size = 0;
  bool Known = true;
  walk(Init, [&](const lacuna::Expr &E) {
    ++Size;
    const auto *V = dyn_cast<VarExpr>(&E);
    if (!V || Builder.isFixed(V->name()))
      return;
    Size += Sizes.lookup(V->name());
    Known &= Values.count(V->name()) != 0;
  });
  if (!Known || Size > Limit)
    return nullptr;
  Sizes[Name] = Size;
  ExprRef Value = substituted(Init);
  Values[Name] = rounded(Value);
  return Value;
}

ExprRef LetTable::substituted(const ExprRef &E) const {
  return substitute(E, Values);
}

ExprRef LetTable::fixed(const ExprRef &E, const clang::VarDecl *V,
                        std::vector<StmtRef> &Out) {
  return fixed(E, V->getNameAsString(), V->getLocation(), Out);
}

ExprRef LetTable::fixed(const ExprRef &E, llvm::StringRef For,
                        clang::SourceLocation Loc, std::vector<StmtRef> &Out) {
  if (!E)
    return nullptr;
  ExprRef Value = substituted(E);
  bool Fixed = Builder.isFixed(Value);
  walk(Value, [&](const lacuna::Expr &Part) { Fixed &= !isa<LoadExpr>(Part); });
  if (Fixed)
    return E;
  std::string Name = Builder.uniqueName(For.str() + "_at");
  Out.push_back(std::make_shared<LetStmt>(Name, E, Builder.tag(Loc)));
  note(Name, E);
  return var(E->type(), Name);
}

void LetTable::dropUnused(std::vector<StmtRef> &Block) const {
  auto IsUsed = [&](llvm::StringRef Name, size_t From) {
    bool Used = false;
    for (const StmtRef &S : llvm::drop_begin(Block, From))
      walk(S, [&](const lacuna::Stmt &Part) {
        for (const ExprRef &E : expressions(Part))
          Used |= usesVar(E, Name);
        return !Used;
      });
    return Used || llvm::any_of(Builder.graph().IndexVars, [&](const auto &V) {
             return V.Coordinate == Name;
           });
  };
  for (size_t N = Block.size(); N-- > 0;) {
    const auto *Let = dyn_cast<LetStmt>(Block[N].get());
    if (Let && Values.count(Let->name()) && !IsUsed(Let->name(), N + 1))
      Block.erase(Block.begin() + N);
  }
}

bool LetTable::sameRow(const ExprRef &A, const ExprRef &B) const {
  return structurallyEqual(substituted(A), substituted(B));
}

bool LetTable::keepsValue(const ExprRef &E) const {
  const auto *V = dyn_cast<VarExpr>(E.get());
  return constantValue(E) || (V && Builder.isFixed(V->name()));
}

bool LetTable::checkReferences() {
  auto Where = findChangedReference(Builder.graph(), LastingReferences);
  if (Where)
    Diags.refuse(*Where, msg::StoreMayChangeReferent());
  return !Where;
}

} // namespace lacuna::plugin

//===- LastingReferences.cpp - references to what calls return ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/LastingReferences.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;
using namespace lacuna::plugin;

bool plugin::outlivesReference(const clang::Expr *Init) {
  while (true) {
    if (auto *Full = llvm::dyn_cast<clang::FullExpr>(Init))
      Init = Full->getSubExpr();
    else if (auto *Paren = llvm::dyn_cast<clang::ParenExpr>(Init))
      Init = Paren->getSubExpr();
    else if (auto *Cast = llvm::dyn_cast<clang::CastExpr>(Init))
      Init = Cast->getSubExpr();
    else
      break;
  }
  return Init->isGLValue() && !llvm::isa<clang::MaterializeTemporaryExpr>(Init);
}

namespace {

class Search {
public:
  Search(const Nest &N, const llvm::StringMap<clang::SourceLocation> &Lets)
      : N(N), Lets(Lets) {}

  void run(const StmtRef &S);
  std::optional<clang::SourceLocation> Found;

private:
  void addSources(const ExprRef &Value, llvm::StringSet<> &Names) const;
  bool reads(const StmtRef &S, llvm::StringRef Let) const;
  bool stores(const StmtRef &S, const LetStmt &Let,
              const llvm::StringSet<> &Sources) const;
  bool isReadChanged(const LetStmt &Let, llvm::ArrayRef<StmtRef> Behind) const;

  const Nest &N;
  const llvm::StringMap<clang::SourceLocation> &Lets;
  llvm::StringMap<ExprRef> Values; ///< of those that were met
};

} // namespace

/// Adds the variables and arrays that \p Value may refer to.
void Search::addSources(const ExprRef &Value, llvm::StringSet<> &Names) const {
  walk(Value, [&](const Expr &E) {
    if (auto *Load = llvm::dyn_cast<LoadExpr>(&E))
      Names.insert(Load->array());
    auto *Var = llvm::dyn_cast<VarExpr>(&E);
    if (!Var || !Names.insert(Var->name()).second)
      return;
    if (ExprRef Inner = Values.lookup(Var->name()))
      addSources(Inner, Names);
  });
}

bool Search::reads(const StmtRef &S, llvm::StringRef Let) const {
  bool Found = false;
  walk(S, [&](const Stmt &Part) {
    for (const ExprRef &E : expressions(Part))
      Found |= usesVar(E, Let);
    auto *Loop = llvm::dyn_cast<LoopStmt>(&Part);
    const IndexVar *Var = Loop ? N.findIndexVar(Loop->var()) : nullptr;
    Found |= Var && (usesVar(Var->Lo, Let) || usesVar(Var->Hi, Let));
    return !Found;
  });
  return Found;
}

/// Arrays that two pointers lead to may be one, whatever they are called.
bool Search::stores(const StmtRef &S, const LetStmt &Let,
                    const llvm::StringSet<> &Sources) const {
  const bool IsInArray = llvm::any_of(Sources, [&](const auto &Name) {
    const Operand *O = N.findOperand(Name.getKey());
    return O && O->Kind == OperandKind::Array;
  });
  bool Found = false;
  walk(S, [&](const Stmt &Part) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&Part);
    if (!Assign)
      return true;
    const Place &To = Assign->target();
    const Operand *O = N.findOperand(To.Name);
    Found |= Sources.contains(To.Name) ||
             (IsInArray && O && O->Kind == OperandKind::Array &&
              (To.Ty.bits() == 8 || To.Ty.isOpaque() ||
               (To.Ty.bits() == Let.init()->type().bits() &&
                To.Ty.isFloat() == Let.init()->type().isFloat())));
    return !Found;
  });
  return Found;
}

bool Search::isReadChanged(const LetStmt &Let,
                           llvm::ArrayRef<StmtRef> Behind) const {
  llvm::StringSet<> Sources;
  addSources(Let.init(), Sources);
  bool IsChanged = false;
  for (const StmtRef &S : Behind) {
    const bool Stores = stores(S, Let, Sources);
    // What an assignment reads it reads before it stores.
    if ((IsChanged || (Stores && !llvm::isa<AssignStmt>(S.get()))) &&
        reads(S, Let.name()))
      return true;
    IsChanged |= Stores;
  }
  return false;
}

void Search::run(const StmtRef &S) {
  const std::vector<StmtRef> List = statementsOf(S);
  for (size_t I = 0; I < List.size() && !Found; ++I) {
    if (auto *Let = llvm::dyn_cast<LetStmt>(List[I].get())) {
      auto Where = Lets.find(Let->name());
      if (Where == Lets.end())
        continue;
      Values[Let->name()] = Let->init();
      if (isReadChanged(*Let, llvm::ArrayRef(List).drop_front(I + 1)))
        Found = Where->second;
      continue;
    }
    if (llvm::isa<BlockStmt>(List[I].get())) {
      run(List[I]);
      continue;
    }
    for (const StmtRef &Child : children(*List[I]))
      run(Child);
  }
}

std::optional<clang::SourceLocation> plugin::findChangedReference(
    const Nest &N, const llvm::StringMap<clang::SourceLocation> &Lets) {
  if (Lets.empty())
    return std::nullopt;
  Search S(N, Lets);
  S.run(N.Body);
  return S.Found;
}

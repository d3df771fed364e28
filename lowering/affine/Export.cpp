//===- Export.cpp - a lifted nest as sets of integers ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Affinities.h"
#include "lacuna/affine/AffineView.h"
#include "lacuna/affine/Messages.def"
#include "lacuna/ir/ArrayLevels.h"
#include "lacuna/ir/text/Text.h"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

namespace {

/// Walks a nest from the outside in.
class Exporter {
public:
  explicit Exporter(const Nest &N) : N(N), Affine(N, View) {}

  Expected<AffineView> run();

private:
  bool visitLoops(const StmtRef &Body, StringRef Around);
  bool addDomain(const LoopStmt &Loop);
  void addStatement(std::vector<StmtRef> Body);

  bool visit(const StmtRef &S, bool IsCertain);
  bool visitBody(const StmtRef &Body, bool IsCertain);
  bool visitAssign(const AssignStmt &S, bool IsCertain);
  bool visitIf(const IfStmt &S, bool IsCertain);
  bool visitReads(const ExprRef &E);
  bool addAccess(StringRef Array, const ExprRef &Index, bool IsWrite,
                 bool IsCertain);
  std::optional<std::vector<AffineExpr>> placeOf(const Operand &O,
                                                 const ExprRef &Index);
  bool fail(const Twine &Why) {
    if (Problem.empty())
      Problem = Why.str();
    return false;
  }

  const Nest &N;
  AffineView View;
  Affinities Affine;
  /// Lets between the loops, which each iteration may compute again.
  std::vector<StmtRef> Lets;
  StringSet<> Written, Local;
  AffineStatement *Current = nullptr;
  std::string Problem;
};

} // namespace

//===-- loops -------------------------------------------------------------===//

bool Exporter::addDomain(const LoopStmt &Loop) {
  const IndexVar *V = N.findIndexVar(Loop.var());
  if (!V || V->isDerived() || Loop.merge() || !(Loop.tags() == LoopTags()))
    return fail(msg::AffineLoopKind(Loop.var()));
  std::optional<AffineExpr> Lo = Affine.of(V->Lo), Hi = Affine.of(V->Hi);
  if (!Lo || !Hi)
    return fail(msg::AffineBound(V->Name));
  AffineExpr I = AffineExpr::of(V->Name);
  Affine.Loops.insert(V->Name);
  Affine.Where.push_back({sum(I, *Lo, -1)});
  Affine.Where.push_back({sum(sum(*Hi, AffineExpr::of(1), -1), I, -1)});
  Current->Loops.push_back(V->Name);
  Current->Order.push_back(I);
  return true;
}

static bool holdsLoop(const StmtRef &S) {
  return anyOf(
      S, [](const Stmt &Part) { return isa<LoopStmt, TrackStmt>(&Part); });
}

/// \p Body of the loop over \p Around: lets, then one loop; or what an
/// iteration runs.
bool Exporter::visitLoops(const StmtRef &Body, StringRef Around) {
  if (!holdsLoop(Body)) {
    addStatement(statementsOf(Body));
    return all_of(Current->Body ? statementsOf(Current->Body)
                                : std::vector<StmtRef>(),
                  [&](const StmtRef &S) { return visit(S, true); });
  }
  const LoopStmt *Loop = nullptr;
  for (const StmtRef &S : statementsOf(Body)) {
    auto *Let = dyn_cast<LetStmt>(S.get());
    auto *Inner = dyn_cast<LoopStmt>(S.get());
    if (auto *Var = dyn_cast<VarStmt>(S.get()))
      return fail(msg::AffineOutside(Var->name()));
    if (Loop || (!Let && !Inner))
      return fail(msg::AffineStatements(Around));
    if (Let) {
      Lets.push_back(S);
      Affine.Lets[Let->name()] = Let->init();
      for (const auto &Array : Written)
        if (accesses(S, Array.getKey()) != 0)
          return fail(msg::AffineStatements(Around));
    }
    Loop = Inner;
  }
  return addDomain(*Loop) && visitLoops(Loop->body(), Loop->var());
}

void Exporter::addStatement(std::vector<StmtRef> Body) {
  Body.insert(Body.begin(), Lets.begin(), Lets.end());
  Current->Body = block(std::move(Body));
  Current->Domain = Affine.Where;
}

//===-- statements --------------------------------------------------------===//

bool Exporter::visitBody(const StmtRef &Body, bool IsCertain) {
  return !Body || all_of(statementsOf(Body),
                         [&](const StmtRef &S) { return visit(S, IsCertain); });
}

bool Exporter::visit(const StmtRef &S, bool IsCertain) {
  switch (S->kind()) {
  case Stmt::Kind::Block:
    return visitBody(S, IsCertain);
  case Stmt::Kind::Let: {
    auto &Let = llvm::cast<LetStmt>(*S);
    Affine.Lets[Let.name()] = Let.init();
    return visitReads(Let.init());
  }
  case Stmt::Kind::Var:
    Local.insert(llvm::cast<VarStmt>(*S).name());
    return visitReads(llvm::cast<VarStmt>(*S).init());
  case Stmt::Kind::LocalArray:
    Local.insert(llvm::cast<LocalArrayStmt>(*S).name());
    return visitReads(llvm::cast<LocalArrayStmt>(*S).init());
  case Stmt::Kind::Assign:
    return visitAssign(llvm::cast<AssignStmt>(*S), IsCertain);
  case Stmt::Kind::If:
    return visitIf(llvm::cast<IfStmt>(*S), IsCertain);
  default:
    return fail(msg::AffineStatement());
  }
}

bool Exporter::visitIf(const IfStmt &S, bool IsCertain) {
  if (!visitReads(S.cond()))
    return false;
  const size_t Mark = Affine.Where.size();
  const bool IsExact = Affine.assume(S.cond());
  const bool Good = visitBody(S.thenBody(), IsCertain && IsExact);
  Affine.Where.resize(Mark);
  return Good && visitBody(S.elseBody(), false);
}

bool Exporter::visitAssign(const AssignStmt &S, bool IsCertain) {
  const Place &P = S.target();
  if (!visitReads(S.value()))
    return false;
  if (Local.contains(P.Name))
    return visitReads(P.Index);
  if (!P.Index)
    return fail(msg::AffineOutside(P.Name));
  if (!visitReads(P.Index))
    return false;
  if (S.op() != ReduceOp::None && !addAccess(P.Name, P.Index, false, false))
    return false;
  return addAccess(P.Name, P.Index, true, IsCertain);
}

/// What \p E reads of arrays that are written.
bool Exporter::visitReads(const ExprRef &E) {
  if (!E)
    return true;
  if (isa<AddressExpr>(E.get()))
    return fail(msg::AffineStatement());
  if (auto *Load = dyn_cast<LoadExpr>(E.get()))
    if (Written.contains(Load->array()) &&
        !addAccess(Load->array(), Load->index(), false, false))
      return false;
  if (auto *Choice = dyn_cast<SelectExpr>(E.get())) {
    const size_t Mark = Affine.Where.size();
    Affine.assume(Choice->cond());
    const bool Good = visitReads(Choice->thenArm());
    Affine.Where.resize(Mark);
    return Good && visitReads(Choice->cond()) && visitReads(Choice->elseArm());
  }
  return all_of(E->operands(),
                [&](const ExprRef &Part) { return visitReads(Part); });
}

/// The subscripts of each level of \p O; nothing where they are not affine.
std::optional<std::vector<AffineExpr>> Exporter::placeOf(const Operand &O,
                                                         const ExprRef &Index) {
  std::vector<AffineExpr> Place;
  for (const auto &[Level, E] : enumerate(levelsOf(Index, O.Inner))) {
    std::optional<AffineExpr> Subscript = Affine.of(E);
    if (!Subscript)
      return std::nullopt;
    if (Level > 0) {
      // Only then are elements of different subscripts different.
      std::optional<AffineExpr> Length = Affine.of(O.Inner[Level - 1]);
      if (!Length)
        return std::nullopt;
      Affine.require({*Subscript});
      Affine.require(
          {sum(sum(*Length, AffineExpr::of(1), -1), *Subscript, -1)});
    }
    Place.push_back(std::move(*Subscript));
  }
  return Place;
}

bool Exporter::addAccess(StringRef Array, const ExprRef &Index, bool IsWrite,
                         bool IsCertain) {
  const Operand *O = N.findOperand(Array);
  if (!O || O->Row || rowOf(Index))
    return fail(msg::AffineRows(Array));
  std::optional<std::vector<AffineExpr>> Place = placeOf(*O, Index);
  if (!Place)
    return fail(msg::AffineSubscript(Array, toString(Index)));
  const size_t Begin = Current->Domain.size();
  Current->Accesses.push_back(
      {Array.str(), std::move(*Place),
       std::vector<AffineConstraint>(Affine.Where.begin() + Begin,
                                     Affine.Where.end()),
       IsWrite, IsCertain});
  return true;
}

Expected<AffineView> Exporter::run() {
  for (const Operand &O : N.Operands)
    if (O.Kind == OperandKind::Array && assigns(N.Body, O.Name))
      Written.insert(O.Name);
  Current = &View.Statements.emplace_back();
  if (!holdsLoop(N.Body) ||
      (visitLoops(N.Body, "the nest") && Current->Loops.size() < 2))
    fail(msg::AffineShallow());
  if (!Problem.empty())
    return makeError({}, Problem);
  return std::move(View);
}

Expected<AffineView> exportAffine(const Nest &N) { return Exporter(N).run(); }

} // namespace lacuna

//===- Export.cpp - a lifted nest as sets of integers ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpandedValues.h"
#include "FlatArrays.h"
#include "ResultsOfRows.h"
#include "lacuna/affine/AffineView.h"
#include "lacuna/affine/Messages.def"
#include "lacuna/affine/SumsInPlace.h"
#include "lacuna/ir/ArrayLevels.h"
#include "lacuna/ir/text/Text.h"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;

namespace lacuna {

namespace {

/// An access to an array of one level, whose rows are not known yet.
struct FlatAccess {
  size_t Statement, Number; ///< of the access in the statement
  FlatSubscript Subscript;
  std::vector<AffineConstraint> Where;
};

/// Walks a nest from the outside in.
class Exporter {
public:
  explicit Exporter(const Nest &N) : N(N), Affine(N, View), Names(N) {}

  Expected<AffineView> run();

private:
  bool visitLoop(const LoopStmt &Loop);
  bool visitParts(const std::vector<StmtRef> &Written);
  bool visitAmongLoops(const std::vector<StmtRef> &Body);
  std::vector<StmtRef> withValuesKept(const std::vector<StmtRef> &Body);
  bool addDomain(const LoopStmt &Loop);
  bool addLet(const StmtRef &S);
  bool addPart(const std::vector<StmtRef> &Body);
  bool addStatement(std::vector<StmtRef> Body);
  void addOrder();

  bool visit(const StmtRef &S, bool IsCertain);
  bool visitBody(const StmtRef &Body, bool IsCertain);
  bool visitAssign(const AssignStmt &S, bool IsCertain);
  bool visitIf(const IfStmt &S, bool IsCertain);
  bool visitReads(const ExprRef &E);
  bool addAccess(StringRef Array, const ExprRef &Index, bool IsWrite,
                 bool IsCertain);
  std::optional<std::vector<AffineExpr>> placeOf(const Operand &O,
                                                 const ExprRef &Index);
  std::optional<std::vector<AffineExpr>> placeInRow(const Operand &O,
                                                    const ExprRef &Subscript);
  void requireBelow(const AffineExpr &Subscript, const AffineExpr &Length);
  bool addFlat(StringRef Array, const ExprRef &Index);
  bool placeFlat();
  bool fail(const Twine &Why) {
    if (Problem.empty())
      Problem = Why.str();
    return false;
  }

  const Nest &N;
  AffineView View;
  Affinities Affine;
  MadeNames Names;
  std::vector<std::string> Around; ///< loops, outside in
  /// Lets between the loops, which each iteration may compute again.
  std::vector<StmtRef> Lets;
  /// Of the parts of the innermost loop around, the first statement of each.
  std::vector<size_t> Parts;
  StringSet<> Written, Local;
  StringSet<> PerIteration; ///< arrays that are nothing of the user's
  MapVector<StringRef, std::vector<FlatAccess>> Flat; ///< by array
  AffineStatement *Current = nullptr;
  std::string Problem;
};

} // namespace

//===-- loops -------------------------------------------------------------===//

/// The end of \p V. In `max(n, 0)`, the number of steps of a loop downwards,
/// nothing begins at 0 or later and ends there.
static ExprRef endOf(const IndexVar &V) {
  auto *Steps = dyn_cast<BinaryExpr>(withoutCasts(V.Hi).get());
  if (!Steps || Steps->op() != BinaryOp::Max)
    return V.Hi;
  const std::optional<int64_t> Least = constantValue(Steps->rhs()),
                               Begin = constantValue(V.Lo);
  return Least && Begin && *Least <= *Begin ? cast(V.Hi->type(), Steps->lhs())
                                            : V.Hi;
}

bool Exporter::addDomain(const LoopStmt &Loop) {
  const IndexVar *V = N.findIndexVar(Loop.var());
  if (!V || V->isDerived() || Loop.merge() || !(Loop.tags() == LoopTags()))
    return fail(msg::AffineLoopKind(Loop.var()));
  std::optional<AffineExpr> Lo = Affine.of(V->Lo), Hi = Affine.of(endOf(*V));
  if (!Lo || !Hi)
    return fail(msg::AffineBound(V->Name));
  AffineExpr I = AffineExpr::of(V->Name);
  Affine.Loops.insert(V->Name);
  Affine.Where.push_back({sum(I, *Lo, -1)});
  Affine.Where.push_back({sum(sum(*Hi, AffineExpr::of(1), -1), I, -1)});
  return true;
}

static bool holdsLoop(const StmtRef &S) {
  return anyOf(
      S, [](const Stmt &Part) { return isa<LoopStmt, TrackStmt>(&Part); });
}

bool Exporter::visitLoop(const LoopStmt &Loop) {
  const size_t Mark = Affine.Where.size();
  Around.push_back(Loop.var().str());
  const bool Good = addDomain(Loop) && visitParts(statementsOf(Loop.body()));
  Around.pop_back();
  Affine.Where.resize(Mark);
  return Good;
}

/// \p Body, what an iteration of the innermost loop around runs, with values
/// for loops inside in arrays.
std::vector<StmtRef>
Exporter::withValuesKept(const std::vector<StmtRef> &Body) {
  if (Around.empty() || none_of(Body, holdsLoop))
    return Body;
  ExpandedValues Values =
      withValuesInArrays(Body, *N.findIndexVar(Around.back()), Written, Names);
  for (const StmtRef &Array : Values.Arrays) {
    Written.insert(llvm::cast<LocalArrayStmt>(*Array).name());
    PerIteration.insert(llvm::cast<LocalArrayStmt>(*Array).name());
  }
  View.Front.insert(View.Front.begin(), Values.Arrays.begin(),
                    Values.Arrays.end());
  return std::move(Values.Body);
}

/// What an iteration of the innermost loop around runs.
bool Exporter::visitParts(const std::vector<StmtRef> &Written) {
  const std::vector<StmtRef> Body =
      any_of(Written, holdsLoop) ? withSumsInPlace(withValuesKept(Written))
                                 : Written;
  const size_t FirstLet = Lets.size();
  std::vector<size_t> Outer = std::exchange(Parts, {});
  const bool Good =
      any_of(Body, holdsLoop) ? visitAmongLoops(Body) : addPart(Body);
  if (Good)
    addOrder();
  Parts = std::move(Outer);
  Lets.resize(FirstLet);
  return Good;
}

/// Loops, and statements and lets between them.
bool Exporter::visitAmongLoops(const std::vector<StmtRef> &Body) {
  std::vector<StmtRef> Others;
  auto Flush = [&] {
    return Others.empty() || addPart(std::exchange(Others, {}));
  };
  for (const StmtRef &S : Body) {
    bool Good = true;
    if (auto *Loop = dyn_cast<LoopStmt>(S.get())) {
      Good = Flush();
      Parts.push_back(View.Statements.size());
      Good = Good && visitLoop(*Loop);
    } else if (isa<LetStmt>(S.get())) {
      Good = addLet(S);
    } else if (auto *Var = dyn_cast<VarStmt>(S.get())) {
      Good = fail(msg::AffineOutside(Var->name()));
    } else if (holdsLoop(S) || isa<LocalArrayStmt>(S.get())) {
      Good = fail(msg::AffineBetween());
    } else {
      Others.push_back(S);
    }
    if (!Good)
      return false;
  }
  return Flush();
}

bool Exporter::addLet(const StmtRef &S) {
  auto &Let = llvm::cast<LetStmt>(*S);
  for (const auto &Array : Written)
    if (accesses(S, Array.getKey()) != 0)
      return fail(msg::AffineLetReads(Let.name(), Array.getKey()));
  Lets.push_back(S);
  Affine.Lets[Let.name()] = Let.init();
  return true;
}

/// The branches of \p Body, `if x == 0 { … } else { if x == 1 { … } }`, none of
/// which runs with another one; empty for anything else, and where there is but
/// one: loops over the steps that it leaves out would gain nothing.
static std::vector<const IfStmt *>
alternativesOf(const std::vector<StmtRef> &Body) {
  std::vector<const IfStmt *> Result;
  ExprRef Number;
  std::set<int64_t> Values;
  std::vector<StmtRef> Rest = Body;
  while (!Rest.empty()) {
    auto *If = Rest.size() == 1 ? dyn_cast<IfStmt>(Rest[0].get()) : nullptr;
    auto *Cond = If ? dyn_cast<BinaryExpr>(If->cond().get()) : nullptr;
    if (!Cond || Cond->op() != BinaryOp::Eq)
      return {};
    const std::optional<int64_t> Value = constantValue(Cond->rhs());
    if (!Value || !Values.insert(*Value).second ||
        (Number && !structurallyEqual(Number, Cond->lhs())))
      return {};
    Number = Cond->lhs();
    Result.push_back(If);
    Rest = statementsOf(If->elseBody());
  }
  if (Result.size() < 2)
    return {};
  return Result;
}

/// What runs one after the other, or one of several alternatives: a statement
/// for each of these, whose accesses are certain then.
bool Exporter::addPart(const std::vector<StmtRef> &Body) {
  Parts.push_back(View.Statements.size());
  const size_t Mark = Affine.Where.size();
  const std::vector<const IfStmt *> All = alternativesOf(Body);
  const bool AreExact = all_of(All, [&](const IfStmt *If) {
    const bool IsExact = Affine.assume(If->cond());
    Affine.Where.resize(Mark);
    return IsExact;
  });
  if (All.empty() || !AreExact)
    return addStatement(Body);
  return all_of(All, [&](const IfStmt *If) {
    Affine.assume(If->cond());
    const bool Good = addStatement(statementsOf(If->thenBody()));
    Affine.Where.resize(Mark);
    return Good;
  });
}

bool Exporter::addStatement(std::vector<StmtRef> Body) {
  Current = &View.Statements.emplace_back();
  Body.insert(Body.begin(), Lets.begin(), Lets.end());
  Current->Body = block(Body);
  Current->Loops = Around;
  Current->Domain = Affine.Where;
  return all_of(Body, [&](const StmtRef &S) { return visit(S, true); });
}

/// The parts of a loop run one after the other in each iteration: with K parts,
/// part k of iteration i has the number K * i + k. In front of shallow parts
/// stand zeros, so that innermost loops have a place in common.
void Exporter::addOrder() {
  size_t Depth = 0;
  for (size_t K = Parts.front(); K < View.Statements.size(); ++K)
    Depth = std::max(Depth, View.Statements[K].Order.size());
  const auto Count = static_cast<int64_t>(Parts.size());
  for (const auto &[Part, Begin] : enumerate(Parts)) {
    const size_t End =
        Part + 1 < Parts.size() ? Parts[Part + 1] : View.Statements.size();
    for (size_t K = Begin; K < End; ++K) {
      std::vector<AffineExpr> &Order = View.Statements[K].Order;
      Order.insert(Order.begin(), Depth - Order.size(), AffineExpr());
      if (!Around.empty())
        Order.insert(Order.begin(), sum(AffineExpr::of(int64_t(Part)),
                                        AffineExpr::of(Around.back()), Count));
    }
  }
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

/// That \p Subscript is one of \p Length elements.
void Exporter::requireBelow(const AffineExpr &Subscript,
                            const AffineExpr &Length) {
  Affine.require({Subscript});
  Affine.require({sum(sum(Length, AffineExpr::of(1), -1), Subscript, -1)});
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
      requireBelow(*Subscript, *Length);
    }
    Place.push_back(std::move(*Subscript));
  }
  return Place;
}

/// The row in front of the places in it. Rows elsewhere lie apart, which guards
/// see to; those inside of records as long as places stay in them.
std::optional<std::vector<AffineExpr>>
Exporter::placeInRow(const Operand &O, const ExprRef &Subscript) {
  const ExprRef &Index = indexInRow(Subscript);
  std::optional<AffineExpr> Row = Affine.of(rowOf(Subscript));
  std::optional<std::vector<AffineExpr>> Place = placeOf(O, Index);
  if (!Row || !Place)
    return std::nullopt;
  if (O.RowsLie == RowMemory::Inside) {
    std::optional<AffineExpr> At = Affine.of(Index), Length;
    if (O.Extent)
      Length = Affine.of(O.Extent);
    if (!At || !Length)
      return std::nullopt;
    requireBelow(*At, *Length);
  }
  Place->insert(Place->begin(), std::move(*Row));
  return Place;
}

/// Notes the access that comes next, whose place its array's other accesses
/// decide, too.
bool Exporter::addFlat(StringRef Array, const ExprRef &Index) {
  std::optional<FlatSubscript> S = flatSubscript(Index, Affine);
  if (S)
    Flat[Array].push_back({View.Statements.size() - 1, Current->Accesses.size(),
                           std::move(*S), Affine.Where});
  return S.has_value();
}

bool Exporter::placeFlat() {
  StringMap<size_t> Depths;
  for (const AffineStatement &S : View.Statements)
    for (const auto &[Depth, Loop] : enumerate(S.Loops))
      Depths[Loop] = Depth;
  for (const auto &[Array, All] : Flat) {
    std::vector<const FlatSubscript *> Subscripts;
    for (const FlatAccess &A : All)
      Subscripts.push_back(&A.Subscript);
    std::optional<FlatRows> Rows = rowsOf(
        Subscripts, [&](StringRef Loop) { return Depths.lookup(Loop); },
        Affine);
    if (!Rows)
      return fail(msg::AffineRowLengths(Array));
    for (const FlatAccess &A : All) {
      Affine.Where = A.Where;
      AffineAccess &Access = View.Statements[A.Statement].Accesses[A.Number];
      Access.Place = placeIn(*Rows, A.Subscript, Affine);
      Access.RowLengths = Rows->Lengths;
    }
  }
  return true;
}

bool Exporter::addAccess(StringRef Array, const ExprRef &Index, bool IsWrite,
                         bool IsCertain) {
  const Operand *O = N.findOperand(Array);
  std::optional<std::vector<AffineExpr>> Place;
  if (PerIteration.contains(Array))
    Place = {*Affine.of(Index)};
  else if (O->Row)
    Place = placeInRow(*O, Index);
  else if (!O->Inner.empty())
    Place = placeOf(*O, Index);
  else if (addFlat(O->Name, Index))
    Place.emplace();
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
  std::vector<StmtRef> Body = statementsOf(N.Body);
  if (std::optional<ResultsOfRows> Results = resultsOfRows(N)) {
    Written.insert(Results->Arrays.begin(), Results->Arrays.end());
    PerIteration.insert(Results->Arrays.begin(), Results->Arrays.end());
    Body = {Results->Loop};
    View.Front = std::move(Results->Front);
    View.Behind = std::move(Results->Behind);
  }
  const auto IsDeep = [](const AffineStatement &S) {
    return S.Order.size() > 1;
  };
  if (count_if(Body, [](auto &S) { return !isa<LetStmt>(S.get()); }) > 1)
    fail(msg::AffineTop());
  else if (!holdsLoop(N.Body) ||
           (visitParts(Body) && none_of(View.Statements, IsDeep)))
    fail(msg::AffineShallow());
  else
    placeFlat();
  if (!Problem.empty())
    return makeError({}, Problem);
  return std::move(View);
}

Expected<AffineView> exportAffine(const Nest &N) { return Exporter(N).run(); }

std::optional<AffineView> affineViewOf(const Nest &N) {
  Expected<AffineView> View = exportAffine(N);
  if (View && View->Front.empty())
    return std::move(*View);
  consumeError(View.takeError());
  return std::nullopt;
}

} // namespace lacuna

//===- RowLanes.cpp - what rows of a group carry along --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowLanes.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/layouts/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace lacuna;

ExprRef lacuna::times(const ExprRef &A, int64_t B) {
  return binary(BinaryOp::Mul, A, i64(B));
}

ExprRef lacuna::plus(const ExprRef &A, const ExprRef &B) {
  return binary(BinaryOp::Add, A, B);
}

ExprRef lacuna::minus(const ExprRef &A, const ExprRef &B) {
  return binary(BinaryOp::Sub, A, B);
}

static ExprRef zero(const Type &Ty) {
  if (Ty.isFloat())
    return std::make_shared<ConstantExpr>(Ty, std::string("0.0"));
  return constant(Ty, 0);
}

RowLanes::RowLanes(const Nest &N, StoredRows Rows)
    : N(N), R(std::move(Rows)), Use(R.use(*N.Layout, unusedName(N, "layout"))),
      To(N) {}

//===-- what a row carries ------------------------------------------------===//

/// An element that the positions of a row update is kept in a variable. A row
/// without positions leaves it alone.
void RowLanes::addAccumulator(const Place &Of, std::string Name) {
  const ExprRef Has = binary(BinaryOp::Lt, R.position().Lo, R.position().Hi);
  R.Enter.push_back(std::make_shared<VarStmt>(Name, Of.Ty, zero(Of.Ty)));
  R.Enter.push_back(std::make_shared<IfStmt>(
      Has, assign({Name, Of.Ty, nullptr}, load(Of.Ty, Of.Name, Of.Index))));
  R.Leave.insert(R.Leave.begin(),
                 std::make_shared<IfStmt>(Has, assign(Of, var(Of.Ty, Name))));
  for (StmtRef &S : R.Each)
    S = rewrite(
        S,
        [&](const StmtRef &Part) -> StmtRef {
          auto *Assign = llvm::dyn_cast<AssignStmt>(Part.get());
          if (!Assign || Assign->target().Name != Of.Name)
            return nullptr;
          return std::make_shared<AssignStmt>(Place{Name, Of.Ty, nullptr},
                                              Assign->op(), Assign->value(),
                                              /*Atomic=*/false, Assign->tag());
        },
        [&](const ExprRef &E) -> ExprRef {
          auto *Load = llvm::dyn_cast<LoadExpr>(E.get());
          return Load && Load->array() == Of.Name ? var(Of.Ty, Name) : nullptr;
        });
}

llvm::Error RowLanes::accumulateInVariables() {
  std::vector<Place> Places;
  std::string Wrong;
  auto IsOther = [&](llvm::StringRef Array, const ExprRef &Index) {
    return llvm::any_of(Places, [&](const Place &P) {
      return P.Name == Array && !structurallyEqual(P.Index, Index);
    });
  };
  llvm::StringSet<> Own;
  for (const StmtRef &S : R.Each)
    walk(S, [&](const Stmt &Part) {
      if (auto *Let = llvm::dyn_cast<LetStmt>(&Part))
        Own.insert(Let->name());
      if (auto *Var = llvm::dyn_cast<VarStmt>(&Part))
        Own.insert(Var->name());
      auto *Assign = llvm::dyn_cast<AssignStmt>(&Part);
      if (!Assign || !Assign->target().Index)
        return true;
      const Place &P = Assign->target();
      bool IsOfPosition = rowOf(P.Index) || !readOf(P.Index, Own).empty() ||
                          readsMemory(P.Index);
      if (IsOfPosition || IsOther(P.Name, P.Index))
        Wrong = P.Name;
      else if (llvm::none_of(Places,
                             [&](const Place &Q) { return Q.Name == P.Name; }))
        Places.push_back(P);
      return true;
    });
  for (const StmtRef &S : R.Each)
    walk(S, [&](const Stmt &Part) {
      for (const ExprRef &E : expressions(Part))
        forEachLoad(E, [&](const ExprRef &Load) {
          auto &L = llvm::cast<LoadExpr>(*Load);
          if (IsOther(L.array(), L.index()))
            Wrong = L.array().str();
        });
      return true;
    });
  if (!Wrong.empty())
    return makeError({}, msg::LayoutStores(Wrong));
  for (const Place &P : Places)
    addAccumulator(P, unusedName(N, P.Name + "_of_row"));
  return llvm::Error::success();
}

/// Whether \p E is computed from the number of a row, and from what does not
/// change.
static bool isOfRowAlone(const Nest &N, const StoredRows &R, const ExprRef &E) {
  return !readsMemory(E) && llvm::all_of(freeVars(E), [&](const auto &Name) {
    const Operand *O = N.findOperand(Name.first());
    return Name.first() == R.row().Name ||
           (O && O->Kind == OperandKind::Scalar);
  });
}

void RowLanes::findCarried() {
  for (const StmtRef &S : R.Enter) {
    if (auto *Var = llvm::dyn_cast<VarStmt>(S.get())) {
      Carried.emplace_back(Var->name(), Var->type());
      Variables.insert(Var->name());
    } else if (auto *Let = llvm::dyn_cast<LetStmt>(S.get());
               Let && !isOfRowAlone(N, R, Let->init())) {
      Carried.emplace_back(Let->name(), Let->type());
    }
  }
}

llvm::Error RowLanes::prepare(std::vector<Guard> &Conditions) {
  const std::vector<Conflict> Found = conflicts(N, R.row().Name, &Conditions);
  if (!Found.empty())
    return makeError({},
                     msg::LayoutRowsDepend(R.row().Name, Found.front().Name));
  for (const StmtRef &S : R.Each)
    if (anyOf(S, [](const Stmt &Part) { return llvm::isa<LoopStmt>(&Part); }))
      return makeError({}, msg::LayoutStatement(R.position().Name));
  if (llvm::Error E = accumulateInVariables())
    return E;
  findCarried();
  return llvm::Error::success();
}

llvm::Error RowLanes::prepareByCoordinates(std::vector<Guard> &Conditions) {
  if (llvm::Error E = prepare(Conditions))
    return E;
  Use.Coordinates = coordinatesOf(R, /*OfStores=*/false);
  if (!Use.Coordinates)
    return makeError({}, msg::LayoutNoCoordinates(R.position().Name));
  return llvm::Error::success();
}

//===-- the nest ----------------------------------------------------------===//

void RowLanes::begin() {
  To = overLayout(N, R, Use);
  Group = unusedName(To, "group");
}

Relaid RowLanes::take(StmtRef Groups, StmtRef Behind,
                      std::vector<Guard> Conditions) {
  Statements All = R.Front;
  All.push_back(overGroups(To, R, Use, Group, std::move(Groups)));
  if (Behind)
    All.push_back(std::move(Behind));
  To.Body = block(std::move(All));
  return {std::move(Use), std::move(To), std::move(Conditions)};
}

IndexVar &RowLanes::newVar(llvm::StringRef Base, ExprRef Lo, ExprRef Hi) {
  const Type Ty = Lo->type();
  To.IndexVars.push_back(
      {unusedName(To, Base), Ty, std::move(Lo), std::move(Hi), ""});
  return To.IndexVars.back();
}

Statements RowLanes::lanes(int64_t Lanes) const {
  Statements Out;
  for (const auto &[Name, Ty] : Carried)
    Out.push_back(std::make_shared<LocalArrayStmt>(lanesOf(Name), Ty,
                                                   i64(Lanes), nullptr));
  return Out;
}

int64_t RowLanes::bytesCarried() const {
  int64_t Bytes = 0;
  for (const auto &[Name, Ty] : Carried)
    Bytes += Ty.bits() / 8;
  return Bytes;
}

Statements RowLanes::atLane(const ExprRef &Row, const ExprRef &Lane) const {
  Statements Out = {std::make_shared<LetStmt>(R.row().Name, Row)};
  for (const StmtRef &S : R.Enter) {
    auto *Let = llvm::dyn_cast<LetStmt>(S.get());
    if (Let && isOfRowAlone(N, R, Let->init()))
      Out.push_back(S);
  }
  for (const auto &[Name, Ty] : Carried) {
    const ExprRef Value = load(Ty, lanesOf(Name), Lane);
    if (Variables.contains(Name))
      Out.push_back(std::make_shared<VarStmt>(Name, Ty, Value));
    else
      Out.push_back(std::make_shared<LetStmt>(Name, Value));
  }
  return Out;
}

Statements RowLanes::toLane(const ExprRef &Lane, bool All) const {
  Statements Out;
  for (const auto &[Name, Ty] : Carried)
    if (All || Variables.contains(Name))
      Out.push_back(assign({lanesOf(Name), Ty, Lane}, var(Ty, Name)));
  return Out;
}

Statements RowLanes::entering(const ExprRef &Row, const ExprRef &Lane) const {
  Statements Out = {std::make_shared<LetStmt>(R.row().Name, Row)};
  llvm::append_range(Out, R.Enter);
  llvm::append_range(Out, toLane(Lane, /*All=*/true));
  return Out;
}

StmtRef RowLanes::overPositions(const ExprRef &Row, const ExprRef &First,
                                LoopTags Tags) {
  const llvm::StringMap<ExprRef> Known = {{R.row().Name, Row}};
  const Type &Ty = R.position().Ty;
  ExprRef Begin = substitute(R.position().Lo, Known);
  if (First)
    Begin = plus(Begin, cast(Ty, First));
  const std::string Name =
      newVar(R.position().Name, Begin, substitute(R.position().Hi, Known)).Name;
  return std::make_shared<LoopStmt>(
      Name, substitute(block(R.Each), {{R.position().Name, var(Ty, Name)}}),
      std::move(Tags));
}

StmtRef
RowLanes::asWritten(const ExprRef &First,
                    llvm::function_ref<ExprRef(const ExprRef &)> RowAt) {
  const std::string Rest = newVar("ungrouped", First, Use.Rows).Name;
  const ExprRef Row = RowAt(var(Type::i64(), Rest));
  Statements Body = {std::make_shared<LetStmt>(R.row().Name, Row)};
  llvm::append_range(Body, R.Enter);
  // These are few rows.
  LoopTags AsItIs;
  AsItIs.Unroll = LoopTags::NoUnroll;
  Body.push_back(overPositions(Row, nullptr, AsItIs));
  llvm::append_range(Body, R.Leave);
  return std::make_shared<LoopStmt>(Rest, block(std::move(Body)), AsItIs);
}

/// \p E with \p At as the coordinate of its position. It is a number of the
/// coordinates' type, so that a subscript needs no conversion to that: one to
/// another type is the user's.
static ExprRef withCoordinate(const StoredRows &R, size_t Coordinates,
                              const ExprRef &E, const ExprRef &At) {
  if (entryOf(R, *E) == Coordinates)
    return cast(E->type(), At);
  auto *Load = llvm::dyn_cast<LoadExpr>(E.get());
  auto *Index = Load ? llvm::dyn_cast<CastExpr>(Load->index().get()) : nullptr;
  return Index && Index->operand() == At &&
                 Index->type() == R.Entries[Coordinates].Elem
             ? load(E->type(), Load->array().str(), At)
             : nullptr;
}

Statements RowLanes::eachAt(const ExprRef &Slot, const ExprRef &At) const {
  Statements Out;
  llvm::StringMap<ExprRef> Named;
  for (const StmtRef &S : R.Each)
    if (auto *Let = llvm::dyn_cast<LetStmt>(S.get());
        At && Let && entryOf(R, *Let->init()) == Use.Coordinates)
      Named[Let->name()] = Let->init();
  for (StmtRef S : R.Each) {
    if (At)
      S = rewrite(substitute(S, Named), nullptr, [&](const ExprRef &E) {
        return withCoordinate(R, *Use.Coordinates, E, At);
      });
    Out.push_back(R.atSlot(S, Use, Slot));
  }
  return Out;
}

StmtRef
RowLanes::overLanes(const ExprRef &Count,
                    llvm::function_ref<Statements(const ExprRef &Lane)> Body,
                    std::optional<int64_t> Width) {
  const std::string Lane = newVar("lane", i64(0), Count).Name;
  LoopTags Tags;
  if (Width)
    Tags.Parallel = ParallelTag{ParallelUnit::CpuVector, RaceStrategy::NoRaces,
                                std::nullopt, *Width};
  return std::make_shared<LoopStmt>(Lane, block(Body(var(Type::i64(), Lane))),
                                    Tags);
}

std::optional<size_t> lacuna::coordinatesOf(const StoredRows &R,
                                            bool OfStores) {
  const llvm::StringMap<ExprRef> Lets = letsIn(block(R.Each));
  llvm::SmallSet<size_t, 4> Found;
  auto Look = [&](const ExprRef &Subscript) {
    walk(Subscript, [&](const Expr &E) {
      if (std::optional<size_t> Entry = entryOf(R, E))
        Found.insert(*Entry);
    });
  };
  for (const StmtRef &S : R.Each)
    walk(S, [&](const Stmt &Part) {
      auto *Assign = llvm::dyn_cast<AssignStmt>(&Part);
      if (OfStores && Assign && Assign->target().Index)
        Look(substitute(Assign->target().Index, Lets));
      if (!OfStores)
        for (const ExprRef &E : expressions(Part))
          forEachLoad(substitute(E, Lets), [&](const ExprRef &Load) {
            if (!entryOf(R, *Load))
              Look(llvm::cast<LoadExpr>(*Load).index());
          });
      return true;
    });
  if (Found.size() == 1 && R.Entries[*Found.begin()].Elem.isInteger())
    return *Found.begin();
  return std::nullopt;
}

//===- Sell.cpp - rows side by side ---------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i { s = 0; for p { s += val[p] * x[crd[p]]; } y[i] = s; }
//
//       -->  for g {
//              for r < C { i = row[g * C + r]; s[r] = 0; }
//              for k in 0 .. full[g] { for r < C { s[r] += … slots[…] …; } }
//              for k in full[g] .. masked[g] {
//                for r < C { s[r] = k < len[r] ? s[r] + … : s[r]; } }
//              for r < C { for p in pos[i] + masked[g] .. pos[i + 1] { … }
//                          y[i] = s[r]; } }
//            for rows in no group { as the user's }
//
// What a row needs from one position to the next stands in arrays with an
// element for each lane. Columns that some rows do not have repeat an entry of
// another row: nothing is read, and nothing computed with, that the user's loop
// does not read and compute with, but for what is thrown away.
//
//===----------------------------------------------------------------------===//

#include "Sell.h"
#include "Repeats.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/layouts/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

namespace {

class SideBySide {
public:
  SideBySide(const Nest &N, StoredRows Rows)
      : N(N), R(std::move(Rows)),
        Use(R.use(*N.Layout, unusedName(N, "layout"))), To(N) {}

  llvm::Expected<Relaid> run();

private:
  llvm::Error accumulateInVariables();
  void addAccumulator(const Place &Of, std::string Name);
  void findCarried();

  IndexVar &newVar(llvm::StringRef Base, ExprRef Lo, ExprRef Hi);
  ExprRef rowOfLane(const std::string &Lane) const;
  ExprRef widthOf(int64_t Number) const;
  static std::string lanesOf(llvm::StringRef Name) {
    return (Name + ".lanes").str();
  }
  static std::string nextOf(llvm::StringRef Name) {
    return (Name + ".next").str();
  }
  Statements atLane(const std::string &Lane) const;
  StmtRef overLanes(const std::string &Base,
                    llvm::function_ref<Statements(const std::string &)> Body,
                    std::optional<int64_t> Width);
  StmtRef column(const ExprRef &Column,
                 llvm::function_ref<std::string(llvm::StringRef)> Into);
  StmtRef blend(const ExprRef &Column);
  StmtRef columns(const ExprRef &From, const ExprRef &To, bool AreMasked);
  StmtRef enter();
  StmtRef leave(bool HasRest);
  StmtRef group();
  StmtRef ungrouped();
  StmtRef overPositions(const ExprRef &Row, const ExprRef &First);

  const Nest &N;
  StoredRows R;
  LayoutUse Use;
  Nest To;
  std::string Group;
  /// Of what `Enter` declares: variables, and values that were read.
  std::vector<std::pair<std::string, Type>> Carried;
  llvm::StringSet<> Variables; ///< those of them that `Each` may change
};

} // namespace

static ExprRef zero(const Type &Ty) {
  if (Ty.isFloat())
    return std::make_shared<ConstantExpr>(Ty, std::string("0.0"));
  return constant(Ty, 0);
}

static ExprRef times(const ExprRef &A, int64_t B) {
  return binary(BinaryOp::Mul, A, i64(B));
}

static ExprRef plus(const ExprRef &A, const ExprRef &B) {
  return binary(BinaryOp::Add, A, B);
}

//===-- what a row carries ------------------------------------------------===//

/// An element that the positions of a row update is kept in a variable. A row
/// without positions leaves it alone.
void SideBySide::addAccumulator(const Place &Of, std::string Name) {
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

llvm::Error SideBySide::accumulateInVariables() {
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
    return makeError({}, msg::SellStores(Wrong));
  for (const Place &P : Places)
    addAccumulator(P, unusedName(N, P.Name + "_of_row"));
  return llvm::Error::success();
}

void SideBySide::findCarried() {
  for (const StmtRef &S : R.Enter) {
    if (auto *Var = llvm::dyn_cast<VarStmt>(S.get())) {
      Carried.emplace_back(Var->name(), Var->type());
      Variables.insert(Var->name());
    } else if (auto *Let = llvm::dyn_cast<LetStmt>(S.get());
               Let && readsMemory(Let->init())) {
      Carried.emplace_back(Let->name(), Let->type());
    }
  }
}

//===-- loops -------------------------------------------------------------===//

IndexVar &SideBySide::newVar(llvm::StringRef Base, ExprRef Lo, ExprRef Hi) {
  const Type Ty = Lo->type();
  To.IndexVars.push_back(
      {unusedName(To, Base), Ty, std::move(Lo), std::move(Hi), ""});
  return To.IndexVars.back();
}

/// The user's row in lane \p Lane.
ExprRef SideBySide::rowOfLane(const std::string &Lane) const {
  const Type I64 = Type::i64();
  return R.rowAt(
      load(Type::i32(), Use.row(),
           plus(times(var(I64, Group), Use.Of.Lanes), var(I64, Lane))));
}

/// How many columns of the group are full, how many there are, and how many
/// positions a row has at most.
ExprRef SideBySide::widthOf(int64_t Number) const {
  const Type I64 = Type::i64();
  return cast(I64, load(Type::i32(), Use.width(),
                        plus(times(var(I64, Group), 3), i64(Number))));
}

/// What the statements of a row read, in lane \p Lane.
Statements SideBySide::atLane(const std::string &Lane) const {
  Statements Out = {std::make_shared<LetStmt>(R.row().Name, rowOfLane(Lane))};
  for (const StmtRef &S : R.Enter) {
    auto *Let = llvm::dyn_cast<LetStmt>(S.get());
    if (Let && !readsMemory(Let->init()))
      Out.push_back(S);
  }
  for (const auto &[Name, Ty] : Carried) {
    const ExprRef Value = load(Ty, lanesOf(Name), var(Type::i64(), Lane));
    if (Variables.contains(Name))
      Out.push_back(std::make_shared<VarStmt>(Name, Ty, Value));
    else
      Out.push_back(std::make_shared<LetStmt>(Name, Value));
  }
  return Out;
}

StmtRef
SideBySide::overLanes(const std::string &Base,
                      llvm::function_ref<Statements(const std::string &)> Body,
                      std::optional<int64_t> Width) {
  const std::string Lane = newVar(Base, i64(0), i64(Use.Of.Lanes)).Name;
  LoopTags Tags;
  if (Width)
    Tags.Parallel = ParallelTag{ParallelUnit::CpuVector, RaceStrategy::NoRaces,
                                std::nullopt, *Width};
  return std::make_shared<LoopStmt>(Lane, block(Body(Lane)), Tags);
}

/// Two elements that data choose are two loads. Instructions that gather more
/// of them take longer.
static constexpr int64_t GatheredLanes = 2;

/// The statements of a position in each lane of \p Column, whose results go to
/// the arrays that \p Into names.
StmtRef
SideBySide::column(const ExprRef &Column,
                   llvm::function_ref<std::string(llvm::StringRef)> Into) {
  return overLanes(
      "lane",
      [&](const std::string &Lane) {
        const Type I64 = Type::i64();
        const ExprRef At = var(I64, Lane);
        const ExprRef Slot = plus(plus(load(I64, Use.start(), var(I64, Group)),
                                       times(Column, Use.Of.Lanes)),
                                  At);
        Statements Body = atLane(Lane);
        for (const StmtRef &S : R.Each)
          Body.push_back(R.atSlot(S, Use, Slot));
        for (const auto &[Name, Ty] : Carried)
          if (Variables.contains(Name))
            Body.push_back(assign({Into(Name), Ty, At}, var(Ty, Name)));
        return Body;
      },
      GatheredLanes);
}

/// Takes the results of lanes whose rows have an entry in \p Column. In a loop
/// of its own no compiler makes a branch of it around what is computed.
StmtRef SideBySide::blend(const ExprRef &Column) {
  return overLanes(
      "lane",
      [&](const std::string &Lane) {
        const Type I64 = Type::i64();
        const ExprRef At = var(I64, Lane);
        const ExprRef Has =
            binary(BinaryOp::Lt, Column, load(I64, lanesOf(Use.Name), At));
        Statements Body;
        for (const auto &[Name, Ty] : Carried)
          if (Variables.contains(Name))
            Body.push_back(assign(
                {lanesOf(Name), Ty, At},
                std::make_shared<SelectExpr>(Has, load(Ty, nextOf(Name), At),
                                             load(Ty, lanesOf(Name), At))));
        return Body;
      },
      /*Width=*/0);
}

StmtRef SideBySide::columns(const ExprRef &From, const ExprRef &End,
                            bool AreMasked) {
  const std::string Name = newVar("column", From, End).Name;
  const ExprRef At = var(Type::i64(), Name);
  if (!AreMasked)
    return std::make_shared<LoopStmt>(
        Name, column(At, [](llvm::StringRef Of) { return lanesOf(Of); }));
  return std::make_shared<LoopStmt>(
      Name, block({column(At, [](llvm::StringRef Of) { return nextOf(Of); }),
                   blend(At)}));
}

StmtRef SideBySide::enter() {
  return overLanes(
      "lane",
      [&](const std::string &Lane) {
        const Type I64 = Type::i64();
        const ExprRef At = var(I64, Lane);
        Statements Body = {
            std::make_shared<LetStmt>(R.row().Name, rowOfLane(Lane))};
        llvm::append_range(Body, R.Enter);
        for (const auto &[Name, Ty] : Carried)
          Body.push_back(assign({lanesOf(Name), Ty, At}, var(Ty, Name)));
        if (Use.Masks)
          Body.push_back(
              assign({lanesOf(Use.Name), I64, At},
                     binary(BinaryOp::Sub, cast(I64, R.position().Hi),
                            cast(I64, R.position().Lo))));
        return Body;
      },
      std::nullopt);
}

/// The positions of \p Row from the one with number \p First on.
StmtRef SideBySide::overPositions(const ExprRef &Row, const ExprRef &First) {
  const llvm::StringMap<ExprRef> Known = {{R.row().Name, Row}};
  const Type &Ty = R.position().Ty;
  ExprRef Begin = substitute(R.position().Lo, Known);
  if (First)
    Begin = plus(Begin, cast(Ty, First));
  const std::string Name =
      newVar(R.position().Name, Begin, substitute(R.position().Hi, Known)).Name;
  return std::make_shared<LoopStmt>(
      Name, substitute(block(R.Each), {{R.position().Name, var(Ty, Name)}}));
}

/// What is left of rows that have more positions than the group has columns,
/// and what rows do behind their positions.
StmtRef SideBySide::leave(bool HasRest) {
  return overLanes(
      "lane",
      [&](const std::string &Lane) {
        Statements Body = atLane(Lane);
        if (HasRest)
          Body.push_back(overPositions(rowOfLane(Lane), widthOf(1)));
        llvm::append_range(Body, R.Leave);
        return Body;
      },
      std::nullopt);
}

StmtRef SideBySide::group() {
  const Type I64 = Type::i64();
  const ExprRef Full = widthOf(0), Masked = widthOf(1);
  Statements Body;
  auto Declare = [&](std::string Name, const Type &Ty) {
    Body.push_back(std::make_shared<LocalArrayStmt>(
        std::move(Name), Ty, i64(Use.Of.Lanes), nullptr));
  };
  for (const auto &[Name, Ty] : Carried) {
    Declare(lanesOf(Name), Ty);
    if (Use.Masks && Variables.contains(Name))
      Declare(nextOf(Name), Ty);
  }
  if (Use.Masks)
    Declare(lanesOf(Use.Name), I64);
  Body.push_back(enter());
  Body.push_back(columns(i64(0), Full, /*AreMasked=*/false));
  if (Use.Masks)
    Body.push_back(columns(Full, Masked, /*AreMasked=*/true));
  Body.push_back(std::make_shared<IfStmt>(
      binary(BinaryOp::Lt, Masked, widthOf(2)), leave(/*HasRest=*/true),
      leave(/*HasRest=*/false)));
  return block(std::move(Body));
}

/// The rows in no group, as the user's loop runs them.
StmtRef SideBySide::ungrouped() {
  const Type I64 = Type::i64();
  const std::string Rest =
      newVar("ungrouped", times(var(I64, Use.groups()), Use.Of.Lanes), Use.Rows)
          .Name;
  const ExprRef Row = R.rowAt(load(Type::i32(), Use.row(), var(I64, Rest)));
  Statements Body = {std::make_shared<LetStmt>(R.row().Name, Row)};
  llvm::append_range(Body, R.Enter);
  Body.push_back(overPositions(Row, nullptr));
  llvm::append_range(Body, R.Leave);
  return std::make_shared<LoopStmt>(Rest, block(std::move(Body)));
}

llvm::Expected<Relaid> SideBySide::run() {
  Relaid Result;
  const std::vector<Conflict> Found =
      conflicts(N, R.row().Name, &Result.Conditions);
  if (!Found.empty())
    return makeError({}, msg::SellRowsDepend(R.row().Name, Found.front().Name));
  for (const StmtRef &S : R.Each)
    if (anyOf(S, [](const Stmt &Part) { return llvm::isa<LoopStmt>(&Part); }))
      return makeError({}, msg::LayoutStatement(R.position().Name));
  if (llvm::Error E = accumulateInVariables())
    return std::move(E);
  findCarried();
  Use.Masks = mayRepeat(N, R);
  To = overLayout(N, Use);
  llvm::erase_if(To.IndexVars, [&](const IndexVar &V) {
    return V.Name == R.row().Name || V.Name == R.position().Name;
  });
  Group = unusedName(To, "group");
  StmtRef Groups = group();
  Statements All = R.Front;
  All.push_back(overGroups(To, R, Use, Group, std::move(Groups)));
  All.push_back(ungrouped());
  To.Body = block(std::move(All));
  Result.Use = std::move(Use);
  Result.Graph = std::move(To);
  return Result;
}

llvm::Expected<Relaid> lacuna::sideBySide(const Nest &N, const StoredRows &R) {
  return SideBySide(N, R).run();
}

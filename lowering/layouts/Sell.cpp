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
#include "RowLanes.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

namespace {

class SideBySide : RowLanes {
public:
  using RowLanes::RowLanes;
  llvm::Expected<Relaid> run();

private:
  ExprRef rowAt(const ExprRef &Number) const;
  ExprRef rowOfLane(const ExprRef &Lane) const;
  ExprRef widthOf(int64_t Number) const;
  static std::string nextOf(llvm::StringRef Name) {
    return (Name + ".next").str();
  }
  ExprRef lanesOfGroup() const { return i64(Use.Of.Lanes); }
  Statements atColumn(const ExprRef &Column, const ExprRef &Lane) const;
  StmtRef masked(const ExprRef &Column);
  StmtRef blend(const ExprRef &Column);
  StmtRef columns(const ExprRef &From, const ExprRef &End, bool AreMasked);
  StmtRef enter();
  StmtRef leave(bool HasRest);
  StmtRef body();
};

} // namespace

/// The user's row that stands at place \p Number.
ExprRef SideBySide::rowAt(const ExprRef &Number) const {
  return R.rowAt(load(Type::i32(), Use.row(), Number));
}

ExprRef SideBySide::rowOfLane(const ExprRef &Lane) const {
  return rowAt(plus(times(group(), Use.Of.Lanes), Lane));
}

/// How many columns of the group are full, how many there are, and how many
/// positions a row has at most.
ExprRef SideBySide::widthOf(int64_t Number) const {
  return cast(Type::i64(), load(Type::i32(), Use.width(),
                                plus(times(group(), 3), i64(Number))));
}

/// Two elements that data choose are two loads. Instructions that gather more
/// of them take longer.
static constexpr int64_t GatheredLanes = 2;

Statements SideBySide::atColumn(const ExprRef &Column,
                                const ExprRef &Lane) const {
  const ExprRef Slot = plus(plus(load(Type::i64(), Use.start(), group()),
                                 times(Column, Use.Of.Lanes)),
                            Lane);
  Statements Out = atLane(rowOfLane(Lane), Lane);
  llvm::append_range(Out, eachAt(Slot, nullptr));
  return Out;
}

/// The statements of a position in each lane, whose results go to arrays of
/// their own.
StmtRef SideBySide::masked(const ExprRef &Column) {
  return overLanes(
      lanesOfGroup(),
      [&](const ExprRef &Lane) {
        Statements Out = atColumn(Column, Lane);
        for (const auto &[Name, Ty] : Carried)
          if (Variables.contains(Name))
            Out.push_back(assign({nextOf(Name), Ty, Lane}, var(Ty, Name)));
        return Out;
      },
      GatheredLanes);
}

/// Takes the results of lanes whose rows have an entry in \p Column. In a loop
/// of its own no compiler makes a branch of it around what is computed.
StmtRef SideBySide::blend(const ExprRef &Column) {
  return overLanes(
      lanesOfGroup(),
      [&](const ExprRef &Lane) {
        const ExprRef Has = binary(BinaryOp::Lt, Column,
                                   load(Type::i64(), lanesOf(Use.Name), Lane));
        Statements Out;
        for (const auto &[Name, Ty] : Carried)
          if (Variables.contains(Name))
            Out.push_back(assign(
                {lanesOf(Name), Ty, Lane},
                std::make_shared<SelectExpr>(Has, load(Ty, nextOf(Name), Lane),
                                             load(Ty, lanesOf(Name), Lane))));
        return Out;
      },
      /*Width=*/0);
}

StmtRef SideBySide::columns(const ExprRef &From, const ExprRef &End,
                            bool AreMasked) {
  const std::string Name = newVar("column", From, End).Name;
  const ExprRef Column = var(Type::i64(), Name);
  if (AreMasked)
    return std::make_shared<LoopStmt>(Name,
                                      block({masked(Column), blend(Column)}));
  return std::make_shared<LoopStmt>(
      Name, overLanes(
                lanesOfGroup(),
                [&](const ExprRef &Lane) {
                  Statements Out = atColumn(Column, Lane);
                  llvm::append_range(Out, toLane(Lane, /*All=*/false));
                  return Out;
                },
                GatheredLanes));
}

StmtRef SideBySide::enter() {
  return overLanes(lanesOfGroup(), [&](const ExprRef &Lane) {
    const Type I64 = Type::i64();
    Statements Out = entering(rowOfLane(Lane), Lane);
    if (Use.Masks)
      Out.push_back(assign(
          {lanesOf(Use.Name), I64, Lane},
          minus(cast(I64, R.position().Hi), cast(I64, R.position().Lo))));
    return Out;
  });
}

/// What is left of rows that have more positions than the group has columns,
/// and what rows do behind their positions.
StmtRef SideBySide::leave(bool HasRest) {
  return overLanes(lanesOfGroup(), [&](const ExprRef &Lane) {
    Statements Out = atLane(rowOfLane(Lane), Lane);
    if (HasRest)
      Out.push_back(overPositions(rowOfLane(Lane), widthOf(1)));
    llvm::append_range(Out, R.Leave);
    return Out;
  });
}

StmtRef SideBySide::body() {
  const ExprRef Full = widthOf(0), Masked = widthOf(1);
  Statements Out = lanes(Use.Of.Lanes);
  if (Use.Masks) {
    auto Declare = [&](std::string Name, const Type &Ty) {
      Out.push_back(std::make_shared<LocalArrayStmt>(std::move(Name), Ty,
                                                     lanesOfGroup(), nullptr));
    };
    for (const auto &[Name, Ty] : Carried)
      if (Variables.contains(Name))
        Declare(nextOf(Name), Ty);
    Declare(lanesOf(Use.Name), Type::i64());
  }
  Out.push_back(enter());
  Out.push_back(columns(i64(0), Full, /*AreMasked=*/false));
  if (Use.Masks)
    Out.push_back(columns(Full, Masked, /*AreMasked=*/true));
  Out.push_back(std::make_shared<IfStmt>(
      binary(BinaryOp::Lt, Masked, widthOf(2)), leave(/*HasRest=*/true),
      leave(/*HasRest=*/false)));
  return block(std::move(Out));
}

llvm::Expected<Relaid> SideBySide::run() {
  std::vector<Guard> Conditions;
  if (llvm::Error E = prepare(Conditions))
    return std::move(E);
  Use.Masks = mayRepeat(N, R);
  begin();
  StmtRef Groups = body();
  StmtRef Behind =
      asWritten(times(var(Type::i64(), Use.groups()), Use.Of.Lanes),
                [&](const ExprRef &Number) { return rowAt(Number); });
  return take(std::move(Groups), std::move(Behind), std::move(Conditions));
}

llvm::Expected<Relaid> lacuna::sideBySide(const Nest &N, const StoredRows &R) {
  return SideBySide(N, R).run();
}

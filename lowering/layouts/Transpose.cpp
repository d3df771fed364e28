//===- Transpose.cpp - positions by their coordinates ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i { for p { y[crd[p]] += val[p] * x[i]; } }
//
//       -->  for g { j = coordinate[g];
//              for q in start[g] .. start[g + 1] {
//                i = row[q]; y[j] += slots[q] * x[i]; } }
//
// Each element of y gets the same terms in the same order. Elements without
// terms are not touched.
//
//===----------------------------------------------------------------------===//

#include "Transpose.h"
#include "RowLanes.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/layouts/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

namespace {

class Transposition {
public:
  Transposition(const Nest &N, const StoredRows &R)
      : N(N), R(R), Use(R.use(*N.Layout, unusedName(N, "layout"))) {}

  llvm::Expected<Relaid> run();

private:
  bool isOver(const llvm::StringSet<> &Names, const ExprRef &E) const;
  llvm::Error checkOrder(Relaid &Result) const;
  /// The statements of a position, with its coordinate \p At.
  Statements eachAt(const ExprRef &At) const;

  const Nest &N;
  const StoredRows &R;
  LayoutUse Use;
};

} // namespace

Statements Transposition::eachAt(const ExprRef &At) const {
  Statements All = R.Enter;
  for (const StmtRef &S : R.Each)
    All.push_back(rewrite(S, nullptr, [&](const ExprRef &E) -> ExprRef {
      return entryOf(R, *E) == Use.Coordinates ? At : nullptr;
    }));
  return All;
}

/// Fails where positions with different coordinates may touch one element: in
/// loops over coordinates that have the user's loops inside no two of the
/// former may.
llvm::Error Transposition::checkOrder(Relaid &Result) const {
  const Type &Ty = R.Entries[*Use.Coordinates].Elem;
  Nest Dense = N;
  Dense.Layout.reset();
  const std::string Name = unusedName(N, "coordinate");
  const std::string End = unusedName(N, "coordinates");
  Operand &Most = Dense.Operands.emplace_back();
  Most.Name = End;
  Most.Kind = OperandKind::Scalar;
  Most.Ty = Ty;
  Dense.IndexVars.push_back({Name, Ty, constant(Ty, 0), var(Ty, End), ""});
  StmtRef Positions = std::make_shared<LoopStmt>(R.position().Name,
                                                 block(eachAt(var(Ty, Name))));
  Dense.Body = std::make_shared<LoopStmt>(
      Name, std::make_shared<LoopStmt>(R.row().Name, Positions));
  const std::vector<Conflict> Found =
      conflicts(Dense, Name, &Result.Conditions);
  if (!Found.empty())
    return makeError({}, msg::CscDepends(Found.front().Name));
  for (const Guard &G : Result.Conditions)
    if (usesVar(G.Cond, End))
      return makeError({}, msg::CscMayWrap(R.position().Name));
  return llvm::Error::success();
}

/// Whether \p E is the same at all positions of a group, whose \p Names are.
bool Transposition::isOver(const llvm::StringSet<> &Names,
                           const ExprRef &E) const {
  return !readsMemory(E) && llvm::all_of(freeVars(E), [&](const auto &Name) {
    return Names.contains(Name.first()) || N.findOperand(Name.first());
  });
}

llvm::Expected<Relaid> Transposition::run() {
  if (!R.Leave.empty() || llvm::any_of(R.Enter, [](const StmtRef &S) {
        return !llvm::isa<LetStmt>(S.get());
      }))
    return makeError({}, msg::CscRowsDoMore());
  Use.Coordinates = coordinatesOf(R, /*OfStores=*/true);
  if (!Use.Coordinates)
    return makeError({}, msg::CscNoScatter(R.position().Name));
  Relaid Result;
  if (llvm::Error E = checkOrder(Result))
    return std::move(E);
  const Type I64 = Type::i64();
  Nest To = overLayout(N, R, Use);
  const std::string Group = unusedName(To, "group");
  const std::string Slot = unusedName(To, "slot");
  const std::string Coordinate = unusedName(To, "coordinate");
  const ExprRef AtGroup = var(I64, Group), AtSlot = var(I64, Slot);
  const Type &Ty = R.Entries[*Use.Coordinates].Elem;
  Statements Inner = {std::make_shared<LetStmt>(
      R.row().Name, R.rowAt(load(Type::i32(), Use.row(), AtSlot)))};
  Statements Outer = {std::make_shared<LetStmt>(
      Coordinate, cast(Ty, load(I64, Use.coordinate(), AtGroup)))};
  llvm::StringSet<> OfGroup = {Coordinate};
  for (const StmtRef &S : eachAt(var(Ty, Coordinate))) {
    auto *Let = llvm::dyn_cast<LetStmt>(S.get());
    if (Let && isOver(OfGroup, Let->init())) {
      OfGroup.insert(Let->name());
      Outer.push_back(S);
    } else {
      Inner.push_back(R.atSlot(S, Use, AtSlot));
    }
  }
  Outer.push_back(std::make_shared<LoopStmt>(Slot, block(std::move(Inner))));
  To.IndexVars.push_back(
      {Slot, I64, load(I64, Use.start(), AtGroup),
       load(I64, Use.start(), binary(BinaryOp::Add, AtGroup, i64(1))), ""});
  Statements All = R.Front;
  All.push_back(overGroups(To, R, Use, Group, block(std::move(Outer))));
  To.Body = block(std::move(All));
  Result.Use = std::move(Use);
  Result.Graph = std::move(To);
  return Result;
}

llvm::Expected<Relaid> lacuna::transposed(const Nest &N, const StoredRows &R) {
  return Transposition(N, R).run();
}

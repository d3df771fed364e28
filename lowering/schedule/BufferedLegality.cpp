//===- BufferedLegality.cpp - scans in one pass ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferedLegality.h"
#include "PassedPlaces.h"
#include "ScanLegality.h"
#include "lacuna/analysis/copies/CursorUses.h"
#include "lacuna/analysis/elements/ProgramSlice.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/schedule/Messages.def"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

namespace {

class BufferedLegality {
public:
  BufferedLegality(const Nest &N, const LoopStmt &Loop,
                   ArrayRef<Conflict> Found);

  std::string whyNot() const;

private:
  std::string whyNotAlone(const Conflict &Cursor, const CursorUses &Uses) const;
  std::string readResult() const;
  bool isCopied(const AssignStmt &Store) const;
  std::string whyNotAdded(const AssignStmt &Store) const;
  bool isStoredOnce(const AssignStmt &Store) const;
  std::string whatPlacesDependOn(const AssignStmt &Store) const;

  const Nest &N;
  const LoopStmt &Loop;
  ArrayRef<Conflict> Found;
  std::vector<std::pair<Conflict, CursorUses>> Cursors;
  /// What iterations store to and others see, cursors and what is in buffers
  /// apart.
  StringSet<> Results;
  /// Where memory lacks: what appends to containers leaves that to these.
  bool BeginsAgain = true;
};

} // namespace

/// The names of what \p S stores to and does not declare.
static StringSet<> storedIn(const StmtRef &S) {
  const StringSet<> Own = declaredIn(S);
  StringSet<> Names;
  walk(S, [&](const Stmt &Part) {
    auto *Assign = dyn_cast<AssignStmt>(&Part);
    if (Assign && !Own.contains(Assign->target().Name))
      Names.insert(Assign->target().Name);
    return true;
  });
  return Names;
}

BufferedLegality::BufferedLegality(const Nest &N, const LoopStmt &Loop,
                                   ArrayRef<Conflict> Found)
    : N(N), Loop(Loop), Found(Found), Results(storedIn(Loop.body())) {
  for (const Conflict &X : Found) {
    Results.erase(X.Name);
    const Operand *Array = X.IsArray ? N.findOperand(X.Name) : nullptr;
    BeginsAgain &= !Array || Array->Grows.empty();
    if (!X.IsArray && mayBeCursor(X.Op, X.Ty))
      Cursors.emplace_back(X,
                           usesOfCursor(Loop.body(), {X.Name, X.Ty, nullptr}));
  }
  for (const std::string &Array : N.Facts.Private)
    Results.erase(Array);
}

/// What the loop both stores to and reads, but for bounds: what these read
/// nothing may store to. Empty if nothing.
std::string BufferedLegality::readResult() const {
  std::string Name;
  auto Note = [&](StringRef Read) {
    if (Name.empty() && Results.contains(Read))
      Name = Read.str();
  };
  walk(Loop.body(), [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        if (auto *Load = dyn_cast<LoadExpr>(&Part))
          Note(Load->array());
        else if (auto *Var = dyn_cast<VarExpr>(&Part))
          Note(Var->name());
      });
    auto *Assign = dyn_cast<AssignStmt>(&S);
    if (Assign && Assign->op() != ReduceOp::None)
      Note(Assign->target().Name);
    return Name.empty();
  });
  return Name;
}

/// Appends the loops around \p Store in \p S, from the outside in; false if
/// anything else is around it, or it is not there.
static bool findLoops(const StmtRef &S, const AssignStmt &Store,
                      std::vector<const LoopStmt *> &Around) {
  if (S.get() == &Store)
    return true;
  auto *Loop = dyn_cast<LoopStmt>(S.get());
  if ((!Loop && !isa<BlockStmt>(S.get())) || (Loop && Loop->merge()))
    return false;
  if (Loop)
    Around.push_back(Loop);
  if (any_of(children(*S), [&](const StmtRef &Part) {
        return findLoops(Part, Store, Around);
      }))
    return true;
  if (Loop)
    Around.pop_back();
  return false;
}

/// Whether an element that \p Store stores to is stored to by no other
/// iteration of any loop, and whatever data say.
bool BufferedLegality::isStoredOnce(const AssignStmt &Store) const {
  const std::string &Array = Store.target().Name;
  std::vector<const LoopStmt *> Around;
  return accesses(Loop.body(), Array) == 1 &&
         findLoops(Loop.body(), Store, Around) &&
         none_of(Around, [&](const LoopStmt *Inner) {
           return any_of(conflicts(N, Inner->var()),
                         [&](const Conflict &X) { return X.Name == Array; });
         });
}

/// What the loop stores to, and where \p Store goes depends on; empty if
/// nothing.
std::string
BufferedLegality::whatPlacesDependOn(const AssignStmt &Store) const {
  const Place &To = Store.target();
  const StmtRef Alone = rewrite(
      Loop.body(),
      [&](const StmtRef &S) -> StmtRef {
        return S.get() == &Store ? assign(To, constant(To.Ty, 0), S->tag())
                                 : nullptr;
      },
      nullptr);
  StringSet<> Wanted;
  Wanted.insert(To.Name);
  const StringSet<> Stored = storedIn(Loop.body());
  return firstRead(sliceOf(Alone, std::move(Wanted), {To.Name}),
                   [&](StringRef Read) { return Stored.contains(Read); });
}

/// Whether \p Store, of a cursor's value, goes to a buffer: what all of an
/// array's elements there are is added to as they are copied.
bool BufferedLegality::isCopied(const AssignStmt &Store) const {
  const std::string &Array = Store.target().Name;
  return accesses(Loop.body(), Array) == 1 &&
         any_of(Cursors, [&](const auto &Cursor) {
           return Cursor.second.hasArray(Array);
         });
}

/// Why \p Store, of a cursor's value, cannot be found again to add where the
/// chunk has begun.
std::string BufferedLegality::whyNotAdded(const AssignStmt &Store) const {
  const std::string &Array = Store.target().Name;
  if (isCopied(Store))
    return "";
  if (!isStoredOnce(Store))
    return msg::BufferedValueStoredAgain(Array);
  std::string Name = whatPlacesDependOn(Store);
  return Name.empty() ? "" : msg::BufferedPlaceDepends(Array, Name);
}

/// Why chunks cannot do without the value of \p Cursor.
std::string BufferedLegality::whyNotAlone(const Conflict &Cursor,
                                          const CursorUses &Uses) const {
  // Of what the loop only reads, and of its own arrays, there are no buffers.
  bool IsUsed = Uses.HasOthers;
  for (const auto &Array : Uses.Arrays)
    IsUsed |= none_of(Found, [&](const Conflict &X) {
      return X.IsArray && X.Name == Array.first;
    });
  if (IsUsed)
    return msg::BufferedValueUsed(Cursor.Name);
  for (const auto &Array : Uses.Arrays)
    if (!fillsPlaces(Loop.body(), Cursor.Name, Array.first))
      return msg::BufferedLeavesPlaces(Cursor.Name, Array.first);
  return "";
}

std::string BufferedLegality::whyNot() const {
  for (const auto &[X, Uses] : Cursors)
    if (std::string Why = whyNotAlone(X, Uses); !Why.empty())
      return Why;
  if (std::string Name = BeginsAgain ? readResult() : ""; !Name.empty())
    return msg::BufferedReadsResult(Name);
  for (const auto &[X, Uses] : Cursors)
    for (const AssignStmt *Store : Uses.Values)
      if (std::string Why = whyNotAdded(*Store); !Why.empty())
        return Why;
  return "";
}

std::string whyNotBuffered(const Nest &N, const LoopStmt &Loop,
                           ArrayRef<Conflict> Found) {
  return BufferedLegality(N, Loop, Found).whyNot();
}

} // namespace lacuna

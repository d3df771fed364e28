//===- WalkInputs.cpp - what a walk through a nest reads ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WalkInputs.h"
#include "ReadNotes.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/elements/AccessedRanges.h"
#include "lacuna/analysis/loops/OutermostLoop.h"
#include "lacuna/lower/checks/Messages.def"
#include "lacuna/schedule/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/StringSet.h"
#include <limits>

using namespace lacuna;

namespace {

/// What a walk reads.
struct Inputs {
  std::vector<const Operand *> Scalars, Arrays;
  /// Arrays that it does not read, whose places count.
  std::vector<const Operand *> Places;
};

} // namespace

static Inputs inputsOf(const Nest &N, const StmtRef &Walk) {
  llvm::StringSet<> Scalars, Arrays, Places;
  walk(Walk, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S)) {
      for (const auto &Name : freeVars(E))
        Scalars.insert(Name.first());
      walk(E, [&](const Expr &Part) {
        if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part))
          Arrays.insert(Load->array());
        if (auto *Address = llvm::dyn_cast<AddressExpr>(&Part))
          Places.insert(Address->array());
      });
    }
    return true;
  });
  Inputs Found;
  for (const Operand &O : N.Operands) {
    const bool IsRead = Arrays.contains(O.Name);
    const bool IsPlace = Places.contains(O.Name);
    if (O.Kind == OperandKind::Array && (IsRead || (O.Row && IsPlace)))
      Found.Arrays.push_back(&O);
    else if (IsPlace)
      Found.Places.push_back(&O);
    else if (O.Kind != OperandKind::Array && Scalars.contains(O.Name))
      Found.Scalars.push_back(&O);
  }
  return Found;
}

static ExprRef addressOf(const Operand &Array) {
  return cast(Type::i64(), std::make_shared<AddressExpr>(Array.Name, i64(0)));
}

namespace {

/// How far elements of an array that are read lie behind the outermost loop's
/// variable.
struct Distances {
  int64_t Least = std::numeric_limits<int64_t>::max();
  int64_t Most = std::numeric_limits<int64_t>::min();

  bool isEmpty() const { return Least > Most; }
  void add(int64_t By) {
    Least = std::min(Least, By);
    Most = std::max(Most, By);
  }
};

} // namespace

/// Whether each iteration of the outermost loop of \p Walk reads elements of
/// \p Array around its own, and the walk reads no others: then it reads all
/// pages from the first one to the last.
static bool readsInEachIteration(const StmtRef &Walk, const Operand &Array) {
  constexpr int64_t Near = 64; // elements, less than the smallest page
  const ForStmt *Outermost = nullptr;
  for (const StmtRef &S : statementsOf(Walk)) {
    auto *Loop = llvm::dyn_cast<ForStmt>(S.get());
    if (Loop && Outermost)
      return false;
    Outermost = Loop ? Loop : Outermost;
  }
  if (!Outermost)
    return false;
  auto ReadBy = [&](const Expr &E) -> const LoadExpr * {
    auto *Load = llvm::dyn_cast<LoadExpr>(&E);
    return Load && Load->array() == Array.Name ? Load : nullptr;
  };
  Distances InEach;
  for (const StmtRef &Part : statementsOf(Outermost->body()))
    for (const ExprRef &E : expressions(*Part))
      walkInAnyCase(E, [&](const Expr &Sub) {
        const LoadExpr *Load = ReadBy(Sub);
        const std::optional<int64_t> By =
            Load ? distanceFrom(Outermost->var(), Load->index()) : std::nullopt;
        if (By && std::abs(*By) <= Near)
          InEach.add(*By);
      });
  if (InEach.isEmpty())
    return false;
  bool AreOthersBetween = true;
  walk(Walk, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        const LoadExpr *Load = ReadBy(Part);
        if (!Load)
          return;
        const std::optional<int64_t> By =
            distanceFrom(Outermost->var(), Load->index());
        AreOthersBetween &= By && *By >= InEach.Least && *By <= InEach.Most;
      });
    return true;
  });
  return AreOthersBetween;
}

/// Whether \p S, a part of a walk that stores values, reads elements of
/// \p Array in each iteration of the loops around a value alone. These run: the
/// walk is made where there are values.
static bool readsForEachValue(const StmtRef &S, llvm::StringRef Array,
                              bool IsCertain) {
  size_t All = 0, Certain = 0;
  for (const ExprRef &E : expressions(*S)) {
    auto Count = [&](size_t &To) {
      return [&](const Expr &Part) {
        auto *Load = llvm::dyn_cast<LoadExpr>(&Part);
        To += Load && Load->array() == Array;
      };
    };
    walk(E, Count(All));
    walkInAnyCase(E, Count(Certain));
  }
  auto IsValue = [](const Stmt &Part) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&Part);
    return Assign && Assign->target().Index;
  };
  if (All != Certain ||
      (All != 0 && (!IsCertain || llvm::isa<WhileStmt>(S.get()))))
    return false;
  const bool AreInside =
      IsCertain && (llvm::isa<BlockStmt>(S.get()) ||
                    (llvm::isa<ForStmt>(S.get()) && anyOf(S, IsValue)));
  return llvm::all_of(children(*S), [&](const StmtRef &Part) {
    return readsForEachValue(Part, Array, AreInside);
  });
}

/// The same of all that \p AsWritten reads: then bounds of its subscripts are
/// met, and what lies between is there.
static bool isReadForEachValue(const Nest &AsWritten, const StmtRef &Walk,
                               const std::string &Array) {
  return accesses(AsWritten.Body, Array) == accesses(Walk, Array) &&
         !arraysInBounds(AsWritten).contains(Array) &&
         readsForEachValue(Walk, Array, /*IsCertain=*/true);
}

llvm::Error lacuna::noteInputs(NotedWalk &To, const Nest &N,
                               const Nest &AsWritten, const StmtRef &Walk,
                               llvm::StringRef Clause, Compared Parts) {
  const Inputs Read = inputsOf(AsWritten, Walk);
  for (const Operand *O : Read.Scalars) {
    const bool IsNumber = O->Ty.isInteger() || O->Ty.isBool();
    if (O->Kind != OperandKind::Scalar || !IsNumber || O->Ty.bits() > 64)
      return makeError({}, msg::WalkReadsOther(O->Name, Clause));
    To.Values.push_back(cast(Type::i64(), var(O->Ty, O->Name)));
  }
  for (const Operand *O : Read.Places)
    To.Values.push_back(addressOf(*O));
  AccessedRanges Accessed(N, RangeUse::Copies);
  auto AddSource = [&](ArrayRange S) {
    To.Values.insert(To.Values.end(), {S.Lo, S.Hi});
    To.Sources.push_back(std::move(S));
  };
  std::vector<const Operand *> Noted, Others;
  for (const Operand *O : Read.Arrays) {
    if (O->Row) {
      Noted.push_back(O);
      continue;
    }
    To.Values.push_back(addressOf(*O));
    ArrayRange S = ifOutermostRuns(N, Accessed.of(*N.findOperand(O->Name)));
    const bool MayBeRange = Parts == Compared::Ranges;
    const ExprRef &Extent = N.findOperand(O->Name)->Extent;
    if (S.Hi && (readsInEachIteration(Walk, *O) ||
                 (MayBeRange && isReadForEachValue(AsWritten, Walk, O->Name))))
      AddSource(std::move(S));
    else if (MayBeRange && Extent)
      AddSource({O->Name, i64(0), Extent});
    else
      Noted.push_back(O);
  }
  std::string Deciding;
  if ((To.Walk = noteReads(Walk, Noted, Deciding)))
    return llvm::Error::success();
  // What decides about itself is there as a whole, if that is known.
  for (const Operand *O : Noted) {
    if (const ExprRef &Extent = N.findOperand(O->Name)->Extent;
        Extent && !O->Row)
      AddSource({O->Name, i64(0), Extent});
    else
      Others.push_back(O);
  }
  if ((To.Walk = noteReads(Walk, Others, Deciding)))
    return llvm::Error::success();
  if (Deciding.empty())
    Deciding = Others.front()->Name;
  return makeError({}, msg::WalkReadsUnknown(Deciding, Clause),
                   {msg::NoteSayExtent(Deciding)});
}

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
#include "lacuna/ir/FrontValues.h"
#include "lacuna/lower/checks/Messages.def"
#include "lacuna/schedule/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

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

/// `Times * v` and something from Least to Most, v being a loop's variable.
struct Offsets {
  int64_t Times = 0, Least = 0, Most = 0;
};

/// Which elements an iteration reads around its own.
class OffsetFinder {
public:
  OffsetFinder(const StmtRef &Walk, const ForStmt &Outermost)
      : Outermost(Outermost.var()) {
    walk(Walk, [&](const Stmt &S) {
      auto *Loop = llvm::dyn_cast<ForStmt>(&S);
      auto Lo = Loop ? constantValue(Loop->lo()) : std::nullopt;
      auto Hi = Loop ? constantValue(Loop->hi()) : std::nullopt;
      if (!Lo || !Hi || *Lo >= *Hi)
        return true;
      Offsets &Own = Inner.try_emplace(Loop->var(), Offsets{0, *Lo, *Hi - 1})
                         .first->second;
      Own.Least = std::min(Own.Least, *Lo);
      Own.Most = std::max(Own.Most, *Hi - 1);
      return true;
    });
  }

  /// Those of \p E; nothing where it is of another form, or they are far away.
  std::optional<Offsets> of(const ExprRef &E) const {
    std::optional<Offsets> Found = formOf(withoutWidening(E));
    auto IsFar = [](int64_t By) { return By > Near || By < -Near; };
    return Found && !IsFar(Found->Times) && !IsFar(Found->Least) &&
                   !IsFar(Found->Most)
               ? Found
               : std::nullopt;
  }

private:
  /// Elements, less than the smallest page.
  static constexpr int64_t Near = 64;

  std::optional<Offsets> formOf(const ExprRef &E) const {
    if (auto C = constantValue(E))
      return Offsets{0, *C, *C};
    if (auto *V = llvm::dyn_cast<VarExpr>(E.get())) {
      if (V->name() == Outermost)
        return Offsets{1, 0, 0};
      auto It = Inner.find(V->name());
      return It != Inner.end() ? std::optional(It->second) : std::nullopt;
    }
    auto *B = llvm::dyn_cast<BinaryExpr>(E.get());
    std::optional<Offsets> L = B ? of(B->lhs()) : std::nullopt,
                           R = L ? of(B->rhs()) : std::nullopt;
    return R ? combined(B->op(), *L, *R) : std::nullopt;
  }

  static std::optional<Offsets> combined(BinaryOp Op, const Offsets &L,
                                         const Offsets &R) {
    const int64_t By = R.Least;
    const bool IsByConstant = R.Times == 0 && R.Least == R.Most && By > 0;
    switch (Op) {
    case BinaryOp::Add:
      return Offsets{L.Times + R.Times, L.Least + R.Least, L.Most + R.Most};
    case BinaryOp::Sub:
      return Offsets{L.Times - R.Times, L.Least - R.Most, L.Most - R.Least};
    case BinaryOp::Mul:
      if (L.Times == 0 && L.Least == L.Most && L.Least > 0 && !IsByConstant)
        return combined(Op, R, L);
      if (!IsByConstant)
        return std::nullopt;
      return Offsets{L.Times * By, L.Least * By, L.Most * By};
    case BinaryOp::Div:
      if (!IsByConstant || L.Times != 0)
        return std::nullopt;
      return Offsets{0, L.Least / By, L.Most / By};
    default:
      return std::nullopt;
    }
  }

  llvm::StringRef Outermost;
  llvm::StringMap<Offsets> Inner; ///< of loops with constant bounds
};

} // namespace

/// What \p Walk reads of \p Array, from the first element to the last, if each
/// iteration of the outermost loop reads elements around its own, and the walk
/// reads no others: then it reads all pages in between.
static std::optional<ArrayRange>
readInEachIteration(const Nest &N, const StmtRef &Walk, const Operand &Array) {
  const ForStmt *Outermost = nullptr;
  for (const StmtRef &S : statementsOf(Walk)) {
    auto *Loop = llvm::dyn_cast<ForStmt>(S.get());
    if (Loop && Outermost)
      return std::nullopt;
    Outermost = Loop ? Loop : Outermost;
  }
  if (!Outermost || !isEvaluable(N, Outermost->lo()) ||
      !isEvaluable(N, Outermost->hi()))
    return std::nullopt;
  const OffsetFinder Finder(Walk, *Outermost);
  auto ReadBy = [&](const Expr &E) -> const LoadExpr * {
    auto *Load = llvm::dyn_cast<LoadExpr>(&E);
    return Load && Load->array() == Array.Name ? Load : nullptr;
  };
  std::optional<Offsets> InEach;
  for (const StmtRef &Part : statementsOf(Outermost->body()))
    for (const ExprRef &E : expressions(*Part))
      walkInAnyCase(E, [&](const Expr &Sub) {
        const LoadExpr *Load = ReadBy(Sub);
        const auto Own = Load ? Finder.of(Load->index()) : std::nullopt;
        if (!Own || Own->Times == 0 || Own->Least != Own->Most)
          return;
        if (!InEach)
          InEach = Own;
        if (InEach->Times == Own->Times) {
          InEach->Least = std::min(InEach->Least, Own->Least);
          InEach->Most = std::max(InEach->Most, Own->Most);
        }
      });
  if (!InEach)
    return std::nullopt;
  bool AreOthersBetween = true;
  walk(Walk, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        const LoadExpr *Load = ReadBy(Part);
        if (!Load)
          return;
        const std::optional<Offsets> Own = Finder.of(Load->index());
        AreOthersBetween &= Own && Own->Times == InEach->Times &&
                            Own->Least >= InEach->Least &&
                            Own->Most <= InEach->Most;
      });
    return true;
  });
  if (!AreOthersBetween)
    return std::nullopt;
  const ExprRef First = cast(Type::i64(), Outermost->lo()),
                Last = binary(BinaryOp::Sub, cast(Type::i64(), Outermost->hi()),
                              i64(1));
  auto At = [&](const ExprRef &E, int64_t Offset) {
    return binary(BinaryOp::Add, binary(BinaryOp::Mul, E, i64(InEach->Times)),
                  i64(Offset));
  };
  const bool IsUp = InEach->Times > 0;
  return ArrayRange{Array.Name, At(IsUp ? First : Last, InEach->Least),
                    At(IsUp ? Last : First, InEach->Most + 1)};
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
    if (std::optional<ArrayRange> InEach = readInEachIteration(N, Walk, *O)) {
      AddSource(ifOutermostRuns(N, std::move(*InEach)));
      continue;
    }
    ArrayRange S = ifOutermostRuns(N, Accessed.of(*N.findOperand(O->Name)));
    const bool MayBeRange = Parts == Compared::Ranges;
    const ExprRef &Extent = N.findOperand(O->Name)->Extent;
    if (S.Hi && MayBeRange && isReadForEachValue(AsWritten, Walk, O->Name))
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

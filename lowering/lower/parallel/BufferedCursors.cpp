//===- BufferedCursors.cpp - chunks that store apart ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferedCursors.h"
#include "lacuna/analysis/elements/ProgramSlice.h"
#include "lacuna/ir/RowsStmt.h"
#include "lacuna/lower/parallel/Chunks.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

BufferedCursors::BufferedCursors(const std::vector<Reduction> &Cursors,
                                 llvm::ArrayRef<std::string> Growing,
                                 const StmtRef &Body, const std::string &Var,
                                 MadeNames &Names)
    : Var(Var), Names(Names) {
  for (const Reduction &R : Cursors) {
    CursorUses Uses = usesOfCursor(Body, R.Target);
    auto Grown = llvm::find_if(
        Growing, [&](const std::string &A) { return Uses.hasArray(A); });
    Items.push_back({R, std::move(Uses), Grown == Growing.end() ? "" : *Grown});
  }
}

bool BufferedCursors::grow() const {
  return llvm::any_of(Items, [](const Item &I) { return !I.Grown.empty(); });
}

/// How far a chunk has come: in a type whose sums wrap round and come back, as
/// those of some chunks must where those of all do not overflow.
Place BufferedCursors::far(const Item &I) const {
  return {name(I, "_far"), Type::u64(), nullptr};
}

/// How many elements its buffers have.
Place BufferedCursors::room(const Item &I) const {
  return {name(I, "_room"), Type::u64(), nullptr};
}

Place BufferedCursors::count(const Item &I, const ExprRef &Which) const {
  return {name(I, "_counts"), Type::u64(), Which};
}

Place BufferedCursors::beginning(const Item &I, const ExprRef &Which) const {
  return {name(I, "_begins"), Type::u64(), Which};
}

/// Whether a chunk lacked memory, while it runs and behind that.
Place BufferedCursors::failure() const {
  return {Names.get(Var + "_fails"), Type::boolean(), nullptr};
}

Place BufferedCursors::failureOf(const ExprRef &Which) const {
  return {Names.get(Var + "_failed"), Type::boolean(), Which};
}

void BufferedCursors::declare(SourceTag Tag, Statements &Out) const {
  auto Declare = [&](const Place &P) {
    Out.push_back(std::make_shared<LocalArrayStmt>(P.Name, P.Ty, i64(MaxChunks),
                                                   nullptr, Tag));
  };
  Declare(failureOf(nullptr));
  for (const Item &I : Items) {
    Declare(count(I, nullptr));
    Declare(beginning(I, nullptr));
    for (const auto &[Array, Ty] : I.Uses.Arrays)
      Out.push_back(
          std::make_shared<RowsStmt>(bufferOf(Array), Ty, MaxChunks, Tag));
  }
}

StmtRef BufferedCursors::enterFirst(const StmtRef &Body, SourceTag Tag,
                                    Statements &Before,
                                    Statements &After) const {
  StmtRef Whole = Body;
  for (const Item &I : Items) {
    const Place &Target = I.Of.Target;
    const Place Own{name(I, "_own"), Target.Ty, nullptr};
    Before.push_back(
        std::make_shared<VarStmt>(Own.Name, Own.Ty, valueOf(Target), Tag));
    llvm::StringMap<ExprRef> Reads;
    Reads[Target.Name] = valueOf(Own);
    Whole = substitute(redirect(Whole, Target, Own), Reads);
    After.push_back(
        assign(count(I, i64(0)), cast(Type::u64(), valueOf(Own)), Tag));
  }
  After.push_back(assign(failureOf(i64(0)), constant(Type::boolean(), 0), Tag));
  return Whole;
}

/// Has the buffers at a cursor of chunk \p Which take what is stored up to its
/// next step.
StmtRef BufferedCursors::makeRoom(const Item &I, const ExprRef &Which,
                                  SourceTag Tag) const {
  // Elements that are not touched cost nothing, and copying does.
  constexpr int64_t Least = 4096, Times = 4;
  const Type U64 = Type::u64();
  const Type &Ty = I.Of.Target.Ty;
  // The cursor does not get so far that its own type could not say so.
  const ExprRef Most = constant(
      U64, Ty.bits() < 64 ? (int64_t(1) << (Ty.bits() - 1)) - 1 : INT64_MAX);
  const ExprRef Wanted =
      binary(BinaryOp::Add, valueOf(far(I)), constant(U64, I.Uses.Reach + 1));
  Statements Then;
  ExprRef Longer =
      binary(BinaryOp::Mul, valueOf(room(I)), constant(U64, Times));
  ExprRef More =
      Names.let(I.Of.Target.Name + "_more",
                binary(BinaryOp::Min, Most,
                       binary(BinaryOp::Max, Longer, constant(U64, Least))),
                Then);
  for (const auto &[Array, Elem] : I.Uses.Arrays)
    Then.push_back(std::make_shared<GrowStmt>(bufferOf(Array), Elem, Which,
                                              cast(Type::i64(), More),
                                              failure().Name, Tag));
  Then.push_back(reduceInto(failure(), ReduceOp::Or,
                            binary(BinaryOp::Lt, More, Wanted), Tag));
  Then.push_back(std::make_shared<IfStmt>(valueOf(failure()),
                                          assign(far(I), constant(U64, 0), Tag),
                                          assign(room(I), More, Tag), Tag));
  ExprRef Lacks = std::make_shared<CallExpr>(
      Type::boolean(), "expect",
      std::vector<ExprRef>{binary(BinaryOp::Lt, valueOf(room(I)), Wanted),
                           i64(0)});
  return std::make_shared<IfStmt>(Lacks, block(std::move(Then)), nullptr, Tag);
}

/// \p Body at a cursor of chunk \p Which's own.
StmtRef BufferedCursors::apart(const Item &I, const ExprRef &Which,
                               const StmtRef &Body) const {
  const Place &Target = I.Of.Target;
  auto Row = [&](const ExprRef &Index) { return subscript(Which, Index); };
  auto OnStmt = [&](const StmtRef &S) -> StmtRef {
    auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
    if (!Assign)
      return nullptr;
    const Place &To = Assign->target();
    if (To.Index && I.Uses.hasArray(To.Name))
      return std::make_shared<AssignStmt>(
          Place{bufferOf(To.Name), To.Ty, Row(To.Index)}, Assign->op(),
          Assign->value(), /*Atomic=*/false, S->tag());
    if (To.Index || To.Name != far(I).Name || I.Uses.Arrays.empty())
      return nullptr;
    return block({S, makeRoom(I, Which, S->tag())});
  };
  auto OnExpr = [&](const ExprRef &E) -> ExprRef {
    auto *Load = llvm::dyn_cast<LoadExpr>(E.get());
    if (!Load || !I.Uses.hasArray(Load->array()))
      return nullptr;
    return load(Load->type(), bufferOf(Load->array()), Row(Load->index()));
  };
  llvm::StringMap<ExprRef> Reads;
  Reads[Target.Name] = cast(Target.Ty, valueOf(far(I)));
  StmtRef Moved = inType(redirect(Body, Target, far(I)), far(I));
  return rewrite(substitute(Moved, Reads), OnStmt, OnExpr);
}

void BufferedCursors::appendChunk(
    const ExprRef &Which, const StmtRef &Body, SourceTag Tag,
    llvm::function_ref<void(const StmtRef &, Statements &)> AppendLoop,
    Statements &Out) const {
  StmtRef Whole = Body;
  Out.push_back(std::make_shared<VarStmt>(failure().Name, failure().Ty,
                                          constant(failure().Ty, 0), Tag));
  auto Begin = [&](const Place &P) {
    Out.push_back(
        std::make_shared<VarStmt>(P.Name, P.Ty, constant(P.Ty, 0), Tag));
  };
  for (const Item &I : Items) {
    Begin(far(I));
    if (!I.Uses.Arrays.empty()) {
      Begin(room(I));
      Out.push_back(makeRoom(I, Which, Tag));
    }
    Whole = apart(I, Which, Whole);
  }
  Statements Iterations;
  AppendLoop(Whole, Iterations);
  // Without any buffer there is nowhere to go on.
  Out.push_back(
      std::make_shared<IfStmt>(unary(UnaryOp::LogicalNot, valueOf(failure())),
                               block(std::move(Iterations)), nullptr, Tag));
  for (const Item &I : Items)
    Out.push_back(assign(count(I, Which), valueOf(far(I)), Tag));
  Out.push_back(assign(failureOf(Which), valueOf(failure()), Tag));
}

StmtRef BufferedCursors::noteFailure(const ExprRef &Which, const Place &Failed,
                                     SourceTag Tag) const {
  return reduceInto(Failed, ReduceOp::Or, valueOf(failureOf(Which)), Tag);
}

void BufferedCursors::release(const ExprRef &Which, const std::string &Flag,
                              SourceTag Tag, Statements &Out) const {
  for (const Item &I : Items)
    for (const auto &[Array, Ty] : I.Uses.Arrays)
      Out.push_back(std::make_shared<GrowStmt>(bufferOf(Array), Ty, Which,
                                               i64(0), Flag, Tag));
}

void BufferedCursors::leaveFirst(SourceTag Tag, Statements &Out) const {
  for (const Item &I : Items)
    Out.push_back(assign(I.Of.Target,
                         cast(I.Of.Target.Ty, valueOf(count(I, i64(0)))), Tag));
}

void BufferedCursors::begin(const ExprRef &Which, SourceTag Tag,
                            Statements &Out) const {
  for (const Item &I : Items) {
    const Place &Target = I.Of.Target;
    Out.push_back(
        assign(beginning(I, Which), cast(Type::u64(), valueOf(Target)), Tag));
    Out.push_back(
        reduceInto(Target, ReduceOp::Add, valueOf(count(I, Which)), Tag));
  }
}

void BufferedCursors::extend(const ExprRef &Lacks, const ExprRef &Chunks,
                             SourceTag Tag, Statements &Out) const {
  Statements Grown;
  for (const Item &I : Items) {
    if (I.Grown.empty())
      continue;
    const ExprRef Count = cast(Type::i64(), valueOf(I.Of.Target));
    const ExprRef Most =
        std::make_shared<SelectExpr>(Lacks, i64(INT64_MAX), Count);
    const ExprRef Begun = cast(Type::i64(), valueOf(beginning(I, i64(0))));
    // Where nothing is appended the container need not be there.
    Grown.push_back(std::make_shared<IfStmt>(
        binary(BinaryOp::Ne, Most, Begun),
        std::make_shared<ExtendStmt>(I.Grown, Most, Tag), nullptr, Tag));
  }
  Out.push_back(std::make_shared<IfStmt>(binary(BinaryOp::Gt, Chunks, i64(0)),
                                         block(std::move(Grown)), nullptr,
                                         Tag));
}

bool BufferedCursors::isKeptApart(llvm::StringRef Array) const {
  return llvm::any_of(Items,
                      [&](const Item &I) { return I.Uses.hasArray(Array); });
}

/// The cursor whose values are the elements of \p Array, or null.
const BufferedCursors::Item *
BufferedCursors::storedAsElements(llvm::StringRef Array) const {
  auto Found = llvm::find_if(Items, [&](const Item &I) {
    return llvm::any_of(I.Uses.Values, [&](const AssignStmt *Store) {
      return Store->target().Name == Array;
    });
  });
  return Found == Items.end() ? nullptr : &*Found;
}

/// What \p Counted, as the iterations of chunk \p Which count, is with all
/// chunks in front.
ExprRef BufferedCursors::fromBeginning(const Item &I, const ExprRef &Counted,
                                       const ExprRef &Which) const {
  const ExprRef Sum = binary(BinaryOp::Add, cast(Type::u64(), Counted),
                             valueOf(beginning(I, Which)));
  return cast(Counted->type(), cast(I.Of.Target.Ty, Sum));
}

void BufferedCursors::copy(const ExprRef &Which, SourceTag Tag,
                           Statements &Out) const {
  for (const Item &I : Items) {
    if (I.Uses.Arrays.empty())
      continue;
    Statements Body;
    ExprRef Begin =
        Names.let(I.Of.Target.Name + "_begin",
                  cast(Type::i64(), valueOf(beginning(I, Which))), Body);
    ExprRef Count =
        Names.let(I.Of.Target.Name + "_count",
                  cast(Type::i64(), valueOf(count(I, Which))), Body);
    for (const auto &[Array, Ty] : I.Uses.Arrays) {
      const std::string Element = Names.get(Array + "_element");
      const ExprRef At = var(Type::i64(), Element);
      const ExprRef Kept = load(Ty, bufferOf(Array), subscript(Which, At));
      const Item *Of = storedAsElements(Array);
      Body.push_back(std::make_shared<ForStmt>(
          Element, i64(0), Count,
          assign({Array, Ty, binary(BinaryOp::Add, Begin, At)},
                 Of ? fromBeginning(*Of, Kept, Which) : Kept, Tag),
          ForTags(), Tag));
    }
    Out.push_back(std::make_shared<BlockStmt>(std::move(Body)));
  }
}

StmtRef BufferedCursors::addBegins(const ExprRef &Which,
                                   const StmtRef &Body) const {
  llvm::StringSet<> Wanted;
  std::vector<std::string> Own;
  StmtRef Whole = Body;
  for (const Item &I : Items) {
    for (const AssignStmt *Store : I.Uses.Values) {
      if (isKeptApart(Store->target().Name))
        continue;
      Wanted.insert(Store->target().Name);
      Own.push_back(Store->target().Name);
    }
    Whole = rewrite(
        Whole,
        [&](const StmtRef &S) -> StmtRef {
          if (!llvm::is_contained(I.Uses.Values, S.get()))
            return nullptr;
          const Place &To = llvm::cast<AssignStmt>(*S).target();
          if (isKeptApart(To.Name))
            return nullptr;
          return assign(To, fromBeginning(I, valueOf(To), Which), S->tag());
        },
        nullptr);
  }
  return Own.empty() ? nullptr : sliceOf(Whole, std::move(Wanted), Own);
}

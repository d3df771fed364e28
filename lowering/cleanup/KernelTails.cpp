//===- KernelTails.cpp - loops of threads with short tails ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/cleanup/KernelTails.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/ir/bounds/Trips.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// Iterations that wait for memory together.
static constexpr int64_t Copies = 8;
/// Of a body; a larger one has loads enough of its own.
static constexpr unsigned MostStatements = 8;

/// Whether \p Loop may be made of copies of its body.
static bool isSmall(const ForStmt &Loop) {
  if (Loop.tags().Mode != ForMode::Serial || Loop.tags().Unroll != 0)
    return false;
  unsigned Count = 0;
  bool LoadsSomething = false;
  bool IsPlain = !anyOf(Loop.body(), [&](const Stmt &S) {
    ++Count;
    LoadsSomething |= llvm::any_of(expressions(S), readsMemory);
    return !llvm::isa<BlockStmt, LetStmt, VarStmt, AssignStmt, IfStmt>(S);
  });
  return IsPlain && LoadsSomething && Count <= MostStatements;
}

/// \p Count copies of the body of \p Loop, which begins at \p Begin, from
/// iteration \p First on.
static Statements copiesOf(const ForStmt &Loop, const ExprRef &Begin,
                           const ExprRef &First, int64_t Count) {
  Statements Out;
  for (int64_t K = 0; K < Count; ++K) {
    ExprRef Value =
        binary(BinaryOp::Add, Begin, binary(BinaryOp::Add, First, i64(K)));
    Statements Copy = {
        std::make_shared<LetStmt>(Loop.var().str(), cast(Loop.type(), Value))};
    for (const StmtRef &S : statementsOf(Loop.body()))
      Copy.push_back(S);
    Out.push_back(block(std::move(Copy)));
  }
  return Out;
}

/// Names are new ones: what begins and ends \p Loop may use those that
/// unrolling made of the same variable.
static StmtRef withShortTail(const ForStmt &Loop, MadeNames &Names) {
  Statements Out;
  const std::string Var = Loop.var().str();
  auto Let = [&](llvm::StringRef Suffix, ExprRef Value) {
    std::string Name = Names.fresh(Var + Suffix);
    ExprRef Known = var(Value->type(), Name);
    Out.push_back(std::make_shared<LetStmt>(std::move(Name), std::move(Value)));
    return Known;
  };
  ExprRef Begin = cast(Type::i64(), Loop.lo());
  if (!constantValue(Begin))
    Begin = Let("_begin", Begin);
  ExprRef Count =
      Let("_count",
          binary(BinaryOp::Max, tripsBetween(Loop.lo(), Loop.hi()), i64(0)));
  const std::string Group = Names.fresh(Var + "_group");
  ForTags Tags;
  Tags.Unroll = LoopTags::NoUnroll;
  Out.push_back(std::make_shared<ForStmt>(
      Group, i64(0), binary(BinaryOp::Div, Count, i64(Copies)),
      block(copiesOf(
          Loop, Begin,
          binary(BinaryOp::Mul, var(Type::i64(), Group), i64(Copies)), Copies)),
      Tags, Loop.tag()));
  for (int64_t Left = Copies / 2; Left > 0; Left /= 2) {
    ExprRef Done =
        binary(BinaryOp::Mul, binary(BinaryOp::Div, Count, i64(2 * Left)),
               i64(2 * Left));
    Out.push_back(std::make_shared<IfStmt>(
        binary(BinaryOp::Ne, binary(BinaryOp::And, Count, i64(Left)), i64(0)),
        block(copiesOf(Loop, Begin, Done, Left)), nullptr, Loop.tag()));
  }
  return block(std::move(Out));
}

/// Whether \p Loop runs over what memory says, not over a dense range.
static bool isOverPositions(const Nest &N, const ForStmt &Loop) {
  if (!N.findIndexVar(Loop.var()))
    return true; // a made one, over positions of a block
  return llvm::any_of(N.ancestors(Loop.var()), [&](llvm::StringRef Name) {
    const IndexVar *V = N.findIndexVar(Name);
    return V && !V->isDerived() &&
           !(isOverScalars(N, V->Lo) && isOverScalars(N, V->Hi));
  });
}

namespace {

/// Goes through what one thread does.
class Shortener {
public:
  Shortener(const ForStmt &Threads, const Nest &N, MadeNames &Names)
      : N(N), Names(Names) {
    Own.insert(Threads.var());
  }

  StmtRef run(const StmtRef &S);

private:
  bool isOwn(const ExprRef &E) const {
    return llvm::any_of(freeVars(E), [&](const auto &Name) {
      return Own.contains(Name.getKey());
    });
  }

  const Nest &N;
  MadeNames &Names;
  /// What differs between threads.
  llvm::StringSet<> Own;
};

} // namespace

StmtRef Shortener::run(const StmtRef &S) {
  if (auto *Let = llvm::dyn_cast<LetStmt>(S.get()); Let && isOwn(Let->init()))
    Own.insert(Let->name());
  auto *Loop = llvm::dyn_cast<ForStmt>(S.get());
  // Where all threads of a warp run the same iterations, each of them loads
  // whole lines already.
  if (Loop && isSmall(*Loop) && isOverPositions(N, *Loop) &&
      (isOwn(Loop->lo()) || isOwn(Loop->hi())))
    return withShortTail(*Loop, Names);
  return withParts(S, [&](const StmtRef &Part) { return run(Part); });
}

StmtRef lacuna::shortenTails(const StmtRef &S, const Nest &N,
                             MadeNames &Names) {
  return withThreadBodies(S, [&](const ForStmt &Threads) {
    return Shortener(Threads, N, Names).run(Threads.body());
  });
}

//===- Stmt.cpp - statements of the iteration graph and loop IR -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/Stmt.h"
#include "lacuna/ir/RowsStmt.h"
#include "lacuna/ir/ViewStmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace lacuna;

static bool declares(const Stmt &S) {
  return llvm::isa<LetStmt, VarStmt, LocalArrayStmt, ViewStmt, RowsStmt>(S);
}

/// The block whose statements may stand in the enclosing block just as well.
static const BlockStmt *asTransparentBlock(const StmtRef &S) {
  auto *Block = llvm::dyn_cast<BlockStmt>(S.get());
  if (!Block || Block->tag() != 0 ||
      llvm::any_of(Block->body(),
                   [](const StmtRef &Part) { return declares(*Part); }))
    return nullptr;
  return Block;
}

void lacuna::appendFlattened(std::vector<StmtRef> &Out, const StmtRef &S) {
  if (!S)
    return;
  if (const BlockStmt *Block = asTransparentBlock(S)) {
    for (const StmtRef &Part : Block->body())
      appendFlattened(Out, Part);
    return;
  }
  Out.push_back(S);
}

int64_t lacuna::constantTrips(const ForStmt &Loop) {
  std::optional<int64_t> Lo = constantValue(Loop.lo());
  std::optional<int64_t> Hi = constantValue(Loop.hi());
  return Lo && Hi && *Lo < *Hi ? *Hi - *Lo : 0;
}

StmtRef AssignStmt::with(Place To, ExprRef NewValue) const {
  return std::make_shared<AssignStmt>(std::move(To), Op, std::move(NewValue),
                                      Atomic, tag(), Old);
}

StmtRef lacuna::assign(Place To, ExprRef Value, SourceTag Tag) {
  return std::make_shared<AssignStmt>(std::move(To), ReduceOp::None,
                                      std::move(Value), /*Atomic=*/false, Tag);
}

StmtRef lacuna::block(std::vector<StmtRef> Body) {
  auto Dissolves = [](const StmtRef &S) { return !S || asTransparentBlock(S); };
  if (llvm::any_of(Body, Dissolves)) {
    std::vector<StmtRef> Flat;
    for (const StmtRef &S : Body)
      appendFlattened(Flat, S);
    Body = std::move(Flat);
  }
  if (Body.size() == 1)
    return Body.front();
  return std::make_shared<BlockStmt>(std::move(Body));
}

std::vector<StmtRef> lacuna::statementsOf(const StmtRef &S) {
  if (!S)
    return {};
  if (auto *Block = llvm::dyn_cast<BlockStmt>(S.get()))
    return Block->body().vec();
  return {S};
}

bool lacuna::isGpu(ParallelUnit Unit) {
  return Unit == ParallelUnit::GpuBlock || Unit == ParallelUnit::GpuWarp ||
         Unit == ParallelUnit::GpuThread;
}

bool StreamStmt::fillsLines(const Type &Elem, int64_t Count) {
  const int64_t Bytes = Elem.bits() / 8;
  return Elem.isArithmetic() && !Elem.isBool() &&
         llvm::isPowerOf2_64(uint64_t(Bytes)) && Count > 0 &&
         Count * Bytes % CacheLineBytes == 0;
}

//===-- parts -------------------------------------------------------------===//

std::vector<StmtRef> lacuna::children(const Stmt &S) {
  std::vector<StmtRef> Parts;
  switch (S.kind()) {
  case Stmt::Kind::Let:
  case Stmt::Kind::Var:
  case Stmt::Kind::LocalArray:
  case Stmt::Kind::View:
  case Stmt::Kind::Rows:
  case Stmt::Kind::Grow:
  case Stmt::Kind::Extend:
  case Stmt::Kind::Assign:
  case Stmt::Kind::Prefetch:
  case Stmt::Kind::Touch:
  case Stmt::Kind::Stream:
    break;
  case Stmt::Kind::Block:
    return llvm::cast<BlockStmt>(S).body().vec();
  case Stmt::Kind::If: {
    auto &If = llvm::cast<IfStmt>(S);
    Parts = {If.thenBody(), If.elseBody()};
    break;
  }
  case Stmt::Kind::Loop:
    Parts = {llvm::cast<LoopStmt>(S).body()};
    break;
  case Stmt::Kind::Track: {
    auto &Track = llvm::cast<TrackStmt>(S);
    Parts = {Track.enter(), Track.each(), Track.leave()};
    break;
  }
  case Stmt::Kind::For:
    Parts = {llvm::cast<ForStmt>(S).body()};
    break;
  case Stmt::Kind::While:
    Parts = {llvm::cast<WhileStmt>(S).body()};
    break;
  case Stmt::Kind::Stored: {
    auto &Stored = llvm::cast<StoredStmt>(S);
    for (const StoredLoops &L : Stored.all())
      Parts.push_back(L.Made);
    Parts.push_back(Stored.otherwise());
    break;
  }
  }
  std::erase(Parts, nullptr);
  return Parts;
}

std::vector<ExprRef> lacuna::expressions(const Stmt &S) {
  std::vector<ExprRef> Parts;
  switch (S.kind()) {
  case Stmt::Kind::Block:
  case Stmt::Kind::Rows:
  case Stmt::Kind::Loop:
  case Stmt::Kind::Track:
    break;
  case Stmt::Kind::Let:
    Parts = {llvm::cast<LetStmt>(S).init()};
    break;
  case Stmt::Kind::Var:
    Parts = {llvm::cast<VarStmt>(S).init()};
    break;
  case Stmt::Kind::LocalArray: {
    auto &Array = llvm::cast<LocalArrayStmt>(S);
    Parts = {Array.extent(), Array.init()};
    break;
  }
  case Stmt::Kind::View: {
    auto &View = llvm::cast<ViewStmt>(S);
    Parts = {View.isWhole(), View.begin()};
    break;
  }
  case Stmt::Kind::Grow: {
    auto &Grow = llvm::cast<GrowStmt>(S);
    Parts = {Grow.row(), Grow.count()};
    break;
  }
  case Stmt::Kind::Extend:
    Parts = {llvm::cast<ExtendStmt>(S).count()};
    break;
  case Stmt::Kind::Assign: {
    auto &Assign = llvm::cast<AssignStmt>(S);
    Parts = {Assign.target().Index, Assign.value()};
    break;
  }
  case Stmt::Kind::Prefetch: {
    auto &Fetch = llvm::cast<PrefetchStmt>(S);
    Parts = {Fetch.index(), Fetch.count()};
    break;
  }
  case Stmt::Kind::Touch: {
    auto &Touch = llvm::cast<TouchStmt>(S);
    Parts = {Touch.index(), Touch.end(), Touch.number()};
    break;
  }
  case Stmt::Kind::Stream:
    Parts = {llvm::cast<StreamStmt>(S).index()};
    break;
  case Stmt::Kind::If:
    Parts = {llvm::cast<IfStmt>(S).cond()};
    break;
  case Stmt::Kind::For: {
    auto &For = llvm::cast<ForStmt>(S);
    Parts = {For.lo(), For.hi(), For.tags().NumThreads};
    break;
  }
  case Stmt::Kind::While:
    Parts = {llvm::cast<WhileStmt>(S).cond()};
    break;
  case Stmt::Kind::Stored: {
    auto &Stored = llvm::cast<StoredStmt>(S);
    const LayoutUse &Use = Stored.all().front().Use;
    Parts = {Use.First, Use.Rows, Stored.runs().Threads,
             Stored.runs().Reassociates};
    break;
  }
  }
  std::erase(Parts, nullptr);
  return Parts;
}

void lacuna::walk(const StmtRef &S, llvm::function_ref<bool(const Stmt &)> Fn) {
  if (!S || !Fn(*S))
    return;
  for (const StmtRef &Child : children(*S))
    walk(Child, Fn);
}

BinaryOp lacuna::operatorOf(ReduceOp Op) {
  switch (Op) {
  case ReduceOp::Add:
    return BinaryOp::Add;
  case ReduceOp::Mul:
    return BinaryOp::Mul;
  case ReduceOp::Min:
    return BinaryOp::Min;
  case ReduceOp::Max:
    return BinaryOp::Max;
  case ReduceOp::And:
    return BinaryOp::And;
  case ReduceOp::Or:
    return BinaryOp::Or;
  case ReduceOp::Xor:
    return BinaryOp::Xor;
  case ReduceOp::LAnd:
    return BinaryOp::LogicalAnd;
  case ReduceOp::LOr:
    return BinaryOp::LogicalOr;
  case ReduceOp::None:
    break;
  }
  llvm_unreachable("not a reduction");
}

const ParallelTag *lacuna::gpuTag(const Stmt &S) {
  auto *Loop = llvm::dyn_cast<LoopStmt>(&S);
  bool IsUnit =
      Loop && Loop->tags().Parallel && isGpu(Loop->tags().Parallel->Unit);
  return IsUnit ? &*Loop->tags().Parallel : nullptr;
}

bool lacuna::anyOf(const StmtRef &S,
                   llvm::function_ref<bool(const Stmt &)> Is) {
  bool Found = false;
  walk(S, [&](const Stmt &Part) {
    Found = Found || Is(Part);
    return !Found;
  });
  return Found;
}

bool lacuna::assigns(const StmtRef &S, llvm::StringRef Name) {
  return anyOf(S, [&](const Stmt &Part) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&Part);
    return Assign && (Assign->target().Name == Name || Assign->old() == Name);
  });
}

bool lacuna::touches(const StmtRef &S, llvm::StringRef Name) {
  return assigns(S, Name) || anyOf(S, [&](const Stmt &Part) {
           return llvm::any_of(expressions(Part), [&](const ExprRef &E) {
             return usesVar(E, Name);
           });
         });
}

unsigned lacuna::accesses(const StmtRef &S, llvm::StringRef Array) {
  unsigned Count = 0;
  walk(S, [&](const Stmt &Part) {
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(&Part))
      Count += Assign->target().Name == Array;
    for (const ExprRef &E : expressions(Part))
      walk(E, [&](const Expr &Node) {
        auto *Load = llvm::dyn_cast<LoadExpr>(&Node);
        Count += Load && Load->array() == Array;
      });
    return true;
  });
  return Count;
}

bool lacuna::streams(const StmtRef &S) {
  return anyOf(S,
               [&](const Stmt &Part) { return llvm::isa<StreamStmt>(&Part); });
}

llvm::StringMap<ExprRef> lacuna::letsIn(const StmtRef &S) {
  llvm::StringMap<ExprRef> Lets;
  // A let names only lets before it, and walk goes in order of the text.
  walk(S, [&](const Stmt &Part) {
    if (auto *Let = llvm::dyn_cast<LetStmt>(&Part))
      Lets[Let->name()] = substitute(Let->init(), Lets);
    return true;
  });
  return Lets;
}

//===- Stmt.cpp - statements of the iteration graph and loop IR -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/graph/Stmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace lacuna;

static bool declares(const Stmt &S) {
  return llvm::isa<LetStmt, VarStmt, LocalArrayStmt>(S);
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

static void appendFlattened(std::vector<StmtRef> &Out, const StmtRef &S) {
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

StmtRef lacuna::assign(Place To, ExprRef Value, SourceTag Tag) {
  return std::make_shared<AssignStmt>(std::move(To), ReduceOp::None,
                                      std::move(Value), /*Atomic=*/false, Tag);
}

StmtRef lacuna::block(std::vector<StmtRef> Body) {
  std::vector<StmtRef> Flat;
  for (const StmtRef &S : Body)
    appendFlattened(Flat, S);
  if (Flat.size() == 1)
    return Flat.front();
  return std::make_shared<BlockStmt>(std::move(Flat));
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
  case Stmt::Kind::Assign:
  case Stmt::Kind::Prefetch:
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
  }
  std::erase(Parts, nullptr);
  return Parts;
}

std::vector<ExprRef> lacuna::expressions(const Stmt &S) {
  std::vector<ExprRef> Parts;
  switch (S.kind()) {
  case Stmt::Kind::Block:
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

//===-- rewriting ---------------------------------------------------------===//

namespace {

/// Rebuilds statements bottom-up; an unchanged statement stays the same object.
class Rewriter {
public:
  Rewriter(llvm::function_ref<StmtRef(const StmtRef &)> OnStmt,
           llvm::function_ref<ExprRef(const ExprRef &)> OnExpr)
      : OnStmt(OnStmt), OnExpr(OnExpr) {}

  StmtRef run(const StmtRef &S) {
    if (!S)
      return nullptr;
    StmtRef Rebuilt = rebuild(S);
    StmtRef Replacement = OnStmt ? OnStmt(Rebuilt) : nullptr;
    return Replacement ? Replacement : Rebuilt;
  }

private:
  ExprRef run(const ExprRef &E) { return OnExpr ? rewrite(E, OnExpr) : E; }

  StmtRef rebuild(const StmtRef &S);
  StmtRef rebuildBlock(const StmtRef &S);
  StmtRef rebuildLocalArray(const StmtRef &S);
  StmtRef rebuildAssign(const StmtRef &S);
  StmtRef rebuildPrefetch(const StmtRef &S);
  StmtRef rebuildStream(const StmtRef &S);
  StmtRef rebuildIf(const StmtRef &S);
  StmtRef rebuildLoop(const StmtRef &S);
  StmtRef rebuildTrack(const StmtRef &S);
  StmtRef rebuildFor(const StmtRef &S);
  StmtRef rebuildWhile(const StmtRef &S);

  llvm::function_ref<StmtRef(const StmtRef &)> OnStmt;
  llvm::function_ref<ExprRef(const ExprRef &)> OnExpr;
};

} // namespace

StmtRef Rewriter::rebuildBlock(const StmtRef &S) {
  auto &Block = llvm::cast<BlockStmt>(*S);
  std::vector<StmtRef> Parts;
  bool Changed = false;
  for (const StmtRef &Part : Block.body()) {
    StmtRef New = run(Part);
    if (New == Part) {
      Parts.push_back(Part);
      continue;
    }
    Changed = true;
    appendFlattened(Parts, New);
  }
  return Changed ? std::make_shared<BlockStmt>(std::move(Parts), S->tag()) : S;
}

StmtRef Rewriter::rebuildLocalArray(const StmtRef &S) {
  auto &Array = llvm::cast<LocalArrayStmt>(*S);
  ExprRef Extent = run(Array.extent()), Init = run(Array.init());
  if (Extent == Array.extent() && Init == Array.init())
    return S;
  return std::make_shared<LocalArrayStmt>(Array.name().str(), Array.elem(),
                                          Extent, Init, S->tag());
}

StmtRef Rewriter::rebuildAssign(const StmtRef &S) {
  auto &Assign = llvm::cast<AssignStmt>(*S);
  const Place &Old = Assign.target();
  Place New = {Old.Name, Old.Ty, run(Old.Index)};
  ExprRef Value = run(Assign.value());
  if (New.Index == Old.Index && Value == Assign.value())
    return S;
  return std::make_shared<AssignStmt>(std::move(New), Assign.op(), Value,
                                      Assign.isAtomic(), S->tag());
}

StmtRef Rewriter::rebuildPrefetch(const StmtRef &S) {
  auto &Fetch = llvm::cast<PrefetchStmt>(*S);
  ExprRef Index = run(Fetch.index()), Count = run(Fetch.count());
  if (Index == Fetch.index() && Count == Fetch.count())
    return S;
  return std::make_shared<PrefetchStmt>(Fetch.array().str(), Fetch.elem(),
                                        Index, Count, S->tag());
}

StmtRef Rewriter::rebuildStream(const StmtRef &S) {
  auto &Stream = llvm::cast<StreamStmt>(*S);
  ExprRef Index = run(Stream.index());
  return Index == Stream.index()
             ? S
             : std::make_shared<StreamStmt>(Stream.array().str(), Stream.elem(),
                                            Index, Stream.from().str(),
                                            Stream.count(), S->tag());
}

StmtRef Rewriter::rebuildIf(const StmtRef &S) {
  auto &If = llvm::cast<IfStmt>(*S);
  ExprRef Cond = run(If.cond());
  StmtRef Then = run(If.thenBody()), Else = run(If.elseBody());
  if (Cond == If.cond() && Then == If.thenBody() && Else == If.elseBody())
    return S;
  return std::make_shared<IfStmt>(Cond, Then, Else, S->tag());
}

StmtRef Rewriter::rebuildLoop(const StmtRef &S) {
  auto &Loop = llvm::cast<LoopStmt>(*S);
  StmtRef Body = run(Loop.body());
  if (Body == Loop.body())
    return S;
  return std::make_shared<LoopStmt>(Loop.var().str(), Body, Loop.tags(),
                                    S->tag(), Loop.merge());
}

StmtRef Rewriter::rebuildTrack(const StmtRef &S) {
  auto &Track = llvm::cast<TrackStmt>(*S);
  StmtRef Enter = run(Track.enter()), Each = run(Track.each()),
          Leave = run(Track.leave());
  if (Enter == Track.enter() && Each == Track.each() && Leave == Track.leave())
    return S;
  return std::make_shared<TrackStmt>(Track.outer().str(), Enter, Each, Leave,
                                     S->tag());
}

StmtRef Rewriter::rebuildFor(const StmtRef &S) {
  auto &For = llvm::cast<ForStmt>(*S);
  ExprRef Lo = run(For.lo()), Hi = run(For.hi()),
          NumThreads = run(For.tags().NumThreads);
  StmtRef Body = run(For.body());
  if (Lo == For.lo() && Hi == For.hi() && Body == For.body() &&
      NumThreads == For.tags().NumThreads)
    return S;
  ForTags Tags = For.tags();
  Tags.NumThreads = NumThreads;
  return std::make_shared<ForStmt>(For.var().str(), Lo, Hi, Body,
                                   std::move(Tags), S->tag());
}

StmtRef Rewriter::rebuildWhile(const StmtRef &S) {
  auto &While = llvm::cast<WhileStmt>(*S);
  ExprRef Cond = run(While.cond());
  StmtRef Body = run(While.body());
  if (Cond == While.cond() && Body == While.body())
    return S;
  return std::make_shared<WhileStmt>(Cond, Body, S->tag());
}

StmtRef Rewriter::rebuild(const StmtRef &S) {
  switch (S->kind()) {
  case Stmt::Kind::Block:
    return rebuildBlock(S);
  case Stmt::Kind::Let: {
    auto &Let = llvm::cast<LetStmt>(*S);
    ExprRef Init = run(Let.init());
    return Init == Let.init()
               ? S
               : std::make_shared<LetStmt>(Let.name().str(), Init, S->tag());
  }
  case Stmt::Kind::Var: {
    auto &Var = llvm::cast<VarStmt>(*S);
    ExprRef Init = run(Var.init());
    return Init == Var.init()
               ? S
               : std::make_shared<VarStmt>(Var.name().str(), Var.type(), Init,
                                           S->tag());
  }
  case Stmt::Kind::LocalArray:
    return rebuildLocalArray(S);
  case Stmt::Kind::Assign:
    return rebuildAssign(S);
  case Stmt::Kind::Prefetch:
    return rebuildPrefetch(S);
  case Stmt::Kind::Stream:
    return rebuildStream(S);
  case Stmt::Kind::If:
    return rebuildIf(S);
  case Stmt::Kind::Loop:
    return rebuildLoop(S);
  case Stmt::Kind::Track:
    return rebuildTrack(S);
  case Stmt::Kind::For:
    return rebuildFor(S);
  case Stmt::Kind::While:
    return rebuildWhile(S);
  }
  llvm_unreachable("unknown statement kind");
}

StmtRef lacuna::rewrite(const StmtRef &S,
                        llvm::function_ref<StmtRef(const StmtRef &)> OnStmt,
                        llvm::function_ref<ExprRef(const ExprRef &)> OnExpr) {
  return Rewriter(OnStmt, OnExpr).run(S);
}

/// The name that stands for \p Name after a renaming by \p Map.
static std::string renamed(llvm::StringRef Name,
                           const llvm::StringMap<ExprRef> &Map) {
  ExprRef New = Map.lookup(Name);
  auto *Var = llvm::dyn_cast_or_null<VarExpr>(New.get());
  return (Var ? Var->name() : Name).str();
}

/// \p S with the variables that it writes renamed: places and the accumulators
/// of a simd reduction are names, not expressions.
static StmtRef renameWritten(const StmtRef &S,
                             const llvm::StringMap<ExprRef> &Map) {
  if (auto *Assign = llvm::dyn_cast<AssignStmt>(S.get())) {
    Place Target = Assign->target();
    if (Target.Index)
      return nullptr;
    Target.Name = renamed(Target.Name, Map);
    if (Target.Name == Assign->target().Name)
      return nullptr;
    return std::make_shared<AssignStmt>(std::move(Target), Assign->op(),
                                        Assign->value(), Assign->isAtomic(),
                                        S->tag());
  }
  if (auto *For = llvm::dyn_cast<ForStmt>(S.get())) {
    ForTags Tags = For->tags();
    for (auto &Reduction : Tags.Reductions)
      Reduction.second = renamed(Reduction.second, Map);
    if (Tags.Reductions == For->tags().Reductions)
      return nullptr;
    return std::make_shared<ForStmt>(For->var().str(), For->lo(), For->hi(),
                                     For->body(), std::move(Tags), S->tag());
  }
  return nullptr;
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
    return Assign && Assign->target().Name == Name;
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

StmtRef lacuna::substitute(const StmtRef &S,
                           const llvm::StringMap<ExprRef> &Map) {
  return rewrite(
      S, [&](const StmtRef &Node) { return renameWritten(Node, Map); },
      [&](const ExprRef &Node) -> ExprRef {
        auto *Var = llvm::dyn_cast<VarExpr>(Node.get());
        return Var ? Map.lookup(Var->name()) : nullptr;
      });
}

//===-- equality ----------------------------------------------------------===//

/// \p Body without blocks that hold a single statement: a body is a scope
/// anyway, so they say nothing. Null for a body that does nothing.
static const Stmt *peelBody(const StmtRef &Body) {
  const Stmt *S = Body.get();
  while (auto *Block = llvm::dyn_cast_or_null<BlockStmt>(S)) {
    if (Block->tag() != 0 || Block->body().size() > 1)
      break;
    S = Block->body().empty() ? nullptr : Block->body().front().get();
  }
  return S;
}

static bool equal(const Stmt *A, const Stmt *B);

static bool equalBodies(const StmtRef &A, const StmtRef &B) {
  return equal(peelBody(A), peelBody(B));
}

static bool equalFor(const ForStmt &A, const ForStmt &B) {
  const ForTags &TA = A.tags(), &TB = B.tags();
  return A.var() == B.var() && structurallyEqual(A.lo(), B.lo()) &&
         structurallyEqual(A.hi(), B.hi()) && TA.Mode == TB.Mode &&
         TA.Schedule == TB.Schedule && TA.Width == TB.Width &&
         structurallyEqual(TA.NumThreads, TB.NumThreads) &&
         TA.Reductions == TB.Reductions && TA.Unroll == TB.Unroll &&
         equalBodies(A.body(), B.body());
}

static bool equalAssign(const AssignStmt &A, const AssignStmt &B) {
  return A.target().Name == B.target().Name && A.target().Ty == B.target().Ty &&
         structurallyEqual(A.target().Index, B.target().Index) &&
         A.op() == B.op() && structurallyEqual(A.value(), B.value()) &&
         A.isAtomic() == B.isAtomic();
}

static bool equalDeclarations(const Stmt &A, const Stmt &B) {
  if (auto *LA = llvm::dyn_cast<LetStmt>(&A)) {
    auto &LB = llvm::cast<LetStmt>(B);
    return LA->name() == LB.name() && structurallyEqual(LA->init(), LB.init());
  }
  if (auto *VA = llvm::dyn_cast<VarStmt>(&A)) {
    auto &VB = llvm::cast<VarStmt>(B);
    return VA->name() == VB.name() && VA->type() == VB.type() &&
           structurallyEqual(VA->init(), VB.init());
  }
  auto &AA = llvm::cast<LocalArrayStmt>(A), &AB = llvm::cast<LocalArrayStmt>(B);
  return AA.name() == AB.name() && AA.elem() == AB.elem() &&
         structurallyEqual(AA.extent(), AB.extent()) &&
         structurallyEqual(AA.init(), AB.init());
}

static bool equalMerges(const MergeRef &A, const MergeRef &B) {
  if (A == B)
    return true;
  return A && B && A->Operands == B->Operands &&
         structurallyEqual(A->Where, B->Where);
}

static bool equalGraph(const Stmt &A, const Stmt &B) {
  if (auto *LA = llvm::dyn_cast<LoopStmt>(&A)) {
    auto &LB = llvm::cast<LoopStmt>(B);
    return LA->var() == LB.var() && LA->tags() == LB.tags() &&
           equalMerges(LA->merge(), LB.merge()) &&
           equalBodies(LA->body(), LB.body());
  }
  auto &TA = llvm::cast<TrackStmt>(A), &TB = llvm::cast<TrackStmt>(B);
  return TA.outer() == TB.outer() && equalBodies(TA.enter(), TB.enter()) &&
         equalBodies(TA.each(), TB.each()) &&
         equalBodies(TA.leave(), TB.leave());
}

static bool equal(const Stmt *A, const Stmt *B) {
  if (A == B)
    return true;
  if (!A || !B || A->kind() != B->kind() || A->tag() != B->tag())
    return false;
  switch (A->kind()) {
  case Stmt::Kind::Block: {
    llvm::ArrayRef<StmtRef> BA = llvm::cast<BlockStmt>(A)->body(),
                            BB = llvm::cast<BlockStmt>(B)->body();
    return std::equal(BA.begin(), BA.end(), BB.begin(), BB.end(),
                      [](const StmtRef &L, const StmtRef &R) {
                        return equal(L.get(), R.get());
                      });
  }
  case Stmt::Kind::Let:
  case Stmt::Kind::Var:
  case Stmt::Kind::LocalArray:
    return equalDeclarations(*A, *B);
  case Stmt::Kind::Assign:
    return equalAssign(*llvm::cast<AssignStmt>(A), *llvm::cast<AssignStmt>(B));
  case Stmt::Kind::Prefetch: {
    auto *PA = llvm::cast<PrefetchStmt>(A), *PB = llvm::cast<PrefetchStmt>(B);
    return PA->array() == PB->array() && PA->elem() == PB->elem() &&
           structurallyEqual(PA->index(), PB->index()) &&
           structurallyEqual(PA->count(), PB->count());
  }
  case Stmt::Kind::Stream: {
    auto *SA = llvm::cast<StreamStmt>(A), *SB = llvm::cast<StreamStmt>(B);
    return SA->array() == SB->array() && SA->elem() == SB->elem() &&
           structurallyEqual(SA->index(), SB->index()) &&
           SA->from() == SB->from() && SA->count() == SB->count();
  }
  case Stmt::Kind::If: {
    auto *IA = llvm::cast<IfStmt>(A), *IB = llvm::cast<IfStmt>(B);
    return structurallyEqual(IA->cond(), IB->cond()) &&
           equalBodies(IA->thenBody(), IB->thenBody()) &&
           equalBodies(IA->elseBody(), IB->elseBody());
  }
  case Stmt::Kind::Loop:
  case Stmt::Kind::Track:
    return equalGraph(*A, *B);
  case Stmt::Kind::For:
    return equalFor(*llvm::cast<ForStmt>(A), *llvm::cast<ForStmt>(B));
  case Stmt::Kind::While: {
    auto *WA = llvm::cast<WhileStmt>(A), *WB = llvm::cast<WhileStmt>(B);
    return structurallyEqual(WA->cond(), WB->cond()) &&
           equalBodies(WA->body(), WB->body());
  }
  }
  llvm_unreachable("unknown statement kind");
}

bool lacuna::structurallyEqual(const StmtRef &A, const StmtRef &B) {
  return equalBodies(A, B);
}

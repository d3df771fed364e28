//===- StmtRewriter.cpp - statements with parts replaced ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/RowsStmt.h"
#include "lacuna/ir/ViewStmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace lacuna;

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
  StmtRef rebuildView(const StmtRef &S);
  StmtRef rebuildGrow(const StmtRef &S);
  StmtRef rebuildExtend(const StmtRef &S);
  StmtRef rebuildAssign(const StmtRef &S);
  StmtRef rebuildPrefetch(const StmtRef &S);
  StmtRef rebuildTouch(const StmtRef &S);
  StmtRef rebuildStream(const StmtRef &S);
  StmtRef rebuildIf(const StmtRef &S);
  StmtRef rebuildLoop(const StmtRef &S);
  StmtRef rebuildTrack(const StmtRef &S);
  StmtRef rebuildFor(const StmtRef &S);
  StmtRef rebuildWhile(const StmtRef &S);
  StmtRef rebuildStored(const StmtRef &S);

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

StmtRef Rewriter::rebuildView(const StmtRef &S) {
  auto &View = llvm::cast<ViewStmt>(*S);
  ExprRef IsWhole = run(View.isWhole()), Begin = run(View.begin());
  if (IsWhole == View.isWhole() && Begin == View.begin())
    return S;
  return std::make_shared<ViewStmt>(View.name().str(), View.elem(), IsWhole,
                                    View.whole().str(), View.part().str(),
                                    Begin, S->tag());
}

StmtRef Rewriter::rebuildGrow(const StmtRef &S) {
  auto &Grow = llvm::cast<GrowStmt>(*S);
  ExprRef Row = run(Grow.row()), Count = run(Grow.count());
  if (Row == Grow.row() && Count == Grow.count())
    return S;
  return std::make_shared<GrowStmt>(Grow.rows().str(), Grow.elem(), Row, Count,
                                    Grow.failed().str(), S->tag());
}

StmtRef Rewriter::rebuildExtend(const StmtRef &S) {
  auto &Extend = llvm::cast<ExtendStmt>(*S);
  ExprRef Count = run(Extend.count());
  return Count == Extend.count() ? S
                                 : std::make_shared<ExtendStmt>(
                                       Extend.array().str(), Count, S->tag());
}

StmtRef Rewriter::rebuildAssign(const StmtRef &S) {
  auto &Assign = llvm::cast<AssignStmt>(*S);
  const Place &Old = Assign.target();
  Place New = {Old.Name, Old.Ty, run(Old.Index)};
  ExprRef Value = run(Assign.value());
  if (New.Index == Old.Index && Value == Assign.value())
    return S;
  return Assign.with(std::move(New), std::move(Value));
}

StmtRef Rewriter::rebuildPrefetch(const StmtRef &S) {
  auto &Fetch = llvm::cast<PrefetchStmt>(*S);
  ExprRef Index = run(Fetch.index()), Count = run(Fetch.count());
  if (Index == Fetch.index() && Count == Fetch.count())
    return S;
  return std::make_shared<PrefetchStmt>(Fetch.array().str(), Fetch.elem(),
                                        Index, Count, S->tag());
}

StmtRef Rewriter::rebuildTouch(const StmtRef &S) {
  auto &Touch = llvm::cast<TouchStmt>(*S);
  ExprRef Index = run(Touch.index()), Number = run(Touch.number());
  ExprRef End = Touch.end() ? run(Touch.end()) : nullptr;
  if (Index == Touch.index() && End == Touch.end() && Number == Touch.number())
    return S;
  return std::make_shared<TouchStmt>(Touch.array().str(), Touch.elem(), Index,
                                     End, Touch.access(), Number, S->tag());
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

StmtRef Rewriter::rebuildStored(const StmtRef &S) {
  auto &Stored = llvm::cast<StoredStmt>(*S);
  std::vector<StoredLoops> All;
  bool IsSame = true;
  for (const StoredLoops &L : Stored.all()) {
    StoredLoops &New = All.emplace_back(L);
    New.Use.First = run(L.Use.First);
    New.Use.Rows = run(L.Use.Rows);
    New.Made = run(L.Made);
    IsSame &= New.Use.First == L.Use.First && New.Use.Rows == L.Use.Rows &&
              New.Made == L.Made;
  }
  const StmtRef Otherwise = run(Stored.otherwise());
  MeasuredRuns Runs = Stored.runs();
  for (ExprRef *E : {&Runs.Threads, &Runs.Reassociates})
    if (*E)
      *E = run(*E);
  if (IsSame && Otherwise == Stored.otherwise() &&
      Runs.Threads == Stored.runs().Threads &&
      Runs.Reassociates == Stored.runs().Reassociates)
    return S;
  return std::make_shared<StoredStmt>(std::move(All), Otherwise,
                                      std::move(Runs), S->tag());
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
  case Stmt::Kind::View:
    return rebuildView(S);
  case Stmt::Kind::Rows:
    return S;
  case Stmt::Kind::Grow:
    return rebuildGrow(S);
  case Stmt::Kind::Extend:
    return rebuildExtend(S);
  case Stmt::Kind::Assign:
    return rebuildAssign(S);
  case Stmt::Kind::Prefetch:
    return rebuildPrefetch(S);
  case Stmt::Kind::Touch:
    return rebuildTouch(S);
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
  case Stmt::Kind::Stored:
    return rebuildStored(S);
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
    if (!Target.Index)
      Target.Name = renamed(Target.Name, Map);
    std::string Old = renamed(Assign->old().str(), Map);
    if (Target.Name == Assign->target().Name && Old == Assign->old())
      return nullptr;
    return std::make_shared<AssignStmt>(std::move(Target), Assign->op(),
                                        Assign->value(), Assign->isAtomic(),
                                        S->tag(), std::move(Old));
  }
  if (auto *Grow = llvm::dyn_cast<GrowStmt>(S.get())) {
    std::string Failed = renamed(Grow->failed(), Map);
    if (Failed == Grow->failed())
      return nullptr;
    return std::make_shared<GrowStmt>(Grow->rows().str(), Grow->elem(),
                                      Grow->row(), Grow->count(),
                                      std::move(Failed), S->tag());
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

StmtRef lacuna::substitute(const StmtRef &S,
                           const llvm::StringMap<ExprRef> &Map) {
  return rewrite(
      S, [&](const StmtRef &Node) { return renameWritten(Node, Map); },
      [&](const ExprRef &Node) -> ExprRef {
        auto *Var = llvm::dyn_cast<VarExpr>(Node.get());
        return Var ? Map.lookup(Var->name()) : nullptr;
      });
}

//===- Reduce.cpp - parallel loops and their reductions -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

/// Partial results live on the stack: no more chunks than this, however many
/// threads there are.
static constexpr int64_t MaxChunks = 512;

//===-- operators ---------------------------------------------------------===//

ExprRef lacuna::identityOf(ReduceOp Op, const Type &Ty) {
  switch (Op) {
  case ReduceOp::Add:
    // -0.0 and not 0.0: `x + 0.0` is not x for x = -0.0.
    if (Ty.isFloat())
      return unary(UnaryOp::Neg,
                   std::make_shared<ConstantExpr>(Ty, std::string("0.0")));
    return constant(Ty, 0);
  case ReduceOp::Mul:
    if (Ty.isFloat())
      return std::make_shared<ConstantExpr>(Ty, std::string("1.0"));
    return constant(Ty, 1);
  case ReduceOp::Xor:
    return constant(Ty, 0);
  case ReduceOp::None:
  case ReduceOp::Min:
  case ReduceOp::Max:
  case ReduceOp::And:
  case ReduceOp::Or:
  case ReduceOp::LAnd:
  case ReduceOp::LOr:
    return nullptr;
  }
  return nullptr;
}

//===-- what a loop reduces into ------------------------------------------===//

namespace {

/// A place outside a loop that its iterations combine values into.
struct Reduction {
  ReduceOp Op;
  Place Target;
};

} // namespace

static bool samePlace(const Place &A, const Place &B) {
  return A.Name == B.Name && structurallyEqual(A.Index, B.Index);
}

static llvm::StringSet<> declaredIn(const StmtRef &Body) {
  llvm::StringSet<> Names;
  walk(Body, [&](const Stmt &S) {
    if (auto *Let = llvm::dyn_cast<LetStmt>(&S))
      Names.insert(Let->name());
    else if (auto *Var = llvm::dyn_cast<VarStmt>(&S))
      Names.insert(Var->name());
    else if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(&S))
      Names.insert(Array->name());
    else if (auto *For = llvm::dyn_cast<ForStmt>(&S))
      Names.insert(For->var());
    return true;
  });
  return Names;
}

/// The places that outlive an iteration of the loop over \p Var, do not depend
/// on it and are reduced into by \p Body.
static std::vector<Reduction> reductionsOf(const StmtRef &Body,
                                           llvm::StringRef Var) {
  llvm::StringSet<> Inside = declaredIn(Body);
  Inside.insert(Var);
  std::vector<Reduction> Found;
  walk(Body, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    if (!Assign || Assign->op() == ReduceOp::None)
      return true;
    const Place &Target = Assign->target();
    bool Varies = Inside.contains(Target.Name);
    for (const auto &Name : freeVars(Target.Index))
      Varies |= Inside.contains(Name.getKey());
    bool Known = llvm::any_of(
        Found, [&](const Reduction &R) { return samePlace(R.Target, Target); });
    if (!Varies && !Known)
      Found.push_back({Assign->op(), Target});
    return true;
  });
  return Found;
}

/// \p Body with reductions into \p From going to the variable \p To.
static StmtRef redirect(const StmtRef &Body, const Place &From,
                        const std::string &To) {
  auto OnStmt = [&](const StmtRef &S) -> StmtRef {
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(S.get())) {
      if (!samePlace(Assign->target(), From))
        return nullptr;
      return std::make_shared<AssignStmt>(Place{To, From.Ty, nullptr},
                                          Assign->op(), Assign->value(),
                                          Assign->isAtomic(), Assign->tag());
    }
    auto *For = llvm::dyn_cast<ForStmt>(S.get());
    if (!For || From.Index)
      return nullptr;
    ForTags Tags = For->tags();
    for (auto &[Op, Name] : Tags.Reductions)
      if (Name == From.Name)
        Name = To;
    return std::make_shared<ForStmt>(For->var().str(), For->lo(), For->hi(),
                                     For->body(), Tags, For->tag());
  };
  return rewrite(Body, OnStmt, nullptr);
}

static ExprRef valueOf(const Place &P) {
  return P.Index ? load(P.Ty, P.Name, P.Index) : var(P.Ty, P.Name);
}

static StmtRef reduceInto(const Place &Target, ReduceOp Op, ExprRef Value,
                          SourceTag Tag) {
  return std::make_shared<AssignStmt>(Target, Op, std::move(Value),
                                      /*Atomic=*/false, Tag);
}

/// Declares an accumulator for \p R that starts at the operator's identity.
static StmtRef accumulator(const Reduction &R, const std::string &Name,
                           SourceTag Tag) {
  ExprRef Init = identityOf(R.Op, R.Target.Ty);
  return std::make_shared<VarStmt>(Name, R.Target.Ty,
                                   Init ? Init : valueOf(R.Target), Tag);
}

static bool asksForReduction(const ParallelTag &Tag) {
  return Tag.Races == RaceStrategy::ParallelReduction ||
         Tag.Races == RaceStrategy::Temporary;
}

//===-- vector lanes ------------------------------------------------------===//

/// OpenMP starts a lane of a floating-point minimum at the largest finite
/// number: with no lane below it an infinity would be lost.
static bool isLossyInLanes(const Reduction &R) {
  return (R.Op == ReduceOp::Min || R.Op == ReduceOp::Max) &&
         R.Target.Ty.isFloat();
}

void lacuna::emitVectorLoop(const ParallelLoop &Loop, MadeNames &Names,
                            std::vector<StmtRef> &Out) {
  StmtRef Body = Loop.Body;
  ForTags Tags;
  Tags.Mode = ForMode::Simd;
  std::vector<StmtRef> Before, After;
  if (asksForReduction(Loop.Tag))
    for (const Reduction &R : reductionsOf(Body, Loop.Var)) {
      if (isLossyInLanes(R))
        Tags.Mode = ForMode::Serial;
      std::string Name = R.Target.Name;
      if (R.Target.Index) {
        Name = Names.get(R.Target.Name + "_lanes");
        Before.push_back(accumulator(R, Name, Loop.Source));
        Body = redirect(Body, R.Target, Name);
        After.push_back(
            reduceInto(R.Target, R.Op, var(R.Target.Ty, Name), Loop.Source));
      }
      Tags.Reductions.emplace_back(R.Op, Name);
    }
  if (Tags.Mode == ForMode::Serial)
    Tags.Reductions.clear();
  StmtRef For = std::make_shared<ForStmt>(Loop.Var, Loop.Lo, Loop.Hi, Body,
                                          Tags, Loop.Source);
  Before.push_back(For);
  Before.insert(Before.end(), After.begin(), After.end());
  Out.push_back(block(std::move(Before)));
}

//===-- threads -----------------------------------------------------------===//

/// \p Body with updates of what iterations share made atomic.
static StmtRef withAtomics(const ParallelLoop &Loop) {
  llvm::StringSet<> Inside = declaredIn(Loop.Body);
  return rewrite(
      Loop.Body,
      [&](const StmtRef &S) -> StmtRef {
        auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
        if (!Assign || Assign->op() == ReduceOp::None ||
            Inside.contains(Assign->target().Name))
          return nullptr;
        return std::make_shared<AssignStmt>(Assign->target(), Assign->op(),
                                            Assign->value(), /*Atomic=*/true,
                                            Assign->tag());
      },
      nullptr);
}

static void emitPlainThreadLoop(const ParallelLoop &Loop, StmtRef Body,
                                std::vector<StmtRef> &Out) {
  ForTags Tags;
  Tags.Mode = ForMode::Threads;
  Tags.Schedule = Loop.Tag.Schedule;
  Tags.NumThreads = Loop.NumThreads;
  Out.push_back(std::make_shared<ForStmt>(Loop.Var, Loop.Lo, Loop.Hi,
                                          std::move(Body), Tags, Loop.Source));
}

/// The number of threads that a parallel region started here has at most.
static ExprRef teamSize(const ParallelLoop &Loop) {
  ExprRef Threads = Loop.NumThreads;
  if (!Threads)
    Threads = std::make_shared<CallExpr>(Type::i32(), "omp_get_max_threads",
                                         std::vector<ExprRef>());
  return cast(Type::i64(), std::move(Threads));
}

namespace {

/// A thread loop cut into chunks of iterations with partial results of their
/// own.
class ChunkedLoop {
public:
  ChunkedLoop(const ParallelLoop &Loop, std::vector<Reduction> Reductions,
              MadeNames &Names)
      : Loop(Loop), Reductions(std::move(Reductions)), Names(Names),
        Chunk(var(Type::i64(), Names.get(Loop.Var + "_chunk"))) {}

  void emit(std::vector<StmtRef> &Out);

private:
  std::string chunkName() const {
    return llvm::cast<VarExpr>(*Chunk).name().str();
  }
  ExprRef let(llvm::StringRef Suffix, ExprRef Value,
              std::vector<StmtRef> &Out) {
    std::string Name = Names.get(Loop.Var + Suffix);
    Out.push_back(std::make_shared<LetStmt>(Name, Value));
    return var(Value->type(), Name);
  }
  ExprRef firstOf(ExprRef Which) const;
  StmtRef chunkBody();
  std::string arrayName(const Reduction &R) {
    return Names.get(R.Target.Name + "_parts");
  }

  const ParallelLoop &Loop;
  std::vector<Reduction> Reductions;
  MadeNames &Names;
  ExprRef Chunk;
  ExprRef Trips, Chunks;
};

} // namespace

/// The first iteration of chunk \p Which: chunks differ in size by one at most.
ExprRef ChunkedLoop::firstOf(ExprRef Which) const {
  ExprRef Whole =
      binary(BinaryOp::Mul, Which, binary(BinaryOp::Div, Trips, Chunks));
  ExprRef Longer =
      binary(BinaryOp::Min, Which, binary(BinaryOp::Rem, Trips, Chunks));
  return binary(BinaryOp::Add, Whole, Longer);
}

StmtRef ChunkedLoop::chunkBody() {
  std::vector<StmtRef> Stmts, Stores;
  StmtRef Body = Loop.Body;
  for (const Reduction &R : Reductions) {
    std::string Name = Names.get(R.Target.Name + "_part");
    const Type &Ty = R.Target.Ty;
    Stmts.push_back(accumulator(R, Name, Loop.Source));
    Body = redirect(Body, R.Target, Name);
    Stores.push_back(std::make_shared<AssignStmt>(
        Place{arrayName(R), Ty, Chunk}, ReduceOp::None, var(Ty, Name),
        /*Atomic=*/false, Loop.Source));
  }
  ExprRef First = let("_first", firstOf(Chunk), Stmts);
  ExprRef Last =
      let("_last", firstOf(binary(BinaryOp::Add, Chunk, i64(1))), Stmts);
  const Type &Ty = Loop.Lo->type();
  ExprRef Base = cast(Type::i64(), Loop.Lo);
  auto At = [&](ExprRef Offset) {
    return cast(Ty, binary(BinaryOp::Add, Base, std::move(Offset)));
  };
  Stmts.push_back(std::make_shared<ForStmt>(Loop.Var, At(First), At(Last), Body,
                                            ForTags(), Loop.Source));
  Stmts.insert(Stmts.end(), Stores.begin(), Stores.end());
  return block(std::move(Stmts));
}

void ChunkedLoop::emit(std::vector<StmtRef> &Out) {
  std::vector<StmtRef> Stmts;
  ExprRef Length = binary(BinaryOp::Sub, cast(Type::i64(), Loop.Hi),
                          cast(Type::i64(), Loop.Lo));
  Trips = let("_trips", binary(BinaryOp::Max, Length, i64(0)), Stmts);
  // A dynamic schedule has something to share out only if there are more chunks
  // than threads.
  bool IsDynamic = Loop.Tag.Schedule && Loop.Tag.Schedule->Kind != "static";
  ExprRef Wanted =
      binary(BinaryOp::Mul, teamSize(Loop), i64(IsDynamic ? 16 : 1));
  Wanted = binary(BinaryOp::Min, i64(MaxChunks), Wanted);
  Chunks = let("_chunks", binary(BinaryOp::Min, Trips, Wanted), Stmts);
  for (const Reduction &R : Reductions)
    Stmts.push_back(std::make_shared<LocalArrayStmt>(
        arrayName(R), R.Target.Ty, i64(MaxChunks), nullptr, Loop.Source));
  ForTags Tags;
  Tags.Mode = ForMode::Threads;
  Tags.NumThreads = Loop.NumThreads;
  if (Loop.Tag.Schedule)
    Tags.Schedule = OmpSchedule{Loop.Tag.Schedule->Kind, 0};
  Stmts.push_back(std::make_shared<ForStmt>(chunkName(), i64(0), Chunks,
                                            chunkBody(), Tags, Loop.Source));
  std::vector<StmtRef> Combine;
  for (const Reduction &R : Reductions)
    Combine.push_back(reduceInto(
        R.Target, R.Op, load(R.Target.Ty, arrayName(R), Chunk), Loop.Source));
  Stmts.push_back(std::make_shared<ForStmt>(chunkName(), i64(0), Chunks,
                                            block(std::move(Combine)),
                                            ForTags(), Loop.Source));
  Out.push_back(block(std::move(Stmts)));
}

void lacuna::emitThreadLoop(const ParallelLoop &Loop, MadeNames &Names,
                            std::vector<StmtRef> &Out) {
  if (Loop.Tag.Races == RaceStrategy::Atomics)
    return emitPlainThreadLoop(Loop, withAtomics(Loop), Out);
  std::vector<Reduction> Reductions;
  if (asksForReduction(Loop.Tag))
    Reductions = reductionsOf(Loop.Body, Loop.Var);
  if (Reductions.empty())
    return emitPlainThreadLoop(Loop, Loop.Body, Out);
  ChunkedLoop(Loop, std::move(Reductions), Names).emit(Out);
}

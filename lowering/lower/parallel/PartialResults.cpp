//===- PartialResults.cpp - what some iterations reduce into --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/parallel/PartialResults.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

static ExprRef isZero(const ExprRef &Count) {
  return binary(BinaryOp::Eq, Count, constant(Count->type(), 0));
}

//===-- counting ----------------------------------------------------------===//

namespace {

class Counter {
public:
  Counter(const Place &Target, llvm::StringRef Inner, const Place &Count,
          const StmtRef &AtFirst)
      : Target(Target), Inner(Inner), Count(Count),
        Step(reduceInto(Count, ReduceOp::Add, constant(Count.Ty, 1), 0)) {
    if (AtFirst)
      First = std::make_shared<IfStmt>(isZero(valueOf(Count)), AtFirst);
  }

  StmtRef run(const StmtRef &Body) const {
    return rewrite(
        Body, [this](const StmtRef &S) { return visit(S); }, nullptr);
  }

  bool isStep(const StmtRef &S) const { return S == Step; }

private:
  StmtRef visit(const StmtRef &S) const;
  StmtRef visitFor(const ForStmt &Loop) const;

  const Place &Target;
  llvm::StringRef Inner;
  const Place &Count;
  StmtRef Step;
  StmtRef First; ///< may be null
};

} // namespace

StmtRef Counter::visit(const StmtRef &S) const {
  if (auto *Assign = llvm::dyn_cast<AssignStmt>(S.get()))
    return samePlace(Assign->target(), Target) ? block({First, Step, S})
                                               : nullptr;
  auto *Loop = llvm::dyn_cast<ForStmt>(S.get());
  return Loop ? visitFor(*Loop) : nullptr;
}

/// In front of the loop over the elements one step stands for all of them: if
/// that loop does not run, there is no element to join with.
StmtRef Counter::visitFor(const ForStmt &Loop) const {
  bool Counts = false;
  walk(Loop.body(), [&](const Stmt &S) {
    Counts |= &S == Step.get();
    return !Counts;
  });
  std::vector<StmtRef> Body = statementsOf(Loop.body());
  ForTags Tags = Loop.tags();
  bool MovesOut = Loop.var() == Inner && llvm::is_contained(Body, Step);
  if (MovesOut)
    Body.erase(llvm::find(Body, Step));
  else if (Counts &&
           (Tags.Mode == ForMode::Simd || Tags.Mode == ForMode::GpuThread))
    Tags.Reductions.push_back({ReduceOp::Add, Count.Name});
  else
    return nullptr;
  StmtRef New =
      std::make_shared<ForStmt>(Loop.var().str(), Loop.lo(), Loop.hi(),
                                block(std::move(Body)), Tags, Loop.tag());
  return MovesOut ? block({Step, New}) : New;
}

bool lacuna::mayLeave(const StmtRef &Body, const Place &Target,
                      llvm::StringRef Inner) {
  if (!Target.Index)
    return false;
  Place Count = updateCount("");
  Counter C(Target, Inner, Count, nullptr);
  return llvm::none_of(statementsOf(C.run(Body)),
                       [&](const StmtRef &S) { return C.isStep(S); });
}

/// It counts, for clang vectorises no loop that sets a flag under a condition.
Place lacuna::updateCount(std::string Name, ExprRef Index) {
  return {std::move(Name), Type::i64(), std::move(Index)};
}

Place lacuna::countUpdates(const Place &Target, llvm::StringRef Inner,
                           const StmtRef &AtFirst, SourceTag Source,
                           StmtRef &Body, MadeNames &Names,
                           std::vector<StmtRef> &Out) {
  Place Count = updateCount(Names.fresh(Target.Name + "_updates"));
  Out.push_back(std::make_shared<VarStmt>(Count.Name, Count.Ty,
                                          constant(Count.Ty, 0), Source));
  Body = Counter(Target, Inner, Count, AtFirst).run(Body);
  return Count;
}

StmtRef lacuna::ifUpdated(const ExprRef &Count, StmtRef Join) {
  if (!Count)
    return Join;
  return std::make_shared<IfStmt>(
      binary(BinaryOp::Ne, Count, constant(Count->type(), 0)), std::move(Join));
}

//===-- variables ---------------------------------------------------------===//

PartialResult lacuna::reduceApart(const Reduction &R, const std::string &Name,
                                  ExprRef Start, SourceTag Source,
                                  StmtRef &Body, MadeNames &Names,
                                  std::vector<StmtRef> &Out) {
  const Type &Ty = R.Target.Ty;
  PartialResult Result = {{Name, partType(R), nullptr}, std::nullopt, Ty};
  bool ReadsTarget = !Start && !identityOf(R.Op, Ty);
  if (!Start)
    Start = startOf(R);
  if (mayLeave(Body, R.Target)) {
    Result.Count = countUpdates(
        R.Target, "",
        ReadsTarget ? assign(Result.Variable, Start, Source) : nullptr, Source,
        Body, Names, Out);
    if (ReadsTarget)
      Start = identityOf(ReduceOp::Add, Ty);
  }
  const Type &Own = Result.Variable.Ty;
  Out.push_back(std::make_shared<VarStmt>(Name, Own, cast(Own, Start), Source));
  Body = redirect(Body, R.Target, Result.Variable);
  if (Own != Ty)
    Body = inType(Body, Result.Variable);
  return Result;
}

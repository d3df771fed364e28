//===- Tuning.cpp - what trials are told, and what they say ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/checks/Tuning.h"
#include "lacuna/analysis/loops/OutermostLoop.h"
#include "lacuna/lower/parallel/Chunks.h"

using namespace lacuna;

bool lacuna::isTuned(const Choice &C) {
  return !C.Versions.empty() && C.Versions.front().Candidate != 0;
}

void lacuna::declareTuning(LoopProgram &P) {
  for (const char *Name :
       {TuningNames::Candidate, TuningNames::Formats, TuningNames::Trips,
        TuningNames::Work, TuningNames::Threads}) {
    Operand Variable{Name,
                     OperandKind::LiveOut,
                     Type::i64(),
                     /*Written=*/false,
                     /*Scratch=*/false,
                     /*Extent=*/nullptr};
    P.Operands.push_back(std::move(Variable));
  }
}

StmtRef lacuna::tunedSizes(const Choice &C) {
  const Nest &N = C.Versions.back().Graph;
  const Type Ty = Type::i64();
  auto Set = [&](const char *Name, const ExprRef &Value) {
    return assign({Name, Ty, nullptr}, Value);
  };
  std::vector<StmtRef> Sizes;
  if (C.Trips)
    Sizes.push_back(Set(TuningNames::Trips, C.Trips));
  // An estimate may be more than the type holds.
  const ExprRef Most = std::make_shared<ConstantExpr>(Type::f64(), "1.0E+18");
  Sizes.push_back(
      Set(TuningNames::Work, cast(Ty, binary(BinaryOp::Min, C.Work, Most))));
  StmtRef Known = block(std::move(Sizes));
  // There is nothing to be read where the outermost loop does not run.
  if (const ExprRef Runs = runsAtAll(N))
    Known = std::make_shared<IfStmt>(Runs, Known);
  // A GPU has a class of its own.
  return block({Set(TuningNames::Threads,
                    isOnGpu(N) ? i64(0) : teamSize(N.Facts.NumThreads)),
                std::move(Known)});
}

bool lacuna::isOnGpu(const Nest &N) {
  return anyOf(N.Body, [](const Stmt &S) { return gpuTag(S) != nullptr; });
}

bool lacuna::isTriedFormat(const Version &V) {
  return V.Candidate != 0 && V.Graph.Layout;
}

ExprRef lacuna::isAskedFor(unsigned Candidate) {
  return binary(BinaryOp::Eq, var(Type::i64(), TuningNames::Candidate),
                i64(Candidate));
}

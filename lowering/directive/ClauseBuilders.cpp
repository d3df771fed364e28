//===- ClauseBuilders.cpp - clauses that nobody wrote ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/directive/ClauseBuilders.h"
#include "lacuna/directive/ClauseWords.h"
#include <utility>

using namespace lacuna;

Clause clauses::call(std::string Name, std::vector<std::string> Args) {
  Clause C;
  C.Name = std::move(Name);
  C.HasParens = true;
  for (std::string &Arg : Args)
    C.Args.push_back({std::move(Arg), {}});
  return C;
}

Clause clauses::split(std::string Loop, std::string Outer, std::string Inner,
                      int64_t Factor) {
  return call("split", {std::move(Loop), std::move(Outer), std::move(Inner),
                        std::to_string(Factor)});
}

Clause clauses::divideBalanced(std::string Loop, std::string Piece,
                               std::string Inner, const std::string &Balanced) {
  return call("divide", {std::move(Loop), std::move(Piece), std::move(Inner),
                         "threads", "balance(" + Balanced + ")"});
}

Clause clauses::fuse(std::string Outer, std::string Inner, std::string Fused) {
  return call("fuse", {std::move(Outer), std::move(Inner), std::move(Fused)});
}

Clause clauses::reorder(std::string Outer, std::string Inner) {
  return call("reorder", {std::move(Outer), std::move(Inner)});
}

Clause clauses::order(std::vector<std::string> Loops) {
  return call("order", std::move(Loops));
}

Clause clauses::bound(std::string Loop, std::string Bounded, int64_t Value,
                      BoundKind Kind) {
  return call("bound", {std::move(Loop), std::move(Bounded),
                        std::to_string(Value), wordFor(Kind).str()});
}

Clause clauses::unroll(std::string Loop, int64_t Copies) {
  return call("unroll", {std::move(Loop), std::to_string(Copies)});
}

Clause clauses::prefetch(std::string Position, std::string Array,
                         int64_t Ahead) {
  return call("prefetch",
              {std::move(Position), std::move(Array), std::to_string(Ahead)});
}

Clause clauses::parallelize(std::string Loop, ParallelUnit Unit,
                            RaceStrategy Races, int64_t Width) {
  std::vector<std::string> Args = {std::move(Loop), wordFor(Unit).str(),
                                   wordFor(Races).str()};
  if (Width != 0)
    Args.push_back("width(" + std::to_string(Width) + ")");
  return call("parallelize", std::move(Args));
}

Clause clauses::measuredWavefront(std::string Loop) {
  return call("parallelize",
              {std::move(Loop), wordFor(ParallelUnit::CpuThread).str(),
               wordFor(RaceStrategy::Wavefront).str(),
               ("schedule(" + wordFor(WaveOrder::Auto) + ")").str()});
}

Clause clauses::handOutGuided(std::string Loop, RaceStrategy Races) {
  return call("parallelize",
              {std::move(Loop), wordFor(ParallelUnit::CpuThread).str(),
               wordFor(Races).str(), "schedule(guided, 1)"});
}

Clause clauses::handOut(std::string Loop, RaceStrategy Races, int64_t Chunk) {
  return call("parallelize",
              {std::move(Loop), wordFor(ParallelUnit::CpuThread).str(),
               wordFor(Races).str(),
               "schedule(dynamic, " + std::to_string(Chunk) + ")"});
}

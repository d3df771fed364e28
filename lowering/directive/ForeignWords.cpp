//===- ForeignWords.cpp - words that people bring along -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignWords.h"
#include "lacuna/ir/Spellings.h"

using namespace llvm;

namespace lacuna {

namespace {
struct Answer {
  StringLiteral Word, Text;
};
} // namespace

static constexpr StringLiteral
    OnThreads = "'parallelize(i, cpu_thread, no_races)' runs iterations of 'i' "
                "on threads, and a directive without clauses chooses by itself",
    OnLanes = "'parallelize(p, cpu_vector, no_races)' runs iterations of 'p' "
              "in vector lanes",
    Lanes = "'width(8)' says how many lanes, as in 'parallelize(p, cpu_vector, "
            "no_races, width(8))'",
    Joined = "'parallelize(p, cpu_thread, parallel_reduction)' joins partial "
             "results, of floating-point sums in another order; it finds the "
             "variables by itself",
    OwnCopies = "which variables each iteration has of its own follows from "
                "where they are declared and set; leave it out",
    SetOfThreads = "'num_threads(4)' says how many threads",
    Parallelize = "units and race strategies are arguments of 'parallelize', "
                  "as in 'parallelize(i, cpu_thread, no_races)'",
    OnGpu = "'target(cuda)' runs the loop on a GPU",
    Atomics = "'parallelize(p, cpu_thread, atomics)' makes each update of an "
              "array atomic, and is often slower than one thread; "
              "'parallel_reduction' joins copies",
    InAssume = "it stands in 'assume', as in 'assume(noalias(y, x))'",
    Independent =
        "'assume(independent(i))' vouches that iterations of 'i' touch "
        "nothing that another one writes",
    Tiles = "'split(i, i0, i1, 8)' cuts one loop, 'order(i0, j0, i1, j1)' "
            "moves the parts",
    Copies = "'unroll(p, 4)' makes copies of the body",
    Residency = "'#pragma sparse data' in front of the loop's directive says "
                "which arrays are on the device",
    KeepsOrder =
        "iterations that depend on each other keep their order anyway; "
        "leave it out";

static constexpr Answer Answers[] = {
    {"parallel", OnThreads},
    {"for", OnThreads},
    {"do", OnThreads},
    {"loop", OnThreads},
    {"parallel for", OnThreads},
    {"parallel do", OnThreads},
    {"parallel loop", OnThreads},
    {"simd", OnLanes},
    {"vectorize", OnLanes},
    {"vectorise", OnLanes},
    {"vector", OnLanes},
    {"simdlen", Lanes},
    {"safelen", Lanes},
    {"vectorize_width", Lanes},
    {"vector_length", Lanes},
    {"width", Lanes},
    {"collapse", "'fuse(i, j, f)' makes one loop of two"},
    {"schedule",
     "'schedule' is the last argument of 'parallelize', as in 'parallelize(i, "
     "cpu_thread, no_races, schedule(dynamic, 64))'"},
    {"balance", "'balance' is the last argument of 'divide', as in 'divide(i, "
                "t, ir, threads, balance(p))'"},
    {"reduction", Joined},
    {"firstprivate", OwnCopies},
    {"lastprivate", OwnCopies},
    {"shared", OwnCopies},
    {"default", OwnCopies},
    {"linear", OwnCopies},
    {"threads", SetOfThreads},
    {"nthreads", SetOfThreads},
    {"num_thread", SetOfThreads},
    {"atomic", Atomics},
    {"critical", Atomics},
    {"ivdep", Independent},
    {"if", "'assume(n > 1000)' has your loop run where that does not hold, and "
           "a directive without clauses finds out whether there is enough work "
           "for threads"},
    {"sizes", Tiles},
    {"partial", Copies},
    {"full", Copies},
    {"unroll_count", Copies},
    {"interleave", Copies},
    {"interleave_count", Copies},
    {"interchange", "'reorder(i, j)' swaps two loops"},
    {"map", Residency},
    {"copyin", Residency},
    {"copyout", Residency},
    {"copy", Residency},
    {"create", Residency},
    {"target", OnGpu},
    {"gpu", OnGpu},
    {"cuda", OnGpu},
    {"device", OnGpu},
    {"offload", OnGpu},
    {"teams", OnGpu},
    {"kernels", OnGpu},
    {"gang", OnGpu},
    {"worker", OnGpu},
    {"nowait",
     "threads are always waited for at the end of the loop; leave it out"},
    {"ordered", KeepsOrder},
    {"seq", KeepsOrder},
    {"proc_bind", "OMP_PROC_BIND in the environment binds threads"},
    {"strict", "'fp(strict)' keeps the order of floating-point sums"},
};

static constexpr Answer Meant[] = {
    {"CPUThread", "cpu_thread"},
    {"thread", "cpu_thread"},
    {"threads", "cpu_thread"},
    {"omp", "cpu_thread"},
    {"parallel", "cpu_thread"},
    {"CPUVector", "cpu_vector"},
    {"simd", "cpu_vector"},
    {"vector", "cpu_vector"},
    {"lanes", "cpu_vector"},
    {"GPUBlock", "gpu_block"},
    {"block", "gpu_block"},
    {"gang", "gpu_block"},
    {"GPUWarp", "gpu_warp"},
    {"warp", "gpu_warp"},
    {"worker", "gpu_warp"},
    {"GPUThread", "gpu_thread"},
    {"NoRaces", "no_races"},
    {"Atomics", "atomics"},
    {"atomic", "atomics"},
    {"Temporary", "temporary"},
    {"ParallelReduction", "parallel_reduction"},
    {"reduction", "parallel_reduction"},
    {"IgnoreRaces", "ignore_races"},
    {"independent", "ignore_races"},
    {"MinExact", "min_exact"},
    {"MaxExact", "max_exact"},
    {"MinConstraint", "min_constraint"},
    {"MaxConstraint", "max_constraint"},
    {"gpu", "cuda"},
    {"device", "cuda"},
    {"nvidia", "cuda"},
};

static StringRef textFor(ArrayRef<Answer> Table, StringRef Word) {
  for (const Answer &A : Table)
    if (A.Word == Word)
      return A.Text;
  return "";
}

StringRef answerToForeign(StringRef Name) {
  if (fromWord<ParallelUnit>(Name) || fromWord<RaceStrategy>(Name))
    return Parallelize;
  if (fromWord<Assumption>(Name))
    return InAssume;
  return textFor(Answers, Name);
}

StringRef wordForForeign(StringRef Word) { return textFor(Meant, Word); }

bool isForeignPair(StringRef First, StringRef Second) {
  return (First == "parallel" &&
          (Second == "for" || Second == "do" || Second == "loop"));
}

} // namespace lacuna

//===- MutationTest.cpp - faults planted in kernels -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each fault is one that a generator of kernels could have; ptxas takes them
// all. At least one seed must show it, and nearly all do.
//
//===----------------------------------------------------------------------===//

#include "Launcher.h"
#include "Products.h"

namespace {

struct Fault {
  const char *Name, *Kernel;
  /// Replaced within the kernel, where it stands once.
  const char *From, *To;
  /// Part of what is found; one alternative per line.
  const char *Found;
};

const char *const Differs = "the result differs";
const char *const Race = "races with";
const char *const Nowhere = "which belongs to nothing";

const Fault Faults[] = {
    // Missing atomics
    {"StoreForAtomic", "position_split",
     "atomicAdd(y + i, sum);\n      sum = 0.0;", "y[i] += sum;\n sum = 0.0;",
     Race},
    {"StoreBehindTheWarp", "position_split",
     "if (lane == 0)\n      atomicAdd(y + i, sum);",
     "if (lane == 0)\n      y[i] += sum;", Race},
    {"StoreForAtomicInDivergence", "position_split",
     "} else {\n    atomicAdd(y + i, sum);", "} else {\n    y[i] += sum;",
     Race},
    {"SharedStoreForAtomic", "histogram", "atomicAdd(&part[crd[p]], 1);",
     "++part[crd[p]];", Race},
    {"GlobalStoreForAtomic", "histogram", "atomicAdd(counts + j, part[j]);",
     "counts[j] += part[j];", Race},
    // Missing and misplaced barriers
    {"NoBarrierBeforeReading", "block_per_row", "  __syncthreads();\n", "",
     "never been written\nraces with"},
    {"NoBarrierAfterClearing", "histogram",
     "    part[j] = 0;\n  __syncthreads();\n", "    part[j] = 0;\n",
     "never been written\nraces with"},
    {"NoBarrierBeforeTheEnd", "histogram",
     "part[crd[p]], 1);\n  __syncthreads();\n", "part[crd[p]], 1);\n", Race},
    {"NoBarrierInATile", "dense_tile", "    __syncthreads();\n    for",
     "    for", "never been written\nraces with"},
    {"NoBarrierBeforeTheNextTile", "dense_tile",
     "    __syncthreads(); // before the next tile\n", "", Race},
    {"NoWarpBarrier", "dense_columns", "        __syncwarp();\n", "",
     "never been written\nraces with"},
    {"NoWarpBarrierBeforeTheNextPart", "dense_columns",
     "        __syncwarp(0xffffffff);\n", "", Race},
    {"BlockBarrierInAWarpsLoop", "dense_columns", "        __syncwarp();\n",
     "        __syncthreads();\n",
     "different barriers\nhave returned\nwaits for lane\ndeadlock"},
    {"ReturnBeforeTheBarrier", "block_per_row", "  if (lane == 0)\n    partial",
     "  if (warp == 3) return;\n  if (lane == 0)\n    partial",
     "have returned\nnever been written"},
    {"BarrierInABranch", "block_per_row", "  __syncthreads();\n",
     "  if (warp != 2) __syncthreads();\n",
     "have returned\nnever been written"},
    // Shuffles and votes
    {"WrongWidth", "warp_per_row", "__shfl_down_sync(0xffffffff, sum, d)",
     "__shfl_down_sync(0xffffffff, sum, d, 16)", Differs},
    {"WrongDirection", "warp_per_row", "__shfl_down_sync(0xffffffff, sum, d)",
     "__shfl_up_sync(0xffffffff, sum, d)", Differs},
    {"MissingStep", "warp_per_row", "int d = 16", "int d = 8", Differs},
    {"MaskWithoutALane", "warp_per_row", "__shfl_down_sync(0xffffffff, sum, d)",
     "__shfl_down_sync(0x7fffffff, sum, d)", "lane 31 is not in its mask"},
    {"ShuffleInDivergence", "warp_per_row",
     "      sum += __shfl_down_sync(0xffffffff, sum, d);",
     "      if (lane < d) sum += __shfl_down_sync(0xffffffff, sum, d);",
     "waits for lane\nhas returned"},
    {"ShuffleInALoopOfLanes", "warp_per_row",
     "      sum += __ldg(val + p) * __ldg(x + __ldg(crd + p));",
     "      sum += __ldg(val + p) * __ldg(x + __shfl_sync(~0u, __ldg(crd + p), "
     "lane));",
     "waits for lane\nhas returned"},
    {"VoteForgotten", "position_split",
     "if (__all_sync(0xffffffff, i == __shfl_sync(0xffffffff, i, 0)))",
     "if (true)", Differs},
    {"VoteOfAny", "position_split", "__all_sync(", "__any_sync(", Differs},
    {"EveryLaneStores", "warp_per_row", "    if (lane == 0)\n      y[i]",
     "    y[i]", Race},
    {"OneLaneTooMany", "block_per_row", "if (threadIdx.x == 0) {",
     "if (threadIdx.x <= 1) {", Race},
    // Bounds
    {"RowTooMany", "row_per_thread", "i < rows;", "i <= rows;", Nowhere},
    {"RowsForgotten", "row_per_thread", "gridDim.x * blockDim.x) {\n    double",
     "rows) {\n    double", "the result is not complete"},
    {"NoGridStride", "warp_per_row", "i += warps) {", "i += rows) {",
     "the result is not complete"},
    {"PositionTooMany", "row_per_thread", "p < __ldg(pos + i + 1)",
     "p <= __ldg(pos + i + 1)", "the result differs\nwhich belongs to nothing"},
    {"PositionsOfTheLastBlock", "position_split",
     "first + 4 < count ? first + 4 : count", "first + 4", Nowhere},
    {"EmptyRows", "position_split", "while (p == __ldg(pos + i + 1))",
     "if (p == __ldg(pos + i + 1))", Differs},
    {"SearchBeside", "position_split", "last = middle - 1;", "last = middle;",
     "seems to hang"},
    {"ColumnsOfTheLastTile", "dense_columns", "if (k < columns)\n          for",
     "for", Nowhere},
    {"ColumnsThatAreStored", "dense_columns",
     "      if (k < columns)\n        y[", "        y[",
     "races with\nwhich belongs to nothing"},
    {"LanesWithoutColumns", "dense_columns", "k - lane < columns",
     "k < columns", "waits for lane\nhas returned\nnever been written"},
    {"SharedArrayTooSmall", "block_per_row", "partial[4]", "partial[3]",
     "of shared memory, which belongs to nothing"},
    {"PartsOfTheLastWarp", "block_per_row", "w < 4", "w < 3", Differs},
    {"PartNotCleared", "histogram", "    part[j] = 0;", "    ;",
     "never been written"},
    // Memory that is written is no memory for __ldg.
    {"ReadOnlyLoadOfTheResult", "row_per_thread", "double sum = 0.0;",
     "y[i] = 0.0; double sum = __ldg(y + i);", "ld.global.nc"},
};

std::string textWith(const Fault &F) {
  std::string Text = textOf("kernels.cu");
  // position_split shares find_row, which stands in front of all.
  bool IsSearch = std::string(F.Name).starts_with("Search");
  size_t Begin = IsSearch ? 0 : Text.find(std::string(" ") + F.Kernel + "(");
  size_t End = Text.find("\n}\n", Begin);
  // The kernel's own head, too.
  size_t At = Text.find(F.From, Begin);
  EXPECT_LT(At, End) << "'" << F.From << "' is not in " << F.Kernel;
  EXPECT_GT(Text.find(F.From, At + 1), End)
      << "'" << F.From << "' is there twice";
  return Text.replace(At, std::string(F.From).size(), F.To);
}

bool isFound(const Fault &F, const std::string &Error) {
  std::string Rest = F.Found;
  while (true) {
    size_t End = Rest.find('\n');
    if (Error.find(Rest.substr(0, End)) != std::string::npos)
      return true;
    if (End == std::string::npos)
      return false;
    Rest.erase(0, End + 1);
  }
}

class Mutations : public testing::TestWithParam<Fault> {};

TEST_P(Mutations, AreFound) {
  Launcher L(textWith(GetParam()));
  L.Opts.StepLimit = 5'000'000;
  unsigned Shown = 0;
  for (L.Opts.Seed = 0; L.Opts.Seed < 4; ++L.Opts.Seed) {
    std::string Error = runKernel(L, GetParam().Kernel, L.Opts.Seed);
    if (Error.empty())
      continue;
    ++Shown;
    EXPECT_TRUE(isFound(GetParam(), Error)) << Error;
  }
  EXPECT_GE(Shown, 3u);
}

INSTANTIATE_TEST_SUITE_P(All, Mutations, testing::ValuesIn(Faults),
                         [](const auto &Info) { return Info.param.Name; });

} // namespace

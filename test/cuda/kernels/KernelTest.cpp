//===- KernelTest.cpp - kernels of many kinds, run as PTX -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"

namespace {

class Kernels : public testing::TestWithParam<std::string> {};

TEST_P(Kernels, EqualTheHostsLoops) {
  static Launcher L(textOf("kernels.cu"));
  for (std::uint64_t Seed = 0; Seed < 8; ++Seed)
    EXPECT_EQ(runKernel(L, GetParam(), Seed), "") << "seed " << Seed;
}

INSTANTIATE_TEST_SUITE_P(All, Kernels, testing::ValuesIn(KernelNames),
                         [](const auto &Info) { return Info.param; });

} // namespace

//===- KernelTest.cpp - kernels of many kinds, run as PTX -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launcher.h"
#include "Products.h"

namespace {

class Kernels : public testing::TestWithParam<std::string> {};

TEST_P(Kernels, EqualTheHostsLoops) {
  static Launcher L(textOf("kernels.cu"));
  for (L.Opts.Seed = 0; L.Opts.Seed < 8; ++L.Opts.Seed)
    EXPECT_EQ(runKernel(L, GetParam(), L.Opts.Seed), "")
        << "seed " << L.Opts.Seed;
}

INSTANTIATE_TEST_SUITE_P(All, Kernels, testing::ValuesIn(KernelNames),
                         [](const auto &Info) { return Info.param; });

} // namespace

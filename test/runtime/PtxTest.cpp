//===- PtxTest.cpp - kernels that are PTX ---------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include <gtest/gtest.h>

using namespace lacuna::test;

/// Stores 7 so many bytes behind y.
static std::string storingAt(int Offset) {
  return ".version 6.3\n.target sm_75\n.address_size 64\n"
         ".visible .entry store(.param .u64 y) {\n"
         ".reg .b64 %rd<3>;\n.reg .b32 %r<2>;\n"
         "ld.param.u64 %rd1, [y];\n"
         "cvta.to.global.u64 %rd2, %rd1;\n"
         "mov.b32 %r1, 7;\n"
         "st.global.u32 [%rd2+" +
         std::to_string(Offset) +
         "], %r1;\n"
         "ret;\n}\n";
}

static void runStore(int Offset, bool Expected) {
  std::string Text = storingAt(Offset);
  lacuna_image Image = {LACUNA_PTX, 75, Text.c_str(), Text.size() + 1};
  lacuna_module M = module("a.cpp:1");
  M.images = &Image;
  lacuna_region *R = lacuna_begin(&M);
  int Y[2] = {1, 2}; // the first one is the kernel's
  void *DY;
  lacuna_buffer(R, Y, 0, sizeof(int), LACUNA_OUT, &DY);
  void *Args[] = {&DY};
  const std::uint64_t Grid[3] = {1, 1, 1};
  const std::uint32_t Block[3] = {1, 1, 1};
  lacuna_launch(R, "store", Grid, Block, 0, Args);
  CHECK((lacuna_end(R) == 0) == Expected);
  CHECK(Y[0] == (Expected ? 7 : 1));
  CHECK(Y[1] == 2);
}

TEST(Ptx, Runs) {
  expectRun([] { runStore(0, true); });
}

/// What is wrong with a kernel is told, and the CPU version runs.
TEST(Ptx, FailsWhereItIsWrong) {
  Outcome O = run([] { runStore(4, false); });
  EXPECT_EQ(O.Status, 0);
  EXPECT_NE(O.Text.find("fake cuda: kernel 'store', block (0,0,0), thread "
                        "(0,0,0), line 10 'st.global.u32 [%rd2+4], %r1;': "
                        "writes 4 bytes at "),
            std::string::npos)
      << O.Text;
  EXPECT_NE(O.Text.find("lacuna: a.cpp:1: the CPU version runs: the device has "
                        "failed (cuStreamSynchronize: "
                        "CUDA_ERROR_LAUNCH_FAILED)\n"),
            std::string::npos)
      << O.Text;
}

/// What comes back must have been written.
TEST(Ptx, ForgetsAResult) {
  expectRun(
      [] {
        lacuna_module M = module("a.cpp:1");
        lacuna_region *R = lacuna_begin(&M);
        int Y = 1;
        void *DY;
        lacuna_buffer(R, &Y, 0, sizeof Y, LACUNA_OUT, &DY);
        CHECK(lacuna_end(R) == 0);
        CHECK(fakeCudaUse().Errors == 1);
      },
      "fake cuda: copy to the host of bytes that were never written\n");
}

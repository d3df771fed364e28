//===- Program.h - small programs of tests ----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_PTX_PROGRAM_H
#define LACUNA_TEST_CUDA_PTX_PROGRAM_H

#include "Ptx.h"
#include <gtest/gtest.h>

/// A kernel `k` with one parameter, the address of a buffer of 256 bytes, which
/// it finds in %a0; %r0 is the thread's number in its block.
struct Program {
  /// \p Body stands between declarations and `ret`; \p Before in front of k.
  explicit Program(const std::string &Body, const std::string &Before = "") {
    std::string Text = R"(.version 6.3
.target sm_75
.address_size 64
)" + Before + R"(.visible .entry k(.param .u64 buffer)
{
.reg .pred %p<8>;
.reg .b16 %h<8>;
.reg .b32 %r<8>;
.reg .b64 %a<8>;
.reg .f32 %f<8>;
.reg .f64 %g<8>;
ld.param.u64 %a0, [buffer];
mov.u32 %r0, %tid.x;
)" + Body + "\nret;\n}\n";
    std::string Error;
    M = lacuna::ptx::Module::parse(Text, Error);
    EXPECT_TRUE(M) << Error;
    Buffer = Device.allocate(256);
    std::vector<unsigned> Zeros(64);
    Device.write(Buffer, Zeros.data(), 256);
  }

  /// The error, empty if there is none.
  std::string run(lacuna::ptx::Dim3 Grid = {}, lacuna::ptx::Dim3 Block = {}) {
    if (!M)
      return "not parsed";
    Last =
        lacuna::ptx::launch(*M, "k", Grid, Block, DynamicShared,
                            std::as_bytes(std::span(&Buffer, 1)), Device, Opts);
    return Last.Error;
  }

  template <typename T> T at(unsigned Offset) const {
    T V;
    Device.read(&V, Buffer + Offset, sizeof V);
    return V;
  }

  std::unique_ptr<lacuna::ptx::Module> M;
  lacuna::ptx::Heap Device;
  std::uint64_t Buffer = 0;
  lacuna::ptx::Options Opts;
  unsigned DynamicShared = 0;
  lacuna::ptx::Result Last;
};

#endif // LACUNA_TEST_CUDA_PTX_PROGRAM_H

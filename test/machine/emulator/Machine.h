//===- Machine.h - blocks, warps and lanes on the host ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of a block are fibers, each of which runs until it waits for others;
// which runs next is random. Blocks run one after the other, in random order.
// For ThreadSanitizer all threads of a launch are concurrent but for what
// __syncthreads and __syncwarp order.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_EMULATOR_MACHINE_H
#define LACUNA_TEST_CUDA_EMULATOR_MACHINE_H

#include <array>
#include <cstdint>
#include <functional>

namespace emulator {

struct Dim3 {
  unsigned x = 1, y = 1, z = 1;
};

/// Of the thread that runs.
extern Dim3 ThreadIndex, BlockIndex, BlockSize, GridSize;

/// Runs \p Kernel once for each thread. Orders depend on \p Seed.
void launch(Dim3 Grid, Dim3 Block, std::uint64_t Seed,
            const std::function<void()> &Kernel);

/// Waits for all threads of the block.
void waitForBlock();

/// What the lanes of a warp tell each other at a collective.
using Values = std::array<std::uint64_t, 32>;

/// Waits until all lanes of \p Mask are at a collective called \p Name;
/// returns what they came with. Memory is ordered if \p Orders.
Values meet(const char *Name, unsigned Mask, std::uint64_t Value = 0,
            bool Orders = false);

/// That of the thread that runs.
unsigned lane();

/// Tells what the running thread does wrong, and ends the program.
[[noreturn]] void fail(const char *What);

} // namespace emulator

#endif // LACUNA_TEST_CUDA_EMULATOR_MACHINE_H

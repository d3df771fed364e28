//===- Random.h - numbers that a seed decides on ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_PTX_RANDOM_H
#define LACUNA_TEST_CUDA_PTX_RANDOM_H

#include <cstdint>

namespace lacuna::ptx {

/// Marsaglia's xorshift64*.
class Random {
public:
  explicit Random(std::uint64_t Seed)
      : State((Seed + 1) * 0x9e37'79b9'7f4a'7c15 | 1) {
    for (int I = 0; I < 4; ++I)
      next();
  }
  std::uint64_t next() {
    State ^= State >> 12;
    State ^= State << 25;
    State ^= State >> 27;
    return State * 0x2545'f491'4f6c'dd1d;
  }
  std::uint64_t below(std::uint64_t N) { return (next() >> 11) % N; }

private:
  std::uint64_t State;
};

} // namespace lacuna::ptx

#endif // LACUNA_TEST_CUDA_PTX_RANDOM_H

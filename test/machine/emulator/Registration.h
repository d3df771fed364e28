//===- Registration.h - kernels for the driver that stands in ---*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_EMULATOR_REGISTRATION_H
#define LACUNA_TEST_CUDA_EMULATOR_REGISTRATION_H

#include "FakeCuda.h"
#include "Machine.h"
#include <cstdlib>
#include <utility>

namespace emulator {

/// Has the stand-in for CUDA's driver run the function \p Kernel where a module
/// has a kernel of its name.
template <auto Kernel> class Registration;

template <typename... Ps, void (*Kernel)(Ps...)> class Registration<Kernel> {
public:
  explicit Registration(const char *Name) {
    constexpr std::size_t Sizes[] = {sizeof(Ps)..., 0};
    fakeCudaUseFunctions();
    fakeCudaKernel(Name, run, Sizes, sizeof...(Ps));
  }

private:
  static void run(const unsigned Grid[3], const unsigned Block[3],
                  void *const *Arguments) {
    launch({Grid[0], Grid[1], Grid[2]}, {Block[0], Block[1], Block[2]}, seed(),
           [&] { call(Arguments, std::index_sequence_for<Ps...>()); });
  }
  template <std::size_t... Is>
  static void call(void *const *Arguments, std::index_sequence<Is...>) {
    Kernel(*static_cast<const Ps *>(Arguments[Is])...);
  }
  /// Another one for each launch.
  static std::uint64_t seed() {
    static std::uint64_t Launches = 0;
    const char *Seed = std::getenv("FAKE_CUDA_SEED");
    return (Seed ? std::strtoull(Seed, nullptr, 0) : 0) + ++Launches;
  }
};

} // namespace emulator

#endif // LACUNA_TEST_CUDA_EMULATOR_REGISTRATION_H

//===- emulate.cpp - runs kernels.cu as plain C++ -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulator.h"
#include KERNELS
#include "Products.h"
#include <cstdio>
#include <memory>

namespace {

/// What kernels are handed: an integer, or an address as one.
template <typename P, typename A> P argument(A Value) {
  if constexpr (std::is_pointer_v<P>)
    return reinterpret_cast<P>(std::uintptr_t(Value));
  else
    return Value;
}

class Launcher {
public:
  template <typename T> std::uint64_t copy(const std::vector<T> &V) {
    std::uint64_t Address = allocate<T>(V.size());
    std::memcpy(pointer<char>(Address), V.data(), V.size() * sizeof(T));
    return Address;
  }
  /// Of its own size exactly, so that AddressSanitizer sees its ends.
  template <typename T> std::uint64_t allocate(size_t Count) {
    Arrays.push_back(std::make_unique<char[]>(Count * sizeof(T)));
    std::memset(Arrays.back().get(), 0xff, Count * sizeof(T));
    return std::uint64_t(reinterpret_cast<std::uintptr_t>(Arrays.back().get()));
  }
  template <typename T>
  std::vector<T> fetch(std::uint64_t Address, size_t Count) const {
    return std::vector<T>(pointer<T>(Address), pointer<T>(Address) + Count);
  }
  /// What has not been written holds no number.
  bool isWritten(std::uint64_t, size_t) const { return true; }

  template <typename... Args>
  std::string run(const std::string &Name, emulator::Dim3 Grid,
                  emulator::Dim3 Block, Args... Arguments) {
    bool Found = false;
    auto Try = [&]<typename... Ps>(const char *Candidate, void (*F)(Ps...)) {
      if constexpr (sizeof...(Ps) == sizeof...(Args))
        if (Name == Candidate) {
          Found = true;
          emulator::launch(Grid, Block, Seed,
                           [&] { F(argument<Ps>(Arguments)...); });
        }
    };
    Try("row_per_thread", row_per_thread);
    Try("warp_per_row", warp_per_row);
    Try("block_per_row", block_per_row);
    Try("block_starts", block_starts);
    Try("position_split", position_split);
    Try("dense_columns", dense_columns);
    Try("dense_tile", dense_tile);
    Try("histogram", histogram);
    return Found ? "" : "no such kernel";
  }

  std::uint64_t Seed = 0;

private:
  template <typename T> static T *pointer(std::uint64_t Address) {
    return reinterpret_cast<T *>(std::uintptr_t(Address));
  }
  std::vector<std::unique_ptr<char[]>> Arrays;
};

} // namespace

/// Runs all kernels, or those that are named.
int main(int Count, char **Names) {
  std::vector<std::string> Kernels(Names + 1, Names + Count);
  int Failed = 0;
  for (const std::string &Name : Kernels.empty() ? KernelNames : Kernels)
    for (std::uint64_t Seed = 0; Seed < 4; ++Seed) {
      Launcher L;
      L.Seed = Seed;
      std::string Error = runKernel(L, Name, Seed);
      if (Error.empty())
        continue;
      std::printf("%s, seed %d: %s\n", Name.c_str(), int(Seed), Error.c_str());
      Failed = 1;
    }
  return Failed;
}

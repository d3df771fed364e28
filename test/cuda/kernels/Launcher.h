//===- Launcher.h - compiles and runs kernels of tests ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_KERNELS_LAUNCHER_H
#define LACUNA_TEST_CUDA_KERNELS_LAUNCHER_H

#include "Ptx.h"
#include "cuda/DeviceCompiler.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>
#include <gtest/gtest.h>

/// The text of a file of kernels.
inline std::string textOf(const std::string &File) {
  auto Buffer = llvm::MemoryBuffer::getFile(LACUNA_TEST_KERNELS "/" + File);
  EXPECT_TRUE(Buffer) << File;
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

/// A module, a device's memory and launches of its kernels.
class Launcher {
public:
  /// Compiles \p Kernels as the plugin does. A failure is the test's.
  explicit Launcher(llvm::StringRef Kernels, bool WrapsSigned = false) {
    lacuna::plugin::DeviceOptions Opts;
    Opts.Clang = LACUNA_TEST_CLANG;
    Opts.HostTriple = "x86_64-pc-linux-gnu";
    Opts.Contract = "off";
    Opts.WrapsSigned = WrapsSigned;
    auto Text = lacuna::plugin::compileToPtx(Kernels, "test.cu", Opts);
    if (!Text) {
      ADD_FAILURE() << llvm::toString(Text.takeError());
      return;
    }
    Ptx = std::move(*Text);
    std::string Error;
    M = lacuna::ptx::Module::parse(Ptx, Error);
    EXPECT_TRUE(M) << Error << "\n" << Ptx;
  }

  /// Copies to the device.
  template <typename T> std::uint64_t copy(const std::vector<T> &Values) {
    std::uint64_t Address = Device.allocate(Values.size() * sizeof(T));
    Device.write(Address, Values.data(), Values.size() * sizeof(T));
    return Address;
  }
  template <typename T> std::uint64_t allocate(size_t Count) {
    return Device.allocate(Count * sizeof(T));
  }
  template <typename T>
  std::vector<T> fetch(std::uint64_t Address, size_t Count) const {
    std::vector<T> Values(Count);
    Device.read(Values.data(), Address, Count * sizeof(T));
    return Values;
  }

  bool isWritten(std::uint64_t Address, size_t Size) const {
    return Device.written(Address, Size);
  }

  /// Runs a kernel with arguments of exactly its parameters' types; addresses
  /// are std::uint64_t. Returns the error, empty if there is none.
  template <typename... Args>
  std::string run(llvm::StringRef Kernel, lacuna::ptx::Dim3 Grid,
                  lacuna::ptx::Dim3 Block, Args... Arguments) {
    if (!M || !M->kernel(Kernel))
      return "no such kernel";
    const auto &Parameters = M->kernel(Kernel)->Parameters;
    std::vector<std::byte> Bytes(M->kernel(Kernel)->ArgumentSize);
    EXPECT_EQ(Parameters.size(), sizeof...(Args));
    size_t N = 0;
    auto Put = [&](const auto &A) {
      EXPECT_EQ(Parameters[N].Size, sizeof A) << "parameter " << N;
      std::memcpy(Bytes.data() + Parameters[N++].Offset, &A, sizeof A);
    };
    (Put(Arguments), ...);
    Last = lacuna::ptx::launch(*M, Kernel, Grid, Block, DynamicShared, Bytes,
                               Device, Opts);
    return Last.Error;
  }

  std::string Ptx;
  std::unique_ptr<lacuna::ptx::Module> M;
  lacuna::ptx::Heap Device;
  lacuna::ptx::Options Opts;
  unsigned DynamicShared = 0;
  lacuna::ptx::Result Last;
};

#endif // LACUNA_TEST_CUDA_KERNELS_LAUNCHER_H

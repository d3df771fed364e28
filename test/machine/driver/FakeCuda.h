//===- FakeCuda.h - CUDA's driver without a GPU -----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A libcuda.so.1 for tests. Device memory is beyond the host's reach: touching
// it traps. Work of a stream is done when somebody waits for it and not before.
// What the real driver would answer with an error, and what is an error though
// it would not, is told on stderr. Any call can be made to fail.
//
// Kernels are PTX, run by the interpreter, or functions that a test registers.
//
// Environment, read by cuInit:
//   FAKE_CUDA_DEVICES=N     number of devices, 1
//   FAKE_CUDA_SM=N          their compute capability, 90
//   FAKE_CUDA_MEMORY=BYTES  of each device, 2^34
//   FAKE_CUDA_FAIL=CALL:N:CODE  the N-th call of CALL (1 is the first) fails
//   FAKE_CUDA_SEED=N        of the interpreter's orders
//   FAKE_CUDA_COPIES=1      at exit: tells how many copies and launches there
//                           were
//   FAKE_CUDA_LEAKS=1       at exit: device memory that was not freed is an
//                           error, which makes the exit status 66
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_DRIVER_FAKECUDA_H
#define LACUNA_TEST_CUDA_DRIVER_FAKECUDA_H

#include <cstddef>
#include <cstdint>

extern "C" {

/// The \p Nth call of \p Call from now on returns \p Code. If that is an error
/// which leaves a context unusable, the current one is.
void fakeCudaFail(const char *Call, unsigned Nth, int Code);

/// Calls \p Visit with each function that was called, and how often.
void fakeCudaCalls(void (*Visit)(const char *Call, unsigned Count, void *Data),
                   void *Data);

struct FakeCudaUse {
  std::size_t Allocations; ///< in contexts that are still usable
  std::size_t Streams;
  std::size_t Modules;
  std::size_t PendingWork; ///< that nobody has waited for, but frees
  std::size_t Launches;    ///< so far
  std::size_t ToDevice;    ///< copies so far
  std::size_t ToHost;
  std::size_t Errors; ///< told on stderr so far
};
FakeCudaUse fakeCudaUse();

/// The bytes [\p Address, \p Address + \p Size) as the device sees them, for
/// kernels that are functions; ends the program if they are not allocated.
void *fakeCudaBytes(std::uint64_t Address, std::size_t Size);

/// A kernel that is a function: \p Arguments as they were at the launch, all
/// blocks at once.
using FakeKernel = void (*)(const unsigned Grid[3], const unsigned Block[3],
                            void *const *Arguments);
/// Kernels of that name in modules whose text is `functions` are \p Function;
/// \p Sizes of \p Count arguments.
void fakeCudaKernel(const char *Name, FakeKernel Function,
                    const std::size_t *Sizes, std::size_t Count);

/// From now on kernels are those functions in all modules, and memory of
/// devices is the host's, of just the size, so that they use addresses as they
/// are.
void fakeCudaUseFunctions();
}

#endif // LACUNA_TEST_CUDA_DRIVER_FAKECUDA_H

//===- KernelTimer.h - how long kernels run ---------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_KERNELTIMER_H
#define LACUNA_RUNTIME_KERNELTIMER_H

#include "Driver.h"

namespace lacuna::rt {

/// Measures what runs in a stream by the device's clock, once somebody has
/// asked (`lacuna_kernel_seconds`). The stream's context is current. That it
/// could not measure is no failure of what it measures.
class KernelTimer {
public:
  /// In front of the first launch.
  explicit KernelTimer(cuda::Stream S);
  ~KernelTimer();
  KernelTimer(const KernelTimer &) = delete;
  KernelTimer &operator=(const KernelTimer &) = delete;

  /// Behind the last launch.
  void stop();
  /// Notes the time for this thread, once the stream has been waited for.
  void note();

  /// What this thread has noted last, 0 if nothing; from the first call on
  /// there is something to note.
  static double seconds();

private:
  void record(cuda::Event &E);

  Driver &D = Driver::get();
  cuda::Stream Stream;
  cuda::Event Begin = nullptr, End = nullptr;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_KERNELTIMER_H

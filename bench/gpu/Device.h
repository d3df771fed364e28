//===- Device.h - the device that loops run on -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_GPU_DEVICE_H
#define LACUNA_BENCH_GPU_DEVICE_H

#include "gpu/Context.h"
#include "gpu/DeviceMemory.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lacuna::bench {

/// Memory of the device for \p T.
template <typename T> class Array {
public:
  explicit Array(std::shared_ptr<rt::DeviceMemory> Memory)
      : Memory(std::move(Memory)) {}
  T *data() const { return reinterpret_cast<T *>(address()); }
  rt::cuda::DevicePtr address() const { return Memory->address(); }

private:
  std::shared_ptr<rt::DeviceMemory> Memory;
};

/// The device that loops run on, with a stream for all else, seen through
/// Lacuna's runtime. What fails ends the program.
class Device {
public:
  /// Null where there is none; \p Why says why.
  static std::unique_ptr<Device> open(std::string &Why);

  std::string name() const;
  rt::cuda::Stream stream() const { return Lease; }

  template <typename T> Array<T> allocate(size_t Count) {
    return Array<T>(allocateBytes(Count * sizeof(T)));
  }
  template <typename T> Array<T> copyOf(const T *Host, size_t Count) {
    Array<T> A = allocate<T>(Count);
    copyIn(A.address(), Host, Count * sizeof(T));
    return A;
  }
  void copyIn(rt::cuda::DevicePtr To, const void *From, size_t Bytes);
  void copyOut(void *To, rt::cuda::DevicePtr From, size_t Bytes);
  void copy(rt::cuda::DevicePtr To, rt::cuda::DevicePtr From, size_t Bytes);

  /// How long what \p Enqueue puts into the stream takes, by the device's
  /// clock.
  double seconds(const std::function<void()> &Enqueue);

private:
  explicit Device(rt::Context &C) : Where(C), Scope(C), Lease(C) {}
  std::shared_ptr<rt::DeviceMemory> allocateBytes(size_t Bytes);

  rt::Context &Where;
  rt::ContextScope Scope;
  rt::StreamLease Lease;
};

} // namespace lacuna::bench

#endif // LACUNA_BENCH_GPU_DEVICE_H

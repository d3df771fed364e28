//===- Context.h - contexts, their streams and memory -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_CONTEXT_H
#define LACUNA_RUNTIME_CONTEXT_H

#include "Driver.h"
#include "ResidentTable.h"
#include <memory>
#include <mutex>
#include <vector>

namespace lacuna::rt {

/// What the runtime keeps for a CUDA context; it is never destroyed.
class Context {
public:
  /// The one that is current in this thread, else the primary one of device 0.
  static Failure find(Context *&Found);
  /// All that were ever found.
  static std::vector<Context *> all();

  /// The device's compute capability, 75 for 7.5.
  unsigned sm() const { return Sm; }

  /// The most bytes that the threads of a block can share.
  unsigned mostSharedBytes() const { return SharedBytes; }

  /// Ranges of the host's memory that have a copy in this context, guarded by
  /// `residencyMutex`.
  ResidentTable Resident;

private:
  friend class ContextScope;
  friend class DeviceMemory;
  friend class StreamLease;
  Context() = default;
  Failure open(cuda::Context C, unsigned long long Number);

  cuda::Context Handle = nullptr;
  unsigned long long Id = 0;
  unsigned Sm = 0, SharedBytes = 0;
  cuda::MemoryPool Pool = nullptr;
  std::mutex IdleMutex;
  std::vector<cuda::Stream> Idle;
};

/// Makes a context current in this thread for a while.
class ContextScope {
public:
  explicit ContextScope(Context &C);
  ~ContextScope();
  ContextScope(const ContextScope &) = delete;
  ContextScope &operator=(const ContextScope &) = delete;

  /// Why that did not work.
  const Failure &failure() const { return Why; }

private:
  Failure Why;
};

/// A non-blocking stream of a context's that nobody else uses meanwhile. The
/// context is current.
class StreamLease {
public:
  explicit StreamLease(Context &C);
  ~StreamLease();
  StreamLease(const StreamLease &) = delete;
  StreamLease &operator=(const StreamLease &) = delete;

  /// Why there is none.
  const Failure &failure() const { return Why; }
  operator cuda::Stream() const { return Handle; }

private:
  Context &Owner;
  cuda::Stream Handle = nullptr;
  Failure Why;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_CONTEXT_H

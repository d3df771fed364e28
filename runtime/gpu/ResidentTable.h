//===- ResidentTable.h - host memory that is on the device ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_RESIDENTTABLE_H
#define LACUNA_RUNTIME_RESIDENTTABLE_H

#include "DeviceMemory.h"
#include "HostRange.h"
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lacuna::rt {

/// What a kernel computes from bytes of a range alone.
struct Derivation {
  const void *Module = nullptr;
  std::string Kernel;
  HostRange From;
  std::string Key; ///< bytes
  std::size_t Bytes = 0;
  friend bool operator==(const Derivation &, const Derivation &) = default;
};

/// A range of the host's memory and its copy. Guarded by `residencyMutex`;
/// whoever holds it may use `Memory` without.
class ResidentRange {
public:
  explicit ResidentRange(HostRange R) : Host(R) {}

  const HostRange Host;
  /// Null if there was none left: the range is counted, but stays on the host.
  std::shared_ptr<DeviceMemory> Memory;
  std::size_t Uses = 1;
  /// What the host is to have when the last use ends.
  HostRangeSet Owed;

  /// The address on the device of a byte of the range; there is memory.
  cuda::DevicePtr addressOf(std::uintptr_t Byte) const {
    return Memory->address() + (Byte - Host.Begin);
  }

  // Of each byte the host has the current value, the device, or both.
  /// What the host has and the device has not.
  std::vector<HostRange> onHostOnly(HostRange R) const {
    return OnDevice.missing(R);
  }
  std::vector<HostRange> onDeviceOnly(HostRange R) const {
    return Newer.common(R);
  }
  std::vector<HostRange> onHost() const { return Newer.missing(Host); }
  void setOnBoth(HostRange R);
  void setOnHostOnly(HostRange R);
  void setOnDeviceOnly(HostRange R);

  /// What was computed from its present contents; null if nothing was.
  std::shared_ptr<DeviceMemory> derived(const Derivation &What) const;
  /// Keeps that, if the contents are still those of \p AsOf.
  void keep(Derivation What, std::shared_ptr<DeviceMemory> Result,
            unsigned long AsOf);
  /// The contents change: forgets what was computed from them.
  void change();
  unsigned long version() const { return Version; }

private:
  HostRangeSet OnDevice; // bytes whose copy on the device is current
  HostRangeSet Newer;    // those of which only that is
  unsigned long Version = 0;
  std::vector<std::pair<Derivation, std::shared_ptr<DeviceMemory>>> Kept;
};

/// The resident ranges of a context; no two overlap.
class ResidentTable {
public:
  enum class Part { None, Some, All };

  /// How much of \p R, which is not empty, is there, and in \p Found the range
  /// that has all of it.
  Part find(HostRange R, std::shared_ptr<ResidentRange> &Found) const;
  std::vector<std::shared_ptr<ResidentRange>> overlapping(HostRange R) const;
  std::vector<std::shared_ptr<ResidentRange>> all() const;
  /// None of \p R is there.
  std::shared_ptr<ResidentRange> add(HostRange R);
  void remove(const ResidentRange &R);

private:
  std::map<std::uintptr_t, std::shared_ptr<ResidentRange>> Ranges; // by Begin
};

/// Guards the tables of all contexts.
std::mutex &residencyMutex();

/// Whether any table has a range; for those who need not wait for the mutex.
bool isAnythingResident();

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_RESIDENTTABLE_H

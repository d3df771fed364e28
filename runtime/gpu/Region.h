//===- Region.h - one run of a loop on the GPU ------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_REGION_H
#define LACUNA_RUNTIME_REGION_H

#include "FixedArray.h"
#include "Modules.h"
#include "Reachable.h"
#include <cstdlib>

namespace lacuna::rt {

/// Memory that the kernels of a region use.
struct Buffer {
  // As it was named.
  const void *Host; ///< what subscripts count from; null for scratch memory
  HostRange Range;  ///< of scratch memory, its size
  std::uint32_t Flags;
  void **Device;

  // Where it is.
  Reach Place = Reach::Host;
  std::shared_ptr<ResidentRange> Resident = nullptr;
  cuda::DevicePtr Address = 0; ///< of the range's first byte

  bool isScratch() const { return !Host; }
  bool reads() const { return Flags & LACUNA_IN; }
  bool writes() const { return Flags & LACUNA_OUT; }
  /// Whether kernels use it where it is, rather than a copy of this region's.
  bool isInPlace() const { return Resident || Place != Reach::Host; }
};

/// A part of what a launch is repeated for: from where to where it runs.
struct LaunchPart {
  std::int64_t From, To;
  std::uint64_t Blocks;
};

struct Launch {
  const char *Kernel;
  std::uint64_t Grid[3];
  std::uint32_t Block[3];
  std::uint32_t SharedBytes;
  void *const *Args;
  /// Where there are any, it is launched for each in turn, in front of which
  /// the two numbers `Now`, which are among its arguments, say where that is.
  std::vector<LaunchPart> Parts = {};
  std::int64_t *Now = nullptr;
  cuda::Function Function = nullptr;
  bool IsSkipped = false;

  std::size_t times() const { return Parts.empty() ? 1 : Parts.size(); }
};

/// A copy of an array of the runtime's.
struct FixedBuffer {
  std::shared_ptr<const FixedArray> What;
  void **Device;
  std::shared_ptr<DeviceMemory> Memory = nullptr;
  bool IsNew = false;
};

/// Scratch memory that a launch fills, which may be kept.
struct DerivedBuffer {
  Derivation What;
  void **Device;
  std::size_t Launch; ///< its index
  std::shared_ptr<DeviceMemory> Memory = nullptr;
  /// Null if it cannot be kept.
  std::shared_ptr<ResidentRange> Source = nullptr;
  unsigned long Version = 0; ///< of the source
};

/// Host memory that is copied to the device: overlapping ranges are one.
struct CopiedRange {
  HostRange Host;
  bool IsRead = false;
  std::shared_ptr<DeviceMemory> Memory;
};

/// What a loop has asked for, and then doing it.
class Region {
public:
  Region(const lacuna_module &M, Context &C, LoadedModule &Kernels)
      : Module(M), Where(C), Kernels(Kernels) {}

  void add(Buffer B) { Buffers.push_back(std::move(B)); }
  void add(const Launch &L) { Launches.push_back(L); }
  void add(std::shared_ptr<const FixedArray> A, void **Device) {
    Fixed.push_back({std::move(A), Device});
  }
  /// \p What.Module is left to the region.
  void add(Derivation What, void **Device, const Launch &L);

  /// Does it all, or leaves host memory such that the CPU version can run.
  Failure run();

  const lacuna_module &module() const { return Module; }

private:
  // The steps, in their order.
  Failure place();
  Failure place(Buffer &B);
  Failure checkZeroes() const;
  void groupHostMemory();
  Failure attempt();
  void findDerived();
  Failure prepareLaunches();
  Failure prepareSharedMemory(const Launch &L);
  Failure allocate();
  Failure copyIn();
  Failure completeResident();
  Failure save();
  void publish();
  Failure launch();
  Failure launch(const Launch &L, std::uint64_t Blocks);
  Failure launchAll(const Launch &L);
  Failure copyOut();
  void noteResults();
  void settle(const Failure &Why);
  /// Ends the program if there is no CPU version to go on with.
  void checkCpuVersion(const Failure &Why) const;

  Failure breaking(Failure F);
  bool isReadAndWritten(const Buffer &B) const;
  CopiedRange &copiedRangeOf(const Buffer &B);

  struct Saved {
    cuda::DevicePtr Original;
    std::size_t Bytes;
    std::shared_ptr<DeviceMemory> Copy;
  };
  struct Freed {
    void operator()(void *P) const { std::free(P); }
  };
  struct Result {
    const Buffer *Of;
    std::unique_ptr<void, Freed> Staging;
  };

  const lacuna_module &Module;
  Context &Where;
  LoadedModule &Kernels;
  Driver &D = Driver::get();
  std::vector<Buffer> Buffers;
  std::vector<Launch> Launches;
  std::vector<DerivedBuffer> Derived;
  std::vector<FixedBuffer> Fixed;

  cuda::Stream Stream = nullptr;
  std::vector<CopiedRange> Copied; // by address
  std::vector<std::shared_ptr<DeviceMemory>> Scratch;
  std::vector<Saved> Backups;
  std::vector<Result> Results;
  bool HasStarted = false; // kernels may have run
  bool IsBroken = false;   // nobody knows what the device holds
};

} // namespace lacuna::rt

/// The C interface's name for it.
struct lacuna_region : lacuna::rt::Region {
  using Region::Region;
};

#endif // LACUNA_RUNTIME_REGION_H

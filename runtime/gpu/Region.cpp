//===- Region.cpp - one run of a loop on the GPU --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Region.h"
#include "KernelTimer.h"
#include "Messages.h"
#include <algorithm>
#include <cstring>

using namespace lacuna::rt;

void Region::add(Derivation What, void **Device, const Launch &L) {
  What.Module = Module.cache;
  Derived.push_back({std::move(What), Device, Launches.size(), {}, {}});
  add(L);
}

Failure Region::run() {
  ContextScope Scope(Where);
  if (Scope.failure())
    return Scope.failure();
  Failure Why = place();
  if (!Why) {
    StreamLease Lease(Where);
    Stream = Lease;
    Why = Lease.failure() ? Lease.failure() : attempt();
    if (Why && !Lease.failure())
      settle(Why);
  }
  if (Why)
    checkCpuVersion(Why);
  return Why;
}

Failure Region::attempt() {
  findDerived();
  if (Failure F = prepareLaunches())
    return F;
  if (Failure F = allocate())
    return F;
  if (Failure F = copyIn())
    return F;
  if (Failure F = save())
    return F;
  publish();
  if (Failure F = launch())
    return F;
  if (Failure F = copyOut())
    return F;
  noteResults();
  return Failure();
}

/// Notes of a failure that what the device holds is not known any more.
Failure Region::breaking(Failure F) {
  IsBroken |= bool(F);
  return F;
}

//===----------------------------------------------------------------------===//
// Where memory is
//===----------------------------------------------------------------------===//

Failure Region::place() {
  Failure First = checkZeroes();
  for (Buffer &B : Buffers) {
    if (B.isScratch() || B.Range.isEmpty())
      continue;
    // The others, too: whether the CPU version can run depends on all.
    Failure F = place(B);
    if (!First)
      First = std::move(F);
  }
  if (!First)
    groupHostMemory();
  return First;
}

Failure Region::place(Buffer &B) {
  {
    std::lock_guard Lock(residencyMutex());
    auto Ranges = Where.Resident.overlapping(B.Range);
    std::erase_if(Ranges, [](const auto &R) { return !R->Memory; });
    if (!Ranges.empty() && !Ranges.front()->Host.contains(B.Range))
      return Failure("the loop uses memory of which a part only is resident");
    if (!Ranges.empty()) {
      B.Resident = Ranges.front();
      B.Address = B.Resident->addressOf(B.Range.Begin);
      return Failure();
    }
  }
  B.Address = B.Range.Begin;
  return reachOf(B.Range.data(), B.Place);
}

/// Memory cannot start as zero and with the host's values.
Failure Region::checkZeroes() const {
  for (const Buffer &Zero : Buffers)
    for (const Buffer &B : Buffers)
      if (Zero.Flags & LACUNA_ZERO && B.reads() && !Zero.isScratch() &&
          !B.isScratch() && Zero.Range.overlaps(B.Range))
        return Failure("memory that the loop clears overlaps memory that it "
                       "reads");
  return Failure();
}

void Region::groupHostMemory() {
  std::vector<const Buffer *> Order;
  for (const Buffer &B : Buffers)
    if (!B.isScratch() && !B.isInPlace() && !B.Range.isEmpty())
      Order.push_back(&B);
  std::sort(Order.begin(), Order.end(),
            [](auto *A, auto *B) { return A->Range.Begin < B->Range.Begin; });
  for (const Buffer *B : Order) {
    if (Copied.empty() || !Copied.back().Host.overlaps(B->Range))
      Copied.push_back({B->Range, false, nullptr});
    CopiedRange &R = Copied.back();
    R.Host.End = std::max(R.Host.End, B->Range.End);
    R.IsRead |= B->reads();
  }
}

CopiedRange &Region::copiedRangeOf(const Buffer &B) {
  return *std::find_if(Copied.begin(), Copied.end(), [&](const CopiedRange &R) {
    return R.Host.contains(B.Range);
  });
}

/// Whether kernels may read what \p B had before they write it.
bool Region::isReadAndWritten(const Buffer &B) const {
  return B.writes() &&
         std::any_of(Buffers.begin(), Buffers.end(), [&](const Buffer &Other) {
           return Other.reads() && Other.Range.overlaps(B.Range);
         });
}

void Region::findDerived() {
  std::lock_guard Lock(residencyMutex());
  for (DerivedBuffer &To : Derived) {
    const Buffer *Source = nullptr;
    bool IsWritten = false;
    for (const Buffer &B : Buffers) {
      if (B.Resident && B.Range.contains(To.What.From))
        Source = &B;
      IsWritten |= B.writes() && B.Range.overlaps(To.What.From);
    }
    if (!Source || IsWritten)
      continue;
    To.Source = Source->Resident;
    To.Version = To.Source->version();
    To.Memory = To.Source->derived(To.What);
    Launches[To.Launch].IsSkipped = To.Memory != nullptr;
  }
}

//===----------------------------------------------------------------------===//
// Before the first launch
//===----------------------------------------------------------------------===//

static constexpr std::uint64_t MaxGrid[3] = {2147483647, 65535, 65535};

/// A launch has 48 KiB of shared memory unless its function says otherwise.
static constexpr unsigned SharedBytesOfAll = 48 * 1024;

Failure Region::prepareSharedMemory(const Launch &L) {
  if (L.SharedBytes == 0)
    return Failure();
  int OfVariables = 0;
  if (Failure F = D.FuncGetAttribute(&OfVariables, cuda::SharedBytesOfVariables,
                                     L.Function))
    return F;
  const unsigned Most = Where.mostSharedBytes() - unsigned(OfVariables);
  if (L.SharedBytes > Most)
    return Failure("the loop needs " + std::to_string(L.SharedBytes) +
                   " bytes of shared memory where there can be " +
                   std::to_string(Most));
  // The same for all launches, some of which may come from other threads.
  if (L.SharedBytes + unsigned(OfVariables) <= SharedBytesOfAll)
    return Failure();
  return D.FuncSetAttribute(L.Function, cuda::MostSharedBytesOfLaunches,
                            int(Most));
}

Failure Region::prepareLaunches() {
  for (Launch &L : Launches) {
    L.IsSkipped |= std::any_of(L.Grid, L.Grid + 3, [](auto N) { return !N; });
    if (L.IsSkipped)
      continue;
    for (int I = 0; I < 3; ++I)
      if (L.Grid[I] > MaxGrid[I])
        return Failure("the loop needs " + std::to_string(L.Grid[I]) +
                       " blocks where there can be " +
                       std::to_string(MaxGrid[I]));
    if (Failure F = Kernels.kernel(L.Kernel, L.Function))
      return F;
    if (Failure F = prepareSharedMemory(L))
      return F;
  }
  return Failure();
}

Failure Region::allocate() {
  for (CopiedRange &R : Copied)
    if (Failure F =
            DeviceMemory::allocate(Where, R.Host.size(), Stream, R.Memory))
      return F;
  for (Buffer &B : Buffers) {
    if (B.Range.isEmpty() || B.isInPlace())
      continue;
    if (!B.isScratch()) {
      const CopiedRange &R = copiedRangeOf(B);
      B.Address = R.Memory->address() + (B.Range.Begin - R.Host.Begin);
      continue;
    }
    Scratch.emplace_back();
    if (Failure F = DeviceMemory::allocate(Where, B.Range.size(), Stream,
                                           Scratch.back()))
      return F;
    B.Address = Scratch.back()->address();
  }
  for (DerivedBuffer &To : Derived)
    if (!To.Memory && To.What.Bytes != 0)
      if (Failure F =
              DeviceMemory::allocate(Where, To.What.Bytes, Stream, To.Memory))
        return F;
  for (FixedBuffer &To : Fixed) {
    To.Memory = To.What->copyIn(Where);
    To.IsNew = !To.Memory;
    if (To.IsNew)
      if (Failure F = DeviceMemory::allocate(Where, To.What->bytes(), Stream,
                                             To.Memory))
        return F;
  }
  for (const Buffer &B : Buffers) {
    if (!B.writes() || B.isScratch() || B.isInPlace() || B.Range.isEmpty())
      continue;
    // Of what is not read, the CPU version writes every byte anyway.
    std::unique_ptr<void, Freed> Staging;
    if (copiedRangeOf(B).IsRead) {
      Staging.reset(std::malloc(B.Range.size()));
      if (!Staging)
        return Failure("no host memory for results");
    }
    Results.push_back({&B, std::move(Staging)});
  }
  return Failure();
}

Failure Region::copyIn() {
  for (const CopiedRange &R : Copied)
    if (R.IsRead)
      if (Failure F = D.MemcpyHtoDAsync(R.Memory->address(), R.Host.data(),
                                        R.Host.size(), Stream))
        return F;
  for (const FixedBuffer &To : Fixed)
    if (To.IsNew)
      if (Failure F =
              D.MemcpyHtoDAsync(To.Memory->address(), To.What->Elements.data(),
                                To.What->bytes(), Stream))
        return F;
  if (Failure F = completeResident())
    return F;
  for (const Buffer &B : Buffers)
    if (B.Flags & LACUNA_ZERO && !B.Range.isEmpty())
      if (Failure F = D.MemsetD8Async(B.Address, 0, B.Range.size(), Stream))
        return F;
  return Failure();
}

/// Copies what kernels read of resident ranges and the device has not got yet.
Failure Region::completeResident() {
  for (const Buffer &B : Buffers) {
    if (!B.Resident || !B.reads())
      continue;
    std::unique_lock Lock(residencyMutex());
    std::vector<HostRange> Missing = B.Resident->onHostOnly(B.Range);
    Lock.unlock();
    for (HostRange R : Missing)
      if (Failure F = D.MemcpyHtoDAsync(B.Resident->addressOf(R.Begin),
                                        R.data(), R.size(), Stream))
        return F;
  }
  return Failure();
}

/// A launch that fails leaves everything as it is, one that fails after others
/// does not.
Failure Region::save() {
  std::size_t Count = 0;
  for (const Launch &L : Launches)
    Count += L.IsSkipped ? 0 : L.times();
  if (Count < 2)
    return Failure();
  for (const Buffer &B : Buffers) {
    if (!B.isInPlace() || !isReadAndWritten(B))
      continue;
    Saved S = {B.Address, B.Range.size(), nullptr};
    if (Failure F = DeviceMemory::allocate(Where, S.Bytes, Stream, S.Copy))
      return F;
    if (Failure F =
            D.MemcpyDtoDAsync(S.Copy->address(), S.Original, S.Bytes, Stream))
      return F;
    Backups.push_back(std::move(S));
  }
  return Failure();
}

void Region::publish() {
  for (const Buffer &B : Buffers) {
    std::uintptr_t Origin = 0;
    if (!B.Range.isEmpty())
      Origin =
          B.Address - B.Range.Begin + reinterpret_cast<std::uintptr_t>(B.Host);
    *B.Device = reinterpret_cast<void *>(Origin);
  }
  for (const DerivedBuffer &To : Derived)
    *To.Device =
        To.Memory ? reinterpret_cast<void *>(To.Memory->address()) : nullptr;
  for (const FixedBuffer &To : Fixed)
    *To.Device = reinterpret_cast<void *>(To.Memory->address());
}

//===----------------------------------------------------------------------===//
// Kernels and results
//===----------------------------------------------------------------------===//

Failure Region::launch(const Launch &L, std::uint64_t Blocks) {
  Failure F = D.LaunchKernel(L.Function, unsigned(Blocks), L.Grid[1], L.Grid[2],
                             L.Block[0], L.Block[1], L.Block[2], L.SharedBytes,
                             Stream, const_cast<void **>(L.Args), nullptr);
  // It may have waited for the kernel.
  HasStarted |= !F || D.isDead();
  return F ? Failure(F.why() + " (" + L.Kernel + ")") : F;
}

/// A launch takes its arguments along, so that the next one may have others.
Failure Region::launchAll(const Launch &L) {
  if (L.Parts.empty())
    return launch(L, L.Grid[0]);
  for (const LaunchPart &P : L.Parts) {
    L.Now[0] = P.From;
    L.Now[1] = P.To;
    if (Failure F = launch(L, P.Blocks))
      return F;
  }
  return Failure();
}

Failure Region::launch() {
  {
    std::lock_guard Lock(residencyMutex());
    for (const Buffer &B : Buffers)
      if (B.Resident && B.writes())
        B.Resident->change();
  }
  KernelTimer Timer(Stream);
  for (const Launch &L : Launches)
    if (!L.IsSkipped)
      if (Failure F = launchAll(L))
        return F;
  Timer.stop();
  if (Failure F = breaking(D.StreamSynchronize(Stream)))
    return F;
  Timer.note();
  return Failure();
}

Failure Region::copyOut() {
  if (Results.empty())
    return Failure();
  for (const Result &R : Results) {
    const Buffer &B = *R.Of;
    void *To = R.Staging ? R.Staging.get() : B.Range.data();
    if (Failure F = D.MemcpyDtoHAsync(To, B.Address, B.Range.size(), Stream))
      return breaking(F);
  }
  if (Failure F = D.StreamSynchronize(Stream))
    return breaking(F);
  for (const Result &R : Results)
    if (R.Staging)
      std::memcpy(R.Of->Range.data(), R.Staging.get(), R.Of->Range.size());
  return Failure();
}

void Region::noteResults() {
  std::lock_guard Lock(residencyMutex());
  for (const Buffer &B : Buffers) {
    if (!B.Resident)
      continue;
    for (HostRange R : B.Resident->onHostOnly(B.Range))
      B.Resident->setOnBoth(R);
    if (B.writes())
      B.Resident->setOnDeviceOnly(B.Range);
  }
  for (DerivedBuffer &To : Derived)
    if (To.Source)
      To.Source->keep(std::move(To.What), std::move(To.Memory), To.Version);
  for (FixedBuffer &To : Fixed)
    if (To.IsNew)
      To.What->keep(Where, std::move(To.Memory));
}

/// Waits until nothing is under way that the CPU version could meet, and
/// restores what it needs.
void Region::settle(const Failure &Why) {
  (void)breaking(D.StreamSynchronize.regardless(Stream));
  if (HasStarted && !IsBroken) {
    for (const Saved &S : Backups)
      (void)breaking(
          D.MemcpyDtoDAsync(S.Original, S.Copy->address(), S.Bytes, Stream));
    (void)breaking(D.StreamSynchronize(Stream));
  }
  if (IsBroken)
    D.die(Why);
}

void Region::checkCpuVersion(const Failure &Why) const {
  for (const Buffer &B : Buffers) {
    if (B.Place == Reach::Device)
      fatal(Module.where,
            "the GPU could not run this loop, and an array of it is in device "
            "memory: " +
                Why.why());
    if (B.Place == Reach::Both && D.isDead() && HasStarted &&
        isReadAndWritten(B))
      fatal(Module.where,
            "the GPU failed while it changed an array in managed memory: " +
                Why.why());
  }
}

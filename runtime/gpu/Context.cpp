//===- Context.cpp - contexts, their streams and memory -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Messages.h"

using namespace lacuna::rt;

namespace {
struct Contexts {
  std::mutex Mutex;
  std::vector<Context *> Known;
  cuda::Context Primary = nullptr;
};
} // namespace

static Contexts &contexts() {
  static Contexts &All = *new Contexts;
  return All;
}

/// The primary context of device 0; it is retained once and for all.
static Failure primary(Contexts &All, cuda::Context &Found) {
  Driver &D = Driver::get();
  cuda::Device Device = 0;
  if (!All.Primary) {
    if (Failure F = D.DeviceGet(&Device, 0))
      return F;
    if (Failure F = D.DevicePrimaryCtxRetain(&All.Primary, Device))
      return F;
  }
  Found = All.Primary;
  return Failure();
}

Failure Context::find(Context *&Found) {
  Driver &D = Driver::get();
  cuda::Context Handle = nullptr;
  unsigned long long Id = 0;
  if (Failure F = D.CtxGetCurrent(&Handle))
    return F;
  Contexts &All = contexts();
  std::lock_guard Lock(All.Mutex);
  if (!Handle)
    if (Failure F = primary(All, Handle))
      return F;
  if (Failure F = D.idOf(Handle, Id))
    return F;
  for (Context *C : All.Known)
    if (C->Handle == Handle && C->Id == Id) {
      Found = C;
      return Failure();
    }
  auto New = std::unique_ptr<Context>(new Context);
  if (Failure F = New->open(Handle, Id))
    return F;
  Found = New.release();
  All.Known.push_back(Found);
  return Failure();
}

std::vector<Context *> Context::all() {
  std::lock_guard Lock(contexts().Mutex);
  return contexts().Known;
}

/// Memory that the pool keeps between two runs of a loop.
static constexpr unsigned long long PoolReserve = 64ULL << 20;

Failure Context::open(cuda::Context C, unsigned long long Number) {
  Driver &D = Driver::get();
  Handle = C;
  Id = Number;
  ContextScope Scope(*this);
  if (Scope.failure())
    return Scope.failure();
  cuda::Device Device = 0;
  int Major = 0, Minor = 0, HasPools = 0, Shared = 0, Version = 0;
  char Name[128] = "";
  unsigned long long Reserve = PoolReserve;
  cuda::MemoryPoolProperties Properties;
  if (Failure F = D.CtxGetDevice(&Device))
    return F;
  if (Failure F = D.DeviceGetAttribute(&Major, cuda::MajorVersion, Device))
    return F;
  if (Failure F = D.DeviceGetAttribute(&Minor, cuda::MinorVersion, Device))
    return F;
  if (Failure F = D.DeviceGetAttribute(&HasPools, cuda::HasMemoryPools, Device))
    return F;
  if (Failure F = D.DeviceGetAttribute(&Shared, cuda::MostSharedBytes, Device))
    return F;
  if (Failure F = D.DeviceGetName(Name, sizeof Name, Device))
    return F;
  if (Failure F = D.DriverGetVersion(&Version))
    return F;
  Sm = Major * 10 + Minor;
  SharedBytes = unsigned(Shared);
  std::string Text = std::string(Name) + ", sm_" + std::to_string(Sm) +
                     ", CUDA " + std::to_string(Version / 1000) + "." +
                     std::to_string(Version % 1000 / 10);
  if (!HasPools)
    return Failure("the device has no memory pools (" + Text + ")");
  Properties.LocationId = Device;
  if (Failure F = D.MemPoolCreate(&Pool, &Properties))
    return F;
  if (Failure F = D.MemPoolSetAttribute(Pool, cuda::ReleaseThreshold, &Reserve))
    return F;
  log("device " + std::to_string(Device) + ": " + Text);
  return Failure();
}

ContextScope::ContextScope(Context &C)
    : Why(Driver::get().CtxPushCurrent.regardless(C.Handle)) {}

ContextScope::~ContextScope() {
  cuda::Context Popped = nullptr;
  if (!Why)
    (void)Driver::get().CtxPopCurrent.regardless(&Popped);
}

StreamLease::StreamLease(Context &C) : Owner(C) {
  {
    std::lock_guard Lock(Owner.IdleMutex);
    if (!Owner.Idle.empty()) {
      Handle = Owner.Idle.back();
      Owner.Idle.pop_back();
      return;
    }
  }
  Why = Driver::get().StreamCreate(&Handle, cuda::NonBlockingStream);
}

StreamLease::~StreamLease() {
  if (Why)
    return;
  std::lock_guard Lock(Owner.IdleMutex);
  Owner.Idle.push_back(Handle);
}

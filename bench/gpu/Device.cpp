//===- Device.cpp - the device that loops run on -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "gpu/KernelTimer.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace lacuna;
using namespace lacuna::bench;

static rt::Driver &driver() { return rt::Driver::get(); }

static void require(const rt::Failure &F) {
  if (!F)
    return;
  fprintf(stderr, "lacuna-bench-gpu: %s\n", F.why().c_str());
  exit(1);
}

std::unique_ptr<Device> Device::open(std::string &Why) {
  rt::Failure F = driver().unusable();
  rt::Context *C = nullptr;
  if (!F)
    F = rt::Context::find(C);
  if (F) {
    Why = F.why();
    return nullptr;
  }
  std::unique_ptr<Device> D(new Device(*C));
  require(D->Scope.failure());
  require(D->Lease.failure());
  return D;
}

std::string Device::name() const {
  rt::cuda::Device Number = 0;
  char Name[256] = "";
  int Version = 0;
  require(driver().CtxGetDevice(&Number));
  require(driver().DeviceGetName(Name, sizeof Name, Number));
  require(driver().DriverGetVersion(&Version));
  return std::string(Name) + ", sm_" + std::to_string(Where.sm()) +
         ", driver for CUDA " + std::to_string(Version / 1000) + "." +
         std::to_string(Version % 1000 / 10);
}

std::shared_ptr<rt::DeviceMemory> Device::allocateBytes(size_t Bytes) {
  std::shared_ptr<rt::DeviceMemory> Memory;
  require(rt::DeviceMemory::allocate(Where, std::max<size_t>(Bytes, 1), Lease,
                                     Memory));
  return Memory;
}

void Device::copyIn(rt::cuda::DevicePtr To, const void *From, size_t Bytes) {
  if (Bytes == 0)
    return;
  require(driver().MemcpyHtoDAsync(To, From, Bytes, Lease));
  require(driver().StreamSynchronize(Lease));
}

void Device::copyOut(void *To, rt::cuda::DevicePtr From, size_t Bytes) {
  if (Bytes == 0)
    return;
  require(driver().MemcpyDtoHAsync(To, From, Bytes, Lease));
  require(driver().StreamSynchronize(Lease));
}

void Device::copy(rt::cuda::DevicePtr To, rt::cuda::DevicePtr From,
                  size_t Bytes) {
  require(driver().MemcpyDtoDAsync(To, From, Bytes, Lease));
}

double Device::seconds(const std::function<void()> &Enqueue) {
  rt::KernelTimer Timer(Lease);
  Enqueue();
  Timer.stop();
  require(driver().StreamSynchronize(Lease));
  Timer.note();
  return rt::KernelTimer::seconds();
}

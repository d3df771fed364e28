//===- ApplicationTest.cpp - beside an application's own CUDA -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include <csignal>
#include <cstring>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lacuna::test;

namespace {
/// Three numbers in memory that the application got from CUDA.
class Array {
public:
  enum Kind { Device, Managed, PageLocked };

  Array(Kind K, const Vector &Values) : Where(K) {
    unsigned long long Result = 0;
    if (K == Device)
      cuMemAlloc_v2(&Result, 24);
    else if (K == Managed)
      cuMemAllocManaged(&Result, 24, 1);
    else
      cuMemAllocHost_v2(reinterpret_cast<void **>(&Result), 24);
    Address = reinterpret_cast<double *>(Result);
    if (K == Device)
      cuMemcpyHtoD_v2(Result, Values.data(), 24);
    else
      std::memcpy(Address, Values.data(), 24);
  }
  ~Array() {
    if (Where == PageLocked)
      cuMemFreeHost(Address);
    else
      cuMemFree_v2(reinterpret_cast<unsigned long long>(Address));
  }

  operator double *() const { return Address; }
  Vector values() const {
    Vector Result(3);
    if (Where == Device)
      cuMemcpyDtoH_v2(Result.data(),
                      reinterpret_cast<unsigned long long>(Address), 24);
    else
      std::memcpy(Result.data(), Address, 24);
    return Result;
  }

private:
  Kind Where;
  double *Address;
};
} // namespace

/// The application's first steps; its context is the primary one of \p Device.
static void *useCuda(int Device = 0) {
  void *Context = nullptr;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&Context, Device);
  cuCtxSetCurrent(Context);
  return Context;
}

static void *currentContext() {
  void *Context = nullptr;
  cuCtxGetCurrent(&Context);
  return Context;
}

TEST(Memory, IsUsedWhereItIs) {
  for (Array::Kind Kind : {Array::Device, Array::Managed})
    expectRun([Kind] {
      useCuda();
      Array X(Kind, {1, 2, 3}), Y(Kind, {10, 20, 30});
      std::size_t Before = fakeCudaUse().ToDevice;
      Loop L("a.cpp:1");
      L.add(X, Y, 3);
      CHECK(L.isOnGpu());
      CHECK(Y.values() == Vector({11, 22, 33}));
      L.scale(5, X, Y, 3);
      CHECK(Y.values() == Vector({5, 10, 15}));
      CHECK(fakeCudaUse().ToDevice == Before);
    });
}

TEST(Memory, PageLockedMemoryIsTheHosts) {
  expectRun([] {
    useCuda();
    Array X(Array::PageLocked, {1, 2, 3}), Y(Array::PageLocked, {10, 20, 30});
    Loop L("a.cpp:1");
    L.add(X, Y, 3);
    CHECK(L.isOnGpu());
    CHECK(Y.values() == Vector({11, 22, 33}));
    CHECK(fakeCudaUse().ToDevice == 2);
  });
}

TEST(Memory, KindsMayBeMixed) {
  expectRun([] {
    useCuda();
    Array X(Array::Device, {1, 2, 3});
    Vector Y = {10, 20, 30};
    Loop L("a.cpp:1");
    L.add(X, Y.data(), 3);
    CHECK(Y == Vector({11, 22, 33}));
    L.scale(2, Y.data(), X, 3);
    CHECK(X.values() == Vector({22, 44, 66}));
  });
}

TEST(Memory, WhatTheDeviceReachesNeedsNoDataDirective) {
  expectRun([] {
    useCuda();
    for (Array::Kind Kind : {Array::Device, Array::Managed}) {
      Array X(Kind, {1, 2, 3});
      std::size_t Before = fakeCudaUse().ToDevice;
      CHECK(lacuna_data_present(X, 24));
      CHECK(lacuna_data_enter("d.cpp:1", X, 24, LACUNA_IN | LACUNA_PRESENT) ==
            0);
      CHECK(lacuna_data_update("d.cpp:1", X, 24, LACUNA_IN) == 0);
      CHECK(lacuna_data_exit("d.cpp:1", X, 24, LACUNA_OUT) == 0);
      CHECK(fakeCudaUse().ToDevice == Before);
    }
    Array X(Array::PageLocked, {1, 2, 3});
    CHECK(!lacuna_data_present(X, 24));
  });
}

TEST(Memory, FetchReadsWhatKernelsSee) {
  expectRun([] {
    double Value = 0, Host[] = {7, 8};
    lacuna_fetch("a.cpp:1", &Value, &Host[1], 8);
    CHECK(Value == 8);
    useCuda();
    for (Array::Kind Kind : {Array::Device, Array::Managed}) {
      Array X(Kind, {1, 2, 3});
      lacuna_fetch("a.cpp:1", &Value, X + 1, 8);
      CHECK(Value == 2);
    }
    Vector X = {1, 2, 3}, Y(3);
    Loop L("a.cpp:1");
    enter(Y, 0);
    L.scale(2, X.data(), Y.data(), 3);
    lacuna_fetch("a.cpp:1", &Value, &Y[2], 8);
    CHECK(Value == 6);
    leave(Y, 0);
  });
  expectRun(
      [] {
        double Value = 0, Host = 7;
        lacuna_fetch("a.cpp:1", &Value, &Host, 8);
        CHECK(Value == 7);
      },
      "", {{"LACUNA_GPU", "off"}});
}

TEST(Memory, TellsWhatTheDeviceAloneCanReach) {
  expectRun([] {
    double Host = 7;
    useCuda();
    Array OnDevice(Array::Device, {1, 2}), Managed(Array::Managed, {1, 2}),
        Locked(Array::PageLocked, {1, 2});
    CHECK(lacuna_on_device_alone(OnDevice + 1));
    CHECK(!lacuna_on_device_alone(Managed));
    CHECK(!lacuna_on_device_alone(Locked));
    CHECK(!lacuna_on_device_alone(&Host));
    CHECK(!lacuna_on_device_alone(nullptr));
  });
  expectRun(
      [] {
        double Host = 7;
        CHECK(!lacuna_on_device_alone(&Host));
      },
      "", {{"LACUNA_GPU", "off"}});
}

TEST(Memory, DeviceMemoryHasNoCpuVersion) {
  expectRun(
      [] {
        useCuda();
        Array X(Array::Device, {1, 2, 3});
        Vector Y(3);
        Loop L("a.cpp:1");
        fakeCudaFail("cuModuleGetFunction", 1, 500);
        L.scale(2, X, Y.data(), 3);
      },
      "lacuna: a.cpp:1: the GPU could not run this loop, and an array of it is "
      "in "
      "device memory: cuModuleGetFunction: CUDA_ERROR_NOT_FOUND (scale)\n",
      {}, -SIGABRT);
}

/// A launch that fails has changed nothing; what others before it have changed
/// is restored.
TEST(Memory, ManagedMemoryIsRestored) {
  for (unsigned Nth : {1, 2})
    expectRun([Nth] {
      useCuda();
      Array X(Array::Managed, {1, 2, 3}), Y(Array::Managed, {10, 20, 30});
      Loop L("a.cpp:1");
      L.Module.flags = 0;
      fakeCudaFail("cuLaunchKernel", Nth, 701);
      L.add(X, Y, 3);
      CHECK(!L.isOnGpu());
      CHECK(Y.values() == Vector({11, 22, 33}));
    });
}

TEST(Memory, ManagedMemoryThatIsHalfChanged) {
  auto Program = [](bool IsRead) {
    return [IsRead] {
      useCuda();
      Array X(Array::Managed, {1, 2, 3}), Y(Array::Managed, {10, 20, 30});
      Loop L("a.cpp:1");
      L.Module.flags = 0;
      fakeCudaFail("cuStreamSynchronize", 1, 700);
      if (IsRead)
        L.add(X, Y, 3);
      else
        L.scale(2, X, Y, 3);
      CHECK(Y.values() == Vector({2, 4, 6}));
    };
  };
  expectRun(Program(true),
            "lacuna: a.cpp:1: the GPU failed while it changed an array in "
            "managed memory: the device has failed (cuStreamSynchronize: "
            "CUDA_ERROR_ILLEGAL_ADDRESS)\n",
            {}, -SIGABRT);
  expectRun(Program(false)); // the CPU version writes it all
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

static void scaleOnce(Loop &L) {
  Vector X = {1, 2, 3}, Y(3, -1);
  L.scale(2, X.data(), Y.data(), 3);
  CHECK(L.isOnGpu());
  CHECK(Y == Vector({2, 4, 6}));
}

TEST(Contexts, TheCurrentOneIsUsedAndStays) {
  expectRun(
      [] {
        Loop L("a.cpp:1");
        scaleOnce(L);
        CHECK(currentContext() == nullptr);
        void *Own = nullptr;
        cuCtxCreate_v2(&Own, 0, 1);
        scaleOnce(L);
        CHECK(currentContext() == Own);
        CHECK(fakeCudaUse().Modules == 2);
        scaleOnce(L);
        CHECK(fakeCudaUse().Modules == 2);
      },
      "lacuna: device 0: fake GPU, sm_90, CUDA 12.8\n"
      "lacuna: device 1: fake GPU, sm_90, CUDA 12.8\n",
      {{"FAKE_CUDA_DEVICES", "2"}, {"LACUNA_LOG", "1"}});
}

/// What was current stays so where a loop fails, and where the device does.
TEST(Contexts, StayCurrentAfterFailures) {
  for (int Code : {2, 700})
    expectRun([Code] {
      cuInit(0);
      Vector X(3, 1);
      Loop L("a.cpp:1");
      L.Module.flags = 0;
      fakeCudaFail("cuMemcpyHtoDAsync_v2", 1, Code);
      L.scale(2, X.data(), X.data(), 3);
      CHECK(!L.isOnGpu());
      CHECK(X == Vector(3, 2));
      CHECK(currentContext() == nullptr);
    });
}

TEST(Contexts, ADestroyedOneIsNotTakenForAnother) {
  expectRun([] {
    Loop L("a.cpp:1");
    cuInit(0);
    for (int I = 0; I < 3; ++I) {
      void *Own = nullptr;
      cuCtxCreate_v2(&Own, 0, 0);
      scaleOnce(L);
      cuCtxDestroy_v2(Own);
    }
    scaleOnce(L);
  });
}

/// A child runs loops on the CPU; its parent goes on as before.
TEST(Contexts, AreNotInherited) {
  expectRun(
      [] {
        Vector X = {1, 2, 3}, Y = {4, 5, 6};
        Loop L("a.cpp:1");
        enter(X, LACUNA_IN);
        L.scale(2, X.data(), Y.data(), 3);
        CHECK(L.isOnGpu());
        pid_t Child = fork();
        L.add(X.data(), Y.data(), 3);
        CHECK(L.isOnGpu() == (Child != 0));
        CHECK(Y == Vector({3, 6, 9}));
        int Status = 0;
        if (Child == 0)
          _exit(L.isOnGpu());
        waitpid(Child, &Status, 0);
        CHECK(Status == 0);
        leave(X, LACUNA_OUT);
      },
      "lacuna: a.cpp:1: the CPU version runs: the device belongs to the "
      "process "
      "that forked this one\n");
}

/// Each device has its own copy; the CPU version takes part in both.
TEST(Contexts, ResidencyIsPerContext) {
  expectRun(
      [] {
        void *Contexts[2];
        Vector X = {1, 2, 3}, Y[2] = {Vector(3), Vector(3)};
        Loop L("a.cpp:1");
        L.Module.flags = 0;
        for (int I : {0, 1}) {
          Contexts[I] = useCuda(I);
          CHECK(!lacuna_data_present(X.data(), bytes(X)));
          enter(X, LACUNA_IN);
          enter(Y[I], 0);
          L.scale(2 + I, X.data(), Y[I].data(), 3);
        }
        CHECK(lacuna_data_present(Y[1].data(), bytes(Y[1])));
        CHECK(!lacuna_data_present(Y[0].data(), bytes(Y[0])));
        // Whatever is current, the host gets and gives.
        fakeCudaFail("cuModuleGetFunction", 1, 500);
        Loop Cpu("a.cpp:2");
        Cpu.Module.flags = 0;
        Cpu.add(Y[0].data(), X.data(), 3);
        CHECK(!Cpu.isOnGpu());
        CHECK(X == Vector({3, 6, 9}));
        for (int I : {0, 1}) {
          cuCtxSetCurrent(Contexts[I]);
          L.add(X.data(), Y[I].data(), 3);
          CHECK(L.isOnGpu());
          leave(Y[I], LACUNA_OUT);
          leave(X, 0);
        }
        CHECK(Y[0] == Vector({5, 10, 15}));
        CHECK(Y[1] == Vector({6, 12, 18}));
      },
      "", {{"FAKE_CUDA_DEVICES", "2"}});
}

//===- Driver.cpp - CUDA's driver, once it is needed ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "Messages.h"
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <mutex>
#include <pthread.h>
#include <utility>

using namespace lacuna::rt;

Driver &Driver::get() {
  // Loops may run while static variables are destroyed, so this one is not.
  static Driver &Only = *new Driver;
  return Only;
}

Driver::Driver() {
  Unusable = useOfGpu() == Use::Off ? Failure("LACUNA_GPU=off") : open();
}

template <typename T>
static bool lookUp(void *Library, const char *Symbol, T &Function) {
  Function = reinterpret_cast<T>(dlsym(Library, Symbol));
  return Function;
}

Failure Driver::open() {
  const char *Path = std::getenv("LACUNA_LIBCUDA");
  void *Library = dlopen(Path ? Path : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return Failure("no CUDA driver (" + std::string(dlerror()) + ")");
#define LACUNA_LOOK_UP(Name, Symbol, ...)                                      \
  if (!lookUp(Library, Symbol, Name.Function))                                 \
    return Failure("the CUDA driver lacks " Symbol                             \
                   "; it must be 11.2 or newer");
  LACUNA_CUDA_FUNCTIONS(LACUNA_LOOK_UP)
#undef LACUNA_LOOK_UP
  lookUp(Library, "cuCtxGetId", CtxGetId);
  lookUp(Library, "cuGetErrorName", GetErrorName);

  if (Failure F = Init(0))
    return F;
  // CUDA does not follow into the child.
  pthread_atfork(nullptr, nullptr, [] {
    get().Inherited.store(true, std::memory_order_relaxed);
    get().giveUp("the device belongs to the process that forked this one");
  });
  int Devices = 0;
  if (Failure F = DeviceGetCount(&Devices))
    return F;
  return Devices == 0 ? Failure("there is no CUDA device") : Failure();
}

Failure Driver::unusable() const { return isDead() ? Death : Unusable; }

void Driver::die(const Failure &F) {
  giveUp("the device has failed (" + F.why() + ")");
}

void Driver::giveUp(std::string Why) {
  static std::mutex &Mutex = *new std::mutex;
  std::lock_guard Lock(Mutex);
  if (isDead())
    return;
  Death = Failure(std::move(Why));
  Dead.store(true, std::memory_order_release);
}

Failure Driver::idOf(cuda::Context C, unsigned long long &Id) {
  Id = reinterpret_cast<std::uintptr_t>(C);
  int Code = CtxGetId && !isDead() ? CtxGetId(C, &Id) : 0;
  return Code == 0 ? Failure() : failure("cuCtxGetId", Code);
}

/// Whether an error leaves the context, or the process, unusable.
static bool isDeadly(int Code) {
  switch (Code) {
  case 4:   // CUDA_ERROR_DEINITIALIZED
  case 214: // CUDA_ERROR_ECC_UNCORRECTABLE
  case 220: // CUDA_ERROR_NVLINK_UNCORRECTABLE
  case 700: // CUDA_ERROR_ILLEGAL_ADDRESS
  case 702: // CUDA_ERROR_LAUNCH_TIMEOUT
  case 710: // CUDA_ERROR_ASSERT
  case 714: // CUDA_ERROR_HARDWARE_STACK_ERROR
  case 715: // CUDA_ERROR_ILLEGAL_INSTRUCTION
  case 716: // CUDA_ERROR_MISALIGNED_ADDRESS
  case 717: // CUDA_ERROR_INVALID_ADDRESS_SPACE
  case 718: // CUDA_ERROR_INVALID_PC
  case 719: // CUDA_ERROR_LAUNCH_FAILED
  case 911: // CUDA_ERROR_EXTERNAL_DEVICE
  case 999: // CUDA_ERROR_UNKNOWN
    return true;
  default:
    return false;
  }
}

Failure Driver::failure(const char *Symbol, int Code) {
  const char *Name = nullptr;
  if (GetErrorName)
    GetErrorName(Code, &Name);
  Failure F(std::string(Symbol) + ": " +
            (Name ? Name : "error " + std::to_string(Code)));
  if (!isDeadly(Code))
    return F;
  die(F);
  return unusable();
}

//===- Driver.cpp - the driver's functions for tests ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include <algorithm>
#include <cstdio>
#include <utility>

using namespace lacuna;
using namespace lacuna::fakecuda;

static Context *contextOf(State &S, void *Handle) {
  for (const std::unique_ptr<Context> &C : S.Contexts)
    if (C.get() == Handle && !C->IsDestroyed)
      return C.get();
  return nullptr;
}

static bool isDevice(State &S, int Device) {
  return Device >= 0 && Device < S.Devices;
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

extern "C" int cuInit(unsigned) {
  ENTER(cuInit);
  S.initialize();
  return Success;
}

extern "C" int cuDriverGetVersion(int *Version) {
  ENTER(cuDriverGetVersion);
  *Version = 12080;
  return Success;
}

extern "C" int cuDeviceGetCount(int *Count) {
  ENTER(cuDeviceGetCount);
  *Count = S.Devices;
  return Success;
}

extern "C" int cuDeviceGet(int *Device, int Ordinal) {
  ENTER(cuDeviceGet);
  *Device = Ordinal;
  return isDevice(S, Ordinal) ? Success : InvalidDevice;
}

extern "C" int cuDeviceGetName(char *Name, int Size, int Device) {
  ENTER(cuDeviceGetName);
  std::snprintf(Name, Size, "fake GPU");
  return isDevice(S, Device) ? Success : InvalidDevice;
}

extern "C" int cuDeviceTotalMem_v2(std::size_t *Bytes, int Device) {
  ENTER(cuDeviceTotalMem_v2);
  *Bytes = S.MemoryOfDevice;
  return isDevice(S, Device) ? Success : InvalidDevice;
}

extern "C" int cuDeviceGetAttribute(int *Value, int Attribute, int Device) {
  ENTER(cuDeviceGetAttribute);
  switch (Attribute) {
  case 1: // threads of a block
    *Value = 1024;
    break;
  case 10: // lanes of a warp
    *Value = 32;
    break;
  case 16: // multiprocessors
    *Value = 4;
    break;
  case 97: // bytes of shared memory for a block that asks for it
    *Value = MostSharedBytes;
    break;
  case 75:
    *Value = S.Sm / 10;
    break;
  case 76:
    *Value = S.Sm % 10;
    break;
  case 41:  // unified addresses
  case 83:  // managed memory
  case 115: // memory pools
    *Value = 1;
    break;
  default:
    return S.error(InvalidValue,
                   "unknown device attribute " + std::to_string(Attribute));
  }
  return isDevice(S, Device) ? Success : InvalidDevice;
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

extern "C" int cuDevicePrimaryCtxRetain(void **Handle, int Device) {
  ENTER(cuDevicePrimaryCtxRetain);
  if (!isDevice(S, Device))
    return InvalidDevice;
  ++S.Contexts[Device]->Retained;
  *Handle = S.Contexts[Device].get();
  return Success;
}

extern "C" int cuDevicePrimaryCtxRelease_v2(int Device) {
  ENTER(cuDevicePrimaryCtxRelease_v2);
  if (!isDevice(S, Device) || S.Contexts[Device]->Retained == 0)
    return InvalidContext;
  --S.Contexts[Device]->Retained;
  return Success;
}

extern "C" int cuCtxCreate_v2(void **Handle, unsigned, int Device) {
  ENTER(cuCtxCreate_v2);
  if (!isDevice(S, Device))
    return InvalidDevice;
  // One that is gone gives its address to the next one.
  auto Gone = std::find_if(S.Contexts.begin(), S.Contexts.end(),
                           [](const auto &C) { return C->IsDestroyed; });
  Context &New = Gone != S.Contexts.end()
                     ? **Gone
                     : *S.Contexts.emplace_back(std::make_unique<Context>());
  S.start(New, Device);
  *Handle = &New;
  currentContexts().push_back(&New);
  return Success;
}

extern "C" int cuCtxDestroy_v2(void *Handle) {
  ENTER(cuCtxDestroy_v2);
  Context *C = contextOf(S, Handle);
  if (!C)
    return InvalidContext;
  S.destroy(*C);
  std::erase(currentContexts(), C);
  return Success;
}

extern "C" int cuCtxGetCurrent(void **Handle) {
  ENTER(cuCtxGetCurrent);
  *Handle = current();
  return Success;
}

extern "C" int cuCtxSetCurrent(void *Handle) {
  ENTER(cuCtxSetCurrent);
  Context *C = contextOf(S, Handle);
  if (Handle && !C)
    return InvalidContext;
  if (!currentContexts().empty())
    currentContexts().pop_back();
  if (C)
    currentContexts().push_back(C);
  return Success;
}

extern "C" int cuCtxPushCurrent_v2(void *Handle) {
  ENTER(cuCtxPushCurrent_v2);
  Context *C = contextOf(S, Handle);
  if (!C)
    return InvalidContext;
  currentContexts().push_back(C);
  return Success;
}

extern "C" int cuCtxPopCurrent_v2(void **Handle) {
  ENTER(cuCtxPopCurrent_v2);
  if (currentContexts().empty())
    return InvalidContext;
  *Handle = current();
  currentContexts().pop_back();
  return Success;
}

extern "C" int cuCtxGetDevice(int *Device) {
  ENTER_CONTEXT(cuCtxGetDevice);
  *Device = C->Device;
  return Success;
}

extern "C" int cuCtxGetId(void *Handle, unsigned long long *Id) {
  ENTER(cuCtxGetId);
  Context *C = Handle ? contextOf(S, Handle) : current();
  if (!C)
    return InvalidContext;
  *Id = C->Id;
  return Success;
}

extern "C" int cuCtxSynchronize() {
  ENTER_CONTEXT(cuCtxSynchronize);
  return S.runAll(*C);
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

extern "C" int cuStreamCreate(void **Handle, unsigned Flags) {
  ENTER_CONTEXT(cuStreamCreate);
  auto New = std::make_unique<Stream>();
  New->Owner = C;
  New->OwnerId = C->Id;
  New->IsBlocking = Flags == 0;
  *Handle = New.get();
  S.Streams.insert(std::move(New));
  return Success;
}

extern "C" int cuStreamDestroy_v2(void *Handle) {
  ENTER_STREAM(cuStreamDestroy_v2, Handle);
  int Code = S.run(*In);
  std::erase_if(S.Streams, [&](const auto &One) { return One.get() == In; });
  return Code;
}

extern "C" int cuStreamSynchronize(void *Handle) {
  State &S = State::get();
  std::lock_guard Lock(S.Guard);
  Context *C = current();
  Stream *In = C ? S.stream(Handle, *C) : nullptr;
  int Injected = S.enter("cuStreamSynchronize");
  if (!In || !C->owns(*In))
    return S.error(InvalidHandle,
                   "cuStreamSynchronize of no stream of this context");
  if (!Injected)
    return C->Sticky ? C->Sticky : S.run(*In);
  // What was under way has broken off at some place.
  int Sticky = std::exchange(C->Sticky, 0);
  S.IsTorn = true;
  S.run(*In);
  S.IsTorn = false;
  C->Sticky = Sticky;
  return Injected;
}

extern "C" int cuEventCreate(void **Handle, unsigned) {
  ENTER_CONTEXT(cuEventCreate);
  S.Events.push_back(std::make_shared<Event>());
  S.Events.back()->Owner = C;
  *Handle = S.Events.back().get();
  return Success;
}

extern "C" int cuEventDestroy_v2(void *Handle) {
  ENTER(cuEventDestroy_v2);
  auto IsIt = [&](const auto &E) { return E.get() == Handle; };
  return std::erase_if(S.Events, IsIt) ? Success : InvalidHandle;
}

/// Work in a stream keeps an event that is destroyed meanwhile.
static std::shared_ptr<Event> eventOf(State &S, void *Handle) {
  for (const std::shared_ptr<Event> &E : S.Events)
    if (E.get() == Handle)
      return E;
  return nullptr;
}

extern "C" int cuEventRecord(void *Handle, void *StreamHandle) {
  ENTER_STREAM(cuEventRecord, StreamHandle);
  std::shared_ptr<Event> E = eventOf(S, Handle);
  if (!E || E->Owner != C)
    return S.error(InvalidHandle, "cuEventRecord of no event of this context");
  E->In = In;
  E->HasHappened = false;
  In->Work.push_back({[E] {
    E->HasHappened = true;
    return 0;
  }});
  return Success;
}

/// Does the work of a stream up to an event in it.
static int runTo(Event &E) {
  while (!E.HasHappened && !E.In->Work.empty()) {
    Task Next = std::move(E.In->Work.front());
    E.In->Work.pop_front();
    if (int Code = Next.Do())
      return E.In->Owner->Sticky = Code;
  }
  return Success;
}

extern "C" int cuEventSynchronize(void *Handle) {
  ENTER_CONTEXT(cuEventSynchronize);
  return runTo(*static_cast<Event *>(Handle));
}

extern "C" int cuEventElapsedTime(float *Milliseconds, void *Begin, void *End) {
  ENTER(cuEventElapsedTime);
  for (void *Handle : {Begin, End}) {
    std::shared_ptr<Event> E = eventOf(S, Handle);
    if (!E || !E->In)
      return S.error(InvalidHandle, "cuEventElapsedTime of no recorded event");
    if (!E->HasHappened)
      return S.error(NotReady, "cuEventElapsedTime before the event");
  }
  *Milliseconds = 1;
  return Success;
}

extern "C" int cuStreamWaitEvent(void *StreamHandle, void *Handle, unsigned) {
  ENTER_STREAM(cuStreamWaitEvent, StreamHandle);
  auto *E = static_cast<Event *>(Handle);
  In->Work.push_back({[E] { return runTo(*E); }});
  return Success;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

extern "C" int cuGetErrorName(int Code, const char **Name) {
  static const std::map<int, const char *> Names = {
      {InvalidValue, "CUDA_ERROR_INVALID_VALUE"},
      {OutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY"},
      {NotInitialized, "CUDA_ERROR_NOT_INITIALIZED"},
      {100, "CUDA_ERROR_NO_DEVICE"},
      {InvalidDevice, "CUDA_ERROR_INVALID_DEVICE"},
      {InvalidContext, "CUDA_ERROR_INVALID_CONTEXT"},
      {NoBinaryForGpu, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
      {214, "CUDA_ERROR_ECC_UNCORRECTABLE"},
      {InvalidPtx, "CUDA_ERROR_INVALID_PTX"},
      {InvalidHandle, "CUDA_ERROR_INVALID_HANDLE"},
      {NotFound, "CUDA_ERROR_NOT_FOUND"},
      {IllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS"},
      {LaunchOutOfResources, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
      {LaunchFailed, "CUDA_ERROR_LAUNCH_FAILED"},
      {999, "CUDA_ERROR_UNKNOWN"},
  };
  auto I = Names.find(Code);
  *Name = I == Names.end() ? nullptr : I->second;
  return *Name ? Success : InvalidValue;
}

//===- Driver.cpp - the driver's functions for tests ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

using namespace lacuna;
using namespace lacuna::fakecuda;

using DevicePtr = unsigned long long;

/// Counts the call, and returns what it is made to return.
#define ENTER(Call)                                                            \
  State &S = State::get();                                                     \
  std::lock_guard Lock(S.Guard);                                               \
  if (int Code = S.enter(#Call))                                               \
  return Code

/// For calls that need a context that works.
#define ENTER_CONTEXT(Call)                                                    \
  ENTER(Call);                                                                 \
  Context *C = current();                                                      \
  if (!C)                                                                      \
    return S.error(InvalidContext, #Call " without a current context");        \
  if (C->Sticky)                                                               \
  return C->Sticky

/// For calls in a stream of the current context.
#define ENTER_STREAM(Call, Handle)                                             \
  ENTER_CONTEXT(Call);                                                         \
  Stream *In = S.stream(Handle, *C);                                           \
  if (!In)                                                                     \
    return S.error(InvalidHandle, #Call " in a stream that is none");          \
  if (!C->owns(*In))                                                           \
  return S.error(InvalidHandle, #Call " in a stream of another context")

static Context *current() {
  return currentContexts().empty() ? nullptr : currentContexts().back();
}

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
// Memory
//===----------------------------------------------------------------------===//

static int allocate(State &S, Context &C, std::size_t Size, Kind Where,
                    DevicePtr *Address) {
  std::uint64_t Result = 0;
  int Code = S.allocate(Size, Where, C, Result);
  *Address = Result;
  return Code;
}

extern "C" int cuMemAlloc_v2(DevicePtr *Address, std::size_t Size) {
  ENTER_CONTEXT(cuMemAlloc_v2);
  return allocate(S, *C, Size, Kind::Device, Address);
}

extern "C" int cuMemAllocManaged(DevicePtr *Address, std::size_t Size,
                                 unsigned) {
  ENTER_CONTEXT(cuMemAllocManaged);
  return allocate(S, *C, Size, Kind::Managed, Address);
}

extern "C" int cuMemAllocHost_v2(void **Address, std::size_t Size) {
  ENTER_CONTEXT(cuMemAllocHost_v2);
  DevicePtr Result = 0;
  int Code = allocate(S, *C, Size, Kind::PageLocked, &Result);
  *Address = reinterpret_cast<void *>(Result);
  return Code;
}

extern "C" int cuMemFree_v2(DevicePtr Address) {
  ENTER_CONTEXT(cuMemFree_v2);
  S.runAll(*C);
  return S.release(Address);
}

extern "C" int cuMemFreeHost(void *Address) {
  ENTER_CONTEXT(cuMemFreeHost);
  return S.release(reinterpret_cast<std::uint64_t>(Address));
}

extern "C" int cuMemGetInfo_v2(std::size_t *Free, std::size_t *Total) {
  ENTER_CONTEXT(cuMemGetInfo_v2);
  *Total = S.MemoryOfDevice;
  *Free = S.MemoryOfDevice - S.bytesInUse(C->Device);
  return Success;
}

extern "C" int cuMemPoolCreate(void **Handle, const void *) {
  ENTER_CONTEXT(cuMemPoolCreate);
  S.Pools.push_back(std::make_unique<Pool>());
  S.Pools.back()->Device = C->Device;
  *Handle = S.Pools.back().get();
  return Success;
}

extern "C" int cuMemPoolSetAttribute(void *, int, void *) {
  ENTER(cuMemPoolSetAttribute);
  return Success;
}

extern "C" int cuMemAllocFromPoolAsync(DevicePtr *Address, std::size_t Size,
                                       void *Handle, void *StreamHandle) {
  ENTER_STREAM(cuMemAllocFromPoolAsync, StreamHandle);
  for (const std::unique_ptr<Pool> &P : S.Pools)
    if (P.get() == Handle && P->Device == C->Device)
      return allocate(S, *C, Size, Kind::Device, Address);
  return S.error(InvalidHandle, "cuMemAllocFromPoolAsync from no pool of this "
                                "device");
}

extern "C" int cuMemFreeAsync(DevicePtr Address, void *StreamHandle) {
  ENTER_STREAM(cuMemFreeAsync, StreamHandle);
  Allocation *A = S.find(Address, 1);
  if (!A || A->IsBeingFreed)
    return S.error(InvalidValue, "memory is freed that is not allocated");
  A->IsBeingFreed = true;
  In->Work.push_back({[&S, Address] { return S.release(Address); }, true});
  return Success;
}

/// Part of an allocation.
namespace {
struct Bytes {
  std::byte *Begin = nullptr;
  std::uint8_t *Written = nullptr;
};
} // namespace

static Bytes bytesAt(State &S, DevicePtr Address, std::size_t Size) {
  Allocation *A = S.find(Address, Size);
  if (!A)
    return {};
  std::uint64_t Offset = Address - A->Address;
  return {A->Bytes + Offset, A->Written ? A->Written + Offset : nullptr};
}

static int toDevice(State &S, DevicePtr To, const void *From,
                    std::size_t Size) {
  ++S.Use.ToDevice;
  Bytes B = bytesAt(S, To, Size);
  if (!B.Begin)
    return S.error(IllegalAddress, "copy to memory that is not allocated");
  if (S.IsTorn)
    Size /= 2;
  std::memcpy(B.Begin, From, Size);
  if (B.Written)
    std::memset(B.Written, 1, Size);
  return Success;
}

static int toHost(State &S, void *To, DevicePtr From, std::size_t Size) {
  ++S.Use.ToHost;
  Bytes B = bytesAt(S, From, Size);
  if (!B.Begin)
    return S.error(IllegalAddress, "copy from memory that is not allocated");
  if (S.IsTorn)
    Size /= 2;
  if (B.Written && std::count(B.Written, B.Written + Size, 0))
    S.error(Success, "copy to the host of bytes that were never written");
  std::memcpy(To, B.Begin, Size);
  return Success;
}

static int onDevice(State &S, DevicePtr To, DevicePtr From, std::size_t Size) {
  Bytes Target = bytesAt(S, To, Size), Source = bytesAt(S, From, Size);
  if (!Target.Begin || !Source.Begin)
    return S.error(IllegalAddress, "copy of memory that is not allocated");
  std::memcpy(Target.Begin, Source.Begin, Size);
  if (Target.Written && Source.Written)
    std::memcpy(Target.Written, Source.Written, Size);
  else if (Target.Written)
    std::memset(Target.Written, 1, Size);
  return Success;
}

static int set(State &S, DevicePtr To, unsigned char Value, std::size_t Size) {
  Bytes B = bytesAt(S, To, Size);
  if (!B.Begin)
    return S.error(IllegalAddress, "memory is set that is not allocated");
  std::memset(static_cast<void *>(B.Begin), Value, Size);
  if (B.Written)
    std::memset(B.Written, 1, Size);
  return Success;
}

extern "C" int cuMemcpyHtoDAsync_v2(DevicePtr To, const void *From,
                                    std::size_t Size, void *StreamHandle) {
  ENTER_STREAM(cuMemcpyHtoDAsync_v2, StreamHandle);
  In->Work.push_back(
      {[&S, To, From, Size] { return toDevice(S, To, From, Size); }});
  return Success;
}

extern "C" int cuMemcpyDtoHAsync_v2(void *To, DevicePtr From, std::size_t Size,
                                    void *StreamHandle) {
  ENTER_STREAM(cuMemcpyDtoHAsync_v2, StreamHandle);
  In->Work.push_back(
      {[&S, To, From, Size] { return toHost(S, To, From, Size); }});
  return Success;
}

extern "C" int cuMemcpyDtoDAsync_v2(DevicePtr To, DevicePtr From,
                                    std::size_t Size, void *StreamHandle) {
  ENTER_STREAM(cuMemcpyDtoDAsync_v2, StreamHandle);
  In->Work.push_back(
      {[&S, To, From, Size] { return onDevice(S, To, From, Size); }});
  return Success;
}

extern "C" int cuMemsetD8Async(DevicePtr To, unsigned char Value,
                               std::size_t Size, void *StreamHandle) {
  ENTER_STREAM(cuMemsetD8Async, StreamHandle);
  In->Work.push_back(
      {[&S, To, Value, Size] { return set(S, To, Value, Size); }});
  return Success;
}

// As in the default stream, and waited for.

extern "C" int cuMemcpyHtoD_v2(DevicePtr To, const void *From,
                               std::size_t Size) {
  ENTER_CONTEXT(cuMemcpyHtoD_v2);
  S.run(C->Default);
  return toDevice(S, To, From, Size);
}

extern "C" int cuMemcpyDtoH_v2(void *To, DevicePtr From, std::size_t Size) {
  ENTER_CONTEXT(cuMemcpyDtoH_v2);
  S.run(C->Default);
  return toHost(S, To, From, Size);
}

extern "C" int cuMemsetD8_v2(DevicePtr To, unsigned char Value,
                             std::size_t Size) {
  ENTER_CONTEXT(cuMemsetD8_v2);
  S.run(C->Default);
  return set(S, To, Value, Size);
}

/// Stores a pointer's attribute; zero for memory that is none of CUDA's.
static int attribute(State &S, int Attribute, void *Value, DevicePtr Address) {
  const Allocation *A = S.find(Address, 1);
  switch (Attribute) {
  case 2: // memory type: 1 host, 2 device
    *static_cast<unsigned *>(Value) = !A                             ? 0
                                      : A->Where == Kind::PageLocked ? 1
                                                                     : 2;
    return Success;
  case 8: // is managed
    *static_cast<unsigned *>(Value) = A && A->Where == Kind::Managed;
    return Success;
  case 9: // device
    *static_cast<int *>(Value) = A ? A->Device : -2;
    return Success;
  }
  return S.error(InvalidValue,
                 "unknown pointer attribute " + std::to_string(Attribute));
}

extern "C" int cuPointerGetAttribute(void *Value, int Attribute,
                                     DevicePtr Address) {
  ENTER_CONTEXT(cuPointerGetAttribute);
  return S.find(Address, 1) ? attribute(S, Attribute, Value, Address)
                            : int(InvalidValue);
}

extern "C" int cuPointerGetAttributes(unsigned Count, const int *Attributes,
                                      void **Values, DevicePtr Address) {
  ENTER_CONTEXT(cuPointerGetAttributes);
  for (unsigned I = 0; I < Count; ++I)
    if (int Code = attribute(S, Attributes[I], Values[I], Address))
      return Code;
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

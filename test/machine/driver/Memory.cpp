//===- Memory.cpp - the driver's functions for memory ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include <cstring>

using namespace lacuna;
using namespace lacuna::fakecuda;

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

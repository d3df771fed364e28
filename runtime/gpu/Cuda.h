//===- Cuda.h - what is used of CUDA's driver -------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The driver's functions are looked up in libcuda.so.1 when they are first
// needed; its header belongs to the toolkit, which nobody has to have.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_CUDA_H
#define LACUNA_RUNTIME_CUDA_H

#include <cstddef>

namespace lacuna::rt::cuda {

using Device = int;
using DevicePtr = unsigned long long;
using Context = struct ContextTag *;
using Module = struct ModuleTag *;
using Function = struct FunctionTag *;
using Stream = struct StreamTag *;
using Event = struct EventTag *;
using MemoryPool = struct MemoryPoolTag *;

// Device attributes.
inline constexpr int MajorVersion = 75, MinorVersion = 76, HasMemoryPools = 115,
                     MostSharedBytes = 97;

// Attributes of functions, all of them for memory that a block's threads share.
inline constexpr int SharedBytesOfVariables = 1, MostSharedBytesOfLaunches = 8;

// Options of module loading.
inline constexpr int ErrorLog = 5, ErrorLogSize = 6;

// Pointer attributes; the type is 0 for memory that is none of CUDA's.
inline constexpr int MemoryType = 2, IsManaged = 8;
inline constexpr unsigned DeviceMemoryType = 2;

inline constexpr unsigned NonBlockingStream = 1;

// Memory pools.
inline constexpr int PinnedAllocation = 1, OnDevice = 1, ReleaseThreshold = 4;
struct MemoryPoolProperties {
  int AllocationType = PinnedAllocation;
  int HandleTypes = 0;
  int LocationType = OnDevice;
  int LocationId = 0;
  void *SecurityAttributes = nullptr;
  std::size_t MaxSize = 0;
  unsigned short Usage = 0;
  unsigned char Reserved[54] = {};
};
static_assert(sizeof(MemoryPoolProperties) == 88);

} // namespace lacuna::rt::cuda

/// X(name without `cu`, symbol, parameters...) for each function in use.
#define LACUNA_CUDA_FUNCTIONS(X)                                               \
  X(Init, "cuInit", unsigned)                                                  \
  X(DriverGetVersion, "cuDriverGetVersion", int *)                             \
  X(DeviceGetCount, "cuDeviceGetCount", int *)                                 \
  X(DeviceGet, "cuDeviceGet", cuda::Device *, int)                             \
  X(DeviceGetName, "cuDeviceGetName", char *, int, cuda::Device)               \
  X(DeviceGetAttribute, "cuDeviceGetAttribute", int *, int, cuda::Device)      \
  X(DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", cuda::Context *,       \
    cuda::Device)                                                              \
  X(CtxGetCurrent, "cuCtxGetCurrent", cuda::Context *)                         \
  X(CtxPushCurrent, "cuCtxPushCurrent_v2", cuda::Context)                      \
  X(CtxPopCurrent, "cuCtxPopCurrent_v2", cuda::Context *)                      \
  X(CtxGetDevice, "cuCtxGetDevice", cuda::Device *)                            \
  X(ModuleLoadDataEx, "cuModuleLoadDataEx", cuda::Module *, const void *,      \
    unsigned, int *, void **)                                                  \
  X(ModuleGetFunction, "cuModuleGetFunction", cuda::Function *, cuda::Module,  \
    const char *)                                                              \
  X(FuncGetAttribute, "cuFuncGetAttribute", int *, int, cuda::Function)        \
  X(FuncSetAttribute, "cuFuncSetAttribute", cuda::Function, int, int)          \
  X(StreamCreate, "cuStreamCreate", cuda::Stream *, unsigned)                  \
  X(StreamSynchronize, "cuStreamSynchronize", cuda::Stream)                    \
  X(EventCreate, "cuEventCreate", cuda::Event *, unsigned)                     \
  X(EventRecord, "cuEventRecord", cuda::Event, cuda::Stream)                   \
  X(EventElapsedTime, "cuEventElapsedTime", float *, cuda::Event, cuda::Event) \
  X(EventDestroy, "cuEventDestroy_v2", cuda::Event)                            \
  X(MemPoolCreate, "cuMemPoolCreate", cuda::MemoryPool *,                      \
    const cuda::MemoryPoolProperties *)                                        \
  X(MemPoolSetAttribute, "cuMemPoolSetAttribute", cuda::MemoryPool, int,       \
    void *)                                                                    \
  X(MemAllocFromPoolAsync, "cuMemAllocFromPoolAsync", cuda::DevicePtr *,       \
    std::size_t, cuda::MemoryPool, cuda::Stream)                               \
  X(MemFreeAsync, "cuMemFreeAsync", cuda::DevicePtr, cuda::Stream)             \
  X(MemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", cuda::DevicePtr, const void *,    \
    std::size_t, cuda::Stream)                                                 \
  X(MemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", void *, cuda::DevicePtr,          \
    std::size_t, cuda::Stream)                                                 \
  X(MemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2", cuda::DevicePtr, cuda::DevicePtr, \
    std::size_t, cuda::Stream)                                                 \
  X(MemsetD8Async, "cuMemsetD8Async", cuda::DevicePtr, unsigned char,          \
    std::size_t, cuda::Stream)                                                 \
  X(PointerGetAttributes, "cuPointerGetAttributes", unsigned, int *, void **,  \
    cuda::DevicePtr)                                                           \
  X(LaunchKernel, "cuLaunchKernel", cuda::Function, unsigned, unsigned,        \
    unsigned, unsigned, unsigned, unsigned, unsigned, cuda::Stream, void **,   \
    void **)

#endif // LACUNA_RUNTIME_CUDA_H

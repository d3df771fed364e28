//===- Loops.cpp - the C interface for loops ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptErrno.h"
#include "KernelTimer.h"
#include "Messages.h"
#include "Region.h"
#include "lacuna/rt.h"

using namespace lacuna::rt;

static bool isExplicit(const lacuna_module &M) {
  return M.flags & LACUNA_EXPLICIT;
}

static Failure begin(lacuna_module &M, lacuna_region *&Begun) {
  if (M.abi != LACUNA_RT_ABI)
    return Failure("it was compiled for another version of liblacuna_rt");
  if (Failure F = Driver::get().unusable())
    return F;
  Context *C = nullptr;
  if (Failure F = Context::find(C))
    return F;
  ContextScope Scope(*C);
  if (Scope.failure())
    return Scope.failure();
  LoadedModule *Kernels = nullptr;
  if (Failure F = LoadedModule::find(M, *C, Kernels))
    return F;
  Begun = new lacuna_region(M, *C, *Kernels);
  return Failure();
}

lacuna_region *lacuna_begin(lacuna_module *module) {
  const KeptErrno Errno;
  lacuna_region *Begun = nullptr;
  if (Failure F = begin(*module, Begun))
    sayFallback(module->where, isExplicit(*module), F.why());
  return Begun;
}

int lacuna_may_begin(void) {
  const KeptErrno Errno;
  return Driver::get().unusable() ? 0 : 1;
}

/// The bytes [host + from, host + to).
static HostRange rangeOf(const void *Host, ptrdiff_t From, ptrdiff_t To) {
  auto Begin = reinterpret_cast<std::uintptr_t>(Host);
  return {Begin + From, Begin + (To > From ? To : From)};
}

static Launch launchOf(const char *Kernel, const uint64_t Grid[3],
                       const uint32_t Block[3], uint32_t SharedBytes,
                       void *const *Args) {
  return {Kernel,
          {Grid[0], Grid[1], Grid[2]},
          {Block[0], Block[1], Block[2]},
          SharedBytes,
          Args};
}

void lacuna_buffer(lacuna_region *region, const void *host, ptrdiff_t from,
                   ptrdiff_t to, uint32_t flags, void **device) {
  region->add(Buffer{host, rangeOf(host, from, to), flags, device});
}

void lacuna_launch(lacuna_region *region, const char *kernel,
                   const uint64_t grid[3], const uint32_t block[3],
                   uint32_t shared_bytes, void *const *args) {
  region->add(launchOf(kernel, grid, block, shared_bytes, args));
}

void lacuna_derive(lacuna_region *region, const void *host, ptrdiff_t from,
                   ptrdiff_t to, const void *key, size_t key_bytes,
                   size_t bytes, void **device, const char *kernel,
                   const uint64_t grid[3], const uint32_t block[3],
                   uint32_t shared_bytes, void *const *args) {
  std::string Key(static_cast<const char *>(key), key_bytes);
  region->add({nullptr, kernel, rangeOf(host, from, to), Key, bytes}, device,
              launchOf(kernel, grid, block, shared_bytes, args));
}

int lacuna_end(lacuna_region *region) {
  const KeptErrno Errno;
  const lacuna_module &M = region->module();
  Failure F = region->run();
  delete region;
  if (F)
    sayFallback(M.where, isExplicit(M), F.why());
  return F ? 1 : 0;
}

double lacuna_kernel_seconds(void) { return KernelTimer::seconds(); }

//===- rt.h - what generated code calls for the GPU ---------------*- C -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One run of a loop on the GPU is a region:
//
//   lacuna_region *r = lacuna_begin(&module);
//   if (r) {
//     void *d_x, *d_y;
//     lacuna_buffer(r, x, 0, n * sizeof *x, LACUNA_IN, &d_x);
//     lacuna_buffer(r, y, 0, n * sizeof *y, LACUNA_OUT, &d_y);
//     void *args[] = {&n, &d_x, &d_y};
//     lacuna_launch(r, "kernel", grid, block, 0, args);
//     if (lacuna_end(r) == 0)
//       return;
//   }
//   // The CPU version, between lacuna_host_acquire and lacuna_host_release.
//
// Regions only note what is to be done; lacuna_end does it all, and either
// succeeds or leaves the caller's memory so that the CPU version computes what
// it should. Where neither is possible (the GPU failed and took the only
// current copy of an array along), the program ends with a message.
//
// All functions may be called from any thread; a region belongs to one. Work is
// done in the CUDA context that is current in the calling thread, or else in
// the primary context of device 0, and what was current stays so. The driver is
// looked for at the first call of lacuna_begin, lacuna_data_enter, lacuna_fetch
// or lacuna_on_device_alone.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RT_H
#define LACUNA_RT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

/// The version of all that is declared here. A module of another version is
/// never run.
#define LACUNA_RT_ABI 1

enum {
  LACUNA_PTX = 1,  ///< text that ends in a zero byte
  LACUNA_CUBIN = 2 ///< code for devices of one major version
};

/// The kernels of a module in one form.
typedef struct lacuna_image {
  uint32_t kind; ///< LACUNA_PTX or LACUNA_CUBIN
  uint32_t sm;   ///< what it was compiled for: 75 means sm_75
  const void *data;
  size_t size; ///< in bytes, of PTX with the zero byte
} lacuna_image;

enum {
  LACUNA_EXPLICIT = 1 ///< the user asked for the GPU: say why it is not used
};

/// The kernels of a loop; a static variable of the generated code.
typedef struct lacuna_module {
  uint32_t abi;      ///< LACUNA_RT_ABI
  uint32_t flags;    ///< 0 or LACUNA_EXPLICIT
  const char *where; ///< "file:line" of the loop, for messages
  const lacuna_image *images;
  size_t image_count;
  void *cache; ///< null at first; then the runtime's
} lacuna_module;

typedef struct lacuna_region lacuna_region;

enum {
  /// The kernels read the range, or write it in part only: it has the host's
  /// values first. For data: the device gets the host's values.
  LACUNA_IN = 1,
  /// The kernels write the range, without LACUNA_IN all of it, as the CPU
  /// version does, too. For data: the host gets the device's values.
  LACUNA_OUT = 2,
  LACUNA_INOUT = 3,
  /// The range is zero bytes first; not together with LACUNA_IN.
  LACUNA_ZERO = 4,
  /// For lacuna_data_enter: the range should be on the device already.
  LACUNA_PRESENT = 8
};

/// Begins a run of the loop on the GPU. Null, without other effect, where that
/// is impossible or LACUNA_GPU=off: the caller runs its CPU version.
lacuna_region *lacuna_begin(lacuna_module *module);

/// Whether lacuna_begin may succeed: for what is of use to kernels alone.
int lacuna_may_begin(void);

/// Names the bytes [host + from, host + to) as memory that kernels of the
/// region use. In front of the first launch, `*device` becomes the address on
/// the device that stands for `host` itself, so that subscripts stay what they
/// are; for an empty range (to <= from) it is null. `flags` is LACUNA_IN, _OUT
/// or _INOUT, or LACUNA_ZERO | LACUNA_OUT.
///
/// Ranges may overlap or be the same, in any order: common bytes are one place
/// on the device. Memory that the device can reach (allocated by CUDA for
/// the device, or managed) is used where it is, and so are ranges that
/// lacuna_data_enter has brought to the device. A range of which a part only is
/// there makes the region fail.
///
/// Other host memory is written by lacuna_end only, after all kernels have
/// succeeded.
///
/// With a null `host`, it is scratch memory of the region's, uninitialised or,
/// with LACUNA_ZERO, zero; `flags` has nothing else then.
void lacuna_buffer(lacuna_region *region, const void *host, ptrdiff_t from,
                   ptrdiff_t to, uint32_t flags, void **device);

/// Adds a launch. `args` points to the kernel's arguments in turn, as for
/// cuLaunchKernel. They, the array itself and `kernel` are read by lacuna_end
/// and must be alive until then. An empty grid is no launch; one that is too
/// large makes the region fail, and so does more shared memory than a block can
/// have.
void lacuna_launch(lacuna_region *region, const char *kernel,
                   const uint64_t grid[3], const uint32_t block[3],
                   uint32_t shared_bytes, void *const *args);

/// Names scratch memory of `bytes` bytes together with the launch that fills
/// it, in this place among the others. What it computes depends on the bytes
/// [host + from, host + to) alone, which the region has named as a buffer, and
/// on the `key_bytes` bytes of `key` (the other arguments), which are copied:
/// where that range is resident and has not changed since, there is no launch.
void lacuna_derive(lacuna_region *region, const void *host, ptrdiff_t from,
                   ptrdiff_t to, const void *key, size_t key_bytes,
                   size_t bytes, void **device, const char *kernel,
                   const uint64_t grid[3], const uint32_t block[3],
                   uint32_t shared_bytes, void *const *args);

/// The bytes [host + from, host + to).
typedef struct lacuna_span {
  const volatile void *host;
  ptrdiff_t from, to;
} lacuna_span;

/// Gives `results` what lacuna_remember got for the same `site` and the same
/// `key_bytes` bytes of `key`, if each of the `count` spans of `read` is
/// resident in the current context, as it was then, and has not changed since;
/// 0 if there is no such thing. Host code that changes resident memory has to
/// say so (lacuna_data_update, lacuna_host_release).
int lacuna_recall(const void *site, const void *key, size_t key_bytes,
                  const lacuna_span *read, size_t count, long *results,
                  size_t result_count);

/// Keeps `results`, which host code has computed from `key` and the bytes of
/// `read` alone, if those are resident.
void lacuna_remember(const void *site, const void *key, size_t key_bytes,
                     const lacuna_span *read, size_t count, const long *results,
                     size_t result_count);

/// Runs what the region has noted and waits for it. 0, or nonzero if something
/// failed and the caller is to run its CPU version. The region is gone.
int lacuna_end(lacuna_region *region);

/// How many seconds the kernels ran of the region that the calling thread ended
/// last with success, by the device's clock: from in front of the first launch
/// until behind the last one. 0 where that is not known; the first call makes
/// the runtime measure from then on, in all threads.
double lacuna_kernel_seconds(void);

/// Residency, as OpenMP's `target data`. A program means the same without
/// these calls as long as it calls lacuna_data_update between changing a
/// resident range on the host and using it in loops on the GPU, and the other
/// way round. Ranges are counted per context. `where` is for messages.
/// Ranges of no bytes and memory that the device can reach are left alone.

/// Brings a range to the device, with the host's values if `flags` has
/// LACUNA_IN; counts one more use if it is part of one that is there. 0, or
/// nonzero after a message if only a part is there, which is an error, or if
/// LACUNA_PRESENT is not true. A range for which the device has no memory is
/// counted, and stays on the host.
int lacuna_data_enter(const char *where, const void *host, size_t bytes,
                      uint32_t flags);

/// Counts one use less of the resident range that this is part of. With the
/// last one the range leaves the device, and the host gets the bytes for which
/// this or an earlier call since the first use had LACUNA_OUT. Nothing happens
/// if it is not there. 0, or nonzero after a message if only a part is there.
int lacuna_data_exit(const char *where, const void *host, size_t bytes,
                     uint32_t flags);

/// Copies a part of a resident range to the device (LACUNA_IN) or to the host
/// (LACUNA_OUT). Nothing happens if it is not there. 0, or nonzero after a
/// message if only a part is there.
int lacuna_data_update(const char *where, const void *host, size_t bytes,
                       uint32_t flags);

/// Whether the range is part of a resident one, or device or managed memory, or
/// no GPU is used at all.
int lacuna_data_present(const void *host, size_t bytes);

/// In front of the CPU version (and of guards that read memory): gives the host
/// what kernels have written to the range. For ranges that are read or
/// written, other than those of which every byte is written.
void lacuna_host_acquire(const char *where, const void *host, size_t bytes);

/// Behind the CPU version: gives the device what the host has written to the
/// range.
void lacuna_host_release(const char *where, const void *host, size_t bytes);

/// The same for all that is resident, around a CPU version of which nobody
/// knows what it uses. What others change meanwhile is left alone: what kernels
/// write is theirs; what the host writes it must have told by
/// lacuna_data_update.
void lacuna_host_acquire_all(const char *where);
void lacuna_host_release_all(void);

/// Copies bytes as a kernel would see them to `to`: from the device where that
/// has a newer copy, or where `host` is device memory.
void lacuna_fetch(const char *where, void *to, const void *host, size_t bytes);

/// Whether `host` is the address of memory that the device alone can reach, so
/// that there is nothing that the host could run in a kernel's place.
int lacuna_on_device_alone(const void *host);

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif // LACUNA_RT_H

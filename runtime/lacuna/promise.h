//===- promise.h - memory that stays as it is ----------------- -*- C -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `#pragma sparse data unchanged(x)` promises: from the beginning of a
// promise to its end nobody stores to the range, frees it or maps something
// else there, but for what lacuna_promise_changed tells. What the runtime
// derives from such memory, plans and layouts, is taken for right without a
// look at it. Promises may overlap, and begin and end in any order and thread.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PROMISE_H
#define LACUNA_PROMISE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

/// For `flags`: each use compares all of what it relies on, and where that is
/// not as it was, LACUNA_LOG=1 says so and what was derived is dropped.
enum { LACUNA_PROMISE_CHECKED = 1 };

/// Begins a promise about `bytes` at `host`, made at `where`, which has to last
/// until it ends. Its number, for lacuna_promise_end; 0 where there is nothing
/// to promise, or no memory to note it.
uint64_t lacuna_promise_begin(const char *where, const void *host, size_t bytes,
                              uint32_t flags);

/// Ends the promise of that number; 0 is none.
void lacuna_promise_end(uint64_t number);

/// The range may have changed: what was derived from any of it under a promise
/// is not relied on before it was compared again.
void lacuna_promise_changed(const void *host, size_t bytes);

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif // LACUNA_PROMISE_H

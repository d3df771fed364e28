//===- Allocating.h - calls that may allocate -------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handler of signals may run a loop in the midst of a call of `new` that the
// runtime makes for the loop that it has interrupted. It must make none.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_WAVE_ALLOCATING_H
#define LACUNA_RUNTIME_WAVE_ALLOCATING_H

namespace lacuna::rt {

/// A part of the runtime that may allocate, while it lives.
class Allocating {
public:
  Allocating() { Depth = Depth + 1; }
  Allocating(const Allocating &) = delete;
  Allocating &operator=(const Allocating &) = delete;
  ~Allocating() { Depth = Depth - 1; }

  /// Whether this thread is in one, which what asks has interrupted.
  static bool isInterrupted() { return Depth != 0; }

private:
  // What else finds the variable may allocate itself.
  [[gnu::tls_model(
      "initial-exec")]] static constinit inline thread_local volatile int
      Depth = 0;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_WAVE_ALLOCATING_H

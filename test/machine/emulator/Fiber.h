//===- Fiber.h - threads that run one at a time -----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each sanitizer has to know of fibers is known here only. This library is
// compiled without sanitizers, and finds those of the program it is linked to.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_EMULATOR_FIBER_H
#define LACUNA_TEST_CUDA_EMULATOR_FIBER_H

#include <cstddef>
#include <functional>
#include <ucontext.h>
#include <vector>

namespace emulator {

/// Memory for \p Count stacks. ThreadSanitizer knows no history of any that is
/// taken.
class Stacks {
public:
  explicit Stacks(std::size_t Count);
  ~Stacks();
  Stacks(const Stacks &) = delete;
  Stacks &operator=(const Stacks &) = delete;

  static constexpr std::size_t Size = 64 * 1024; // much, for reports
  void *take();
  void giveBack(void *Stack);

private:
  std::size_t Bytes;
  char *Begin, *Next;
  std::vector<void *> Free;
};

/// For ThreadSanitizer a thread of its own. What its maker did before comes
/// before all that it does; beyond that `order` and `join` order what they say.
class Fiber {
public:
  Fiber(Stacks &From, const std::function<void()> &Body);
  ~Fiber();
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// Lets it run until it suspends itself or its body ends. Not from a fiber.
  void resume();
  bool hasEnded() const { return Ended; }

  /// Goes back to where the running fiber was resumed.
  static void suspend();

  /// What each of \p Fibers has done comes before what each does from now on.
  static void order(const std::vector<Fiber *> &Fibers);
  /// What all fibers did that have ended comes before what the caller does from
  /// now on.
  static void join();

private:
  static void start();
  static void leave(bool ForGood);

  const std::function<void()> &Body;
  Stacks &From;
  void *Stack = nullptr; ///< while it runs
  ucontext_t Context;
  void *Known; ///< to ThreadSanitizer
  bool Ended = false;
};

} // namespace emulator

#endif // LACUNA_TEST_CUDA_EMULATOR_FIBER_H

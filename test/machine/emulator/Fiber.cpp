//===- Fiber.cpp - threads that run one at a time -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <sys/mman.h>
#include <utility>

using namespace emulator;

// Null in programs without the sanitizer.
#define WEAK __attribute__((weak))
extern "C" {
WEAK void __sanitizer_start_switch_fiber(void **Fake, const void *Bottom,
                                         std::size_t Size);
WEAK void __sanitizer_finish_switch_fiber(void *Fake, const void **Bottom,
                                          std::size_t *Size);
WEAK void *__tsan_get_current_fiber(void);
WEAK void *__tsan_create_fiber(unsigned Flags);
WEAK void __tsan_destroy_fiber(void *);
WEAK void __tsan_switch_to_fiber(void *, unsigned Flags);
WEAK void __tsan_acquire(void *);
WEAK void __tsan_release(void *);
}

static constexpr unsigned NoOrder = 1;

static Fiber *Current = nullptr;
static ucontext_t Resumer;
static const void *ResumerStack = nullptr;
static std::size_t ResumerStackSize = 0;
static void *ResumerKnown = nullptr;
static char Ends; // its address stands for what fibers have done

/// ThreadSanitizer tells of a race only as long as it remembers both threads.
static void forgetLater(void *Known) {
  static std::deque<void *> Remembered;
  Remembered.push_back(Known);
  if (Remembered.size() <= 4096) // of 8128 that it can know
    return;
  __tsan_destroy_fiber(Remembered.front());
  Remembered.pop_front();
}

Stacks::Stacks(std::size_t Count) : Bytes(Count * Size) {
  void *New = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (New == MAP_FAILED) {
    std::perror("emulator: mmap");
    std::abort();
  }
  Begin = Next = static_cast<char *>(New);
}

Stacks::~Stacks() { munmap(Begin, Bytes); }

void *Stacks::take() {
  if (Free.empty())
    return std::exchange(Next, Next + Size);
  void *Last = Free.back();
  Free.pop_back();
  return Last;
}

void Stacks::giveBack(void *Stack) {
  if (!__tsan_create_fiber)
    Free.push_back(Stack);
}

Fiber::Fiber(Stacks &From, const std::function<void()> &Body)
    : Body(Body), From(From),
      Known(__tsan_create_fiber ? __tsan_create_fiber(0) : nullptr) {}

Fiber::~Fiber() {
  if (Known)
    forgetLater(Known);
}

void Fiber::resume() {
  if (!Stack) {
    Stack = From.take();
    getcontext(&Context);
    Context.uc_stack.ss_sp = Stack;
    Context.uc_stack.ss_size = Stacks::Size;
    Context.uc_link = nullptr;
    makecontext(&Context, &Fiber::start, 0);
  }
  Current = this;
  void *Fake = nullptr;
  if (__sanitizer_start_switch_fiber)
    __sanitizer_start_switch_fiber(&Fake, Stack, Stacks::Size);
  if (Known) {
    ResumerKnown = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(Known, NoOrder);
  }
  swapcontext(&Resumer, &Context);
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber(Fake, nullptr, nullptr);
  if (Ended)
    From.giveBack(Stack);
}

void Fiber::leave(bool ForGood) {
  void *Fake = nullptr;
  if (__sanitizer_start_switch_fiber)
    __sanitizer_start_switch_fiber(ForGood ? nullptr : &Fake, ResumerStack,
                                   ResumerStackSize);
  if (Current->Known)
    __tsan_switch_to_fiber(ResumerKnown, NoOrder);
  swapcontext(&Current->Context, &Resumer);
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber(Fake, &ResumerStack, &ResumerStackSize);
}

void Fiber::suspend() { leave(/*ForGood=*/false); }

void Fiber::start() {
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber(nullptr, &ResumerStack, &ResumerStackSize);
  Current->Body();
  Current->Ended = true;
  if (Current->Known)
    __tsan_release(&Ends);
  leave(/*ForGood=*/true);
}

void Fiber::order(const std::vector<Fiber *> &Fibers) {
  if (!__tsan_create_fiber)
    return;
  // A new object for each meeting: one that is used again would bring along
  // what others did who met there.
  auto Meeting = std::make_unique<char>();
  void *Caller = __tsan_get_current_fiber();
  for (auto Take : {&__tsan_release, &__tsan_acquire})
    for (Fiber *F : Fibers) {
      __tsan_switch_to_fiber(F->Known, NoOrder);
      Take(Meeting.get());
    }
  __tsan_switch_to_fiber(Caller, NoOrder);
}

void Fiber::join() {
  if (__tsan_acquire)
    __tsan_acquire(&Ends);
}

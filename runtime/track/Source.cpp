//===- Source.cpp - bytes that something was made of ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Source.h"
#include "Tracker.h"
#include <algorithm>
#include <cstring>
#include <new>

using namespace lacuna::rt;

Source::Source(const void *Begin, size_t Size, std::unique_ptr<char[]> Bytes)
    : Begin(static_cast<const char *>(Begin)), Size(Size),
      Bytes(std::move(Bytes)), Inner(Pages::inside(Begin, Size)) {}

std::shared_ptr<Source> Source::of(const void *Begin, size_t Size) {
  std::unique_ptr<char[]> Bytes(new (std::nothrow) char[Size + 1]);
  if (!Bytes)
    return nullptr;
  std::memcpy(Bytes.get(), Begin, Size);
  std::shared_ptr<Source> New(new Source(Begin, Size, std::move(Bytes)));
  Tracker *T = New->isSmall() ? nullptr : Tracker::current();
  if (!T)
    return New;
  const std::unique_lock<std::mutex> Own(T->Lock, std::try_to_lock);
  return Own ? T->shared(std::move(New)) : New;
}

Source::~Source() {
  const Tracker *Of = By;
  if (Of && Of == Tracker::current())
    Of->Watch.release(Inner);
}

bool Source::isSameBetween(size_t First, size_t Last) const {
  return First == Last ||
         std::memcmp(Begin + First, Bytes.get() + First, Last - First) == 0;
}

bool Source::isSame(int32_t Part, int32_t Parts) const {
  auto Border = [&](int32_t P) {
    const size_t At = Size / size_t(Parts) * size_t(P);
    return P == Parts ? Size : At & ~size_t(63);
  };
  return isSameBetween(Border(Part), Border(Part + 1));
}

bool Source::areEndsSame() const {
  const uintptr_t At = reinterpret_cast<uintptr_t>(Begin);
  return isSameBetween(0, Inner.Begin - At) &&
         isSameBetween(Inner.End - At, Size);
}

Look Source::look() {
  if (isSmall())
    return {isSame(0, 1) ? Look::Same : Look::Different, 0};
  Tracker *T = Tracker::current();
  if (!T) {
    Why = "no memory";
    return {};
  }
  const uint64_t Known = Epoch.load();
  const bool IsTracked = (Known & 1) && By == T;
  // Unless somebody has protected pages meanwhile, which were written perhaps.
  if (IsTracked && T->Watch.isUntouched(Inner) && Epoch.load() == Known) {
    Touches = 0;
    return {areEndsSame() ? Look::Same : Look::Different, 0};
  }
  return unknown(*T, IsTracked ? Known : 0);
}

Look Source::unknown(Tracker &T, uint64_t Touched) {
  constexpr unsigned MostTouches = 16;
  auto Rest = [&](unsigned Free) {
    Touches = std::min(Touches.load() + 1, MostTouches);
    Pause = (1u << Touches) - Free;
  };
  Look L;
  const std::unique_lock<std::mutex> Own(T.Lock, std::try_to_lock);
  if (!Own) {
    Why = "other threads are at it";
    return L;
  }
  if (Touched && Epoch == Touched) {
    Epoch = Touched + 1;
    Rest(2); // once is no habit
    if (Pause != 0)
      T.Watch.release(Inner);
  }
  if (Pause != 0) {
    --Pause;
    if (Touches > 1 && !Why)
      Why = "written too often";
    return L;
  }
  Why = T.protect(*this, L.Ticket);
  if (Why) {
    L.Ticket = 0;
    Rest(0);
  }
  return L;
}

void Source::confirm(const Look &L) {
  uint64_t Expected = L.Ticket;
  if (L.Ticket)
    Epoch.compare_exchange_strong(Expected, L.Ticket | 1);
}

//===- Source.cpp - bytes that something was made of ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Source.h"
#include "Promises.h"
#include "Tracker.h"
#include "gpu/Messages.h"
#include <algorithm>
#include <cstring>

using namespace lacuna::rt;

Source::Source(const char *Begin, std::vector<Part> All, PageBlock Copy)
    : Begin(Begin), Parts(std::move(All)), Size(Parts.back().Last),
      Copy(std::move(Copy)), Inner(Pages::inside(Begin, Size)) {}

static Promise promiseAbout(Bytes Of) {
  Promises *const P = Promises::current();
  return P ? P->about(Of) : Promise();
}

std::shared_ptr<Source> Source::of(const void *Begin, size_t Size) {
  const Bytes All{static_cast<const char *>(Begin), Size};
  return of({&All, 1});
}

std::shared_ptr<Source> Source::of(std::span<const Bytes> From) {
  const char *const Begin = From.front().Begin;
  std::vector<Part> Parts;
  size_t Held = 0;
  for (const Bytes &B : From) {
    const auto First = size_t(B.Begin - Begin);
    Parts.push_back({First, First + B.Size, Held});
    Held += B.Size;
  }
  // Before the copy is made: it may end meanwhile.
  const Bytes Span{Begin, size_t(From.back().end() - Begin)};
  const uint64_t Since = promiseAbout(Span).Since;
  PageBlock Copy(Held);
  if (!Copy.begin())
    return nullptr;
  for (const Part &P : Parts)
    std::memcpy(Copy.begin() + P.Held, Begin + P.First, P.size());
  std::shared_ptr<Source> New(
      new Source(Begin, std::move(Parts), std::move(Copy)));
  if (Tracker *T = New->isSmall() ? nullptr : Tracker::current()) {
    const std::unique_lock<std::mutex> Own(T->Lock, std::try_to_lock);
    if (Own)
      New = T->shared(std::move(New));
  }
  if (Since != 0)
    New->Since = Since;
  return New;
}

const char *Source::whyNotTracked(const void *Begin, size_t Size) {
  Pages Whole = Pages::inside(Begin, Size);
  if (Size < LeastTracked || Whole.isEmpty() ||
      promiseAbout({static_cast<const char *>(Begin), Size}).Since != 0)
    return nullptr;
  const Tracker *T = Tracker::current();
  if (!T)
    return "no memory";
  return T->Watch.whyNot() ? T->Watch.whyNot() : findMappings(Whole);
}

bool Source::isEqualTo(const Source &Other) const {
  return Begin == Other.Begin && Parts == Other.Parts &&
         std::memcmp(Copy.begin(), Other.Copy.begin(), held()) == 0;
}

Source::~Source() {
  const Tracker *Of = By;
  if (Of && Of == Tracker::current())
    Of->Watch.release(Inner);
}

bool Source::isSameBetween(size_t First, size_t Last) const {
  auto At = std::upper_bound(
      Parts.begin(), Parts.end(), First,
      [](size_t Place, const Part &P) { return Place < P.Last; });
  for (; At != Parts.end() && At->First < Last; ++At) {
    const size_t From = std::max(First, At->First);
    const size_t To = std::min(Last, At->Last);
    if (std::memcmp(Begin + From, Copy.begin() + At->Held + (From - At->First),
                    To - From) != 0)
      return false;
  }
  return true;
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

bool Source::isPromised() const {
  const uint64_t Known = Since;
  return Known != 0 && promiseAbout(all()).Since == Known;
}

Look Source::look() {
  // Before anything is read: it may end meanwhile.
  const Promise P = promiseAbout(all());
  Look L;
  if (P.Since == 0 || Since != P.Since) {
    L = lookAtMemory();
    L.Since = P.Since;
  } else if (P.IsChecked && !isSame(0, 1)) {
    log(std::string(P.Where) + ": what 'unchanged' promises is not so");
    L.Found = Look::Different;
  } else {
    L.Found = Look::Same;
  }
  if (L.Found == Look::Same && L.Since != 0)
    Since = L.Since;
  return L;
}

Look Source::lookAtMemory() {
  if (isSmall())
    return {isSame(0, 1) ? Look::Same : Look::Different};
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
    return {areEndsSame() ? Look::Same : Look::Different};
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
  if (L.Since != 0)
    Since = L.Since;
}

//===- Bandwidth.cpp - how fast memory is ---------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-roofline/Bandwidth.h"
#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace lacuna::roofline;
using Clock = std::chrono::steady_clock;

namespace {

struct Arrays {
  double *A, *B, *C;
};

/// Memory that is not touched before its threads do.
struct Freed {
  void operator()(double *P) const { std::free(P); }
};
using Array = std::unique_ptr<double[], Freed>;

} // namespace

static Array allocate(size_t Count) {
  return Array(static_cast<double *>(std::malloc(Count * sizeof(double))));
}

__attribute__((noinline)) static void copy(const Arrays &X, size_t Begin,
                                           size_t End) {
  double *__restrict A = X.A;
  const double *__restrict B = X.B;
  for (size_t I = Begin; I < End; ++I)
    A[I] = B[I];
  // No call of memcpy, which may store past the caches.
  asm volatile("" : : "r"(A) : "memory");
}

__attribute__((noinline)) static void triad(const Arrays &X, size_t Begin,
                                            size_t End) {
  double *__restrict A = X.A;
  const double *__restrict B = X.B, *__restrict C = X.C;
  for (size_t I = Begin; I < End; ++I)
    A[I] = B[I] + 3.0 * C[I];
  asm volatile("" : : "r"(A) : "memory");
}

/// Has \p Run go over all elements on threads, again and again, until the time
/// is over; returns the least time of one, in seconds.
template <class Function>
static double bestOf(unsigned Threads, size_t Count, double Seconds,
                     Function Run) {
  std::barrier Together{std::ptrdiff_t(Threads)};
  double Best = 1e30;
  bool IsOver = false;
  auto Work = [&](unsigned Me) {
    const size_t Begin = Count / Threads * Me;
    const size_t End = Me + 1 == Threads ? Count : Begin + Count / Threads;
    const auto Start = Clock::now();
    while (!IsOver) {
      Together.arrive_and_wait();
      const auto Before = Clock::now();
      Run(Begin, End);
      Together.arrive_and_wait();
      if (Me == 0) {
        const auto Now = Clock::now();
        Best =
            std::min(Best, std::chrono::duration<double>(Now - Before).count());
        IsOver = std::chrono::duration<double>(Now - Start).count() > Seconds;
      }
      Together.arrive_and_wait();
    }
  };
  std::vector<std::thread> Others;
  for (unsigned T = 1; T < Threads; ++T)
    Others.emplace_back(Work, T);
  Work(0);
  for (std::thread &T : Others)
    T.join();
  return Best;
}

std::optional<Bandwidth>
lacuna::roofline::measure(unsigned Threads, size_t Bytes, double Seconds) {
  const size_t Count = std::max<size_t>(Bytes / sizeof(double), Threads);
  const Array A = allocate(Count), B = allocate(Count), C = allocate(Count);
  if (!A || !B || !C)
    return std::nullopt;
  const Arrays X{A.get(), B.get(), C.get()};
  // Pages are where the threads are that use them.
  bestOf(Threads, Count, 0, [&](size_t Begin, size_t End) {
    for (double *P : {X.A, X.B, X.C})
      std::fill(P + Begin, P + End, 1.0);
  });
  Bandwidth Result;
  Result.Threads = Threads;
  const double Giga = double(Count) * sizeof(double) * 1e-9;
  auto Over = [&](auto Run) {
    return bestOf(Threads, Count, Seconds / 2,
                  [&](size_t Begin, size_t End) { Run(X, Begin, End); });
  };
  Result.Copy = 3 * Giga / Over(copy);
  Result.Triad = 4 * Giga / Over(triad);
  return Result;
}

size_t lacuna::roofline::bytesBeyondCaches() {
  long Largest = 0;
  for (int Name :
       {_SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE})
    Largest = std::max(Largest, sysconf(Name));
  // A processor may have several of these, and a hypervisor may hide them.
  return std::max<size_t>(4 * size_t(Largest), size_t(128) << 20);
}

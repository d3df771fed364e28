//===- KernelTimer.cpp - how long kernels run -----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelTimer.h"

using namespace lacuna::rt;

static std::atomic<bool> IsWanted = false;
static thread_local double Noted = 0;

double KernelTimer::seconds() {
  IsWanted.store(true, std::memory_order_relaxed);
  return Noted;
}

KernelTimer::KernelTimer(cuda::Stream S) : Stream(S) {
  Noted = 0;
  if (IsWanted.load(std::memory_order_relaxed))
    record(Begin);
}

KernelTimer::~KernelTimer() {
  for (cuda::Event E : {Begin, End})
    if (E)
      (void)D.EventDestroy(E);
}

void KernelTimer::record(cuda::Event &E) {
  if (D.EventCreate(&E, 0)) {
    E = nullptr;
    return;
  }
  if (D.EventRecord(E, Stream)) {
    (void)D.EventDestroy(E);
    E = nullptr;
  }
}

void KernelTimer::stop() {
  if (Begin)
    record(End);
}

void KernelTimer::note() {
  float Milliseconds = 0;
  if (End && !D.EventElapsedTime(&Milliseconds, Begin, End))
    Noted = 1e-3 * Milliseconds;
}

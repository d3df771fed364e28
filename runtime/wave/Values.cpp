//===- Values.cpp - values that later runs read ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "gpu/KeptErrno.h"
#include "gpu/Messages.h"
#include <cmath>
#include <cstring>

using namespace lacuna::rt;

static std::shared_ptr<KeptPlan> keptFor(const lacuna_loop &Loop) {
  auto Made = std::make_shared<KeptPlan>();
  std::memcpy(Made->Site, Loop.site, sizeof(Made->Site));
  Made->Key = keyOf(Loop);
  Made->Name = Loop.name;
  return Made;
}

static void tell(const lacuna_loop &Loop, const std::string &What) {
  if (isLogging())
    log("kept values of '" + std::string(Loop.name) + "': " + What);
}

/// A place for the values of \p Loop; null where there are too many, which is
/// noted, so that nobody tries again.
static lacuna_trace *roomFor(const lacuna_loop &Loop, size_t Bytes) {
  const auto Count = size_t(Loop.trips);
  if (Count > PlanCache::MostBytes / Bytes) {
    tell(Loop, "there are too many to be kept");
    PlanCache::ofProcess().add(keptFor(Loop));
    return nullptr;
  }
  auto Room = std::make_unique<lacuna_trace>(lacuna_trace{Trace(1, 0), {}});
  Room->Values.resize(Count * Bytes);
  return Room.release();
}

/// Keeps what a walk has found; where that would be too much, that nothing is.
static lacuna_wave *kept(lacuna_trace &Of, const lacuna_loop &Loop) {
  const std::shared_ptr<KeptPlan> Made = keptFor(Loop);
  Made->Values = std::move(Of.Values);
  const std::chrono::duration<double, std::micro> Took =
      Clock::now() - Of.Begin;
  if (Of.Of.isSpoilt() || !copyAll(Made->Steps, Loop, Of.Steps) ||
      Made->bytes() > PlanCache::MostBytes) {
    Made->Steps.clear();
    Made->Values = {};
    tell(Loop, "there is no memory for what they are made of");
  } else {
    tell(Loop, std::to_string(Loop.trips) + ", in " +
                   std::to_string(Made->bytes() >> 10) +
                   " KB; to find them took " +
                   std::to_string(std::llround(Took.count())) + " us");
  }
  PlanCache::ofProcess().add(Made);
  return planOf(Loop, Made);
}

lacuna_trace *lacuna_values_begin(const lacuna_loop *loop, size_t bytes) {
  const KeptErrno Errno;
  return orElse<lacuna_trace *>(nullptr, [&] { return roomFor(*loop, bytes); });
}

void *lacuna_values_room(lacuna_trace *trace) { return trace->Values.data(); }

lacuna_wave *lacuna_values_keep(lacuna_trace *trace, const lacuna_loop *loop) {
  const KeptErrno Errno;
  const std::unique_ptr<lacuna_trace> Own(trace);
  return orElse<lacuna_wave *>(nullptr, [&] { return kept(*trace, *loop); });
}

const void *lacuna_values_of(const lacuna_wave *run) {
  const bool AreKept = run && run->Of && !run->Of->Values.empty() &&
                       !run->IsStale.load(std::memory_order_relaxed);
  return AreKept ? run->Of->Values.data() : nullptr;
}

void lacuna_values_end(void *variable) {
  lacuna_wave_end(*static_cast<lacuna_wave **>(variable));
}

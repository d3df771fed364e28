//===- Summary.cpp - what the threads of a loop add up to -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/Summary.h"
#include <algorithm>
#include <cstring>

using namespace lacuna::rt;

static uint64_t get(const Counter &C) {
  return C.load(std::memory_order_relaxed);
}

static void add(Summary &Sum, Shard &S) {
  if (get(S.Calls) == 0)
    return;
  ++Sum.Threads;
  Sum.Calls += get(S.Calls);
  Sum.Time += get(S.Time);
  Sum.Self += get(S.Self);
  Sum.First += get(S.First);
  Sum.Bytes += get(S.Bytes);
  Sum.BytesTime += get(S.BytesTime);
  Sum.Min = std::min(Sum.Min, ~get(S.NegatedMin));
  Sum.Max = std::max(Sum.Max, get(S.Max));
  for (size_t I = 0; I < BucketCount; ++I)
    Sum.Buckets[I] += get(S.Buckets[I]);
  for (size_t I = 0; I < Sum.Paths.size(); ++I) {
    Sum.Paths[I].Calls += get(S.paths()[I].Calls);
    Sum.Paths[I].Time += get(S.paths()[I].Time);
    Sum.Paths[I].Bytes += get(S.paths()[I].Bytes);
    Sum.Paths[I].BytesTime += get(S.paths()[I].BytesTime);
    Sum.Paths[I].Starts += get(S.paths()[I].Starts);
    Sum.Paths[I].StartTime += get(S.paths()[I].StartTime);
  }
}

/// The middle of the bucket that holds the middle run.
static uint64_t medianOf(const Summary &Sum) {
  uint64_t Runs = 0, Before = 0;
  for (uint64_t Count : Sum.Buckets)
    Runs += Count;
  for (size_t I = 0; I < BucketCount; ++I) {
    Before += Sum.Buckets[I];
    if (2 * Before >= Runs)
      return std::clamp((beginOf(I) + beginOf(I + 1)) / 2, Sum.Min, Sum.Max);
  }
  return Sum.Max;
}

std::vector<Summary> lacuna::rt::summarize() {
  std::vector<Summary> All;
  for (Record *R = firstRecord(); R; R = R->Next) {
    Summary Sum;
    Sum.Of = R;
    for (size_t I = 0; I < R->pathCount(); ++I)
      Sum.Paths.push_back({R->Texts[I], I < R->VersionCount});
    for (std::atomic<Shard *> &Place : R->Shards)
      if (Shard *S = Place.load(std::memory_order_acquire))
        add(Sum, *S);
    if (Sum.Calls == 0)
      continue;
    Sum.Median = medianOf(Sum);
    for (size_t I = 0; I < RowBucketCount; ++I)
      Sum.Rows[I] = get(R->Rows[I]);
    All.push_back(std::move(Sum));
  }
  auto Before = [](const Summary &A, const Summary &B) {
    if (A.Self != B.Self)
      return A.Self > B.Self;
    return std::strcmp(A.Of->Where, B.Of->Where) < 0;
  };
  std::sort(All.begin(), All.end(), Before);
  return All;
}

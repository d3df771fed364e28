//===- ResidentTable.cpp - host memory that is on the device --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResidentTable.h"
#include <atomic>

using namespace lacuna::rt;

/// Ranges in all tables.
static std::atomic<std::size_t> Count = 0;

/// What one range may hold; loops of few kinds use it.
static constexpr std::size_t MaxKept = 8;

void ResidentRange::setOnBoth(HostRange R) {
  OnDevice.add(R);
  Newer.remove(R);
}

void ResidentRange::setOnHostOnly(HostRange R) {
  OnDevice.remove(R);
  Newer.remove(R);
}

void ResidentRange::setOnDeviceOnly(HostRange R) {
  OnDevice.add(R);
  Newer.add(R);
}

std::shared_ptr<DeviceMemory>
ResidentRange::derived(const Derivation &What) const {
  for (const auto &[Known, Result] : Kept)
    if (Known == What)
      return Result;
  return nullptr;
}

void ResidentRange::keep(Derivation What, std::shared_ptr<DeviceMemory> Result,
                         unsigned long AsOf) {
  if (!Result || Version != AsOf || derived(What))
    return;
  if (Kept.size() == MaxKept)
    Kept.erase(Kept.begin());
  Kept.emplace_back(std::move(What), std::move(Result));
}

void ResidentRange::change() {
  ++Version;
  Kept.clear();
}

ResidentTable::Part
ResidentTable::find(HostRange R, std::shared_ptr<ResidentRange> &Found) const {
  for (const std::shared_ptr<ResidentRange> &Range : overlapping(R)) {
    if (!Range->Host.contains(R))
      return Part::Some;
    Found = Range;
    return Part::All;
  }
  return Part::None;
}

std::vector<std::shared_ptr<ResidentRange>>
ResidentTable::overlapping(HostRange R) const {
  std::vector<std::shared_ptr<ResidentRange>> Result;
  auto I = Ranges.upper_bound(R.Begin);
  if (I != Ranges.begin())
    --I;
  for (; I != Ranges.end() && I->first < R.End; ++I)
    if (I->second->Host.overlaps(R))
      Result.push_back(I->second);
  return Result;
}

std::vector<std::shared_ptr<ResidentRange>> ResidentTable::all() const {
  std::vector<std::shared_ptr<ResidentRange>> Result;
  for (const auto &[Begin, Range] : Ranges)
    Result.push_back(Range);
  return Result;
}

std::shared_ptr<ResidentRange> ResidentTable::add(HostRange R) {
  ++Count;
  return Ranges.emplace(R.Begin, std::make_shared<ResidentRange>(R))
      .first->second;
}

void ResidentTable::remove(const ResidentRange &R) {
  Count -= Ranges.erase(R.Host.Begin);
}

std::mutex &lacuna::rt::residencyMutex() {
  static std::mutex &Only = *new std::mutex;
  return Only;
}

bool lacuna::rt::isAnythingResident() { return Count != 0; }

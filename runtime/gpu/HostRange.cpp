//===- HostRange.cpp - addresses of the host's memory ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostRange.h"

using namespace lacuna::rt;

void HostRangeSet::add(HostRange R) {
  if (R.isEmpty())
    return;
  std::vector<HostRange> Result;
  for (HostRange Old : Ranges) {
    if (Old.End < R.Begin || R.End < Old.Begin)
      Result.push_back(Old);
    else
      R = {std::min(R.Begin, Old.Begin), std::max(R.End, Old.End)};
  }
  Result.insert(std::upper_bound(
                    Result.begin(), Result.end(), R,
                    [](HostRange A, HostRange B) { return A.Begin < B.Begin; }),
                R);
  Ranges = std::move(Result);
}

void HostRangeSet::remove(HostRange R) {
  std::vector<HostRange> Result;
  for (HostRange Old : Ranges)
    for (HostRange Rest : {HostRange{Old.Begin, std::min(Old.End, R.Begin)},
                           HostRange{std::max(Old.Begin, R.End), Old.End}})
      if (!Rest.isEmpty())
        Result.push_back(Rest);
  Ranges = std::move(Result);
}

std::vector<HostRange> HostRangeSet::common(HostRange R) const {
  std::vector<HostRange> Result;
  for (HostRange Mine : Ranges)
    if (HostRange Both = Mine & R; !Both.isEmpty())
      Result.push_back(Both);
  return Result;
}

std::vector<HostRange> HostRangeSet::missing(HostRange R) const {
  HostRangeSet Rest;
  Rest.add(R);
  for (HostRange Mine : Ranges)
    Rest.remove(Mine);
  return Rest.Ranges;
}

//===- Trials.cpp - what is measured of loops -----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trials.h"
#include <algorithm>

using namespace lacuna::rt;

Trials &Trials::ofProcess() {
  static auto *const Those = new Trials;
  return *Those;
}

TrialRef Trials::find(const std::vector<int64_t> &Key, int64_t RunsInFront) {
  const std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
  if (!Own)
    return nullptr;
  auto At = std::find_if(All.begin(), All.end(),
                         [&](const Kept &T) { return T.Key == Key; });
  if (At == All.end()) {
    if (All.size() == Most)
      All.erase(All.begin());
    All.push_back({Key, std::make_shared<Trial>(RunsInFront)});
  } else {
    std::rotate(At, At + 1, All.end());
  }
  return All.back().Of;
}

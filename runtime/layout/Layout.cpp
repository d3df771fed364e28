//===- Layout.cpp - entries in another order ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"

using namespace lacuna::rt;

/// A large source that nobody tracks is not compared, but where it is promised
/// to stay the same then: that takes about as long as the loop.
static State stateOf(Source &S) {
  const Look L = S.look();
  if (L.Found != Look::Unknown)
    return L.Found == Look::Same ? State::Same : State::Different;
  if (L.Ticket == 0 && L.Since == 0)
    return State::Unknown;
  if (!S.isSame(0, 1))
    return State::Different;
  S.confirm(L);
  return State::Same;
}

State Layout::state(const char *&Why) const {
  for (const std::shared_ptr<Source> &S : Sources) {
    const State Found = stateOf(*S);
    if (Found == State::Same)
      continue;
    Why = "it has changed";
    if (Found == State::Unknown)
      Why = S->whyCompared() ? S->whyCompared() : "it is written often";
    return Found;
  }
  return State::Same;
}

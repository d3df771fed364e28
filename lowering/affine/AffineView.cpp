//===- AffineView.cpp - a nest as sets of integers ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/affine/AffineView.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>

using namespace llvm;

namespace lacuna {

const AffineStatement &deepestOf(const AffineView &View) {
  return *std::max_element(
      View.Statements.begin(), View.Statements.end(),
      [](const AffineStatement &A, const AffineStatement &B) {
        return A.Loops.size() < B.Loops.size();
      });
}

std::string plainName(StringRef Loop) { return Loop.split('@').first.str(); }

/// \p Loops as the user calls them, where that tells them apart.
static std::vector<std::string> plainNames(ArrayRef<std::string> Loops) {
  std::vector<std::string> Names;
  for (const std::string &Loop : Loops)
    Names.push_back(plainName(Loop));
  StringSet<> Different;
  Different.insert(Names.begin(), Names.end());
  return Different.size() == Loops.size() ? Names : Loops.vec();
}

AffineSchedule asWritten(const AffineView &View) {
  AffineSchedule Order;
  for (const auto &[D, Name] : enumerate(plainNames(deepestOf(View).Loops))) {
    AffineLoop &L = Order.Loops.emplace_back(AffineLoop{Name, {}});
    for (const AffineStatement &S : View.Statements)
      L.Values.push_back(S.Order[D]);
  }
  return Order;
}

} // namespace lacuna

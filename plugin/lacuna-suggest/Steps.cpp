//===- Steps.cpp - what one step would free many loops of -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-suggest/Steps.h"
#include "lift/calls/Messages.def"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace lacuna;
using namespace lacuna::suggest;

/// Those that were counted, the most frequent ones first.
static std::vector<Step> ordered(const std::map<std::string, size_t> &Counts) {
  std::vector<Step> All;
  for (const auto &[Of, Loops] : Counts)
    All.push_back({Of, Loops});
  llvm::sort(All, [](const Step &A, const Step &B) {
    return std::tie(B.Loops, A.Of) < std::tie(A.Loops, B.Of);
  });
  return All;
}

std::vector<Step> suggest::flagsThatFree(llvm::ArrayRef<const Loop *> All) {
  std::map<std::string, size_t> Counts;
  for (const Loop *L : All)
    for (const std::string &Flag : L->FreedBy)
      ++Counts[Flag];
  return ordered(Counts);
}

/// Adds those that \p T names.
static void addHidden(const Tried &T, std::set<std::string> &To) {
  const std::string Pattern = msg::SuffixBodyNotVisible("|");
  const auto [Before, Behind] = llvm::StringRef(Pattern).split('|');
  for (llvm::StringRef Rest : T.Reasons)
    for (size_t At; (At = Rest.find(Before)) != llvm::StringRef::npos;) {
      Rest = Rest.drop_front(At + Before.size());
      To.insert(Rest.take_front(Rest.find(Behind)).str());
    }
}

/// Those that keep \p L, or loops inside, from being rewritten.
static std::set<std::string> hiddenFrom(const Loop &L) {
  std::set<std::string> Names;
  if (L.Becomes == State::Rewritten)
    return Names;
  addHidden(L, Names);
  for (const Tried &Inner : L.Inside)
    addHidden(Inner, Names);
  return Names;
}

std::vector<Step> suggest::hiddenFunctions(llvm::ArrayRef<const Loop *> All) {
  std::map<std::string, size_t> Counts;
  for (const Loop *L : All)
    for (const std::string &Name : hiddenFrom(*L))
      ++Counts[Name];
  return ordered(Counts);
}

size_t suggest::callersOfHidden(llvm::ArrayRef<const Loop *> All) {
  return llvm::count_if(All,
                        [](const Loop *L) { return !hiddenFrom(*L).empty(); });
}

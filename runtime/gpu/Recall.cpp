//===- Recall.cpp - what is known of resident arrays ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "KeptErrno.h"
#include "lacuna/rt.h"
#include <algorithm>

using namespace lacuna::rt;

namespace {

/// Bytes of a resident range, as they were at one time.
struct Read {
  std::weak_ptr<ResidentRange> Of;
  unsigned long Version;
  HostRange Bytes;
};

bool isSame(const Read &A, const Read &B) {
  return A.Bytes == B.Bytes && A.Version == B.Version &&
         !A.Of.owner_before(B.Of) && !B.Of.owner_before(A.Of);
}

/// What host code has found out.
struct Finding {
  const void *Site;
  std::string Key;
  std::vector<Read> From;
  std::vector<long> Results;
};

} // namespace

/// Findings of one site: matrices that a program uses in turn.
static constexpr std::ptrdiff_t MaxOfSite = 8;

/// Guarded by residencyMutex.
static std::vector<Finding> &findings() {
  static std::vector<Finding> &Only = *new std::vector<Finding>;
  return Only;
}

/// The spans as they are now, with the lock; none where one is not resident, or
/// empty, or the host has not its current value.
static std::vector<Read> current(Context &C, const lacuna_span *Spans,
                                 std::size_t Count) {
  std::vector<Read> Result;
  for (std::size_t K = 0; K < Count; ++K) {
    const auto Host = reinterpret_cast<std::uintptr_t>(Spans[K].host);
    const HostRange Bytes{Host + std::uintptr_t(Spans[K].from),
                          Host + std::uintptr_t(Spans[K].to)};
    std::shared_ptr<ResidentRange> Found;
    if (Spans[K].from >= Spans[K].to ||
        C.Resident.find(Bytes, Found) != ResidentTable::Part::All ||
        !Found->Memory || !Found->onDeviceOnly(Bytes).empty())
      return {};
    Result.push_back({Found, Found->version(), Bytes});
  }
  return Result;
}

/// Calls \p Do with the spans as they are now, if there is something to recall
/// or to remember.
template <typename Fn>
static void withCurrent(const lacuna_span *Spans, std::size_t Count, Fn Do) {
  Context *C = nullptr;
  if (!isAnythingResident() || Context::find(C))
    return;
  std::lock_guard Lock(residencyMutex());
  std::vector<Read> Now = current(*C, Spans, Count);
  if (!Now.empty())
    Do(std::move(Now));
}

int lacuna_recall(const void *site, const void *key, size_t key_bytes,
                  const lacuna_span *read, size_t count, long *results,
                  size_t result_count) {
  const KeptErrno Errno;
  int IsKnown = 0;
  withCurrent(read, count, [&](const std::vector<Read> &Now) {
    const std::string_view Key(static_cast<const char *>(key), key_bytes);
    for (const Finding &F : findings())
      if (F.Site == site && F.Key == Key && F.Results.size() == result_count &&
          std::equal(F.From.begin(), F.From.end(), Now.begin(), Now.end(),
                     isSame)) {
        std::copy(F.Results.begin(), F.Results.end(), results);
        IsKnown = 1;
        return;
      }
  });
  return IsKnown;
}

void lacuna_remember(const void *site, const void *key, size_t key_bytes,
                     const lacuna_span *read, size_t count, const long *results,
                     size_t result_count) {
  const KeptErrno Errno;
  withCurrent(read, count, [&](std::vector<Read> &&Now) {
    std::vector<Finding> &All = findings();
    // What is gone is of no use to anybody.
    std::erase_if(All, [](const Finding &F) {
      return std::any_of(F.From.begin(), F.From.end(), [](const Read &R) {
        const std::shared_ptr<ResidentRange> Range = R.Of.lock();
        return !Range || Range->version() != R.Version;
      });
    });
    auto IsOfSite = [&](const Finding &F) { return F.Site == site; };
    if (std::count_if(All.begin(), All.end(), IsOfSite) >= MaxOfSite)
      All.erase(std::find_if(All.begin(), All.end(), IsOfSite));
    All.push_back({site, std::string(static_cast<const char *>(key), key_bytes),
                   std::move(Now),
                   std::vector<long>(results, results + result_count)});
  });
}

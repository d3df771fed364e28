//===- Memory.cpp - memory for layouts ------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "gpu/Messages.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

using namespace lacuna::rt;

/// The value of "3G"; nothing where \p Text is none.
static std::optional<size_t> sizeIn(const char *Text) {
  char *End = nullptr;
  const unsigned long long Count = std::strtoull(Text, &End, 10);
  const unsigned Shift = *End == 'K'   ? 10
                         : *End == 'M' ? 20
                         : *End == 'G' ? 30
                                       : 0;
  const bool IsWhole = End != Text && End[Shift != 0] == '\0' && *Text != '-';
  if (!IsWhole)
    return std::nullopt;
  return Count > (SIZE_MAX >> Shift) ? SIZE_MAX : size_t(Count) << Shift;
}

static size_t readLimit() {
  if (const char *Text = std::getenv("LACUNA_FORMAT_MEMORY")) {
    if (const std::optional<size_t> Size = sizeIn(Text))
      return *Size;
    log("LACUNA_FORMAT_MEMORY=" + std::string(Text) +
        " means nothing; accepted are sizes such as '800M' and '2G'");
  }
  size_t All = size_t(sysconf(_SC_PHYS_PAGES)) * size_t(sysconf(_SC_PAGESIZE));
  rlimit Most;
  if (getrlimit(RLIMIT_AS, &Most) == 0 && Most.rlim_cur != RLIM_INFINITY)
    All = std::min(All, size_t(Most.rlim_cur));
  return All / 4;
}

size_t Memory::limit() {
  static const size_t Value = readLimit();
  return Value;
}

Share::~Share() {
  if (From)
    From->Used -= Size;
}

Share Memory::share(size_t Size) {
  for (;;) {
    const size_t Others = Used.fetch_add(Size);
    if (Others <= limit() && Size <= limit() - Others)
      return {*this, Size};
    Used -= Size;
    if (!DropOne())
      throw std::bad_alloc();
  }
}

Block Memory::take(size_t Size) {
  Share Own = share(Size);
  PageBlock Of(Size);
  return Of.begin() ? Block(std::move(Own), std::move(Of))
                    : throw std::bad_alloc();
}

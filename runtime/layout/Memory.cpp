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
#include <optional>
#include <string>
#include <sys/mman.h>
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
  return size_t(sysconf(_SC_PHYS_PAGES)) / 4 * size_t(sysconf(_SC_PAGESIZE));
}

size_t Memory::limit() {
  static const size_t Value = readLimit();
  return Value;
}

Block::~Block() {
  if (!From)
    return;
  From->Used -= Size;
  From->give({Begin, Size});
}

Share::~Share() {
  if (From)
    From->Used -= Size;
}

void Memory::reserve(size_t Size) {
  for (;;) {
    const size_t Others = Used.fetch_add(Size);
    if (Others <= limit() && Size <= limit() - Others)
      return;
    Used -= Size;
    if (!DropOne())
      throw std::bad_alloc();
  }
}

Share Memory::share(size_t Size) {
  reserve(Size);
  return {*this, Size};
}

/// The smallest one that is not much too large.
Memory::Pages Memory::find(size_t Size) {
  const std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
  if (!Own)
    return {};
  Pages *Best = nullptr;
  for (Pages &P : Free)
    if (P.Size >= Size && P.Size / 2 <= Size && (!Best || P.Size < Best->Size))
      Best = &P;
  return Best ? std::exchange(*Best, Pages()) : Pages();
}

Block Memory::take(size_t Size) {
  const auto Page = size_t(sysconf(_SC_PAGESIZE));
  Size = std::max<size_t>(1, (Size + Page - 1) / Page) * Page;
  Share Own = share(Size);
  Pages P = find(Size);
  if (!P.Begin) {
    void *At = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (At == MAP_FAILED)
      throw std::bad_alloc();
    P = {static_cast<char *>(At), Size};
  }
  Used += P.Size - Size;
  Own.From = nullptr; // it is the block's
  return {*this, P.Begin, P.Size};
}

void Memory::give(Pages P) {
  {
    const std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
    if (Own) {
      // The kernel may take them until they are written again.
      madvise(P.Begin, P.Size, MADV_FREE);
      std::swap(P, Free[Next]);
      Next = (Next + 1) % MostFree;
    }
  }
  if (P.Begin)
    munmap(P.Begin, P.Size);
}

//===- PagePool.cpp - pages that are used again ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PagePool.h"
#include "HugePages.h"
#include <algorithm>
#include <array>
#include <mutex>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

using namespace lacuna::rt;

namespace {

struct Pages {
  char *Begin = nullptr;
  size_t Size = 0;
};

/// Nobody waits for it: a child whose parent held the lock goes without.
class PagePool {
public:
  Pages find(size_t Size);
  void give(Pages P);

private:
  static constexpr size_t Most = 16;

  std::mutex Lock;
  std::array<Pages, Most> Free{}; ///< given one after the other, in turns
  size_t Next = 0;                ///< where the next one goes
};

} // namespace

/// What is at least so large has pages of its own. They begin with a line of
/// the cache, as what comes from the heap does.
static constexpr size_t LeastPages = size_t(64) << 10;
static constexpr std::align_val_t Line{64};

static PagePool &pool() {
  static PagePool *const Of = new PagePool;
  return *Of;
}

/// The smallest one that is not much too large.
Pages PagePool::find(size_t Size) {
  const std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
  if (!Own)
    return {};
  Pages *Best = nullptr;
  for (Pages &P : Free)
    if (P.Size >= Size && P.Size / 2 <= Size && (!Best || P.Size < Best->Size))
      Best = &P;
  return Best ? std::exchange(*Best, Pages()) : Pages();
}

void PagePool::give(Pages P) {
  {
    const std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
    if (Own) {
      // The kernel may take them until they are written again.
      madvise(P.Begin, P.Size, MADV_FREE);
      auto *const Empty = std::find_if(Free.begin(), Free.end(),
                                       [](const Pages &Q) { return !Q.Begin; });
      if (Empty != Free.end()) {
        std::swap(P, *Empty);
      } else {
        std::swap(P, Free[Next]);
        Next = (Next + 1) % Most;
      }
    }
  }
  if (P.Begin)
    munmap(P.Begin, P.Size);
}

/// As many pages as \p Least bytes take. What fills most of a large page has
/// all of it.
static size_t wholePages(size_t Least) {
  const size_t Page =
      Least > HugePage / 2 ? HugePage : size_t(sysconf(_SC_PAGESIZE));
  return (Least + Page - 1) / Page * Page;
}

/// New pages, or null. Large ones begin where the kernel may have large ones.
static char *mapped(size_t Size) {
  auto Map = [](size_t Bytes) {
    void *const At = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return At == MAP_FAILED ? nullptr : static_cast<char *>(At);
  };
  if (Size % HugePage != 0)
    return Map(Size);
  char *const All = Map(Size + HugePage);
  if (!All)
    return nullptr;
  const size_t InFront = -reinterpret_cast<uintptr_t>(All) % HugePage;
  if (InFront != 0)
    munmap(All, InFront);
  munmap(All + InFront + Size, HugePage - InFront);
  preferHugePages(All + InFront, Size);
  return All + InFront;
}

PageBlock::PageBlock(size_t Least) {
  if (Least < LeastPages) {
    Begin = static_cast<char *>(
        ::operator new(std::max<size_t>(1, Least), Line, std::nothrow));
    return;
  }
  const Pages Found = pool().find(wholePages(Least));
  Begin = Found.Begin;
  Size = Found.Size;
  if (Begin)
    return;
  Size = wholePages(Least);
  Begin = mapped(Size);
  if (!Begin)
    Size = 0;
}

PageBlock::~PageBlock() {
  if (Size == 0)
    ::operator delete(Begin, Line);
  else if (Begin)
    pool().give({Begin, Size});
}

//===- HugePages.h - memory that is touched but once ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_TRACK_HUGEPAGES_H
#define LACUNA_RUNTIME_TRACK_HUGEPAGES_H

#include <cstddef>
#include <cstdint>
#include <new>
#include <sys/mman.h>
#include <vector>

namespace lacuna::rt {

/// What is at least so large has pages of its own.
inline constexpr size_t HugePage = size_t(2) << 20, LeastHuge = HugePage;

/// Asks for few large pages behind the \p Size bytes at \p Begin, if these are
/// many. To get each page of 4 KB from the kernel takes about as long as to
/// fill it.
inline void preferHugePages(void *Begin, size_t Size) {
#ifdef MADV_HUGEPAGE
  constexpr size_t Page = 4096;
  if (Size < LeastHuge)
    return;
  const uintptr_t At = (uintptr_t(Begin) + Page - 1) / Page * Page;
  const size_t Whole = (uintptr_t(Begin) + Size - At) / Page * Page;
  madvise(reinterpret_cast<void *>(At), Whole, MADV_HUGEPAGE); // or not
#endif
}

template <typename T> struct HugePageAllocator {
  using value_type = T;
  HugePageAllocator() = default;
  template <typename U>
  HugePageAllocator(const HugePageAllocator<U> & /*Other*/) {}

  T *allocate(size_t Count) {
    const size_t Size = Count * sizeof(T);
    if (Size < LeastHuge)
      return static_cast<T *>(::operator new(Size));
    void *const At = ::operator new(Size, std::align_val_t(HugePage));
    preferHugePages(At, Size);
    return static_cast<T *>(At);
  }
  void deallocate(T *At, size_t Count) {
    if (Count * sizeof(T) < LeastHuge)
      ::operator delete(At);
    else
      ::operator delete(At, std::align_val_t(HugePage));
  }
  bool operator==(const HugePageAllocator &) const { return true; }
};

/// A vector that may become large, and is not kept.
template <typename T> using LargeVector = std::vector<T, HugePageAllocator<T>>;

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_TRACK_HUGEPAGES_H

//===- PagePool.h - pages that are used again ----------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_TRACK_PAGEPOOL_H
#define LACUNA_RUNTIME_TRACK_PAGEPOOL_H

#include <cstddef>
#include <utility>

namespace lacuna::rt {

/// Memory for many bytes: pages of their own. To get a page from the kernel
/// takes several times as long as to fill it: so some that nobody has any more
/// are kept for who asks next, unless the kernel needs them. What is small
/// comes from the heap.
class PageBlock {
public:
  PageBlock() = default;
  /// At least \p Least bytes, or none where there are not so many.
  explicit PageBlock(size_t Least);
  PageBlock(PageBlock &&Other) noexcept
      : Begin(std::exchange(Other.Begin, nullptr)),
        Size(std::exchange(Other.Size, 0)) {}
  PageBlock &operator=(PageBlock Other) noexcept {
    std::swap(Begin, Other.Begin);
    std::swap(Size, Other.Size);
    return *this;
  }
  ~PageBlock();

  char *begin() const { return Begin; }

private:
  char *Begin = nullptr;
  size_t Size = 0; ///< 0: it is the heap's
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_TRACK_PAGEPOOL_H

//===- guarded.h - arrays that end where no memory follows -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_RUN_GUARDED_H
#define LACUNA_TEST_RUN_GUARDED_H

#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace run {

/// A copy of \p V, never freed; what lies behind it cannot be accessed.
template <class T> T *guarded(const std::vector<T> &V) {
  size_t Page = size_t(sysconf(_SC_PAGESIZE));
  size_t Used = (V.size() * sizeof(T) + Page - 1) / Page * Page;
  char *Begin =
      static_cast<char *>(mmap(nullptr, Used + Page, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(Begin + Used, Page, PROT_NONE);
  T *Elements = reinterpret_cast<T *>(Begin + Used) - V.size();
  std::copy(V.begin(), V.end(), Elements);
  return Elements;
}

} // namespace run

#endif // LACUNA_TEST_RUN_GUARDED_H

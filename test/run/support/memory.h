//===- memory.h - less memory than a loop wants -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_RUN_MEMORY_H
#define LACUNA_TEST_RUN_MEMORY_H

#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

namespace run {

/// Of the address space \p Bytes are left.
inline void leave(size_t Bytes) {
  unsigned long Pages = 0;
  FILE *Sizes = std::fopen("/proc/self/statm", "r");
  if (!Sizes || std::fscanf(Sizes, "%lu", &Pages) != 1)
    return;
  std::fclose(Sizes);
  rlimit Limit;
  getrlimit(RLIMIT_AS, &Limit);
  Limit.rlim_cur = Pages * size_t(sysconf(_SC_PAGESIZE)) + Bytes;
  setrlimit(RLIMIT_AS, &Limit);
}

} // namespace run

#endif // LACUNA_TEST_RUN_MEMORY_H

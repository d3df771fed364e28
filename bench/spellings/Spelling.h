//===- Spelling.h - what spellings of a kernel have in common --*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_SPELLINGS_SPELLING_H
#define LACUNA_BENCH_SPELLINGS_SPELLING_H

#include "harness/Registry.h"
#include <array>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

using namespace lacuna::bench;

/// The products whose width the caller says.
static const std::initializer_list<const char *> Widths = {
    "spmm1", "spmm3", "spmm8", "spmm10", "spmm16", "spmm32", "spmm100"};

/// An entry of a row, as a record.
struct Entry {
  int column;
  double value;
};

/// The entries of \p A, which all spellings share, as they do its arrays.
inline std::shared_ptr<const std::vector<Entry>> entriesOf(const Csr &A) {
  static std::weak_ptr<const std::vector<Entry>> Last;
  static const int *Of = nullptr;
  std::shared_ptr<const std::vector<Entry>> Kept = Last.lock();
  if (Kept && Of == A.Crd.data())
    return Kept;
  std::vector<Entry> Entries;
  for (size_t At = 0; At < A.entries(); ++At)
    Entries.push_back({A.Crd[At], A.Val[At]});
  Kept = std::make_shared<const std::vector<Entry>>(std::move(Entries));
  Last = Kept;
  Of = A.Crd.data();
  return Kept;
}

/// Adds a way to compute each of some kernels at program start.
struct Spelling {
  Spelling(std::initializer_list<const char *> Kernels, const char *Name,
           const char *Text, Product (*Prepare)(const Problem &)) {
    for (const char *Kernel : Kernels)
      RegisterVariant({Kernel, Name, Text, Prepare});
  }
};

#endif // LACUNA_BENCH_SPELLINGS_SPELLING_H

//===- TriedFormats.h - what trials show of formats -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_LAYOUT_TRIEDFORMATS_H
#define LACUNA_RUNTIME_LAYOUT_TRIEDFORMATS_H

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lacuna::rt {

/// The formats of a tuned loop, over data of one class. Whether one pays
/// depends on the entries: each level has a trial of its own (Runs.cpp), and
/// tells here what came of it. Never freed. Several threads may be at it:
/// numbers of two trials that end at once may get mixed.
struct TriedFormats {
  static constexpr size_t Most = 8;

  /// Neither is a format: it is not known which one is best; none is.
  static constexpr int Unknown = -2, None = -1;

  struct Result {
    std::atomic<double> Ratio{0}; ///< of times, to your arrays; 0: not tried
    std::atomic<uint64_t> Runs{0};
  };

  std::atomic<int64_t> Threads{1}; ///< that share the loop
  /// Trials of schedules that no trial of formats has counted yet.
  std::atomic<int64_t> RunsBefore{0};
  /// The best one, as an earlier process has found out.
  std::atomic<int> Known{Unknown};

  /// \name What this process has found out last.
  /// @{
  std::array<Result, Most> All;
  std::atomic<double> OfArrays{0}; ///< ns that a run over your arrays took
  std::atomic<int> Best{None};
  std::atomic<bool> IsNew{false}; ///< nobody has been told
  /// @}

  void (*WhenTold)() = nullptr;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_LAYOUT_TRIEDFORMATS_H

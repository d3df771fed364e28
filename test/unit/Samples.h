//===- Samples.h - texts that several unit tests start from -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_UNIT_SAMPLES_H
#define LACUNA_TEST_UNIT_SAMPLES_H

#include "lacuna/ir/text/Text.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace lacuna {

/// A scheduled product of a CSR matrix and a vector, with everything that a
/// nest can say.
inline constexpr llvm::StringLiteral SampleNest = R"(nest @spmv {
  operand m : i32
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand x : f64[] extent i64(n)
  operand y : f64[] written
  operand last : i32 liveout
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  split i -> i0, i1 by 32
  tensor A : dense(i), compressed(p; pos, crd) values val
  guard "'m' is negative" m >= 0
  guard "'pos' descends" pos[r] <= pos[r + 1:i64] for r in 0:i64 .. i64(m)
  fact fp(strict)
  fact num_threads m
  fact noalias y, x
  body {
    loop i0 parallel(cpu_thread, no_races, schedule(dynamic, 4)) { #1
      loop i1 unroll(4) {
        var sum : f64 = 0.0 #3
        loop p parallel(cpu_vector, parallel_reduction) { #2
          let j = crd[p]
          sum += val[p] * x[j]
        }
        y[i] = sum #4
      }
    }
  }
  epilogue {
    last = m
  }
}
)";

/// A loop program with every kind of statement and guard.
inline constexpr llvm::StringLiteral SampleProgram = R"(program @all {
  operand m : i32
  operand x : f64[]
  operand y : f64[] written extent i64(m)
  operand last : i32 liveout
  guard "'m' is negative" holds m >= 0
  guard "'x' holds a zero" {
    var all_hold : bool = true
    for r : i64 in 0:i64 .. i64(m) {
      all_hold &= x[r] != 0.0
    }
  } holds all_hold
  guard "'y' overlaps 'x'" disjoint y[0:i64 .. i64(m)], x[0:i64 ..]
  body {
    array w : f64[32:i64] = 0.0
    var k : i64
    for i : i64 in 0:i64 .. i64(m) threads(schedule(static), num_threads(m)) { #7
      var s : f64 = 1.0
      for q : i64 in 0:i64 .. 4:i64 simd(+: s) unroll(2) {
        s += x[q]
      }
      if s < 0.0 {
        atomic y[i] += s #8
      } else {
        y[i] min= s
      }
    }
    k = 0:i64
    while k < 10:i64 {
      k += 1:i64
      {
        let k2 = k * 2:i64
        w[k] = f64(k2)
      }
    }
    last = m
  }
}
)";

template <typename T> std::string printed(const T &Value) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  print(OS, Value);
  return Result;
}

/// The value in \p E; a failed test without it.
template <typename T> T take(llvm::Expected<T> E) {
  if (E)
    return std::move(*E);
  ADD_FAILURE() << llvm::toString(E.takeError());
  return T();
}

/// The message in \p E, empty for success.
template <typename T> std::string messageOf(llvm::Expected<T> E) {
  if (E)
    return "";
  return llvm::toString(E.takeError());
}

} // namespace lacuna

#endif // LACUNA_TEST_UNIT_SAMPLES_H

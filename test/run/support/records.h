//===- records.h - records of the run tests -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What support.h records, without the half of the standard library that it needs
// for data: for tests with so many flags that none is worth a precompiled header.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_RUN_RECORDS_H
#define LACUNA_TEST_RUN_RECORDS_H

#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

// What tests only stand on is compiled quickly, not to run quickly.
#pragma clang optimize off

namespace run {

namespace detail {
enum class Scalar : uint8_t { Bits, Float, Double, LongDouble };

template <class T> struct ScalarOf {
  using Type = T;
  static constexpr uint64_t Parts = 1;
};

template <class T> constexpr Scalar scalarKind() {
  return std::is_same_v<T, float>         ? Scalar::Float
         : std::is_same_v<T, double>      ? Scalar::Double
         : std::is_same_v<T, long double> ? Scalar::LongDouble
                                          : Scalar::Bits;
}

inline void put(const void *Data, size_t Size) {
  if (Size && fwrite(Data, Size, 1, stdout) != 1)
    perror("cannot write a record");
}

template <class T> void putScalar(T V) {
  if constexpr (std::is_same_v<T, long double>) {
    // The padding of an x87 number is no part of its value.
    unsigned char Bytes[sizeof V] = {};
    __builtin_memcpy(Bytes, &V, std::numeric_limits<T>::digits == 64 ? 10 : 16);
    put(Bytes, sizeof Bytes);
  } else {
    put(&V, sizeof V);
  }
}
} // namespace detail

/// Writes V[0..Size) under \p Name. Where \p Bound is given the programs may
/// differ by Bound[i], else every bit must agree (any NaN equals any other).
template <class T>
void record(const std::string &Name, const T *V, size_t Size,
            const std::vector<double> *Bound = nullptr) {
  using Of = detail::ScalarOf<T>;
  using Element = typename Of::Type;
  uint64_t Header[5] = {Name.size(), Size * Of::Parts, sizeof(Element),
                        uint64_t(detail::scalarKind<Element>()),
                        Bound ? Of::Parts : 0};
  detail::put(Header, sizeof Header);
  detail::put(Name.data(), Name.size());
  for (size_t I = 0; I < Size; ++I) {
    if constexpr (Of::Parts == 2) {
      detail::putScalar(V[I].real());
      detail::putScalar(V[I].imag());
    } else {
      detail::putScalar(V[I]);
    }
  }
  if (Bound)
    detail::put(Bound->data(), Size * sizeof(double));
}

template <class T>
void record(const std::string &Name, const std::vector<T> &V) {
  record(Name, V.data(), V.size());
}

template <class T>
void record(const std::string &Name, const std::vector<T> &V,
            const std::vector<double> &Bound) {
  record(Name, V.data(), V.size(), &Bound);
}

template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
void record(const std::string &Name, T V) {
  record(Name, &V, 1);
}

} // namespace run

#pragma clang optimize on

#endif // LACUNA_TEST_RUN_RECORDS_H

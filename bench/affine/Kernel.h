//===- Kernel.h - what affine kernels have in common -----------*- C++ -*-===//
//
// KERNEL stands in front of each nest of a kernel, and PARALLEL in front of
// each loop that `omp parallel for` may share. The script that compiles the
// kernels says what these are; else they are nothing. Several nests are KERNEL,
// KERNEL_2, ..., and have a written schedule each.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_AFFINE_KERNEL_H
#define LACUNA_BENCH_AFFINE_KERNEL_H

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <utility>
#include <vector>

#ifndef KERNEL
#define KERNEL
#endif
#ifndef KERNEL_2
#define KERNEL_2 KERNEL
#endif
#ifndef KERNEL_3
#define KERNEL_3 KERNEL
#endif
#ifndef KERNEL_4
#define KERNEL_4 KERNEL
#endif
#ifndef PARALLEL
#define PARALLEL
#endif

using Numbers = std::vector<double>;
using Integers = std::vector<int>;

/// The argument at `Place` of the command line.
inline int size(int Count, char **Arguments, int Place) {
  if (Place < Count)
    return std::atoi(Arguments[Place]);
  std::fprintf(stderr, "%s: argument %d is missing\n", *Arguments, Place);
  std::exit(2);
}

/// As many numbers between 0.5 and 1.5, which look random.
inline Numbers numbers(std::size_t Count, std::uint64_t Seed) {
  Numbers Result(Count);
  std::uint64_t State = Seed * 0x9e3779b97f4a7c15u + 1;
  for (double &Number : Result) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    Number = 0.5 + static_cast<double>(State >> 11) * 0x1p-53;
  }
  return Result;
}

/// As many numbers from 0 to 3.
inline Integers letters(std::size_t Count, std::uint64_t Seed) {
  Integers Result;
  for (double Number : numbers(Count, Seed))
    Result.push_back(static_cast<int>((Number - 0.5) * 4));
  return Result;
}

/// Of the numbers in `Results`, a checksum of all bits and the sum of
/// magnitudes.
template <typename Number>
void printSums(double Seconds,
               std::initializer_list<const std::vector<Number> *> Results) {
  std::uint64_t Checksum = 14695981039346656037u;
  double Sum = 0;
  for (const std::vector<Number> *Array : Results)
    for (Number Element : *Array) {
      std::uint64_t Bits = 0;
      std::memcpy(&Bits, &Element, sizeof Element);
      Checksum = (Checksum ^ Bits) * 1099511628211u;
      Checksum ^= Checksum >> 29;
      Sum += std::fabs(double(Element));
    }
  std::printf("%.9f %016llx %.17g\n", Seconds,
              static_cast<unsigned long long>(Checksum), Sum);
}

/// How long `Kernel` takes, in seconds.
template <typename Function> double secondsOf(Function Kernel) {
#ifdef _OPENMP
  int Threads = 0; // They exist before the clock starts.
#pragma omp parallel reduction(+ : Threads)
  ++Threads;
#endif
  using Clock = std::chrono::steady_clock;
  const Clock::time_point Begin = Clock::now();
  Kernel();
  return std::chrono::duration<double>(Clock::now() - Begin).count();
}

/// Prints how long `Kernel` takes, and sums of `Results` behind it.
template <typename Function>
int measure(Function Kernel, std::initializer_list<const Numbers *> Results) {
  printSums<double>(secondsOf(Kernel), Results);
  return 0;
}
template <typename Function>
int measure(Function Kernel, std::initializer_list<const Integers *> Results) {
  printSums<int>(secondsOf(Kernel), Results);
  return 0;
}

#endif

//===- Support.h - programs with loops on a fake GPU ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Each test is a process of its own, as the runtime is set up once in each, and
// may end it.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_RUNTIME_SUPPORT_H
#define LACUNA_TEST_RUNTIME_SUPPORT_H

#include "FakeCuda.h"
#include "lacuna/rt.h"
#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <vector>

// What applications that use CUDA themselves call.
extern "C" {
int cuInit(unsigned);
int cuDevicePrimaryCtxRetain(void **, int);
int cuCtxCreate_v2(void **, unsigned, int);
int cuCtxDestroy_v2(void *);
int cuCtxSetCurrent(void *);
int cuCtxGetCurrent(void **);
int cuMemAlloc_v2(unsigned long long *, std::size_t);
int cuMemAllocManaged(unsigned long long *, std::size_t, unsigned);
int cuMemAllocHost_v2(void **, std::size_t);
int cuMemFree_v2(unsigned long long);
int cuMemFreeHost(void *);
int cuMemcpyHtoD_v2(unsigned long long, const void *, std::size_t);
int cuMemcpyDtoH_v2(void *, unsigned long long, std::size_t);
}

namespace lacuna::test {

/// How a process ended.
struct Outcome {
  int Status = 0;   ///< its exit status, or minus the signal that ended it
  std::string Text; ///< what it wrote to stderr
};

using Environment = std::map<std::string, std::string>;

/// Runs \p Program in a process with the fake driver. Failed checks, and device
/// memory that it leaves behind unless it may, make its status 1.
Outcome run(const std::function<void()> &Program, const Environment &Extra = {},
            bool MayLeak = false);

/// In a program: reports that \p Condition does not hold.
void check(bool Condition, const char *Text, int Line);
#define CHECK(...)                                                             \
  ::lacuna::test::check(bool(__VA_ARGS__), #__VA_ARGS__, __LINE__)

/// Makes the test fail unless the program does and says what is expected.
void expectRun(const std::function<void()> &Program,
               const std::string &Text = "", const Environment &Extra = {},
               int Status = 0);

//===----------------------------------------------------------------------===//
// Loops as generated code has them
//===----------------------------------------------------------------------===//

/// A module whose kernels are the functions below.
lacuna_module module(const char *Where);

using Vector = std::vector<double>;

/// A loop over [0, n) with its CPU version. `isOnGpu` tells which one ran last.
class Loop {
public:
  explicit Loop(const char *Where) : Module(module(Where)) {}
  Loop(const Loop &) = delete;
  bool isOnGpu() const { return OnGpu; }
  lacuna_module Module;

  /// y[i] = a * x[i]
  void scale(double A, const double *X, double *Y, std::size_t N);
  /// y[i] += x[i], by two launches: for even and for odd i
  void add(const double *X, double *Y, std::size_t N);
  /// Sums of x over segments, s[i] = sum of x[pos[i]] .. x[pos[i + 1] - 1]; an
  /// auxiliary kernel finds the segment of each element.
  void sums(const int *Pos, const double *X, double *S, int N);

private:
  bool end(lacuna_region *R);
  std::atomic<bool> OnGpu = false;
};

/// A region of one launch over N elements.
void launch(lacuna_region *R, const char *Kernel, void *const *Args);

template <typename T> std::size_t bytes(const std::vector<T> &V) {
  return V.size() * sizeof(T);
}

int enter(const Vector &V, unsigned Flags, const char *Where = "d.cpp:1");
int leave(const Vector &V, unsigned Flags, const char *Where = "d.cpp:2");
int update(const Vector &V, unsigned Flags, const char *Where = "d.cpp:3");

} // namespace lacuna::test

#endif // LACUNA_TEST_RUNTIME_SUPPORT_H

// A constexpr function is evaluated by the compiler as it was, and runs
// generated code; in coroutines too nests are rewritten.
// RUN: %clangxx -std=c++20 -O2 -w %s -o %t.plain
// RUN: %clangxx_sparse -std=c++20 -O2 -Wall -Werror -Wno-unused %s -fplugin-arg-sparse-count -o %t.sparse
// RUN: %t.plain > %t.expected
// RUN: %t.sparse > %t.actual 2> %t.counters
// RUN: cmp %t.expected %t.actual
// RUN: FileCheck --input-file=%t.counters %s --implicit-check-not='fallback {{[1-9]}}'
// CHECK-COUNT-3: generated 1, fallback 0
// CHECK: generated 2, fallback 0
// CHECK-COUNT-2: generated 1, fallback 0
// CHECK-NOT: lacuna
// Verified, and evaluated in a file that loads rewritten functions.
// RUN: %clangxx_sparse -std=c++20 -O2 %s -fplugin-arg-sparse-verify -o %t.verified
// RUN: %t.verified > %t.actual
// RUN: cmp %t.expected %t.actual
// RUN: %clangxx_sparse -std=c++20 -O2 -x c++-header %s -o %t.pch
// RUN: echo 'static_assert(sum(3) == 3); constinit int late = sum(4);' > %t.user.cpp
// RUN: %clangxx -std=c++20 -O2 -fopenmp -include-pch %t.pch -c %t.user.cpp -o %t.user.o

#include <coroutine>
#include <cstdio>
#include <vector>

#define SCHEDULE                                                               \
  split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)

constexpr int sum(int n) {
  int y[64] = {}, total = 0;
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] = i;
  for (int i = 0; i < n; ++i)
    total += y[i];
  return total;
}
static_assert(sum(3) == 3);
constinit int Initial = sum(5);
int Array[sum(4)];

// Instantiated, and first evaluated, at the end of the file.
template <int N> struct Late {
  static constinit inline int Value = sum(N);
};

struct Member {
  int n;
  constexpr Member(int n) : n(n), y() {
#pragma sparse SCHEDULE
    for (int i = 0; i < this->n; ++i)
      y[i] = 2 * i;
  }
  constexpr int last() const { return y[n - 1]; }
  int y[64];
};
static_assert(Member(7).last() == 12);

constexpr auto Lambda = [](int n, const int *x) {
  int y[64] = {};
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] = x[i] + 1;
  return y[n - 1];
};
constexpr int Numbers[] = {1, 2, 3};
static_assert(Lambda(3, Numbers) == 4);

template <class T> constexpr T viaTemplate(int n) {
  T y[64] = {};
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = T(i) / 2;
  return y[n - 1];
}
static_assert(viaTemplate<double>(4) == 1.5);

struct Task {
  struct promise_type {
    double result;
    Task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(double v) {
      result = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

Task coroutine(int n, std::vector<double> x) {
  std::vector<double> y(n);
  double sum = 0.5;
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
  co_yield y[n - 1];
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    sum += y[i] * x[i];
  co_yield sum;
}

int main() {
  volatile int n = 40;
  std::printf("%d %d\n", Initial, (int)(sizeof Array / sizeof *Array));
  std::printf("%d\n", Late<6>::Value);
  std::printf("%d\n", sum(n));
  std::printf("%d\n", Member(n).last());
  std::vector<int> x(n, 4);
  std::printf("%d\n", Lambda(n, x.data()));
  std::printf("%g %g\n", viaTemplate<double>(n), viaTemplate<float>(3));
  Task t = coroutine(n, std::vector<double>(n, 1.5));
  for (int k = 0; k < 2; ++k) {
    t.handle.resume();
    std::printf("%g\n", t.handle.promise().result);
  }
  t.handle.destroy();
}

// `profile=all` measures outermost loops without a directive, too, wherever they stand, and
// `profile=as-written` those with one as they are written. Results are those of the plain program.
// clang-format off
// RUN: %clangxx -std=c++20 -O1 %s -o %t.plain && %t.plain >%t.expected
// RUN: %clangxx_sparse -std=c++20 -O1 %s -fplugin-arg-sparse-profile=all -fplugin-arg-sparse-quiet -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t 2>&1 | count 0
// RUN: %t 2>%t.table | cmp - %t.expected
// RUN: FileCheck --implicit-check-not=neither <%t.table %s
// RUN: rm -rf %t.d && mkdir %t.d && env LACUNA_PROFILE=%t.d/p.json %t >%t.printed 2>&1 && cmp %t.printed %t.expected
// RUN: cat %t.d/p.*.json | FileCheck --check-prefix=JSON %s
// JSON-DAG: "on": "unmarked"
// JSON-DAG: "on": "cpu"

// RUN: %clangxx_sparse -std=c++20 -O1 %s -fplugin-arg-sparse-profile=as-written -fplugin-arg-sparse-target=cuda -Rpass=sparse -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t.as 2>&1 | FileCheck --check-prefix=REMARK %s
// REMARK: remark: loop runs as parallelize(i, cpu_thread, no_races); it stays as written here, to be measured
// RUN: %t.as 2>%t.as-table | cmp - %t.expected
// RUN: FileCheck --check-prefix=AS --implicit-check-not='without a directive' --implicit-check-not=generated <%t.as-table %s

// Nothing else is written, and a loop is measured once.
// RUN: %clangxx_sparse -std=c++20 %s -fplugin-arg-sparse-profile=all -fplugin-arg-sparse-suggest=%t.json -fplugin-arg-sparse-quiet -fsyntax-only 2>&1 | count 0
// RUN: not %clangxx_sparse %s -fplugin-arg-sparse-profile=al -fsyntax-only 2>&1 | FileCheck --check-prefix=WORD %s
// WORD: error: sparse: plugin argument 'profile' takes 'all' or 'as-written', not 'al'; did you mean 'all'?

#include <coroutine>
#include <cstdio>
#include <vector>

volatile int three = 3;

void marked(int n, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = 2;
}
// CHECK-DAG: 1 {{[0-9.]+ .?s}} {{.*}}unmarked.cpp:[[#@LINE-3]], marked, {{[0-9.]+}} GB/s
// AS-DAG: 1 {{[0-9.]+ .?s}} {{.*}}unmarked.cpp:[[#@LINE-4]], marked, as written

template <class T> T sum(const std::vector<T> &all) {
  T s = 0;
  for (T one : all)
    s += one;
  return s;
}
// CHECK-DAG: 2 {{[0-9.]+ .?s}} {{.*}}unmarked.cpp:[[#@LINE-4]], sum<int>, without a directive
// CHECK-DAG: 1 {{[0-9.]+ .?s}} {{.*}}unmarked.cpp:[[#@LINE-5]], sum<double>, without a directive

int leaves(int n) {
  while (true) {
    if (n > 3)
      return n;
    if (n == -1)
      goto out;
    if (n == -2)
      throw n;
    ++n;
  }
out:
  return 7;
}
// CHECK-DAG: 3 {{[0-9.]+ .?s}} {{.*}}unmarked.cpp:[[#@LINE-12]], leaves, without a directive

// Around a loop with one.
void steps(int n, double *y) {
  do
    for (int k = 0; k < 2; ++k) {
#pragma sparse
      for (int i = 0; i < n; ++i)
        y[i] += 1;
    }
  while (y[0] < 8);
}
// CHECK-DAG: 1 {{[0-9.]+ .?s}} {{.*}}unmarked.cpp:[[#@LINE-8]], steps, without a directive
// CHECK-DAG: 6 {{[0-9.]+ .?s}} {{.*}}unmarked.cpp:[[#@LINE-6]], steps, {{[0-9.]+}} GB/s
// AS-DAG: 6 {{[0-9.]+ .?s}} {{.*}}unmarked.cpp:[[#@LINE-7]], steps, as written

constexpr int folded(int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += i;
  return s;
}
static_assert(folded(4) == 6);
// CHECK-DAG: 1 {{[0-9.]+ .?s}} {{.*}}unmarked.cpp:[[#@LINE-5]], folded, without a directive

int jumps(int n) {
  int s = 0;
  switch (n % 2) {
  case 0:
    for (; n > 0; --n) { // neither: the other case leads into it
      s += 2;
  case 1:
      s += 1;
    }
  }
#pragma clang loop vectorize(disable)
  for (int i = 0; i < three; ++i)
    s += i;
  if (n < 5) for (int i = 0; i < n; ++i) s += i; else for (int i = 0; i < 2; ++i) s += i;
  auto more = [&] { for (int i = n; i > 0; --i) s += i; };
  more();
  return s;
}
// CHECK-DAG: 1 {{[0-9.]+ .?s}} {{.*}}unmarked.cpp:[[#@LINE-7]], jumps, without a directive
// CHECK-DAG: 1 {{[0-9.]+ .?s}} {{.*}}unmarked.cpp:[[#@LINE-6]], jumps, without a directive

#pragma omp declare simd
double lane(double x) {
  for (int i = 0; i < three; ++i)
    x *= 2;
  return x;
}

int shared(int n) {
  int s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i) // neither: shared out
    s += i;
#pragma omp parallel num_threads(1)
  for (int i = 0; i < n; ++i) // neither: the region itself
#pragma omp atomic
    s += 1;
#pragma omp parallel num_threads(1)
  {
    for (int i = 0; i < n; ++i)
#pragma omp atomic
      s += 1;
  }
  return s;
}
// CHECK-DAG: 1 {{[0-9.]+ .?s}} {{.*}}unmarked.cpp:[[#@LINE-6]], shared, without a directive

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
Task stops(int n) {
  for (int i = 0; i < n; ++i) { // neither: other threads may go on
    std::printf("%d\n", i);
    co_await std::suspend_always{};
  }
}

int unrolled(int n) {
  for (int i = 2; i <= 9; ++i) // neither: over soon
    n += i;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < n; ++k)
      n += k % 2;
  for (int i = n; i >= 0; --i)
    n += i % 2;
  return n;
}
// CHECK-DAG: 1 {{[0-9.]+ .?s}} {{.*}}unmarked.cpp:[[#@LINE-7]], unrolled, without a directive
// CHECK-DAG: 1 {{[0-9.]+ .?s}} {{.*}}unmarked.cpp:[[#@LINE-5]], unrolled, without a directive

int main() {
  std::vector<double> y(100000);
  marked(int(y.size()), y.data());
  steps(int(y.size()), y.data());
  std::printf("%g %d %g\n", sum(y), sum(std::vector<int>{1, 2}) + sum(std::vector<int>{3}), y[3]);
  std::printf("%d %d\n", leaves(0), leaves(-1));
  try {
    leaves(-2);
  } catch (int n) {
    std::printf("%d\n", n);
  }
  std::printf("%d %d %g %d\n", folded(y[0]), jumps(4), lane(2), shared(10));
  std::printf("%d\n", unrolled(3));
  Task t = stops(3);
  while (!t.handle.done())
    t.handle.resume();
  t.handle.destroy();
}

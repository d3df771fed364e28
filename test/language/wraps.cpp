// Where signed overflow wraps round, the user's loop runs if a subscript or a
// counter does; values may wrap in generated code, too.
// RUN: %check-run -fwrapv --loops 12 --fallback 9 %s -o %t
// RUN: %check-run -fno-strict-overflow --loops 12 --fallback 9 %s -o %t

#include "../run/support/support.h"
#include <climits>
#include <sys/mman.h>

// A subscript of -2^31 up to 2^31 leads somewhere.
static char *const Memory = [] {
  void *All = mmap(nullptr, 1ul << 32, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return static_cast<char *>(All) + (1ul << 31);
}();

static void recordAt(const char *Name, const std::vector<int> &Places) {
  std::vector<char> Values;
  for (int At : Places) {
    Values.push_back(Memory[At]);
    Memory[At] = 0;
  }
  run::record(Name, Values);
}

[[gnu::noinline]] void last(int n, int K, char *y) {
#pragma sparse split(i, i0, i1, 100) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[i * K] = char(i >> 2);
}

[[gnu::noinline]] void local(int n, int K, char *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    int j = i * K + 1;
    y[j] = char(i >> 2);
  }
}

[[gnu::noinline]] void negated(int n, int K, char *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[-(i * K)] = char(i);
}

[[gnu::noinline]] void gather(int n, int K, const char *x, int *y) {
#pragma sparse parallelize(i, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = x[i * K + 3];
}

[[gnu::noinline]] void throughArray(int n, int K, const int *crd, const char *x,
                                    int *y) {
#pragma sparse parallelize(i, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = x[crd[i] * K + 3];
}

[[gnu::noinline]] void bounds(int n, int more, char *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = n + more - 6; i < n + more; ++i)
    y[i] = char(i);
}

[[gnu::noinline]] void stepping(int end, int step, char *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < end; i += step)
    y[i] = char(i >> 4);
}

[[gnu::noinline]] void down(int from, int end, int step, char *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = from; i >= end; i -= step)
    y[i] = char(i >> 4);
}

[[gnu::noinline]] void around(int from, int end, char *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = from; i != end; ++i)
    y[i] = char(i);
}

[[gnu::noinline]] void longs(long n, long K, char *y) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (long i = 0; i < n; ++i)
    y[2 * i * K] = char(i >> 2);
}

[[gnu::noinline]] void values(int n, int K, int *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = -(i * K * K) - INT_MIN + y[i] * y[i];
}

[[gnu::noinline]] int sum(int n, int K, const int *x) {
  int s = INT_MAX;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    s += x[i] * K;
  return s;
}

int main() {
  std::vector<int> Places, Gathered(4), Values(64), Crd = {0, 1, 2, 1};
  last(64, 1 << 27, Memory);
  for (int i = 0; i < 64; ++i)
    Places.push_back(i * (1 << 27));
  recordAt("last", Places);
  last(64, 1000, Memory);
  recordAt("last, in range", {0, 1000, 2000, 63000});
  local(64, 1 << 27, Memory);
  for (int &At : Places)
    At += 1;
  recordAt("local", Places);
  negated(64, 1 << 27, Memory);
  recordAt("negated", {0, -(1 << 27), INT_MIN, 1 << 30});
  Memory[1] = 5;
  gather(3, INT_MAX, Memory, Gathered.data());
  run::record("gather", Gathered);
  throughArray(4, INT_MAX, Crd.data(), Memory, Gathered.data());
  run::record("through an array", Gathered);
  Memory[1] = 0;
  bounds(INT_MAX, 3, Memory);
  recordAt("bounds", {INT_MAX - 3, INT_MAX, INT_MIN, INT_MIN + 1});
  bounds(100, 3, Memory);
  recordAt("bounds, in range", {97, 98, 102});
  Places.clear();
  for (int i = 0; i < 1879048192; i += 1500000001)
    Places.push_back(i);
  stepping(1879048192, 1500000001, Memory);
  recordAt("stepping", Places);
  Places.clear();
  for (int i = -2000000000; i >= -2100000000; i -= 500000000)
    Places.push_back(i);
  down(-2000000000, -2100000000, 500000000, Memory);
  recordAt("down", Places);
  around(INT_MAX - 2, INT_MIN + 3, Memory);
  recordAt("around", {INT_MAX - 2, INT_MAX, INT_MIN, INT_MIN + 2});
  longs(64, LONG_MIN, Memory);
  recordAt("longs", {0});
  values(64, 123456789, Values.data());
  run::record("values", Values);
  run::record("sum", sum(64, 123456789, Values.data()));
}

// Empty ranges of 64 bits whose length wraps to a positive number.
// RUN: %check-run --loops 4 %s -o %t

#include "../run/support/support.h"

constexpr size_t None = ~size_t(0);

void blocks(size_t lo, size_t hi, long *y) {
#pragma sparse split(i, i0, i1, 4)
  for (size_t i = lo; i < hi; ++i)
    y[i + 1] += i;
}

void copies(size_t lo, size_t hi, long *y) {
#pragma sparse unroll(i, 4)
  for (size_t i = lo; i < hi; ++i)
    y[i + 1] += i;
}

void pieces(long lo, long hi, long *y) {
#pragma sparse divide(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (long i = lo; i < hi; ++i)
    y[i] += i;
}

long total(size_t lo, size_t hi) {
  long sum = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (size_t i = lo; i < hi; ++i)
    sum += i * 3;
  return sum;
}

int main() {
  std::vector<long> y(128, 1);
  blocks(None, 9, y.data());
  blocks(2, 9, y.data());
  copies(None, 9, y.data());
  copies(2, 9, y.data());
  pieces(std::numeric_limits<long>::max(), -9, y.data());
  pieces(2, 40, y.data());
  run::record("elements", y);
  run::record("totals", std::vector<long>{total(None, 9), total(2, 9)});
}

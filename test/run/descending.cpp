// Loops that count down: empty, to the least value of their type, and where
// they would not end but for a guard.
// clang-format off
// RUN: %check-run --loops 6 --fallback 1 %s -o %t
// RUN: env LACUNA_LOG=1 %t.sparse 2>%t.log >%t.records
// RUN: FileCheck %s --input-file=%t.log
// clang-format on

#include "support/support.h"

#include <climits>

long signedOnes(int first, int last) {
  long sum = 0;
#pragma sparse split(i, i0, i1, 4)
  for (int i = first; i >= last; --i)
    sum = 3 * sum + i;
  return sum;
}

long narrow(signed char first, int last) {
  long sum = 0;
#pragma sparse split(i, i0, i1, 4)
  for (signed char i = first; i > last; --i)
    sum = 3 * sum + i;
  return sum;
}

unsigned long unsignedOnes(unsigned first, unsigned last) {
  unsigned long sum = 0;
#pragma sparse split(i, i0, i1, 4)
  for (unsigned i = first; i >= last; --i)
    sum = 3 * sum + i;
  return sum;
}

unsigned long notEqual(unsigned char first, unsigned char last) {
  unsigned long sum = 0;
  // CHECK: descending.cpp:[[@LINE+2]]: the user's loop runs: loop 'i' begins behind its end
#pragma sparse split(i, i0, i1, 4)
  for (unsigned char i = first; i != last; --i)
    sum = 3 * sum + i;
  return sum;
}

void written(size_t n, std::vector<double> &y) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (size_t i = n; i-- > 0;)
    y[i] = double(i);
}

double pointers(const double *first, const double *last) {
  double sum = 0;
#pragma sparse unroll(p, 3)
  for (const double *p = last; p != first; --p)
    sum = sum * 2 + p[-1];
  return sum;
}

int main() {
  std::vector<long> sums{signedOnes(5, -5),  signedOnes(-5, 5),
                         signedOnes(7, 7),   signedOnes(INT_MIN, INT_MAX),
                           signedOnes(INT_MAX, INT_MAX - 3),
                         narrow(3, -128),    narrow(-120, -128),
                         narrow(-128, -128), narrow(1, 90)};
  sums.push_back(long(unsignedOnes(9, 1)));
  sums.push_back(long(unsignedOnes(3, 9)));
  sums.push_back(long(notEqual(9, 0)));
  sums.push_back(long(notEqual(9, 9)));
  sums.push_back(long(notEqual(9, 200)));
  run::record("sums", sums);
  std::vector<double> y(9);
  written(9, y);
  written(0, y);
  run::record("written", y);
  run::record("pointers", pointers(&y[1], &y[6]) + pointers(&y[2], &y[2]));
}

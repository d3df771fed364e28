// The least and the largest number of 128 bits have no literal: partial results
// start with what the variable holds, and arrays get no copies.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 3 %s -o %t
// RUN: not %clangxx_sparse -std=c++20 -DARRAY -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=ARRAY
// RUN: not %clangxx_sparse -std=c++20 -DSCAN -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=SCAN

#include "../run/support/support.h"

using Wide = __int128;

Wide least(int n, const Wide *x, Wide s) {
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    s = x[i] < s ? x[i] : s;
  return s;
}

Wide most(int n, const Wide *x, Wide s) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    s = std::max(s, x[i]);
  return s;
}

unsigned __int128 common(int n, const unsigned __int128 *x) {
  unsigned __int128 s = ~(unsigned __int128)0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    s &= x[i];
  return s;
}

#ifdef ARRAY
void leastOfEach(int n, const int *at, const Wide *x, Wide (&y)[9]) {
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    y[at[i]] = std::min(y[at[i]], x[i]);
}
// ARRAY: error: 'parallel_reduction' joins updates of one variable or element,
// but 'i' updates different elements of 'y'
#endif

#ifdef SCAN
void sums(int n, const Wide *x, Wide *y, Wide s) {
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < n; ++i) {
    s += x[i];
    y[i] = s;
  }
}
// SCAN: error: {{.*}}'s', of type '__int128', has more than 64 bits
#endif

template <class T> void record(const char *Name, T V) {
  run::record(Name, std::vector<uint64_t>{uint64_t(V), uint64_t(V >> 64)});
}

int main() {
  const int n = 40;
  const Wide Large = Wide(1) << 100;
  std::vector<Wide> x(n);
  std::vector<unsigned __int128> bits(n);
  for (int I = 0; I < n; ++I) {
    x[I] = I % 2 ? 2 * Large - I : -2 * Large + I;
    bits[I] = ~(unsigned __int128)0 << I % 30;
  }
  record("least", least(n, x.data(), 0));
  for (Wide &X : x)
    X += 3 * Large;
  record("least above", least(n, x.data(), 9 * Large));
  record("most", most(n, x.data(), -Large));
  record("common", common(n, bits.data()));
}

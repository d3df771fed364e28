// What a loop stores to in an array of arrays stays in its row only if that is
// known in front of the loops, or read from memory.
// RUN: %clangxx -std=c++20 -ferror-limit=0 %plugin -fopenmp -fsyntax-only -Xclang -verify %s
// RUN: %clangxx_sparse -std=c++20 -O2 -fsyntax-only -fplugin-arg-sparse-dump=graph %s -fplugin-arg-sparse-unsupported=warn -w 2>&1 | FileCheck %s

int a[24][10], length[24], bin[24];

void lengths(int n) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  // expected-error@-1 {{different iterations of 'i' may update one element of 'a'}}
  // expected-note@-2 {{'parallel_reduction' joins copies of 'a'}}
  // expected-note@-3 {{'atomics' makes each update atomic}}
  // expected-note@-4 {{'ignore_races' vouches that they do not}}
  for (int i = 0; i < n; ++i)
    for (int p = 0; p < length[i]; ++p)
      a[i][p] += i;
}

void factor(int n, int m, int s) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  // expected-error@-1 {{different iterations of 'i' may update one element of 'a'}}
  // expected-note@-2 {{'parallel_reduction' joins copies of 'a'}}
  // expected-note@-3 {{'atomics' makes each update atomic}}
  // expected-note@-4 {{'ignore_races' vouches that they do not}}
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i][j * s] += i;
}

void chosen(int n) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    a[i][bin[i]] += i;
}

// CHECK-LABEL: nest @down
// CHECK:         guard {{.*}} i64(m - 1) < 10:i64
// CHECK-LABEL: nest @mirrored
// CHECK:         guard {{.*}} - 1:i64 >= 0:i64
void down(int n, int m) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    for (int j = m - 1; j >= 0; --j)
      a[i][j] += i;
}

void mirrored(int n, int m) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i][j] += a[i][-j - 1];
}

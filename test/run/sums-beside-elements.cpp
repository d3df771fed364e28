// Sums into an element of an array of which iterations also touch others, each
// its own: the sum has parts, and the others stay where they are. A sum that its
// iteration reads has none, where somebody vouches for it.
// RUN: %check-run --loops 7 -fplugin-arg-sparse-min-work=0 %s -o %t --threads 3
// RUN: %check-run --loops 7 -fplugin-arg-sparse-min-work=0 %s -o %t --threads 2 --reuse

#include "support/support.h"

using Vector = std::vector<double>;

void total(int n, Vector &s) {
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 1; i < n; ++i)
    s[0] += s[i];
}

void counted(int n, Vector &s) {
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 1; i < n; ++i) {
    s[i] = s[i] * 2;
    s[0] += 1;
  }
}

void inLanes(int n, int m, Vector &s) {
#pragma sparse parallelize(j, cpu_vector, parallel_reduction)
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j)
      s[i * 100 + 0] += s[i * 100 + j];
}

void ofRows(int n, double (*a)[8]) {
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 1; i < n; ++i)
    a[0][0] += a[i][3];
}

void bare(int n, Vector &s) {
#pragma sparse
  for (int i = 1; i < n; ++i)
    s[0] += s[i];
}

void vouched(int n, std::vector<int> &t, std::vector<int> &o) {
#pragma sparse assume(independent(i))                                          \
    parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    if (i == 5) {
      t[0] += 1;
      o[i] = t[0];
    }
}

void least(int n, Vector &s) {
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 1; i < n; ++i)
    s[0] = s[i] < s[0] ? s[i] : s[0];
}

int main() {
  const int n = 50000;
  Vector s(n), a(8 * n), u(1000), v(n);
  for (int i = 0; i < n; ++i) {
    s[i] = i % 7;
    v[i] = i % 11;
  }
  for (int i = 0; i < 8 * n; ++i)
    a[i] = i % 5;
  for (int i = 0; i < 1000; ++i)
    u[i] = i % 3;
  total(n, s);
  run::record("total", s);
  counted(n, s);
  run::record("counted", s);
  inLanes(9, 90, u);
  run::record("in lanes", u);
  ofRows(n, reinterpret_cast<double (*)[8]>(a.data()));
  run::record("of rows", a);
  bare(n, v);
  run::record("bare", v);
  std::vector<int> t(1), o(9);
  vouched(9, t, o);
  run::record("vouched", o);
  v[0] = 100;
  least(n, v);
  run::record("least", v);
}

// Rows of vectors under a bare directive: those with lengths of their own are
// handed out in fewer and fewer at a time, and where characters are stored one
// thread gains, too, since rows are found once.
// clang-format off: what is checked is long
// RUN: %clangxx_sparse -O2 -fsyntax-only -Rpass=sparse %s 2>&1 | FileCheck %s
// RUN: %clangxx_sparse -O2 -fplugin-arg-sparse-dump=code -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CODE

#include <vector>

template <class T> using Rows = std::vector<std::vector<T>>;

// CHECK: :[[@LINE+5]]:{{.*}} runs as parallelize(i, cpu_thread, no_races, schedule(guided, 1))
// CODE-LABEL: in sums
// CODE:       > 1 || false
void sums(const Rows<int> &a, std::vector<int> &s) {
#pragma sparse
  for (std::size_t i = 0; i < a.size(); ++i) {
    int t = 0;
    for (int v : a[i])
      t += v;
    s[i] = t;
  }
}

// Rows of one length are shared out as they are.
// CHECK: :[[@LINE+5]]:{{.*}} runs as parallelize(y, cpu_thread, no_races) {{\[}}
// CODE-LABEL: in doubled
// CODE:       > 1 || false
void doubled(int h, int w, const Rows<int> &a, Rows<int> &b) {
#pragma sparse
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      b[y][x] = 2 * a[y][x];
}

// CODE-LABEL: in threshold
// CODE-NOT:   > 1 || false
// CODE:       auto *const in_row{{[0-9]*}} = 0 < w ? in[y].data() : nullptr;
// CODE:       auto *const out_row{{[0-9]*}} = 0 < w ? out[y].data() : nullptr;
void threshold(int h, int w, const Rows<unsigned char> &in, Rows<unsigned char> &out) {
#pragma sparse
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      out[y][x] = in[y][x] > 3;
}

// A triangle of products of rows is handed out row by row.
// CHECK: :[[@LINE+3]]:{{.*}} schedule(dynamic, 1))
void products(int m, int n, const Rows<double> &e, std::vector<double> &b) {
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    for (int j = 0; j <= i; ++j) {
      double s = 0;
      for (int k = 0; k < n; ++k)
        s += e[i][k] * e[j][k];
      b[i * m + j] = s;
    }
}

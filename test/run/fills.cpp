// std::fill, std::copy, memset and memcpy in a nest are the loops they mean.
// RUN: %check-run --loops 6 %s -o %t

#include "support/support.h"

#include <cstring>

void rows(int m, int n, const run::Csr<> &A, std::vector<double> &y) {
  const int *pos = A.pos.data(), *crd = A.crd.data();
  const double *val = A.val.data();
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, ignore_races)
  for (int i = 0; i < m; ++i) {
    std::fill(y.begin() + i * n, y.begin() + (i + 1) * n, 1.5);
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i * n + crd[p]] += val[p];
  }
}

void bytes(int m, int n, const run::Csr<> &A, double *y, int *count) {
  const int *pos = A.pos.data(), *crd = A.crd.data();
  const double *val = A.val.data();
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, ignore_races)
  for (int i = 0; i < m; ++i) {
    double w[8];
    memset(y + i * n, 0, n * sizeof(double));
    std::memset(w, 0, sizeof(w));
    memset(y + i * n, 0, (unsigned char)(n + 256) * sizeof(double));
    memset(count + 2 * i, -1, 2 * sizeof *count);
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      y[i * n + crd[p]] += val[p];
      w[crd[p] & 7] += val[p];
      count[2 * i] += 1;
    }
    if (n >= 8)
      memcpy(y + i * n, w, sizeof w);
  }
}

/// Of another type, as many as the row has; values that change in the nest.
void lengths(int m, const run::Csr<> &A, float *out, double *last) {
  const int *pos = A.pos.data();
  const double *val = A.val.data();
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i) {
    std::copy(val + pos[i], val + pos[i + 1], out + pos[i]);
    std::fill_n(last, 3, last[i % 3] + i);
    int k = 0;
    while (k < i % 4)
      ++k;
    std::fill_n(out + pos[i], std::min(k, pos[i + 1] - pos[i]), k);
  }
}

/// Along one array, from the first element on; where the nest moves its start.
void along(int m, double *y, int *next) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    std::copy_n(y + i + 1, 1, y + i);
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    std::fill_n(next + next[0], 2, next[1] % 3);
}

/// A call in an inlined function.
static void clear(double *y, int n) { std::fill_n(y, n, 0); }
void cleared(int m, double *y) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    clear(y + 3 * i, 3 - 1);
}

int main() {
  for (const run::Csr<> &A : run::shapes()) {
    int m = int(A.Rows), n = int(A.Cols);
    std::vector<double> y(m * n + 3 * m + 9, 7), last(3, 0.5);
    std::vector<int> count(2 * m + 9, 2);
    std::vector<float> out(A.val.size() + 3, 9);
    rows(m, n, A, y);
    run::record("rows, " + A.Name, y);
    bytes(m, n, A, y.data(), count.data());
    run::record("bytes, " + A.Name, y);
    run::record("counts, " + A.Name, count);
    lengths(m, A, out.data(), last.data());
    run::record("lengths, " + A.Name, out);
    run::record("last, " + A.Name, last);
    count = {0, 1, 2, 1, 5};
    along(m, y.data(), count.data());
    cleared(m, y.data());
    run::record("along, " + A.Name, y);
    std::vector<int> next{1, 2, 0, 1};
    along(m, y.data(), next.data());
    run::record("next, " + A.Name, next);
  }
}

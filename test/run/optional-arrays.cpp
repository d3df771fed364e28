// Arrays that need not be there: tests of pointers against null, whatever they are
// called with. Where a pointer is null, nothing looks behind it in front of the
// loops either. Two arrays that are both absent are not told apart, and the user's loop
// runs.
// RUN: %check-run --loops 17 --fallback-each 45 %s -o %t
// RUN: %check-run --loops 17 --fallback-each 45 %s -o %t -O1 -fplugin-arg-sparse-verify \
// RUN:   -Wno-pass-failed

#include "support/support.h"

#include <cstddef>
#include <memory>

#define SCHEDULE split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)

using run::Csr;

void masked(int n, const int *mask, const double *x, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    if (mask) {
      if (!mask[i])
        continue;
    }
    y[i] += x[i];
  }
}

void weighted(int n, const double *w, const double *x, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    double f = w ? w[i] : 1.0;
    y[i] += f * x[i];
    if (w != nullptr && w[i] > 0)
      y[i] -= 2;
    if (NULL == w || !(w[i] > 0))
      y[i] *= .5;
  }
}

/// A matrix of ones where there are no values, with a scale and a copy.
void product(const Csr<> &A, const double *val, const double *x, double *y,
             const double *scale, double *out) {
  const int *pos = A.pos.data(), *crd = A.crd.data();
#pragma sparse SCHEDULE
  for (int i = 0; i < A.Rows; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const double v = val ? val[p] : 1.;
      s += v * x[crd[p]];
      if (out)
        out[p] = v;
    }
    y[i] = scale ? s * scale[i] : s;
    if (!scale && out == nullptr)
      y[i] += 1;
  }
}

/// Bounds of loops, and what the loops inside update.
void empty(long n, const int *pos, const int *crd, const double *val,
           const double *x, double *y, double *count) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    double s = 0;
    if (pos)
      for (int p = pos[i]; p < pos[i + 1]; ++p) {
        s += val[p] * x[crd[p]];
        if (count)
          count[i] += 1;
      }
    y[i] = s;
  }
}

struct Matrix {
  const int *pos, *crd;
  const double *val, *scale;
};

void behind(long n, const Matrix *A, const double *x, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    double s = x[i];
    if (A && A->pos)
      for (int p = A->pos[i]; p < A->pos[i + 1]; ++p)
        s += (A->val ? A->val[p] : 2.) * x[A->crd[p]];
    if (A && A->scale)
      s *= A->scale[i];
    y[i] = s;
  }
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    if (A == nullptr)
      y[i] = 3;
    else if (!A->scale)
      y[i] -= 1;
    else
      y[i] /= A->scale[i] + 3;
  }
}

void owned(int n, const std::unique_ptr<double[]> &w, const double *x, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    y[i] = w ? w[i] * x[i] : x[i];
    if (w == nullptr)
      y[i] += 1;
    if (w != nullptr)
      y[i] += 2;
  }
}

void rows(int n, double **row, const int *length, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    if (!row[i])
      continue;
    for (int k = 0; k < length[i]; ++k)
      y[i] += row[i][k];
  }
}

struct Update {
  double *out;
  const double *w;
  int n;
  void run(const double *x) {
#pragma sparse SCHEDULE
    for (int i = 0; i < n; ++i)
      if (out)
        out[i] += (w ? w[i] : 2.) * x[i];
  }
};

static double at(const double *w, int i) { return w ? w[i] : 1.0; }

void inCalls(int n, int K, const double *w, const double *x, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] += at(w, i) * x[i];
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    const double *q = w;
    for (int k = 0; k < K; ++k)
      if (q)
        y[i] += q[k] * x[k];
  }
}

/// What a loop updates stays in a register, unless there is nothing to update.
void sums(const Csr<> &A, const double *x, double *y, double *count) {
  const int *pos = A.pos.data(), *crd = A.crd.data();
#pragma sparse SCHEDULE
  for (int i = 0; i < A.Rows; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      y[i] += x[crd[p]];
      if (count)
        count[i] += 1;
    }
#pragma sparse fuse(i, p, f) split(f, f0, f1, 16)
  for (int i = 0; i < A.Rows; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += (count ? count[i] : .5) * x[crd[p]];
}

/// In vectors, in an unrolled loop, and of what decides for all.
void inLanes(int n, const double *w, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i1, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = (w ? w[i] : 1.) * x[i];
#pragma sparse unroll(k)
  for (int i = 0; i < n / 4; ++i)
    for (int k = 0; k < 4; ++k)
      y[4 * i + k] += w && w[4 * i + k] < x[i];
  bool negative = false;
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    if (w && w[i] < -.99)
      negative = true;
  y[0] = negative;
}

void permuted(int n, const int *perm, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < n; ++i) {
    const int r = perm ? perm[i] : i;
    y[r] += x[i];
  }
}

int main() {
  run::Random R(7);
  for (const Csr<> &A : run::shapes(3)) {
    const int n = int(A.Rows);
    auto x = R.vector<double>(std::max({A.Rows, A.Cols, 4l}));
    auto w = R.vector<double>(std::max(n, 4)), y = w;
    auto mask = R.vector<int>(n), perm = mask;
    for (int i = 0; i < n; ++i)
      mask[i] = mask[i] > 0, perm[i] = n - 1 - i;
    std::vector<int> length(n);
    std::vector<double *> row(n);
    for (int i = 0; i < n; ++i)
      row[i] = i % 3 ? x.data() : nullptr, length[i] = i % 4;
    auto out = A.val;
    auto count = R.vector<double>(n);
    const Matrix Whole{A.pos.data(), A.crd.data(), A.val.data(), w.data()};
    const Matrix Ones{A.pos.data(), A.crd.data(), nullptr, nullptr};
    const Matrix Null{};
    for (bool Is : {false, true}) {
      auto If = [&](auto &V) { return Is ? V.data() : nullptr; };
      auto Record = [&](const char *What) {
        run::record(A.Name + " " + What, y);
      };
      masked(n, If(mask), x.data(), y.data()), Record("masked");
      weighted(n, If(w), x.data(), y.data()), Record("weighted");
      product(A, Is ? A.val.data() : nullptr, x.data(), y.data(), nullptr,
              nullptr);
      Record("product");
      product(A, A.val.data(), x.data(), y.data(), If(w), If(out));
      Record("scaled"), run::record("copied", out);
      empty(n, Is ? A.pos.data() : nullptr, Is ? A.crd.data() : nullptr,
            Is ? A.val.data() : nullptr, x.data(), y.data(), If(count));
      Record("empty"), run::record("count", count);
      for (const Matrix *M : {&Whole, &Ones, &Null, (const Matrix *)nullptr})
        behind(n, M, x.data(), y.data()), Record("behind");
      std::unique_ptr<double[]> Own(Is ? new double[n + 1] : nullptr);
      if (Is)
        std::copy(w.begin(), w.begin() + n, Own.get());
      owned(n, Own, x.data(), y.data()), Record("owned");
      rows(n, row.data(), length.data(), y.data()), Record("rows");
      Update U{If(count), If(w), n};
      U.run(x.data()), run::record("updated", count);
      inCalls(n, Is ? 4 : 0, nullptr, x.data(), y.data()), Record("null");
      inCalls(n, 4, If(w), x.data(), y.data()), Record("in calls");
      sums(A, x.data(), y.data(), If(count)), Record("sums");
      run::record("counted", count);
      inLanes(n, If(w), x.data(), y.data()), Record("in lanes");
      permuted(n, If(perm), x.data(), y.data()), Record("permuted");
    }
  }
}

// Arrays that every iteration fills before it reads them, behind pointers: how
// large copies have to be follows from what the loops access.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-fp=strict --loops 5 --fallback 3 --threads 1 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-fp=strict --loops 5 --fallback 3 --threads 3 --reuse %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-fp=strict --loops 5 --fallback 3 --threads 16 --reuse %s -o %t
// RUN: %clangxx_sparse -std=c++20 -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-fp=strict -fplugin-arg-sparse-verify %s -o %t.verified
// RUN: env OMP_NUM_THREADS=3 %t.verified 2>%t.log >%t.records
// RUN: count 0 < %t.log
// RUN: %clangxx_sparse -std=c++20 -O2 -fplugin-arg-sparse-min-work=0 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only %s 2>&1 | FileCheck %s
#include "support/support.h"

using Vector = std::vector<double>;

constexpr int Planes = 9, Lines = 6, Points = 20;

static double room[Lines * Points * 3], lineRoom[Points];
static double u[Planes][Lines][Points], r[Planes][Lines][Points];
double (*lhs)[Points][3] = reinterpret_cast<double (*)[Points][3]>(room);
double *line = lineRoom;
static int points[3] = {Points, Lines, Planes};
static double factor;

/// Rows 0 and `n` of a plane.
static inline void ends(int n) {
  for (int j = 1; j < Lines - 1; ++j)
    for (int m = 0; m < 3; ++m)
      lhs[j][0][m] = lhs[j][n][m] = m;
}

/// Lines that are eliminated from one end and substituted from the other, with
/// a variable of the file's that several loops set.
void lines(int n) {
  int i, j, k;
  // CHECK: [[#@LINE+2]]:{{.*}}runs as private(lhs, line) parallelize(k, cpu_thread, no_races)
#pragma sparse
  for (k = 0; k < Planes; k++) {
    ends(n);
    for (j = 1; j < Lines - 1; j++) {
      for (i = 0; i <= points[0] - 1; i++)
        line[i] = u[k][j][i];
      for (i = 1; i < n; i++) {
        lhs[j][i][0] = line[i - 1];
        lhs[j][i][1] = 4 - line[i];
        lhs[j][i][2] = line[i + 1];
      }
    }
    for (j = 1; j < Lines - 1; j++) {
      i = points[0] - 3;
      lhs[j][i][1] = lhs[j][i][1] + lhs[j][i + 1][0];
    }
    for (j = 1; j < Lines - 1; j++)
      for (i = 1; i < n; i++) {
        factor = u[k][j][i - 1] / 9;
        lhs[j][i][1] = lhs[j][i][1] - factor * lhs[j][i - 1][2];
        r[k][j][i] = r[k][j][i] - factor * r[k][j][i - 1];
      }
    for (j = 1; j < Lines - 1; j++)
      for (i = points[0] - 2; i >= 0; i--) {
        factor = 0.5;
        r[k][j][i] = factor * (r[k][j][i] - lhs[j][i][2] * r[k][j][i + 1]);
      }
  }
}

/// Elements of a buffer that begin somewhere in it, before it or far behind.
void somewhere(int n, long at, const double *x, double *w, double *y) {
  // CHECK: [[#@LINE+2]]:{{.*}}runs as private(w) parallelize(i, cpu_thread, no_races)
#pragma sparse
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < Points; ++k)
      w[at + k] = x[i] + k;
    for (int k = 0; k < Points; ++k)
      y[i] += w[at + Points - 1 - k];
  }
}

/// The user says so.
void said(int n, const double *x, double *w, double *y) {
#pragma sparse private(w) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < Points; ++k)
      w[k] = x[i] + k;
    for (int k = 0; k < Points; ++k)
      y[i] += w[Points - 1 - k];
  }
}

/// Sizes that only the rows know.
void byLength(int n, const int *length, const double *x, double *w, double *y) {
  // CHECK: [[#@LINE+2]]:{{.*}}iterations of 'i' may depend on each other through 'w'
#pragma sparse
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < length[i]; ++k)
      w[k] = x[i];
    for (int k = 0; k < length[i]; ++k)
      y[i] += w[k];
  }
}

/// Variables that one loop sets or else another one.
double either(int n, int m, int l, const double *x, double *y) {
  double t = -1, s = -2;
  int j = -3;
  // CHECK: [[#@LINE+2]]:{{.*}}runs as parallelize(i, cpu_thread, no_races, schedule(dynamic, 16))
#pragma sparse
  for (int i = 0; i < n; ++i) {
    for (j = 0; j < m; ++j) {
      t = x[i] + j;
      y[i] += t;
    }
    for (j = i; j < l; ++j) {
      t = x[i] - j;
      s = t * t;
      y[i] += s;
    }
  }
  return t * 10000 + s * 100 + j;
}

int main() {
  const int n = 50;
  Vector x(n), y(n), w(size_t(5) << 20);
  std::vector<int> length(n);
  for (int i = 0; i < n; ++i) {
    x[i] = (i * 37 % 101) / 101.0;
    length[i] = i % Points;
  }
  for (int i = 0; i < Planes * Lines * Points; ++i) {
    (&u[0][0][0])[i] = std::sin(i);
    (&r[0][0][0])[i] = std::cos(i);
  }
  auto Record = [&](const char *Name) {
    run::record(Name, y);
    run::record(Name, Vector(room, room + Lines * Points * 3));
    run::record(Name, Vector(lineRoom, lineRoom + Points));
    run::record(Name,
                Vector(&r[0][0][0], &r[0][0][0] + Planes * Lines * Points));
    run::record(Name, factor);
    for (size_t At : {size_t(0), size_t(30), size_t(3) << 20})
      run::record(Name, Vector(&w[At], &w[At] + Points));
  };
  lines(Points - 1);
  Record("lines");
  // A part that is not stored before it is read.
  lines(Points - 4);
  Record("gap");
  somewhere(n, 0, x.data(), w.data(), y.data());
  Record("somewhere");
  somewhere(n, 7, x.data(), w.data() + 23, y.data());
  Record("inside");
  somewhere(n, -20, x.data(), w.data() + 50, y.data());
  Record("in front");
  somewhere(n, long(3) << 20, x.data(), w.data(), y.data());
  Record("far");
  somewhere(0, 0, nullptr, nullptr, nullptr);
  said(n, x.data(), w.data(), y.data());
  Record("said");
  byLength(n, length.data(), x.data(), w.data(), y.data());
  Record("byLength");
  for (int m : {0, 3})
    for (int l : {0, 1, 20, n})
      for (int k : {n, 7, 0})
        run::record("either", either(k, m, l, x.data(), y.data()));
}

// Addresses of elements of rows: `&v[i][0]` leads to what `v[i].data()` does.
// clang-format off
// RUN: %check-run --loops 4 --fallback 1 %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %check-run --loops 4 --fallback 1 %s -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fplugin-arg-sparse-min-work=0 -o %t.san
// clang-format on

#include "support/support.h"

using Rows = std::vector<std::vector<double>>;

static double distance(const double *a, const double *b, int n) {
  double s = 0;
  for (int k = 0; k < n; ++k)
    s += (a[k] - b[k]) * (a[k] - b[k]);
  return s;
}

static void nearest(const Rows &points, const Rows &centres,
                    std::vector<int> &at) {
#pragma sparse fp(strict)
  for (size_t i = 0; i < points.size(); ++i) {
    double least = 1e30;
    for (size_t j = 0; j < centres.size(); ++j) {
      const double d = distance(&points[i][0], &centres[j][0], 5);
      if (d < least) {
        least = d;
        at[i] = int(j);
      }
    }
  }
}

static void scaled(int m, int n, double **rows, const double *by) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    double *row = &rows[i][2];
    for (int k = 0; k < n; ++k)
      row[k] *= by[i];
  }
}

static void moved(int m, Rows &rows) {
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (double *p = &rows[i][1], *end = &rows[i][0] + rows[i].size(); p != end;
         ++p)
      *p += p[-1];
}

/// Addresses of members are no elements of a row of numbers.
struct Pair {
  double a, b;
};

static void members(int m, std::vector<std::vector<Pair>> &rows, double *y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    const Pair *first = &rows[i][0];
    y[i] = first[1].a + first->b;
  }
}

int main() {
  Rows points(30, std::vector<double>(5)), centres(4, points[0]);
  for (size_t i = 0; i < points.size(); ++i)
    for (int k = 0; k < 5; ++k) {
      points[i][k] = double((i * 7 + k * 3) % 11);
      if (i < centres.size())
        centres[i][k] = double(2 * i + k) + 0.25;
    }
  std::vector<int> at(30, -1);
  nearest(points, centres, at);
  run::record("nearest", at);
  std::vector<double> y(30, 1.5);
  std::vector<double *> rows;
  for (auto &row : points)
    rows.push_back(row.data());
  scaled(30, 3, rows.data(), y.data());
  rows[3] = rows[4] + 1;
  scaled(6, 2, rows.data(), y.data());
  moved(30, points);
  for (auto &row : points)
    run::record("points", row);
  std::vector<std::vector<Pair>> pairs(30, std::vector<Pair>{{1, 2}, {3, 4}});
  members(30, pairs, y.data());
  run::record("members", y);
}

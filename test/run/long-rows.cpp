// How much work rows are that tell their lengths themselves: few long ones are enough for threads,
// and of none nothing is read.
// clang-format off
// RUN: %check-run --lines 2 --fallback 2 %s -o %t
// clang-format on

#include "support/support.h"

static void product(const std::vector<std::vector<double>> &rows,
                    const double *x, double *y) {
#pragma sparse fp(strict)
  for (size_t i = 0; i < rows.size(); ++i) {
    double sum = 0;
    for (size_t k = 0; k < rows[i].size(); ++k)
      sum += rows[i][k] * x[k];
    y[i] = sum;
  }
}

static void sums(int m, const int *begin, const int *end, const double *val,
                 double *y) {
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    for (int p = begin[i]; p < end[i]; ++p)
      y[i] += val[p];
}

int main() {
  run::Random R(3);
  const int m = 5, n = 10000;
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < m; ++i)
    rows.push_back(R.vector<double>(n));
  const auto x = R.vector<double>(n);
  std::vector<double> y(m);
  product(rows, x.data(), y.data());
  run::record("product", y);
  const std::vector<int> begin = {0, n, 2 * n, 3 * n, 4 * n},
                         end = {n, 2 * n, 3 * n, 4 * n, 5 * n};
  const auto val = R.vector<double>(m * n);
  sums(m, begin.data(), end.data(), val.data(), y.data());
  run::record("sums", y);
  // Too little: short rows, and no rows.
  for (auto &Row : rows)
    Row.resize(8);
  product(rows, x.data(), y.data());
  product({}, x.data(), y.data());
  run::record("short", y);
  sums(m, begin.data(), begin.data(), val.data(), y.data());
  sums(0, nullptr, nullptr, nullptr, nullptr);
  run::record("none", y);
}

// A bare directive runs over a layout where the program is linked with the
// runtime and entries suit one: to the last bit what the plain loop computes,
// also of rows that are long enough for lanes, and after changes.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 2 --fallback-each 8 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --threads 1
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 2 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --threads 2 --reuse
// RUN: env LACUNA_LOG=1 OMP_NUM_THREADS=2 %t.sparse 2>&1 >/dev/null | FileCheck %s
// CHECK-DAG: product: 'val' is bsr(3, 3) now: 3003 rows
// CHECK-DAG: product: 'val' is dia now: 40000 rows
// CHECK-DAG: oneBased: 'val' is dia now: 40000 rows
// CHECK-NOT: 2999 rows
// clang-format on
#include "support/support.h"

using Ints = std::vector<int>;
using Reals = std::vector<double>;

struct Csr {
  Ints pos, crd;
  Reals val;
};

static void product(int m, const int *pos, const int *crd, const double *val,
                    const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
  }
}

static void oneBased(int m, const int *pos, const int *crd, const double *val,
                     const double *x, const double *d, double *y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    double s = y[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s -= val[p] * x[crd[p] - 1];
    y[i] = s / d[i];
  }
}

/// Coordinates of row `i` are those that `Of(i)` says.
template <typename Fn> static Csr matrix(int m, run::Random &Numbers, Fn Of) {
  Csr A{{0}, {}, {}};
  for (int i = 0; i < m; ++i) {
    for (int j : Of(i))
      if (j >= 0 && j < m)
        A.crd.push_back(j);
    A.pos.push_back(int(A.crd.size()));
  }
  A.val = Numbers.vector<double>(A.crd.size());
  return A;
}

static void measure(const char *Name, Csr A, run::Random &Numbers) {
  const auto m = int(A.pos.size()) - 1;
  Reals x = Numbers.vector<double>(m), d(m, 2.0), y(m), z(m, 0.5);
  x[m / 2] = std::numeric_limits<double>::infinity();
  Csr B = A;
  for (int &j : B.crd)
    ++j;
  for (int Time = 0; Time < 280; ++Time) {
    product(m, A.pos.data(), A.crd.data(), A.val.data(), x.data(), y.data());
    if (Time % 30 == 0)
      z.assign(m, 0.5);
    oneBased(m, B.pos.data(), B.crd.data(), B.val.data(), x.data(), d.data(),
             z.data());
    if (Time % 40 == 39 || Time == 196) {
      run::record(Name, y);
      run::record(Name, z);
    }
    if (Time == 195)
      A.val[A.val.size() / 2] += 1;
  }
}

int main() {
  run::Random Numbers(5);
  auto blocks = [](int i) {
    Ints All;
    for (int Block = i / 3 * 7 % 61; Block < 1001; Block += 71)
      for (int k = 0; k < 3; ++k)
        All.push_back(3 * Block + k);
    return All;
  };
  measure("blocks", matrix(3003, Numbers, blocks), Numbers);
  measure("blocks and a part of one", matrix(3002, Numbers, blocks), Numbers);
  measure("band",
      matrix(40000, Numbers,
             [](int i) {
               return Ints{i - 200, i - 1, i, i + 1};
             }),
      Numbers);
  // Long rows that no layout suits keep their lanes, whole numbers their sums.
  Csr A = matrix(2999, Numbers, [&](int i) {
    Ints All;
    for (int j = i % 7; j < 2999; j += 40 + j % 5)
      All.push_back(j);
    return All;
  });
  Ints Whole = Numbers.vector<int>(A.val.size());
  for (size_t p = 0; p < A.val.size(); ++p)
    A.val[p] = double(Whole[p] % 100);
  Reals x(2999), y(2999);
  for (int i = 0; i < 2999; ++i)
    x[i] = double(i % 13);
  for (int Time = 0; Time < 80; ++Time)
    product(2999, A.pos.data(), A.crd.data(), A.val.data(), x.data(), y.data());
  run::record("lanes", y);
}

// Numbers at the ends of their type's range, where what a kernel computes from
// them might not fit.

#include "../../run/support/support.h"
#include <climits>

namespace {

constexpr int Rows = 300;

/// Entries of rows that end with position \p Last. The arrays are reached by
/// positions.
struct Matrix {
  explicit Matrix(long Last) {
    for (int i = 0; i <= Rows; ++i) {
      pos.push_back(long(Entries.size()));
      for (int n = 0; n < i % 7 * (i % 40 == 6 ? 20 : 1) && i < Rows; ++n) {
        Entries.push_back(i % 5 - n % 3);
        Columns.push_back((i + n) % 9);
      }
    }
    First = Last - pos.back();
    for (long &p : pos)
      p += First;
  }
  const double *val() const { return Entries.data() - First; }
  const int *crd() const { return Columns.data() - First; }

  long First;
  std::vector<long> pos;
  std::vector<double> Entries;
  std::vector<int> Columns;
};

// clang-format off
template <typename P>
void fused(int m, const P *pos, const int *crd, const double *val, const double *x, double *y) {
#pragma sparse assume(extent(x, 9)) target(cuda) fuse(i, p, f) split(f, block, f1, 448) split(f1, warp, f2, 224) split(f2, thread, nz, 7) parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races) parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (P p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
  }
}

template <typename P>
void ahead(int m, const P *pos, const int *crd, const double *val, const double *x, double *y) {
#pragma sparse assume(extent(x, 9)) target(cuda) fuse(i, p, f) split(f, block, f1, 100) split(f1, thread, nz, 3) precompute(val[p] * x[crd[p]], nz, nz_pre, products) parallelize(block, gpu_block, ignore_races) parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (P p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
  }
}

template <typename P>
void warps(int m, const P *pos, const int *crd, const double *val, const double *x, double *y) {
#pragma sparse assume(extent(x, 9)) target(cuda) split(i, block, br, 64) split(br, wr, warp, 16) split(p, nz, thread, 32) order(block, warp, wr, thread, nz) parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races) parallelize(thread, gpu_thread, temporary)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (P p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
  }
}

void rows(int first, int last, const double *x, double *y) {
#pragma sparse target(cuda) split(i, block, thread, 48) parallelize(block, gpu_block, no_races) parallelize(thread, gpu_thread, no_races)
  for (int i = first; i < last; ++i)
    y[i - first] = 2 * x[i - first] + i % 3;
}

void rowsOfWarps(int first, int last, const double *x, double *y) {
#pragma sparse target(cuda) split(i, block, br, 48) split(br, wr, warp, 16) order(block, warp, wr) parallelize(block, gpu_block, no_races) parallelize(warp, gpu_warp, no_races)
  for (int i = first; i < last; ++i)
    y[i - first] = 2 * x[i - first] + i % 3;
}
// clang-format on

template <typename P> void products(const char *Name, long Last) {
  Matrix A(Last);
  std::vector<P> pos(A.pos.begin(), A.pos.end());
  std::vector<double> x = {1, -2, 3, 5, -7, 11, 2, 4, 6}, y(Rows, 77);
  for (auto *Product : {fused<P>, ahead<P>, warps<P>}) {
    Product(Rows, pos.data(), A.crd(), A.val(), x.data(), y.data());
    run::record(Name, y);
  }
}

} // namespace

int main() {
  products<int>("int", INT_MAX);
  products<int>("int from 0", int(Matrix(0).pos.back() - Matrix(0).pos[0]));
  products<unsigned>("unsigned", UINT_MAX);
  products<unsigned>("unsigned around INT_MAX", INT_MAX + 200L);
  products<long>("long", 1L << 40);
  std::vector<double> x(Rows, 3), y(Rows, 77);
  for (auto *Loop : {rows, rowsOfWarps}) {
    Loop(INT_MAX - Rows, INT_MAX, x.data(), y.data());
    run::record("last rows", y);
    Loop(INT_MIN, INT_MIN + Rows, x.data(), y.data());
    run::record("first rows", y);
  }
}

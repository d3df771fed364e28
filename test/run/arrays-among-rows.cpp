// Arrays whose subscripts data choose, and rows: where one reaches into the
// other the user's loop runs, however far behind its beginning that is.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 7 --fallback-each 4 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-check=full --loops 7 --fallback-each 4 %s -o %t
// clang-format on
#include "support/support.h"

constexpr int M = 6, K = 8;

static void bare(const int *pos, const int *crd, const double *B, double **Y) {
#pragma sparse
  for (int i = 0; i < M; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        Y[i][k] += B[crd[p] * K + k] / 4;
}

static void threads(const int *pos, const int *crd, const int *B, int **Y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < M; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        Y[i][k] += B[crd[p] * K + k];
}

struct Row {
  int length;
  double *val;
};

static void members(const int *crd, const double *B, Row *Y) {
#pragma sparse split(i, i0, i1, 2) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int k = 0; k < K; ++k)
      Y[i].val[k] = B[crd[i * K + k]] / 4 + k;
}

/// Each row reads one of two elements.
static void offset(const int *shift, const double *B,
                   std::vector<double *> &Y) {
#pragma sparse split(i, i0, i1, 2) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int k = 0; k < K; ++k)
      Y[i][k] += B[k + shift[0]] / 4;
}

/// The other way round: the array is written.
static void written(const int *crd, double **B, double *y) {
#pragma sparse split(i, i0, i1, 2) reorder(i0, i1) assume(injective(crd))
  for (int i = 0; i < M; ++i)
    for (int k = 0; k < K; ++k)
      y[crd[i] * K + k] += B[i][k] / 4;
}

static void both(const int *crd, double **B, double *y) {
#pragma sparse split(i, i0, i1, 2) reorder(i0, i1) assume(injective(crd))
  for (int i = 0; i < M; ++i)
    for (int k = 0; k < K; ++k) {
      y[crd[i] * K + k] += B[i][k] / 4;
      B[i][k] += k;
    }
}

/// Nothing of it is read in rows without positions.
static void gathered(const int *pos, const int *crd, const double *x,
                     double **Y) {
#pragma sparse split(i, i0, i1, 2) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      Y[i][0] += x[crd[p]] / 4;
}

int main() {
  run::Random R(5);
  std::vector<int> pos, crd, each;
  for (int i = 0; i <= M; ++i)
    pos.push_back(3 * i);
  for (int p = 0; p < 3 * M; ++p)
    crd.push_back(p * 5 % M);
  for (int e = 0; e < M * K; ++e)
    each.push_back((e * 5 + 3) % (M * K));
  const std::vector<int> apart = {3, 0, 5, 1, 4, 2};
  std::vector<int> Wide;
  for (int p : crd)
    Wide.push_back(p * K);
  // Rows are in the elements [At, At + M * K), arrays in [0, M * K).
  for (int At : {M * K, 3 * K, K, M * K - 1, M * K + 3, 5}) {
    auto a = R.vector<double>(200);
    auto n = R.vector<int>(200);
    std::vector<double *> Y;
    std::vector<int *> N;
    std::vector<Row> Records;
    for (int i = 0; i < M; ++i) {
      Y.push_back(&a[At + i * K]);
      N.push_back(&n[At + i * K]);
      Records.push_back({i, Y[i]});
    }
    int Last = (M - 1) * K;
    bare(pos.data(), crd.data(), a.data(), Y.data());
    run::record("bare", a);
    threads(pos.data(), crd.data(), n.data(), N.data());
    run::record("threads", n);
    members(each.data(), a.data(), Records.data());
    run::record("members", a);
    offset(&Last, a.data(), Y);
    run::record("offset", a);
    written(apart.data(), Y.data(), a.data());
    run::record("written", a);
    both(apart.data(), Y.data(), a.data());
    run::record("both", a);
    Wide[4] = M * K - 1;
    gathered(pos.data(), Wide.data(), a.data(), Y.data());
    run::record("gathered", a);
  }
  const std::vector<int> none(M + 1);
  double *null = nullptr;
  std::vector<double *> Y(M);
  auto a = R.vector<double>(K);
  for (double *&Row : Y)
    Row = a.data();
  gathered(none.data(), nullptr, null, Y.data());
}

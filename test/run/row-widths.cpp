// Rows of a product that positions add to are kept in registers whatever their
// width, however the row is begun and ended; each element gets the terms of the
// plain loop in its order.
// clang-format off
// RUN: %check-run --loops 10 --fallback 4 -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %clangxx_sparse -std=c++20 -O3 -march=native -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-verify %s -o %t.verified
// RUN: %t.verified 2>%t.log >%t.records
// RUN: count 0 < %t.log
// clang-format on

#include "support/support.h"

#include <cstring>

using Matrix = run::Csr<>;

template <class T, class Width>
void added(int m, Width K, const int *pos, const int *crd, const double *val,
           const T *B, T *C) {
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (Width k = 0; k < K; ++k)
        C[i * K + k] += T(val[p]) * B[crd[p] * K + k];
}

void cleared(int m, int K, const int *pos, const int *crd, const double *val,
             const double *B, double *C) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    for (int k = 0; k < K; ++k)
      C[i * K + k] = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[crd[p] * K + k];
  }
}

void filled(int m, int K, const int *pos, const int *crd, const double *val,
            const double *B, double *C) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    std::fill(C + i * K, C + (i + 1) * K, 0.25);
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int c = 0; c < K; ++c)
        C[i * K + c] += val[p] * B[crd[p] * K + c];
  }
}

void bytes(int m, int K, const int *pos, const int *crd, const double *val,
           const double *B, double *C) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    if (pos[i] % 2)
      std::memset(C + i * K, 0, K * sizeof(double));
    else
      std::fill_n(C + i * K, K, 1.5);
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int c = 0; c < K; ++c)
        C[i * K + c] += val[p] * B[crd[p] * K + c];
  }
}

/// Set, summed, scaled, and negative ones cut off.
void ended(int m, int K, const int *pos, const int *crd, const double *val,
           const double *B, const double *bias, double *C) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    double *row = C + i * K;
    for (int k = 0; k < K; ++k)
      row[k] = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        row[k] += val[p] * B[crd[p] * K + k];
    for (int k = 0; k < K; ++k)
      row[k] *= 1.75;
    for (int k = 0; k < K; ++k) {
      double s = row[k] + bias[k];
      row[k] = s > 0 ? s : 0;
    }
  }
}

template <int K>
void local(int m, const int *pos, const int *crd, const double *val,
           const double *B, double *C) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    double acc[K];
    for (int k = 0; k < K; ++k)
      acc[k] = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        acc[k] += val[p] * B[crd[p] * K + k];
    for (int k = 0; k < K; ++k)
      C[i * K + k] = acc[k];
  }
}

/// Rows that lie further apart than they are wide, and terms that only some
/// entries have.
void some(int m, int K, int ldb, int ldc, const int *pos, const int *crd,
          const double *val, const double *B, double *C) {
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (val[p] > 0)
        for (int k = 1; k < K; ++k)
          C[i * ldc + k] += val[p] * B[crd[p] * ldb + k];
}

/// Two tensors' levels around the row.
void fibres(int m, int K, const int *pos1, const int *pos2, const int *crd,
            const double *val, const double *B, double *C) {
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int q = pos1[i]; q < pos1[i + 1]; ++q)
      for (int p = pos2[q]; p < pos2[q + 1]; ++p)
        for (int k = 0; k < K; ++k)
          C[i * K + k] += val[p] * B[crd[p] * K + k];
}

template <class T> std::vector<T> random(size_t Size) {
  return run::Random(Size).vector<T>(Size + 1);
}

void widths(const Matrix &A, int K) {
  const int m = int(A.Rows), *pos = A.pos.data(), *crd = A.crd.data();
  const double *val = A.val.data();
  const std::string Name = A.Name + ", " + std::to_string(K) + " columns, ";
  const auto B = random<double>(A.Cols * K), Bias = random<double>(K);
  auto Run = [&](const char *What, auto Product) {
    // What stands behind the last row is not touched.
    auto C = random<double>(A.Rows * K + 9);
    Product(C.data());
    run::record(Name + What, C);
  };
  Run("added", [&](double *C) { added(m, K, pos, crd, val, B.data(), C); });
  Run("of size_t",
      [&](double *C) { added(m, size_t(K), pos, crd, val, B.data(), C); });
  Run("of short",
      [&](double *C) { added(m, short(K), pos, crd, val, B.data(), C); });
  Run("cleared", [&](double *C) { cleared(m, K, pos, crd, val, B.data(), C); });
  Run("filled", [&](double *C) { filled(m, K, pos, crd, val, B.data(), C); });
  Run("bytes", [&](double *C) { bytes(m, K, pos, crd, val, B.data(), C); });
  Run("ended",
      [&](double *C) { ended(m, K, pos, crd, val, B.data(), Bias.data(), C); });
  const auto Floats = random<float>(A.Cols * K);
  auto F = random<float>(A.Rows * K);
  added(m, K, pos, crd, val, Floats.data(), F.data());
  run::record(Name + "floats", F);
  const auto Longs = random<long>(A.Cols * K);
  auto L = random<long>(A.Rows * K);
  added(m, K, pos, crd, val, Longs.data(), L.data());
  run::record(Name + "longs", L);
  const auto Wide = random<double>(A.Cols * (K + 2));
  auto D = random<double>(A.Rows * (K + 3));
  some(m, K, K + 2, K + 3, pos, crd, val, Wide.data(), D.data());
  run::record(Name + "some", D);
  Run("fibres", [&](double *C) {
    std::vector<int> Fibres(m + 1);
    for (int i = 0; i <= m; ++i)
      Fibres[i] = i / 3 * 3;
    fibres(m, K, Fibres.data(), pos, crd, val, B.data(), C);
  });
}

int main() {
  for (const Matrix &A : run::shapes())
    for (int K : {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100, 128})
      if (A.Rows < 70 || K % 8)
        widths(A, K);
  for (const Matrix &A : run::shapes()) {
    auto Local = [&]<int K>(std::integral_constant<int, K>) {
      const auto B = random<double>(A.Cols * K);
      auto C = random<double>(A.Rows * K);
      local<K>(int(A.Rows), A.pos.data(), A.crd.data(), A.val.data(), B.data(),
               C.data());
      run::record(A.Name + ", in a local array", C);
    };
    Local(std::integral_constant<int, 3>());
    Local(std::integral_constant<int, 16>());
    Local(std::integral_constant<int, 50>());
  }
  // One array: row 1 is what row 0 is made of.
  const int pos[] = {0, 2, 3}, crd[] = {1, 0, 0};
  const double val[] = {0.5, 2, 3};
  for (int K : {5, 40}) {
    auto C = random<double>(2 * K);
    cleared(2, K, pos, crd, val, C.data(), C.data());
    added(2, K, pos, crd, val, C.data() + 1, C.data());
    run::record("one array", C);
  }
}

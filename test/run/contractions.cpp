// clang-format off: what is checked is long
// Contractions of tensors, products of many matrices and convolutions keep tiles of their
// results in registers, with the bits of the loops as they stand, whatever the sizes are.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 6 --fallback-each 250 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 6 --fallback-each 250 --threads 1 %s -o %t --reuse
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 6 --fallback-each 250 %s -fplugin-arg-sparse-verify -Wno-pass-failed -o %t.verify

// Which tiles they have, of doubles in 16 registers of 16 bytes.
// RUN: %clangxx_sparse -O2 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only %s 2>&1 | FileCheck %s

#include "support/support.h"

using std::size_t;

// Some terms of the outer sum where the inner one is short, else one after the other.
static void contracted(int n, int m, int k, int l, double *C, const double *A, const double *B) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) order(i, p, q, j) tile(i, p, q, j; 64, 8, 0, 4) tile(i, p, q, j; 4, 0, 0, 0) order(i_tile, p_tile, j_tile, i_tile2, p, q, i, j) unroll(i) parallelize(i_tile, cpu_thread, no_races) parallelize(j, cpu_vector, no_races, width(2)) where 'q' has fewer than 64 iterations and 'p' has at least 8 iterations and 'i' has at least 8 iterations and 'j' has at least 4 iterations, and elsewhere as fp(strict) order(p, i, q, j) tile(i, q, j; 64, 256, 4) tile(i, q, j; 4, 0, 0) order(i_tile, p, q_tile, j_tile, i_tile2, q, i, j) unroll(i) parallelize(i_tile, cpu_thread, no_races) parallelize(j, cpu_vector, no_races, width(2)) where 'q' has at least 8 iterations and 'i' has at least 8 iterations and 'j' has at least 4 iterations, and elsewhere as fp(strict) parallelize(i, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int p = 0; p < k; ++p)
        for (int q = 0; q < l; ++q)
          C[i * m + j] += A[(i * k + p) * l + q] * B[(p * l + q) * m + j];
}

// Sums in a variable; rows of results that lie in planes: there are four to be shared, or not.
static void planes(size_t b, size_t n, size_t m, size_t l, std::vector<float> &C, const std::vector<float> &A, const std::vector<float> &B) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(j) order(j_part, t, i, k, j) tile(i, k, j; 64, 256, 8) tile(i, k, j; 4, 0, 0) order(t, i_tile, j_part, k_tile, j_tile, i_tile2, k, i, j) unroll(i) parallelize(t, cpu_thread, no_races) parallelize(j, cpu_vector, no_races, width(4)) where 't' has at least 4 iterations and 'k' has at least 8 iterations and 'i' has at least 8 iterations and 'j' has at least 8 iterations, and elsewhere as fp(strict) distribute(j) {{.*}} parallelize(i_tile, cpu_thread, no_races) parallelize(j, cpu_vector, no_races, width(4)) where 'k' has at least 8 iterations and
#pragma sparse fp(strict)
  for (size_t t = 0; t < b; ++t)
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < m; ++j) {
        float s = 0;
        for (size_t k = 0; k < l; ++k)
          s += A[(t * n + i) * l + k] * B[(t * l + k) * m + j];
        C[(t * n + i) * m + j] = s;
      }
}

// A window of nine elements around each result, of which it is known that it is short.
static void convolved(int channels, int inputs, int h, int w, float *Out, const float *Weights, const float *In) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) order(y, o, c, ky, kx, x) tile(o, c, ky, kx, x; 64, 8, 0, 0, 8) tile(o, c, ky, kx, x; 4, 0, 0, 0, 0) order(y, o_tile, c_tile, x_tile, o_tile2, c, ky, kx, o, x) unroll(o) parallelize(y, cpu_thread, no_races) {{.*}} where 'y' has at least 4 iterations and 'c' has at least 1 iterations and 'o' has at least 8 iterations and 'x' has at least 8 iterations, and elsewhere as fp(strict) order(y, o, c, ky, kx, x) {{.*}} parallelize(o_tile, cpu_thread, no_races) {{.*}} where 'c' has at least 1 iterations and 'o' has at least 8 iterations and 'x' has at least 8 iterations, and elsewhere as fp(strict) parallelize(o, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int o = 0; o < channels; ++o)
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        for (int c = 0; c < inputs; ++c)
          for (int ky = 0; ky < 3; ++ky)
            for (int kx = 0; kx < 3; ++kx)
              Out[(o * h + y) * w + x] += Weights[((o * inputs + c) * 3 + ky) * 3 + kx] * In[(c * (h + 2) + y + ky) * (w + 2) + x + kx];
}

// Arrays of arrays of arrays, with the terms in the outermost loops, and integers.
constexpr int Size = 20;
template <class T> using Cube = T[Size][Size][Size];
static void outside(int n, int m, unsigned (*C)[Size], const Cube<unsigned> &A, const Cube<unsigned> &B) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) order(i, p, q, j) tile(i, p, q, j; 64, 8, 0, 8)
#pragma sparse fp(strict)
  for (int p = 0; p < m; ++p)
    for (int q = 0; q < n; ++q)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          C[i][j] += A[i][p][q] * B[p][q][j];
}

// The row that is the same for one factor is not the innermost one, and elements of a plane
// that is set first.
static void rowsApart(int n, int m, Cube<double> &C, const double (*A)[Size], const Cube<double> &B) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(j) order(j_part, r, i, k, j) tile(i, k, j; 64, 256, 4)
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int r = 0; r < m; ++r)
      for (int j = 0; j < n; ++j) {
        C[i][r][j] = 0;
        for (int k = 0; k < n; ++k)
          C[i][r][j] = std::max(C[i][r][j], A[i][k] * B[k][r][j]);
      }
}

// Sums over a triangle.
static void triangle(int n, double (*C)[Size], const Cube<double> &A, const Cube<double> &B) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict)
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int p = 0; p < n; ++p)
      for (int q = p; q < n; ++q)
        for (int j = 0; j < n; ++j)
          C[i][j] += A[i][p][q] * B[p][q][j];
}

int main() {
  run::Random Any(17);
  const auto X = Any.vector<double>(24000);
  const std::vector<float> F(X.begin(), X.end());
  for (int n : {0, 1, 7, 8, 9, 19})
    for (int m : {0, 1, 4, 17})
      for (int k : {0, 1, 3, 8})
        for (int l : {0, 1, 8, 10}) {
          std::vector<double> C = X;
          contracted(n, m, k, l, C.data(), C.data() + 5000, C.data() + 10000);
          run::record("contracted", C);
          std::vector<float> G = F;
          planes(k, n, m, l, G, F, F);
          run::record("planes", G);
          convolved(n, l, k, m, G.data(), G.data() + 5000, F.data());
          run::record("convolved", G);
        }
  // Sums of 64 and more terms, of several blocks.
  for (int l : {63, 64, 65, 300}) {
    std::vector<double> C = X, A = Any.vector<double>(9 * 9 * 300), B = Any.vector<double>(9 * 300 * 7);
    contracted(9, 7, 9, l, C.data(), A.data(), B.data());
    run::record("long", C);
  }
  for (int n : {0, 1, 4, 5, 8, 9, 16, 19, 20})
    for (int m : {0, 1, 3, 4, 8, 19}) {
      std::vector<unsigned> U;
      for (double V : X)
        U.push_back(unsigned(long(V * 1e9)));
      outside(n, m, reinterpret_cast<unsigned (*)[Size]>(U.data()), *reinterpret_cast<Cube<unsigned> *>(U.data() + 400), *reinterpret_cast<Cube<unsigned> *>(U.data() + 8400));
      run::record("outside", U);
      std::vector<double> C = X;
      auto D = reinterpret_cast<Cube<double> *>(C.data());
      rowsApart(n, m, D[0], D[1][0], D[2]);
      triangle(n, D[0][0], D[1], D[2]);
      run::record("cubes", C);
      // Arrays that overlap, and one array.
      rowsApart(n, m, D[0], D[0][3], D[2]);
      triangle(n, D[1][1], D[1], D[2]);
      contracted(n, m, m, n, C.data() + 3, C.data(), C.data() + 5000);
      run::record("overlap", C);
    }
}

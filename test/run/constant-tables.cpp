// clang-format off: what is checked is long
// Small arrays that never change are known where threads run, too: the compiler
// unrolls loops over directions. What is stored needs no comparison with them.
// RUN: %check-run %s -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-dump=code:%t.code -o %t
// RUN: env OMP_NUM_THREADS=3 %t.sparse 2>&1 >/dev/null | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t.code

#include "support/support.h"

#include <array>

static const int Moves[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
struct Stencil {
  static constexpr double Weights[3] = {0.25, 0.5, 0.25};
};
static const std::array<short, 4> Few = {3, -1, 4};
static const int Large[65] = {1, 2, 3};
static int Changing[2] = {1, -1};

// CHECK: [[@LINE+5]]: generated 1, fallback 0
// CODE: const int Moves[16] = {1, 2, 2, 1, 2, -1, 1, -2, -1, -2, -2, -1, -2, 1, -1, 2};
// CODE-NEXT: for (int x = 0
static void mobility(int n, const std::vector<int> &board, std::vector<int> &o) {
#pragma sparse
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      int count = 0;
      for (const auto &m : Moves) {
        int ny = y + m[0], nx = x + m[1];
        if (ny >= 0 && ny < n && nx >= 0 && nx < n)
          count += board[ny * n + nx];
      }
      o[y * n + x] = count;
    }
}

// CHECK: [[@LINE+4]]: generated 1, fallback 0
// CODE: const double Weights[3] = {0.25, 0.5, 0.25};
static void smooth(int n, const double *x, double *y) {
#pragma sparse
  for (int i = 1; i < n - 1; ++i) {
    double s = 0;
    for (int k = -1; k <= 1; ++k)
      s += Stencil::Weights[k + 1] * x[i + k];
    y[i] = s;
  }
}

// CHECK: [[@LINE+7]]: generated 1, fallback 0
// CODE: const short Few[4] = {(short)3, (short)(-1), (short)4, (short)0};
// CODE-NEXT: const float bias[2] = {0.100000001f, -3.5f};
// CODE-NOT: {{Large|Changing}}[{{[0-9]+}}] =
static void mixed(int n, const int *at, float *out) {
  const float bias[2] = {0.1f, -3.5f};
#pragma sparse
  for (int i = 0; i < n; ++i)
    out[i] = Few[at[i] % 4] + Large[at[i] % 65] + Changing[i % 2] + bias[at[i] % 2];
}

// CHECK: [[@LINE+4]]: generated 1, fallback 0
/// What is behind the type is as constant as what has a name.
static void shadowed(int n, const int *at, int *out) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const int Moves = at[i] % 8;
    out[i] = ::Moves[Moves][1] * 10 + ::Moves[Moves][0];
  }
}

struct Declared {
  static const int Below[2];
};
extern const int Outside[2], Elsewhere[2];
__attribute__((weak)) extern const int Replaced[2] = {1, 2};

// CHECK: [[@LINE+9]]: generated 1, fallback 0
// CODE-LABEL: in declared
// CODE: const int Below[2] = {4, 5};
// CODE-NEXT: const int Outside[2] = {6, 7};
// CODE-NOT: const int {{Elsewhere|Replaced|given}}[2]
// CODE: return lacuna_guard
/// Initialised in another declaration, elsewhere, or by callers.
static void declared(int n, int *out, const std::array<int, 2> given = {1, 2}) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    out[i] = Declared::Below[i % 2] + Outside[i % 2] * 10 + given[i % 2] * 100 +
             Elsewhere[i % 2] * 1000 + Replaced[i % 2] * 10000;
}
const int Declared::Below[2] = {4, 5};
const int Outside[2] = {6, 7}, Elsewhere[2] = {static_cast<int>(std::abs(-3)), 8};

int main() {
  const int N = 37;
  std::vector<int> board(N * N), o(N * N), at(N);
  std::vector<double> x(N), y(N);
  std::vector<float> f(N);
  for (int K = 0; K < N * N; ++K)
    board[K] = K * 7 % 3;
  for (int K = 0; K < N; ++K) {
    x[K] = K * 0.37 - K * K;
    at[K] = K * 31 % 200;
  }
  mobility(N, board, o);
  run::record("mobility", o);
  smooth(N, x.data(), y.data());
  run::record("smooth", y);
  mixed(N, at.data(), f.data());
  run::record("mixed", f);
  std::vector<int> s(N);
  shadowed(N, at.data(), s.data());
  run::record("shadowed", s);
  declared(N, s.data(), {7, 9});
  run::record("declared", s);
}

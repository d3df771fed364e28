// Tables whose elements wait for those above and to the left run in tiles on
// threads, with what iterations leave in variables row by row: dynamic
// programming over two sequences. Of what an iteration has stored the next one
// reads a copy in a register, and the first one reads memory if the user's
// does. Sizes are those around tiles of 64 times 256.
// REQUIRES: affine
// clang-format off
// RUN: %check-run --lines 15 --fallback 0 %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %check-run --lines 15 --fallback 0 --threads 3 %s -fplugin-arg-sparse-min-work=0 -o %t --reuse
// RUN: %check-run --lines 15 --fallback 0 --threads 2 %s -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fplugin-arg-sparse-min-work=0 -o %t.san
// RUN: %check-run --lines 15 --fallback 0 --threads 2 %s -O1 -Wno-pass-failed -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-verify -o %t.verify
// clang-format on

#include "support/support.h"
#include <algorithm>
#include <string>
#include <vector>

using Table = std::vector<std::vector<int>>;

static std::string letters(int Count, int Seed) {
  std::string Text(Count, 'a');
  unsigned State = Seed;
  for (char &C : Text)
    C = "ACGT"[(State = State * 1664525 + 1013904223) >> 30];
  return Text;
}

static Table table(int Rows, int Columns) {
  Table T(Rows, std::vector<int>(Columns));
  for (int I = 0; I < Rows; ++I)
    for (int J = 0; J < Columns; ++J)
      T[I][J] = (I * 7 + J * 3) % 11;
  return T;
}

static void record(const char *Name, const Table &T) {
  for (const std::vector<int> &Row : T)
    run::record(Name, Row);
}

/// Local alignment: the best score, in a flat table.
static int alignment(int n, int m, const char *a, const char *b,
                     std::vector<int> &H) {
  int best = 0;
#pragma sparse
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j) {
      const int score = a[i - 1] == b[j - 1] ? 2 : -1;
      const int h =
          std::max({0, H[(i - 1) * (m + 1) + j - 1] + score,
                    H[(i - 1) * (m + 1) + j] - 1, H[i * (m + 1) + j - 1] - 1});
      H[i * (m + 1) + j] = h;
      best = std::max(best, h);
    }
  return best;
}

/// The first best one, and where it is.
static std::vector<int> placeOfBest(int n, int m, const char *a, const char *b,
                                    std::vector<int> &H) {
  int best = 3, row = -1, column = -1;
#pragma sparse
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j) {
      int h = H[(i - 1) * (m + 1) + j - 1] + (a[i - 1] == b[j - 1] ? 2 : -3);
      h = std::max(h, H[i * (m + 1) + j - 1] - 1);
      h = std::max(h, H[(i - 1) * (m + 1) + j] - 1);
      H[i * (m + 1) + j] = h;
      if (h > best) {
        best = h;
        row = i;
        column = j;
      }
    }
  return {best, row, column};
}

/// The last of the least, with a bound that is met: another row may have what
/// variables held in front of the loop.
static std::vector<int> lastLeast(int n, int m, std::vector<long> &v) {
  long least = 1;
  int row = -1;
#pragma sparse
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < m; ++j) {
      const long x = std::min(v[(i - 1) * m + j], v[i * m + j - 1]) - (j & 1);
      v[i * m + j] = x;
      if (x <= least) {
        least = x;
        row = i;
      }
    }
  return {int(least), row};
}

/// Only early rows have what variables held in front of the loop: rows that
/// have selected nothing must not go before these.
static std::vector<int> lastEqual(int n, int m, std::vector<int> &v) {
  int most = 50, row = -1;
#pragma sparse
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < m; ++j) {
      const int x = std::min(std::max(v[(i - 1) * m + j], v[i * m + j - 1]), 9);
      v[i * m + j] = x;
      const int offered = i < 3 ? 41 + x : x;
      if (offered >= most) {
        most = offered;
        row = i;
      }
    }
  return {most, row};
}

/// How often something happened, and all of it together.
static std::vector<unsigned> counts(int n, int m, std::vector<int> &v) {
  int count = 5;
  unsigned bits = 1;
#pragma sparse
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < m; ++j) {
      v[i * m + j] = std::max(v[(i - 1) * m + j], v[i * m + j - 1] ^ 3);
      count += v[i * m + j] > 4;
      bits ^= unsigned(v[i * m + j] * j);
    }
  return {unsigned(count), bits};
}

/// Whether there is any, and the last one.
static std::vector<int> lastOne(int n, int m, std::vector<int> &v) {
  bool any = false;
  int last = 7, row = 9;
#pragma sparse
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < m; ++j) {
      const int x = std::min(v[(i - 1) * m + j] + 5, v[i * m + j - 1]) + j % 3;
      v[i * m + j] = x;
      if (x > 40)
        any = true;
      if (x % 11 == 3) {
        last = x;
        row = i;
      }
    }
  return {any, last, row};
}

/// A number that is cut in each update, which is no maximum, so that the loop
/// stays as it is.
static int cut(int n, int m, std::vector<int> &v) {
  unsigned char best = 0;
#pragma sparse
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < m; ++j) {
      v[i * m + j] = std::min(v[(i - 1) * m + j], v[i * m + j - 1]) + 7;
      best = std::max<int>(best, v[i * m + j]);
    }
  return best;
}

/// Of rows that vectors own, with branches.
static int edits(const std::string &a, const std::string &b, Table &d) {
  const int n = a.size(), m = b.size();
#pragma sparse
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j)
      if (a[i - 1] == b[j - 1])
        d[i][j] = d[i - 1][j - 1];
      else
        d[i][j] =
            1 + std::min(d[i - 1][j - 1], std::min(d[i - 1][j], d[i][j - 1]));
  return d[n][m];
}

/// The first column is set with each row.
static void withFirstColumn(int n, int m, const char *a, const char *b,
                            Table &d) {
#pragma sparse
  for (int i = 1; i <= n; ++i) {
    d[i][0] = i;
    for (int j = 1; j <= m; ++j) {
      const int cost = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min(std::min(d[i - 1][j] + 1, d[i][j - 1] + 1),
                         d[i - 1][j - 1] + cost);
    }
  }
}

/// No element stands in front of the first row and column.
static double warped(int n, int m, const double *a, const double *b,
                     std::vector<std::vector<double>> &D) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const double c = (a[i] - b[j]) * (a[i] - b[j]);
      if (i == 0 && j == 0)
        D[i][j] = c;
      else if (i == 0)
        D[i][j] = c + D[i][j - 1];
      else if (j == 0)
        D[i][j] = c + D[i - 1][j];
      else
        D[i][j] =
            c + std::min(D[i - 1][j - 1], std::min(D[i - 1][j], D[i][j - 1]));
    }
  return n && m ? D[n - 1][m - 1] : 0;
}

/// Two rows, in turns.
static int inTwoRows(int n, int m, const char *a, const char *b,
                     std::vector<int> &before, std::vector<int> &now) {
#pragma sparse
  for (int i = 1; i <= n; ++i) {
    now[0] = i;
    for (int j = 1; j <= m; ++j)
      now[j] = std::min({before[j] + 1, now[j - 1] + 1,
                         before[j - 1] + (a[i - 1] != b[j - 1])});
    std::swap(before, now);
  }
  return before[m];
}

/// Downwards, over a triangle.
static void palindromes(int n, const char *s, Table &d) {
#pragma sparse
  for (int i = n - 1; i >= 0; i--) {
    d[i][i] = 1;
    for (int j = i + 1; j < n; j++)
      if (s[i] == s[j])
        d[i][j] = (j == i + 1 ? 0 : d[i + 1][j - 1]) + 2;
      else
        d[i][j] = std::max(d[i + 1][j], d[i][j - 1]);
  }
}

/// Elements and rows that are left out are not looked at.
static int square(int n, int m, const std::vector<std::vector<char>> &g,
                  Table &d) {
  int best = 0;
#pragma sparse
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j)
      if (g[i - 1][j - 1]) {
        d[i][j] = std::min({d[i - 1][j], d[i][j - 1], d[i - 1][j - 1]}) + 1;
        best = std::max(best, d[i][j]);
      }
  return best;
}

/// Three tables, two of which hand on along a row.
static void gaps(int n, int m, const char *a, const char *b,
                 std::vector<float> &M, std::vector<float> &X,
                 std::vector<float> &Y) {
  const int w = m + 1;
#pragma sparse
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j) {
      X[i * w + j] = std::max(M[(i - 1) * w + j] - 11, X[(i - 1) * w + j] - 1);
      Y[i * w + j] = std::max(M[i * w + j - 1] - 11, Y[i * w + j - 1] - 1);
      M[i * w + j] =
          std::max(M[(i - 1) * w + j - 1] + (a[i - 1] == b[j - 1] ? 5.F : -4.F),
                   std::max(X[i * w + j], Y[i * w + j]));
    }
}

/// The greatest of numbers, some of which are none.
static double greatest(int n, int m, std::vector<double> &v) {
  double best = -0.0;
#pragma sparse
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < m; ++j) {
      v[i * m + j] = v[(i - 1) * m + j] * 0.5 - v[i * m + j - 1];
      best = v[i * m + j] > best ? v[i * m + j] : best;
    }
  return best;
}

/// What the first iteration would read is not there, and is not read.
static void fromTheFirst(int n, int m, int *const *v) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      v[i][j] = ((i > 0 ? v[i - 1][j] : 1) - (j > 0 ? v[i][j - 1] : 2)) % 1000;
}

static void runAll(int n, int m) {
  const std::string A = letters(n, 3), B = letters(m, 8);
  const char *a = A.data(), *b = B.data();
  std::vector<int> H((n + 1) * (m + 1), 0);
  run::record("alignment", std::vector<int>{alignment(n, m, a, b, H)});
  run::record("alignment", H);
  run::record("place", placeOfBest(n, m, a, b, H));
  run::record("place", H);
  std::vector<long> L(n * m + 1);
  for (size_t K = 0; K < L.size(); ++K)
    L[K] = long(K % 7) - 3;
  run::record("least", lastLeast(n, m, L));
  run::record("least", L);
  run::record("equal", lastEqual(n, m, H));
  run::record("counts", counts(n, m, H));
  run::record("last", lastOne(n, m, H));
  run::record("cut", std::vector<int>{cut(n, m, H)});
  Table d = table(n + 1, m + 1);
  run::record("edits", std::vector<int>{edits(A, B, d)});
  record("edits", d);
  withFirstColumn(n, m, a, b, d);
  record("first", d);
  std::vector<double> x(n), y(m);
  for (int K = 0; K < n; ++K)
    x[K] = A[K] % 5 / 3.0;
  for (int K = 0; K < m; ++K)
    y[K] = B[K] % 7 / 3.0;
  std::vector<std::vector<double>> D(n, std::vector<double>(m));
  run::record("warped",
              std::vector<double>{warped(n, m, x.data(), y.data(), D)});
  std::vector<int> before(m + 1), now(m + 1, 9);
  for (int K = 0; K <= m; ++K)
    before[K] = K;
  run::record("rows", std::vector<int>{inTwoRows(n, m, a, b, before, now)});
  run::record("rows", now);
  Table p = table(n, n);
  palindromes(n, a, p);
  record("palindromes", p);
  std::vector<std::vector<char>> g(n, std::vector<char>(m));
  for (int I = 0; I < n; ++I)
    for (int J = 0; J < m; ++J)
      g[I][J] = (I * 5 + J * 3) % 7 != 0;
  run::record("square", std::vector<int>{square(n, m, g, d)});
  record("square", d);
  std::vector<float> M((n + 1) * (m + 1), 1), X = M, Y = M;
  gaps(n, m, a, b, M, X, Y);
  run::record("gaps", M);
  std::vector<double> v(n * m + 1);
  for (size_t K = 0; K < v.size(); ++K)
    v[K] = K % 5 == 4 ? 0.0 / double(K % 3) : double(K % 9) - 4;
  run::record("greatest", std::vector<double>{greatest(n, m, v)});
  std::vector<std::vector<int>> Own(n, std::vector<int>(m));
  std::vector<int *> Rows(n);
  for (int K = 0; K < n; ++K)
    Rows[K] = Own[K].data();
  std::sort(Rows.begin(), Rows.end());
  fromTheFirst(n, m, Rows.data());
  for (int K = 0; K < n; ++K)
    run::record("from", std::vector<int>(Rows[K], Rows[K] + m));
}

int main() {
  for (int n : {0, 1, 2, 63, 64, 65, 130})
    for (int m : {0, 1, 2, 255, 256, 257, 600})
      runAll(n, m);
}

// Loops over several cursors, as merges that commands change: each result is
// that of the loop as it stands, for coordinates that ascend, perhaps with
// equal ones among them.
// RUN: %check-run --loops 14 %s -o %t

#include "support/support.h"

using Vector = std::vector<double>;

namespace {

/// A list of rows of coordinates that ascend.
template <class Crd = int> struct Lists {
  std::vector<int> pos{0};
  std::vector<Crd> crd;
  Vector val;

  void add(std::vector<Crd> Row, run::Random &R) {
    std::sort(Row.begin(), Row.end());
    for (Crd J : Row) {
      crd.push_back(J);
      val.push_back(R.value<double>());
    }
    pos.push_back(crd.size());
  }
};

constexpr int Cols = 60;

/// Rows that merges trip over: empty, equal, disjoint, one inside the other,
/// coordinates that stand several times, the ends of the type.
template <class Crd> void fill(Lists<Crd> &A, Lists<Crd> &B) {
  run::Random R(11);
  using Row = std::vector<Crd>;
  auto Pair = [&](Row P, Row Q) {
    A.add(P, R);
    B.add(Q, R);
  };
  auto Any = [&](long Length) {
    Row X;
    for (long K = 0; K < Length; ++K)
      X.push_back(Crd(R.below(Cols)));
    return X;
  };
  Pair({}, {});
  Pair({1, 2, 3}, {});
  Pair({}, {0, 59});
  Pair({5}, {5});
  Pair({5, 5, 5}, {5, 5});
  Pair({5, 5}, {5, 5, 5, 7, 7});
  Pair({1, 3, 5, 7}, {0, 2, 4, 6});
  Pair({0, 1, 2}, {57, 58, 59});
  Pair({57, 58, 59}, {0, 1, 2});
  Pair({0, 59}, {7, 8, 59});
  Row All;
  for (int J = 0; J < Cols; ++J)
    All.push_back(J);
  Pair(All, All);
  Pair(All, {30});
  Pair({0}, All);
  for (int K = 0; K < 40; ++K)
    Pair(Any(R.below(30)), Any(R.below(K + 1)));
}

} // namespace

//===-- intersections -----------------------------------------------------===//

void dots(int m, const int *apos, const int *acrd, const double *a,
          const int *bpos, const int *bcrd, const double *b, double *y) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 7)          \
    split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    int p = apos[i], q = bpos[i];
    while (p < apos[i + 1] && q < bpos[i + 1]) {
      if (acrd[p] < bcrd[q])
        ++p;
      else if (acrd[p] > bcrd[q])
        ++q;
      else {
        s += a[p] * b[q];
        ++p;
        ++q;
      }
    }
    y[i] = s;
  }
}

/// The steps are computed, the coordinate is called `k`, ends are constants.
void stepped(int m, const int *apos, const int *acrd, const double *a,
             const int *bpos, const int *bcrd, const double *b, double *y) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) divide(k, k0, k1, 3)         \
    parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    const int pe = apos[i + 1], qe = bpos[i + 1];
    for (int p = apos[i], q = bpos[i]; pe > p && q < qe;) {
      const int ja = acrd[p], jb = bcrd[q];
      const int k = std::min(ja, jb);
      if (ja == jb)
        s += a[p] * b[q] * k;
      p += ja <= jb;
      q += ja == k ? jb == k : 1;
    }
    y[i] = s;
  }
}

/// Parts of each row on threads, joined.
void joined(int m, const int *apos, const int *acrd, const int *bpos,
            const int *bcrd, double *y) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 5)          \
    parallelize(j0, cpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i) {
    long s = 0;
    int p = apos[i], q = bpos[i];
    const int pe = apos[i + 1], qe = bpos[i + 1];
    while (p < pe && q < qe) {
      if (acrd[p] == bcrd[q])
        s += 1000 * bcrd[q++] + p++;
      else if (acrd[p] < bcrd[q])
        p++;
      else
        q++;
    }
    y[i] += s;
  }
}

/// Everything is declared on top, as old code has it.
void onTop(int m, const int *apos, const int *acrd, const double *a,
           const int *bpos, const int *bcrd, const double *b, double *y) {
  int i, p, q, pe, qe;
  double s;
#pragma sparse assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 8)          \
    parallelize(i, cpu_thread, no_races)
  for (i = 0; i < m; ++i) {
    p = apos[i];
    q = bpos[i];
    pe = apos[i + 1];
    qe = bpos[i + 1];
    s = 0;
    while (p < pe && q < qe) {
      if (acrd[p] == bcrd[q]) {
        s += a[p] * b[q];
        ++p;
        ++q;
      } else if (acrd[p] < bcrd[q])
        ++p;
      else
        ++q;
    }
    y[i] = s;
  }
}

/// Triangles of a graph: rows of one matrix against each other.
void triangles(int m, const int *pos, const int *crd, double *y) {
#pragma sparse assume(sorted(crd)) split(j, j0, j1, 16)                        \
    parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    long count = 0;
    for (int e = pos[i]; e < pos[i + 1]; ++e) {
      const int v = crd[e] % m;
      int p = pos[i], q = pos[v];
      const int pend = pos[i + 1], qend = pos[v + 1];
      while (p < pend && q < qend) {
        const int d = crd[p] - crd[q];
        const bool both = d == 0, first = d < 0;
        if (both)
          ++count;
        if (first || both)
          ++p;
        if (!first)
          ++q;
      }
    }
    y[i] = count;
  }
}

/// What the coordinate leads to, in a place of its own for each.
void scattered(int m, const int *apos, const int *acrd, const double *a,
               const int *bpos, const int *bcrd, const double *b,
               const double *x, double *z) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 8)          \
    parallelize(j0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int p = apos[i], q = bpos[i];
    const int pe = apos[i + 1], qe = bpos[i + 1];
    while (p < pe && q < qe) {
      const int ja = acrd[p], jb = bcrd[q];
      if (ja < jb) {
        ++p;
        continue;
      }
      if (ja > jb) {
        ++q;
        continue;
      }
      const int j = ja;
      if (x[j] > 0)
        z[j] += a[p] * b[q];
      else
        z[j] -= a[p];
      ++p, ++q;
    }
  }
}

/// Three rows at once; balanced rows need the positions of one.
void three(int m, const int *apos, const int *acrd, const int *bpos,
           const int *bcrd, const double *b, double *y) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 9)          \
    divide(i, t, ir, threads, balance(p)) parallelize(t, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    int p = apos[i], q = bpos[i], r = bpos[m - 1 - i];
    const int pe = apos[i + 1], qe = bpos[i + 1], re = bpos[m - i];
    while (p < pe && q < qe && r < re) {
      const int j = std::min(acrd[p], std::min(bcrd[q], bcrd[r]));
      const bool A = acrd[p] == j, B = bcrd[q] == j, C = bcrd[r] == j;
      if (A && B && C)
        s += b[q] * b[r];
      p += A, q += B, r += C;
    }
    y[i] = s;
  }
}

//===-- unions ------------------------------------------------------------===//

/// The sum of two matrices: a main loop and two tails, through a cursor of the
/// result.
void add(int m, const int *apos, const int *acrd, const double *a,
         const int *bpos, const int *bcrd, const double *b, int room, int *ccrd,
         double *c, double *length) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 8)          \
    parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < m; ++i) {
    int p = apos[i], q = bpos[i], nz = i * room;
    const int pend = apos[i + 1], qend = bpos[i + 1];
    while (p < pend && q < qend) {
      const int ja = acrd[p], jb = bcrd[q];
      if (ja == jb) {
        ccrd[nz] = ja;
        c[nz] = a[p++] + b[q++];
      } else if (jb < ja) {
        ccrd[nz] = jb;
        c[nz] = b[q++];
      } else {
        ccrd[nz] = ja;
        c[nz] = a[p++];
      }
      ++nz;
    }
    while (q < qend) {
      ccrd[nz] = bcrd[q];
      c[nz++] = b[q++];
    }
    for (; p < pend; ++p) {
      ccrd[nz] = acrd[p];
      c[nz] = a[p];
      nz += 1;
    }
    length[i] = nz - i * room;
  }
}

/// The pass that counts the entries of such a sum.
void unionLengths(int m, const int *apos, const int *acrd, const int *bpos,
                  const int *bcrd, double *y) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 4)          \
    parallelize(j0, cpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i) {
    int p = apos[i], q = bpos[i], n = 0;
    const int pend = apos[i + 1], qend = bpos[i + 1];
    while (p < pend && q < qend) {
      const int j = acrd[p], k = bcrd[q];
      p += j <= k;
      q += k <= j;
      ++n;
    }
    while (p < pend)
      ++p, ++n;
    for (; q < qend; q++)
      n++;
    y[i] = n;
  }
}

/// What only one of two has.
void onlyOne(int m, const int *apos, const int *acrd, const double *a,
             const int *bpos, const int *bcrd, const double *b, double *y) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 8)          \
    split(i, i0, i1, 3) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    int p = apos[i], q = bpos[i];
    const int pend = apos[i + 1], qend = bpos[i + 1];
    while (p < pend && q < qend) {
      if (acrd[p] < bcrd[q])
        s += a[p++];
      else if (acrd[p] == bcrd[q])
        ++p, ++q;
      else
        s -= 2 * b[q++];
    }
    while (p < pend)
      s += a[p++];
    while (q < qend)
      s -= 2 * b[q++];
    y[i] = s;
  }
}

/// All of the first matrix, with what the second has there.
void left(int m, const int *apos, const int *acrd, const double *a,
          const int *bpos, const int *bcrd, const double *b, double *z) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 8)          \
    parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int p = apos[i], q = bpos[i];
    const int pend = apos[i + 1], qend = bpos[i + 1];
    while (p < pend && q < qend) {
      const int j = acrd[p];
      if (j < bcrd[q]) {
        z[p] = a[p];
        ++p;
      } else if (j > bcrd[q])
        ++q;
      else {
        z[p] = a[p] - b[q];
        ++p;
        ++q;
      }
    }
    for (; p < pend; ++p)
      z[p] = a[p];
  }
}

/// One loop that ends where both cursors do.
void oneLoop(int m, const int *apos, const int *acrd, const double *a,
             const int *bpos, const int *bcrd, const double *b, double *y) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 6)          \
    parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    int p = apos[i], q = bpos[i];
    const int pend = apos[i + 1], qend = bpos[i + 1];
    while (p < pend || q < qend) {
      const bool A = p < pend && (q >= qend || acrd[p] <= bcrd[q]);
      const bool B = q < qend && (p >= pend || bcrd[q] <= acrd[p]);
      double v = 0.5;
      if (A)
        v += a[p];
      if (B)
        v *= b[q];
      s = s / 2 + v;
      if (A)
        ++p;
      if (B)
        ++q;
    }
    y[i] = s;
  }
}

//===-- types -------------------------------------------------------------===//

/// Coordinates of any type, to both of its ends.
template <class Pos, class Crd>
void typed(Pos m, const Pos *apos, const Crd *acrd, const double *a,
           const Pos *bpos, const Crd *bcrd, const double *b, double *y) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) divide(j, j0, j1, 5)         \
    parallelize(i, cpu_thread, no_races)
  for (Pos i = 0; i < m; ++i) {
    double s = 0;
    Pos p = apos[i], q = bpos[i];
    const Pos pend = apos[i + 1], qend = bpos[i + 1];
    while (p < pend && q < qend) {
      if (acrd[p] == bcrd[q])
        s += a[p++] * b[q++];
      else if (acrd[p] < bcrd[q])
        s += a[p++];
      else
        ++q;
    }
    while (p < pend)
      s += a[p++];
    y[i] = s;
  }
}

template <class Pos, class Crd> void tryType(const char *Name) {
  run::Random R(5);
  using Limits = std::numeric_limits<Crd>;
  const Crd Lo = Limits::min(), Hi = Limits::max();
  Lists<Crd> A, B;
  A.add({Lo, Crd(Lo + 1), 0, Crd(Hi - 1), Hi}, R);
  B.add({Lo, 7, Hi}, R);
  A.add({Hi}, R);
  B.add({Hi}, R);
  A.add({Lo, Lo}, R);
  B.add({Lo, Hi, Hi}, R);
  A.add({1, 2, 3}, R);
  B.add({Crd(Hi - 1), Hi}, R);
  Pos m = A.pos.size() - 1;
  std::vector<Pos> apos(A.pos.begin(), A.pos.end()),
      bpos(B.pos.begin(), B.pos.end());
  Vector y(m);
  typed<Pos, Crd>(m, apos.data(), A.crd.data(), A.val.data(), bpos.data(),
                  B.crd.data(), B.val.data(), y.data());
  run::record(Name, y);
}

int main() {
  Lists<int> A, B;
  fill(A, B);
  const int m = A.pos.size() - 1;
  const int *apos = A.pos.data(), *acrd = A.crd.data();
  const int *bpos = B.pos.data(), *bcrd = B.crd.data();
  const double *a = A.val.data(), *b = B.val.data();
  run::Random R(3);
  const Vector x = R.vector<double>(Cols);
  auto Try = [&](const char *Name, size_t Size, auto Call) {
    Vector y(Size, 0.25);
    Call(y.data());
    run::record(Name, y);
  };
  Try("dots", m, [&](double *y) { dots(m, apos, acrd, a, bpos, bcrd, b, y); });
  Try("stepped", m,
      [&](double *y) { stepped(m, apos, acrd, a, bpos, bcrd, b, y); });
  Try("joined", m, [&](double *y) { joined(m, apos, acrd, bpos, bcrd, y); });
  Try("on top", m,
      [&](double *y) { onTop(m, apos, acrd, a, bpos, bcrd, b, y); });
  Try("triangles", m, [&](double *y) { triangles(m, apos, acrd, y); });
  Try("scattered", Cols, [&](double *z) {
    scattered(m, apos, acrd, a, bpos, bcrd, b, x.data(), z);
  });
  Try("three", m, [&](double *y) { three(m, apos, acrd, bpos, bcrd, b, y); });
  const int Room = 2 * Cols;
  std::vector<int> ccrd(m * Room, -1);
  Vector c(m * Room, -1);
  Try("add", m, [&](double *y) {
    add(m, apos, acrd, a, bpos, bcrd, b, Room, ccrd.data(), c.data(), y);
  });
  run::record("sum", c);
  run::record("coordinates", ccrd);
  Try("lengths", m,
      [&](double *y) { unionLengths(m, apos, acrd, bpos, bcrd, y); });
  Try("only one", m,
      [&](double *y) { onlyOne(m, apos, acrd, a, bpos, bcrd, b, y); });
  Try("left", A.crd.size(),
      [&](double *z) { left(m, apos, acrd, a, bpos, bcrd, b, z); });
  Try("one loop", m,
      [&](double *y) { oneLoop(m, apos, acrd, a, bpos, bcrd, b, y); });
  tryType<int, short>("short");
  tryType<long, unsigned char>("unsigned char");
  tryType<unsigned, signed char>("signed char");
  tryType<size_t, unsigned short>("unsigned short");
}

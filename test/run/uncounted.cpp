// Loops inside an iteration that are not counted, and jumps, run as they stand
// while the loops around them are scheduled.
// RUN: %check-run --loops 16 --fallback 2 %s -o %t

#include "support/support.h"

using Matrix = run::Csr<>;
using Vector = std::vector<double>;

/// Row i of A times row i of B, two cursors.
void rowDots(int m, const int *apos, const int *acrd, const double *a,
             const int *bpos, const int *bcrd, const double *b, double *y) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
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

/// Entries of the union of two rows, counted with the tails.
void unionLengths(int m, const int *apos, const int *acrd, const int *bpos,
                  const int *bcrd, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int p = apos[i], q = bpos[i], n = 0;
    const int pend = apos[i + 1], qend = bpos[i + 1];
    while (p < pend && q < qend) {
      int j = acrd[p], k = bcrd[q];
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

/// The sum of two matrices into rows with room for all entries.
void add(int m, const int *apos, const int *acrd, const double *a,
         const int *bpos, const int *bcrd, const double *b, int room, int *ccrd,
         double *c, double *length) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, ignore_races)
  for (int i = 0; i < m; ++i) {
    int p = apos[i], q = bpos[i], out = i * room;
    while (p < apos[i + 1] || q < bpos[i + 1]) {
      int j = p < apos[i + 1] ? acrd[p] : 1 << 20;
      int k = q < bpos[i + 1] ? bcrd[q] : 1 << 20;
      double v = 0;
      if (j <= k)
        v += a[p];
      if (j <= k)
        ++p;
      if (k <= j)
        v += b[q];
      if (k <= j)
        ++q;
      ccrd[out] = j < k ? j : k;
      c[out] = v;
      ++out;
    }
    length[i] = out - i * room;
  }
}

/// A triangle for each pair of entries (i, j), (i, k) with (j, k).
void triangles(int m, const int *pos, const int *crd, double *y) {
#pragma sparse split(i, i0, i1, 2) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    long count = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const int j = crd[p];
      if (j >= m || j == i)
        continue;
      int q = pos[i], r = pos[j];
      while (q < pos[i + 1] && r < pos[j + 1])
        if (crd[q] == crd[r]) {
          count++;
          q++;
          r++;
        } else if (crd[q] < crd[r])
          q++;
        else
          r++;
    }
    y[i] = count;
  }
}

/// The first entry behind the diagonal.
void firstUpper(int m, const int *pos, const int *crd, const double *val,
                double *y) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    y[i] = -1;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      if (crd[p] > i) {
        y[i] = val[p];
        break;
      }
    }
  }
}

/// The cursor is used behind the loop that searched.
void diagonalSplit(int m, const int *pos, const int *crd, const double *val,
                   const double *x, double *y) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int p;
    double lower = 0, upper = 0;
    for (p = pos[i]; p < pos[i + 1]; ++p) {
      if (crd[p] >= i)
        break;
      lower += val[p] * x[crd[p]];
    }
    for (; p < pos[i + 1]; ++p)
      upper += val[p] * x[crd[p]];
    y[i] = lower - 2 * upper;
  }
}

/// Backwards, and every other entry.
void backwards(int m, const int *pos, const int *crd, const double *val,
               const double *x, double *y) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i + 1] - 1; p >= pos[i]; --p)
      s = 0.5 * s + val[p] * x[crd[p]];
    for (int p = pos[i]; p < pos[i + 1]; p += 2)
      s += val[p];
    y[i] = s;
  }
}

/// Where a column would stand in each row.
void search(int m, int column, const int *pos, const int *crd, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int lo = pos[i], hi = pos[i + 1];
    while (lo < hi) {
      int mid = lo + (hi - lo) / 2;
      if (crd[mid] < column)
        lo = mid + 1;
      else
        hi = mid;
    }
    y[i] = lo - pos[i];
  }
}

/// At least one trip, with a step of the header after `continue` and none after
/// `break`.
void mixed(int m, const int *pos, const int *crd, const double *val,
           double *y) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int n = i;
    do {
      n = n / 2;
      if (n == 5)
        continue;
      y[i] += n;
    } while (n > 3);
    int p = pos[i], skipped = 0;
    for (;; ++p) {
      if (p >= pos[i + 1])
        break;
      if (crd[p] % 3 == 0) {
        ++skipped;
        continue;
      } else if (crd[p] % 7 == 6) {
        y[i] -= 1;
        if (val[p] > 0)
          break;
      }
      y[i] += val[p];
    }
    y[i] += 100 * skipped + p - pos[i];
  }
}

/// Counted loops inside one that is not.
void nested(int m, const int *pos, const int *crd, const double *val,
            double *y) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double best = 0;
    int rounds = 0;
    while (rounds < 3 && best < 1) {
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        for (int k = 0; k < 2; ++k) {
          if (k > rounds)
            break;
          best += val[p] * (k + 1);
        }
      ++rounds;
    }
    y[i] = best + rounds;
  }
}

/// A cursor that runs on over the rows: their order stays.
void runningOn(int m, const int *pos, const int *crd, const double *val,
               const double *x, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    y[i] = 0;
  int p = 0;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    while (p < pos[i + 1]) {
      y[i] += val[p] * x[crd[p]];
      ++p;
    }
  int q = pos[0];
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    for (int k = 0, n = pos[i + 1] - pos[i]; k < n; ++k, ++q)
      y[i] += val[q];
  if (m)
    y[0] += p + q;
}

/// Variables of the function, as old code declares them.
void declaredInFront(int m, const int *pos, const int *crd, const double *val,
                     const double *x, double *y) {
  int i, p, end, j;
  double s;
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (i = 0; i < m; ++i) {
    p = pos[i];
    end = pos[i + 1];
    s = 0;
    while (p < end && crd[p] < 40) {
      j = crd[p];
      s += val[p] * x[j];
      p++;
    }
    y[i] = s;
  }
}

/// Values that outlive the nest.
void liveOut(int m, const int *pos, const int *crd, double *y) {
  int last = -7, p = -1;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    for (p = pos[i]; p < pos[i + 1]; ++p) {
      if (crd[p] > 30)
        break;
      last = crd[p];
    }
  if (m)
    y[0] = last + 1000 * p;
}

/// A maximum over what is found, joined across threads.
void reduced(int m, const int *pos, const int *crd, double *y) {
  int most = -1;
#pragma sparse split(i, i0, i1, 4)                                             \
    parallelize(i0, cpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i) {
    int n = 0, p = pos[i];
    while (p < pos[i + 1] && crd[p] < 50)
      ++n, ++p;
    if (n > most)
      most = n;
  }
  if (m)
    y[0] = most;
}

int main() {
  for (const Matrix &A : run::shapes()) {
    run::Random R(3);
    const int m = A.Rows;
    Matrix B = run::makeCsr<double, int, int>("", A.Rows, A.Cols, R,
                                              [&](long) { return R.below(9); });
    const int *pos = A.pos.data(), *crd = A.crd.data();
    const double *val = A.val.data();
    const int *bpos = B.pos.data(), *bcrd = B.crd.data();
    const Vector x = R.vector<double>(A.Cols);
    auto Try = [&](const char *Name, auto Call) {
      Vector y(m, 0.25);
      Call(y.data());
      run::record(A.Name + " " + Name, y);
    };
    Try("dots", [&](double *y) {
      rowDots(m, pos, crd, val, bpos, bcrd, B.val.data(), y);
    });
    Try("union", [&](double *y) { unionLengths(m, pos, crd, bpos, bcrd, y); });
    std::vector<int> ccrd(m * (A.Cols + 9), -1);
    Vector c(ccrd.size(), -1);
    Try("add", [&](double *y) {
      add(m, pos, crd, val, bpos, bcrd, B.val.data(), A.Cols, ccrd.data(),
          c.data(), y);
    });
    run::record(A.Name + " sum", c);
    run::record(A.Name + " coordinates", ccrd);
    Try("triangles", [&](double *y) { triangles(m, pos, crd, y); });
    Try("upper", [&](double *y) { firstUpper(m, pos, crd, val, y); });
    Try("diagonal",
        [&](double *y) { diagonalSplit(m, pos, crd, val, x.data(), y); });
    Try("backwards",
        [&](double *y) { backwards(m, pos, crd, val, x.data(), y); });
    Try("search", [&](double *y) { search(m, 17, pos, crd, y); });
    Try("mixed", [&](double *y) { mixed(m, pos, crd, val, y); });
    Try("nested", [&](double *y) { nested(m, pos, crd, val, y); });
    Try("running on",
        [&](double *y) { runningOn(m, pos, crd, val, x.data(), y); });
    Try("in front",
        [&](double *y) { declaredInFront(m, pos, crd, val, x.data(), y); });
    Try("live", [&](double *y) { liveOut(m, pos, crd, y); });
    Try("reduced", [&](double *y) { reduced(m, pos, crd, y); });
  }
}

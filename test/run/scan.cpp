// Variables that run on from row to row: a first pass finds out where each
// thread begins. Results are those of the loop, whatever the number of threads.
// RUN: %check-run --loops 20 --fallback 1 --threads 1 %s -o %t
// RUN: %check-run --loops 20 --threads 2 --reuse %s -o %t
// RUN: %check-run --loops 20 --threads 3 --reuse %s -o %t
// RUN: %check-run --loops 20 --threads 16 --reuse %s -o %t
// RUN: %clangxx_sparse -std=c++20 -O1 -fplugin-arg-sparse-verify %s \
// RUN:   -o %t.verified
// RUN: env OMP_NUM_THREADS=3 %t.verified 2>%t.log >%t.records
// RUN: count 0 < %t.log

#include "support/support.h"

using Matrix = run::Csr<>;
using Vector = std::vector<double>;
using Indices = std::vector<int>;

int compact(const Matrix &A, Vector &out) {
  const int m = int(A.Rows);
  int n = 0;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      if (A.val[p] > 0)
        out[n++] = A.val[p];
  return n;
}

/// A filter with new rows; the cursor begins behind what is there.
long filter(const Matrix &A, double limit, Indices &pos, Indices &crd,
            Vector &val) {
  const int m = int(A.Rows);
  size_t n = 5;
  pos[0] = 5;
#pragma sparse split(i, i0, i1, 3) parallelize(i0, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      if (std::fabs(A.val[p]) > limit) {
        crd[n] = A.crd[p];
        val[n] = A.val[p];
        n++;
      }
    pos[i + 1] = int(n);
  }
  return long(n);
}

void toSparse(const Vector &dense, int m, int n, Indices &pos, Indices &crd,
              Vector &val) {
  int nz = 0;
#pragma sparse parallelize(i, cpu_thread, scan, schedule(dynamic))
  for (int i = 0; i < m; ++i) {
    pos[i] = nz;
    for (int j = 0; j < n; ++j)
      if (dense[size_t(i) * n + j] != 0) {
        const int at = nz++;
        crd[at] = j;
        val[at] = dense[size_t(i) * n + j];
      }
  }
  pos[m] = nz;
}

/// A + B by two cursors that meet.
void add(const Matrix &A, const Matrix &B, Indices &pos, Indices &crd,
         Vector &val) {
  const int m = int(A.Rows);
  int nz = pos[0] = 0;
#pragma sparse divide(i, t, ir, threads, balance(s))                           \
    parallelize(t, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    int p = A.pos[i], q = B.pos[i];
    while (p < A.pos[i + 1] && q < B.pos[i + 1]) {
      if (A.crd[p] == B.crd[q]) {
        crd[nz] = A.crd[p];
        val[nz++] = A.val[p++] + B.val[q++];
      } else if (A.crd[p] < B.crd[q]) {
        crd[nz] = A.crd[p];
        val[nz++] = A.val[p++];
      } else {
        crd[nz] = B.crd[q];
        val[nz++] = B.val[q++];
      }
    }
    while (p < A.pos[i + 1]) {
      crd[nz] = A.crd[p];
      val[nz++] = A.val[p++];
    }
    while (q < B.pos[i + 1]) {
      crd[nz] = B.crd[q];
      val[nz++] = B.val[q++];
    }
    double sum = 0;
    for (int s = A.pos[i]; s < A.pos[i + 1]; ++s)
      sum += A.val[s];
    pos[i + 1] = sum > 1e300 ? 0 : nz;
  }
}

/// A B in one pass with a marker and an accumulator.
int multiply(const Matrix &A, const Matrix &B, Indices mark, Vector acc,
             Indices &pos, Indices &crd, Vector &val) {
  const int m = int(A.Rows);
  int nz = 0;
#pragma sparse private(mark, acc) parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    const int first = nz;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      const int k = A.crd[p];
      for (int q = B.pos[k]; q < B.pos[k + 1]; ++q) {
        const int j = B.crd[q];
        if (mark[j] != i) {
          mark[j] = i;
          crd[nz++] = j;
          acc[j] = A.val[p] * B.val[q];
        } else {
          acc[j] += A.val[p] * B.val[q];
        }
      }
    }
    for (int r = first; r < nz; ++r)
      val[r] = acc[crd[r]];
    pos[i + 1] = nz;
  }
  return nz;
}

/// The pattern alone.
void pattern(const Matrix &A, const Matrix &B, Indices mark, Indices &pos) {
  const int m = int(A.Rows);
  int nz = 0;
#pragma sparse private(mark) divide(i, t, ir, threads, balance(p))             \
    parallelize(t, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      for (int q = B.pos[A.crd[p]]; q < B.pos[A.crd[p] + 1]; ++q)
        if (mark[B.crd[q]] != i) {
          mark[B.crd[q]] = i;
          ++nz;
        }
    pos[i + 1] = nz;
  }
}

/// Two cursors: what is kept and what is dropped.
void partition(const Matrix &A, Vector &low, Vector &high, long *counts) {
  const int m = int(A.Rows);
  long l = 0, h = 0;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      if (A.val[p] < 0) {
        low[l] = A.val[p];
        ++l;
      } else {
        high[h] = A.val[p];
        ++h;
      }
    }
  counts[0] = l;
  counts[1] = h;
}

void exclusiveSums(const Indices &length, Indices &pos) {
  const int m = int(length.size());
  int sum = 0;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    pos[i] = sum;
    sum += length[i];
  }
  pos[m] = sum;
}

/// In place, as it is done to counts.
void sumsInPlace(Indices &count) {
  const int m = int(count.size());
  int sum = 0;
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    const int t = count[i];
    count[i] = sum;
    sum += t;
  }
}

void inclusiveSums(const std::vector<short> &x, std::vector<short> &y) {
  const int m = int(x.size());
  short sum = 30000;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    sum += x[i];
    y[i] = sum;
  }
}

/// From element to element.
void countsToBegins(std::vector<long> &pos) {
#pragma sparse parallelize(i, cpu_thread, scan)
  for (size_t i = 1; i < pos.size(); ++i)
    pos[i] += pos[i - 1];
}

void countsAhead(int m, Indices &pos, std::vector<unsigned> &wraps) {
#pragma sparse split(i, i0, i1, 7) parallelize(i0, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    pos[i + 1] += pos[i];
    wraps[i + 1] = wraps[i] + 0x10000001u * i;
  }
}

void lengthsBehind(int m, const Indices &length, Indices &pos) {
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i)
    pos[i + 1] = pos[i] + length[i];
}

/// Other operators than the sum.
void runningMaximum(const Matrix &A, Indices &most, unsigned *bits) {
  const int m = int(A.Rows);
  int largest = -1;
  unsigned seen = 0;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    const int length = A.pos[i + 1] - A.pos[i];
    if (length > largest)
      largest = length;
    most[i] = largest;
    seen |= 1u << (length & 31);
    bits[i] = seen;
  }
}

/// Sums that wrap, and come back.
void wrapping(const Indices &x, unsigned *y, long *z) {
  const int m = int(x.size());
  unsigned u = 0xfffffff0u;
  long far = 0x7fffffffffff0000;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    u += x[i] * 0x1000001u;
    y[i] = u;
    far += i % 2 ? 0x7fffffff : -0x7fffffff;
    z[i] = far;
  }
}

/// A loop that runs several times goes on where it was.
int inRounds(const Matrix &A, Indices &out) {
  const int m = int(A.Rows);
  int n = 0;
  for (int round = 0; round < 3; ++round) {
#pragma sparse parallelize(i, cpu_thread, scan)
    for (int i = 0; i < m; ++i)
      if ((A.pos[i + 1] - A.pos[i]) % 3 == round)
        out[n++] = i;
  }
  return n;
}

/// The threads share an inner loop.
int inner(const Matrix &A, Indices &out) {
  const int m = int(A.Rows);
  int n = 0;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < m; ++i)
      if ((A.pos[i + 1] - A.pos[i]) % 3 == round)
        out[n++] = i;
  return n;
}

/// Several entries for one of the source.
void expand(const Matrix &A, Indices &out) {
  const int m = int(A.Rows);
  int n = 0;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      if (A.crd[p] == i)
        continue;
      out[n] = i;
      out[n + 1] = A.crd[p];
      n += 2;
      if (A.val[p] > 0)
        n += 3;
    }
}

/// Updates of the place that comes next.
void sums(const Matrix &A, Vector &out) {
  const int m = int(A.Rows);
  int n = 0;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    if (A.pos[i] == A.pos[i + 1])
      continue;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      out[n] += A.val[p];
    n++;
  }
}

/// The plugin chooses it.
int chosen(const Vector &x, Indices &out) {
  const int m = int(x.size());
  int n = 0;
#pragma sparse
  for (int i = 0; i < m; ++i)
    if (x[i] > 0.25)
      out[n++] = i;
  return n;
}

static void fromOne(const Matrix &A) {
  const int m = int(A.Rows), n = int(A.Cols);
  const size_t count = A.crd.size(), rows = size_t(m);
  auto Record = [&](const char *What, const auto &Values) {
    run::record(A.Name + ", " + What, Values);
  };
  Vector out(count, 3);
  Record("kept", compact(A, out));
  Record("compact", out);
  Indices pos(rows + 1), crd(count + 5, -2);
  Vector val(count + 5, 3);
  Record("filtered", filter(A, 0.5, pos, crd, val));
  Record("filter, pos", pos);
  Record("filter, crd", crd);
  Record("filter, val", val);
  Vector dense(rows * n);
  for (int i = 0; i < m; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      dense[size_t(i) * n + A.crd[p]] = A.val[p];
  toSparse(dense, m, n, pos, crd, val);
  Record("to sparse, pos", pos);
  Record("to sparse, crd", crd);
  Record("to sparse, val", val);
  Vector low(count, 1), high(count, 2);
  long counts[2];
  partition(A, low, high, counts);
  Record("low", low);
  Record("high", high);
  run::record(A.Name + ", counts", counts, 2);
  Indices length, most(rows), sumsOf;
  for (int i = 0; i < m; ++i)
    length.push_back(A.pos[i + 1] - A.pos[i]);
  exclusiveSums(length, pos);
  Record("exclusive", pos);
  sumsInPlace(length);
  Record("in place", length);
  std::vector<unsigned> bits(rows);
  runningMaximum(A, most, bits.data());
  Record("maxima", most);
  Record("bits", bits);
  std::vector<long> far(rows);
  wrapping(length, bits.data(), far.data());
  Record("wraps", bits);
  Record("comes back", far);
  std::vector<short> x(rows), y(rows);
  for (size_t i = 0; i < rows; ++i)
    x[i] = short(i * 777);
  inclusiveSums(x, y);
  Record("inclusive", y);
  Indices ahead(rows + 1, 3), behind(rows + 1, 4);
  std::vector<long> begins(rows);
  std::vector<unsigned> wraps(rows + 1, 0xfffffff0u);
  for (int i = 0; i < m; ++i)
    begins[i] = length[i] = ahead[i + 1] = A.pos[i + 1] - A.pos[i];
  countsToBegins(begins);
  Record("begins", begins);
  countsAhead(m, ahead, wraps);
  Record("ahead", ahead);
  Record("wraps ahead", wraps);
  lengthsBehind(m, length, behind);
  Record("behind", behind);
  Indices list(rows, -1);
  Record("in rounds", inRounds(A, list));
  Record("rows", list);
  Record("inner", inner(A, list));
  Record("inner rows", list);
  Indices more(5 * count + 2, -1);
  expand(A, more);
  Record("expanded", more);
  Vector rowSums(rows + 1, 0.5);
  sums(A, rowSums);
  Record("sums", rowSums);
}

static void fromTwo(const Matrix &A, const Matrix &B, const Matrix &Same) {
  const size_t rows = size_t(A.Rows), n = size_t(B.Cols);
  auto Record = [&](const char *What, const auto &Values) {
    run::record(A.Name + ", " + What, Values);
  };
  Indices mark(n, -1), pos(rows + 1);
  Vector acc(n);
  pattern(A, B, mark, pos);
  Record("pattern", pos);
  mark.assign(n, -1);
  Indices crd(size_t(pos[rows]) + 1, -3);
  Vector val(crd.size(), 9);
  Record("entries", multiply(A, B, mark, acc, pos, crd, val));
  Record("product, pos", pos);
  Record("product, crd", crd);
  Record("product, val", val);
  Indices sumCrd(A.crd.size() + Same.crd.size(), -3);
  Vector sumVal(sumCrd.size(), 9);
  add(A, Same, pos, sumCrd, sumVal);
  Record("sum, pos", pos);
  Record("sum, crd", sumCrd);
  Record("sum, val", sumVal);
}

int main() {
  run::Random R(5);
  for (const Matrix &A : run::shapes()) {
    auto Length = [&](long) { return R.below(7); };
    fromOne(A);
    fromTwo(A, run::makeCsr<double, int, int>("B", A.Cols, 41, R, Length),
            run::makeCsr<double, int, int>("C", A.Rows, A.Cols, R, Length));
  }
  Vector x = R.vector<double>(40000);
  Indices out(x.size(), -1);
  run::record("chosen", chosen(x, out));
  run::record("chosen from", out);
}

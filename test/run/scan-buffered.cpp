// Cursors in one pass: chunks of iterations store into buffers of their own, which are
// copied once it is known where each begins. Results are those of the loop, whatever the
// number of threads.
// RUN: %check-run --loops 15 --threads 1 %s -o %t
// RUN: %check-run --loops 15 --threads 2 --reuse %s -o %t
// RUN: %check-run --loops 15 --threads 3 --reuse %s -o %t
// RUN: %check-run --loops 15 --threads 16 --reuse %s -o %t
// RUN: %clangxx_sparse -std=c++20 -O1 -fplugin-arg-sparse-verify %s -o %t.verified
// RUN: env OMP_NUM_THREADS=3 %t.verified 2>%t.log >%t.records
// RUN: count 0 < %t.log

#include "support/support.h"

using Matrix = run::Csr<>;
using Vector = std::vector<double>;
using Indices = std::vector<int>;

int compact(const Matrix &A, Vector &out) {
  const int m = int(A.Rows);
  int n = 0;
#pragma sparse parallelize(i, cpu_thread, buffered_scan)
  for (int i = 0; i < m; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      if (A.val[p] > 0)
        out[n++] = A.val[p];
  return n;
}

/// What is kept may depend on arithmetic: nothing runs twice.
long filter(const Matrix &A, double limit, Indices &pos, Indices &crd, Vector &val) {
  const int m = int(A.Rows);
  size_t n = 5;
  pos[0] = 5;
#pragma sparse split(i, i0, i1, 3) parallelize(i0, cpu_thread, buffered_scan)
  for (int i = 0; i < m; ++i) {
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      if (A.val[p] * 3 + 1 > limit) {
        crd[n] = A.crd[p];
        val[n] = A.val[p];
        n++;
      }
    pos[i + 1] = int(n);
  }
  return long(n);
}

void toSparse(const Vector &dense, int m, int n, Indices &pos, Indices &crd, Vector &val) {
  int nz = 0;
#pragma sparse parallelize(i, cpu_thread, buffered_scan, schedule(dynamic))
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
void add(const Matrix &A, const Matrix &B, std::vector<long> &pos, Indices &crd, Vector &val,
         Vector &sums) {
  const int m = int(A.Rows);
  int nz = 0;
  pos[0] = 0;
#pragma sparse divide(i, t, ir, threads, balance(s)) parallelize(t, cpu_thread, buffered_scan)
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
    sums[i] = sum;
    pos[i + 1] = nz;
  }
}

/// A B in one pass with a marker and an accumulator.
int multiply(const Matrix &A, const Matrix &B, Indices mark, Vector acc, Indices &pos, Indices &crd,
             Vector &val) {
  const int m = int(A.Rows);
  int nz = 0;
#pragma sparse private(mark, acc) parallelize(i, cpu_thread, buffered_scan)
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

/// The pattern alone, in pieces of near-equal work.
int pattern(const Matrix &A, const Matrix &B, Indices mark, Indices &pos, Indices &crd) {
  const int m = int(A.Rows);
  int nz = 0;
#pragma sparse private(mark) divide(i, t, ir, threads, balance(p)) parallelize(t, cpu_thread, buffered_scan)
  for (int i = 0; i < m; ++i) {
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      for (int q = B.pos[A.crd[p]]; q < B.pos[A.crd[p] + 1]; ++q)
        if (mark[B.crd[q]] != i) {
          mark[B.crd[q]] = i;
          crd[nz++] = B.crd[q];
        }
    pos[i + 1] = nz;
  }
  return nz;
}

/// Two cursors: what is kept and what is dropped.
void partition(const Matrix &A, Vector &low, Vector &high, long *counts) {
  const int m = int(A.Rows);
  long l = 0, h = 3;
#pragma sparse parallelize(i, cpu_thread, buffered_scan)
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

/// Variables at which nothing is stored; sums that wrap round, and come back.
void exclusiveSums(const Indices &length, Indices &pos, std::vector<long> &wide) {
  const int m = int(length.size());
  int sum = -2147483647;
#pragma sparse parallelize(i, cpu_thread, buffered_scan)
  for (int i = 0; i < m; ++i) {
    pos[i] = sum;
    sum += length[i];
    wide[i] = sum;
  }
  pos[m] = sum;
}

void narrowSums(const std::vector<short> &x, std::vector<short> &y, std::vector<int> &wide, unsigned *z) {
  const int m = int(x.size());
  short sum = 30000;
  unsigned u = 0xfffffff0u;
#pragma sparse parallelize(i, cpu_thread, buffered_scan)
  for (int i = 0; i < m; ++i) {
    sum += x[i];
    y[i] = sum;
    wide[i] = sum;
    u += x[i] * 0x1000001u;
    z[i] = u;
  }
}

/// A loop that runs several times goes on where it was.
int inRounds(const Matrix &A, Indices &out) {
  const int m = int(A.Rows);
  int n = 0;
  for (int round = 0; round < 3; ++round) {
#pragma sparse parallelize(i, cpu_thread, buffered_scan)
    for (int i = 0; i < m; ++i)
      if ((A.pos[i + 1] - A.pos[i]) % 3 == round)
        out[n++] = i;
  }
  return n;
}

/// The threads share an inner loop.
int inner(const Matrix &A, Indices &out, Indices &ends) {
  const int m = int(A.Rows);
  int n = 0;
#pragma sparse parallelize(i, cpu_thread, buffered_scan)
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < m; ++i) {
      if ((A.pos[i + 1] - A.pos[i]) % 3 == round)
        out[n++] = i;
      ends[size_t(round) * m + i] = n;
    }
  return n;
}

/// Several places in one step.
void pairs(const Matrix &A, Indices &out) {
  const int m = int(A.Rows);
  int n = 1;
#pragma sparse parallelize(i, cpu_thread, buffered_scan)
  for (int i = 0; i < m; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      if (A.crd[p] % 3) {
        out[n] = i;
        out[n + 1] = A.crd[p] + out[n];
        n += 2;
      }
}

/// Neighbours of each row, without those that come twice: what has been stored is read.
int neighbours(const Matrix &A, Indices &out, Indices &ends) {
  const int m = int(A.Rows);
  int n = 0;
#pragma sparse parallelize(i, cpu_thread, buffered_scan)
  for (int i = 0; i < m; ++i) {
    const int first = n;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      const int j = A.crd[p] / 2;
      bool isNew = true;
      for (int r = first; r < n; ++r)
        isNew &= out[r] != j;
      if (isNew)
        out[n++] = j;
    }
    ends[i] = n;
  }
  return n;
}

struct Entry {
  int row;
  double val;
};

long ofRecords(const Matrix &A, std::vector<Entry> &out) {
  const int m = int(A.Rows);
  long n = 0;
#pragma sparse parallelize(i, cpu_thread, buffered_scan)
  for (int i = 0; i < m; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      if (A.crd[p] % 2) {
        out[n].row = i;
        out[n].val = A.val[p];
        ++n;
      }
  return n;
}

/// Elements of all sizes.
template <class T> size_t ofType(const std::vector<T> &x, std::vector<T> &out) {
  const int m = int(x.size());
  size_t n = 0;
#pragma sparse parallelize(i, cpu_thread, buffered_scan)
  for (int i = 0; i < m; ++i)
    if (i % 5 != 2)
      out[n++] = x[i];
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
  if (rows * n < 10000000) {
    Vector dense(rows * n);
    for (int i = 0; i < m; ++i)
      for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
        dense[size_t(i) * n + A.crd[p]] = A.val[p];
    toSparse(dense, m, n, pos, crd, val);
    Record("to sparse, pos", pos);
    Record("to sparse, crd", crd);
    Record("to sparse, val", val);
  }
  Vector low(count, 1), high(count + 3, 2);
  long counts[2];
  partition(A, low, high, counts);
  Record("low", low);
  Record("high", high);
  run::record(A.Name + ", counts", counts, 2);
  Indices length;
  for (int i = 0; i < m; ++i)
    length.push_back(std::min(A.pos[i + 1] - A.pos[i], 7) * (i >= m - 60 ? 7000000 : 1));
  std::vector<long> wide(rows);
  exclusiveSums(length, pos, wide);
  Record("exclusive", pos);
  Record("wide", wide);
  std::vector<short> x(rows), y(rows);
  for (size_t i = 0; i < rows; ++i)
    x[i] = short(i * 777);
  Indices ofShort(rows);
  std::vector<unsigned> wraps(rows);
  narrowSums(x, y, ofShort, wraps.data());
  Record("narrow", y);
  Record("of narrow", ofShort);
  Record("wraps", wraps);
  Indices list(3 * rows, -1), ends(3 * rows);
  Record("in rounds", inRounds(A, list));
  Record("rows", list);
  Record("inner", inner(A, list, ends));
  Record("inner rows", list);
  Record("inner ends", ends);
  Indices more(2 * count + 2, -1);
  pairs(A, more);
  Record("pairs", more);
  Record("neighbours", neighbours(A, more, ends));
  Record("neighbours, all", more);
  Record("neighbours, ends", ends);
  std::vector<Entry> entries(count, {-1, 0.5});
  Record("records", ofRecords(A, entries));
  Indices ofEntries;
  Vector values;
  for (const Entry &E : entries) {
    ofEntries.push_back(E.row);
    values.push_back(E.val);
  }
  Record("records, rows", ofEntries);
  Record("records, values", values);
}

static void fromTwo(const Matrix &A, const Matrix &B, const Matrix &Same) {
  const size_t rows = size_t(A.Rows), n = size_t(B.Cols);
  auto Record = [&](const char *What, const auto &Values) {
    run::record(A.Name + ", " + What, Values);
  };
  Indices mark(n, -1), pos(rows + 1), crd(rows * n + 1, -3);
  Vector acc(n), val(rows * n + 1, 9);
  Record("pattern", pattern(A, B, mark, pos, crd));
  Record("pattern, pos", pos);
  Record("pattern, crd", crd);
  mark.assign(n, -1);
  Record("entries", multiply(A, B, mark, acc, pos, crd, val));
  Record("product, pos", pos);
  Record("product, crd", crd);
  Record("product, val", val);
  std::vector<long> far(rows + 1);
  Indices sumCrd(A.crd.size() + Same.crd.size(), -3);
  Vector sumVal(sumCrd.size(), 9), sums(rows);
  add(A, Same, far, sumCrd, sumVal, sums);
  Record("sums", sums);
  Record("sum, pos", far);
  Record("sum, crd", sumCrd);
  Record("sum, val", sumVal);
}

template <class T> static void oneType(run::Random &R, const char *Name) {
  for (size_t m : {0, 1, 7, 20000}) {
    std::vector<T> x = R.vector<T>(m), out(m);
    run::record(std::string(Name) + ", kept", ofType(x, out));
    run::record(Name, out);
  }
}

int main() {
  run::Random R(5);
  for (const Matrix &A : run::shapes()) {
    auto Length = [&](long) { return R.below(7); };
    fromOne(A);
    fromTwo(A, run::makeCsr<double, int, int>("B", A.Cols, 41, R, Length),
            run::makeCsr<double, int, int>("C", A.Rows, A.Cols, R, Length));
  }
  // Entries for buffers that grow, and chunks without any.
  auto Long = [&](long I) { return I % 1000 < 700 ? R.below(30) : 0; };
  fromOne(run::makeCsr<double, int, int>("long", 8000, 300, R, Long));
  auto Late = [&](long I) { return I < 7990 ? 0 : 200; };
  fromOne(run::makeCsr<double, int, int>("late", 8000, 300, R, Late));
  auto Early = [&](long I) { return I < 10 ? 200 : 0; };
  fromOne(run::makeCsr<double, int, int>("early", 8000, 300, R, Early));
  oneType<signed char>(R, "bytes");
  oneType<short>(R, "shorts");
  oneType<float>(R, "floats");
  oneType<unsigned long>(R, "longs");
  oneType<std::complex<float>>(R, "complex");
}

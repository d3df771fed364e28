// Arrays of cursors, which say where the next entry of each column, row or
// bucket goes: transposition, sorting by counts, filling from the ends. Results
// are those of the loop, to the last bit, whatever the number of threads, and
// entries whose ranges overlap go where the loop has them go. What the plugin
// chooses needs three threads, and not too many.
// RUN: %check-run --loops 19 --fallback 1 --threads 1 %s -o %t
// RUN: %check-run --loops 19 --fallback 1 --threads 2 --reuse %s -o %t
// RUN: %check-run --loops 19 --threads 3 --reuse %s -o %t
// RUN: %check-run --loops 19 --fallback 1 --threads 8 --reuse %s -o %t
// RUN: %clangxx_sparse -std=c++20 -O1 -fplugin-arg-sparse-verify %s \
// RUN:   -o %t.verified
// RUN: env OMP_NUM_THREADS=3 %t.verified 2>%t.log >%t.records
// RUN: count 0 < %t.log

#include "support/support.h"

using Matrix = run::Csr<>;
using Vector = std::vector<double>;
template <typename T> using Numbers = std::vector<T>;
using Indices = Numbers<int>;

/// Rows to columns.
void toColumns(const Matrix &A, Indices &next, Indices &rows, Vector &val) {
  const int m = int(A.Rows);
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      const int q = next[A.crd[p]]++;
      rows[q] = i;
      val[q] = A.val[p];
    }
}

void inEvenParts(const Matrix &A, Indices &next, Indices &rows, Vector &val) {
  const int m = int(A.Rows);
#pragma sparse divide(i, t, r, threads, balance(p))                            \
    parallelize(t, cpu_thread, scan)
  for (int i = 0; i < m; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      rows[next[A.crd[p]]] = i;
      val[next[A.crd[p]]] = A.val[p];
      next[A.crd[p]] += 1;
    }
}

/// Triplets to rows, and where each of them has gone.
void toRows(size_t count, const Indices &row, const Indices &col,
            const Vector &from, Numbers<size_t> &next, Indices &crd,
            Vector &val, Numbers<size_t> &where) {
#pragma sparse parallelize(p, cpu_thread, scan)
  for (size_t p = 0; p < count; ++p) {
    const size_t q = next[row[p]]++;
    crd[q] = col[p];
    val[q] = from[p];
    where[p] = q;
  }
}

void sortByKey(int count, int buckets, const int *key, unsigned *next,
               int *sorted) {
#pragma sparse assume(extent(next, buckets), extent(sorted, count))            \
    parallelize(i, cpu_thread, scan, schedule(dynamic))
  for (int i = 0; i < count; ++i)
    sorted[next[key[i]]++] = i;
}

/// From the end of each bucket, backwards, which is stable again.
void fromTheEnds(int count, const Indices &key, Numbers<long> &end,
                 Indices &sorted) {
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = count - 1; i >= 0; --i)
    sorted[--end[key[i]]] = i;
}

void downToTheFront(int count, const Indices &key, Numbers<unsigned> &end,
                    Indices &sorted) {
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < count; ++i) {
    const int k = key[i];
    sorted[end[k] - 1] = i;
    end[k]--;
  }
}

/// Two places for each, in reverse.
void pairs(int count, const Indices &key, Numbers<size_t> &next,
           Indices &sorted) {
#pragma sparse split(i, i0, i1, 5) parallelize(i0, cpu_thread, scan)
  for (int i = 0; i < count; ++i) {
    const size_t at = next[key[i]];
    next[key[i]] += 2;
    sorted[at + 1] = i;
    sorted[at] = -i;
  }
}

/// The step spelled out.
void steppedByHand(int count, const Indices &key, Indices &next,
                   Indices &sorted) {
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < count; ++i) {
    const int at = next[key[i]];
    sorted[at] = i;
    next[key[i]] = at + 1;
  }
}

struct Buckets {
  Indices next, first, second;
  int dropped = 0;

  /// Some entries alone, beside a variable that runs on.
  void add(int count, const Indices &key, const Vector &value, int *losers) {
    int lost = dropped;
#pragma sparse parallelize(i, cpu_thread, scan)
    for (int i = 0; i < count; ++i) {
      if (value[i] > 0.25) {
        first[next[key[i]]] = i;
        second[next[key[i]]++] = key[i];
      } else {
        losers[lost++] = i;
      }
    }
    dropped = lost;
  }
};

struct Entry {
  int row;
  double value;
};

/// Records, by a pointer to a row's cursor.
void recordsOf(const Matrix &A, Indices &next, std::vector<Entry> &out) {
  const int m = int(A.Rows);
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      int &cursor = next[A.crd[p]];
      out[cursor].row = i;
      out[cursor].value = A.val[p];
      ++cursor;
    }
}

/// Cursors of two kinds.
void bothWays(int count, const Indices &a, const Indices &b, Indices &up,
              Indices &down, Indices &x, Indices &y) {
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < count; ++i) {
    x[up[a[i]]++] = i;
    y[--down[b[i]]] = i;
  }
}

/// The bucket is found by a search.
void byLimits(const Vector &value, const Vector &limit, Indices &next,
              Vector &sorted) {
  const int count = int(value.size()), last = int(limit.size());
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < count; ++i) {
    int k = 0;
    while (k < last && limit[k] < value[i])
      ++k;
    sorted[next[k]++] = value[i];
  }
}

/// A row's columns once each, by a marker.
void distinct(const Matrix &A, Indices mark, Indices &next, Indices &rows) {
  const int m = int(A.Rows);
#pragma sparse private(mark) parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      const int j = A.crd[p];
      if (mark[j] != i) {
        mark[j] = i;
        rows[next[j]++] = i;
      }
    }
}

/// Sums at the place, which then moves on.
void sums(const Matrix &A, Indices &next, Vector &out) {
  const int m = int(A.Rows);
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    if (A.pos[i] == A.pos[i + 1])
      continue;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      out[next[i % 3]] += A.val[p];
    next[i % 3]++;
  }
}

/// Threads share an inner loop out, which goes on where it was.
void inRounds(int count, const Indices &key, Indices &next, Indices &sorted) {
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < count; ++i)
      if (i % 3 == round)
        sorted[next[key[i]]++] = i;
}

/// Cursors in an array on the stack.
void digits(int count, const Indices &key, Indices &sorted) {
  int next[16] = {};
  for (int i = 0; i < count; ++i)
    ++next[key[i] & 15];
  for (int d = 0, sum = 0; d < 16; ++d) {
    const int here = next[d];
    next[d] = sum;
    sum += here;
  }
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < count; ++i) {
    const int at = next[key[i] & 15]++;
    sorted[at] = i;
  }
}

/// Ranges that run into each other: what comes later stays.
void crowded(int count, const Indices &key, Indices &next, Indices &sorted) {
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < count; ++i)
    sorted[next[key[i]]++] = i;
}

/// The plugin chooses it.
void chosen(const Indices &key, Indices &next, Indices &sorted) {
  const int count = int(key.size());
#pragma sparse
  for (int i = 0; i < count; ++i)
    sorted[next[key[i]]++] = i;
}

template <typename T>
static Numbers<T> begins(const Indices &key, int buckets, int each = 1,
                         T first = 0) {
  Numbers<T> next(size_t(buckets) + 1, first);
  for (int k : key)
    next[size_t(k) + 1] += T(each);
  for (int b = 0; b < buckets; ++b)
    next[size_t(b) + 1] += next[size_t(b)];
  next.pop_back();
  return next;
}

template <typename T> static Numbers<T> ends(const Indices &key, int buckets) {
  Numbers<T> next = begins<T>(key, buckets);
  for (int k : key)
    ++next[size_t(k)];
  return next;
}

static void transpose(const Matrix &A) {
  auto Record = [&](const char *What, const auto &Values) {
    run::record(A.Name + ", " + What, Values);
  };
  const int n = int(A.Cols), m = int(A.Rows);
  const size_t count = A.crd.size();
  const Indices First = begins<int>(A.crd, n);
  Indices next = First, rows(count, -1);
  Vector val(count, 3);
  toColumns(A, next, rows, val);
  Record("columns, next", next);
  Record("columns, rows", rows);
  Record("columns, val", val);
  inEvenParts(A, next = First, rows, val);
  Record("even parts, next", next);
  Record("even parts, rows", rows);
  Record("even parts, val", val);
  std::vector<Entry> entries(count, Entry{-1, 2});
  recordsOf(A, next = First, entries);
  for (size_t p = 0; p < count; ++p) {
    rows[p] = entries[p].row;
    val[p] = entries[p].value;
  }
  Record("records, rows", rows);
  Record("records, val", val);
  Indices mark(size_t(n), -1);
  distinct(A, mark, next = First, rows);
  Record("distinct, next", next);
  Record("distinct, rows", rows);
  Indices third = {0, m, 2 * m};
  Vector sum(3 * size_t(m), 0.5);
  sums(A, third, sum);
  Record("sums", sum);
}

static void sort(const std::string &Name, const Indices &key, int buckets) {
  auto Record = [&](const char *What, const auto &Values) {
    run::record(Name + ", " + What, Values);
  };
  const int count = int(key.size());
  run::Random R(3);
  const Vector value = R.vector<double>(key.size());
  Indices col(key.size()), sorted(key.size(), -1), other(key.size(), -1);
  for (int &c : col)
    c = int(R.below(buckets ? buckets : 1));
  Vector val(key.size(), 4);
  Numbers<size_t> wide = begins<size_t>(key, buckets), where(key.size());
  toRows(key.size(), key, col, value, wide, sorted, val, where);
  Record("rows, next", wide);
  Record("rows, crd", sorted);
  Record("rows, val", val);
  Record("rows, where", where);
  Numbers<unsigned> natural = begins<unsigned>(key, buckets);
  sortByKey(count, buckets, key.data(), natural.data(), sorted.data());
  Record("sorted", sorted);
  Numbers<long> end = ends<long>(key, buckets);
  fromTheEnds(count, key, end, sorted);
  Record("ends", end);
  Record("from the ends", sorted);
  natural = ends<unsigned>(key, buckets);
  downToTheFront(count, key, natural, sorted);
  Record("fronts", natural);
  Record("to the front", sorted);
  Indices twice(2 * key.size());
  pairs(count, key, wide = begins<size_t>(key, buckets, 2), twice);
  Record("pairs", twice);
  Indices next = begins<int>(key, buckets);
  steppedByHand(count, key, next, sorted);
  Record("by hand", next);
  Record("sorted by hand", sorted);
  Buckets B{begins<int>(key, buckets), Indices(key.size(), -1),
            Indices(key.size(), -1)};
  B.add(count, key, value, other.data());
  Record("first", B.first);
  Record("second", B.second);
  Record("losers", other);
  Record("lost", B.dropped);
  Indices down = ends<int>(col, buckets);
  bothWays(count, key, col, next = begins<int>(key, buckets), down, sorted,
           other);
  Record("up", sorted);
  Record("down", other);
  inRounds(count, key, next = begins<int>(key, buckets), sorted);
  Record("in rounds", sorted);
  digits(count, key, sorted);
  Record("digits", sorted);
  const Vector limit = {-0.5, 0, 0.5};
  Indices from = {0, 0, 0, 0};
  for (double v : value)
    for (size_t k = 0; k < limit.size(); ++k)
      from[k + 1] += v <= limit[k] && (k == 0 || v > limit[k - 1]);
  for (size_t k = 1; k < from.size(); ++k)
    from[k] += from[k - 1];
  byLimits(value, limit, from, val);
  Record("by limits", val);
  // Each bucket begins where the one before has place for one entry alone.
  Indices close(size_t(buckets) + key.size() + 1, -1);
  for (int b = 0; b < buckets; ++b)
    next[size_t(b)] = b;
  crowded(count, key, next, close);
  Record("crowded, next", next);
  Record("crowded", close);
}

/// Lists of what lies in each cell of a grid.
static void cells(int n, const double *x, const double *y, double lo,
                  double size, int across, Indices &at, Indices &items) {
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < n; ++i) {
    const int column = int((x[i] - lo) / size);
    const int row = int(std::floor((y[i] - lo) / size));
    items[at[row * across + column]++] = i;
  }
}

static void inCells(int n, run::Random &R) {
  Vector x = R.vector<double>(n), y = R.vector<double>(n);
  const int across = 7;
  const double lo = -1, size = 2.0 / across * (1 + 1e-15);
  Indices key(n);
  for (int i = 0; i < n; ++i)
    key[i] = int((y[i] - lo) / size) * across + int((x[i] - lo) / size);
  Indices next = begins<int>(key, across * across), items(n, -1);
  cells(n, x.data(), y.data(), lo, size, across, next, items);
  run::record("cells", items);
  run::record("cells, next", next);
}

int main() {
  for (const Matrix &A : run::shapes())
    transpose(A);
  run::Random R(11);
  for (int count : {0, 1, 2, 5, 100, 5000})
    for (int buckets : {1, 2, 7, 300}) {
      Indices key(static_cast<size_t>(count));
      for (int &k : key)
        k = int(R.below(buckets));
      std::string Name =
          std::to_string(count) + " in " + std::to_string(buckets);
      sort(Name, key, buckets);
      for (int &k : key)
        k = buckets / 2;
      sort(Name + ", all in one", key, buckets);
    }
  for (int n : {0, 1, 90, 4000})
    inCells(n, R);
  Indices key(200000);
  for (int &k : key)
    k = int(R.below(100));
  Indices next = begins<int>(key, 100), sorted(key.size(), -1);
  chosen(key, next, sorted);
  run::record("chosen", sorted);
  run::record("chosen, next", next);
}

// What searches have found is read in later runs, while all that they have read is as it
// was: arrays changed in place, moved, of several sizes, from two threads.
// RUN: %check-run --fallback-each 40 --lines 14 %s -Wno-pass-failed -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --threads 2
// RUN: env LACUNA_LOG=1 OMP_NUM_THREADS=2 %t.sparse 2>&1 >/dev/null | FileCheck %s
// RUN: %check-run --fallback-each 40 --lines 14 %s -O1 -fplugin-arg-sparse-verify -Wno-pass-failed -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t.verify --threads 2

// CHECK: kept values of 'q': 2592, in {{[0-9]+}} KB; to find them took {{[0-9]+}} us
// CHECK: kept values of 'q': of its {{[0-9]+}} index arrays {{[0-9]+}} are tracked, {{[0-9]+}} are compared
// CHECK: kept values of 'q': what they were made of has changed

#include "support/support.h"
#include <algorithm>
#include <memory>
#include <thread>

using Vector = std::vector<double>;

struct Matrix {
  std::vector<int> pos, crd;
  Vector val;
};

static int linear(const Matrix &A, int row, int col) {
  for (int p = A.pos[row]; p < A.pos[row + 1]; ++p)
    if (A.crd[p] == col)
      return p;
  return A.pos[row];
}

static int binary(const Matrix &A, int row, int col) {
  int lo = A.pos[row], hi = A.pos[row + 1] - 1;
  while (lo < hi) {
    const int mid = lo + (hi - lo) / 2;
    if (A.crd[mid] < col)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

static void byRows(Matrix &A, int ne, const std::vector<int> &elem, const Vector &k) {
#pragma sparse keep(q)
  for (int e = 0; e < ne; ++e)
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        const int q = linear(A, elem[3 * e + a], elem[3 * e + b]);
        A.val[q] += k[e] * (a + 2 * b);
      }
}

static void byHalves(Matrix &A, int ne, const std::vector<int> &elem, const Vector &k) {
#pragma sparse keep(q)
  for (int e = 0; e < ne; ++e)
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        const int q = binary(A, elem[3 * e + a], elem[3 * e + b]);
        A.val[q] += k[e] * (a + 2 * b);
      }
}

// Pointers, of which the lengths are said; the last entry of several.
static void lastOfAll(int ne, int nnz, const int *pos, const int *crd, const int *elem, const double *k, double *val) {
#pragma sparse assume(extent(crd, nnz), extent(val, nnz)) keep(q)
  for (int e = 0; e < ne; ++e)
    for (int a = 0; a < 3; ++a) {
      const int row = elem[3 * e + a];
      int q = pos[row];
      for (int p = pos[row]; p < pos[row + 1]; ++p)
        if (crd[p] <= e)
          q = p;
      val[q] -= k[e];
    }
}

// Entries that are surely there, each searched for from the one before on.
static void onwards(int ne, Matrix &A, const std::vector<int> &elem) {
#pragma sparse keep(q)
  for (int e = 0; e < ne; ++e) {
    int q = A.pos[elem[3 * e]];
    for (int b = 0; b < 3; ++b)
      while (A.crd[q] != elem[3 * e + b])
        q = q + 1 < A.pos[elem[3 * e] + 1] ? q + 1 : A.pos[elem[3 * e]];
    A.val[q] += 0.5;
  }
}

// Under a condition; numbers of elements that begin anywhere, go down, or are none.
static void some(Matrix &A, long from, long to, const std::vector<int> &elem, const std::vector<char> &active) {
#pragma sparse keep(q)
  for (long e = to - 1; e >= from; --e)
    if (active[e]) {
      const long q = std::lower_bound(&A.crd[A.pos[elem[3 * e]]], &A.crd[A.pos[elem[3 * e] + 1]], elem[3 * e + 1]) - &A.crd[0];
      A.val[q] *= 0.75;
      A.val[q] += e;
    }
}

// Two variables, of which one is found by the other; the last one is wanted behind.
static int both(Matrix &A, int ne, const std::vector<int> &elem, std::vector<unsigned char> &marks) {
  int last = 0;
#pragma sparse keep(q) keep(r)
  for (int e = 0; e < ne; ++e) {
    const int q = binary(A, elem[3 * e], elem[3 * e + 1]);
    const int r = binary(A, A.crd[q], elem[3 * e]);
    A.val[r] += A.val[q] * 0.5;
    marks[r] += 1;
    last = r;
  }
  return last;
}

// Beside other commands.
static void split(Matrix &A, int ne, const std::vector<int> &elem, const Vector &k) {
#pragma sparse split(e, e0, e1, 4) reorder(a, b) unroll(a) keep(q)
  for (int e = 0; e < ne; ++e)
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        const int q = binary(A, elem[3 * e + a], elem[3 * e + b]);
        A.val[q] += k[e] * 0.25;
      }
}

static void onThreads(Matrix &A, int ne, const std::vector<int> &elem, std::vector<long> &counts) {
#pragma sparse keep(q) parallelize(e, cpu_thread, atomics)
  for (int e = 0; e < ne; ++e)
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        const int q = linear(A, elem[3 * e + a], elem[3 * e + b]);
        counts[q] += a * 3 + b;
      }
}

static void inOrder(Matrix &A, int ne, const std::vector<int> &elem, const Vector &k) {
#pragma sparse split(e, e0, e1, 6) keep(q) parallelize(e0, cpu_thread, wavefront, schedule(list))
  for (int e = 0; e < ne; ++e)
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        const int q = linear(A, elem[3 * e + a], elem[3 * e + b]);
        A.val[q] += k[e] * (a - b + 0.5);
      }
}

// No element of its own for each thread, but results of its own for each e.
static void found(const Matrix &A, int ne, const std::vector<int> &elem, Vector &y) {
#pragma sparse keep(q) parallelize(e, cpu_thread, no_races)
  for (int e = 0; e < ne; ++e) {
    double sum = 0;
    for (int a = 0; a < 3; ++a) {
      const int q = binary(A, elem[3 * e], elem[3 * e + a]);
      sum += A.val[q];
    }
    y[e] = sum;
  }
}

// What is searched for depends on a number alone, too.
template <typename Index>
static void shifted(Matrix &A, int ne, Index shift, const std::vector<int> &elem) {
  auto Shift = [&] {
#pragma sparse keep(q)
    for (int e = 0; e < ne; ++e) {
      const Index q = binary(A, elem[3 * e], int(elem[3 * e + 1] + shift));
      if (q < 0)
        continue;
      A.val[q] += shift;
    }
  };
  switch (ne % 3) {
  case 0:
    Shift();
    break;
  default:
    Shift();
    return;
  }
}

// Where nothing is active there are no corners, and none is looked at.
static void pairs(Matrix &A, int ne, const char *active, const int *corners) {
#pragma sparse keep(q)
  for (int e = 0; e < ne; ++e)
    if (active[e]) {
      const int q = binary(A, corners[3 * e], corners[3 * e + 2]);
      A.val[q] += 0.125 * e;
    }
}

// What a search reads, other statements read further on, if they do.
static void further(Matrix &A, int ne, const char *active, const int *corners) {
#pragma sparse keep(q)
  for (int e = 0; e < ne; ++e) {
    const int q = binary(A, corners[3 * e], corners[3 * e + 2]);
    A.val[q] += 0.125 * e;
    if (active[e])
      A.val[q] -= corners[3 * e + (1 << 24)];
  }
}

// Unsigned, and small.
static void small(int n, unsigned m, const std::vector<unsigned char> &bounds, const std::vector<unsigned> &x, std::vector<unsigned> &y) {
#pragma sparse keep(q)
  for (int i = 0; i < n; ++i)
    for (unsigned j = 3; j < m; ++j) {
      unsigned char q = 0;
      while (q < 200 && bounds[q] < x[i] + j)
        ++q;
      y[q] += i;
    }
}

/// Triangles of a strip of squares, and entries of the matrix between their corners.
static Matrix pattern(int nv, const std::vector<int> &elem) {
  std::vector<std::vector<int>> Rows(nv);
  for (size_t e = 0; e < elem.size(); e += 3)
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        Rows[elem[e + a]].push_back(elem[e + b]);
  Matrix A;
  A.pos.push_back(0);
  for (std::vector<int> &Row : Rows) {
    if (Row.empty())
      Row.push_back(0);
    std::sort(Row.begin(), Row.end());
    Row.erase(std::unique(Row.begin(), Row.end()), Row.end());
    A.crd.insert(A.crd.end(), Row.begin(), Row.end());
    A.pos.push_back(int(A.crd.size()));
  }
  A.val.assign(A.crd.size(), 0);
  return A;
}

struct Mesh {
  int nv, ne;
  std::vector<int> elem;
  Vector k;
  std::vector<char> active;

  explicit Mesh(int n) : nv((n + 1) * (n + 1)), ne(2 * n * n) {
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        const int v = y * (n + 1) + x;
        for (int c : {v, v + 1, v + n + 1, v + n + 2, v + n + 1, v + 1})
          elem.push_back(c);
      }
    for (int e = 0; e < ne; ++e) {
      k.push_back(e % 17 * 0.125 - 1);
      active.push_back(e % 3 != 1);
    }
  }
};

static void once(const char *Name, Matrix &A, const Mesh &M) {
  auto Record = [&](const char *What) {
    run::record(std::string(Name) + ", " + What, A.val);
  };
  byRows(A, M.ne, M.elem, M.k);
  Record("linear");
  byHalves(A, M.ne, M.elem, M.k);
  Record("binary");
  lastOfAll(M.ne, int(A.crd.size()), A.pos.data(), A.crd.data(), M.elem.data(), M.k.data(), A.val.data());
  Record("last");
  onwards(M.ne, A, M.elem);
  Record("onwards");
  some(A, M.ne / 4, M.ne, M.elem, M.active);
  some(A, 3, 1, M.elem, M.active);
  Record("some");
  std::vector<unsigned char> Marks(A.val.size());
  run::record(std::string(Name) + ", last", std::vector<int>{both(A, M.ne, M.elem, Marks)});
  run::record(std::string(Name) + ", marks", Marks);
  Record("both");
  split(A, M.ne, M.elem, M.k);
  Record("split");
  std::vector<long> Counts(A.val.size());
  onThreads(A, M.ne, M.elem, Counts);
  run::record(std::string(Name) + ", counts", Counts);
  inOrder(A, M.ne, M.elem, M.k);
  Record("in order");
  Vector y(M.ne);
  found(A, M.ne, M.elem, y);
  run::record(std::string(Name) + ", found", y);
  for (double &v : A.val)
    v *= 0.0625;
}

// Later runs find what the first one has.
static void all(const char *Name, Matrix &A, const Mesh &M) {
  for (int Time = 0; Time < 6; ++Time)
    once(Name, A, M);
}

// Two threads at one loop, over matrices of their own or one that both read.
static void twoThreads() {
  const Mesh M(9), Other(7);
  const Matrix Shared = pattern(M.nv, M.elem), Own = pattern(Other.nv, Other.elem);
  Vector Results[2] = {Vector(M.ne), Vector(Other.ne)};
  Matrix A = Shared, B = Own;
  auto Work = [](Matrix &A, const Mesh &M, Vector &y, const Matrix &Read) {
    for (int Time = 0; Time < 30; ++Time) {
      byRows(A, M.ne, M.elem, M.k);
      byHalves(A, M.ne, M.elem, M.k);
      found(Read, M.ne, M.elem, y);
    }
  };
  std::thread First([&] { Work(A, M, Results[0], Shared); });
  std::thread Second([&] { Work(B, Other, Results[1], Own); });
  First.join();
  Second.join();
  run::record("first thread", A.val);
  run::record("second thread", B.val);
  run::record("first found", Results[0]);
  run::record("second found", Results[1]);
}

// Arrays of which the kernel may tell whether they were written.
static void large() {
  Mesh M(110);
  Matrix A = pattern(M.nv, M.elem);
  int *const Changed[] = {&A.crd[A.crd.size() / 2], &A.crd.back(), &M.elem[1], &M.elem[M.elem.size() / 3], &A.pos[A.pos.size() / 2]};
  for (int Time = 0; Time < 16; ++Time) {
    if (Time % 3 == 2)
      *Changed[Time / 3] -= 1;
    byHalves(A, M.ne, M.elem, M.k);
    lastOfAll(M.ne, int(A.crd.size()), A.pos.data(), A.crd.data(), M.elem.data(), M.k.data(), A.val.data());
    inOrder(A, M.ne, M.elem, M.k);
    run::record("large", A.val);
  }
}

int main() {
  const Mesh M(12);
  Matrix A = pattern(M.nv, M.elem);
  all("first", A, M);
  all("again", A, M);
  // In place: where rows begin; rows in another order; what is searched for.
  auto MoveRows = [&](int By) {
    for (int i = 5; i < M.nv; i += 7)
      A.pos[i] += By;
    for (int Time = 0; Time < 5; ++Time) {
      byRows(A, M.ne, M.elem, M.k);
      byHalves(A, M.ne, M.elem, M.k);
      lastOfAll(M.ne, int(A.crd.size()), A.pos.data(), A.crd.data(), M.elem.data(), M.k.data(), A.val.data());
      run::record("rows moved", A.val);
    }
  };
  MoveRows(1);
  MoveRows(-1);
  for (int i = 0; i < M.nv; ++i)
    std::reverse(A.crd.begin() + A.pos[i], A.crd.begin() + A.pos[i + 1]);
  all("reversed", A, M);
  all("reversed again", A, M);
  for (int i = 0; i < M.nv; ++i)
    std::sort(A.crd.begin() + A.pos[i], A.crd.begin() + A.pos[i + 1]);
  Mesh Turned = M;
  all("turned", A, Turned);
  for (int e = 0; e < M.ne; ++e)
    std::swap(Turned.elem[3 * e], Turned.elem[3 * e + 2]);
  all("turned in place", A, Turned);
  Turned.active[5] = 1;
  Turned.active[6] = 0;
  all("others active", A, Turned);
  // Elsewhere, and others where these were.
  {
    Matrix B = A;
    all("moved", B, M);
  }
  for (int n : {12, 11, 12, 3, 1}) {
    const Mesh Other(n);
    auto C = std::make_unique<Matrix>(pattern(Other.nv, Other.elem));
    all("others", *C, Other);
  }
  // Two of one size, in turns.
  Matrix Sorted = pattern(M.nv, M.elem), Reversed = Sorted;
  for (int i = 0; i < M.nv; ++i)
    std::reverse(Reversed.crd.begin() + Reversed.pos[i], Reversed.crd.begin() + Reversed.pos[i + 1]);
  for (int Time = 0; Time < 3; ++Time) {
    all("sorted", Sorted, M);
    all("reversed beside", Reversed, M);
  }
  // More than are kept.
  std::vector<Mesh> Meshes;
  std::vector<Matrix> Matrices;
  for (int n = 2; n < 13; ++n) {
    Meshes.emplace_back(n);
    Matrices.push_back(pattern(Meshes.back().nv, Meshes.back().elem));
  }
  for (int Time = 0; Time < 3; ++Time)
    for (size_t I = 0; I < Meshes.size(); ++I)
      all("one of many", Matrices[I], Meshes[I]);
  // Small numbers, and a range that is empty.
  std::vector<unsigned char> Bounds;
  std::vector<unsigned> x, y(256);
  for (int i = 0; i < 201; ++i) {
    Bounds.push_back((unsigned char)(i + i / 9));
    x.push_back(unsigned(i * 7 % 190));
  }
  for (unsigned m : {10u, 10u, 2u, 30u, 10u}) {
    small(201, m, Bounds, x, y);
    Bounds[m] += 1;
    small(201, m, Bounds, x, y);
    run::record("small", y);
  }
  for (int Shift : {0, 1, 0, -2, 1}) {
    shifted(A, M.ne, Shift, M.elem);
    shifted(A, M.ne, long(Shift), M.elem);
    run::record("shifted", A.val);
  }
  const std::vector<char> None(size_t(M.ne));
  for (int Time = 0; Time < 3; ++Time) {
    pairs(A, M.ne, None.data(), nullptr);
    pairs(A, M.ne, M.active.data(), M.elem.data());
    further(A, M.ne, None.data(), M.elem.data());
    run::record("pairs", A.val);
  }
  twoThreads();
  large();
  // What nobody changes is not looked at.
  Matrix B = pattern(M.nv, M.elem);
  // clang-format off
#pragma sparse data unchanged(B.pos, B.crd, M.elem)
  // clang-format on
  for (int Time = 0; Time < 3; ++Time) {
    byHalves(B, M.ne, M.elem, M.k);
    run::record("promised", B.val);
  }
}

// clang-format off: what is checked is long
// Containers that loops append to: chunks of iterations keep apart what they append, and the
// containers get it in the order of iterations.
// RUN: %check-run --loops 23 --fallback 16 --threads 1 -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --loops 23 --fallback 16 --threads 2 --reuse -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --loops 23 --fallback 16 --threads 3 --reuse -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --loops 23 --fallback 16 --threads 16 --reuse -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --loops 23 --fallback 16 -O1 -Wno-pass-failed -fsanitize=address,undefined -fno-sanitize-recover=all -fplugin-arg-sparse-min-work=0 %s -o %t.san
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -Wpass-failed -fplugin-arg-sparse-verify %s 2>&1 | FileCheck %s --check-prefix=UNVERIFIED

#include "support/support.h"
#include <cmath>
#include <utility>

using Ints = std::vector<int>;
using Reals = std::vector<double>;
struct Edge { int a, b; double w; };
struct Point { double x, y, z; };
class Triplet {
public:
  Triplet() : r(0), c(0), v(0) {}
  Triplet(int r, int c, double v = 1) : r(r), c(c), v(v) {}
  int row() const { return r; }
  int column() const { return c; }
  double value() const { return v; }
protected:
  int r, c;
  double v;
};

// UNVERIFIED: [[@LINE+3]]:{{.*}}warning: loop is not verified: what the loop appends to 'out' is not compared
void records(const Reals &x, double t, std::vector<Edge> &out) {
#pragma sparse
  for (int i = 0; i < (int)x.size(); ++i)
    if (x[i] > t) out.push_back(Edge{i, i + 1, x[i] * 2});
}

void pairs(const Reals &x, const Reals &y, double r, std::vector<std::pair<int, int>> &out) {
  const int n = x.size();
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const double dx = x[i] - x[j], dy = y[i] - y[j];
      if (std::sqrt(dx * dx + dy * dy) < r) out.push_back({i, j});
    }
}
void emplacedPairs(const Reals &x, double r, std::vector<std::pair<int, int>> &out) {
  const int n = x.size();
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      if (std::fabs(x[i] - x[j]) < r) out.emplace_back(i, j);
}

/// A record in the element is set as a whole.
struct Contact { int i, j; Point n; double gap; };
void contacts(const std::vector<Point> &p, double r, std::vector<Contact> &out) {
#pragma sparse
  for (int i = 0; i < (int)p.size(); ++i)
    for (int j = i + 1; j < (int)p.size(); ++j) {
      const Point d{p[i].x - p[j].x, p[i].y - p[j].y, p[i].z - p[j].z};
      const double l = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
      if (l >= r) continue;
      Contact c;
      c.i = i;
      c.j = j;
      c.n = d;
      c.gap = r - l;
      out.push_back(c);
    }
}

/// Three containers, two of one type that could be one container.
void coordinates(const Ints &a, const Reals &b, Ints &I, Ints &J, Reals &V) {
#pragma sparse
  for (size_t i = 0; i + 1 < a.size(); ++i)
    if (b[i] > 0.3) {
      I.push_back(a[i]);
      J.push_back(a[i + 1]);
      V.push_back(b[i]);
    }
}

/// What has been appended so far is stored as it is.
void rows(const std::vector<Reals> &A, Ints &ptr, Ints &col, Reals &val) {
  ptr[0] = col.size();
#pragma sparse
  for (size_t i = 0; i < A.size(); ++i) {
    for (size_t j = 0; j < A[i].size(); ++j)
      if (A[i][j] != 0) {
        col.push_back((int)j);
        val.push_back(A[i][j]);
      }
    ptr[i + 1] = (int)col.size();
  }
}
void appendedRows(const std::vector<Reals> &A, Ints &ptr, std::vector<unsigned short> &col) {
#pragma sparse
  for (const auto &row : A) {
    for (size_t j = 0; j < row.size(); ++j)
      if (row[j] > 0.5) col.push_back(j);
    ptr.push_back(col.size());
  }
}

struct Mesh {
  std::vector<Point> points;
  Ints marked;
  std::vector<Triplet> entries;
  int count() const { return (int)marked.size(); }
  void add(int i) { marked.push_back(i); }
  void mark(double r) {
#pragma sparse
    for (int i = 0; i < (int)points.size(); ++i) {
      const Point &p = points[i];
      if (p.x * p.x + p.y * p.y + p.z * p.z < r * r) add(i);
    }
  }
  void assemble(const Ints &a, const Reals &b) {
#pragma sparse
    for (size_t e = 0; e + 2 < a.size(); e += 3)
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) entries.emplace_back(a[e + i], a[e + j], b[e] * (i == j ? 2 : 1));
  }
  /// The accessor says how many there are now.
  void number(const Reals &x, Ints &which) {
#pragma sparse
    for (size_t i = 0; i < x.size(); ++i) {
      which[i] = count();
      if (x[i] > 0.4) marked.push_back((int)i);
    }
  }
};
void constructed(const Ints &a, const Reals &b, std::vector<Triplet> &t) {
#pragma sparse
  for (size_t e = 0; e < a.size(); ++e)
    if (b[e] > 0.1) t.push_back(Triplet(a[e], (int)e, b[e]));
}

std::vector<Point> kept(const std::vector<Point> &in, double t) {
  std::vector<Point> out;
  out.reserve(in.size());
#pragma sparse
  for (const auto &p : in)
    if (p.z > t) out.push_back(p);
  return out;
}
std::vector<Point> moved(const std::vector<Point> &in, double t) {
  std::vector<Point> out;
#pragma sparse
  for (const auto &p : in) {
    Point q = p;
    q.x += 1;
    if (std::sqrt(p.z) > t) out.emplace_back(q);
  }
  return out;
}

/// Beside sums, counts, and elements that the loop both sets and reads.
int beside(const Reals &b, std::vector<float> &out, Reals &y, double &total) {
  int k = 0;
#pragma sparse
  for (size_t i = 0; i < b.size(); ++i) {
    y[i] += b[i];
    if (y[i] > 0.5) {
      out.push_back((float)b[i]);
      total += 0.25 * int(8 * b[i]);
      ++k;
    }
  }
  return k;
}

/// An inner loop appends, and again for each iteration around; nothing is there unless it does.
struct Lists { Ints *small = nullptr, *large = nullptr; };
void sorted(const Ints &x, const Lists &lists) {
#pragma sparse
  for (size_t i = 0; i < x.size(); ++i)
    if (x[i] < 0) lists.small->push_back(x[i]);
    else if (x[i] > 100) lists.large->push_back(x[i]);
}
void neighbours(const Reals &x, double r, std::vector<Ints> &near) {
  for (size_t i = 0; i < x.size(); ++i)
#pragma sparse
    for (size_t j = 0; j < x.size(); ++j)
      if (i != j && std::fabs(x[i] - x[j]) < r) near[i].push_back((int)j);
}
void repeated(const Reals &x, int times, Ints &out) {
  const int n = x.size();
#pragma sparse split(i, i0, i1, 5) parallelize(i0, cpu_thread, buffered_scan)
  for (int k = 0; k < times; ++k)
    for (int i = 0; i < n; ++i)
      if (x[i] * times > k) out.push_back(k * 1000 + i);
}
void dynamically(const Reals &x, Ints &out) {
#pragma sparse parallelize(i, cpu_thread, buffered_scan, schedule(dynamic))
  for (size_t i = 0; i < x.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (x[i] > x[j]) out.push_back((int)(i - j));
}
void lambda(const Reals &x, Ints &out) {
  auto keep = [&](int i) { if (x[i] > 0.5) out.push_back(i); };
#pragma sparse
  for (int i = 0; i < (int)x.size(); ++i) keep(i);
}
void pointed(const Reals &x, Ints *out) {
#pragma sparse
  for (int i = 0; i < (int)x.size(); ++i)
    if (x[i] < 0.5) out->push_back(i);
}
int always(const Ints &x, Ints &out) {
  int last = -1;
#pragma sparse
  for (size_t i = 0; i < x.size(); ++i) {
    last = x[i];
    out.push_back(last * 2);
  }
  return last;
}
/// Elements that were there before lie where other arrays read them, or are read as they come.
int alias(Ints &q, const Ints &next) {
  auto &r = q;
  int s = 0;
#pragma sparse
  for (size_t k = 0; k < next.size(); ++k) {
    if (next[k] > 3) q.push_back(next[k]);
    s += r.size();
  }
  return s;
}
void doubled(Reals &v, const double *p, int n) {
#pragma sparse
  for (int i = 0; i < n; ++i) v.push_back(p[i] * 2);
}

/// Not rewritten: that elements are made first would be seen, or they could not be set; arguments
/// are references, which are read when all have been evaluated.
static int Made = 0;
struct Counted { Counted() { ++Made; } Counted(int v) : v(v) {} int v = 0; };
struct Nested { Counted c; double w; };
struct Fixed { const int id = 0; Fixed() = default; Fixed(int id) : id(id) {} };
struct NoDefault { NoDefault(int v) : v(v) {} int v; };
struct Lazy { NoDefault n; double w; };
void left(const Ints &x, std::vector<Nested> &nested, std::vector<Fixed> &fixed, std::vector<Lazy> &lazy, std::vector<std::pair<int, int>> &pairs) {
#pragma sparse
  for (size_t i = 0; i < x.size(); ++i) nested.push_back(Nested{Counted(x[i]), 1.0});
#pragma sparse
  for (size_t i = 0; i < x.size(); ++i) fixed.push_back(Fixed(x[i]));
#pragma sparse
  for (size_t i = 0; i < x.size(); ++i) lazy.push_back(Lazy{NoDefault(x[i]), 1.0});
#pragma sparse
  for (size_t i = 0; i < x.size(); ++i) {
    int n = x[i];
    pairs.emplace_back(n, ++n);
  }
}

static void note(const char *name, const std::vector<Edge> &v) {
  Reals flat;
  for (const Edge &e : v) flat.insert(flat.end(), {double(e.a), double(e.b), e.w});
  run::record(name, flat);
}
static void note(const char *name, const std::vector<std::pair<int, int>> &v) {
  Ints flat;
  for (auto [a, b] : v) flat.insert(flat.end(), {a, b});
  run::record(name, flat);
}
static void note(const char *name, const std::vector<Triplet> &v) {
  Reals flat;
  for (const Triplet &t : v) flat.insert(flat.end(), {double(t.row()), double(t.column()), t.value()});
  run::record(name, flat);
}
static void note(const char *name, const std::vector<Point> &v) {
  Reals flat;
  for (const Point &p : v) flat.insert(flat.end(), {p.x, p.y, p.z});
  run::record(name, flat);
}

int main() {
  for (int n : {0, 1, 2, 37, 300}) {
    run::Random g(n + 1);
    Reals x(n), y(n);
    Ints a(n);
    std::vector<Point> points(n);
    for (int i = 0; i < n; ++i) {
      x[i] = g.below(1000) / 1000.0;
      y[i] = g.below(1000) / 1000.0;
      a[i] = g.below(200) - 50;
      points[i] = {x[i], y[i], g.below(100) / 100.0};
    }
    std::vector<Edge> edges(n % 2, Edge{-1, -2, -3});
    records(x, 0.5, edges);
    records(x, 0.9, edges);
    note("records", edges);
    std::vector<std::pair<int, int>> near;
    pairs(x, y, 0.2, near);
    emplacedPairs(y, 0.1, near);
    note("pairs", near);
    std::vector<Contact> touching;
    contacts(points, 0.3, touching);
    Reals gaps;
    for (const Contact &c : touching) gaps.insert(gaps.end(), {double(c.i), double(c.j), c.n.x, c.n.y, c.n.z, c.gap});
    run::record("contacts", gaps);
    Ints I, J, both;
    Reals V;
    coordinates(a, x, I, J, V);
    coordinates(a, y, I, J, V);
    coordinates(a, y, both, both, V); // one container
    run::record("I", I);
    run::record("J", J);
    run::record("both", both);
    run::record("V", V);
    std::vector<Reals> A(n);
    for (Reals &row : A)
      for (int j = g.below(20); j > 0; --j) row.push_back(g.below(3) / 2.0);
    Ints ptr(n + 1, -1), col{5, 6}, after;
    std::vector<unsigned short> shorts;
    Reals val;
    rows(A, ptr, col, val);
    appendedRows(A, after, shorts);
    run::record("ptr", ptr);
    run::record("col", col);
    run::record("val", val);
    run::record("after", after);
    run::record("shorts", Ints(shorts.begin(), shorts.end()));
    Mesh mesh{points, {}, {}};
    mesh.mark(0.8);
    mesh.assemble(a, x);
    constructed(a, y, mesh.entries);
    Ints which(n);
    mesh.number(x, which);
    run::record("marked", mesh.marked);
    run::record("which", which);
    note("entries", mesh.entries);
    note("kept", kept(points, 0.5));
    note("moved", moved(points, 0.5));
    std::vector<float> floats;
    Reals set(n, 0.25);
    double total = 0;
    const int k = beside(x, floats, set, total);
    run::record("floats", Reals(floats.begin(), floats.end()));
    run::record("set", set);
    run::record("total", total + k);
    Ints small, large;
    Ints plain(n, 50);
    sorted(plain, {});
    sorted(a, {&small, &large});
    run::record("small", small);
    run::record("large", large);
    std::vector<Ints> lists(n);
    neighbours(x, 0.3, lists);
    for (const Ints &list : lists) run::record("list", list);
    Ints out;
    repeated(x, 3, out);
    dynamically(x, out);
    lambda(x, out);
    pointed(x, &out);
    run::record("always", Ints{always(a, out)});
    run::record("alias", Ints{alias(out, a)});
    run::record("out", out);
    Reals grown = x;
    grown.reserve(3 * n + 1);
    doubled(grown, y.data(), n);
    if (n > 0) doubled(grown, grown.data() + 1, n); // reads what it appends where n is 1
    run::record("grown", grown);
    std::vector<Nested> nested;
    std::vector<Fixed> fixed;
    std::vector<Lazy> lazy;
    std::vector<std::pair<int, int>> stepped;
    left(a, nested, fixed, lazy, stepped);
    run::record("made", Ints{Made, int(nested.size() + fixed.size() + lazy.size())});
    note("set", stepped);
  }
}

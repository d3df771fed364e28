// Members of elements that stay the same in the loop: `a[k].v += x[i]`, also by
// functions and references, beside other elements of the array; pointers to
// objects that the loop declares; structured bindings that it sets.
// RUN: %check-run --lines 12 --fallback-each 12 -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --lines 12 --fallback-each 12 -fplugin-arg-sparse-min-work=0 --threads 3 %s -o %t --reuse
// RUN: %check-run --lines 12 --fallback-each 12 -fplugin-arg-sparse-min-work=0 -O1 -fplugin-arg-sparse-verify %s -o %t.verify

#include "support/support.h"
#include <utility>

using Values = std::vector<double>;

struct Point {
  double x, y;
};

struct Part {
  double v;
  int n;
  Point at;
  void add(double d) {
    v += d;
    ++n;
  }
};

static void twoOfThem(Part *a, int k, int l, const double *x, int n) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    a[k].v += x[i];
    a[l].v -= 2 * x[i];
    a[k].at.x += 1;
  }
}

/// What one iteration adds decides on what the next one does.
static void reads(Part *a, int k, int l, const double *x, int n) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) {
    a[k].n += int(x[i]);
    a[l].v += a[k].n & 3;
  }
}

static void inHeader(Part *a, int k, double *y) {
#pragma sparse
  for (int i = 0; i < a[k].n; ++i) {
    y[i] += 1;
    a[k].v += y[i];
  }
}

/// The loop changes how long it is.
static void shortens(Part *a, int k, double *y) {
#pragma sparse
  for (int i = 0; i < a[k].n; ++i) {
    y[i] += 1;
    a[k].n -= 1;
  }
}

static void byFunction(std::vector<Part> &a, const Values &x, int k) {
#pragma sparse
  for (size_t i = 0; i < x.size(); ++i)
    a[k].add(x[i]);
}

static void change(Part &p, double by) { p.at.y += by; }

static void byReference(std::vector<Part> &a, const Values &x) {
#pragma sparse
  for (size_t i = 0; i < x.size(); ++i) {
    Part &p = a[1];
    p.n++;
    change(a[1], x[i]);
  }
}

/// Of all elements, of which it is one.
static void ofOthers(std::vector<Part> &a, int k) {
#pragma sparse
  for (size_t i = 0; i < a.size(); ++i)
    a[k].v += a[i].n;
}

static void ofItself(std::vector<Part> &a, int k) {
#pragma sparse split(i, i0, i1, 2)
  for (size_t i = 0; i < a.size(); ++i)
    a[k].v += a[i].v;
}

static void ifAny(Part *a, int k, const double *x, int n) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (x[i] > 2)
      a[k].v += x[i];
}

struct Whole {
  Part parts[4];
  Part *others;
};

static void inside(Whole &w, const double *x, int n) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    w.parts[1].v += x[i];
    w.others[2].n++;
  }
}

static double pointers(const double *x, int n, Part &given) {
  Part own{0, 0, {}};
#pragma sparse
  for (int i = 0; i < n; ++i) {
    Part *const o = &own;
    o->v += x[i];
    o->n++;
    Part *g = &given;
    g->n++;
    Point *at = &given.at;
    at->x += x[i];
    at->y -= x[i];
  }
  return own.v + own.n;
}

static Values bindings(const double *x, int n) {
  Part own{0, 0, {}};
  auto &[v, count, at] = own;
  auto [sum, most] = Point{1, 2};
#pragma sparse
  for (int i = 0; i < n; ++i) {
    v += x[i];
    ++count;
    sum += x[i];
    most = most < x[i] ? x[i] : most;
  }
  return {own.v, double(own.n), own.at.x, sum, most};
}

static Values best(const double *x, int n) {
  std::pair<double, int> least{1e300, -1};
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (x[i] < least.first)
      least = std::make_pair(x[i], i);
  return {least.first, double(least.second)};
}

int main() {
  for (int n : {0, 1, 5, 1000}) {
    Values x(n), y(64, 1);
    run::Random random(n);
    for (double &e : x)
      e = random.value<int>();
    std::vector<Part> a(5);
    for (int i = 0; i < 5; ++i)
      a[i] = {double(i), i + 2, {1, 2}};
    const std::string At = ", " + std::to_string(n);
    auto record = [&](const std::string &What, Values More = {}) {
      for (const Part &p : a)
        More.insert(More.end(), {p.v, double(p.n), p.at.x, p.at.y});
      run::record(What + At, More);
    };
    twoOfThem(a.data(), 1, 2, x.data(), n);
    record("two");
    twoOfThem(a.data(), 3, 3, x.data(), n);
    record("the same");
    reads(a.data(), 1, 3, x.data(), n);
    reads(a.data(), 2, 2, x.data(), n);
    record("reads");
    for (Part &p : a)
      p.n = 20;
    inHeader(a.data(), 4, y.data());
    record("header", y);
    shortens(a.data(), 2, y.data());
    record("shorter", y);
    byFunction(a, x, 2);
    byReference(a, x);
    record("functions");
    ofOthers(a, 3);
    ofItself(a, 3);
    record("others");
    ifAny(a.data(), 1, x.data(), n);
    // Nothing is stored, and there need not be anything.
    const Values none(n);
    ifAny(nullptr, 1, none.data(), n);
    ifAny(a.data(), 1 << 30, none.data(), n);
    record("condition");
    Whole w{};
    w.others = a.data();
    inside(w, x.data(), n);
    record("inside", {w.parts[1].v});
    w.others = w.parts;
    inside(w, x.data(), n);
    w.others = nullptr;
    inside(w, x.data(), 0);
    record("itself", {w.parts[1].v, double(w.parts[2].n)});
    // What is added lies in the array.
    twoOfThem(a.data(), 1, 2, &a[0].v, 10);
    record("overlap");
    record("pointers", {pointers(x.data(), n, a[0])});
    run::record("bindings" + At, bindings(x.data(), n));
    run::record("best" + At, best(x.data(), n));
  }
}

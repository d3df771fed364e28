// clang-format off: what is checked is long
// Checks of elements: a walk in front of the nest sees that none fails. Where
// one does, the user's loop runs as far as that.
// RUN: %check-run --loops 10 --fallback 19 -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --loops 10 --fallback 19 -O1 -Wno-pass-failed -fsanitize=address,undefined -fno-sanitize-recover=all -fplugin-arg-sparse-min-work=0 %s -o %t.san

#include "support/support.h"
#include <cassert>
#include <stdexcept>
using Ints = std::vector<int>;
using Reals = std::vector<double>;

void multiply(const Ints &ptr, const Ints &idx, const Reals &val, const Reals &x, Reals &y) {
#pragma sparse
  for (size_t i = 0; i + 1 < ptr.size(); ++i) {
    double s = 0;
    for (int p = ptr.at(i); p < ptr.at(i + 1); ++p) s += val.at(p) * x.at(idx.at(p));
    y.at(i) = s;
  }
}

template <class T> struct Matrix {
  std::vector<std::vector<T>> d;
  T &operator()(size_t i, size_t j) {
    if (!(i < d.size() && j < d[i].size())) throw std::out_of_range("Matrix");
    return d[i][j];
  }
};
void fill(Matrix<double> &m, size_t rows, size_t columns) {
#pragma sparse
  for (size_t i = 0; i < rows; ++i)
    for (size_t j = 0; j < columns; ++j) m(i, j) += i * 0.5 + j;
}

struct Star { double x, m; };
double energy(const std::vector<Star> &s, size_t n) {
  double e = 0;
#pragma sparse
  for (size_t i = 1; i < n; ++i)
    for (size_t j = 0; j < i; ++j) e += s.at(i).m * s.at(j).m * (s.at(i).x - s.at(j).x);
  return e;
}

template <class T> struct Column {
  std::vector<T> v;
  const T &get(size_t i) const { return v.at(i); }
};
double selected(const Column<double> &c, const std::vector<unsigned> &rows) {
  double s = 0;
#pragma sparse
  for (unsigned r : rows) s += c.get(r);
  return s;
}

// elements in floating point, and a condition around
void depths(const Reals &h, const Reals &v, Reals &out) {
#pragma sparse
  for (size_t i = 0; i < h.size(); ++i) {
    if (v[i] == 0) continue;
    if (!(h[i] > 0)) throw std::domain_error("depth");
    out[i] = v[i] / h[i];
  }
}

// what is checked under a condition need not hold elsewhere
void shifted(const Ints &place, Reals &out) {
#pragma sparse
  for (int i = 0; i < (int)place.size(); ++i)
    if (i > 0) {
      if (place[i - 1] < 0 || place[i - 1] >= (int)place.size()) throw i;
      out[i] = place[i - 1];
    }
}

// a place in a table of places
double chained(const Ints &first, const Ints &second, const Reals &x) {
  double s = 0;
#pragma sparse
  for (size_t i = 0; i < first.size(); ++i) s += x.at(second.at(first[i]));
  return s;
}

// a list that the loop stores to is not looked at in front of it
void stored(Ints &place, Reals &out) {
#pragma sparse
  for (size_t i = 0; i < place.size(); ++i) {
    if (place[i] < 0) throw 1;
    out[i] = place[i];
    place[i] = 0;
  }
}

// places by bits, and ends that are chosen
struct States {
  Reals a;
  double operator[](size_t i) const { if (!(i < a.size())) throw std::out_of_range("States"); return a[i]; }
};
double flips(const States &s, unsigned bits) {
  double e = 0;
#pragma sparse
  for (size_t i = 0; i < s.a.size(); ++i)
    for (unsigned q = 0; q < bits; ++q) e += s[i ^ (size_t(1) << q)] * s[i & 3];
  return e;
}
struct Policy { int age, term; bool whole; };
void values(const std::vector<Policy> &policies, const Reals &table, Reals &out) {
#pragma sparse
  for (size_t i = 0; i < policies.size(); ++i) {
    const Policy &p = policies[i];
    const int last = p.whole ? int(table.size()) - 1 : std::min(int(table.size()) - 1, p.age + p.term);
    double v = 1;
    for (int x = last - 1; x >= p.age; --x) v = 0.5 * (1 - table.at(x)) * v + 0.25;
    out[i] = v;
  }
}

// What is read unchecked is there only as far as the loop comes.
double unchecked(const Ints &idx, const Reals &x, const Reals &val, size_t n) {
  double e = 0;
#pragma sparse
  for (size_t i = 0; i < n; ++i) e += x.at(idx[i]) * val.at(i);
  return e;
}

template <class Fn> int leftBy(Fn Do) {
  try { Do(); } catch (const std::out_of_range &) { return 1; } catch (const std::domain_error &) { return 2; } catch (int e) { return 10 + e; }
  return 0;
}

int main() {
  const Ints ptr = {0, 2, 2, 5, 6};
  for (int bad = -1; bad < 6; bad += 2) {
    Ints idx = {0, 3, 1, 2, 3, 0};
    if (bad >= 0) idx[bad] = bad % 3 ? -1 : 4;
    Reals y(4, -1.0);
    run::record("multiply", Ints{leftBy([&] { multiply(ptr, idx, {1, 2, 3, 4, 5, 6}, {1, 10, 100, 1000}, y); })});
    run::record("y", y);
  }
  // rows that end behind the lists, and before their begin
  for (const Ints &p : {Ints{0, 2, 9, 5, 6}, Ints{0, 2, -7, 5, 6}, Ints{3, 2, 1, 0, 0}, Ints{}, Ints{0}}) {
    Reals y(4, -1.0);
    run::record("ends", Ints{leftBy([&] { multiply(p, {0, 3, 1, 2, 3, 0}, {1, 2, 3, 4, 5, 6}, {1, 10, 100, 1000}, y); })});
    run::record("y", y);
  }
  Matrix<double> m;
  for (int i = 0; i < 7; ++i) m.d.emplace_back(i == 4 ? 3 : 5, 1.0);
  for (size_t columns : {3, 5})
    for (size_t rows : {0, 4, 7, 8}) {
      run::record("fill", Ints{leftBy([&] { fill(m, rows, columns); })});
      for (const Reals &row : m.d) run::record("row", row);
    }
  std::vector<Star> stars;
  for (int i = 0; i < 20; ++i) stars.push_back({i * i + 0.5, 1.0 + i});
  double e = 0;
  for (size_t n : {0, 1, 20, 21})
    run::record("energy", Ints{leftBy([&] { e += energy(stars, n); })});
  run::record("energies", e);
  Column<double> c{{1, 2, 4, 8}};
  double s = 0;
  run::record("selected", Ints{leftBy([&] { s += selected(c, {3, 0, 0, 1}); }), leftBy([&] { s += selected(c, {3, 4, 1}); }), leftBy([&] { s += selected(c, {}); })});
  run::record("sum", s);
  Reals out(5, -1.0);
  run::record("depths", Ints{leftBy([&] { depths({1, 2, 4, 8, 1}, {1, 1, 1, 0, 1}, out); }), leftBy([&] { depths({1, 2, 4, 0, 1}, {1, 3, 1, 0, 1}, out); }),
                             leftBy([&] { depths({1, 2, 0, 0.0 / 0.0, 1}, {5, 1, 1, 0, 1}, out); })});
  run::record("out", out);
  Reals places(4, -1.0);
  run::record("shifted", Ints{leftBy([&] { shifted({1, 2, 3, -5}, places); }), leftBy([&] { shifted({1, -1, 3, 2}, places); })});
  run::record("places", places);
  run::record("chained", Ints{leftBy([&] { s += chained({0, 2, 1}, {3, 2, 1}, {1, 2, 3, 4}); }), leftBy([&] { s += chained({0, 2, 3}, {3, 2, 1}, {1, 2, 3, 4}); })});
  Ints place = {3, 2, 1};
  Reals stores(3);
  run::record("stored", Ints{leftBy([&] { stored(place, stores); })});
  run::record("stores", stores);
  States states{Reals(16)};
  for (int i = 0; i < 16; ++i) states.a[i] = i % 5 - 2;
  run::record("flips", Ints{leftBy([&] { s += flips(states, 4); }), leftBy([&] { s += flips(states, 0); }), leftBy([&] { s += flips(states, 5); })});
  run::record("s", s);
  Reals worth(4);
  run::record("values", Ints{leftBy([&] { values({{2, 3, false}, {0, 2, true}, {4, 9, false}, {5, 0, false}}, {1, 2, 3, 4, 5, 6}, worth); }),
                             leftBy([&] { values({{2, 3, false}, {-1, 2, true}}, {1, 2, 3, 4, 5, 6}, worth); })});
  run::record("worth", worth);
  run::record("unchecked", Ints{leftBy([&] { s += unchecked({2, 0, 1}, {1, 2, 3}, {1, 2, 3}, 3); }), leftBy([&] { s += unchecked({2, 0, 1}, {1, 2, 3}, {1, 2}, 1000); })});
  run::record("s", s);
}

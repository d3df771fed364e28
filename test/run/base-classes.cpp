// What a loop reaches through base classes: members of theirs, of their
// members, and what their functions return, in whatever way the base is named.
// RUN: %check-run --loops 31 %s -o %t

#include "support/support.h"

#include <array>
#include <memory>
#include <span>

#define SCHEDULE split(i, i0, i1, 4)

struct Pair {
  const double *data;
};

struct Base {
  std::vector<double> v;
  double *p = nullptr;
  int n = 0;
  double small[4] = {1, 2, 3, 4};
  std::unique_ptr<double[]> u;
  std::array<double, 8> eight{};
  std::span<const double> view;
  Pair inner{};
  mutable std::vector<double> cache;
  static constexpr int Three = 3;
  static inline int counter = 5;

  explicit Base(int n) : v(n), n(n), u(new double[n]), view(v), cache(n) {
    for (int i = 0; i < n; ++i)
      v[i] = u[i] = 0.5 * i + 1, cache[i] = i;
    for (int i = 0; i < 8; ++i)
      eight[i] = 0.25 * i;
    p = v.data(), inner.data = v.data();
  }
  double at(int i) const { return v[i]; }
  double &ref(int i) { return v[i]; }
  double owned(int i) const { return u[i]; }
  double few(int i) const { return small[i & 3] + eight[i & 7]; }
  double seen(int i) const { return view[i]; }
  double deep(int i) const { return inner.data[i]; }
  double scaled(int i) const { return v[i] * Three + counter; }
  int size() const { return n; }
  std::vector<double> &vec() { return v; }
  const std::vector<double> &cvec() const { return v; }
  double operator()(int i) const { return v[i]; }
  double &operator[](int i) { return v[i]; }
};

struct Middle : Base {
  using Base::Base;
};

struct Derived : Middle {
  using Middle::Middle;

  double implicitThis() const {
    double s = 0;
#pragma sparse SCHEDULE
    for (int i = 0; i < n; ++i)
      s += at(i) + owned(i);
    return s;
  }
  double explicitThis() const {
    double s = 0;
#pragma sparse SCHEDULE
    for (int i = 0; i < this->size(); ++i)
      s += this->few(i);
    return s;
  }
  double qualified() const {
    double s = 0;
#pragma sparse SCHEDULE
    for (int i = 0; i < Base::n; ++i)
      s += Base::seen(i) + Base::v[i];
    return s;
  }
  double memberOfMember() const {
    double s = 0;
#pragma sparse SCHEDULE
    for (int i = 0; i < n; ++i)
      s += deep(i) + inner.data[i];
    return s;
  }
  double statics() const {
    double s = 0;
#pragma sparse SCHEDULE
    for (int i = 0; i < n; ++i)
      s += scaled(i) * Three;
    return s;
  }
  double called() const {
    double s = 0;
#pragma sparse SCHEDULE
    for (int i = 0; i < n; ++i)
      s += (*this)(i) + cvec()[i];
    return s;
  }
  double cast() {
    double s = 0;
#pragma sparse SCHEDULE
    for (int i = 0; i < n; ++i)
      s += static_cast<Base &>(*this).at(i) +
           static_cast<Base *>(this)->deep(i) + ((Base *)this)->v[i];
    return s;
  }
  double captured() const {
    double s = 0;
    auto get = [this](int i) { return at(i); };
#pragma sparse SCHEDULE
    for (int i = 0; i < n; ++i)
      s += get(i);
    [&] {
#pragma sparse SCHEDULE
      for (int i = 0; i < n; ++i)
        s += at(i);
    }();
    return s;
  }
  double referred() {
    double s = 0;
    Base &b = *this;
#pragma sparse SCHEDULE
    for (int i = 0; i < n; ++i) {
      const Base &c = *this;
      s += b.at(i) + c.deep(i);
    }
    return s;
  }
  void subscript() {
#pragma sparse SCHEDULE
    for (int i = 0; i < n; ++i)
      (*this)[i] *= 2;
  }
  void subscriptByName() {
#pragma sparse SCHEDULE
    for (int i = 0; i < n; ++i)
      operator[](i) += 1;
  }
  void stored() {
#pragma sparse SCHEDULE
    for (int i = 0; i < n; ++i)
      ref(i) = vec()[i] - 1;
  }
  void storedInConst() const {
#pragma sparse SCHEDULE
    for (int i = 0; i < n; ++i)
      cache[i] = v[i];
  }
};

double object(const Derived &d) {
  double s = 0;
#pragma sparse SCHEDULE
  for (int i = 0; i < d.size(); ++i)
    s += d.at(i) + d.Base::deep(i);
  return s;
}
double pointer(Derived *d) {
  double s = 0;
#pragma sparse SCHEDULE
  for (int i = 0; i < d->n; ++i)
    s += d->at(i) + (*d)[i];
  return s;
}
double element(const std::vector<Derived> &d, int k) {
  double s = 0;
#pragma sparse SCHEDULE
  for (int i = 0; i < 5; ++i)
    s += d[k].at(i) + d[0].deep(i);
  return s;
}
double owner(const std::unique_ptr<Derived> &d) {
  double s = 0;
#pragma sparse SCHEDULE
  for (int i = 0; i < d->n; ++i)
    s += d->at(i) + (*d)(i);
  return s;
}

// Members of two base classes of one type are two.
struct Left : Base {
  using Base::Base;
  double left(int i) const { return v[i]; }
  void setLeft(int i, double x) { v[i] = x; }
};
struct Right : Base {
  using Base::Base;
  double right(int i) const { return v[i]; }
};
struct Twice : Left, Right {
  Twice(int n) : Left(n), Right(n + 3) {}
  void difference() {
#pragma sparse SCHEDULE
    for (int i = 0; i < Left::n; ++i)
      setLeft(i, right(i) - left(i));
  }
  void members() {
#pragma sparse SCHEDULE
    for (int i = 0; i < Left::n; ++i)
      Left::v[i] += Right::v[i + Right::n - Left::n];
  }
};
void twice(Twice &t) {
#pragma sparse SCHEDULE
  for (int i = 0; i < t.Left::n; ++i)
    t.Right::v[i] = t.left(i) + 1;
}

// That of a virtual base class is one.
struct Virtual1 : virtual Base {
  Virtual1() : Base(9) {}
  double one(int i) const { return v[i]; }
};
struct Virtual2 : virtual Base {
  Virtual2() : Base(9) {}
  double two(int i) const { return v[i]; }
};
struct Diamond : Virtual1, Virtual2 {
  Diamond() : Base(11) {}
  double sum() {
    double s = 0;
#pragma sparse SCHEDULE
    for (int i = 0; i < n; ++i)
      s += one(i) * two(i) - v[i];
    return s;
  }
};
double diamond(const Diamond &d) {
  double s = 0;
#pragma sparse SCHEDULE
  for (int i = 0; i < d.n; ++i)
    s += d.one(i) * d.two(i) - d.v[i];
  return s;
}

// Members of the derived class with names of the base class's hide them.
struct Hiding : Base {
  std::vector<double> v;
  Hiding(int n) : Base(n), v(n, 0.125) {}
  double own(int i) const { return v[i] + at(i) + inner.data[i]; }
  double sum() const {
    double s = 0;
#pragma sparse SCHEDULE
    for (int i = 0; i < n; ++i)
      s += own(i) + Base::v[i] * v[i];
    return s;
  }
};
double hiding(const Hiding &h) {
  double s = 0;
#pragma sparse SCHEDULE
  for (int i = 0; i < h.n; ++i)
    s += h.own(i) + h.Base::v[i];
  return s;
}
class Private : Base {
public:
  using Base::at;
  using Base::Base;
  using Base::n;
  double both(int i) const { return at(i) + Base::operator()(i); }
};
double inaccessible(const Private &h) {
  double s = 0;
#pragma sparse SCHEDULE
  for (int i = 0; i < h.n; ++i)
    s += h.at(i) + h.both(i);
  return s;
}

// A base class that knows what derives from it.
template <class T> struct Expression {
  const T &derived() const { return static_cast<const T &>(*this); }
  T &derived() { return *static_cast<T *>(this); }
  double operator()(int i) const { return derived().coeff(i); }
  double sum() const {
    double s = 0;
#pragma sparse SCHEDULE
    for (int i = 0; i < derived().size(); ++i)
      s += derived().coeff(i);
    return s;
  }
  void scale() {
#pragma sparse SCHEDULE
    for (int i = 0; i < derived().size(); ++i)
      derived().data[i] *= 2;
  }
};
struct Terms : Expression<Terms> {
  std::vector<double> data = {1, 2, 3, 4, 5, 6, 7};
  int size() const { return static_cast<int>(data.size()); }
  double coeff(int i) const { return data[i]; }
};
double terms(const Terms &t) {
  double s = 0;
#pragma sparse SCHEDULE
  for (int i = 0; i < t.size(); ++i)
    s += t(i) + t.coeff(i);
  return s;
}

template <class T> struct Storage {
  T *data;
  int count;
  std::vector<T> more;
  T get(int i) const { return data[i]; }
};
template <class T> struct Dependent : Storage<T> {
  using Parent = Storage<T>;
  using Parent::data;
  T sum() const {
    T s = 0;
#pragma sparse SCHEDULE
    for (int i = 0; i < this->count; ++i)
      s += this->get(i) + data[i] + Parent::more[i];
    return s;
  }
};
double dependent(const Dependent<double> &d) {
  double s = 0;
#pragma sparse SCHEDULE
  for (int i = 0; i < d.count; ++i)
    s += d.get(i);
  return s;
}

int main() {
  Derived d(13);
  run::record("sums",
              std::vector{d.implicitThis(), d.explicitThis(), d.qualified(),
                          d.memberOfMember(), d.statics(), d.called(), d.cast(),
                          d.captured(), d.referred(), object(d), pointer(&d)});
  d.subscript(), d.subscriptByName(), d.stored(), d.storedInConst();
  run::record("stored", d.v);
  run::record("cache", d.cache);
  std::vector<Derived> several;
  several.emplace_back(6), several.emplace_back(7);
  run::record("elements", std::vector{element(several, 1),
                                      owner(std::make_unique<Derived>(10))});
  Twice t(9);
  t.difference(), t.members(), twice(t);
  run::record("left", t.Left::v);
  run::record("right", t.Right::v);
  Diamond one;
  Hiding h(12);
  Private hidden(8);
  Terms e;
  run::record("terms", std::vector{e.sum(), terms(e)});
  e.scale();
  run::record("scaled", e.data);
  double more[] = {3, 1, 4};
  Dependent<double> s;
  s.data = more, s.count = 3, s.more = {1, 5, 9};
  run::record("others",
              std::vector{one.sum(), diamond(one), h.sum(), hiding(h),
                          inaccessible(hidden), s.sum(), dependent(s)});
}

// Loops that set numbers in objects of the function's: sums, extremes, counts
// and values of the last iteration in members, in every spelling.
// RUN: %check-run --lines 34 --fallback 0 %s -o %t
// RUN: %check-run --lines 34 --fallback 0 --threads 3 %s -o %t --reuse
// RUN: %check-run --lines 34 --fallback 0 -O1 -fplugin-arg-sparse-verify %s -o %t.verify

#include "support/support.h"
#include <utility>

using Values = std::vector<double>;

#define ON_THREADS _Pragma("sparse parallelize(i, cpu_thread, no_races)")
#define SUMS _Pragma("sparse parallelize(i, cpu_thread, parallel_reduction)")

struct Vec3 {
  double x, y, z;
  Vec3 &operator+=(const Vec3 &o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
};
static Vec3 operator+(Vec3 a, Vec3 b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
static Vec3 operator*(double a, const Vec3 &v) {
  return {a * v.x, a * v.y, a * v.z};
}

struct Stats {
  double sum = 0, squares = 0;
  int count = 0;
  void add(double v) {
    sum += v;
    squares += v * v;
    ++count;
  }
};

static Values of(const Vec3 &v) { return {v.x, v.y, v.z}; }
static Values of(const Stats &s) { return {s.sum, s.squares, double(s.count)}; }

struct Data {
  int n;
  Values x;
  std::vector<Vec3> v;
};

static Values members(const Data &d) {
  Stats s;
  const double *x = d.x.data();
  SUMS for (int i = 0; i < d.n; ++i) {
    s.sum += x[i];
    s.squares -= x[i] * x[i];
    s.count++;
  }
  return of(s);
}

static void byReference(const Data &d, Stats &s) {
  const double *x = d.x.data();
  SUMS for (int i = 0; i < d.n; ++i) s.sum += x[i];
}

static void byPointer(const Data &d, Stats *s) {
  const double *x = d.x.data();
  SUMS for (int i = 0; i < d.n; ++i) if (x[i] > 0) {
    s->sum += x[i];
    (*s).count += 2;
  }
}

static Values adds(const Data &d) {
  Stats s;
  SUMS for (int i = 0; i < d.n; ++i) s.add(d.x[i]);
  return of(s);
}

static Values operators(const Data &d) {
  Vec3 s{1, 2, 3};
  SUMS for (int i = 0; i < d.n; ++i) s += d.v[i];
  return of(s);
}

static Values wholes(const Data &d) {
  Vec3 s{1, 2, 3};
  SUMS for (int i = 0; i < d.n; ++i) s = s + d.x[i] * d.v[i];
  return of(s);
}

static Values pairs(const Data &d) {
  std::pair<double, int> best{1e300, -1}, most{-1e300, -1};
  SUMS for (int i = 0; i < d.n; ++i) {
    if (d.x[i] < best.first) {
      best.first = d.x[i];
      best.second = i;
    }
    if (d.x[i] >= most.first)
      most = {d.x[i], i};
  }
  return {best.first, double(best.second), most.first, double(most.second)};
}

struct Found {
  double value;
  int row, column;
};

static Values records(const Data &d) {
  Found f{-1e300, -1, -1};
  SUMS for (int i = 0; i < d.n; ++i) for (int j = 0; j < 3;
                                          ++j) if (d.x[i] * j > f.value) f =
      Found{d.x[i] * j, i, j};
  return {f.value, double(f.row), double(f.column)};
}

struct Box {
  Vec3 low, high;
};

static Values nested(const Data &d) {
  Box b{{1e30, 1e30, 1e30}, {-1e30, -1e30, -1e30}};
  SUMS for (int i = 0; i < d.n; ++i) {
    b.low.x = std::min(b.low.x, d.v[i].x);
    if (d.v[i].y < b.low.y)
      b.low.y = d.v[i].y;
    b.high.z = std::max(b.high.z, d.v[i].z);
  }
  return {b.low.x, b.low.y, b.low.z, b.high.x, b.high.y, b.high.z};
}

static void addTo(double &sum, double v) { sum += v; }
static void note(Stats &s, double v) {
  if (v > 1)
    s.add(v);
}

static Values handedOn(const Data &d) {
  Stats s, t;
  SUMS for (int i = 0; i < d.n; ++i) {
    addTo(s.sum, d.x[i]);
    note(t, d.x[i]);
  }
  Values all = of(s);
  all.push_back(t.sum);
  return all;
}

struct Base {
  double total = 0;
  int hits = 0;
};

struct Solver : Base {
  Values x;
  double largest = -1e300;
  Stats stats;

  void inherited() {
    SUMS for (size_t i = 0; i < x.size(); ++i) {
      total += x[i];
      this->hits += x[i] > 0;
      largest = std::max(largest, x[i]);
    }
  }
  void one(double v) {
    stats.add(v);
    total -= v;
  }
  void called() { SUMS for (size_t i = 0; i < x.size(); ++i) one(x[i]); }
  void byLambda() {
    auto add = [&](double v) { total += 2 * v; };
    SUMS for (size_t i = 0; i < x.size(); ++i) add(x[i]);
  }
  void inLambda() {
    auto all = [this] {
      SUMS for (size_t i = 0; i < x.size(); ++i) stats.sum += x[i] * total;
    };
    all();
  }
  Values state() const {
    return {total,     double(hits),  largest,
            stats.sum, stats.squares, double(stats.count)};
  }
};

/// Its own functions read what beside it is set.
struct Counted {
  Values v;
  int n, above;
  int size() const { return n; }
  double at(int i) const { return v[i]; }
};

static Values accessors(const Data &d) {
  Counted c{d.x, d.n, 0};
  SUMS for (int i = 0; i < c.size(); ++i) if (c.at(i) > 0.5) c.above++;
  return {double(c.above)};
}

static Values lastOnes(const Data &d) {
  Vec3 t{5, 6, 7};
  Values y(d.n + 1);
  ON_THREADS
  for (int i = 0; i < d.n; ++i) {
    t.x = d.x[i];
    t.y = t.x * 2;
    y[i] = t.y + t.x;
  }
  y.push_back(t.x);
  y.push_back(t.y);
  y.push_back(t.z);
  return y;
}

static Values notReadAfter(const Data &d) {
  Vec3 t;
  Values y(d.n + 1);
  ON_THREADS
  for (int i = 0; i < d.n; ++i) {
    t.z = d.x[i];
    y[i] = t.z * t.z;
  }
  return y;
}

static Values inOrder(const Data &d) {
  Stats s;
  Values y(d.n + 1);
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < d.n; ++i) {
    s.sum = 0.5 * s.sum + d.x[i];
    if (s.sum > 1)
      s.count = i;
    y[i] = s.sum + s.count;
  }
  y.push_back(s.sum);
  y.push_back(s.count);
  return y;
}

struct Narrow {
  unsigned char low = 255;
  signed char kind = 0;
  short steps = 0;
  bool any = false;
  std::uint64_t bits = 0;
  float f = 0;
};

static Values narrow(const Data &d) {
  Narrow s;
  SUMS for (int i = 0; i < d.n; ++i) {
    unsigned char c = (unsigned char)(i * 7 + 3);
    s.low = std::min(s.low, c);
    s.steps += 300;
    s.any |= d.x[i] > 5;
    s.bits ^= std::uint64_t(i) * 0x9e3779b97f4a7c15u;
    s.f = std::max(s.f, float(d.x[i]));
  }
  return {double(s.low), double(s.steps), double(s.any), double(s.bits >> 12),
          double(s.f)};
}

static Stats shared;

static Values global(const Data &d) {
  shared = Stats();
  SUMS for (int i = 0; i < d.n; ++i) shared.sum += d.x[i];
  return of(shared);
}

struct Half {
  double re, im;
  friend Half operator*(const Half &a, const Half &b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  void operator+=(Half o) {
    re += o.re;
    im += o.im;
  }
};

static Values products(const run::Csr<> &A, const Values &x) {
  Half s{0, 0};
  Values norms(A.Rows + 1);
  const int *pos = A.pos.data(), *crd = A.crd.data();
  const double *val = A.val.data();
  SUMS for (int i = 0; i < int(A.Rows); ++i) {
    Half row{0, 0};
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      row += Half{val[p], 1} * Half{x[crd[p]], -1};
    s += row;
    norms[i] = row.re * row.re + row.im * row.im;
  }
  norms.push_back(s.re);
  norms.push_back(s.im);
  return norms;
}

static Values chains(const Data &d) {
  struct Node {
    Stats own;
    Node *next;
  };
  Node last{{}, nullptr}, first{{}, &last};
  Node *list = &first;
  SUMS for (int i = 0; i < d.n; ++i) {
    list->own.sum += d.x[i];
    list->next->own.count += 3;
  }
  return {first.own.sum, double(last.own.count)};
}

/// A container that a function changes element by element.
static void set(Values &y, int i, double v) { y[i] = v; }
static Values containers(const Data &d) {
  Values y(d.n + 1);
  ON_THREADS
  for (int i = 0; i < d.n; ++i)
    set(y, i, d.x[i] * 2);
  return y;
}

/// Functions that set members and return something.
struct Generator {
  unsigned state = 1;
  mutable int calls = 0;
  unsigned next() {
    state = state * 1664525u + 1013904223u;
    return state >> 8;
  }
  double scaled(double v) const {
    ++calls;
    return 2 * v;
  }
  int ticket() { return calls++; }
};

static Values valued(const Data &d) {
  Generator g;
  Values y(d.n + 1);
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < d.n; ++i)
    y[i] = d.x[i] + g.next() % 7;
  SUMS for (int i = 0; i < d.n; ++i) y[i] += g.scaled(d.x[i]);
  SUMS for (int i = 0; i < d.n; ++i) if (d.x[i] > 0) g.ticket();
  y.push_back(g.state);
  y.push_back(g.calls);
  return y;
}

static Values twice(const Data &d) {
  Stats s;
  for (int round = 0; round < 3; ++round) {
    SUMS for (int i = 0; i < d.n; ++i) s.sum += d.x[i] * (round + s.count);
    s.count++;
  }
  return of(s);
}

/// By means of `+=`, as the rule of thumb is.
struct Money {
  long cents, count;
  Money &operator+=(const Money &o) {
    cents += o.cents;
    count += o.count;
    return *this;
  }
  Money operator+(const Money &o) const {
    Money sum = *this;
    sum += o;
    return sum;
  }
};

static Values added(const Data &d) {
  Money m{1, 2};
  std::vector<Money> all(d.n, Money{3, 1});
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < d.n; ++i)
    m = m + all[i];
  return {double(m.cents), double(m.count)};
}

/// What a destructor looks at, or what lies behind a member, outlives the
/// variable.
struct Reported {
  double last;
  Values *to;
  ~Reported() { to->push_back(last); }
};

struct Registered {
  double v = 0;
  static Registered *Last;
  Registered() { Last = this; }
};
Registered *Registered::Last;

struct Selfish {
  double v = 0;
  double *own = &v;
};

static Values outliving(const Data &d) {
  Values y(d.n + 1), reports;
  Stats behind;
  {
    Reported r{-1, &reports};
    struct {
      Stats *to;
      Stats &also;
    } holder{&behind, behind};
    ON_THREADS
    for (int i = 0; i < d.n; ++i) {
      r.last = d.x[i];
      y[i] = r.last * 2;
    }
    ON_THREADS
    for (int i = 0; i < d.n; ++i) {
      holder.to->sum = d.x[i];
      y[i] += holder.to->sum;
    }
    ON_THREADS
    for (int i = 0; i < d.n; ++i) {
      holder.also.count = i;
      y[i] += holder.also.count;
    }
  }
  // What a constructor, or an initialiser, has kept the address of.
  Registered kept;
  Selfish selfish;
  double *const own = selfish.own;
  ON_THREADS
  for (int i = 0; i < d.n; ++i) {
    kept.v = d.x[i];
    selfish.v = kept.v;
    y[i] += kept.v - selfish.v;
  }
  y.push_back(Registered::Last->v);
  y.push_back(*own);
  // What a lambda has made of a capture it keeps from call to call.
  auto again = [c = Stats(), &d]() mutable {
    const double before = c.sum;
    Values z(d.n + 1);
    ON_THREADS
    for (int i = 0; i < d.n; ++i) {
      c.sum = d.x[i];
      z[i] = c.sum;
    }
    return before;
  };
  again();
  y.push_back(again());
  y.push_back(reports[0]);
  y.push_back(behind.sum);
  y.push_back(behind.count);
  return y;
}

/// What the loop does not set in this run is not stored to, as it may lie in
/// memory that nobody writes to, or be another thread's.
struct Everything {
  double sum, squares;
  int count;
  std::complex<float> c;
};
extern const Everything Constant;
constexpr Everything Constant = {-0.0, 6, 7, {-0.0f, 1}};

static Values untouched(const Data &d) {
  const Everything *hidden = &Constant;
  asm volatile("" : "+r"(hidden));
  Everything *s = const_cast<Everything *>(hidden);
  const bool set = d.n < 0;
  Values y(d.n + 1);
  SUMS
  for (int i = 0; i < d.n; ++i) {
    if (set) {
      s->sum += d.x[i];
      s->count++;
      s->c += std::complex<float>(1, 1);
    }
    if (d.x[i] > 1e9)
      s->squares = d.x[i];
    y[i] = d.x[i];
  }
  return y;
}

int main() {
  for (int n : {0, 1, 2, 5, 64, 1000, 4099}) {
    // Sums are exact in any order.
    run::Random Random(n + 1);
    Data d{n, {}, {}};
    for (int i = 0; i < n; ++i) {
      d.x.push_back(Random.value<int>() * 0.25);
      d.v.push_back({double(Random.value<int>()), double(i % 7), -d.x[i]});
    }
    const std::string At = ", " + std::to_string(n);
    using Kernel = Values (*)(const Data &);
    const std::pair<const char *, Kernel> All[] = {
        {"members", members},       {"adds", adds},
        {"operators", operators},   {"wholes", wholes},
        {"pairs", pairs},           {"records", records},
        {"nested", nested},         {"handed on", handedOn},
        {"accessors", accessors},   {"last", lastOnes},
        {"not read", notReadAfter}, {"in order", inOrder},
        {"narrow", narrow},         {"global", global},
        {"chains", chains},         {"containers", containers},
        {"twice", twice},           {"valued", valued},
        {"added", added},
        {"outliving", outliving},
        {"untouched", untouched}};
    for (auto [Name, Each] : All)
      run::record(Name + At, Each(d));
    Stats s;
    byReference(d, s);
    byPointer(d, &s);
    if (n == 0)
      byPointer(d, nullptr);
    run::record("references" + At, of(s));
    Solver S;
    S.x = d.x;
    S.inherited();
    S.called();
    S.byLambda();
    S.inLambda();
    run::record("solver" + At, S.state());
  }
  for (run::Csr<> A : run::shapes()) {
    Values x(A.Cols);
    for (double &v : x)
      v = double(run::Random(&v - &x[0]).value<int>());
    for (double &v : A.val)
      v = std::floor(v * 8);
    run::record("products, " + A.Name, products(A, x));
  }
}

// Functions in the style of C that set variables and objects by their
// addresses, and that return early.
// RUN: %check-run --lines 14 --fallback 0 %s -o %t
// RUN: %check-run --lines 14 --fallback 0 --threads 3 %s -o %t --reuse
// RUN: %check-run --lines 14 --fallback 0 -O1 -fplugin-arg-sparse-verify %s -o %t.verify

#include "support/support.h"

using Values = std::vector<double>;

#define ON_THREADS _Pragma("sparse parallelize(i, cpu_thread, no_races)")
#define SUMS _Pragma("sparse parallelize(i, cpu_thread, parallel_reduction)")

struct Vec3 {
  double x, y, z;
};
struct Context {
  double sum;
  int count;
  Vec3 centre;
  const double *table;
};

static void addTo(double *sum, double v) { *sum += v; }
static void extremes(double v, double *low, double *high) {
  if (v < *low)
    *low = v;
  if (v > *high)
    high[0] = v;
}
static void cross(const Vec3 *a, const Vec3 *b, Vec3 *out) {
  out->x = a->y * b->z - a->z * b->y;
  out->y = a->z * b->x - a->x * b->z;
  (*out).z = a->x * b->y - a->y * b->x;
}
static double dot(const Vec3 *a, const Vec3 *b) {
  return a->x * b->x + a->y * b->y + a->z * b->z;
}
static void axpy(const int *n, const double *alpha, const double *x,
                 double *y) {
  for (int k = 0; k < *n; ++k)
    y[k] += *alpha * x[k];
}
static void update(Context *c, double v) {
  c->sum += v;
  c->count++;
  addTo(&c->centre.x, v * c->table[1]);
}
static void hand(Context *c, double v) {
  if (v == 0)
    return;
  if (v < 0) {
    c->count += 10;
    if (v < -3)
      return;
    c->sum -= 1;
  } else if (v > 4) {
    update(c, v - 1);
    return;
  }
  update(c, v);
}
static bool offer(Context *c, double v) {
  if (v < 1)
    return false;
  addTo(&c->sum, v);
  return ++c->count > 3;
}
static bool large(Context *c, double v) {
  if (v < 1)
    return false;
  addTo(&c->sum, v);
  return v > 3;
}
static int twice(double v, double *out) {
  *out = 2 * v;
  return v > 0;
}

static Values of(const Context &c) {
  return {c.sum, double(c.count), c.centre.x, c.centre.y};
}
static const double Table[] = {3, 2};
static Context fresh() { return {0, 0, {1, 2, 3}, Table}; }

static Values sums(int n, const Values &x) {
  double s = 0, low = 1e300, high = -1e300;
  SUMS
  for (int i = 0; i < n; ++i) {
    addTo(&s, x[i]);
    extremes(x[i], &low, &high);
  }
  return {s, low, high};
}

static Values ofIterations(int n, const Values &x) {
  Values y(n + 1);
  double a, b, c = 5;
  ON_THREADS
  for (int i = 0; i < n; ++i) {
    double e = 0;
    addTo(&e, x[i]);
    addTo(&e, 1);
    twice(x[i], &a);
    y[i] = e + twice(a, &b) + b;
  }
  ON_THREADS
  for (int i = 0; i < n; ++i) {
    twice(x[i], &c);
    y[i] += c;
  }
  y.push_back(c);
  return y;
}

static Values vectors(int n, const Values &x) {
  std::vector<Vec3> a(n), b(n);
  Values y(n + 1);
  for (int i = 0; i < n; ++i)
    a[i] = {x[i], 1, double(i % 3)}, b[i] = {2, -x[i], 1};
  ON_THREADS
  for (int i = 0; i < n; ++i) {
    Vec3 c;
    cross(&a[i], &b[i], &c);
    y[i] = dot(&c, &c) + dot(&a[i], &c);
  }
  return y;
}

static Values constants(int n, const Values &x) {
  const int k = 3;
  double alpha = 0.5;
  Values y(n * k + 1), from(n * k + 1);
  for (int i = 0; i < n * k; ++i)
    from[i] = x[i / k] + i % k;
  ON_THREADS
  for (int i = 0; i < n; ++i)
    axpy(&k, &alpha, from.data() + i * k, y.data() + i * k);
  return y;
}

static void contexts(int n, const Values &x, Context *c, Context &d) {
  SUMS
  for (int i = 0; i < n; ++i)
    update(c, x[i]);
  SUMS
  for (int i = 0; i < n; ++i)
    update(&d, x[i]);
  SUMS
  for (int i = 0; i < n; ++i)
    hand(&d, x[i]);
  SUMS
  for (int i = 0; i < n; ++i)
    offer(&d, x[i]);
  SUMS
  for (int i = 0; i < n; ++i) {
    if (x[i] == 1)
      continue;
    hand(&d, -x[i]);
    hand(&d, x[i]);
    if (large(&d, x[i]))
      d.centre.y = 9;
  }
}

/// Functions that return early, of an object's own.
struct Histogram {
  double low, high, sum = 0;
  int inside = 0, outside = 0;
  std::vector<int> bins;
  void add(double v) {
    if (v < low || v > high) {
      ++outside;
      return;
    }
    ++inside;
    sum += v;
    bins[int(v - low)]++;
  }
  double clamp(double v) {
    if (v > high) {
      ++outside;
      return high;
    }
    for (int k = 0; k < 2; ++k)
      sum += k;
    return v;
  }
};

static Values histogram(int n, const Values &x) {
  Histogram h{-3, 3};
  h.bins.assign(7, 0);
  Values y(n + 1);
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    h.add(x[i]);
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = h.clamp(x[i]);
  for (double v : {h.sum, double(h.inside), double(h.outside)})
    y.push_back(v);
  y.insert(y.end(), h.bins.begin(), h.bins.end());
  return y;
}

static Values switched(int n, const Values &x) {
  Context c = fresh();
  auto count = [&c](int kind) {
    switch (kind) {
    case 0:
      return;
    case 1:
      c.count++;
      break;
    case 2:
    case 3:
      if (c.table) {
        c.centre.z++;
        return;
      }
      break;
    case 4:
      c.centre.y++;
      return;
    default:
      c.sum += kind;
    }
    c.centre.x++;
  };
  SUMS
  for (int i = 0; i < n; ++i)
    count(int(x[i]));
  return of(c);
}

static Values local(int n, const Values &x) {
  Context c = fresh();
  SUMS
  for (int i = 0; i < n; ++i)
    addTo(&c.sum, x[i]);
  return of(c);
}

int main() {
  for (int n : {0, 1, 3, 64, 1001}) {
    Values x(n);
    for (double &v : x)
      v = double(run::Random(n + &v - x.data()).value<int>());
    const std::string At = ", " + std::to_string(n);
    run::record("sums" + At, sums(n, x));
    run::record("of iterations" + At, ofIterations(n, x));
    run::record("vectors" + At, vectors(n, x));
    run::record("constants" + At, constants(n, x));
    run::record("histogram" + At, histogram(n, x));
    run::record("switched" + At, switched(n, x));
    run::record("local" + At, local(n, x));
    Context c = fresh(), d = fresh();
    contexts(n, x, &c, d);
    run::record("contexts" + At, of(c));
    run::record("contexts by reference" + At, of(d));
  }
}

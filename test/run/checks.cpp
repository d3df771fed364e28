// clang-format off: what is checked is long
// Checks that throw or end the program, in functions and in the loop: a guard
// sees that they do not, by the least and largest values of what they compare.
// RUN: %check-run --loops 12 --fallback 10 -fplugin-arg-sparse-min-work=0 %s -o %t

#include "support/support.h"
#include <cassert>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
struct Px { float r, g; };
template <class T> class Image {
  int w, h; std::vector<T> d;
public:
  Image(int w, int h) : w(w), h(h), d(size_t(w) * h) {}
  int width() const { return w; }
  int height() const { return h; }
  T &at(int x, int y) { check(x, y); return d[y * w + x]; }
  const T &at(int x, int y) const { check(x, y); return d[y * w + x]; }
  T *row(int y) { if (y < 0 || y >= h) throw std::out_of_range("row"); return &d[y * w]; }
  const T *row(int y) const { if (!(y >= 0 && y < h)) throw std::out_of_range("row"); return d.data() + y * w; }
  void check(int x, int y) const { if (x < 0 || y < 0 || x >= w || y >= h) throw std::out_of_range("check"); }
};
void luma(const Image<Px> &in, Image<float> &out) {
#pragma sparse
  for (int y = 0; y < in.height(); y++)
    for (int x = 0; x < in.width(); x++) {
      const Px &p = in.at(x, y);
      out.at(x, y) = 0.3f * p.r + 0.6f * p.g;
    }
}
void rows(const Image<float> &in, Image<float> &out) {
#pragma sparse
  for (int y = 0; y < in.height(); y++) {
    const float *a = in.row(y); float *b = out.row(y);
    for (int x = 0; x < in.width(); x++) b[x] += 2 * a[x];
  }
}
void blur(const Image<float> &in, Image<float> &out) {
#pragma sparse
  for (int y = 0; y < in.height(); y++)
    for (int x = 0; x < in.width(); x++) {
      float s = in.at(x, y); 
      if (x > 0) s += in.at(x - 1, y);
      if (x + 1 < in.width()) s += in.at(x + 1, y);
      if (y > 0 && in.at(x, y - 1) > 0) s += 1;
      out.at(x, y) = s;
    }
}
// throws in the middle
int part(std::vector<double> &y, const std::vector<double> &x, int n) {
  try {
#pragma sparse
    for (int i = 0; i < n; ++i) {
      if (i >= (int)x.size()) throw i;
      y[i] += 2 * x[i];
    }
  } catch (int i) { return i; }
  return -1;
}
double get(const std::vector<double> &v, size_t i) { if (i < v.size()) return v[i]; throw std::out_of_range("get"); }
void wraps(const std::vector<double> &x, std::vector<double> &y, size_t from) {
#pragma sparse
  for (size_t i = from; i < x.size(); ++i) y[i] = get(x, i) - get(x, i - 1);
}
[[noreturn]] void die(const char *why) { std::puts(why); std::exit(3); }
double tri(const std::vector<double> &a, int n) {
  double s = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      if (i == j) die("equal");
      if (j - i >= n) die("far");
      s += a[i * n + j];
    }
  return s;
}
double pairs(const std::vector<double> &a, int n, int m) {
  double s = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) { assert(i * m + j < n * m && size_t(i) * m + j < a.size()); s += a[i * m + j]; }
  return s;
}
// A negative number is a large one where it is compared without a sign.
int converted(const std::vector<double> &x, std::vector<double> &y, int from) {
  try {
#pragma sparse
    for (int i = from; i < 900; ++i) y[i] = get(x, i - 1);
  } catch (std::out_of_range &) { return 1; }
  return 0;
}
// Where a condition lets a check be, it fails for the first one.
int beside(std::vector<double> &y, int n, int k, int least) {
  try {
#pragma sparse
    for (int i = 0; i < n; ++i)
      if (i > k) {
        if (i - k < least) throw 1;
        y[i] += 1;
      }
  } catch (int) { return 1; }
  return 0;
}
// What is checked may be computed by functions.
class Cloud {
  std::vector<float> x_, y_;
  void check(int i) const { if (i < 0 || i >= size()) throw std::range_error("Cloud index"); }
public:
  int size() const { return int(x_.size()); }
  void add(float x, float y) { x_.push_back(x); y_.push_back(y); }
  float x(int i) const { return x_.at(i); }
  float y(int i) const { check(i); return y_[i]; }
};
float farthest(const Cloud &c, int from, int to) {
  float most = 0;
  try {
#pragma sparse
    for (int i = from; i < to; ++i) most = std::max(most, c.x(i) * c.y(i));
  } catch (std::exception &) { return -1; }
  return most;
}
// Numbers that are too large for a guard are left to the loop.
long large(std::vector<long> &a, long n, long limit, long off) {
  try {
#pragma sparse
    for (long i = 0; i < n; ++i) {
      if (i + off > limit) throw 3;
      a[i] += 1;
    }
  } catch (int) { return -a[0]; }
  return a[0];
}

// -1 as a number without sign
struct Line {
  size_t m; std::vector<double> d;
  double get(int j) const { if (j >= m) throw std::out_of_range("get"); return d[j]; }
};
void before(const Line &x, std::vector<double> &y) {
#pragma sparse
  for (size_t j = 0; j < y.size(); ++j) y[j] += x.get(j - 1);
}
int main() {
  {
    std::vector<double> y(3, 1.0);
    int left = 0;
    try { before({3, {1, 2, 3}}, y); } catch (const std::out_of_range &) { left = 1; }
    run::record("before", std::vector<int>{left});
    run::record("before it", y);
  }

  Image<Px> p(300, 200);
  Image<float> f(300, 200), g(300, 200);
  for (int y = 0; y < 200; ++y)
    for (int x = 0; x < 300; ++x)
      p.at(x, y) = {x * 1.f, y * 2.f};
  luma(p, f);
  rows(f, g);
  blur(g, f);
  std::vector<float> pixels(f.row(0), f.row(199) + 300);
  run::record("pixels", pixels);

  std::vector<double> x(1000), y(2000);
  for (int i = 0; i < 1000; ++i)
    x[i] = i + .5;
  run::record("whole", part(y, x, 900));
  run::record("up to the end", part(y, x, 1000));
  run::record("one more", part(y, x, 1001));
  run::record("part", part(y, x, 1500));
  wraps(x, y, 1);
  run::record("y", y);
  bool isCaught = false;
  try {
    wraps(x, y, 0);
  } catch (std::out_of_range &) {
    isCaught = true;
  }
  run::record("caught", isCaught);
  run::record("y then", y);

  run::record("converted", converted(x, y, 1));
  run::record("negative", converted(x, y, 0));
  run::record("beside", beside(y, 900, 20, 1));
  run::record("too near", beside(y, 900, 20, 2));
  run::record("y at last", y);

  Cloud c;
  for (int i = 0; i < 500; ++i)
    c.add(i * .5f, 3 + i % 7);
  run::record("farthest", farthest(c, 0, 500));
  run::record("too far", farthest(c, 0, 501));
  run::record("negative", farthest(c, -1, 500));

  std::vector<double> t(100 * 100);
  for (int i = 0; i < 10000; ++i)
    t[i] = i;
  run::record("triangle", tri(t, 100));
  run::record("pairs", pairs(t, 50, 200));
  std::vector<long> b(1000, 1);
  run::record("large", large(b, 1000, 2000, 0));
  run::record("larger", large(b, 1000, LONG_MAX, LONG_MAX - 1000));
  run::record("too large", large(b, 1000, LONG_MAX - 3, LONG_MAX - 1002));
  run::record("b", b);
}

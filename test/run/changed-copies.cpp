// Functions and operators that change what they get by value, and return that:
// `return a *= s;`.
// RUN: %check-run %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: env OMP_NUM_THREADS=3 %t.sparse 2>&1 >/dev/null | FileCheck %s

#include "support/support.h"

struct Vec3 {
  float x, y, z;
  Vec3 &operator*=(float s) {
    x *= s;
    y *= s;
    z *= s;
    return *this;
  }
  Vec3 &operator+=(const Vec3 &o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return (*this);
  }
  Vec3 &operator-=(const Vec3 &o) {
    if (o.x > 1)
      return *this;
    x -= o.x;
    return *this;
  }
};
static Vec3 operator*(Vec3 a, float s) { return a *= s; }
static Vec3 operator*(float s, Vec3 a) { return a *= s; }
static Vec3 operator+(Vec3 a, const Vec3 &b) { return a += b; }
static Vec3 operator-(Vec3 a, const Vec3 &b) { return a -= b; }
static Vec3 twice(Vec3 a, float s) {
  a *= s;
  return a += a;
}

struct Particle {
  Vec3 at, speed;
};

// CHECK: [[@LINE+3]]: generated 1, fallback 0
static void integrate(int n, Particle *p, float dt) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    p[i].at = p[i].at + p[i].speed * dt;
}

// CHECK: [[@LINE+3]]: generated 1, fallback 0
static void springs(int n, const std::vector<Vec3> &a, std::vector<Vec3> &b) {
#pragma sparse
  for (int i = 1; i < n; ++i) {
    Vec3 pull = 0.5f * (a[i] + a[i - 1] * -1);
    if (pull.x > 0)
      pull += twice(a[i], 3) + 2 * pull;
    b[i] = pull;
  }
}

// CHECK: [[@LINE+5]]: generated 1, fallback 0
/// What returns in several places.
static void differences(int n, const std::vector<Vec3> &a,
                        std::vector<Vec3> &b) {
#pragma sparse
  for (int i = 1; i < n; ++i)
    b[i] = a[i] - a[i - 1];
}

int main() {
  const int N = 60;
  run::Random R(5);
  std::vector<Vec3> a(N), b(N), c(N);
  std::vector<Particle> p(N);
  for (int K = 0; K < N; ++K) {
    a[K] = {R.value<float>() * 3, R.value<float>(), R.value<float>()};
    p[K] = {a[K], {R.value<float>(), 1, 2}};
  }
  integrate(N, p.data(), 0.25f);
  springs(N, a, b);
  differences(N, a, c);
  std::vector<float> all;
  auto add = [&](const Vec3 &v) {
    all.push_back(v.x);
    all.push_back(v.y);
    all.push_back(v.z);
  };
  for (int K = 0; K < N; ++K)
    add(p[K].at), add(p[K].speed), add(b[K]), add(c[K]);
  run::record("vectors", all);
}

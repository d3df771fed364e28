// What small functions may say beside what they return, and what bounds, bases
// and steps may be made of: static_assert, types, arithmetic, conversions,
// constants, template parameters that are objects.
// RUN: %check-run --loops 15 %s -o %t

#include "support/support.h"

#include <complex>

#define SCHEDULE split(i, i0, i1, 4)

template <bool Checked = true> struct Array {
  double *data;
  int n;
  double &at(int i) const {
    static_assert(Checked, "needs a checked array");
    using Index = long;
    typedef double Value;
    const Index first = 0, second = first + i;
    Value &found = data[second];
    return found;
  }
  int size() const {
    static_assert(sizeof(int) == 4);
    ;
    return n;
  }
  const Array &self() const {
    static_assert(Checked);
    return *this;
  }
  double twice(int i) const {
    using namespace std;
    return 2 * at(i);
  }
};

void assertions(const Array<> &a) {
#pragma sparse SCHEDULE
  for (int i = 0; i < a.size(); ++i)
    a.at(i) += a.self().n;
#pragma sparse SCHEDULE
  for (int i = 0; i < a.self().n; ++i)
    a.at(i) = a.twice(i);
}

// Where the number of elements is computed, threads still own theirs.
struct Mesh {
  static constexpr int Corners = 3;
  std::vector<int> corners;
  std::vector<double> x;
  size_t triangles() const { return corners.size() / 3; }
  size_t byName() const { return corners.size() / Corners; }
  int signedOnes() const { return static_cast<int>(corners.size() / 3u); }
  size_t halves() const { return (corners.size() >> 1) & ~1ul; }
};

void elements(const Mesh &m, std::vector<double> &K) {
#pragma sparse parallelize(e, cpu_thread, no_races)
  for (size_t e = 0; e < m.triangles(); ++e)
    for (int a = 0; a < 3; a++)
      for (int d = 0; d < 3; d++)
        K[9 * e + 3 * a + d] += m.x[e] * a * d;
#pragma sparse parallelize(e, cpu_thread, no_races)
  for (size_t e = 0; e < m.byName(); ++e)
    for (int a = 0; a < 3; a++)
      K[9 * e + a] += 1;
#pragma sparse parallelize(e, cpu_thread, no_races)
  for (int e = 0; e < m.signedOnes(); ++e)
    for (int a = 0; a < 3; a++)
      K[9 * e + a] += 2;
#pragma sparse parallelize(e, cpu_thread, no_races)
  for (size_t e = 0; e < m.halves(); ++e)
    K[e] -= 1;
#pragma sparse parallelize(e, cpu_thread, no_races)
  for (size_t e = 0; e < m.corners.size() / 3; ++e)
    for (int a = 0; a < 3; a++)
      K[9 * e + a] += 4;
}

void stepsOfConstants(unsigned char *buffer, unsigned long n,
                      const unsigned char *in) {
  const unsigned three = 3;
  unsigned long i;
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (i = 0; i != n; ++i, buffer += three)
    buffer[0] = buffer[1] = buffer[2] = in[i];
}

void stepsInBounds(unsigned char *buffer, unsigned long n,
                   const unsigned char *in) {
  static const int two = 2;
  constexpr long one = 1;
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < (int)n; i += two, in += one + 1)
    buffer[i] += in[0];
}

struct Handle {
  double *p;
  int n;
  operator double *() const { return p; }
  operator int() const { return n; }
  operator const std::vector<double> &() const { return own; }
  std::vector<double> own;
};

double conversions(const Handle &h) {
  double s = 0;
#pragma sparse SCHEDULE
  for (int i = 0; i < static_cast<int>(h); ++i)
    s += static_cast<double *>(h)[i];
#pragma sparse SCHEDULE
  for (int i = 0; i < h.operator int(); ++i)
    s += h.operator double *()[i];
#pragma sparse SCHEDULE
  for (int i = 0; i < h.n; ++i)
    s += static_cast<const std::vector<double> &>(h)[i];
  return s;
}

double table[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
double *pointer = table + 1;
int count = 7;

template <double *P, double *&Q, int &N, int Shift> double parameters() {
  double s = 0;
#pragma sparse SCHEDULE
  for (int i = 0; i < N; ++i)
    s += P[i + Shift] * Q[i];
  return s;
}

// Names of the library's that mean something else here.
namespace own {
namespace std {
struct complex {};
} // namespace std
::std::complex<double> names(const ::std::complex<double> *z, int n) {
  ::std::complex<double> s = 0;
  int fabs = 3;
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    s += ::std::conj(z[i]) * (__builtin_fabs(z[i].real()) + fabs);
  return s;
}
} // namespace own

struct Unnamed {
  union {
    double *a;
    int *b;
  };
  struct {
    int n;
    struct {
      double x, y;
    };
  };
};

double unnamed(const Unnamed &u) {
  double s = 0;
#pragma sparse SCHEDULE
  for (int i = 0; i < u.n; ++i)
    s += u.a[i] * u.x + u.y;
  return s;
}

int main() {
  std::vector<double> data = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  assertions({data.data(), 9});
  run::record("assertions", data);
  Mesh m{std::vector<int>(23), std::vector<double>(9, 0.5)};
  std::vector<double> K(99);
  elements(m, K);
  run::record("elements", K);
  std::vector<unsigned char> in(50), buffer(100);
  for (int i = 0; i < 50; ++i)
    in[i] = 3 * i;
  stepsOfConstants(buffer.data(), 30, in.data());
  stepsInBounds(buffer.data(), 30, in.data());
  run::record("steps", buffer);
  run::record("conversions", conversions({data.data(), 8, data}));
  run::record("parameters", parameters<table, pointer, count, 2>());
  std::vector<std::complex<double>> z = {{1, 2}, {-3, 4}, {5, 6}, {7, 8}};
  run::record("names", std::vector{own::names(z.data(), 4)});
  Unnamed u;
  u.a = data.data(), u.n = 9, u.x = 2, u.y = 3;
  run::record("unnamed", unnamed(u));
}

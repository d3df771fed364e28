// What is fused with what is the user's: neither arguments, results, members
// and constants nor what conditions choose change it, at any level of
// optimisation.
// RUN: %check-run --loops 20 %fma -O0 %s -o %t
// RUN: %check-run --loops 20 %fma -O1 %s -o %t
// RUN: %check-run --loops 20 %fma -O3 %s -o %t
// RUN: %check-run --loops 20 %fma -O0 -ffp-contract=off %s -o %t

#include "support/support.h"
#include <cmath>
#include <limits>

struct Weights {
  double a, b = 1.1;
  double product() const { return a * b; }
};
struct Constants {
  double h = 1.3;
};
static constexpr Constants Fixed{};
static constexpr double Table[2] = {1.7, -0.9};

static inline double square(double a) {
  double t = a * 1.1;
  t += a * a;
  return t;
}
static inline double product(double a, double b) { return a * b; }
static inline double twice(double a, bool isPlain) {
  return isPlain ? a * 1.3 : 2 * a;
}
constexpr double combined(double a, double b) { return a * b + b; }
template <class T> constexpr T third() { return T(1) / 3; }
static inline double defaulted(double x, double h = 1.9) { return x + h * h; }

#define LOOP(Name, ...)                                                        \
  __attribute__((noinline)) void Name(int n, const double *x, double *y) {     \
    _Pragma("sparse split(i, i0, i1, 4)") for (int i = 0; i < n; ++i) {        \
      __VA_ARGS__                                                              \
    }                                                                          \
  }

LOOP(argument, y[i] = x[i] * square(-1.1);)
LOOP(local, double h = 1.1; double t = x[i]; t += h * h; y[i] = t;)
LOOP(constant, const double h = 1.1; double t = x[i]; t += h * h; y[i] = t;)
LOOP(integer, int k = 2000000011; y[i] = x[i] + double(k) * double(k);)
LOOP(result, y[i] = x[i] + product(x[i], 1.1); y[i] -= product(y[i], x[i]);)
LOOP(chosen, y[i] = x[i] + twice(x[i], true);)
LOOP(choice, y[i] = x[i] + (sizeof(int) > 2 ? x[i] * x[i] : 1.0);)
LOOP(member, y[i] = x[i] + Weights{x[i]}.product() + Fixed.h * Fixed.h;)
LOOP(element, y[i] = x[i] + Table[0] * Table[1] + Table[0];)
LOOP(evaluated, y[i] = x[i] * combined(1.1, 2.3) + third<double>();)
LOOP(defaults, y[i] = defaulted(x[i]) - defaulted(-x[i], 0.3);)
LOOP(negated, y[i] -= -(-(x[i] * x[i])); y[i] -= -(x[i] * 1.1);)
LOOP(added, y[i] += -(x[i] * x[i]); y[i] = y[i] + -(x[i] * 1.1);)
LOOP(subtracted, y[i] = y[i] - x[i] * x[i]; y[i] = x[i] - -(y[i] * 1.1);)
LOOP(opposite, y[i] = -(x[i] * x[i]) - x[i] * 1.1; y[i] -= -product(x[i], 1.1);)
LOOP(wider, float t = float(y[i]); t -= x[i] * x[i]; t += -(x[i] * 1.3);
     y[i] = t;)
LOOP(negatedChoice, y[i] += -twice(x[i], true); y[i] -= -twice(x[i], true);
     y[i] -= -(sizeof(int) > 2 ? x[i] * x[i] : 1.0);
     y[i] += -(sizeof(int) > 2 ? x[i] * 1.7 : 1.0);
     y[i] -= sizeof(int) > 2 ? x[i] * 1.9 : 1.0;)
LOOP(limit, y[i] = x[i] + std::numeric_limits<double>::epsilon() * 1.1;)
LOOP(lambda, auto f = [](double a) { return a * a; }; y[i] += f(x[i]) + f(1.1);)

double Last;
__attribute__((noinline)) void liveOut(int n, const double *x, double *y) {
  double u = 0, v = 0;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) {
    u = x[i] * x[i];
    v = u + x[i];
    y[i] = v;
  }
  Last = v + u;
}

int main() {
  std::vector<double> x(37), y(37);
  for (int i = 0; i < 37; ++i)
    x[i] = double(i * 29 % 31) / 7 - 2;
  for (auto *Function :
       {argument, local,   constant,      integer,  result,  chosen, choice,
        member,   element, evaluated,     defaults, negated, added,  subtracted,
        opposite, wider,   negatedChoice, limit,    lambda,  liveOut}) {
    Function(37, x.data(), y.data());
    run::record("y", y);
  }
  run::record("last", Last);
}

// With -fno-strict-aliasing a store may change a pointer that is read from
// memory, or what a member function returns.
// RUN: %check-run -fno-strict-aliasing --loops 3 --fallback 3 %s -o %t

#include "../run/support/support.h"
#include <cstring>

struct Vector {
  long size;
  const double *at;
  long length() const { return size; }
};

void member(int n, const Vector &x, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = x.at[i];
}

void rows(int n, const double *const *x, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 2; ++k)
      y[2 * i + k] = x[i][k];
}

/// The number of which the bits are those of an integer.
static double ofBits(long n) {
  double d;
  std::memcpy(&d, &n, sizeof d);
  return d;
}

void accessor(const Vector &x, double *y, double value) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < x.length(); ++i)
    y[i] = value;
}

// As numbers, pointers to itself and to Other.
static double Other[8] = {9, 8, 7, 6, 5, 4, 3, 2}, First[8];

int main() {
  double *const To[2] = {First, Other};
  std::memcpy(First, To, sizeof To);
  std::vector<double> y(8);
  Vector x{8, First};
  member(8, x, y.data());
  run::record("apart", &y[2], 6);
  union {
    Vector x;
    double y[8];
  } Inside = {x};
  member(8, Inside.x, Inside.y);
  run::record("pointer", &Inside.y[2], 6);

  accessor(x, y.data(), ofBits(4));
  run::record("length apart", y);
  Inside.x = x;
  accessor(Inside.x, Inside.y, ofBits(4));
  run::record("length", &Inside.y[0], 8);

  double *Pointers[8] = {First, Other};
  rows(2, Pointers, y.data());
  run::record("rows apart", &y[2], 2);
  union {
    double *x[8];
    double y[8];
  } Within = {{First, First}};
  rows(2, Within.x, Within.y);
  run::record("pointers", &Within.y[2], 2);
}

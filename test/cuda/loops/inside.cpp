// Loops that drive others and stay on the host take turns with loops on the
// GPU, on arrays that are on the device.

#include "../../run/support/support.h"

void onDevice(int n, double *x, const double *b) {
#pragma sparse target(cuda)
  for (int i = 0; i < n; ++i)
    x[i] = x[i] * 0.5 + b[i];
}

/// Nothing says what the whole of it accesses.
double drive(int n, double *x, double *y, const double *b) {
  double last = 0;
#pragma sparse
  for (int t = 0;; ++t) {
    for (int i = 0; i < n; ++i)
      y[i] = x[i] + b[i] * t;
    x[t] += 1;
    for (int i = 0; i < n; ++i)
      x[i] = y[i] * 0.25;
    last += x[n - 1];
    if (t == 3)
      return last;
  }
}

/// All of it is understood, but steps depend on each other, at any distance.
void steps(int n, double *x, double *y) {
#pragma sparse
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n; ++i)
      y[i] = x[i - 1] + t;
    for (int i = 0; i < n; ++i)
      x[i] = y[n - 1 - i] * 0.5;
  }
}

/// These run in tiles.
void sweeps(int n, int times, double *x, double *y) {
#pragma sparse
  for (int t = 0; t < times; ++t) {
    for (int i = 1; i < n; ++i)
      y[i] = x[i - 1] + t;
    for (int i = 0; i < n; ++i)
      x[i] = y[i] * 0.5;
  }
}

int main() {
  for (int n : {5, 3000}) {
    std::vector<double> X(n, 1), Y(n, 2), B(n);
    for (int i = 0; i < n; ++i)
      B[i] = i % 7;
    double *x = X.data(), *y = Y.data(), *b = B.data(), Last = 0;
#pragma sparse data copy(x[0 : n], y[0 : n]) copyin(b[0 : n])
    {
      onDevice(n, x, b);
      Last = drive(n, x, y, b);
      onDevice(n, y, b);
      steps(n, x, y);
      onDevice(n, x, b);
      sweeps(n, 3, x, y);
      onDevice(n, x, b);
      onDevice(n, y, b);
    }
    run::record("last", &Last, 1);
    run::record("x", X);
    run::record("y", Y);
  }
}

// clang-format off: what is checked is long
// Rows of constant length in one flat array, up and down from both ends, beside
// arrays of an iteration's own and one that all iterations use.
// RUN: %check-run --loops 3 --fallback 0 -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --loops 3 --fallback 0 --threads 3 -fplugin-arg-sparse-min-work=0 %s -o %t --reuse

#include "support/support.h"

#define IM 1280
#define JM 40
#define AT(A, i, j) A[(i) + (long)(j) * (IM + 2)]
static double temp[(IM + 2) * (JM + 2)];

void ownRows(double r0) {
#pragma sparse
  for (int j = 1; j <= JM; j++) {
    std::vector<double> cp(IM + 2);
    const double r = r0 + 1e-3 * j;
    cp[1] = -r / (1 + r);
    AT(temp, 1, j) /= 1 + r;
    for (int i = 2; i <= IM; i++) {
      double m = 1.0 / ((i == IM ? 1 + r : 1 + 2 * r) + r * cp[i - 1]);
      cp[i] = -r * m;
      AT(temp, i, j) = (AT(temp, i, j) + r * AT(temp, i - 1, j)) * m;
    }
    for (int i = IM - 1; i >= 1; i--) AT(temp, i, j) -= cp[i] * AT(temp, i + 1, j);
  }
}

void sharedRow(double r) {
  std::vector<double> cp(IM + 2);
#pragma sparse
  for (int j = 1; j <= JM; j++) {
    for (int i = 1; i <= IM; i++) cp[i] = r * i + j;
    for (int i = IM - 1; i >= 1; i--) AT(temp, i, j) -= cp[i] * AT(temp, i + 1, j);
  }
}

// Two planes of one array: one is read, the other written.
static double planes[2 * 1000 * 70];
void planesOf(int n) {
#pragma sparse
  for (int j = 0; j < 70; j++) {
    double own[10];
    for (int k = 0; k < 10; k++) own[k] = k * j;
    for (int i = 0; i < 1000; i++) planes[i + j * 1000 + 70000] = planes[i + j * 1000] + own[i % 10];
  }
}

int main() {
  for (long k = 0; k < (IM + 2) * (JM + 2); k++)
    temp[k] = 10 + k % 17;
  for (int k = 0; k < 140000; ++k)
    planes[k] = k % 31;
  for (int s = 0; s < 3; s++) {
    ownRows(0.8);
    sharedRow(1e-5);
    planesOf(s);
  }
  run::record("temp", temp, (IM + 2) * (JM + 2));
  run::record("planes", planes, 140000);
}

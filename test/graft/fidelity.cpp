// What stands behind the function cannot change what its loop means, although
// the generated text is parsed at the end of the file.
// RUN: %clangxx -std=c++20 -O2 -ffp-contract=off -w %s -o %t.plain
// RUN: %clangxx_sparse -std=c++20 -O2 -ffp-contract=off %s -fplugin-arg-sparse-count -o %t.sparse
// RUN: %t.plain > %t.expected
// RUN: %t.sparse > %t.actual 2> %t.counters
// RUN: cmp %t.expected %t.actual
// RUN: FileCheck --input-file=%t.counters %s
// CHECK-COUNT-5: generated 1, fallback 0

#include <cstdio>

#define SCHEDULE split(i, i0, i1, 3)

typedef float T;
const int Start = 1;
int Limit = 7;

namespace inner {
// Limit and Start will be hidden by namespace members, T by a member type.
void hidden(double *y, const double *x) {
#pragma sparse SCHEDULE
  for (int i = Start; i < Limit; ++i)
    y[i] = (T)x[i] * 3;
}
int Limit = 9;
const int Start = 0;
typedef double T;
} // namespace inner

struct Range {
  int Size;
  int size(int) const { return Size; }
  int size(long) const { return 2; }
};
int count(long);
int count(long) { return 8; }

void overloaded(double *y, const double *x) {
  const int n = count(4);
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] = x[i] + 1;
}
int count(int) { return 2; }

// Names of generated variables collide with the user's.
void collisions(double *y, const double *x) {
  int lacuna_guard = 8, i0_end = 5;
  double lacuna_user_0 = 0.5;
#pragma sparse SCHEDULE
  for (int i = 0; i < lacuna_guard; ++i)
    y[i] = x[i] * i0_end + lacuna_user_0;
}

// Macros do not reach generated code.
void macros(int n, double *y, const double *x) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] = x[i] + 2;
}
#pragma clang fp contract(fast)
void contracted(int n, double *y, const double *x) {
#pragma clang fp contract(off)
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i] + x[i + 1];
}

int main() {
  double x[10], y[10] = {};
  for (int i = 0; i < 10; ++i)
    x[i] = 1.1 * i * i + 0.123456789;
  auto show = [&](const char *name) {
    std::printf("%s", name);
    for (double &v : y) {
      std::printf(" %a", v);
      v = 0;
    }
    std::printf("\n");
  };
  inner::hidden(y, x);
  show("hidden");
  overloaded(y, x);
  show("overloaded");
  collisions(y, x);
  show("collisions");
  macros(8, y, x);
  show("macros");
  contracted(8, y, x);
  show("contracted");
}

#define n 3
#define y x
#define lacuna_guard 1
#define long short
#define const
#define omp

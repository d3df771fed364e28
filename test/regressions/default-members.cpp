// Members that a list leaves out begin as their declarations say, and these may
// read other members: those of the record, not of the object whose function the
// loop is in.
// RUN: %check-run --loops 2 %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -Rpass-missed=sparse %s 2>&1 | FileCheck %s

#include "../run/support/support.h"

struct Twice {
  double a;
  double b = a * 2;
};

struct Constant {
  double a;
  double b = 7;
};

struct Computed {
  double a, b;
  Computed(double a) : a(a), b(this->a * 3) {}
};

struct Here {
  double a = 1000;

  void list(int n, const double *x, double *y) {
    // CHECK: [[@LINE+3]]:{{.*}}: remark: loop left unchanged: member 'b' is initialised from other members where the list leaves it out; accepted is a value for it in the list
#pragma sparse
    for (int i = 0; i < n; ++i) {
      Twice t{x[i]};
      y[i] = t.b;
    }
  }

  void others(int n, const double *x, double *y) {
#pragma sparse
    for (int i = 0; i < n; ++i) {
      Constant c{x[i]};
      Twice t{x[i], 4};
      y[i] += c.a + c.b + t.b;
    }
#pragma sparse
    for (int i = 0; i < n; ++i) {
      Computed c(x[i]);
      y[i] += c.b;
    }
  }
};

int main() {
  std::vector<double> x{1, 2, 3, 4}, y(4);
  Here h;
  h.list(4, x.data(), y.data());
  run::record("list", y);
  h.others(4, x.data(), y.data());
  run::record("others", y);
}

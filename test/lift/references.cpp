// A reference to what a call returns holds the value that it had, where nothing
// is stored in between that it may refer to.
// RUN: %clangxx -std=c++20 -O1 -fopenmp %plugin -Rpass-missed=sparse -fsyntax-only -Xclang -verify %s

#include <algorithm>

void stored(int n, double *y, const double *z, double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const double &m = std::max(y[i], z[i]); // expected-remark {{loop left unchanged: a store may change what is referred to here before it is read; accepted is a variable that holds its value}}
    y[i] = 5;
    x[i] = m;
  }
}

/// The pointers may be equal.
void storedElsewhere(int n, const double *y, const double *z, double *x, double *w) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    auto &&m = std::min(y[i], z[i]); // expected-remark {{a store may change what is referred to here}}
    x[i] = 5;
    w[i] = m;
  }
}

void inBranch(int n, double *y, const double *z) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const double &m = std::max(y[i], z[i]); // expected-remark {{a store may change}}
    if (z[i] > 0) {
      y[i] = 5;
      y[i + n] = m;
    }
  }
}

void local(int n, const double *y, double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    double k = y[i], l = 3;
    const double &r = std::max(k, l); // expected-remark {{a store may change}}
    k = 5;
    x[i] = r;
  }
}

static const double &larger(const double &a, const double &b) { return std::max(a, b); }

void byFunction(int n, double *y, const double *z, double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const double &r = larger(y[i], z[i]); // expected-remark {{a store may change}}
    y[i] = 5;
    x[i] = r;
  }
}

static void use(const double &a, double &y, double &x) {
  y = 5;
  x = a;
}

void asArgument(int n, double *y, const double *z, double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    use(std::max(y[i], z[i]), y[i], x[i]); // expected-remark {{a store may change}}
}

struct Pair {
  double a, b;
  const double &most() const { return std::max(a, b); }
};

void byMember(int n, Pair *pairs, double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const double &r = pairs[i].most(); // expected-remark {{a store may change}}
    pairs[i].a = pairs[i].b = 9;
    x[i] = r;
  }
}

void ofArray(int n, double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    double w[3] = {1, 2, 3};
    const double &r = std::max(w[0], w[1]); // expected-remark {{a store may change}}
    w[1] = 7;
    x[i] = r;
  }
}

/// Read before anything is stored, or temporary.
void unchanged(int n, double *y, const double *z, double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const double &m = std::max(y[i], z[i]);
    const double &s = y[i] + z[i];
    const double &t = larger(m, z[i]);
    y[i] = m + t;
    x[i] = s;
  }
}

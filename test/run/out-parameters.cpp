// Functions that store results where pointers and references lead, to variables
// outside of the loops: each iteration has its own, unless somebody may see it.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 8 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 8 --threads 3 %s -o %t --reuse
// RUN: %clangxx_sparse -std=c++20 -DREFUSED -fsyntax-only -Rpass-missed=sparse %s 2>&1 | FileCheck %s

#include "support/support.h"

static void convert(int r, int g, int b, int *y, int *cb, int *cr) {
  *y = (r + 2 * g + b) >> 2;
  *cb = b - g;
  *cr = r - g;
  if (*cr > 3)
    *cr = 3;
  else if (*cr < -2)
    *cr = -2;
}

static void revert(int y, int cb, int &r, int &b) {
  cb -= 1;
  r = y - cb;
  b = y + cb;
  ++b;
}

/// Pointers that step beside the loops, one result for each row and column.
static void planes(int w, int h, int c, const int *rgb, int *y, int *cb, int *cr) {
  int Y, Cb, Cr;
  const int *from = rgb;
  int *a = y, *b = cb, *d = cr;
#pragma sparse
  for (int j = 0; j < h; ++j)
    for (int i = 0; i < w; ++i) {
      convert(from[0], from[1], from[2], &Y, &Cb, &Cr);
      *a = Y;
      *b = Cb;
      *d = Cr;
      a++;
      b++;
      d++;
      from += c;
    }
}

/// Two loops with the same variables.
static void twice(int n, const int *y, const int *cb, int *out) {
  int r, b;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    revert(y[i], cb[i], r, b);
    out[2 * i] = r;
    out[2 * i + 1] = b;
  }
#pragma sparse
  for (int i = 0; i < n; ++i) {
    revert(cb[i], y[i], r, b);
    out[2 * i] += r;
    out[2 * i + 1] -= b;
  }
}

/// What is left behind is used: by the function, or by a next turn.
static int livesOn(int n, const int *y, int *out) {
  int r = 7, b = 8;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    revert(y[i], i, r, b);
    out[i] = r * b;
  }
  return r + 3 * b;
}
static int turns(int n, const int *y, int *out) {
  int r = 7, b = 8;
  for (int turn = 0; turn < 3; ++turn) {
    out[0] += r - b;
#pragma sparse
    for (int i = 1; i < n; ++i) {
      revert(y[i], i + turn, r, b);
      out[i] = r * b;
    }
  }
  return 0;
}

/// An inner loop that does not always run leaves what was there.
static int inner(int n, const int *many, const int *y, int *out) {
  int r = 7, b = 8;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < many[i]; ++k) {
      revert(y[k], i, r, b);
      out[i] += r * b;
    }
  }
  return n;
}

/// Only reads, and reads before it writes.
static int sum(const int *a, const int *b) { return *a + *b; }
static void add(int *to, int by) { *to += by; }
static void readsFirst(int n, const int *y, int *out) {
  int width = 3;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    int own = y[i];
    add(&own, sum(&width, &own));
    add(&own, i);
    out[i] = own;
  }
}

/// Where the address is kept, others see the variable.
static int *Kept;
static void keeping(int *p) {
  *p = 5;
  Kept = p;
}
static void kept(int n, const int *y, int *out) {
  int r = 0, b = 0;
  keeping(&r);
#pragma sparse
  for (int i = 0; i < n; ++i) {
    revert(y[i], 1, r, b);
    out[i] = r + b;
  }
  out[0] += *Kept;
}

#ifdef REFUSED
// CHECK: out-parameters.cpp:[[#@LINE+10]]:{{.*}} through 'least'
static bool lessThan(int a, int *least) {
  if (a > 3)
    return false;
  *least = a;
  return true;
}
void notAlways(int n, const int *y, int *out) {
  int least = 0;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    lessThan(y[i], &least);
    out[i] = least;
  }
}
#endif

int main() {
  run::Random R(11);
  for (int w : {0, 1, 5, 30})
    for (int h : {0, 1, 4, 20}) {
      const int n = w * h;
      auto rgb = R.vector<int>(4 * n + 8);
      std::vector<int> y(n + 1), cb(n + 1), cr(n + 1), out(2 * n + 4), many(n + 1);
      for (int i = 0; i <= n; ++i)
        many[i] = i % 3 == 2 ? 0 : i % 2;
      planes(w, h, 3 + w % 2, rgb.data(), y.data(), cb.data(), cr.data());
      run::record("y", y);
      run::record("cb", cb);
      run::record("cr", cr);
      twice(n, y.data(), cb.data(), out.data());
      run::record("twice", out);
      out[1] += livesOn(n, y.data(), out.data());
      turns(n, y.data(), out.data());
      run::record("turns", out);
      inner(n, many.data(), y.data(), out.data());
      readsFirst(n, y.data(), out.data() + 1);
      run::record("reads", out);
      kept(n, y.data(), out.data());
      run::record("kept", out);
    }
}

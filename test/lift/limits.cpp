// A nest that is too large is refused before it takes the compiler long.
// RUN: %clangxx -std=c++20 -O1 -fopenmp %plugin -fbracket-depth=256 -Rpass-missed=sparse -fsyntax-only -Xclang -verify %s

#define TEN(text) text text text text text text text text text text

void nested(int n, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    TEN(TEN(TEN(if (x[i] == 0) continue;))) // expected-remark {{loop left unchanged: statements nest more than 256 deep, what follows a 'continue', 'break' or 'return' being inside of it; accepted are fewer}}
    y[i] = 1;
  }
}

void brackets(int n, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) // expected-remark {{brackets}}
    y[i] = TEN(TEN(TEN(x[i] == 1 ? 2 :))) 3;
}

void loops(int n, const int *pos, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) { // expected-remark {{loop left unchanged: the nest has 101 loops; accepted are up to 64}}
    TEN(TEN(for (int p = pos[i]; p < pos[i + 1]; ++p) y[i] += x[p];)) // expected-remark 100 {{'p' runs over one row}}
  }
}

void accesses(int n, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) { // expected-remark {{loop left unchanged: the nest accesses arrays in 2002 places; accepted are up to 2000}}
    double s = x[i];
    TEN(TEN(TEN(s += x[i] * x[i + 1];)))
    y[i] = s;
  }
}

static double once(double x) { // expected-remark {{loop left unchanged: more than 1000 calls would be inlined; accepted are fewer}}
  return x * 1.5;
}
static double hundred(double x) { return TEN(TEN(once(x) +)) x; }

void calls(int n, const double *x, double *y) {
#pragma sparse // expected-note {{of the loop behind this directive}}
  for (int i = 0; i < n; ++i)
    y[i] = TEN(hundred(x[i]) +) 0;
}

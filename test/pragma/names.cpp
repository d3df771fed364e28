// Two loops of one name are not one unknown loop.
// RUN: %clangxx %plugin -fsyntax-only -Xclang -verify %s
void f(int m, int n, double *y) {
#pragma sparse split(i, i0, i1, 32) // expected-error {{several loops are called 'i'; say which: 'i@1' and 'i@2'}}
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int i = 0; i < n; ++i)
      s += i;
    y[i] = s;
  }
}

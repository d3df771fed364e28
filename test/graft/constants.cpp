// Factors are constant expressions where the loop stands, evaluated for each
// instance of a template.
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only %s -fplugin-arg-sparse-dump=provenance 2>&1 | FileCheck %s
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -DERRORS -Xclang -verify %s

constexpr int Tile = 8;
namespace config {
constexpr long Tile = 16;
enum Sizes { Small = 2, Big = 64 };
struct Limits {
  static constexpr unsigned char Rows = 5;
};
} // namespace config

#ifndef ERRORS
void scopes(int n, double *y) {
  // CHECK: constants.cpp:[[#@LINE+3]] in scopes
  // CHECK: split i -> i0, i1 by 8{{$}}
#pragma sparse split(i, i0, i1, Tile)
  for (int i = 0; i < n; ++i)
    y[i] = 0;
  {
    using namespace config;
    constexpr auto Tile = sizeof(double) * 4;
    // CHECK: constants.cpp:[[#@LINE+4]] in scopes
    // CHECK: split i -> i0, i1 by 32{{$}}
    // CHECK: split i1 -> i2, i3 by 2{{$}}
#pragma sparse split(i, i0, i1, Tile) split(i1, i2, i3, Small)
    for (int i = 0; i < n; ++i)
      y[i] = 0;
  }
  // CHECK: split i -> i0, i1 by 21{{$}}
#pragma sparse split(i, i0, i1, config::Limits::Rows + config::Tile)
  for (int i = 0; i < n; ++i)
    y[i] = 0;
  static const int Local = 3;
  [=] {
    // CHECK: split i -> i0, i1 by 24{{$}}
#pragma sparse split(i, i0, i1, Local * Tile)
    for (int i = 0; i < n; ++i)
      y[i] = 0;
  }();
}

struct Member {
  static constexpr int Rows = 7;
  void f(int n, double *y) {
    // CHECK: split i -> i0, i1 by 14{{$}}
#pragma sparse split(i, i0, i1, 2 * Rows)
    for (int i = 0; i < n; ++i)
      y[i] = 0;
  }
};

template <class T, int N> struct Outer {
  template <unsigned M> void inner(int n, T *y);
  static void f(int n, T *y) {
    [=](auto m) {
#pragma sparse split(i, i0, i1, N * sizeof(T))
      for (int i = 0; i < n; ++i)
        y[i] = 0;
    }(1);
  }
};
// Other names than in the class.
template <class U, int K>
template <unsigned L>
void Outer<U, K>::inner(int n, U *y) {
#pragma sparse split(i, i0, i1, K * L)
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

void instances(int n, double *y, float *z) {
  // CHECK-DAG: split i -> i0, i1 by 6{{$}}
  Outer<double, 3>().inner<2>(n, y);
  // CHECK-DAG: split i -> i0, i1 by 35{{$}}
  Outer<float, 5>().inner<7>(n, z);
  // CHECK-DAG: split i -> i0, i1 by 80{{$}}
  Outer<double, 10>::f(n, y);
  // CHECK-DAG: split i -> i0, i1 by 44{{$}}
  Outer<float, 11>::f(n, z);
}
#else
void errors(int n, double *y) {
#pragma sparse split(i, i0, i1, n) // expected-error {{'n' is not a constant expression}}
  for (int i = 0; i < n; ++i)
    y[i] = 0;
#pragma sparse split(i, i0, i1, Tyle) // expected-error {{'Tyle' is not declared where the loop stands}}
  for (int i = 0; i < n; ++i)
    y[i] = 0;
#pragma sparse split(i, i0, i1, Tile Tile) // expected-error {{missing ',' between 'Tile' and 'Tile'}}
  for (int i = 0; i < n; ++i)
    y[i] = 0;
#pragma sparse split(i, i0, i1, 2.5) // expected-error {{'2.5' has type 'double'; an integral constant expression is needed}}
  for (int i = 0; i < n; ++i)
    y[i] = 0;
#pragma sparse split(i, i0, i1, 0xffffffffffffffff) // expected-error {{'0xffffffffffffffff' is 18446744073709551615, which is too large}}
  for (int i = 0; i < n; ++i)
    y[i] = 0;
#pragma sparse split(i, i0, i1, Tile / 0) // expected-error {{'Tile / 0' is not a constant expression}}
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}
#endif

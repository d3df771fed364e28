// A directive that no loop follows is an error of its own, never a crash or a
// misleading syntax error.
// RUN: %clangxx %plugin -fopenmp -fsyntax-only -Xclang -verify %s
// RUN: %clangxx %plugin -fopenmp -fsyntax-only -fdelayed-template-parsing -Xclang -verify %s

// expected-error@+1 {{'#pragma sparse' must be followed by a 'for' loop, not by a declaration}}
#pragma sparse
int Global;

struct Member {
  // expected-error@+1 {{'#pragma sparse' must be followed by a 'for' loop, not by a declaration}}
#pragma sparse
  int Field;
  void late(int n) {
    // expected-error@+1 {{'#pragma sparse' must be followed by a 'for' loop, not by 'return'}}
#pragma sparse
    return;
  }
  // expected-error@+1 {{'#pragma sparse' must be followed by a 'for' loop, not by the end of the block}}
#pragma sparse
};

template <class T> T pattern(T n) {
  // expected-error@+1 {{'#pragma sparse' must be followed by a 'for' loop, not by 'n'}}
#pragma sparse
  n = 1;
  return n;
}

int g(int);

void statements(int n) {
  // expected-error@+1 {{'#pragma sparse' must be followed by a 'for' loop, not by an empty statement}}
#pragma sparse
  ;
  // expected-error@+1 {{'#pragma sparse' must be followed by a 'for' loop, not by a block}}
#pragma sparse
  {
  }
  if (n)
    // expected-error@+1 {{'#pragma sparse' must be followed by a 'for' loop, not by 'if'}}
#pragma sparse
    if (g(n))
      n = 2;
  // The parser tries this as a declaration first.
  // expected-error@+1 {{'#pragma sparse' must be followed by a 'for' loop, not by 'n'}}
  int(*p)(int) = _Pragma("sparse") n ? g : g;
  // Other pragmas may stand in between, but not instead of the loop.
  // expected-error@+1 {{'#pragma sparse' must be followed by a 'for' loop, not by a block}}
#pragma sparse
#pragma omp parallel
  {
  }
  // Taken out by the preprocessor.
#if 0
#pragma sparse nonsense
#endif
  // expected-error@+1 {{'#pragma sparse' must be followed by a 'for' loop, not by the end of the block}}
#pragma sparse
}

// A declaration may begin like an attributed statement.
void attributed(int n) {
  // expected-error@+1 {{'#pragma sparse' must be followed by a 'for' loop, not by a declaration}}
#pragma sparse
  [[maybe_unused]] int x;
}

// One directive schedules all loops of its nest; a lambda's body is no part of
// the nest around it.
template <class T> void nested(int n, T *y) {
  // expected-note@+1 2{{the nest's directive is here}}
#pragma sparse
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{'#pragma sparse' inside the nest of another one, whose clauses can name this loop too}}
#pragma sparse unroll(k, 2)
    for (int k = 0; k < 8; ++k)
      y[i * 8 + k] = 0;
    auto clear = [&] {
#pragma sparse
      for (int k = 0; k < 8; ++k)
        y[i * 8 + k] = 0;
    };
    clear();
    // expected-error@+1 {{a directive about data inside the nest of a '#pragma sparse'; accepted is one around the nest}}
#pragma sparse update host(y[0:n])
  }
}
template void nested(int, float *);
template void nested(int, double *);

// expected-error@+1 {{'#pragma sparse' must be followed by a 'for' loop, not by the end of the file}}
#pragma sparse

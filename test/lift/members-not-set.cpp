// Members of objects that a loop may not set, and what stops functions that do.
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -Xclang -verify %s

struct Odd {
  int bits : 5;
  union {
    int whole;
    float part;
  };
  volatile double port;
  double sum;
  double *at;
};
struct Value {
  double v;
};
struct Left : Value {};
struct Right : Value {};
struct Twice : Left, Right {};
struct Virtual : virtual Value {};
struct __attribute__((packed)) Packed {
  char c;
  double d;
};
thread_local Value local;

void odd(int n, const double *x, Odd &s, Twice &t, Virtual &w, Packed &p,
         const Value &c, Value *const *all, int k) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    s.bits += 1; // expected-error {{assignment to 's.bits'; accepted are array elements, variables, and members that a variable or 'this' leads to by members alone}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    s.whole += 1; // expected-error {{assignment to 's.whole'}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    s.port += x[i]; // expected-error {{volatile accesses must happen as written}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    s.at = &s.sum; // expected-error {{values of type 'double *' are not supported}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    t.Left::v += x[i]; // expected-error {{assignment to 't.Left::v'}}
    t.Right::v -= x[i];
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    w.v += x[i]; // expected-error {{assignment to 'w.v'}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    p.d += x[i]; // expected-error {{assignment to 'p.d'}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    local.v += x[i]; // expected-error {{'local' is thread_local}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    all[k]->v += x[i]; // expected-error {{assignment to 'all[k]->v'}}
#pragma sparse parallelize(i, cpu_thread, no_races) // expected-error {{iterations of 'i' depend on each other: one reads 's_sum' where another may have written it}} expected-note {{no race strategy}}
  for (int i = 0; i < n; ++i)
    s.sum = 0.5 * s.sum + x[i];
}

struct Kept {
  double s;
  double next(double v) { return s = 0.5 * s + v; }
};

void copies(int n, const double *x, double *y, Kept &k) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    auto sum = [k](double q) { return q + k.s; }; // expected-note {{here, in the body of what is called}}
    k.next(x[i]);
    y[i] = sum(x[i]); // expected-error {{overloaded 'operator()' cannot become a part of the loop: 'k' is captured by copy and changes in the nest; accepted is a capture by reference}}
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < int(k.next(x[i])); ++j) // expected-error {{call of 'next' cannot become a part of the loop: 's = 0.5 * s + v' assigns inside an expression; accepted is a statement of its own}} expected-note@65 {{here, in the body of what is called}}
      y[i] = 0;
}

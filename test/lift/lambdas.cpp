// clang-format off: what is checked is long
// Lambdas that cannot be lifted, and calls in front of which a directive stands.
// RUN: %clangxx %plugin -std=c++20 -fsyntax-only -w -Xclang -verify %s

#include <vector>

template <class F> void forall(int n, F &&f) {
  for (int i = 0; i < n; ++i)
    f(i);
}
struct Line {
  double k;
  template <class F> static double apply(F f, double x) { return f(x); }
  double at(double x) const {
    return apply([this](double t) { return k * t; }, x);
  }
};
void hidden(int n);
void noLoop(double *y) { y[0] = 1; }

struct Scaled {
  double a;
  void run(int n, double *y) {
#pragma sparse split(i, i0, i1, 4)
    forall(n, [*this, y](int i) { y[i] = a; }); // expected-error {{call of 'forall' cannot become a part of the loop: '*this' is captured by copy; accepted is 'this'}} expected-note {{here, in the body of what is called}}
  }
};

void captures(int n, double *y, std::vector<double> v, int &k) {
  double a = 1;
  auto early = [=](int i) { y[i] = a; }; // expected-note {{here, in the body of what is called}}
  a = 2;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    early(i); // expected-error {{overloaded 'operator()' cannot become a part of the loop: 'a' may have changed since it was captured by copy; accepted is a capture by reference}}
#pragma sparse split(i, i0, i1, 4)
  forall(n, [y, v](int i) { y[i] = v[i]; }); // expected-error {{call of 'forall' cannot become a part of the loop: 'v', which has elements of its own, is captured by copy; accepted is a capture by reference}} expected-note {{here, in the body of what is called}}
#pragma sparse split(i, i0, i1, 4)
  forall(n, [y, b = a * 2](int i) { y[i] = b; }); // expected-error {{call of 'forall' cannot become a part of the loop: 'b' is captured as the value of an expression; accepted are captures of variables}} expected-note {{here, in the body of what is called}}
#pragma sparse split(i, i0, i1, 4)
  forall(n, [y, k](int i) mutable { y[i] = k++; }); // expected-error {{call of 'forall' cannot become a part of the loop: lambda is mutable; accepted are lambdas that keep what they captured}} expected-note {{here, in the body of what is called}}
  double s = 0;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) {
    s += y[i];
    auto late = [=] { return s; }; // expected-note {{here, in the body of what is called}}
    y[i] = late(); // expected-error {{overloaded 'operator()' cannot become a part of the loop: 's' is captured by copy and changes in the nest; accepted is a capture by reference}}
  }
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) {
    const double &e = y[i];
    auto old = [e] { return e; }; // expected-note {{here, in the body of what is called}}
    y[i] = 3;
    y[i] += old(); // expected-error {{overloaded 'operator()' cannot become a part of the loop: 'e' is captured by copy and changes in the nest; accepted is a capture by reference}}
  }
  struct { double v[2]; } w = {{1, 2}};
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) {
    auto first = [=] { return w.v[0]; }; // expected-note {{here, in the body of what is called}}
    w.v[0] = i;
    y[i] = first(); // expected-error {{overloaded 'operator()' cannot become a part of the loop: 'w', which has elements of its own, is captured by copy; accepted is a capture by reference}}
  }
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = Line{a}.at(i);
}

void calls(int n, double *y, void (*f)(int)) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  noLoop(y); // expected-error {{there is no loop in the function that is called; accepted are functions with one}}
#pragma sparse parallelize(i, cpu_thread, no_races)
  hidden(n); // expected-error {{call of 'hidden' may have side effects}}
#pragma sparse split(i, i0, i1, 4)
  forall(n, f); // expected-error {{values of type 'void (*)(int)' are not supported; accepted are numbers, enumerations and std::complex}}
}

template <class F> void copied(int n, F f) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    f(i); // expected-error {{overloaded 'operator()' cannot become a part of the loop: '*this' is captured by copy; accepted is 'this'}}
}
template <class F> void sets(int n, F f) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    f(i); // expected-error {{overloaded 'operator()' cannot become a part of the loop: lambda sets 's', which it captured elsewhere; accepted is one that sets elements of arrays, and a lambda of the function that the nest is in}}
}
template <class F> void keeps(int n, F f) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    f(i); // expected-error {{overloaded 'operator()' cannot become a part of the loop: lambda is mutable; accepted are lambdas that keep what they captured}}
}
struct Given {
  double a;
  void run(int n, double *y) {
    copied(n, [*this, y](int i) { y[i] = a; }); // expected-note {{here, in the body of what is called}}
  }
};
void given(int n, double *y) {
  double s = 0;
  sets(n, [&](int i) { s += y[i]; }); // expected-note {{here, in the body of what is called}}
  keeps(n, [=](int i) mutable { y[i] = s++; }); // expected-note {{here, in the body of what is called}}
}

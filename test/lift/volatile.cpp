// What is volatile is read as often as the user's loop reads it, however it is
// reached: references, typedefs, members, arrays, casts, parameters, captures.
// RUN: %clangxx -std=c++20 -ferror-limit=0 -w %plugin -fsyntax-only \
// RUN:   -Xclang -verify %s
#include <vector>

void v1(int n, int *volatile &t) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) t[i & 3] = 1; // expected-error {{'t' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
typedef int *volatile VP; typedef volatile int VI; using VD = volatile double;
void v2(int n, VP &t) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) t[i & 3] = 1; // expected-error {{'t' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v3(int n, VP *t) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) (*t)[i & 3] = 1; // expected-error {{'*t' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v4(int n, VP t[3]) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) t[1][i & 3] = 1; // expected-error {{'t[1]' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
struct Ports {
  int *volatile p;
  volatile int n;
  int *q;
  volatile double d;
  double a[4];
  std::vector<double> v;
  int at(int i) const { return p[i]; } // expected-note {{here, in the body of what is called}}
  int get() const { return n; } // expected-note {{here, in the body of what is called}}
  int count() const volatile { return n; } // expected-note {{here, in the body of what is called}}
  int *pointer() const { return p; } // expected-note {{here, in the body of what is called}}
  double value() const { return d; } // expected-note {{here, in the body of what is called}}
};
void v5(int n, Ports &r, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = r.p[i]; // expected-error {{'r.p' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v6(Ports &r, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < r.n; ++i) y[i] = 1; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v7(int n, volatile Ports &r, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = r.q[i]; // expected-error {{'r.q' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v8(int n, Ports &r, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = r.at(i); // expected-error {{call of 'at' cannot become a part of the loop: 'p' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v9(Ports &r, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < r.get(); ++i) y[i] = 1; // expected-error {{call of 'get' cannot become a part of the loop: volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v10(volatile Ports &r, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < r.count(); ++i) y[i] = 1; // expected-error {{call of 'count' cannot become a part of the loop: volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v11(int n, Ports &r, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = r.pointer()[i]; // expected-error {{call of 'pointer' cannot become a part of the loop: 'p' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v12(int n, Ports &r, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = r.value(); // expected-error {{call of 'value' cannot become a part of the loop: volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v13(int n, Ports *r, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = r[i].d; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v14(int n, Ports *r, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = r[i].p[0]; // expected-error {{'r[i].p' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v15(int n, volatile Ports *r, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = r[i].a[1]; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v16(int n, volatile double *x, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = x[i]; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v17(int n, VD (&x)[8], double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = x[i]; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v18(VI &n, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = 1; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v19(int n, double *x, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = ((volatile double *)x)[i]; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v20(int n, int k, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = *(volatile int *)&k; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v21(int n, int k, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = const_cast<volatile int &>(k); // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v22(int n, double *x, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = const_cast<double *volatile &>(x)[i]; // expected-error {{'const_cast<double *volatile &>(x)' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v23(int n, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (volatile int i = 0; i < n; ++i) y[i] = 1; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v24(int n, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) { volatile double t = i; y[i] = t; } // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v25(int n, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) { double *volatile t = y; t[i] = 1; } // expected-error {{'t' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v26(int n, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) { volatile double w[3]; w[0] = i; y[i] = w[0]; } // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
double f27(volatile double x) { return x * 2; }
void v27(int n, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = f27(i); // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
double f28(const volatile double &x) { return x * 2; }
void v28(int n, double *x, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = f28(x[i]); // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
double f29(double *volatile p, int i) { return p[i]; } // expected-note {{here, in the body of what is called}}
void v29(int n, double *x, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = f29(x, i); // expected-error {{call of 'f29' cannot become a part of the loop: 'p' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v30(int n, double *x, double *y) {
  volatile double s = 0;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) s += x[i]; y[0] = s; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v31(int n, double *x, double *y, volatile double &s) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) s += x[i]; y[0] = s; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v32(int n, std::vector<double> *volatile &v, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = (*v)[i]; // expected-error {{'v' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v33(int n, Ports *volatile &r, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = r->q[i]; // expected-error {{'r' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v34(int n, Ports *volatile r, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = r->v[i]; // expected-error {{'r' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v35(int n, double *y) {
  double *volatile e = y + n;
#pragma sparse split(i, i0, i1, 4)
  for (double *i = y; i != e; ++i) *i = 1; // expected-error {{'e' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v36(int n, double *y) {
  double *volatile p = y;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) *p++ = 1; // expected-error {{'p' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
struct Holder {
  Ports *volatile r;
  Ports &ref() const { return *r; }
  const std::vector<double> &vec() const { return r->v; }
};
void v37(int n, Holder &q, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = q.ref().q[i]; // expected-error {{'q.ref()' may change in the nest; accepted are variables, members and elements that are set before it, or a copy in a local variable}}
}
void v38(int n, Holder &q, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = q.vec()[i]; // expected-error {{'q.vec()' may change in the nest; accepted are variables, members and elements that are set before it, or a copy in a local variable}}
}
void v39(int n, int **volatile rows, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = rows[i][0]; // expected-error {{'rows' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v40(int n, int *volatile *rows, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = rows[i][0]; // expected-error {{'rows[i]' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v41(int n, int *y) {
  int *volatile p = y; auto f = [&](int i) { p[i] = 1; }; // expected-note {{here, in the body of what is called}}
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) f(i); // expected-error {{overloaded 'operator()' cannot become a part of the loop: 'p' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v42(int n, int *y) {
  int *volatile p = y; auto f = [=](int i) { p[i] = 1; }; // expected-note {{here, in the body of what is called}}
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) f(i); // expected-error {{overloaded 'operator()' cannot become a part of the loop: 'p' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
void v43(int n, std::pair<int *volatile, int> &q) {
  auto &[p, k] = q;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) p[i] = 1; // expected-error {{'p' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
template <class T> void v44(int n, T t) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) t[i] = 1; // expected-error {{'t' is volatile and may change in the nest; accepted is a copy in a local variable}}
}
template void v44<int *volatile &>(int, int *volatile &);
const volatile int cvn = 4;
void v45(int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < cvn; ++i) y[i] = 1; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v46(int *y) {
  static volatile int n = 3;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = 1; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
struct Mixed { mutable volatile int n; volatile double w[4]; };
void v47(const Mixed &m, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m.n; ++i) y[i] = 1; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v48(int n, const Mixed &m, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) y[i] = m.w[i]; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v49(int n, int *y, volatile int &step) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; i += step) y[i] = 1; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}
void v50(int n, int *y, const int &step) {
  volatile const int &s = step;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; i += s) y[i] = 1; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
}


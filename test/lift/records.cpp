// Arrays of records: each member that is used is an operand of its own.
// RUN: %clangxx -std=c++20 -w %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clangxx -std=c++20 -ferror-limit=0 -w %plugin -DREFUSED -fsyntax-only \
// RUN:   -Xclang -verify %s
#include <array>
#include <atomic>
#include <utility>
#include <vector>

struct Entry {
  int col;
  double val;
};

#ifndef REFUSED

void oneArray(int m, const int *pos, const std::vector<Entry> &row,
              const double *x, double *y) {
#pragma sparse order(i, p)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = row[p].col;
      y[i] += row.data()[p].val * x[j];
    }
}
// CHECK-LABEL: nest @oneArray {
// CHECK-NEXT:    operand m : i32
// CHECK-NEXT:    operand pos : i32[]
// CHECK-NEXT:    operand row_size : i64
// CHECK-NEXT:    operand row_col : i32[] of row "col" extent row_size
// CHECK-NEXT:    operand y : f64[] written
// CHECK-NEXT:    operand row_val : f64[] of row "val" extent row_size
// CHECK-NEXT:    operand x : f64[]
// CHECK:         index p : i32 in pos[i] .. pos[i + 1] coordinate j
// CHECK-NEXT:    tensor row_val : dense(i), compressed(p; pos, row_col) values row_val

struct Part {
  std::array<double, 2> unused;
  struct {
    double re, im;
  };
};
struct Base {
  Part part;
};
struct Whole : Base {
  short tag;
};
struct Holder {
  Whole *rows;
};

void deep(int n, Holder &h, std::pair<float, double> (&out)[8]) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    auto &r = h.rows[i];
    out[i].first = r.part.re;
    (&out[i])->second += (*(h.rows + i)).part.im;
    r.tag = 3;
  }
}
// CHECK-LABEL: nest @deep {
// CHECK-NEXT:    operand n : i32
// CHECK-NEXT:    operand out_first : f32[] of out "first" written extent 8:i64
// CHECK-NEXT:    operand h_rows_part_re : f64[] of h_rows "part.re"
// CHECK-NEXT:    operand out_second : f64[] of out "second" written extent 8:i64
// CHECK-NEXT:    operand h_rows_part_im : f64[] of h_rows "part.im"
// CHECK-NEXT:    operand h_rows_tag : i16[] of h_rows "tag" written

/// The assignment that the compiler writes is one of each member.
void copies(int n, const int *from, const Entry *a, Entry *b) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    b[i] = a[from[i]];
}
// CHECK-LABEL: nest @copies {
// CHECK:           let [[AT:[a-z_]+]] = from[i]
// CHECK-NEXT:      b_col[i] = a_col{{\[}}[[AT]]]
// CHECK-NEXT:      b_val[i] = a_val{{\[}}[[AT]]]

#else

struct Odd {
  int bits : 3;
  volatile int port;
  int &other;
  union {
    int whole;
    float real;
  };
  _Atomic(int) hits;
  static int shared;
  double block[3];
};
struct Plain {
  int bits : 3, whole;
};
struct Virtual : virtual Entry {};
struct Hiding : Entry {
  float val;
};
struct __attribute__((packed)) Packed {
  char flag;
  double val;
};
struct Node {
  Entry entry;
  double weight() const; // hidden
};

void members(int n, Odd *odd, Virtual *virtuals, Hiding *hiding, Packed *packed,
             Node *nodes, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = odd[i].bits; // expected-error {{'bits' is a bit-field; accepted is a copy in a local variable}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = odd[i].port; // expected-error {{volatile accesses must happen as written; accepted are objects that are not volatile}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = odd[i].other; // expected-error {{'other' is a reference; accepted are members that are values}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = odd[i].whole; // expected-error {{'whole' is a member of a union, which others may lie over; accepted are members of structures}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = odd[i].hits; // expected-error {{atomic accesses must happen as written; accepted are plain objects}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = odd[i].shared; // expected-error {{'shared' is not a data member; accepted are data members}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = virtuals[i].val; // expected-error {{'val' is a member of a virtual or qualified base class; accepted are members found by their names alone}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = hiding[i].Entry::val; // expected-error {{'val' is a member of a virtual or qualified base class; accepted are members found by their names alone}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = packed[i].val;
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    packed[i].val = y[i]; // expected-error {{'packed_val' is a member of a packed structure and stored to; accepted are packed structures that the nest only reads}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = nodes[i].weight(); // expected-error {{call of 'weight' may have side effects}}
}

void wholes(int n, const Entry *b, Plain *odd, Node *nodes, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    Plain e = odd[i]; // expected-error {{values of type 'Plain' are not supported: its member 'bits' is a bit-field or has no name; accepted are members that have both a name and an address}}
    e.whole += 1;
    y[i] = e.whole;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    const double *v = &b[i].val; // expected-error {{'&b[i].val' is not a pointer that keeps its value in the nest; accepted are pointer variables, members, arrays and standard containers}}
    y[i] = v[2];
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    const Entry *e = &nodes[i].entry; // expected-error {{'&nodes[i].entry' points into a record; accepted are pointers to whole records, and references}}
    y[i] = e[1].val;
  }
#pragma sparse assume(injective(b)) order(i) // expected-error {{'b' is an array of records; accepted is one of its members}} expected-note {{these are 'b_col' and 'b_val'}}
  for (int i = 0; i < n; ++i)
    y[b[i].col] = b[i].val;
}

#endif

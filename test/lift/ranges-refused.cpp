// Ranges that are not understood.
// RUN: %clangxx -std=c++20 -w -ferror-limit=0 %plugin -fsyntax-only \
// RUN:   -Xclang -verify %s
#include <list>
#include <map>
#include <tuple>
#include <vector>

struct Entry {
  int col;
  double val;
};
std::vector<int> make();
struct Plain {
  int i;
  int operator*() const { return i; }
  Plain &operator++() {
    ++i;
    return *this;
  }
  bool operator!=(const Plain &o) const { return i * i != o.i; }
};
template <class I> struct Span {
  I b, e;
  I begin() const { return b; }
  I end() const { return e; }
};

void kinds(std::list<int> &l, std::map<int, double> &m, std::vector<bool> &b,
           std::vector<std::tuple<int, double>> &t, double *y) {
#pragma sparse unroll(j, 2)
  for (int j : l) // expected-error {{loop 'j' goes through 'std::list<int>'; accepted are arrays, std::vector, std::array, std::span and objects whose visible functions step and compare numbers or pointers}}
    y[j] = 1;
#pragma sparse unroll(j, 2)
  for (auto [j, v] : m) // expected-error {{loop 'j' goes through 'std::map<int, double>'}}
    y[j] = v;
#pragma sparse unroll(e, 2)
  for (bool e : b) // expected-error {{loop 'e' goes through 'std::vector<bool>'}}
    *y += e;
#pragma sparse unroll(j, 2)
  for (auto &[j, v] : t) // expected-error {{'j' is bound through functions; accepted are structured bindings of structures and pairs}}
    y[j] = v;
#pragma sparse unroll(j, 2)
  for (int j : make()) // expected-error {{loop 'j' goes through a temporary object}}
    y[j] = 1;
#pragma sparse unroll(j, 2)
  for (int j : {1, 2}) // one array, and a loop over it
    y[j] = 1;
#pragma sparse unroll(j, 2)
  for (const char *word : {"a", "b"}) // expected-error {{values of type 'const char *' are not supported; accepted are numbers, enumerations and std::complex}}
    *y += *word;
#pragma sparse unroll(j, 2)
  for (int n = 2; int j : l) // expected-error {{range-based 'for' declares something else in front of its range; accepted is a declaration in front of the loop}}
    y[j] = n;
}

void arrays(std::vector<double[2]> &twos, double *y) {
#pragma sparse unroll(a, 2)
  for (auto &[a, b] : twos) // expected-error {{structured binding of 'double[2]' in the nest; accepted are those of structures and pairs}}
    *y += a * b;
}

/// Ranges that change, and iterators of two.
void changing(std::vector<int> &a, std::vector<int> &b, double *y) {
#pragma sparse unroll(j, 2)
  for (int j : a) // expected-error {{the nest appends to 'a', and uses its elements, which move as it grows; accepted are 'a.push_back(x)', 'a.emplace_back(x)' and 'a.size()'}}
    a.push_back(j);
#pragma sparse unroll(it, 2)
  for (auto it = a.begin(); it != b.end(); ++it) // expected-error {{loop walks 'a' up to a pointer into 'b'; accepted is a bound in one array}}
    y[*it] = 1;
  auto first = a.begin();
#pragma sparse unroll(it, 2)
  for (auto it = first; it != a.end(); ++it) // expected-error {{'first' is an iterator that is not set in the nest; accepted are pointers, and iterators that the nest begins with}}
    y[*it] = 1;
#pragma sparse unroll(it, 2)
  for (auto it = a.begin(); it != a.end(); ++it) {
    if (*it < 0)
      ++it; // expected-error {{loop variable 'it' is modified in the body of its loop; accepted is '++it' in the loop header}}
    y[*it] = 1;
  }
  auto last = a.begin();
#pragma sparse unroll(last, 2)
  for (last = a.begin(); last != a.end(); ++last) // expected-error {{pointer 'last' is used after the nest; accepted is a declaration in the loop header}}
    y[*last] = 1;
  y[0] = *last;
#pragma sparse order(i)
  for (int i = 0; i < 4; ++i)
    for (int j : Span<Plain>{{0}, {i}}) { // expected-error {{'break' leaves the loop early; accepted are loops that run to their bound}}
      if (j < 0)
        break;
      y[i] += j;
    }
#pragma sparse order(i)
  for (int i = 0; i < 4; ++i)
    y[i] = (a.begin() + i) - b.begin(); // expected-error {{difference of pointers into 'a' and 'b'; accepted are pointers into one array}}
}

void replaced(std::vector<std::vector<int>> &rows, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < 4; ++i)
    for (int j : rows[i]) {
      y[j] += 1;
      rows[i] = rows[0]; // expected-error {{values of type}}
    }
#pragma sparse order(row)
  for (std::vector<int> row : rows) // expected-error {{the size of vector 'row' is not known in front of the nest}}
    for (int j : row)
      y[j] += 1;
}

/// Iterators of the user's own that do more than to count.
struct Twice {
  int i;
  int operator*() const { return i; }
  Twice &operator++() {
    i += 2;
    return *this;
  }
  bool operator!=(const Twice &o) const { return i != o.i; }
};
struct Other {
  Plain *p;
  int i;
  int operator*() const { return i; }
  Other &operator++() {
    ++*p;
    return *this;
  }
  bool operator!=(const Other &o) const { return i != o.i; }
};
struct Logs {
  int i;
  ~Logs(); // hidden
  int operator*() const { return i; }
  Logs &operator++() {
    ++i;
    return *this;
  }
  bool operator!=(const Logs &o) const { return i != o.i; }
};
void iterators(int n, double *y, Span<Plain> plain, Span<Twice> twice,
               Span<Other> other, Span<Logs> logs) {
#pragma sparse unroll(i, 2)
  for (int i : plain) // expected-error {{loop 'i' goes through 'Span<Plain>', and its condition does not compare a member that moves on with its end; accepted are arrays, std::vector, std::array, std::span and objects whose visible functions step and compare numbers or pointers}}
    y[i] = 1;
#pragma sparse unroll(i, 2)
  for (int i : twice) // expected-error {{loop 'i' goes through 'Span<Twice>'; accepted are}}
    y[i] = 1;
#pragma sparse unroll(i, 2)
  for (int i : other) // expected-error {{loop 'i' goes through 'Span<Other>'; accepted are}}
    y[i] = 1;
#pragma sparse unroll(i, 2)
  for (int i : logs) // expected-error {{values of type 'Logs' are not supported}}
    y[i] = 1;
}

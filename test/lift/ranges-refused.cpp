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

void kinds(std::list<int> &l, std::map<int, double> &m, std::vector<bool> &b,
           std::vector<std::tuple<int, double>> &t, double *y) {
#pragma sparse unroll(j, 2)
  for (int j : l) // expected-error {{loop 'j' goes through 'std::list<int>'; accepted are arrays, std::vector, std::array, std::span and objects whose 'begin' and 'end' return pointers}}
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
  for (int j : {1, 2}) // expected-error {{loop 'j' goes through a temporary object}}
    y[j] = 1;
#pragma sparse unroll(j, 2)
  for (int n = 2; int j : l) // expected-error {{range-based 'for' declares something else in front of its range; accepted is a declaration in front of the loop}}
    y[j] = n;
}

void copies(std::vector<Entry> &row, std::vector<double[2]> &twos, double *y) {
#pragma sparse unroll(j, 2)
  for (auto [j, v] : row) {
    v *= 2; // expected-error {{'[j, v]' is a copy that the nest changes; accepted are copies of the members that change}}
    y[j] = v;
  }
#pragma sparse unroll(j, 2)
  for (auto [j, v] : row) { // expected-error {{'[j, v]' is a copy of an element of 'row', which the nest changes; accepted are references, and copies of its members}}
    row[j].val = v;
    y[j] = v;
  }
#pragma sparse unroll(a, 2)
  for (auto &[a, b] : twos) // expected-error {{structured binding of 'double[2]' in the nest; accepted are those of structures and pairs}}
    *y += a * b;
}

/// Ranges that change, and iterators of two.
void changing(std::vector<int> &a, std::vector<int> &b, double *y) {
#pragma sparse unroll(j, 2)
  for (int j : a)
    a.push_back(j); // expected-error {{call of 'push_back' may have side effects}}
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
    for (int j : a) { // expected-error {{'break' leaves the loop early; accepted are loops that run to their bound}}
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
  for (std::vector<int> row : rows) // expected-error {{values of type}}
    for (int j : row)
      y[j] += 1;
}

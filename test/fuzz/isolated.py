#!/usr/bin/env python3
"""Random loops whose iterations work with containers that grow, maps, strings and
algorithms compute on threads, as they are written, what they do in order. Some have
iterations that meet: these must be left alone, as must calls with one object by two
names."""

import random
import re
import sys

import kernels

PRELUDE = """#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <omp.h>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
using Ints = std::vector<int>;
using Longs = std::vector<long>;
using Reals = std::vector<double>;
using Strings = std::vector<std::string>;
using Rows = std::vector<Ints>;
using Few = std::array<int, 24>;
struct Cell {
  int kind = 0;
  double x = 0;
  Ints list;
  std::string name;
  int few[3] = {1, 2, 3};
  long size() const { return kind % 5 + (long)list.size() + (long)name.size(); }
  void add(int v) { list.push_back(v); if (list.size() > 12) list.clear(); }
  int &first() { return few[0]; }
};
using Cells = std::vector<Cell>;
struct Plain { int a; long b; double c; };
using Plains = std::vector<Plain>;
template <class T> static int fit(T v) { return int(v % 997); }
static unsigned below(long v, unsigned n) { return (unsigned)(v < 0 ? -v : v) % n; }
static int at(const Ints &v, size_t k) { return v.empty() ? 1 : v[k % v.size()]; }
static long middle(Ints &v) {
  if (v.empty()) return -1;
  std::nth_element(v.begin(), v.begin() + v.size() / 2, v.end());
  return v[v.size() / 2];
}
static void bump(int *p, int by) { *p = fit(*p + by); }
static void addTo(int &r, int v) { r = fit(r + v); }
static void addTo(long &r, long v) { r += v; }
static long total(const int *b, const int *e) {
  long s = 0;
  while (b != e) s += *b++;
  return s;
}
template <class It> static long walk(It b, It e) {
  long s = 0, n = 0;
  for (; b != e; ++b) s += *b * ++n;
  return s;
}
static Ints made(int n, int from) {
  Ints v(below(n, 9));
  std::iota(v.begin(), v.end(), from);
  return v;
}
static const Ints &pick(const Ints &a, const Ints &b, bool first) { return first ? a : b; }
static int &place(Ints &v, size_t k) { return v[k]; }
template <class F> static long sumOf(const Ints &v, F f) {
  long s = 0;
  for (int e : v) s += f(e);
  return s;
}
static long calls = 0;
static int counted(int v) { return int(v + ++calls % 5); }
static std::string spelled(int v) { return std::to_string(v % 50) + char('a' + below(v, 26)); }
static void cut(std::string &s) { if (s.size() > 15) s.resize(5); }
static void cut(Ints &v) { if (v.size() > 15) v.resize(5); }
static bool higher(int a, int b) { return a > b; }
struct Tally {
  std::map<int, long> of;
  long added = 0;
  explicit Tally(int start) { of[start] = 1; }
  void add(int k, long v) { of[k] += v; ++added; }
  long sum() const {
    long s = added;
    for (const auto &e : of) s += e.first * e.second;
    return s;
  }
};
struct Writer {
  int &to;
  explicit Writer(int &to) : to(to) {}
  void set(int v) { to = fit(v); }
  Writer &add(int v) { to = fit(to + v); return *this; }
};
struct Data {
  Ints out, in, inner, list;
  Longs big;
  Reals x, y;
  Strings s, t, names;
  Rows rows, other;
  Cells cells, olds;
  Plains plains, pasts;
  Few few;
  int by = 7;
  std::string word = "word";
  Cell model;
  explicit Data(unsigned n)
      : out(n), in(n), inner(5, 4), list(2, 9), big(n), x(n), y(n), s(n), t(n), rows(n), other(n),
        cells(n), olds(n), plains(n), pasts(n) {
    unsigned seed = n + 5;
    auto random = [&] { return (seed = seed * 1103515245u + 12345u) >> 16 & 1023; };
    for (int &e : few) e = random() % 50;
    for (unsigned i = 0; i < n; ++i) {
      out[i] = random() % 90, in[i] = random() % 200 - 30, big[i] = random();
      x[i] = random() / 8.0, y[i] = random() / 8.0 - 20;
      for (int k = random() % 7; k > 0; --k) s[i] += char('a' + random() % 26), other[i].push_back(random() % 60);
      for (int k = random() % 9; k > 0; --k) t[i] += char('a' + random() % 4), rows[i].push_back(random() % 60 - 9);
      for (Cell *c : {&cells[i], &olds[i]})
        c->kind = random() % 40, c->x = random() / 4.0, c->list = made(random(), i), c->name = spelled(random());
      for (Plain *p : {&plains[i], &pasts[i]}) *p = {int(random() % 77), long(random()), random() / 8.0};
    }
    model.kind = 3, model.list = {4, 1, 8}, model.name = "model";
  }
};
struct Hash {
  unsigned long long h = 1469598103934665603u;
  void add(long v) { h = (h ^ (unsigned long long)v) * 1099511628211u; }
  void add(int v) { add((long)v); }
  void add(double v) { long bits; std::memcpy(&bits, &v, 8), add(bits); }
  void add(const std::string &s) { for (char c : s) add((long)c); add(-1L); }
  void add(const Cell &c) { add(c.kind), add(c.x), add(c.list), add(c.name), add(c.few[0]), add(c.few[1]), add(c.few[2]); }
  void add(const Plain &p) { add(p.a), add(p.b), add(p.c); }
  template <class T> void add(const std::vector<T> &v) { for (auto &e : v) add(e); add((long)v.size()); }
};
static long hash(const Data &d) {
  Hash h;
  h.add(d.out), h.add(d.in), h.add(d.inner), h.add(d.list), h.add(d.big), h.add(d.x), h.add(d.y);
  h.add(d.s), h.add(d.t), h.add(d.names), h.add(d.rows), h.add(d.other), h.add(d.cells), h.add(d.olds);
  h.add(d.plains), h.add(d.pasts), h.add(d.by), h.add(d.word), h.add(d.model);
  for (int e : d.few) h.add(e);
  return (long)h.h;
}
static void run(int kernel, int more, long (*call)(Data &, int)) {
  for (int n : {0, 1, 2, 3, 9, 40, 331}) {
    Data d(n + more);
    const long r = call(d, n);
    std::printf("%d %d: %ld %lx\\n", kernel, n, r, hash(d));
  }
}
"""

MAIN = """int main() {
  for (int threads : {2, 3, 16}) {
    omp_set_num_threads(threads);
%s
  }
}
"""

TYPES = {"out": "Ints", "in": "Ints", "inner": "Ints", "list": "Ints", "big": "Longs", "x": "Reals",
         "y": "Reals", "s": "Strings", "t": "Strings", "names": "Strings", "rows": "Rows",
         "other": "Rows", "cells": "Cells", "olds": "Cells", "plains": "Plains", "pasts": "Plains",
         "few": "Few", "by": "int", "word": "std::string", "model": "Cell"}
READ = ("in", "inner", "y", "t", "other", "olds", "pasts", "by", "word", "model")

# What else an argument may be: of the same size, and never gone through while the other grows.
ALIASES = {"in": ["out"], "y": ["x"], "t": ["s"], "other": ["rows"], "olds": ["cells"],
           "pasts": ["plains"],
           "inner": ["(n ? d.rows[0] : d.inner)", "(n ? d.cells[n / 2].list : d.inner)", "d.out"],
           "by": ["(n ? d.out[n / 2] : d.by)", "(n ? d.cells[0].kind : d.by)", "(n ? d.plains[n / 3].a : d.by)",
                  "d.few[3]"],
           "word": ["(n ? d.s[0] : d.word)", "(n ? d.cells[n - 1].name : d.word)"],
           "model": ["(n ? d.cells[n / 2] : d.model)"]}

# Numbers of an iteration's own: of a loop that counts, and of elements gone through.
OF_COUNTER = ["(int)i", "@in[i]", "@in[(i * 7 + 3) % #]", "at(@inner, i)", "(int)@t[i].size()", "@olds[i].kind",
              "@by", "at(@other[i], 2)", "(int)@other[(i + 5) % #].size()", "@pasts[i].a", "int(@y[i] * 8)",
              "(int)@olds[(i * 3) % #].size()", "@model.kind", "(int)@word.size()", "fit(i * 13)",
              "(@t[i].empty() ? 3 : @t[i][0])", "@few[i % 24]"]
OF_ELEMENT = ["@by", "at(@inner, {e})", "(int)@word.size()", "@model.kind", "@few[below({e}, 24)]", "{e}", "{e}"]

# Ranges: of type, with what is declared, its number, and what may be done to it.
RANGES = [
    ("out", "int &e", "e", ["e = fit({v});", "addTo(e, {v});", "bump(&e, {v});", "Writer(e).add({v}).add(2);", "e += {v} % 9;"]),
    ("out", "auto &&e", "e", ["e = fit({v});", "int &own = e; own = fit(own - {v});"]),
    ("in", "int e", "e", []), ("in", "const int &e", "e", []), ("inner", "auto e", "e", []),
    ("few", "int &e", "e", ["e = fit({v});"]), ("few", "auto e", "e", []),
    ("cells", "auto &e", "e.kind", ["e.kind = fit({v});", "e.list.push_back({v}); cut(e.list);", "e.add({v});",
                                    "e.name += char('a' + below({v}, 26)); cut(e.name);", "e.first() = fit({v});",
                                    "std::sort(e.list.begin(), e.list.end());", "e.few[below({v}, 3)] = fit({v});",
                                    "for (int &f : e.few) f = fit(f + {v});", "Cell &own = e; own.x = below({v}, 50) / 4.0;"]),
    ("olds", "const Cell &e", "e.kind", []), ("olds", "const auto &e", "(int)e.size()", []),
    ("olds", "Cell e", "(e.add(3), e.kind)", []),
    ("plains", "Plain &e", "e.a", ["e.a = fit({v});", "e.b += {v};", "e = Plain{{fit({v}), 2, 0.5}};", "auto &[a, b, c] = e; a = fit({v}), b -= c > 3;"]),
    ("pasts", "auto e", "e.a", []),
    ("rows", "Ints &e", "(int)e.size()", ["e.push_back({v}); cut(e);", "std::sort(e.begin(), e.end());", "e = made({v}, 2);",
                                          "for (int &f : e) f = fit(f + {v});", "std::reverse(e.begin(), e.end());",
                                          "e.erase(std::unique(e.begin(), e.end()), e.end());", "if (!e.empty()) e.back() = fit({v});"]),
    ("other", "const Ints &e", "at(e, 1)", []), ("other", "auto e", "(int)middle(e)", []),
    ("s", "std::string &e", "(int)e.size()", ["e += spelled({v}); cut(e);", "std::sort(e.begin(), e.end());", "e = spelled({v});",
                                              "for (char &c : e) c = char('a' + below(c + {v}, 26));", "e.push_back('x'); cut(e);"]),
    ("t", "const auto &e", "(e.empty() ? 1 : e[0])", []), ("t", "std::string e", "(int)e.size()", []),
    ("word", "char e", "(int)e", []), ("big", "long &e", "fit(e)", ["e = {v};", "e += {v};", "std::swap(e, r);"]),
    ("x", "double &e", "int(e)", ["e = below({v}, 800) / 8.0;", "e += 0.5;"])]

# Changes to elements of the iterations' own.
OWN = {
    "out": ["@out[i] = fit({v});", "@out[i] = fit(@out[i] + {v});", "addTo(@out[i], {v});", "bump(&@out[i], {v});",
            "int &own = @out[i]; own = fit({v});", "int *own = &@out[i]; *own = fit({v});", "place(@out, i) = fit({v});",
            "auto own = @out.begin() + i; *own = fit({v});", "Writer w(@out[i]); w.set({v});", "std::swap(@out[i], {w});",
            "auto set = [&](int q) {{ @out[i] = fit(q + {v}); }}; set(3);", "*(@out.data() + i) = fit({v});",
            "(void)({v} % 2 ? @out[i]++ : --@out[i]);", "auto &own = @out[i]; auto f = [&own](int q) {{ own = fit(q); }}; f({v});"],
    "big": ["@big[i] += {v};", "@big[i] = r;", "long &own = @big[i]; own = std::max(own, (long){v});", "addTo(@big[i], {v});"],
    "x": ["@x[i] = below({v}, 800) / 8.0;", "@x[i] += 0.25;", "@x[i] = std::floor(std::sqrt(below({v}, 90)));"],
    "s": ["@s[i] = spelled({v});", "@s[i] += @t[i]; cut(@s[i]);", "std::string &own = @s[i]; own += spelled({v}); cut(own);",
          "@s[i].clear();", "std::sort(@s[i].begin(), @s[i].end());", "@s[i] = @word;", "@s[i].push_back('q'); cut(@s[i]);",
          "if (!@s[i].empty()) @s[i][0] = char('a' + below({v}, 26));", "std::string own = @s[i]; own += 'z'; cut(own); @s[i] = std::move(own);"],
    "rows": ["@rows[i] = made({v}, 3);", "@rows[i].push_back({v}); cut(@rows[i]);", "std::sort(@rows[i].begin(), @rows[i].end());",
             "Ints own = @other[i]; own.push_back(1); std::swap(@rows[i], own);", "Ints &own = @rows[i]; own.assign(4, {v}); own.pop_back();",
             "for (int &q : @rows[i]) q = fit(q + {v});", "if (!@rows[i].empty()) @rows[i][below({v}, @rows[i].size())] = 1;",
             "@rows[i] = @inner;", "Ints own(@inner); own.push_back({v}); cut(own); @rows[i] = std::move(own);", "@rows[i].clear();"],
    "cells": ["@cells[i].kind = fit({v});", "Cell &own = @cells[i]; own.add({v}); own.name = spelled({v});", "@cells[i].few[below({v}, 3)] = fit({v});",
              "@cells[i] = @model;", "@cells[i] = @olds[i];", "@cells[i].list = made({v}, 1);", "@cells[i].x = below({v}, 90) / 2.0;",
              "Cell own; own.kind = fit({v}); @cells[i] = own;", "auto *own = &@cells[i]; own->name += 'c'; cut(own->name); own->few[1] = 5;",
              "@cells[i].first() = fit({v});", "Ints &own = @cells[i].list; own.push_back({v}); cut(own);"],
    "plains": ["@plains[i].a = fit({v});", "@plains[i] = Plain{{fit({v}), 1, 0.5}};", "@plains[i] = @pasts[(i + 1) % #];", "auto &[a, b, c] = @plains[i]; a = fit({v}), b += 2;",
               "Plain *own = &@plains[i]; own->b = r, own->c += 0.5;", "std::tie(@plains[i].a, @plains[i].b) = std::make_tuple({w}, r);"],
}

# Work with containers of the iterations' own, on number r.
LOCAL = [
    "Ints v~; for (int k = 0; k < 4 + (int)below({v}, 4); ++k) v~.push_back(fit({w} * k)); r += middle(v~);",
    "Ints v~ = made({v}, {w}); v~.push_back({w}); std::sort(v~.begin(), v~.end(), higher); r += v~[0] + walk(v~.begin(), v~.end());",
    "Ints v~(@inner); std::sort(v~.begin(), v~.end()); r += std::accumulate(v~.begin(), v~.end(), 0L);",
    "Ints v~ = @other[i]; std::sort(v~.begin(), v~.end(), [](int a, int b) {{ return a % 7 != b % 7 ? a % 7 < b % 7 : a < b; }}); r += total(v~.data(), v~.data() + v~.size());",
    "Ints v~(6, {w}); std::partial_sum(v~.begin(), v~.end(), v~.begin()); std::reverse(v~.begin() + 1, v~.end()); r += v~[2];",
    "Ints v~; v~.insert(v~.end(), @inner.begin(), @inner.end()); v~.insert(v~.begin() + v~.size() / 2, {v}); r += (long)v~.size();",
    "Ints v~ = made(8, {v}); v~.erase(std::remove_if(v~.begin(), v~.end(), [&](int q) {{ return (q + {w}) % 3 == 0; }}), v~.end()); r += (long)v~.size();",
    "std::map<int, int> m~; for (int k = 0; k < 6; ++k) m~[fit({v} * k) % 4] += k; for (const auto &[k, c] : m~) r += k * c;",
    "std::map<std::string, int> m~; m~[spelled({v})]++; m~[@word] += 2; for (auto &e~ : m~) r += e~.second * (long)e~.first.size();",
    "std::unordered_map<int, long> m~; for (int q : made({v}, {w})) m~[q % 3] += q; r += m~[0] - m~[1] + (long)m~.size();",
    "std::set<int> m~(@inner.begin(), @inner.end()); m~.insert({v}); auto f~ = m~.lower_bound({w}); r += f~ == m~.end() ? -1 : *f~;",
    "std::unordered_set<int> m~; for (int k = 0; k < 5; ++k) m~.insert({v} % (k + 1)); r += (long)m~.size() + (long)m~.count({w});",
    "std::multiset<int> m~ = {{{v}, {w}, {v}}}; m~.erase(m~.begin()); r += *m~.begin() * 3 + *m~.rbegin();",
    "std::string s~ = spelled({v}) + @word; std::sort(s~.begin(), s~.end()); for (char c : s~) r = r * 3 % 10007 + c;",
    "std::string s~; for (int k = below({v}, 6); k >= 0; --k) s~ += char('a' + k); r += (long)s~.size() + (s~ < @word) + (long)s~.find('c') % 50;",
    "std::deque<int> q~; q~.push_front({v}); q~.push_back({w}); q~.push_front(2); while (q~.size() > 1) {{ r += q~.front(); q~.pop_front(); }}",
    "std::list<int> q~; q~.push_back({v}); q~.push_front({w}); r += q~.front() - 2 * q~.back();",
    "std::priority_queue<int> q~; for (int k = 0; k < 4; ++k) q~.push(fit({v} * k + {w})); r += q~.top(); q~.pop(); r += q~.top();",
    "auto p~ = std::make_pair({v}, (long){w}); if (p~.first > p~.second) std::swap(p~.second, r); r = (r + p~.first) % 100003;",
    "std::array<int, 5> a~{{}}; a~[below({v}, 5)] = {w}; a~.back() += 2; r += std::accumulate(a~.begin(), a~.end(), 1);",
    "int a~[6] = {{{v}, {w}, 3}}; std::sort(a~, a~ + 6); r += a~[5] - a~[1]; int *b~ = a~ + 2; *b~++ = 4; r += *b~;",
    "Tally t~{{{v}}}; t~.add({w}, 2); t~.add(fit({v} + 1), r % 5); r = (r + t~.sum()) % 1000003;",
    "Cell c~; c~.kind = {v}; c~.add({w}); Cell d~ = c~; d~.add(3); r += d~.size() * 2 + c~.size();",
    "auto f~ = [&](int q) {{ return q + r % 7; }}; r += f~({v}) + sumOf(@inner, f~);",
    "long u~ = 0; auto f~ = [&u~, i = {v}](int q) {{ u~ += q; return q % (i * i + 1); }}; r += sumOf(made(7, {w}), f~) + u~;",
    "auto f~ = [k = {v}]() mutable {{ Ints o = made(++k, 3); o.push_back(4); return (int)o.size(); }}; r += f~();",
    "auto o~ = std::make_unique<int[]>(4); o~[below({v}, 4)] = {w}; r += o~[0] + o~[3];",
    "int *o~ = new int[5]; for (int k = 0; k < 5; ++k) o~[k] = {v} + k; r += total(o~, o~ + 5); delete[] o~;",
    "const Ints &c~ = pick(@inner, @other[i], {v} % 2); for (int q : c~) {{ if (q == {w}) break; r += q; }}",
    "Ints l~ = made({v}, 1), k~ = made({w}, 2); const Ints &c~ = l~.size() < k~.size() ? k~ : l~; for (size_t k = 0; k < c~.size(); ++k) r += c~[k] * (long)k;",
    "Rows g~(3, Ints(2, {v})); g~[1].push_back({w}); for (auto &row : g~) {{ row[0]++; r += row.back() - row[0]; }}",
    "switch (below({v}, 3)) {{ case 0: r += 2; break; case 1: {{ Ints z(3, {w}); r -= z.back(); break; }} default: r ^= 5; }}",
    "int k~ = below({v}, 6); while (k~-- > 0) {{ if (k~ == 3) continue; r += k~ * {w}; }} do {{ r += ++k~; }} while (k~ < 2);",
    "std::vector<std::pair<int, std::string>> v~; v~.emplace_back({v}, @word); v~.push_back({{{w}, spelled({v})}}); std::sort(v~.begin(), v~.end()); r += v~[0].first + (long)v~[1].second.size();",
    "std::tuple<int, long, Ints> t~({v}, {w}, made({v}, 4)); r += std::get<0>(t~) + (long)std::get<2>(t~).size();",
    "auto b~ = std::lower_bound(@inner.begin(), @inner.end(), {v}); r += b~ - @inner.begin() + std::count(@inner.begin(), @inner.end(), {w});",
    "Ints v~(@inner.size() + 1); std::transform(@inner.begin(), @inner.end(), v~.begin(), [&](int q) {{ return q * 2 + {v}; }}); r += *std::max_element(v~.begin(), v~.end());",
    "int least~ = std::min({{{v}, {w}, 40}}); addTo(r, least~); int e~ = 1; addTo(e~, {v}); bump(&e~, 2); r += e~;",
    "std::vector<bool> b~(9); b~.assign(4, {v} % 2); b~.push_back(true); r += b~.size() * 2 + (b~ < std::vector<bool>(3, true));",
]

# Iterations that meet: these loops must stay. `$` needs a counter.
WRONG = [
    "$out|r += @out[i > 0 ? i - 1 : 0]; @out[i] = fit(r);", "$out|@out[(i + 1) % #] = fit({v});", "$out|@out[below({v}, #)] = fit({v});",
    "$out|@out[i] = fit({v} + @out[@out.size() - 1]);", "$out|@out[i] = 3; Ints copy = @out; r += (long)copy.size(); @out[i] = fit(walk(copy.begin(), copy.end()));",
    "$out|int *own = &@out[i]; if (i > 0) own[-1] = fit({v}); *own = 4;", "$out|int *own = &@out[i]; if (i > 0) --own; *own = fit({v});",
    "$out|auto own = @out.begin() + i; if (i + 1 < #) ++own; *own = fit({v});", "$out|auto own = @out.begin(); own += i / 2; *own = fit({v});",
    "$out|int &own = {v} % 2 ? @out[i] : @out[0]; own = fit({v});", "$out|place(@out, i / 2) = fit({v});",
    "$out|auto set = [&](size_t k) {{ @out[k] = fit({v}); }}; set(i); set((i + 1) % #);", "$out|std::swap(@out[i], @out[i / 2]);",
    "$out|size_t k = i; k /= 2; @out[k] = fit({v});",
    "$out|Writer w(@out[0]); w.add({v});", "$out|bump(@out.data() + i / 2, {v});", "$out|@out[i] = fit({v}); r += total(@out.data(), @out.data() + i);",
    "$out|const int *p = @out.data(); @out[i] = fit({v} + p[i / 2]);", "$out|Ints *whole = &@out; (*whole)[i / 3] = fit({v});",
    "$rows|@rows[0].push_back({v}); cut(@rows[0]);", "$rows|@rows[i] = @rows[i / 2];", "$rows|@rows[i].push_back((int)@rows[(i + 1) % #].size()); cut(@rows[i]);",
    "$rows|Ints &own = @rows[i]; own.push_back(at(@rows[i / 2], 0)); cut(own);", "$rows|std::swap(@rows[i], @rows[i / 2]);", "$rows|@rows[i] = made({v}, 1); for (auto &row : @rows) r += (long)row.size();",
    "$s|@s[i] = @s[i / 2] + 'x'; cut(@s[i]);", "$s|@s[below({v}, #)] += 'x'; cut(@s[below({v}, #)]);", "$cells|@cells[i].kind = fit(@cells[i / 2].kind + {v});",
    "$cells|Cell *own = &@cells[i]; if (i > 0) own = &@cells[i - 1]; own->add({v});", "$cells|@cells[i / 2].name = spelled({v});", "$plains|@plains[i].a = fit(@plains[i / 2].a + {v});",
    "$plains|@plains[i] = @plains[(i + 1) % #];", "shared[fit({v}) % 5] += 2;", "shared.insert({{{v}, {w}}}); r += (long)shared.size();", "seen.insert({v}); r += (long)seen.size();",
    "text += spelled({v}); cut(text);", "running = fit(running + {v}); r += running;", "running = std::max(running - 1, {v});", "r += running; running = {v};", "if ({v} % 3 == 0) running = {v}; r += running;",
    "if ({v} % 3 == 0) running = {w};", "int old = running; running = fit(running * 3 + 1); r += old;", "r += running; running = fit(running * 5 + {v});", "int &alias = running; alias = fit(alias * 3 + {v});", "int *alias = &running; *alias = fit(*alias + {v} + 1) * 3 % 500;",
    "addTo(running, {v}); r += running;", "auto f = [&](int q) {{ running = fit(running * 2 + q); return running; }}; r += f({v});", "tally.add(fit({v}) % 5, 1);", "growing.push_back({v}); r += (long)growing.size();",
    "growing.push_back({v}); if (growing.size() > 5) growing.clear();", "static int calls = 0; r += ++calls;", "if ({v} % 2) growing.clear(); growing.push_back(1);", "queue.push({v}); if (queue.size() > 4) queue.pop();",
    "*cursor++ = {v}; if (cursor == buffer + 30) cursor = buffer;", "buffer[below({v}, 30)] = {w};", "counts[below({v}, 11)]++; r += counts[3];", "counts[below({v}, 11)] = {w};", "sum += {v}; if (sum > 300) r += 2;",
    "$out|*std::next(@out.begin(), i / 2) = fit({v});",
    "$out|auto own = @out.begin(); std::advance(own, i / 2); *own = fit({v});",
    "$out|std::fill(@out.begin(), @out.end(), fit({v}));",
    "$out|std::for_each(@out.begin(), @out.end(), [&](int &q) {{ q = fit(q + {v}); }});",
    "$out|std::transform(@inner.begin(), @inner.begin() + 0, @out.begin() + i / 2, [](int q) {{ return q; }}); @out.front() = fit({v});",
    "$out|std::iter_swap(@out.begin() + i, @out.begin());",
    "$out|@out.back() = fit({v}); r += @out.back();",
    "$out|r += *std::min_element(@out.begin(), @out.end()); @out[i] = fit({v});",
    "$out|std::vector<int *> of; of.push_back(&@out[i / 2]); *of[0] = fit({v});",
    "$out|std::pair<int *, int> of(&@out[i / 2], 1); *of.first = fit({v} + of.second);",
    "$out|std::map<int, int *> of; of[0] = &@out[i / 2]; *of[0] = fit({v});",
    "$out|struct Holder {{ int *p; }} of{{&@out[i / 2]}}; *of.p = fit({v});",
    "$out|std::tie(@out[i / 2], r) = std::make_tuple({v}, 4L);",
    "$out|int *p = nullptr; auto take = [&](int *q) {{ p = q; }}; take(&@out[i / 2]); *p = fit({v});",
    "$out|int *p = &@out[i], **q = &p; *q = &@out[i / 2]; *p = fit({v});",
    "$out|std::array<int *, 2> both = {{&@out[i], &@out[i / 2]}}; *both[1] = fit({v});",
    "$out|auto set = [p = @out.data()](size_t k, int q) {{ p[k] = fit(q); }}; set(i / 2, {v});",
    "$out|r += std::exchange(@out[0], fit({v}));",
    "$out|for (auto it = @out.begin(); it != @out.end(); ++it) *it = fit(*it + {v});",
    "$out|int *p = @out.data(), *e = p + i; while (p != e) *p++ = fit({v});",
    "$out|for (int &q : @out) q = fit(q + {v});",
    "$out|sumOf(@inner, [&](int q) {{ @out[i / 2] = fit(@out[i / 2] + q); return q; }}); @out[i / 2] += 3; r += @out[i / 2];",
    "$cells|@cells[i / 2].first() = fit({v});",
    "$cells|r += @cells[i / 2].size(); @cells[i].add({v});",
    "$cells|Cell copy = @cells[i / 2]; copy.add({v}); @cells[i] = copy;",
    "$cells|for (Cell &c : @cells) if (&c != &@cells[i]) r += c.kind; @cells[i].kind = fit(r);",
    "$rows|@rows[i].swap(@rows[i / 2]);",
    "$rows|Ints *of = &@rows[i / 2]; of->push_back({v}); cut(*of);",
    "$rows|@rows[i].push_back({v}); cut(@rows[i]); r += walk(@rows[0].begin(), @rows[0].end());",
    "$rows|for (int q : @rows[i / 2]) r += q; @rows[i] = made({v}, 1);",
    "$s|@s[i] += 'q'; cut(@s[i]); const std::string &other = @s[i / 2]; r += (long)other.size();",
    "$s|@s[i] = spelled({v}); r += @s[i / 2] < @s[i];",
    "$s|@s[i] = spelled({v}); const char *p = @s[i / 2].c_str(); r += p[0];",
    "if ({v} % 3 == 0) continue; running = {w};",
    "for (int k = below({v}, 3); k > 0; --k) running = k;",
    "for (int q : @inner) running = q + 1; r += running;",
    "(void)({v} % 3 == 1 && (running = {w}));",
    "growing.resize(3); r += growing[2]; growing[below({v}, 3)] = {w};",
    "Ints v(4, {v}); std::generate(v.begin(), v.end(), [&] {{ return running = fit(running * 3 + 2); }}); r += v[2];",
    "Ints v = made({v}, 2); std::sort(v.begin(), v.end(), [&](int a, int b) {{ running = fit(running * 2 + 1); return a < b; }});",
    "auto f = [&] {{ return running = fit(running * 2 + 1); }}; r += f();",
    "auto take = [&running](int q) mutable {{ running = q; return q; }}; if ({v} % 2) r += take({w}); r += running;",
    "r += counted({v});",
    "std::fill(growing.begin(), growing.end(), {v}); growing.push_back(1); r += (long)growing.size(); if (growing.size() > 9) growing.resize(2);",
    "std::fill(growing.begin(), growing.end(), {v}); if ({v} % 3 == 0) growing.resize(below({v}, 7)); r += (long)growing.size();",
    "growing.assign(growing.size() + {v} % 2, 3); cut(growing); r += (long)growing.size();",
    "text = text + spelled({v}); cut(text); r += (long)text.size();",
    "std::fill(growing.begin(), growing.begin() + growing.size() / 2, {v}); for (int q : growing) r += q; growing.resize(4);",
    "last.kind += 2; r += last.kind;",
    "last.list.push_back({v}); cut(last.list);",
    "if ({v} % 2) last = Cell(); last.kind = fit(last.kind + {v});",
    "std::swap(text, last.name); text += 'y'; cut(text);",
    "two[{v} % 2 != 0] = {w}; r += two[0];",
    "auto &[a, b] = both; a = fit({v} + b); b = fit(b + {w});",
    "r += random();",
]
# What these are about, declared in front of the loop.
MET = {"shared": "std::map<int, int> shared;", "seen": "std::set<int> seen;", "text": "std::string text = \"a\";", "running": "int running = 3;", "tally": "Tally tally(2);",
       "growing": "Ints growing;", "queue": "std::priority_queue<int> queue;", "cursor": "int *cursor = buffer;", "buffer": "int buffer[32] = {0};", "counts": "Ints counts(11);", "sum": "long sum = 1;",
       "last": "Cell last;", "two": "int two[2] = {5, 6};", "both": "std::pair<int, long> both(1, 2);", "random": "int state = 7; auto random = [&] { return state = fit(state * 31 + 7); };"}
LAST = {"shared": "for (auto &e : shared) r0 += e.first * e.second;", "seen": "for (int e : seen) r0 = (r0 * 3 + e) % 1000003;", "text": "for (char c : text) r0 = (r0 * 5 + c) % 1000003;", "running": "r0 = r0 * 7 + running;",
        "tally": "r0 += tally.sum();", "growing": "r0 = r0 * 3 + (long)growing.size();", "queue": "while (!queue.empty()) r0 = (r0 * 3 + queue.top()) % 1000003, queue.pop();",
        "buffer": "r0 += walk(buffer, buffer + 32);", "counts": "r0 += walk(counts.begin(), counts.end());", "sum": "r0 += sum;", "last": "r0 += last.size() * 3;",
        "two": "r0 += two[0] * 3 + two[1];", "both": "r0 += both.first * 3 + both.second;"}

# What iterations may share: declared in front, changed, and read behind.
SHARED = {
    "sum": ("long sum = 1;", ["sum += {v};", "sum -= r;", "sum += {v} * 2 + (r > 4);", "auto f = [&](int q) {{ sum += q; return q; }}; r += sumOf(@inner, f);", "Tally t~{{{v}}}; t~.add({w}, 2); sum += t~.sum();", "++sum;", "addTo(sum, {v});"], "r0 += sum;"),
    "count": ("int count = 2;", ["++count;", "count--;", "if ({v} % 3 == 1) ++count; else count -= 2;", "count += (int)below(r, 4);"], "r0 = r0 * 5 + count;"),
    "rest": ("unsigned rest = 0; short tiny = 3;", ["rest += below(r, 9);", "tiny++;", "rest--; tiny += 2;"], "r0 += rest * 3L + tiny;"),
    "exact": ("double exact = 0;", ["exact += below({v}, 99) / 8.0;", "exact -= 0.25;", "exact += below(r, 50);"], "r0 += long(exact * 8);"),
    "bins": ("Ints bins(13);", ["bins[below({v}, 13)]++;", "bins[below(r, 13)] += 2;", "--bins[below({v} + {w}, 13)];", "for (int k = 0; k < 3; ++k) ++bins[below({v} + k, 13)];"], "r0 += walk(bins.begin(), bins.end());"),
    "array": ("int array[9] = {1};", ["array[below({v}, 9)]++;", "array[below(r, 9)] -= {w};"], "r0 += walk(array, array + 9);"),
    "longs": ("std::array<long, 7> longs{};", ["longs[below({v}, 7)] += r;", "++longs[below(r, 7)];"], "r0 += walk(longs.begin(), longs.end());"),
    "got": ("Ints got(1, 5);", ["got.push_back({v});", "if ({v} % 3 == 0) got.push_back(fit(r));", "got.emplace_back({w}); got.push_back(1);", "std::for_each(@inner.begin(), @inner.end(), [&](int q) {{ got.push_back(q); }});", "for (int k = below({v}, 3); k > 0; --k) got.push_back(k);"],
            "r0 += walk(got.begin(), got.end()) + (long)got.size();"),
    "words": ("Strings words;", ["words.push_back(spelled({v}));", "if ({v} % 2) words.emplace_back(@word);", "words.emplace_back(3, 'x');"], "for (auto &w : words) for (char c : w) r0 = (r0 * 3 + c) % 1000003;"),
    "pairs": ("std::vector<std::pair<int, std::string>> pairs;", ["pairs.emplace_back({v}, spelled({w}));", "if (r % 2) pairs.push_back({{{v}, @word}});"], "for (auto &p : pairs) r0 = (r0 * 3 + p.first + (long)p.second.size()) % 1000003;"),
    "list": ("", ["@list.push_back({v});", "if ({w} % 2 == 0) @list.push_back(fit(r));"], ""),
    "names": ("", ["@names.push_back(spelled({v}));"], ""),
}
# Variables that each iteration sets first.
PRIVATE = [("int final = 4;", "final = {v};", "final += 2; r += final;", "r0 = r0 * 3 + final;"), ("const int *of = nullptr;", "of = &@in[i];", "r += *of + of[0];", "r0 += of ? *of : 1;"), ("double w = 0.5;", "w = {v} / 4.0;", "if (w > 2) w -= 1; r += long(w);", "r0 += long(w * 4);"),
           ("std::string word2 = \"none\";", "word2 = spelled({v});", "word2 += 'x'; r += (long)word2.size();", "r0 += (long)word2.size() * 3 + (word2.compare(\"9\") > 0);"), ("Ints scratch;", "scratch.clear();", "scratch.push_back({v}); scratch.push_back({w}); std::sort(scratch.begin(), scratch.end()); r += scratch[0];", "r0 += (long)scratch.size();"),
           ("std::map<int, int> table;", "table.clear();", "table[{v} % 5] = {w}; table[2]++; for (auto &e : table) r += e.second;", "r0 += (long)(table.size() * 3 + table.count(4));"), ("Ints flags(7);", "std::fill(flags.begin(), flags.end(), 0);", "flags[below({v}, 7)] = 1; r += flags[2] + flags[5];", "r0 += (long)flags.size();"),
           ("Ints full;", "full.assign(4, {v});", "full[1] = {w}; full.push_back(2); r += middle(full);", "r0 += (long)full.size();"), ("int j, k2 = 1;", "for (j = 0; j < 4; j++) r += j * {v};", "for (k2 = 2; k2 < 5; k2 += 2) r -= k2;", "r0 += k2;"),
           ("Ints seldom(3);", "seldom.clear();", "seldom.push_back({v}); r += seldom[0];", "r0 += walk(seldom.begin(), seldom.end());"),
           ("std::set<int> ordered; int least = 0;", "ordered.clear(); least = 9;", "ordered.insert({v}); ordered.insert({w}); least = std::min(least, *ordered.begin()); r += least;", "r0 += least + (long)ordered.size();"),
           ("bool found = false; int where = -1;", "found = false; where = 3;", "for (int k = 0; k < 4 && !found; ++k) if (fit({v} * k) % 3 == 1) {{ found = true; where = k; }} r += where;", "r0 += found * 10 + where;")]


class Kernel:
    MAY_BE_REFUSED = False
    WAYS = {"sparse": ["-fplugin-arg-sparse-min-work=0"]}

    def __init__(self, seed, number):
        self.rng = rng = random.Random("%d/%d" % (seed, number))
        self.number, self.uses = number, 0
        self.before, self.behind, self.of_range = [], [], None
        self.more = 0
        self.home = rng.choice(["parameters", "parameters", "parameters", "members", "references", "record", "locals"])
        self.STAYS = rng.random() < 0.2
        self.body = self.loop()
        names = sorted(set(re.findall(r"@(\w+)", "\n".join(self.body + self.behind))))
        self.forms = {name: self.form(name) for name in names}
        self.aliases = self.choose_aliases()

    def value(self):
        if self.of_range:
            return self.rng.choice(OF_ELEMENT).format(e=self.of_range)
        return self.rng.choice(OF_COUNTER)

    def fill(self, text):
        """What stands for a template: `~` is a number of its own, `{w}` a variable, `#` how
        many elements there are."""
        self.uses += 1
        if "{w}" in text:
            text = "int w~ = " + self.value() + "; " + text.replace("{w}", "w~")
        first, *parts = text.split("{v}")
        text = first + "".join(self.value() + part for part in parts)
        return text.replace("{{", "{").replace("}}", "}").replace("~", str(self.uses)).replace(
            "#", "(n + 1)" if self.more else "n")

    def some(self, templates):
        fitting = [t for t in templates if not (self.of_range and re.search(r"\[i\]|\(i\b|\bi \*", t))]
        return self.fill(self.rng.choice(fitting))

    def wrapped(self, text):
        kind = self.rng.randrange(7)
        if kind == 0:
            return "%s { %s }" % (self.fill("if ({v} % 3 != 1)"), text)
        if kind == 1 and "continue" not in text:
            return "for (int rep = 0; rep < 2; ++rep) { %s }" % text
        return "{ %s }" % text

    def loop(self):
        rng = self.rng
        wrong = rng.choice(WRONG) if self.STAYS else ""
        needs_counter, written = wrong.startswith("$"), set()
        if needs_counter:
            name, wrong = wrong[1:].split("|", 1)
            written.add(name)
        head, own = self.header(needs_counter)
        lines = [self.fill("long r = {v};")] if self.of_range else ["long r = (long)i * 3;"]
        private = rng.sample([p for p in PRIVATE if not (self.of_range and "[i]" in p[1])], rng.choice([0, 0, 0, 1, 2]))
        firsts = [self.fill(first) for _, first, _, _ in private]
        lines += firsts
        if rng.random() < 0.25:
            lines.append(self.fill("if ({v} % 4 == 1) continue;"))
        effects = [self.wrapped(self.some(LOCAL)) for _ in range(rng.choice([1, 1, 2, 2, 3]))]
        for before, _, use, behind in private:
            self.before.append(before)
            self.behind.append(behind)
            effects.append(self.wrapped(self.fill(use)))
        if own and rng.random() < 0.8:
            effects += [self.wrapped(self.fill(rng.choice(own))) for _ in range(rng.choice([1, 1, 2]))]
        if not self.of_range:
            for name in rng.sample(list(OWN), rng.choice([0, 1, 1, 1, 2])):
                if name not in written:
                    effects += [self.wrapped(self.some(OWN[name])) for _ in range(rng.choice([1, 1, 2]))]
        shared = rng.sample(list(SHARED), rng.choice([0, 1, 1, 2]))
        if not any(name in ("sum", "bins") for name in shared) and rng.random() < 0.5:
            shared.append("sum")
        for name in shared:
            before, changes, behind = SHARED[name]
            if name in ("list", "names") and self.home in ("members", "record"):
                continue # only lists that are variables are known to be appended to
            if not (self.STAYS and name in MET and name in wrong):
                self.before.append(before)
                self.behind.append(behind)
                effects += [self.wrapped(self.some(changes)) for _ in range(rng.choice([1, 1, 2]))]
        rng.shuffle(effects)
        if self.STAYS:
            wrong_as = "{ %s }" if needs_counter or rng.random() < 0.3 else "%s"
            effects.insert(rng.randrange(len(effects) + 1), wrong_as % self.fill(wrong))
            for name in reversed(MET):
                if re.search(r"\b%s\b" % name, wrong):
                    self.before.append(MET[name])
                    self.behind.append(LAST.get(name, ""))
            if "cursor" in wrong:
                self.before.insert(0, MET["buffer"]) if MET["buffer"] not in self.before else None
                self.before.remove(MET["cursor"])
                self.before.append(MET["cursor"])
        return [head + " {"] + ["  " + line for line in lines + effects] + ["}"]

    def header(self, needs_counter):
        """The loop's first line, and what may be done to its element."""
        rng = self.rng
        if rng.random() < 0.35 and not needs_counter:
            name, declared, number, own = rng.choice(RANGES)
            self.of_range = number
            return "for (%s : @%s)" % (declared, name), own
        if rng.random() < 0.04:  # these stay
            return rng.choice(["for (int i = n - 1; i >= 0; --i)", "for (int i = 0; i != n; ++i)", "for (int i = 0, m = n; i < m; ++i)"]), []
        ty = rng.choice(["int", "int", "size_t", "size_t", "unsigned", "long", "std::uint32_t", "short", "unsigned long long"])
        first = rng.choice([0, 0, 0, 1, 2])
        step = rng.choice([1, 1, 1, 2, 3])
        next = rng.choice(["++i", "i++", "i += 1"]) if step == 1 else "i += %d" % step
        bound = rng.choice(["n", "n", "(%s)n" % ty, "limit"])
        compare = "<"
        if rng.random() < 0.25:
            compare, self.more = "<=", 1
        elif rng.random() < 0.3:
            bound = rng.choice(["@in.size()", "(%s)@in.size()" % ty, "@t.size()"])
        if bound == "limit":
            self.before.append("const %s limit = n;" % ty)
        if rng.random() < 0.15:
            self.before.append("%s i;" % ty)
            self.behind.append("r0 = r0 * 3 + (long)i;")
            return "for (i = %d; i %s %s; %s)" % (first, compare, bound, next), []
        return "for (%s i = %d; i %s %s; %s)" % (ty, first, compare, bound, next), []

    def form(self, name):
        """How the kernel knows what is called so: its declaration, and how it is said."""
        ty, reads = TYPES[name], name in READ
        if self.home == "record":
            return None, "d." + name
        if self.home == "members":
            kinds = ["%s " + name, "%s &" + name]
        elif self.home == "locals":
            return None, name
        else:
            kinds = ["%s &" + name]
        if self.home == "parameters" and self.rng.random() < (0.15 if reads else 0.03):
            return ("const " if reads else "") + ty + " *" + name, "(*%s)" % name
        if self.home == "parameters" and reads and self.rng.random() < 0.1:
            return ty + " " + name, name
        kind = self.rng.choice(kinds)
        const = "const " if reads and (self.rng.random() < 0.8 or "&" in kind) else ""
        return const + kind % ty, self.rng.choice([name, "this->" + name]) if self.home == "members" else name

    def choose_aliases(self):
        chosen = {}
        for name in self.forms:
            if name not in ALIASES or self.home in ("record", "locals") or self.rng.random() < 0.8:
                continue
            of = self.rng.choice(ALIASES[name])
            chosen[name] = of if of.startswith("(") or of.startswith("d.") else "d." + of
        return chosen

    def said(self, line):
        return re.sub(r"@(\w+)", lambda m: self.forms[m[1]][1], line)

    def text(self):
        number, names = self.number, list(self.forms)
        inside = ["  long r0 = 7;"] + ["  " + line for line in self.before if line]
        # Nobody vouches for iterations that meet, nor for names of one object.
        loop = re.search(r"for \((?:.*?[ &*])?(\w+) (?:=|:)", "\n".join(self.body))
        counts = re.search(r"\w+\[below[^;]*\](?:\+\+| [-+]= )|\+\+\w+\[below", "\n".join(self.body))
        vouches = not self.STAYS and not self.aliases and not counts and loop
        promise = " assume(independent(%s))" % loop[1] if vouches else ""
        inside += ["#pragma sparse" + promise] + ["  " + self.said(line) for line in self.body]
        inside += ["  " + self.said(line) for line in self.behind if line] + ["  return r0;", "}"]
        if self.home == "members":
            lines = ["struct Host%d {" % number] + ["  %s;" % self.forms[name][0] for name in names]
            return "\n".join(lines + ["  long kernel(int n) {"] + inside + ["};"])
        if self.home == "record":
            return "\n".join(["long kernel%d(int n, Data &d) {" % number] + inside)
        if self.home == "locals":
            there = ["  %s %s = d.%s;" % (TYPES[name], name, name) for name in names]
            back = ["  d.%s = %s;" % (name, name) for name in names if name not in READ]
            return "\n".join(["long kernel%d(int n, Data &d) {" % number] + there + inside[:-2] + back + inside[-2:])
        if self.home == "references":
            there = ["  %s = d.%s;" % (self.forms[name][0], name) if name not in self.aliases else
                     "  %s = %s;" % (self.forms[name][0], self.aliases[name]) for name in names]
            return "\n".join(["long kernel%d(int n, Data &d) {" % number] + there + inside)
        parameters = "".join(", " + self.forms[name][0] for name in names)
        return "\n".join(["long kernel%d(int n%s) {" % (number, parameters)] + inside)

    def call(self):
        lines = []
        for aliases in [{}] + ([self.aliases] if self.aliases and self.home != "references" else []):
            given = {name: aliases.get(name, "d." + name) for name in self.forms}
            if self.home == "members":
                back = "".join(" d.%s = h.%s;" % (name, name) for name in self.forms
                               if "&" not in self.forms[name][0] and name not in READ)
                call = "Host%d h{%s}; const long r = h.kernel(n);%s return r;" % (
                    self.number, ", ".join(given.values()), back)
            elif self.home == "parameters":
                passed = "".join(", " + ("&" if "*" in self.forms[name][0] else "") + of for name, of in given.items())
                call = "return kernel%d(n%s);" % (self.number, passed)
            else:
                call = "return kernel%d(n, d);" % self.number
            lines.append("    run(%d, %d, [](Data &d, int n) -> long { %s });" % (self.number, self.more, call))
        return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(kernels.main("isolated", __doc__, PRELUDE, MAIN, Kernel))

// clang-format off: what is checked is long
// Loops that are not lifted, for their iterations work with containers that grow, maps
// or strings, run on threads as they are written where each iteration keeps to memory of
// its own.
// RUN: %check-run --loops 18 --fallback 54 --threads 2 -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --loops 18 --fallback 54 --threads 3 --reuse -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --loops 18 --fallback 54 --threads 16 --reuse -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --loops 18 --fallback-each 20 --threads 2 -fplugin-arg-sparse-min-work=1 %s -o %t
// RUN: %check-run --loops 14 --fallback 47 --threads 3 -O1 -Wno-pass-failed -fsanitize=address,undefined -fno-sanitize-recover=all -fplugin-arg-sparse-min-work=0 %s -o %t.san
// RUN: %clangxx_sparse -std=c++20 -Rpass=sparse -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clangxx_sparse -std=c++20 -Rpass-missed=sparse -fplugin-arg-sparse-fp=strict -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -Wpass-failed -fplugin-arg-sparse-verify %s 2>&1 | FileCheck %s --check-prefix=UNVERIFIED

#include "support/support.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

using Ints = std::vector<int>;
using Reals = std::vector<double>;
using Strings = std::vector<std::string>;

double middle(Reals &v) {
  std::nth_element(v.begin(), v.begin() + v.size() / 2, v.end());
  return v[v.size() / 2];
}
// CHECK: [[@LINE+4]]:3: remark: loop runs as parallelize(i, cpu_thread, no_races, schedule(dynamic)), its iterations as they are written
// UNVERIFIED: [[@LINE+3]]:3: warning: loop is not verified: threads take its iterations as they are written; their results are not compared
void medians(const Reals &x, Reals &out) {
#pragma sparse assume(independent(i))
  for (int i = 0; i < (int)out.size(); ++i) {
    Reals near;
    for (int k = std::max(0, i - 3); k < std::min<int>(x.size(), i + 4); ++k) near.push_back(x[k]);
    out[i] = near.empty() ? 0 : middle(near);
  }
}

int distance(const std::string &a, const std::string &b) {
  Ints above(b.size() + 1), now(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) above[j] = (int)j;
  for (size_t i = 1; i <= a.size(); ++i) {
    now[0] = (int)i;
    for (size_t j = 1; j <= b.size(); ++j)
      now[j] = std::min({above[j] + 1, now[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
    std::swap(above, now);
  }
  return above[b.size()];
}
// A sum beside elements of the iterations' own.
// CHECK: [[@LINE+4]]:3: remark: loop runs as parallelize(i, cpu_thread, parallel_reduction, schedule(dynamic)), its iterations as they are written
long spellings(const Strings &words, Ints &best) {
  long all = 0;
#pragma sparse assume(independent(i))
  for (size_t i = 0; i < words.size(); i++) {
    int least = 99;
    for (size_t j = 0; j < words.size(); j += 7)
      if (j != i) least = std::min(least, distance(words[i], words[j]));
    best[i] = least;
    all += least;
  }
  return all;
}

// CHECK: [[@LINE+5]]:3: remark: loop runs as parallelize(i, cpu_thread, parallel_reduction, schedule(dynamic)), its iterations as they are written; sums of 'i' are reassociated
// STRICT: [[@LINE+9]]:{{.*}}note: nor do threads take its iterations as they are written: the sum 'all' keeps its order
double weighted(const Strings &words, const Ints &weight) {
  double all = 0; int count = 0;
#pragma sparse assume(independent(i))
  for (size_t i = 0; i < words.size(); ++i) {
    std::map<char, int> found;
    for (char c : words[i]) found[c] += weight[i % 7];
    double s = 0;
    for (const auto &entry : found) s += entry.second; // small integers
    all += s;
    if (s > 40) ++count; else count -= 2;
  }
  return all * 1000 + count;
}

// What is appended comes in the order of iterations.
// CHECK: [[@LINE+3]]:3: remark: loop runs as parallelize(word, cpu_thread, buffered_scan, schedule(dynamic)), its iterations as they are written
void reversed(const Strings &words, std::vector<std::pair<std::string, int>> &out, Ints &places) {
#pragma sparse assume(independent(word))
  for (const auto &word : words) {
    std::string back(word.rbegin(), word.rend());
    if (back < word) { out.emplace_back(back, (int)word.size()); places.push_back((int)back.size()); }
  }
}

/// A counter, and variables that iterations use for themselves, which are declared
/// in front: they have their last values behind the loop.
long declaredInFront(const Reals &x, Reals &out) {
  int i, j, k = 4;
  double t = 0;
  Reals w;
  std::string name = "none";
#pragma sparse assume(independent(i))
  for (i = 0; i < (int)x.size(); i++) {
    w.clear();
    name = std::to_string(i);
    for (j = 0; j < 6; j++) w.push_back(std::floor(8 * std::sin(x[i] * j)));
    std::sort(w.begin(), w.end());
    t = w[3];
    for (k = 0; k < 3; k++) t += w[k] + (int)name.size();
    out[i] = t;
  }
  return i * 1000 + j * 100 + k * 10 + (long)t + (long)w.size() * 7 + name.size();
}

/// Of steps other than one, and of what is not below a bound.
long everyThird(const Strings &words, Ints &out) {
  long size = 0;
#pragma sparse assume(independent(i))
  for (int i = 1; i < (int)words.size(); i += 3) {
    std::string twice = words[i] + words[i - 1];
    out[i] = (int)twice.size();
    size += twice.size();
  }
#pragma sparse assume(independent(i))
  for (size_t i = 0; i <= words.size() / 2; i += 2) {
    std::string text(i % 5, 'x');
    size += text.size();
  }
  return size;
}

/// Elements of the iterations' own that are containers, and members of them.
struct Column { Reals levels; double surface; std::string name; };
void build(std::vector<Column> &columns, int n) {
#pragma sparse assume(independent(c))
  for (int c = 0; c < (int)columns.size(); ++c) {
    Column &own = columns[c];
    own.surface = c % 10;
    own.name = "column" + std::to_string(c);
    for (int l = 0; l < n; ++l) own.levels.push_back(own.surface - l);
  }
#pragma sparse assume(independent(column))
  for (auto &column : columns) {
    std::sort(column.levels.begin(), column.levels.end());
    column.surface += column.levels.empty() ? 1 : column.levels.front();
  }
}

/// Members of the object around, references and pointers among them.
struct Graph {
  std::vector<Ints> adjacent;
  Ints label;
  const Reals &weight;
  const double *raw;
  mutable int calls = 0;
  Graph(const Reals &weight, const double *raw) : weight(weight), raw(raw) {}
  double score(int i) const {
    std::set<int> seen;
    for (int j : adjacent[i])
      for (int k : adjacent[j]) seen.insert(k);
    double s = 0;
    for (int k : seen) s += weight[k];
    return s;
  }
  void byReference(Reals &out) {
#pragma sparse assume(independent(i))
    for (size_t i = 0; i < adjacent.size(); ++i) out[i] = score((int)i);
  }
  void byPointer(Reals &out) {
#pragma sparse assume(independent(i))
    for (size_t i = 0; i < adjacent.size(); ++i) {
      std::set<int> own(adjacent[i].begin(), adjacent[i].end());
      out[i] = raw[(i + 1) % adjacent.size()] + own.size();
    }
  }
  void ownMember() {
#pragma sparse assume(independent(i))
    for (size_t i = 0; i < adjacent.size(); ++i) {
      std::unordered_map<int, int> count;
      for (int j : adjacent[i]) count[j % 5]++;
      label[i] = (int)count.size() + count[1];
    }
  }
};

/// One array by two names: the loop runs in its order.
void shifted(const Ints &from, Ints &to) {
#pragma sparse assume(independent(i))
  for (int i = 1; i < (int)to.size(); ++i) {
    std::set<int> two = {from[i - 1], i};
    to[i] = from[i - 1] % 7 + (int)two.size();
  }
}
void scaled(const double &by, Reals &x) {
#pragma sparse assume(independent(i))
  for (int i = 0; i < (int)x.size(); ++i) {
    std::set<double> two = {by, x[i]};
    x[i] = *two.begin() + by;
  }
}
void rowsOf(const std::vector<Ints> &rows, Ints &sizes) {
  const int *p = sizes.data();
#pragma sparse assume(independent(i))
  for (size_t i = 0; i < rows.size(); ++i) {
    Ints copy = rows[i];
    std::sort(copy.begin(), copy.end());
    sizes[i] = copy.empty() ? 0 : copy[copy.size() / 2] + (i ? p[i - 1] % 3 : 0);
  }
}

/// errno is what the last iteration that sets it sets.
int roots(const Reals &x, Reals &out) {
  errno = 0;
#pragma sparse assume(independent(i))
  for (int i = 0; i < (int)x.size(); ++i) {
    std::set<double> two = {std::floor(x[i]), std::log(x[i]) > 0 ? 1.0 : 2.0};
    out[i] = *two.begin();
  }
  return errno;
}

/// Functions that are given others, objects that call, memory of the iterations' own.
template <class F> double summed(const Ints &v, F f) {
  double s = 0;
  for (int e : v) s += f(e);
  return s;
}
void lambdas(const std::vector<Ints> &rows, Reals &out) {
  const double scale = 0.5;
  auto half = [&](int e) { return scale * e; };
#pragma sparse assume(independent(i))
  for (size_t i = 0; i < rows.size(); ++i) {
    Ints own(rows[i]);
    std::sort(own.begin(), own.end(), [](int a, int b) { return a > b; });
    int used = 0;
    auto count = [&used, i](int e) { used += (e + i) % 3 == 0; return e; };
    out[i] = summed(own, half) + summed(own, count) + used;
  }
}
void allocated(Ints &out) {
#pragma sparse assume(independent(i))
  for (int i = 0; i < (int)out.size(); ++i) {
    auto own = std::make_unique<int[]>(i % 7 + 1);
    int *more = new int[3];
    for (int k = 0; k <= i % 7; ++k) own[k] = k * i;
    more[0] = own[i % 7];
    out[i] = more[0];
    delete[] more;
  }
}

int main(int argc, char **argv) {
  for (int n : {0, 1, 2, 5, 300}) {
    Reals x(n), out(n), other(n);
    Ints a(n), b(n);
    Strings words(n);
    std::vector<Ints> rows(n);
    for (int i = 0; i < n; ++i) {
      x[i] = (i * 37 % 101) / 16.0 - 1;
      a[i] = i * 13 % 29;
      for (int k = 0; k < i * 5 % 11; ++k) words[i] += char('a' + (i * 7 + k * k) % 26), rows[i].push_back((i * k) % n);
    }
    medians(x, out), run::record("medians", out);
    run::record("spellings", Ints{(int)spellings(words, b)}), run::record("best", b);
    run::record("weighted", Reals{n ? weighted(words, Ints(7, 2)) : 0});
    std::vector<std::pair<std::string, int>> back;
    reversed(words, back, b);
    for (auto &p : back) b.push_back(p.second), b.push_back(p.first[0]);
    run::record("reversed", b);
    if (n) run::record("front", Ints{(int)declaredInFront(x, out)}), run::record("out", out);
    Ints third(n + 1); run::record("third", Ints{n ? (int)everyThird(words, third) : 0}), run::record("each", third);
    std::vector<Column> columns(n);
    build(columns, 3);
    for (auto &c : columns) run::record("column", Reals{c.surface, c.levels[0], double(c.name.size())});
    Graph g(x, other.data());
    g.adjacent = rows, g.label.resize(n);
    g.byReference(out), g.byPointer(out), run::record("apart", out), g.byPointer(other), run::record("scores", out), run::record("raw", other);
    if (n) g.byReference(x), run::record("alias", x);
    g.ownMember(), run::record("labels", g.label);
    Ints c(a); shifted(a, c), shifted(c, c), run::record("shifted", c);
    if (n) scaled(x[n / 2], x), run::record("scaled", x);
    Ints sizes(n); rowsOf(rows, sizes), run::record("rows", sizes);
    run::record("errno", Ints{roots(x, out)}), run::record("roots", out);
    lambdas(rows, out), run::record("lambdas", out);
    allocated(a), run::record("allocated", a);
  }
}

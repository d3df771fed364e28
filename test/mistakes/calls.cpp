// clang-format off: what is checked is long
// Calls that keep a loop as it is: what to do about them, or that nothing is to
// be done. Counts that go on or not.
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -Rpass=sparse -Rpass-missed=sparse -fno-caret-diagnostics %s 2>&1 | FileCheck %s

#include <algorithm>
#include <cstdio>
#include <deque>
#include <numeric>
#include <string>
#include <vector>

using Rows = std::vector<std::vector<double>>;

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }

// CHECK: [[@LINE+3]]:{{.*}}call of 'fibonacci' may have side effects; 'fibonacci' calls itself, and what is called becomes a part of the loop
void recursive(int n, int *out) {
#pragma sparse
  for (int i = 0; i < n; ++i) out[i] = fibonacci(i);
}

// CHECK: [[@LINE+3]]:{{.*}}call of 'even' may have side effects; 'even' calls itself
void mutually(int n, int *out) {
#pragma sparse
  for (int i = 0; i < n; ++i) out[i] = even(i);
}

// CHECK: [[@LINE+3]]:{{.*}}call of 'any_of' may have side effects; in place of 'any_of', a loop that sets a flag, and may then be left, would be understood
void someAbove(int n, const Rows &r, int *out) {
#pragma sparse
  for (int i = 0; i < n; ++i) out[i] = std::any_of(r[i].begin(), r[i].end(), [](double x) { return x > 7; });
}

// CHECK: [[@LINE+4]]:{{.*}}loop runs as
/// Such a loop.
void someAboveInLoops(int n, const Rows &r, int *out) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    bool some = false;
    for (double x : r[i])
      if (x > 7)
        some = true;
    out[i] = some;
  }
}

// CHECK: [[@LINE+3]]:{{.*}}call of 'partial_sum' may have side effects; the loop that 'partial_sum' stands for would be understood
void sums(int n, Rows &r) {
#pragma sparse
  for (int i = 0; i < n; ++i) std::partial_sum(r[i].begin(), r[i].end(), r[i].begin());
}

// CHECK: [[@LINE+4]]:{{.*}}loop runs as
/// The loop that it stands for.
void sumsInLoops(int n, Rows &r) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (std::size_t k = 1; k < r[i].size(); ++k)
      r[i][k] += r[i][k - 1];
}

// CHECK: [[@LINE+3]]:{{.*}}call of 'nth_element' may have side effects; what orders elements, as 'nth_element' does, stays as it is
void medians(int n, int m, Rows &r) {
#pragma sparse
  for (int i = 0; i < n; ++i) std::nth_element(r[i].begin(), r[i].begin() + m / 2, r[i].end());
}

// CHECK: [[@LINE+3]]:{{.*}}call of 'emplace_back' may have side effects; iterations append to different vectors: a loop that counts how many elements each gets, and one that fills one array in their order, are understood
void positive(int n, const double *x, std::vector<std::vector<int>> &out) {
#pragma sparse
  for (int i = 0; i < n; ++i) if (x[i] > 0) out[i].emplace_back(i);
}

struct Taker {
  Taker(int &i) { i += 2; }
};

// CHECK: [[@LINE+3]]:{{.*}}loop variable 'i' is modified in the body of its loop
void taken(int n, std::deque<Taker> &out) {
#pragma sparse
  for (int i = 0; i < n; ++i) out.emplace_back(i);
}

// CHECK: [[@LINE+4]]:{{.*}}iterations of 'i' depend on each other through 'k'
// CHECK: [[@LINE+2]]:{{.*}}note: 'scan' finds each place first where a condition keeps elements, 'if (…) kept[k++] = …', not where each is stored and 'k' goes on or not
int selected(int n, const double *x, int *kept, int k) {
#pragma sparse
  for (int i = 0; i < n; ++i) { kept[k] = i; k += x[i] > 0; }
  return k;
}

// CHECK: [[@LINE+4]]:{{.*}}loop runs as parallelize(i, cpu_thread, scan)
/// The form that it names.
int selectedIf(int n, const double *x, int *kept, int k) {
#pragma sparse
  for (int i = 0; i < n; ++i) if (x[i] > 0) kept[k++] = i;
  return k;
}

// CHECK: [[@LINE+13]]:{{.*}}call of 'swaps' cannot become a part of the loop: call of 'swap' may have side effects; 'swap' of vectors changes where they lie: accepted are two rows of one array, the one chosen by 'i % 2', as in 'row[(i % 2) * n + j]', and the other by '(i + 1) % 2'
// CHECK: [[@LINE+6]]:{{.*}}note: here, in the body of what is called
/// What stops it is in the library: the call of that is named.
static int swaps(int n) {
  std::vector<int> a(n + 1, 0), b(n + 1, 0);
  for (int k = 0; k < n; ++k) {
    a[k] = b[k] + 1;
    std::swap(a, b);
  }
  return a[0];
}
void viaLibrary(std::vector<int> &o) {
#pragma sparse
  for (size_t i = 0; i < o.size(); ++i) o[i] = swaps(o[i]);
}

// CHECK: [[@LINE+3]]:{{.*}}values of type 'std::vector<double>' are not supported; accepted are numbers, enumerations and std::complex, and in place of a vector as a whole a loop over its elements
void wholeVectors(const std::vector<std::vector<double>> &d, std::vector<std::vector<double>> &out) {
#pragma sparse
  for (size_t i = 0; i < d.size(); ++i) out[i] = d[i];
}

// CHECK: [[@LINE+4]]:{{.*}}different iterations of 'i' may update one element of 'cm'
// CHECK: [[@LINE+2]]:{{.*}}note: threads have copies of one array, not of rows: with all elements in one, 'cm[row * length + column]', they would add up in these
void confusion(std::vector<std::vector<int>> &cm, const std::vector<int> &y, const std::vector<int> &p) {
#pragma sparse
  for (size_t i = 0; i < y.size(); ++i) cm[y[i]][p[i]]++;
}

// CHECK: [[@LINE+4]]:{{.*}}loop runs as parallelize(i, cpu_thread, parallel_reduction)
/// The form that it names.
void confusionOfOne(std::vector<int> &cm, const std::vector<int> &y, const std::vector<int> &p, int n) {
#pragma sparse
  for (size_t i = 0; i < y.size(); ++i) cm[y[i] * n + p[i]]++;
}

// CHECK: [[@LINE+7]]:{{.*}}different iterations of 'e' may update one element of 'a'
// CHECK: [[@LINE+5]]:{{.*}}note: 'private(d) parallelize(e, cpu_thread, atomics)' makes each update atomic
static void element(const double *x, int e, double *d) { d[0] = -x[e]; d[1] = x[e]; }
/// What is pasted has the copies that a bare directive makes by itself.
void assembled(int n, const int *con, const double *x, Rows &a) {
  double d[2];
#pragma sparse
  for (int e = 0; e < n; ++e) {
    element(x, e, d);
    for (int k = 0; k < 2; ++k) a[con[e]][k] += d[k];
  }
}

// CHECK: [[@LINE+4]]:{{.*}}loop runs as private(d) parallelize(e, cpu_thread, atomics)
void pasted(int n, const int *con, const double *x, Rows &a) {
  double d[2];
#pragma sparse private(d) parallelize(e, cpu_thread, atomics)
  for (int e = 0; e < n; ++e) {
    element(x, e, d);
    for (int k = 0; k < 2; ++k) a[con[e]][k] += d[k];
  }
}

// CHECK: [[@LINE+4]]:{{.*}}loop runs as parallelize(i, cpu_thread, no_races
static int distance(const std::string &a, const std::string &b) { int d = 0; for (size_t i = 0; i < a.length(); ++i) d += a[i] != b[i]; return d; }
void distances(const std::vector<std::string> &r, std::vector<int> &o) {
#pragma sparse
  for (size_t i = 0; i + 1 < r.size(); ++i) o[i] = distance(r[i], r[i + 1]);
}

// CHECK: [[@LINE+4]]:{{.*}}call of 'compare' may have side effects; in place of 'compare' of a string, a loop over its characters would be understood
int stops(const std::string &g) { int c = 0;
#pragma sparse
  for (int i = 0; i + 3 <= (int)g.size(); ++i)
    c += g.compare(i, 3, "TAA") == 0;
  return c; }

// CHECK: [[@LINE+4]]:{{.*}}call of 'resize' may have side effects; 'resize' may change how many elements there are, which stays the same in a nest: behind a loop of its own the rest may run
void resized(int n, std::vector<std::vector<double>> &rows) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    rows[i].resize(n);
}

// CHECK: [[@LINE+4]]:{{.*}}call of 'printf' may have side effects; what 'printf' writes comes in the order of iterations, so that the loop stays: store what is computed, and write it behind the loop
void printed(int n, const double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    printf("%g\n", x[i]);
}

// CHECK: [[@LINE+4]]:{{.*}}call of 'swap' may have side effects; a loop or function of yours in place of this one of the standard library would be looked into
void swapped(int n, std::vector<std::vector<double>> &a, std::vector<std::vector<double>> &b) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    a[i].swap(b[i]);
}

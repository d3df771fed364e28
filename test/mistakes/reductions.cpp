// Loops that would have partial results if they were written otherwise say how; what
// would be a false promise is not proposed.
// clang-format off: what is checked is long
// RUN: %clangxx_sparse -std=c++17 -fsyntax-only -Rpass=sparse -Rpass-missed=sparse -fno-caret-diagnostics %s 2>&1 | FileCheck %s
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

// CHECK: [[@LINE+4]]:{{.*}}'i' depend on each other through 'least'
// CHECK-NEXT: note: 'fmin' passes over NaN; 'std::min(least, …)' and 'if (…) least = …' have partial results
double amongNumbers(int n, const double *x, double least) {
#pragma sparse
  for (int i = 0; i < n; ++i) least = fmin(least, x[i]);
  return least;
}

// CHECK: [[@LINE+4]]:{{.*}}'i' depend on each other through 'most'
// CHECK-NEXT: note: 'std::max(most, …)', with 'most' in front, has partial results: the other way round a NaN becomes 'most', and is forgotten again
double otherWayRound(int n, const double *x, double most) {
#pragma sparse
  for (int i = 0; i < n; ++i) most = std::max(x[i], most);
  return most;
}

// CHECK: [[@LINE+3]]:{{.*}}parallel_reduction
double inFront(int n, const double *x, double most) {
#pragma sparse
  for (int i = 0; i < n; ++i) most = std::max(most, x[i]);
  return most;
}

// CHECK: [[@LINE+5]]:{{.*}}'i' depend on each other through 'kept'
// CHECK-NEXT: note: 'scan' finds out where each thread begins if the updates of 'hist' stand in a loop of their own
int filterAndCount(int n, const std::vector<int> &x, std::vector<int> &hist, std::vector<int> &out) {
  int kept = 0;
#pragma sparse
  for (int i = 0; i < n; ++i) { hist[x[i]]++; if (x[i] > 5) out[kept++] = i; }
  return kept;
}

// CHECK: [[@LINE+5]]:{{.*}}'i' depend on each other through 'big'
// CHECK-NEXT: note: an iteration that goes before 'big' may set variables in its place, and do nothing else, there or in 'else': what it stores to memory, a variable may hold that is stored behind the loop
void storesPlace(int n, const double *x, int *worst) {
  double big = 0;
#pragma sparse
  for (int i = 0; i < n; ++i) if (x[i] > big) { big = x[i]; *worst = i; }
}

// CHECK: [[@LINE+4]]:{{.*}}call of 'lgamma' sets 'signgam', which all threads share; accepted are its values in an array that a loop of its own has filled
double likelihood(int n, const double *x) {
  double s = 0;
#pragma sparse
  for (int i = 0; i < n; ++i) s += std::lgamma(x[i]);
  return s;
}

// Slots that are counted are nobody's own.
// CHECK: [[@LINE+5]]:{{.*}}different iterations of 'k' may store to one element of 'next'
// CHECK-NOT: independent
// CHECK-NEXT: note: no race strategy makes such a loop parallel
void fill(int n, const std::vector<int> &from, std::vector<int> &next, std::vector<int> &col, std::vector<double> &diagonal) {
#pragma sparse
  for (int k = 0; k < n; ++k) { const int f = from[k], at = next[f]++; col[at] = k; diagonal[col[f]] += 0.5; }
}

// That ages differ is told last.
// CHECK: [[@LINE+5]]:{{.*}}different iterations of 'i' may update one element of 'byAge'
// CHECK-NEXT: note: 'assume(extent(byAge, n))', with as many elements as there are, lets 'parallel_reduction' join copies of 'byAge'
// CHECK: note: 'assume(injective(age))'
void byAges(int n, const int *age, int *byAge, int *state) {
#pragma sparse
  for (int i = 0; i < n; ++i) { if (state[i] == 1) { state[i] = 2; byAge[age[i]]++; } }
}

// Pairs, as C++17 has them.
// CHECK: [[@LINE+3]]:{{.*}}buffered_scan
void candidates(const std::vector<float> &x, float least, std::vector<std::pair<int, float>> &out) {
#pragma sparse
  for (int i = 0; i < int(x.size()); ++i) if (x[i] * 2 > least) out.push_back(std::pair<int, float>(i, x[i]));
}

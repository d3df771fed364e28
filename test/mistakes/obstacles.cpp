// What stands in the way is named, with what to write in its place; and that is
// accepted.
// clang-format off
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -Rpass=sparse -Rpass-missed=sparse -fno-caret-diagnostics %s >%t 2>&1
// RUN: FileCheck --match-full-lines --implicit-check-not=error: %s <%t

#include <string>
#include <tuple>
#include <vector>

using Rows = std::vector<std::vector<int>>;

/// Each row needs the one in front of it, whatever its columns are.
void alignment(int n, int m, const std::string &a, const std::string &b, Rows &H) {
  // CHECK: {{.*}}obstacles.cpp:[[#@LINE+3]]:3: remark: loop itself runs as written: iterations of 'i' depend on each other through 'H'; the loop inside is rewritten [-Rpass-missed=sparse]
  // CHECK: {{.*}}obstacles.cpp:[[#@LINE+1]]:9: note: no race strategy makes such a loop parallel
#pragma sparse
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j) {
      const int s = H[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
      H[i][j] = s < 0 ? 0 : s;
    }
}

void rowAbove(int i, int m, bool up, Rows &H) {
  // CHECK: {{.*}}obstacles.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: loop left unchanged: 'H[up ? i - 1 : i + 1]' is an array or object that an expression chooses; accepted is a variable, as in 'const auto k = up ? i - 1 : i + 1;' in front of the loop [-Rpass-missed=sparse]
#pragma sparse
  for (int j = 1; j <= m; ++j)
    H[i][j] = H[up ? i - 1 : i + 1][j - 1] + 2;
  const auto k = up ? i - 1 : i + 1;
  // CHECK: {{.*}}obstacles.cpp:[[#@LINE+2]]:3: remark: loop runs as parallelize(j, cpu_thread, no_races) [-Rpass=sparse]
#pragma sparse
  for (int j = 1; j <= m; ++j)
    H[i][j] = H[k][j - 1] + 2;
}

static int total(const int *t, int n) {
  int sum = 0;
  // CHECK: {{.*}}obstacles.cpp:[[#@LINE+11]]:{{[0-9]+}}: remark: loop left unchanged: call of 'total' cannot become a part of the loop: declaration is not supported in a function that is called inside of an expression or a bound; accepted are constants, and a call for a variable in front, as in 'const auto k = f(...);' [-Rpass-missed=sparse]
  // CHECK: {{.*}}obstacles.cpp:[[#@LINE-2]]:7: note: here, in the body of what is called
  for (int k = 0; k < n; ++k)
    sum += t[k];
  return sum;
}

void bounded(int n, const int *t, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const int begin = i;
    for (int j = begin; j < total(t, i); ++j)
      y[i] += x[j];
  }
  // CHECK: {{.*}}obstacles.cpp:[[#@LINE+2]]:3: remark: loop runs as parallelize(i, cpu_thread, no_races, schedule(dynamic, 16)) parallelize(k, cpu_vector, parallel_reduction) where 'i' has at least 64 iterations, and elsewhere as parallelize(i, cpu_thread, no_races, schedule(dynamic, 16)) [-Rpass=sparse]
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const auto k = total(t, i);
    for (int j = i; j < k; ++j)
      y[i] += x[j];
  }
}

void filled(int n, const int *pos, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    // CHECK: {{.*}}obstacles.cpp:[[#@LINE+1]]:{{[0-9]+}}: remark: {{.*}}: 'push_back' appends to vector 'mine', which is declared in the nest without a size; accepted is 'mine(n)' with as many elements as there may be, and 'mine[count++] = ...'{{.*}}
    std::vector<double> mine;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      mine.push_back(x[p]);
    for (double v : mine)
      y[i] += v;
  }
}

using Pair = std::tuple<int, double>;
static Pair both(const double *x, int i) { return {i, x[i]}; }

void tuples(int n, const double *x, const std::vector<Pair> &v, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    // CHECK: {{.*}}obstacles.cpp:[[#@LINE+1]]:{{[0-9]+}}: remark: loop left unchanged: values of type 'Pair' are not supported; accepted are numbers, enumerations and std::complex, and in place of a tuple a structure, whose members have names [-Rpass-missed=sparse]
    auto [a, b] = both(x, i);
    y[i] = a * b;
  }
#pragma sparse
  for (int i = 0; i < n; ++i)
    // CHECK: {{.*}}obstacles.cpp:[[#@LINE+1]]:{{[0-9]+}}: remark: loop left unchanged: call of 'get' may have side effects; accepted in place of a tuple is a structure, whose members have names [-Rpass-missed=sparse]
    y[i] = std::get<1>(v[i]);
}

struct Named {
  int a;
  double b;
};
static Named named(const double *x, int i) { return {i, x[i]}; }

void structures(int n, const double *x, double *y) {
  // CHECK: {{.*}}obstacles.cpp:[[#@LINE+2]]:3: remark: loop runs as parallelize(i, cpu_thread, no_races) [-Rpass=sparse]
#pragma sparse
  for (int i = 0; i < n; ++i) {
    auto [a, b] = named(x, i);
    y[i] = a * b;
  }
}

struct Grid {
  const double &operator[](int i) const;
};

void operators(int n, const Grid &g, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    // CHECK: {{.*}}obstacles.cpp:[[#@LINE+1]]:{{[0-9]+}}: remark: loop left unchanged: overloaded 'operator[]' may have side effects; {{.*}}; the body of 'operator[]' is not visible here [-Rpass-missed=sparse]
    y[i] = g[i];
}

// clang-format off: what is checked is long
// The element of a row is summed in lanes beside updates of those that j is at, if it is none of them:
// where j begins behind it, or ends in front of it.
//
// RUN: not %clangxx -w -std=c++20 -fopenmp %plugin -O2 -fsyntax-only -Rpass=sparse -Rpass-missed=sparse %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=remark --implicit-check-not='error: '

#define LOOP(NAME, INT, FROM, TO, ...)                                                              \
  void NAME(INT n, INT m, const double *x, double *f, double (*g)[3]) {                             \
    _Pragma("sparse parallelize(j, cpu_vector, parallel_reduction)") for (INT i = 0; i < n; ++i)    \
        for (INT j = FROM; j < TO; ++j) { __VA_ARGS__ }                                             \
  }
#define PAIR f[i] += x[j]; f[j] -= x[i];

// CHECK: [[@LINE+1]]:{{.*}}: remark: loop runs as
LOOP(behind, int, i + 1, n, PAIR)
// CHECK: [[@LINE+1]]:{{.*}}: remark: loop runs as
LOOP(inFront, int, 0, i, PAIR)
// CHECK: [[@LINE+1]]:{{.*}}: remark: loop runs as
LOOP(farBehind, long, i + 3, n, f[i + 2] += x[j]; f[j] -= x[i];)
// CHECK: [[@LINE+1]]:{{.*}}: remark: loop runs as
LOOP(threes, int, i + 1, n, f[3 * i + 2] += x[j]; f[3 * j] -= x[i]; f[3 * j + 1] += 1;)
// CHECK: [[@LINE+1]]:{{.*}}: remark: loop runs as
LOOP(columns, int, 0, i, g[i][2] += x[j]; g[j][0] -= x[i];)
// CHECK: [[@LINE+1]]:{{.*}}: remark: loop runs as
LOOP(noSign, unsigned, i + 1, n, PAIR)
// CHECK: [[@LINE+1]]:{{.*}}: remark: loop runs as
LOOP(bySize, unsigned long, i + 1, n, PAIR)
// What is read is no sum, and not the row's.
// CHECK: [[@LINE+1]]:{{.*}}: remark: loop runs as
LOOP(solved, int, 0, i, f[i] -= x[j] * f[j];)

// CHECK: [[@LINE+1]]:1: error: 'parallel_reduction' joins updates of one variable or element, but 'j' updates different elements of 'f'
LOOP(itself, int, i, n, PAIR)
// CHECK: [[@LINE+1]]:1: error: {{.*}}'f'
LOOP(upToItself, int, 0, i + 1, PAIR)
// CHECK: [[@LINE+1]]:1: error: {{.*}}'f'
LOOP(second, int, i + 1, n, f[i + 2] += x[j]; f[j] -= x[i];)
// CHECK: [[@LINE+1]]:1: error: {{.*}}'f'
LOOP(neighbour, int, i + 1, n, f[i] += x[j]; f[j - 1] -= x[i];)
// CHECK: [[@LINE+1]]:1: error: {{.*}}'f'
LOOP(amongThrees, int, i + 1, n, f[3 * i + 3] += x[j]; f[3 * j] -= x[i];)
// The first one may be in front of i: i + 2 wraps round.
// CHECK: [[@LINE+1]]:1: error: {{.*}}'f'
LOOP(wraps, unsigned, i + 2, n, PAIR)
// CHECK: [[@LINE+1]]:1: error: {{.*}}'f'
LOOP(wrapsInFront, unsigned, 0, i - 1, PAIR)
// CHECK: [[@LINE+1]]:1: error: {{.*}}'f'
LOOP(anywhere, int, m, n, PAIR)
// CHECK: [[@LINE+1]]:1: error: {{.*}}'f'
LOOP(solvedByItself, int, 0, i + 1, f[i] -= x[j] * f[j];)

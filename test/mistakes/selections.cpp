// Loops that look for the best element but are no selections say why.
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -Rpass-missed=sparse %s 2>&1 | FileCheck %s

int fromTable(int n, const double *x, const int *names) {
  double best = 1e300;
  int at = -1;
#pragma sparse
  // CHECK: [[#@LINE+1]]:{{.*}}'i' depend on each other through 'best'
  for (int i = 0; i < n; ++i)
    if (x[i] < best) {
      best = x[i];
      at = names[i];
    }
  // CHECK: note: threads may select iterations that the loop would not: what is behind the comparison with 'best' or set beside it may read memory that is not there, trap or overflow
  return at;
}

int otherwise(int n, const double *x, int &misses) {
  double best = 1e300;
  int at = -1, missed = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (x[i] < best) {
      best = x[i];
      at = i;
    } else {
      missed = i;
    }
  // CHECK: note: an iteration that goes before 'best' may set variables in its place, and do nothing else, there or in 'else'
  misses = missed;
  return at;
}

int twice(int n, const double *x) {
  double best = 1e300;
  int at = -1;
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (x[i] < best || best < 0) {
      best = x[i];
      at = i;
    }
  // CHECK: note: an iteration may be compared with 'best' once, by '<', '<=', '>' or '>=', and 'best' be set to what is compared with it
  return at;
}

int elsewhere(int n, const double *x, double *y) {
  double best = 1e300;
  int at = -1;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    if (x[i] < best) {
      best = x[i];
      at = i;
    }
    y[i] = best;
  }
  // CHECK: note: 'best', or what is set beside it, is used elsewhere in the loop
  return at;
}

// An outermost loop has a number of iterations that is known in front of it. What is said of others
// names the loop's own keyword, condition and variables.
// RUN: %clangxx -std=c++20 -ferror-limit=0 -w %plugin -fsyntax-only \
// RUN:   -Xclang -verify %s
#include <cmath>
#include <queue>
#include <vector>

void uncounted(int n, const int *a, int key, std::queue<int> &q, double *y) {
  int lo = 0, hi = n, done = 0;
#pragma sparse order(i)
  while (lo < hi) { // expected-error {{how often this 'while' runs is only known while it runs, by 'lo < hi'; accepted is a variable that each iteration steps by the same number, as in 'for (int i = begin; i < end; ++i)'}}
    int mid = (lo + hi) / 2;
    if (a[mid] < key)
      lo = mid + 1;
    else
      hi = mid;
  }
#pragma sparse order(i)
  while (!q.empty()) { // expected-error {{how often this 'while' runs is only known while it runs, by '!q.empty()'; accepted is}}
    y[q.front()] = 1;
    q.pop();
  }
#pragma sparse order(done)
  while (!q.empty()) { // expected-error {{how often this 'while' runs is only known while it runs, by '!q.empty()'}}
    q.pop();
    ++done;
  }
#pragma sparse order(done)
  while (lo < hi) { // expected-error {{how often this 'while' runs is only known while it runs, by 'lo < hi'}}
    lo = a[lo];
    ++done;
  }
#pragma sparse order(i)
  for (;;) { // expected-error {{how often this 'for' runs is only known while it runs, by a jump in its body; accepted is a variable that each iteration steps by the same number, as in 'for (int i = begin; i < end; ++i)'}}
    if (y[lo] < 0)
      break;
    lo = a[lo];
  }
#pragma sparse order(i)
  while (true) { // expected-error {{how often this 'while' runs is only known while it runs, by a jump in its body; accepted is}}
    if (y[lo] < 0)
      break;
    lo = a[lo];
  }
}

void endEarly(int n, std::vector<double> &y, double tol) {
  double err = 1;
#pragma sparse order(it)
  for (int it = 0; it < n && err > tol; ++it) // expected-error {{loop may end early, where 'err > tol' is false; accepted are loops that run to their bound, 'it < n'}}
    err *= y[it];
  size_t k = 0;
#pragma sparse order(k)
  while (k < y.size() && y[k] > 0) // expected-error {{loop may end early, where 'y[k] > 0' is false; accepted are loops that run to their bound, 'k < y.size()'}}
    ++k;
  int it = 0, updates = 0;
#pragma sparse order(it)
  while (err > tol && it < n) { // expected-error {{loop may end early, where 'err > tol' is false; accepted are loops that run to their bound, 'it < n'}}
    updates++;
    err *= y[it++];
  }
#pragma sparse order(i)
  for (int i = n - 1; (i >= 0) && y[i] > 0 && std::abs(y[i]) < tol; --i) // expected-error {{loop may end early, where 'y[i] > 0' is false; accepted are loops that run to their bound, 'i >= 0'}}
    y[i] = 0;
}

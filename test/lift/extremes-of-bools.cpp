// The smaller one of two bools is no reduction.
// RUN: %clangxx_sparse -std=c++20 -O2 -fplugin-arg-sparse-min-work=0 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only -Xclang -verify %s

#include <algorithm>

bool all(int n, const bool *x, bool s) {
#pragma sparse // expected-note {{no race strategy makes such a loop parallel}}
  // expected-remark@+1 {{iterations of 'i' depend on each other through 's'}}
  for (int i = 0; i < n; ++i)
    s = std::min(s, x[i]);
  return s;
}

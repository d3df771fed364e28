// clang-format off: what is checked is long
// Iterations with containers of their own that meet stay as they are written, whatever is
// promised.
// RUN: %clangxx_sparse -std=c++20 -fopenmp -Rpass=sparse -Rpass-missed=sparse -fsyntax-only %s 2>&1 | FileCheck %s

#include <map>
#include <string>
#include <vector>

// CHECK: :[[@LINE+5]]:24: remark: loop left unchanged: values of type 'std::map<int, int>'
// CHECK: note: nor do threads take its iterations as they are written: iterations read what others change in 'v'
void readsOthers(std::vector<std::string> &v) {
#pragma sparse assume(independent(i))
  for (size_t i = 1; i < v.size(); ++i) {
    std::map<int, int> m;
    ++m[(int)v[i - 1].size()];
    v[i] = std::to_string(m.begin()->first);
  }
}

// CHECK: :[[@LINE+5]]:24: remark: loop left unchanged: values of type 'std::map<int, int>'
int asksForSums(const std::vector<int> &w, std::vector<int> &id) {
  int n = 0;
#pragma sparse assume(independent(i))
  for (size_t i = 0; i < w.size(); ++i) {
    std::map<int, int> m;
    ++m[w[i]];
    if (w[i] > 0)
      id[i] = n++ + m.begin()->second;
  }
  return n;
}

// CHECK: :[[@LINE+5]]:24: remark: loop left unchanged: values of type 'std::map<int, int>'
// CHECK: note: nor do threads take its iterations as they are written: iterations change 'out'
void changesAny(const std::vector<int> &w, std::vector<int> &out) {
#pragma sparse assume(independent(i))
  for (size_t i = 0; i < w.size(); ++i) {
    std::map<int, int> m;
    ++m[w[i]];
    size_t k = i;
    k += m.size();
    out[k] = out[k] * 3 + m.begin()->first;
  }
}

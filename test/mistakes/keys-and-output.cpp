// Elements of maps, bits of vectors and output have causes and cures of their
// own.
// clang-format off
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -Rpass=sparse -Rpass-missed=sparse -fno-caret-diagnostics %s 2>&1 | FileCheck %s

#include <iostream>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

void keys(int n, std::map<std::string, std::vector<double>> &m, std::unordered_map<int, double> &u) {
  // CHECK: [[@LINE+3]]:{{.*}}: remark: loop left unchanged: overloaded 'operator[]' may have side effects; std::map looks for a key, and may add it: accepted is a reference to one element, as in 'auto &e = m[key];' in front of the loop
#pragma sparse
  for (int k = 0; k < n; ++k)
    m["diag"][k] = 2;
  // CHECK: [[@LINE+3]]:{{.*}}; std::unordered_map may add an element for each key: accepted are keys that are numbered in front of the loop, and an array over these numbers, as in 'sum[number[i]] += x[i];'
#pragma sparse
  for (int k = 0; k < n; ++k)
    u[k] = 2;
  // CHECK: [[@LINE+3]]:3: remark: loop runs as
  auto &e = m["diag"];
#pragma sparse
  for (int k = 0; k < n; ++k)
    e[k] = 2;
}

void bits(int n, const std::vector<bool> &b, double *y) {
  // CHECK: [[@LINE+3]]:{{.*}}; elements of std::vector<bool> share their bytes, and accepted are vectors of other types
#pragma sparse
  for (int k = 0; k < n; ++k)
    y[k] = b[k] ? 1 : 0;
}

void output(int n, const double *x, double *y) {
  // CHECK: [[@LINE+5]]:{{.*}}: remark: loop left unchanged: output stands under no condition that is known in front of the loop; accepted is a flag that the loop sets, and output behind it
#pragma sparse
  for (int k = 0; k < n; ++k) {
    y[k] = 2 * x[k];
    if (y[k] > 100)
      std::cerr << "too large: " << k << std::endl;
  }
  // CHECK: [[@LINE+3]]:3: remark: loop runs as
  bool bad = false;
#pragma sparse
  for (int k = 0; k < n; ++k) {
    y[k] = 2 * x[k];
    if (y[k] > 100)
      bad = true;
  }
  if (bad)
    std::cerr << "too large" << std::endl;
}

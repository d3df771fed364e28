// Which list an element goes to may be computed in floating point: a product
// that nothing is added to, a quotient and what <cmath> computes exactly are the
// same in both passes, unless the compiler may compute them otherwise.
// RUN: %clangxx_sparse -O2 -fno-math-errno -fsyntax-only -Rpass=sparse -Rpass-missed=sparse %s 2>&1 | FileCheck %s
// RUN: %clangxx_sparse -O2 -fno-math-errno -fsyntax-only -Rpass=sparse -Rpass-missed=sparse -ffast-math %s 2>&1 | FileCheck %s --check-prefix=LOOSE
// RUN: %clangxx_sparse -O2 -fno-math-errno -fsyntax-only -Rpass=sparse -Rpass-missed=sparse -freciprocal-math %s 2>&1 | FileCheck %s --check-prefix=LOOSE
// RUN: %clangxx_sparse -O2 -fno-math-errno -fsyntax-only -Rpass=sparse -Rpass-missed=sparse -ffp-contract=fast %s 2>&1 | FileCheck %s --check-prefix=LOOSE

#include <cmath>
#include <vector>

// CHECK: [[@LINE+4]]:1: remark: loop runs as parallelize(i, cpu_thread, scan)
// LOOSE: [[@LINE+3]]:1: remark: loop left unchanged: {{.*}}'at'
void cells(const std::vector<double> &x, double lo, double size, std::vector<int> &at, std::vector<int> &items) {
#pragma sparse
for (int i = 0; i < int(x.size()); ++i)
  items[at[int((x[i] - lo) / size)]++] = i;
}

// CHECK: [[@LINE+3]]:1: remark: loop runs as parallelize(i, cpu_thread, scan)
void floors(const std::vector<double> &x, double inverse, std::vector<int> &at, std::vector<int> &items) {
#pragma sparse
for (int i = 0; i < int(x.size()); ++i)
  items[at[int(std::floor(std::sqrt(x[i] * x[i]) * inverse))]++] = i;
}

// CHECK: [[@LINE+6]]:1: remark: loop left unchanged: {{.*}}'at'
// CHECK-NOT: independent
// CHECK: note: 'scan' cannot find out first where each thread of 'i' begins: how 'at' is updated depends on floating-point arithmetic, which the compiler may round differently in the two passes
// CHECK-NOT: independent
void fused(const std::vector<double> &x, double a, double b, std::vector<int> &at, std::vector<int> &items) {
#pragma sparse
for (int i = 0; i < int(x.size()); ++i)
  items[at[int(a * x[i] + b)]++] = i;
}

// The compiler sees through variables of the iteration's own.
// CHECK: [[@LINE+3]]:1: remark: loop left unchanged: {{.*}}'at'
void later(const std::vector<double> &x, double a, double b, std::vector<int> &at, std::vector<int> &items) {
#pragma sparse
for (int i = 0; i < int(x.size()); ++i) {
  const double t = a * x[i];
  items[at[int(t - b)]++] = i;
}
}

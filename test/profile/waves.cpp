// clang-format off: what is checked is long
// What was found out about plans of a wavefront is in the profile, and on the page in place of what
// it may have been.
// REQUIRES: openmp
// RUN: %clangxx_sparse -O1 %s -fplugin-arg-sparse-profile -fplugin-arg-sparse-quiet -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t
// RUN: rm -rf %t.d && mkdir %t.d && env OMP_NUM_THREADS=2 LACUNA_PROFILE=%t.d/p.json %t 2>&1 | count 0
// RUN: cat %t.d/p.*.json | FileCheck %s
// RUN: cat %t.d/p.*.json | FileCheck --check-prefix=FEW %s
// RUN: %lacuna-report --profile %t.d -o %t.site && cat %t.site/loop-*.html | FileCheck --check-prefix=PAGE %s

#include <vector>

using Integers = std::vector<int>;

// CHECK: "function": "chain",
// CHECK: "found": "wavefront of 'i': {{(no plan promises to be faster,|its accesses are not noted, .*:)}} the loop runs as it was written; to find out took {{[0-9]+}} us",
// PAGE: <p>Where no order of iterations of &apos;i&apos; has shown to be faster on threads: wavefront of &apos;i&apos;: {{.*}}the loop runs as it was written; to find out took {{[0-9]+}} us.</p>
static void chain(int n, const int *pos, const int *crd, double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    double s = x[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s -= 0.125 * x[crd[p]];
    x[i] = s * 0.5;
  }
}

// A few runs tell nothing.
// FEW: "function": "few",
// FEW-NOT: "found"
// FEW: "versions"
static void few(int n, const int *pos, const int *crd, double *x) {
#pragma sparse
  for (int k = 0; k < n; ++k) {
    double s = x[k];
    for (int p = pos[k]; p < pos[k + 1]; ++p)
      s -= 0.25 * x[crd[p]];
    x[k] = s * 0.5;
  }
}

int main() {
  constexpr int N = 40000;
  // A row needs the one before it.
  Integers pos(N + 1), crd(N);
  for (int i = 0; i < N; ++i) {
    pos[i + 1] = i + 1;
    crd[i] = i == 0 ? 0 : i - 1;
  }
  std::vector<double> x(N, 1.0);
  for (int Run = 0; Run < 40; ++Run)
    chain(N, pos.data(), crd.data(), x.data());
  for (int Run = 0; Run < 3; ++Run)
    few(N, pos.data(), crd.data(), x.data());
}

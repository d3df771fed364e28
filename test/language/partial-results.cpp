// What generated code computes on the way overflows nowhere that the loop does not.
// RUN: %clangxx_sparse -std=c++20 -O1 -fsanitize=undefined -fno-sanitize-recover=all -fplugin-arg-sparse-min-work=0 -Rpass=sparse %s -o %t 2>&1 | grep -c "loop runs as" | grep -qx 3
// RUN: env OMP_NUM_THREADS=2 %t

#include <vector>

[[gnu::noinline]] static int sum(int s, const int *a, int n) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}

[[gnu::noinline]] static int sumInLanes(int s, const int *a, int n) {
#pragma sparse parallelize(i, cpu_vector, parallel_reduction)
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}

[[gnu::noinline]] static int product(const int *a, int n) {
  int s = 1;
#pragma sparse
  for (int i = 0; i < n; ++i)
    s *= a[i];
  return s;
}

int main() {
  const int n = 1000;
  std::vector<int> a(n), p(n, 1);
  a[0] = 1500000000, a[500] = a[998] = 1000000000;
  p[0] = 0, p[996] = p[997] = p[998] = p[999] = 2000;
  return sum(-2000000000, a.data(), n) != 1500000000 ||
         sumInLanes(-2000000000, a.data(), n) != 1500000000 || product(p.data(), n) != 0;
}

// A project's only C++ file. The sum of each row is worked out by hand.
// PLAIN: y = 1 14 0 12
// GENERATED-DAG: y = 1 14 0 12
// GENERATED-DAG: lacuna: {{.*}}main.cpp:{{.*}}: generated 1, fallback 0

#include <cstdio>
#include <vector>

int main() {
  const std::vector<int> pos{0, 1, 3, 3, 4}, crd{0, 1, 3, 2};
  const std::vector<double> val{1, 1, 3, 4}, x{1, 2, 3, 4};
  std::vector<double> y(4);
  const int m = 4;
#pragma sparse split(i, i0, i1, 2) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
  std::printf("y = %g %g %g %g\n", y[0], y[1], y[2], y[3]);
}

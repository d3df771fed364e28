// Where there is no memory to find out about a loop it runs as it is written.
// RUN: %check-run --fallback 3 --loops 1 --threads 2 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t

#include "support/memory.h"
#include "support/support.h"

static void sweep(int n, const int *pos, const int *crd, double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i) {
    double s = 0.5;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += x[crd[p]];
    x[i] = s * 0.1;
  }
}

int main() {
  const int n = 1000000;
  std::vector<int> pos = {0}, crd;
  for (int i = 0; i < n; ++i) {
    crd.push_back(i / 64 * 64);
    pos.push_back(int(crd.size()));
  }
  std::vector<double> x(n, 1.0), y(400, 1.0);
  // The threads are there.
  sweep(400, pos.data(), crd.data(), y.data());
  run::leave(1 << 20);
  for (int Time = 0; Time < 3; ++Time)
    sweep(n, pos.data(), crd.data(), x.data());
  run::leave(size_t(1) << 40);
  run::record("few", y);
  run::record("many", x);
}

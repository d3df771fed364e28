// Functions of OpenMP's are declared where neither the language of the function
// around nor the visibility of its namespace makes something else of them.
// RUN: %check-run --loops 5 --fallback 1 %s -o %t -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -fplugin-arg-sparse-min-work=0

#include "../run/support/support.h"

static void first(int n, double *a) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    a[i] += i;
}

extern "C" void inC(int n, double *a) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    a[i] *= 1.5;
}

namespace hidden __attribute__((visibility("hidden"))) {
template <class T> T sum(int n, const T *a) {
  T s = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}

namespace inside {
extern "C++" {
void solve(int n, const int *pos, const int *crd, double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      x[i] -= 0.125 * x[crd[p]];
}
}
} // namespace inside
} // namespace hidden

#pragma GCC visibility push(hidden)
void pushed(int n, double *a) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    a[i] -= 3;
}
#pragma GCC visibility pop

int main() {
  const int n = 50;
  std::vector<double> a(n, 2.5);
  std::vector<int> pos(n + 1), crd(n);
  for (int i = 0; i < n; ++i) {
    pos[i + 1] = i;
    crd[i] = i / 2;
  }
  first(n, a.data());
  inC(n, a.data());
  run::record("sum", std::vector<double>{hidden::sum(n, a.data())});
  hidden::inside::solve(n, pos.data(), crd.data(), a.data());
  pushed(n, a.data());
  run::record("a", a);
}

// Updates of std::complex, spelled in every way, of locals and of elements.
// RUN: %check-run --loops 14 %s -o %t

#include "../run/support/support.h"

#define ROWS(UPDATE)                                                           \
  for (int i = 0; i < m; ++i) {                                                \
    Val s = y[i];                                                              \
    for (int p = pos[i]; p < pos[i + 1]; ++p)                                  \
      UPDATE;                                                                  \
    y[i] = s;                                                                  \
  }
#define ELEMENTS(UPDATE)                                                       \
  for (int i = 0; i < m; ++i)                                                  \
    for (int p = pos[i]; p < pos[i + 1]; ++p)                                  \
      UPDATE;

template <class Val>
void update(int m, const int *pos, const int *crd, const Val *val, const Val *x,
            Val *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  ROWS(s += val[p] * x[crd[p]])
#pragma sparse parallelize(i, cpu_thread, no_races)
  ROWS(s -= val[p] * x[crd[p]])
#pragma sparse parallelize(i, cpu_thread, no_races)
  ROWS(s += -val[p] * x[crd[p]])
#pragma sparse parallelize(i, cpu_thread, no_races)
  ROWS(s -= -val[p])
#pragma sparse parallelize(i, cpu_thread, no_races)
  ROWS(s = s + val[p])
#pragma sparse parallelize(i, cpu_thread, no_races)
  ROWS(s = s - val[p])
#pragma sparse parallelize(i, cpu_thread, no_races)
  ROWS(s *= val[p])
#pragma sparse parallelize(i, cpu_thread, no_races)
  ROWS(s = s * val[p])
#pragma sparse parallelize(i, cpu_thread, no_races)
  ELEMENTS(y[i] += val[p] * x[crd[p]])
#pragma sparse parallelize(i, cpu_thread, no_races)
  ELEMENTS(y[i] -= val[p] * x[crd[p]])
#pragma sparse parallelize(i, cpu_thread, no_races)
  ELEMENTS(y[i] = y[i] + val[p])
#pragma sparse parallelize(i, cpu_thread, no_races)
  ELEMENTS(y[i] = y[i] - val[p])
#pragma sparse parallelize(i, cpu_thread, no_races)
  ELEMENTS(y[i] *= val[p])
#pragma sparse fuse(i, p, f) split(f, f0, f1, 4)
  ELEMENTS(y[i] -= x[crd[p]])
}

template <class Val> void check(const char *Type) {
  for (const auto &A : run::shapes<Val>()) {
    std::vector<Val> x = run::Random(3).vector<Val>(A.Cols);
    std::vector<Val> y = run::Random(4).vector<Val>(A.Rows + 1);
    update(int(A.Rows), A.pos.data(), A.crd.data(), A.val.data(), x.data(),
           y.data());
    run::record(std::string(Type) + ", " + A.Name, y);
  }
}

int main() {
  check<std::complex<double>>("complex<double>");
  check<std::complex<float>>("complex<float>");
}

// Inline functions, templates and classes with annotated loops.
#ifndef LOOPS_H
#define LOOPS_H

#define SCHEDULE split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)

inline void inlined(int n, const int *pos, const int *crd, const double *val,
                    const double *x, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

template <class T> struct Matrix {
  int n;
  const int *pos, *crd;
  const T *val;
  void multiply(const T *x, T *y) const {
#pragma sparse SCHEDULE
    for (int i = 0; i < n; ++i)
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        y[i] += val[p] * x[crd[p]];
  }
  template <class F> void forEach(F f) const {
    f(*this);
  }
};

// Instantiated by the file that holds it.
inline void doubles(const Matrix<double> &A, const double *x, double *y) {
  A.multiply(x, y);
}

constexpr int sum(int n) {
  int y[64] = {}, total = 0;
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] = i;
  for (int i = 0; i < n; ++i)
    total += y[i];
  return total;
}

#endif

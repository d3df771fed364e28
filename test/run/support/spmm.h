// Product with a dense row-major matrix of a given width, under a directive.
#ifndef LACUNA_TEST_RUN_SPMM_H
#define LACUNA_TEST_RUN_SPMM_H

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define SPMM(Name, Width, ...)                                                 \
  void Name(int m, int K, const int *pos, const int *crd, const double *val,   \
            const double *B, double *C) {                                      \
    (void)K;                                                                   \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < m; ++i)                                                \
      for (int p = pos[i]; p < pos[i + 1]; ++p) {                              \
        int j = crd[p];                                                        \
        for (int k = 0; k < Width; ++k)                                        \
          C[i * Width + k] += val[p] * B[j * Width + k];                       \
      }                                                                        \
  }

#endif // LACUNA_TEST_RUN_SPMM_H

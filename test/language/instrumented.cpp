// Where checks or counters keep lanes away, Clang has nothing to warn of.
// RUN: %clangxx_sparse -std=c++20 -O2 -fsanitize=undefined -Wall -Werror -c %s -o %t.o
// RUN: %clangxx_sparse -std=c++20 -O2 --coverage -Wall -Werror -c %s -o %t.o
// RUN: %clangxx_sparse -std=c++20 -O2 -fprofile-instr-generate -fcoverage-mapping -Wall -Werror -c %s -o %t.o
// RUN: %clangxx_sparse -std=c++20 -Os -Wall -Werror -c %s -o %t.o

void product(int m, const int *pos, const int *crd, const double *val, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
  }
}

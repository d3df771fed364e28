// ADVICE: say 'assume(extent(mark, n))'
#include "data.h"

void lengths(int m, int n, const int *pos, const int *crd, int *length) {
  int *mark = new int[n];
  for (int j = 0; j < n; ++j)
    mark[j] = -1;
#pragma sparse private(mark) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int count = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (mark[crd[p]] != i) {
        mark[crd[p]] = i;
        ++count;
      }
    length[i] = count;
  }
  delete[] mark;
}

int main() {
  const Matrix A(1);
  Ints length(M);
  lengths(M, M, A.pos.data(), A.crd.data(), length.data());
  show(length);
}

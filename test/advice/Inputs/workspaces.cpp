// A marker and an accumulator of the function's own, in which rows need nothing of
// each other.
// ADVICE: 'scan' finds out first where each thread begins
// ADVICE: 'private(mark)' gives each thread a copy of 'mark', if no iteration needs what another one left there
// ADVICE: 'private(acc)' gives each thread a copy of 'acc', if no iteration needs what another one left there
#include "data.h"

int multiply(const Matrix &A, const Matrix &B, Ints &posC, Ints &crdC, Values &valC) {
  Ints mark(M, -1);
  Values acc(M);
  int nz = 0;
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < M; ++i) {
    const int first = nz;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      for (int q = B.pos[A.crd[p]]; q < B.pos[A.crd[p] + 1]; ++q) {
        const int j = B.crd[q];
        if (mark[j] != i) {
          mark[j] = i;
          crdC[nz++] = j;
          acc[j] = A.val[p] * B.val[q];
        } else {
          acc[j] += A.val[p] * B.val[q];
        }
      }
    for (int r = first; r < nz; ++r)
      valC[r] = acc[crdC[r]];
    posC[i + 1] = nz;
  }
  return nz;
}

int main() {
  const Matrix A(1), B(4);
  Ints pos(M + 1), crd(M * M);
  Values val(M * M);
  std::printf("%d\n", multiply(A, B, pos, crd, val));
  show(pos);
  show(crd);
  show(val);
}

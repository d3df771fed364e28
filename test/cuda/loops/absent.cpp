// Arrays that a run does not access are not copied to the GPU: nothing need be
// there.

#include "../../run/support/guarded.h"
#include "../../run/support/support.h"

using Vector = std::vector<double>;

struct Diagonal {
  const double *val;
};

void underFlag(int m, bool use, const double *d, double *y) {
#pragma sparse target(cuda)
  for (int i = 0; i < m; ++i) {
    y[i] += 1;
    if (use)
      y[i] += d[i];
  }
}

void behindPointer(int m, bool use, const Diagonal *D, double *y) {
#pragma sparse target(cuda)
  for (int i = 0; i < m; ++i) {
    y[i] += 1;
    if (use)
      y[i] += D->val[i];
  }
}

void columns(int m, int K, const double *c, double *y) {
#pragma sparse target(cuda)
  for (int i = 0; i < m; ++i) {
    y[i] += 1;
    for (int k = 0; k < K; ++k)
      y[i] += c[k];
  }
}

void rows(int m, int n, const int *pos, const int *crd, const double *val,
          const double *x, double *y) {
#pragma sparse assume(extent(x, n)) target(cuda)
  for (int i = 0; i < m; ++i) {
    double sum = 1;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void fibres(int m, int n, const int *pos, const int *posq, const int *crd,
            const double *val, const double *x, double *y) {
#pragma sparse assume(extent(x, n)) target(cuda)
  for (int i = 0; i < m; ++i) {
    double sum = 1;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int q = posq[p]; q < posq[p + 1]; ++q)
        sum += val[q] * x[crd[q]];
    y[i] = sum;
  }
}

int main() {
  const int M = 50;
  const Vector Some(M, 2);
  const std::vector<int> NoPos(M + 1);
  std::vector<int> Pos(M + 1), Crd(2 * M);
  for (int I = 0; I < M; ++I) {
    Pos[I + 1] = 2 * I + 2;
    Crd[2 * I] = I;
    Crd[2 * I + 1] = I / 2;
  }
  const Vector Val(2 * M, 3);
  const std::vector<int> Posq = Pos;
  Diagonal D{Some.data()};
  for (bool IsNull : {false, true}) {
    // Nothing can be accessed there.
    char *Nowhere =
        IsNull ? nullptr
               : reinterpret_cast<char *>(run::guarded(std::vector<double>()));
    auto *NoIndices = reinterpret_cast<const int *>(Nowhere);
    auto *NoNumbers = reinterpret_cast<const double *>(Nowhere);
    Vector Y(M);
    underFlag(M, false, NoNumbers, Y.data());
    underFlag(M, true, run::guarded(Some), Y.data());
    behindPointer(M, false, reinterpret_cast<Diagonal *>(Nowhere), Y.data());
    behindPointer(M, true, &D, Y.data());
    columns(M, 0, NoNumbers, Y.data());
    columns(M, 3, run::guarded(Vector(3, 4)), Y.data());
    run::record("dense", Y);
    rows(M, M, NoPos.data(), NoIndices, NoNumbers, NoNumbers, Y.data());
    run::record("no positions", Y);
    rows(M, M, run::guarded(Pos), run::guarded(Crd), run::guarded(Val),
         run::guarded(Some), Y.data());
    run::record("rows", Y);
    fibres(M, M, NoPos.data(), NoIndices, NoIndices, NoNumbers, NoNumbers,
           Y.data());
    run::record("no fibres", Y);
    fibres(M / 2, M, Pos.data(), run::guarded(Posq), run::guarded(Crd),
           run::guarded(Val), run::guarded(Some), Y.data());
    run::record("fibres", Y);
  }
}

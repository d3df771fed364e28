// Compares products with a dense matrix in position space with the plain loop.
#include "Rows.h"
#include <cstdio>

#include CODE

using Kernel = int(const int, const int, const int *const, const int *const,
                   const double *const, const double *const, double *const);

static bool check(const char *Name, Kernel *K, Rows M, int Width) {
  std::vector<double> B(Rows::Columns * Width), C(M.Count * Width + 1, 3);
  for (double &V : B)
    V = M.next(9);
  std::vector<double> Expected = C;
  for (int I = 0; I < M.Count; ++I)
    for (int P = M.Pos[I]; P < M.Pos[I + 1]; ++P)
      for (int L = 0; L < Width; ++L)
        Expected[I * Width + L] += M.Val[P] * B[M.Crd[P] * Width + L];
  int Failed = K(M.Count, Width, M.Pos.data(), M.Crd.data(), M.Val.data(),
                 B.data(), C.data());
  if (!Failed && C == Expected)
    return true;
  std::printf("%s: wrong for %d rows of %d, guard %d\n", Name, M.Count, Width,
              Failed);
  return false;
}

int main() {
  bool Good = true;
  for (int Count : {0, 1, 2, 7, 64})
    for (int Shape = 0; Shape < 4; ++Shape)
      for (int Width : {0, 1, 5}) {
        Rows M(Count, Shape, 5);
        Good &= check("carried", carried, M, Width);
        Good &= check("atomic", atomic, M, Width);
      }
  return !Good;
}

// Compares row products in position space with the plain loop.
#include "Rows.h"
#include <cstdio>

namespace serial {
#include "serial.inc"
}
namespace carried {
#include "carried.inc"
}
namespace divided {
#include "divided.inc"
}
namespace atomic {
#include "atomic.inc"
}
namespace lanes {
#include "lanes.inc"
}
namespace balanced {
#include "balanced.inc"
}

using Kernel = int(const int, const int *const, const int *const,
                   const double *const, const double *const, double *const);

static bool check(const char *Name, Kernel *K, Rows M) {
  std::vector<double> X(Rows::Columns), Y(M.Count, -1), Expected(M.Count, 0);
  for (double &V : X)
    V = M.next(9);
  for (int I = 0; I < M.Count; ++I)
    for (int P = M.Pos[I]; P < M.Pos[I + 1]; ++P)
      Expected[I] += M.Val[P] * X[M.Crd[P]];
  int Failed =
      K(M.Count, M.Pos.data(), M.Crd.data(), M.Val.data(), X.data(), Y.data());
  if (!Failed && Y == Expected)
    return true;
  std::printf("%s: wrong for %d rows, guard %d\n", Name, M.Count, Failed);
  return false;
}

static bool checkAll(const Rows &M) {
  bool Good = check("serial", serial::spmv, M);
  Good &= check("carried", carried::spmv, M);
  Good &= check("divided", divided::spmv, M);
  Good &= check("atomic", atomic::spmv, M);
  Good &= check("lanes", lanes::spmv, M);
  Good &= check("balanced", balanced::spmv, M);
  return Good;
}

int main() {
  bool Good = true;
  for (int Count : {0, 1, 2, 7, 64, 300})
    for (int Shape = 0; Shape < 4; ++Shape)
      for (unsigned Seed = 1; Seed < 4; ++Seed) {
        Rows M(Count, Shape, Seed);
        Good &= checkAll(M);
        // Rows need not follow each other.
        const int Entries = M.Pos.back();
        for (int &P : M.Pos)
          if (M.next(3) == 0)
            P = M.next(Entries + 1);
        Good &= checkAll(M);
      }
  // Negative sizes are no rows, and nothing is read.
  Good &= carried::spmv(-3, nullptr, nullptr, nullptr, nullptr, nullptr) == 0;
  Good &= balanced::spmv(-3, nullptr, nullptr, nullptr, nullptr, nullptr) == 0;
  return !Good;
}

// Calls the row product as generated under several schedules and compares it
// with the plain loop on matrices with empty, short and long rows. All values
// are small integers, so that every order of summation is exact.
#include <cstdio>
#include <vector>

namespace plain {
#include "plain.inc"
}
namespace a1 {
#include "a1.inc"
}
namespace tiles {
#include "tiles.inc"
}
#ifndef SERIAL // asks the OpenMP library for the number of threads
namespace lanes {
#include "lanes.inc"
}
namespace chunks {
#include "chunks.inc"
}
#endif

using Kernel = int(const int, const int *const, const int *const,
                   const double *const, const double *const, double *const);

static bool check(const char *Name, Kernel *K, int Rows, unsigned Seed) {
  std::vector<int> Pos{0}, Crd;
  std::vector<double> Val, X(50), Y(Rows + 1, -1), Expected(Rows + 1, -1);
  auto Next = [&](unsigned Below) {
    Seed = Seed * 1664525 + 1013904223;
    return (Seed >> 8) % Below;
  };
  for (double &V : X)
    V = Next(9);
  for (int I = 0; I < Rows; ++I) {
    unsigned Length = Next(3) ? Next(7) : Next(4) ? 0 : 100;
    for (unsigned P = 0; P < Length; ++P) {
      Crd.push_back(Next(50));
      Val.push_back(Next(5));
    }
    Pos.push_back(Crd.size());
    Expected[I] = 0;
    for (int P = Pos[I]; P < Pos[I + 1]; ++P)
      Expected[I] += Val[P] * X[Crd[P]];
  }
  int Failed = K(Rows, Pos.data(), Crd.data(), Val.data(), X.data(), Y.data());
  if (Failed || Y != Expected) {
    std::printf("%s: wrong for %d rows, guard %d\n", Name, Rows, Failed);
    return false;
  }
  // The output where the input is: the guard says so and nothing is stored,
  // unless no row's result is read.
  bool Overlaps = false;
  for (int J : Crd)
    Overlaps |= J < Rows;
  std::vector<double> Before = X;
  if (Overlaps !=
      (K(Rows, Pos.data(), Crd.data(), Val.data(), X.data(), X.data()) != 0)) {
    std::printf("%s: overlap not seen for %d rows\n", Name, Rows);
    return false;
  }
  for (int I = 0; !Overlaps && I < Rows; ++I)
    Before[I] = Expected[I];
  return X == Before;
}

int main() {
  bool Good = true;
  for (int Rows : {0, 1, 2, 4, 5, 31, 32, 33, 64, 200})
    for (unsigned Seed = 1; Seed < 4; ++Seed) {
      Good &= check("plain", plain::spmv, Rows, Seed);
      Good &= check("a1", a1::spmv, Rows, Seed);
      Good &= check("tiles", tiles::spmv, Rows, Seed);
#ifndef SERIAL
      Good &= check("lanes", lanes::spmv, Rows, Seed);
      Good &= check("chunks", chunks::spmv, Rows, Seed);
#endif
    }
  return !Good;
}

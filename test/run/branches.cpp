// 'switch' and branches that declare what they ask, on threads, in serial
// schedules, in loops that are not counted.
// RUN: %check-run %s -o %t

#include "support/support.h"
#include <limits>

using Kind = unsigned char;
enum : unsigned char { Inner, Wall, Inflow, Outflow, Ghost = 200 };

/// Boundary conditions by the kind of a row.
void apply(int m, const int *pos, const int *crd, const double *val,
           const Kind *kind, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    switch (kind[i]) {
    case Wall:
      y[i] = 0;
      break;
    case Inflow:
    case Outflow: {
      double half = s / 2;
      y[i] = kind[i] == Inflow ? half : -half;
      break;
    }
    default:
      y[i] = s;
      break;
    case Ghost:;
    }
  }
}

/// No 'default', values of all sizes, ranges, and nothing at all.
void classify(int n, const long *a, unsigned char *c) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    switch (a[i]) {
    case std::numeric_limits<long>::min():
      c[i] = 1;
      break;
    case -1:
      break;
    case 0 ... 9:
      c[i] = 2;
      break;
    case std::numeric_limits<long>::max():
      c[i] = 3;
    }
    switch (a[i]) {}
  }
}

/// Unsigned values above those of long, and an arm in an arm.
void wide(int n, const unsigned long *a, double *c) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    switch (unsigned long v = a[i]; v) {
    case ~0ul:
      c[i] += 1;
      break;
    case 1ul << 63:
      switch (int(v >> 60)) {
      case 8:
        c[i] += 2;
        break;
      default:
        c[i] += 1000;
      }
      c[i] += 0.5;
      break;
    default:
      c[i] += double(v);
    }
}

/// Jumps of the loop around stand in arms.
int firstWall(int m, const int *pos, const Kind *kind, int *steps) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int n = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      switch (kind[p]) {
      case Inner:
        continue;
      case Wall:
        n += 100;
        break;
      default:
        n += 1;
      }
      if (n > 250)
        break;
      n += 7;
    }
    steps[i] = n;
  }
  return 0;
}

/// The value is read once, and an arm may change what it came from.
void once(int n, int *state) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    switch (state[i]) {
    case 0:
      state[i] = 1;
      break;
    case 1:
      state[i] = 2;
      break;
    case 2:
      state[i] = 0;
      break;
    }
}

double clamp(double v) { return v < 0 ? 0 : v; }

/// Branches that declare.
void declared(int n, const int *pos, const double *a, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    if (int length = pos[i + 1] - pos[i])
      y[i] += length;
    else
      y[i] -= length + 1;
    if (double v = clamp(a[i]); v > 1)
      y[i] += v;
    else if (const double w = v * 2; w > 0.5) {
      v = w;
      y[i] -= v;
    }
    switch (int k = pos[i] % 3; k) {
    case 1:
      k += 4;
      y[i] += k;
      break;
    default:
      y[i] -= k;
    }
  }
}

/// Effects in front of what is asked: of locals, elements, arms that change
/// them.
void effects(int m, const int *pos, const int *crd, const double *a, long *left,
             double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double d;
    int ready = 0, n = 0;
    if ((d = a[i] - 0.5) < 0)
      d = -d;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      if (--left[i] == 0 && crd[p] % 2)
        ++ready;
      if (++n > 3)
        n -= crd[p] % 4;
      else if ((n += crd[p]) > 50 || n == 20)
        continue;
      if (!(y[i] *= 0.5))
        break;
      switch (n = crd[p] % 3) {
      case 1:
        n += 5;
        break;
      default:
        d += n;
      }
    }
    y[i] += d + ready + n;
  }
}

/// Functions that choose by 'switch', called where an expression stands.
static double activation(double x, int kind) {
  switch (kind) {
  case 0:
    return x > 0 ? x : 0;
  case 1:
    return x / (1 + std::fabs(x));
  case 2:
  case 3: {
    const double t = x * x;
    return t + kind;
  }
  default:
    return x;
  }
}
static int code(unsigned char kind) {
  switch (Kind(kind)) {
  case Wall:
    return 0;
  case Inflow ... Outflow:
    return 1;
  case Ghost:
    break;
  }
  return -1;
}
void layers(int m, const double *x, const int *state, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    y[i] = 2 * activation(x[i], state[i]) +
           (x[i] > 0 ? activation(x[i] - 1, state[i] + 1) : 0);
}
int walls(int m, const Kind *kind, int *codes) {
  int n = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i) {
    codes[i] = code(kind[i]) * 2;
    if (kind[i] != Inner && code(kind[i]) >= 0)
      ++n;
  }
  return n;
}

int main() {
  const int M = 300;
  run::Random Rng(7);
  std::vector<int> Pos(M + 1), Crd;
  std::vector<double> Val;
  for (int I = 0; I < M; ++I) {
    int Length = I % 11 ? int(Rng.below(9)) : 0;
    for (int P = 0; P < Length; ++P) {
      Crd.push_back(int(Rng.below(M)));
      Val.push_back(Rng.value<double>());
    }
    Pos[I + 1] = int(Crd.size());
  }
  const Kind Kinds[] = {Inner, Wall, Inflow, Outflow, Ghost};
  std::vector<Kind> Kinds1(M), Kinds2(Crd.size());
  for (Kind &K : Kinds1)
    K = Kinds[Rng.below(5)];
  for (Kind &K : Kinds2)
    K = Kinds[Rng.below(5)];
  std::vector<double> X(M), Y(M, 0.25);
  for (double &V : X)
    V = Rng.value<double>();
  apply(M, Pos.data(), Crd.data(), Val.data(), Kinds1.data(), X.data(),
        Y.data());
  run::record("apply", Y);

  const long Values[] = {std::numeric_limits<long>::min(),
                         std::numeric_limits<long>::max(),
                         -1,
                         0,
                         9,
                         10,
                         5};
  std::vector<long> A(M);
  for (long &V : A)
    V = Values[Rng.below(7)];
  std::vector<unsigned char> C(M, 77);
  classify(M, A.data(), C.data());
  run::record("classify", C);

  std::vector<unsigned long> W(M);
  for (unsigned long &V : W)
    V = std::vector<unsigned long>{~0ul, 1ul << 63, 3, 0}[Rng.below(4)];
  wide(M, W.data(), Y.data());
  run::record("wide", Y);

  std::vector<int> Steps(M);
  firstWall(M, Pos.data(), Kinds2.data(), Steps.data());
  run::record("steps", Steps);

  std::vector<int> State(M);
  for (int &V : State)
    V = int(Rng.below(4));
  once(M, State.data());
  run::record("state", State);

  layers(M, X.data(), State.data(), Y.data());
  run::record("layers", Y);
  State[0] = walls(M, Kinds1.data(), Steps.data());
  run::record("walls", State), run::record("codes", Steps);

  std::vector<long> Left(State.begin(), State.end());
  effects(M, Pos.data(), Crd.data(), X.data(), Left.data(), Y.data());
  run::record("effects", Y);
  run::record("left", Left);

  declared(M, Pos.data(), X.data(), Y.data());
  run::record("declared", Y);
}

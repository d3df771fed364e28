// Loops that step by any number, up and down, in their header, their body or
// their condition: empty, to the ends of their types and, where guards fail,
// round them; what is stepped beside them, and what they leave.
// clang-format off: what is checked is long
// RUN: %check-run --loops 37 --fallback 50 %s -o %t
// RUN: env LACUNA_LOG=1 %t.sparse 2>%t.log >%t.records
// RUN: FileCheck %s --input-file=%t.log

#include "support/support.h"

#include <climits>


template <class T, class By>
unsigned long up(T first, T last, By by, T &left) {
  unsigned long sum = 0;
  T i;
  // CHECK-DAG: strides.cpp:[[@LINE+2]]: the user's loop runs: loop 'i' may wrap round before it meets its bound
#pragma sparse split(i, i0, i1, 4)
  for (i = first; i < last; i += by)
    sum = 31 * sum + (unsigned long)i;
  left = i;
  return sum;
}

template <class T> unsigned long byThree(T first, T last, T &left) {
  unsigned long sum = 0;
  T i;
#pragma sparse split(i, i0, i1, 4)
  for (i = first; i <= last; i += 3)
    sum = 31 * sum + (unsigned long)i;
  left = i;
  return sum;
}

template <class T, class By>
unsigned long down(T first, T last, By by, T &left) {
  unsigned long sum = 0;
  T i;
  // CHECK-DAG: strides.cpp:[[@LINE+2]]: the user's loop runs: loop 'i' does not end
#pragma sparse split(i, i0, i1, 4)
  for (i = first; i > last; i = i - by)
    sum = 31 * sum + (unsigned long)i;
  left = i;
  return sum;
}

unsigned long unrolled(int first, int last) {
  unsigned long sum = 0;
#pragma sparse split(i, i0, i1, 4)
  for (int i = first; i + 3 < last; i += 4)
    sum = 31 * sum + (unsigned long)i;
  return sum;
}

unsigned long unrolledUnsigned(unsigned first, unsigned last) {
  unsigned long sum = 0;
#pragma sparse split(i, i0, i1, 4)
  for (unsigned i = first; i + 3 < last; i += 4)
    sum = 31 * sum + i;
  return sum;
}

unsigned long signs(int first, size_t last) {
  unsigned long sum = 0;
  // CHECK-DAG: strides.cpp:[[@LINE+2]]: the user's loop runs: 'first' is negative
#pragma sparse split(i, i0, i1, 4)
  for (int i = first; i < last; i += 4)
    sum = 31 * sum + i;
  return sum;
}

/// A step of 0 is one that a loop without iterations may have.
unsigned long thirds(int n) {
  unsigned long sum = 0;
  // CHECK-DAG: strides.cpp:[[@LINE+2]]: the user's loop runs: a bound of loop 'i' is not positive
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; i += n / 3)
    sum = 31 * sum + (unsigned long)i;
  return sum;
}

/// Down to 0 and round.
template <class T> unsigned long roundBelow(T n, T bound, T &left) {
  unsigned long sum = 0;
  T i;
#pragma sparse split(i, i0, i1, 4)
  for (i = n - 1; i < bound; --i)
    sum = 31 * sum + i;
  left = i;
  return sum;
}

template <class T> unsigned long toMinusOne(T first, T &left) {
  unsigned long sum = 0;
  T i;
#pragma sparse split(i, i0, i1, 4)
  for (i = first; i != T(-1); i--)
    sum = 31 * sum + i;
  left = i;
  return sum;
}

/// Conditions that step.
template <class T> unsigned long before(T first, T last, T &left) {
  unsigned long sum = 0;
  T i = first;
  // CHECK-DAG: strides.cpp:[[@LINE+2]]: the user's loop runs: loop 'i' begins behind its end
#pragma sparse split(i, i0, i1, 4)
  while (--i > last)
    sum = 31 * sum + i;
  left = i;
  return sum;
}

template <class T> unsigned long after(T first, T last, T &left) {
  unsigned long sum = 0;
  T i = first;
#pragma sparse split(i, i0, i1, 4)
  while (i-- >= last)
    sum = 31 * sum + i;
  left = i;
  return sum;
}

template <class T> unsigned long countDown(T n, int &left) {
  unsigned long sum = 0;
  int beside = 5;
#pragma sparse split(n, n0, n1, 4)
  for (; n--; beside += 3)
    sum = 31 * sum + n * beside;
  left = beside;
  return sum;
}

/// Steps at the end of a body and in the middle.
int inBody(int m, int width, const std::vector<double> &a, double *y) {
  int i = 0, at = 0;
  const double *row = a.data();
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  while (i < m) {
    double sum = row[0] - at;
    row += width;
    for (int k = 0; k < width;) {
      sum += a[at + k] * row[k - width];
      k++;
    }
    y[i] = sum;
    ++i;
    at = at + width;
    y[i - 1] += at;
  }
  return at;
}

/// Steps that run on from row to row: blocks of 4, and rows of one length.
void blocks(int m, const std::vector<int> &pos, const std::vector<double> &a,
            double *y) {
  const int *at = pos.data();
  const double *v = a.data();
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; i++) {
    const int n = at[1] - at[0];
    at++;
    double s = 0, t = n;
    for (int k = 0; k < n; k++) {
      s += v[0] * v[2];
      t -= v[1] + v[3];
      v += 4;
    }
    y[0] = s;
    y[1] = t;
    y += 2;
  }
}

void ellpack(int m, int width, const std::vector<double> &a, double *y) {
  const double *v = a.data();
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; i++) {
    double s = 0;
    for (int k = 0; k < width; k++, v += 2)
      s += v[0] * v[1];
    y[i] = s;
  }
}

double pointers(const std::vector<double> &a, int n) {
  double sum = 0;
#pragma sparse unroll(p, 3)
  for (const double *p = a.data(), *e = p + 3 * n; p != e; p += 3)
    sum = 2 * sum + p[1];
#pragma sparse unroll(p, 3)
  for (const double *p = a.data() + n; --p >= a.data();)
    sum = 2 * sum + *p;
  return sum;
}

/// What wraps round beside the loop.
uint64_t hashes(int n, uint64_t state, uint64_t step, std::vector<double> &y) {
  int8_t small = 100;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) {
    y[i] = double(state >> 11) + small;
    state += step;
    small += 50;
  }
  return state + small;
}

template <class T> void integers(const char *Name) {
  std::vector<unsigned long> Sums;
  T Left = 0;
  auto Add = [&](unsigned long Sum) {
    Sums.push_back(Sum);
    Sums.push_back((unsigned long)Left);
  };
  using Limits = std::numeric_limits<T>;
  const T Min = Limits::min(), Max = Limits::max();
  for (T Lo : {T(0), T(1), T(5), T(Max - 9), T(Max / 2)})
    for (T Hi : {T(0), T(4), T(5), T(6), T(33), T(Max - 9), T(Max - 5)}) {
      if (double(Hi) - double(Lo) > 300)
        continue;
      Add(byThree<T>(Lo, Hi, Left));
      for (int By : {1, 2, 4, 5})
        Add(up<T, int>(Lo, Hi, By, Left));
    }
  for (T Lo : {T(Min + 7), T(Min + 9), T(40), T(41), T(3)})
    for (T Hi : {T(Min + 7), T(Min + 8), T(Min + 4), T(3), T(40)}) {
      if (double(Lo) - double(Hi) > 300)
        continue;
      for (int By : {1, 2, 4})
        Add(down<T, int>(Lo, Hi, By, Left));
      Add(before<T>(Lo, Hi, Left));
      Add(after<T>(Lo, Hi, Left));
    }
  run::record(Name, Sums);
}

int main() {
  integers<int>("int");
  integers<unsigned>("unsigned");
  integers<long>("long");
  integers<unsigned long>("unsigned long");
  std::vector<unsigned long> Sums;
  {
    // Round the end of the type, until the bound is met.
    unsigned char Left = 0;
    Sums.push_back(up<unsigned char, int>(1, 255, 3, Left) + Left);
    Sums.push_back(up<unsigned char, int>(0, 255, 3, Left) + Left);
    signed char Signed = 0;
    Sums.push_back(up<signed char, int>(-127, 127, 3, Signed) + Signed);
    Sums.push_back(down<signed char, int>(127, -128, 5, Signed) + Signed);
    Sums.push_back(up<signed char, int>(-127, 100, 3, Signed) + Signed);
    Sums.push_back(before<unsigned char>(0, 250, Left) + Left);
    int Int = 0;
    Sums.push_back(up<int, size_t>(-3, 9, 2, Int) + Int);
    Sums.push_back(up<int, size_t>(-3, 9, (1ul << 32) + 2, Int) + Int);
  }
  for (int N : {0, 1, 3, 4, 5, 17, 100}) {
    unsigned U = 0;
    size_t L = 0;
    Sums.push_back(N == 1 ? 0 : thirds(N));
    for (int Other : {0, 5, 101}) {
      Sums.push_back(roundBelow<unsigned>(N, Other, U) + U);
      Sums.push_back(roundBelow<size_t>(N, Other, L) + L);
      Sums.push_back(unrolled(Other - 3, N) + unrolledUnsigned(Other, N + 3));
    }
    Sums.push_back(roundBelow<size_t>(N, N, L) + L);
    Sums.push_back(toMinusOne<unsigned>(N - 1, U) + U);
    Sums.push_back(toMinusOne<size_t>(N - 1, L) + L);
    int Beside = 0;
    Sums.push_back(countDown<int>(N, Beside) + Beside);
    Sums.push_back(countDown<unsigned char>(N, Beside) + Beside);
    Sums.push_back(signs(0, N) + signs(-1, 0));
    run::Random R(N);
    auto A = R.vector<double>(600);
    std::vector<double> Y(200, 3);
    Sums.push_back(inBody(N, 3, A, Y.data()));
    run::record("in the body", Y);
    std::vector<int> Pos{0};
    for (int I = 0; I < N; ++I)
      Pos.push_back(Pos.back() + int(R.below(3)));
    auto B = R.vector<double>(4 * Pos.back());
    blocks(N, Pos, B, Y.data());
    run::record("blocks", Y);
    ellpack(N, 3, A, Y.data());
    run::record("ellpack", Y);
    run::record("pointers", pointers(A, N));
    Sums.push_back(hashes(N, ~0ul - 7, 0x9e3779b97f4a7c15u, Y));
    run::record("hashes", Y);
  }
  Sums.push_back(unrolledUnsigned(UINT_MAX - 2, 5));
  run::record("integers", Sums);
}

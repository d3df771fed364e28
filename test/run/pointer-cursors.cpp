// Pointers that move: steps in expressions, references to them, rows without
// entries, and a result that lies in what is read.
// RUN: %check-run --loops 5 --fallback 1 %s -o %t

#include "support/support.h"

struct Lists {
  std::vector<int> pos{0, 3, 3, 7, 8}, crd{1, 4, 6, 0, 1, 4, 9, 4};
  std::vector<double> val{1, 2, 3, 4, 5, 6, 7, 8};
};

void intersect(const Lists &L, long *common) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < 4; ++i) {
    long n = 0;
    for (int k = 0; k < 4; ++k) {
      auto a = L.crd.begin() + L.pos[i], ae = L.crd.begin() + L.pos[i + 1];
      auto b = L.crd.begin() + L.pos[k];
      const auto be = L.crd.begin() + L.pos[k + 1];
      while (a != ae && b != be) {
        if (*a < *b)
          ++a;
        else if (*b < *a)
          b += 1;
        else {
          n = 2 * n + *a;
          a++;
          ++b;
        }
      }
    }
    common[i] = n;
  }
}

void references(int m, const int *pos, const double *val, double *y) {
#pragma sparse split(i, i0, i1, 2)
  for (int i = 0; i < m; ++i) {
    const double *p = val + pos[i];
    const double *const &q = p;
    const double *first = p;
    double sum = 0;
    while (q != val + pos[i + 1]) {
      sum = 2 * sum + *q - *first;
      ++p;
    }
    p -= pos[i + 1] - pos[i];
    y[i] = sum + double(q - first);
  }
}

inline double take(const double *p, int n) {
  double sum = 0;
  while (n-- > 0)
    sum = sum * 2 + *p++;
  return sum;
}
inline void store(double *out, const double *p, const double *end) {
  for (; p != end && *p < 6; ++p)
    *out += *p;
}

void functions(int m, const int *pos, const double *val, double *y) {
#pragma sparse split(i, i0, i1, 2)
  for (int i = 0; i < m; ++i) {
    const double *p = val + pos[i], *end = val + pos[i + 1];
    store(y + i, p, end);
    if (p != end)
      ++p;
    store(y + i, p, end);
  }
}

void writes(int m, const int *pos, double *val) {
#pragma sparse unroll(q, 2)
  for (int i = 0; i < m; ++i) {
    double *out = val + pos[i];
    for (int q = pos[i]; q < pos[i + 1]; ++q)
      if (val[q] > 2)
        *out++ = val[q];
    for (double *end = val + pos[i + 1]; out != end; ++out)
      *out = 0;
  }
}

void leaves(const std::vector<double> &v, double *y) {
#pragma sparse split(i, i0, i1, 2)
  for (int i = 0; i < 4; ++i)
    for (double e : v) {
      if (e > i + 2)
        break;
      y[i] += e;
    }
}

int main() {
  Lists L;
  long common[4];
  intersect(L, common);
  run::record("intersect", std::vector<long>(common, common + 4));
  double y[4] = {};
  references(4, L.pos.data(), L.val.data(), y);
  functions(4, L.pos.data(), L.val.data(), y);
  leaves(L.val, y);
  leaves({}, y);
  run::record("y", std::vector<double>(y, y + 4));
  leaves(L.val, &L.val[1]);
  writes(4, L.pos.data(), L.val.data());
  run::record("values", L.val);
  run::record("take", take(&L.val[0], 4));
}

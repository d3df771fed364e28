// Pointers to records that loops step, beside a counter or as the counter, from where they are in
// front of the loop.
// RUN: %check-run --loops 6 --fallback 0 %s -o %t
// RUN: %check-run --loops 6 --fallback 0 -O1 -fplugin-arg-sparse-verify -Wno-pass-failed %s -o %t.verify

#include "support/support.h"

typedef struct {
  double x, y;
  int kind;
} Part;

static void beside(Part *p, int n) {
  int i;
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (i = 0; i < n; i++, p++) {
    p->x = 2 * p->y + i;
    p->kind = i % 3;
  }
}

static void countdown(const Part *p, int n, double *rho) {
#pragma sparse parallelize(n, cpu_thread, parallel_reduction)
  while (n-- > 0) {
    rho[p->kind] += p->x;
    p++;
  }
}

static void upTo(Part *p, int n) {
#pragma sparse parallelize(p, cpu_thread, no_races)
  for (Part *end = p + n; p < end; p++)
    p->y -= p->x;
}

static void overRows(Part *p, int m, int n, const double *x) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      p->x += i * x[j];
      p++;
    }
}

static void byTwo(Part *p, int n) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; i += 2) {
    p[0].x = p[1].y;
    p += 2;
  }
}

/// Two that lead into one array, apart from each other.
static void shifted(Part *p, const Part *q, int n) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i, ++p, ++q)
    p->y = q->x + 1;
}

int main() {
  const int n = 240;
  run::Random R(5);
  std::vector<Part> parts(n);
  for (Part &p : parts)
    p = {R.value<double>(), R.value<double>(), 0};
  beside(parts.data(), n);
  std::vector<double> rho(3), w = R.vector<double>(20), all;
  upTo(parts.data() + 3, n - 5);
  overRows(parts.data(), 12, 20, w.data());
  byTwo(parts.data(), n);
  shifted(parts.data(), parts.data() + n / 2, n / 2);
  for (Part &p : parts)
    p.x = int(p.x * 8);
  countdown(parts.data(), n, rho.data());
  for (const Part &p : parts) {
    all.push_back(p.x);
    all.push_back(p.y);
    all.push_back(p.kind);
  }
  run::record("parts", all);
  run::record("rho", rho);
}

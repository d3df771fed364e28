// One result of all entries, and rows of features in a flat array.
// REQUIRES: cholmod
// RUN: xz -dc %examples/data/bcsstk16.mtx.xz >%t.mtx
// RUN: %check-run -Wno-pass-failed --loops 12 %s %examples/spmv/Csr.cpp \
// RUN:   -I %examples/spmv -lcholmod -o %t --argument %t.mtx

#include "support/wild.h"

#include <algorithm>
#include <complex>

using namespace wild;

/// Where the largest entry is, and its row: the pivot of an elimination.
int largestEntry(int m, const int *pos, const double *val, int &row) {
  double most = 0;
  int at = -1, its = -1;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const double size = val[p] < 0 ? -val[p] : val[p];
      if (size > most) {
        most = size;
        at = p;
        its = i;
      }
    }
  row = its;
  return at;
}

#define MIN(a, b) ((a) < (b) ? (a) : (b))

/// The largest step in time that no cell forbids.
double timeStep(int cells, const double *size, const double *speed) {
  double dt = 1e30;
#pragma sparse parallelize(c, cpu_thread, parallel_reduction)
  for (int c = 0; c < cells; ++c)
    dt = MIN(dt, size[c] / (1e-12 + speed[c] * speed[c]));
  return dt;
}

/// Each row over its largest element, as a classifier's scores.
void overLargest(int m, int K, double *scores) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double most = scores[i * K];
    for (int k = 1; k < K; ++k)
      most = std::max(most, scores[i * K + k]);
    for (int k = 0; k < K; ++k)
      scores[i * K + k] = 1 / (1 + most - scores[i * K + k]);
  }
}

/// <v, A v> of a Hermitian operator; of whole numbers, so that any order does.
std::complex<double> expected(int count, const std::complex<double> *v,
                              const std::complex<double> *w) {
  std::complex<double> energy = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < count; ++i)
    energy += std::conj(v[i]) * w[i];
  return energy;
}

/// What is found out about entries, in an object of its own.
class Statistics {
public:
  explicit Statistics(double limit) : limit(limit) {}
  void add(double v) {
    if (v == 0)
      return;
    ++entries;
    sum += v > limit ? 1 : 0;
    largest = std::max(largest, v);
  }
  Vector results() const { return {sum, largest, double(entries)}; }

private:
  double limit, sum = 0, largest = 0;
  int entries = 0;
};

Vector statistics(int m, const int *pos, const double *val) {
  Statistics s(0.5);
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s.add(val[p]);
  return s.results();
}

/// The least and the greatest entry; no entry is both.
void range(int count, const double *val, double *found) {
  double low = val[0], high = val[0];
#pragma sparse parallelize(p, cpu_thread, parallel_reduction)
  for (int p = 1; p < count; ++p) {
    if (val[p] < low)
      low = val[p];
    else if (val[p] > high)
      high = val[p];
  }
  found[0] = low;
  found[1] = high;
}

/// Results by address, as in C.
struct Band {
  int below, above;
  long entries;
};
void widen(Band *band, int offset) {
  if (offset < 0)
    band->below = std::max(band->below, -offset);
  else
    band->above = std::max(band->above, offset);
  band->entries++;
}

void bandwidth(int m, const int *pos, const int *crd, Band *band) {
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      widen(band, crd[p] - i);
}

/// The place of the least entry, by the place alone.
int placeOfLeast(int count, const double *val) {
  int at = 0;
#pragma sparse parallelize(p, cpu_thread, parallel_reduction)
  for (int p = 1; p < count; ++p)
    if (val[p] < val[at])
      at = p;
  return at;
}

/// The next node of a shortest path: none is selected in front.
int nextNode(int m, const double *dist, const int *rank) {
  int next = -1;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i)
    if (rank[i] % 3 != 0 && (next == -1 || dist[i] < dist[next]))
      next = i;
  return next;
}

/// The greatest entry, where the caller wants it.
void greatestInto(int count, const double *val, double *most) {
#pragma sparse parallelize(p, cpu_thread, parallel_reduction)
  for (int p = 0; p < count; ++p)
    if (val[p] > *most)
      *most = val[p];
}

/// Of whole numbers, so that any order does.
double sumAbove(int count, const double *whole, double limit) {
  double sum = 0;
#pragma sparse parallelize(p, cpu_vector, parallel_reduction)
  for (int p = 0; p < count; ++p)
    if (whole[p] > limit)
      sum += whole[p];
  return sum;
}

/// The greatest of each window of \p w elements.
void windows(int m, int w, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i + w <= m; ++i) {
    double most = x[i];
    for (int k = 1; k < w; ++k)
      most = std::max(most, x[i + k]);
    y[i] = most;
  }
}

int main(int argc, char **argv) {
  return forEach(argc, argv, [](const Data &D) {
    const int m = D.m, *pos = D.pos, *crd = D.crd;
    const double *val = D.val;
    D.recordValue("largest entry", [&] {
      int row = 0;
      const int at = largestEntry(m, pos, val, row);
      return Indices{at, row};
    });
    D.recordValue("places", [&] {
      const int next = nextNode(m, D.b.data(), pos);
      return Indices{D.count() > 0 ? placeOfLeast(D.count(), val) : -1, next};
    });
    D.recordValue("greatest and sum", [&] {
      const Vector whole(crd, crd + D.count());
      Vector found(2);
      greatestInto(D.count(), val, &found[0]);
      found[1] = sumAbove(D.count(), whole.data(), 7);
      return found;
    });
    D.record("windows", m, [&](double *y) { windows(m, 5, D.b.data(), y); });
    D.recordValue("time step",
                  [&] { return Vector{timeStep(m, D.b.data(), D.b.data())}; });
    D.recordValue("statistics", [&] { return statistics(m, pos, val); });
    D.recordValue("range", [&] {
      Vector found(2);
      if (D.count() > 0)
        range(D.count(), val, found.data());
      return found;
    });
    D.recordValue("bandwidth", [&] {
      Band band = {};
      bandwidth(m, pos, crd, &band);
      return Indices{band.below, band.above, int(band.entries)};
    });
    D.record("over the largest", 3 * m,
             [&](double *y) { overLargest(m, 3, y); });
    D.recordValue("expected", [&] {
      std::vector<std::complex<double>> v, w;
      for (int p = 0; p < D.count(); ++p) {
        v.emplace_back(p % 5 - 2, crd[p] % 3);
        w.emplace_back(crd[p] % 4, p % 7 - 3);
      }
      const std::complex<double> e = expected(D.count(), v.data(), w.data());
      return Vector{e.real(), e.imag()};
    });
  });
}

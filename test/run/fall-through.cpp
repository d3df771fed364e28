// Arms of 'switch' that go on into the next one: code that labels share, with
// 'default' anywhere, in a loop with 'continue' behind.
// RUN: %check-run --loops 6 %s -o %t
// RUN: %check-run --loops 6 %s -o %t -O1 -fplugin-arg-sparse-verify

#include "support/support.h"

#define SCHEDULE split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)

enum class Cell : unsigned char { Fluid, Wall, Inflow, Outflow, Ghost = 200 };

/// The arms in order, each of which does what the next one does, too.
void shared(int n, const int *kind, const double *x, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    switch (kind[i]) {
    case 3:
      y[i] += x[i];
    case 2:
      y[i] *= 2;
      [[fallthrough]];
    case 1: {
      const double t = y[i] - x[i];
      y[i] = t * t;
      break;
    }
    case 7 ... 9:
      y[i] = 7;
      break;
    case 5:
    case 4:
      y[i] = -1;
      [[fallthrough]];
    default:
      y[i] += .5;
    }
  }
}

/// 'default' first and in the middle; what all share comes last.
void defaults(int n, const Cell *cell, const double *x, double *y, int *count) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    switch (cell[i]) {
    default:
      y[i] = 0;
    case Cell::Inflow:
      y[i] += 2 * x[i];
    case Cell::Fluid:
      y[i] += 1;
      break;
    case Cell::Wall:
      y[i] = -x[i];
    }
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    int steps = 0;
    switch (cell[i]) {
    case Cell::Ghost:
      steps += 100;
      [[fallthrough]];
    case Cell::Wall:
      steps += 10;
      [[fallthrough]];
    default:
      steps += 1;
      [[fallthrough]];
    case Cell::Fluid:
      steps += 1000;
    }
    count[i] = steps;
  }
}

/// A device that goes through what is left of a row: the tail of an unrolled loop.
void tails(int n, const int *pos, const double *val, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    double s = 0;
    int p = pos[i];
    const int end = pos[i + 1];
    for (; p + 4 <= end; p += 4)
      s += val[p] + val[p + 1] + val[p + 2] + val[p + 3];
    switch (end - p) {
    case 3:
      s += val[p + 2];
    case 2:
      s += val[p + 1];
    case 1:
      s += val[p];
    }
    y[i] = s;
  }
}

/// A variable that some arms set for others, and rows that are skipped.
int carried(int n, const int *kind, const int *pos, double *y) {
  int last = -1;
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < n; ++i) {
    double step = 1;
    switch (kind[i] & 3) {
    case 0:
      continue;
    case 1:
      last = i;
    case 2:
      step += last;
      break;
    case 3:
      step = 0;
    }
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[p] += step;
  }
  return last;
}

/// In a search, whose 'switch' may leave it behind itself.
void search(int n, const int *pos, const int *kind, int *found) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    int seen = 0, p = pos[i];
    while (p < pos[i + 1]) {
      bool stop = false;
      switch (kind[p % n]) {
      case 2:
        seen += 2;
      case 1:
        ++seen;
        break;
      case 5:
        stop = true;
      }
      if (stop)
        break;
      ++p;
    }
    found[i] = seen + 1000 * p;
  }
}

int main() {
  run::Random R(23);
  for (const run::Csr<> &A : run::shapes(5)) {
    const int n = int(A.Rows);
    auto x = R.vector<double>(n), y = x, entries = A.val;
    std::vector<int> kind(n), count(n), found(n);
    std::vector<Cell> cell(n);
    for (int i = 0; i < n; ++i) {
      kind[i] = int(R.below(12)) - 1;
      cell[i] = Cell(R.below(3) ? R.below(5) : 200);
    }
    shared(n, kind.data(), x.data(), y.data()), run::record("shared", y);
    defaults(n, cell.data(), x.data(), y.data(), count.data());
    run::record("defaults", y), run::record("count", count);
    tails(n, A.pos.data(), A.val.data(), y.data()), run::record("tails", y);
    run::record("last", carried(n, kind.data(), A.pos.data(), entries.data()));
    run::record("carried", entries);
    search(n, A.pos.data(), kind.data(), found.data());
    run::record("found", found);
  }
}

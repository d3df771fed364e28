// at(i), whose range is checked in front of the nest: where it throws, the
// user's loop does.
// RUN: %check-run %s -o %t --fallback 9

#include "support/support.h"
#include <array>
#include <stdexcept>

using Vector = std::vector<double>;
using Indices = std::vector<int>;

void rows(int n, const Indices &pos, const Indices &crd, const Vector &val,
          const Vector &x, Vector &y) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int p = pos.at(i); p < pos.at(i + 1); ++p)
      s += val.at(p) * x[crd.at(p)];
    y.at(i) = s;
  }
}

void previous(unsigned from, unsigned n, const Vector &x, Vector &y) {
#pragma sparse split(i, i0, i1, 4)
  for (unsigned i = from; i < n; ++i)
    y.at(i) += x.at(i - 1);
}

void fixed(int n, int k, std::array<double, 8> &w, Vector &y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y.at(k) += w.at(i);
}

/// The result, with what was stored before an exception, and whether there was
/// one.
template <class Fn> void record(const std::string &Name, Vector y, Fn Kernel) {
  double Threw = 0;
  try {
    Kernel(y);
  } catch (const std::out_of_range &) {
    Threw = 1;
  }
  y.push_back(Threw);
  run::record(Name, y);
}

int main() {
  for (const run::Csr<> &A : run::shapes()) {
    int n = int(A.Rows);
    Vector x(A.Cols, 0.5);
    record(A.Name + ", rows", Vector(n, 1),
           [&](Vector &y) { rows(n, A.pos, A.crd, A.val, x, y); });
  }
  run::Csr<> A = run::shapes().back();
  int n = int(A.Rows);
  Vector x(A.Cols, 0.5), Short(A.val.begin(), A.val.end() - 1);
  Indices NoEnd(A.pos.begin(), A.pos.end() - 1);
  record("val ends early", Vector(n, 1),
         [&](Vector &y) { rows(n, A.pos, A.crd, Short, x, y); });
  record("pos ends early", Vector(n, 1),
         [&](Vector &y) { rows(n, NoEnd, A.crd, A.val, x, y); });
  record("y ends early", Vector(n - 1, 1),
         [&](Vector &y) { rows(n, A.pos, A.crd, A.val, x, y); });

  Vector Ten(10, 2);
  record("previous", Ten, [&](Vector &y) { previous(1, 10, Ten, y); });
  record("before the first", Ten, [&](Vector &y) { previous(0, 10, Ten, y); });
  record("behind the last", Ten, [&](Vector &y) { previous(1, 11, Ten, y); });
  std::array<double, 8> w = {1, 2, 3, 4, 5, 6, 7, 8};
  record("fixed", Ten, [&](Vector &y) { fixed(8, 9, w, y); });
  record("nine of eight", Ten, [&](Vector &y) { fixed(9, 9, w, y); });
  record("at ten", Ten, [&](Vector &y) { fixed(8, 10, w, y); });
  record("at minus one", Ten, [&](Vector &y) { fixed(8, -1, w, y); });
  record("none at ten", Ten, [&](Vector &y) { fixed(0, 10, w, y); });
}

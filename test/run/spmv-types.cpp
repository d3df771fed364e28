// Each value type and each type of loop variable, positions and coordinates, in
// function templates: every instantiation is rewritten on its own. Guards differ
// with types, so that there are more counters than lines.
// RUN: %check-run --lines 2 %s -o %t

#include "support/support.h"

template <class Val, class Index, class Pos, class Crd>
void rows(Index m, const Pos *pos, const Crd *crd, const Val *val, const Val *x,
          Val *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (Index i = 0; i < m; ++i) {
    Val sum = 0;
    for (Pos p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

template <class Val, class Index, class Pos, class Crd>
void blocks(Index m, const Pos *pos, const Crd *crd, const Val *val,
            const Val *x, Val *y) {
#pragma sparse split(p, p0, p1, 4) divide(i, i0, i1, 3)
  for (Index i = 0; i < m; i++)
    for (Pos p = pos[i]; p < pos[i + 1]; p++)
      y[i] += val[p] * x[crd[p]];
}

template <class Val, class Index, class Pos = Index, class Crd = Index>
void check(const char *Types) {
  for (const auto &A : run::shapes<Val, Pos, Crd>()) {
    std::vector<Val> x = run::Random(3).vector<Val>(A.Cols);
    std::vector<Val> y = run::Random(4).vector<Val>(A.Rows + 1);
    std::string Name = std::string(Types) + ", " + A.Name;
    blocks<Val, Index>(Index(A.Rows), A.pos.data(), A.crd.data(), A.val.data(),
                       x.data(), y.data());
    run::record("blocks, " + Name, y);
    rows<Val, Index>(Index(A.Rows), A.pos.data(), A.crd.data(), A.val.data(),
                     x.data(), y.data());
    run::record("rows, " + Name, y);
  }
}

int main() {
  check<float, int>("float, int");
  check<double, int>("double, int");
  check<long double, int>("long double, int");
  check<int, int>("int, int");
  check<unsigned, int>("unsigned, int");
  check<short, int>("short, int");
  check<unsigned short, int>("unsigned short, int");
  check<signed char, int>("signed char, int");
  check<char, int>("char, int");
  check<unsigned char, int>("unsigned char, int");
  check<long, int>("long, int");
  check<unsigned long long, int>("unsigned long long, int");
  check<double, long>("double, long");
  check<double, unsigned>("double, unsigned");
  check<double, size_t>("double, size_t");
  check<double, short>("double, short");
  check<double, unsigned short>("double, unsigned short");
  check<double, long long>("double, long long");
  check<double, int, long, int>("double, int, long, int");
  check<double, size_t, int, int>("double, size_t, int, int");
  check<double, int, size_t, unsigned short>(
      "double, int, size_t, unsigned short");
  check<double, long, unsigned, short>("double, long, unsigned, short");
  check<float, unsigned, int, size_t>("float, unsigned, int, size_t");
  check<double, short, long, unsigned>("double, short, long, unsigned");
}

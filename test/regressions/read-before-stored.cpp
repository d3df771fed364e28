// A scalar may be the first element of the result, or lie there as a member:
// the loop changes it on its way.
// RUN: %check-run --loops 4 --fallback 4 %s -o %t

#include "../run/support/support.h"

using Vector = std::vector<double>;

void divideAll(int n, double *y, const double &r) {
#pragma sparse split(i, i0, i1, 2)
  for (int i = 0; i < n; ++i)
    y[i] /= r;
}

struct Scaled {
  double first;
  void run(int n, double *y) {
#pragma sparse split(i, i0, i1, 2)
    for (int i = 0; i < n; ++i)
      y[i] *= first;
  }
};

// What a first pass counts by, the second one stores over.
int release(int n, const int *in, int *out, int *at) {
  int nz = 0;
#pragma sparse parallelize(i, cpu_thread, scan) num_threads(3)
  for (int i = 0; i < n; ++i) {
    out[i] = in[i] - 1;
    if (in[i] == 0)
      at[nz++] = i;
  }
  return nz;
}

int starts(int n, const int *len, int *pos) {
  int sum = 0;
#pragma sparse parallelize(i, cpu_thread, scan) num_threads(3)
  for (int i = 0; i < n; ++i) {
    pos[i] = sum;
    sum += len[i];
  }
  return sum;
}

int main() {
  for (bool Same : {false, true}) {
    Vector y = {2, 4, 6, 8, 10};
    double r = 2;
    divideAll(5, y.data(), Same ? y[0] : r);
    run::record("divided", y);
    Scaled s[3] = {{3}, {4}, {5}};
    Vector z = {1, 2, 3};
    s[0].run(3, Same ? &s[0].first : z.data());
    run::record("scaled", Vector{s[0].first, s[1].first, s[2].first});
    run::record("scaled apart", z);
    std::vector<int> in = {1, 0, 2, 1, 0, 1, 3, 0, 1, 1}, out(10), at(10);
    int Count =
        release(10, in.data(), Same ? in.data() : out.data(), at.data());
    run::record("released " + std::to_string(Count), at);
    std::vector<int> len = {4, 1, 0, 3, 2, 2, 5, 1}, pos(8);
    int Sum = starts(8, len.data(), Same ? len.data() : pos.data());
    run::record("starts " + std::to_string(Sum), Same ? len : pos);
  }
}

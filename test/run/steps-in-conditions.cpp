// Pointers that are stepped where they are used, in what is evaluated in any case: the
// condition of a choice, the first operand of `&&`.
// RUN: %check-run --loops 2 --threads 3 -fplugin-arg-sparse-min-work=0 %s -o %t

#include "support/support.h"

void threshold(const float *from, unsigned char *to, int n, float t) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    *to++ = *from++ > t ? 1 : 0;
}

void both(const float *from, unsigned char *to, int n, float t, bool on) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    *to++ = *from++ > t && on;
}

int main() {
  for (int n : {0, 1, 7, 1000}) {
    std::vector<float> x(n + 1);
    std::vector<unsigned char> out(n + 1), other(n + 1);
    for (int i = 0; i < n; ++i)
      x[i] = i * 37 % 101;
    threshold(x.data(), out.data(), n, 50);
    both(x.data(), other.data(), n, 30, n != 7);
    std::vector<int> all(out.begin(), out.end());
    all.insert(all.end(), other.begin(), other.end());
    run::record("out", all);
  }
}

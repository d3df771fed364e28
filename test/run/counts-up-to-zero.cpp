// Loops whose condition is the counter alone end at zero, upwards as well as
// downwards. Where subscripts descend with a counter that ascends to zero the loop
// is left as it is.
// RUN: %check-run --loops 3 --fallback 1 -fplugin-arg-sparse-min-work=0 %s -o %t

#include "support/support.h"

/// What is left of the counter, which is zero behind the loop.
int steps(int n, int *y) {
#pragma sparse
  for (; n; ++n)
    y[-n] += n;
  return n;
}

long inBody(long n, int *y) {
#pragma sparse
  while (n) {
    y[-n] -= 3;
    ++n;
  }
  return n;
}

int byTwo(int n, int *y) {
#pragma sparse
  for (; n; n += 2)
    y[-n] += 7;
  return n;
}

void narrow(signed char from, int *y) {
#pragma sparse
  for (signed char c = from; c; c++)
    y[-c] *= 5;
}

/// Unsigned counters wrap round to zero, where the user's loop runs.
void wraps(unsigned n, const unsigned *from, int *y) {
#pragma sparse
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = from[i]; j; ++j)
      y[i] += j;
}

void triangle(int n, int *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = -i; j; ++j)
      y[i] += j;
}

int down(int n, int *y) {
#pragma sparse
  while (n--)
    y[n] ^= 1;
  return n;
}

int main() {
  int y[200];
  for (int i = 0; i < 200; ++i)
    y[i] = i;
  int Left[] = {steps(-150, y), steps(0, y),   int(inBody(-90, y)),
                byTwo(-60, y),  down(77, y)};
  narrow(-128, y);
  triangle(30, y);
  const unsigned None[] = {0, 0}, Some[] = {0, 0xfffffffdu};
  wraps(2, None, y);
  wraps(2, Some, y);
  run::record("y", y, 200);
  run::record("left", Left, 5);
}

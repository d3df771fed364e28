// The rows that `order` names are distinct.
// ADVICE: 'assume(injective(order))' vouches that they do not: that no two elements of 'order' are equal
// ADVICE: 'ignore_races' vouches that they do not
#include "data.h"

void scatter(int m, const int *order, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    y[order[i]] = 2 * x[i];
}

int main() {
  Ints order = permutation();
  Values x = numbers(M), y(M);
  scatter(M, order.data(), x.data(), y.data());
  show(y);
}

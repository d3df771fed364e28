// Columns of a row ascend, where what is updated is not known to be apart.
// ADVICE: 'atomics' makes each update atomic
// ADVICE: 'assume(injective(key))' vouches that they do not: that no two elements of 'key' are equal
#include "data.h"

void counts(int n, const int *key, long *count) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    count[key[i] + 1]++;
}

int main() {
  Ints key = permutation();
  std::vector<long> count(M + 1);
  counts(M, key.data(), count.data());
  show(count);
}

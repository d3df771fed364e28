// A number that is stepped beside a range-for chooses the row that is stored
// to, from the first one on; rows that lie over each other are left.
// RUN: %check-run --loops 2 --fallback 2 %s -o %t -fplugin-arg-sparse-min-work=0

#include "support/support.h"

#include <algorithm>
#include <array>

struct Sample {
  std::array<float, 4> feature;
};

std::vector<float> copied(const std::vector<Sample> &data, size_t r,
                          size_t columns) {
  std::vector<float> out(200, 0.f);
  float *x = out.data();
#pragma sparse
  for (const Sample &s : data) {
    std::copy(s.feature.begin(), s.feature.end(), x + r * columns);
    ++r;
  }
  return out;
}

std::vector<float> assigned(const std::vector<Sample> &data, size_t r,
                            size_t columns) {
  std::vector<float> out(200, 0.f);
  float *x = out.data();
#pragma sparse
  for (const Sample &s : data) {
    for (int k = 0; k < 4; ++k)
      x[r * columns + k] = s.feature[k];
    ++r;
  }
  return out;
}

int main() {
  std::vector<Sample> data(20);
  for (size_t i = 0; i < data.size(); ++i)
    for (size_t k = 0; k < 4; ++k)
      data[i].feature[k] = float(i * 7 + k);
  for (size_t first : {0, 1, 3})
    for (size_t columns : {4, 7}) {
      run::record("copied", copied(data, first, columns));
      run::record("assigned", assigned(data, first, columns));
    }
  run::record("over each other", copied(data, 2, 3));
  run::record("in one place", assigned(data, 2, 0));
}

// The first rows of blocks are found once for a resident matrix, and again when
// it has changed.

#include <cstdio>
#include <vector>

int main(int argc, char **) {
  constexpr int m = 300;
  std::vector<int> pos = {0}, crd;
  for (int i = 0; i < m; ++i) {
    for (int n = 0; n < i % 13; ++n)
      crd.push_back((i + n) % 9);
    pos.push_back(int(crd.size()));
  }
  std::vector<double> x(9, 2), y(m);
  double sum = 0;
  const auto multiply = [&] {
#pragma sparse target(cuda) fuse(i, p, f) split(f, block, f1, 448) split(f1, thread, nz, 7) parallelize(block, gpu_block, ignore_races) parallelize(thread, gpu_thread, atomics)
    for (int i = 0; i < m; ++i) {
      double s = 0;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        s += x[crd[p]];
      y[i] = s;
    }
    for (int i = 0; i < m; ++i)
      sum += i * y[i];
  };
  if (argc > 1) {
    multiply();
    multiply();
    multiply();
  } else {
#pragma sparse data copyin(pos, crd)
    {
      multiply();
      multiply();
      for (int i = 1; i < 100; ++i)
        pos[i] = pos[0];
#pragma sparse update device(pos)
      multiply();
    }
  }
  std::printf("%g\n", sum);
}

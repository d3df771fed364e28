// Kernels that are compiled for devices.

#include <cstdio>

int main() {
  double y[100];
#pragma sparse target(cuda) split(i, block, thread, 32) parallelize(block, gpu_block, no_races) parallelize(thread, gpu_thread, no_races)
  for (int i = 0; i < 100; ++i)
    y[i] = 2 * i;
  std::printf("%g\n", y[99]);
}

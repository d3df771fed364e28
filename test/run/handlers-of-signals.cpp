// A signal's handler may run the loop that it interrupts, over a layout or
// while one is chosen: nobody waits for whom cannot go on. Without OpenMP,
// whose regions have no place in a handler.
// clang-format off
// RUN: %clangxx %plugin -fplugin-arg-sparse-min-work=0 -O2 %s -o %t -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib
// RUN: timeout 60 %t
// clang-format on

#include <csignal>
#include <cstdio>
#include <sys/time.h>
#include <vector>

constexpr int Rows = 16900, Width = 6;
static std::vector<int> Pos(Rows + 1), Crd(Rows *Width);
static std::vector<double> Val(Rows *Width), X(Rows), Y(Rows), Inner(Rows);
static volatile std::sig_atomic_t Handled = 0, Wrong = 0;

__attribute__((noinline)) static void product(const double *x, double *y) {
  const int *pos = Pos.data(), *crd = Crd.data();
  const double *val = Val.data();
#pragma sparse
  for (int i = 0; i < Rows; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

static double expected(int i) {
  double Sum = 0;
  for (int p = Pos[i]; p < Pos[i + 1]; ++p)
    Sum += Val[p] * X[Crd[p]];
  return Sum;
}

static void handle(int) {
  product(X.data(), Inner.data());
  Wrong = Wrong + (Inner[Rows / 2] != expected(Rows / 2));
  Handled = Handled + 1;
}

int main() {
  for (int i = 0; i < Rows; ++i) {
    Pos[i + 1] = Width * (i + 1);
    X[i] = i % 17;
    for (int k = 0; k < Width; ++k) {
      Crd[Width * i + k] = (i + k) % Rows;
      Val[Width * i + k] = k % 5;
    }
  }
  std::signal(SIGALRM, handle);
  itimerval Often = {{0, 150}, {0, 150}};
  setitimer(ITIMER_REAL, &Often, nullptr);
  for (int Run = 0; Run < 2000 || Handled < 15000; ++Run) {
    product(X.data(), Y.data());
    Wrong = Wrong + (Y[Rows / 3] != expected(Rows / 3));
  }
  Often = {};
  setitimer(ITIMER_REAL, &Often, nullptr);
  if (Wrong != 0)
    std::printf("%d of %d wrong\n", int(Wrong), int(Handled));
  return Wrong != 0;
}

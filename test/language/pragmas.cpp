// Generated code is computed under the pragmas that stand where the loop does.
// Clang 16's driver does not know `fast-honor-pragmas`, the compiler does.
// RUN: %check-run --loops 7 %s -o %t
// RUN: %check-run --loops 7 -ffp-contract=off %s -o %t
// RUN: %check-run --loops 7 %if clang-16 %{-Xclang%} -ffp-contract=fast-honor-pragmas %s -o %t

#include "../run/support/support.h"

#define LOOP                                                                   \
  _Pragma("sparse split(i, i0, i1, 4)") for (int i = 0; i < n; ++i) y[i] =     \
      x[i] * x[i] - y[i] / 3.0f * 0.1f;

void contractOff(int n, const float *x, float *y) {
#pragma STDC FP_CONTRACT OFF
  LOOP
}
void contractOn(int n, const float *x, float *y) {
#pragma STDC FP_CONTRACT ON
  LOOP
}
void clangOff(int n, const float *x, float *y) {
#pragma clang fp contract(off)
  LOOP
}
void reassociate(int n, const float *x, float *y) {
#pragma clang fp reassociate(on)
  LOOP
}
void reciprocal(int n, const float *x, float *y) {
// Clang 16 does not know it.
#if __clang_major__ > 16
#pragma clang fp reciprocal(off)
#endif
  LOOP
}
void evaluated(int n, const float *x, float *y) {
#pragma clang fp eval_method(double)
  LOOP
}
#pragma float_control(precise, on, push)
void precise(int n, const float *x, float *y) { LOOP }
#pragma float_control(pop)

int main() {
  std::vector<float> x(50), y(50, 0.1f);
  for (int i = 0; i < 50; ++i)
    x[i] = float(i * 37 % 41) / 7 - 2;
  for (auto *Function : {contractOff, contractOn, clangOff, reassociate,
                         reciprocal, evaluated, precise}) {
    Function(50, x.data(), y.data());
    run::record("y", y);
  }
}

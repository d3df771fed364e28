// Results are bitwise those of the plain loops under flags that leave the order
// of operations alone.
// RUN: %check-run --loops 3 -ffp-contract=on %s -o %t
// RUN: %check-run --loops 3 -ffp-contract=off %s -o %t
// RUN: %check-run --loops 3 -ffp-model=precise %s -o %t
// RUN: %check-run --loops 3 -ffp-eval-method=source %s -o %t
// RUN: %check-run --loops 3 -ffp-eval-method=double %s -o %t
// RUN: %check-run --loops 3 -ffp-eval-method=extended %s -o %t
// RUN: %check-run --loops 3 -fdenormal-fp-math=preserve-sign %s -o %t
// RUN: %check-run --loops 3 -fno-math-errno %s -o %t
// RUN: %check-run --loops 3 -fno-signed-zeros %s -o %t
// RUN: %check-run --loops 3 -ffinite-math-only %s -o %t
// RUN: %check-run --loops 3 -fno-trapping-math %s -o %t

#include "Inputs/floats.h"

int main() {
  run_all<double>("double");
  run_all<float>("float");
}

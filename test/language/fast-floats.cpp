// Under flags that allow other results than those of the plain loops, too,
// numbers of which none is rounded give the same. Clang 16's driver does not
// know `fast-honor-pragmas`, the compiler does.
// RUN: %check-run --loops 3 -DEXACT -ffast-math %s -o %t
// RUN: %check-run --loops 3 -DEXACT -Ofast -w %s -o %t
// RUN: %check-run --loops 3 -DEXACT -ffp-model=fast %s -o %t
// RUN: %check-run --loops 3 -DEXACT -funsafe-math-optimizations %s -o %t
// RUN: %check-run --loops 3 -DEXACT -fassociative-math -fno-signed-zeros -fno-trapping-math %s -o %t
// RUN: %check-run --loops 3 -DEXACT -freciprocal-math -fapprox-func %s -o %t
// RUN: %check-run --loops 3 -DEXACT -fno-honor-nans -fno-honor-infinities %s -o %t
// RUN: %check-run --loops 3 -DEXACT -ffp-contract=fast %s -o %t
// RUN: %check-run --loops 3 -DEXACT %if clang-16 %{-Xclang%} -ffp-contract=fast-honor-pragmas %s -o %t

#include "Inputs/floats.h"

int main() {
  run_all<double>("double");
  run_all<float>("float");
}

// A tile does not lean by what only the type of a bound limits: most of its
// steps would be empty.
// REQUIRES: affine
// RUN: %clangxx_sparse -fsyntax-only -Xclang -verify %s

double B[100][200];

void fromTheFirst(int steps, int n) {
#pragma sparse tile(t, k; 8, 8; parallelogram) // expected-error {{'parallelogram' needs dependences of bounded slope; some go any distance backwards in one step of the outermost loop}}
  for (int t = 0; t < steps; ++t)
    for (int k = 1; k < n; ++k)
      B[t][k] = 1 + 0.5 * B[t + 1][0] + 0.25 * B[t][k - 1] + B[t + 1][1];
}

// clang-format off: what is checked is long
// Tiles of products take half of the registers of the target: four rows of two
// vectors or four. What is for one length that tiles take has no version of its own.
// REQUIRES: affine
// RUN: %clangxx_sparse --target=x86_64-pc-linux-gnu -O2 -Rpass=sparse -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=SSE --implicit-check-not=exactly
// RUN: %clangxx_sparse --target=x86_64-pc-linux-gnu -O2 -mavx2 -Rpass=sparse -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=AVX
// RUN: %clangxx_sparse --target=x86_64-pc-linux-gnu -O2 -mavx512vl -Rpass=sparse -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=AVX512

void product(int n, float *C, const float *A, const float *B) {
// SSE: :[[@LINE+4]]:{{.*}} tile(i, k, j; 64, 256, 8) tile(i, k, j; 4, 0, 0) {{.*}} width(4))
// AVX: :[[@LINE+3]]:{{.*}} tile(i, k, j; 64, 256, 16) tile(i, k, j; 4, 0, 0) {{.*}} width(8))
// AVX512: :[[@LINE+2]]:{{.*}} tile(i, k, j; 64, 256, 32) tile(i, k, j; 4, 0, 0) {{.*}} width(8))
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        C[i * n + j] += A[i * n + k] * B[k * n + j];
}

// What threads store has the type of the loop variable, or is a distance of
// pointers: the compiler makes vectors of the iterations all the same.
// Clang 16 does not name regions of OpenMP after functions.
// UNSUPPORTED: clang-16
// RUN: %clangxx_sparse -O3 -march=x86-64-v3 -Werror -S -emit-llvm %s -o - | FileCheck %s

// CHECK: define internal void @{{.*}}successors{{.*}}omp_outlined
// CHECK: store <8 x i32>
// CHECK: {{^}$}}
void successors(int n, const int *x, int *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = x[i] + 1;
}

// CHECK: define internal void @{{.*}}kinds{{.*}}omp_outlined
// CHECK: store <{{16|32}} x i8>
// CHECK: {{^}$}}
void kinds(long n, const unsigned char *x, unsigned char *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (long i = 0; i < n; ++i)
    y[i] = x[i] & 7;
}

// CHECK: define internal void @{{.*}}degrees{{.*}}omp_outlined
// CHECK: store <{{4|8}} x i32>
// CHECK: {{^}$}}
void degrees(int n, const int *const *rows, int *degree) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    degree[i] = rows[i + 1] - rows[i];
}

// What a byte is stored beside is read again only where the row ends.
// CHECK: define internal void @{{.*}}above{{.*}}omp_outlined
// CHECK: store <{{16|32}} x i8>
// CHECK: {{^}$}}
void above(int height, int width, const unsigned char *x, unsigned char *y,
           int least) {
#pragma sparse parallelize(j, cpu_thread, no_races)
  for (int j = 0; j < height; ++j)
    for (int i = 0; i < width; ++i)
      y[j * width + i] = x[j * width + i] > least ? 255 : 0;
}

// What loops around threads count is no variable in memory either, neither for
// the threads nor for what runs in front of them.
// CHECK: define {{.*}}void @{{.*}}shortest
// CHECK: llvm.masked.store.v8i32
// CHECK: define internal void @{{.*}}shortest{{.*}}omp_outlined
// CHECK: llvm.masked.store.v8i32
void shortest(int n, int **d) {
#pragma sparse peel(i, k) peel(j, k) parallelize(i, cpu_thread, no_races) parallelize(j, cpu_vector, no_races)
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (d[i][k] + d[k][j] < d[i][j])
          d[i][j] = d[i][k] + d[k][j];
}

// With the argument target=cuda loops without a schedule run on a GPU where they
// can; what cannot is no mistake.
// RUN: %clangxx_sparse -fno-math-errno -fplugin-arg-sparse-target=cuda -O2 -Rpass=sparse -Rpass-missed=sparse -c -o %t.o -Xclang -verify %s
// RUN: %clangxx_sparse -fno-math-errno -O2 -Rpass=sparse -c -o %t.o -Xclang -verify=cpu %s

extern "C" double exp(double);

void g(int n, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) // expected-remark {{loop runs as parallelize(i, cpu_thread, no_races)}} expected-remark {{loop runs as target(cuda) split(i, i_block, i_thread, 256) parallelize(i_block, gpu_block, no_races) parallelize(i_thread, gpu_thread, no_races)}} cpu-remark {{loop runs as parallelize(i, cpu_thread, no_races)}}
    y[i] = 2 * x[i];
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) // expected-remark {{loop runs as parallelize(i, cpu_thread, no_races)}} cpu-remark {{loop runs as parallelize(i, cpu_thread, no_races)}}
    y[i] = 3 * x[i];
#pragma sparse target(cpu) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) // expected-remark {{loop runs as target(cpu) parallelize(i, cpu_thread, no_races)}} cpu-remark {{loop runs as target(cpu) parallelize(i, cpu_thread, no_races)}}
    y[i] = 4 * x[i];
#pragma sparse
  for (int i = 0; i < n; ++i) // expected-remark {{loop runs as parallelize(i, cpu_thread, no_races)}} expected-remark {{loop does not run on a GPU: 'exp' cannot run on a GPU}} cpu-remark {{loop runs as parallelize(i, cpu_thread, no_races)}}
    y[i] = exp(x[i]);
}

// What cannot be rewritten inside OpenMP's constructs is said in one message.
// RUN: %clangxx_sparse -std=c++20 -fopenmp-version=52 -fsyntax-only -Rpass-missed=sparse -Xclang -verify %s

int global;
int threads;
#pragma omp threadprivate(threads)

void device(int n, double *y) {
#pragma omp target parallel for map(tofrom : y[ : n])
#pragma sparse split(k, k0, k1, 4)
  for (int i = 0; i < n; ++i) // expected-error {{a loop inside '#pragma omp target parallel for' runs on a device, which is not supported yet; accepted are loops outside of it}}
    for (int k = 0; k < 8; ++k)
      y[8 * i + k] = 1;
#pragma omp target teams map(tofrom : y[ : n])
  {
    auto inside = [=] {
#pragma sparse split(i, i0, i1, 4)
      for (int i = 0; i < n; ++i) // expected-error {{a loop inside '#pragma omp target teams' runs on a device, which is not supported yet; accepted are loops outside of it}}
        y[i] = 1;
    };
    inside();
  }
}

void closed(int n, double *y) {
#pragma omp parallel for simd
#pragma sparse split(k, k0, k1, 4)
  for (int i = 0; i < n; ++i) // expected-error {{a loop inside '#pragma omp parallel for simd' may hold no OpenMP constructs, of which generated code is made; accepted are loops outside of it}}
    for (int k = 0; k < 8; ++k)
      y[8 * i + k] = 1;
#pragma omp parallel for order(concurrent)
  for (int i = 0; i < n; ++i) {
#pragma sparse split(k, k0, k1, 4)
    for (int k = 0; k < 8; ++k) // expected-error {{a loop inside '#pragma omp parallel for' with 'order' may hold no OpenMP constructs, of which generated code is made; accepted are loops outside of it}}
      y[8 * i + k] = 1;
  }
#pragma omp tile sizes(4)
#pragma sparse split(k, k0, k1, 4)
  for (int i = 0; i < n; ++i) // expected-error {{loop is transformed by '#pragma omp tile'; accepted are commands of '#pragma sparse' in its place}}
    for (int k = 0; k < 8; ++k)
      y[8 * i + k] = 1;
}

void owned(int n, double *y) {
#pragma omp parallel for
#pragma sparse split(i, i0, i1, 4) // expected-error {{loop 'i' is shared out by '#pragma omp parallel for'; accepted are commands on the loops inside}}
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 8; ++k)
      y[8 * i + k] = 1;
#pragma omp parallel
#pragma omp for collapse(2)
#pragma sparse reorder(k, l) // expected-error {{loop 'k' is shared out by '#pragma omp for'; accepted are commands on the loops inside}}
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 8; ++k)
      for (int l = 0; l < 8; ++l)
        y[64 * i + 8 * k + l] = 1;
#pragma omp parallel for
#pragma sparse unroll(k, 2)
  for (int i = 0; i < n; ++i)
    y[i] = 1; // expected-error {{there is no loop inside the loop that OpenMP shares out; accepted are loops with a loop inside}}
}

// A schedule of the plugin's own would be threads.
void bare(int n, double *y) {
#pragma omp parallel for
#pragma sparse
  for (int i = 0; i < n; ++i) // expected-remark {{loop left unchanged: a schedule of the plugin's own would share out the loop among threads, which '#pragma omp parallel for' around it may have done; accepted are commands}}
    for (int k = 0; k < 8; ++k)
      y[8 * i + k] = 1;
}

struct Member {
  int n;
  void copies(double *y) {
#pragma omp parallel firstprivate(n)
    {
#pragma sparse split(i, i0, i1, 4)
      for (int i = 0; i < n; ++i) // expected-error {{'n' is made private by OpenMP and is no local variable; accepted is a copy in one}}
        y[i] = 1;
    }
  }
};

void copies(int n, double *y) {
  double last = 0;
#pragma omp parallel private(global)
  {
#pragma sparse split(i, i0, i1, 4)
    for (int i = 0; i < n; ++i)
      y[i] = global; // expected-error {{'global' is made private by OpenMP and is no local variable; accepted is a copy in one}}
  }
#pragma omp parallel copyin(threads)
  {
#pragma sparse split(i, i0, i1, 4)
    for (int i = 0; i < n; ++i)
      y[i] = threads; // expected-error {{'threads' is thread_local: other threads see another object; accepted is a copy in a local variable}}
  }
#pragma omp parallel for lastprivate(conditional : last)
  for (int i = 0; i < n; ++i) {
#pragma sparse split(k, k0, k1, 4)
    for (int k = 0; k < 8; ++k) // expected-error {{'lastprivate(conditional: …)' of '#pragma omp parallel for' follows each assignment of the user's; accepted is 'lastprivate'}}
      last = y[8 * i + k];
  }
}

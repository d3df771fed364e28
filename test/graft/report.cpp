// report=FILE writes one page about all annotated loops, which needs no other
// file.
// RUN: rm -f %t.html
// RUN: %clangxx_sparse -std=c++20 -O1 -w %s -fplugin-arg-sparse-unsupported=warn -fplugin-arg-sparse-report=%t.html -c -o %t.o
// RUN: FileCheck --input-file=%t.html --implicit-check-not=http --implicit-check-not=src= %s
// RUN: %python %S/Inputs/check-html.py %t.html
// RUN: echo > %t.none.cpp
// RUN: %clangxx_sparse -fplugin-arg-sparse-report=%t.html -c %t.none.cpp -o %t.o
// RUN: FileCheck --input-file=%t.html --check-prefix=NONE %s
// NONE: There is no <code>#pragma sparse</code>
// RUN: not %clangxx_sparse -fplugin-arg-sparse-report=%t.none/x.html -c %t.none.cpp -o %t.o 2>&1 | FileCheck --check-prefix=UNWRITABLE %s
// UNWRITABLE: error: sparse: cannot write '{{.*}}x.html': {{.+}}
// RUN: not %clangxx_sparse -fplugin-arg-sparse-report -c %t.none.cpp -o %t.o 2>&1 | FileCheck --check-prefix=NAMELESS %s
// NAMELESS: error: sparse: plugin argument 'report' lacks the file's name

int f(int);

// CHECK: <title>report.cpp</title>
template <class T>
void product(int m, const int *pos, const int *crd, const T *val, const T *x,
             T *y) {
  // CHECK: report.cpp:[[@LINE+8]] in product&lt;float&gt; <span class="state yes">rewritten</span>
  // CHECK: loop runs as split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races)
  // CHECK: Source
  // CHECK: #pragma sparse split(i, i0, i1, 32)
  // CHECK: y[i] += val[p] * x[crd[p]];
  // CHECK: Generated code
  // CHECK: #pragma omp parallel for
#pragma sparse split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
  // CHECK: Your loop runs instead where
  // CHECK: <li>{{.*}}&apos;y&apos; overlaps &apos;x&apos;</li>
  // CHECK: As written
  // CHECK: i from 0 to m
  // CHECK: p from pos[i] to pos[i + 1]
  // CHECK: <pre>y[i] += val[p] * x[crd[p]]</pre>
  // CHECK: As scheduled
  // CHECK: i0<span class=badge>threads</span>
  // CHECK: i1
  // CHECK: Where the loops come from
  // CHECK: <svg
  // CHECK: split 32
}
template void product(int, const int *, const int *, const float *,
                      const float *, float *);

// Each of the versions among which is chosen at run time.
void versions(int m, int K, const int *pos, const double *val, const double *B,
              double *C) {
  // CHECK: in versions <span class="state yes">rewritten</span>
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[p * K + k];
  // CHECK: As written
  // CHECK: As scheduled where &apos;k&apos; has exactly 32 iterations
  // CHECK: kb<span class=badge>vector lanes</span>
  // CHECK: As scheduled elsewhere
  // CHECK: k1<span class=badge>vector lanes</span>
  // CHECK: Where the loops come from where &apos;k&apos; has exactly 32 iterations
  // CHECK: Where the loops come from elsewhere
}

void left(int m, double *y) {
  // CHECK: in left <span class="state no">left unchanged</span>
  // CHECK: call of &apos;f&apos; may have side effects
#pragma sparse
  for (int i = 0; i < m; ++i)
    y[i] = f(i);
  // CHECK: in left <span class="state no">left unchanged</span>
  // CHECK: iterations of &apos;i&apos; depend on each other
  // CHECK: As written
  // CHECK-NOT: As scheduled
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 1; i < m; ++i)
    y[i] += y[i - 1];
}

// Every kind of box, and names that are no HTML.
void kinds(int m, int n, const int *pos, double *y, double *out) {
  // CHECK: in kinds
#pragma sparse fuse(i, p, f) split(f, c, q, 64) unroll(q, 2)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += y[p];
    out[i] = s;
  }
  // CHECK: at the beginning of i
  // CHECK: at each position of i
  // CHECK: at the end of i
  // CHECK: fuse
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i) {
    int k = i;
    while (k > 3 && k < n)
      k /= 2;
    if (k < 2)
      out[i] = k;
    else
      out[i] = -k;
  }
  // CHECK: while k &gt; 3 &amp;&amp; k &lt; n<span class=badge>as written</span>
  // CHECK: if k &lt; 2
  // CHECK: else
}

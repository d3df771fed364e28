// Plugin arguments: what is unknown is an error.
// RUN: not %clangxx %plugin -fsyntax-only %s \
// RUN:   -fplugin-arg-sparse-chek=off -fplugin-arg-sparse-check=chep \
// RUN:   -fplugin-arg-sparse-count=yes -fplugin-arg-sparse-dump=cod \
// RUN:   -fplugin-arg-sparse-dump=code: -fplugin-arg-sparse-target=gpu \
// RUN:   -fplugin-arg-sparse-dump=after:gards -fplugin-arg-sparse-dump=after:guards: \
// RUN:   -fplugin-arg-sparse-unsupported -fplugin-arg-sparse-off=1 \
// RUN:   -fplugin-arg-sparse-verify=0 -fplugin-arg-sparse-verify=all \
// RUN:   -fplugin-arg-sparse-min-work -fplugin-arg-sparse-min-work=-1 \
// RUN:   -fplugin-arg-sparse-cubins=sm_90,sm_70 \
// RUN:   -fplugin-arg-sparse-suggest= \
// RUN:   -fplugin-arg-sparse-fp=loose -fplugin-arg-sparse-quiet=yes 2>&1 | FileCheck %s
// CHECK: error: sparse: unknown plugin argument 'chek'; did you mean 'check'?
// CHECK-NEXT: error: sparse: plugin argument 'check' takes 'off', 'cheap' or 'full', not 'chep'; did you mean 'cheap'?
// CHECK-NEXT: error: sparse: plugin argument 'count' takes no value
// CHECK-NEXT: error: sparse: plugin argument 'dump' takes 'graph', 'provenance', 'loops', 'code' or 'after:PASS', not 'cod'; did you mean 'code'?
// CHECK-NEXT: error: sparse: plugin argument 'dump=code:' lacks the file's name
// CHECK-NEXT: error: sparse: plugin argument 'target' takes 'cpu' or 'cuda', not 'gpu'
// CHECK-NEXT: error: sparse: plugin argument 'dump=after:' takes 'auto', 'facts', 'split', {{.*}} or 'outputs', not 'gards'; did you mean 'guards'?
// CHECK-NEXT: error: sparse: plugin argument 'dump=after:guards:' lacks the file's name
// CHECK-NEXT: error: sparse: plugin argument 'unsupported' takes 'error' or 'warn', not ''
// CHECK-NEXT: error: sparse: plugin argument 'off' takes no value
// CHECK-NEXT: error: sparse: plugin argument 'verify' takes a number of calls, at least 1, not '0'
// CHECK-NEXT: error: sparse: plugin argument 'verify' takes a number of calls, at least 1, not 'all'
// CHECK-NEXT: error: sparse: plugin argument 'min-work' takes a number of iterations, 0 for none, not ''
// CHECK-NEXT: error: sparse: plugin argument 'min-work' takes a number of iterations, 0 for none, not '-1'
// CHECK-NEXT: error: sparse: plugin argument 'cubins' takes 'off' or devices from sm_75 on, as in 'sm_80,sm_90', not 'sm_90,sm_70'
// CHECK-NEXT: error: sparse: plugin argument 'suggest=' lacks the file's name
// CHECK-NEXT: error: sparse: plugin argument 'fp' takes 'strict', not 'loose'
// CHECK-NEXT: error: sparse: plugin argument 'quiet' takes no value

// The plugin can be switched off; the pragma is known then too.
// RUN: %clangxx %plugin -fplugin-arg-sparse-off -Wall -Werror -fsyntax-only %s
// RUN: %clangxx %plugin -fplugin-arg-sparse-target=cpu -Rpass=sparse -fsyntax-only -Xclang -verify %s

void f(int n, double *y) {
#pragma sparse unroll(i, 4)
  for (int i = 0; i < n; ++i) // expected-remark {{loop runs as unroll(i, 4)}}
    y[i] = 0;
}

// Mistakes in directives about data are errors at the very token, with a fix-it
// where the cure is mechanical.
// RUN: not %clangxx %plugin -fsyntax-only -fdiagnostics-parseable-fixits -ferror-limit=0 %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

void clauses(int n, double *x) {
// CHECK: data.cpp:[[#@LINE+3]]:21: error: 'data' has no clause 'copin'; did you mean 'copyin'?
// CHECK-NEXT: #pragma sparse
// CHECK: fix-it:"{{.*}}data.cpp":{[[#@LINE+1]]:21-[[#@LINE+1]]:26}:"copyin"
#pragma sparse data copin(x[0:n])
  {
  }
// CHECK: data.cpp:[[#@LINE+1]]:26: error: 'exit data' has no clause 'host'; accepted are 'copyout' and 'delete'
#pragma sparse exit data host(x[0:n])
// CHECK: data.cpp:[[#@LINE+3]]:16: error: expected 'enter data'
// CHECK-NEXT: #pragma sparse
// CHECK: fix-it:"{{.*}}data.cpp":{[[#@LINE+1]]:16-[[#@LINE+1]]:21}:"enter data"
#pragma sparse enter copyin(x[0:n])
// CHECK: data.cpp:[[#@LINE+1]]:16: error: 'update' needs a clause; accepted are 'host', 'device' and 'changed'
#pragma sparse update
// CHECK: data.cpp:[[#@LINE+2]]:23: error: 'host' names no array
// CHECK: data.cpp:[[#@LINE+1]]:23: note: usage: host(x[first:count], v)
#pragma sparse update host
// CHECK: data.cpp:[[#@LINE+3]]:28: error: expected 'array[first:count]', found 'x[:n]'
// CHECK: data.cpp:[[#@LINE+2]]:35: error: expected 'array[first:count]', found 'x[0:n:2]'
// CHECK: data.cpp:[[#@LINE+1]]:45: error: expected 'array[first:count]', found '[0:n]'
#pragma sparse update host(x[:n], x[0:n:2], [0:n])
// CHECK: data.cpp:[[#@LINE+1]]:23: error: expected the name of a clause, found '('
#pragma sparse update (x[0:n])
// CHECK: data.cpp:[[#@LINE+1]]:27: error: missing ')' to match this '(' of 'host'
#pragma sparse update host(x[0:n]
// CHECK: data.cpp:[[#@LINE+2]]:16: error: 'data' begins a directive of its own, which stands in front of that of a loop
#pragma sparse target(cpu)
#pragma sparse data copy(x[0:n])
  for (int i = 0; i < n; ++i)
    x[i] = 0;
}


// Names are looked up where the directive stands.
template <class T> void names(T *x) {
  {
    int n = 3;
  }
// CHECK: data.cpp:[[#@LINE+1]]:32: error: use of undeclared identifier 'n'
#pragma sparse update host(x[0:n])
}

// A directive stands in front of a statement.
// CHECK: data.cpp:[[#@LINE+1]]:9: error: expected unqualified-id
#pragma sparse enter data copyin(x[0:n])

void end(int n, double *x) {
#pragma sparse data copyin(x[0:n])
// CHECK: data.cpp:[[#@LINE+1]]:1: error: expected statement
}

// What directives about data cannot name, and where they cannot stand. Said once
// for all instances of a template.
// RUN: not %clangxx %plugin -std=c++20 -fopenmp -fblocks -Wno-vla-extension -fsyntax-only -fdiagnostics-parseable-fixits -ferror-limit=0 %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

struct Opaque;
void types(int n, double *x, double length, void *any, Opaque *opaque,
           std::vector<bool> bits, std::vector<std::string> words,
           std::unique_ptr<double[]> u, std::unique_ptr<double> one,
           std::map<int, int> map) {
// CHECK: data-arrays.cpp:[[#@LINE+2]]:30: error: it is not known how many elements 'x' points to; write 'x[first:count]'
// CHECK: data-arrays.cpp:[[#@LINE+1]]:33: error: it is not known how many elements 'u' points to; write 'u[first:count]'
#pragma sparse update device(x, u)
  double vla[n];
// CHECK: data-arrays.cpp:[[#@LINE+1]]:30: error: it is not known how many elements 'vla' has; write 'vla[first:count]'
#pragma sparse update device(vla)
// CHECK: data-arrays.cpp:[[#@LINE+1]]:30: error: 'n' has type 'int'; accepted are pointers, arrays, std::vector, std::array, std::span and std::unique_ptr<T[]>
#pragma sparse update device(n)
// CHECK: data-arrays.cpp:[[#@LINE+2]]:30: error: 'map' has type 'std::map<int, int>'; accepted are
// CHECK: data-arrays.cpp:[[#@LINE+1]]:35: error: 'one' has type 'std::unique_ptr<double>'; accepted are
#pragma sparse update device(map, one)
// CHECK: data-arrays.cpp:[[#@LINE+1]]:30: error: 'bits' is a std::vector<bool>, which has no array of elements
#pragma sparse update device(bits)
// CHECK: data-arrays.cpp:[[#@LINE+3]]:30: error: elements of 'words' have type 'std::{{.*}}string{{.*}}', which cannot be copied as bytes
// CHECK: data-arrays.cpp:[[#@LINE+2]]:37: error: elements of 'any' have type 'void', which cannot
// CHECK: data-arrays.cpp:[[#@LINE+1]]:47: error: elements of 'opaque' have type 'Opaque', which cannot
#pragma sparse update device(words, any[0:n], opaque[0:n])
// CHECK: data-arrays.cpp:[[#@LINE+2]]:34: error: 'length' has type 'double'; an integer is needed
// CHECK: data-arrays.cpp:[[#@LINE+1]]:45: error: 'x' has type 'double *'; an integer is needed
#pragma sparse update device(x[0:length], x[x:n])
// What is promised moves nowhere, so that its bytes do not matter.
// CHECK: data-arrays.cpp:[[#@LINE+2]]:38: error: elements of 'any' have type 'void', whose size is not known
// CHECK: data-arrays.cpp:[[#@LINE+1]]:48: error: elements of 'opaque' have type 'Opaque', whose size is not known
#pragma sparse update changed(words, any[0:n], opaque[0:n])
// CHECK: data-arrays.cpp:[[#@LINE+1]]:34: error: 'n++' has side effects, which are missing where the directive is ignored
#pragma sparse update device(x[0:n++])
}

void constants(int n, const double *c, const std::vector<double> &v,
               std::span<const double> s, const std::span<double> fine) {
// CHECK: data-arrays.cpp:[[#@LINE+3]]:21: error: 'copy' would write 'c', whose elements are const; did you mean 'copyin'?
// CHECK-NEXT: #pragma sparse
// CHECK: fix-it:"{{.*}}data-arrays.cpp":{[[#@LINE+1]]:21-[[#@LINE+1]]:25}:"copyin"
#pragma sparse data copy(c[0:n])
  {
  }
// CHECK: data-arrays.cpp:[[#@LINE+2]]:26: error: 'copyout' would write 'v', whose elements are const; did you mean 'delete'?
// CHECK: data-arrays.cpp:[[#@LINE+1]]:26: error: 'copyout' would write 's', whose elements are const; did you mean 'delete'?
#pragma sparse exit data copyout(v, s, fine)
// CHECK: data-arrays.cpp:[[#@LINE+1]]:23: error: 'host' would write 'v', whose elements are const
#pragma sparse update host(v) device(v)
#pragma sparse data unchanged(c[0:n], v, s)
  {
  }
}

void places(int n, double *x) {
// CHECK: data-arrays.cpp:[[#@LINE+2]]:16: error: 'update' is the only statement here, and the next one would be without the plugin; put braces around both
  if (n > 3)
#pragma sparse update host(x[0:n])
    x[0] = 1;
// CHECK: data-arrays.cpp:[[#@LINE+2]]:16: error: 'enter data' is the only statement here
  while (n--)
#pragma sparse enter data create(x[0:n])
    x[0] = 1;
// CHECK: data-arrays.cpp:[[#@LINE+1]]:16: error: 'data' in front of labels or computed jumps, which may lead past its end; accepted are statements without
#pragma sparse data copy(x[0:n])
  {
  again:
    if (n-- > 0)
      goto again;
  }
  switch (n) {
// CHECK: data-arrays.cpp:[[#@LINE+1]]:16: error: 'data' in front of labels
#pragma sparse data copy(x[0:n])
    {
    case 3:
      break;
    }
  case 4:
#pragma sparse update host(x[0:n])
    switch (n) {
    case 4:
      break;
    }
  }
#pragma omp target
  {
// CHECK: data-arrays.cpp:[[#@LINE+1]]:16: error: 'update' inside '#pragma omp target' would be run by a device; accepted is one outside of it
#pragma sparse update host(x[0:n])
  }
}

void blocks(int n, double *x) {
  ^{
// CHECK: data-arrays.cpp:[[#@LINE+1]]:16: error: 'update' inside a block literal is not supported; accepted are lambdas
#pragma sparse update host(x[0:n])
  }();
}

double *global;
void privates(int n) {
#pragma omp parallel private(global)
  {
// CHECK: data-arrays.cpp:[[#@LINE+1]]:16: error: 'update' names 'global', which is made private by OpenMP and is no local variable; accepted is a copy in one
#pragma sparse update host(global[0:n])
  }
}

template <class T> void once(T x) {
// CHECK: data-arrays.cpp:[[#@LINE+2]]:30: error: it is not known how many elements 'x' points to
// CHECK-NOT: error:
#pragma sparse update device(x)
}
void instances(int *a, double *b, std::vector<int> c) {
  once(a);
  once(b);
  once(c);
}

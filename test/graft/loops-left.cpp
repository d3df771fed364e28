// A file in which an annotated loop stays as written says so in one line, also
// where nothing was asked for. Each loop of the source counts once, however
// often it is instantiated, expanded or included.
// RUN: split-file %s %t
// RUN: %clangxx_sparse -Werror -c %t/app.cpp -o %t/app.o 2>&1 | sed 's,.*/,,' | FileCheck --match-full-lines --check-prefix=SILENT %s
// RUN: %clangxx_sparse -fsyntax-only %t/app.cpp 2>&1 | sed 's,.*/,,' | FileCheck --match-full-lines --check-prefix=SILENT %s
// SILENT-NOT: {{.}}
// SILENT: app.cpp: 3 of 6 annotated loops rewritten; -Rpass-missed=sparse says why not
// SILENT-NEXT: body.inc: 0 of 1 annotated loop rewritten; -Rpass-missed=sparse says why not
// SILENT-NEXT: left.h: 1 of 2 annotated loops rewritten; -Rpass-missed=sparse says why not
// SILENT-NOT: {{.}}

// Where the reasons are shown, nothing more is to be asked for.
// RUN: %clangxx_sparse -c -Rpass-missed=sparse %t/app.cpp -o %t/app.o 2>&1 | FileCheck --check-prefix=MISSED %s
// MISSED-COUNT-5: remark: loop left unchanged: call of 'pure' may have side effects
// MISSED: app.cpp: 3 of 6 annotated loops rewritten{{$}}
// RUN: %clangxx_sparse -c -fplugin-arg-sparse-unsupported=warn %t/explicit.cpp -o %t/explicit.o 2>&1 | FileCheck --check-prefix=WARNED %s
// WARNED: warning: loop left unchanged: unknown loop 'j'
// WARNED: explicit.cpp: 0 of 1 annotated loop rewritten{{$}}

// Those who want silence get it; nothing is left, or nothing annotated; after
// an error nothing was tried.
// RUN: %clangxx_sparse -c -fplugin-arg-sparse-quiet %t/app.cpp -o %t/app.o 2>&1 | count 0
// RUN: %clangxx_sparse -c -w %t/app.cpp -o %t/app.o 2>&1 | count 0
// RUN: %clangxx_sparse -c -fplugin-arg-sparse-off %t/app.cpp -o %t/app.o 2>&1 | count 0
// RUN: %clangxx_sparse -c %t/all.cpp -o %t/all.o 2>&1 | count 0
// RUN: %clangxx_sparse -c %t/none.cpp -o %t/none.o 2>&1 | count 0
// RUN: not %clangxx_sparse -c -DERROR %t/app.cpp -o %t/app.o 2>&1 | FileCheck --check-prefix=ERROR %s --implicit-check-not=rewritten
// ERROR: error:

//--- left.h
int pure(int);
template <class T> void instances(int n, T *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = pure(i);
}
template <class T> void never(int n, T *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = pure(i);
}
inline void good(int n, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = i;
}

//--- body.inc
#pragma sparse
for (int i = 0; i < n; ++i)
  y[i] = pure(i);

//--- system/system.h
#pragma GCC system_header
inline void system(int n, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = pure(i);
}

//--- app.cpp
#include "left.h"
#include "system/system.h"
template void instances(int, float *);
template void instances(int, double *);

void good(int n, float *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = i;
}

void included(int n, double *y) {
#include "body.inc"
#include "body.inc"
}

#define TWO                                                                    \
  _Pragma("sparse") for (int i = 0; i < n; ++i) y[i] = i;                      \
  _Pragma("sparse") for (int i = 0; i < n; ++i) y[i] = pure(i);
void expanded(int n, double *y) {
  TWO
}

// The iterations of one instance depend on each other, those of the other not.
template <int Distance> void byInstance(int n, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i + Distance] = y[i];
}
template void byInstance<0>(int, double *);
template void byInstance<1>(int, double *);

void lambdas(int n, double *y) {
  auto left = [&] {
#pragma sparse
    for (int i = 0; i < n; ++i)
      y[i] = pure(i);
  };
  left();
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}
#ifdef ERROR
int error = nothing;
#endif

//--- explicit.cpp
void illegal(int n, double *y) {
#pragma sparse split(j, j0, j1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

//--- all.cpp
#include "left.h"
void call(int n, double *y) { good(n, y); }

//--- none.cpp
#include "left.h"

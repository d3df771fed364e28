// -E does not see the plugin; its output compiles to the same code.
// RUN: %clangxx -E %s -o %t.plain.ii
// RUN: %clangxx %plugin -E %s -o %t.ii
// RUN: cmp %t.plain.ii %t.ii
// RUN: %clangxx %plugin -fopenmp -O1 -S %s -o %t.s
// RUN: %clangxx %plugin -fopenmp -O1 -S %t.ii -o %t.ii.s
// RUN: cmp %t.s %t.ii.s
// RUN: FileCheck --input-file=%t.s %s
// CHECK: __kmpc_fork_call

// Macros in clauses stay as they are; there the name means nothing.
// RUN: %clangxx -DMACRO -E %s -o %t.macro.ii
// RUN: %clangxx %plugin -DMACRO -fsyntax-only %s
// RUN: not %clangxx %plugin -fsyntax-only %t.macro.ii 2>&1 | FileCheck --check-prefix=MACRO %s
// MACRO: preprocessed.cpp:[[#@LINE+11]]:{{.*}}: error: 'TILE' is not a constant expression; macros are not expanded in preprocessed input, use a constexpr variable

constexpr int Tile = 16;
#define TILE 16

void f(int n, double *y) {
#pragma sparse split(i, i0, i1, Tile) \
               parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = 0;
#ifdef MACRO
#pragma sparse split(i, i0, i1, TILE)
  for (int i = 0; i < n; ++i)
    y[i] = 0;
#endif
}

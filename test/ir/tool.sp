// What sparse-opt does with what it is given.

// A nest through every stage, at once or one after the other.
// RUN: %sparse-opt %s --schedule='split(i, i0, i1, 32)' \
// RUN:   | FileCheck --check-prefix=GRAPH %s
// GRAPH:      split i -> i0, i1 by 32
// GRAPH:      loop i0 {
// GRAPH-NEXT:   loop i1 {
// RUN: %sparse-opt %s --schedule='split(i, i0, i1, 32)' --lower > %t.loops
// RUN: FileCheck --check-prefix=LOOPS %s < %t.loops
// LOOPS:      program @fill {
// LOOPS:        for i0 : i64 in
// RUN: %sparse-opt %s --schedule='split(i, i0, i1, 32)' > %t.graph
// RUN: %sparse-opt %t.graph --lower | diff %t.loops -
// RUN: %sparse-opt %s --schedule='split(i, i0, i1, 32)' --emit=cpp > %t.cpp
// RUN: FileCheck --check-prefix=CODE %s < %t.cpp
// CODE:       int fill(
// CODE:         for (long i0 = 0;
// RUN: %sparse-opt %t.loops --emit=cpp | diff %t.cpp -
// RUN: %sparse-opt - --emit=cpp < %t.loops | diff %t.cpp -

// RUN: %sparse-opt %s --schedule='parallelize(i, cpu_thread, no_races)' \
// RUN:   --emit=cpp | FileCheck --check-prefix=OPENMP %s
// OPENMP: #pragma omp parallel for
// RUN: %sparse-opt %s --schedule='parallelize(i, cpu_thread, no_races)' \
// RUN:   --emit=cpp --no-openmp | FileCheck --check-prefix=SERIAL %s
// SERIAL-NOT: #pragma

// Fewer guards at the user's own risk.
// RUN: %sparse-opt %s --lower | FileCheck --check-prefix=CHEAP %s
// CHEAP: guard {{.*}} disjoint
// RUN: %sparse-opt %s --lower --check=off | FileCheck --check-prefix=OFF %s
// OFF-NOT: disjoint

// RUN: %sparse-opt --print-directive='split( i,i0,i1,32 ),unroll(i1)' \
// RUN:   | FileCheck --check-prefix=DIRECTIVE %s
// DIRECTIVE: split(i, i0, i1, 32) unroll(i1){{$}}

// Errors of clauses stand at the clause, with fix-it where there is one.
// RUN: not %sparse-opt %s --schedule='splt(i, i0, i1, 32)' 2>&1 \
// RUN:   | FileCheck --check-prefix=FIXIT --strict-whitespace %s
//      FIXIT:<schedule>:1:1: error: {{.*}}splt
// FIXIT-NEXT:{{^}}splt(i, i0, i1, 32)
// FIXIT-NEXT:{{^}}^~~~
// FIXIT-NEXT:{{^}}split{{$}}
// RUN: not %sparse-opt --print-directive='splt(i, i0, i1, 32)' 2>&1 \
// RUN:   | FileCheck --check-prefix=FIXIT --strict-whitespace %s
// RUN: not %sparse-opt %s --schedule='split(i, i0, i1, 32) split(k, k0, k1, 4)' \
// RUN:   2>&1 | FileCheck --check-prefix=SECOND --strict-whitespace %s
//      SECOND:<schedule>:1:28: error: {{.*}}'k'
// SECOND-NEXT:{{^}}split(i, i0, i1, 32) split(k, k0, k1, 4)
// SECOND-NEXT:{{^}}                           ^

// RUN: not %sparse-opt %t.loops --schedule='unroll(i)' 2>&1 \
// RUN:   | FileCheck --check-prefix=PROGRAM %s
// PROGRAM: sparse-opt: error: a loop program has no schedule; apply clauses to the nest
// RUN: not %sparse-opt %t.missing 2>&1 | FileCheck --check-prefix=MISSING %s
// MISSING: sparse-opt: error: cannot read '{{.*}}': No such file or directory
// RUN: not %sparse-opt - < /dev/null 2>&1 | FileCheck --check-prefix=EMPTY %s
// EMPTY: <stdin>:1:1: error: expected 'nest' or 'program', found the end of the text

nest @fill {
  operand m : i64
  operand x : f64[] extent m
  operand y : f64[] written
  index i : i64 in 0:i64 .. m
  body {
    loop i { y[i] = x[i] }
  }
}

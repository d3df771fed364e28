// What the user vouches for of arrays of indices keeps iterations apart.

// A scatter through an array of different indices.
// RUN: %sparse-opt %S/Inputs/scatter.sp \
// RUN:   -schedule "assume(injective(a)) parallelize(i, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=SCATTER
// SCATTER-NOT: guard
// SCATTER: fact injective a
// SCATTER: loop i parallel(cpu_thread, no_races)

// RUN: not %sparse-opt %S/Inputs/scatter.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-SCATTER
// NO-SCATTER: <schedule>:1:28: error: different iterations of 'i' may update one element of 'y'{{$}}
// NO-SCATTER: <schedule>:1:28: note: 'atomics' makes each update atomic, in an order that differs from run to run; that is often slower than one thread{{$}}
// NO-SCATTER: <schedule>:1:28: note: 'assume(injective(a))' vouches that they do not: that no two elements of 'a' are equal{{$}}
// NO-SCATTER-NOT: ignore_races

// That elements ascend says nothing of equal ones.
// RUN: not %sparse-opt %S/Inputs/scatter.sp \
// RUN:   -schedule "assume(sorted(a)) parallelize(i, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SORTED-SCATTER
// SORTED-SCATTER: <schedule>:1:46: error: different iterations of 'i' may update one element of 'y'{{$}}

// The range of each segment is that of its ends, if it ascends.
// RUN: %sparse-opt %S/Inputs/ttv.sp \
// RUN:   -schedule "assume(sorted(crd1)) parallelize(i, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=TTV
// TTV: guard "different iterations of 'i' may store to one element of 'A'" pos1[r] >= pos1[r + 1:i64] || i64(crd1[i64(pos1[r])]) >= 0:i64 && (i64(crd1[i64(pos1[r + 1:i64]) - 1:i64]) >= 0:i64 && i64(crd1[i64(pos1[r + 1:i64]) - 1:i64]) < i64(J)) for r in 0:i64 .. i64(I)
// TTV: fact sorted crd1
// TTV: loop i parallel(cpu_thread, no_races)

// RUN: not %sparse-opt %S/Inputs/ttv.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-TTV
// NO-TTV: <schedule>:1:28: error: different iterations of 'i' may store to one element of 'A'{{$}}
// NO-TTV: <schedule>:1:28: note: 'assume(sorted(crd1))' vouches that they do not: that elements of 'crd1' ascend in each row{{$}}
// NO-TTV: <schedule>:1:28: note: 'ignore_races' vouches that they do not{{$}}

// Stores of one row are apart if its coordinates differ.
// RUN: %sparse-opt %S/Inputs/ttv.sp \
// RUN:   -schedule "assume(unique(crd1)) parallelize(pj, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=FIBRES
// FIBRES: fact unique crd1
// FIBRES: loop pj parallel(cpu_thread, no_races)

// RUN: not %sparse-opt %S/Inputs/ttv.sp \
// RUN:   -schedule "parallelize(pj, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-FIBRES
// NO-FIBRES: <schedule>:1:29: error: different iterations of 'pj' may store to one element of 'A'{{$}}
// NO-FIBRES: <schedule>:1:29: note: 'assume(unique(crd1))' vouches that they do not: that no row has two equal elements of 'crd1'{{$}}

// All pairs of row and column at once take both.
// RUN: not %sparse-opt %S/Inputs/expand.sp \
// RUN:   -schedule "fuse(i, p, f) split(f, c, q, 4) parallelize(c, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PAIRS
// PAIRS: error: different iterations of 'c' may store to one element of 'D'{{$}}
// PAIRS: note: 'assume(sorted(crd), unique(crd))' vouches that they do not: that elements of 'crd' ascend in each row and that no row has two equal elements of 'crd'{{$}}

// Arrays of indices only, which stay as they are.
// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "assume(unique(y)) parallelize(i, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FLOATS
// FLOATS: <schedule>:1:15: error: 'y' has elements of type 'double'; 'unique' is about indices{{$}}

// RUN: not %sparse-opt %S/Inputs/ttv.sp \
// RUN:   -schedule "assume(unique(crd))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: <schedule>:1:15: error: unknown array 'crd'; did you mean 'crd1'?{{$}}

// RUN: not %sparse-opt %S/Inputs/inverse.sp \
// RUN:   -schedule "assume(injective(b))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: <schedule>:1:18: error: 'b' is written in the loops, which may change what is assumed of it{{$}}

// Unique in each row is not unique over all positions.
// RUN: not %sparse-opt %S/Inputs/rows-and-all.sp \
// RUN:   -schedule "assume(unique(crd)) parallelize(q, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SEGMENTS
// SEGMENTS: <schedule>:1:15: error: loops visit 'crd' in different segments, and it is not clear of which 'unique' is said{{$}}

// A condition is checked in front of the loops, in the types of C++.
// RUN: %sparse-opt %S/Inputs/ttv.sp \
// RUN:   -schedule "assume(J % 4 == 0, !(I < 2) && J != I || I == -1) split(i, i0, i1, 2)" \
// RUN:   | FileCheck %s --check-prefix=CONDITION
// CONDITION: guard "'J % 4 == 0' does not hold" J % 4 == 0
// CONDITION: guard "'!(I < 2) && J != I || I == -1' does not hold" !(I < 2) && J != I || I == -(1)

// RUN: not %sparse-opt %S/Inputs/ttv.sp -schedule "assume(J % I == 0)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DIVISION
// DIVISION: <schedule>:1:12: error: a fact divides by positive constants only, not by 'I'{{$}}

// RUN: not %sparse-opt %S/Inputs/ttv.sp -schedule "assume(pos1[0] == 0)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MEMORY
// MEMORY: <schedule>:1:8: error: 'pos1[0]' is read from memory; a fact is about variables{{$}}

// RUN: not %sparse-opt %S/Inputs/ttv.sp -schedule "assume(K > 0)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VARIABLE
// VARIABLE: <schedule>:1:8: error: 'K' is no integer that the loops use and leave as it is{{$}}
// VARIABLE: <schedule>:1:8: note: the integers are 'I' and 'J'{{$}}

// RUN: not %sparse-opt %S/Inputs/rows.sp -schedule "assume(beta > 0)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REAL
// REAL: <schedule>:1:8: error: 'beta' has type 'double'; a fact is about integers{{$}}

// RUN: not %sparse-opt %S/Inputs/ttv.sp -schedule "assume(I >)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: <schedule>:1:8: error: expected a variable, an array element or a number, found the end{{$}}

// The number of elements makes the check for overlap one with an end.
// RUN: %sparse-opt %S/Inputs/scatter.sp -lower \
// RUN:   -schedule "assume(injective(a), extent(y, 2 * n + 1)) parallelize(i, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=EXTENT
// EXTENT: operand y : f64[] written extent i64(2 * n + 1)
// EXTENT: disjoint y[0:i64 .. 0 < n ? i64(2 * n + 1) : 0:i64], a[0:i64 .. i64(n)]

// A tensor gets a name, and what is said of its storage is compared with the
// loops.

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "tensor(M: csr(pos, crd, val)) pos(j, jp, M) split(jp, j0, j1, 4)" \
// RUN:   | FileCheck %s --check-prefix=CSR
// CSR: pos p -> jp over M
// CSR: tensor M : dense(i), compressed(p; pos, crd) values val

// RUN: %sparse-opt %S/Inputs/ttv.sp \
// RUN:   -schedule "tensor(T(i, j, k): dense, compressed(pos1, crd1), compressed(pos2, crd2); val) split(i, i0, i1, 4)" \
// RUN:   | FileCheck %s --check-prefix=CSF
// CSF: tensor T : dense(i), compressed(pj; pos1, crd1), compressed(pk; pos2, crd2) values val

// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "tensor(M: csr(crd, pos, val))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SWAPPED
// SWAPPED: <schedule>:1:11: error: level 2 of 'M' is compressed(pos, crd) in the loops, not compressed(crd, pos){{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "tensor(M: compressed(pos, crd), compressed(pos, crd); val)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ROWS
// ROWS: <schedule>:1:11: error: level 1 of 'M' is dense in the loops, not compressed(pos, crd){{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "tensor(M(i, k): dense, compressed(pos, crd); val)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=INDEX
// INDEX: <schedule>:1:13: error: level 2 of 'M' is iterated by 'j', not by 'k'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "tensor(M(i): csr(pos, crd, val))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ORDER
// ORDER: <schedule>:1:8: error: 'M' has 2 levels in the loops, not 1{{$}}
// ORDER: <schedule>:1:8: note: it is dense, compressed(pos, crd); val{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "tensor(M: csr(pos, crd, x))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VALUES
// VALUES: <schedule>:1:25: error: 'x' is not read at the positions of the last level of 'M'{{$}}
// VALUES: <schedule>:1:25: note: it is dense, compressed(pos, crd); val{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "tensor(M: csr(p, q, v))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE
// NONE: <schedule>:1:8: error: no loops run over a tensor that is stored like 'M'{{$}}
// NONE: <schedule>:1:8: note: 'A' is dense, compressed(pos, crd); val{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "tensor(x: csr(pos, crd, val))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TAKEN
// TAKEN: <schedule>:1:8: error: the name 'x' is taken; a tensor needs a new name{{$}}

// RUN: not %sparse-opt -print-directive "tensor(M: csr(pos, crd))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ARITY
// ARITY: <schedule>:1:11: error: 'csr' takes 3 arrays, but 2 are given{{$}}

// RUN: not %sparse-opt -print-directive "tensor(M: dense, compressed(pos); val)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ARRAYS
// ARRAYS: <schedule>:1:18: error: 'compressed' takes 2 arrays, but 1 is given{{$}}

// RUN: not %sparse-opt -print-directive "tensor(M: dense, compresed(pos, crd); val)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WORD
// WORD: <schedule>:1:18: error: unknown level format 'compresed'; did you mean 'compressed'?{{$}}

// No loop is seen to walk what is a format of the notation alone.
// RUN: not %sparse-opt -print-directive "tensor(M: compressed(pos, crd), singleton(crd); val)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-LOOP
// NO-LOOP: <schedule>:1:33: error: unknown level format 'singleton'{{$}}
// NO-LOOP: <schedule>:1:33: note: expected 'dense' or 'compressed'{{$}}

// RUN: not %sparse-opt -print-directive "tensor(M)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COLON
// COLON: <schedule>:1:8: error: expected ':', found the end{{$}}
// COLON: <schedule>:1:8: note: usage: tensor(A: csr(pos, crd, val)) or tensor(A(i, j): dense, compressed(pos, crd); val){{$}}

// RUN: not %sparse-opt -print-directive "tensor(M: dense, compressed(pos, crd))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-VALUES
// NO-VALUES: error: expected ';', found the end{{$}}

// RUN: not %sparse-opt -print-directive "tensor(M: csr(pos, crd, val), dense)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REST
// REST: <schedule>:1:31: error: expected ')', found 'dense'{{$}}

// Kept values: behind the guards that keep arrays apart a walk stores them, or those of
// an earlier run are found; the loops read them, and search nothing. The text can be
// read again.
// RUN: %sparse-opt %S/../schedule/Inputs/assembly.sp -lower -schedule "keep(q)" > %t
// RUN: %sparse-opt %t | diff %t -
// RUN: FileCheck %s < %t

// CHECK: operand q_kept : i32[] values of q
// CHECK: guard "'val' overlaps 'k'"
// CHECK-NEXT: guard "the values of 'q' are not kept" values q_kept of q(min(min(min(min(max(i64(ne), 0:i64), 268435457:i64), 268435457:i64) * 4:i64, 268435457:i64) * 4:i64, 268435457:i64), 1:i64; values(i64(ne), {{.*}}) sources(pos[{{.*}}], crd[{{.*}}], elem[{{.*}}])) {
// CHECK-NEXT: for e : i32 in 0 .. ne {
// CHECK-NEXT: for a : i32 in 0 .. 4 {
// CHECK-NEXT: for b : i32 in 0 .. 4 {
// CHECK: while lo < hi {
// CHECK: let q = lo
// CHECK-NEXT: q_kept[(i64(e) * 4:i64 + i64(a)) * 4:i64 + i64(b)] = q
// CHECK: body {
// CHECK-NEXT: for e : i32 in 0 .. ne {
// CHECK-NEXT: for a : i32 in 0 .. 4 {
// CHECK-NEXT: for b : i32 in 0 .. 4 {
// CHECK-NEXT: let q_found = q_kept[(i64(e) * 4:i64 + i64(a)) * 4:i64 + i64(b)]
// CHECK-NEXT: val[q_found] += k[e * 16 + a * 4 + b]

// The numbers of iterations are those of the user's loops, whatever commands make.
// RUN: %sparse-opt %S/../schedule/Inputs/assembly.sp -lower \
// RUN:   -schedule "split(e, e0, e1, 8) reorder(a, b) keep(q) parallelize(e0, cpu_thread, atomics)" \
// RUN:   | FileCheck %s --check-prefix=SPLIT
// SPLIT: values q_kept of q({{.*}}, i64(call i32 team_size());
// SPLIT: body {
// SPLIT: let q_found = q_kept[(i64(e) * 4:i64 + i64(a)) * 4:i64 + i64(b)]
// SPLIT-NOT: while
// SPLIT: atomic val[q_found] +=

// The plan of a wavefront comes behind them. Where there is none nothing fails.
// RUN: %sparse-opt %S/../schedule/Inputs/assembly.sp -lower -check=off \
// RUN:   -schedule "assume(extent(elem, 4 * ne)) keep(q) parallelize(e, cpu_thread, wavefront)" > %t.wave
// RUN: %sparse-opt %t.wave | diff %t.wave -
// RUN: FileCheck %s --check-prefix=WAVE < %t.wave
// WAVE: guard "the values of 'q' are not kept"
// WAVE-NOT: guard "there is one thread
// WAVE: guard "no plan for 'e' is known to be faster on threads" plan wave_plan if any of e(
// WAVE: wave(wave_plan, e_thread) {
// WAVE-NOT: while

// What an array of unknown length holds is noted where it is read.
// RUN: sed 's/ extent i64(nv) + 1:i64//' %S/../schedule/Inputs/assembly.sp > %t.unknown
// RUN: %sparse-opt %t.unknown -lower -schedule "keep(q)" | FileCheck %s --check-prefix=NOTES
// NOTES: touch source pos[row], 1:i64
// NOTES-NEXT: var lo : i32 = pos[row]

// Values are counted from where loops begin.
// RUN: sed 's/index e : i32 in 0 ../index e : i32 in nv ../' %S/../schedule/Inputs/assembly.sp > %t.from
// RUN: %sparse-opt %t.from -lower -schedule "keep(q)" | FileCheck %s --check-prefix=FROM
// FROM: values q_kept of q(min(min(min(min(max(i64(ne) - i64(nv), 0:i64),
// FROM: q_kept[((i64(e) - i64(nv)) * 4:i64 + i64(a)) * 4:i64 + i64(b)] = q
// FROM: let q_found = q_kept[((i64(e) - i64(nv)) * 4:i64 + i64(a)) * 4:i64 + i64(b)]

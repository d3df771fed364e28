// The text finds or fills the array in front of the loops. Who leaves the scope gives
// the run back.
// RUN: %sparse-opt %S/../schedule/Inputs/assembly.sp -schedule "keep(q)" -emit=cpp > %t.cpp
// RUN: %clangxx -std=c++20 -fsyntax-only -Wall -Werror %t.cpp
// RUN: FileCheck %s < %t.cpp

// CHECK: int assembly(
// CHECK-NOT: q_kept
// CHECK-SAME: const double *const k) {
// CHECK: void *q_kept_run __attribute__((cleanup(__lacuna_values_end_c))) = nullptr;
// CHECK-NEXT: const int *q_kept = nullptr;
// CHECK-NEXT: if (lacuna_guard == 0) {
// CHECK: const long q_kept_count = {{.{0,60}$}}
// CHECK: if (q_kept_count != 0) {
// CHECK-NEXT: q_kept_run = lacuna_wave_find(&q_kept_loop);
// CHECK: q_kept_run = lacuna_wave_current(q_kept_run);
// CHECK: if (!q_kept_run) {
// CHECK-NEXT: void *const q_kept_trace = lacuna_values_begin(&q_kept_loop, sizeof(int));
// CHECK-NEXT: if (q_kept_trace) {
// CHECK-NEXT: int *const q_kept = (int *)lacuna_values_room(q_kept_trace);
// CHECK: q_kept[((long)e * 4 + (long)a) * 4 + (long)b] = q;
// CHECK: q_kept_run = lacuna_values_keep(q_kept_trace, &q_kept_loop);
// CHECK: q_kept = (const int *)lacuna_values_of(q_kept_run);
// CHECK-NEXT: }
// CHECK-NEXT: if (!(q_kept_count == 0 || q_kept))
// CHECK: const int q_found = q_kept[((long)e * 4 + (long)a) * 4 + (long)b];
// CHECK-NEXT: val[q_found] += k[e * 16 + a * 4 + b];

// Without a plan the first thread of the team runs the loop.
// RUN: %sparse-opt %S/../schedule/Inputs/assembly.sp -emit=cpp \
// RUN:   -schedule "assume(extent(elem, 4 * ne)) keep(q) parallelize(e, cpu_thread, wavefront)" > %t.wave.cpp
// RUN: %clangxx -std=c++20 -fopenmp -fsyntax-only -Wall -Werror %t.wave.cpp
// RUN: FileCheck %s --check-prefix=WAVE < %t.wave.cpp
// WAVE: if (wave_plan_loop.threads > 1) {
// WAVE-NEXT: wave_plan = lacuna_wave_find(&wave_plan_loop);
// WAVE: const lacuna_task whole = {0, (long)ne, nullptr, nullptr, 0, 0};
// WAVE-NEXT: if (wave_plan)
// WAVE-NEXT: lacuna_wave_share(wave_plan, (int)e_thread, lacuna_num_threads(), &task, &task_end, &done);
// WAVE-NEXT: else if ((int)e_thread == 0)
// WAVE-NEXT: task_end = (task = &whole) + 1;

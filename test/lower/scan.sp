// A scan: the first pass keeps what decides on the variable, and of the workspaces
// the marker alone; the second one starts each chunk with what has been counted.
// Each chunk has copies of its own, which stand in front of the program.

// RUN: %sparse-opt %S/../schedule/Inputs/gustavson.sp --check=off --lower \
// RUN:   --schedule='assume(extent(acc, m)) private(mark, acc) parallelize(i, cpu_thread, scan)' \
// RUN:   | FileCheck %s

// CHECK: body {
// CHECK-NEXT: array mark_copies : i32[min(512:i64, i64(call i32 team_size())) * (min(max(n, 0:i64), 9007199254740992:i64) + 16:i64)]
// CHECK-NEXT: array acc_copies : f64[min(512:i64, i64(call i32 team_size())) * (i64(m) + 8:i64)]
// CHECK-NEXT: {
// CHECK-NEXT: var nz : i32 = nz_in
// CHECK-NEXT: {
// CHECK-NEXT: let i_trips = max(i64(m), 0:i64)
// CHECK-NEXT: let i_chunks = min(i_trips, min(512:i64, i64(call i32 team_size())))
// CHECK-NEXT: array nz_parts : u64[512:i64]
// CHECK-NEXT: if i_chunks > 1:i64 {
// CHECK-NEXT: for i_chunk : i64 in 0:i64 .. i_chunks - 1:i64 threads {
// CHECK-NEXT: var nz_count : u64 = 0:u64
// CHECK-NEXT: let mark_base = i_chunk * (min(max(n, 0:i64), 9007199254740992:i64) + 16:i64)
// CHECK-NEXT: for mark_element : i64 in 0:i64 .. n {
// CHECK-NEXT: mark_copies[mark_base + mark_element] = mark[mark_element]
// CHECK-NEXT: }
// CHECK-NEXT: let i_chunk_first = i_chunk * (i_trips / i_chunks) + min(i_chunk, i_trips % i_chunks)
// CHECK-NEXT: let i_chunk_last = (i_chunk + 1:i64) * (i_trips / i_chunks) + min(i_chunk + 1:i64, i_trips % i_chunks)
// CHECK-NEXT: for i : i32 in i32(i_chunk_first) .. i32(i_chunk_last) {
// CHECK-NEXT: for p : i32 in posA[i] .. posA[i + 1] {
// CHECK-NEXT: for q : i32 in posB[crdA[p]] .. posB[crdA[p] + 1] {
// CHECK-NEXT: let j = crdB[q]
// CHECK-NEXT: if mark_copies[mark_base + i64(j)] != i {
// CHECK-NEXT: mark_copies[mark_base + i64(j)] = i
// CHECK-NEXT: nz_count += u64(1)
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: nz_parts[i_chunk] = nz_count
// CHECK-NEXT: }
// CHECK-NEXT: for i_chunk : i64 in 0:i64 .. i_chunks - 1:i64 {
// CHECK-NEXT: let nz_count = nz_parts[i_chunk]
// CHECK-NEXT: nz_parts[i_chunk] = u64(nz)
// CHECK-NEXT: nz += nz_count
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: if i_chunks > 0:i64 {
// CHECK-NEXT: nz_parts[i_chunks - 1:i64] = u64(nz)
// CHECK-NEXT: }
// CHECK-NEXT: for i_chunk : i64 in 0:i64 .. i_chunks threads {
// CHECK-NEXT: var nz_own : i32 = i32(nz_parts[i_chunk])
// CHECK-NEXT: let mark_base = i_chunk * (min(max(n, 0:i64), 9007199254740992:i64) + 16:i64)
// CHECK-NEXT: for mark_element : i64 in 0:i64 .. n {
// CHECK-NEXT: mark_copies[mark_base + mark_element] = mark[mark_element]
// CHECK-NEXT: }
// CHECK-NEXT: let acc_base = i_chunk * (i64(m) + 8:i64)
// CHECK-NEXT: for acc_element : i64 in 0:i64 .. i64(m) {
// CHECK-NEXT: acc_copies[acc_base + acc_element] = acc[acc_element]
// CHECK-NEXT: }
// CHECK-NEXT: let i_chunk_first = i_chunk * (i_trips / i_chunks) + min(i_chunk, i_trips % i_chunks)
// CHECK-NEXT: let i_chunk_last = (i_chunk + 1:i64) * (i_trips / i_chunks) + min(i_chunk + 1:i64, i_trips % i_chunks)
// CHECK-NEXT: for i : i32 in i32(i_chunk_first) .. i32(i_chunk_last) {
// CHECK-NEXT: let first = nz_own
// CHECK-NEXT: for p : i32 in posA[i] .. posA[i + 1] {
// CHECK-NEXT: for q : i32 in posB[crdA[p]] .. posB[crdA[p] + 1] {
// CHECK-NEXT: let j = crdB[q]
// CHECK-NEXT: if mark_copies[mark_base + i64(j)] != i {
// CHECK-NEXT: mark_copies[mark_base + i64(j)] = i
// CHECK-NEXT: crdC[nz_own] = j
// CHECK-NEXT: nz_own += 1
// CHECK-NEXT: acc_copies[acc_base + i64(j)] = valA[p] * valB[q]
// CHECK-NEXT: } else {
// CHECK-NEXT: acc_copies[acc_base + i64(j)] += valA[p] * valB[q]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: var r : i32 = first
// CHECK-NEXT: while r < nz_own {
// CHECK-NEXT: valC[r] = acc_copies[acc_base + i64(crdC[r])]
// CHECK-NEXT: r += 1
// CHECK-NEXT: }
// CHECK-NEXT: posC[i + 1] = nz_own
// CHECK-NEXT: }
// CHECK-NEXT: nz_parts[i_chunk] = u64(nz_own)
// CHECK-NEXT: }
// CHECK-NEXT: if i_chunks > 0:i64 {
// CHECK-NEXT: nz = i32(nz_parts[i_chunks - 1:i64])
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: nz_out = nz
// CHECK-NEXT: }
// CHECK-NEXT: }

// Where there is no memory for the copies, the user's loop runs.
// RUN: %sparse-opt %S/../schedule/Inputs/gustavson.sp --check=off --emit=cpp \
// RUN:   --schedule='assume(extent(acc, m)) private(mark, acc) parallelize(i, cpu_thread, scan)' \
// RUN:   | FileCheck %s --check-prefix=MEMORY
// MEMORY: mark_copies = (int *)__builtin_malloc(mark_copies_bytes);
// MEMORY-NEXT: if (!mark_copies)
// MEMORY-NEXT: lacuna_guard =
// MEMORY: __builtin_free(mark_copies);

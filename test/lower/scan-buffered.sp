// A scan in one pass: the first chunk stores in place, the others at cursors from 0 on, into
// buffers that grow behind steps; where memory lacks, one chunk runs all again. Then chunks
// know where they begin: buffers are copied, and values of cursors are added to.

// RUN: %sparse-opt %S/../schedule/Inputs/gustavson.sp --check=off --lower \
// RUN:   --schedule='assume(extent(acc, m)) private(mark, acc) parallelize(i, cpu_thread, buffered_scan)' >%t.lp
// RUN: FileCheck %s <%t.lp
// RUN: %sparse-opt %t.lp | diff %t.lp -

// CHECK: body {
// CHECK-NEXT: array mark_copies : i32[min(512:i64, i64(call i32 team_size())) * (min(max(n, 0:i64), 9007199254740992:i64) + 16:i64)]
// CHECK-NEXT: array acc_copies : f64[min(512:i64, i64(call i32 team_size())) * (i64(m) + 8:i64)]
// CHECK-NEXT: {
// CHECK-NEXT: var nz : i32 = nz_in
// CHECK-NEXT: {
// CHECK-NEXT: let i_trips = max(i64(m), 0:i64)
// CHECK-NEXT: var i_chunks : i64 = min(i_trips, min(512:i64, i64(call i32 team_size())))
// CHECK-NEXT: array i_failed : bool[512:i64]
// CHECK-NEXT: array nz_counts : u64[512:i64]
// CHECK-NEXT: array nz_begins : u64[512:i64]
// CHECK-NEXT: growing crdC_kept : i32[512]
// CHECK-NEXT: growing valC_kept : f64[512]
// CHECK-NEXT: var i_again : bool = true
// CHECK-NEXT: while i_again {
// CHECK-NEXT: for i_chunk : i64 in 0:i64 .. i_chunks threads {
// CHECK-NEXT: if i_chunk == 0:i64 {
// CHECK-NEXT: var nz_own : i32 = nz
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
// CHECK-NEXT: nz_counts[0:i64] = u64(nz_own)
// CHECK-NEXT: i_failed[0:i64] = false
// CHECK-NEXT: } else {
// CHECK-NEXT: var i_fails : bool = false
// CHECK-NEXT: var nz_far : u64 = 0:u64
// CHECK-NEXT: var nz_room : u64 = 0:u64
// CHECK-NEXT: if call bool expect(nz_room < nz_far + 1:u64, 0:i64) {
// CHECK-NEXT: let nz_more = min(2147483647:u64, max(nz_room * 4:u64, 4096:u64))
// CHECK-NEXT: grow crdC_kept[i_chunk] to i64(nz_more) else i_fails
// CHECK-NEXT: grow valC_kept[i_chunk] to i64(nz_more) else i_fails
// CHECK-NEXT: i_fails |= nz_more < nz_far + 1:u64
// CHECK-NEXT: if i_fails {
// CHECK-NEXT: nz_far = 0:u64
// CHECK-NEXT: } else {
// CHECK-NEXT: nz_room = nz_more
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: if !i_fails {
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
// CHECK-NEXT: let first = i32(nz_far)
// CHECK-NEXT: for p : i32 in posA[i] .. posA[i + 1] {
// CHECK-NEXT: for q : i32 in posB[crdA[p]] .. posB[crdA[p] + 1] {
// CHECK-NEXT: let j = crdB[q]
// CHECK-NEXT: if mark_copies[mark_base + i64(j)] != i {
// CHECK-NEXT: mark_copies[mark_base + i64(j)] = i
// CHECK-NEXT: crdC_kept[i_chunk][i32(nz_far)] = j
// CHECK-NEXT: nz_far += u64(1)
// CHECK-NEXT: if call bool expect(nz_room < nz_far + 1:u64, 0:i64) {
// CHECK-NEXT: let nz_more = min(2147483647:u64, max(nz_room * 4:u64, 4096:u64))
// CHECK-NEXT: grow crdC_kept[i_chunk] to i64(nz_more) else i_fails
// CHECK-NEXT: grow valC_kept[i_chunk] to i64(nz_more) else i_fails
// CHECK-NEXT: i_fails |= nz_more < nz_far + 1:u64
// CHECK-NEXT: if i_fails {
// CHECK-NEXT: nz_far = 0:u64
// CHECK-NEXT: } else {
// CHECK-NEXT: nz_room = nz_more
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: acc_copies[acc_base + i64(j)] = valA[p] * valB[q]
// CHECK-NEXT: } else {
// CHECK-NEXT: acc_copies[acc_base + i64(j)] += valA[p] * valB[q]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: var r : i32 = first
// CHECK-NEXT: while r < i32(nz_far) {
// CHECK-NEXT: valC_kept[i_chunk][r] = acc_copies[acc_base + i64(crdC_kept[i_chunk][r])]
// CHECK-NEXT: r += 1
// CHECK-NEXT: }
// CHECK-NEXT: posC[i + 1] = i32(nz_far)
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: nz_counts[i_chunk] = nz_far
// CHECK-NEXT: i_failed[i_chunk] = i_fails
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: i_again = false
// CHECK-NEXT: for i_chunk : i64 in 0:i64 .. i_chunks {
// CHECK-NEXT: i_again |= i_failed[i_chunk]
// CHECK-NEXT: }
// CHECK-NEXT: if i_again {
// CHECK-NEXT: for i_chunk : i64 in 0:i64 .. i_chunks {
// CHECK-NEXT: grow crdC_kept[i_chunk] to 0:i64 else i_again
// CHECK-NEXT: grow valC_kept[i_chunk] to 0:i64 else i_again
// CHECK-NEXT: }
// CHECK-NEXT: i_chunks = 1:i64
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: if i_chunks > 0:i64 {
// CHECK-NEXT: nz = i32(nz_counts[0:i64])
// CHECK-NEXT: }
// CHECK-NEXT: if i_chunks > 1:i64 {
// CHECK-NEXT: for i_chunk : i64 in 0:i64 .. i_chunks {
// CHECK-NEXT: if i_chunk > 0:i64 {
// CHECK-NEXT: nz_begins[i_chunk] = u64(nz)
// CHECK-NEXT: nz += nz_counts[i_chunk]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: for i_chunk : i64 in 0:i64 .. i_chunks threads {
// CHECK-NEXT: if i_chunk > 0:i64 {
// CHECK-NEXT: {
// CHECK-NEXT: let nz_begin = i64(nz_begins[i_chunk])
// CHECK-NEXT: let nz_count = i64(nz_counts[i_chunk])
// CHECK-NEXT: for crdC_element : i64 in 0:i64 .. nz_count {
// CHECK-NEXT: crdC[nz_begin + crdC_element] = crdC_kept[i_chunk][crdC_element]
// CHECK-NEXT: }
// CHECK-NEXT: for valC_element : i64 in 0:i64 .. nz_count {
// CHECK-NEXT: valC[nz_begin + valC_element] = valC_kept[i_chunk][valC_element]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: grow crdC_kept[i_chunk] to 0:i64 else i_again
// CHECK-NEXT: grow valC_kept[i_chunk] to 0:i64 else i_again
// CHECK-NEXT: let i_chunk_first = i_chunk * (i_trips / i_chunks) + min(i_chunk, i_trips % i_chunks)
// CHECK-NEXT: let i_chunk_last = (i_chunk + 1:i64) * (i_trips / i_chunks) + min(i_chunk + 1:i64, i_trips % i_chunks)
// CHECK-NEXT: for i : i32 in i32(i_chunk_first) .. i32(i_chunk_last) {
// CHECK-NEXT: posC[i + 1] = i32(u64(posC[i + 1]) + nz_begins[i_chunk])
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: nz_out = nz
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }

// A row that has no memory any more is empty.
// RUN: %sparse-opt %S/../schedule/Inputs/gustavson.sp --check=off --emit=cpp \
// RUN:   --schedule='assume(extent(acc, m)) private(mark, acc) parallelize(i, cpu_thread, buffered_scan)' \
// RUN:   | FileCheck %s --check-prefix=MEMORY
// MEMORY: int *crdC_kept[512] = {};
// MEMORY: void *const longer = __builtin_realloc(crdC_kept[i_chunk], (long)nz_more * sizeof(int));
// MEMORY-NEXT: if (longer) {
// MEMORY-NEXT: crdC_kept[i_chunk] = (int *)longer;
// MEMORY-NEXT: } else {
// MEMORY-NEXT: i_fails = true;
// MEMORY-NEXT: }
// MEMORY: __builtin_free(crdC_kept[i_chunk]);
// MEMORY-NEXT: crdC_kept[i_chunk] = nullptr;

// Where nothing is stored at a variable, there are no buffers; a step of more than one place
// has room for all of them. Other types of values wrap as the variable does.
// RUN: rm -rf %t && split-file %s %t
// RUN: %sparse-opt %t/sums.sp --check=off --lower --schedule='parallelize(i, cpu_thread, buffered_scan)' \
// RUN:   | FileCheck %s --check-prefix=SUMS
// SUMS-NOT: growing
// SUMS: var sum_far : u64 = 0:u64
// SUMS: pos[i] = i64(i32(sum_far))
// SUMS-NEXT: sum_far += u64(length[i])
// SUMS: pos[i] = i64(i32(u64(pos[i]) + sum_begins[i_chunk]))
// SUMS-NOT: sum_far

// RUN: %sparse-opt %t/pairs.sp --check=off --lower --schedule='parallelize(i, cpu_thread, buffered_scan)' \
// RUN:   | FileCheck %s --check-prefix=PAIRS
// PAIRS: if call bool expect(n_room < n_far + 2:u64, 0:i64) {
// PAIRS: out_kept[i_chunk][i64(n_far)] = i
// PAIRS-NEXT: out_kept[i_chunk][i64(n_far) + 1:i64] = i
// PAIRS-NEXT: n_far += u64(2:i64)
// PAIRS-NEXT: if call bool expect(n_room < n_far + 2:u64, 0:i64) {
// PAIRS-NEXT: let n_more = min(9223372036854775807:u64, max(n_room * 4:u64, 4096:u64))

//--- sums.sp

nest @sums {
  operand sum_in : i32
  operand m : i32
  operand length : i32[]
  operand pos : i64[] written
  index i : i32 in 0 .. m
  body {
    var sum : i32 = sum_in
    loop i {
      pos[i] = i64(sum)
      sum += length[i]
    }
  }
}

//--- pairs.sp

nest @pairs {
  operand n_in : i64
  operand m : i32
  operand out : i32[] written
  operand n_out : i64 liveout
  index i : i32 in 0 .. m
  body {
    var n : i64 = n_in
    loop i {
      out[n] = i
      out[n + 1:i64] = i
      n += 2:i64
    }
    n_out = n
  }
}

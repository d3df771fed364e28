// `buffered_scan`: cursors in one pass.

// RUN: %sparse-opt %S/Inputs/gustavson.sp \
// RUN:   -schedule "private(mark, acc) assume(extent(acc, m)) parallelize(i, cpu_thread, buffered_scan)" >%t.out
// RUN: FileCheck %s --check-prefix=ROWS <%t.out
// RUN: %sparse-opt %t.out | diff %t.out -
// ROWS: loop i parallel(cpu_thread, buffered_scan(nz, crdC, valC)) {

// RUN: %sparse-opt %S/Inputs/gustavson.sp \
// RUN:   -schedule "private(mark, acc) assume(extent(acc, m)) parallelize(i, cpu_thread, buffered_scan, schedule(dynamic, 2))" \
// RUN:   | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: loop i parallel(cpu_thread, buffered_scan(nz, crdC, valC), schedule(dynamic, 2)) {

// RUN: not %sparse-opt %S/Inputs/gustavson.sp \
// RUN:   -schedule "parallelize(q, cpu_vector, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LANES
// LANES: <schedule>:1:28: error: 'buffered_scan' needs 'cpu_thread', not 'cpu_vector'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(i, p, f) parallelize(f, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FUSED
// FUSED: <schedule>:1:42: error: 'buffered_scan' goes over whole rows, of which threads over fused positions share some{{$}}

// Workspaces have to be named: rows share the marker.
// RUN: not %sparse-opt %S/Inputs/gustavson.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MARKER
// MARKER: <schedule>:1:28: error: different iterations of 'i' may store to one element of 'mark'{{$}}

// Accepted: what is decided by arithmetic, since nothing runs twice; second cursors over what
// has been stored; copies; several places in a step; both arms of a branch.
// RUN: rm -rf %t && split-file %s %t
// RUN: for each in arithmetic runners copies pairs inner ends grown; do \
// RUN:   %sparse-opt %t/$each.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" \
// RUN:     | FileCheck %s --check-prefix=ACCEPTED || exit 1; \
// RUN: done
// ACCEPTED: buffered_scan(n, out
// What grows is for threads that keep apart what they append.
// RUN: not %sparse-opt %t/grown.sp -schedule "unroll(i, 4)" 2>&1 | FileCheck %s --check-prefix=GROWN
// RUN: not %sparse-opt %t/grown.sp -schedule "parallelize(i, cpu_thread, ignore_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=KEPT_APART
// GROWN: error: the loop appends to 'out', which threads do with 'buffered_scan' alone; accepted is 'parallelize(i, cpu_thread, buffered_scan)' of a loop around{{$}}
// KEPT_APART: error: iterations of 'i' depend on each other: one reads 'n' where another may have written it{{$}}
// KEPT_APART: note: 'buffered_scan' has threads keep apart what they store until it is known where each begins{{$}}

//--- arithmetic.sp

nest @f {
  operand m : i32
  operand val : f64[]
  operand out : f64[] written
  operand ends : i32[] written
  operand n_out : i32 liveout
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    loop i {
      if val[i] * val[i] + 0.5 > 1.0 {
        out[n] = val[i]
        n += 1
      }
      ends[i] = n
    }
    n_out = n
  }
}

//--- runners.sp

nest @f {
  operand m : i32
  operand pos : i32[]
  operand crd : i32[]
  operand out : i32[] written
  operand count : i32[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var n : i32 = 0
    loop i {
      let first = n
      loop p {
        out[n] = crd[p]
        n += 1
      }
      var same : i32 = 0
      var r : i32 = first
      while r < n {
        if out[r] == i {
          same += 1
        }
        r += 1
      }
      count[i] = same
    }
  }
}

//--- copies.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    loop i {
      let at = n
      n += 1
      out[at] = 0
      out[at] += val[i]
    }
  }
}

//--- pairs.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    loop i {
      if val[i] > 0 {
        out[n] = i
        out[n + 1] = val[i]
        n += 2
      } else {
        let at = n
        n += 1
        out[at] = val[i]
      }
    }
  }
}

//--- inner.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i64[] written
  index i : i32 in 0 .. m
  index k : i32 in 0 .. 3
  body {
    var n : i32 = 0
    loop i {
      loop k {
        if val[i] > k {
          out[n] = val[i]
          n += 1
        }
        ends[3 * i + k] = i64(n)
      }
    }
  }
}

//--- ends.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : i32 = 0
    loop i {
      out[n] = val[i]
      n += 1
      ends[w] = n
      w += 1
    }
  }
}

//--- grown.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out_size : i64
  operand out_capacity : i64
  operand out : i32[] written grows out_container extent out_capacity
  operand total : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i64 = out_size
    loop i {
      total[i] += val[i]
      if total[i] > 3 {
        out[n] = val[i]
        n += 1:i64
      }
    }
  }
}

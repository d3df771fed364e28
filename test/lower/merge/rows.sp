// Reductions over merged coordinates: in a row, over a whole vector in parallel, over rows that are merged themselves, and with a dense loop inside.

// RUN: rm -rf %t && mkdir %t && split-file --leading-lines %s %t
// RUN: %sparse-opt %t/row.sp --emit=cpp > %t/row.inc
// RUN: %sparse-opt %t/row.sp --schedule='split(j, j0, j1, 7) split(i, i0, i1, 3) parallelize(i0, cpu_thread, no_races)' --emit=cpp > %t/row_strips.inc
// RUN: %sparse-opt %t/row.sp --schedule='divide(i, t, r, threads, balance(q)) parallelize(t, cpu_thread, no_races)' --emit=cpp > %t/row_balanced.inc
// RUN: %sparse-opt %t/vector.sp --emit=cpp > %t/vector.inc
// RUN: %sparse-opt %t/vector.sp --schedule='split(j, j0, j1, 7) parallelize(j0, cpu_thread, parallel_reduction)' --emit=cpp > %t/vector_threads.inc
// RUN: %sparse-opt %t/vector.sp --schedule='divide(j, j0, j1, 4) parallelize(j0, cpu_thread, parallel_reduction, schedule(dynamic))' --emit=cpp > %t/vector_pieces.inc
// RUN: %sparse-opt %t/doubly.sp --emit=cpp > %t/doubly.inc
// RUN: %sparse-opt %t/doubly.sp --schedule='split(i, i0, i1, 4) split(j, j0, j1, 5) parallelize(i0, cpu_thread, no_races)' --emit=cpp > %t/doubly_strips.inc
// RUN: %sparse-opt %t/panel.sp --emit=cpp > %t/panel.inc
// RUN: %sparse-opt %t/panel.sp --schedule='split(k, k0, k1, 4) unroll(k1) split(j, j0, j1, 5) reorder(i, j0)' --emit=cpp > %t/panel_tiles.inc
// RUN: %sparse-opt %t/pattern.sp --emit=cpp > %t/pattern.inc
// RUN: %sparse-opt %t/pattern.sp --schedule='split(j, j0, j1, 7) reorder(i, j0) parallelize(j0, cpu_thread, no_races)' --emit=cpp > %t/pattern_columns.inc
// RUN: %sparse-opt %t/pattern.sp --schedule='fuse(i, j, f) divide(f, f0, f1, 5) parallelize(f0, cpu_thread, no_races)' --emit=cpp > %t/pattern_pieces.inc
// RUN: %clangxx -fopenmp -O1 -Wall -Werror -Wno-unused -I%t %S/Inputs/rows.cpp -o %t/run
// RUN: %t/run
// RUN: env OMP_NUM_THREADS=1 %t/run

//--- row.sp
nest @row {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand count : i32[] written
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  index q : i32 in b_pos[i] .. b_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i {
      var either : i32 = 0
      var sum : f64 = 0.0
      loop j merge(a: p, b: q; a || b) {
        either += 1
        if a && b {
          sum += a_val[p] * b_val[q]
        }
      }
      count[i] = either
      y[i] = sum
    }
  }
}
//--- vector.sp
nest @vector {
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in a_pos[0] .. a_pos[1]
  index q : i32 in b_pos[0] .. b_pos[1]
  tensor A : compressed(p; a_pos, a_crd) values a_val
  tensor B : compressed(q; b_pos, b_crd) values b_val
  body {
    var sum : f64 = 0.0
    loop j merge(a: p, b: q; a && b) {
      sum += a_val[p] * b_val[q]
    }
    y[0] = sum
  }
}
//--- doubly.sp
nest @doubly {
  operand m : i32
  operand n : i32
  operand a_rows : i32[]
  operand a_row : i32[]
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_rows : i32[]
  operand b_row : i32[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index r : i32 in a_rows[0] .. a_rows[1]
  index s : i32 in b_rows[0] .. b_rows[1]
  index j : i32 in 0 .. n
  index p : i32 in a_pos[r] .. a_pos[r + 1]
  index q : i32 in b_pos[s] .. b_pos[s + 1]
  tensor A : compressed(r; a_rows, a_row), compressed(p; a_pos, a_crd) values a_val
  tensor B : compressed(s; b_rows, b_row), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i merge(in_a: r, in_b: s; in_a || in_b) {
      loop j merge(a: p, b: q; a || b) {
        y[i * n + j] = (a ? a_val[p] : 0.0) - (b ? b_val[q] : 0.0)
      }
    }
  }
}
//--- panel.sp
nest @panel {
  operand m : i32
  operand n : i32
  operand w : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index k : i32 in 0 .. w
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  index q : i32 in b_pos[i] .. b_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i {
      loop j merge(a: p, b: q; a || b) {
        let v = (a ? a_val[p] : 0.0) + (b ? b_val[q] : 0.0)
        loop k {
          y[i * w + k] += v * x[j * w + k]
        }
      }
    }
  }
}
//--- pattern.sp
nest @pattern {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  index q : i32 in b_pos[i] .. b_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val, y
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i {
      loop j merge(a: p, b: q; a) {
        y[p] = a_val[p] - (b ? b_val[q] : 0.0)
      }
    }
  }
}

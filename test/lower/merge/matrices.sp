// Intersections, unions and mixtures of two and three sparse matrices and dense ones, serial and in all parallel forms, against what the matrices hold at each coordinate.

// RUN: rm -rf %t && mkdir %t
// RUN: %sparse-opt %s --emit=cpp > %t/serial.inc
// RUN: %sparse-opt %s --schedule='parallelize(i, cpu_thread, no_races)' --emit=cpp > %t/rows.inc
// RUN: %sparse-opt %s --schedule='split(j, j0, j1, 5)' --emit=cpp > %t/strips.inc
// RUN: %sparse-opt %s --schedule='split(j, j0, j1, 5) parallelize(j0, cpu_thread, no_races)' --emit=cpp > %t/threads.inc
// RUN: %sparse-opt %s --schedule='divide(j, j0, j1, 3) split(j1, j2, j3, 4) reorder(i, j0) parallelize(j0, cpu_thread, no_races)' --emit=cpp > %t/columns.inc
// RUN: %sparse-opt %s --schedule='fuse(i, j, f)' --emit=cpp > %t/fused.inc
// RUN: %sparse-opt %s --schedule='fuse(i, j, f) divide(f, f0, f1, 7) parallelize(f0, cpu_thread, no_races)' --emit=cpp > %t/pieces.inc
// RUN: %sparse-opt %s --schedule='fuse(i, j, f) split(f, f0, f1, 16) split(f1, f2, f3, 5) parallelize(f0, cpu_thread, no_races)' --emit=cpp > %t/tiles.inc
// RUN: %clangxx -fopenmp -O0 -Wall -Werror -Wno-unused -I%t %S/Inputs/matrices.cpp -o %t/run
// RUN: %t/run
// RUN: env OMP_NUM_THREADS=1 %t/run

nest @product {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand c_pos : i32[]
  operand c_crd : i32[]
  operand c_val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  index q : i32 in b_pos[i] .. b_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i {
      loop j merge(a: p, b: q; a && b) {
        y[i * n + j] = a_val[p] * b_val[q]
      }
    }
  }
}
nest @sum {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand c_pos : i32[]
  operand c_crd : i32[]
  operand c_val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  index q : i32 in b_pos[i] .. b_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i {
      loop j merge(a: p, b: q; a || b) {
        y[i * n + j] = (a ? a_val[p] : 0.0) + (b ? b_val[q] : 0.0)
      }
    }
  }
}
nest @sum_of_three {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand c_pos : i32[]
  operand c_crd : i32[]
  operand c_val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  index q : i32 in b_pos[i] .. b_pos[i + 1]
  index r : i32 in c_pos[i] .. c_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  tensor C : dense(i), compressed(r; c_pos, c_crd) values c_val
  body {
    loop i {
      loop j merge(a: p, b: q, c: r; a || b || c) {
        y[i * n + j] = (a ? a_val[p] : 0.0) + (b ? b_val[q] : 0.0) + (c ? c_val[r] : 0.0)
      }
    }
  }
}
nest @product_of_three {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand c_pos : i32[]
  operand c_crd : i32[]
  operand c_val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  index q : i32 in b_pos[i] .. b_pos[i + 1]
  index r : i32 in c_pos[i] .. c_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  tensor C : dense(i), compressed(r; c_pos, c_crd) values c_val
  body {
    loop i {
      loop j merge(a: p, b: q, c: r; a && b && c) {
        y[i * n + j] = a_val[p] * b_val[q] * c_val[r]
      }
    }
  }
}
nest @multiply_add {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand c_pos : i32[]
  operand c_crd : i32[]
  operand c_val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  index q : i32 in b_pos[i] .. b_pos[i + 1]
  index r : i32 in c_pos[i] .. c_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  tensor C : dense(i), compressed(r; c_pos, c_crd) values c_val
  body {
    loop i {
      loop j merge(a: p, b: q, c: r; a && b || c) {
        y[i * n + j] = (a && b ? a_val[p] * b_val[q] : 0.0) + (c ? c_val[r] : 0.0)
      }
    }
  }
}
nest @sampled_sum {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand c_pos : i32[]
  operand c_crd : i32[]
  operand c_val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  index q : i32 in b_pos[i] .. b_pos[i + 1]
  index r : i32 in c_pos[i] .. c_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  tensor C : dense(i), compressed(r; c_pos, c_crd) values c_val
  body {
    loop i {
      loop j merge(a: p, b: q, c: r; (a || b) && c) {
        y[i * n + j] = ((a ? a_val[p] : 0.0) + (b ? b_val[q] : 0.0)) * c_val[r]
      }
    }
  }
}
nest @plus_dense {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand c_pos : i32[]
  operand c_crd : i32[]
  operand c_val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  body {
    loop i {
      loop j merge(a: p, d: j; a || d) {
        y[i * n + j] = (a ? a_val[p] : 0.0) + x[i * n + j]
      }
    }
  }
}
nest @times_dense {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand c_pos : i32[]
  operand c_crd : i32[]
  operand c_val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  body {
    loop i {
      loop j merge(a: p, d: j; a && d) {
        y[i * n + j] = a_val[p] * x[i * n + j]
      }
    }
  }
}
nest @all {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand c_pos : i32[]
  operand c_crd : i32[]
  operand c_val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  index q : i32 in b_pos[i] .. b_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i {
      loop j merge(a: p, b: q, d: j; a && b || d) {
        y[i * n + j] = (a && b ? a_val[p] * b_val[q] : 0.0) + x[i * n + j]
      }
    }
  }
}
nest @two_dense {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand c_pos : i32[]
  operand c_crd : i32[]
  operand c_val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  index q : i32 in b_pos[i] .. b_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i {
      loop j merge(a: p, b: q, d: j, e: j; a && d || b && e) {
        y[i * n + j] = (a ? a_val[p] : 0.0) * x[i * n + j] + (b ? b_val[q] : 0.0)
      }
    }
  }
}
nest @left_join {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand c_pos : i32[]
  operand c_crd : i32[]
  operand c_val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  index q : i32 in b_pos[i] .. b_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i {
      loop j merge(a: p, b: q; a) {
        y[i * n + j] = a_val[p] * (b ? b_val[q] : 2.0)
      }
    }
  }
}
nest @difference {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand c_pos : i32[]
  operand c_crd : i32[]
  operand c_val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  index q : i32 in b_pos[i] .. b_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i {
      loop j merge(a: p, b: q; a && !b || !a && b) {
        y[i * n + j] = a ? a_val[p] : -b_val[q]
      }
    }
  }
}
nest @complement {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand c_pos : i32[]
  operand c_crd : i32[]
  operand c_val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  index q : i32 in b_pos[i] .. b_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i {
      loop j merge(a: p, b: q; !a) {
        y[i * n + j] = b ? b_val[q] : 1.0
      }
    }
  }
}
nest @unmerged {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand c_pos : i32[]
  operand c_crd : i32[]
  operand c_val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  body {
    loop i {
      loop j merge(d: j; d) {
        y[i * n + j] = x[i * n + j]
      }
    }
  }
}

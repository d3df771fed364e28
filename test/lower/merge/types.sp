// Positions, coordinates and variables of every width and sign, also such as mix them.

// RUN: rm -rf %t && mkdir %t
// RUN: %sparse-opt %s --emit=cpp > %t/serial.inc
// RUN: %sparse-opt %s --schedule='split(j, j0, j1, 50) parallelize(j0, cpu_thread, no_races)' --emit=cpp > %t/strips.inc
// RUN: %sparse-opt %s --schedule='fuse(i, j, f) divide(f, f0, f1, 5) parallelize(f0, cpu_thread, no_races)' --emit=cpp > %t/pieces.inc
// RUN: %clangxx -fopenmp -O1 -Wall -Werror -Wno-unused -fsanitize=undefined,implicit-integer-truncation -fno-sanitize-recover=all -I%t %S/Inputs/types.cpp -o %t/run
// RUN: %t/run

nest @narrow {
  operand m : i32
  operand n : u8
  operand a_pos : u8[]
  operand a_crd : u8[]
  operand a_val : f64[]
  operand b_pos : u8[]
  operand b_crd : u8[]
  operand b_val : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : u8 in 0:u8 .. n
  index p : u8 in a_pos[i] .. a_pos[i + 1]
  index q : u8 in b_pos[i] .. b_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i {
      loop j merge(a: p, b: q; a || b) {
        y[i64(i) * i64(n) + i64(j)] = (a ? a_val[p] : 0.0) - (b ? b_val[q] : 0.0)
      }
    }
  }
}
nest @short_ {
  operand m : u16
  operand n : i16
  operand a_pos : i16[]
  operand a_crd : u16[]
  operand a_val : f64[]
  operand b_pos : i16[]
  operand b_crd : u8[]
  operand b_val : f64[]
  operand y : f64[] written
  index i : u16 in 0:u16 .. m
  index j : i16 in 0:i16 .. n
  index p : i16 in a_pos[i] .. a_pos[i32(i) + 1]
  index q : i16 in b_pos[i] .. b_pos[i32(i) + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i {
      loop j merge(a: p, b: q; a || b) {
        y[i64(i) * i64(n) + i64(j)] = (a ? a_val[p] : 0.0) - (b ? b_val[q] : 0.0)
      }
    }
  }
}
nest @unsigned_ {
  operand m : u32
  operand n : u32
  operand a_pos : u32[]
  operand a_crd : u32[]
  operand a_val : f64[]
  operand b_pos : u32[]
  operand b_crd : u32[]
  operand b_val : f64[]
  operand y : f64[] written
  index i : u32 in 0:u32 .. m
  index j : u32 in 0:u32 .. n
  index p : u32 in a_pos[i] .. a_pos[i + 1:u32]
  index q : u32 in b_pos[i] .. b_pos[i + 1:u32]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i {
      loop j merge(a: p, b: q; a || b) {
        y[i64(i) * i64(n) + i64(j)] = (a ? a_val[p] : 0.0) - (b ? b_val[q] : 0.0)
      }
    }
  }
}
nest @wide {
  operand m : i64
  operand n : u64
  operand a_pos : u64[]
  operand a_crd : i64[]
  operand a_val : f64[]
  operand b_pos : u64[]
  operand b_crd : u64[]
  operand b_val : f64[]
  operand y : f64[] written
  index i : i64 in 0:i64 .. m
  index j : u64 in 0:u64 .. n
  index p : u64 in a_pos[i] .. a_pos[i + 1:i64]
  index q : u64 in b_pos[i] .. b_pos[i + 1:i64]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i {
      loop j merge(a: p, b: q; a || b) {
        y[i64(i) * i64(n) + i64(j)] = (a ? a_val[p] : 0.0) - (b ? b_val[q] : 0.0)
      }
    }
  }
}
nest @mixed {
  operand m : u64
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : u8[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i64[]
  operand b_val : f64[]
  operand y : f64[] written
  index i : u64 in 0:u64 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1:u64]
  index q : i32 in b_pos[i] .. b_pos[i + 1:u64]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i {
      loop j merge(a: p, b: q; a || b) {
        y[i64(i) * i64(n) + i64(j)] = (a ? a_val[p] : 0.0) - (b ? b_val[q] : 0.0)
      }
    }
  }
}

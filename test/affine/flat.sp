// Flat arrays have rows whose lengths are read off their subscripts; that these
// stay in the rows is asked where the loops do not show it.
// REQUIRES: affine
// RUN: %sparse-opt %s --schedule='tile(t, i, j; 4, 8, 8; parallelogram)' | grep -E '^nest|guard|loop t_wave' | FileCheck %s

// CHECK:      nest @square
// CHECK-NEXT: loop t_wave
nest @square {
  operand T : i32
  operand n : i32
  operand a : f64[] written
  index t : i32 in 0 .. T
  index i : i32 in 1 .. n - 1
  index j : i32 in 1 .. n - 1
  body {
    loop t {
      loop i {
        loop j {
          a[i * n + j] = a[(i - 1) * n + j] + a[i * n + j - 1] + a[i * n + n + j]
        }
      }
    }
  }
}

// CHECK-NEXT: nest @wide
// CHECK-NEXT: guard "a subscript leaves an inner array, or a bound leaves its type" {{.*}}i64(w) >= i64(n){{.*}}
nest @wide {
  operand T : i32
  operand n : i32
  operand w : i32
  operand a : f64[] written
  index t : i32 in 0 .. T
  index i : i32 in 1 .. n
  index j : i32 in 0 .. n
  body {
    loop t {
      loop i {
        loop j {
          a[i * w + j] = a[(i - 1) * w + j]
        }
      }
    }
  }
}

// CHECK:      nest @planes
// CHECK-NEXT: guard "'nxy' is no multiple of 'nx'" (i64(nx) > 0:i64 ? i64(nxy) / i64(nx) : 0:i64) * i64(nx) == i64(nxy)
nest @planes {
  operand n : i32
  operand nx : i32
  operand nxy : i32
  operand a : f64[] written
  index t : i32 in 1 .. n
  index i : i32 in 1 .. n
  index j : i32 in 0 .. nx
  body {
    loop t {
      loop i {
        loop j {
          a[t * nxy + i * nx + j] = a[t * nxy + i * nx + j - nxy] + a[t * nxy + i * nx + j - nx]
        }
      }
    }
  }
}
// CHECK-NEXT: guard "a subscript leaves an inner array, or a bound leaves its type" {{.*}}i64(nxy) / i64(nx){{.*}} >= i64(n)
// CHECK-NEXT: loop t_wave

// Elements are told as the user has them.
// RUN: not %sparse-opt %S/Inputs/flat.sp --schedule='tile(t, i, j; 4, 8, 8)' 2>&1 | FileCheck %s --check-prefix=READ
// READ: 1:1: error: 'tile' would run t = 1, i = 1, j = 7 before t = 0, i = 1, j = 8, whose 'a[1 * n + 8]' it reads

// RUN: sed 's/\[i \* n + j\] =/[i * m * m + j] =/' %S/Inputs/flat.sp > %t.sp
// RUN: not %sparse-opt %t.sp --schedule='tile(t, i, j; 4, 8, 8)' 2>&1 | FileCheck %s --check-prefix=LENGTHS
// LENGTHS: 1:1: error: 'tile' needs affine loops: 'a' is written, and its subscripts do not agree on the length of its rows

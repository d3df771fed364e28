// What is no affine nest, told by the first thing that is not.
// REQUIRES: affine
// RUN: rm -rf %t && split-file %s %t
// RUN: not %sparse-opt %t/scattered.sp --schedule='tile(i, j; 8, 8)' 2>&1 | FileCheck %s --check-prefix=SCATTERED
// SCATTERED: 1:1: error: 'tile' needs affine loops: 'y' is written, and accessed as 'y[crd[j]]', which is not affine
// RUN: not %sparse-opt %t/segments.sp --schedule='tile(i, j; 8, 8)' 2>&1 | FileCheck %s --check-prefix=SEGMENTS
// SEGMENTS: 1:1: error: 'tile' needs affine loops: the bounds of 'j' are not affine
// RUN: not %sparse-opt %t/product.sp --schedule='tile(i, j; 8, 8)' 2>&1 | FileCheck %s --check-prefix=PRODUCT
// PRODUCT: 1:1: error: 'tile' needs affine loops: 'y' is written, and accessed as 'y[i * j]', which is not affine
// RUN: not %sparse-opt %t/pointers.sp --schedule='tile(i, j; 8, 8)' 2>&1 | FileCheck %s --check-prefix=POINTERS
// POINTERS: 1:1: error: 'tile' needs affine loops: 'y' is written, and accessed as 'y[i * j][j]', which is not affine
// RUN: sed 's/i \* j/i + j/' %t/pointers.sp > %t/rows.sp
// RUN: %sparse-opt %t/rows.sp --schedule='tile(i, j; 8, 8)' | FileCheck %s --check-prefix=ROWS
// ROWS: y[{{.*}}][{{.*}}] = 1.0
// Conditions and what reads an array are kept for each iteration of a loop that has as many
// iterations each time.
// RUN: not %sparse-opt %t/between.sp --schedule='tile(i, j; 8, 8)' 2>&1 | FileCheck %s --check-prefix=BETWEEN
// BETWEEN: 1:1: error: 'tile' needs affine loops: between the loops stands what is no loop and no assignment
// RUN: not %sparse-opt %t/read.sp --schedule='tile(i, j; 8, 8)' 2>&1 | FileCheck %s --check-prefix=READ
// READ: 1:1: error: 'tile' needs affine loops: 'a' is set between the loops, and reads 'y', which is written
// RUN: sed 's/in 0 .. i/in 0 .. n/' %t/between.sp > %t/steady.sp
// RUN: sed 's/in 0 .. i/in 0 .. n/' %t/read.sp >> %t/steady.sp
// RUN: %sparse-opt %t/steady.sp --schedule='tile(i, j; 1, 1)' --lower --check=off | FileCheck %s --check-prefix=STEADY
// STEADY: if x[{{.*}}] > 0.0 {
// STEADY: a_of_j[{{.*}}] = y[{{.*}}]
// RUN: not %sparse-opt %t/top.sp --schedule='tile(i, j; 8, 8)' 2>&1 | FileCheck %s --check-prefix=TOP
// TOP: 1:1: error: 'tile' needs affine loops: it begins with several loops or statements
// RUN: not %sparse-opt %t/sum.sp --schedule='tile(i, j; 8, 8)' 2>&1 | FileCheck %s --check-prefix=SUM
// SUM: 1:1: error: 'tile' needs affine loops: 's' is set outside of the innermost loops, or read behind them
// A sum is made in its element, but not if it is used behind that, if the element has another
// type, or if the array is accessed meanwhile.
// RUN: sed '/z\[i\]/d; s/y : f64/y : f32/; s/ = s$/ = f32(s)/' %t/sum.sp > %t/narrow.sp
// RUN: not %sparse-opt %t/narrow.sp --schedule='tile(i, j; 8, 8)' 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: sed '/z\[i\]/d; s/x\[j\]/y[j]/' %t/sum.sp > %t/meanwhile.sp
// RUN: not %sparse-opt %t/meanwhile.sp --schedule='tile(i, j; 8, 8)' 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: sed '/z\[i\]/d' %t/sum.sp > %t/stored.sp
// RUN: %sparse-opt %t/stored.sp --schedule='tile(i, j; 8, 8)' | FileCheck %s --check-prefix=STORED
// STORED: loop i_tile = floor((2 * i) / 16), floor((2 * i + 1) / 16)
// RUN: not %sparse-opt %t/outside.sp --schedule='tile(i, j; 8, 8)' 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: 1:1: error: 'tile' needs affine loops: a subscript leaves an inner array, or a bound leaves its type, whatever the sizes are

//--- scattered.sp
nest @scattered {
  operand n : i32
  operand crd : i32[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      loop j {
        y[crd[j]] = 1.0
      }
    }
  }
}

//--- segments.sp
nest @segments {
  operand n : i32
  operand pos : i32[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index j : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop j {
        y[j] = 1.0
      }
    }
  }
}

//--- product.sp
nest @product {
  operand n : i32
  operand y : f64[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      loop j {
        y[i * j] = 1.0
      }
    }
  }
}

//--- pointers.sp
nest @pointers {
  operand n : i32
  operand y : f64[] of y "" row "" written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      loop j {
        y[i * j][j] = 1.0
      }
    }
  }
}

//--- between.sp
nest @between {
  operand n : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. i
  index k : i32 in 0 .. n
  body {
    loop i {
      loop j {
        if x[j] > 0.0 {
          loop k {
            y[k] = 1.0
          }
        }
      }
    }
  }
}

//--- read.sp
nest @read {
  operand n : i32
  operand y : f64[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. i
  index k : i32 in 0 .. n
  body {
    loop i {
      loop j {
        let a = y[j]
        loop k {
          y[k] = a
        }
      }
    }
  }
}

//--- top.sp
nest @top {
  operand n : i32
  operand y : f64[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      y[i] = 1.0
    }
    loop j {
      y[j] = 2.0
    }
  }
}

//--- sum.sp
nest @sum {
  operand n : i32
  operand y : f64[] written
  operand z : f64[] written
  operand x : f64[]
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      var s : f64 = 0.0
      loop j {
        s += x[j]
      }
      y[i] = s
      z[i] = s * s
    }
  }
}

//--- outside.sp
nest @outside {
  operand y : f64[] written inner 5:i64
  index i : i32 in 0 .. 4
  index j : i32 in 0 .. 6
  body {
    loop i {
      loop j {
        y[i64(i) * 5:i64 + i64(j)] = 1.0
      }
    }
  }
}

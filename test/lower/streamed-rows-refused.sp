// What is no row that was computed in registers.
// RUN: split-file %s %t
// RUN: not %sparse-opt %t/column.sp --schedule='nontemporal(C) parallelize(l, cpu_vector, no_races)' --lower --check=off 2>&1 | FileCheck %s
// RUN: not %sparse-opt %t/short.sp --schedule='nontemporal(C) parallelize(l, cpu_vector, no_races)' --lower --check=off 2>&1 | FileCheck %s
// RUN: not %sparse-opt %t/array.sp --schedule='nontemporal(C) parallelize(l, cpu_vector, no_races)' --lower --check=off 2>&1 | FileCheck %s
// RUN: not %sparse-opt %t/other.sp --schedule='nontemporal(C) parallelize(l, cpu_vector, no_races)' --lower --check=off 2>&1 | FileCheck %s
// CHECK: error: 'nontemporal' finds no row of 'C' that is kept in vector registers and then stored; it needs a 'cpu_vector' loop over its elements, of a constant number of iterations that fill cache lines of 64 bytes
// RUN: not %sparse-opt %t/records.sp --schedule='nontemporal(C)' 2>&1 | FileCheck %s --check-prefix=RECORDS
// RECORDS: error: 'C' is a member of records, which do not stand side by side

//--- column.sp
nest @column {
  operand m : i32
  operand B : f64[]
  operand C : f64[] written
  index i : i32 in 0 .. m
  index l : i32 in 0 .. 32
  body {
    loop i {
      array w : f64[32:i64] = 0.0
      loop l {
        C[l * m + i] = w[l]
      }
    }
  }
}
//--- short.sp
nest @short {
  operand m : i32
  operand B : f64[]
  operand C : f64[] written
  index i : i32 in 0 .. m
  index l : i32 in 0 .. 31
  body {
    loop i {
      array w : f64[31:i64] = 0.0
      loop l {
        C[i * 31 + l] = w[l]
      }
    }
  }
}
//--- array.sp
nest @array {
  operand m : i32
  operand B : f64[]
  operand C : f64[] written
  index i : i32 in 0 .. m
  index l : i32 in 0 .. 32
  body {
    loop i {
      array w : f64[32:i64] = 0.0
      loop l {
        C[i * 32 + l] = B[l]
      }
    }
  }
}
//--- other.sp
nest @other {
  operand m : i32
  operand B : f64[]
  operand C : f64[] written
  index i : i32 in 0 .. m
  index l : i32 in 0 .. 32
  body {
    loop i {
      array w : f64[32:i64] = 0.0
      loop l {
        C[i * 32 + l] = w[l] * 2.0
      }
    }
  }
}
//--- records.sp
nest @records {
  operand m : i32
  operand C : f64[] of row "val" written
  index i : i32 in 0 .. m
  body {
    loop i {
      C[i] = 0.0
    }
  }
}

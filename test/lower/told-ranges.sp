// What conditions, clamps, assignments, remainders and bits say of subscripts
// bounds what is accessed behind plain pointers; no walk looks.
// RUN: rm -rf %t %t.lowered && split-file %s %t
// RUN: %sparse-opt %t/clamped.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: %sparse-opt %t/assigned.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: %sparse-opt %t/compared.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: %sparse-opt %t/remainder.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: %sparse-opt %t/again.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: %sparse-opt %t/masked.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: %sparse-opt %t/shifted.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: %sparse-opt %t/joined.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: %sparse-opt %t/unsigned.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: %sparse-opt %t/difference.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: %sparse-opt %t/narrowed.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: %sparse-opt %t/hashed.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: FileCheck %s < %t.lowered

// CHECK-LABEL: @clamped
// CHECK: disjoint y[0:i64 .. i64(n)], x[min(0:i64, min(i64(w - 1), max(i64(-r), 0:i64))) .. max(0:i64, max(i64(w - 1), min(i64(n) - 1:i64 + (i64(r + 1) - 1:i64), i64(w - 1)))) + 1:i64]

// CHECK-LABEL: @assigned
// CHECK: disjoint y[0:i64 .. i64(n)], x[min(0:i64, i64(w - 1)) .. max(min(max(i64(n) - 4:i64, 0:i64), i64(w) + -1:i64), i64(w - 1)) + 1:i64]

// CHECK-LABEL: @compared
// CHECK: disjoint y[0:i64 .. i64(n)], x[2:i64 .. i64(w)]

// A divisor of either sign; where it is 0, nothing is read.
// CHECK-LABEL: @remainder
// CHECK: disjoint y[0:i64 .. i64(n)], x[-1:i64 .. max(min(max(i64(n), 0:i64), i64(w) > 0:i64 ? i64(w) - 1:i64 : -1:i64 - i64(w)), min(max(i64(n) - 2:i64, 0:i64), 4:i64)) + 1:i64]

// A condition that is asked again reads with what the variable has become.
// CHECK-LABEL: @again
// CHECK: guard "'y' overlaps 'x'" {
// CHECK: } disjoint y[0:i64 .. i64(n)], x[x_least .. x_most]

// No more than a mask is left of a number, nor than of one that is not negative;
// what has no sign in front of the loops is asked there.
// CHECK-LABEL: @masked
// CHECK: guard "subscripts of 'x' may be negative or wrap round" holds !(0 < n) || i64(mask) >= 0:i64
// CHECK: disjoint y[0:i64 .. i64(n)], x[0:i64 .. max(i64(mask), i64(n) - 1:i64) + 1:i64]

// A shift leaves the values of its type, or the ends are shifted as well.
// CHECK-LABEL: @shifted
// CHECK: guard "subscripts of 'x' may be negative or wrap round" holds !(0 < n) || i64(n) - 1:i64 <= 2147483647:i64 >> min(max(i64(p), 0:i64), 31:i64)
// CHECK: disjoint y[0:i64 .. i64(n)], x[0:i64 .. max((i64(n) - 1:i64) * (1:i64 << min(max(i64(p), 0:i64), 31:i64)), i64(n) - 1:i64 >> 1:i64) + 1:i64]

// No bit is carried.
// CHECK-LABEL: @joined
// CHECK: guard "subscripts of 'x' may be negative or wrap round" holds !(0 < n) || (i64(n) - 1:i64) * 4:i64 <= 2147483647:i64
// CHECK: disjoint y[0:i64 .. i64(n)], x[0:i64 .. max((i64(n) - 1:i64) * 4:i64 | 3:i64, i64(n) - 1:i64 + (i64(n) - 1:i64)) + 1:i64]

// Of several sums the last one has to fit, and each product.
// CHECK-LABEL: @unsigned
// CHECK: guard "subscripts of 'x' may be negative or wrap round" holds !(u32(0) < n) || i64(n) - 1:i64 <= 4294967295:i64 / max(i64(w), 1:i64) && i64(u32(0)) * i64(w) + 2:i64 >= 0:i64 && i64(u32(0)) * i64(w) + 2:i64 <= 4294967295:i64 && (i64(n) - 1:i64) * i64(w) + 2:i64 <= 4294967295:i64
// CHECK: disjoint y[i64(u32(0)) .. i64(n)], x[i64(u32(0)) * i64(w) + 2:i64 .. (i64(n) - 1:i64) * i64(w) + 3:i64]

// CHECK-LABEL: @difference
// CHECK: guard "subscripts of 'x' may be negative or wrap round" holds !(lo < n) || i64(lo) - i64(w) >= 0:i64 && i64(lo) - i64(w) <= 4294967295:i64 && i64(n) - 1:i64 - i64(w) <= 4294967295:i64
// CHECK: disjoint y[i64(lo) .. i64(n)], x[i64(lo) - i64(w) .. i64(n) - 1:i64 - i64(w) + 1:i64]

// CHECK-LABEL: @narrowed
// CHECK: guard "subscripts of 'x' may be negative or wrap round" holds !(0 < n) || i64(n) <= 255:i64
// CHECK: disjoint y[0:i64 .. i64(n)], x[1:i64 .. i64(n) + 1:i64]

// What is modulo 2^64 is not less than the product of what it is made of.
// CHECK-LABEL: @hashed
// CHECK: guard "subscripts of 'x' may be negative or wrap round" holds !(u64(0) < n) || i64(w) > 0:i64
// CHECK: disjoint y[i64(u64(0)) .. i64(n)], x[0:i64 .. i64(w)]

//--- clamped.sp
nest @clamped {
  operand n : i32
  operand w : i32
  operand r : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in -r .. r + 1
  body {
    loop i {
      var s : f64 = 0.0
      loop k {
        let t = i + k < 0 ? 0 : i + k > w - 1 ? w - 1 : i + k
        s += x[t]
      }
      y[i] = s
    }
  }
}
//--- assigned.sp
nest @assigned {
  operand n : i32
  operand w : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      var t : i32 = i - 3
      t max= 0
      if t >= w {
        t = w - 1
      }
      y[i] = x[t]
    }
  }
}
//--- compared.sp
nest @compared {
  operand n : i32
  operand w : i32
  operand idx : i32[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      let t = idx[i]
      if t >= 2 && t < w {
        y[i] = x[t]
      }
    }
  }
}
//--- remainder.sp
nest @remainder {
  operand n : i32
  operand w : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      y[i] = x[(i + 1) % w] + x[(i - 1) % 5]
    }
  }
}
//--- again.sp
nest @again {
  operand n : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      var t : i32 = 2
      var s : f64 = 0.0
      while x[t] > 0.0 && t < n {
        s += 1.0
        t += 2
      }
      y[i] = s
    }
  }
}
//--- masked.sp
nest @masked {
  operand n : i32
  operand mask : i32
  operand idx : i32[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      y[i] = x[idx[i] & mask] + x[i & mask] + x[i & -8]
    }
  }
}
//--- shifted.sp
nest @shifted {
  operand n : i32
  operand p : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      y[i] = x[i << p] + x[i >> 1]
    }
  }
}
//--- joined.sp
nest @joined {
  operand n : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      y[i] = x[i << 2 | 3] + x[i ^ i]
    }
  }
}
//--- unsigned.sp
nest @unsigned {
  operand n : u32
  operand w : u32
  operand x : f64[]
  operand y : f64[] written
  index i : u32 in u32(0) .. n
  body {
    loop i {
      y[i] = x[i * w + u32(3) - u32(1)]
    }
  }
}
//--- difference.sp
nest @difference {
  operand n : u32
  operand lo : u32
  operand w : u32
  operand x : f64[]
  operand y : f64[] written
  index i : u32 in lo .. n
  body {
    loop i {
      y[i] = x[i - w]
    }
  }
}
//--- narrowed.sp
nest @narrowed {
  operand n : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      y[i] = x[u8(i + 1)]
    }
  }
}
//--- hashed.sp
nest @hashed {
  operand n : u64
  operand w : u64
  operand x : f64[]
  operand y : f64[] written
  index i : u64 in u64(0) .. n
  body {
    loop i {
      y[i] = x[i * u64(2177342782468422677:i64) % w]
    }
  }
}

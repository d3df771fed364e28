// Loops over all columns that search a row for each go through the row.
// RUN: rm -rf %t %t.out && split-file %s %t
// RUN: %sparse-opt %t/linear.sp -schedule "parallelize(i, cpu_thread, no_races)" >> %t.out
// RUN: %sparse-opt %t/named.sp -schedule "unroll(j, 2)" >> %t.out
// RUN: %sparse-opt %t/halving.sp -schedule "parallelize(i, cpu_thread, no_races)" >> %t.out
// RUN: %sparse-opt %t/extent.sp -schedule "parallelize(i, cpu_thread, no_races)" >> %t.out
// RUN: %sparse-opt %t/in-place.sp -schedule "parallelize(i, cpu_thread, no_races)" >> %t.out
// RUN: %sparse-opt %t/steps.sp -schedule "parallelize(i, cpu_thread, no_races)" >> %t.out
// RUN: %sparse-opt %t/checked.sp -schedule "parallelize(i, cpu_thread, no_races)" >> %t.out
// RUN: %sparse-opt %t/from-one.sp -schedule "parallelize(i, cpu_thread, no_races)" >> %t.out
// RUN: %sparse-opt %t/added.sp -schedule "parallelize(i, cpu_thread, no_races)" >> %t.out
// RUN: %sparse-opt %t/everywhere.sp -schedule "parallelize(i, cpu_thread, no_races)" >> %t.out
// RUN: %sparse-opt %t/wrong.sp -schedule "parallelize(i, cpu_thread, no_races)" >> %t.out
// RUN: %sparse-opt %t/linear.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.out
// RUN: FileCheck %s < %t.out

// A sum to which zeros are added.
// CHECK-LABEL: nest @linear
// CHECK: tensor crd_level : dense(i), compressed(p_3; pos, crd) values val
// CHECK: guard "an element of 'x' is not finite" call i32 isfinite(x[i32(r)]) != 0 for r in 0:i64 .. i64(n)
// CHECK: var as_written : bool = true
// CHECK-NEXT: if 0 < n {
// CHECK-NEXT: as_written = pos[i + 1] < pos[i]
// CHECK-NEXT: if !as_written && pos[i] < pos[i + 1] {
// CHECK-NEXT: as_written = i64(crd[pos[i]]) < 0:i64
// CHECK: loop p_2 {
// CHECK-NEXT: if !as_written {
// CHECK-NEXT: as_written = i64(crd[p_2 - 1]) >= i64(n) - 1:i64 || i64(crd[p_2 - 1]) >= i64(crd[p_2])
// CHECK: if !as_written {
// CHECK-NEXT: as_written = i64(crd[pos[i + 1] - 1]) >= i64(n)
// CHECK: if !as_written {
// CHECK-NEXT: var first : f64 = s
// CHECK-NEXT: loop j_2 merge(has: p_3; has) {
// CHECK-NEXT: s += val[p_3] * x[j_2]
// CHECK-NEXT: }
// CHECK-NEXT: if s == 0.0 && call i32 signbit(s) != 0 {
// CHECK-NEXT: s = first
// CHECK-NEXT: as_written = true
// CHECK: if as_written {
// CHECK-NEXT: loop j {
// CHECK: while goes && p < pos[i + 1] {

// A command names the loop.
// CHECK-LABEL: nest @named
// CHECK-NOT: as_written
// CHECK: loop j unroll(2) {

// Nothing is done without an entry, so that nothing is asked of 'x'.
// CHECK-LABEL: nest @halving
// CHECK-NOT: guard
// CHECK: loop j_2 merge(has: p_2; has) {
// CHECK-NEXT: if val[p_2] != 0.0 {
// CHECK-NEXT: count[i] += 1

// A row within its array is looked at as a whole, in a loop that has no way out.
// CHECK-LABEL: nest @extent
// CHECK: if 0 < n {
// CHECK-NEXT: as_written = pos[i + 1] < pos[i] || i64(pos[i]) < 0:i64 || size < i64(pos[i + 1])
// CHECK-NEXT: if !as_written && pos[i] < pos[i + 1] {
// CHECK-NEXT: as_written = i64(crd[pos[i]]) < 0:i64 || i64(crd[pos[i + 1] - 1]) >= i64(n)
// CHECK-NEXT: loop p_2 {
// CHECK-NEXT: as_written |= i64(crd[p_2 - 1]) >= i64(crd[p_2])

// What the loop does where it has found the column, with variables as they are there.
// CHECK-LABEL: nest @in_place
// CHECK: loop j_2 merge(has: p_3; has) {
// CHECK-NEXT: y[i] += val[p_3] * x[j_2]
// CHECK-NEXT: y[i] += -f64(p_3 + 1)
// CHECK-NEXT: }

// What is done at each step stays.
// CHECK-LABEL: nest @steps
// CHECK-NOT: as_written
// CHECK: steps[i] += 1

// Conditions that a row decides are decided in front of it, before anything is read.
// CHECK-LABEL: nest @checked
// CHECK-NOT: guard
// CHECK: if 0 < n {
// CHECK-NEXT: as_written = i < 0 || i >= rows || (0 < 0 || n - 1 >= columns) || pos[i + 1] < pos[i]
// CHECK: loop j_2 {
// CHECK-NEXT: if p_3 < pos[i + 1] && i64(crd[p_3]) == i64(j_2) {

// Positions and columns that begin with 1: columns are made of what is stored.
// CHECK-LABEL: nest @from_one
// CHECK-NOT: tensor
// CHECK: as_written = pos[i + 1] < pos[i] || i64(pos[i] - 1) < 0:i64 || size < i64(pos[i + 1] - 1)
// CHECK: as_written |= i64(crd[p_2 - 1 - 1]) + -1:i64 >= i64(crd[p_2 - 1]) + -1:i64
// CHECK: loop p_3 {
// CHECK-NEXT: let j_2 = i32(i64(crd[p_3 - 1]) + -1:i64)
// CHECK-NEXT: if 0 <= j_2 && j_2 < n {
// CHECK-NEXT: y[i] += val[p_3 - 1] * x[j_2]

// What is added up begins with what it begins with.
// CHECK-LABEL: nest @added
// CHECK: loop j_2 merge(has: p_3; has) {
// CHECK-NEXT: if 0.0 + val[p_3] != 0.0 {
// CHECK-NEXT: y[i] = (0.0 + val[p_3]) * x[j_2]

// Something is done for each column: a cursor.
// CHECK-LABEL: nest @everywhere
// CHECK-NOT: guard
// CHECK: var p_3 : i32 = pos[i]
// CHECK-NEXT: loop j_2 {
// CHECK-NEXT: if p_3 < pos[i + 1] && i64(crd[p_3]) == i64(j_2) {
// CHECK-NEXT: D[i * n + j_2] = val[p_3]
// CHECK-NEXT: p_3 += 1
// CHECK-NEXT: } else {
// CHECK-NEXT: D[i * n + j_2] = 0.0

// `low = m + 2` may step past the column.
// CHECK-LABEL: nest @wrong
// CHECK-NOT: as_written
// CHECK: low = m + 2

// So does what finds in front how far 'val' is read.
// CHECK-LABEL: program @linear
// CHECK: guard "'y' overlaps 'val'" {
// CHECK: for p_3 : i32 in pos[i] .. p_3_end {
// CHECK-NEXT: let j_2 = crd[p_3]
// CHECK-NEXT: val_least{{[a-z_]*}} min= i64(p_3)
// CHECK: } disjoint y[0:i64 .. i64(n)], val[val_least .. val_most]

//--- linear.sp
nest @linear {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      var s : f64 = 0.0
      loop j {
        var returned : f64
        var stays : bool = true
        var p : i32 = pos[i]
        var goes : bool = true
        while goes && p < pos[i + 1] {
          if crd[p] == j {
            returned = val[p]
            stays = false
            goes = false
          }
          if goes { p += 1 }
        }
        if stays { returned = 0.0 }
        s += returned * x[j]
      }
      y[i] = s
    }
  }
}

//--- named.sp
nest @named {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      loop j {
        var p : i32 = pos[i]
        while p < pos[i + 1] && crd[p] != j { p += 1 }
        y[i] += p < pos[i + 1] ? val[p] : 0.0
      }
    }
  }
}

//--- halving.sp
nest @halving {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand count : i32[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      loop j {
        var low : i32 = pos[i]
        var high : i32 = pos[i + 1]
        while low < high {
          let m = low + (high - low) / 2
          if crd[m] < j { low = m + 1 } else { high = m }
        }
        let a = low < pos[i + 1] && crd[low] == j ? val[low] : 0.0
        if a != 0.0 { count[i] += 1 }
      }
    }
  }
}

//--- extent.sp
nest @extent {
  operand n : i32
  operand size : i64
  operand pos : i32[]
  operand crd : i32[] extent size
  operand count : i32[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      loop j {
        var p : i32 = pos[i]
        while p < pos[i + 1] && crd[p] != j { p += 1 }
        if p < pos[i + 1] { count[i] += 1 }
      }
    }
  }
}

//--- in-place.sp
nest @in_place {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      loop j {
        var found : bool = false
        var p : i32
        p = pos[i]
        while !found && p < pos[i + 1] {
          if crd[p] == j {
            y[i] += val[p] * x[j]
            found = true
          }
          p += 1
        }
        if found { y[i] += -f64(p) }
      }
    }
  }
}

//--- steps.sp
nest @steps {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand steps : i32[] written
  operand count : i32[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      loop j {
        var p : i32 = pos[i]
        var goes : bool = true
        while goes && p < pos[i + 1] {
          steps[i] += 1
          if crd[p] == j {
            count[i] += 1
            goes = false
          }
          if goes { p += 1 }
        }
      }
    }
  }
}

//--- checked.sp
nest @checked {
  operand n : i32
  operand rows : i32
  operand columns : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      var s : f64 = 0.0
      loop j {
        if i < 0 || i >= rows || (j < 0 || j >= columns) {
          s = s
        } else {
          var p : i32 = pos[i]
          while p < pos[i + 1] && crd[p] != j { p += 1 }
          let a = p < pos[i + 1] ? val[p] : 0.0
          s += a * x[j]
        }
      }
      y[i] = s
    }
  }
}

//--- from-one.sp
nest @from_one {
  operand n : i32
  operand size : i64
  operand pos : i32[]
  operand crd : i32[] extent size
  operand val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      loop j {
        var p : i32 = pos[i]
        var goes : bool = true
        while goes && p < pos[i + 1] {
          if crd[p - 1] == j + 1 {
            y[i] += val[p - 1] * x[j]
            goes = false
          }
          if goes { p += 1 }
        }
      }
    }
  }
}

//--- added.sp
nest @added {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop j {
        var a : f64 = 0.0
        loop p {
          if crd[p] == j { a += val[p] }
        }
        if a != 0.0 { y[i] = a * x[j] }
      }
    }
  }
}

//--- everywhere.sp
nest @everywhere {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand D : f64[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      loop j {
        var p : i32 = pos[i]
        while p < pos[i + 1] && crd[p] != j { p += 1 }
        D[i * n + j] = p < pos[i + 1] ? val[p] : 0.0
      }
    }
  }
}

//--- wrong.sp
nest @wrong {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand count : i32[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      loop j {
        var low : i32 = pos[i]
        var high : i32 = pos[i + 1]
        while low < high {
          let m = low + (high - low) / 2
          if crd[m] < j { low = m + 2 } else { high = m }
        }
        let a = low < pos[i + 1] && crd[low] == j ? val[low] : 0.0
        if a != 0.0 { count[i] += 1 }
      }
    }
  }
}

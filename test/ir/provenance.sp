// Every relation between index variables, and the loops over fused positions.
// RUN: %sparse-opt %s > %t
// RUN: FileCheck %s < %t
// RUN: %sparse-opt %t | diff %t -

// CHECK-LABEL: nest @relations {
// CHECK:         split a -> a0, a1 by 8
// CHECK-NEXT:    divide b -> b0, b1 into 4
// CHECK-NEXT:    balance c -> t, cr into 0 over p
// CHECK-NEXT:    bound a0 -> ab divisible 16
// CHECK-NEXT:    coord p -> j over A
// CHECK-NEXT:    pos j -> q over A
// CHECK-NEXT:    split q -> q0 coordinate k, q1 by 2
// CHECK-NEXT:    tensor A : dense(c), compressed(p; pos, crd) values val
// CHECK-NEXT:    tensor B : compressed_nonunique(e; pos, crd), singleton(e; crd)
nest @relations {
  operand n : i64
  operand pos : i64[]
  operand crd : i64[]
  operand val : f32[]
  index a : i64 in 0:i64 .. n
  index b : i64 in 0:i64 .. n
  index c : i64 in 0:i64 .. n
  index p : i64 in pos[c] .. pos[c + 1:i64]
  index e : i64 in pos[0] .. pos[1]
  split a -> a0, a1 by 8
  divide b -> b0, b1 into 4
  balance c -> t, cr into 0 over p
  bound a0 -> ab divisible 16
  coord p -> j over A
  pos j -> q over A
  split q -> q0 coordinate k, q1 by 2
  tensor A : dense(c), compressed(p; pos, crd) values val
  tensor B : compressed_nonunique(e; pos, crd), singleton(e; crd)
  body { }
}

// CHECK-LABEL: nest @fused {
// CHECK:         fuse i, p -> fp
// CHECK-NEXT:    split fp -> c, q by 256
// CHECK:         loop c parallel(cpu_thread, temporary) {
// CHECK-NEXT:      loop q {
// CHECK-NEXT:        track i {
// CHECK-NEXT:          enter {
// CHECK-NEXT:            var s : f64 = 0.0
// CHECK-NEXT:          }
// CHECK-NEXT:          each {
// CHECK-NEXT:            s += val[p]
// CHECK-NEXT:          }
// CHECK-NEXT:          leave {
// CHECK-NEXT:            y[i] = s
// CHECK-NEXT:          }
// CHECK-NEXT:        }
nest @fused {
  operand m : i32
  operand pos : i32[]
  operand val : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  fuse i, p -> fp
  split fp -> c, q by 256
  body {
    loop c parallel(cpu_thread, temporary) {
      loop q {
        track i {
          enter { var s : f64 = 0.0 }
          each { s += val[p] }
          leave { y[i] = s }
        }
      }
    }
  }
}

// CHECK-LABEL: nest @tags {
// CHECK:         loop a parallel(gpu_block, ignore_races) { #1
// CHECK-NEXT:      loop b parallel(gpu_warp, atomics(y, z)) {
// CHECK-NEXT:        loop c parallel(gpu_thread, no_races, schedule(guided)) {
// CHECK-NEXT:          track a { #2
// CHECK-NEXT:            enter {
// CHECK-NEXT:            }
// CHECK-NEXT:            each {
// CHECK-NEXT:              if n > 0:i64 { #3
// CHECK-NEXT:                let k = n #4
// CHECK-NEXT:              }
nest @tags {
  operand n : i64
  index a : i64 in 0:i64 .. n
  index b : i64 in 0:i64 .. n
  index c : i64 in 0:i64 .. n
  body {
    loop a parallel(gpu_block, ignore_races) { #1
      loop b parallel(gpu_warp, atomics(y, z)) {
        loop c parallel(gpu_thread, no_races, schedule(guided)) {
          track a { #2
            enter { }
            each { if n > 0:i64 { #3 let k = n #4 } }
            leave { }
          }
        }
      }
    }
  }
}

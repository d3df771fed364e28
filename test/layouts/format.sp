// format(A: …): the loops stay; where there is a layout, loops over that are made
// of them at the end, else they run as they are.
// RUN: %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: sell(8, 64)) parallelize(i, cpu_thread, no_races)' > %t.nest
// RUN: FileCheck %s --input-file=%t.nest --check-prefix=NEST
// NEST:      loop i parallel(cpu_thread, no_races) {
// NEST:      layout sell(8, 64) of p

// What was printed reads back, and is lowered as it was.
// RUN: %sparse-opt %t.nest | diff %t.nest -
// RUN: %sparse-opt %t.nest --lower > %t.lowered
// RUN: %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: sell(8, 64)) parallelize(i, cpu_thread, no_races)' --lower | diff %t.lowered -
// RUN: %sparse-opt %t.lowered | diff %t.lowered -

// Threads share out groups by their entries. Full columns, columns of which some
// rows repeat another row's entry, then what is left of longer rows.
// RUN: FileCheck %s --input-file=%t.lowered --check-prefix=SELL
// SELL:      stored layout = sell(8, 64) of p pos[0:i64], i64(m) entries(crd 0, val 0) masked {
// SELL:      for group_piece : i64 in 0:i64 .. group_piece_pieces threads {
// SELL:      for group : i64 in
// SELL:      for lane : i64 in 0:i64 .. 8:i64 {
// SELL-NEXT: let i = i32(i64(`layout.row`[group * 8:i64 + lane]))
// SELL-NEXT: var sum : f64 = 0.0
// SELL-NEXT: `sum.lanes`[lane] = sum
// SELL-NEXT: `layout.lanes`[lane] = i64(pos[i + 1]) - i64(pos[i])
// SELL:      for column : i64 in 0:i64 .. i64(`layout.width`[group * 3:i64]) {
// SELL-NEXT: for lane_2 : i64 in 0:i64 .. 8:i64 simd(width(2)) {
// SELL-NEXT: var sum : f64 = `sum.lanes`[lane_2]
// SELL-NEXT: let j = `layout.slots0`[`layout.start`[group] + column * 8:i64 + lane_2]
// SELL-NEXT: sum += `layout.slots1`[`layout.start`[group] + column * 8:i64 + lane_2] * x[j]
// SELL-NEXT: `sum.lanes`[lane_2] = sum
// SELL:      for column_2 : i64 in i64(`layout.width`[group * 3:i64]) .. i64(`layout.width`[group * 3:i64 + 1:i64]) {
// SELL:      `sum.next`[lane_3] = sum
// SELL:      `sum.lanes`[lane_4] = column_2 < `layout.lanes`[lane_4] ? `sum.next`[lane_4] : `sum.lanes`[lane_4]
// SELL:      if i64(`layout.width`[group * 3:i64 + 1:i64]) < i64(`layout.width`[group * 3:i64 + 2:i64]) {
// SELL:      for p : i32 in pos[{{.*}}] + i32(i64(`layout.width`[group * 3:i64 + 1:i64])) ..
// SELL:      for ungrouped : i64 in `layout.groups` * 8:i64 .. i64(m) unroll(1) {
// SELL:      } else {
// SELL-NEXT: for i : i32 in 0 .. m threads {
// SELL-NEXT: var sum : f64 = 0.0
// SELL-NEXT: for p : i32 in pos[i] .. pos[i + 1] {

// What positions add to an element of the row is kept in a variable; a row without
// positions leaves the element alone. Under a condition, nothing is repeated.
// RUN: %sparse-opt %S/Inputs/jacobi.sp --schedule='format(A: sell(4, all))' --lower | FileCheck %s --check-prefix=ROW
// ROW:      stored layout = sell(4, 0) of p pos[1:i64], i64(m) - 1:i64 entries(crd 0, val 0) {
// ROW:      y[i] = b[i]
// ROW-NEXT: var y_of_row : f64 = 0.0
// ROW-NEXT: if pos[i] < pos[i + 1] {
// ROW-NEXT: y_of_row = y[i]
// ROW-NOT:  next
// ROW:      if pos[i] < pos[i + 1] {
// ROW-NEXT: y[i] = y_of_row
// ROW:      } else {

// All that is added to an element stands side by side.
// RUN: %sparse-opt %S/Inputs/transposed.sp --schedule='format(val: csc)' --lower | FileCheck %s --check-prefix=CSC
// CSC:      stored layout = csc of p pos[0:i64], i64(m) entries(crd 0, val 0) coordinates 0 {
// CSC-NEXT: for group : i64 in 0:i64 .. `layout.groups` {
// CSC-NEXT: let coordinate = i32(`layout.coordinate`[group])
// CSC-NEXT: let j = coordinate
// CSC:      var y_acc : f64 = y[j - 1]
// CSC-NEXT: for slot : i64 in slot_lo .. slot_hi {
// CSC-NEXT: let i = i32(i64(`layout.row`[slot]))
// CSC-NEXT: let xi = x[i]
// CSC-NEXT: y_acc += `layout.slots1`[slot] * xi
// CSC:      } else {

// What suits the loops, where runs show that it is faster.
// RUN: %sparse-opt %S/Inputs/transposed.sp --schedule='format(val: auto) parallelize(i, cpu_thread, no_races)' > %t.auto
// RUN: FileCheck %s --input-file=%t.auto --check-prefix=AUTO
// RUN: %sparse-opt %t.auto | diff %t.auto -
// AUTO:     layout csc of p measured
// RUN: %sparse-opt %t.auto --lower | FileCheck %s --check-prefix=MEASURED
// MEASURED: stored layout = csc of p measured pos[0:i64], i64(m) entries
// MEASURED: for group_piece : i64 in 0:i64 .. group_piece_pieces threads {
// MEASURED: } else threads i64(call i32 team_size()) {
// MEASURED-NEXT: for i : i32 in 0 .. m {
// RUN: %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: auto) parallelize(i, cpu_thread, no_races)' > %t.gather
// RUN: FileCheck %s --input-file=%t.gather --check-prefix=GATHER
// RUN: %sparse-opt %t.gather | diff %t.gather -
// GATHER:   layout auto of p measured
// RUN: %sparse-opt %t.gather --lower > %t.choices
// RUN: %sparse-opt %t.choices | diff %t.choices -
// RUN: FileCheck %s --input-file=%t.choices --check-prefix=CHOICES
// CHOICES:      stored layout = dia(0, 1024) of p measured pos[0:i64], i64(m) entries(crd 0, val 0) coordinates 0 {
// CHOICES:      } or layout = bsr(3, 3) of p measured pos[0:i64], i64(m) entries(crd 0, val 0) coordinates 0 {
// CHOICES:      } or layout = sell(8, 4096) of p measured pos[0:i64], i64(m) entries(crd 0, val 0) masked {
// CHOICES:      } else threads i64(call i32 team_size()) {
// CHOICES-NEXT: for i : i32 in 0 .. m threads {

// Blocks share a coordinate; rows in lanes, then what is in no block.
// RUN: %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: bsr(3, 2))' > %t.bsr
// RUN: %sparse-opt %t.bsr | diff %t.bsr -
// RUN: %sparse-opt %t.bsr --lower > %t.blocks
// RUN: %sparse-opt %t.blocks | diff %t.blocks -
// RUN: FileCheck %s --input-file=%t.blocks --check-prefix=BLOCKS
// BLOCKS:      stored layout = bsr(3, 2) of p pos[0:i64], i64(m) entries(crd 0, val 0) coordinates 0 {
// BLOCKS:      for block : i64 in `layout.start`[group] .. `layout.start`[group + 1:i64] {
// BLOCKS:      let column = 0:i64
// BLOCKS-NEXT: for {{.*}} : i64 in 0:i64 .. 3:i64 simd {
// BLOCKS:      sum += `layout.slots1`[(block * 2:i64 + column) * 3:i64 + lane_2] * x[`layout.coordinate`[block] + column]
// BLOCKS:      for slot : i64 in `layout.rest`[
// BLOCKS:      for ungrouped : i64 in `layout.groups` * 3:i64 .. i64(m) unroll(1) {

// Runs along diagonals have no coordinates.
// RUN: %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: dia)' > %t.dia
// RUN: %sparse-opt %t.dia | diff %t.dia -
// RUN: %sparse-opt %t.dia --lower | FileCheck %s --check-prefix=RUNS
// RUNS:      stored layout = dia(0, 1024) of p pos[0:i64], i64(m) entries(crd 0, val 0) coordinates 0 {
// RUNS:      for run : i64 in `layout.start`[group] .. `layout.start`[group + 1:i64] {
// RUNS-NEXT: let `layout.down` = i64(`layout.row`[run]) - `layout.first`[run]
// RUNS-NEXT: let `layout.right` = `layout.coordinate`[run]
// RUNS:      for slot : i64 in {{.*}} simd {
// RUNS:      sum += `layout.slots1`[slot] * x[slot + `layout.down` + `layout.right`]

// What is made of a variable or of memory in front of the positions is kept.
// RUN: %sparse-opt %S/Inputs/scaled.sp --schedule='format(A: sell(4, 8))' --lower | FileCheck %s --check-prefix=KEPT
// KEPT:      array `di.lanes` : f64[4:i64]
// KEPT:      array `wi.lanes` : f64[4:i64]
// KEPT:      let wi = `wi.lanes`[

// An element that the row and the entry choose is read for no other row; signed
// sums of another row's entries might overflow.
// RUN: %sparse-opt %S/Inputs/table.sp --schedule='format(crd: sell(4, 8))' --lower | FileCheck %s --check-prefix=OWN
// OWN:     stored layout = sell(4, 8) of p pos[0:i64], i64(m) entries(crd 0) {
// RUN: sed 's/f64/i32/g; s/0\.0/0/' %S/../schedule/Inputs/spmv.sp > %t.integers.sp
// RUN: %sparse-opt %t.integers.sp --schedule='format(A: sell(4, 8))' --lower | FileCheck %s --check-prefix=SIGNED
// SIGNED:  stored layout = sell(4, 8) of p pos[0:i64], i64(m) entries(crd 0, val 0) {

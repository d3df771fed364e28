// Loops over two cursors that are no merges, each for its reason.
// RUN: split-file --leading-lines %s %t
// RUN: for case in %t/*.sp; do not %sparse-opt $case --schedule="split(q, q0, q1, 8)" 2>&1 >$case.out \
// RUN:     | FileCheck --implicit-check-not=error: $case || exit 1; \
// RUN:   test ! -s $case.out || exit 1; done

//--- unsorted.sp
// CHECK: <schedule>:1:7: error: the loop over 'p' and 'q' is a merge only if 'acrd' and 'bcrd' ascend{{$}}
// CHECK: <schedule>:1:7: note: say 'assume(sorted(acrd), sorted(bcrd))' if so{{$}}
// CHECK: {{^}}assume(sorted(acrd), sorted(bcrd)) {{$}}
nest @unsorted {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        if acrd[p] == bcrd[q] {
          y[i] += a[p] * b[q]
        }
        let c = acrd[p] <= bcrd[q]
        let d = acrd[p] >= bcrd[q]
        p += i32(c)
        q += i32(d)
      }
    }
  }
}
//--- used-behind.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: 'p' is used outside of the loop that moves it on{{$}}
nest @used_behind {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        if acrd[p] == bcrd[q] {
          y[i] += a[p] * b[q]
        }
        let c = acrd[p] <= bcrd[q]
        let d = acrd[p] >= bcrd[q]
        p += i32(c)
        q += i32(d)
      }
      y[i] += f64(p)
    }
  }
}
//--- ends-unequal.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: the loop ends where 'p' meets its end, and it cannot be checked before the nest that it starts in front of it; accepted is 'p < end'{{$}}
nest @ends_unequal {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      if a[i] > 0.0 {
        var p : i32 = apos[i]
        var q : i32 = bpos[i]
        while p != pe && q < qe {
          if acrd[p] == bcrd[q] {
            y[i] += a[p] * b[q]
          }
          let c = acrd[p] <= bcrd[q]
          let d = acrd[p] >= bcrd[q]
          p += i32(c)
          q += i32(d)
        }
      }
    }
  }
}
//--- behind-the-end.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: it cannot be checked before the nest that the coordinates in 'acrd' are less than what stands for its end{{$}}
nest @behind_the_end {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      if a[i] > 0.0 {
        var p : i32 = apos[i]
        var q : i32 = bpos[i]
        while p < pe || q < qe {
          let ja = p < pe ? acrd[p] : 2147483647
          let jb = q < qe ? bcrd[q] : 2147483647
          if ja == jb {
            y[i] += a[p] * b[q]
          }
          let c = ja <= jb
          let d = ja >= jb
          p += i32(c)
          q += i32(d)
        }
      }
    }
  }
}
//--- two-ends.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: what is done depends on coordinates behind the least one{{$}}
nest @two_ends {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      if a[i] > 0.0 {
        var p : i32 = apos[i]
        var q : i32 = bpos[i]
        while p < pe || q < qe {
          let ja = p < pe ? acrd[p] : 2147483647
          let jb = q < qe ? bcrd[q] : m
          if ja == jb {
            y[i] += a[p] * b[q]
          }
          let c = ja <= jb
          let d = ja >= jb
          p += i32(c)
          q += i32(d)
        }
      }
    }
  }
}
//--- nothing-compared.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: no element at 'p' is compared with one at another cursor{{$}}
nest @nothing_compared {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        y[i] += a[p] * b[q]
        p += 1
        q += 1
      }
    }
  }
}
//--- skips.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: 'q' does not move on by one where its coordinate is the least{{$}}
nest @skips {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        if acrd[p] == bcrd[q] {
          y[i] += a[p] * b[q]
        }
        let c = acrd[p] <= bcrd[q]
        let d = acrd[p] >= bcrd[q]
        p += i32(c)
        q += d ? 2 : 0
      }
    }
  }
}
//--- one-of-equal.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: 'q' does not move on by one where its coordinate is the least{{$}}
nest @one_of_equal {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        if acrd[p] == bcrd[q] {
          y[i] += a[p] * b[q]
        }
        let c = acrd[p] <= bcrd[q]
        let d = acrd[p] > bcrd[q]
        p += i32(c)
        q += i32(d)
      }
    }
  }
}
//--- steps-by-value.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: which cursor moves on depends on more than the coordinates{{$}}
nest @steps_by_value {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        if acrd[p] == bcrd[q] {
          y[i] += a[p] * b[q]
        }
        if y[i] < 1.0 {
          p += 1
        } else {
          q += 1
        }
      }
    }
  }
}
//--- reads-ahead.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: 'p' is used where 'acrd{{\[}}p]' is not the least coordinate{{$}}
nest @reads_ahead {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        if acrd[p] >= bcrd[q] {
          y[i] += a[p]
        }
        let c = acrd[p] <= bcrd[q]
        let d = acrd[p] >= bcrd[q]
        p += i32(c)
        q += i32(d)
      }
    }
  }
}
//--- reads-the-other.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: 'k' is used where it is not the least coordinate{{$}}
nest @reads_the_other {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        let k = bcrd[q]
        if acrd[p] < k {
          y[k] += a[p]
        }
        let c = acrd[p] <= bcrd[q]
        let d = acrd[p] >= bcrd[q]
        p += i32(c)
        q += i32(d)
      }
    }
  }
}
//--- behind-the-step.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: 'p' is used behind its step{{$}}
nest @behind_the_step {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        let c = acrd[p] <= bcrd[q]
        let d = acrd[p] >= bcrd[q]
        p += i32(c)
        if c && d {
          y[i] += a[p]
        }
        q += i32(d)
      }
    }
  }
}
//--- no-tail.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: the loop does something for a coordinate of 'acrd' alone, and no loop behind it does so for what is left of 'acrd'{{$}}
nest @no_tail {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        if acrd[p] <= bcrd[q] {
          y[i] += a[p]
        }
        let c = acrd[p] <= bcrd[q]
        let d = acrd[p] >= bcrd[q]
        p += i32(c)
        q += i32(d)
      }
    }
  }
}
//--- other-tail.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: for a coordinate of 'acrd' alone the loop does something else than the one behind it, which goes through what is left of 'acrd'{{$}}
nest @other_tail {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        if acrd[p] <= bcrd[q] {
          y[i] += a[p]
        }
        let c = acrd[p] <= bcrd[q]
        let d = acrd[p] >= bcrd[q]
        p += i32(c)
        q += i32(d)
      }
      while p < pe {
        y[i] *= a[p]
        p += 1
      }
    }
  }
}
//--- moves-alone.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: the loop does nothing but move its cursors{{$}}
nest @moves_alone {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        let c = acrd[p] <= bcrd[q]
        let d = acrd[p] >= bcrd[q]
        p += i32(c)
        q += i32(d)
      }
    }
  }
}
//--- set-elsewhere.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: 'p' does not start at a value that is known in front of the loop; accepted is 'int p = pos{{\[}}i]' in the same block{{$}}
nest @set_elsewhere {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      p += 1
      while p < pe && q < qe {
        if acrd[p] == bcrd[q] {
          y[i] += a[p] * b[q]
        }
        let c = acrd[p] <= bcrd[q]
        let d = acrd[p] >= bcrd[q]
        p += i32(c)
        q += i32(d)
      }
    }
  }
}
//--- inner-step.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: 'q' moves on in a loop inside{{$}}
nest @inner_step {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        if acrd[p] == bcrd[q] {
          y[i] += a[p] * b[q]
        }
        let c = acrd[p] <= bcrd[q]
        let d = acrd[p] >= bcrd[q]
        p += i32(c)
        q += i32(d)
        while q < qe && y[i] > 9.0 {
          q += 1
        }
      }
    }
  }
}
//--- end-changes.sp
// CHECK: <schedule>:1:7: error: no command can change the loop over 'p' and 'q'{{$}}
// CHECK: note: it is no merge: the end of 'p' changes in the nest{{$}}
nest @end_changes {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      var end : i32 = pe
      while p < end && q < qe {
        if acrd[p] == bcrd[q] {
          y[i] += a[p] * b[q]
        }
        let c = acrd[p] <= bcrd[q]
        let d = acrd[p] >= bcrd[q]
        p += i32(c)
        q += i32(d)
        end += -1
      }
    }
  }
}

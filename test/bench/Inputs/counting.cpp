// An erf that counts who calls it: what a thread of the generated code does
// with an entry becomes visible, though the loop calls a pure function.
#include <omp.h>

long Calls[256][8]; // one cache line each

extern "C" double erf(double X) {
  ++Calls[omp_get_thread_num()][0];
  return X;
}

// Loops that were compiled for another version of the interface are not measured, and no more of
// their runs is written to than that has.
// RUN: %clangxx -std=c++20 -I%source_dir/runtime %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t
// RUN: %t 2>&1 | FileCheck %s

// CHECK: lacuna: other-version.cpp.tmp (process
// CHECK-NEXT: time
// CHECK-NEXT: this:1, f, as written
// CHECK-NOT: {{.}}

#include "lacuna/profile.h"

static void run(uint32_t Version, const char *Where) {
  lacuna_profile_loop Loop = {Version, LACUNA_PROFILE_AS_WRITTEN,
                              Where,   "f",
                              nullptr, nullptr,
                              0,       0,
                              nullptr};
  lacuna_profile_run Run;
  // The first version ended here.
  Run.outer = &Run;
  Run.threads = -1;
  lacuna_profile_enter(&Run, &Loop);
  lacuna_profile_leave(&Run);
  if (Version != LACUNA_PROFILE_ABI && (Run.outer != &Run || Run.threads != -1))
    __builtin_trap();
}

int main() {
  run(LACUNA_PROFILE_ABI, "this:1");
  run(1, "former:1");
}

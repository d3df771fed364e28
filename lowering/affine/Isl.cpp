//===- Isl.cpp - isl, on its own ------------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Isl.h"
#include <cstdio>
#include <isl/options.h>

// The streams of the copy of isl that cmake/Isl.cmake makes. They stand beside
// IslContext, so that who uses isl has them.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
extern FILE *lacuna_isl_stderr, *lacuna_isl_stdout;
FILE *lacuna_isl_stderr = stderr;
FILE *lacuna_isl_stdout = stdout;
}
// NOLINTEND(readability-identifier-naming)

using namespace lacuna;

IslContext::IslContext(unsigned long MostOperations) : Ctx(isl_ctx_alloc()) {
  isl_options_set_on_error(Ctx, ISL_ON_ERROR_CONTINUE);
  isl_options_set_ast_build_detect_min_max(Ctx, 1);
  isl_ctx_set_max_operations(Ctx, MostOperations);
}

//===- Assembler.h - from PTX to code of devices ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A driver compiles PTX when it meets it first. `ptxas`, a part of the CUDA
// toolkit, can do that before, for devices that are known then.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_CUDA_ASSEMBLER_H
#define LACUNA_PLUGIN_CUDA_ASSEMBLER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace lacuna::plugin {

/// Code for devices of compute capability `Sm`, 80 for 8.0, and others of the
/// same major version that are not older.
struct Cubin {
  unsigned Sm;
  std::string Code;
  std::string WhyNot; ///< why there is no code; else empty
};

/// The `ptxas` on the path; empty if there is none.
std::string findPtxas();

/// One for each of \p Sms, which \p Ptxas makes of \p Ptx at the same time.
std::vector<Cubin> assemble(llvm::StringRef Ptxas, llvm::StringRef Ptx,
                            llvm::ArrayRef<unsigned> Sms);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_CUDA_ASSEMBLER_H

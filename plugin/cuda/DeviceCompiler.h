//===- DeviceCompiler.h - from kernels to PTX -------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_CUDA_DEVICECOMPILER_H
#define LACUNA_PLUGIN_CUDA_DEVICECOMPILER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace lacuna::plugin {

/// The least compute capability that kernels run on: 7.5.
inline constexpr unsigned LeastSm = 75;

/// How kernels are compiled. What is about the language is that of the host's
/// code, so that an expression means the same on both sides.
struct DeviceOptions {
  /// The program that is run, a clang. Must not be empty.
  std::string Clang;
  /// The least GPU that can run the result, and its version of PTX, which says
  /// how old a driver may be.
  std::string Arch = "sm_" + std::to_string(LeastSm);
  std::string Ptx = "ptx63";
  std::string HostTriple;
  /// `-ffp-contract`: off, on or fast.
  std::string Contract = "on";
  bool WrapsSigned = false;     // -fwrapv
  bool RelaxedAliasing = false; // -fno-strict-aliasing
  bool UnsignedChar = false;    // -funsigned-char
  bool ShortWchar = false;      // -fshort-wchar
};

/// The PTX of \p Kernels, which is CUDA C++ without includes, behind
/// devicePrelude(). On failure what clang said, where lines count from the
/// first one of \p Kernels in a file \p Name; an error of the system's where
/// clang could not be asked.
///
/// The compiler is a process of its own: where the back end gives up on the
/// whole process, only that one ends. No file is left behind.
llvm::Expected<std::string> compileToPtx(llvm::StringRef Kernels,
                                         llvm::StringRef Name,
                                         const DeviceOptions &Opts);

/// The clang that this process runs, or the one that \p ResourceDir belongs to
/// if this is another tool; empty if there is neither.
std::string findClang(llvm::StringRef ResourceDir);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_CUDA_DEVICECOMPILER_H

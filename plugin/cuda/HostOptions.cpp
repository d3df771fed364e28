//===- HostOptions.cpp - the host's language for kernels ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda/HostOptions.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearchOptions.h"

using namespace clang;
using namespace lacuna::plugin;

static std::string contractOf(FPOptions FP) {
  switch (FP.getFPContractMode()) {
  case LangOptions::FPM_Off:
    return "off";
  case LangOptions::FPM_On:
    return "on";
  default: // of -ffast-math, with and without pragmas that are honoured
    return "fast";
  }
}

DeviceOptions lacuna::plugin::deviceOptions(const CompilerInstance &CI,
                                            FPOptions FP) {
  const LangOptions &Lang = CI.getLangOpts();
  DeviceOptions Opts;
  Opts.Clang = findClang(CI.getHeaderSearchOpts().ResourceDir);
  Opts.HostTriple = CI.getTarget().getTriple().str();
  Opts.Contract = contractOf(FP);
  Opts.WrapsSigned = Lang.isSignedOverflowDefined();
  Opts.RelaxedAliasing = CI.getCodeGenOpts().RelaxedAliasing;
  Opts.UnsignedChar = !Lang.CharIsSigned;
  Opts.ShortWchar = Lang.WCharSize == 2;
  return Opts;
}

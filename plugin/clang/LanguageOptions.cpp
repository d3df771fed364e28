//===- LanguageOptions.cpp - flags that change what C++ means -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "clang/LanguageOptions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;
using namespace lacuna::plugin;

static bool reportsSigned(const LangOptions &Lang) {
  return Lang.Sanitize.has(SanitizerKind::SignedIntegerOverflow);
}

LanguageOptions lacuna::plugin::languageOptions(const CompilerInstance &CI) {
  const LangOptions &Lang = CI.getLangOpts();
  LanguageOptions Result;
  Result.SignedWraps = Lang.isSignedOverflowDefined();
  Result.SignedIsReported = reportsSigned(Lang);
  const CodeGenOptions &Gen = CI.getCodeGenOpts();
  Result.TypesAlias = Gen.RelaxedAliasing;
  Result.HindersLanes = !Lang.Sanitize.empty() ||
                        !Gen.CoverageNotesFile.empty() ||
                        Gen.hasProfileClangInstr();
  return Result;
}

std::string lacuna::plugin::whyNotRewritten(const LangOptions &Lang) {
  if (Lang.getSignedOverflowBehavior() == LangOptions::SOB_Trapping)
    return "signed overflow traps under '-ftrapv', where generated code would "
           "trap elsewhere or not at all; accepted are '-fwrapv' and "
           "'-fsanitize=signed-integer-overflow'";
  // These report what is well defined, and so in generated code, too.
  static const std::pair<SanitizerMask, const char *> Reporting[] = {
      {SanitizerKind::UnsignedIntegerOverflow, "unsigned-integer-overflow"},
      {SanitizerKind::UnsignedShiftBase, "unsigned-shift-base"},
      {SanitizerKind::ImplicitConversion, "implicit-conversion"}};
  for (const auto &[Kind, Name] : Reporting)
    if (Lang.Sanitize.hasOneOf(Kind))
      return "'-fsanitize=" + std::string(Name) +
             "' reports arithmetic that is well defined, of which generated "
             "code has its own; accepted are the checks of "
             "'-fsanitize=undefined'";
  return "";
}

std::string lacuna::plugin::whyNotRewritten(FPOptions FP) {
  if (!FP.isFPConstrained())
    return "";
  return "floating-point environment may be accessed here (FENV_ACCESS, "
         "FENV_ROUND, -frounding-math or exceptions that are not ignored); "
         "accepted are the default rounding mode and ignored exceptions";
}

bool lacuna::plugin::isLoose(FPOptions FP) {
  return FP.getAllowFPReassociate() || FP.getAllowReciprocal() ||
         FP.getAllowApproxFunc() ||
         (FP.getFPContractMode() != LangOptions::FPM_Off &&
          FP.getFPContractMode() != LangOptions::FPM_On);
}

const Attr *lacuna::plugin::codeAttribute(const FunctionDecl &F) {
  const bool IsChecked = !F.getLangOpts().Sanitize.empty();
  for (const Attr *A : F.attrs())
    if (isa<TargetAttr, TargetClonesAttr, TargetVersionAttr, CPUSpecificAttr,
            CPUDispatchAttr>(A) ||
        (IsChecked &&
         isa<NoSanitizeAttr, DisableSanitizerInstrumentationAttr>(A)))
      return A;
  return nullptr;
}

std::string lacuna::plugin::whyNotOnGpu(const CompilerInstance &CI) {
  const LangOptions &Lang = CI.getLangOpts();
  const CodeGenOptions &Gen = CI.getCodeGenOpts();
  if (reportsSigned(Lang))
    return "'-fsanitize=signed-integer-overflow' would report nothing that a "
           "GPU computes";
  // Under -ffast-math either is right.
  const bool Flushes = Gen.FPDenormalMode != llvm::DenormalMode::getIEEE() ||
                       Gen.FP32DenormalMode != llvm::DenormalMode::getIEEE();
  if (Flushes && !Lang.FastMath)
    return "'-fdenormal-fp-math' makes zeros of numbers that a GPU keeps";
  return "";
}

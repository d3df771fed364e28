//===- OtherClauses.cpp - clauses that are no commands --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/directive/ClauseChecker.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/directive/Lexer.h"
#include "lacuna/directive/Messages.def"
#include "lacuna/directive/TensorClause.h"

using namespace llvm;

namespace lacuna {

//===-- assumptions -------------------------------------------------------===//

static constexpr ArgInfo One[] = {value()};
static constexpr ArgInfo Two[] = {value(), value()};

static CallInfo infoOf(Assumption Assumed) {
  const StringRef Name = wordFor(Assumed);
  switch (Assumed) {
  case Assumption::NoAlias:
    return {Name, "noalias(y, x)", Two};
  case Assumption::Extent:
    return {Name, "extent(x, n)", Two};
  case Assumption::Sorted:
    return {Name, "sorted(crd)", One};
  case Assumption::Unique:
    return {Name, "unique(crd)", One};
  case Assumption::Injective:
    return {Name, "injective(a)", One};
  case Assumption::Independent:
    return {Name, "independent(i)", One};
  case Assumption::Asynchronous:
    return {Name, "asynchronous(x)", One};
  }
  llvm_unreachable("unknown assumption");
}

/// What is no assumption is a condition.
static bool checkAssumption(ClauseChecker &On, const ClauseArg &Arg) {
  std::optional<Clause> Call = asCall(Arg);
  if (!Call)
    return true;
  if (std::optional<Assumption> Assumed = fromWord<Assumption>(Call->Name))
    On.checkArity(*Call, infoOf(*Assumed));
  else if (std::optional<std::string> Near =
               nearestWord(Call->Name, words<Assumption>()))
    On.fail(Call->Where, msg::UnknownAssumption(Call->Name, *Near), {}, Near);
  return true;
}

//===-- whole clauses -----------------------------------------------------===//

static void checkTensor(ClauseChecker &On) {
  if (Error E = parseTensorClause(On.clause()).takeError())
    On.fail(std::move(E));
}

static void checkTarget(ClauseChecker &On) {
  const ClauseArg &Target = On.clause().Args[0];
  const bool IsFirst = !On.before().find("target");
  for (const Clause &Before : On.before().Clauses) {
    if (Before.Name == "target" && Before.Args.size() == 1 &&
        Before.Args[0].Text == Target.Text)
      return On.fail(Target.Where, msg::TargetGivenTwice(Target.Text));
    if (IsFirst && kindOf(Before) != ClauseKind::Fact)
      return On.fail(On.clause().Where, msg::TargetMustPrecedeCommands());
  }
}

//===-- the list ----------------------------------------------------------===//

ArrayRef<ClauseInfo> otherClauses() {
  static constexpr ArgInfo Values[] = {value(Times::OnceOrMore)};
  static constexpr ArgInfo Assumptions[] = {
      checkedBy(checkAssumption, value(Times::OnceOrMore))};
  static constexpr ArgInfo FpModes[] = {
      word("floating-point mode", words<FpMode>)};
  static constexpr ArgInfo Targets[] = {word("target", words<TargetKind>)};
  using K = ClauseKind;
  static constexpr ClauseInfo Infos[] = {
      {{"auto", "auto", {}}, K::Auto, /*Repeatable=*/false},
      {{"num_threads", "num_threads(n)", One}, K::Fact, /*Repeatable=*/false},
      {{"tensor", "tensor(A: csr(pos, crd, val))", Values},
       K::Fact,
       /*Repeatable=*/true,
       checkTensor},
      {{"assume", "assume(noalias(y, x))", Assumptions}, K::Fact},
      {{"private", "private(w)", Values}, K::Fact},
      {{"nontemporal", "nontemporal(C)", Values}, K::Fact},
      {{"fp", "fp(strict)", FpModes}, K::Fact, /*Repeatable=*/false},
      {{"target", "target(cuda)", Targets},
       K::Group,
       /*Repeatable=*/true,
       checkTarget},
  };
  return Infos;
}

} // namespace lacuna

//===- Auto.cpp - the schedule that a bare #pragma sparse means -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/schedule/Dependence.h"
#include "lacuna/schedule/Schedule.h"

using namespace llvm;

namespace lacuna {

static std::string describe(const Conflict &X, StringRef Var) {
  std::string Loop = ("'" + Var + "'").str();
  std::string Place = (X.IsArray ? "one element of '" : "'") + X.Name + "'";
  switch (X.K) {
  case Conflict::Kind::Carried:
    return "iterations of " + Loop + " depend on each other through '" +
           X.Name + "'";
  case Conflict::Kind::Reduction:
    return "different iterations of " + Loop + " may update " + Place;
  case Conflict::Kind::Overwritten:
    return "different iterations of " + Loop + " may store to " + Place;
  }
  return "";
}

std::string chooseSchedule(const Nest &N, std::string &WhyNot) {
  // Rows are independent in most sparse loops, and threads gain most there.
  const LoopStmt *Outermost = nullptr;
  for (const StmtRef &S : statementsOf(N.Body))
    if (auto *Loop = dyn_cast<LoopStmt>(S.get())) {
      Outermost = Loop;
      break;
    }
  if (!Outermost) {
    WhyNot = "there is no loop";
    return "";
  }
  StringRef Var = Outermost->var();
  if (Outermost->merge()) {
    WhyNot = ("'" + Var + "' merges levels in 'while' loops").str();
    return "";
  }
  std::vector<Guard> Conditions;
  std::vector<Conflict> Found = conflicts(N, Var, &Conditions);
  if (!Found.empty()) {
    WhyNot = describe(Found.front(), Var);
    return "";
  }
  // A plain name of which there are several must say which it is.
  std::string Name = Var.str();
  if (N.findIndexVar(Name + "@2"))
    Name += "@1";
  return "parallelize(" + Name + ", cpu_thread, no_races)";
}

} // namespace lacuna

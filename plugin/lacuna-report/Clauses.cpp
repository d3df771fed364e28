//===- Clauses.cpp - clauses to be pasted ---------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-report/Clauses.h"
#include "lacuna-report/Messages.def"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <tuple>

using namespace lacuna;
using namespace lacuna::report;
using namespace lacuna::plugin;

/// A number between 2^(\p Doublings - 1) and twice as much.
static std::string about(uint64_t Doublings) {
  return Doublings == 0 || Doublings > 63
             ? "?"
             : std::to_string(uint64_t(1) << (Doublings - 1));
}

static std::string microseconds(uint64_t Nanoseconds) {
  return llvm::formatv("{0:F1} us", double(Nanoseconds) / 1e3).str();
}

void report::printDirective(llvm::raw_ostream &OS, const Trials &T) {
  const std::string Trips = about(T.Trips), Work = about(T.Work),
                    Calls = std::to_string(T.Calls);
  OS << "  // "
     << (T.isOnGpu()
             ? msg::OverDataOnGpu(Trips, Work, Calls)
             : msg::OverData(Trips, Work, std::to_string(T.Threads), Calls));
  const TriedSchedule *Best = T.best();
  const uint64_t Usual = T.All.empty() ? 0 : T.All.front().Median;
  if (!Best || Usual == 0 || Best->Median == 0)
    OS << '\n';
  else if (Best == &T.All.front())
    OS << msg::BareIsFastest(microseconds(Usual)) << '\n';
  else
    OS << msg::FasterThanBare(
              llvm::formatv("{0:F2}", double(Usual) / double(Best->Median))
                  .str(),
              microseconds(Best->Median), microseconds(Usual))
       << '\n';
  if (Best && Best->Median != 0 && T.Bytes != 0)
    OS << "  // "
       << msg::ModelOfTrials(
              llvm::formatv("{0:F2}", double(T.Bytes) / 1e6).str(),
              llvm::formatv("{0:F1}", double(T.Bytes) / double(Best->Median))
                  .str())
       << '\n';
  // A directive that is bare but for facts need not say so.
  llvm::StringRef Clauses = T.Best;
  if (isBare(Clauses))
    Clauses = Clauses.drop_back(llvm::StringRef("auto").size()).rtrim();
  OS << "  #pragma sparse" << (Clauses.empty() ? "" : " ") << Clauses << '\n';
}

void report::printClauses(llvm::raw_ostream &OS, std::vector<Trials> All) {
  llvm::sort(All, [](const Trials &A, const Trials &B) {
    return std::tuple(-A.time(), A.Where, A.Function, A.Work, A.Threads) <
           std::tuple(-B.time(), B.Where, B.Function, B.Work, B.Threads);
  });
  for (size_t I = 0; I < All.size(); ++I) {
    auto IsOfLoop = [&](const Trials &T) {
      return T.Where == All[I].Where && T.Function == All[I].Function;
    };
    if (llvm::any_of(llvm::ArrayRef(All).take_front(I), IsOfLoop))
      continue;
    OS << All[I].Where << ", " << All[I].Function << '\n';
    const bool IsOne = llvm::all_of(All, [&](const Trials &T) {
      return !IsOfLoop(T) || T.Best == All[I].Best;
    });
    for (const Trials &T : llvm::ArrayRef(All).drop_front(I))
      if (IsOfLoop(T) && (!IsOne || &T == &All[I]))
        printDirective(OS, T);
  }
}

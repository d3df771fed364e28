//===- Table.cpp - what there is to gain, for people ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-suggest/Table.h"
#include "lacuna-suggest/Messages.def"
#include "lacuna-suggest/Steps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/WithColor.h"

using namespace lacuna;
using namespace lacuna::suggest;

namespace {

/// A row begins with a place and a state; further lines of it are indented.
struct Columns {
  size_t Place = 0;
  size_t Time = 0; ///< 0: there is no such column
  static constexpr size_t State = 9;

  std::string indent() const {
    return std::string(Place + State + 4 + (Time == 0 ? 0 : Time + 2), ' ');
  }
};

} // namespace

static llvm::StringRef wordFor(const Loop &L) {
  if (L.isTooShort())
    return "short";
  switch (L.Becomes) {
  case State::Rewritten:
    return "rewritten";
  case State::Inside:
    return "inside";
  case State::Left:
    return "left";
  }
  llvm_unreachable("covered switch");
}

static std::string placeOf(const Project &From, const Loop &L) {
  return llvm::formatv("{0}:{1}:{2}", From.nameOf(L.File), L.Line, L.Column);
}

/// What is said of \p L, a line each.
static std::vector<std::string> linesAbout(const Project &From, const Loop &L) {
  std::vector<std::string> Lines;
  if (L.isTooShort())
    Lines.push_back(msg::RunsTooShort(duration(L.Ran->mean())));
  llvm::append_range(Lines, L.RunsAs);
  if (L.Becomes != State::Rewritten)
    for (llvm::StringRef Reason : L.Reasons)
      // It may begin with a place.
      Lines.push_back(From.nameOf(Reason).str());
  for (const Tried &Inner : L.Inside)
    for (const std::string &RunsAs : Inner.RunsAs)
      Lines.push_back(
          llvm::formatv("{0}:{1}: {2}", Inner.Line, Inner.Column, RunsAs));
  if (L.hasRowsAlone())
    Lines.push_back(msg::RowsAlone());
  for (const std::string &Cure : L.Cures)
    Lines.push_back("cure: " + Cure);
  if (L.isProposed() && !L.Change)
    Lines.push_back("by hand: " + L.WhyByHand);
  return Lines;
}

/// How long \p L ran, and what share that is; empty where it did not.
static std::string timeOf(const Project &From, const Loop &L) {
  if (!L.Ran)
    return "";
  const double Whole = double(std::max<uint64_t>(*From.whole(), 1));
  return llvm::formatv("{0} {1,5:F1} %", duration(L.Ran->Time),
                       100 * double(L.Ran->Time) / Whole);
}

static void printRow(const Project &From, const Loop &L, const Columns &Width,
                     llvm::raw_ostream &OS) {
  const auto Color =
      L.isProposed() ? llvm::raw_ostream::GREEN : llvm::raw_ostream::YELLOW;
  OS << llvm::left_justify(placeOf(From, L), Width.Place) << "  ";
  llvm::WithColor(OS, Color) << llvm::left_justify(wordFor(L), Width.State);
  if (Width.Time != 0)
    OS << "  " << llvm::right_justify(timeOf(From, L), Width.Time);
  OS << "  " << llvm::join(linesAbout(From, L), "\n" + Width.indent()) << '\n';
}

/// The time in those that would be rewritten, each line once.
static uint64_t timeOfRewritten(llvm::ArrayRef<const Loop *> All) {
  std::map<std::pair<std::string, uint64_t>, uint64_t> Lines;
  for (const Loop *L : All)
    if (L->Ran && L->isProposed())
      Lines[{L->File, L->Line}] = L->Ran->Time;
  uint64_t Sum = 0;
  for (const auto &[Line, Time] : Lines)
    Sum += Time;
  return Sum;
}

/// What would free many at once, a line each.
static void printSteps(llvm::ArrayRef<const Loop *> All,
                       llvm::raw_ostream &OS) {
  constexpr size_t MostNamed = 3;
  for (const Step &S : flagsThatFree(All))
    OS << msg::FlagFreesLoops(S.Of, std::to_string(S.Loops)) << '\n';
  const std::vector<Step> Hidden = hiddenFunctions(All);
  if (Hidden.empty())
    return;
  std::vector<std::string> Names;
  for (const Step &S : llvm::ArrayRef(Hidden).take_front(MostNamed))
    Names.push_back(llvm::formatv("'{0}' ({1})", S.Of, S.Loops));
  if (Hidden.size() > MostNamed)
    Names.push_back(llvm::formatv("{0} more", Hidden.size() - MostNamed));
  OS << msg::BodiesNotVisible(std::to_string(callersOfHidden(All)),
                              llvm::join(Names, ", "))
     << '\n';
}

void suggest::printTable(const Project &From, llvm::raw_ostream &OS) {
  const std::vector<const Loop *> All = From.ranked();
  Columns Width;
  for (const Loop *L : All)
    Width.Place = std::max(Width.Place, placeOf(From, *L).size());
  if (From.whole())
    for (const Loop *L : All)
      Width.Time = std::max(Width.Time, timeOf(From, *L).size());
  for (const Loop *L : All)
    printRow(From, *L, Width, OS);
  auto Count = [&](State Becomes) {
    return std::to_string(llvm::count_if(All, [&](const Loop *L) {
      return L->Becomes == Becomes && L->isProposed();
    }));
  };
  const auto Short =
      llvm::count_if(All, [](const Loop *L) { return L->isTooShort(); });
  const auto Rows = llvm::count_if(
      All, [](const Loop *L) { return L->hasRowsAlone() && !L->isTooShort(); });
  OS << msg::LoopsSummary(Count(State::Rewritten), std::to_string(All.size()),
                          Count(State::Inside))
     << '\n';
  if (Short != 0)
    OS << msg::LoopsTooShort(std::to_string(Short)) << '\n';
  if (Rows != 0)
    OS << msg::LoopsWithRowsAlone(std::to_string(Rows)) << '\n';
  printSteps(All, OS);
  if (From.whole())
    OS << msg::MeasuredSummary(duration(*From.whole()),
                               duration(timeOfRewritten(All)),
                               duration(From.ranElsewhere()))
       << '\n';
  if (From.elsewhere() != 0)
    OS << msg::LoopsElsewhere(std::to_string(From.elsewhere()), From.root())
       << '\n';
}

/// The same for programs.
static void writeSteps(llvm::json::OStream &J, llvm::StringRef Key,
                       llvm::StringRef What, llvm::ArrayRef<Step> Steps) {
  J.attributeArray(Key, [&] {
    for (const Step &S : Steps)
      J.object([&] {
        J.attribute(What, llvm::json::fixUTF8(S.Of));
        J.attribute("loops", int64_t(S.Loops));
      });
  });
}

void suggest::printJson(const Project &From,
                        llvm::ArrayRef<std::string> Failures,
                        llvm::raw_ostream &OS) {
  const std::vector<const Loop *> All = From.ranked();
  llvm::json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attributeArray("loops", [&] {
      for (const Loop *L : All) {
        llvm::json::Value One = L->Written;
        if (llvm::json::Object *O = L->Ran ? One.getAsObject() : nullptr) {
          (*O)["calls"] = int64_t(L->Ran->Calls);
          (*O)["self_ns"] = int64_t(L->Ran->Time);
          (*O)["mean_ns"] = int64_t(L->Ran->mean());
          (*O)["too-short"] = L->isTooShort();
        }
        J.value(One);
      }
    });
    writeSteps(J, "flags", "flag", flagsThatFree(All));
    writeSteps(J, "hidden", "function", hiddenFunctions(All));
    J.attributeArray("failures", [&] {
      for (const std::string &Failure : Failures)
        J.value(llvm::json::fixUTF8(Failure));
    });
  });
  OS << '\n';
}

//===- Glance.cpp - the first page in brief -------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-report/Glance.h"
#include "lacuna-report/Help.h"
#include "lacuna-report/Html.h"
#include "lacuna-report/Messages.def"
#include "lacuna-report/Pages.h"
#include "lacuna-report/Plots.h"
#include "lacuna/auto/Messages.def"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace lacuna;
using namespace lacuna::report;
using lacuna::plugin::Trials;
using lacuna::plugin::TriedSchedule;

//===-- where the time is -------------------------------------------------===//

/// How much of what was measured ran as what.
static void printShares(llvm::raw_ostream &OS, const Project &P) {
  double Generated = 0, Guarded = 0, Left = 0, Unmarked = 0;
  for (const Loop *L : P.loops()) {
    const double Self = double(L->self());
    const Measured *M = L->isRewritten() ? L->mainRuns() : nullptr;
    if (M && M->Time != 0) {
      uint64_t Failed = 0;
      for (const Path &G : M->Guards)
        Failed += G.Time;
      const double Share = std::min(1.0, double(Failed) / double(M->Time));
      Guarded += Self * Share;
      Generated += Self * (1 - Share);
    } else {
      (L->state() == "unmarked" ? Unmarked : Left) += Self;
    }
  }
  const double Whole = double(P.self());
  OS << "<p class=note>" << percent(Generated, Whole)
     << " of this time ran as generated code, " << percent(Guarded, Whole)
     << " as your loops because guards failed, " << percent(Left, Whole)
     << " in loops that stay as written";
  if (Unmarked != 0)
    OS << ", " << percent(Unmarked, Whole) << " in loops without a directive";
  OS << ".</p>\n";
}

/// To measure a run takes some tens of nanoseconds.
static std::string aboutShortRuns(const Loop &L) {
  constexpr uint64_t Least = 100;
  const uint64_t Calls = L.calls();
  return Calls != 0 && L.time() / Calls < Least
             ? "(runs of " + duration(L.time() / Calls) +
                   ", mostly the time of measuring) "
             : "";
}

/// Links to the loops of \p P that \p IsMeant.
static std::string linksTo(const Project &P,
                           llvm::function_ref<bool(const Loop &)> IsMeant) {
  std::string Links;
  for (const auto &[Number, L] : llvm::enumerate(P.loops()))
    if (IsMeant(*L))
      Links += (Links.empty() ? "" : ", ") + linkTo(*L, Number);
  return Links;
}

/// What OpenMP takes to start, which would hit the loop that is the first.
static void printStart(llvm::raw_ostream &OS, const Project &P) {
  const size_t Number = P.processes().size();
  const std::string Only =
      linksTo(P, [](const Loop &L) { return L.onlyStarted(); });
  if (const uint64_t Start = P.startOfOpenMP(); Start != 0)
    OS << "<p class=note>The start of OpenMP took " << duration(Start / Number)
       << (Number == 1 ? ", once a process" : " a process, on average")
       << ". That is in the time of no loop"
       << (Only.empty()
               ? ""
               : ", but for threads that started in the only run of " + Only)
       << ".</p>\n";
}

static void printWhere(llvm::raw_ostream &OS, const Project &P) {
  constexpr size_t Most = 6;
  const std::vector<const Loop *> All = P.loops();
  const uint64_t Whole = P.self();
  OS << "<section><h2>Where the time is</h2>\n";
  if (Whole == 0) {
    OS << "<p>Nothing was measured. Build with "
          "<code>-fplugin-arg-sparse-profile</code>, run under "
          "<code>LACUNA_PROFILE=FILE</code>, and add <code>--profile "
          "FILE</code>.</p></section>\n";
    return;
  }
  OS << "<ol class=where>\n";
  uint64_t Shown = 0;
  size_t Number = 0;
  for (; Number < All.size() && Number < Most; ++Number) {
    const Loop &L = *All[Number];
    if (L.self() == 0)
      break;
    Shown += L.self();
    OS << "<li><span class=n>" << duration(L.self()) << ", "
       << percent(double(L.self()), double(Whole)) << "</span>"
       << linkTo(L, Number) << ' ' << aboutShortRuns(L);
    drawShare(OS, double(L.self()), double(Whole), L.state());
    OS << "</li>\n";
  }
  if (Shown < Whole) {
    OS << "<li><span class=n>" << duration(Whole - Shown) << ", "
       << percent(double(Whole - Shown), double(Whole)) << "</span>others ";
    drawShare(OS, double(Whole - Shown), double(Whole), "unknown");
    OS << "</li>\n";
  }
  OS << "</ol>\n";
  printStart(OS, P);
  if (const size_t Number = P.processes().size(); Number > 1)
    OS << "<p class=note>" << Number
       << " processes are added up: measured loops took "
       << duration(Whole / Number) << " in each, on average.</p>\n";
  printShares(OS, P);
  // Threads' times would add up to more.
  const bool IsAlone = llvm::all_of(All, [](const Loop *L) {
    return llvm::all_of(L->Runs,
                        [](const Measured &M) { return M.Threads <= 1; });
  });
  uint64_t Elapsed = 0;
  for (const Process &One : P.processes())
    Elapsed += One.Elapsed;
  if (IsAlone && Elapsed >= Whole)
    OS << "<p class=note>Measured loops took " << duration(Whole) << ", "
       << percent(double(Whole), double(Elapsed)) << " of the "
       << duration(Elapsed) << " since the first one began.</p>\n";
  OS << "</section>\n";
}

//===-- what was gained ---------------------------------------------------===//

namespace {

/// A loop of which runs take another time than as written.
struct Change {
  size_t Number;
  const Loop *Of;
  double Factor; ///< how many times as fast
  uint64_t Time; ///< that is saved, or lost, in all
};

} // namespace

/// The loops of \p P whose gain \p Counts, those with the most time first.
static std::vector<Change>
changes(const Project &P, llvm::function_ref<bool(double Factor)> Counts) {
  std::vector<Change> All;
  for (const auto &[Number, L] : llvm::enumerate(P.loops())) {
    const std::optional<Gain> G = L->gain();
    const double Factor = G ? G->factor() : 0;
    if (Factor != 0 && Counts(Factor))
      All.push_back(
          {Number, L, Factor, uint64_t(double(G->Now) * std::abs(Factor - 1))});
  }
  llvm::sort(All, [](const Change &A, const Change &B) {
    return std::pair(B.Time, A.Number) < std::pair(A.Time, B.Number);
  });
  return All;
}

static void printChanges(llvm::raw_ostream &OS, const std::vector<Change> &All,
                         llvm::StringRef Head, llvm::StringRef Class,
                         llvm::function_ref<std::string(const Change &)> Line) {
  constexpr size_t Most = 4;
  if (All.empty())
    return;
  OS << "<p>" << Head << ":</p>\n<ol class=" << Class << ">\n";
  for (const Change &C : llvm::ArrayRef(All).take_front(Most))
    OS << "<li>" << linkTo(*C.Of, C.Number) << ": " << Line(C) << "</li>\n";
  OS << "</ol>\n";
  if (All.size() > Most)
    OS << "<p class=note>" << All.size() - Most << " more, with less.</p>\n";
}

static void printGains(llvm::raw_ostream &OS, const Project &P) {
  printChanges(OS, changes(P, [](double Factor) { return Factor > 1.05; }),
               "Most was gained in", "gains", [](const Change &C) {
                 return formatted("%.2f", C.Factor) + " times as fast, " +
                        duration(C.Time) + " less in all";
               });
  printChanges(OS, changes(P, [](double Factor) { return Factor < 0.95; }),
               "Slower than as written", "losses", [](const Change &C) {
                 return "a run takes " + formatted("%.2f", 1 / C.Factor) +
                        " times as long, " + duration(C.Time) + " more in all";
               });
}

/// That times are not to be trusted, if they are not.
static void printTrust(llvm::raw_ostream &OS, const Project &P) {
  // A machine that does nothing else takes processors away a few times.
  constexpr double Most = 50;
  const double Rate = P.preemptionRate();
  if (Rate > Most)
    OS << "<p class=warning>"
       << escaped(msg::MachineWasBusy(formatted("%.0f", Rate))) << ".</p>\n";
}

/// Of programs as a whole, which have more than loops.
static void printElapsed(llvm::raw_ostream &OS, const Project &P) {
  const Project::Whole Before = P.before(), Now = P.now();
  if (Before.Elapsed == 0 || Now.Elapsed == 0)
    return;
  auto IsAbove = [&](double Share) {
    auto IsMuch = [&](const Project::Whole &W) {
      return double(W.Measuring) > Share * double(W.Elapsed);
    };
    return IsMuch(Before) || IsMuch(Now);
  };
  OS << "<p class=note>";
  if (IsAbove(0.2))
    OS << "How long a process takes by itself is not known: at least "
       << duration(Before.Measuring) << " of " << duration(Before.Elapsed)
       << " as written and " << duration(Now.Measuring) << " of "
       << duration(Now.Elapsed) << " now went into measuring short runs";
  else
    OS << "From the first loop on a process took " << duration(Before.Elapsed)
       << " as written and takes " << duration(Now.Elapsed)
       << " now, on average";
  if (IsAbove(0.05) && !IsAbove(0.2))
    OS << "; at least " << duration(Before.Measuring) << " and "
       << duration(Now.Measuring) << " of that went into measuring short runs";
  OS << ".</p>\n";
}

static void printGained(llvm::raw_ostream &OS, const Project &P) {
  uint64_t Before = 0, Now = 0;
  size_t Compared = 0, Unequal = 0, Larger = 0, Holding = 0, Removed = 0,
         Starting = 0;
  auto TookOthersIn = [](const Loop &L) {
    return L.isRewritten() && L.tookOthersIn();
  };
  auto OnlyStarted = [](const Loop &L) {
    return !L.Before.empty() && L.onlyStarted();
  };
  for (const Loop *L : P.loops()) {
    Larger += TookOthersIn(*L);
    Holding += L->isRewritten() && L->hasMoreInside();
    Removed += L->isRewritten() && L->wasRemoved();
    Starting += OnlyStarted(*L);
    const std::optional<Gain> G = L->gain();
    if (!G)
      continue;
    if (!G->isOfEqualRuns()) {
      ++Unequal;
      continue;
    }
    ++Compared;
    Before += G->Before;
    Now += G->Now;
  }
  OS << "<section><h2>What was gained</h2>\n";
  if (Compared != 0 && Now != 0)
    OS << "<p class=big>" << formatted("%.2f", double(Before) / double(Now))
       << " times as fast</p>\n<p>" << duration(Before) << " as written, "
       << duration(Now) << " now: the time of all runs of "
       << (Compared == 1
               ? std::string("the loop that is")
               : "the " + std::to_string(Compared) + " loops that are")
       << " rewritten and " << (Compared == 1 ? "was" : "were")
       << " measured as often in both builds.</p>\n";
  if (Unequal != 0)
    OS << "<p class=note>" << Unequal << (Unequal == 1 ? " loop" : " loops")
       << " ran another number of times as written, and "
       << (Unequal == 1 ? "is" : "are")
       << " left out of the sum; the table has the gain of a run on average "
          "where the numbers differ by a tenth at most.</p>\n";
  if (Starting != 0)
    OS << "<p class=note>" << Starting << (Starting == 1 ? " loop" : " loops")
       << " started OpenMP's threads in the only run of what was generated, "
          "and how long that took is not known: what was measured cannot be "
          "compared. "
       << linksTo(P, OnlyStarted) << ".</p>\n";
  if (Larger != 0)
    OS << "<p class=note>" << Larger << (Larger == 1 ? " loop" : " loops")
       << " had measured loops inside as written that are part of "
       << (Larger == 1 ? "it" : "them")
       << " now: what was measured cannot be compared. Take the directives "
          "inside away: "
       << linksTo(P, TookOthersIn) << ".</p>\n";
  if (Holding != 0)
    OS << "<p class=note>" << Holding << (Holding == 1 ? " loop" : " loops")
       << " had loops measured inside that were not measured as written, which "
          "takes time: what was measured cannot be compared.</p>\n";
  if (Removed != 0)
    OS << "<p class=note>" << Removed << (Removed == 1 ? " loop" : " loops")
       << " took no time as written: the compiler has removed "
       << (Removed == 1 ? "it" : "them") << " there, as nobody reads what "
       << (Removed == 1 ? "it computes" : "they compute") << ".</p>\n";
  if (Compared + Unequal + Larger + Holding + Removed + Starting == 0)
    OS << "<p>That is not known. A program that is built with "
          "<code>-fplugin-arg-sparse-profile=as-written</code> measures your "
          "loops; <code>--baseline FILE</code> reads that.</p>\n";
  printElapsed(OS, P);
  printGains(OS, P);
  printTrust(OS, P);
  OS << "</section>\n";
}

//===-- what next ---------------------------------------------------------===//

namespace {

struct Step {
  bool IsVague;     ///< somebody else has to say what to write
  uint64_t AtStake; ///< the time that it is about
  size_t Number;    ///< of its loop
  std::string Text;
};

/// Collects what may be done about the loops of one project.
class NextSteps {
public:
  explicit NextSteps(const Project &P)
      : P(P), Whole(double(std::max<uint64_t>(P.self(), 1))) {}

  std::vector<Step> find();

private:
  void add(const Loop &L, size_t Number, uint64_t AtStake,
           const std::string &Text);
  void look(const Loop &L, size_t Number);
  bool askAboutTrials(const Loop &L, size_t Number);
  void askAboutSpeed(const Loop &L, size_t Number);
  void askAboutDirective(const Loop &L, size_t Number);

  const Project &P;
  const double Whole;
  std::vector<Step> All;
};

} // namespace

void NextSteps::add(const Loop &L, size_t Number, uint64_t AtStake,
                    const std::string &Text) {
  std::string Share;
  if (AtStake != 0)
    Share = percent(double(AtStake), Whole) + " of the time, ";
  All.push_back({L.state() == "unmarked", AtStake, Number,
                 linkTo(L, Number) + ": " + Share + Text});
}

/// Whether trials have shown something that is not what runs.
bool NextSteps::askAboutTrials(const Loop &L, size_t Number) {
  const Trials *T = L.mainTrials();
  const TriedSchedule *Best = T ? T->best() : nullptr;
  if (!Best || plugin::isBare(T->Best) || T->All.front().Median == 0 ||
      Best->Median == 0)
    return false;
  const Compiled *C = L.record();
  if (C && C->Schedules.size() == 1 && C->Schedules.front() == T->Best)
    return true;
  add(L, Number, L.self(),
      "trials: <code>" + escaped(T->Best) + "</code> was " +
          formatted("%.2f",
                    double(T->All.front().Median) / double(Best->Median)) +
          " times as fast as the bare directive, by medians. Paste it, or "
          "build with <code>tune-use</code>.");
  return true;
}

static std::string whatHelps(const std::string &Html) {
  return Html.empty() ? "" : " What helps: " + Html + ".";
}

/// What is known of the failure of \p Guard in runs of \p M.
static std::string aboutGuard(const Path &Guard, const Measured &M) {
  const std::string Found = foundFor(Guard.Text, M.Found);
  return Found.empty() ? whatHelps(helpFor(Guard.Text))
                       : " What was found out: " + Found + ".";
}

/// Whether a guard has sent runs to the user's loop that no schedule could make
/// shorter: to start threads takes about as long.
static bool isTooShort(const Path &Guard) {
  constexpr uint64_t StartOfThreads = 10000;
  return Guard.Text == msg::TooLittleWorkForThreads() && Guard.Calls != 0 &&
         Guard.Time / Guard.Calls < StartOfThreads;
}

/// About a loop that is rewritten.
void NextSteps::askAboutSpeed(const Loop &L, size_t Number) {
  const Measured *M = L.mainRuns();
  const Path *Worst = nullptr;
  for (const Path &G : M->Guards)
    if (!Worst || G.Time > Worst->Time)
      Worst = &G;
  const bool Fails = Worst && 10 * Worst->Time >= M->Time;
  if (Fails && isTooShort(*Worst))
    return add(L, Number, L.self(),
               "runs take " + duration(Worst->Time / Worst->Calls) +
                   " on average, too little for threads: a directive in front "
                   "of a loop around this one may find more to do, or there "
                   "is nothing to gain here.");
  if (Fails)
    return add(L, Number, L.self(),
               grouped(Worst->Calls) + " of " + grouped(M->Calls) +
                   " runs are your loop, with " +
                   percent(double(Worst->Time), double(M->Time)) +
                   " of its time: " + escaped(Worst->Text) + "." +
                   aboutGuard(*Worst, *M));
  if (L.wasRemoved())
    return add(L, Number, L.self(),
               "as written, the compiler has removed it: nobody reads what it "
               "computes. Take the directive away, or the loop.");
  if (const std::optional<Gain> G = L.gain();
      G && G->factor() != 0 && G->factor() < 0.95)
    return add(L, Number, L.self(),
               "a run takes " + formatted("%.2f", 1 / G->factor()) +
                   " times as long as your loop, on average: tune it, or take "
                   "the directive away.");
  if (askAboutTrials(L, Number) || double(L.self()) < 0.1 * Whole)
    return;
  const double Roof = P.roof(), Rate = M->bandwidth();
  if (Roof != 0 && Rate >= 0.5 * Roof)
    return;
  std::string Text;
  if (Roof != 0 && Rate != 0)
    Text = isFarFromRoof(*M, Roof)
               ? "computes more than it moves, as far as that is known: "
               : "moves at least " + percent(Rate, Roof) +
                     " of what the memory can: ";
  add(L, Number, L.self(),
      Text + "<code>-fplugin-arg-sparse-tune</code> tries other schedules.");
}

/// About a loop without one.
void NextSteps::askAboutDirective(const Loop &L, size_t Number) {
  // In less time no 20,000 iterations run, from which on one shares them out.
  constexpr uint64_t Least = 4000;
  const Measured &M = *L.mainRuns();
  const uint64_t Mean = M.Calls == 0 ? 0 : M.Time / M.Calls;
  if (Mean < Least)
    return;
  std::string Text = "no directive; " + grouped(M.Calls) +
                     (M.Calls == 1 ? " run of " : " runs of ") +
                     duration(Mean) + (M.Calls == 1 ? "" : " on average");
  if (2 * M.Self < M.Time)
    Text += ", most of that in measured loops inside";
  add(L, Number, L.self(),
      Text + ". Try <code>#pragma sparse</code>: <code>lacuna-suggest "
             "--profile</code> says what that would do.");
}

void NextSteps::look(const Loop &L, size_t Number) {
  const uint64_t Self = L.self();
  // Without measurements each may be the one that counts.
  if (P.self() != 0 && double(Self) < 0.01 * Whole)
    return;
  if (L.state() == "unmarked")
    return askAboutDirective(L, Number);
  if (L.isRewritten()) {
    if (L.mainRuns())
      askAboutSpeed(L, Number);
    return;
  }
  const Compiled *C = L.record();
  std::string Text = "stays as written";
  if (C && !C->Reasons.empty())
    Text += ": " + escaped(C->Reasons.front());
  // What stands in the way may be in a function that the loop calls.
  if (C && C->Reasons.size() > 1)
    Text += " (" + escaped(C->Reasons[1]) + ")";
  Text += ".";
  if (C && !C->Cures.empty())
    Text += whatHelps(escaped(C->Cures.front()));
  if (L.state() == "left")
    add(L, Number, Self, Text);
}

std::vector<Step> NextSteps::find() {
  for (const auto &[Number, L] : llvm::enumerate(P.loops()))
    look(*L, Number);
  llvm::sort(All, [](const Step &A, const Step &B) {
    return std::tuple(A.IsVague, B.AtStake, A.Number) <
           std::tuple(B.IsVague, A.AtStake, B.Number);
  });
  return std::move(All);
}

static void printNext(llvm::raw_ostream &OS, const Project &P) {
  constexpr size_t Most = 5;
  const std::vector<Step> All = NextSteps(P).find();
  OS << "<section><h2>What next</h2>\n";
  if (All.empty())
    OS << "<p>" << (P.loops().empty() ? "Annotate a loop." : "Nothing.")
       << "</p>\n";
  else
    OS << "<ol class=next>\n";
  for (const Step &S : llvm::ArrayRef(All).take_front(Most))
    OS << "<li>" << S.Text << "</li>\n";
  if (!All.empty())
    OS << "</ol>\n";
  if (All.size() > Most)
    OS << "<p class=note>" << All.size() - Most
       << " more, with less time or without a directive.</p>\n";
  OS << "</section>\n";
}

void lacuna::report::printGlance(llvm::raw_ostream &OS, const Project &P) {
  OS << "<div class=glance>\n";
  printWhere(OS, P);
  printGained(OS, P);
  printNext(OS, P);
  OS << "</div>\n";
}

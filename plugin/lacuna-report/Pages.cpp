//===- Pages.cpp - the site of a project ----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-report/Pages.h"
#include "lacuna-report/Clauses.h"
#include "lacuna-report/Glance.h"
#include "lacuna-report/Help.h"
#include "lacuna-report/Html.h"
#include "lacuna-report/Messages.def"
#include "lacuna-report/Plots.h"
#include "lacuna/ir/text/Text.h"
#include "lacuna/report/Pictures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <map>

using namespace lacuna;
using namespace lacuna::report;

std::string lacuna::report::pageOf(size_t Number) {
  return "loop-" + std::to_string(Number + 1) + ".html";
}

std::string lacuna::report::linkTo(const Loop &L, size_t Number) {
  const std::string Whole =
      L.Name == L.Where ? "" : " title=\"" + escaped(L.Where) + "\"";
  return "<a href=" + pageOf(Number) + Whole + ">" + escaped(L.Name) + "</a> " +
         escaped(L.Function);
}

/// A cell that sorts by \p Value.
template <class Number>
static void cell(llvm::raw_ostream &OS, const char *Label, Number Value,
                 llvm::StringRef Text) {
  OS << "<td class=n data-v=" << Value;
  if (!Text.empty())
    OS << " data-label=\"" << Label << "\"";
  OS << '>' << Text << "</td>";
}

static std::string bandwidthText(const Measured &M) {
  return M.BytesTime == 0 ? "" : formatted("%.1f", M.bandwidth());
}

namespace {

/// Which columns there are, beside those that are always there.
struct Shape {
  bool HasGain;
  double Roof;
};

} // namespace

static void row(llvm::raw_ostream &OS, const Loop &L, size_t Number,
                uint64_t All, const Shape &Has) {
  OS << "<tr><td class=place>" << linkTo(L, Number) << "</td><td>"
     << "<span class=\"state " << L.state() << "\">" << L.state()
     << "</span></td><td class=schedule><code>" << escaped(L.schedule())
     << "</code></td>";
  const Measured None, *M = L.mainRuns();
  const bool Ran = M != nullptr;
  if (!M)
    M = &None;
  cell(OS, "calls", L.calls(), Ran ? grouped(L.calls()) : "");
  cell(OS, "time", L.self(), Ran ? duration(L.self()) : "");
  cell(OS, "share", L.self(),
       Ran ? percent(double(L.self()), double(All)) : "");
  if (Has.HasGain) {
    const std::optional<Gain> G = L.gain();
    const double Factor = G ? G->factor() : 0;
    cell(OS, "gain", uint64_t(1000 * Factor),
         Factor == 0 ? "" : formatted("%.2f", Factor) + "\u00a0\u00d7");
  }
  cell(OS, "median", M->median(), Ran ? duration(M->median()) : "");
  cell(OS, "GB/s", uint64_t(1000 * M->bandwidth()), bandwidthText(*M));
  if (Has.Roof != 0) {
    const double Share = M->bandwidth() / Has.Roof;
    cell(OS, "of roofline", uint64_t(1000 * Share),
         Share == 0 ? "" : percent(Share, 1));
  }
  const uint64_t Failed = M->failedGuards();
  cell(OS, "guards failed", Failed, Failed == 0 ? "" : grouped(Failed));
  OS << "</tr>\n";
}

/// The picture with what it shows.
static void drawRooflineOf(llvm::raw_ostream &OS, const Project &P,
                           const Loop *Of = nullptr) {
  std::string Picture;
  llvm::raw_string_ostream Stream(Picture);
  drawRoofline(Stream, P, Of);
  Stream.flush(); // LLVM 16 keeps it
  if (Picture.empty())
    return;
  OS << "<h2>Roofline</h2>\n"
     << Picture
     << "<p class=note>Numbers are places in the table of all loops, sorted by "
        "time"
     << (Of ? "; versions are this loop's" : "")
     << ". Bytes count each element of an array once, and not those of "
        "which is not known how much is accessed: what is shown is a lower "
        "bound. Above the line, arrays stay in caches.</p>\n";
}

static void processes(llvm::raw_ostream &OS, const Project &P) {
  if (P.processes().empty())
    return;
  OS << "<details><summary>" << P.processes().size()
     << (P.processes().size() == 1 ? " process" : " processes")
     << "</summary>\n<div class=wide tabindex=0 role=region "
        "aria-label=Processes><table><thead><tr><th>program<th>host<th "
        "class=n>process<th class=n>rank<th class=n>in loops<th class=n>since "
        "the first run<th>ended</tr></thead><tbody>\n";
  for (const Process &One : P.processes()) {
    OS << "<tr><td>" << escaped(One.Program) << "<td>" << escaped(One.Host)
       << "<td class=n>" << One.Pid << "<td class=n>";
    if (One.Rank)
      OS << *One.Rank;
    OS << "<td class=n>" << duration(One.Self) << "<td class=n>"
       << duration(One.Elapsed) << "<td>"
       << (One.IsFinished ? "by itself" : "killed, or still runs") << "</tr>\n";
  }
  OS << "</tbody></table></div></details>\n";
}

namespace {

/// Annotated loops as the compiler counts them.
struct Counts {
  size_t All = 0, Rewritten = 0, Inside = 0, RewrittenInside = 0;
  size_t Driving = 0; ///< of those rewritten, by loops inside alone
  size_t Never = 0; ///< of those rewritten, where the user's loop ran each time
};

} // namespace

static Counts count(const std::vector<const Loop *> &Loops) {
  struct Place {
    bool IsInside = false, IsRewritten = false, Drives = false, Ran = false;
  };
  // Instances of a template are one.
  std::map<llvm::StringRef, Place> Places;
  for (const Loop *L : Loops) {
    if (L->state() == "unmarked")
      continue;
    Place &At = Places[L->Where];
    At.IsRewritten |= L->isRewritten();
    At.Ran |= L->isRewritten() && !L->neverRan();
    At.IsInside |= L->record() && L->record()->IsInside;
    At.Drives |= L->record() && L->record()->DrivesRewritten;
  }
  Counts Result;
  for (const auto &[Where, At] : Places) {
    const bool Drives = !At.IsInside && !At.IsRewritten && At.Drives;
    ++(At.IsInside ? Result.Inside : Result.All);
    (At.IsInside ? Result.RewrittenInside : Result.Rewritten) +=
        At.IsRewritten || Drives;
    Result.Driving += Drives;
    Result.Never += At.IsRewritten && !At.Ran;
  }
  return Result;
}

static void printCounts(llvm::raw_ostream &OS, const Project &P) {
  const std::vector<const Loop *> All = P.loops();
  const Counts Of = count(All);
  OS << "<p>" << Of.Rewritten << " of " << Of.All
     << " annotated loops are rewritten";
  if (Of.Driving != 0)
    OS << " (" << Of.Driving << " of them in loops inside alone)";
  if (Of.Inside != 0)
    OS << ", and " << Of.RewrittenInside << " of " << Of.Inside
       << " loops inside of others";
  if (Of.Never != 0)
    OS << "; in " << Of.Never << " of these your loop ran each time";
  OS << '.';
  const bool AreAnnotated = llvm::none_of(
      All, [](const Loop *L) { return L->state() == "unmarked"; });
  if (P.self() != 0)
    OS << (AreAnnotated ? " They took " : " All measured loops took ")
       << duration(P.self()) << " in all.";
  OS << "</p>\n";
}

void lacuna::report::printIndex(llvm::raw_ostream &OS, const Project &P) {
  const std::vector<const Loop *> All = P.loops();
  beginPage(OS, "Sparse loops");
  OS << "<h1>Sparse loops</h1>\n";
  printCounts(OS, P);
  if (P.areModesMixed())
    OS << "<p class=warning>" << escaped(msg::ModesDiffer()) << ".</p>\n";
  printGlance(OS, P);
  drawRooflineOf(OS, P);
  OS << "<h2>All loops</h2>\n";
  processes(OS, P);
  OS << "<div class=wide tabindex=0 role=region aria-label=Loops><table "
        "class=loops><thead><tr>";
  struct Column {
    const char *Name;
    bool IsNumber;
  };
  const Column Columns[] = {
      {"loop", false},       {"state", false},       {"schedule", false},
      {"calls", true},       {"time", true},         {"share", true},
      {"gain", true},        {"median", true},       {"GB/s", true},
      {"of roofline", true}, {"guards failed", true}};
  const Shape Has = {
      llvm::any_of(All, [](const Loop *L) { return L->gain().has_value(); }),
      P.roof()};
  for (const Column &C : Columns) {
    const llvm::StringRef Name = C.Name;
    if ((Has.Roof == 0 && Name == "of roofline") ||
        (!Has.HasGain && Name == "gain"))
      continue;
    OS << "<th scope=col";
    if (C.IsNumber)
      OS << " class=n data-first=descending";
    if (Name == "time" && P.self() != 0)
      OS << " aria-sort=descending";
    OS << "><button type=button>" << C.Name << "</button></th>";
  }
  OS << "</tr></thead><tbody>\n";
  for (size_t I = 0; I < All.size(); ++I)
    row(OS, *All[I], I, P.self(), Has);
  OS << "</tbody></table></div>\n" << SortScript;
  endPage(OS);
}

static void list(llvm::raw_ostream &OS, llvm::StringRef Head,
                 llvm::ArrayRef<std::string> Items) {
  if (Items.empty())
    return;
  OS << "<h2>" << Head << "</h2>\n<ul>\n";
  for (const std::string &Item : Items)
    OS << "<li>" << escaped(Item) << "</li>\n";
  OS << "</ul>\n";
}

static void pathRow(llvm::raw_ostream &OS, const std::string &Name,
                    const Path &P, uint64_t Calls) {
  OS << "<tr><td class=path>" << Name << "<td class=schedule><code>"
     << escaped(P.Text) << "</code><td class=n>" << grouped(P.Calls)
     << "<td class=n>" << percent(double(P.Calls), double(Calls))
     << "<td class=n>" << duration(P.Time) << "<td class=n>"
     << (P.BytesTime == 0
             ? ""
             : formatted("%.1f", double(P.Bytes) / double(P.BytesTime)))
     << "</tr>\n";
}

/// What the memory's bandwidth allows beside what was measured.
static void model(llvm::raw_ostream &OS, const Measured &M, double Roof) {
  const double Least = double(M.Bytes) / Roof, Took = double(M.BytesTime);
  OS << "<p>Model: to move " << amount(double(M.Bytes))
     << ", each element of an array once, takes " << duration(uint64_t(Least))
     << " at " << formatted("%.1f", Roof)
     << " GB/s. Measured: " << duration(M.BytesTime) << ", "
     << formatted("%.2f", Took / Least) << " times that"
     << (Took < Least ? ": the arrays are in caches" : "") << ".</p>\n";
}

static void runs(llvm::raw_ostream &OS, const Measured &M, const Project &P) {
  const uint64_t All = P.self();
  OS << "<h2>Runs "
     << (M.On == "gpu"   ? "on the GPU"
         : M.On == "cpu" ? "on the CPU"
                         : "as written")
     << "</h2>\n<p>" << grouped(M.Calls) << " runs took " << duration(M.Time)
     << (M.Self == M.Time
             ? std::string()
             : ", " + duration(M.Self) + " without measured loops inside")
     << ", " << percent(double(M.Self), double(All))
     << " of all; the median is " << duration(M.median()) << ", from "
     << duration(M.Min) << " to " << duration(M.Max) << '.';
  if (M.Threads > 1)
    OS << " At most " << M.Threads << " threads of a process ran it.";
  if (M.BytesTime != 0)
    OS << " It moved at least " << bandwidthText(M) << " GB/s";
  const double Roof = P.roof();
  const bool HasRoof = M.BytesTime != 0 && Roof != 0;
  const bool IsFar = HasRoof && isFarFromRoof(M, Roof);
  if (IsFar)
    OS << ", little of the " << formatted("%.1f", Roof)
       << " GB/s of the memory: it computes more than it moves, or most of "
          "what it moves is not known";
  else if (HasRoof)
    OS << ", " << percent(M.bandwidth(), Roof) << " of the "
       << formatted("%.1f", Roof) << " GB/s of the memory";
  if (M.BytesTime != 0)
    OS << '.';
  OS << "</p>\n";
  if (M.Start != 0)
    OS << "<p>Runs in which OpenMP started threads took " << duration(M.Start)
       << " longer than the others on average, which is left out.</p>\n";
  if (M.OnlyStarts != 0)
    OS << "<p>OpenMP started threads in runs of a version that ran in no "
          "others: that is part of their time.</p>\n";
  if (HasRoof && !IsFar)
    model(OS, M, Roof);
  OS << "<div class=sides>\n<div><h3>Times of runs</h3>\n";
  drawHistogram(OS, M);
  OS << "</div>\n";
  if (!M.Rows.empty()) {
    OS << "<div><h3>Lengths of rows</h3>\n";
    drawRows(OS, M);
    OS << "</div>\n";
  }
  OS << "</div>\n";
  if (M.Versions.empty() && M.Guards.empty())
    return;
  OS << "<div class=wide tabindex=0 role=region aria-label=Paths><table><thead>"
        "<tr><th>path<th>what ran<th class=n>runs<th class=n>share<th "
        "class=n>time<th class=n>GB/s</tr></thead><tbody>\n";
  for (const Path &P : M.Versions)
    pathRow(OS, "version " + std::to_string(&P - M.Versions.data() + 1), P,
            M.Calls);
  for (const Path &P : M.Guards)
    pathRow(OS, "your loop", P, M.Calls);
  OS << "</tbody></table></div>\n";
  for (const Path &P : M.Guards) {
    const std::string Found = foundFor(P.Text, M.Found);
    if (std::string Help = Found.empty() ? helpFor(P.Text) : Found;
        !Help.empty())
      OS << "<p>Where " << escaped(P.Text) << ": " << Help << ".</p>\n";
  }
}

static void details(llvm::raw_ostream &OS, llvm::StringRef Head,
                    llvm::StringRef Text) {
  if (!Text.empty())
    OS << "<details><summary>" << Head << "</summary>\n<pre tabindex=0>"
       << escaped(Text.trim('\n')) << "</pre></details>\n";
}

/// The loops of the nest before and after each schedule.
static void graphs(llvm::raw_ostream &OS, const Compiled &C,
                   const std::string &Main) {
  llvm::Expected<Nest> Written = parseNest(C.Written);
  // A newer plugin may know more than this tool.
  if (!Written)
    return llvm::consumeError(Written.takeError());
  auto Picture = [&](const Nest &N, const std::string &Head) {
    OS << "<div><h3>" << Head << "</h3>\n";
    drawIterationGraph(OS, N);
    OS << "</div>\n";
  };
  std::string Others;
  llvm::raw_string_ostream Folded(Others);
  OS << "<h2>Loops before and after</h2>\n<div class=sides>\n";
  Picture(*Written, "As written");
  bool IsFirst = true;
  for (const auto &[I, Text] : llvm::enumerate(C.Graphs)) {
    llvm::Expected<Nest> Graph = parseNest(Text);
    if (!Graph) {
      llvm::consumeError(Graph.takeError());
      continue;
    }
    const std::string Name = I < C.Schedules.size() ? C.Schedules[I] : "";
    const bool IsMain = IsFirst && (Name == Main || C.Graphs.size() == 1);
    const std::string Head = "Scheduled: <code>" + escaped(Name) + "</code>";
    if (IsMain) {
      Picture(*Graph, Head);
      IsFirst = false;
      if (!Graph->Relations.empty()) {
        OS << "<div><h3>Where its loops come from</h3>\n<div class=\"wide "
              "made\" tabindex=0>";
        drawProvenanceGraph(OS, *Graph);
        OS << "</div></div>\n";
      }
      continue;
    }
    Folded << "<div><h3>" << Head << "</h3>\n";
    drawIterationGraph(Folded, *Graph);
    Folded << "</div>\n";
  }
  OS << "</div>\n";
  Folded.flush(); // LLVM 16 keeps it
  if (!Others.empty())
    OS << "<details><summary>Other versions</summary>\n<div class=sides>\n"
       << Others << "</div></details>\n";
}

/// The candidates of \p T beside what the model allows at \p Roof, which may
/// not be known.
static void candidates(llvm::raw_ostream &OS, const plugin::Trials &T,
                       double Roof) {
  const bool HasModel = T.Bytes != 0;
  OS << "<div class=wide tabindex=0 role=region aria-label=Trials>"
        "<table><thead><tr><th>schedule<th class=n>timed runs<th "
        "class=n>median<th class=n>as fast as the bare directive";
  if (HasModel)
    OS << "<th class=n>GB/s at least";
  if (HasModel && Roof != 0)
    OS << "<th class=n>times as long as the model";
  OS << "</tr></thead><tbody>\n";
  const uint64_t Bare = T.All.empty() ? 0 : T.All.front().Median;
  for (const plugin::TriedSchedule &S : T.All) {
    const bool IsBest = S.Clauses == T.Best;
    OS << "<tr><td class=schedule><code>" << escaped(S.Clauses) << "</code>"
       << (IsBest ? " <span class=badge>chosen</span>" : "") << "<td class=n>"
       << S.Runs;
    if (S.Median != 0)
      OS << "<td class=n>" << duration(S.Median) << "<td class=n>";
    if (S.Median != 0 && Bare != 0)
      OS << formatted("%.2f", double(Bare) / double(S.Median))
         << "\u00a0\u00d7";
    const double Rate = S.Median == 0 ? 0 : double(T.Bytes) / double(S.Median);
    if (HasModel && Rate != 0)
      OS << "<td class=n>" << formatted("%.1f", Rate);
    if (HasModel && Rate != 0 && Roof != 0)
      OS << "<td class=n>" << formatted("%.2f", Roof / Rate);
    OS << "</tr>\n";
  }
  OS << "</tbody></table></div>\n";
  if (HasModel && Roof != 0)
    OS << "<p>Model: to move " << amount(double(T.Bytes))
       << ", each element of an array once, takes "
       << duration(uint64_t(double(T.Bytes) / Roof)) << " at "
       << formatted("%.1f", Roof) << " GB/s.</p>\n";
}

/// What trials have shown, by classes of data.
static void trials(llvm::raw_ostream &OS, const Loop &L, double Roof) {
  if (L.Tried.empty())
    return;
  OS << "<h2>Trials</h2>\n<p class=note>Candidates are compared within rounds "
        "of one run each, so that what else the machine does hits all of them; "
        "who is out early has a median of few runs.</p>\n";
  for (const plugin::Trials &T : L.Tried) {
    candidates(OS, T, Roof);
    OS << "<p>To paste:</p><pre tabindex=0>";
    std::string Clauses;
    llvm::raw_string_ostream Text(Clauses);
    printDirective(Text, T);
    Text.flush(); // LLVM 16 keeps it
    OS << escaped(Clauses) << "</pre>\n";
  }
}

/// What was gained of \p L.
static void gain(llvm::raw_ostream &OS, const Loop &L) {
  if (L.isRewritten() && L.wasRemoved())
    OS << "<p>As written, the compiler has removed it: nobody reads what it "
          "computes.</p>\n";
  const std::optional<Gain> G = L.gain();
  if (!G || G->factor() == 0)
    return;
  OS << "<p><span class=big>" << formatted("%.2f", G->factor())
     << " times as fast</span> as written: a run took "
     << duration(G->Before / G->CallsBefore) << " on average of "
     << grouped(G->CallsBefore) << " runs, and takes "
     << duration(G->Now / G->Calls) << " on average of " << grouped(G->Calls)
     << ".</p>\n";
}

void lacuna::report::printLoop(llvm::raw_ostream &OS, const Loop &L,
                               const Project &P) {
  beginPage(OS, L.Name + " in " + L.Function);
  OS << "<p><a href=index.html>All loops</a></p>\n<h1>" << escaped(L.Where)
     << " in " << escaped(L.Function) << " <span class=\"state " << L.state()
     << "\">" << L.state() << "</span></h1>\n";
  const Compiled *C = L.record();
  gain(OS, L);
  if (C) {
    OS << "<pre tabindex=0>" << escaped(llvm::StringRef(C->Source).trim('\n'))
       << "</pre>\n";
    list(OS, "What it runs as", C->RunsAs);
    list(OS, "Why it stays as written", C->Reasons);
    list(OS, "What helps", C->Cures);
    list(OS, "Warnings", C->Warnings);
  }
  for (const Measured &M : L.Runs)
    runs(OS, M, P);
  drawRooflineOf(OS, P, &L);
  trials(OS, L, P.roof());
  if (C) {
    graphs(OS, *C, L.schedule());
    std::string Guards;
    // Several conditions may have one reason.
    llvm::StringSet<> Told;
    for (const std::string &G : C->Guards)
      if (Told.insert(G).second)
        Guards += G + "\n";
    details(OS, "Your loop runs instead where", Guards);
    details(OS, "Generated code", C->Code);
  }
  endPage(OS);
}

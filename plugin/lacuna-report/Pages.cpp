//===- Pages.cpp - the site of a project ----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-report/Pages.h"
#include "lacuna-report/Html.h"
#include "llvm/Support/Format.h"

using namespace lacuna::report;

std::string lacuna::report::pageOf(size_t Number) {
  return "loop-" + std::to_string(Number + 1) + ".html";
}

static std::string percent(uint64_t Part, uint64_t Whole) {
  if (Whole == 0)
    return "";
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  OS << llvm::format("%.1f", 100 * double(Part) / double(Whole)) << "\u00a0%";
  OS.flush(); // LLVM 16 keeps it
  return Out;
}

static double bandwidth(const Measured &M) {
  return M.BytesTime == 0 ? 0 : double(M.Bytes) / double(M.BytesTime);
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
  if (M.BytesTime == 0)
    return "";
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  OS << llvm::format("%.1f", bandwidth(M));
  OS.flush(); // LLVM 16 keeps it
  return Out;
}

static void row(llvm::raw_ostream &OS, const Loop &L, size_t Number,
                uint64_t All, double Roof) {
  OS << "<tr><td class=place><a href=" << pageOf(Number) << '>'
     << escaped(L.Where) << "</a> " << escaped(L.Function) << "</td><td>"
     << "<span class=\"state " << L.state() << "\">" << L.state()
     << "</span></td><td class=schedule><code>" << escaped(L.schedule())
     << "</code></td>";
  const Measured None, *M = L.mainRuns();
  const bool Ran = M != nullptr;
  if (!M)
    M = &None;
  cell(OS, "calls", L.calls(), Ran ? grouped(L.calls()) : "");
  cell(OS, "time", L.self(), Ran ? duration(L.self()) : "");
  cell(OS, "share", L.self(), Ran ? percent(L.self(), All) : "");
  cell(OS, "median", M->median(), Ran ? duration(M->median()) : "");
  cell(OS, "GB/s", uint64_t(1000 * bandwidth(*M)), bandwidthText(*M));
  if (Roof != 0) {
    const double Share = bandwidth(*M) / Roof;
    cell(OS, "of roofline", uint64_t(1000 * Share),
         Share == 0 ? "" : percent(uint64_t(1000 * Share), 1000));
  }
  const uint64_t Failed = M->failedGuards();
  cell(OS, "guards failed", Failed, Failed == 0 ? "" : grouped(Failed));
  OS << "</tr>\n";
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

void lacuna::report::printIndex(llvm::raw_ostream &OS, const Project &P) {
  const std::vector<const Loop *> All = P.loops();
  size_t Rewritten = 0;
  for (const Loop *L : All)
    Rewritten += L->state() == "rewritten";
  beginPage(OS, "Sparse loops");
  OS << "<h1>Sparse loops</h1>\n<p>" << Rewritten << " of " << All.size()
     << " annotated loops are rewritten.";
  if (P.self() != 0)
    OS << " They took " << duration(P.self()) << " in all.";
  OS << "</p>\n";
  processes(OS, P);
  OS << "<div class=wide tabindex=0 role=region aria-label=Loops><table "
        "class=loops><thead><tr>";
  struct Column {
    const char *Name;
    bool IsNumber;
  };
  const Column Columns[] = {{"loop", false},       {"state", false},
                            {"schedule", false},   {"calls", true},
                            {"time", true},        {"share", true},
                            {"median", true},      {"GB/s", true},
                            {"of roofline", true}, {"guards failed", true}};
  const double Roof = P.roof();
  for (const Column &C : Columns) {
    if (Roof == 0 && llvm::StringRef(C.Name) == "of roofline")
      continue;
    OS << "<th scope=col";
    if (C.IsNumber)
      OS << " class=n data-first=descending";
    if (llvm::StringRef(C.Name) == "time" && P.self() != 0)
      OS << " aria-sort=descending";
    OS << "><button type=button>" << C.Name << "</button></th>";
  }
  OS << "</tr></thead><tbody>\n";
  for (size_t I = 0; I < All.size(); ++I)
    row(OS, *All[I], I, P.self(), Roof);
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
     << "<td class=n>" << percent(P.Calls, Calls) << "<td class=n>"
     << duration(P.Time) << "</tr>\n";
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
     << ", " << percent(M.Self, All) << " of all; the median is "
     << duration(M.median()) << ", from " << duration(M.Min) << " to "
     << duration(M.Max) << '.';
  if (M.Threads > 1)
    OS << " At most " << M.Threads << " threads of a process ran it.";
  if (M.BytesTime != 0)
    OS << " It moved at least " << bandwidthText(M) << " GB/s";
  if (const double Roof = P.roof(); M.BytesTime != 0 && Roof != 0)
    OS << ", " << percent(uint64_t(1000 * bandwidth(M) / Roof), 1000)
       << " of the " << llvm::format("%.1f", Roof) << " GB/s of the memory";
  if (M.BytesTime != 0)
    OS << '.';
  OS << "</p>\n";
  drawHistogram(OS, M);
  if (M.Versions.empty() && M.Guards.empty())
    return;
  OS << "<div class=wide tabindex=0 role=region aria-label=Paths><table><thead>"
        "<tr><th>path<th>what ran<th class=n>runs<th class=n>share<th "
        "class=n>time</tr></thead><tbody>\n";
  for (const Path &P : M.Versions)
    pathRow(OS, "version " + std::to_string(&P - M.Versions.data() + 1), P,
            M.Calls);
  for (const Path &P : M.Guards)
    pathRow(OS, "your loop", P, M.Calls);
  OS << "</tbody></table></div>\n";
}

static void details(llvm::raw_ostream &OS, llvm::StringRef Head,
                    llvm::StringRef Text) {
  if (!Text.empty())
    OS << "<details><summary>" << Head << "</summary>\n<pre tabindex=0>"
       << escaped(Text.trim('\n')) << "</pre></details>\n";
}

void lacuna::report::printLoop(llvm::raw_ostream &OS, const Loop &L,
                               const Project &P) {
  beginPage(OS, L.Where + " in " + L.Function);
  OS << "<p><a href=index.html>All loops</a></p>\n<h1>" << escaped(L.Where)
     << " in " << escaped(L.Function) << " <span class=\"state " << L.state()
     << "\">" << L.state() << "</span></h1>\n";
  const Compiled *C = L.record();
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
  if (C) {
    std::string Guards;
    for (const std::string &G : C->Guards)
      Guards += G + "\n";
    details(OS, "Your loop runs instead where", Guards);
    details(OS, "Generated code", C->Code);
  }
  endPage(OS);
}

//===- Loops.cpp - the annotated loops of a project -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-report/Loops.h"
#include "lacuna-report/Messages.def"
#include "support/JsonFields.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <utility>

using namespace lacuna;
using namespace lacuna::report;
using llvm::json::Array;
using llvm::json::Object;
using plugin::eachObjectIn;
using plugin::numberIn;
using plugin::textIn;

static std::vector<std::string> texts(const Object &O, llvm::StringRef Key) {
  std::vector<std::string> All;
  if (const Array *Values = O.getArray(Key))
    for (const llvm::json::Value &V : *Values)
      All.push_back(V.getAsString().value_or("").str());
  return All;
}

/// Of \p Json the object whose \p Key tells its format.
static llvm::Expected<llvm::json::Value> parsed(llvm::StringRef Json,
                                                llvm::StringRef Key) {
  llvm::Expected<llvm::json::Value> All = plugin::readJson(Json);
  if (!All)
    return All.takeError();
  const Object *Top = All->getAsObject();
  const auto Version = Top ? Top->getInteger(Key) : std::nullopt;
  if (!Version)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   msg::NoRecord().c_str());
  if (*Version != 1)
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        msg::OtherFormat(std::to_string(*Version)).c_str());
  return All;
}

Loop &Project::loopFor(const Object &Of) {
  Loop &L = Loops[{textIn(Of, "where"), textIn(Of, "function")}];
  L.Where = textIn(Of, "where");
  L.Function = textIn(Of, "function");
  return L;
}

llvm::Error Project::addCompiled(llvm::StringRef Json) {
  llvm::Expected<llvm::json::Value> All = parsed(Json, "lacuna-record");
  if (!All)
    return All.takeError();
  Loop *Around = nullptr;
  eachObjectIn(*All->getAsObject(), "loops", [&](const Object &O) {
    Compiled C;
    C.Source = textIn(O, "source");
    C.Code = textIn(O, "code");
    C.Written = textIn(O, "written");
    C.Graphs = texts(O, "graphs");
    C.IsRewritten = O.getBoolean("rewritten").value_or(false);
    C.IsInside = O.getBoolean("inside").value_or(false);
    C.Schedules = texts(O, "schedules");
    C.RunsAs = texts(O, "runs-as");
    C.Reasons = texts(O, "reasons");
    C.Cures = texts(O, "cures");
    C.Warnings = texts(O, "warnings");
    C.Guards = texts(O, "guards");
    Loop &L = loopFor(O);
    if (C.IsInside && C.IsRewritten && Around)
      Around->Records.back().DrivesRewritten = true;
    if (!C.IsInside)
      Around = &L;
    // In a header it is compiled many times, and rewritten in most.
    if (L.Records.empty() || C.IsRewritten)
      L.Records = {std::move(C)};
  });
  return llvm::Error::success();
}

/// How much longer \p Count runs, which took \p Time, were than the others of
/// \p All; 0 where there are no others.
static uint64_t excess(uint64_t Count, uint64_t Time, const Path &All) {
  if (Count == 0 || Count >= All.Calls || Time >= All.Time)
    return 0;
  const double Usual =
      double(All.Time - Time) / double(All.Calls - Count) * double(Count);
  return double(Time) > Usual ? uint64_t(double(Time) - Usual) : 0;
}

/// Adds the paths \p Key of \p O to \p To, those of \p Of.
static void addPaths(const Object &O, llvm::StringRef Key,
                     std::vector<Path> &To, Measured &Of) {
  eachObjectIn(O, Key, [&](const Object &One) {
    const std::string Text = textIn(One, "text");
    auto Known =
        llvm::find_if(To, [&](const Path &P) { return P.Text == Text; });
    if (Known == To.end())
      Known = To.insert(To.end(), Path{Text});
    Path New = {Text, numberIn(One, "calls"), numberIn(One, "time_ns"),
                numberIn(One, "bytes"), numberIn(One, "bytes_ns")};
    const uint64_t Starts = numberIn(One, "starts");
    const uint64_t Start = excess(Starts, numberIn(One, "starts_ns"), New);
    if (Starts == New.Calls)
      Of.OnlyStarts += Starts;
    Of.Start += Start;
    Known->Calls += New.Calls;
    Known->Time += New.Time - Start;
    Known->Bytes += New.Bytes;
    Known->BytesTime += New.BytesTime - std::min(Start, New.BytesTime);
  });
}

/// Adds the pairs \p Key of \p O, of a number and how many of that there are.
static void addCounts(const Object &O, llvm::StringRef Key,
                      std::map<uint64_t, uint64_t> &To) {
  const Array *Pairs = O.getArray(Key);
  if (!Pairs)
    return;
  for (const llvm::json::Value &V : *Pairs)
    if (const Array *Pair = V.getAsArray(); Pair && Pair->size() == 2) {
      const auto Begin = (*Pair)[0].getAsInteger();
      const auto Count = (*Pair)[1].getAsInteger();
      if (Begin && Count && *Begin >= 0 && *Count > 0)
        To[uint64_t(*Begin)] += uint64_t(*Count);
    }
}

static void add(const Object &O, Measured &To) {
  To.Calls += numberIn(O, "calls");
  const uint64_t Self = numberIn(O, "self_ns"), Firsts = numberIn(O, "threads");
  To.Cold += excess(Firsts, numberIn(O, "first_ns"),
                    {"", numberIn(O, "calls"), Self, 0, 0});
  ++To.Processes;
  const uint64_t Before = To.Start;
  addPaths(O, "versions", To.Versions, To);
  addPaths(O, "guards", To.Guards, To);
  auto WithoutStart = [&](uint64_t Time) {
    return Time - std::min(Time, To.Start - Before);
  };
  To.Time += WithoutStart(numberIn(O, "time_ns"));
  To.Self += WithoutStart(Self);
  To.Bytes += numberIn(O, "bytes");
  To.BytesTime += WithoutStart(numberIn(O, "bytes_ns"));
  To.Min = std::min(To.Min, numberIn(O, "min_ns"));
  To.Max = std::max(To.Max, numberIn(O, "max_ns"));
  To.Threads = std::max(To.Threads, numberIn(O, "threads"));
  addCounts(O, "histogram", To.Histogram);
  addCounts(O, "rows", To.Rows);
  if (std::string Found = textIn(O, "found"); !Found.empty())
    To.Found = std::move(Found);
}

/// The process whose profile is \p Top.
static Process processOf(const Object &Top) {
  Process P;
  P.Program = textIn(Top, "program");
  P.Host = textIn(Top, "host");
  P.Pid = Top.getInteger("pid").value_or(0);
  P.Rank = Top.getInteger("rank");
  P.Elapsed = numberIn(Top, "elapsed_ns");
  P.OpenMP = numberIn(Top, "openmp_ns");
  P.IsFinished = Top.getBoolean("finished").value_or(false);
  double Runs = 0;
  eachObjectIn(Top, "loops", [&](const Object &O) {
    P.Self += numberIn(O, "self_ns");
    // Threads measure at the same time.
    Runs += double(numberIn(O, "calls")) /
            double(std::max<uint64_t>(numberIn(O, "threads"), 1));
  });
  P.Measuring = uint64_t(Runs * double(numberIn(Top, "overhead_ns")));
  return P;
}

llvm::Error Project::addProfile(llvm::StringRef Json) {
  llvm::Expected<llvm::json::Value> All = parsed(Json, "lacuna-profile");
  if (!All)
    return All.takeError();
  const Object &Top = *All->getAsObject();
  addProcessors(Top);
  Processes.push_back(processOf(Top));
  eachObjectIn(Top, "loops", [&](const Object &O) {
    Loop &L = loopFor(O);
    const std::string On = textIn(O, "on");
    auto Known =
        llvm::find_if(L.Runs, [&](const Measured &M) { return M.On == On; });
    if (Known == L.Runs.end()) {
      Known = L.Runs.insert(L.Runs.end(), Measured());
      Known->On = On;
    }
    add(O, *Known);
    MeasuredAll |= On == "unmarked";
  });
  return llvm::Error::success();
}

llvm::Error Project::addBaseline(llvm::StringRef Json) {
  llvm::Expected<llvm::json::Value> All = parsed(Json, "lacuna-profile");
  if (!All)
    return All.takeError();
  bool IsRewritten = false;
  eachObjectIn(*All->getAsObject(), "loops", [&](const Object &O) {
    const std::string On = textIn(O, "on");
    IsRewritten |= On != "as-written" && On != "unmarked";
  });
  if (IsRewritten)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   msg::NoBaseline().c_str());
  addProcessors(*All->getAsObject());
  ProcessesBefore.push_back(processOf(*All->getAsObject()));
  eachObjectIn(*All->getAsObject(), "loops", [&](const Object &O) {
    HasBaseline = true;
    BaselineMeasuredAll |= textIn(O, "on") == "unmarked";
    if (textIn(O, "on") != "as-written")
      return;
    Loop &L = loopFor(O);
    if (L.Before.empty())
      L.Before.emplace_back();
    add(O, L.Before.front());
  });
  return llvm::Error::success();
}

llvm::Error Project::addTrials(llvm::StringRef Json) {
  llvm::Expected<std::vector<plugin::Trials>> All = plugin::readTrials(Json);
  if (!All)
    return All.takeError();
  for (plugin::Trials &T : *All) {
    Loop &L = Loops[{T.Where, T.Function}];
    L.Where = T.Where;
    L.Function = T.Function;
    L.Tried.push_back(std::move(T));
  }
  return llvm::Error::success();
}

bool Gain::isOfLikeRuns() const {
  // Of more or fewer runs the average is one of others: short ones that a loop
  // around has taken in. To converge may take a few more.
  constexpr double MostTimes = 1.1;
  const double Then = double(CallsBefore) * double(Processes);
  const double Today = double(Calls) * double(ProcessesBefore);
  return Then <= MostTimes * Today && Today <= MostTimes * Then;
}

double Gain::factor() const {
  if (CallsBefore == 0 || Calls == 0 || Now == 0 || !isOfLikeRuns())
    return 0;
  return double(Before) / double(CallsBefore) / (double(Now) / double(Calls));
}

uint64_t Measured::median() const {
  uint64_t Runs = 0, Before = 0;
  for (const auto &[Begin, Count] : Histogram)
    Runs += Count;
  for (const auto &[Begin, Count] : Histogram) {
    Before += Count;
    // A bucket is a quarter of its octave wide.
    if (2 * Before >= Runs)
      return std::clamp(Begin + Begin / 10, Min, std::max(Min, Max));
  }
  return 0;
}

uint64_t Measured::failedGuards() const {
  uint64_t Sum = 0;
  for (const Path &P : Guards)
    Sum += P.Calls;
  return Sum;
}

uint64_t Loop::time() const {
  uint64_t Sum = 0;
  for (const Measured &M : Runs)
    Sum += M.Time;
  return Sum;
}

uint64_t Loop::self() const {
  uint64_t Sum = 0;
  for (const Measured &M : Runs)
    Sum += M.Self;
  return Sum;
}

/// What a GPU could not run is counted there and on the CPU.
uint64_t Loop::calls() const {
  uint64_t Most = 0;
  for (const Measured &M : Runs)
    Most = std::max(Most, M.Calls);
  return Most;
}

const Measured *Loop::mainRuns() const {
  auto Most = std::max_element(
      Runs.begin(), Runs.end(),
      [](const Measured &A, const Measured &B) { return A.Self < B.Self; });
  return Most == Runs.end() ? nullptr : &*Most;
}

std::string Loop::schedule() const {
  const Path *Most = nullptr;
  if (const Measured *M = mainRuns())
    for (const Path &P : M->Versions)
      if (P.Calls != 0 && (!Most || P.Time > Most->Time))
        Most = &P;
  if (Most)
    return Most->Text;
  const Compiled *C = record();
  return C && !C->Schedules.empty() ? C->Schedules.front() : "";
}

/// How much of \p Time is not \p Self.
static double shareInside(uint64_t Time, uint64_t Self) {
  return Time == 0 ? 0 : 1 - double(Self) / double(Time);
}

/// Others may be as short as what measures them.
static constexpr double NoticeableInside = 0.05;

bool Loop::tookOthersIn() const {
  if (Before.empty())
    return false;
  const double Then = shareInside(Before.front().Time, Before.front().Self);
  return Then > NoticeableInside && shareInside(time(), self()) < Then / 2;
}

bool Loop::hasMoreInside() const {
  if (Before.empty() || tookOthersIn())
    return false;
  const double Now = shareInside(time(), self());
  return Now > NoticeableInside &&
         shareInside(Before.front().Time, Before.front().Self) < Now / 2;
}

bool Loop::wasRemoved() const {
  // No core moves as many bytes in a nanosecond. Where bytes are not known, the
  // difference has to be more than threads take to start.
  constexpr uint64_t MostBytes = 1000, ShortTime = 1000, NoTime = 100,
                     StartOfThreads = 100000;
  const Measured *Now = mainRuns();
  if (Before.empty() || Before.front().Calls == 0 || !Now || Now->Calls == 0)
    return false;
  const uint64_t Mean = Before.front().Time / Before.front().Calls;
  if (Now->BytesTime != 0)
    return Mean < ShortTime && Now->Bytes / Now->Calls > MostBytes * Mean;
  return Mean < NoTime && Now->Time / Now->Calls > StartOfThreads;
}

bool Loop::onlyStarted() const {
  return llvm::any_of(Runs,
                      [](const Measured &M) { return M.OnlyStarts != 0; });
}

std::optional<Gain> Loop::gain() const {
  if (Before.empty() || Before.front().Calls == 0 || calls() == 0 ||
      !isRewritten() || tookOthersIn() || hasMoreInside() || wasRemoved() ||
      onlyStarted())
    return std::nullopt;
  const Measured &Then = Before.front();
  // What the first run took longer is gone with the start of threads, and then
  // counts for neither.
  uint64_t Start = 0, Processes = 0;
  for (const Measured &M : Runs) {
    Start += M.Start;
    Processes = std::max(Processes, M.Processes);
  }
  return Gain{Then.Calls,     Then.Self - std::min(Then.Cold, Start),
              calls(),        self(),
              Then.Processes, Processes};
}

const plugin::Trials *Loop::mainTrials() const {
  const plugin::Trials *Longest = nullptr;
  for (const plugin::Trials &T : Tried)
    if (!Longest || T.time() > Longest->time())
      Longest = &T;
  return Longest;
}

bool Loop::isRewritten() const {
  return state() == "rewritten" || state() == "fallback";
}

bool Loop::neverRan() const { return state() == "fallback"; }

llvm::StringRef Loop::state() const {
  const Compiled *C = record();
  const Measured *M = mainRuns();
  if (C && !C->IsRewritten)
    return "left";
  if (!C && !M)
    return "unknown";
  if (!C && (M->On == "as-written" || M->On == "unmarked"))
    return M->On == "as-written" ? "left" : "unmarked";
  return M && M->Calls != 0 && M->failedGuards() == M->Calls ? "fallback"
                                                             : "rewritten";
}

/// The folder that \p Path is in, with a slash behind; empty if there is none.
static llvm::StringRef folderOf(llvm::StringRef Path) {
  return Path.take_front(Path.rfind('/') + 1);
}

void Project::nameLoops() {
  llvm::StringRef Common;
  bool IsFirst = true;
  for (const auto &[Place, L] : Loops) {
    const llvm::StringRef Folder = folderOf(L.Where);
    if (std::exchange(IsFirst, false))
      Common = Folder;
    while (!Folder.starts_with(Common))
      Common = folderOf(Common.drop_back());
  }
  // CMake names files by whole paths; who names them otherwise knows why.
  if (!Common.starts_with("/"))
    Common = "";
  for (auto &[Place, L] : Loops)
    L.Name = Place.first.substr(Common.size());
}

std::vector<const Loop *> Project::loops() const {
  std::vector<const Loop *> All;
  for (const auto &[Place, L] : Loops)
    if (!L.Records.empty() || !L.Runs.empty() || !L.Tried.empty())
      All.push_back(&L);
  llvm::sort(All, [](const Loop *A, const Loop *B) {
    if (A->self() != B->self())
      return A->self() > B->self();
    return std::tie(A->Where, A->Function) < std::tie(B->Where, B->Function);
  });
  return All;
}

void Project::addProcessors(const Object &Of) {
  Busy += numberIn(Of, "busy_ns");
  Preempted += numberIn(Of, "preempted");
}

Project::Whole Project::averageOf(llvm::ArrayRef<Process> Of) {
  Whole Sum;
  for (const Process &P : Of) {
    Sum.Elapsed += P.Elapsed;
    Sum.Measuring += P.Measuring;
  }
  const uint64_t Number = std::max<uint64_t>(Of.size(), 1);
  return {Sum.Elapsed / Number, Sum.Measuring / Number};
}

uint64_t Project::startOfOpenMP() const {
  uint64_t Sum = 0;
  for (const Process &P : Processes)
    Sum += P.OpenMP;
  for (const auto &[Place, L] : Loops)
    for (const Measured &M : L.Runs)
      Sum += M.Start;
  return Sum;
}

double Project::preemptionRate() const {
  constexpr uint64_t Least = 100'000'000;
  return Busy < Least ? 0 : 1e9 * double(Preempted) / double(Busy);
}

uint64_t Project::self() const {
  uint64_t Sum = 0;
  for (const auto &[Place, L] : Loops)
    Sum += L.self();
  return Sum;
}

/// The least that \p RoofOf says of the hosts of all processes; 0 if one of
/// them has not been measured.
template <class Function> double Project::leastRoof(Function RoofOf) const {
  double Least = 0;
  for (const Process &P : Processes) {
    auto Known = Roofs.find(P.Host);
    if (Known == Roofs.end())
      return 0;
    const double Roof = RoofOf(Known->second);
    if (Roof == 0)
      return 0;
    Least = Least == 0 ? Roof : std::min(Least, Roof);
  }
  return Least;
}

bool Project::areModesMixed() const {
  return HasBaseline && !Processes.empty() &&
         MeasuredAll != BaselineMeasuredAll;
}

double Project::roof() const { return leastRoof(roofline::roofOf); }

double Project::roofOfOneThread() const {
  return leastRoof([](const std::vector<roofline::Bandwidth> &All) {
    for (const roofline::Bandwidth &B : All)
      if (B.Threads == 1)
        return std::max(B.Copy, B.Triad);
    return 0.0;
  });
}

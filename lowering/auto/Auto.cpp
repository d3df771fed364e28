//===- Auto.cpp - the schedules that a bare #pragma sparse means ----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads share the outermost loop, in pieces of equal work where it runs over
// rows of stored positions. Where nothing in front of the loop says how much
// work a row is, threads take rows as they get on. If innermost loops gain from
// vectors, a version with vectors runs where they are long enough, one that is
// not unrolled where rows are short, and one more for each common width. The
// user's own loop runs where there is too little work for threads. Loops over
// time that sweep over large arrays run tile by tile.
// docs/rationale.md has the figures.
//
//===----------------------------------------------------------------------===//

#include "lacuna/auto/Auto.h"
#include "Candidates.h"
#include "ColumnsInside.h"
#include "ExactWidth.h"
#include "GatheredRows.h"
#include "LayoutChoice.h"
#include "LightLoops.h"
#include "LongSums.h"
#include "Orders.h"
#include "RowsInside.h"
#include "SynchronisedLoops.h"
#include "TunedVersions.h"
#include "UnevenRows.h"
#include "VectorChoice.h"
#include "WaveChoice.h"
#include "WorkEstimate.h"
#include "Workspaces.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/analysis/copies/CopiedElements.h"
#include "lacuna/auto/Messages.def"
#include "lacuna/directive/ClauseBuilders.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/schedule/Messages.def"
#include "lacuna/schedule/RaceError.h"
#include "lacuna/schedule/commands/Command.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

using namespace llvm;

namespace lacuna {

/// Most rows of positions below that never reach copies of the body, and pay
/// for the choice between copies and rest.
static constexpr int64_t ShortRow = 7;

/// Lengths of dense loops that have versions of their own: of rows, which
/// registers hold, and of sums, whose rows are fetched ahead.
static constexpr std::array<int64_t, 4> CommonRows = {32, 16, 8, 1},
                                        CommonSums = {32, 16, 64, 8};

/// Rows of so many bytes are worth a hint, and so many bytes apart no cache has
/// one because of the other.
static constexpr int64_t LeastFetched = 256, FarApart = 32 * 1024;

/// To find out whether two large arrays are as they were takes some 4 us. One
/// thread, which may gain nothing else, takes forty times as long for so many
/// times the least work.
static constexpr double LooksPerWork = 12;

/// As many times the least work for threads are the least where one thread
/// adds up in lanes.
static constexpr double GainOfLanes = 5;

/// Updates for each element that copies of arrays have together: filling and
/// joining them then takes less than threads gain. Copies of fewer elements
/// cost as much as these, for threads meet once more.
static constexpr double UpdatesPerCopied = 4, LeastCopied = 24576;

static std::string describe(const Nest &N, const Conflict &X, StringRef Var) {
  std::string Loop = ("'" + Var + "'").str();
  std::string Place =
      (X.IsArray ? msg::PrefixOneElementOf() : "'") + X.Name + "'";
  switch (X.K) {
  case Conflict::Kind::Selected:
  case Conflict::Kind::Carried:
    return X.IsArray && mayBeIndependent(N, Var, X.Name)
               ? msg::AutoIterationsMayDepend(Loop, X.Name)
               : msg::AutoIterationsDepend(Loop, X.Name);
  case Conflict::Kind::Reduction:
    return msg::AutoIterationsMayUpdate(Loop, Place);
  case Conflict::Kind::Marked:
  case Conflict::Kind::Overwritten:
    return msg::AutoIterationsMayStore(Loop, Place);
  }
  return "";
}

namespace {

/// Builds the versions of one nest, whose facts are applied.
class AutoSchedule {
public:
  AutoSchedule(const Nest &N, const ScheduleContext &Context)
      : N(N), LeastWork(static_cast<double>(Context.LeastWork)),
        IsLeastWorkGiven(Context.IsLeastWorkGiven),
        MayHaveLayouts(Context.MayHaveLayouts && N.Facts.SetsErrno.empty()),
        LanesCanBeMasked(Context.LanesCanBeMasked) {}

  /// Commands for threads; none, and says why, if the nest is best left alone.
  Directive threads(std::string &WhyNot) const;
  Choice run();
  /// What the user could say instead of \p D, so that threads could have it,
  /// which have copies of \p Copied here.
  std::vector<Note> cures(const Directive &D,
                          ArrayRef<std::string> Copied) const;

private:
  std::string whyNotOnThreads(const LoopStmt &Outermost) const;
  Directive handedOut(StringRef Row) const;
  Directive sharedOut(StringRef Row) const;
  std::optional<LongSums> inLanes(StringRef Row) const;
  Directive inWaves(const LoopStmt &Rows) const;
  bool accepts(const Directive &Commands) const;
  bool wouldRun(const LoopStmt &Loop) const;
  std::vector<std::string> addVectors(Version &V, const Nest &Seen) const;
  std::optional<Version> ofShortRows(const Version &Plain,
                                     ArrayRef<LoopCondition> Long) const;
  std::string boundName(StringRef Var) const { return nameOfPart(N, Var, "b"); }
  Clause boundTo(StringRef Var, int64_t Width) const {
    return clauses::bound(clauseName(N, Var), boundName(Var), Width,
                          BoundKind::MaxExact);
  }
  std::optional<Version> ofWidth(const Version &Plain, StringRef Var,
                                 int64_t Width) const;
  std::optional<Version> fetchingAhead(const Version &Plain, StringRef Var,
                                       int64_t Width) const;
  void addWidths(const Version &Plain, ArrayRef<std::string> InLanes,
                 Choice &Result) const;

  const Nest &N;
  const double LeastWork;
  const bool IsLeastWorkGiven;
  const bool MayHaveLayouts, LanesCanBeMasked;
};

} // namespace

bool AutoSchedule::accepts(const Directive &Commands) const {
  Expected<Nest> Result = scheduled(N, Commands);
  if (Result)
    return true;
  consumeError(Result.takeError());
  return false;
}

static Clause onThreads(std::string Loop, RaceStrategy Races) {
  return clauses::parallelize(std::move(Loop), ParallelUnit::CpuThread, Races);
}

std::string AutoSchedule::whyNotOnThreads(const LoopStmt &Outermost) const {
  if (Outermost.merge())
    return msg::AutoLoopMergesLevels(Outermost.var());
  if (appends(N)) {
    Expected<Nest> Appended =
        scheduled(N, {{onThreads(clauseName(N, Outermost.var()),
                                 RaceStrategy::BufferedScan)}});
    return Appended ? "" : takeDiagnostic(Appended.takeError()).Message;
  }
  std::vector<Guard> Conditions;
  std::vector<Conflict> Found =
      threadConflicts(N, Outermost.var(), &Conditions);
  return Found.empty() ? "" : describe(N, Found.front(), Outermost.var());
}

/// Commands for rows of unknown work, of which threads take some whenever they
/// are done with others; none if rows are even or cannot be taken so. Copies of
/// arrays would be as many as parts, and parts of a floating-point sum would
/// round otherwise than those of threads.
Directive AutoSchedule::handedOut(StringRef Row) const {
  const LoopStmt &Rows = *findLoop(N.Body, Row);
  std::vector<Guard> Conditions;
  if (!N.Facts.Private.empty() || !hasUnevenWork(N, Rows) ||
      any_of(threadConflicts(N, Row, &Conditions), [](const Conflict &X) {
        return X.K != Conflict::Kind::Marked && (X.IsArray || X.Ty.isFloat());
      }))
    return {};
  for (RaceStrategy Races :
       {RaceStrategy::NoRaces, RaceStrategy::ParallelReduction}) {
    const Directive Parts = {
        {clauses::handOut(clauseName(N, Row), Races, rowsAtATime(N, Rows))}};
    if (accepts(Parts))
      return Parts;
  }
  return {};
}

/// Commands that share the loop over \p Row out among threads; none if there
/// are none.
Directive AutoSchedule::sharedOut(StringRef Row) const {
  if (Directive Rows = handedOut(Row); !Rows.Clauses.empty())
    return Rows;
  std::string Name = clauseName(N, Row), Piece = unusedName(N, "t"),
              Inner = unusedName(N, "ir");
  for (RaceStrategy Races :
       {RaceStrategy::NoRaces, RaceStrategy::ParallelReduction,
        RaceStrategy::Scan, RaceStrategy::BufferedScan}) {
    const bool IsHandedOut = Races == RaceStrategy::NoRaces &&
                             N.Facts.Private.empty() && isTriangle(N, Row);
    for (const IndexVar &V : N.IndexVars) {
      // The last piece, which may be empty, would leave nothing.
      if (!N.Facts.LastPrivate.empty() || IsHandedOut)
        break;
      const Directive Pieces = {
          {clauses::divideBalanced(Name, Piece, Inner, clauseName(N, V.Name)),
           onThreads(Piece, Races)}};
      if (V.Name != Row && accepts(Pieces))
        return Pieces;
    }
    const Directive Rows = {{rowsOnThreads(N, Row, Races)}};
    if (!accepts(Rows))
      continue;
    const std::optional<LongSums> Sums = inLanes(Row);
    return Sums ? Sums->InBlocks : Rows;
  }
  return {};
}

/// Commands that run \p Rows, whose iterations need others, in an order that
/// index arrays allow; none if there is none.
Directive AutoSchedule::inWaves(const LoopStmt &Rows) const {
  const Directive Waves = {
      {clauses::measuredWavefront(clauseName(N, Rows.var()))}};
  return paysAsWavefront(N, Rows) && accepts(Waves) ? Waves : Directive();
}

/// Brings those innermost loops of \p V to lanes that can be, and says which;
/// \p Seen is the nest with as much of its schedule as says how long they are.
std::vector<std::string> AutoSchedule::addVectors(Version &V,
                                                  const Nest &Seen) const {
  std::vector<std::string> InLanes;
  for (const LoopChoices &Loop : vectorChoices(Seen, LanesCanBeMasked))
    for (const VectorChoice &C : Loop.Choices) {
      Directive More = V.Clauses.followedBy(C.Commands);
      if (!accepts(More))
        continue;
      V.Clauses = std::move(More);
      if (C.When)
        V.When.push_back(*C.When);
      InLanes.push_back(Loop.Var);
      break;
    }
  return InLanes;
}

/// \p Plain without copies of those loops whose rows \p Long asks to be long,
/// if there are any.
std::optional<Version>
AutoSchedule::ofShortRows(const Version &Plain,
                          ArrayRef<LoopCondition> Long) const {
  Version Result = Plain;
  for (const LoopCondition &L : Long) {
    if (L.Row.empty())
      continue;
    Result.Clauses.Clauses.push_back(
        clauses::unroll(clauseName(N, L.Var), LoopTags::NoUnroll));
    Result.When.push_back({L.Var, L.Row, ShortRow, LoopCondition::Kind::Fewer});
  }
  if (Result.When.empty() || !accepts(Result.Clauses))
    return std::nullopt;
  return Result;
}

Directive AutoSchedule::threads(std::string &WhyNot) const {
  const LoopStmt *Outermost = outermostLoop(N);
  if (!Outermost) {
    WhyNot = msg::AutoNoLoop();
    return {};
  }
  Directive Commands = sharedOut(Outermost->var());
  if (Commands.Clauses.empty())
    Commands = inWaves(*Outermost);
  Estimate Work = workOf(N);
  if (Commands.Clauses.empty())
    WhyNot = whyNotOnThreads(*Outermost);
  else if (!Work.AtRunTime && Work.Known < LeastWork)
    WhyNot = msg::TooLittleWorkForThreads();
  return WhyNot.empty() ? Commands : Directive();
}

/// \p Plain with lanes for \p Width iterations of the loop over \p Var.
std::optional<Version> AutoSchedule::ofWidth(const Version &Plain,
                                             StringRef Var,
                                             int64_t Width) const {
  const Clause Bound = boundTo(Var, Width);
  Version Result{N,
                 Plain.Clauses.followedBy(Bound),
                 {{Var.str(), "", Width, LoopCondition::Kind::Exactly}}};
  if (!accepts(Result.Clauses))
    return std::nullopt;
  // What appends needs its threads.
  if (Expected<Nest> Bounded = scheduled(N, {{Bound}}))
    addVectors(Result, *Bounded);
  else
    consumeError(Bounded.takeError());
  Result.Graph = cantFail(scheduled(N, Result.Clauses));
  return Result;
}

/// \p Plain with lanes for sums of \p Width terms over \p Var, the only
/// innermost loop, and rows fetched ahead where they lie far apart.
std::optional<Version> AutoSchedule::fetchingAhead(const Version &Plain,
                                                   StringRef Var,
                                                   int64_t Width) const {
  std::vector<LoopChoices> Loops = vectorChoices(N, LanesCanBeMasked);
  std::optional<Gather> G = gatherOf(N, Var);
  if (Loops.size() != 1 || !G || Width * G->ElementBytes < LeastFetched ||
      !Loops.front().Choices.front().IsSum)
    return std::nullopt;
  Version Result{
      N,
      Plain.Clauses.followedBy(
          {boundTo(Var, Width),
           clauses::parallelize(boundName(Var), ParallelUnit::CpuVector,
                                RaceStrategy::ParallelReduction, 8),
           clauses::prefetch(clauseName(N, G->IsScattered.Var), G->Array, 8)}),
      {{Var.str(), "", Width, LoopCondition::Kind::Exactly}, G->IsScattered}};
  Result.When.back().Count = FarApart / (Width * G->ElementBytes);
  if (!accepts(Result.Clauses))
    return std::nullopt;
  Result.Graph = cantFail(scheduled(N, Result.Clauses));
  return Result;
}

/// Puts versions for common widths of the first dense loop \p InLanes in front
/// of those of \p Result, whose guards are those of all.
void AutoSchedule::addWidths(const Version &Plain,
                             ArrayRef<std::string> InLanes,
                             Choice &Result) const {
  auto Dense = find_if(InLanes, [&](StringRef Var) { return widthOf(N, Var); });
  if (Dense == InLanes.end())
    return;
  const Operand &Width = *widthOf(N, *Dense);
  const std::vector<Guard> Guards = Result.Versions.front().Graph.Guards;
  std::vector<Version> OfWidth;
  const bool IsSum = llvm::any_of(
      vectorChoices(N, LanesCanBeMasked), [&](const LoopChoices &L) {
        return L.Var == *Dense && L.Choices.front().IsSum;
      });
  // Where a loop around is as long, there is nothing to do for 1.
  const std::vector<const LoopStmt *> Path = pathTo(N.Body, *Dense);
  const bool IsOwn = none_of(ArrayRef(Path).drop_back(), [&](auto *Loop) {
    const IndexVar &Around = *N.findIndexVar(Loop->var());
    return !Around.isDerived() && usesVar(Around.Hi, Width.Name);
  });
  for (int64_t Value : IsSum ? CommonSums : CommonRows)
    for (std::optional<Version> V :
         {fetchingAhead(Plain, *Dense, Value), ofWidth(Plain, *Dense, Value)}) {
      if (!V || (Value == 1 && !IsOwn) ||
          !followAtWidth(V->Graph.Guards, Guards, Width, Value))
        continue;
      V->Graph.Guards = Guards;
      OfWidth.push_back(std::move(*V));
    }
  Result.Versions.insert(Result.Versions.begin(), OfWidth.begin(),
                         OfWidth.end());
}

/// Whether a loop of \p N runs on threads with strategy \p Races.
static bool hasLoopWith(const Nest &N, RaceStrategy Races) {
  return anyOf(N.Body, [&](const Stmt &S) {
    auto *Loop = dyn_cast<LoopStmt>(&S);
    return Loop && Loop->tags().Parallel &&
           Loop->tags().Parallel->Races == Races;
  });
}

/// Commands for lanes that add up what lies side by side, if \p Row is a loop
/// for them.
std::optional<LongSums> AutoSchedule::inLanes(StringRef Row) const {
  std::optional<LongSums> Sums = longSums(N, Row);
  return Sums && accepts(Sums->OnOneThread) && accepts(Sums->InBlocks)
             ? Sums
             : std::nullopt;
}

Choice AutoSchedule::run() {
  Choice Result;
  Version Plain{N, threads(Result.WhyNot), {}};
  if (Plain.Clauses.Clauses.empty())
    return Result;
  Version Vectors = Plain;
  // Lanes would round sums otherwise than the loop as it was written, which
  // runs in turn with what is measured beside it.
  const bool IsMeasured = hasLoopWith(cantFail(scheduled(N, Plain.Clauses)),
                                      RaceStrategy::Wavefront);
  const std::vector<std::string> InLanes =
      IsMeasured ? std::vector<std::string>() : addVectors(Vectors, N);
  if (std::optional<Version> Short = ofShortRows(Plain, Vectors.When))
    Result.Versions.push_back(std::move(*Short));
  const std::string Outermost = outermostLoop(N)->var().str();
  if (std::optional<LongSums> Sums = inLanes(Outermost); Sums && LeastWork > 0)
    Result.Versions.push_back(
        {N,
         Sums->OnOneThread,
         {{Outermost, "", int64_t(std::min(LeastWork * GainOfLanes, 1e15)),
           LoopCondition::Kind::Fewer}}});
  Result.Versions.push_back(Vectors);
  if (!Vectors.When.empty())
    Result.Versions.push_back(Plain);
  for (Version &V : Result.Versions)
    V.Graph = cantFail(scheduled(N, V.Clauses));
  if (MayHaveLayouts && Result.Versions.back().When.empty() && !IsMeasured)
    if (std::optional<Version> Over = overLayouts(N, Result.Versions.back()))
      Result.Versions.insert(std::prev(Result.Versions.end()),
                             std::move(*Over));
  std::vector<Guard> Guards = guardsOfAll(N, Result.Versions);
  for (Version &V : Result.Versions)
    V.Graph.Guards = Guards;
  addWidths(Plain, InLanes, Result);
  if (hasLoopWith(Result.Versions.back().Graph, RaceStrategy::Scan))
    Result.AtLeastThreads = teamForTwoPasses(Result.Versions.back().Graph);
  // On one thread what is copied would be all.
  if (appends(N) && LeastWork > 0)
    Result.AtLeastThreads = 2;
  Result.HasToPayForWalks = true;
  Estimate Work = workOf(N);
  if (Work.AtRunTime && LeastWork > 0) {
    // Lanes gain on one thread, too.
    const bool IsLight = !IsLeastWorkGiven && isOfThreadsAlone(Result);
    Result.Pays =
        binary(BinaryOp::Ge, Work.expression(),
               real(IsLight ? LeastWork * iterationsOfOne(N) : LeastWork));
    Result.PaysForLooks =
        binary(BinaryOp::Ge, Work.expression(), real(LeastWork * LooksPerWork));
  }
  ExprRef Copied = copiedElements(Result.Versions.back().Graph);
  if (Copied && LeastWork > 0 && isOfThreadsAlone(Result))
    Result.AtLeastThreads = std::max<int64_t>(Result.AtLeastThreads, 2);
  if (Copied && LeastWork > 0)
    Result.AtMostThreads = binary(
        BinaryOp::Add, real(1),
        binary(BinaryOp::Div, Work.expression(),
               binary(BinaryOp::Mul, real(UpdatesPerCopied),
                      binary(BinaryOp::Max, Copied, real(LeastCopied)))));
  return Result;
}

/// Whether threads could have \p Loop if somebody vouched for its iterations.
bool AutoSchedule::wouldRun(const LoopStmt &Loop) const {
  if (countsInElements(Loop))
    return false;
  Nest Vouched = N;
  Vouched.Facts.Independent.push_back(Loop.var().str());
  Expected<Nest> Result = scheduled(
      Vouched, {{onThreads(clauseName(N, Loop.var()), RaceStrategy::NoRaces)}});
  if (Result)
    return true;
  consumeError(Result.takeError());
  return false;
}

/// Those of the plainest commands for threads, as commands.
std::vector<Note> AutoSchedule::cures(const Directive &D,
                                      ArrayRef<std::string> Copied) const {
  const LoopStmt *Outermost = outermostLoop(N);
  if (!Outermost)
    return {};
  // What threads could have is left alone for other reasons.
  if (!sharedOut(Outermost->var()).Clauses.empty())
    return {};
  const std::string Name = clauseName(N, Outermost->var());
  Expected<Nest> Tried =
      scheduled(N, {{onThreads(Name, RaceStrategy::NoRaces)}});
  if (Tried)
    return {};
  std::vector<Note> Result;
  const Clause *Auto = D.find("auto");
  auto Instead = [&](const OtherStrategy &Other) {
    const Clause Command = onThreads(Name, Other.Races);
    if (!accepts({{Command}}) ||
        (Other.Races == RaceStrategy::IgnoreRaces && storesWhereDataSay(N)))
      return;
    const std::string Text =
        (Copied.empty() ? "" : "private(" + join(Copied, ", ") + ") ") +
        clauseText(Command);
    Result.push_back({"'" + Text + "' " + Other.Does,
                      Auto ? Edit{Auto->Whole, Text} : clauseInFront(Text)});
  };
  handleAllErrors(
      Tried.takeError(),
      [&](const RaceError &Race) {
        for (const RaceCure &Cure : Race.cures()) {
          if (auto *Other = std::get_if<OtherStrategy>(&Cure))
            Instead(*Other);
          else
            Result.push_back(std::get<Note>(Cure));
        }
        if (Result.empty())
          Result.push_back(wouldRun(*Outermost)
                               ? Note(msg::IndependentSaysSo(Name))
                               : Note::whyNot(msg::NoRaceStrategyHelps()));
      },
      [&](const DiagnosticError &Refusal) {
        Result = Refusal.diagnostic().Notes;
      });
  return Result;
}

Directive chooseSchedule(const Nest &N, const ScheduleContext &Context,
                         std::string &WhyNot) {
  if (auto Left = leftSynchronised(N, Context))
    return WhyNot = std::move(Left->WhyNot), Directive();
  Nest OnCopies = N;
  addWorkspaces(OnCopies);
  return AutoSchedule(OnCopies, Context).threads(WhyNot);
}

/// \p Others where rows are short, and elsewhere the versions of \p N with rows
/// inside, if that is a loop for it. The guards are those of all.
static void addRowsInside(const Nest &N, const ScheduleContext &Context,
                          Choice &Others) {
  const std::optional<RowsInside> Rows = withRowsInside(N);
  if (!Rows)
    return;
  Choice Inside = AutoSchedule(Rows->Ordered, Context).run();
  if (Inside.Versions.empty())
    return;
  for (Version &V : Inside.Versions)
    V.Clauses = Directive{{Rows->Order}}.followedBy(V.Clauses.Clauses);
  if (Rows->Unless) {
    Version Short = std::move(Others.Versions.back());
    Short.When.push_back(*Rows->Unless);
    // What is for one length comes first.
    Inside.Versions.insert(std::prev(Inside.Versions.end()), std::move(Short));
  }
  const std::vector<Guard> Guards = guardsOfAll(N, Inside.Versions);
  for (Version &V : Inside.Versions)
    V.Graph.Guards = Guards;
  Others = std::move(Inside);
}

Expected<Choice> chooseVersions(const Nest &N, const Directive &D,
                                const ScheduleContext &Context) {
  Expected<Nest> WithFacts = applyFacts(N, D, Context);
  if (!WithFacts)
    return WithFacts.takeError();
  if (auto Left = leftSynchronised(*WithFacts, Context))
    return std::move(*Left);
  Nest OnCopies = *WithFacts;
  std::vector<std::string> Copied = addWorkspaces(OnCopies);
  AutoSchedule Schedule(OnCopies, Context);
  Choice Result = Schedule.run();
  bool AreRows = !Result.Versions.empty();
  if (!AreRows) {
    Result.Cures = Schedule.cures(D, Copied);
    Choice Ordered = orderedAlone(*WithFacts, Context);
    if (Ordered.Versions.empty())
      return Result;
    Ordered.WhyNot = std::move(Result.WhyNot);
    Ordered.Cures = std::move(Result.Cures);
    Result = std::move(Ordered);
    Copied.clear();
  } else if (Copied.empty()) {
    const bool IsBetter = addBetterOrder(*WithFacts, Context, Result.Versions);
    if (!IsBetter)
      addRowsInside(*WithFacts, Context, Result);
    Choice Ordered = IsBetter
                         ? Choice()
                         : orderedInstead(*WithFacts, Context, Result.Versions);
    if (!Ordered.Versions.empty()) {
      Result = std::move(Ordered);
      AreRows = false;
    }
  } else if (std::optional<Version> Exchanged =
                 withColumnsExchanged(OnCopies, Result.Versions.back())) {
    Result.Versions.insert(Result.Versions.begin(), std::move(*Exchanged));
    const std::vector<Guard> Guards = guardsOfAll(OnCopies, Result.Versions);
    for (Version &V : Result.Versions)
      V.Graph.Guards = Guards;
  }
  if (Result.PaysForLooks && isOfThreadsAlone(Result) &&
      !storesCharactersInRows(OnCopies))
    Result.PaysForLooks = constant(Type::boolean(), 0);
  if (Context.Tunes || Context.Winner)
    addCandidates(AreRows ? OnCopies : *WithFacts, Context, AreRows, Result);
  Directive Facts = factsOf(D);
  if (!Copied.empty())
    Facts.Clauses.push_back(clauses::call("private", Copied));
  for (Version &V : Result.Versions)
    V.Clauses = Facts.followedBy(V.Clauses.Clauses);
  if (Context.Winner)
    keepWinner(Result, *Context.Winner);
  return Result;
}

} // namespace lacuna

//===- Format.cpp - format(A: sell(C, sigma)) -----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops stay as they are: what is stored at positions of A is stored anew,
// and where that is done they run over it (lowering/layouts).
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/RowSegments.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/directive/Lexer.h"
#include "lacuna/directive/SourceExpr.h"
#include "lacuna/layouts/Messages.def"
#include "lacuna/layouts/Relaid.h"
#include "lacuna/schedule/commands/Command.h"

using namespace llvm;

namespace lacuna {

/// How many rows `sell` puts side by side.
static constexpr int64_t Lanes[] = {4, 8, 16, 32, 64};

namespace {

/// `A: sell(8, 4096)`, each part at its place.
struct FormatArg {
  ClauseArg Tensor;
  Clause Kind;
};

} // namespace

/// Where in \p Text a colon stands that is no part of `::`.
static size_t colonIn(StringRef Text) {
  size_t At = Text.find(':');
  while (At != StringRef::npos && Text.substr(At).starts_with("::"))
    At = Text.find(':', At + 2);
  return At;
}

static Expected<FormatArg> formatArg(const Clause &C) {
  const ClauseArg &Arg = C.Args[0];
  const size_t Colon = colonIn(Arg.Text);
  const StringRef Of = StringRef(Arg.Text).take_front(Colon).rtrim();
  const std::vector<Note> Usage = {
      ("usage: " + commands::format.Info.Usage).str()};
  if (Colon == StringRef::npos || Of.empty())
    return makeError(Arg.Where, msg::FormatNeedsTensor(), Usage);
  FormatArg Result;
  Result.Tensor = {Of.str(), {Arg.Where.Begin, Arg.Where.Begin + Of.size()}};
  DirectiveLexer Lexer(StringRef(Arg.Text).drop_front(Colon + 1),
                       Arg.Where.Begin + Colon + 1);
  Lexer.skipBlanks();
  const size_t Begin = Lexer.position();
  Result.Kind.Name = Lexer.word().str();
  Result.Kind.Where = Lexer.rangeFrom(Begin);
  Lexer.skipBlanks();
  if (Lexer.peek() == '(')
    if (Error E = Lexer.arguments(Result.Kind.Name).moveInto(Result.Kind.Args))
      return std::move(E);
  Lexer.skipBlanks();
  if (!Lexer.atEnd() || Result.Kind.Name.empty())
    return makeError(Arg.Where, msg::FormatNeedsTensor(), Usage);
  return Result;
}

/// Whether an element of \p Array is read that \p Position chooses.
static bool isReadAt(const Nest &N, StringRef Array, StringRef Position) {
  const StringMap<ExprRef> Lets = letsIn(N.Body);
  return anyOf(N.Body, [&](const Stmt &S) {
    bool Found = false;
    for (const ExprRef &E : expressions(S))
      forEachLoad(substitute(E, Lets), [&](const ExprRef &Load) {
        auto &L = llvm::cast<LoadExpr>(*Load);
        Found |= L.array() == Array && usesVar(L.index(), Position);
      });
    return Found;
  });
}

/// The position variable of the last level of the tensor called \p Arg, or of
/// the rows of positions at which the array of that name is read.
static Expected<std::string> positionsOf(const Nest &N, const ClauseArg &Arg) {
  // As the nest calls it: A_val for A.val.
  std::string Name = Arg.Text;
  if (Expected<SourceExpr> Written = parseSourceExpr(Arg);
      Written && Written->K == SourceExpr::Kind::Name)
    Name = Written->Text;
  else
    consumeError(Written.takeError());
  if (const Tensor *T = N.findTensor(Name))
    for (const Level &L : reverse(T->Levels))
      if (L.Format->HasPositions)
        return L.Var;
  for (const IndexVar &V : N.IndexVars)
    if (!V.isDerived() && segmentsOf(N, V) && isReadAt(N, Name, V.Name))
      return V.Name;
  std::vector<std::string> Known;
  for (const Tensor &T : N.Tensors)
    if (any_of(T.Levels, [](const Level &L) { return L.Format->HasPositions; }))
      Known.push_back(T.Name);
  std::vector<Note> Notes;
  if (!Known.empty())
    Notes.push_back(msg::NoteTensorsAre(quotedList(Known)));
  return makeError(Arg.Where, msg::FormatOfNoTensor(Arg.Text), Notes,
                   nearestWord(Arg.Text, Known));
}

static Error findSellSizes(const Clause &Kind, const ScheduleContext &Context,
                           Layout &L) {
  if (Error E = positiveArg(Kind.Args[0], "the number of rows side by side",
                            MaxFactor, Context)
                    .moveInto(L.Lanes))
    return E;
  if (!is_contained(Lanes, L.Lanes))
    return makeError(Kind.Args[0].Where, msg::SellNeedsLanes(L.Lanes));
  if (Kind.Args[1].Text == "all")
    return Error::success();
  if (Error E = positiveArg(Kind.Args[1], "the number of rows to be sorted",
                            MaxFactor, Context)
                    .moveInto(L.Window))
    return E;
  if (L.Window % L.Lanes != 0)
    return makeError(Kind.Args[1].Where,
                     msg::SellNeedsMultiple(L.Window, L.Lanes));
  return Error::success();
}

static Error findBlockSizes(const Clause &Kind, const ScheduleContext &Context,
                            Layout &L) {
  constexpr int64_t Least = 2, Most = 8;
  int64_t *const Sizes[] = {&L.Lanes, &L.Window};
  for (const auto &[Arg, Size] : zip_equal(Kind.Args, Sizes)) {
    if (Error E = positiveArg(Arg, "the size of a block", MaxFactor, Context)
                      .moveInto(*Size))
      return E;
    if (*Size < Least || *Size > Most)
      return makeError(Arg.Where, msg::BsrNeedsSizes());
  }
  return Error::success();
}

static Error findSizes(const Clause &Kind, const ScheduleContext &Context,
                       Layout &L) {
  if (L.Kind == LayoutKind::Dia)
    L.Window = RowsOfDiagonals;
  if (L.Kind != LayoutKind::Sell && L.Kind != LayoutKind::Bsr)
    return Kind.Args.empty() ? Error::success()
                             : makeError(Kind.Args[0].Where,
                                         msg::FormatTakesNoSizes(Kind.Name));
  if (Kind.Args.size() != 2)
    return makeError(Kind.Where, L.Kind == LayoutKind::Sell
                                     ? msg::SellNeedsSizes()
                                     : msg::BsrNeedsSizes());
  return L.Kind == LayoutKind::Sell ? findSellSizes(Kind, Context, L)
                                    : findBlockSizes(Kind, Context, L);
}

/// \p N, which has a layout, with what must hold for that.
static Expected<Nest> withConditions(Nest N, const Clause &C) {
  Expected<std::vector<Relaid>> Stored = relaid(N);
  if (!Stored)
    return makeError(C.Args[0].Where,
                     takeDiagnostic(Stored.takeError()).Message);
  for (const Relaid &Over : *Stored)
    addGuards(N, N.Guards, Over.Conditions);
  return N;
}

/// \p N over a format that suits its loops, where that proves to be faster.
static Expected<Nest> measured(Nest N, const Clause &C,
                               const std::string &Position) {
  N.Layout = {LayoutKind::Csc, Position, 0, 0, LayoutRule::WhereFaster};
  Expected<Nest> Scatter = withConditions(N, C);
  if (Scatter)
    return Scatter;
  consumeError(Scatter.takeError());
  N.Layout->Kind = LayoutKind::Auto;
  return withConditions(std::move(N), C);
}

static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &Context) {
  Expected<FormatArg> Arg = formatArg(C);
  if (!Arg)
    return Arg.takeError();
  const std::optional<LayoutKind> Kind = fromWord<LayoutKind>(Arg->Kind.Name);
  if (!Kind)
    return makeError(Arg->Kind.Where, msg::UnknownFormat(Arg->Kind.Name),
                     {msg::NoteFormatsAre(quotedList(words<LayoutKind>()))},
                     nearestWord(Arg->Kind.Name, words<LayoutKind>()));
  Layout L{};
  if (Error E = positionsOf(N, Arg->Tensor).moveInto(L.Position))
    return std::move(E);
  L.Kind = *Kind;
  if (Error E = findSizes(Arg->Kind, Context, L))
    return std::move(E);
  if (L.Kind == LayoutKind::Auto)
    return measured(N, C, L.Position);
  Nest Result = N;
  Result.Layout = L;
  return withConditions(std::move(Result), C);
}

static constexpr ArgInfo Args[] = {value()};

const Command commands::format = {
    {{"format",
      "format(A: auto) or format(A: sell(8, 4096)) or format(A: csc) or "
      "format(A: bsr(3, 3)) or format(A: dia)",
      Args},
     ClauseKind::Command,
     /*Repeatable=*/false},
    "runs over the entries of a tensor in another storage format",
    apply};

Error checkFormat(const Nest &N, const Directive &D) {
  if (!N.Layout)
    return Error::success();
  Expected<std::vector<Relaid>> Stored = relaid(N);
  if (Stored)
    return Error::success();
  return makeError(D.find("format")->Where,
                   takeDiagnostic(Stored.takeError()).Message);
}

} // namespace lacuna

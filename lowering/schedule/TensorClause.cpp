//===- TensorClause.cpp - tensor(A: csr(pos, crd, val)) -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorClause.h"
#include "Lexer.h"
#include "Words.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace lacuna {

//===-- reading -----------------------------------------------------------===//

namespace {

class TensorParser {
public:
  explicit TensorParser(const Clause &C) : C(C), Lexer("") { enter(0); }
  Expected<TensorClause> run();

private:
  void enter(size_t Arg);
  Expected<ClauseArg> name(StringRef What);
  Error expect(char Punctuation);
  Error parseHead();
  Error parseLevel();
  Error parseShorthand();
  Error fail(StringRef What);

  const Clause &C;
  size_t At = 0; ///< the argument that Lexer reads
  DirectiveLexer Lexer;
  TensorClause T;
};

} // namespace

void TensorParser::enter(size_t Arg) {
  At = Arg;
  Lexer = DirectiveLexer(C.Args[Arg].Text, C.Args[Arg].Where.Begin);
}

Error TensorParser::fail(StringRef What) {
  Lexer.skipBlanks();
  size_t Begin = Lexer.position();
  std::string Found =
      Lexer.atEnd() ? "the end" : "'" + Lexer.token().str() + "'";
  return makeError(Lexer.position() == Begin ? C.Args[At].Where
                                             : Lexer.rangeFrom(Begin),
                   ("expected " + What + ", found " + Found).str(),
                   {"usage: tensor(A: csr(pos, crd, val)) or tensor(A(i, j): "
                    "dense, compressed(pos, crd); val)"});
}

Expected<ClauseArg> TensorParser::name(StringRef What) {
  Lexer.skipBlanks();
  size_t Begin = Lexer.position();
  DirectiveLexer Ahead = Lexer;
  StringRef Word = Ahead.word();
  if (!isNewName(Word))
    return fail(What);
  Lexer = Ahead;
  return ClauseArg{Word.str(), Lexer.rangeFrom(Begin)};
}

Error TensorParser::expect(char Punctuation) {
  Lexer.skipBlanks();
  if (Lexer.peek() != Punctuation)
    return fail("'" + std::string(1, Punctuation) + "'");
  Lexer.token();
  return Error::success();
}

/// `A(i, j):`
Error TensorParser::parseHead() {
  if (Error E = name("a name for a tensor").moveInto(T.Name))
    return E;
  Lexer.skipBlanks();
  if (Lexer.peek() == '(')
    if (Error E = Lexer.arguments(C.Name).moveInto(T.Indices))
      return E;
  return expect(':');
}

Error TensorParser::parseLevel() {
  TensorClause::Level L;
  if (Error E = name("the format of a level").moveInto(L.Format))
    return E;
  Lexer.skipBlanks();
  if (Lexer.peek() == '(')
    if (Error E = Lexer.arguments(L.Format.Text).moveInto(L.Arrays))
      return E;
  L.Where = Lexer.rangeFrom(L.Format.Where.Begin);
  L.Known = findLevelFormat(L.Format.Text);
  T.Levels.push_back(std::move(L));
  return Error::success();
}

static std::string given(size_t N) {
  return std::to_string(N) + (N == 1 ? " is given" : " are given");
}

/// `csr(pos, crd, val)` stands for `dense, compressed(pos, crd); val`.
Error TensorParser::parseShorthand() {
  TensorClause::Level Csr = T.Levels.front();
  if (Csr.Arrays.size() != 3)
    return makeError(Csr.Where,
                     "'csr' takes 3 arrays, but " + given(Csr.Arrays.size()),
                     {"usage: csr(pos, crd, val)"});
  T.Values = Csr.Arrays.back();
  Csr.Arrays.pop_back();
  Csr.Known = findLevelFormat("compressed");
  T.Levels = {{Csr.Format, findLevelFormat("dense"), {}, Csr.Where}, Csr};
  return Error::success();
}

static Error checkFormat(const TensorClause::Level &L) {
  std::vector<std::string> Formats;
  for (const LevelFormat &F : levelFormats())
    Formats.push_back(F.Name.str());
  if (!L.Known) {
    std::optional<std::string> Near = nearestWord(L.Format.Text, Formats);
    std::string Message = "unknown level format '" + L.Format.Text + "'";
    if (Near)
      Message += "; did you mean '" + *Near + "'?";
    return makeError(L.Format.Where, Message,
                     {"expected " + quotedList(Formats, "or")}, Near);
  }
  if (L.Arrays.size() == L.Known->NumArrays)
    return Error::success();
  return makeError(L.Where, "'" + L.Format.Text + "' takes " +
                                std::to_string(L.Known->NumArrays) +
                                " arrays, but " + given(L.Arrays.size()));
}

Expected<TensorClause> TensorParser::run() {
  if (Error E = parseHead())
    return std::move(E);
  if (Error E = parseLevel())
    return std::move(E);
  bool IsShorthand = T.Levels.front().Format.Text == "csr";
  while (!IsShorthand && Lexer.atEnd() && At + 1 < C.Args.size()) {
    enter(At + 1);
    if (Error E = parseLevel())
      return std::move(E);
    Lexer.skipBlanks();
  }
  if (IsShorthand) {
    if (Error E = parseShorthand())
      return std::move(E);
  } else {
    if (Error E = expect(';'))
      return std::move(E);
    if (Error E = name("the array of values").moveInto(T.Values))
      return std::move(E);
  }
  Lexer.skipBlanks();
  if (!Lexer.atEnd())
    return fail("')'");
  if (At + 1 < C.Args.size()) {
    enter(At + 1);
    return fail("')'");
  }
  for (const TensorClause::Level &L : T.Levels)
    if (Error E = checkFormat(L))
      return std::move(E);
  return std::move(T);
}

Expected<TensorClause> parseTensorClause(const Clause &C) {
  return TensorParser(C).run();
}

//===-- against the loops -------------------------------------------------===//

/// `compressed(pos, crd)`
static std::string shownLevel(StringRef Format, ArrayRef<std::string> Arrays) {
  return Arrays.empty() ? Format.str()
                        : (Format + "(" + join(Arrays, ", ") + ")").str();
}

static std::string shownTensor(const Tensor &T) {
  std::vector<std::string> Levels;
  for (const Level &L : T.Levels)
    Levels.push_back(shownLevel(L.Format->Name, L.Arrays));
  std::string Text = join(Levels, ", ");
  if (!T.Values.empty())
    Text += "; " + T.Values.front();
  return Text;
}

static bool uses(const Tensor &T, StringRef Array) {
  return is_contained(T.Values, Array) || any_of(T.Levels, [&](const Level &L) {
           return is_contained(L.Arrays, Array);
         });
}

/// The tensor of the loops that shares most arrays with \p Said.
static Tensor *closest(Nest &N, const TensorClause &Said) {
  Tensor *Best = nullptr;
  size_t Most = 0;
  for (Tensor &T : N.Tensors) {
    size_t Shared = uses(T, Said.Values.Text);
    for (const TensorClause::Level &L : Said.Levels)
      Shared += count_if(L.Arrays,
                         [&](const ClauseArg &A) { return uses(T, A.Text); });
    if (Shared > Most) {
      Most = Shared;
      Best = &T;
    }
  }
  return Best;
}

static Error checkLevel(const Nest &N, const TensorClause &Said,
                        const Tensor &T, size_t I) {
  const TensorClause::Level &L = Said.Levels[I];
  const Level &Is = T.Levels[I];
  std::vector<std::string> Arrays;
  for (const ClauseArg &A : L.Arrays)
    Arrays.push_back(A.Text);
  std::string Number =
      "level " + std::to_string(I + 1) + " of '" + Said.Name.Text + "' is ";
  if (L.Known != Is.Format || Arrays != Is.Arrays)
    return makeError(L.Where, Number + shownLevel(Is.Format->Name, Is.Arrays) +
                                  " in the loops, not " +
                                  shownLevel(L.Known->Name, Arrays));
  const IndexVar *V = N.findIndexVar(Is.Var);
  if (Said.Indices.empty() || !V)
    return Error::success();
  const ClauseArg &Index = Said.Indices[I];
  if (Index.Text == V->Name || Index.Text == V->Coordinate)
    return Error::success();
  return makeError(Index.Where,
                   Number + "iterated by '" +
                       (V->Coordinate.empty() ? V->Name : V->Coordinate) +
                       "', not by '" + Index.Text + "'");
}

Error nameTensor(Nest &N, const TensorClause &Said) {
  Tensor *T = closest(N, Said);
  if (!T) {
    std::vector<Note> Notes;
    for (const Tensor &Known : N.Tensors)
      Notes.push_back("'" + Known.Name + "' is " + shownTensor(Known));
    return makeError(Said.Name.Where,
                     "no loops run over a tensor that is stored like '" +
                         Said.Name.Text + "'",
                     std::move(Notes));
  }
  size_t Levels = T->Levels.size();
  for (size_t Number : {Said.Levels.size(),
                        Said.Indices.empty() ? Levels : Said.Indices.size()})
    if (Number != Levels)
      return makeError(Said.Name.Where,
                       "'" + Said.Name.Text + "' has " +
                           std::to_string(Levels) + " levels in the loops, " +
                           "not " + std::to_string(Number),
                       {"it is " + shownTensor(*T)});
  for (size_t I = 0; I < Levels; ++I)
    if (Error E = checkLevel(N, Said, *T, I))
      return E;
  if (!is_contained(T->Values, Said.Values.Text))
    return makeError(Said.Values.Where,
                     "'" + Said.Values.Text +
                         "' is not read at the positions of the last level "
                         "of '" +
                         Said.Name.Text + "'",
                     {"it is " + shownTensor(*T)});
  if (T->Name != Said.Name.Text && N.isNameTaken(Said.Name.Text))
    return makeError(Said.Name.Where, "the name '" + Said.Name.Text +
                                          "' is taken; a tensor needs a new "
                                          "name");
  T->Name = Said.Name.Text;
  return Error::success();
}

} // namespace lacuna

//===- TensorNames.cpp - the tensor that a clause describes ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorNames.h"
#include "lacuna/schedule/Messages.def"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace lacuna {

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
  std::string Number = msg::PrefixLevelOf(I + 1, Said.Name.Text);
  if (L.Known != Is.Format || Arrays != Is.Arrays)
    return makeError(
        L.Where,
        msg::LevelDiffersInLoops(Number, shownLevel(Is.Format->Name, Is.Arrays),
                                 shownLevel(L.Known->Name, Arrays)));
  const IndexVar *V = N.findIndexVar(Is.Var);
  if (Said.Indices.empty() || !V)
    return Error::success();
  const ClauseArg &Index = Said.Indices[I];
  if (Index.Text == V->Name || Index.Text == V->Coordinate)
    return Error::success();
  return makeError(Index.Where,
                   msg::LevelIteratedByOther(
                       Number,
                       (V->Coordinate.empty() ? V->Name : V->Coordinate),
                       Index.Text));
}

Error nameTensor(Nest &N, const TensorClause &Said) {
  Tensor *T = closest(N, Said);
  if (!T) {
    std::vector<Note> Notes;
    for (const Tensor &Known : N.Tensors)
      Notes.push_back("'" + Known.Name + "' is " + shownTensor(Known));
    return makeError(Said.Name.Where, msg::NoLoopsOverTensor(Said.Name.Text),
                     std::move(Notes));
  }
  size_t Levels = T->Levels.size();
  for (size_t Number : {Said.Levels.size(),
                        Said.Indices.empty() ? Levels : Said.Indices.size()})
    if (Number != Levels)
      return makeError(
          Said.Name.Where,
          msg::NumberOfLevelsDiffers(Said.Name.Text, Levels, Number),
          {"it is " + shownTensor(*T)});
  for (size_t I = 0; I < Levels; ++I)
    if (Error E = checkLevel(N, Said, *T, I))
      return E;
  if (!is_contained(T->Values, Said.Values.Text))
    return makeError(Said.Values.Where,
                     msg::NotReadAtLastLevel(Said.Values.Text, Said.Name.Text),
                     {"it is " + shownTensor(*T)});
  if (T->Name != Said.Name.Text && N.isNameTaken(Said.Name.Text))
    return makeError(Said.Name.Where, msg::TensorNameTaken(Said.Name.Text));
  T->Name = Said.Name.Text;
  return Error::success();
}

} // namespace lacuna

//===- Tile.cpp - tile(i, j; N, M) ----------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i { for j { … } }
//       -->  for i_tile { for j_tile { for i { for j { … } } } }
//
// where tiles of N times M iterations, run one after the other, keep what
// iterations depend on. Parallelograms lean as far as dependences make them:
//
//       -->  for i_wave { for j_tile { for i { for j { … } } } }
//
// Hexagons are run in two phases, each of which begins with all its tiles:
//
//       -->  for i_tile { for i_phase { for j_tile { for i { for j { … } } } }
//       }
//
//===----------------------------------------------------------------------===//

#include "AffineNest.h"
#include "lacuna/affine/Hexagons.h"
#include "lacuna/affine/Messages.def"
#include "lacuna/directive/ClauseChecker.h"
#include "lacuna/directive/Lexer.h"
#include "lacuna/schedule/commands/Messages.def"

using namespace llvm;

namespace lacuna {

static constexpr StringRef Parallelogram = "parallelogram";
static constexpr StringRef Hexagonal = "hexagonal";

namespace {

/// One use of the command.
class Tiling {
public:
  Tiling(AffineNest A, const Clause &C, const ScheduleContext &Context)
      : A(std::move(A)), C(C), Context(Context), Groups(argumentGroups(C)) {}

  Expected<Nest> run();

private:
  Error findLoops();
  Error findSizes();
  Error addBoxes();
  Error addParallelograms();
  Error addHexagons();
  Expected<Hexagon> hexagon(const std::vector<AffineSlope> &Slopes) const;
  Error checkSteps() const;
  void runInPhases(const Hexagon &H, const std::vector<AffineSlope> &Slopes);
  Error check();
  AffineLoop tileOf(size_t Number, ArrayRef<AffineExpr> Values,
                    StringRef Suffix = "_tile") const;
  AffineLoop newLoop(size_t Number, StringRef Suffix) const;
  /// The word behind the sizes.
  StringRef shape() const {
    return Groups.size() == 3 ? StringRef(Groups[2].front().Text) : StringRef();
  }
  /// The tiled loops.
  AffineSchedule loops() const;

  AffineNest A;
  const Clause &C;
  const ScheduleContext &Context;
  std::vector<std::vector<ClauseArg>> Groups; ///< loops, sizes, the shape
  size_t First = 0; ///< the number of the outermost one
  std::vector<int64_t> Sizes;
};

} // namespace

Error Tiling::findLoops() {
  for (const auto &[K, Arg] : enumerate(Groups[0])) {
    Expected<size_t> Number = A.loop(Arg);
    if (!Number)
      return Number.takeError();
    const AffineLoop &L = A.Order.Loops[*Number];
    if (!(L.Tags == LoopTags()))
      return makeError(Arg.Where, msg::PutBeforeTags(C.Name, L.Name));
    if (K == 0)
      First = *Number;
    else if (*Number != First + K)
      return makeError(
          Arg.Where, msg::TileLoopsNotNested(Groups[0][K - 1].Text, Arg.Text));
  }
  return Error::success();
}

Error Tiling::findSizes() {
  bool HasTiles = false;
  for (const ClauseArg &Arg : Groups[1]) {
    if (integerLiteral(Arg.Text) == 0) {
      Sizes.push_back(0);
      continue;
    }
    Expected<int64_t> Size =
        positiveArg(Arg, "the size of a tile", MaxFactor, Context);
    if (!Size)
      return Size.takeError();
    const AffineLoop &L = A.Order.Loops[First + Sizes.size()];
    Sizes.push_back(*Size * AffineNest::stepsOf(L));
    HasTiles = true;
  }
  if (!HasTiles)
    return makeError(Groups[1].front().Where, msg::TileNeedsSize());
  return Error::success();
}

AffineSchedule Tiling::loops() const {
  AffineSchedule Result{{}, A.Order.Pieces};
  for (size_t K = 0; K < Sizes.size(); ++K)
    Result.Loops.push_back(A.Order.Loops[First + K]);
  return Result;
}

AffineLoop Tiling::newLoop(size_t Number, StringRef Suffix) const {
  return {A.newName(A.Order.Loops[First + Number].Name, Suffix), {}};
}

/// The loop over tiles of loop \p Number, whose iterations have \p Values.
AffineLoop Tiling::tileOf(size_t Number, ArrayRef<AffineExpr> Values,
                          StringRef Suffix) const {
  AffineLoop Tile = newLoop(Number, Suffix);
  for (const AffineExpr &Value : Values)
    Tile.Values.push_back(quotient(Value, Sizes[Number]));
  return Tile;
}

Error Tiling::addBoxes() {
  std::vector<AffineLoop> Tiles;
  for (const auto &[K, L] : enumerate(loops().Loops))
    if (Sizes[K] != 0)
      Tiles.push_back(tileOf(K, L.Values));
  A.Order.Loops.insert(A.Order.Loops.begin() + First, Tiles.begin(),
                       Tiles.end());
  return Error::success();
}

/// Tiles of the first two loops that are tiled run in waves: those of a wave
/// depend on tiles of earlier waves alone.
Error Tiling::addParallelograms() {
  auto Skewed = A.Model->skewed(A.Order, First, First + Sizes.size());
  if (!Skewed)
    return Skewed.takeError();
  if (!*Skewed)
    return makeError(Groups[2].front().Where, msg::NoParallelogram());
  std::vector<AffineLoop> Tiles;
  for (const auto &[K, L] : enumerate((*Skewed)->Loops))
    if (Sizes[K] != 0)
      Tiles.push_back(tileOf(K, L.Values, Tiles.empty() ? "_wave" : "_tile"));
  if (Tiles.size() < 2)
    return makeError(Groups[1].front().Where, msg::WaveNeedsTwoSizes());
  for (const auto &[Wave, Value] :
       zip_equal(Tiles.front().Values, Tiles[1].Values))
    Wave = sum(std::move(Wave), Value);
  A.Order.Loops.insert(A.Order.Loops.begin() + First, Tiles.begin(),
                       Tiles.end());
  return Error::success();
}

//===-- hexagons ----------------------------------------------------------===//

/// Whether each step of the outermost loop needs earlier ones alone.
Error Tiling::checkSteps() const {
  const AffineSchedule Steps{{A.Order.Loops[First]}, A.Order.Pieces};
  auto Wrong = A.Model->violationOf(Steps);
  if (!Wrong)
    return Wrong.takeError();
  if (!*Wrong)
    return Error::success();
  const AffineWitness &W = **Wrong;
  return makeError(Groups[2].front().Where,
                   msg::HexagonWithinStep(Steps.Loops.front().Name, W.Later,
                                          W.Element, W.Earlier),
                   {msg::NoteOtherShapes()});
}

Expected<Hexagon>
Tiling::hexagon(const std::vector<AffineSlope> &Slopes) const {
  const int64_t Steps = AffineNest::stepsOf(A.Order.Loops[First]);
  const Hexagon H{Sizes[0], Sizes[1], Slopes.front()};
  if (H.Height / Steps % 2 != 0)
    return makeError(Groups[1][0].Where,
                     msg::HexagonOddHeight(A.Order.Loops[First].Name));
  if (H.Width < H.leastWidth())
    return makeError(Groups[1][1].Where,
                     msg::HexagonTooNarrow(H.Width, H.leastWidth()));
  return H;
}

/// All points of \p H's phases, in tiles that lean in the other dimensions.
void Tiling::runInPhases(const Hexagon &H,
                         const std::vector<AffineSlope> &Slopes) {
  const AffineSchedule Old = A.Order;
  const size_t Statements = A.Model->view().Statements.size();
  std::vector<AffineLoop> Tiles = {newLoop(0, "_tile"), newLoop(0, "_phase"),
                                   newLoop(1, "_tile")};
  for (size_t K = 2; K < Sizes.size(); ++K)
    if (Sizes[K] != 0)
      Tiles.push_back(newLoop(K, "_tile"));
  for (AffineLoop &L : A.Order.Loops)
    L.Values.clear();
  for (size_t S = 0; S < Statements; ++S) {
    auto Of = [&](size_t K) { return Old.Loops[First + K].Values[S]; };
    for (const auto &[Number, Phase] : enumerate(phasesOf(H, Of(0), Of(1)))) {
      A.Order.Pieces.push_back({S, Phase.Where});
      Tiles[0].Values.push_back(Phase.Row);
      Tiles[1].Values.push_back(AffineExpr::of(int64_t(Number)));
      Tiles[2].Values.push_back(Phase.Number);
      for (size_t K = 2, At = 3; K < Sizes.size(); ++K) {
        const AffineFraction &Down = Slopes[K - 1].Down;
        if (Sizes[K] != 0)
          Tiles[At++].Values.push_back(quotient(
              sum(Of(K), Phase.Step, (Down.Num + Down.Den - 1) / Down.Den),
              Sizes[K]));
      }
      for (const auto &[New, L] : zip_equal(A.Order.Loops, Old.Loops))
        New.Values.push_back(L.Values[S]);
    }
  }
  A.Order.Loops.insert(A.Order.Loops.begin() + First, Tiles.begin(),
                       Tiles.end());
}

Error Tiling::addHexagons() {
  if (Sizes.size() < 2 || Sizes[0] == 0 || Sizes[1] == 0)
    return makeError(Groups[1].front().Where, msg::HexagonNeedsTwoSizes());
  if (!A.Order.Pieces.empty())
    return makeError(Groups[2].front().Where, msg::HexagonsAlready());
  if (Error E = checkSteps())
    return E;
  auto Slopes = A.Model->slopes(loops());
  if (!Slopes)
    return Slopes.takeError();
  if (!*Slopes)
    return makeError(Groups[2].front().Where, msg::NoHexagon());
  Expected<Hexagon> H = hexagon(**Slopes);
  if (!H)
    return H.takeError();
  runInPhases(*H, **Slopes);
  return Error::success();
}

Error Tiling::check() {
  auto Wrong = A.Model->violationOf(A.Order);
  if (!Wrong)
    return Wrong.takeError();
  if (!*Wrong)
    return Error::success();
  const AffineWitness &W = **Wrong;
  std::vector<Note> Notes;
  if (shape().empty()) {
    A.Order = *A.Graph.Affine;
    auto Skewed = A.Model->skewed(A.Order, First, First + Sizes.size());
    if (!Skewed)
      return Skewed.takeError();
    if (*Skewed)
      Notes.push_back(msg::NoteParallelogramKeeps());
  }
  return wrongOrder(C, W, C.Where, std::move(Notes));
}

Expected<Nest> Tiling::run() {
  A.Graph.Affine = std::make_shared<AffineSchedule>(A.Order);
  if (Error E = findLoops())
    return std::move(E);
  if (Error E = findSizes())
    return std::move(E);
  Error Added = shape().empty()            ? addBoxes()
                : shape() == Parallelogram ? addParallelograms()
                                           : addHexagons();
  if (Added)
    return std::move(Added);
  if (Error E = check())
    return std::move(E);
  return std::move(A).take();
}

static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &Context) {
  Expected<AffineNest> A = affineNest(N, C);
  if (!A)
    return A.takeError();
  return Tiling(std::move(*A), C, Context).run();
}

//===-- the clause --------------------------------------------------------===//

static std::vector<std::string> shapes() {
  return {Hexagonal.str(), Parallelogram.str()};
}

static constexpr ArgInfo Shape = word("shape", shapes);

static void checkGroups(ClauseChecker &On) {
  const std::vector<std::vector<ClauseArg>> Groups =
      argumentGroups(On.clause());
  if (Groups.size() < 2 || Groups.size() > 3 ||
      Groups[0].size() != Groups[1].size() || Groups.back().empty())
    return On.fail(On.clause().Whole, msg::TileNeedsSizes(),
                   {("usage: " + commands::tile.Info.Usage).str()});
  if (Groups.size() == 3)
    On.checkWord(Groups[2].front(), Shape);
}

static constexpr ArgInfo Args[] = {value(Times::OnceOrMore)};

const Command commands::tile = {
    {{"tile", "tile(i, j; 32, 64) or tile(t, i, j; 32, 64, 512; hexagonal)",
      Args},
     ClauseKind::Command,
     true,
     checkGroups},
    "runs iterations tile by tile, with a size for each loop",
    apply,
    /*OnAffine=*/true};

} // namespace lacuna

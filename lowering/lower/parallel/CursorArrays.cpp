//===- CursorArrays.cpp - arrays that chunks advance in turn --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CursorArrays.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/lower/parallel/Workspaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// Steps of a signed number of 32 bits in one direction count less than 2^32,
/// for it does not overflow. Unsigned ones may wrap round.
Type CursorArrays::countType(const Type &Ty) {
  return Ty.isSigned() && Ty.bits() == 32
             ? Type(TypeClass::UInt, 32, "unsigned int")
             : Type::u64();
}

CursorArrays::CursorArrays(const std::vector<CursorArray> &Arrays,
                           ExprRef MostChunks, ExprRef NumThreads,
                           MadeNames &Names)
    : MostChunks(std::move(MostChunks)), NumThreads(std::move(NumThreads)),
      Names(Names) {
  for (const auto &[Array, IsDown] : Arrays)
    Items.push_back({Array,
                     IsDown,
                     {Array, countType(Array.Ty), allocatable(Array.Extent),
                      Names, "_begins"}});
}

std::vector<std::string> CursorArrays::names() const {
  std::vector<std::string> Result;
  for (const Item &I : Items)
    Result.push_back(I.Array.Name);
  return Result;
}

void CursorArrays::declare(Statements &Hoisted, SourceTag Tag) const {
  for (const Item &I : Items)
    I.Copies.declare(MostChunks, Hoisted, Tag);
}

/// \p Body with loads from and stores to \p Array as those of its copies, of
/// type \p Ty.
static StmtRef inTypeOfCopies(const StmtRef &Body, const Operand &Array,
                              const Type &Ty) {
  auto OnExpr = [&](const ExprRef &E) -> ExprRef {
    auto *Load = llvm::dyn_cast<LoadExpr>(E.get());
    if (!Load || Load->array() != Array.Name || Load->type() == Ty)
      return nullptr;
    return cast(Array.Ty, load(Ty, Array.Name, Load->index()));
  };
  auto OnStmt = [&](const StmtRef &S) -> StmtRef {
    auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
    if (!Assign || Assign->target().Name != Array.Name)
      return nullptr;
    return reduceInto({Array.Name, Ty, Assign->target().Index}, Assign->op(),
                      cast(Ty, Assign->value()), S->tag());
  };
  return rewrite(Body, OnStmt, OnExpr);
}

StmtRef CursorArrays::enter(const ExprRef &Which, const StmtRef &Body,
                            Statements &Before) const {
  StmtRef Result = Body;
  for (const Item &I : Items) {
    const Type Ty = countType(I.Array.Ty);
    ExprRef Begin = I.Copies.begin(Which, Before);
    Result = I.Copies.moveTo(Begin, inTypeOfCopies(Result, I.Array, Ty));
  }
  return Result;
}

StmtRef CursorArrays::count(const ExprRef &Which, const StmtRef &Slice,
                            SourceTag Tag, Statements &Before) const {
  for (const Item &I : Items) {
    const std::string Element = Names.get(I.Array.Name + "_element");
    Statements Body;
    ExprRef Begin = I.Copies.begin(Which, Body);
    Body.push_back(assign(I.Copies.element(Begin, var(Type::i64(), Element)),
                          constant(countType(I.Array.Ty), 0), Tag));
    Before.push_back(std::make_shared<ForStmt>(Element, i64(0), I.Array.Extent,
                                               block(std::move(Body)),
                                               ForTags(), Tag));
  }
  return enter(Which, Slice, Before);
}

/// Appends a loop on threads that does \p Do at each element.
void CursorArrays::overElements(
    const Item &I, RaceStrategy Races, SourceTag Tag,
    llvm::function_ref<StmtRef(const ExprRef &At)> Do, Statements &Out) const {
  const std::string Element = Names.get(I.Array.Name + "_element");
  Statements Hoisted;
  emitThreadLoop({Element,
                  i64(0),
                  I.Array.Extent,
                  Do(var(Type::i64(), Element)),
                  {ParallelUnit::CpuThread, Races, std::nullopt},
                  NumThreads,
                  Tag},
                 Names, Hoisted, Out);
}

/// Whether \p Total, u64, places are free between the cursor \p At and the next
/// one in its direction.
ExprRef CursorArrays::fits(const Item &I, const ExprRef &At,
                           const ExprRef &Total) const {
  const Type &Ty = I.Array.Ty;
  const Type Wide = Ty.isSigned() ? Type::i64() : Type::u64();
  auto Cursor = [&](const ExprRef &Index) {
    return cast(Wide, load(Ty, I.Array.Name, Index));
  };
  auto Distance = [&](const ExprRef &From, const ExprRef &To) {
    return binary(BinaryOp::Sub, cast(Type::u64(), To),
                  cast(Type::u64(), From));
  };
  ExprRef Own = Cursor(At);
  ExprRef Next =
      Cursor(binary(I.IsDown ? BinaryOp::Sub : BinaryOp::Add, At, i64(1)));
  ExprRef Lower = I.IsDown ? Next : Own, Upper = I.IsDown ? Own : Next;
  ExprRef Between =
      binary(BinaryOp::LogicalAnd, binary(BinaryOp::Le, Lower, Upper),
             binary(BinaryOp::Le, Total, Distance(Lower, Upper)));
  // The last one may go to the end of its type.
  ExprRef Limit =
      cast(Wide, identityOf(I.IsDown ? ReduceOp::Max : ReduceOp::Min, Ty));
  ExprRef Rest = binary(BinaryOp::Le, Total,
                        I.IsDown ? Distance(Limit, Own) : Distance(Own, Limit));
  ExprRef IsLast =
      binary(BinaryOp::Eq, At,
             I.IsDown ? i64(0) : binary(BinaryOp::Sub, I.Array.Extent, i64(1)));
  return std::make_shared<SelectExpr>(IsLast, Rest, Between);
}

/// Makes of the counts of element \p At where chunks begin there.
StmtRef CursorArrays::beginElement(const Item &I, const ExprRef &Count,
                                   const ExprRef &At, const Place &Apart,
                                   SourceTag Tag) const {
  const Type Ty = countType(I.Array.Ty), U64 = Type::u64();
  const std::string Name = I.Array.Name, Copy = Names.get(Name + "_copy");
  const Place Next{Names.get(Name + "_next"), Ty, nullptr},
      Total{Names.get(Name + "_total"), U64, nullptr};
  Statements Out, OfCopy;
  Out.push_back(std::make_shared<VarStmt>(
      Next.Name, Ty, cast(Ty, load(I.Array.Ty, Name, At)), Tag));
  Out.push_back(
      std::make_shared<VarStmt>(Total.Name, U64, constant(U64, 0), Tag));
  ExprRef Begin = I.Copies.begin(var(Type::i64(), Copy), OfCopy);
  const Place Element = I.Copies.element(Begin, At);
  ExprRef Steps = Names.let(Name + "_steps", valueOf(Element), OfCopy);
  OfCopy.push_back(assign(Element, valueOf(Next), Tag));
  OfCopy.push_back(reduceInto(Next, ReduceOp::Add, Steps, Tag));
  ExprRef Passed = I.IsDown ? unary(UnaryOp::Neg, Steps) : Steps;
  OfCopy.push_back(reduceInto(Total, ReduceOp::Add, cast(U64, Passed), Tag));
  Out.push_back(std::make_shared<ForStmt>(
      Copy, i64(0), Count, block(std::move(OfCopy)), ForTags(), Tag));
  Out.push_back(
      reduceInto(Apart, ReduceOp::And, fits(I, At, valueOf(Total)), Tag));
  return block(std::move(Out));
}

void CursorArrays::begin(const ExprRef &Count, const Place &Apart,
                         SourceTag Tag, Statements &Out) const {
  for (const Item &I : Items)
    overElements(
        I, RaceStrategy::ParallelReduction, Tag,
        [&](const ExprRef &At) {
          return beginElement(I, Count, At, Apart, Tag);
        },
        Out);
}

void CursorArrays::end(const ExprRef &Count, SourceTag Tag,
                       Statements &Out) const {
  auto EndElement = [&](const Item &I, const ExprRef &At) {
    Statements Body;
    const Place Target{I.Array.Name, I.Array.Ty, At};
    ExprRef Begin = I.Copies.begin(binary(BinaryOp::Sub, Count, i64(1)), Body);
    ExprRef Last =
        Names.let(I.Array.Name + "_last",
                  cast(I.Array.Ty, valueOf(I.Copies.element(Begin, At))), Body);
    // Another thread of the user's may own what is not stepped.
    Body.push_back(
        std::make_shared<IfStmt>(binary(BinaryOp::Ne, Last, valueOf(Target)),
                                 assign(Target, Last, Tag), nullptr, Tag));
    return block(std::move(Body));
  };
  for (const Item &I : Items)
    overElements(
        I, RaceStrategy::NoRaces, Tag,
        [&](const ExprRef &At) { return EndElement(I, At); }, Out);
}

//===- ReducedArrays.cpp - arrays that chunks reduce into -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducedArrays.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/copies/CopiedElements.h"
#include "lacuna/lower/parallel/Chunks.h"
#include "lacuna/lower/parallel/Workspaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

/// Whether \p Body reads another member of the records that \p Array lies in.
static bool readsBeside(const Nest &N, const StmtRef &Body,
                        const Operand &Array) {
  auto IsBeside = [&](const ExprRef &Load) {
    const Operand *O = N.findOperand(llvm::cast<LoadExpr>(*Load).array());
    return O && O->Name != Array.Name && O->Records == Array.Records;
  };
  return !Array.Records.empty() && anyOf(Body, [&](const Stmt &S) {
    bool Reads = false;
    for (const ExprRef &E : expressions(S))
      forEachLoad(E, [&](const ExprRef &Load) { Reads |= IsBeside(Load); });
    return Reads;
  });
}

ReducedArrays::ReducedArrays(const std::vector<ReducedArray> &Arrays,
                             const StmtRef &Body, bool MayCopyFirst,
                             ExprRef MostChunks, MadeNames &Names)
    : HaveFirst(MayCopyFirst &&
                llvm::any_of(Arrays,
                             [&](const ReducedArray &A) {
                               return readsBeside(Names.nest(), Body, A.Array);
                             })),
      MostChunks(std::move(MostChunks)), Names(Names) {
  for (const auto &[Array, Op] : Arrays) {
    const Reduction Of{Op, {Array.Name, Array.Ty, nullptr}};
    const Type Ty = partType(Of);
    const char *Suffix = Ty == Array.Ty ? "_copies" : "_sums";
    const ExprRef Extent = copiedElements(Array);
    Items.push_back(
        {Of, Array, Extent, {Array, Ty, allocatable(Extent), Names, Suffix}});
  }
}

void ReducedArrays::declare(std::vector<StmtRef> &Hoisted,
                            SourceTag Tag) const {
  const ExprRef Count = binary(BinaryOp::Sub, MostChunks, i64(!HaveFirst));
  for (const Item &I : Items)
    I.Copies.declare(Count, Hoisted, Tag);
}

ExprRef ReducedArrays::begin(const Item &I, const ExprRef &Which,
                             std::vector<StmtRef> &Before) const {
  return I.Copies.begin(binary(BinaryOp::Sub, Which, i64(!HaveFirst)), Before);
}

/// \p Body with the updates of \p Array, elements of type \p Ty.
static StmtRef updatesIn(const StmtRef &Body, llvm::StringRef Array,
                         const Type &Ty) {
  auto OnStmt = [&](const StmtRef &S) -> StmtRef {
    auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
    if (!Assign || Assign->target().Name != Array)
      return nullptr;
    return reduceInto({Array.str(), Ty, Assign->target().Index}, Assign->op(),
                      cast(Ty, Assign->value()), S->tag());
  };
  return rewrite(Body, OnStmt, nullptr);
}

/// What leaves no trace in the copy of \p I that begins at \p Begin.
StmtRef ReducedArrays::clear(const Item &I, const ExprRef &Begin,
                             SourceTag Tag) const {
  const std::string Element = Names.get(I.Of.Target.Name + "_element");
  return std::make_shared<ForStmt>(
      Element, i64(0), I.Extent,
      assign(I.Copies.element(Begin, var(Type::i64(), Element)),
             cast(partType(I.Of), identityOf(I.Of.Op, I.Of.Target.Ty)), Tag),
      ForTags(), Tag);
}

// Of members of records there is no view, as of sums of another type.
bool ReducedArrays::haveViews() const {
  return llvm::all_of(Items, [](const Item &I) {
    return I.Array.Records.empty() && partType(I.Of) == I.Of.Target.Ty;
  });
}

StmtRef ReducedArrays::view(const ExprRef &Which, const StmtRef &Body,
                            SourceTag Tag, std::vector<StmtRef> &Before) const {
  StmtRef Result = Body;
  const ExprRef IsFirst = binary(BinaryOp::Eq, Which, i64(0));
  for (const Item &I : Items) {
    ExprRef Begin = begin(I, Which, Before);
    Before.push_back(
        std::make_shared<IfStmt>(unary(UnaryOp::LogicalNot, IsFirst),
                                 clear(I, Begin, Tag), nullptr, Tag));
    Before.push_back(I.Copies.viewUnless(IsFirst, Begin, Tag));
    Result = I.Copies.moveToView(Result);
  }
  return Result;
}

StmtRef ReducedArrays::enter(const ExprRef &Which, const StmtRef &Body,
                             SourceTag Tag,
                             std::vector<StmtRef> &Before) const {
  StmtRef Result = Body;
  for (const Item &I : Items) {
    const Type Ty = partType(I.Of);
    ExprRef Begin = begin(I, Which, Before);
    Before.push_back(clear(I, Begin, Tag));
    if (Ty != I.Of.Target.Ty)
      Result = updatesIn(Result, I.Of.Target.Name, Ty);
    Result = I.Copies.moveTo(Begin, Result);
  }
  return Result;
}

/// Whether joining \p Value may change anything. Of a sum of floating-point
/// numbers -0.0 alone does not.
static ExprRef changes(ReduceOp Op, const ExprRef &Value) {
  const Type &Ty = Value->type();
  if (Ty.isComplex())
    return std::make_shared<OpaqueExpr>(
        Type::boolean(),
        "($0.real() != 0 || !__builtin_signbit($0.real()) || $0.imag() != 0 || "
        "!__builtin_signbit($0.imag()))",
        std::vector<ExprRef>{Value});
  ExprRef Identity = identityOf(Op, Ty);
  if (Op != ReduceOp::Add || !Ty.isFloat())
    return binary(BinaryOp::Ne, Value, Identity);
  auto Number = [](const Type &Ty, const char *Text) -> ExprRef {
    return std::make_shared<ConstantExpr>(Ty, std::string(Text));
  };
  const Type Double = Type::f64();
  ExprRef Sign = std::make_shared<CallExpr>(
      Double, "copysign",
      std::vector<ExprRef>{Number(Double, "1.0"), cast(Double, Value)});
  return binary(BinaryOp::LogicalOr,
                binary(BinaryOp::Ne, Value, Number(Ty, "0.0")),
                binary(BinaryOp::Gt, Sign, Number(Double, "0.0")));
}

/// Joins elements \p First up to \p Last, copy by copy: a loop over elements is
/// one that clang vectorises.
StmtRef ReducedArrays::joinElements(const Item &I, const ExprRef &Count,
                                    const ExprRef &First, const ExprRef &Last,
                                    SourceTag Tag) const {
  const std::string Copy = Names.get(I.Of.Target.Name + "_copy"),
                    Element = Names.get(I.Of.Target.Name + "_element");
  const ExprRef At = var(Type::i64(), Element);
  const Place Target{I.Of.Target.Name, I.Of.Target.Ty,
                     subscriptOfCopied(I.Array, At)};
  std::vector<StmtRef> OfCopy, OfElement;
  ExprRef Begin = begin(I, var(Type::i64(), Copy), OfCopy);
  ExprRef Value = Names.let(I.Of.Target.Name + "_part",
                            valueOf(I.Copies.element(Begin, At)), OfElement);
  OfElement.push_back(std::make_shared<IfStmt>(
      changes(I.Of.Op, Value), joinInto(Target, I.Of.Op, Value, Tag), nullptr,
      Tag));
  OfCopy.push_back(std::make_shared<ForStmt>(
      Element, First, Last, block(std::move(OfElement)), ForTags(), Tag));
  return std::make_shared<ForStmt>(Copy, i64(!HaveFirst), Count,
                                   block(std::move(OfCopy)), ForTags(), Tag);
}

void ReducedArrays::join(const ExprRef &Count, const ForTags &Tags,
                         SourceTag Tag, std::vector<StmtRef> &Out) const {
  std::vector<StmtRef> Pieces;
  for (const Item &I : Items) {
    std::string Piece = Names.get(I.Of.Target.Name + "_piece");
    ExprRef Which = var(Type::i64(), Piece);
    const Chunks Share{I.Extent, Count};
    Pieces.push_back(std::make_shared<ForStmt>(
        Piece, i64(0), Count,
        joinElements(I, Count, Share.first(Which),
                     Share.first(binary(BinaryOp::Add, Which, i64(1))), Tag),
        Tags, Tag));
  }
  if (!Pieces.empty())
    Out.push_back(
        std::make_shared<IfStmt>(binary(BinaryOp::Gt, Count, i64(!HaveFirst)),
                                 block(std::move(Pieces)), nullptr, Tag));
}

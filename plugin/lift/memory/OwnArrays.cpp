//===- OwnArrays.cpp - arrays and vectors of the nest's own ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `double acc[4] = {};`, `std::array<double, 4> acc{};`: arrays that iterations
// declare. Where the size is known in front of the nest alone, as of
// `double w[n];` and `std::vector<double> w(n);`, memory is allocated once for
// each thread.
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/FrontValues.h"
#include "lift/Lifter.h"
#include "lift/Messages.def"
#include "lift/ast/ArrayTypes.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/memory/Messages.def"
#include "lift/state/Operators.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

//===-- sizes that are known ----------------------------------------------===//

/// Appends the elements that \p Init lists for an array of type \p Ty, as they
/// lie in memory; those behind the last one are zero. False for other
/// initialisers.
static bool listElements(const clang::ASTContext &Context,
                         const clang::Expr *Init, clang::QualType Ty,
                         std::vector<const clang::Expr *> &Values) {
  Init = withoutTemporaries(Init);
  if (isa<clang::ImplicitValueInitExpr>(Init))
    return Values.empty();
  const auto *List = dyn_cast<clang::InitListExpr>(Init);
  if (!List)
    return false;
  const auto *A =
      dyn_cast<clang::ConstantArrayType>(Ty->getAsArrayTypeUnsafe());
  if (!A) // the one member of a std::array
    return List->getNumInits() == 0
               ? Values.empty()
               : List->getNumInits() == 1 &&
                     listElements(Context, List->getInit(0),
                                  List->getInit(0)->getType(), Values);
  const clang::QualType Elem = A->getElementType();
  const uint64_t OfPart = numbersIn(Context, Elem);
  if (OfPart != 1 && List->getNumInits() != A->getSize().getZExtValue())
    return List->getNumInits() == 0 && Values.empty();
  return llvm::all_of(List->inits(), [&](const clang::Expr *Part) {
    if (OfPart == 1 && !arrayLevel(Context, Elem)) {
      Values.push_back(Part);
      return true;
    }
    const size_t First = Values.size();
    return listElements(Context, Part, Elem, Values) &&
           Values.size() - First == OfPart;
  });
}

/// The array that \p Init, of a `std::array` or `std::vector`, copies; or null.
static const clang::Expr *copiedContainer(const clang::Expr *Init) {
  const auto *C = dyn_cast<clang::CXXConstructExpr>(withoutTemporaries(Init));
  // What is moved from a vector is not there any more.
  const bool Copies =
      C && C->getNumArgs() > 0 && C->getArg(0)->isGLValue() &&
      (C->getConstructor()->isCopyConstructor() ||
       (isStdArray(C->getType()) && C->getConstructor()->isMoveConstructor()));
  return Copies ? withoutTemporaries(C->getArg(0)) : nullptr;
}

/// Whether \p Init, of an array, gives elements no values.
static bool setsNothing(const clang::Expr *Init) {
  const auto *C = dyn_cast<clang::CXXConstructExpr>(withoutTemporaries(Init));
  return C && C->getNumArgs() == 0 && !C->requiresZeroInitialization() &&
         C->getConstructor()->isTrivial();
}

/// Whether an array of \p Bytes is small enough for each iteration to have it.
bool Lifter::fitsOnStack(const clang::VarDecl *V, int64_t Bytes) {
  // The stacks of OpenMP's threads are smaller than that of the program.
  constexpr int64_t MostBytes = 1 << 20;
  ArrayBytes += Bytes;
  if (ArrayBytes <= MostBytes)
    return true;
  const int64_t Others = ArrayBytes - Bytes;
  Diags.refuse(V->getLocation(),
               msg::LocalArrayExceedsStack(
                   V->getNameAsString(), Bytes,
                   (Others == 0 ? "" : msg::InfixBesideArraysOf(Others)),
                   MostBytes, (Others == 0 ? "" : " together")));
  return false;
}

/// Whether arrays of type \p Ty have few enough elements to be copied one by
/// one; if not, it is said.
bool Lifter::isCopied(clang::QualType Ty, clang::SourceLocation Loc) {
  constexpr uint64_t MostElements = 256;
  if (numbersIn(Context, Ty) <= MostElements)
    return true;
  Diags.refuse(Loc, msg::ArrayIsLarge(MostElements));
  return false;
}

/// The values that \p Init, of an array of type \p Ty, lists; or those of the
/// elements of another array that it copies. Nothing, and says so, of others.
std::optional<std::vector<ExprRef>>
Lifter::initialElements(llvm::StringRef Name, const clang::Expr *Init,
                        clang::QualType Ty) {
  std::vector<ExprRef> Elements;
  if (const clang::Expr *Other = copiedContainer(Init)) {
    auto P = isCopied(Ty, Init->getExprLoc())
                 ? containerData(Other, "array", arrayLevel(Context, Ty)->Elem)
                 : std::nullopt;
    for (uint64_t N = 0; P && N < numbersIn(Context, Ty); ++N)
      Elements.push_back(elementAt(elementBehind(*P, i64(int64_t(N)))));
    return P ? std::optional(std::move(Elements)) : std::nullopt;
  }
  std::vector<const clang::Expr *> Values;
  if (!listElements(Context, Init, Ty, Values)) {
    Diags.refuse(Init->getExprLoc(), msg::LocalArrayInitialiser(Name));
    return std::nullopt;
  }
  if (llvm::all_of(Values, isZero))
    Values.clear();
  for (const clang::Expr *Value : Values) {
    const size_t From = inFront();
    Elements.push_back(liftValue(Value));
    if (!Elements.back())
      return std::nullopt;
    for (ExprRef &Before : llvm::MutableArrayRef(Elements).drop_back())
      keepReads(Before, From, Value->getExprLoc());
  }
  return Elements;
}

/// A `std::array` that \p E makes: one of the nest's own.
std::optional<Entity> Lifter::arrayValue(const clang::Expr *E,
                                         std::vector<StmtRef> *Out) {
  E = withoutTemporaries(E);
  const clang::QualType Ty = E->getType();
  const auto Level = arrayLevel(Context, Ty);
  auto Elem = Level && Out ? Types.scalarAt(innermostElement(Context, Ty),
                                            E->getExprLoc())
                           : std::nullopt;
  if (!Elem)
    return Diags.refuseType(E->getExprLoc(), Ty), std::nullopt;
  if (const auto *C = dyn_cast<clang::CallExpr>(E)) {
    auto Value = returnedRecord(C, Out);
    if (Value && !isKind<SpanValue>(*Value))
      return Diags.refuseType(E->getExprLoc(), Ty), std::nullopt;
    return Value;
  }
  const PointerValue Array = {Builder.uniqueName("array"), *Elem, nullptr};
  auto Elements = initialElements(Array.Array, E, Ty);
  if (!Elements)
    return std::nullopt;
  const auto Size = int64_t(numbersIn(Context, Ty));
  addElements(E->getExprLoc(), Array, Size, *Elements,
              int64_t(Elements->size()) != Size, *Out);
  return SpanValue{Array, i64(Level->Count)};
}

/// A copy of \p Of, the elements of a `std::array` of type \p Ty.
std::optional<SpanValue>
Lifter::copyOf(const SpanValue &Of, llvm::StringRef Name, clang::QualType Ty,
               clang::SourceLocation Loc, std::vector<StmtRef> &Out) {
  if (!isCopied(Ty, Loc))
    return std::nullopt;
  const auto Size = int64_t(numbersIn(Context, Ty));
  const PointerValue Array = {Builder.uniqueName(Name), Of.Data.Elem, nullptr};
  std::vector<ExprRef> Elements;
  for (int64_t N = 0; N < Size; ++N)
    Elements.push_back(elementAt(elementBehind(Of.Data, i64(N))));
  addElements(Loc, Array, Size, Elements, /*HasZeros=*/false, Out);
  return SpanValue{Array, Of.Size};
}

/// `v = w;`, `x[i] = f(w);` of `std::array`.
bool Lifter::assignArray(const clang::Expr *Target, const clang::Expr *Value,
                         clang::SourceLocation Loc, std::vector<StmtRef> &Out) {
  const clang::QualType Ty = Target->getType(),
                        Elem = arrayLevel(Context, Ty)->Elem;
  Value = withoutTemporaries(Value);
  if (!isCopied(Ty, Loc))
    return false;
  std::optional<PointerValue> From;
  if (Value->isGLValue()) {
    From = containerData(Value, "array", Elem);
  } else if (auto Made = arrayValue(Value, &Out)) {
    From = std::get<SpanValue>(*Made).Data;
  }
  auto To = From ? containerData(Target, "array", Elem) : std::nullopt;
  for (uint64_t N = 0; To && N < numbersIn(Context, Ty); ++N) {
    const Place At = placeAt(elementBehind(*To, i64(int64_t(N))));
    Ops.noteWritten(At);
    Out.push_back(assign(At,
                         lacuna::cast(To->Elem, elementAt(elementBehind(
                                                    *From, i64(int64_t(N))))),
                         Builder.tag(Loc)));
  }
  return To && !Diags.any();
}

bool Lifter::declareArray(const clang::VarDecl *V, std::vector<StmtRef> &Out) {
  const clang::QualType Ty = V->getType();
  const auto Level = arrayLevel(Context, Ty);
  if (Level && Level->Length)
    return declareRuntimeArray(V, Level->Length, Level->Elem, Out);
  const clang::SourceLocation Loc = V->getLocation();
  if (!Level) {
    Diags.refuse(Loc, msg::LocalArraySizeVaries(V->getNameAsString()));
    return false;
  }
  auto Elem = Types.scalarAt(innermostElement(Context, Ty), Loc);
  if (!Elem || !fitsOnStack(V, Context.getTypeSizeInChars(Ty).getQuantity()))
    return false;
  const clang::Expr *Init = V->getInit();
  if (Init && isa<clang::CallExpr>(withoutTemporaries(Init))) {
    auto Value = arrayValue(Init, &Out);
    if (Value)
      Env.set(V, *Value);
    return Value.has_value();
  }
  const uint64_t Size = numbersIn(Context, Ty);
  std::optional<std::vector<ExprRef>> Elements;
  if (V->hasInit() && !setsNothing(V->getInit())) {
    Elements = initialElements(V->getName(), V->getInit(), Ty);
    if (!Elements)
      return false;
    if (!Elem->isArithmetic() && Elements->size() != Size) {
      Diags.refuse(V->getInit()->getExprLoc(),
                   msg::LocalArrayListIsShort(V->getNameAsString(),
                                              Elem->spelling(),
                                              Elements->size(), Size));
      return false;
    }
  }
  const std::string Name = Builder.uniqueName(V->getNameAsString());
  const PointerValue Array = {Name, *Elem, nullptr};
  addElements(Loc, Array, int64_t(Size),
              Elements.value_or(std::vector<ExprRef>()),
              /*HasZeros=*/Elements && Elements->size() != Size, Out);
  if (isStdArray(Ty))
    Env.set(V, SpanValue{Array, i64(Level->Count)});
  else
    Env.set(V, LocalArray{Name, *Elem});
  return true;
}

/// Declares \p Array, of \p Size elements, the first of which are \p Elements.
void Lifter::addElements(clang::SourceLocation Loc, const PointerValue &Array,
                         int64_t Size, llvm::ArrayRef<ExprRef> Elements,
                         bool HasZeros, std::vector<StmtRef> &Out) {
  const SourceTag Tag = Builder.tag(Loc);
  Out.push_back(std::make_shared<LocalArrayStmt>(
      Array.Array, Array.Elem, i64(Size), HasZeros ? zero(Array.Elem) : nullptr,
      Tag));
  for (size_t N = 0; N < Elements.size(); ++N)
    Out.push_back(assign({Array.Array, Array.Elem, i64(int64_t(N))},
                         lacuna::cast(Array.Elem, Elements[N]), Tag));
}

//===-- sizes that are known in front of the nest -------------------------===//

/// The size and, if there is one, the value that \p Init gives a vector as
/// `(n)` or `(n, value)`; else nothing.
static llvm::SmallVector<const clang::Expr *, 2>
sizeAndValue(const clang::Expr *Init) {
  const auto *C =
      Init ? dyn_cast<clang::CXXConstructExpr>(withoutTemporaries(Init))
           : nullptr;
  llvm::SmallVector<const clang::Expr *, 2> Given;
  if (!C || C->getNumArgs() == 0 ||
      !C->getConstructor()->getParamDecl(0)->getType()->isIntegerType())
    return Given;
  for (const clang::Expr *Arg : C->arguments())
    if (!isa<clang::CXXDefaultArgExpr>(Arg))
      Given.push_back(withoutTemporaries(Arg));
  // The last parameter is an allocator.
  if (Given.size() >= C->getConstructor()->getNumParams())
    Given.clear();
  return Given;
}

/// The list of elements that \p Init gives a vector, or null.
static const clang::InitListExpr *listedIn(const clang::Expr *Init) {
  const auto *C = dyn_cast<clang::CXXConstructExpr>(withoutTemporaries(Init));
  const auto *List =
      C && C->getNumArgs() > 0 ? initializerList(C->getArg(0)) : nullptr;
  return List ? dyn_cast<clang::InitListExpr>(
                    withoutTemporaries(List->getSubExpr()))
              : nullptr;
}

/// `double w[n];`
bool Lifter::declareRuntimeArray(const clang::VarDecl *V,
                                 const clang::Expr *Length,
                                 clang::QualType Part,
                                 std::vector<StmtRef> &Out) {
  const clang::SourceLocation Loc = V->getLocation();
  const auto Inner = arrayLevel(Context, Part);
  auto Elem = Types.scalarAt(innermostElement(Context, Part), Loc);
  ExprRef Size =
      Elem && !(Inner && Inner->Length) ? liftValue(Length) : nullptr;
  if (!Size) {
    Diags.refuse(Loc, msg::LocalArraySizeVaries(V->getNameAsString()));
    return false;
  }
  Size = Lets.substituted(binary(BinaryOp::Mul, lacuna::cast(Type::i64(), Size),
                                 i64(int64_t(numbersIn(Context, Part)))));
  const std::string Name = Builder.uniqueName(V->getNameAsString());
  Out.push_back(std::make_shared<LocalArrayStmt>(Name, *Elem, Size, nullptr,
                                                 Builder.tag(Loc)));
  Env.set(V, LocalArray{Name, *Elem});
  OwnVectors.push_back({V, Size});
  return true;
}

/// The elements that the vector \p Init, of type \p Ty, has copies of; nothing,
/// perhaps without refusal, if it has none.
std::optional<SpanValue> Lifter::copiedElements(const clang::Expr *Init,
                                                clang::QualType Ty) {
  if (const clang::Expr *Other = copiedContainer(Init)) {
    auto P = containerData(Other, "vector", elementTypeOf(Ty));
    ExprRef Size = P ? containerSize(Other) : nullptr;
    return Size ? std::optional(SpanValue{*P, Size}) : std::nullopt;
  }
  const auto *C = dyn_cast<clang::CXXConstructExpr>(withoutTemporaries(Init));
  if (!C || C->getNumArgs() < 2 ||
      pointerWithin(C->getArg(0)->getType()).isNull() ||
      pointerWithin(C->getArg(1)->getType()).isNull())
    return std::nullopt;
  auto P = pointer(C->getArg(0));
  ExprRef Size =
      P ? pointerDistance(C->getArg(0), C->getArg(1), C->getExprLoc())
        : nullptr;
  return Size ? std::optional(SpanValue{*P, Size}) : std::nullopt;
}

/// Whether \p Size, which \p V is to have, may be that of an array.
bool Lifter::isSize(const clang::VarDecl *V, const ExprRef &Size,
                    const Type &Elem) {
  const std::optional<int64_t> Known = constantValue(Size);
  if (!Known)
    return true;
  if (*Known > 0 && *Known <= INT_MAX)
    return fitsOnStack(V, *Known * Elem.bits() / 8);
  Diags.refuse(V->getLocation(), msg::VectorSizeVaries(V->getNameAsString()));
  return false;
}

/// The function that appends to \p V in \p S; empty if none does.
static std::string appendTo(const clang::VarDecl *V, const clang::Stmt *S) {
  const auto *C = dyn_cast<clang::CXXMemberCallExpr>(S);
  const clang::CXXMethodDecl *M = C ? C->getMethodDecl() : nullptr;
  if (isAppend(M) && namedVariable(C->getImplicitObjectArgument()) == V)
    return M->getNameAsString();
  std::string Found;
  forEachPart(S, [&](const clang::Stmt *Part) {
    if (Found.empty())
      Found = appendTo(V, Part);
  });
  return Found;
}

bool Lifter::declareVector(const clang::VarDecl *V, std::vector<StmtRef> &Out) {
  const clang::SourceLocation Loc = V->getLocation();
  const clang::Expr *Init = V->getInit();
  const std::string Name = Builder.uniqueName(V->getNameAsString());
  auto Elem = Types.scalarAt(elementTypeOf(V->getType()), Loc);
  if (!Elem)
    return false;
  const PointerValue Array = {Name, *Elem, nullptr};
  if (const clang::InitListExpr *List = Init ? listedIn(Init) : nullptr) {
    auto Elements = initialElements(V->getName(), List, List->getType());
    const auto Size = int64_t(List->getNumInits());
    if (!Elements || !isSize(V, i64(Size), *Elem))
      return false;
    addElements(Loc, Array, Size, *Elements, int64_t(Elements->size()) != Size,
                Out);
    Env.set(V, SpanValue{Array, i64(Size)});
    return true;
  }
  const auto Given = sizeAndValue(Init);
  std::optional<SpanValue> Copied;
  if (Given.empty() && Init)
    Copied = copiedElements(Init, V->getType());
  if (Given.empty() && !Copied) {
    const std::string Call = appendTo(V, Source.Root);
    Diags.refuse(Loc, Call.empty()
                          ? msg::VectorHasNoSize(V->getName())
                          : msg::VectorIsAppendedTo(V->getName(), Call));
    return false;
  }
  ExprRef Size = Copied ? Copied->Size : liftValue(Given[0]);
  ExprRef Value = Copied || !Size     ? nullptr
                  : Given.size() == 2 ? liftValue(Given[1])
                                      : zero(*Elem);
  if (!Size || (!Value && !Copied))
    return false;
  Size = Lets.substituted(lacuna::cast(Type::i64(), Size));
  if (!isSize(V, Size, *Elem))
    return false;
  if (Value)
    Value = Lets.fixed(lacuna::cast(*Elem, Value), V, Out);
  Out.push_back(std::make_shared<LocalArrayStmt>(Name, *Elem, Size, Value,
                                                 Builder.tag(Loc)));
  if (Copied)
    addRangeLoop(
        V->getName(), Loc, Size,
        [&](const ExprRef &At) {
          ExprRef From = elementAt(elementBehind(Copied->Data, At));
          return assign({Name, *Elem, At}, lacuna::cast(*Elem, From),
                        Builder.tag(Loc));
        },
        Out);
  Env.set(V, SpanValue{Array, Size});
  OwnVectors.push_back({V, Size});
  return true;
}

/// Whether \p Body changes something that \p E is computed from.
static bool changes(const StmtRef &Body, const ExprRef &E) {
  bool Changes = false;
  walk(E, [&](const Expr &Part) {
    if (const auto *Var = dyn_cast<VarExpr>(&Part))
      Changes |= assigns(Body, Var->name());
    else if (const auto *Load = dyn_cast<LoadExpr>(&Part))
      Changes |= assigns(Body, Load->array());
  });
  return Changes;
}

bool Lifter::checkVectors() {
  Nest &Graph = Builder.graph();
  for (const auto &[V, Size] : OwnVectors) {
    const std::string Name = V->getNameAsString();
    if (!isEvaluable(Graph, Size) || changes(Graph.Body, Size)) {
      Diags.refuse(V->getLocation(), msg::VectorSizeVaries(Name));
      return false;
    }
    // The constructor throws.
    if (!constantValue(Size))
      Graph.Guards.push_back({msg::GuardVectorHasSize(Name),
                              binary(BinaryOp::Ge, Size, i64(0)), "", nullptr,
                              nullptr});
  }
  return true;
}

} // namespace lacuna::plugin

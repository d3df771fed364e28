//===- MathCalls.cpp - functions and operators of numbers -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/ast/Callees.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/calls/Messages.def"
#include "lift/calls/NonNegative.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// What functions of <cmath> take and return, whose result depends on their
/// arguments alone.
enum class MathKind {
  None,
  Alike,    ///< numbers of one floating-point type, and one of it
  ToInt,    ///< such a number to an integer
  WithInt,  ///< such a number and an int to another one
  Question, ///< whether such a number is of some kind, as an int
};

MathKind mathKind(llvm::StringRef Name) {
  return llvm::StringSwitch<MathKind>(Name)
      .Cases("sqrt", "cbrt", "hypot", "pow", "fma", "fdim", MathKind::Alike)
      .Cases("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "logb",
             MathKind::Alike)
      .Cases("sin", "cos", "tan", "asin", "acos", "atan", "atan2",
             MathKind::Alike)
      .Cases("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "tgamma",
             MathKind::Alike)
      .Cases("erf", "erfc", "fabs", "fmin", "fmax", "fmod", "copysign",
             "remainder", MathKind::Alike)
      .Cases("floor", "ceil", "trunc", "round", "rint", "nearbyint",
             MathKind::Alike)
      .Cases("inf", "huge_val", MathKind::Alike)
      .Cases("lround", "llround", "lrint", "llrint", "ilogb", MathKind::ToInt)
      .Cases("ldexp", "scalbn", MathKind::WithInt)
      .Cases("isnan", "isinf", "isfinite", "isnormal", "signbit",
             MathKind::Question)
      .Default(MathKind::None);
}

llvm::StringRef suffixOf(const Type &Ty) {
  return Ty.spelling() == "float"         ? "f"
         : Ty.spelling() == "long double" ? "l"
                                          : "";
}

/// `F` is declared by the implementation, not by the user.
bool isLibrary(const clang::FunctionDecl *F) {
  return F->isInStdNamespace() || F->getBuiltinID() != 0;
}

/// A builtin function that computes a number of the bits of another one.
bool looksAtBits(const clang::FunctionDecl &F) {
  llvm::StringRef Name = F.getName();
  if (F.getBuiltinID() == 0 || !Name.consume_front("__builtin_"))
    return false;
  if (!Name.starts_with("bswap"))
    Name = Name.rtrim('l');
  static constexpr llvm::StringRef Names[] = {"popcount", "parity", "clz",
                                              "ctz",      "ffs",    "bswap16",
                                              "bswap32",  "bswap64"};
  return llvm::is_contained(Names, Name);
}

} // namespace

/// What std::min, std::max and std::clamp compare, the elements of a list too;
/// empty for other calls.
static llvm::ArrayRef<const clang::Expr *> comparedBy(const clang::CallExpr *C,
                                                      llvm::StringRef Name) {
  llvm::ArrayRef<const clang::Expr *> Args(C->getArgs(), C->getNumArgs());
  const bool IsExtremum = Name == "min" || Name == "max";
  if (Args.size() == 2 ? IsExtremum : Args.size() == 3 && Name == "clamp")
    return Args;
  if (!IsExtremum || Args.size() != 1)
    return {};
  const auto *List = initializerList(Args.front());
  const auto *Init = List ? dyn_cast<clang::InitListExpr>(
                                withoutTemporaries(List->getSubExpr()))
                          : nullptr;
  if (!Init)
    return {};
  return Init->inits();
}

ExprRef Lifter::liftCall(const clang::CallExpr *C) {
  if (const auto *Operator = dyn_cast<clang::CXXOperatorCallExpr>(C)) {
    if (Operator->getOperator() == clang::OO_Minus && C->getNumArgs() == 2 &&
        isIterator(C->getArg(0)->getType()) &&
        isIterator(C->getArg(1)->getType()))
      return pointerDistance(C->getArg(1), C->getArg(0), C->getExprLoc());
    if (Operator->isComparisonOp() && C->getNumArgs() == 2 &&
        isSmartPointer(C->getArg(0)->getType()) &&
        C->getArg(1)->getType()->isNullPtrType())
      return isEqualToNull(C->getArg(0),
                           Operator->getOperator() == clang::OO_EqualEqual);
    if (Operator->isComparisonOp() && isIterator(C->getArg(0)->getType()) &&
        Operator->getOperator() != clang::OO_Spaceship)
      return comparePointers(
          clang::BinaryOperator::getOverloadedOpcode(Operator->getOperator()),
          C->getArg(0), C->getArg(1));
    return liftComplexOperator(Operator);
  }
  if (ExprRef Value = liftComplexCall(C))
    return Value;
  if (Diags.any())
    return nullptr;
  if (const auto *Member = dyn_cast<clang::CXXMemberCallExpr>(C)) {
    const clang::CXXMethodDecl *M = Member->getMethodDecl();
    if (llvm::isa_and_nonnull<clang::CXXConversionDecl>(M) &&
        C->getType()->isBooleanType() && isStandard(M) &&
        isSmartPointer(Member->getImplicitObjectArgument()->getType()))
      return isGiven(Member->getImplicitObjectArgument());
    if (returnsElement(Member)) {
      auto L = locateReturned(Member);
      return L ? valueAt(*L, C) : nullptr;
    }
    bool IsSize = M && M->getIdentifier() &&
                  (M->getName() == "size" || M->getName() == "length");
    bool IsEmpty = M && M->getIdentifier() && M->getName() == "empty";
    if (!containerOf(M).empty() && C->getNumArgs() == 0 &&
        (IsSize || IsEmpty)) {
      ExprRef Size = containerSize(Member->getImplicitObjectArgument());
      if (Size && IsEmpty)
        return binary(BinaryOp::Eq, Size, constant(Size->type(), 0));
      if (Size)
        return cast(*Types.scalar(C->getType()), Size);
    }
    if (!Diags.any() && !Env.isInCall() && Accessors.note(Member))
      return C->isGLValue() ? Ops.scalar(C) : Ops.call(Member);
    const clang::Expr *Object = Member->getImplicitObjectArgument();
    if (llvm::isa_and_nonnull<clang::CXXConversionDecl>(M) &&
        !definitionOf(C) && !Types.scalarAt(Object->getType(), C->getExprLoc()))
      return nullptr;
  }
  const clang::FunctionDecl *F = C->getDirectCallee();
  if (F && F->getIdentifier() && isLibrary(F)) {
    llvm::StringRef Name = F->getName();
    if (const clang::Expr *From = movedFrom(C))
      return liftValue(From);
    if (Name == "__builtin_expect" ||
        Name == "__builtin_expect_with_probability")
      return liftValue(C->getArg(0));
    if (auto Compared = comparedBy(C, Name); !Compared.empty())
      return liftMinMax(C, Name, Compared);
    if ((Name == "abs" || Name == "labs" || Name == "llabs") &&
        C->getNumArgs() == 1)
      return liftAbs(C);
    if (searchesNumbers(C) && C->getType()->isBooleanType())
      return isFound(C);
    if (looksAtBits(*F))
      return liftBits(C, Name);
    return liftMathCall(C, F);
  }
  return Diags.any() ? nullptr : inlineValue(C);
}

/// `__builtin_popcount(word)`, on which std::popcount is built.
ExprRef Lifter::liftBits(const clang::CallExpr *C, llvm::StringRef Name) {
  auto Ty = Types.scalar(C->getType());
  const ExprRef Word = Ty ? liftValue(C->getArg(0)) : nullptr;
  Name.consume_front("__builtin_");
  return Word ? std::make_shared<lacuna::CallExpr>(*Ty, Name.str(),
                                                   std::vector<ExprRef>{Word})
              : nullptr;
}

/// The builtin function that \p Name, called with numbers of type \p Of, is,
/// without `__builtin_`; empty if it is none.
static std::pair<std::string, MathKind> builtinName(llvm::StringRef Name,
                                                    const Type &Of) {
  llvm::StringRef Suffix = suffixOf(Of);
  if (Suffix.empty() && Of.spelling() != "double")
    return {};
  Name.consume_front("__builtin_");
  // std::sqrt(float) is sqrtf.
  if (!Suffix.empty() && mathKind(Name) == MathKind::None)
    Name.consume_back(Suffix);
  MathKind Kind = mathKind(Name);
  // One for all types.
  if (Kind == MathKind::Question)
    Suffix = "";
  return {(Name + Suffix).str(), Kind};
}

ExprRef Lifter::liftMathCall(const clang::CallExpr *C,
                             const clang::FunctionDecl *F) {
  auto Refuse = [&](const std::string &Why) {
    return Diags.refuse(C->getExprLoc(),
                        msg::MathCallOf(F->getNameAsString(), Why));
  };
  auto Ty = Types.scalar(C->getType());
  auto Of = Ty;
  if (Ty && !Ty->isFloat() && C->getNumArgs() > 0)
    Of = Types.scalar(C->getArg(0)->getType());
  std::string Full;
  MathKind Kind = MathKind::None;
  if (Of && Of->isFloat())
    std::tie(Full, Kind) = builtinName(F->getName(), *Of);
  if (Kind == MathKind::None)
    return liftedBody(C) ? inlineValue(C)
           : F->getName().starts_with("lgamma")
               ? Refuse(msg::SuffixSetsSign())
               : Refuse(msg::SuffixMayHaveSideEffects());
  unsigned ID = Context.Idents.get("__builtin_" + Full).getBuiltinID();
  const auto &Info = Context.BuiltinInfo;
  bool SetsErrno =
      ID && !Info.isConst(ID) && !Info.isConstWithoutExceptions(ID) &&
      Kind != MathKind::Question && Context.getLangOpts().MathErrno;
  // Of numbers that have no sign a root sets nothing.
  const bool IsRoot = SetsErrno && (Full == "sqrt" || Full == "sqrtf");
  if (!ID)
    return Refuse(msg::SuffixMaySetErrno());
  std::vector<ExprRef> Args;
  for (const clang::Expr *Arg : C->arguments()) {
    const bool IsInt = Kind == MathKind::WithInt && !Args.empty();
    auto ArgTy = Types.scalar(Arg->getType());
    // Those of namespace std convert others than the first one themselves.
    if (!ArgTy || (*ArgTy != (IsInt ? Type::i32() : *Of) &&
                   !(F->isInStdNamespace() && ArgTy->isArithmetic())))
      return Refuse(msg::SuffixMixesTypes());
    const size_t From = inFront();
    ExprRef Value = liftValue(Arg);
    if (!Value)
      return nullptr;
    for (ExprRef &Before : Args)
      keepReads(Before, From, Arg->getExprLoc());
    Args.push_back(Value);
    Args.back() = cast(IsInt ? Type::i32() : *Of, Args.back());
  }
  if (!Builder.noteFloatingPoint(C))
    return nullptr;
  Type Returned = Kind == MathKind::Question ? Type::i32() : *Ty;
  const ExprRef Call =
      std::make_shared<lacuna::CallExpr>(Returned, Full, std::move(Args));
  if (IsRoot)
    Roots.emplace_back(C, Call);
  else if (SetsErrno && !noteErrno(C, Call))
    return nullptr;
  return cast(*Ty, Call);
}

/// Has errno kept, which \p C may set, that is lifted as \p Call. Refuses \p C
/// where it is not known where errno is.
bool Lifter::noteErrno(const clang::CallExpr *C, const ExprRef &Call) {
  const llvm::Triple &Target = Context.getTargetInfo().getTriple();
  if (!Target.isOSLinux() || (!Target.isGNUEnvironment() && !Target.isMusl()))
    return refuseErrno(C);
  std::string &Name = Builder.graph().Facts.SetsErrno;
  if (Name.empty())
    Name = C->getDirectCallee()->getNameAsString();
  SettingErrno.emplace_back(C, Call);
  return true;
}

bool Lifter::refuseErrno(const clang::CallExpr *C) {
  Diags.refuse(C->getExprLoc(),
               msg::MathCallOf(C->getDirectCallee()->getNameAsString(),
                               msg::SuffixMaySetErrno()));
  return false;
}

/// Adds the calls in \p E to \p Calls.
static void addCalls(const ExprRef &E, std::vector<ExprRef> &Calls) {
  if (isa<lacuna::CallExpr, OpaqueExpr>(E.get()))
    Calls.push_back(E);
  for (const ExprRef &Part : E->operands())
    addCalls(Part, Calls);
}

static std::vector<ExprRef> callsIn(const StmtRef &Body) {
  std::vector<ExprRef> Calls;
  walk(Body, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      addCalls(E, Calls);
    return true;
  });
  return Calls;
}

/// Whether each call that may set errno is made once, where it stands; notes
/// the roots among them. What the lift has done without would set nothing, what
/// it asks in front or behind might come before others or after them, and what
/// it writes twice no compiler makes one of again.
bool Lifter::checkErrno() {
  const Nest &Graph = Builder.graph();
  for (const auto &[C, Root] : Roots)
    if (!isNonNegative(Root->operands().front(), Graph.Body) &&
        !noteErrno(C, Root))
      return false;
  if (SettingErrno.empty())
    return true;
  std::vector<ExprRef> Elsewhere = callsIn(Graph.Epilogue);
  for (const IndexVar &V : Graph.IndexVars) {
    addCalls(V.Lo, Elsewhere);
    addCalls(V.Hi, Elsewhere);
  }
  const std::vector<ExprRef> Inside = callsIn(Graph.Body);
  for (const auto &[C, Call] : SettingErrno) {
    auto IsThis = [&, &Call = Call](const ExprRef &Other) {
      return structurallyEqual(Other, Call);
    };
    const auto Lifted = llvm::count_if(
        SettingErrno, [&](const auto &Other) { return IsThis(Other.second); });
    if (HasUnread || llvm::any_of(Elsewhere, IsThis) ||
        llvm::count_if(Inside, IsThis) != Lifted)
      return refuseErrno(C);
  }
  return true;
}

/// std::min(a, b) is `b < a ? b : a`, as BinaryOp::Min, and that of a list the
/// same one by one; std::clamp(x, lo, hi) is std::min(std::max(x, lo), hi).
ExprRef Lifter::liftMinMax(const clang::CallExpr *C, llvm::StringRef Name,
                           llvm::ArrayRef<const clang::Expr *> Compared) {
  auto Ty = Types.scalarAt(C->getType(), C->getExprLoc());
  if (!Ty || (Ty->isFloat() && !Builder.noteFloatingPoint(C)))
    return nullptr;
  if (!Ty->isArithmetic())
    return Diags.refuseType(C->getExprLoc(), C->getType());
  ExprRef Value = liftValue(Compared.front());
  BinaryOp Op = Name == "min" ? BinaryOp::Min : BinaryOp::Max;
  for (const clang::Expr *Arg : Compared.drop_front()) {
    const size_t From = inFront();
    ExprRef Next = Value ? liftValue(Arg) : nullptr;
    if (!Next)
      return nullptr;
    keepReads(Value, From, Arg->getExprLoc());
    Value = std::make_shared<BinaryExpr>(Op, *Ty, Value, Next);
    if (Name == "clamp")
      Op = BinaryOp::Min;
  }
  return Value;
}

ExprRef Lifter::liftAbs(const clang::CallExpr *C) {
  auto Ty = Types.scalarAt(C->getType(), C->getExprLoc());
  ExprRef Arg = Ty ? liftValue(C->getArg(0)) : nullptr;
  if (!Arg)
    return nullptr;
  if (Arg->type() != *Ty || !Ty->isArithmetic())
    return Diags.refuse(C->getExprLoc(), msg::AbsMixesTypes());
  if (!Ty->isFloat())
    return std::make_shared<SelectExpr>(
        binary(BinaryOp::Lt, Arg, constant(*Ty, 0)), unary(UnaryOp::Neg, Arg),
        Arg);
  if (!Builder.noteFloatingPoint(C))
    return nullptr;
  llvm::StringRef Suffix = suffixOf(*Ty);
  if (Suffix.empty() && Ty->spelling() != "double")
    return Diags.refuseType(C->getExprLoc(), C->getType());
  return std::make_shared<lacuna::CallExpr>(*Ty, ("fabs" + Suffix).str(),
                                            std::vector<ExprRef>{Arg});
}

namespace {
/// What functions of complex numbers do but compute.
enum class ComplexKind { None, ComputesOnly, MaySetErrno };
} // namespace

static ComplexKind complexKind(llvm::StringRef Name, unsigned Arguments) {
  if (Arguments == 2)
    return llvm::StringSwitch<ComplexKind>(Name)
        .Cases("polar", "pow", ComplexKind::MaySetErrno)
        .Default(ComplexKind::None);
  return llvm::StringSwitch<ComplexKind>(Name)
      .Cases("real", "imag", "conj", "norm", ComplexKind::ComputesOnly)
      .Cases("abs", "arg", "sqrt", "exp", "log", "log10",
             ComplexKind::MaySetErrno)
      .Cases("sin", "cos", "tan", "asin", "acos", "atan",
             ComplexKind::MaySetErrno)
      .Cases("sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
             ComplexKind::MaySetErrno)
      .Default(ComplexKind::None);
}

/// `std::conj(z)`, `z.real()`, `std::polar(r, t)`: a function of complex
/// numbers, or to one, that depends on its arguments alone; null, without
/// refusal, for other calls.
ExprRef Lifter::liftComplexCall(const clang::CallExpr *C) {
  const clang::FunctionDecl *F = C->getDirectCallee();
  auto Ty = Types.scalar(C->getType());
  if (!F || !F->getIdentifier() || !isStandard(F) || !Ty)
    return nullptr;
  std::vector<const clang::Expr *> Of(C->arg_begin(), C->arg_end());
  const clang::Expr *Object = objectOf(C);
  if (Object)
    Of.insert(Of.begin(), Object);
  llvm::StringRef Name = F->getName();
  const ComplexKind Kind = complexKind(Name, Of.size());
  const bool IsComplex =
      Ty->isComplex() || llvm::any_of(Of, [&](const clang::Expr *E) {
        auto Part = Types.scalar(E->getType());
        return Part && Part->isComplex();
      });
  if (Kind == ComplexKind::None || !IsComplex || (Object && Of.size() != 1) ||
      llvm::any_of(Of, [](const clang::Expr *E) {
        return isa<clang::CXXDefaultArgExpr>(E);
      }))
    return nullptr;
  if (!Builder.noteFloatingPoint(C))
    return nullptr;
  std::vector<ExprRef> Args;
  for (const clang::Expr *E : Of) {
    const size_t From = inFront();
    Args.push_back(Types.scalarAt(E->getType(), E->getExprLoc()) ? liftValue(E)
                                                                 : nullptr);
    if (!Args.back())
      return nullptr;
    keepReads(Args.front(), From, E->getExprLoc());
  }
  const std::string Call =
      Object ? "$0." + Name.str() + "()"
             : "std::" + Name.str() + (Args.size() == 1 ? "($0)" : "($0, $1)");
  ExprRef Value = std::make_shared<OpaqueExpr>(*Ty, Call, std::move(Args));
  if (Kind == ComplexKind::MaySetErrno && Context.getLangOpts().MathErrno &&
      !noteErrno(C, Value))
    return nullptr;
  return Value;
}

/// Operators of std::complex; both operands of one type, or a scalar beside.
ExprRef Lifter::liftComplexOperator(const clang::CXXOperatorCallExpr *C) {
  auto Ty = Types.scalar(C->getType());
  const clang::FunctionDecl *F = C->getDirectCallee();
  bool Std = F && F->isInStdNamespace();
  // `x[i]` yields an lvalue; a prvalue here is some other operator.
  if (!Ty || !Ty->isOpaque() || !Std)
    return inlineValue(C);
  if (!Builder.noteFloatingPoint(C))
    return nullptr;
  std::vector<ExprRef> Args;
  for (const clang::Expr *Arg : C->arguments()) {
    if (!Types.scalarAt(Arg->getType(), Arg->getExprLoc()))
      return nullptr;
    const size_t From = inFront();
    Args.push_back(liftValue(Arg));
    if (!Args.back())
      return nullptr;
    keepReads(Args.front(), From, Arg->getExprLoc());
  }
  std::optional<BinaryOp> Op;
  if (C->getOperator() == clang::OO_Plus)
    Op = BinaryOp::Add;
  else if (C->getOperator() == clang::OO_Minus)
    Op = BinaryOp::Sub;
  else if (C->getOperator() == clang::OO_Star)
    Op = BinaryOp::Mul;
  else if (C->getOperator() == clang::OO_Slash)
    Op = BinaryOp::Div;
  if (!Op)
    return Diags.refuse(C->getOperatorLoc(),
                        msg::ComplexOperatorNotSupported(Ty->spelling()));
  if (Args.size() == 1)
    return *Op == BinaryOp::Sub
               ? std::make_shared<UnaryExpr>(UnaryOp::Neg, *Ty, Args[0])
               : Args[0];
  if (Args[0]->type() == *Ty && Args[1]->type() == *Ty)
    return std::make_shared<BinaryExpr>(*Op, *Ty, Args[0], Args[1]);
  return std::make_shared<OpaqueExpr>(
      *Ty,
      std::string("$0 ") + clang::getOperatorSpelling(C->getOperator()) + " $1",
      std::move(Args));
}

/// Constructors of std::complex.
ExprRef Lifter::liftConstruct(const clang::CXXConstructExpr *C) {
  auto Ty = Types.scalarAt(C->getType(), C->getExprLoc());
  if (!Ty)
    return nullptr;
  if (C->getConstructor()->isCopyOrMoveConstructor())
    return liftValue(C->getArg(0));
  std::vector<ExprRef> Args;
  std::string Text = Ty->spelling().str() + "(";
  for (const clang::Expr *Arg : C->arguments()) {
    if (isa<clang::CXXDefaultArgExpr>(Arg))
      break;
    if (!Types.scalarAt(Arg->getType(), Arg->getExprLoc()))
      return nullptr;
    Text += (Args.empty() ? "$" : ", $") + std::to_string(Args.size());
    Args.push_back(liftValue(Arg));
    if (!Args.back())
      return nullptr;
  }
  return std::make_shared<OpaqueExpr>(*Ty, Text + ")", std::move(Args));
}

} // namespace lacuna::plugin

//===- Bindings.cpp - the user's operands in generated text ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/Bindings.h"
#include "lacuna/emit/Cpp.h"
#include "lift/ast/ArrayTypes.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

namespace {

/// What a binding declares.
struct Declared {
  std::string Type; ///< of the scalar or of an element
  bool Written = false;
  bool Grows = false; ///< its elements move
};

} // namespace

static Declared declaredFor(const Binding &B, const Nest &N) {
  if (const Operand *O = N.findOperand(B.Operand); O && O->Records.empty())
    return {O->Ty.isEnumeration() && O->Kind != OperandKind::Scalar
                ? "auto"
                : O->Ty.spelling().str(),
            O->Written, !O->Grows.empty()};
  auto AnyMember = [&](llvm::function_ref<bool(const Operand &)> Is) {
    return llvm::any_of(N.Operands, [&](const Operand &O) {
      return O.Records == B.Operand && Is(O);
    });
  };
  return {"auto", AnyMember([](const Operand &O) { return O.Written; }),
          AnyMember([](const Operand &O) { return !O.Grows.empty(); })};
}

/// Whether the compiler knows the number that \p B binds, though the user's
/// code reads it from memory; a constant would be computed with.
static bool isReadAsConstant(const ASTContext &Context, const Binding &B) {
  clang::Expr::EvalResult Value;
  return B.User->getType()->isRealFloatingType() &&
         B.User->EvaluateAsRValue(Value, Context);
}

/// Whether \p B binds an array whose address the linker knows. A constant
/// expression is no capture of OpenMP's: inside of its regions, too, the
/// compiler sees then that two such arrays lie apart.
static bool isAtFixedAddress(const Binding &B) {
  const auto *Ref = dyn_cast<DeclRefExpr>(B.User->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  QualType Ty = V ? V->getType() : QualType();
  if (!V || !V->hasGlobalStorage() || B.F != Binding::Form::Pointer)
    return false;
  for (unsigned Level = 0; Level <= B.Levels; ++Level) {
    if (!Ty->isArrayType())
      return false;
    Ty = Ty->getAsArrayTypeUnsafe()->getElementType();
  }
  return V->getTLSKind() == VarDecl::TLS_None;
}

/// How many elements arrays on level \p Level of \p Array have.
static std::string lengthOn(unsigned Level, std::string Array) {
  while (Level-- > 0)
    Array += "[0]";
  const std::string Elem = "sizeof(" + Array + "[0])";
  // Of nothing there may be any number.
  return "sizeof(" + Array + ") / (" + Elem + " ? " + Elem + " : 1)";
}

/// Whether a variable stands in for what \p B binds where that is not there: it
/// is not looked at, whatever is stored to it, and lies apart from all else.
static bool standsInIfMissing(const Binding &B, const Declared &D) {
  return !B.Under.empty() &&
         (B.F == Binding::Form::Reference ||
          (B.F == Binding::Form::Address && D.Written && D.Type != "auto"));
}

/// The address of the first element of \p Array, \p Levels of arrays deeper.
static std::string firstElement(unsigned Levels, const std::string &Array) {
  std::string First = "&" + Array + "[0]";
  for (unsigned Level = 0; Level < Levels; ++Level)
    First += "[0]";
  return First;
}

static void printDeclaration(const Relocation &To, const Binding &B,
                             const Declared &D, LocatedText &Out) {
  const SourceLocation Loc = To.location();
  const std::string &Type = D.Type;
  const std::string Name = cppName(B.Operand);
  const std::string Pointer = (D.Written ? "" : "const ") + Type + " *" +
                              (D.Grows ? "" : "const ") + Name + " = ";
  auto Copy = [&] {
    std::string Word = Out.word(To.copy(B.User));
    if (B.User->getType()->isPointerType() &&
        (B.F == Binding::Form::Data || B.F == Binding::Form::Size))
      Word = "(*" + Word + ")";
    return Word;
  };
  const std::string User = Copy();
  // A pointer to arrays as one to the elements of the innermost.
  auto Flat = [&](const std::string &Suffix) {
    if (B.Levels == 0)
      return User + Suffix;
    std::string Elem = Copy() + Suffix + "[0]";
    for (unsigned Level = 0; Level < B.Levels; ++Level)
      Elem += "[0]";
    return "reinterpret_cast<__typeof__(" + Elem + ") *>(" + User + Suffix +
           ")";
  };
  // What is not read stands for nothing; nothing is divided by it.
  auto IfRead = [&](const std::string &Value, const std::string &Otherwise) {
    return B.Under.empty() ? Value + ";"
                           : B.Under + " ? " + Value + " : " + Otherwise + ";";
  };
  const bool MayBeMissing = standsInIfMissing(B, D);
  const std::string Missing = "lacuna_missing_" + Name;
  if (MayBeMissing)
    Out.line(Type + " " + Missing + " = {};", Loc);
  switch (B.F) {
  case Binding::Form::Value: {
    const bool IsNumber = !B.User->getType()->isEnumeralType();
    return Out.line((isReadAsConstant(To.context(), B) ? "" : "const ") + Type +
                        " " + Name + " = " +
                        IfRead((IsNumber ? "" : "(" + Type + ")") + User,
                               "(" + Type + ")1"),
                    Loc);
  }
  case Binding::Form::Pointer:
    if (isAtFixedAddress(B))
      return Out.line(
          "constexpr " + Pointer + firstElement(B.Levels, User) + ";", Loc);
    return Out.line(Pointer + IfRead(Flat(""), "nullptr"), Loc);
  case Binding::Form::Data:
    return Out.line(Pointer + IfRead(Flat(".data()"), "nullptr"), Loc);
  case Binding::Form::Get:
    return Out.line(Pointer + IfRead(Flat(".get()"), "nullptr"), Loc);
  case Binding::Form::Given:
    return Out.line("const bool " + Name + " = " +
                        IfRead("static_cast<bool>(" + User + ")", "false"),
                    Loc);
  case Binding::Form::Size:
    return Out.line(
        "const long " + Name + " = " + IfRead(User + ".size()", "0"), Loc);
  case Binding::Form::Capacity:
    return Out.line(
        "const long " + Name + " = " + IfRead(User + ".capacity()", "0"), Loc);
  case Binding::Form::Container:
    return Out.line("auto *const " + Name + " = " +
                        IfRead("__builtin_addressof(" + User + ")", "nullptr"),
                    Loc);
  case Binding::Form::Length:
    return Out.line("const long " + Name + " = " +
                        IfRead(lengthOn(B.Levels, User), "1"),
                    Loc);
  case Binding::Form::Address:
    return Out.line(Pointer + IfRead("__builtin_addressof(" + User + ")",
                                     MayBeMissing ? "&" + Missing : "nullptr"),
                    Loc);
  case Binding::Form::Reference:
    return Out.line(Type + " &" + Name + " = " + IfRead(User, Missing), Loc);
  }
  llvm_unreachable("unknown form of binding");
}

void plugin::printBindings(const Relocation &To, const Lifted &L,
                           llvm::StringRef Under, LocatedText &Out) {
  for (const Binding &B : L.Bindings)
    if (B.Under == Under)
      printDeclaration(To, B, declaredFor(B, L.Graph), Out);
}

void plugin::printBinding(const Relocation &To, const Binding &B,
                          LocatedText &Out) {
  std::string Type = "auto";
  // To which an enumerator is not converted.
  if (const auto *Enum = B.User->getType()->getAs<EnumType>();
      Enum && B.F == Binding::Form::Value)
    Type = Enum->getDecl()->getIntegerType().getAsString(
        To.context().getPrintingPolicy());
  printDeclaration(To, B, {Type, /*Written=*/true}, Out);
}

static std::vector<Binding> memoryOf(const Lifted &L) {
  std::vector<Binding> Memory;
  for (const Binding &B : L.Bindings)
    if (B.F == Binding::Form::Address)
      Memory.push_back({"lacuna_memory" + std::to_string(Memory.size()), B.F,
                        B.User, B.Object, B.Under});
  return Memory;
}

std::vector<Binding> plugin::withMemory(const Lifted &L) {
  std::vector<Binding> Bindings = memoryOf(L);
  llvm::append_range(Bindings, L.Bindings);
  return Bindings;
}

void plugin::printMemory(const Relocation &To, const Lifted &L,
                         llvm::StringRef Where, llvm::StringRef Under,
                         LocatedText &Out) {
  for (const Binding &B : memoryOf(L)) {
    if (B.Under != Under)
      continue;
    printBinding(To, B, Out);
    const std::string Call = ("__lacuna_acquire(" + Where + ", " + B.Operand +
                              ", sizeof(*" + B.Operand + "), 0, 1);")
                                 .str();
    Out.line(Under.empty() ? Call : ("if (" + Under + ") " + Call).str(),
             To.location());
  }
}

/// \p E without the conversions of its value that the binding's form implies:
/// the load, array decay and added qualifiers.
static const clang::Expr *withoutLoad(const clang::Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (const auto *Full = dyn_cast<FullExpr>(E)) {
      E = Full->getSubExpr();
      continue;
    }
    const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
    if (!Cast || (Cast->getCastKind() != CK_LValueToRValue &&
                  Cast->getCastKind() != CK_ArrayToPointerDecay &&
                  Cast->getCastKind() != CK_NoOp))
      return E;
    E = Cast->getSubExpr();
  }
}

bool plugin::holdsUnchanged(const ASTContext &Context, const Binding &B,
                            const VarDecl *Parsed) {
  QualType Declared = Parsed->getType();
  QualType User = withoutLoad(B.User)->getType();
  auto PointsTo = [&](QualType Elem) {
    return Context.hasSameUnqualifiedType(Declared->getPointeeType(), Elem);
  };
  switch (B.F) {
  case Binding::Form::Value:
    if (const auto *Enum = User->getAs<EnumType>())
      User = Enum->getDecl()->getIntegerType();
    return Context.hasSameUnqualifiedType(Declared, User);
  case Binding::Form::Reference:
    return Context.hasSameType(Declared.getNonReferenceType(), User);
  case Binding::Form::Pointer:
    if (User->isArrayType())
      User = Context.getArrayDecayedType(User);
    return User->isPointerType() &&
           PointsTo(B.Levels ? innermostElement(Context, User->getPointeeType())
                             : User->getPointeeType());
  case Binding::Form::Address:
    return PointsTo(User);
  case Binding::Form::Data:
  case Binding::Form::Get:
  case Binding::Form::Given:
  case Binding::Form::Size:
  case Binding::Form::Capacity:
  case Binding::Form::Container:
  case Binding::Form::Length:
    // Types of the container's members; a pointer of another type would not
    // have compiled.
    return true;
  }
  llvm_unreachable("unknown form of binding");
}

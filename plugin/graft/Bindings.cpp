//===- Bindings.cpp - the user's operands in generated text ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/Bindings.h"
#include "Compat.h"
#include "lacuna/emit/Cpp.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

//===-- names -------------------------------------------------------------===//

namespace {

/// Finds what has to be found again by name.
class NameCollector : public RecursiveASTVisitor<NameCollector> {
public:
  llvm::SetVector<NamedDecl *> Values, LocalTypes;

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    // Operators and members are found through the types of their operands.
    ValueDecl *D = E->getDecl();
    if (!isa<CXXMethodDecl, EnumConstantDecl>(D) &&
        D->getDeclName().isIdentifier())
      Values.insert(D);
    return true;
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc T) { return visitType(T.getType()); }
  bool VisitTagTypeLoc(TagTypeLoc T) { return visitType(T.getType()); }

private:
  bool visitType(QualType T) {
    TagDecl *Tag = T->getAsTagDecl();
    if (Tag && Tag->getParentFunctionOrMethod() && Tag->getIdentifier())
      LocalTypes.insert(Tag);
    return true;
  }
};

/// Prints references by the names that their declarations have now, whatever
/// qualifier the user wrote, and constants as values where the reference is no
/// use that a lambda would have captured.
class NamePrinter : public PrinterHelper {
public:
  explicit NamePrinter(const ASTContext &Context) : Context(Context) {}

  bool handledStmt(clang::Stmt *S, raw_ostream &OS) override {
    auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (!Ref)
      return false;
    if (printConstant(Ref, OS))
      return true;
    if (!Ref->getDecl()->getDeclName().isIdentifier() ||
        isa<CXXMethodDecl>(Ref->getDecl()))
      return false;
    OS << Ref->getDecl()->getName();
    return true;
  }

private:
  bool printConstant(const DeclRefExpr *Ref, raw_ostream &OS) const {
    bool IsEnumerator = isa<EnumConstantDecl>(Ref->getDecl());
    clang::Expr::EvalResult Value;
    if ((!IsEnumerator && Ref->isNonOdrUse() != NOUR_Constant) ||
        !Ref->getType()->isIntegralOrEnumerationType() ||
        !Ref->EvaluateAsInt(Value, Context))
      return false;
    PrintingPolicy Policy = Context.getPrintingPolicy();
    printCanonicalTypes(Policy);
    OS << "((" << Ref->getType().getUnqualifiedType().getAsString(Policy) << ")"
       << Value.Val.getInt() << ")";
    return true;
  }

  const ASTContext &Context;
};

} // namespace

BoundNames::BoundNames(Sema &S, llvm::ArrayRef<Binding> Bindings) : S(S) {
  NameCollector Found;
  for (const Binding &B : Bindings)
    Found.TraverseStmt(const_cast<clang::Expr *>(B.User));
  for (NamedDecl *D : Found.LocalTypes)
    Visible.push_back(D);
  for (NamedDecl *D : Found.Values)
    bind(D);
}

BoundNames::~BoundNames() {
  for (const Renamed &R : llvm::reverse(Names)) {
    R.Declaration->setDeclName(R.Original);
    if (R.WasVisible)
      S.IdResolver.AddDecl(R.Declaration);
  }
}

void BoundNames::bind(NamedDecl *D) {
  // The resolver finds the list that a declaration is in by its name.
  bool WasVisible =
      llvm::is_contained(llvm::make_range(S.IdResolver.begin(D->getDeclName()),
                                          S.IdResolver.end()),
                         D);
  if (WasVisible)
    S.IdResolver.RemoveDecl(D);
  Names.push_back({D, D->getDeclName(), WasVisible});
  Visible.push_back(D);
  D->setDeclName(
      &S.Context.Idents.get("lacuna_user_" + std::to_string(Names.size())));
}

std::string BoundNames::print(const clang::Expr *E) const {
  PrintingPolicy Policy = S.getPrintingPolicy();
  printCanonicalTypes(Policy);
  Policy.SuppressImplicitBase = false;
  Policy.TerseOutput = false;
  NamePrinter Printer(S.Context);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  E->printPretty(OS, &Printer, Policy);
  return Text;
}

//===-- declarations ------------------------------------------------------===//

namespace {

/// What a binding declares.
struct Declared {
  std::string Type; ///< of the scalar or of an element
  bool Written = false;
};

} // namespace

static Declared declaredFor(const Binding &B, const Nest &N) {
  if (const Operand *O = N.findOperand(B.Operand); O && O->Records.empty())
    return {O->Ty.spelling().str(), O->Written};
  return {"auto", llvm::any_of(N.Operands, [&](const Operand &O) {
            return O.Records == B.Operand && O.Written;
          })};
}

/// Whether the compiler knows the number that \p B binds, though the user's
/// code reads it from memory; a constant would be computed with.
static bool isReadAsConstant(const ASTContext &Context, const Binding &B) {
  clang::Expr::EvalResult Value;
  return B.User->getType()->isRealFloatingType() &&
         B.User->EvaluateAsRValue(Value, Context);
}

static std::string declaration(const BoundNames &Names, const Binding &B,
                               const Declared &D) {
  const std::string &Type = D.Type;
  std::string Name = cppName(B.Operand);
  std::string Pointer =
      (D.Written ? "" : "const ") + Type + " *const " + Name + " = ";
  // `this->a` binds tighter than anything around it, other text may not.
  std::string User = "(" + Names.print(B.User) + ")";
  if (B.User->getType()->isPointerType() &&
      (B.F == Binding::Form::Data || B.F == Binding::Form::Size))
    User = "(*" + User + ")";
  // What is not read stands for nothing; nothing is divided by it.
  auto IfRead = [&](const std::string &Value, const std::string &Otherwise) {
    return B.Under.empty() ? Value + ";"
                           : B.Under + " ? " + Value + " : " + Otherwise + ";";
  };
  switch (B.F) {
  case Binding::Form::Value:
    return (isReadAsConstant(Names.context(), B) ? "" : "const ") + Type + " " +
           Name + " = " + IfRead(User, "(" + Type + ")1");
  case Binding::Form::Pointer:
    return Pointer + IfRead(User, "nullptr");
  case Binding::Form::Data:
    return Pointer + IfRead(User + ".data()", "nullptr");
  case Binding::Form::Get:
    return Pointer + IfRead(User + ".get()", "nullptr");
  case Binding::Form::Size:
    return "const long " + Name + " = " + IfRead(User + ".size()", "0");
  case Binding::Form::Address:
    return Pointer + IfRead("__builtin_addressof" + User, "nullptr");
  case Binding::Form::Reference:
    return Type + " &" + Name + " = " + User + ";";
  }
  llvm_unreachable("unknown form of binding");
}

void plugin::printBindings(const BoundNames &Names, const Lifted &L,
                           llvm::StringRef Under, SourceLocation Loc,
                           LocatedText &Out) {
  for (const Binding &B : L.Bindings)
    if (B.Under == Under)
      Out.line(declaration(Names, B, declaredFor(B, L.Graph)), Loc);
}

void plugin::printBinding(const BoundNames &Names, const Binding &B,
                          SourceLocation Loc, LocatedText &Out) {
  Out.line(declaration(Names, B, {"auto", /*Written=*/true}), Loc);
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

void plugin::printMemory(const BoundNames &Names, const Lifted &L,
                         llvm::StringRef Where, llvm::StringRef Under,
                         SourceLocation Loc, LocatedText &Out) {
  for (const Binding &B : memoryOf(L)) {
    if (B.Under != Under)
      continue;
    printBinding(Names, B, Loc, Out);
    const std::string Call = ("__lacuna_acquire(" + Where + ", " + B.Operand +
                              ", sizeof(*" + B.Operand + "), 0, 1);")
                                 .str();
    Out.line(Under.empty() ? Call : ("if (" + Under + ") " + Call).str(), Loc);
  }
}

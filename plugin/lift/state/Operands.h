//===- Operands.h - what the nest takes as it finds it ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_OPERANDS_H
#define LACUNA_PLUGIN_LIFT_STATE_OPERANDS_H

#include "lift/state/Invariants.h"
#include <map>

namespace lacuna::plugin {

/// The operands of a nest and what they are bound to: base pointers, scalars,
/// sizes. Two expressions that denote one object share an operand.
class Operands {
public:
  Operands(clang::ASTContext &Context, const LanguageOptions &Language,
           BodyIndices &Bodies, const SourceNest &Source,
           const ScalarTypes &Types, const Environment &Env,
           AccessorCalls &Accessors, NestBuilder &Builder, Refusals &Diags)
      : Context(Context), Language(Language), Source(Source), Types(Types),
        Env(Env), Same(Context, Bodies, Source, Types, Accessors, Diags),
        Builder(Builder), Diags(Diags) {}

  /// What \p LValue, written as the function that the nest is in does, denotes.
  std::optional<Invariant> identify(const clang::Expr *LValue) {
    return Same.of(LValue);
  }

  /// The value of \p LValue, which the nest does not change.
  ExprRef scalar(const clang::Expr *LValue);

  /// The value of \p C, which has been noted as an accessor.
  ExprRef call(const clang::CXXMemberCallExpr *C);

  /// `x.size()`, as i64; null, without refusal, for unknown classes.
  ExprRef size(const clang::Expr *Container);

  /// Whether \p Pointer, which the nest does not change, leads anywhere.
  ExprRef given(const clang::Expr *Pointer);

  /// The same, written as the function that the nest is in does.
  ExprRef givenOutside(const clang::Expr *Pointer);

  /// What \p Base, bound by form \p F, leads to, whose elements are \p Elem;
  /// of arrays of arrays, the elements of the innermost.
  std::optional<PointerValue> array(const clang::Expr *Base, Binding::Form F,
                                    clang::QualType Elem);

  /// The nest appends to \p Container, an lvalue of the function that the nest
  /// is in, which is \p I: declares the variable that says where.
  StmtRef append(const Invariant &I, const clang::Expr *Container);

  /// That variable. Pre: `append` was called.
  Place countOf(const Invariant &I) const { return Appended.at(I.Key).Count; }

  /// The elements of \p Container, of type \p Elem, to which the nest appends.
  std::optional<PointerValue> appended(const clang::Expr *Container,
                                       clang::QualType Elem);

  /// Says of arrays which containers they grow, and makes operands of the
  /// containers that could be the same ones.
  void noteAppended();

  /// Makes \p V an operand, though the nest does not name it.
  void addInteger(const clang::VarDecl *V);

  /// Makes the memory of an invariant an operand, so that overlap checks see
  /// it.
  void addMemory(const Invariant &I, const clang::Expr *E, Type Ty,
                 bool Written);

  /// Members of one object never overlap: says so of their memory.
  void noteApart();

  /// The array of records that \p Base, which denotes \p I, is; \p Inner is
  /// what Operand calls so.
  PointerValue records(const Invariant &I, Binding::Form F,
                       const clang::Expr *Base, std::vector<ExprRef> Inner);

  /// The name kept for \p Key, empty at first.
  std::string &named(llvm::StringRef Key) { return NameByKey[Key]; }

  /// The number of elements of array of records \p Name, or null.
  ExprRef extentOfRecords(llvm::StringRef Name) const {
    return RecordExtents.lookup(Name);
  }

  /// What Operand calls Inner of array of records \p Name.
  std::vector<ExprRef> innerOfRecords(llvm::StringRef Name) const {
    return RecordInner.lookup(Name);
  }

  /// How many elements arrays of type \p Elem have, level by level, if it is an
  /// array type. Refuses run-time lengths of arrays that no operand leads to.
  std::optional<std::vector<ExprRef>>
  lengthsOf(clang::QualType Elem, clang::SourceLocation Loc) const;

  /// How many elements of the innermost arrays one of type \p Elem has (i64).
  ExprRef widthOf(clang::QualType Elem, clang::SourceLocation Loc) const;

  /// Whether \p Name is the number of elements of a container.
  bool isSize(llvm::StringRef Name) const { return Sizes.contains(Name); }

  /// Elements of array of records \p Name lead to rows, which they own or not.
  void noteRows(const std::string &Name, bool AreOwned) {
    OwnsRows.try_emplace(Name, true).first->second &= AreOwned;
  }

  /// The nest stores to \p P.
  void noteWritten(const Place &P);

  /// A store to characters may legally change any object, pointers too: makes
  /// operands of those in memory, which what is stored to is compared with.
  void comparePointers();

private:
  void noteBase(const Invariant &I, const clang::Expr *Pointer);
  void addPointersOf(const std::string &Records);
  std::string add(const Invariant &I, OperandKind Kind, Type Ty,
                  Binding::Form F, const clang::Expr *User,
                  ExprRef Extent = nullptr, llvm::StringRef Suffix = "");
  ExprRef extentOf(const Invariant &I, const clang::Expr *Base, Binding::Form F,
                   llvm::ArrayRef<ExprRef> Inner);
  std::optional<PointerValue> elements(const Invariant &I,
                                       const clang::Expr *Base, Binding::Form F,
                                       clang::QualType Elem);
  void bindLengths(const Invariant &I, Binding::Form F, const clang::Expr *Base,
                   clang::QualType Elem);

  /// A container that the nest appends to.
  struct Appending {
    Place Count;      ///< i64
    ExprRef Capacity; ///< i64
    std::string Name;
    const clang::Expr *Container;
    std::string Array = {}; ///< or array of records; empty: not yet
  };

  clang::ASTContext &Context;
  const LanguageOptions &Language;
  const SourceNest &Source;
  const ScalarTypes &Types;
  const Environment &Env;
  Invariants Same;
  NestBuilder &Builder;
  Refusals &Diags;
  llvm::StringMap<std::string> NameByKey;
  std::map<std::string, Appending> Appended; ///< by key
  llvm::StringSet<> Sizes;
  llvm::StringMap<ExprRef> RecordExtents;
  llvm::StringMap<std::vector<ExprRef>> RecordInner;
  /// Lengths of arrays that are computed at run time, by their expressions.
  llvm::DenseMap<const clang::Expr *, ExprRef> RuntimeLengths;
  std::vector<std::pair<Invariant, const clang::Expr *>> PointersInMemory;
  /// Arrays of records whose elements lead to rows: whether they own these, so
  /// that no program stores to the pointers there as to characters.
  std::map<std::string, bool> OwnsRows;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_OPERANDS_H

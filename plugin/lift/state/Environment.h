//===- Environment.h - what names stand for where the lift is ---*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_ENVIRONMENT_H
#define LACUNA_PLUGIN_LIFT_STATE_ENVIRONMENT_H

#include "lift/state/Entity.h"
#include "lift/state/ScalarTypes.h"
#include "lift/state/SourceNest.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"

namespace lacuna::plugin {

/// What `this` stands for.
struct Receiver {
  const clang::Expr *Object = nullptr; ///< as the function around writes it
  std::optional<RecordPlace> Element;  ///< an element of an array of records
  std::shared_ptr<RecordValue> Self;   ///< or a record of the nest's own
};

/// What the parameters of a call and `this` stand for in its body.
struct Arguments : Receiver {
  /// Numbers, and elements of arrays.
  llvm::DenseMap<const clang::VarDecl *, Entity> Numbers;
  /// Records, as the function that the nest is in writes them.
  llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *> Records;
};

/// A parameter, with what a call gives it.
struct Parameter {
  const clang::ParmVarDecl *Decl;
  const clang::Expr *Arg;
  bool IsWritten;            ///< by the function
  std::vector<StmtRef> *Out; ///< for what the call declares; null: nothing
};

/// What names stand for at the statement that is lifted. Some are objects of
/// the function that the nest is in: they stay expressions, which are put in
/// its terms where an operand is bound to them.
class Environment {
public:
  Environment(clang::ASTContext &Context, const ScalarTypes &Types,
              const SourceNest &Source, bool ElementsArePlaces, Refusals &Diags)
      : Context(Context), Types(Types), Source(Source),
        ElementsArePlaces(ElementsArePlaces), Diags(Diags) {}

  /// What variables stand for is as before at the end of a block.
  class Block {
  public:
    explicit Block(Environment &Env) : Env(Env), Saved(Env.Variables) {}
    ~Block() { Env.Variables = std::move(Saved); }
    Block(const Block &) = delete;
    Block &operator=(const Block &) = delete;

  private:
    Environment &Env;
    llvm::DenseMap<const clang::VarDecl *, Entity> Saved;
  };

  /// A call whose body is lifted.
  class Frame {
  public:
    Frame(Environment &Env, const clang::FunctionDecl *F, Arguments Bound);
    ~Frame();
    Frame(const Frame &) = delete;
    Frame &operator=(const Frame &) = delete;

  private:
    Environment &Env;
    Block Variables;
    llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *> Objects;
  };

  /// Null: \p V stands for itself. Valid until a name is set.
  const Entity *find(const clang::VarDecl *V) const;
  bool contains(const clang::VarDecl *V) const {
    return Variables.count(V) != 0;
  }
  void set(const clang::VarDecl *V, Entity E) { Variables[V] = std::move(E); }
  void erase(const clang::VarDecl *V) { Variables.erase(V); }

  /// \p V is a number that was assigned, and is not until it is set anew.
  bool isLet(const clang::VarDecl *V) const {
    const Entity *Known = find(V);
    const auto *Variable = Known ? std::get_if<Local>(Known) : nullptr;
    return Variable && Variable->IsLet;
  }

  /// The object of the function that \p D stands for, or null.
  const clang::Expr *object(const clang::ValueDecl *D) const {
    return Objects.lookup(D);
  }
  void setObject(const clang::ValueDecl *D, const clang::Expr *Outer) {
    Objects[D] = Outer;
  }

  /// \p V stands for \p Value, which may be an object.
  void bindValue(const clang::VarDecl *V, Entity Value);

  /// \p Member, of an object that the function reaches from a variable or
  /// `this` by members alone, stands for \p Value.
  void setMember(const clang::MemberExpr *Member, Entity Value);

  /// \p V is a pointer whose offset is a variable.
  void noteMoving(const clang::VarDecl *V) { Moving.insert(V); }
  bool isMoving(const clang::VarDecl *V) const { return Moving.contains(V); }

  /// The calls whose bodies are being lifted.
  unsigned depth() const { return Calls.size(); }
  bool isInCall() const { return !Calls.empty(); }
  /// Whether the body of \p F is being lifted, or a call in it.
  bool isIn(const clang::DeclContext *F) const {
    return llvm::any_of(Calls,
                        [&](const Call &C) { return C.Callee->Equals(F); });
  }
  /// What `this` stands for in \p F, the body of which is being lifted; null
  /// where it is being lifted several times.
  const Receiver *receiverIn(const clang::DeclContext *F) const;

  /// The element of an array of records that `this` points to, or nothing.
  const std::optional<RecordPlace> &element() const { return Here.Element; }

  /// Whether \p E may denote something else in each iteration: it mentions what
  /// the nest sets.
  bool varies(const clang::Stmt *E) const;

  /// Whether \p E names a reference in the nest, or a parameter, that stands
  /// for an object of the function which the nest is in.
  bool namesObject(const clang::Stmt *E) const;

  /// Member \p Field of \p Whole, or nothing.
  std::optional<Entity> memberOf(const Entity &Whole,
                                 const clang::FieldDecl *Field) const;

  /// What the lvalue \p E is in a record of the nest's own, or nothing.
  std::optional<Entity> part(const clang::Expr *E) const;

  /// \p E with parameters that are records and `this` replaced by what they
  /// stand for; null, without refusal, where that cannot be written.
  const clang::Expr *inCaller(const clang::Expr *E) const;

  /// The same for an operand; refuses what cannot be written.
  const clang::Expr *asOperand(const clang::Expr *E) const;

  /// `Base.Field`, or `Base->Field`.
  const clang::Expr *memberOf(const clang::Expr *Base,
                              const clang::FieldDecl *Field) const;

  /// The lambda that \p Object is, or an object of the function that the nest
  /// is in which holds what one captured; or null.
  const clang::Expr *closureOf(const clang::Expr *Object) const;

private:
  const clang::Expr *inTermsOf(const clang::Expr *E, const clang::Expr *This,
                               unsigned Accessors) const;
  const clang::Expr *castInCaller(const clang::CastExpr *C,
                                  const clang::Expr *From) const;
  const clang::Expr *memberInCaller(const clang::MemberExpr *M,
                                    const clang::Expr *This,
                                    unsigned Accessors) const;
  RecordValue &membersOf(const clang::Expr *Object);
  std::optional<Entity> asBase(const clang::CastExpr *C) const;

  clang::ASTContext &Context;
  const ScalarTypes &Types;
  const SourceNest &Source;
  const bool ElementsArePlaces;
  Refusals &Diags;
  llvm::DenseMap<const clang::VarDecl *, Entity> Variables;
  llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *> Objects;
  VarSet Moving;
  /// A call whose body is being lifted.
  struct Call {
    const clang::FunctionDecl *Callee;
    Receiver Around; ///< what `this` stands for where it is called
  };
  std::vector<Call> Calls;
  /// What `this` stands for in the innermost of these.
  Receiver Here;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_ENVIRONMENT_H

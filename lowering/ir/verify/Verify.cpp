//===- Verify.cpp - rules of nests and loop programs ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StmtVerifier.h"
#include "lacuna/ir/AffineSchedule.h"
#include "lacuna/ir/verify/Messages.def"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

namespace {

class NestVerifier {
public:
  explicit NestVerifier(const Nest &N) : N(N), Graph(&N), Serial(nullptr) {}

  llvm::Error run();

private:
  bool checkOperands();
  bool checkIndexVars();
  bool checkRange(const IndexVar &V, StmtVerifier &Bounds);
  bool checkRelations();
  bool checkRelation(size_t Position);
  bool checkArity(const Relation &R);
  bool checkFactor(const Relation &R);
  bool checkTensors();
  bool checkGuards();
  bool checkGuard(const Guard &G);
  bool checkFacts();
  bool checkAffine();
  bool checkKept();
  bool checkWorkspaces();
  bool checkStores(const StmtRef &S);

  const Nest &N;
  /// Checks the body; keeps the complaints about everything.
  StmtVerifier Graph;
  /// Checks what is evaluated outside the nest: operands alone are visible.
  StmtVerifier Serial;
};

} // namespace

bool NestVerifier::checkOperands() {
  return Graph.declareOperands(N.Operands) &&
         Serial.declareOperands(N.Operands) && Serial.checkExtents(N.Operands);
}

bool NestVerifier::checkRange(const IndexVar &V, StmtVerifier &Bounds) {
  if (!V.Ty.isInteger())
    return Graph.fail(msg::VerifyIndexNotInteger(V.Name));
  if (V.isDerived())
    return (V.Ty == Type::i64() && !V.Hi && N.producer(V.Name)) ||
           Graph.fail(msg::VerifyDerivedWithoutRelation(V.Name));
  if (N.producer(V.Name))
    return Graph.fail(msg::VerifyUnderivedHasProducer(V.Name));
  return Bounds.checkExprOf(V.Lo, V.Ty,
                            "the lower bound of '" + V.Name + "'") &&
         Bounds.checkExprOf(V.Hi, V.Ty,
                            "the upper bound of '" + V.Name + "'") &&
         Bounds.declare(V.Name, {NameInfo::Kind::Constant, V.Ty});
}

bool NestVerifier::checkIndexVars() {
  size_t Mark = Serial.Names.mark();
  for (const IndexVar &V : N.IndexVars)
    if (!Graph.declare(V.Name, {NameInfo::Kind::Constant, V.Ty}) ||
        !checkRange(V, Serial))
      return false;
  Serial.Names.release(Mark);
  return true;
}

bool NestVerifier::checkArity(const Relation &R) {
  return (R.Parents.size() == R.rules().NumParents &&
          R.Children.size() == R.rules().NumChildren) ||
         Graph.fail(msg::VerifyRelationVariableCount(
             (R.Children.empty() ? "" : R.Children.front())));
}

bool NestVerifier::checkFactor(const Relation &R) {
  if (!R.rules().isFactorValid(R))
    return Graph.fail(msg::VerifyRelationFactor(R.Children.front(), R.Factor));
  if (R.rules().NeedsOver || !R.Over.empty())
    return N.findTensor(R.Over) || N.findIndexVar(R.Over) ||
           Graph.fail(
               msg::VerifyRelationOverUnknown(R.Children.front(), R.Over));
  return true;
}

bool NestVerifier::checkRelation(size_t Position) {
  const Relation &R = N.Relations[Position];
  if (!checkArity(R) || !checkFactor(R))
    return false;
  for (const std::string &Parent : R.Parents) {
    if (!N.resolveVar(Parent))
      return Graph.fail(msg::VerifyRelationOfNoIndex(Parent));
    if (N.consumer(Parent) != &R)
      return Graph.fail(msg::VerifyIndexConsumedTwice(Parent));
    const Relation *Made = N.producer(Parent);
    if (Made && Made >= &R)
      return Graph.fail(msg::VerifyIndexConsumedBeforeMade(Parent));
  }
  return llvm::all_of(R.Children, [&](const std::string &Child) {
    return (N.findIndexVar(Child) && N.producer(Child) == &R) ||
           Graph.fail(msg::VerifyIndexUndeclaredOrRemade(Child));
  });
}

bool NestVerifier::checkRelations() {
  for (size_t Position = 0; Position != N.Relations.size(); ++Position)
    if (!checkRelation(Position))
      return false;
  return true;
}

bool NestVerifier::checkTensors() {
  llvm::StringSet<> Seen;
  for (const Tensor &T : N.Tensors) {
    if (!Seen.insert(T.Name).second || T.Levels.empty())
      return Graph.fail(msg::VerifyTensorMisdeclared(T.Name));
    for (const Level &L : T.Levels) {
      if (!L.Format || L.Arrays.size() != L.Format->Arrays.size())
        return Graph.fail(msg::VerifyLevelArrayCount(T.Name));
      if (!L.Var.empty() && !N.findIndexVar(L.Var))
        return Graph.fail(msg::VerifyLevelWithoutIndex(T.Name, L.Var));
      if (!llvm::all_of(L.Arrays, [&](const std::string &Array) {
            return Graph.checkArray(Array);
          }))
        return false;
    }
    if (!llvm::all_of(T.Values, [&](const std::string &Array) {
          return Graph.checkArray(Array);
        }))
      return false;
  }
  return true;
}

bool NestVerifier::checkGuard(const Guard &G) {
  size_t Mark = Serial.Names.mark();
  bool Good = true;
  if (!G.Var.empty())
    Good = Serial.checkExprOf(G.Lo, Type::i64(), "a bound of a guard") &&
           Serial.checkExprOf(G.Hi, Type::i64(), "a bound of a guard") &&
           Serial.declare(G.Var, {NameInfo::Kind::Constant, Type::i64()});
  else if (G.Lo || G.Hi || !G.Inner.empty())
    Good = Graph.fail(msg::VerifyGuardRangeWithoutVariable());
  for (const GuardRange &R : G.Inner)
    Good = Good &&
           Serial.checkExprOf(R.Lo, Type::i64(), "a bound of a guard") &&
           Serial.checkExprOf(R.Hi, Type::i64(), "a bound of a guard") &&
           Serial.declare(R.Var, {NameInfo::Kind::Constant, Type::i64()});
  Good = Good && Serial.checkExprOf(G.Cond, Type::boolean(),
                                    "the condition of a guard");
  Serial.Names.release(Mark);
  return Good;
}

bool NestVerifier::checkGuards() {
  return llvm::all_of(N.Guards, [&](const Guard &G) { return checkGuard(G); });
}

bool NestVerifier::checkFacts() {
  if (N.Facts.NumThreads && !Serial.checkExprOf(N.Facts.NumThreads, Type::i32(),
                                                "the number of threads"))
    return false;
  const Facts &F = N.Facts;
  return llvm::all_of(F.NoAlias,
                      [&](const auto &Pair) {
                        return Serial.checkArray(Pair.first) &&
                               Serial.checkArray(Pair.second);
                      }) &&
         llvm::all_of(llvm::concat<const std::string>(F.Injective, F.Unique,
                                                      F.Sorted, F.Asynchronous,
                                                      F.Private, F.LastPrivate),
                      [&](const std::string &Array) {
                        return Serial.checkArray(Array);
                      }) &&
         llvm::all_of(F.Independent, [&](const std::string &Name) {
           const IndexVar *V = N.findIndexVar(Name);
           return (V && !V->isDerived()) ||
                  Graph.fail(msg::VerifyIndependentNoLoop(Name));
         });
}

/// An array has elements for the values of each.
bool NestVerifier::checkKept() {
  return llvm::all_of(N.Kept, [&](const std::string &Name) {
    return anyOf(N.Body,
                 [&](const Stmt &S) {
                   auto *Let = llvm::dyn_cast<LetStmt>(&S);
                   auto *Var = llvm::dyn_cast<VarStmt>(&S);
                   return (Let && Let->name() == Name &&
                           Let->type().isInteger()) ||
                          (Var && Var->name() == Name &&
                           Var->type().isInteger());
                 }) ||
           Graph.fail(msg::VerifyKeptNoVariable(Name));
  });
}

/// Memory for arrays of run-time size is there before the nest runs.
bool NestVerifier::checkWorkspaces() {
  bool Good = true;
  walk(N.Body, [&](const Stmt &S) {
    if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(&S))
      Good = Serial.checkExprOf(Array->extent(), Type::i64(),
                                "the number of elements of '" + Array->name() +
                                    "'");
    return Good;
  });
  return Good;
}

/// Only arrays that are declared as written may be stored to: guards against
/// overlap are made for those.
bool NestVerifier::checkStores(const StmtRef &S) {
  bool Good = true;
  walk(S, [&](const Stmt &Node) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&Node);
    if (!Assign || !Assign->target().Index)
      return true;
    const Operand *O = N.findOperand(Assign->target().Name);
    if (O && !O->Written)
      Good = Graph.fail(msg::VerifyStoredNotDeclaredWritten(O->Name));
    return Good;
  });
  return Good;
}

/// Each iteration is at one place, and each loop can be told by its name.
bool NestVerifier::checkAffine() {
  if (!N.Affine)
    return true;
  auto OfUser = [&](const AffineExpr &E) {
    bool Good = true;
    forEachVar(E, [&](llvm::StringRef Var) {
      const IndexVar *V = N.findIndexVar(Var);
      Good &= V && !V->isDerived();
    });
    return Good;
  };
  for (const AffinePiece &P : N.Affine->Pieces)
    if (!llvm::all_of(P.Where, [&](auto &C) { return OfUser(C.E); }))
      return Graph.fail(msg::VerifyAffinePieceNotOfLoops());
  size_t Values = N.Affine->Pieces.size();
  llvm::StringSet<> Seen;
  for (const AffineLoop &L : N.Affine->Loops) {
    if (!Seen.insert(L.Name).second)
      return Graph.fail(msg::VerifyAffineLoopTwice(L.Name));
    if (Values == 0)
      Values = L.Values.size();
    if (L.Values.size() != Values)
      return Graph.fail(msg::VerifyAffineValueCount(L.Name));
    if (!llvm::all_of(L.Values, OfUser))
      return Graph.fail(msg::VerifyAffineNotOfLoops(L.Name));
  }
  return true;
}

llvm::Error NestVerifier::run() {
  bool Good = checkOperands() && checkIndexVars() && checkRelations() &&
              checkTensors() && checkGuards() && checkFacts() &&
              (N.Body || Graph.fail(msg::VerifyNestWithoutBody())) &&
              Graph.checkBody(N.Body) && checkAffine() && checkKept() &&
              checkWorkspaces() && Serial.checkBody(N.Epilogue) &&
              checkStores(N.Body) && checkStores(N.Epilogue);
  if (Good)
    return llvm::Error::success();
  llvm::Error E = Graph.takeError();
  return E ? std::move(E) : Serial.takeError();
}

llvm::Error lacuna::verify(const Nest &N) { return NestVerifier(N).run(); }

//===-- loop programs -----------------------------------------------------===//

static bool checkRange(StmtVerifier &V, const ArrayRange &S) {
  return V.checkArray(S.Array) &&
         V.checkExprOf(S.Lo, Type::i64(), "the begin of a slice") &&
         (!S.Hi || V.checkExprOf(S.Hi, Type::i64(), "the end of a slice"));
}

static bool checkNoted(StmtVerifier &V, const NotedWalk &W) {
  return V.checkExprOf(W.Threads, Type::i64(), "the number of threads") &&
         llvm::all_of(W.Values,
                      [&](const ExprRef &E) {
                        return V.checkExprOf(E, Type::i64(), "a value");
                      }) &&
         llvm::all_of(W.Sources,
                      [&](const ArrayRange &S) { return checkRange(V, S); }) &&
         V.checkBody(W.Walk);
}

static bool checkKept(StmtVerifier &V, const KeptWalk &Kept) {
  return llvm::all_of(Kept.Results,
                      [&](const std::string &Name) {
                        return V.checkExprOf(var(Type::i64(), Name),
                                             Type::i64(), "a result");
                      }) &&
         (!Kept.Walk || checkNoted(V, Kept)) &&
         (!Kept.Pays ||
          V.checkExprOf(Kept.Pays, Type::boolean(), "whether a walk pays")) &&
         V.checkBody(Kept.Plain) && V.checkOpenBody(Kept.Behind);
}

static bool checkPlan(StmtVerifier &V, const WavePlan &P) {
  return V.checkExprOf(P.Trips, Type::i64(), "the number of iterations") &&
         llvm::all_of(
             P.Traced,
             [&](const std::string &Name) { return V.checkArray(Name); }) &&
         checkNoted(V, P);
}

static bool checkValues(StmtVerifier &V, const KeptArray &Kept) {
  return V.checkArray(Kept.Array) &&
         V.checkExprOf(Kept.Count, Type::i64(), "the number of values") &&
         checkNoted(V, Kept);
}

static bool checkProgramGuard(StmtVerifier &V, const ProgramGuard &G) {
  if ((G.Holds != nullptr) + !G.Disjoint.empty() + G.Plan.has_value() +
          G.Values.has_value() !=
      1)
    return V.fail(msg::VerifyGuardWithoutCondition());
  size_t Mark = V.Names.mark();
  bool Good = V.checkOpenBody(G.Setup);
  if (Good && G.Kept)
    Good = checkKept(V, *G.Kept);
  if (Good && G.Holds)
    Good = V.checkExprOf(G.Holds, Type::boolean(), "the condition of a guard");
  for (const auto &[First, Second, OrOne] : G.Disjoint)
    Good = Good && checkRange(V, First) && checkRange(V, Second);
  if (Good && G.Plan)
    Good = checkPlan(V, *G.Plan);
  if (Good && G.Values)
    Good = checkValues(V, *G.Values);
  V.Names.release(Mark);
  return Good;
}

static bool checkOutputs(StmtVerifier &V, const ProgramOutputs &O) {
  size_t Mark = V.Names.mark();
  bool Good = V.checkOpenBody(O.Scan) &&
              llvm::all_of(O.Ranges, [&](const ArrayRange &S) {
                return checkRange(V, S);
              });
  if (Good && O.Reassociated)
    Good = V.checkExprOf(O.Reassociated->Terms, Type::i64(),
                         "the number of terms") &&
           V.checkExprOf(O.Reassociated->Magnitude, Type::f64(),
                         "the magnitude of sums");
  V.Names.release(Mark);
  return Good;
}

/// See NestVerifier::checkStores.
static bool checkProgramStores(StmtVerifier &V, const LoopProgram &P) {
  bool Good = true;
  walk(P.Body, [&](const Stmt &Node) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&Node);
    if (!Assign || !Assign->target().Index)
      return true;
    for (const Operand &O : P.Operands)
      if (O.Name == Assign->target().Name && !O.Written)
        Good = V.fail(msg::VerifyStoredNotDeclaredWritten(O.Name));
    return Good;
  });
  return Good;
}

llvm::Error lacuna::verify(const LoopProgram &P) {
  StmtVerifier V(nullptr);
  if (V.declareOperands(P.Operands) && V.checkExtents(P.Operands) &&
      llvm::all_of(
          P.Guards,
          [&](const ProgramGuard &G) { return checkProgramGuard(V, G); }) &&
      (P.Body || V.fail(msg::VerifyProgramWithoutBody())) &&
      V.checkBody(P.Body) && checkProgramStores(V, P) &&
      (!P.Outputs || checkOutputs(V, *P.Outputs)))
    return llvm::Error::success();
  return V.takeError();
}

//===- ConflictFinder.cpp - accesses of one loop, place by place ----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/ConflictFinder.h"
#include "AtDistances.h"
#include "InBlocks.h"
#include "LeftOut.h"
#include "RangeBlocks.h"
#include "lacuna/analysis/Messages.def"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/analysis/reductions/Selections.h"
#include <array>

using namespace llvm;

namespace lacuna {

bool determines(const Nest &N, const StringSet<> &Known, StringRef Var,
                const StringSet<> &Fixed) {
  const Relation *Made = N.producer(Var);
  if (!Made)
    return Known.contains(Var);
  // Derived variables count from the lower bound of what they come from.
  for (const std::string &Parent : Made->Parents) {
    const IndexVar *P = N.findIndexVar(Parent);
    if (!determines(N, Known, Parent, Fixed))
      return false;
    for (const ExprRef &Bound : {P->Lo, P->Hi})
      for (const auto &Name : freeVars(Bound))
        if (N.findIndexVar(Name.first()) && !Known.contains(Name.first()) &&
            !Fixed.contains(Name.first()))
          return false;
  }
  return true;
}

StringSet<> fixedAround(const Nest &N, const LoopStmt &Loop) {
  StringSet<> Enclosing, Fixed;
  for (const LoopStmt *Outer : pathTo(N.Body, Loop.var()))
    if (Outer != &Loop)
      Enclosing.insert(Outer->var());
  for (const IndexVar &V : N.IndexVars)
    if (!V.isDerived() && isFixedBy(N, V.Name, Enclosing))
      Fixed.insert(V.Name);
  return Fixed;
}

/// Whether \p Position moves along with one of the coordinates \p Varying.
static bool isMergedAlong(const Nest &N, StringRef Position,
                          ArrayRef<std::string> Varying) {
  const LoopStmt *Merge = findMergeOf(N.Body, Position);
  return Merge && any_of(N.ancestors(Merge->var()), [&](const std::string &C) {
           return is_contained(Varying, C);
         });
}

ConflictFinder::ConflictFinder(const Nest &N, const StmtRef &Body,
                               std::vector<std::string> Separating,
                               StringSet<> FixedVars)
    : N(N), Body(Body), Separating(std::move(Separating)) {
  Fixed.FixedVars = std::move(FixedVars);
  All = accessesIn(N, Body);
  for (const Access &A : All)
    if (A.IsWrite)
      Fixed.Changed.insert(A.Name);
  // What is declared inside is another thing in each iteration.
  walk(Body, [&](const Stmt &S) {
    if (auto *Var = dyn_cast<VarStmt>(&S))
      Fixed.Changed.insert(Var->name());
    else if (auto *Array = dyn_cast<LocalArrayStmt>(&S))
      Fixed.Changed.insert(Array->name());
    return true;
  });
  for (const Access &A : All)
    Groups[A.Name].push_back(A);

  Alike = Fixed;
  std::vector<std::string> Varying = N.ancestors(this->Separating.front());
  auto RunsAlike = [&](const ExprRef &Bound) {
    return all_of(freeVars(Bound), [&](const auto &Name) {
      return !N.findIndexVar(Name.first()) ||
             Alike.FixedVars.contains(Name.first());
    });
  };
  for (const IndexVar &V : N.IndexVars)
    if (!V.isDerived() && !is_contained(Varying, V.Name) &&
        !isMergedAlong(N, V.Name, Varying) && RunsAlike(V.Lo) &&
        RunsAlike(V.Hi))
      Alike.FixedVars.insert(V.Name);
}

/// Whether iterations that agree in \p Known agree in the range of \p V.
bool ConflictFinder::isSegmentKnown(const IndexVar &V,
                                    const StringSet<> &Known) const {
  return all_of(std::array{V.Lo, V.Hi}, [&](const ExprRef &Bound) {
    return all_of(freeVars(Bound), [&](const auto &Name) {
      return !N.findIndexVar(Name.first()) || Known.contains(Name.first()) ||
             Fixed.FixedVars.contains(Name.first());
    });
  });
}

/// Adds to \p Known the coordinate at \p Position, if that is known and its
/// segment too; whether that is new.
bool ConflictFinder::addMergedCoordinate(const IndexVar &Position,
                                         StringSet<> &Known) const {
  const LoopStmt *Merge = findMergeOf(N.Body, Position.Name);
  if (!Merge || Position.isDerived() || !Known.contains(Position.Name) ||
      !isSegmentKnown(Position, Known))
    return false;
  bool IsNew = false;
  for (const std::string &Coordinate : N.ancestors(Merge->var()))
    IsNew |= Known.insert(Coordinate).second;
  return IsNew;
}

/// Adds to \p Known the variables that the index of \p Element determines, if
/// that is an element of an array without equal elements; whether any is new.
bool ConflictFinder::addIndexVars(const ExprRef &Element, StringSet<> &Known,
                                  std::vector<Guard> &Needed) {
  auto *Load = llvm::cast<LoadExpr>(Element.get());
  if (!is_contained(N.Facts.Injective, Load->array()))
    return false;
  std::optional<Injectivity> Index = injectivity(N, {Load->index()}, Fixed);
  if (!Index || !Index->Elements.empty() ||
      !addConditions(*Index, Load->array(), Needed))
    return false;
  bool IsNew = false;
  for (const auto &Name : Index->Vars)
    IsNew |= Known.insert(Name.first()).second;
  return IsNew;
}

/// The same where \p Element is known to be met once in each segment of its
/// array, and the segment is known.
bool ConflictFinder::addSegmentPosition(const ExprRef &Element,
                                        StringSet<> &Known) const {
  auto *Load = llvm::cast<LoadExpr>(Element.get());
  auto *At = dyn_cast<VarExpr>(Load->index().get());
  const IndexVar *V = At ? N.findIndexVar(At->name()) : nullptr;
  if (!V || V->isDerived() || !is_contained(N.Facts.Unique, Load->array()) ||
      !isSegmentKnown(*V, Known))
    return false;
  // A loop over all positions crosses the segments of another.
  if (!segmentsOf(N, *V) && any_of(N.IndexVars, [&](const IndexVar &Other) {
        return coordinateArray(N, Other.Name) == Load->array();
      }))
    return false;
  return Known.insert(V->Name).second;
}

/// Adds to \p Known the variable whose blocks \p V runs over, if that is known;
/// whether that is new.
bool ConflictFinder::addBlockVar(const IndexVar &V, StringRef Array,
                                 StringSet<> &Known,
                                 std::vector<Guard> &Needed) const {
  Injectivity Blocks;
  const IndexVar *Of = Known.contains(V.Name)
                           ? blockVar(N, V, Fixed, Blocks.Conditions)
                           : nullptr;
  return Of && !Known.contains(Of->Name) &&
         addConditions(Blocks, Array, Needed) && Known.insert(Of->Name).second;
}

/// Adds to \p Needed what \p Places, subscripts of \p Array, depend on. False
/// if it cannot be checked in front of the nest.
bool ConflictFinder::addConditions(const Injectivity &Places, StringRef Array,
                                   std::vector<Guard> &Needed) const {
  std::string Reason =
      msg::GuardIterationsMayStoreElement(Separating.front(), Array);
  for (const ElementRange &R : Places.Ranges) {
    std::optional<std::vector<Guard>> Guards = elementGuards(N, R, Reason);
    if (!Guards)
      return false;
    addGuards(N, Needed, *Guards);
  }
  if (Places.Conditions.empty())
    return true;
  // One guard: later conditions divide by what earlier ones check.
  Guard G;
  for (const ExprRef &C : Places.Conditions)
    G.Cond = G.Cond ? binary(BinaryOp::LogicalAnd, G.Cond, C) : C;
  G.Reason = std::move(Reason);
  addGuards(N, Needed, {G});
  return true;
}

/// Whether iterations that agree in \p Places agree in one of \p Separating;
/// adds the guards that this needs.
bool ConflictFinder::keepsApart(const Injectivity &Places, StringRef Array,
                                ArrayRef<std::string> Separating,
                                std::vector<Guard> &Needed) {
  StringSet<> Known = Places.Vars;
  auto Determined = [&] {
    return any_of(Separating, [&](const std::string &Var) {
      return determines(N, Known, Var, Fixed.FixedVars);
    });
  };
  if (Determined())
    return true;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const ExprRef &Element : Places.Elements) {
      Changed |= addIndexVars(Element, Known, Needed);
      Changed |= addSegmentPosition(Element, Known);
    }
    for (const IndexVar &V : N.IndexVars) {
      Changed |= addMergedCoordinate(V, Known);
      Changed |= addBlockVar(V, Array, Known, Needed);
      // A position belongs to one row where the segments ascend.
      std::optional<Segments> S = segmentsOf(N, V);
      if (!S || !Known.contains(V.Name) || Known.contains(S->Row->Name))
        continue;
      if (auto Guards = ascendingGuards(N, *S)) {
        addGuards(N, Needed, *Guards);
        Known.insert(S->Row->Name);
        Changed = true;
      }
    }
  }
  return Determined();
}

bool ConflictFinder::isStoredOnce(const Accesses &Group,
                                  ArrayRef<std::string> Separating) {
  const Operand *O = N.findOperand(Group.front().Name);
  if (!O || O->Kind != OperandKind::LiveOut)
    return false;
  return any_of(Separating, [&](const std::string &Var) {
    return all_of(Group, [&](const Access &A) {
      return A.IsWrite && determines(N, A.Pinned, Var, Fixed.FixedVars);
    });
  });
}

/// The subscripts of \p Group; none if it is of a variable.
static std::vector<ExprRef>
subscriptsOf(const ConflictFinder::Accesses &Group) {
  std::vector<ExprRef> Indices;
  for (const Access &A : Group) {
    if (!A.Index)
      return {};
    Indices.push_back(A.Index);
  }
  return Indices;
}

bool ConflictFinder::isSeparated(const Accesses &Group,
                                 ArrayRef<std::string> Separating,
                                 std::vector<Guard> *Conditions) {
  const std::vector<ExprRef> Indices = subscriptsOf(Group);
  const StringRef Array = Group.front().Name;
  std::optional<Injectivity> Places;
  if (!Indices.empty())
    Places = injectivityIn(N, Array, Indices, Fixed);
  return Places && areApart(*Places, Array, Separating, Conditions);
}

bool ConflictFinder::isSeparatedInBlocks(const Accesses &Group,
                                         ArrayRef<std::string> Separating,
                                         std::vector<Guard> *Conditions) {
  const std::vector<ExprRef> Indices = subscriptsOf(Group);
  std::optional<Injectivity> Places;
  if (!Indices.empty())
    Places = injectivityOfBlocks(N, Indices, Fixed);
  return Places &&
         areApart(*Places, Group.front().Name, Separating, Conditions);
}

/// Of two loops that are exchanged each iteration is compared with others.
bool ConflictFinder::isSeparatedAtDistances(const Accesses &Group,
                                            std::vector<Guard> *Conditions) {
  std::vector<ExprRef> Writes, Reads;
  for (const Access &A : Group) {
    if (!A.Index || Separating.size() != 1)
      return false;
    (A.IsWrite ? Writes : Reads).push_back(A.Index);
  }
  std::optional<Injectivity> Places =
      injectivityAtDistances(N, Separating.front(), Writes, Reads, Fixed);
  return Places &&
         areApart(*Places, Group.front().Name, Separating, Conditions);
}

bool ConflictFinder::areApart(const Injectivity &Places, StringRef Array,
                              ArrayRef<std::string> Separating,
                              std::vector<Guard> *Conditions) {
  std::vector<Guard> Needed;
  if (!keepsApart(Places, Array, Separating, Needed) ||
      !addConditions(Places, Array, Needed))
    return false;
  if (Needed.empty())
    return true;
  if (!Conditions)
    return false;
  for (const Guard &G : Needed)
    addGuards(N, *Conditions, {G});
  return true;
}

/// The accesses of \p Group at places that are the same in all iterations, if
/// no other one is ever there and the others are each at places of its own;
/// else all. Those others are added to \p Apart.
ConflictFinder::Accesses
ConflictFinder::meeting(const Accesses &Group, std::vector<ExprRef> &Apart,
                        std::vector<Guard> *Conditions) {
  Accesses Still, Moving;
  for (const Access &A : Group) {
    if (!A.Index || Separating.size() != 1)
      return Group;
    (isInvariant(N, A.Index, Fixed) ? Still : Moving).push_back(A);
  }
  auto Keeps = [&](const Access &A) {
    return all_of(Still, [&](const Access &B) {
      return (!A.IsWrite && !B.IsWrite) ||
             leavesOut(N, B.Index, A.Index, Fixed);
    });
  };
  if (Still.empty() || Moving.empty() || !all_of(Moving, Keeps))
    return Group;
  if (any_of(Moving, [](const Access &A) { return A.IsWrite; }) &&
      !isSeparated(Moving, Separating, Conditions) &&
      !isSeparatedAtDistances(Moving, Conditions))
    return Group;
  Apart = subscriptsOf(Moving);
  return Still;
}

/// Whether each read is of a place that the same iteration writes, so that a
/// user who vouches that writes do not meet vouches for the reads too.
bool ConflictFinder::readsOnlyOwnWrites(const Accesses &Group) {
  return llvm::all_of(Group, [&](const Access &R) {
    if (R.IsWrite)
      return true;
    bool Stable = R.Index != nullptr;
    walk(R.Index, [&](const Expr &E) {
      if (auto *Load = dyn_cast<LoadExpr>(&E))
        Stable &= !Fixed.Changed.contains(Load->array());
      else if (auto *Var = dyn_cast<VarExpr>(&E))
        Stable &= !Fixed.Changed.contains(Var->name());
    });
    return Stable && !isInvariant(N, R.Index, Alike) &&
           llvm::any_of(Group, [&](const Access &W) {
             return W.IsWrite && structurallyEqual(W.Index, R.Index);
           });
  });
}

/// Whether all accesses of \p Group store one and the same value, that of the
/// loop's first iteration.
bool ConflictFinder::storesOneValue(const Accesses &Group) const {
  const StringMap<ExprRef> Lets = letsIn(N.Body);
  ExprRef Value;
  size_t Alike = 0;
  walk(Body, [&](const Stmt &S) {
    auto *Store = dyn_cast<AssignStmt>(&S);
    if (!Store || Store->target().Name != Group.front().Name ||
        Store->op() != ReduceOp::None)
      return true;
    const ExprRef Stored = substitute(Store->value(), Lets);
    if (!Value)
      Value = Stored;
    Alike += structurallyEqual(Value, Stored);
    return true;
  });
  // To store wider ones is a call of a library, as with hasAtomicForm.
  return Value && isInvariant(N, Value, Fixed) && Alike == Group.size() &&
         llvm::all_of(Group, [](const Access &A) {
           return A.IsWrite && A.Index && A.Ty.isArithmetic() &&
                  A.Ty.bits() <= 64;
         });
}

Conflict::Kind ConflictFinder::classify(const Accesses &Group, ReduceOp &Op) {
  Op = ReduceOp::None;
  bool Reads = false, OneOp = true;
  for (const Access &A : Group) {
    Reads |= !A.IsWrite;
    if (!A.IsWrite)
      continue;
    OneOp &= A.Op != ReduceOp::None && (Op == ReduceOp::None || Op == A.Op);
    Op = A.Op;
  }
  if (!OneOp)
    Op = ReduceOp::None;
  if (OneOp && !Reads)
    return Conflict::Kind::Reduction;
  bool IsArray = llvm::all_of(Group, [](const Access &A) { return A.Index; });
  if (!IsArray || !readsOnlyOwnWrites(Group))
    return Conflict::Kind::Carried;
  return Conflict::Kind::Overwritten;
}

/// Whether different iterations of \p Var are different ones of a loop whose
/// iterations share no element, as the user vouches.
static bool isIndependent(const Nest &N, StringRef Var) {
  if (is_contained(N.Facts.Independent, Var))
    return true;
  const Relation *Made = N.producer(Var);
  return Made && Made->Parents.size() == 1 && Made->Kind != RelationKind::Pos &&
         Made->Kind != RelationKind::Coord &&
         isIndependent(N, Made->Parents.front());
}

std::optional<Conflict> ConflictFinder::judge(const Accesses &Group,
                                              std::vector<Guard> *Conditions) {
  const bool AreElements =
      all_of(Group, [](const Access &A) { return A.Index != nullptr; });
  // Loops around are fixed; of two that are exchanged the outer one counts.
  if (AreElements && isIndependent(N, Separating.front()))
    return std::nullopt;
  auto FirstWrite =
      llvm::find_if(Group, [](const Access &A) { return A.IsWrite; });
  if (FirstWrite == Group.end())
    return std::nullopt;
  Conflict C;
  C.Name = FirstWrite->Name;
  C.Tag = FirstWrite->Tag;
  C.Ty = FirstWrite->Ty;
  C.IsArray = FirstWrite->Index != nullptr;
  if (arraysInBounds(N).contains(C.Name)) {
    C.K = Conflict::Kind::Carried;
    return C;
  }
  if (isStoredOnce(Group, Separating) ||
      isSeparated(Group, Separating, Conditions) ||
      isSeparatedAtDistances(Group, Conditions))
    return std::nullopt;
  const Accesses Meeting = meeting(Group, C.Apart, Conditions);
  if (none_of(Meeting, [](const Access &A) { return A.IsWrite; }))
    return std::nullopt;
  C.K =
      storesOneValue(Group) ? Conflict::Kind::Marked : classify(Meeting, C.Op);
  if (C.K == Conflict::Kind::Carried && !C.IsArray && isSelected(C.Name))
    C.K = Conflict::Kind::Selected;
  C.Certain = llvm::all_of(Meeting, [&](const Access &A) {
    return !A.Index || isInvariant(N, A.Index, Alike);
  });
  return C;
}

bool ConflictFinder::isSelected(StringRef Variable) const {
  return Separating.size() == 1 &&
         any_of(selectionsIn(N, Body),
                [&](const Selection &S) { return S.sets(Variable); });
}

std::vector<Conflict> ConflictFinder::run(std::vector<Guard> *Conditions) {
  std::vector<Conflict> Found;
  for (auto &[Name, Group] : Groups)
    if (std::optional<Conflict> C = judge(Group, Conditions))
      Found.push_back(std::move(*C));
  return Found;
}

} // namespace lacuna

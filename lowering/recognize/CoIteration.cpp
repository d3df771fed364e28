//===- CoIteration.cpp - loops over cursors as merges ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/recognize/CoIteration.h"
#include "CursorCases.h"
#include "CursorMerge.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/recognize/Messages.def"
#include "llvm/ADT/STLExtras.h"
#include <bit>

using namespace llvm;

namespace lacuna {

bool CoIteration::isCalled(StringRef Name) const {
  return Coordinate == Name || is_contained(Cursors, Name);
}

std::vector<std::string> CoIteration::unsorted(const Nest &N) const {
  std::vector<std::string> Result;
  for (const std::string &Crd : Crds)
    if (!is_contained(N.Facts.Sorted, Crd) && !is_contained(Result, Crd))
      Result.push_back(Crd);
  return Result;
}

namespace {

/// Examines one loop, \p Block[At].
class CursorLoop {
public:
  CursorLoop(const Nest &N, const StringMap<ExprRef> &Lets,
             ArrayRef<StmtRef> Block, size_t At, ArrayRef<CoIteration> Others)
      : N(N), Lets(Lets), Block(Block), At(At), Others(Others),
        Loop(llvm::cast<WhileStmt>(*Block[At])) {}

  /// Nothing if the loop does not compare cursors with ends.
  std::optional<CoIteration> run();

private:
  bool fail(const Twine &Message);
  bool findCursors();
  bool isMoved(const ExprRef &E) const;
  bool addCursor(const ExprRef &Term);
  bool findCoordinates();
  using Elements = std::vector<std::pair<unsigned, std::string>>;
  void collectElements(const ExprRef &Value, Elements &Found) const;
  bool chooseType();
  void findBehind();
  bool findRange(unsigned K);
  bool findStart(unsigned K);
  void findTails();
  bool checkUses(unsigned K);
  ExprRef fixed(const ExprRef &E) const;
  bool findBehaviour();
  std::string defaultName() const;
  bool checkTail(unsigned K, const StmtRef &Alone);
  std::vector<CursorCase> casesOf(llvm::function_ref<bool(LevelSet)>) const;

  const Nest &N;
  const StringMap<ExprRef> &Lets;
  ArrayRef<StmtRef> Block;
  size_t At;
  ArrayRef<CoIteration> Others; ///< loops found before
  const WhileStmt &Loop;

  BinaryOp Joined = BinaryOp::LogicalAnd;
  std::vector<Cursor> Cursors;
  std::vector<ExprRef> Ends;
  std::vector<CursorRange> Ranges;
  Type Ty;                    ///< of the coordinate
  ExprRef Behind;             ///< greater than all coordinates, or null
  std::vector<LevelSet> Does; ///< the levels present where something is done
  StmtRef Body;
  CoIteration Result;
};

} // namespace

bool CursorLoop::fail(const Twine &Message) {
  if (Result.Why.empty())
    Result.Why = Message.str();
  return false;
}

//===-- cursors -----------------------------------------------------------===//

/// The operands of a chain of \p Op.
static void flatten(const ExprRef &E, BinaryOp Op, std::vector<ExprRef> &Out) {
  auto *Binary = dyn_cast<BinaryExpr>(E.get());
  if (!Binary || Binary->op() != Op) {
    Out.push_back(E);
    return;
  }
  flatten(Binary->lhs(), Op, Out);
  flatten(Binary->rhs(), Op, Out);
}

/// The sides of `p < end`, or of `end > p`; nulls for any other expression.
static std::pair<ExprRef, ExprRef> sidesOfLess(const ExprRef &E) {
  auto *Compare = dyn_cast<BinaryExpr>(E.get());
  if (Compare && Compare->op() == BinaryOp::Lt)
    return {Compare->lhs(), Compare->rhs()};
  if (Compare && Compare->op() == BinaryOp::Gt)
    return {Compare->rhs(), Compare->lhs()};
  return {};
}

/// Whether \p E says that \p C is not at its end.
static bool comparesWithEnd(const ExprRef &E, const Cursor &C) {
  auto *Binary = dyn_cast<BinaryExpr>(E.get());
  return Binary && holdsBeforeEnd(*Binary, C) == true;
}

/// Whether \p E is a variable that the loop sets.
bool CursorLoop::isMoved(const ExprRef &E) const {
  ExprRef Bare = withoutCasts(E);
  auto *Var = dyn_cast<VarExpr>(Bare.get());
  return Var && assigns(Loop.body(), Var->name());
}

/// A condition of the loop: that a cursor is not at its end.
bool CursorLoop::addCursor(const ExprRef &Term) {
  auto [Left, Right] = sidesOfLess(Term);
  auto *Unequal = dyn_cast<BinaryExpr>(Term.get());
  bool IsUnequal = Unequal && Unequal->op() == BinaryOp::Ne;
  if (IsUnequal)
    std::tie(Left, Right) = std::pair(Unequal->lhs(), Unequal->rhs());
  if (IsUnequal && !isMoved(Left))
    std::swap(Left, Right);
  auto *Var = Left ? dyn_cast<VarExpr>(withoutCasts(Left).get()) : nullptr;
  if (!Var || !isMoved(Left) ||
      any_of(Cursors, [&](const Cursor &C) { return C.Name == Var->name(); }))
    return false;
  std::string Name = Var->name().str();
  Result.Cursors.push_back(Name);
  Cursors.push_back({Name, Var->type(), Left, Right, IsUnequal, "",
                     unusedName(N, "at_" + Name)});
  ExprRef End = Right;
  if (Left->type() != Var->type()) {
    auto *Cast = dyn_cast<CastExpr>(Right.get());
    End = Cast ? Cast->operand() : nullptr;
    if (!End || End->type() != Var->type() ||
        !Left->type().holdsAllOf(Var->type()))
      fail(msg::MergeEndTypeDiffers(Name, Var->type().spelling()));
  }
  Ends.push_back(End);
  return true;
}

bool CursorLoop::findCursors() {
  for (BinaryOp Op : {BinaryOp::LogicalAnd, BinaryOp::LogicalOr}) {
    std::vector<ExprRef> Terms;
    flatten(Loop.cond(), Op, Terms);
    if (Terms.size() == 1)
      continue;
    Joined = Op;
    return all_of(Terms, [&](const ExprRef &T) { return addCursor(T); });
  }
  return false;
}

//===-- coordinates -------------------------------------------------------===//

/// The elements at cursors of which \p E is one, by cursor.
void CursorLoop::collectElements(const ExprRef &Value, Elements &Found) const {
  ExprRef E = withoutCasts(Value);
  if (auto *Var = dyn_cast<VarExpr>(E.get()))
    if (auto Let = Lets.find(Var->name()); Let != Lets.end())
      return collectElements(Let->second, Found);
  if (auto *Select = dyn_cast<SelectExpr>(E.get())) {
    collectElements(Select->thenArm(), Found);
    collectElements(Select->elseArm(), Found);
  }
  auto *Binary = dyn_cast<BinaryExpr>(E.get());
  if (Binary &&
      (Binary->op() == BinaryOp::Min || Binary->op() == BinaryOp::Max)) {
    collectElements(Binary->lhs(), Found);
    collectElements(Binary->rhs(), Found);
  }
  auto *Load = dyn_cast<LoadExpr>(E.get());
  auto *Index = Load && !rowOf(Load->index())
                    ? dyn_cast<VarExpr>(withoutCasts(Load->index()).get())
                    : nullptr;
  for (const auto &[K, C] : enumerate(Cursors))
    if (Index && Index->name() == C.Name)
      Found.push_back({unsigned(K), Load->array().str()});
}

/// Elements at different cursors that are compared are coordinates.
bool CursorLoop::findCoordinates() {
  auto Note = [&](const Expr &E) {
    auto *Binary = dyn_cast<BinaryExpr>(&E);
    if (!Binary ||
        (Binary->op() != BinaryOp::Sub &&
         (Binary->op() < BinaryOp::Min || Binary->op() > BinaryOp::Ne)))
      return;
    Elements Compared;
    collectElements(Binary->lhs(), Compared);
    size_t OnLeft = Compared.size();
    collectElements(Binary->rhs(), Compared);
    if (OnLeft == 0 || OnLeft == Compared.size())
      return;
    for (const auto &[K, Crd] : Compared)
      if (Cursors[K].Crd.empty())
        Cursors[K].Crd = Crd;
  };
  walk(Loop.body(), [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, Note);
    return true;
  });
  for (const Cursor &C : Cursors) {
    const Operand *O = N.findOperand(C.Crd);
    if (!O)
      return fail(msg::MergeElementNotCompared(C.Name));
    if (O->Written || !O->Ty.isInteger())
      return fail("'" + C.Crd + "' is " +
                  (O->Written ? msg::SuffixWrittenInNest()
                              : msg::SuffixNoArrayOfIntegers()));
    Result.Crds.push_back(C.Crd);
  }
  return chooseType();
}

/// The type that coordinates are compared in.
bool CursorLoop::chooseType() {
  std::vector<Type> Types = {Type::i32()};
  for (const Cursor &C : Cursors)
    Types.push_back(N.findOperand(C.Crd)->Ty);
  auto Best = find_if(Types, [&](const Type &T) {
    return all_of(drop_begin(Types),
                  [&](const Type &Of) { return T.holdsAllOf(Of); });
  });
  if (Best == Types.end())
    return fail(msg::MergeNoCommonCoordinateType());
  Ty = *Best;
  return true;
}

/// `jq` of `p < pe ? crd[p] : jq`, in a loop to all ends.
void CursorLoop::findBehind() {
  auto Note = [&](const Expr &E) {
    auto *Select = dyn_cast<SelectExpr>(&E);
    auto *Cond = Select ? dyn_cast<BinaryExpr>(Select->cond().get()) : nullptr;
    for (const Cursor &C : Cursors) {
      std::optional<bool> Holds =
          Cond ? holdsBeforeEnd(*Cond, C) : std::nullopt;
      if (!Holds || Behind)
        continue;
      const ExprRef &Else = *Holds ? Select->elseArm() : Select->thenArm();
      bool AreComparable =
          Else->type().holdsAllOf(Ty) || Ty.holdsAllOf(Else->type());
      if (AreComparable && isOverScalars(N, substitute(Else, Lets)))
        Behind = Else;
    }
  };
  if (Joined == BinaryOp::LogicalOr)
    walk(Loop.body(), [&](const Stmt &S) {
      for (const ExprRef &E : expressions(S))
        walk(E, Note);
      return true;
    });
}

//===-- positions ---------------------------------------------------------===//

/// How often \p S reads or assigns \p Name.
static unsigned mentions(const StmtRef &S, StringRef Name) {
  unsigned Count = 0;
  walk(S, [&](const Stmt &Part) {
    for (const ExprRef &E : expressions(Part))
      Count += usesVar(E, Name);
    auto *A = dyn_cast<AssignStmt>(&Part);
    Count += A && !A->target().Index && A->target().Name == Name;
    return true;
  });
  return Count;
}

/// \p E over operands and index variables, if it has one value in all of the
/// nest wherever these have; else null.
ExprRef CursorLoop::fixed(const ExprRef &E) const {
  ExprRef Value = E ? substitute(E, Lets) : nullptr;
  return Value && isUnchanging(N, Value) ? Value : nullptr;
}

/// The statement in front of the loop, in its block, that sets cursor \p K.
bool CursorLoop::findStart(unsigned K) {
  const std::string &Name = Cursors[K].Name;
  CursorRange &R = Ranges[K];
  for (const StmtRef &S : reverse(Block.take_front(At))) {
    auto *Var = dyn_cast<VarStmt>(S.get());
    auto *A = dyn_cast<AssignStmt>(S.get());
    ExprRef Value;
    if (Var && Var->name() == Name)
      Value = Var->init();
    else if (A && !A->target().Index && A->target().Name == Name)
      Value = A->op() == ReduceOp::None ? A->value() : nullptr;
    else if (!assigns(S, Name))
      continue;
    R.Start = S;
    R.Lo = fixed(Value);
    break;
  }
  return R.Lo || fail(msg::MergeCursorStartUnknown(Name));
}

/// Loops behind the main one, over what is left at one cursor.
void CursorLoop::findTails() {
  if (Joined != BinaryOp::LogicalAnd || Cursors.size() != 2)
    return;
  for (const StmtRef &S : Block.drop_front(At + 1)) {
    auto *Tail = dyn_cast<WhileStmt>(S.get());
    auto K = find_if(Cursors, [&](const Cursor &C) {
      return Tail && comparesWithEnd(Tail->cond(), C);
    });
    if (K == Cursors.end() || Ranges[K - Cursors.begin()].Tail)
      return;
    Ranges[K - Cursors.begin()].Tail = S;
  }
}

/// Cursor \p K means nothing outside of the loops.
bool CursorLoop::checkUses(unsigned K) {
  const std::string &Name = Cursors[K].Name;
  unsigned Inside = mentions(Block[At], Name);
  for (const StmtRef &S : {Ranges[K].Start, Ranges[K].Tail})
    Inside += mentions(S, Name);
  bool IsOnlyInside =
      mentions(N.Body, Name) == Inside && mentions(N.Epilogue, Name) == 0;
  return IsOnlyInside || fail(msg::MergeCursorUsedOutside(Name));
}

bool CursorLoop::findRange(unsigned K) {
  if (!findStart(K) || !checkUses(K))
    return false;
  CursorRange &R = Ranges[K];
  R.Hi = fixed(Ends[K]);
  if (!R.Hi)
    return fail(msg::MergeEndChanges(Cursors[K].Name));
  // Of conditions joined by `&&` only the first is always evaluated.
  bool Reads = false;
  walk(Ends[K], [&](const Expr &E) { Reads |= isa<LoadExpr>(&E); });
  if (Reads && K != 0 && Joined == BinaryOp::LogicalAnd && !R.Tail) {
    const CursorRange &First = Ranges.front();
    R.Hi = std::make_shared<SelectExpr>(
        binary(BinaryOp::Lt, First.Lo, First.Hi), R.Hi, R.Lo);
  }
  return true;
}

//===-- behaviour ---------------------------------------------------------===//

/// Stands for the coordinate before it has a name; is no name itself.
static constexpr StringRef Unnamed = "least coordinate";

/// \p S with the locals that it declares called by their numbers, and nothing
/// that says where it stood in the source.
static StmtRef canonical(const StmtRef &S) {
  StringMap<std::string> Names;
  auto Declare = [&](StringRef Name) {
    Names[Name] = "local " + std::to_string(Names.size());
  };
  walk(S, [&](const Stmt &Part) {
    if (auto *Let = dyn_cast<LetStmt>(&Part))
      Declare(Let->name());
    else if (auto *Var = dyn_cast<VarStmt>(&Part))
      Declare(Var->name());
    else if (auto *Array = dyn_cast<LocalArrayStmt>(&Part))
      Declare(Array->name());
    return true;
  });
  auto Called = [&](StringRef Name) {
    auto Known = Names.find(Name);
    return Known == Names.end() ? Name.str() : Known->second;
  };
  return rewrite(
      S,
      [&](const StmtRef &Part) -> StmtRef {
        if (auto *Let = dyn_cast<LetStmt>(Part.get()))
          return std::make_shared<LetStmt>(Called(Let->name()), Let->init());
        if (auto *Var = dyn_cast<VarStmt>(Part.get()))
          return std::make_shared<VarStmt>(Called(Var->name()), Var->type(),
                                           Var->init());
        if (auto *Array = dyn_cast<LocalArrayStmt>(Part.get()))
          return std::make_shared<LocalArrayStmt>(
              Called(Array->name()), Array->elem(), Array->extent(),
              Array->init());
        if (auto *If = dyn_cast<IfStmt>(Part.get()))
          return std::make_shared<IfStmt>(If->cond(), If->thenBody(),
                                          If->elseBody());
        if (auto *Inner = dyn_cast<WhileStmt>(Part.get()))
          return std::make_shared<WhileStmt>(Inner->cond(), Inner->body());
        auto *A = dyn_cast<AssignStmt>(Part.get());
        if (!A)
          return nullptr;
        Place To = A->target();
        To.Name = Called(To.Name);
        return std::make_shared<AssignStmt>(To, A->op(), A->value());
      },
      [&](const ExprRef &E) -> ExprRef {
        if (auto *Var = dyn_cast<VarExpr>(E.get()))
          return var(Var->type(), Called(Var->name()));
        if (auto *Load = dyn_cast<LoadExpr>(E.get());
            Load && !rowOf(Load->index()))
          return load(Load->type(), Called(Load->array()), Load->index());
        return nullptr;
      });
}

/// The cases in which the main loop runs, as far as \p Wanted is there.
std::vector<CursorCase>
CursorLoop::casesOf(llvm::function_ref<bool(LevelSet)> Wanted) const {
  std::vector<CursorCase> Cases = cursorCases(Cursors.size(), true);
  if (Joined == BinaryOp::LogicalOr)
    append_range(Cases, cursorCases(Cursors.size(), false));
  erase_if(Cases, [&](const CursorCase &C) { return !Wanted(C.present()); });
  return Cases;
}

/// Where the main loop has ended at another cursor, what is left at \p K gets
/// what it gets where it stands \p Alone in the main loop.
bool CursorLoop::checkTail(unsigned K, const StmtRef &Alone) {
  StmtRef Left = block({});
  if (const StmtRef &Tail = Ranges[K].Tail) {
    CursorCases Cases(Cursors, var(Ty, Unnamed), Behind);
    Left = Cases.run(llvm::cast<WhileStmt>(*Tail).body(),
                     {onlyCursor(Cursors.size(), K)});
    if (!Left)
      return fail(Cases.why());
  }
  std::string Crd = "'" + Cursors[K].Crd + "'";
  return structurallyEqual(canonical(Left), canonical(Alone)) ||
         fail(Ranges[K].Tail ? msg::MergeRemainderLoopDiffers(Crd)
                             : msg::MergeRemainderLoopMissing(Crd));
}

/// What a coordinate is called that has no name in the user's loop.
std::string CursorLoop::defaultName() const {
  Nest Around = N;
  Around.Body = withMerge(N, Block[At], Cursors, Ranges, block({}));
  return unusedName(Around, "j", [&](StringRef Name) {
    return any_of(Others,
                  [&](const CoIteration &C) { return C.Coordinate == Name; });
  });
}

bool CursorLoop::findBehaviour() {
  CursorCases Cases(Cursors, var(Ty, Unnamed), Behind);
  bool EndsEarly = Joined == BinaryOp::LogicalAnd;
  LevelSet All = (LevelSet(1) << Cursors.size()) - 1;
  for (LevelSet Present = 1; Present <= All; ++Present) {
    StmtRef Done = Cases.run(Loop.body(),
                             casesOf([&](LevelSet S) { return S == Present; }));
    if (!Done)
      return fail(Cases.why());
    bool IsNothing = statementsOf(Done).empty();
    if (!IsNothing)
      Does.push_back(Present);
    if (!EndsEarly || Present == All)
      continue;
    if (Cursors.size() == 2) {
      if (!checkTail(std::countr_zero(Present), Done))
        return false;
    } else if (!IsNothing)
      return fail(msg::MergeUnionEndsEarly());
  }
  if (Does.empty())
    return fail(msg::MergeOnlyMovesCursors());
  auto IsDone = [&](LevelSet S) { return is_contained(Does, S); };
  auto Describe = [&](const ExprRef &Coordinate) {
    CursorCases Whole(Cursors, Coordinate, Behind);
    Body = Whole.run(Loop.body(), casesOf(IsDone));
    Result.Coordinate = Whole.coordinateName();
    return Body != nullptr || fail(Whole.why());
  };
  // A variable that is declared where it is the least coordinate has its name
  // before one that is the least where something is done.
  Cases.run(Loop.body(), casesOf([](LevelSet) { return true; }));
  std::string Declared = Cases.coordinateName().str();
  if (!Describe(var(Ty, Unnamed)))
    return false;
  if (!Declared.empty())
    Result.Coordinate = Declared;
  if (Result.Coordinate.empty())
    Result.Coordinate = defaultName();
  std::string Name = Result.Coordinate;
  bool Good = Describe(var(Ty, Name));
  Result.Coordinate = Name;
  return Good;
}

//===-- the whole ---------------------------------------------------------===//

std::optional<CoIteration> CursorLoop::run() {
  if (!findCursors())
    return std::nullopt;
  if (Cursors.size() > 3)
    fail(msg::MergeTooManyCursors());
  Ranges.resize(Cursors.size());
  findTails();
  bool Good = Result.Why.empty() && findCoordinates();
  for (unsigned K = 0; Good && K != Cursors.size(); ++K)
    Good = findRange(K);
  if (Good)
    findBehind();
  Good = Good && findBehaviour();
  if (Good)
    Result.Merged =
        mergedNest(N, Block[At],
                   {Cursors, Ranges, Result.Coordinate, Ty,
                    Behind ? substitute(Behind, Lets) : nullptr, Does, Body},
                   Result.Why);
  if (!Result.Merged)
    Result.Coordinate.clear();
  return std::move(Result);
}

//===-- all loops ---------------------------------------------------------===//

namespace {

class CursorLoops {
public:
  explicit CursorLoops(const Nest &N) : N(N), Lets(letsIn(N.Body)) {}

  std::vector<CoIteration> run() {
    visit(N.Body);
    return std::move(Found);
  }

private:
  /// Loops inside a `while` stay as they are.
  void visit(const StmtRef &S) {
    std::vector<StmtRef> List = statementsOf(S);
    for (size_t At = 0; At != List.size(); ++At) {
      if (isa<WhileStmt>(List[At].get())) {
        if (auto Loop = CursorLoop(N, Lets, List, At, Found).run())
          Found.push_back(std::move(*Loop));
        continue;
      }
      for (const StmtRef &Child : children(*List[At]))
        visit(Child);
    }
  }

  const Nest &N;
  StringMap<ExprRef> Lets;
  std::vector<CoIteration> Found;
};

} // namespace

std::vector<CoIteration> coIterations(const Nest &N) {
  return CursorLoops(N).run();
}

} // namespace lacuna

//===- Lifter.h - the state of one lift -------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_LIFTER_H
#define LACUNA_PLUGIN_LIFT_LIFTER_H

#include "lacuna/recognize/Rotation.h"
#include "lift/Lift.h"
#include "lift/ast/AtomicCalls.h"
#include "lift/ast/LoopHeader.h"
#include "lift/ast/PointerTurns.h"
#include "lift/state/BoundGuards.h"
#include "lift/state/LiftPlan.h"
#include "lift/state/LoopStart.h"
#include "lift/state/Outcomes.h"
#include "lift/state/RecordOperands.h"

namespace lacuna::plugin {

struct RangeSetter;

/// One pass over the user's nest in source order. What it finds out is kept by
/// collaborators, each of which refuses what it does not understand; so
/// functions that return null, nothing or false have called `Diags.refuse` (or
/// something below them has), and the lift ends.
class Lifter {
public:
  Lifter(clang::ASTContext &Context, const LanguageOptions &Language,
         BodyIndices &Bodies, const clang::Stmt *Nest, llvm::StringRef Name,
         const LiftPlan &Plan);

  /// Lifts the nest; \p Integers become operands though it does not name them.
  /// With \p WithTurns it may end by swapping pointers.
  std::variant<Lifted, NotLifted>
  run(llvm::ArrayRef<const clang::VarDecl *> Integers, bool WithTurns);

  /// Adds to \p Plan what would help the lift to get further than it did;
  /// whether there is anything.
  bool improve(LiftPlan &Plan) const;

private:
  using StmtList = llvm::ArrayRef<const clang::Stmt *>;
  using Stmts = std::vector<StmtRef>;

  /// How what is lifted may come to its end early: an iteration by `continue`
  /// and `break`, a function that is called for its effects by `return`.
  struct Ending {
    bool IsCallee = false; ///< a function, outside of its loops
    bool AtEnd = false;    ///< nothing follows in it
    /// Flags that a jump clears: what follows is skipped.
    std::vector<std::string> Stays = {};
  };

  /// Appends to \p Out what sets the result of a called function to \p Value.
  using SetResult =
      llvm::function_ref<bool(const clang::Expr *Value, Stmts &Out)>;

  /// Where a `return` inside of loops of a called function leads.
  struct ReturnTarget {
    SetResult Set = nullptr; ///< null: nobody asks for the value
    /// What it clears beside the flags of its own loop: those of the loops
    /// around and of the function.
    std::vector<std::string> Flags = {};
  };

  //===-- Lift.cpp: driver -----------------------------------------------===//
  bool finish(llvm::ArrayRef<const clang::VarDecl *> Integers);

  //===-- Headers.cpp: loop headers and bounds ---------------------------===//
  StmtRef liftLoop(const clang::Stmt *Loop);
  StmtRef liftCounted(const LoopHeader &H, const std::string &Name);
  std::optional<LoopStart> startOf(const LoopHeader &H, const clang::VarDecl *V,
                                   const clang::Expr *Init);
  bool runsOn(const clang::VarDecl *V) const;
  const clang::Expr *paddingOf(const clang::VarDecl *V) const;
  bool endsWithRow(const LoopHeader &H) const;
  bool followsRows(const LoopHeader &H) const;
  std::optional<LoopStart> initial(const clang::VarDecl *V);
  std::optional<LoopStart> runningCounter(const LoopHeader &H);
  ExprRef runningSteps(const IndexVar &Position);
  void setTo(const clang::VarDecl *V, const LoopStart &S);
  bool setOthers(const LoopHeader &H);
  void setTrailing(const LoopHeader &H, const IndexVar &V);
  void keepSteps(LoopHeader &H);
  bool isSteppedFrom(StmtList Rest, const clang::VarDecl *V) const;
  bool checkStepped(const LoopHeader &H, const clang::VarDecl *V,
                    const clang::Expr *Init);
  void refuseLivePointer(clang::SourceLocation Loc, const clang::VarDecl *V);
  std::optional<ComparedCounter> comparedCounter(const LoopHeader &H,
                                                 const IndexVar &V);
  bool setRange(const LoopHeader &H, IndexVar &V, const ExprRef &Lo,
                const ExprRef &Hi, const ComparedCounter &C);
  bool setRangeOfSum(const LoopHeader &H, IndexVar &V, const ExprRef &Lo,
                     const ExprRef &Hi, const ComparedCounter &C);
  bool liftBounds(const LoopHeader &H, IndexVar &V);
  ExprRef liftBound(const LoopHeader &H, const IndexVar &V, const LoopStart &S);

  //===-- Strides.cpp: steps of any length, up and down ------------------===//
  ExprRef stepLength(const LoopHeader &H, const clang::Expr *By);
  ExprRef afterSteps(const LoopStart &S, const ExprRef &Done, const ExprRef &By,
                     bool Down) const;
  void noteStep(const LoopHeader &H, const Increment &By, const LoopStart &Now,
                const ExprRef &Length);
  static ExprRef stepsToWrap(const LoopHeader &H, const LoopStart &S,
                             const ExprRef &Bound);
  bool addPadding(const clang::VarDecl *V, LoopStart &Now);
  bool setSteps(const LoopHeader &H, const IndexVar &V,
                llvm::ArrayRef<LoopStart> Starts);
  bool requireMeeting(const LoopHeader &H, const IndexVar &V,
                      const LoopStart &S, const ExprRef &First,
                      const ExprRef &Last, const ExprRef &By,
                      std::vector<Condition> &Needed);
  std::optional<ComparedCounter>
  comparedStride(const LoopHeader &H, const IndexVar &V, const LoopStart &S);
  ExprRef boundOfCounter(const LoopHeader &H, const IndexVar &V,
                         const LoopStart &S, const ComparedCounter &C,
                         const ExprRef &First, const ExprRef &Last,
                         std::vector<Condition> &Needed);
  bool checkStride(const LoopHeader &H, const IndexVar &V, const LoopStart &S,
                   const ExprRef &By, const ExprRef &Length,
                   std::vector<Condition> &Needed);
  bool storeCounter(const LoopHeader &H, const IndexVar &V,
                    const LoopStart &From, const ExprRef &Length);
  bool liftStrides(const LoopHeader &H, IndexVar &V, const LoopStart &S);

  //===-- Body.cpp: statements -------------------------------------------===//
  StmtRef liftBlock(const clang::Stmt *S);
  StmtRef liftScope(StmtList List);
  /// All of \p List but its last \p Left statements, which follow nevertheless.
  bool liftList(StmtList List, Stmts &Out, size_t Left = 0);
  bool liftStmt(const clang::Stmt *S, StmtList Rest, Stmts &Out);
  bool liftStepping(const clang::Stmt *S, StmtList Rest, Stmts &Out);
  //===-- Branches.cpp ---------------------------------------------------===//
  StmtRef liftBranch(const clang::Stmt *S, Stmts &Out);
  ExprRef liftCondition(const clang::Expr *Cond);
  StmtRef liftIf(const clang::IfStmt *If, StmtList ThenList, StmtList ElseList);
  StmtRef liftSwitch(const clang::SwitchStmt *S, Stmts &Out);
  //===-- LeftArms.cpp: branches that only the user's loop has -----------===//
  bool areAlwaysBound(const ExprRef &E) const;
  bool canAskInFront(const ExprRef &Cond, const clang::Stmt *Arm) const;
  bool leaves(const clang::Stmt *Arm, const ExprRef &Cond, bool Value,
              const clang::Expr *Text);
  bool endsNowhere(const ExprRef &Cond, bool Value, const clang::Expr *Text);
  /// Whether a guard, which fails for \p Reason, sees that \p Cond is \p Value
  /// in no iteration that comes to \p Loc.
  bool isNowhere(const ExprRef &Cond, bool Value, const std::string &Reason,
                 clang::SourceLocation Loc);
  bool checkCheckedLoads();
  bool leavesCheck(const clang::Stmt *S);
  void noteLeft(const clang::Stmt *Arm, const ExprRef &Cond);
  bool declare(const clang::VarDecl *V, StmtList Rest, Stmts &Out);
  bool declareReference(const clang::VarDecl *V, StmtList Rest, Stmts &Out);
  bool declarePointer(const clang::VarDecl *V, StmtList Rest, Stmts &Out);
  bool bindOwnPointer(const clang::VarDecl *V, const clang::Expr *Init);
  bool definePointer(const clang::VarDecl *V, const clang::Expr *Init,
                     StmtList Rest, clang::SourceLocation Loc, Stmts &Out);
  PointerValue moving(const clang::VarDecl *V, llvm::StringRef Hint,
                      const PointerValue &P, clang::SourceLocation Loc,
                      Stmts &Out);
  bool setPointer(const clang::VarDecl *V, const clang::Expr *Value,
                  clang::SourceLocation Loc, Stmts &Out);
  bool liftMove(const clang::Expr *E, Stmts &Out);
  //===-- Turns.cpp: pointers that are swapped ---------------------------===//
  bool findTurns();
  bool liftTurns();
  bool addTurn(const clang::DeclRefExpr *Pointer);
  bool checkTurned();
  void addGuardsOfVectors();
  void define(const clang::VarDecl *V, const Type &Ty, const ExprRef &Init,
              StmtList Rest, clang::SourceLocation Loc, Stmts &Out);
  bool liftChoice(const clang::Expr *Cond, const clang::Expr *Then,
                  const clang::Expr *Else, Stmts &Out);
  bool liftExprStmt(const clang::Expr *E, StmtList Rest, Stmts &Out);

  //===-- Assignments.cpp: what statements store -------------------------===//
  bool liftAssign(const clang::Expr *Target, const clang::Expr *Value,
                  StmtList Rest, clang::SourceLocation Loc, Stmts &Out);
  bool liftChained(const clang::BinaryOperator *Inner,
                   const clang::Expr *Target, const clang::Expr *Value,
                   StmtList Rest, clang::SourceLocation Loc, Stmts &Out);
  bool liftCompound(const clang::CompoundAssignOperator *A, Stmts &Out);
  bool liftStep(const clang::UnaryOperator *U, Stmts &Out);
  bool liftComplexAssign(const clang::CXXOperatorCallExpr *C, StmtList Rest,
                         Stmts &Out);
  /// The place that an assignment to \p E stores to.
  std::optional<Place> target(const clang::Expr *E);

  //===-- LibraryLoops.cpp: std::fill, memset and the like ---------------===//
  std::optional<PointerValue> pointerToNumbers(const clang::Expr *E,
                                               bool InBytes);
  void addRangeLoop(llvm::StringRef For, clang::SourceLocation Loc,
                    const ExprRef &Count,
                    llvm::function_ref<StmtRef(const ExprRef &)> Set,
                    Stmts &Out);
  ExprRef elementsOf(const RangeSetter &R, const Type &Elem,
                     clang::SourceLocation Loc);
  ExprRef valueOf(const RangeSetter &R, const Type &Elem,
                  clang::SourceLocation Loc, Stmts &Out);
  bool liftRangeCall(const clang::CallExpr *C, Stmts &Out);

  //===-- Searches.cpp: std::lower_bound and its like --------------------===//
  bool searchesNumbers(const clang::CallExpr *C) const;
  std::optional<PointerValue> searched(const clang::CallExpr *C,
                                       ExprRef *Found = nullptr);
  ExprRef isFound(const clang::CallExpr *C);
  bool selectsNumber(const clang::CallExpr *C) const;
  std::optional<PointerValue> selected(const clang::CallExpr *C,
                                       ExprRef *Value = nullptr);

  //===-- Uncounted.cpp: loops without a range, and jumps ----------------===//
  std::string whyUncounted(const clang::Stmt *Loop, StmtList Rest) const;
  const clang::VarDecl *firstChanging(const clang::Stmt *E) const;
  bool enterRange(const clang::CXXForRangeStmt *F, std::string Why, Stmts &Out);
  bool liftUncounted(const clang::Stmt *Loop, std::string Why, StmtList Rest,
                     Stmts &Out);
  bool isJump(const clang::Stmt *S) const;
  const clang::Stmt *findOwnJump(const clang::Stmt *S) const;
  bool liftEffects(const clang::Expr *E, Stmts &Out);
  bool liftJump(const clang::Stmt *Jump, Stmts &Out);
  bool liftJumping(const clang::Stmt *S, StmtList Rest, Stmts &Out);
  void noteLeftByReturn();
  bool returnFromWithin(SetResult Set, const clang::Stmt *S, StmtList Rest,
                        Stmts &Out);

  //===-- Expressions.cpp ------------------------------------------------===//
  ExprRef liftExpr(const clang::Expr *E);
  ExprRef liftConstant(const clang::Expr *E);
  ExprRef liftKnown(const clang::Expr *E);
  ExprRef liftCast(const clang::CastExpr *C);
  ExprRef liftUnary(const clang::UnaryOperator *U);
  ExprRef liftBinary(const clang::BinaryOperator *B);
  ExprRef asFactor(const clang::Expr *E, const ExprRef &Factor,
                   const ExprRef &Other) const;
  ExprRef asTerm(const clang::Expr *E, const ExprRef &Term) const;
  ExprRef liftSelect(const clang::ConditionalOperator *C);
  /// \p E is an lvalue, xvalue or prvalue; its value.
  ExprRef liftValue(const clang::Expr *E);
  ExprRef read(const clang::Expr *LValue);
  /// The value at \p L, where \p E leads.
  ExprRef valueAt(const Location &L, const clang::Expr *E);

  //===-- Effects.cpp: assignments and steps inside expressions ----------===//
  ExprRef heldNow(const ExprRef &E, clang::SourceLocation Loc, size_t &At);
  void keepReads(ExprRef &E, size_t From, clang::SourceLocation Loc);
  void keepReads(Entity &E, size_t From, clang::SourceLocation Loc);
  size_t inFront() const { return Front ? Front->size() : 0; }
  ExprRef effectOf(const clang::Expr *E);
  ExprRef liftComma(const clang::BinaryOperator *B);

  //===-- MathCalls.cpp: functions and operators without side effects ----===//
  ExprRef liftCall(const clang::CallExpr *C);
  bool noteErrno(const clang::CallExpr *C, const ExprRef &Call);
  bool refuseErrno(const clang::CallExpr *C);
  bool checkErrno();
  ExprRef liftBits(const clang::CallExpr *C, llvm::StringRef Name);
  ExprRef liftMathCall(const clang::CallExpr *C, const clang::FunctionDecl *F);
  ExprRef liftMinMax(const clang::CallExpr *C, llvm::StringRef Name,
                     llvm::ArrayRef<const clang::Expr *> Compared);
  ExprRef liftAbs(const clang::CallExpr *C);
  ExprRef liftComplexCall(const clang::CallExpr *C);
  ExprRef liftComplexOperator(const clang::CXXOperatorCallExpr *C);
  ExprRef liftConstruct(const clang::CXXConstructExpr *C);

  //===-- Locations.cpp: where lvalues and pointers lead -----------------===//
  std::optional<Location> locate(const clang::Expr *E);
  std::optional<Location> locateEntity(const Entity &P, const clang::Expr *E);
  Location elementOf(const Alias &E, const Type &Ty);
  std::optional<Location> locateVariable(const clang::DeclRefExpr *E);
  std::optional<Location> locateElement(const clang::Expr *Base,
                                        const clang::Expr *Index,
                                        clang::SourceLocation Loc);
  std::optional<Location> locateSubscript(const clang::ArraySubscriptExpr *E);
  std::optional<PointerValue> containerData(const clang::Expr *Object,
                                            llvm::StringRef Container,
                                            clang::QualType Elem);
  std::optional<Location> locatePointee(const clang::Expr *Pointer);
  std::optional<Location> locateIndexed(const clang::CXXOperatorCallExpr *C);
  std::optional<Entity> variableBehind(const clang::Expr *Pointer) const;
  std::optional<PointerValue> pointer(const clang::Expr *E);
  std::optional<PointerValue> pointerIn(const Entity &P, const clang::Expr *E);
  std::optional<PointerValue> pointerTo(const clang::Expr *LValue);
  std::optional<PointerValue> pointerPlus(const clang::Expr *Pointer,
                                          const clang::Expr *Distance,
                                          bool IsMinus);
  std::optional<PointerValue>
  pointerSum(const clang::Expr *Left, const clang::Expr *Right, bool IsMinus);
  ExprRef pointerDistance(const clang::Expr *From, const clang::Expr *To,
                          clang::SourceLocation Loc);

  bool isNull(const clang::Expr *E) const;
  const clang::Expr *comparedWithNull(const clang::Expr *Left,
                                      const clang::Expr *Right) const;
  ExprRef isEqualToNull(const clang::Expr *E, bool IsEqual);
  ExprRef isGiven(const clang::Expr *E);

  //===-- RecordValues.cpp: records of the nest's own --------------------===//
  std::optional<Entity> partOf(const clang::Expr *E);
  std::optional<Entity> memberValue(const clang::FieldDecl *Field,
                                    const clang::Expr *Init, Stmts *Out);
  std::optional<Entity> recordValue(const clang::Expr *E, Stmts *Out);
  std::optional<Entity> listedRecord(const clang::InitListExpr *L, Stmts *Out);
  std::optional<Entity> constructed(const clang::CXXConstructExpr *C,
                                    Stmts *Out);
  std::optional<Entity> constructedBy(const clang::CXXConstructorDecl *D,
                                      llvm::ArrayRef<const clang::Expr *> Args,
                                      const clang::Expr *Maker, Stmts *Out);
  bool setsMember(const clang::Stmt *S, RecordValue &Own);
  bool setMembers(const clang::CXXRecordDecl *R, const clang::Expr *Maker,
                  StmtList Body, RecordValue &Own, Stmts *Out);
  std::optional<Entity> returnedRecord(const clang::CallExpr *C, Stmts *Out);
  std::optional<Entity> recordResult(clang::QualType Ty,
                                     const clang::Expr *Maker, Stmts &Out);
  bool setRecord(const Entity &Result, const clang::Expr *Value, Stmts &Out);
  std::optional<Entity> chosenRecord(const clang::ConditionalOperator *C,
                                     Stmts &Out);

  //===-- Spans.cpp: spans of the nest's own -----------------------------===//
  std::optional<Entity> spanValue(const clang::Expr *E, Stmts *Out);
  std::optional<SpanValue> spanAt(const clang::Expr *E);
  std::optional<SpanValue> partOfSpan(const clang::CXXMemberCallExpr *C);
  std::optional<SpanValue> spanOver(const clang::CXXConstructExpr *C);

  //===-- OwnArrays.cpp: arrays and vectors of the nest's own ------------===//
  bool fitsOnStack(const clang::VarDecl *V, int64_t Bytes);
  bool isSize(const clang::VarDecl *V, const ExprRef &Size, const Type &Elem);
  std::optional<std::vector<ExprRef>> initialElements(llvm::StringRef Name,
                                                      const clang::Expr *Init,
                                                      clang::QualType Ty);
  std::optional<Entity> arrayValue(const clang::Expr *E, Stmts *Out);
  bool isCopied(clang::QualType Ty, clang::SourceLocation Loc);
  std::optional<SpanValue> copyOf(const SpanValue &Of, llvm::StringRef Name,
                                  clang::QualType Ty, clang::SourceLocation Loc,
                                  Stmts &Out);
  bool assignArray(const clang::Expr *Target, const clang::Expr *Value,
                   clang::SourceLocation Loc, Stmts &Out);
  void addElements(clang::SourceLocation Loc, const PointerValue &Array,
                   int64_t Size, llvm::ArrayRef<ExprRef> Elements,
                   bool HasZeros, Stmts &Out);
  std::optional<SpanValue> copiedElements(const clang::Expr *Init,
                                          clang::QualType Ty);
  bool declareArray(const clang::VarDecl *V, Stmts &Out);
  bool declareRuntimeArray(const clang::VarDecl *V, const clang::Expr *Length,
                           clang::QualType Part, Stmts &Out);
  bool declareVector(const clang::VarDecl *V, Stmts &Out);
  bool checkVectors();

  //===-- Appends.cpp: containers that the nest appends to ---------------===//
  std::optional<Entity> emplacedRecord(const clang::CXXMemberCallExpr *C,
                                       clang::QualType Ty, Stmts &Out);
  bool liftAppend(const clang::CXXMemberCallExpr *C, Stmts &Out);

  //===-- Atomics.cpp: the user's own synchronisation --------------------===//
  std::optional<Location> atomicPlace(const AtomicCall &A);
  ExprRef liftAtomic(const clang::Expr *E, const AtomicCall &A);
  bool liftAtomic(const clang::OMPAtomicDirective *D, Stmts &Out);

  //===-- ArrayMembers.cpp: arrays in records by value -------------------===//
  std::optional<Entity> arrayMember(const clang::FieldDecl *Field,
                                    const clang::Expr *Init, Stmts *Out);
  std::optional<PointerValue> elementsOf(const Entity &Array,
                                         clang::QualType Ty,
                                         clang::SourceLocation Loc);
  std::optional<Entity> heldArray(const Entity &Array, const std::string &Name,
                                  clang::QualType Ty, clang::SourceLocation Loc,
                                  Stmts &Out);
  bool
  forEachElement(const Entity &Array, clang::QualType Ty,
                 clang::SourceLocation Loc,
                 llvm::function_ref<bool(const Entity &, const Type &)> Fn);

  //===-- RecordVariables.cpp: variables that are records ----------------===//
  ExprRef partNow(const Entity &P, const Type &Ty);
  std::optional<Entity> held(const Entity &Value, const std::string &Name,
                             clang::QualType Ty, bool Changes,
                             clang::SourceLocation Loc, Stmts &Out);
  bool declareValue(const clang::VarDecl *V, const clang::Expr *Init,
                    StmtList Rest, Stmts *Out);
  bool forEachNumber(const Entity &Whole, clang::QualType Ty,
                     clang::SourceLocation Loc,
                     llvm::function_ref<bool(const Entity &, const Type &)> Fn);
  bool assignRecord(const clang::Expr *Target, const clang::Expr *Value,
                    clang::SourceLocation Loc, Stmts &Out);
  bool assignNumbers(const Entity &To, const Entity &From, clang::QualType Ty,
                     const clang::Expr *Target, size_t Before, Stmts &Out);

  //===-- CarriedMembers.cpp: members that the nest sets -----------------===//
  bool carryMember(const clang::Expr *E);
  bool carryOuterMember(const clang::Expr *Outer);

  //===-- Iterators.cpp: iterators of the user's own ---------------------===//
  bool refuseIterator(const LoopHeader &H, clang::SourceLocation Loc,
                      const std::string &Why);
  bool liftIteratorBounds(const LoopHeader &H, IndexVar &V);
  bool liftIteratorEnd(const LoopHeader &H, clang::SourceLocation Loc);
  bool countByMember(const LoopHeader &H, IndexVar &V, const RecordValue &Whole,
                     RecordValue &Moving,
                     llvm::ArrayRef<const clang::FieldDecl *> Stepped,
                     const clang::FieldDecl *Counts,
                     clang::BinaryOperatorKind Cmp, ExprRef End);
  std::optional<Entity> keptMember(const LoopHeader &H, const Entity &Member,
                                   clang::QualType Ty);

  //===-- Ranges.cpp: what range-based `for` and iterators go through ----===//
  std::optional<SpanValue>
  listedRange(const clang::CXXStdInitializerListExpr *List,
              llvm::StringRef Name, Stmts &Out);
  bool bindRange(const LoopHeader &H, Stmts &Out);
  std::optional<PointerValue> endOfRange(const clang::Expr *Range, bool IsEnd,
                                         clang::QualType Elem);
  ExprRef containerSize(const clang::Expr *Object);
  std::string numbersAt(const PointerValue &P, clang::QualType Elem);
  ExprRef offsetIn(const PointerValue &Into, const PointerValue &P,
                   clang::QualType Elem);
  ExprRef pointerBound(const LoopHeader &H, const LoopStart &S);
  ExprRef comparePointers(clang::BinaryOperatorKind Op, const clang::Expr *Left,
                          const clang::Expr *Right);
  bool declareParts(const clang::DecompositionDecl *D, StmtList Rest,
                    Stmts &Out);
  std::optional<Entity> boundPart(const clang::BindingDecl *B);

  //===-- Records.cpp: arrays of records ---------------------------------===//
  std::optional<RecordPlace> memberPlace(const clang::MemberExpr *M);
  std::optional<RecordPlace> pointedRecord(const clang::Expr *E);
  std::optional<RecordPlace> locateRecord(const clang::Expr *E);
  std::optional<PointerValue> addressOfRecord(const clang::UnaryOperator *U);
  std::optional<Location> locateMember(const clang::MemberExpr *M);
  bool declareRecord(const clang::VarDecl *V, StmtList Rest, Stmts *Out);

  //===-- CheckedSubscripts.cpp: elements that containers return ---------===//
  std::optional<Location> locateReturned(const clang::CXXMemberCallExpr *C);
  std::optional<Location> locateChecked(const clang::CXXMemberCallExpr *C);
  bool isWithinByBounds(const ExprRef &I, const ExprRef &Size,
                        const clang::CXXMemberCallExpr *C);

  //===-- Rows.cpp: arrays of rows, and of arrays ------------------------===//
  /// Whether \p Row is an array that lies in another one.
  bool isInArray(const clang::Expr *Row) const;
  /// \p Count of what \p Pointer, of that type, leads to, in elements of the
  /// innermost arrays.
  ExprRef inElements(const ExprRef &Count, clang::QualType Pointer,
                     clang::SourceLocation Loc);
  /// \p Distance, in elements of the innermost arrays, in what \p Elem is.
  ExprRef inArrays(const ExprRef &Distance, clang::QualType Elem,
                   clang::SourceLocation Loc);
  std::optional<PointerValue> rowPointer(const clang::Expr *Row,
                                         llvm::StringRef Suffix,
                                         clang::QualType Elem);
  std::optional<PointerValue> rowAt(const RecordPlace &P, clang::QualType RowTy,
                                    llvm::StringRef Suffix,
                                    clang::QualType Elem,
                                    clang::SourceLocation Loc,
                                    llvm::function_ref<std::string()> Spelled);
  ExprRef rowSize(const clang::Expr *Object);

  //===-- Inline.cpp: functions whose bodies are visible -----------------===//
  bool bind(const Parameter &P, Arguments &Bound);
  bool bindRecord(const Parameter &P, Arguments &Bound);
  bool bindElement(const Parameter &P, Arguments &Bound);
  bool bindPointer(const Parameter &P, Arguments &Bound);
  std::optional<bool> bindPlace(const Parameter &P, Arguments &Bound);
  std::optional<Entity> objectThatStays(const clang::Expr *Object);
  std::optional<bool> bindObjectAddress(const Parameter &P, Arguments &Bound);
  std::optional<bool> bindVariableAddress(const Parameter &P, Arguments &Bound);
  bool bindNumber(const Parameter &P, Arguments &Bound);
  bool bindObject(const clang::Expr *This, Stmts *Out, Arguments &Bound);
  bool inFunction(const clang::FunctionDecl *F,
                  llvm::ArrayRef<const clang::Expr *> Args, Arguments Bound,
                  Stmts *Out, llvm::function_ref<bool(StmtList)> Fn);
  bool inBody(const clang::CallExpr *C, Stmts *Out,
              llvm::function_ref<bool(StmtList)> Fn);
  bool namesVarying(const clang::Stmt *S) const;
  std::nullptr_t refuseCall(const clang::Expr *C);
  ExprRef returnedValue(StmtList List, const Type &Ty);
  const clang::Expr *onlyReturned(StmtList List);
  bool declareForwarded(const clang::VarDecl *V);
  ExprRef inlineValue(const clang::CallExpr *C);
  ExprRef calledOnce(const ExprRef &Value, llvm::StringRef Name,
                     clang::SourceLocation Loc);
  bool liftArm(const Place &Result, const clang::Expr *E, Stmts &Own);
  ExprRef liftLogical(const clang::BinaryOperator *B, const ExprRef &Left);
  ExprRef liftChosenCall(const clang::ConditionalOperator *C, const Type &Ty,
                         const ExprRef &Cond);
  bool setNumber(const Place &Result, const clang::Expr *Value, Stmts &Out);
  bool returnInto(SetResult Set, StmtList List, Stmts &Out);
  ExprRef computedValue(const clang::CallExpr *C, const Type &Ty, Stmts &Out);
  std::optional<Location> inlineLocation(const clang::CallExpr *C);
  std::optional<RecordPlace> inlineRecord(const clang::CallExpr *C);
  std::optional<PointerValue> inlinePointer(const clang::CallExpr *C);
  bool inlineStatement(const clang::CallExpr *C, Stmts &Out);

  //===-- Lambdas.cpp: calls of lambdas ----------------------------------===//
  bool standsForElement(const clang::LambdaCapture &C) const;
  bool bindLambda(const clang::Expr *Object, const clang::FunctionDecl &F,
                  Arguments &Bound);
  bool bindClosure(const clang::Expr *Outer, const clang::FunctionDecl &F,
                   Arguments &Bound);
  bool checkLambda(const clang::LambdaExpr *L);
  bool checkCapture(const clang::LambdaExpr *L, const clang::LambdaCapture &C,
                    bool IsCapturedInNest);
  bool endsBeforeChange(const clang::LambdaExpr *L,
                        const clang::VarDecl *V) const;
  bool keepsValueSince(const clang::VarDecl *V, bool IsCapturedInNest) const;

  clang::ASTContext &Context;
  const LanguageOptions &Language;
  BodyIndices &Bodies;
  const LiftPlan &Plan;
  /// It stores to a member of an element, and has taken it for one of an
  /// object.
  bool StoresToElement = false;

  SourceNest Source;
  Refusals Diags;
  ScalarTypes Types;
  NestBuilder Builder;
  LoopStack Loops;
  LetTable Lets;
  Environment Env;
  AccessorCalls Accessors;
  Operands Ops;
  RecordOperands Records;
  BoundGuards Guards;
  Outcomes LiveOuts;
  /// What guards of checks read, and where the check is.
  std::vector<std::pair<ExprRef, clang::SourceLocation>> CheckedLoads;
  llvm::StringMap<std::string> CheckVars; ///< of such guards, by the nest's

  PointerTurns Swapped; ///< by the last statements of the outermost loop
  Rotation Turning;     ///< the operands that its pointers lead to

  /// Where statements go that the expression which is lifted needs in front of
  /// it; null where it may not be evaluated, or more than once.
  Stmts *Front = nullptr;
  Ending End;
  std::vector<const clang::Stmt *> MustLeave; ///< see LiftPlan
  std::vector<AppendedContainer> MustAppend;
  /// What a loop header compares with is lifted, or sets out from.
  bool InHeader = false;
  /// The flag of the uncounted loop around it that `break` clears.
  std::string Goes;
  ReturnTarget *Returning = nullptr; ///< loops of a called function may return
  llvm::StringSet<> InSteps;         ///< operands that say how long steps are
  /// Calls that may set errno, and as what they are lifted; square roots, which
  /// do so if what they are of is negative.
  std::vector<std::pair<const clang::CallExpr *, ExprRef>> SettingErrno, Roots;
  /// Whether there is a variable, or a parameter, that nothing reads and whose
  /// value is made by a call: the lift may do without it.
  bool HasUnread = false;
  /// `x++` that a loop header accounts for, or that follows its statement.
  llvm::SmallPtrSet<const clang::UnaryOperator *, 4> Stepped;
  /// What variables are after the statements that step them.
  llvm::DenseMap<const clang::Expr *,
                 std::pair<const clang::VarDecl *, LoopStart>>
      AfterStep;
  /// Statements behind rows that are part of what variables are in them.
  llvm::SmallPtrSet<const clang::Expr *, 2> Paddings;
  /// Assignments inside of another one, which have been lifted: the value, if
  /// it is a constant.
  llvm::DenseMap<const clang::BinaryOperator *, ExprRef> Assigned;
  unsigned Calls = 0;     ///< whose bodies were lifted so far
  int64_t ArrayBytes = 0; ///< of arrays that iterations declare
  /// Vectors that iterations declare, with their sizes: i64.
  std::vector<std::pair<const clang::VarDecl *, ExprRef>> OwnVectors;
  unsigned Nested = 0; ///< lists of statements that are being lifted
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_LIFTER_H

//===- Lifter.h - the state of one lift -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over the user's nest in source order. Whatever is not understood is
// refused once, at its place: functions that return null, nothing or false have
// called `refuse` (or something below them has), and the lift ends.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_LIFTER_H
#define LACUNA_PLUGIN_LIFT_LIFTER_H

#include "lift/Lift.h"
#include "lift/LoopHeader.h"
#include "lift/Scan.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

namespace lacuna::plugin {

class Lifter {
public:
  /// The variables in \p Carried keep their value from one iteration to the
  /// next: they are declared around the outermost loop. Those in \p Loaded are
  /// copies of records that the nest changes.
  Lifter(clang::ASTContext &Context, const LanguageOptions &Language,
         BodyIndices &Bodies, llvm::StringRef Name,
         llvm::ArrayRef<const clang::VarDecl *> Carried,
         llvm::ArrayRef<const clang::VarDecl *> Loaded);
  std::variant<Lifted, NotLifted>
  runOnLoop(const clang::Stmt *Loop,
            llvm::ArrayRef<const clang::VarDecl *> Integers);
  std::variant<Lifted, NotLifted> runOnBody(const clang::Stmt *Body);

  /// The variable that would have to be carried for the lift to get further;
  /// null if it succeeded or if that would not help.
  const clang::VarDecl *mustCarry() const { return MustCarry; }

  /// The same of a copy of a record that would have to be made.
  const clang::VarDecl *mustLoad() const { return MustLoad; }

private:
  using Note = std::pair<clang::SourceLocation, std::string>;

  struct RecordValue;

  /// What a variable that is declared or assigned in the nest stands for.
  struct Entity {
    enum class Kind {
      Index,   ///< loop variable
      Forward, ///< variable of a loop header that stands for its value
      Local,   ///< let or var
      Array,   ///< local array
      Alias,   ///< reference to an array element
      Pointer, ///< pointer into an array
      Object,  ///< object of the function that the nest is in
      Record,  ///< record, number by number
      Span,    ///< pointer into an array with a number of elements
    };
    Kind K;
    std::string Name; ///< of the variable or of the array
    Type Ty;          ///< of the variable or of one element
    /// Alias: subscript. Pointer: offset (i64) or null. Forward: the value.
    ExprRef Index;
    /// Of what refers to a part of a record: the member.
    std::string Path = {};
    /// Of what leads into an array of rows: the row.
    ExprRef Row = {};
    std::shared_ptr<RecordValue> Parts = {}; ///< of a record
    ExprRef Size = {};                       ///< of a span (i64)
    const clang::Expr *Object = nullptr;     ///< as the function writes it
  };

  /// A record that is a value of the nest's. Of a member without a name in the
  /// graph (Local, "") nothing is known yet; those that nothing uses are
  /// missing.
  struct RecordValue {
    llvm::MapVector<const clang::FieldDecl *, Entity> Members;
  };

  /// Where an lvalue expression leads.
  struct Location {
    enum class Kind {
      Place,      ///< local variable or array element
      Index,      ///< loop variable
      Unassigned, ///< written in the nest, but without a value here
      Invariant,  ///< not written in the nest
      Value       ///< a temporary: `Place.Index` is its value
    };
    Kind K;
    lacuna::Place Place;
    const clang::VarDecl *Var = nullptr;
    ExprRef Row = {}; ///< of an element of an array of rows
  };

  /// A record, or a part of one: an element of an array that the front end
  /// binds and that only members are operands of.
  struct RecordPlace {
    std::string Records;
    ExprRef Index;
    std::string Path; ///< "" for the whole
    ExprRef Row = {}; ///< where Records is an array of rows
  };

  /// An array of rows whose elements are no operands themselves.
  struct RowsOfRecords {
    std::string Base, Text; ///< as in Operand
    RowMemory RowsLie;
  };

  /// A variable that holds a copy of an element.
  struct RecordCopy {
    const clang::VarDecl *Var;
    std::string Records;
    clang::SourceLocation Loc;
  };

  /// A pointer into an array; Offset (i64) null: to its first element. Of an
  /// array of records Elem says nothing.
  struct PointerValue {
    std::string Array;
    Type Elem;
    ExprRef Offset;
    ExprRef Row = {}; ///< where Array is an array of rows
  };

  /// What a loop's variable is before the first step.
  struct Start {
    std::optional<PointerValue> Into; ///< of a pointer: the array
    Type Ty;                          ///< i64 for pointers
    ExprRef Value;
    /// Value is that in front of the nest; the variable runs on over the rows.
    bool RunsOn = false;
  };

  /// What a loop's condition compares of its counter.
  struct ComparedCounter {
    int64_t Plus = 0;         ///< the counter plus this
    bool SignChanges = false; ///< as an unsigned number, though it is signed
    bool Wraps = false;       ///< the sum may wrap round
  };

  /// A value that a variable of the enclosing function has when the nest ends.
  struct Outcome {
    const clang::VarDecl *Var;
    std::string Name; ///< of the local or index variable
    bool IsCounter;
    ExprRef Value;                 ///< of a let, over index variables
    std::vector<std::string> Path; ///< loops that enclose the definition
    bool Conditional;
    clang::SourceLocation Loc;
    bool Stored = false; ///< by a statement of the body
  };

  /// An array that a loop's bounds read.
  struct BoundRead {
    std::string Array;
    std::string Loop;
    clang::SourceLocation Loc;
  };

  /// An invariant as the user wrote it.
  struct Invariant {
    std::string Key;  ///< equal for expressions that denote one object
    std::string Hint; ///< for its name
    bool InMemory = false;
    /// Key of the last object on the way that a pointer leads to, or empty.
    std::string Object = {};
  };

  /// A call of a member function that reads members and does nothing else.
  struct AccessorCall {
    const clang::CXXMemberCallExpr *Call;
    std::vector<Type> Reads;      ///< types of the arithmetic objects it reads
    bool FollowsPointers = false; ///< to other objects than its own
  };

  /// What the parameters of a call stand for.
  struct Arguments {
    /// Numbers, and elements of arrays.
    llvm::DenseMap<const clang::VarDecl *, Entity> Numbers;
    llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *> Records;
    const clang::Expr *Object = nullptr;
    std::optional<RecordPlace> Element;
    std::shared_ptr<RecordValue> Self;
  };

  /// A condition on one loop bound, over operands and index variables.
  struct Condition {
    std::string Reason;
    ExprRef Subject; ///< the one value that it limits, or null
    ExprRef Holds;
  };

  //===-- Lift.cpp: driver, names, tags, types ---------------------------===//
  std::nullptr_t refuse(clang::SourceLocation Loc, std::string Message,
                        std::vector<Note> Notes = {});
  std::nullptr_t refuseType(clang::SourceLocation Loc, clang::QualType Ty);
  std::string uniqueName(llvm::StringRef Base);
  std::string loopName(const clang::Stmt *Loop) const;
  void nameLoops(const clang::Stmt *Loop, bool IsInlined = false);
  SourceTag tag(clang::SourceLocation Loc);
  /// The arithmetic or complex type \p Ty stands for, or nothing.
  std::optional<Type> scalarType(clang::QualType Ty) const;
  std::optional<Type> scalarTypeAt(clang::QualType Ty,
                                   clang::SourceLocation Loc);
  std::string spell(const clang::Stmt *S) const;
  /// Refuses \p E, which is used as if it kept its value in the nest.
  std::nullptr_t refuseChanging(const clang::Expr *E);
  bool noteFloatingPoint(const clang::Expr *E);
  bool checkBoundReads();
  std::variant<Lifted, NotLifted> run(const clang::Stmt *Nest);
  std::variant<Lifted, NotLifted> runWithLoops(const clang::Stmt *Nest,
                                               llvm::StringRef Otherwise);
  bool declareCarried(std::vector<StmtRef> &Out);
  void storeCarried(std::vector<StmtRef> &Out);
  std::variant<Lifted, NotLifted> finish(StmtRef Body);

  //===-- Headers.cpp: loop headers and bounds ---------------------------===//
  StmtRef liftLoop(const clang::Stmt *Loop);
  std::optional<Start> startOf(const LoopHeader &H, const clang::VarDecl *V,
                               const clang::Expr *Init);
  bool runsOn(const clang::VarDecl *V) const;
  bool endsWithRow(const LoopHeader &H) const;
  bool followsRows(const LoopHeader &H) const;
  std::optional<Start> initial(const clang::VarDecl *V);
  std::optional<Start> runningCounter(const LoopHeader &H);
  ExprRef runningSteps(const IndexVar &Position);
  bool requireAscending(const std::string &Pos, const Type &Ty,
                        const IndexVar &Row);
  void setTo(const clang::VarDecl *V, const Start &S);
  bool setOthers(const LoopHeader &H);
  void keepSteps(LoopHeader &H);
  bool isSteppedFrom(llvm::ArrayRef<const clang::Stmt *> Rest,
                     const clang::VarDecl *V) const;
  bool checkStepped(const LoopHeader &H, const clang::VarDecl *V,
                    const clang::Expr *Init);
  void refuseLivePointer(clang::SourceLocation Loc, const clang::VarDecl *V);
  std::optional<ComparedCounter> comparedCounter(const LoopHeader &H,
                                                 const IndexVar &V);
  bool sameRow(const ExprRef &A, const ExprRef &B) const;
  ExprRef shifted(const IndexVar &V, clang::BinaryOperatorKind Cmp, int64_t By,
                  std::vector<Condition> &Needed) const;
  bool setRange(const LoopHeader &H, IndexVar &V, const ExprRef &Lo,
                const ExprRef &Hi, const ComparedCounter &C);
  bool liftBounds(const LoopHeader &H, IndexVar &V);
  ExprRef liftBound(const LoopHeader &H, const IndexVar &V, const Start &S);
  ExprRef inlined(const ExprRef &E, clang::SourceLocation Loc,
                  llvm::StringRef Loop);
  bool isSize(const ExprRef &E) const;
  bool isNonNegative(const ExprRef &E) const;
  ExprRef boundInType(const Type &Ty, ExprRef Bound, llvm::StringRef Loop,
                      std::vector<Condition> &Conditions);
  bool addGuards(std::vector<Condition> Conditions, bool IsAlwaysRead,
                 clang::SourceLocation Loc, const std::string &Otherwise);
  void addRowGuard(const Condition &C);

  //===-- Strides.cpp: steps of any length, up and down -------------------===//
  bool isComputedIn(const Type &Ty, const ExprRef &By) const;
  ExprRef stepLength(const LoopHeader &H, const clang::Expr *By);
  ExprRef afterSteps(const Start &S, const ExprRef &Done, const ExprRef &By,
                     bool Down) const;
  void noteStep(const LoopHeader &H, const Increment &By, const Start &Now,
                const ExprRef &Length);
  bool setSteps(const LoopHeader &H, const IndexVar &V,
                llvm::ArrayRef<Start> Starts);
  static ExprRef stepsToWrap(const LoopHeader &H, const Start &S,
                             const ExprRef &Bound);
  bool requireMeeting(const LoopHeader &H, const IndexVar &V, const Start &S,
                      const ExprRef &First, const ExprRef &Last,
                      const ExprRef &By, std::vector<Condition> &Needed);
  std::optional<ComparedCounter>
  comparedStride(const LoopHeader &H, const IndexVar &V, const Start &S);
  ExprRef boundOfCounter(const LoopHeader &H, const IndexVar &V, const Start &S,
                         const ComparedCounter &C, const ExprRef &First,
                         const ExprRef &Last, std::vector<Condition> &Needed);
  bool checkStride(const LoopHeader &H, const IndexVar &V, const Start &S,
                   const ExprRef &By, const ExprRef &Length,
                   std::vector<Condition> &Needed);
  bool storeCounter(const LoopHeader &H, const IndexVar &V, const Start &From,
                    const ExprRef &Length);
  bool liftStrides(const LoopHeader &H, IndexVar &V, const Start &S);

  //===-- Body.cpp: statements -------------------------------------------===//
  StmtRef liftBlock(const clang::Stmt *S);
  StmtRef liftScope(llvm::ArrayRef<const clang::Stmt *> List);
  bool liftList(llvm::ArrayRef<const clang::Stmt *> List,
                std::vector<StmtRef> &Out);
  void dropUnused(std::vector<StmtRef> &Block) const;
  bool liftStmt(const clang::Stmt *S, llvm::ArrayRef<const clang::Stmt *> Rest,
                std::vector<StmtRef> &Out);
  bool liftStepping(const clang::Stmt *S,
                    llvm::ArrayRef<const clang::Stmt *> Rest,
                    std::vector<StmtRef> &Out);
  StmtRef liftIf(const clang::IfStmt *If,
                 llvm::ArrayRef<const clang::Stmt *> ThenList,
                 llvm::ArrayRef<const clang::Stmt *> ElseList);
  bool declare(const clang::VarDecl *V,
               llvm::ArrayRef<const clang::Stmt *> Rest,
               std::vector<StmtRef> &Out);
  bool declareReference(const clang::VarDecl *V,
                        llvm::ArrayRef<const clang::Stmt *> Rest,
                        std::vector<StmtRef> &Out);
  bool declarePointer(const clang::VarDecl *V,
                      llvm::ArrayRef<const clang::Stmt *> Rest,
                      std::vector<StmtRef> &Out);
  bool definePointer(const clang::VarDecl *V, const clang::Expr *Init,
                     llvm::ArrayRef<const clang::Stmt *> Rest,
                     clang::SourceLocation Loc, std::vector<StmtRef> &Out);
  Entity moving(const clang::VarDecl *V, llvm::StringRef Hint,
                const PointerValue &P, clang::SourceLocation Loc,
                std::vector<StmtRef> &Out);
  std::nullptr_t refuseMoved(const clang::VarDecl *V,
                             clang::SourceLocation Loc);
  bool setPointer(const clang::VarDecl *V, const clang::Expr *Value,
                  clang::SourceLocation Loc, std::vector<StmtRef> &Out);
  bool liftMove(const clang::Expr *E, std::vector<StmtRef> &Out);
  /// Null for null.
  ExprRef fixed(const ExprRef &E, const clang::VarDecl *V,
                std::vector<StmtRef> &Out) {
    return fixed(E, V->getNameAsString(), V->getLocation(), Out);
  }
  ExprRef fixed(const ExprRef &E, llvm::StringRef Name,
                clang::SourceLocation Loc, std::vector<StmtRef> &Out);
  bool declareArray(const clang::VarDecl *V, std::vector<StmtRef> &Out);
  ExprRef noteLet(llvm::StringRef Name, const ExprRef &Init);
  void define(const clang::VarDecl *V, const Type &Ty, ExprRef Init,
              llvm::ArrayRef<const clang::Stmt *> Rest,
              clang::SourceLocation Loc, std::vector<StmtRef> &Out);
  bool liftChoice(const clang::Expr *Cond, const clang::Expr *Then,
                  const clang::Expr *Else, std::vector<StmtRef> &Out);
  bool liftExprStmt(const clang::Expr *E,
                    llvm::ArrayRef<const clang::Stmt *> Rest,
                    std::vector<StmtRef> &Out);

  //===-- Assignments.cpp: what statements store -------------------------===//
  static StmtRef asExtremum(const ExprRef &Cond, const StmtRef &Then,
                            SourceTag Tag);
  bool liftAssign(const clang::Expr *Target, const clang::Expr *Value,
                  llvm::ArrayRef<const clang::Stmt *> Rest,
                  clang::SourceLocation Loc, std::vector<StmtRef> &Out);
  bool liftChained(const clang::BinaryOperator *Inner,
                   const clang::Expr *Target, const clang::Expr *Value,
                   llvm::ArrayRef<const clang::Stmt *> Rest,
                   clang::SourceLocation Loc, std::vector<StmtRef> &Out);
  bool liftCompound(const clang::CompoundAssignOperator *A,
                    std::vector<StmtRef> &Out);
  bool liftStep(const clang::UnaryOperator *U, std::vector<StmtRef> &Out);
  bool liftOperatorCall(const clang::CXXOperatorCallExpr *C,
                        llvm::ArrayRef<const clang::Stmt *> Rest,
                        std::vector<StmtRef> &Out);
  /// The place that an assignment to \p E stores to.
  std::optional<Place> target(const clang::Expr *E);
  StmtRef update(const Place &P, BinaryOp Op, ExprRef Value, SourceTag Tag);
  StmtRef assignment(const Place &P, const ExprRef &Value, SourceTag Tag);
  void noteWritten(const Place &P);

  //===-- Rounding.cpp: what is contracted --------------------------------===//
  bool isEmittedConstant(const clang::Expr *E) const;
  bool isEmittedProduct(const clang::Expr *E) const;
  bool isRoundedAlike(const clang::Expr *E) const;
  ExprRef asFactor(const clang::Expr *E, const ExprRef &Factor,
                   const ExprRef &Other) const;
  ExprRef asTerm(const clang::Expr *E, const ExprRef &Term) const;

  //===-- Fills.cpp: std::fill, memset and the like -----------------------===//
  /// A call that sets a range of elements.
  struct RangeSetter {
    const clang::Expr *To;
    const clang::Expr *From;   ///< the value, or the first element to copy
    const clang::Expr *Length; ///< a number of elements or bytes, or an end
    bool IsCopy = false, InBytes = false, HasEnd = false;
  };
  static std::optional<RangeSetter> rangeSetter(const clang::CallExpr *C);
  std::optional<PointerValue> pointerToNumbers(const clang::Expr *E);
  void addRangeLoop(const clang::CallExpr *C, ExprRef Count,
                    llvm::function_ref<StmtRef(const ExprRef &)> Set,
                    std::vector<StmtRef> &Out);
  ExprRef elementsOf(const RangeSetter &R, const Type &Elem,
                     clang::SourceLocation Loc);
  ExprRef valueOf(const RangeSetter &R, const Type &Elem,
                  clang::SourceLocation Loc, std::vector<StmtRef> &Out);
  bool liftRangeCall(const clang::CallExpr *C, std::vector<StmtRef> &Out);

  //===-- Uncounted.cpp: loops without a range, and jumps ----------------===//
  std::string whyUncounted(const clang::Stmt *Loop,
                           llvm::ArrayRef<const clang::Stmt *> Rest) const;
  const clang::VarDecl *firstChanging(const clang::Stmt *E) const;
  bool enterRange(const clang::CXXForRangeStmt *F, std::string Why,
                  std::vector<StmtRef> &Out);
  bool liftUncounted(const clang::Stmt *Loop, std::string Why,
                     llvm::ArrayRef<const clang::Stmt *> Rest,
                     std::vector<StmtRef> &Out);
  void noteUncounted(const clang::Stmt *Loop, const std::string &Why);
  bool liftJump(const clang::Stmt *Jump, std::vector<StmtRef> &Out);
  bool liftJumping(const clang::Stmt *S,
                   llvm::ArrayRef<const clang::Stmt *> Rest,
                   std::vector<StmtRef> &Out);

  //===-- Expressions.cpp ------------------------------------------------===//
  ExprRef liftExpr(const clang::Expr *E);
  ExprRef liftConstant(const clang::Expr *E);
  ExprRef liftCast(const clang::CastExpr *C);
  ExprRef liftUnary(const clang::UnaryOperator *U);
  ExprRef liftBinary(const clang::BinaryOperator *B);
  ExprRef liftSelect(const clang::ConditionalOperator *C);
  /// \p E is an lvalue, xvalue or prvalue; its value.
  ExprRef liftValue(const clang::Expr *E);
  ExprRef read(const clang::Expr *LValue);
  /// The value at \p L, where \p E leads.
  ExprRef valueAt(const Location &L, const clang::Expr *E);
  /// The value of the place \p L.
  /// The place that \p L, of kind Place, is.
  static lacuna::Place placeAt(const Location &L);
  ExprRef elementAt(const Location &L) const;
  ExprRef read(const Place &P) const;

  //===-- Calls.cpp: functions and operators without side effects --------===//
  ExprRef liftCall(const clang::CallExpr *C);
  ExprRef liftMathCall(const clang::CallExpr *C, const clang::FunctionDecl *F);
  ExprRef liftMinMax(const clang::CallExpr *C, const clang::FunctionDecl *F);
  ExprRef liftAbs(const clang::CallExpr *C);
  ExprRef liftComplexCall(const clang::CallExpr *C);
  ExprRef liftComplexOperator(const clang::CXXOperatorCallExpr *C);
  ExprRef liftConstruct(const clang::CXXConstructExpr *C);

  //===-- Locations.cpp: where lvalues and pointers lead -----------------===//
  std::nullptr_t refuseCarried(clang::SourceLocation Loc,
                               const clang::VarDecl *V);
  std::optional<Location> locate(const clang::Expr *E);
  std::optional<Location> locateEntity(const Entity &P, const clang::Expr *E);
  std::optional<Location> locateVariable(const clang::DeclRefExpr *E);
  std::optional<Location> locateElement(const clang::Expr *Base,
                                        const clang::Expr *Index,
                                        clang::SourceLocation Loc);
  std::optional<PointerValue> containerData(const clang::Expr *Object,
                                            llvm::StringRef Container,
                                            clang::QualType Elem);
  std::optional<Location> locatePointee(const clang::Expr *Pointer);
  std::optional<Location> locateIndexed(const clang::CXXOperatorCallExpr *C);
  std::optional<PointerValue> pointer(const clang::Expr *E);
  std::optional<PointerValue> pointerTo(const clang::Expr *LValue);
  std::optional<PointerValue> pointerPlus(const clang::Expr *Pointer,
                                          const clang::Expr *Distance,
                                          bool IsMinus);
  std::optional<PointerValue>
  pointerSum(const clang::Expr *Left, const clang::Expr *Right, bool IsMinus);
  ExprRef pointerDistance(const clang::Expr *From, const clang::Expr *To,
                          clang::SourceLocation Loc);

  //===-- RecordParts.cpp: members of records that are values -------------===//
  static Entity recordOf(std::shared_ptr<RecordValue> Own);
  static Entity objectAt(const clang::Expr *Outer);
  static Entity recordAt(const RecordPlace &P);
  std::optional<Entity> memberOf(const Entity &Whole,
                                 const clang::FieldDecl *Field) const;
  std::optional<Entity> part(const clang::Expr *E) const;
  std::optional<Entity> partOf(const clang::Expr *E);

  //===-- Values.cpp: records of the nest's own ---------------------------===//
  bool isTemporary(const clang::Expr *E) const;
  std::optional<Entity> memberValue(const clang::FieldDecl *Field,
                                    const clang::Expr *Init,
                                    std::vector<StmtRef> *Out);
  std::optional<Entity> recordValue(const clang::Expr *E,
                                    std::vector<StmtRef> *Out);
  std::optional<Entity> listedRecord(const clang::InitListExpr *L,
                                     std::vector<StmtRef> *Out);
  std::optional<Entity> constructed(const clang::CXXConstructExpr *C,
                                    std::vector<StmtRef> *Out);
  bool setsMember(const clang::Stmt *S, RecordValue &Own);
  std::optional<Entity> returnedRecord(const clang::CallExpr *C,
                                       std::vector<StmtRef> *Out);

  //===-- Spans.cpp: spans of the nest's own ------------------------------===//
  std::optional<Entity> spanValue(const clang::Expr *E,
                                  std::vector<StmtRef> *Out);
  std::optional<Entity> spanAt(const clang::Expr *E);
  std::optional<Entity> spanOver(const clang::CXXConstructExpr *C);

  //===-- RecordVariables.cpp: variables that are records -----------------===//
  static bool mayChange(const clang::Stmt *S, const clang::VarDecl *V);
  ExprRef partNow(const Entity &P, const Type &Ty);
  std::optional<Entity> held(const Entity &Value, const std::string &Name,
                             clang::QualType Ty, bool Changes,
                             clang::SourceLocation Loc,
                             std::vector<StmtRef> &Out);
  void bindValue(const clang::VarDecl *V, Entity Value);
  bool declareValue(const clang::VarDecl *V, const clang::Expr *Init,
                    llvm::ArrayRef<const clang::Stmt *> Rest,
                    std::vector<StmtRef> *Out);
  bool forEachNumber(const Entity &Whole, clang::QualType Ty,
                     clang::SourceLocation Loc,
                     llvm::function_ref<bool(const Entity &, const Type &)> Fn);
  bool assignRecord(const clang::Expr *Target, const clang::Expr *Value,
                    clang::SourceLocation Loc, std::vector<StmtRef> &Out);

  //===-- Iterators.cpp: iterators of the user's own ----------------------===//
  bool refuseIterator(const LoopHeader &H, clang::SourceLocation Loc,
                      const std::string &Why);
  bool liftIteratorBounds(const LoopHeader &H, IndexVar &V);
  bool steppedMembers(const clang::Expr *Step,
                      std::vector<const clang::FieldDecl *> &Fields,
                      unsigned Depth = 0) const;
  std::optional<Entity> keptMember(const LoopHeader &H, const Entity &Member,
                                   clang::QualType Ty);

  //===-- Ranges.cpp: what range-based `for` and iterators go through -----===//
  bool bindRange(const LoopHeader &H);
  std::optional<PointerValue> endOfRange(const clang::Expr *Range, bool IsEnd,
                                         clang::QualType Elem);
  ExprRef containerSize(const clang::Expr *Object);
  bool isPlainPointer(const PointerValue &P);
  ExprRef offsetIn(const PointerValue &Into, const PointerValue &P,
                   clang::QualType Elem);
  ExprRef pointerBound(const LoopHeader &H, const PointerValue &Into);
  ExprRef comparePointers(clang::BinaryOperatorKind Op, const clang::Expr *Left,
                          const clang::Expr *Right);
  bool declareParts(const clang::DecompositionDecl *D,
                    llvm::ArrayRef<const clang::Stmt *> Rest,
                    std::vector<StmtRef> &Out);
  std::optional<Entity> boundPart(const clang::BindingDecl *B);
  bool namesObject(const clang::Stmt *E) const;

  //===-- Records.cpp: arrays of records ----------------------------------===//
  bool varies(const clang::Stmt *E) const;
  bool isRecord(clang::QualType Ty) const;
  bool leadsOn(clang::QualType Ty) const;
  PointerValue recordsOperand(const Invariant &I, Binding::Form F,
                              const clang::Expr *Base);
  Location memberAt(const RecordPlace &P, const Type &Ty);
  bool checkMember(const clang::MemberExpr *M);
  std::optional<RecordPlace> memberPlace(const clang::MemberExpr *M);
  std::optional<RecordPlace> pointedRecord(const clang::Expr *E);
  std::optional<RecordPlace> locateRecord(const clang::Expr *E);
  std::optional<PointerValue> addressOfRecord(const clang::UnaryOperator *U);
  bool isMember(llvm::StringRef Array);
  std::optional<Location> locateMember(const clang::MemberExpr *M);
  bool declareRecord(const clang::VarDecl *V,
                     llvm::ArrayRef<const clang::Stmt *> Rest,
                     std::vector<StmtRef> *Out);
  static const clang::Expr *copiedFrom(const clang::Expr *E);
  bool checkRecords();

  //===-- CheckedSubscripts.cpp: at(i) of standard containers ------------===//
  bool isCheckedSubscript(const clang::CXXMemberCallExpr *C) const;
  std::optional<Location> locateChecked(const clang::CXXMemberCallExpr *C);

  //===-- Rows.cpp: arrays of rows ----------------------------------------===//
  std::optional<PointerValue> rowPointer(const clang::Expr *Row,
                                         llvm::StringRef Suffix,
                                         clang::QualType Elem);
  std::string rowsOf(const RecordPlace &P, const std::string &Text,
                     RowMemory RowsLie, const std::optional<Type> &Elem);
  ExprRef rowSize(const clang::Expr *Object);
  bool checkRows();

  //===-- Operands.cpp: invariants and their bindings --------------------===//
  std::optional<Invariant> invariant(const clang::Expr *E);
  std::optional<Invariant> invariantObject(const clang::Expr *E);
  std::optional<Invariant> invariantVariable(const clang::Expr *E,
                                             const clang::ValueDecl *D);
  std::optional<Invariant> invariantMember(const clang::MemberExpr *M);
  std::optional<Invariant> invariantIndexed(const clang::Expr *Base,
                                            const clang::Expr *Index);
  std::optional<Invariant> invariantCall(const clang::CXXMemberCallExpr *C);
  static std::string objectBehind(const Invariant &Base, bool IsArrow);
  static std::string objectBound(const Invariant &I, Binding::Form F,
                                 const clang::Expr *User);
  static Invariant pointee(Invariant I);
  ExprRef scalarOperand(const clang::Expr *LValue);
  void addInteger(const clang::VarDecl *V);
  ExprRef callOperand(const clang::CXXMemberCallExpr *C);
  ExprRef sizeOperand(const clang::Expr *Container);
  std::optional<PointerValue>
  arrayOperand(const clang::Expr *Base, Binding::Form F, clang::QualType Elem);
  ExprRef extentOf(const clang::Expr *Base, Binding::Form F);
  bool isReachable(const clang::VarDecl *V);
  bool isConstantObject(const clang::Expr *E) const;
  bool checkPointers();
  bool checkAccessors();
  bool checkReferences();

  //===-- InCaller.cpp: records of a function in its caller's terms -------===//
  const clang::Expr *inCaller(const clang::Expr *E);
  const clang::Expr *castInCaller(const clang::CastExpr *C,
                                  const clang::Expr *From);
  const clang::Expr *memberInCaller(const clang::MemberExpr *M);
  const clang::Expr *memberOf(const clang::Expr *Object,
                              const clang::FieldDecl *Field) const;
  const clang::Expr *asOperand(const clang::Expr *E);

  //===-- Inline.cpp: functions whose bodies are visible -----------------===//
  bool bindParameter(const clang::ParmVarDecl *P, const clang::Expr *Arg,
                     bool IsWritten, std::vector<StmtRef> *Out,
                     Arguments &Bound);
  bool bindElement(const clang::ParmVarDecl *P, const clang::Expr *Arg,
                   std::vector<StmtRef> *Out, Arguments &Bound);
  bool bindObject(const clang::Expr *This, std::vector<StmtRef> *Out,
                  Arguments &Bound);
  bool
  inFunction(const clang::FunctionDecl *F,
             llvm::ArrayRef<const clang::Expr *> Args, Arguments Bound,
             std::vector<StmtRef> *Out,
             llvm::function_ref<bool(llvm::ArrayRef<const clang::Stmt *>)> Fn);
  bool inBody(const clang::CallExpr *C, std::vector<StmtRef> *Out,
              llvm::function_ref<bool(llvm::ArrayRef<const clang::Stmt *>)> Fn);
  bool keepsValue(const ExprRef &E);
  std::nullptr_t refuseCall(const clang::Expr *C);
  ExprRef returnedValue(llvm::ArrayRef<const clang::Stmt *> List,
                        const Type &Ty);
  const clang::Expr *onlyReturned(llvm::ArrayRef<const clang::Stmt *> List);
  bool declareForwarded(const clang::VarDecl *V);
  ExprRef inlineValue(const clang::CallExpr *C);
  bool returnInto(const Place &Result, llvm::ArrayRef<const clang::Stmt *> List,
                  std::vector<StmtRef> &Out);
  ExprRef computedValue(const clang::CallExpr *C, const Type &Ty,
                        std::vector<StmtRef> &Out);
  std::optional<Location> inlineLocation(const clang::CallExpr *C);
  std::optional<RecordPlace> inlineRecord(const clang::CallExpr *C);
  std::optional<PointerValue> inlinePointer(const clang::CallExpr *C);
  bool inlineStatement(const clang::CallExpr *C, std::vector<StmtRef> &Out);

  //===-- Lambdas.cpp: calls of lambdas ----------------------------------===//
  /// The lambda that \p Object is, or null.
  const clang::LambdaExpr *lambdaOf(const clang::Expr *Object) const;
  bool bindLambda(const clang::Expr *Object, Arguments &Bound);
  bool checkLambda(const clang::LambdaExpr *L);
  bool checkCapture(const clang::LambdaCapture &C, bool IsCapturedInNest);
  bool keepsValueSince(const clang::VarDecl *V, bool IsCapturedInNest) const;

  //===-- Reaches.cpp: objects that need not be there --------------------===//
  bool findReaches();

  //===-- Accessors.cpp: member functions that only read -----------------===//
  bool onlyReads(const clang::Expr *E, AccessorCall &A, unsigned Depth) const;
  /// Whether \p C calls such a function, of no arguments; remembers it then.
  bool noteAccessor(const clang::CXXMemberCallExpr *C);
  void addMemory(const Invariant &I, const clang::Expr *E, Type Ty,
                 bool Written);
  std::string addOperand(const Invariant &I, OperandKind Kind, Type Ty,
                         Binding::Form F, const clang::Expr *User,
                         ExprRef Extent = nullptr, llvm::StringRef Suffix = "");
  std::string addOperand(llvm::StringRef Hint, OperandKind Kind, Type Ty,
                         Binding::Form F, const clang::Expr *User,
                         ExprRef Extent = nullptr);
  Operand *operand(llvm::StringRef Name);

  //===-- LiveOuts.cpp: values that outlive the nest ---------------------===//
  const clang::DeclRefExpr *reference(const clang::VarDecl *V) const;
  bool isLive(const clang::VarDecl *V);
  void noteOutcome(Outcome O);
  std::nullptr_t refuseOutcome(const Outcome &O);
  /// Stores of variables defined in the block that ends here.
  bool storeOutcomes(size_t FirstOutcome, std::vector<StmtRef> &Out);
  bool addEpilogue();
  void noteScratch();
  bool checkOutcomes();
  std::string liveOut(const clang::VarDecl *V);
  ExprRef isLastIteration(const std::vector<std::string> &Path) const;
  StmtRef atLastIteration(const std::vector<std::string> &Path,
                          const std::vector<StmtRef> &Action);

  //===-- Tensors.cpp: levels --------------------------------------------===//
  void noteCoordinate(const ExprRef &Init, llvm::StringRef Let);
  void findTensors(const StmtRef &Body);

  clang::ASTContext &Context;
  const LanguageOptions &Language;
  BodyIndices &Bodies;
  llvm::ArrayRef<const clang::VarDecl *> Carried;
  llvm::ArrayRef<const clang::VarDecl *> Named; ///< integers that clauses name
  llvm::ArrayRef<const clang::VarDecl *> Loaded;
  const clang::VarDecl *MustCarry = nullptr;
  const clang::VarDecl *MustLoad = nullptr;
  Lifted Result;
  std::optional<NotLifted> Refusal;

  const clang::Stmt *Root = nullptr;
  VarSet Inside;  ///< variables declared in the nest
  VarSet Written; ///< variables written in the nest
  llvm::DenseMap<const clang::Stmt *, std::string> LoopNames;
  llvm::StringSet<> Taken;

  llvm::DenseMap<const clang::VarDecl *, Entity> Env;
  VarSet Moving;                 ///< pointers whose offsets are variables
  std::vector<std::string> Path; ///< loops around the current statement
  /// `if`s of the nest around each loop of Path.
  std::vector<unsigned> PathConditional;
  unsigned Conditional = 0; ///< `if`s of the nest around it
  unsigned Uncounted = 0;   ///< uncounted loops around it
  /// Where statements go that the expression which is lifted needs in front of
  /// it; null where it may not be evaluated, or more than once.
  std::vector<StmtRef> *Front = nullptr;
  /// Nothing follows it in the iteration of the loop around it.
  bool AtEnd = false;
  /// The flag of the uncounted loop around it that `break` clears.
  std::string Goes;
  /// Flags that a jump clears: what follows in the iteration is skipped.
  std::vector<std::string> Stays;
  llvm::StringMap<ExprRef> LetValues; ///< lets over operands and indices
  llvm::StringMap<unsigned> LetSizes; ///< nodes of these
  /// Lets that stand for references to what calls return.
  llvm::StringMap<clang::SourceLocation> LastingReferences;
  llvm::StringSet<> Sizes; ///< operands that are never negative
  std::string GuardVar;
  std::vector<BoundRead> BoundReads;
  std::vector<Outcome> Outcomes;
  llvm::StringMap<std::string> OperandByKey;
  llvm::DenseMap<const clang::VarDecl *, bool> LiveCache;
  std::vector<AccessorCall> Accessors;
  llvm::StringSet<> InSteps; ///< operands that say how long steps are
  /// Base pointers that are read through memory.
  std::vector<std::pair<std::string, clang::SourceLocation>> PointersInMemory;
  llvm::StringMap<ExprRef> RecordExtents;
  llvm::StringMap<RowsOfRecords> Rows;
  clang::SourceLocation FirstRow; ///< a use of an array of rows
  /// Members of packed structures.
  std::vector<std::pair<std::string, clang::SourceLocation>> PackedMembers;
  std::vector<RecordCopy> Copies;
  bool HaveFP = false;
  /// `x++` that a loop header accounts for, or that follows its statement.
  llvm::SmallPtrSet<const clang::UnaryOperator *, 4> Stepped;
  /// What variables are after the statements that step them.
  llvm::DenseMap<const clang::Expr *, std::pair<const clang::VarDecl *, Start>>
      AfterStep;
  /// Assignments inside of another one, which have been lifted: the value, if
  /// it is a constant.
  llvm::DenseMap<const clang::BinaryOperator *, ExprRef> Assigned;

  unsigned Depth = 0;  ///< calls whose bodies are being lifted
  unsigned Calls = 0;  ///< that were lifted so far
  int64_t ArrayBytes = 0; ///< of arrays that iterations declare
  unsigned Nested = 0; ///< lists of statements that are being lifted
  std::vector<const clang::FunctionDecl *> Callees; ///< of these calls
  /// What `this` and records of the innermost of them stand for, in terms of
  /// the function that the nest is in; so do references in the nest.
  const clang::Expr *Object = nullptr;
  /// What `this` points to where that is an element of an array of records, or
  /// a record of the nest's own.
  std::optional<RecordPlace> Element;
  std::shared_ptr<RecordValue> Self;
  llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *> Objects;
};

/// The member that \p B is bound to, or null.
const clang::FieldDecl *fieldOf(const clang::BindingDecl *B);

/// The definition that \p C always calls, or null.
const clang::FunctionDecl *definitionOf(const clang::CallExpr *C);

/// The object that \p C calls a member of, or null.
const clang::Expr *objectOf(const clang::CallExpr *C);

/// \p E without what only makes an object of a value.
const clang::Expr *withoutTemporaries(const clang::Expr *E);

/// Whether what \p R consists of are members of its own.
bool isPlainRecord(const clang::CXXRecordDecl *R);

/// \p E as it was before it was made const for a call.
const clang::Expr *unqualified(const clang::Expr *E);

/// Looks through what does not change which object \p E denotes.
const clang::Expr *withoutWrappers(const clang::Expr *E);

/// Why a loop that is bounded by \p Name is not counted.
std::string changingBound(llvm::StringRef Loop, llvm::StringRef Name);

/// 0 of type \p Ty.
ExprRef zero(const Type &Ty);

/// Whether \p E is a literal zero, or an initialiser that stands for it.
bool isZero(const clang::Expr *E);

/// The operator of arithmetic, or nothing.
std::optional<BinaryOp> builtinOperator(clang::BinaryOperatorKind Op);

/// Whether \p B is \p A + 1, modulo integer casts.
bool isNext(const ExprRef &A, const ExprRef &B);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_LIFTER_H

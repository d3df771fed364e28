//===- Stmt.h - statements of the iteration graph and loop IR ---*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One immutable statement tree in two dialects. The iteration graph says *over
// which index variable* a loop runs (LoopStmt, TrackStmt); loop IR says *from
// where to where* (ForStmt). Everything else is common. `lower`
// replaces the first by the second. A Nest never contains loop IR statements, a
// LoopProgram never contains graph statements; `verify` checks both.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_STMT_H
#define LACUNA_IR_STMT_H

#include "lacuna/ir/Layout.h"
#include "lacuna/ir/ParallelTag.h"

namespace lacuna {

class Stmt;
class ExtendStmt; // ir/RowsStmt.h
class GrowStmt;
class RowsStmt;
class ViewStmt; // ir/ViewStmt.h
using StmtRef = std::shared_ptr<const Stmt>;

/// Identifies the user's statement that a statement came from; 0 is none. The
/// front end that lifts keeps the table.
using SourceTag = unsigned;

class Stmt {
public:
  enum class Kind {
    Block,
    Let,
    Var,
    LocalArray,
    View,
    Rows,   // loop IR
    Grow,   // loop IR
    Extend, // loop IR
    Assign,
    Prefetch,
    Touch,
    Stream,
    If,
    While, // both dialects
    Loop,
    Track, // iteration graph
    For,   // loop IR
    Stored // loop IR
  };
  virtual ~Stmt() = default;
  Kind kind() const { return K; }
  SourceTag tag() const { return Tag; }

protected:
  Stmt(Kind K, SourceTag Tag) : K(K), Tag(Tag) {}

private:
  Kind K;
  SourceTag Tag;
};

/// Statements one after the other; opens a scope.
class BlockStmt : public Stmt {
public:
  explicit BlockStmt(std::vector<StmtRef> Body, SourceTag Tag = 0)
      : Stmt(Kind::Block, Tag), Body(std::move(Body)) {}
  llvm::ArrayRef<StmtRef> body() const { return Body; }
  static bool classof(const Stmt *S) { return S->kind() == Kind::Block; }

private:
  std::vector<StmtRef> Body;
};

/// `const T Name = Init`. Pure: may be moved and recomputed wherever what it
/// reads has the same value.
class LetStmt : public Stmt {
public:
  LetStmt(std::string Name, ExprRef Init, SourceTag Tag = 0)
      : Stmt(Kind::Let, Tag), Name(std::move(Name)), Init(std::move(Init)) {}
  llvm::StringRef name() const { return Name; }
  const ExprRef &init() const { return Init; }
  const Type &type() const { return Init->type(); }
  static bool classof(const Stmt *S) { return S->kind() == Kind::Let; }

private:
  std::string Name;
  ExprRef Init;
};

/// `T Name = Init`: a mutable local, in the user's loops an accumulator whose
/// `Init` is the seed.
class VarStmt : public Stmt {
public:
  VarStmt(std::string Name, Type Ty, ExprRef Init, SourceTag Tag = 0)
      : Stmt(Kind::Var, Tag), Name(std::move(Name)), Ty(std::move(Ty)),
        Init(std::move(Init)) {}
  llvm::StringRef name() const { return Name; }
  const Type &type() const { return Ty; }
  /// Null leaves the variable uninitialised.
  const ExprRef &init() const { return Init; }
  static bool classof(const Stmt *S) { return S->kind() == Kind::Var; }

private:
  std::string Name;
  Type Ty;
  ExprRef Init;
};

/// `T Name[Extent]`, every element set to `Init` where that is not null. A
/// constant extent lives on the stack (registers, if small), another on the
/// heap, freed at the end of the scope.
class LocalArrayStmt : public Stmt {
public:
  LocalArrayStmt(std::string Name, Type Elem, ExprRef Extent, ExprRef Init,
                 SourceTag Tag = 0)
      : Stmt(Kind::LocalArray, Tag), Name(std::move(Name)),
        Elem(std::move(Elem)), Extent(std::move(Extent)),
        Init(std::move(Init)) {}
  llvm::StringRef name() const { return Name; }
  const Type &elem() const { return Elem; }
  const ExprRef &extent() const { return Extent; }
  const ExprRef &init() const { return Init; }
  static bool classof(const Stmt *S) { return S->kind() == Kind::LocalArray; }

private:
  std::string Name;
  Type Elem;
  ExprRef Extent, Init;
};

/// How an assignment combines old and new value. `None` overwrites.
enum class ReduceOp { None, Add, Mul, Min, Max, And, Or, Xor, LAnd, LOr };

/// The operator of a reduction; not for None.
BinaryOp operatorOf(ReduceOp Op);

/// A variable, or an element of an array where `Index` is not null.
struct Place {
  std::string Name;
  Type Ty; ///< type of the variable or element
  ExprRef Index;
};

/// `Target = Value`, or the reduction
/// `Target = (Target's type)((Value's type)Target op Value)`: the computation
/// is done in the value's type, as C++'s compound assignment does.
class AssignStmt : public Stmt {
public:
  AssignStmt(Place Target, ReduceOp Op, ExprRef Value, bool Atomic = false,
             SourceTag Tag = 0, std::string Old = "")
      : Stmt(Kind::Assign, Tag), Target(std::move(Target)), Op(Op),
        Value(std::move(Value)), Atomic(Atomic), Old(std::move(Old)) {}
  const Place &target() const { return Target; }
  ReduceOp op() const { return Op; }
  const ExprRef &value() const { return Value; }
  /// The update is one atomic read-modify-write: as a schedule has it, or the
  /// user's loop.
  bool isAtomic() const { return Atomic; }
  /// The variable that gets, in the same step, what the element was: of atomic
  /// operations of the user's. It begins as the element, and the value is over
  /// it. Empty if nobody asks.
  llvm::StringRef old() const { return Old; }
  /// The same assignment of \p NewValue to \p To.
  StmtRef with(Place To, ExprRef NewValue) const;
  static bool classof(const Stmt *S) { return S->kind() == Kind::Assign; }

private:
  Place Target;
  ReduceOp Op;
  ExprRef Value;
  bool Atomic;
  std::string Old;
};

/// A hint that `Count` elements of an array from `Index` on are about to be
/// read. Does nothing else: neither the elements nor their addresses need to
/// exist, only what `Index` and `Count` read.
class PrefetchStmt : public Stmt {
public:
  PrefetchStmt(std::string Array, Type Elem, ExprRef Index, ExprRef Count,
               SourceTag Tag = 0)
      : Stmt(Kind::Prefetch, Tag), Array(std::move(Array)),
        Elem(std::move(Elem)), Index(std::move(Index)),
        Count(std::move(Count)) {}
  llvm::StringRef array() const { return Array; }
  const Type &elem() const { return Elem; }
  const ExprRef &index() const { return Index; }
  const ExprRef &count() const { return Count; } ///< i64
  static bool classof(const Stmt *S) { return S->kind() == Kind::Prefetch; }

private:
  std::string Array;
  Type Elem;
  ExprRef Index, Count;
};

enum class TouchKind {
  Read,
  Write,
  Source ///< the walk needs the element
};

/// What a walk through a nest finds: iteration `Number` of its outermost loop
/// (i64, from 0) accesses an element of an array, whose value is not needed; or
/// elements from `Index` up to `End` (i64), of which there need be none, where
/// that is not null. Of a source `Number` is how many others decide about it,
/// one behind the other; in arrays of rows it is 0, since they come behind all.
/// With an end a source is the place of its row, without an element.
class TouchStmt : public Stmt {
public:
  TouchStmt(std::string Array, Type Elem, ExprRef Index, ExprRef End,
            TouchKind Access, ExprRef Number, SourceTag Tag = 0)
      : Stmt(Kind::Touch, Tag), Array(std::move(Array)), Elem(std::move(Elem)),
        Index(std::move(Index)), End(std::move(End)), Number(std::move(Number)),
        Access(Access) {}
  llvm::StringRef array() const { return Array; }
  const Type &elem() const { return Elem; }
  const ExprRef &index() const { return Index; }
  const ExprRef &end() const { return End; }
  const ExprRef &number() const { return Number; }
  TouchKind access() const { return Access; }
  static bool classof(const Stmt *S) { return S->kind() == Kind::Touch; }

private:
  std::string Array;
  Type Elem;
  ExprRef Index, End, Number;
  TouchKind Access;
};

/// Bytes that caches of the supported processors hold together.
inline constexpr int64_t CacheLineBytes = 64;

/// Copies the first `Count` elements of a local array to those of an array from
/// `Index` on, past the caches. There a cache line begins, and the elements
/// fill whole lines. Only in loop IR.
class StreamStmt : public Stmt {
public:
  StreamStmt(std::string Array, Type Elem, ExprRef Index, std::string From,
             int64_t Count, SourceTag Tag = 0)
      : Stmt(Kind::Stream, Tag), Array(std::move(Array)), Elem(std::move(Elem)),
        Index(std::move(Index)), From(std::move(From)), Count(Count) {}
  llvm::StringRef array() const { return Array; }
  const Type &elem() const { return Elem; }
  const ExprRef &index() const { return Index; }
  llvm::StringRef from() const { return From; }
  int64_t count() const { return Count; }
  /// Whether \p Count elements of type \p Elem fill lines.
  static bool fillsLines(const Type &Elem, int64_t Count);
  static bool classof(const Stmt *S) { return S->kind() == Kind::Stream; }

private:
  std::string Array;
  Type Elem;
  ExprRef Index;
  std::string From;
  int64_t Count;
};

class IfStmt : public Stmt {
public:
  IfStmt(ExprRef Cond, StmtRef Then, StmtRef Else = nullptr, SourceTag Tag = 0)
      : Stmt(Kind::If, Tag), Cond(std::move(Cond)), Then(std::move(Then)),
        Else(std::move(Else)) {}
  const ExprRef &cond() const { return Cond; }
  const StmtRef &thenBody() const { return Then; }
  const StmtRef &elseBody() const { return Else; } ///< may be null
  static bool classof(const Stmt *S) { return S->kind() == Kind::If; }

private:
  ExprRef Cond;
  StmtRef Then, Else;
};

/// A loop whose trips are not counted before it runs. In an iteration graph it
/// is part of the iteration around it, which no command changes: it runs as it
/// stands, and no LoopStmt or TrackStmt is in its body.
class WhileStmt : public Stmt {
public:
  WhileStmt(ExprRef Cond, StmtRef Body, SourceTag Tag = 0)
      : Stmt(Kind::While, Tag), Cond(std::move(Cond)), Body(std::move(Body)) {}
  const ExprRef &cond() const { return Cond; }
  const StmtRef &body() const { return Body; }
  static bool classof(const Stmt *S) { return S->kind() == Kind::While; }

private:
  ExprRef Cond;
  StmtRef Body;
};

//===-- iteration graph ---------------------------------------------------===//

/// Of a loop over fused positions: `Value`, which is computed for each of them,
/// is computed for all `Count` that a thread has first, and kept in `Array`,
/// element by element of `Var`.
struct AheadTag {
  std::string Var, Array;
  int64_t Count;
  ExprRef Value; ///< over the position and what does not change
  friend bool operator==(const AheadTag &A, const AheadTag &B) {
    return A.Var == B.Var && A.Array == B.Array && A.Count == B.Count &&
           structurallyEqual(A.Value, B.Value);
  }
};

/// Tags that commands put on a loop.
struct LoopTags {
  std::optional<ParallelTag> Parallel;
  std::optional<AheadTag> Ahead;
  /// Copies of the body; 0: as the compiler finds best; NoUnroll: one, whatever
  /// it finds; FullUnroll: as many as there are iterations.
  int64_t Unroll = 0;
  static constexpr int64_t NoUnroll = 1;
  static constexpr int64_t FullUnroll = -1;
  friend bool operator==(const LoopTags &, const LoopTags &) = default;
};

/// A storage level that a loop moves along.
struct MergeOperand {
  /// A bool in the loop's body: whether the level has the coordinate.
  std::string Present;
  /// What iterates the level (Level::Var): a position variable, in the body the
  /// coordinate's position where the level has it; or the coordinate variable
  /// itself for a dense level, which has every coordinate.
  std::string Var;
  friend bool operator==(const MergeOperand &, const MergeOperand &) = default;
};

/// Co-iteration of levels (thesis 6.1): of the coordinates in its range a loop
/// visits those where `Where` holds, a bool expression over the `Present` names
/// alone, in ascending order. Within a segment the coordinates of each level
/// ascend and lie in the range of the user's variable; over fused coordinates
/// the segments of consecutive rows are adjacent. Equal ones in a segment are
/// visited one after the other, each with the next of another segment. A range
/// may be too small for what stored coordinates alone decide: there its first
/// part takes what is before it, and its last one what is behind.
struct Merge {
  std::vector<MergeOperand> Operands;
  ExprRef Where;
};
using MergeRef = std::shared_ptr<const Merge>;

/// A loop over a fully derived index variable. Its range is not written here:
/// it follows from the Nest's index variables and relations.
class LoopStmt : public Stmt {
public:
  LoopStmt(std::string Var, StmtRef Body, LoopTags Tags = {}, SourceTag Tag = 0,
           MergeRef Merged = nullptr)
      : Stmt(Kind::Loop, Tag), Var(std::move(Var)), Body(std::move(Body)),
        Tags(std::move(Tags)), Merged(std::move(Merged)) {}
  llvm::StringRef var() const { return Var; }
  const StmtRef &body() const { return Body; }
  const LoopTags &tags() const { return Tags; }
  /// Null where the loop runs through its whole range.
  const MergeRef &merge() const { return Merged; }
  static bool classof(const Stmt *S) { return S->kind() == Kind::Loop; }

private:
  std::string Var;
  StmtRef Body;
  LoopTags Tags;
  MergeRef Merged;
};

/// The body of a loop over fused position space. `Outer` (the row) follows the
/// position: `Enter` runs once when a row begins, `Each` once per position,
/// `Leave` once when a row ends; rows without positions run Enter and Leave
/// too. Thesis 3, Figure 3-3, and 6.2 (recover_track).
class TrackStmt : public Stmt {
public:
  TrackStmt(std::string Outer, StmtRef Enter, StmtRef Each, StmtRef Leave,
            SourceTag Tag = 0)
      : Stmt(Kind::Track, Tag), Outer(std::move(Outer)),
        Enter(std::move(Enter)), Each(std::move(Each)),
        Leave(std::move(Leave)) {}
  llvm::StringRef outer() const { return Outer; }
  const StmtRef &enter() const { return Enter; }
  const StmtRef &each() const { return Each; }
  const StmtRef &leave() const { return Leave; }
  static bool classof(const Stmt *S) { return S->kind() == Kind::Track; }

private:
  std::string Outer;
  StmtRef Enter, Each, Leave;
};

//===-- loop IR -----------------------------------------------------------===//

/// What runs the iterations of a ForStmt. Those of a GPU: blocks, of which a
/// kernel has any number; the warps of a block; the threads of a warp, or of a
/// block without loops over warps.
/// A wave runs on the threads of the loop around it, in the order of a plan.
/// The levels of a plan are kernels, one after the other, in which each
/// iteration has a thread of its own.
enum class ForMode {
  Serial,
  Threads,
  Wave,
  Simd,
  GpuBlock,
  GpuWarp,
  GpuThread,
  GpuLevels
};

struct ForTags {
  ForMode Mode = ForMode::Serial;
  std::optional<OmpSchedule> Schedule; ///< Threads only
  ExprRef NumThreads;                  ///< Threads only; null: default team
  int64_t Width = 0;                   ///< Simd: as ParallelTag::Width
  /// Simd, GpuWarp, GpuThread: the most trips there are, which of lanes may not
  /// be known: 0.
  int64_t MostTrips = 0;
  /// Simd, GpuThread: accumulators combined from partial results, in the latter
  /// of variables that each thread has for itself in front of the loop.
  std::vector<std::pair<ReduceOp, std::string>> Reductions;
  int64_t Unroll = 0; ///< as LoopTags::Unroll
  /// Serial, unrolled fully: no iteration touches an element that another one
  /// writes in the same run of the loop, whatever lanes inside it they are.
  bool IsIndependent = false;
  std::string Plan; ///< Wave, GpuLevels: the plan that a guard makes
  /// Wave: the variable of the loop around it, over the threads of the plan's
  /// team, each of which runs its share.
  std::string Thread;
};

/// `for (T Var = Lo; Var < Hi; ++Var)`; Lo and Hi have type T and are
/// evaluated once.
class ForStmt : public Stmt {
public:
  ForStmt(std::string Var, ExprRef Lo, ExprRef Hi, StmtRef Body,
          ForTags Tags = {}, SourceTag Tag = 0)
      : Stmt(Kind::For, Tag), Var(std::move(Var)), Lo(std::move(Lo)),
        Hi(std::move(Hi)), Body(std::move(Body)), Tags(std::move(Tags)) {}
  llvm::StringRef var() const { return Var; }
  const Type &type() const { return Lo->type(); }
  const ExprRef &lo() const { return Lo; }
  const ExprRef &hi() const { return Hi; }
  const StmtRef &body() const { return Body; }
  const ForTags &tags() const { return Tags; }
  static bool classof(const Stmt *S) { return S->kind() == Kind::For; }

private:
  std::string Var;
  ExprRef Lo, Hi;
  StmtRef Body;
  ForTags Tags;
};

/// What runs over a layout, whose parts have names in there.
struct StoredLoops {
  LayoutUse Use;
  StmtRef Made;
};

/// What is to be known of runs that are measured.
struct MeasuredRuns {
  /// i64: how many share the loops; null: one. Where the rule is AsTried, what
  /// knows that, or 0 in runs that are over the user's arrays.
  ExprRef Threads;
  /// Whether loops over the user's arrays add up in another order than those
  /// over layouts unless they are asked not to; null: they do not.
  ExprRef Reassociates;
};

/// Runs the loops of the layout that there is, else `Otherwise`.
class StoredStmt : public Stmt {
public:
  /// \p All, at least one, are asked for with the same rule, names and entries.
  /// There is one, and no \p Runs, where the rule is Always.
  StoredStmt(std::vector<StoredLoops> All, StmtRef Otherwise,
             MeasuredRuns Runs = {}, SourceTag Tag = 0)
      : Stmt(Kind::Stored, Tag), All(std::move(All)),
        Otherwise(std::move(Otherwise)), Runs(std::move(Runs)) {}
  const std::vector<StoredLoops> &all() const { return All; }
  LayoutRule rule() const { return All.front().Use.Of.Rule; }
  const StmtRef &otherwise() const { return Otherwise; }
  const MeasuredRuns &runs() const { return Runs; }
  /// A constant in `Otherwise`, where it reassociates: whether it must not.
  std::string asked() const { return All.front().Use.asked(); }
  static bool classof(const Stmt *S) { return S->kind() == Kind::Stored; }

private:
  std::vector<StoredLoops> All;
  StmtRef Otherwise;
  MeasuredRuns Runs;
};

/// The number of trips of a loop between constants; 0 for others.
int64_t constantTrips(const ForStmt &Loop);

/// `To = Value`.
StmtRef assign(Place To, ExprRef Value, SourceTag Tag = 0);

/// Appends \p S to \p Out, of a block the statements that may stand in the
/// enclosing block just as well; nothing for null.
void appendFlattened(std::vector<StmtRef> &Out, const StmtRef &S);

/// A block, flattened: nested tagless blocks that declare nothing are spliced
/// in, nulls dropped; a single statement is returned as it is.
StmtRef block(std::vector<StmtRef> Body);

/// The statements of \p S if it is a block, else \p S alone; nothing for null.
std::vector<StmtRef> statementsOf(const StmtRef &S);

/// The sub-statements of \p S in order (bodies, arms; never null).
std::vector<StmtRef> children(const Stmt &S);

/// The expressions that \p S itself evaluates (not its sub-statements').
std::vector<ExprRef> expressions(const Stmt &S);

/// Calls \p Fn on \p S and all below it, parents first; does not descend where
/// \p Fn returns false.
void walk(const StmtRef &S, llvm::function_ref<bool(const Stmt &)> Fn);

/// The tag of \p S, if that is a loop on a unit of a GPU; else null.
const ParallelTag *gpuTag(const Stmt &S);

/// Whether \p Is holds for \p S or something below it.
bool anyOf(const StmtRef &S, llvm::function_ref<bool(const Stmt &)> Is);

/// Rewrites bottom-up: \p OnStmt gets each statement with its parts already
/// rewritten and returns the replacement (null keeps it); \p OnExpr is applied
/// by `rewrite` to every expression. Either may be empty.
StmtRef rewrite(const StmtRef &S,
                llvm::function_ref<StmtRef(const StmtRef &)> OnStmt,
                llvm::function_ref<ExprRef(const ExprRef &)> OnExpr);

/// \p S with every use of the variables in \p Map replaced.
StmtRef substitute(const StmtRef &S, const llvm::StringMap<ExprRef> &Map);

/// Whether \p S assigns variable \p Name, or an element of array \p Name.
bool assigns(const StmtRef &S, llvm::StringRef Name);

/// Whether \p S reads or assigns variable \p Name.
bool touches(const StmtRef &S, llvm::StringRef Name);

/// How often \p S loads from or stores to \p Array.
unsigned accesses(const StmtRef &S, llvm::StringRef Array);

/// Whether a StreamStmt is in \p S.
bool streams(const StmtRef &S);

/// Every let in \p S with what it stands for in terms of what \p S does not
/// declare by a let.
llvm::StringMap<ExprRef> letsIn(const StmtRef &S);

bool structurallyEqual(const StmtRef &A, const StmtRef &B);

} // namespace lacuna

#endif // LACUNA_IR_STMT_H

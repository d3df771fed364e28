//===- Machine.cpp - runs decoded PTX -------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread runs by itself until it waits for others: at a barrier of the
// block or a collective of the warp. A few blocks are under way at a time;
// which thread runs next, and how far, is random.
//
//===----------------------------------------------------------------------===//

#include "Code.h"
#include "Shadow.h"
#include <algorithm>
#include <bit>
#include <cstring>
#include <unordered_map>

using namespace lacuna::ptx;

namespace {

constexpr unsigned WarpSize = 32;
constexpr unsigned ResidentBlocks = 4;
constexpr unsigned LongSlice = 4096, ShortSlice = 32; // instructions
constexpr size_t MaxFrames = 256;

/// Marsaglia's xorshift64*.
class Random {
public:
  explicit Random(std::uint64_t Seed)
      : State((Seed + 1) * 0x9e37'79b9'7f4a'7c15 | 1) {
    for (int I = 0; I < 4; ++I)
      next();
  }
  std::uint64_t next() {
    State ^= State >> 12;
    State ^= State << 25;
    State ^= State >> 27;
    return State * 0x2545'f491'4f6c'dd1d;
  }
  std::uint64_t below(std::uint64_t N) { return (next() >> 11) % N; }

private:
  std::uint64_t State;
};

/// A contiguous piece of memory.
struct Region {
  const char *What;
  std::uint64_t Address = 0, Size = 0;
  std::byte *Bytes = nullptr;
  std::uint8_t *Written = nullptr;
  bool ReadOnly = false;
  std::unique_ptr<Shadow> Races; // null: of one thread alone
};

struct Frame {
  const Function *F;
  std::uint32_t PC; // of the instruction to run next, or of the call
  size_t Registers, Params, Local;
};

enum class State : std::uint8_t { Ready, AtBarrier, AtCollective, Done };

struct Thread {
  std::vector<Value> Registers;
  std::vector<std::byte> Params;
  std::vector<std::byte> Local;
  std::vector<std::uint8_t> LocalWritten;
  std::vector<Frame> Callers;
  Frame Here{};
  Value *R = nullptr; // the registers of this frame

  State S = State::Ready;
  std::uint32_t PlaceInReady = 0;
  const Instruction *Waits = nullptr;
  std::uint32_t Mask = 0;

  Dim3 Index;
  std::uint32_t Id = 0;
  std::uint32_t Time = 1, BarrierTime = 0;
};

struct Warp {
  /// The times that each lane knows of each other one.
  std::array<std::array<std::uint32_t, WarpSize>, WarpSize> Clock{};
  /// Lanes that wait at collectives, and that have returned.
  std::uint32_t Waiting = 0, Done = 0;
};

struct Block {
  Dim3 Index;
  std::uint32_t Linear = 0;
  std::vector<Thread> Threads;
  std::vector<std::uint32_t> Ready;
  std::vector<Warp> Warps;
  std::vector<std::byte> SharedBytes;
  std::vector<std::uint8_t> SharedWritten;
  std::vector<Region> Shared;
  unsigned Waiting = 0, Done = 0; // at the barrier; returned
};

struct Place {
  Region *Where;
  std::uint64_t Offset;
  bool IsShared;
};

std::string text(Dim3 D) {
  return "(" + std::to_string(D.X) + "," + std::to_string(D.Y) + "," +
         std::to_string(D.Z) + ")";
}

std::string hex(std::uint64_t V) {
  char Buffer[24];
  std::snprintf(Buffer, sizeof Buffer, "0x%llx",
                static_cast<unsigned long long>(V));
  return Buffer;
}

std::string atLine(unsigned Line) { return "line " + std::to_string(Line); }

Dim3 indexOf(std::uint64_t Linear, Dim3 Size) {
  return {unsigned(Linear % Size.X), unsigned(Linear / Size.X % Size.Y),
          unsigned(Linear / Size.X / Size.Y)};
}

class Machine : public Order {
public:
  Machine(const Code &C, const Kernel &K, Dim3 Grid, Dim3 BlockSize,
          unsigned DynamicShared, std::span<const std::byte> Arguments,
          Memory &Mem, const Options &Opts)
      : C(C), K(K), Grid(Grid), BlockSize(BlockSize),
        DynamicShared(DynamicShared), Arguments(Arguments), Mem(Mem),
        Opts(Opts), Rng(Opts.Seed) {}

  Result run();

  bool isOrdered(const Access &Before) const override;
  unsigned distance(std::uint32_t A, std::uint32_t B) const override;

private:
  void check();
  void runAll();
  void start(Block &B, std::uint32_t Linear);
  void layOutShared(Block &B);
  void runSlice(std::uint64_t Steps);
  void step(const Instruction &I);
  std::string where() const;
  std::string nameOf(std::uint32_t Id) const;

  // Values
  Value get(const Operand &O, const Thread &Of) const;
  Value get(const Operand &O) const { return get(O, *T); }
  void set(std::uint32_t Register, Value V, Thread &Of) {
    if (Register != NoRegister)
      Of.R[Register] = V & Of.Here.F->Masks[Register];
  }
  void set(std::uint32_t Register, Value V) { set(Register, V, *T); }

  // Memory
  Region *globalRegion(std::uint64_t Address);
  Region *within(std::vector<Region> &Regions, std::uint64_t Address) const;
  Place place(const Instruction &I, const char *Does);
  void note(const Place &P, unsigned Size, AccessKind Kind);
  void checkWritten(const Place &P, unsigned Size);
  void load(const Instruction &I);
  void store(const Instruction &I);
  void atomic(const Instruction &I);

  // Control
  void call(const Instruction &I);
  void leave();
  void finish();

  // Waiting
  void block(const Instruction &I, State S);
  void wake(Thread &Other);
  void barrier(const Instruction &I);
  void finishBarrier();
  void collective(const Instruction &I);
  void failIfLost(const Thread &Of) const;
  void finishCollective(const Instruction &I);
  void shuffle(const Instruction &I, Thread *Lanes);
  void vote(const Instruction &I, Thread *Lanes);
  void match(const Instruction &I, Thread *Lanes);
  void joinClocks();
  [[noreturn]] void deadlock();

  Warp &warpOf(const Thread &Of) const {
    return B->Warps[size_t(&Of - B->Threads.data()) / WarpSize];
  }
  /// The first thread of its warp.
  Thread *lanesOf(const Thread &Of) const {
    return &B->Threads[size_t(&Of - B->Threads.data()) / WarpSize * WarpSize];
  }
  unsigned laneOf(const Thread &Of) const {
    return unsigned(&Of - B->Threads.data()) % WarpSize;
  }
  unsigned threadsOfBlock() const {
    return BlockSize.X * BlockSize.Y * BlockSize.Z;
  }

  const Code &C;
  const Kernel &K;
  const Dim3 Grid, BlockSize;
  const unsigned DynamicShared;
  const std::span<const std::byte> Arguments;
  Memory &Mem;
  const Options &Opts;
  Random Rng;
  Statistics Counts;
  const Function *Entry = nullptr;

  std::unordered_map<const Allocation *, std::unique_ptr<Region>> Globals;
  std::vector<Region> Variables;
  std::array<Region *, 8> Recent{}; // found last
  unsigned NextRecent = 0;
  Region LocalRegion{"local memory", 0, 0, nullptr, nullptr, false, nullptr};

  std::vector<Block> Blocks;
  // What runs now:
  Block *B = nullptr;
  Thread *T = nullptr;
  const Instruction *Now = nullptr;
};

//===----------------------------------------------------------------------===//
// The whole launch
//===----------------------------------------------------------------------===//

void Machine::check() {
  auto IsIn = [](Dim3 D, std::uint64_t X, unsigned Y, unsigned Z) {
    return D.X && D.Y && D.Z && D.X <= X && D.Y <= Y && D.Z <= Z;
  };
  if (!IsIn(BlockSize, 1024, 1024, 64) || threadsOfBlock() > 1024)
    throw Failure{"a block cannot have " + text(BlockSize) + " threads"};
  if (K.MaxThreads && threadsOfBlock() > K.MaxThreads)
    throw Failure{"a block of " + text(BlockSize) + " threads, but at most " +
                  std::to_string(K.MaxThreads) + " are allowed"};
  if (!IsIn(Grid, 0x7fff'ffff, 65535, 65535) ||
      std::uint64_t(Grid.X) * Grid.Y * Grid.Z * threadsOfBlock() >=
          Access::None)
    throw Failure{"a grid cannot have " + text(Grid) + " blocks"};
  if (std::uint64_t(K.StaticShared) + DynamicShared > Opts.MostShared)
    throw Failure{std::to_string(K.StaticShared) + " + " +
                  std::to_string(DynamicShared) +
                  " bytes of shared memory, but a block has " +
                  std::to_string(Opts.MostShared)};
  if (Arguments.size() != K.ArgumentSize)
    throw Failure{std::to_string(K.ArgumentSize) +
                  " bytes of arguments are needed, " +
                  std::to_string(Arguments.size()) + " were given"};
}

Result Machine::run() {
  Result R;
  try {
    check();
    runAll();
  } catch (const Failure &F) {
    R.Error = "kernel '" + K.Name + "'" + where() + ": " + F.Message;
  }
  R.Counts = Counts;
  return R;
}

/// The thread and its instruction, where there is one.
std::string Machine::where() const {
  if (!T)
    return "";
  std::string S = ", " + nameOf(T->Id);
  if (!Now)
    return S;
  std::string Text = C.Lines[Now->Line - 1];
  Text.erase(0, Text.find_first_not_of(" \t"));
  std::replace(Text.begin(), Text.end(), '\t', ' ');
  return S + ", " + atLine(Now->Line) + " '" + Text + "'";
}

std::string Machine::nameOf(std::uint32_t Id) const {
  return "block " + text(indexOf(Id / threadsOfBlock(), Grid)) + ", thread " +
         text(indexOf(Id % threadsOfBlock(), BlockSize));
}

void Machine::runAll() {
  for (const auto &F : C.Functions)
    if (F->IsKernel && F->Name == K.Name)
      Entry = F.get();
  for (Variable &V : C.Globals)
    Variables.push_back({"variable", V.Address, V.Size, V.Bytes.data(), nullptr,
                         V.IsConstant, std::make_unique<Shadow>(V.Size)});

  std::vector<std::uint32_t> Order(size_t(Grid.X) * Grid.Y * Grid.Z);
  for (size_t I = 0; I < Order.size(); ++I)
    Order[I] = std::uint32_t(I);
  for (size_t I = Order.size(); I > 1; --I)
    std::swap(Order[I - 1], Order[Rng.below(I)]);

  size_t Next = 0;
  Blocks.resize(std::min<size_t>(ResidentBlocks, Order.size()));
  for (Block &New : Blocks)
    start(New, Order[Next++]);
  while (!Blocks.empty()) {
    size_t Chosen = Rng.below(Blocks.size());
    B = &Blocks[Chosen];
    if (B->Done == B->Threads.size()) {
      if (Next < Order.size()) {
        start(*B, Order[Next++]);
      } else {
        std::swap(*B, Blocks.back());
        Blocks.pop_back();
      }
      continue;
    }
    if (B->Ready.empty())
      deadlock();
    T = &B->Threads[B->Ready[Rng.below(B->Ready.size())]];
    runSlice(1 + Rng.below(Rng.below(2) ? LongSlice : ShortSlice));
    T = nullptr;
  }
}

void Machine::start(Block &New, std::uint32_t Linear) {
  New.Linear = Linear;
  New.Index = indexOf(Linear, Grid);
  New.Waiting = New.Done = 0;
  New.Threads.resize(threadsOfBlock());
  New.Warps.assign((threadsOfBlock() + WarpSize - 1) / WarpSize, {});
  New.Ready.clear();
  for (unsigned N = 0; N < New.Threads.size(); ++N) {
    Thread &Of = New.Threads[N];
    New.Ready.push_back(N);
    Of.PlaceInReady = N;
    Of.Registers.resize(Entry->Registers.size());
    for (size_t I = 0; I < Of.Registers.size(); ++I)
      Of.Registers[I] = Rng.next() & Entry->Masks[I];
    Of.R = Of.Registers.data();
    Of.Params.resize(Entry->ParamBytes);
    if (!Arguments.empty())
      std::memcpy(Of.Params.data(), Arguments.data(), Arguments.size());
    Of.Local.resize(Entry->LocalBytes);
    Of.LocalWritten.assign(Entry->LocalBytes, 0);
    Of.Callers.clear();
    Of.Here = {Entry, 0, 0, 0, 0};
    Of.S = State::Ready;
    Of.Index = indexOf(N, BlockSize);
    Of.Id = Linear * threadsOfBlock() + N;
    Of.Time = 1;
    Of.BarrierTime = 0;
  }
  layOutShared(New);
}

void Machine::layOutShared(Block &New) {
  auto IsOfOtherKernel = [&](const Variable &V) {
    return V.Owner && V.Owner->IsKernel && V.Owner != Entry;
  };
  auto SizeOf = [&](const Variable &V) {
    return V.IsDynamic ? DynamicShared : V.Size;
  };
  std::uint64_t Total = 0;
  for (const Variable &V : C.Shared)
    if (!IsOfOtherKernel(V))
      Total += SizeOf(V);
  New.SharedBytes.resize(Total);
  for (std::byte &Byte : New.SharedBytes)
    Byte = std::byte(Rng.next() >> 56);
  New.SharedWritten.assign(Total, 0);
  New.Shared.clear();
  std::uint64_t Offset = 0;
  for (const Variable &V : C.Shared) {
    if (IsOfOtherKernel(V))
      continue;
    New.Shared.push_back({"shared memory", V.Address, SizeOf(V),
                          New.SharedBytes.data() + Offset,
                          New.SharedWritten.data() + Offset, false,
                          std::make_unique<Shadow>(SizeOf(V))});
    Offset += SizeOf(V);
  }
}

void Machine::runSlice(std::uint64_t Steps) {
  while (Steps-- && T->S == State::Ready) {
    Now = &T->Here.F->Body[T->Here.PC];
    if (++Counts.Instructions > Opts.StepLimit)
      throw Failure{"more than " + std::to_string(Opts.StepLimit) +
                    " instructions; the kernel seems to hang"};
    if (Now->Guard != NoRegister && bool(T->R[Now->Guard]) == Now->GuardNegated)
      ++T->Here.PC;
    else
      step(*Now);
  }
  Now = nullptr;
}

void Machine::step(const Instruction &I) {
  switch (I.Op) {
  case Op::Pure:
    set(I.Results[0],
        I.Run(get(I.Operands[0]), get(I.Operands[1]), get(I.Operands[2])));
    break;
  case Op::InsertBits: {
    Value Position = get(I.Operands[2]) & 0xff, Length = get(I.Operands[3]);
    Value Ones =
        (Length & 0xff) < 64 ? (Value(1) << (Length & 0xff)) - 1 : ~0ull;
    Value Mask = Position < 64 ? Ones << Position : 0;
    Value Inserted = Position < 64 ? get(I.Operands[0]) << Position : 0;
    set(I.Results[0], (get(I.Operands[1]) & ~Mask) | (Inserted & Mask));
    break;
  }
  case Op::Pack: {
    Value V = 0;
    for (unsigned N = 0; N < I.Count; ++N)
      V |= get(I.Operands[N]) << (N * I.Ty.Bits);
    set(I.Results[0], V);
    break;
  }
  case Op::Unpack: {
    Value V = get(I.Operands[0]);
    for (unsigned N = 0; N < I.Count; ++N)
      set(I.Results[N], V >> (N * I.Ty.Bits));
    break;
  }
  case Op::Load:
  case Op::LoadParam:
    load(I);
    break;
  case Op::Store:
  case Op::StoreParam:
    store(I);
    break;
  case Op::Atomic:
    atomic(I);
    break;
  case Op::Fence:
    break;
  case Op::Branch:
    T->Here.PC = I.Target;
    return;
  case Op::BranchIndexed: {
    const auto &List = T->Here.F->BranchLists[I.Target];
    Value N = get(I.Operands[0]);
    if (N >= List.size())
      throw Failure{"branch " + std::to_string(N) + " of " +
                    std::to_string(List.size())};
    T->Here.PC = List[N];
    return;
  }
  case Op::Call:
    return call(I);
  case Op::Return:
    return leave();
  case Op::Exit:
    return finish();
  case Op::Trap:
    throw Failure{"trap"};
  case Op::Barrier:
    return barrier(I);
  case Op::WarpBarrier:
  case Op::Shuffle:
  case Op::Vote:
  case Op::Match:
    return collective(I);
  }
  ++T->Here.PC;
}

Value Machine::get(const Operand &O, const Thread &Of) const {
  switch (O.F) {
  case Operand::Form::Immediate:
    return O.Bits;
  case Operand::Form::Register:
    return Of.R[O.Index];
  case Operand::Form::Local:
    // Behind 0, so that no variable has the address of a null pointer.
    return Of.Here.Local + O.Bits + 16;
  case Operand::Form::Special:
    break;
  }
  switch (Special(O.Index)) {
  case Special::TidX:
    return Of.Index.X;
  case Special::TidY:
    return Of.Index.Y;
  case Special::TidZ:
    return Of.Index.Z;
  case Special::NtidX:
    return BlockSize.X;
  case Special::NtidY:
    return BlockSize.Y;
  case Special::NtidZ:
    return BlockSize.Z;
  case Special::CtaidX:
    return B->Index.X;
  case Special::CtaidY:
    return B->Index.Y;
  case Special::CtaidZ:
    return B->Index.Z;
  case Special::NctaidX:
    return Grid.X;
  case Special::NctaidY:
    return Grid.Y;
  case Special::NctaidZ:
    return Grid.Z;
  case Special::Lane:
    return laneOf(Of);
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Region *Machine::within(std::vector<Region> &Regions,
                        std::uint64_t Address) const {
  for (Region &R : Regions)
    if (Address - R.Address < R.Size)
      return &R;
  return nullptr;
}

Region *Machine::globalRegion(std::uint64_t Address) {
  for (Region *R : Recent)
    if (R && Address - R->Address < R->Size)
      return R;
  Region *Found = nullptr;
  if ((Address & WindowMask) == VariableWindow) {
    Found = within(Variables, Address);
  } else if (const Allocation *A = Mem.find(Address)) {
    auto &Known = Globals[A];
    if (!Known)
      Known = std::make_unique<Region>(
          Region{"the allocation", A->Address, A->Size, A->Bytes, A->Written,
                 A->ReadOnly, std::make_unique<Shadow>(A->Size)});
    Found = Known.get();
  }
  if (Found)
    Recent[NextRecent++ % Recent.size()] = Found;
  return Found;
}

/// Where the instruction accesses memory; \p Does is a verb for messages.
Place Machine::place(const Instruction &I, const char *Does) {
  std::uint64_t Address = get(I.Operands[0]) + std::uint64_t(I.Offset);
  unsigned Size = I.Ty.bytes() * I.Count;
  auto What = [&] {
    return std::string(Does) + " " + std::to_string(Size) + " bytes at " +
           hex(Address);
  };
  Space S = I.Where;
  std::uint64_t InSpace = Address;
  if (S == Space::Generic) {
    std::uint64_t Window = Address & WindowMask;
    S = Window == SharedWindow  ? Space::Shared
        : Window == LocalWindow ? Space::Local
                                : Space::Global;
    if (S != Space::Global)
      InSpace = Address & ~WindowMask;
  }
  Region *R = nullptr;
  if (S == Space::Shared) {
    R = within(B->Shared, InSpace);
  } else if (S == Space::Local) {
    LocalRegion.Address = 16;
    LocalRegion.Size = T->Local.size();
    LocalRegion.Bytes = T->Local.data();
    LocalRegion.Written = T->LocalWritten.data();
    if (InSpace - 16 < LocalRegion.Size)
      R = &LocalRegion;
  } else {
    R = globalRegion(InSpace);
  }
  if (!R)
    throw Failure{What() +
                  (S == Space::Shared  ? " of shared memory"
                   : S == Space::Local ? " of local memory"
                                       : "") +
                  ", which belongs to nothing"};
  std::uint64_t Offset = InSpace - R->Address;
  if (Size > R->Size - Offset)
    throw Failure{What() + ", but " + R->What + " of " +
                  std::to_string(R->Size) + " bytes ends " +
                  std::to_string(R->Size - Offset) + " bytes behind that"};
  if (InSpace % Size)
    throw Failure{What() + ", which is not a multiple of " +
                  std::to_string(Size)};
  return {R, Offset, S == Space::Shared};
}

void Machine::note(const Place &P, unsigned Size, AccessKind Kind) {
  if (!P.Where->Races || !Opts.CheckRaces)
    return;
  Access Me{T->Id, T->Time, Now->Line};
  Access Other = P.Where->Races->note(P.Offset, Size, Kind, Me, *this);
  if (!Other)
    return;
  std::string Which = std::string(P.Where->What) == "the allocation"
                          ? "byte " + std::to_string(P.Offset) +
                                " of the allocation at " + hex(P.Where->Address)
                          : std::string(P.Where->What) + " at " +
                                hex(P.Where->Address + P.Offset);
  throw Failure{"races with " + atLine(Other.Line) + " of " +
                nameOf(Other.Thread) + ", at " + Which +
                (Kind == AccessKind::ReadOnly
                     ? "; what ld.global.nc reads must not be written"
                     : "")};
}

void Machine::checkWritten(const Place &P, unsigned Size) {
  if (!Opts.CheckWritten || !P.Where->Written)
    return;
  for (unsigned I = 0; I < Size; ++I)
    if (!P.Where->Written[P.Offset + I])
      throw Failure{"reads byte " + std::to_string(P.Offset + I) + " of " +
                    P.Where->What + " of " + std::to_string(P.Where->Size) +
                    " bytes, which has never been written"};
}

static Value extended(Value V, Type T) {
  if (T.K != Kind::Signed || T.Bits == 64)
    return V;
  Value Sign = Value(1) << (T.Bits - 1);
  return (V ^ Sign) - Sign;
}

void Machine::load(const Instruction &I) {
  const unsigned Each = I.Ty.bytes(), Size = Each * I.Count;
  const std::byte *From;
  if (I.Op == Op::LoadParam) {
    From = T->Params.data() + T->Here.Params + I.Offset;
  } else {
    Place P = place(I, "reads");
    checkWritten(P, Size);
    note(P, Size,
         I.Strong     ? AccessKind::StrongRead
         : I.ReadOnly ? AccessKind::ReadOnly
                      : AccessKind::Read);
    From = P.Where->Bytes + P.Offset;
    Counts.GlobalLoads += !P.IsShared && P.Where != &LocalRegion;
  }
  for (unsigned N = 0; N < I.Count; ++N) {
    Value V = 0;
    std::memcpy(&V, From + size_t(N) * Each, Each);
    set(I.Results[N], extended(V, I.Ty));
  }
}

void Machine::store(const Instruction &I) {
  const unsigned Each = I.Ty.bytes(), Size = Each * I.Count;
  std::byte *To;
  if (I.Op == Op::StoreParam) {
    To = T->Params.data() + T->Here.Params + I.Offset;
  } else {
    Place P = place(I, "writes");
    if (P.Where->ReadOnly)
      throw Failure{std::string("writes to ") + P.Where->What +
                    ", which is constant"};
    note(P, Size, I.Strong ? AccessKind::StrongWrite : AccessKind::Write);
    To = P.Where->Bytes + P.Offset;
    if (P.Where->Written)
      std::memset(P.Where->Written + P.Offset, 1, Size);
    Counts.GlobalStores += !P.IsShared && P.Where != &LocalRegion;
  }
  for (unsigned N = 0; N < I.Count; ++N) {
    Value V = get(I.Operands[N + 1]);
    std::memcpy(To + size_t(N) * Each, &V, Each);
  }
}

void Machine::atomic(const Instruction &I) {
  Place P = place(I, "updates");
  const unsigned Size = I.Ty.bytes();
  if (P.Where->ReadOnly || P.Where == &LocalRegion)
    throw Failure{std::string("updates ") + P.Where->What +
                  " atomically, which is not possible"};
  checkWritten(P, Size);
  Value Old = 0;
  std::memcpy(&Old, P.Where->Bytes + P.Offset, Size);
  Value New = (P.IsShared ? I.RunShared : I.Run)(Old, get(I.Operands[1]),
                                                 get(I.Operands[2]));
  // A comparison that fails only reads.
  bool Writes = !I.Swaps || Old == get(I.Operands[1]);
  note(P, Size, Writes ? AccessKind::StrongWrite : AccessKind::StrongRead);
  std::memcpy(P.Where->Bytes + P.Offset, &New, Size);
  set(I.Results[0], Old);
  ++Counts.Atomics;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void Machine::call(const Instruction &I) {
  const Function &Callee = *C.Functions[I.Target];
  if (T->Callers.size() == MaxFrames)
    throw Failure{"calls are nested too deeply"};
  Frame New{&Callee, 0, T->Registers.size(), (T->Params.size() + 15) / 16 * 16,
            (T->Local.size() + 15) / 16 * 16};
  T->Params.resize(New.Params + Callee.ParamBytes);
  for (size_t N = 0; N < Callee.Parameters.size(); ++N)
    std::memcpy(T->Params.data() + New.Params + Callee.Parameters[N].Offset,
                T->Params.data() + T->Here.Params + I.Places[N],
                Callee.Parameters[N].Size);
  T->Local.resize(New.Local + Callee.LocalBytes);
  T->LocalWritten.resize(New.Local + Callee.LocalBytes);
  for (Value Mask : Callee.Masks)
    T->Registers.push_back(Rng.next() & Mask);
  T->Callers.push_back(T->Here);
  T->Here = New;
  T->R = T->Registers.data() + New.Registers;
}

void Machine::leave() {
  if (T->Callers.empty())
    return finish();
  const Frame Left = T->Here;
  T->Here = T->Callers.back();
  T->Callers.pop_back();
  const Instruction &Call = T->Here.F->Body[T->Here.PC++];
  size_t First = Left.F->Parameters.size();
  for (size_t N = 0; N < Left.F->Results.size(); ++N)
    std::memcpy(T->Params.data() + T->Here.Params + Call.Places[First + N],
                T->Params.data() + Left.Params + Left.F->Results[N].Offset,
                Left.F->Results[N].Size);
  T->Registers.resize(Left.Registers);
  T->Params.resize(Left.Params);
  T->Local.resize(Left.Local);
  T->LocalWritten.resize(Left.Local);
  T->R = T->Registers.data() + T->Here.Registers;
}

void Machine::finish() {
  block(*Now, State::Done);
  warpOf(*T).Done |= 1u << laneOf(*T);
  ++B->Done;
  finishBarrier();
}

//===----------------------------------------------------------------------===//
// Barriers and collectives
//===----------------------------------------------------------------------===//

void Machine::block(const Instruction &I, State S) {
  T->S = S;
  T->Waits = &I;
  std::uint32_t Last = B->Ready.back();
  B->Ready[T->PlaceInReady] = Last;
  B->Threads[Last].PlaceInReady = T->PlaceInReady;
  B->Ready.pop_back();
}

void Machine::wake(Thread &Other) {
  Other.S = State::Ready;
  ++Other.Here.PC;
  Other.PlaceInReady = std::uint32_t(B->Ready.size());
  B->Ready.push_back(std::uint32_t(&Other - B->Threads.data()));
}

void Machine::barrier(const Instruction &I) {
  block(I, State::AtBarrier);
  ++B->Waiting;
  finishBarrier();
}

/// Ends the barrier if all threads have come. It is not enough that those come
/// which have not returned, and they must come to one instruction.
void Machine::finishBarrier() {
  if (B->Waiting == 0 || B->Waiting + B->Done < B->Threads.size())
    return;
  const Thread *First = nullptr;
  for (const Thread &Other : B->Threads) {
    if (Other.S != State::AtBarrier)
      continue;
    if (!First)
      First = &Other;
    if (Other.Waits != First->Waits)
      throw Failure{"threads of a block wait at different barriers, " +
                    nameOf(First->Id) + " at " + atLine(First->Waits->Line) +
                    " and " + nameOf(Other.Id) + " at " +
                    atLine(Other.Waits->Line)};
  }
  if (B->Done)
    throw Failure{std::to_string(B->Waiting) +
                  " threads of the block wait at " +
                  atLine(First->Waits->Line) + ", but " +
                  std::to_string(B->Done) + " have returned"};
  for (Thread &Other : B->Threads) {
    Other.BarrierTime = Other.Time++;
    wake(Other);
  }
  B->Waiting = 0;
  ++Counts.Barriers;
}

void Machine::collective(const Instruction &I) {
  T->Mask = std::uint32_t(get(I.Operands[0]));
  unsigned Me = laneOf(*T);
  if (!(T->Mask >> Me & 1))
    throw Failure{"lane " + std::to_string(Me) + " is not in its mask " +
                  hex(T->Mask)};
  block(I, State::AtCollective);
  Warp &W = warpOf(*T);
  W.Waiting |= 1u << Me;
  if ((W.Waiting & T->Mask) != T->Mask)
    return failIfLost(*T);
  Thread *Lanes = lanesOf(*T);
  for (unsigned L = 0; L < WarpSize; ++L)
    if ((T->Mask >> L & 1) &&
        (Lanes[L].Waits != &I || Lanes[L].Mask != T->Mask))
      return; // elsewhere, or with other lanes first
  W.Waiting &= ~T->Mask;
  finishCollective(I);
}

/// Fails if \p Of waits for lanes that cannot come.
void Machine::failIfLost(const Thread &Of) const {
  const Thread *Lanes = lanesOf(Of);
  auto Count = size_t(B->Threads.data() + B->Threads.size() - Lanes);
  auto Fail = [&](unsigned L, const std::string &Why) {
    throw Failure{"waits for lane " + std::to_string(L) + " of the mask " +
                  hex(Of.Mask) + Why};
  };
  if (Count < WarpSize && Of.Mask >> Count)
    Fail(unsigned(std::bit_width(Of.Mask)) - 1,
         ", which does not exist in a block of " +
             std::to_string(B->Threads.size()) + " threads");
  if (std::uint32_t Lost = Of.Mask & warpOf(Of).Done)
    Fail(unsigned(std::countr_zero(Lost)), ", which has returned");
}

void Machine::finishCollective(const Instruction &I) {
  Thread *Lanes = lanesOf(*T);
  switch (I.Op) {
  case Op::Shuffle:
    shuffle(I, Lanes);
    break;
  case Op::Vote:
    vote(I, Lanes);
    break;
  case Op::Match:
    match(I, Lanes);
    break;
  default:
    joinClocks();
    break;
  }
  const std::uint32_t Mask = T->Mask;
  for (unsigned L = 0; L < WarpSize; ++L)
    if (Mask >> L & 1)
      wake(Lanes[L]);
  ++Counts.Collectives;
}

void Machine::shuffle(const Instruction &I, Thread *Lanes) {
  std::array<Value, WarpSize> Values{};
  std::array<bool, WarpSize> InRange{};
  const std::uint32_t Mask = T->Mask;
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (!(Mask >> L & 1))
      continue;
    // As the PTX manual has it.
    unsigned Lane = L, Amount = get(I.Operands[2], Lanes[L]) & 31;
    Value Last = get(I.Operands[3], Lanes[L]);
    unsigned Clamp = Last & 31, Segment = Last >> 8 & 31;
    unsigned MinLane = Lane & Segment;
    unsigned MaxLane = MinLane | (Clamp & ~Segment);
    int Source = 0;
    bool In = false;
    switch (I.Shuffle) {
    case ShuffleMode::Up:
      Source = int(Lane) - int(Amount);
      In = Source >= int(MaxLane);
      break;
    case ShuffleMode::Down:
      Source = int(Lane + Amount);
      In = Source <= int(MaxLane);
      break;
    case ShuffleMode::Butterfly:
      Source = int(Lane ^ Amount);
      In = Source <= int(MaxLane);
      break;
    case ShuffleMode::Index:
      Source = int(MinLane | (Amount & ~Segment));
      In = Source <= int(MaxLane);
      break;
    }
    if (!In)
      Source = int(Lane);
    if (!(Mask >> Source & 1)) {
      T = &Lanes[L];
      throw Failure{"takes a value from lane " + std::to_string(Source) +
                    ", which is not in the mask " + hex(Mask)};
    }
    Values[L] = get(I.Operands[1], Lanes[Source]);
    InRange[L] = In;
  }
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (!(Mask >> L & 1))
      continue;
    set(I.Results[0], Values[L], Lanes[L]);
    set(I.Results[1], InRange[L], Lanes[L]);
  }
}

void Machine::vote(const Instruction &I, Thread *Lanes) {
  const std::uint32_t Mask = T->Mask;
  std::uint32_t Ballot = 0;
  for (unsigned L = 0; L < WarpSize; ++L)
    if (Mask >> L & 1)
      Ballot |= std::uint32_t(get(I.Operands[1], Lanes[L])) << L;
  Value Outcome = 0;
  switch (I.Vote) {
  case VoteMode::Ballot:
    Outcome = Ballot;
    break;
  case VoteMode::All:
    Outcome = Ballot == Mask;
    break;
  case VoteMode::Any:
    Outcome = Ballot != 0;
    break;
  case VoteMode::Uniform:
    Outcome = Ballot == Mask || Ballot == 0;
    break;
  }
  for (unsigned L = 0; L < WarpSize; ++L)
    if (Mask >> L & 1)
      set(I.Results[0], Outcome, Lanes[L]);
}

void Machine::match(const Instruction &I, Thread *Lanes) {
  const std::uint32_t Mask = T->Mask;
  std::array<Value, WarpSize> Outcomes{};
  for (unsigned L = 0; L < WarpSize; ++L)
    for (unsigned M = 0; M < WarpSize; ++M)
      if ((Mask >> L & 1) && (Mask >> M & 1) &&
          get(I.Operands[1], Lanes[L]) == get(I.Operands[1], Lanes[M]))
        Outcomes[L] |= Value(1) << M;
  for (unsigned L = 0; L < WarpSize; ++L)
    if (Mask >> L & 1)
      set(I.Results[0], Outcomes[L], Lanes[L]);
}

/// All lanes of the mask learn what each of them knows.
void Machine::joinClocks() {
  Thread *Lanes = lanesOf(*T);
  auto &Clock = warpOf(*T).Clock;
  std::array<std::uint32_t, WarpSize> Joined{};
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (!(T->Mask >> L & 1))
      continue;
    for (unsigned M = 0; M < WarpSize; ++M)
      Joined[M] = std::max(Joined[M], Clock[L][M]);
    Joined[L] = std::max(Joined[L], Lanes[L].Time++);
  }
  for (unsigned L = 0; L < WarpSize; ++L)
    if (T->Mask >> L & 1)
      Clock[L] = Joined;
}

bool Machine::isOrdered(const Access &Before) const {
  std::uint32_t Size = threadsOfBlock();
  if (Before.Thread / Size != B->Linear)
    return false;
  const Thread &Other = B->Threads[Before.Thread % Size];
  if (Before.Time <= Other.BarrierTime)
    return true;
  return &warpOf(Other) == &warpOf(*T) &&
         Before.Time <= warpOf(*T).Clock[laneOf(*T)][laneOf(Other)];
}

unsigned Machine::distance(std::uint32_t X, std::uint32_t Y) const {
  std::uint32_t Size = threadsOfBlock();
  if (X / Size != Y / Size)
    return 2;
  return X % Size / WarpSize == Y % Size / WarpSize ? 0 : 1;
}

/// No thread of the block can go on.
void Machine::deadlock() {
  for (Thread &Of : B->Threads) {
    if (Of.S != State::AtCollective)
      continue;
    T = &Of;
    Now = Of.Waits;
    failIfLost(Of);
    const Thread *Lanes = lanesOf(Of);
    for (unsigned L = 0; L < WarpSize; ++L) {
      if (!(Of.Mask >> L & 1))
        continue;
      std::string Lane = "waits for lane " + std::to_string(L) +
                         " of the mask " + hex(Of.Mask) + ", which waits ";
      if (Lanes[L].Waits != Of.Waits)
        throw Failure{Lane + "at " + atLine(Lanes[L].Waits->Line)};
      if (Lanes[L].Mask != Of.Mask)
        throw Failure{Lane + "with another mask, " + hex(Lanes[L].Mask)};
    }
  }
  throw Failure{"deadlock"};
}

} // namespace

//===----------------------------------------------------------------------===//
// What Ptx.h declares
//===----------------------------------------------------------------------===//

Module::Module(std::unique_ptr<Code> C) : TheCode(std::move(C)) {}
Module::~Module() = default;

std::unique_ptr<Module> Module::parse(std::string_view Text,
                                      std::string &Error) {
  try {
    return std::unique_ptr<Module>(new Module(parseText(Text)));
  } catch (const Failure &F) {
    Error = F.Message;
    return nullptr;
  }
}

const std::vector<Kernel> &Module::kernels() const { return TheCode->Kernels; }

const Kernel *Module::kernel(std::string_view Name) const {
  for (const Kernel &K : TheCode->Kernels)
    if (K.Name == Name)
      return &K;
  return nullptr;
}

const std::string &Module::target() const { return TheCode->Target; }

Result lacuna::ptx::launch(const Module &M, std::string_view Name, Dim3 Grid,
                           Dim3 Block, unsigned DynamicShared,
                           std::span<const std::byte> Arguments, Memory &Mem,
                           const Options &Opts) {
  const Kernel *K = M.kernel(Name);
  if (!K)
    return {"kernel '" + std::string(Name) + "' is not in the module", {}};
  return Machine(M.code(), *K, Grid, Block, DynamicShared, Arguments, Mem, Opts)
      .run();
}

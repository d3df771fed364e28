//===- State.cpp - what the fake driver knows -----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace lacuna;
using namespace lacuna::fakecuda;

State &State::get() {
  static State &Only = *new State;
  return Only;
}

State::State() {
  // Addresses that nothing is mapped to: what the device has is kept elsewhere.
  constexpr std::size_t Size = std::size_t(1) << 40;
  void *Reserved = mmap(nullptr, Size, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Reserved == MAP_FAILED) {
    std::perror("fake cuda: mmap");
    std::abort();
  }
  Next = reinterpret_cast<std::uint64_t>(Reserved);
  ArenaEnd = Next + Size;
}

std::vector<Context *> &fakecuda::currentContexts() {
  thread_local std::vector<Context *> Stack;
  return Stack;
}

static std::size_t number(const char *Name, std::size_t Default) {
  const char *Value = std::getenv(Name);
  return Value ? std::strtoull(Value, nullptr, 0) : Default;
}

/// At exit: what the process has left on the devices.
static void reportLeaks() {
  std::size_t Live = State::get().live();
  if (Live == 0)
    return;
  std::fprintf(stderr, "fake cuda: %zu allocations were not freed\n", Live);
  _exit(66);
}

static void reportCopies() {
  const FakeCudaUse &Use = State::get().Use;
  std::fprintf(stderr,
               "fake cuda: %zu copies to the device, %zu to the host, "
               "%zu launches\n",
               Use.ToDevice, Use.ToHost, Use.Launches);
}

void State::initialize() {
  if (IsInitialized)
    return;
  IsInitialized = true;
  Devices = number("FAKE_CUDA_DEVICES", 1);
  Sm = number("FAKE_CUDA_SM", 90);
  MemoryOfDevice = number("FAKE_CUDA_MEMORY", MemoryOfDevice);
  Seed = number("FAKE_CUDA_SEED", 0);
  if (number("FAKE_CUDA_COPIES", 0))
    std::atexit(reportCopies);
  if (number("FAKE_CUDA_LEAKS", 0))
    std::atexit(reportLeaks);
  for (int I = 0; I < Devices; ++I)
    start(*Contexts.emplace_back(std::make_unique<Context>()), I);
}

void State::start(Context &C, int Device) {
  C = Context();
  C.Device = Device;
  C.Id = C.Default.OwnerId = ++ContextsMade;
  C.Default.Owner = &C;
  C.Default.IsBlocking = true;
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

bool fakecuda::isSticky(int Code) {
  return (Code >= IllegalAddress && Code <= LaunchFailed &&
          Code != LaunchOutOfResources) ||
         Code == 214 || Code == 999;
}

void State::fail(const std::string &Call, unsigned Nth, int Code) {
  Faults.push_back({Call, Calls[Call] + Nth, Code});
}

/// FAKE_CUDA_FAIL=CALL:N:CODE
static void readFault(State &S) {
  const char *Value = std::getenv("FAKE_CUDA_FAIL");
  char Call[64] = "";
  unsigned Nth = 0;
  int Code = 0;
  if (Value && std::sscanf(Value, "%63[^:]:%u:%d", Call, &Nth, &Code) == 3)
    S.fail(Call, Nth, Code);
}

int State::enter(const char *Call) {
  static bool HasReadFault = (readFault(*this), true);
  (void)HasReadFault;
  unsigned Count = ++Calls[Call];
  for (const Fault &F : Faults) {
    if (F.Call != Call || F.Nth != Count)
      continue;
    if (isSticky(F.Code) && !currentContexts().empty() &&
        currentContexts().back())
      currentContexts().back()->Sticky = F.Code;
    return F.Code;
  }
  return IsInitialized || std::strcmp(Call, "cuInit") == 0 ? Success
                                                           : NotInitialized;
}

int State::error(int Code, const std::string &What) {
  ++Use.Errors;
  std::fprintf(stderr, "fake cuda: %s\n", What.c_str());
  return Code;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Addresses are never used again, and none behind an allocation are.
std::uint64_t State::reserve(std::size_t Size) {
  constexpr std::uint64_t Alignment = 256;
  std::uint64_t Address = Next;
  if (Size > ArenaEnd - Next - 2 * Alignment)
    return 0;
  Next += (Size + Alignment - 1) / Alignment * Alignment + Alignment;
  return Address;
}

int State::allocate(std::size_t Size, Kind Where, Context &Owner,
                    std::uint64_t &Address) {
  if (Size == 0)
    return error(InvalidValue, "allocation of no bytes");
  if (Where == Kind::Device && Size > MemoryOfDevice - bytesInUse(Owner.Device))
    return OutOfMemory;
  auto New = std::make_unique<Allocation>();
  New->Size = Size;
  New->Where = Where;
  New->Device = Owner.Device;
  New->Owner = &Owner;
  if (Where == Kind::Device) {
    New->DeviceBytes.assign(Size, std::byte(0xCB));
    New->Bytes = New->DeviceBytes.data();
    if (UsesFunctions) {
      New->Address = reinterpret_cast<std::uint64_t>(New->Bytes);
    } else {
      New->Address = reserve(Size);
      New->WrittenFlags.assign(Size, 0);
      New->Written = New->WrittenFlags.data();
    }
    if (!New->Address)
      return OutOfMemory;
  } else {
    New->Bytes = static_cast<std::byte *>(
        std::aligned_alloc(256, (Size + 255) / 256 * 256));
    New->Address = reinterpret_cast<std::uint64_t>(New->Bytes);
    std::memset(static_cast<void *>(New->Bytes), 0xCB, Size);
  }
  Address = New->Address;
  Memory[Address] = std::move(New);
  return Success;
}

int State::release(std::uint64_t Address) {
  auto I = Memory.find(Address);
  if (I == Memory.end())
    return error(InvalidValue, "memory is freed that is not allocated");
  if (I->second->Where != Kind::Device)
    std::free(I->second->Bytes);
  Memory.erase(I);
  return Success;
}

void State::destroy(Context &C) {
  C.IsDestroyed = true;
  std::erase_if(Memory, [&](const auto &Entry) {
    return Entry.second->Owner == &C && Entry.second->Where == Kind::Device;
  });
}

std::size_t State::bytesInUse(int Device) const {
  std::size_t Result = 0;
  for (const auto &[Begin, A] : Memory)
    if (!A->IsBeingFreed && A->Where == Kind::Device && A->Device == Device)
      Result += A->Size;
  return Result;
}

Allocation *State::find(std::uint64_t Address, std::size_t Size) {
  auto I = Memory.upper_bound(Address);
  if (I == Memory.begin())
    return nullptr;
  Allocation &A = *std::prev(I)->second;
  bool IsInside =
      Address - A.Address < A.Size && Size <= A.Size - (Address - A.Address);
  return IsInside ? &A : nullptr;
}

const ptx::Allocation *State::find(std::uint64_t Address) {
  return find(Address, 1);
}

std::size_t State::live() const {
  return std::count_if(Memory.begin(), Memory.end(), [](const auto &Entry) {
    const Allocation &A = *Entry.second;
    return !A.IsBeingFreed && !A.Owner->Sticky;
  });
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

Stream *State::stream(void *Handle, Context &Current) {
  if (!Handle)
    return &Current.Default;
  for (const std::unique_ptr<Stream> &S : Streams)
    if (S.get() == Handle)
      return S.get();
  return nullptr;
}

int State::run(Stream &S) {
  while (!S.Work.empty() && !S.Owner->Sticky) {
    Task Next = std::move(S.Work.front());
    S.Work.pop_front();
    if (int Code = Next.Do())
      S.Owner->Sticky = Code;
  }
  if (S.Owner->Sticky)
    S.Work.clear();
  return S.Owner->Sticky;
}

int State::runAll(Context &C) {
  int First = run(C.Default);
  for (const std::unique_ptr<Stream> &S : Streams)
    if (S->Owner == &C)
      if (int Code = run(*S); Code && !First)
        First = Code;
  return First;
}

//===----------------------------------------------------------------------===//
// What tests ask
//===----------------------------------------------------------------------===//

void fakeCudaFail(const char *Call, unsigned Nth, int Code) {
  std::lock_guard Lock(State::get().Guard);
  State::get().fail(Call, Nth, Code);
}

void fakeCudaCalls(void (*Visit)(const char *, unsigned, void *), void *Data) {
  std::lock_guard Lock(State::get().Guard);
  for (const auto &[Call, Count] : State::get().Calls)
    Visit(Call.c_str(), Count, Data);
}

FakeCudaUse fakeCudaUse() {
  State &S = State::get();
  std::lock_guard Lock(S.Guard);
  FakeCudaUse Result = S.Use;
  Result.Streams = S.Streams.size();
  for (const auto &M : S.Modules)
    Result.Modules += !M->IsUnloaded;
  for (const auto &Stream : S.Streams)
    for (const Task &T : Stream->Work)
      Result.PendingWork += !T.IsFree && !Stream->Owner->Sticky;
  Result.Allocations = S.live();
  return Result;
}

void *fakeCudaBytes(std::uint64_t Address, std::size_t Size) {
  static std::byte None[1];
  if (Size == 0)
    return None;
  Allocation *A = State::get().find(Address, Size);
  if (!A) {
    std::fprintf(stderr, "fake cuda: a kernel uses memory that is not there\n");
    std::abort();
  }
  std::uint64_t Offset = Address - A->Address;
  if (A->Written)
    std::memset(A->Written + Offset, 1, Size);
  return A->Bytes + Offset;
}

void fakeCudaKernel(const char *Name, FakeKernel Function,
                    const std::size_t *Sizes, std::size_t Count) {
  std::lock_guard Lock(State::get().Guard);
  State::get().Kernels[Name] = {Function, {Sizes, Sizes + Count}};
}

void fakeCudaUseFunctions() {
  std::lock_guard Lock(State::get().Guard);
  State::get().UsesFunctions = true;
}

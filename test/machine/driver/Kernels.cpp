//===- Kernels.cpp - modules and launches for tests -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace lacuna;
using namespace lacuna::fakecuda;

/// Reports what is wrong with a module's text where the caller wants it.
static void writeLog(unsigned Count, const int *Options, void **Values,
                     const std::string &Text) {
  char *Log = nullptr;
  std::size_t Size = 0;
  for (unsigned I = 0; I < Count; ++I) {
    if (Options[I] == 5)
      Log = static_cast<char *>(Values[I]);
    if (Options[I] == 6)
      Size = reinterpret_cast<std::size_t>(Values[I]);
  }
  if (!Log || Size == 0)
    return;
  std::strncpy(Log, Text.c_str(), Size - 1);
  Log[Size - 1] = 0;
}

/// 75 of `sm_75`.
static int versionOf(const ptx::Module &M) {
  return std::atoi(M.target().c_str() + std::strlen("sm_"));
}

extern "C" int cuModuleLoadDataEx(void **Handle, const void *Image,
                                  unsigned Count, int *Options, void **Values) {
  State &S = State::get();
  std::lock_guard Lock(S.Guard);
  if (int Code = S.enter("cuModuleLoadDataEx"))
    return Code;
  Context *C = current();
  if (!C || C->Sticky)
    return C ? C->Sticky : int(InvalidContext);
  const char *Text = static_cast<const char *>(Image);
  if (std::strncmp(Text, "\177ELF", 4) == 0) // code of a device
    return NoBinaryForGpu;
  auto New = std::make_unique<Module>();
  New->Owner = C;
  New->OwnerId = C->Id;
  std::string Error;
  if (std::strcmp(Text, "functions") != 0) {
    New->Ptx = ptx::Module::parse(Text, Error);
    if (New->Ptx && versionOf(*New->Ptx) > S.Sm)
      Error = "it is for " + New->Ptx->target();
  }
  if (!Error.empty()) {
    writeLog(Count, Options, Values, Error);
    return InvalidPtx;
  }
  *Handle = New.get();
  S.Modules.push_back(std::move(New));
  return Success;
}

extern "C" int cuModuleUnload(void *Handle) {
  State &S = State::get();
  std::lock_guard Lock(S.Guard);
  if (int Code = S.enter("cuModuleUnload"))
    return Code;
  static_cast<Module *>(Handle)->IsUnloaded = true;
  return Success;
}

extern "C" int cuModuleGetFunction(void **Handle, void *ModuleHandle,
                                   const char *Name) {
  State &S = State::get();
  std::lock_guard Lock(S.Guard);
  if (int Code = S.enter("cuModuleGetFunction"))
    return Code;
  auto *M = static_cast<Module *>(ModuleHandle);
  if (!current() || !current()->owns(*M))
    return S.error(InvalidHandle, "module of another context");
  const bool IsPtx = M->Ptx && !S.UsesFunctions;
  const ptx::Kernel *Kernel = IsPtx ? M->Ptx->kernel(Name) : nullptr;
  if (IsPtx ? !Kernel : !S.Kernels.count(Name))
    return NotFound;
  std::unique_ptr<Function> &F = M->Functions[Name];
  if (!F) {
    F = std::make_unique<Function>();
    F->In = M;
    F->Name = Name;
    F->Kernel = Kernel;
  }
  *Handle = F.get();
  return Success;
}

namespace {
struct Launch {
  unsigned Grid[3], Block[3], SharedBytes;
  // The arguments as they were at the call: their places in the bytes.
  std::vector<std::size_t> Offsets;
  std::vector<std::byte> Arguments;
};
} // namespace

static void copyArguments(State &S, const Function &F, void **Arguments,
                          Launch &L) {
  auto Copy = [&](std::size_t Offset, std::size_t Size, const void *From) {
    L.Offsets.push_back(Offset);
    L.Arguments.resize(std::max(L.Arguments.size(), Offset + Size));
    std::memcpy(L.Arguments.data() + Offset, From, Size);
  };
  if (F.Kernel) {
    for (const ptx::Parameter &P : F.Kernel->Parameters)
      Copy(P.Offset, P.Size, *Arguments++);
    L.Arguments.resize(F.Kernel->ArgumentSize);
    return;
  }
  for (std::size_t Size : S.Kernels[F.Name].Sizes)
    Copy((L.Arguments.size() + 7) / 8 * 8, Size, *Arguments++);
}

static int runPtx(State &S, const Function &F, const Launch &L) {
  ptx::Options Options;
  Options.Seed = S.Seed;
  Options.MostShared = MostSharedBytes; // the call has asked for that much
  ptx::Result Result =
      ptx::launch(*F.In->Ptx, F.Name, {L.Grid[0], L.Grid[1], L.Grid[2]},
                  {L.Block[0], L.Block[1], L.Block[2]}, L.SharedBytes,
                  L.Arguments, S, Options);
  return Result ? int(Success) : S.error(LaunchFailed, Result.Error);
}

static int run(State &S, const Function &F, const Launch &L) {
  ++S.Use.Launches;
  if (F.Kernel)
    return runPtx(S, F, L);
  std::vector<const void *> Arguments;
  for (std::size_t Offset : L.Offsets)
    Arguments.push_back(L.Arguments.data() + Offset);
  S.Kernels[F.Name].Run(L.Grid, L.Block,
                        const_cast<void *const *>(Arguments.data()));
  return Success;
}

extern "C" int cuFuncGetAttribute(int *Value, int Attribute, void *Handle) {
  State &S = State::get();
  std::lock_guard Lock(S.Guard);
  if (int Code = S.enter("cuFuncGetAttribute"))
    return Code;
  if (Attribute != 1)
    return S.error(InvalidValue, "unknown attribute of a function");
  *Value = static_cast<Function *>(Handle)->staticShared();
  return Success;
}

extern "C" int cuFuncSetAttribute(void *Handle, int Attribute, int Value) {
  State &S = State::get();
  std::lock_guard Lock(S.Guard);
  if (int Code = S.enter("cuFuncSetAttribute"))
    return Code;
  if (Attribute != 8)
    return S.error(InvalidValue, "unknown attribute of a function");
  auto *F = static_cast<Function *>(Handle);
  if (Value < 0 || Value > MostSharedBytes - F->staticShared())
    return InvalidValue;
  F->DynamicShared = Value;
  return Success;
}

static bool hasSharedMemory(const Function &F, unsigned Dynamic) {
  const int Most =
      F.DynamicShared > SharedBytes ? MostSharedBytes : SharedBytes;
  return Dynamic <= unsigned(F.DynamicShared) &&
         Dynamic + unsigned(F.staticShared()) <= unsigned(Most);
}

static bool isAcceptable(const Launch &L) {
  auto Threads = std::uint64_t(L.Block[0]) * L.Block[1] * L.Block[2];
  return L.Grid[0] && L.Grid[1] && L.Grid[2] && Threads && Threads <= 1024 &&
         L.Grid[0] <= 0x7fffffff && L.Grid[1] <= 65535 && L.Grid[2] <= 65535;
}

extern "C" int cuLaunchKernel(void *Handle, unsigned GridX, unsigned GridY,
                              unsigned GridZ, unsigned BlockX, unsigned BlockY,
                              unsigned BlockZ, unsigned SharedBytes,
                              void *StreamHandle, void **Arguments, void **) {
  State &S = State::get();
  std::lock_guard Lock(S.Guard);
  if (int Code = S.enter("cuLaunchKernel"))
    return Code;
  Context *C = current();
  if (!C || C->Sticky)
    return C ? C->Sticky : int(InvalidContext);
  Stream *In = S.stream(StreamHandle, *C);
  auto *F = static_cast<Function *>(Handle);
  if (!In || !C->owns(*In) || !C->owns(*F->In))
    return S.error(InvalidHandle, "launch in another context's stream");
  Launch L = {
      {GridX, GridY, GridZ}, {BlockX, BlockY, BlockZ}, SharedBytes, {}, {}};
  if (!isAcceptable(L) || !hasSharedMemory(*F, SharedBytes))
    return InvalidValue;
  copyArguments(S, *F, Arguments, L);
  In->Work.push_back({[&S, F, L] { return run(S, *F, L); }});
  return Success;
}

//===- Modules.cpp - kernels that have been loaded ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modules.h"
#include "Messages.h"
#include <algorithm>
#include <cstdint>

using namespace lacuna::rt;

/// What lacuna_module::cache points to. It belongs to the module's variable
/// rather than its address, where another shared object may be loaded later.
struct LoadedModules {
  std::map<const Context *, LoadedModule> ByContext;
};

static std::mutex &moduleMutex() {
  static std::mutex &Only = *new std::mutex;
  return Only;
}

Failure LoadedModule::find(lacuna_module &M, Context &C, LoadedModule *&Found) {
  std::lock_guard Lock(moduleMutex());
  if (!M.cache)
    M.cache = new LoadedModules;
  auto &Loaded = static_cast<LoadedModules *>(M.cache)->ByContext;
  auto [I, IsNew] = Loaded.try_emplace(&C);
  if (IsNew)
    I->second.WhyNot = I->second.load(M, C.sm());
  Found = &I->second;
  return Found->WhyNot;
}

/// Whether a device of compute capability \p Sm can run \p I.
static bool fits(const lacuna_image &I, unsigned Sm) {
  if (I.kind == LACUNA_CUBIN)
    return I.sm / 10 == Sm / 10 && I.sm <= Sm;
  return I.kind == LACUNA_PTX && I.sm <= Sm;
}

/// Those that fit, the best first: code before text, newer before older.
static std::vector<lacuna_image> choices(const lacuna_module &M, unsigned Sm) {
  std::vector<lacuna_image> Result;
  std::copy_if(M.images, M.images + M.image_count, std::back_inserter(Result),
               [&](const lacuna_image &I) { return fits(I, Sm); });
  std::sort(Result.begin(), Result.end(),
            [](const lacuna_image &A, const lacuna_image &B) {
              return std::pair(A.kind, A.sm) > std::pair(B.kind, B.sm);
            });
  return Result;
}

Failure LoadedModule::load(const lacuna_module &M, unsigned Sm) {
  Failure Why("there is no code for sm_" + std::to_string(Sm));
  for (const lacuna_image &I : choices(M, Sm)) {
    char Log[2048] = "";
    int Options[] = {cuda::ErrorLog, cuda::ErrorLogSize};
    void *Values[] = {Log, reinterpret_cast<void *>(sizeof Log)};
    Why = Driver::get().ModuleLoadDataEx(&Handle, I.data, 2, Options, Values);
    if (!Why)
      break;
    if (*Log)
      Why = Failure(Why.why() + " (" + Log + ")");
    if (I.kind == LACUNA_CUBIN)
      log(std::string(M.where) + ": the code for sm_" + std::to_string(I.sm) +
          " was refused: " + Why.why());
  }
  return Why;
}

Failure LoadedModule::kernel(const char *Name, cuda::Function &Found) {
  std::lock_guard Lock(moduleMutex());
  auto I = Kernels.find(std::string_view(Name));
  if (I == Kernels.end()) {
    if (Failure F = Driver::get().ModuleGetFunction(&Found, Handle, Name))
      return Failure(F.why() + " (" + Name + ")");
    I = Kernels.emplace(Name, Found).first;
  }
  Found = I->second;
  return Failure();
}

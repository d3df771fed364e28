//===- State.h - what the fake driver knows ---------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_DRIVER_STATE_H
#define LACUNA_TEST_CUDA_DRIVER_STATE_H

#include "FakeCuda.h"
#include "Ptx.h"
#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace lacuna::fakecuda {

// CUresult.
enum Code : int {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NotInitialized = 3,
  InvalidDevice = 101,
  InvalidContext = 201,
  NoBinaryForGpu = 209,
  InvalidPtx = 218,
  InvalidHandle = 400,
  NotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchOutOfResources = 701,
  LaunchFailed = 719,
};

/// A mutex that ThreadSanitizer does not know of, as it does not see into this
/// library: calls of the driver's do not order what threads do.
class Mutex {
public:
  void lock() {
    while (Flag.test_and_set(std::memory_order_acquire))
      std::this_thread::yield();
  }
  void unlock() { Flag.clear(std::memory_order_release); }

private:
  std::atomic_flag Flag;
};

/// Whether an error leaves the context unusable.
bool isSticky(int Code);

enum class Kind { Device, Managed, PageLocked };

struct Allocation : ptx::Allocation {
  Kind Where = Kind::Device;
  int Device = 0;
  struct Context *Owner = nullptr;
  bool IsBeingFreed = false;          ///< in stream order
  std::vector<std::byte> DeviceBytes; ///< of device memory
  std::vector<std::uint8_t> WrittenFlags;
};

/// Something that a stream will do.
struct Task {
  std::function<int()> Do; ///< returns a code
  bool IsFree = false;     ///< gives memory back, which nobody waits for
};

struct Stream {
  struct Context *Owner = nullptr;
  unsigned long long OwnerId = 0;
  bool IsBlocking = false;
  std::deque<Task> Work;
};

struct Event {
  struct Context *Owner = nullptr;
  Stream *In = nullptr;
  bool HasHappened = true;
};

struct Context {
  int Device = 0;
  unsigned long long Id = 0;
  int Sticky = 0; ///< the error that has made it unusable
  bool IsDestroyed = false;
  unsigned Retained = 0; ///< of the primary context
  Stream Default;

  /// Whether this is its stream or module: a later context may have its
  /// address.
  template <typename T> bool owns(const T &Thing) const {
    return Thing.Owner == this && Thing.OwnerId == Id;
  }
};

/// Of shared memory a block has the first, and a function can ask for the
/// second.
constexpr int SharedBytes = 48 << 10, MostSharedBytes = 99 << 10;

struct Function {
  struct Module *In = nullptr;
  std::string Name;
  const ptx::Kernel *Kernel = nullptr; ///< null if it is a function of a test's
  int DynamicShared = SharedBytes;     ///< the most that launches ask for

  int staticShared() const { return Kernel ? int(Kernel->StaticShared) : 0; }
};

struct Module {
  Context *Owner = nullptr;
  unsigned long long OwnerId = 0;
  bool IsUnloaded = false;
  std::unique_ptr<ptx::Module> Ptx; ///< null: its kernels are functions
  std::map<std::string, std::unique_ptr<Function>> Functions;
};

struct Pool {
  int Device = 0;
};

/// A kernel that is a function.
struct HostKernel {
  FakeKernel Run = nullptr;
  std::vector<std::size_t> Sizes;
};

/// Everything; `Guard` guards it. Handles of things that are gone stay known.
class State : public ptx::Memory {
public:
  static State &get();

  Mutex Guard;
  bool IsInitialized = false;
  int Devices = 1, Sm = 90;
  std::size_t MemoryOfDevice = std::size_t(1) << 34;
  std::uint64_t Seed = 0;

  std::vector<std::unique_ptr<Context>> Contexts; // first the primary ones
  unsigned long long ContextsMade = 0;
  /// Makes \p C a context that never was.
  void start(Context &C, int Device);
  std::set<std::unique_ptr<Stream>> Streams;
  std::vector<std::unique_ptr<Module>> Modules;
  std::vector<std::unique_ptr<Pool>> Pools;
  std::vector<std::shared_ptr<Event>> Events;
  std::map<std::uint64_t, std::unique_ptr<Allocation>> Memory; // by address
  std::map<std::string, HostKernel> Kernels;
  bool UsesFunctions = false; ///< in all modules, on memory that they reach
  FakeCudaUse Use = {};

  void initialize();

  // Faults.
  void fail(const std::string &Call, unsigned Nth, int Code);
  /// Counts a call and returns what it is made to return, or Success.
  int enter(const char *Call);
  std::map<std::string, unsigned> Calls;

  /// Tells of an error; returns \p Code.
  int error(int Code, const std::string &What);

  // Memory.
  int allocate(std::size_t Size, Kind Where, Context &Owner,
               std::uint64_t &Address);
  int release(std::uint64_t Address);
  /// With all that is in it.
  void destroy(Context &C);
  /// What is allocated on a device and not about to be freed.
  std::size_t bytesInUse(int Device) const;
  /// The allocation that has these bytes; null if there is none or they are not
  /// in one.
  Allocation *find(std::uint64_t Address, std::size_t Size);
  const ptx::Allocation *find(std::uint64_t Address) override;
  std::size_t live() const;

  // Streams.
  Stream *stream(void *Handle, Context &Current);
  int run(Stream &S);
  int runAll(Context &C);
  /// Does half of copies while it is set: a transfer that breaks off.
  bool IsTorn = false;

private:
  State();
  std::uint64_t reserve(std::size_t Size);

  struct Fault {
    std::string Call;
    unsigned Nth;
    int Code;
  };
  std::vector<Fault> Faults;
  std::uint64_t Next = 0, ArenaEnd = 0;
};

/// Contexts that are current in this thread, the last one on top.
std::vector<Context *> &currentContexts();

} // namespace lacuna::fakecuda

#endif // LACUNA_TEST_CUDA_DRIVER_STATE_H

//===- Data.cpp - the C interface for residency ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "KeptErrno.h"
#include "Messages.h"
#include "Reachable.h"
#include "lacuna/rt.h"
#include <cstring>
#include <optional>

using namespace lacuna::rt;

using Part = ResidentTable::Part;

namespace {

/// Something short that is done in a context and waited for.
class Errand {
public:
  explicit Errand(Context &C) : Where(C), Scope(C) {
    if (!Scope.failure())
      Stream.emplace(C);
  }

  Failure allocate(ResidentRange &R) {
    if (Failure F = failure())
      return F;
    return wait(
        DeviceMemory::allocate(Where, R.Host.size(), *Stream, R.Memory));
  }
  Failure toDevice(const ResidentRange &R, HostRange Bytes) {
    if (Failure F = failure())
      return F;
    return wait(D.MemcpyHtoDAsync(R.addressOf(Bytes.Begin), Bytes.data(),
                                  Bytes.size(), *Stream));
  }
  Failure toHost(void *To, cuda::DevicePtr From, std::size_t Size) {
    if (Failure F = failure())
      return F;
    return wait(D.MemcpyDtoHAsync(To, From, Size, *Stream));
  }

private:
  Failure failure() const {
    return Stream ? Stream->failure() : Scope.failure();
  }
  Failure wait(Failure F) {
    if (F)
      return F;
    F = D.StreamSynchronize(*Stream);
    if (F)
      D.die(F); // nobody knows what is still under way
    return F;
  }

  Driver &D = Driver::get();
  Context &Where;
  ContextScope Scope;
  std::optional<StreamLease> Stream;
};

} // namespace

/// The contexts that a directive is about: the current one. What a device held
/// that has failed is found in all.
static std::vector<Context *> contextsInQuestion() {
  Driver &D = Driver::get();
  Context *C = nullptr;
  if (!D.isDead()) {
    Failure F = Context::find(C);
    if (!F)
      return {C};
    D.die(F); // whose counts would be wrong from now on
  }
  return Context::all();
}

static int refuse(const char *Where, const std::string &What) {
  sayData(Where, What);
  return 1;
}

static int refusePart(const char *Where) {
  return refuse(Where, "data: a part of the array only is on the device");
}

/// Gives the host what only the device has of \p Bytes.
static void bringHome(const char *Where, Context &C, ResidentRange &R,
                      HostRange Bytes) {
  for (HostRange Part : R.onDeviceOnly(Bytes)) {
    if (Failure F =
            Errand(C).toHost(Part.data(), R.addressOf(Part.Begin), Part.size()))
      fatal(Where,
            "the only current copy of an array was on the device: " + F.why());
    R.setOnBoth(Part);
  }
}

/// Gives the device what the host's copy of \p Bytes has, or leaves that to the
/// loop that needs it.
static void sendBack(Context &C, ResidentRange &R, HostRange Bytes) {
  R.change();
  R.setOnHostOnly(Bytes);
  if (R.Memory && !Errand(C).toDevice(R, Bytes))
    R.setOnBoth(Bytes);
}

/// The first use of \p R.
static void bring(const char *Where, Context &C, HostRange R, uint32_t Flags) {
  std::shared_ptr<ResidentRange> New = C.Resident.add(R);
  Failure F = Errand(C).allocate(*New);
  if (F) {
    New->Memory = nullptr;
    sayData(Where, "data: the array stays in host memory: " + F.why());
  } else if (Flags & LACUNA_IN) {
    sendBack(C, *New, R);
  }
}

static int enter(const char *Where, Context &C, HostRange R, uint32_t Flags) {
  std::shared_ptr<ResidentRange> Found;
  switch (C.Resident.find(R, Found)) {
  case Part::All:
    ++Found->Uses;
    return 0;
  case Part::Some:
    return refusePart(Where);
  case Part::None:
    break;
  }
  if (Driver::get().isDead())
    return 0;
  if (Flags & LACUNA_PRESENT)
    return refuse(Where, "data: the array is not on the device");
  bring(Where, C, R, Flags);
  return 0;
}

/// Whether the device reaches the range anyway, or there is no telling.
static bool isReachable(HostRange R) {
  Driver &D = Driver::get();
  Context *C = nullptr;
  if (D.isDead() || Context::find(C))
    return false;
  ContextScope Scope(*C);
  Reach Place = Reach::Host;
  return !Scope.failure() && !reachOf(R.data(), Place) && Place != Reach::Host;
}

/// Calls \p Do with each context in question while nobody else changes what is
/// resident. 0 if it is in all of them.
template <typename Fn> static int inContexts(Fn Do) {
  int Status = 0;
  for (Context *C : contextsInQuestion()) {
    std::lock_guard Lock(residencyMutex());
    Status |= Do(*C);
  }
  return Status;
}

/// The same with those where \p R is resident, and the range that it is part
/// of.
template <typename Fn>
static int whereResident(const char *Where, HostRange R, Fn Do) {
  if (R.isEmpty() || !isAnythingResident())
    return 0;
  return inContexts([&](Context &C) {
    std::shared_ptr<ResidentRange> Found;
    Part Known = C.Resident.find(R, Found);
    if (Known == Part::Some)
      return refusePart(Where);
    if (Known == Part::All)
      Do(C, *Found);
    return 0;
  });
}

int lacuna_data_enter(const char *where, const void *host, size_t bytes,
                      uint32_t flags) {
  const KeptErrno Errno;
  HostRange R = HostRange::of(host, bytes);
  Driver &D = Driver::get();
  if (R.isEmpty() || (D.unusable() && !D.isDead()) || isReachable(R))
    return 0;
  return inContexts([&](Context &C) { return enter(where, C, R, flags); });
}

static void leave(const char *Where, Context &C, ResidentRange &R,
                  HostRange Bytes, uint32_t Flags) {
  if (Flags & LACUNA_OUT)
    R.Owed.add(Bytes);
  if (--R.Uses != 0)
    return;
  for (HostRange Part : R.Owed.common(R.Host))
    bringHome(Where, C, R, Part);
  C.Resident.remove(R);
}

int lacuna_data_exit(const char *where, const void *host, size_t bytes,
                     uint32_t flags) {
  const KeptErrno Errno;
  HostRange Bytes = HostRange::of(host, bytes);
  return whereResident(where, Bytes, [&](Context &C, ResidentRange &R) {
    leave(where, C, R, Bytes, flags);
  });
}

int lacuna_data_update(const char *where, const void *host, size_t bytes,
                       uint32_t flags) {
  const KeptErrno Errno;
  HostRange Bytes = HostRange::of(host, bytes);
  return whereResident(where, Bytes, [&](Context &C, ResidentRange &R) {
    if (flags & LACUNA_IN)
      sendBack(C, R, Bytes);
    else
      bringHome(where, C, R, Bytes);
  });
}

int lacuna_data_present(const void *host, size_t bytes) {
  const KeptErrno Errno;
  HostRange R = HostRange::of(host, bytes);
  if (R.isEmpty() || Driver::get().unusable() || isReachable(R))
    return 1;
  Context *C = nullptr;
  if (Context::find(C))
    return 0;
  std::shared_ptr<ResidentRange> Found;
  std::lock_guard Lock(residencyMutex());
  return C->Resident.find(R, Found) == Part::All;
}

/// Calls \p Do with each resident range, in any context, that overlaps \p R,
/// and the bytes that both have.
template <typename Fn> static void forOverlaps(HostRange R, Fn Do) {
  if (R.isEmpty() || !isAnythingResident())
    return;
  for (Context *C : Context::all()) {
    std::lock_guard Lock(residencyMutex());
    for (const std::shared_ptr<ResidentRange> &Range :
         C->Resident.overlapping(R))
      Do(*C, *Range, Range->Host & R);
  }
}

void lacuna_host_acquire(const char *where, const void *host, size_t bytes) {
  const KeptErrno Errno;
  forOverlaps(HostRange::of(host, bytes),
              [&](Context &C, ResidentRange &R, HostRange Bytes) {
                bringHome(where, C, R, Bytes);
              });
}

void lacuna_host_release(const char *, const void *host, size_t bytes) {
  const KeptErrno Errno;
  forOverlaps(HostRange::of(host, bytes),
              [](Context &C, ResidentRange &R, HostRange Bytes) {
                sendBack(C, R, Bytes);
              });
}

/// Calls \p Do with each resident range of each context.
template <typename Fn> static void forAllRanges(Fn Do) {
  if (!isAnythingResident())
    return;
  for (Context *C : Context::all()) {
    std::lock_guard Lock(residencyMutex());
    for (const std::shared_ptr<ResidentRange> &Range : C->Resident.all())
      Do(*C, *Range);
  }
}

void lacuna_host_acquire_all(const char *where) {
  const KeptErrno Errno;
  forAllRanges(
      [&](Context &C, ResidentRange &R) { bringHome(where, C, R, R.Host); });
}

void lacuna_host_release_all() {
  const KeptErrno Errno;
  // The device gets what the next loop needs of it, and not before.
  forAllRanges([](Context &, ResidentRange &R) {
    R.change();
    for (HostRange Part : R.onHost())
      R.setOnHostOnly(Part);
  });
}

/// The context in which \p Address can be read if that is in device memory,
/// else null.
static Context *contextOf(const void *Address) {
  Context *C = nullptr;
  if (Driver::get().unusable() || Context::find(C))
    return nullptr;
  ContextScope Scope(*C);
  Reach Place = Reach::Host;
  return !Scope.failure() && !reachOf(Address, Place) && Place == Reach::Device
             ? C
             : nullptr;
}

int lacuna_on_device_alone(const void *host) {
  const KeptErrno Errno;
  return contextOf(host) != nullptr;
}

/// Copies from device memory; false if it is none.
static bool fetchFromDevice(const char *Where, void *To, HostRange From) {
  Context *C = contextOf(From.data());
  if (!C)
    return false;
  ContextScope Scope(*C);
  if (Failure F = Errand(*C).toHost(To, From.Begin, From.size()))
    fatal(Where, "device memory cannot be read: " + F.why());
  return true;
}

void lacuna_fetch(const char *where, void *to, const void *host, size_t bytes) {
  const KeptErrno Errno;
  HostRange R = HostRange::of(host, bytes);
  if (R.isEmpty())
    return;
  lacuna_host_acquire(where, host, bytes);
  if (!fetchFromDevice(where, to, R))
    std::memcpy(to, host, bytes);
}

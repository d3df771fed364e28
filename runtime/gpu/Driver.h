//===- Driver.h - CUDA's driver, once it is needed --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_DRIVER_H
#define LACUNA_RUNTIME_DRIVER_H

#include "Cuda.h"
#include "Failure.h"
#include <atomic>

namespace lacuna::rt {

class Driver;

/// A function of the driver's. It is not called any more once the device has
/// failed (`Driver::isDead`).
template <typename... Args> class DriverCall {
public:
  DriverCall(Driver &D, const char *Symbol) : D(D), Symbol(Symbol) {}
  Failure operator()(Args... A) const;
  /// Calls it even so.
  Failure regardless(Args... A) const;

private:
  friend class Driver;
  Driver &D;
  const char *Symbol;
  int (*Function)(Args...) = nullptr;
};

/// The driver of this process. All members may be used by several threads.
class Driver {
public:
  /// Opens it at the first call. It is never closed.
  static Driver &get();

  /// Why the GPU cannot be used: there is none, the user does not want it, or
  /// it has failed.
  Failure unusable() const;

  /// Whether the device has failed. What it holds is lost, and CUDA does not
  /// let a process start anew.
  bool isDead() const { return Dead.load(std::memory_order_acquire); }
  /// Whether it was opened before this process was forked, whose driver is then
  /// not to be called at all.
  bool isInherited() const { return Inherited.load(std::memory_order_relaxed); }
  /// Makes it dead, because of \p F, which says what failed.
  void die(const Failure &F);

  /// A number for \p C that no later context has, as its address may; before
  /// CUDA 12 that address.
  Failure idOf(cuda::Context C, unsigned long long &Id);

  /// What the call of \p Symbol that returned \p Code says; errors that leave
  /// the context unusable kill.
  Failure failure(const char *Symbol, int Code);

#define LACUNA_MEMBER(Name, Symbol, ...)                                       \
  DriverCall<__VA_ARGS__> Name{*this, Symbol};
  LACUNA_CUDA_FUNCTIONS(LACUNA_MEMBER)
#undef LACUNA_MEMBER

private:
  Driver();
  Failure open();
  void giveUp(std::string Why);

  Failure Unusable;
  std::atomic<bool> Dead = false, Inherited = false;
  Failure Death; // written before Dead, under a mutex
  int (*CtxGetId)(cuda::Context, unsigned long long *) = nullptr;
  int (*GetErrorName)(int, const char **) = nullptr;
};

template <typename... Args>
Failure DriverCall<Args...>::operator()(Args... A) const {
  return D.isDead() ? D.unusable() : regardless(A...);
}

template <typename... Args>
Failure DriverCall<Args...>::regardless(Args... A) const {
  if (D.isInherited())
    return D.unusable();
  int Code = Function(A...);
  return Code == 0 ? Failure() : D.failure(Symbol, Code);
}

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_DRIVER_H

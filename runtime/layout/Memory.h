//===- Memory.h - memory for layouts -------------------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_LAYOUT_MEMORY_H
#define LACUNA_RUNTIME_LAYOUT_MEMORY_H

#include "track/PagePool.h"
#include <atomic>
#include <cstddef>
#include <functional>
#include <utility>

namespace lacuna::rt {

class Memory;

/// A part of the memory that layouts may take.
class Share {
public:
  Share() = default;
  Share(Share &&Other) noexcept
      : From(std::exchange(Other.From, nullptr)), Size(Other.Size) {}
  Share &operator=(Share Other) noexcept {
    std::swap(From, Other.From);
    std::swap(Size, Other.Size);
    return *this;
  }
  ~Share();

private:
  friend class Memory;
  Share(Memory &From, size_t Size) : From(&From), Size(Size) {}

  Memory *From = nullptr;
  size_t Size = 0;
};

/// Pages which arrays are put into one behind the other.
class Block {
public:
  Block() = default;

  /// How much of a block \p Count elements take.
  template <typename T> static size_t sizeOf(size_t Count) {
    return (Count * sizeof(T) + Line - 1) / Line * Line;
  }
  /// The place of the next \p Count elements.
  template <typename T> T *take(size_t Count) {
    char *const At = Of.begin() + Taken;
    Taken += sizeOf<T>(Count);
    return reinterpret_cast<T *>(At);
  }

private:
  friend class Memory;
  static constexpr size_t Line = 64;

  Block(Share Own, PageBlock Of) : Own(std::move(Own)), Of(std::move(Of)) {}

  Share Own;
  PageBlock Of;
  size_t Taken = 0;
};

/// All that layouts may take.
class Memory {
public:
  /// LACUNA_FORMAT_MEMORY, else a quarter of what the machine has, or of what
  /// the process may have (RLIMIT_AS), if that is less; read once.
  static size_t limit();

  /// \p DropOne makes room, or returns false.
  explicit Memory(std::function<bool()> DropOne)
      : DropOne(std::move(DropOne)) {}

  /// At least \p Size bytes; throws where there are not so many.
  Block take(size_t Size);
  /// The same, to be found elsewhere.
  Share share(size_t Size);

private:
  friend class Share;

  const std::function<bool()> DropOne;
  std::atomic<size_t> Used{0};
};

/// Elements that hold anything at first, for as long as a layout is made.
template <typename T> class Temporary {
public:
  Temporary() = default;
  /// Throws where there is no memory.
  Temporary(Memory &Room, size_t Count)
      : Of(Room.take(Block::sizeOf<T>(Count))), Begin(Of.take<T>(Count)),
        Count(Count) {}

  size_t size() const { return Count; }
  T *begin() const { return Begin; }
  T *end() const { return Begin + Count; }
  T &operator[](size_t At) const { return Begin[At]; }

private:
  Block Of;
  T *Begin = nullptr;
  size_t Count = 0;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_LAYOUT_MEMORY_H

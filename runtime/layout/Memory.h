//===- Memory.h - memory for layouts -------------------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_LAYOUT_MEMORY_H
#define LACUNA_RUNTIME_LAYOUT_MEMORY_H

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <new>
#include <utility>

namespace lacuna::rt {

class Memory;

/// Pages of their own, which arrays are put into one behind the other.
class Block {
public:
  Block() = default;
  Block(Block &&Other) noexcept
      : From(std::exchange(Other.From, nullptr)), Begin(Other.Begin),
        Size(Other.Size), Taken(Other.Taken) {}
  Block &operator=(Block Other) noexcept {
    std::swap(From, Other.From);
    std::swap(Begin, Other.Begin);
    std::swap(Size, Other.Size);
    std::swap(Taken, Other.Taken);
    return *this;
  }
  ~Block();

  /// How much of a block \p Count elements take.
  template <typename T> static size_t sizeOf(size_t Count) {
    return (Count * sizeof(T) + Line - 1) / Line * Line;
  }
  /// The place of the next \p Count elements.
  template <typename T> T *take(size_t Count) {
    char *const At = Begin + Taken;
    Taken += sizeOf<T>(Count);
    return reinterpret_cast<T *>(At);
  }

private:
  friend class Memory;
  static constexpr size_t Line = 64;

  Block(Memory &From, char *Begin, size_t Size)
      : From(&From), Begin(Begin), Size(Size) {}

  Memory *From = nullptr; ///< null: there is no memory in it
  char *Begin = nullptr;
  size_t Size = 0, Taken = 0;
};

/// What something takes that lies elsewhere.
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

/// All that layouts may take. Blocks that nobody has any more are kept: to get
/// a page from the kernel takes several times as long as to fill it. The kernel
/// may take those back.
class Memory {
public:
  /// LACUNA_FORMAT_MEMORY, else a quarter of what the machine has; read once.
  static size_t limit();

  /// \p DropOne makes room, or returns false.
  explicit Memory(std::function<bool()> DropOne)
      : DropOne(std::move(DropOne)) {}

  /// At least \p Size bytes; throws where there are not so many.
  Block take(size_t Size);
  /// The same, to be found elsewhere.
  Share share(size_t Size);

private:
  friend class Block;
  friend class Share;
  struct Pages {
    char *Begin = nullptr;
    size_t Size = 0;
  };
  static constexpr size_t MostFree = 8;

  void reserve(size_t Size);
  Pages find(size_t Size);
  void give(Pages P);

  const std::function<bool()> DropOne;
  std::atomic<size_t> Used{0};
  std::mutex Lock;
  std::array<Pages, MostFree> Free{}; ///< given one after the other, in turns
  size_t Next = 0;                    ///< where the next one goes
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_LAYOUT_MEMORY_H

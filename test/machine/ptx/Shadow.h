//===- Shadow.h - who accessed a place last ---------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_PTX_SHADOW_H
#define LACUNA_TEST_CUDA_PTX_SHADOW_H

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace lacuna::ptx {

/// An access by a thread at a time of its own clock, which barriers advance.
struct Access {
  static constexpr std::uint32_t None = ~0u;
  std::uint32_t Thread = None;
  std::uint32_t Time = 0;
  std::uint32_t Line = 0;

  explicit operator bool() const { return Thread != None; }
};

enum class AccessKind : std::uint8_t {
  Read,
  ReadOnly, // by a load that wants memory that the kernel does not write
  Write,
  StrongRead, // by an atomic
  StrongWrite,
};

/// What decides whether one access happens before another.
class Order {
public:
  virtual ~Order();
  /// Whether \p Before, of another thread, happens before what is done now.
  virtual bool isOrdered(const Access &Before) const = 0;
  /// How far apart two threads are: 0 in one warp, 1 in one block, 2 else.
  virtual unsigned distance(std::uint32_t A, std::uint32_t B) const = 0;
};

/// The last accesses of each place of a piece of memory.
class Shadow {
public:
  explicit Shadow(std::uint64_t Size);
  ~Shadow();
  Shadow(Shadow &&) noexcept;

  /// Notes an access to [\p Offset, \p Offset + \p Size), which is aligned.
  /// Returns an earlier one that it races with.
  Access note(std::uint64_t Offset, unsigned Size, AccessKind K,
              const Access &Now, const Order &O);

private:
  // Where all are reads, two of threads that are far apart stand for them: what
  // is ordered behind both is behind all (but for barriers of part of a warp).
  using Several = std::array<Access, 2>;
  struct Cell {
    Access Write;
    Several Reads, StrongReads, StrongWrites;
    Access ReadOnly;
    Access AnyWrite; // the first, whether ordered or not
  };
  struct Page {
    unsigned BytesOfCell = 4; // 1 as soon as there is a narrow access
    std::vector<Cell> Cells;
  };

  static void splitCells(Page &P);
  static Access conflict(const Cell &C, AccessKind K, const Access &Now,
                         const Order &O);
  static void record(Cell &C, AccessKind K, const Access &Now, const Order &O);
  static void add(Several &S, const Access &Now, const Order &O);

  std::vector<std::unique_ptr<Page>> Pages;
};

} // namespace lacuna::ptx

#endif // LACUNA_TEST_CUDA_PTX_SHADOW_H

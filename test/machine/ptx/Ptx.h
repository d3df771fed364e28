//===- Ptx.h - runs PTX without a GPU ---------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An interpreter for the PTX that clang makes of kernels. It is strict: what it
// does not know is an error of `parse`, and a kernel that is not certain to
// mean the same on every GPU is an error of `launch`.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_PTX_PTX_H
#define LACUNA_TEST_CUDA_PTX_PTX_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna::ptx {

/// A range of device memory.
struct Allocation {
  /// The device address of its first byte. Addresses from 2^56 on are the
  /// interpreter's own, for shared and local memory and variables of modules.
  std::uint64_t Address = 0;
  std::uint64_t Size = 0;
  /// Where the `Size` bytes are kept. Not null unless Size is 0.
  std::byte *Bytes = nullptr;
  /// For each byte whether it has been written: 0 or 1. Stores set it. If null,
  /// all are taken to be written.
  std::uint8_t *Written = nullptr;
  /// Kernels must not write to it.
  bool ReadOnly = false;
};

/// The device memory that kernels can reach.
class Memory {
public:
  virtual ~Memory();

  /// The allocation that the byte at \p Address is part of; null if there is
  /// none. What is returned must stay as it is until the launch ends.
  virtual const Allocation *find(std::uint64_t Address) = 0;
};

/// Device memory for tests: each allocation is a range of its own, aligned to
/// 256 bytes, with addresses around it that belong to nothing.
class Heap : public Memory {
public:
  Heap();
  ~Heap() override;
  Heap(const Heap &) = delete;
  Heap &operator=(const Heap &) = delete;

  /// The address of \p Size bytes that have not been written.
  std::uint64_t allocate(std::uint64_t Size);
  /// \p Address must be what `allocate` returned.
  void release(std::uint64_t Address);

  /// Copies to and from the device. The range must lie in one allocation.
  void write(std::uint64_t Address, const void *From, std::size_t Size);
  void read(void *To, std::uint64_t Address, std::size_t Size) const;
  /// Whether kernels or `write` have written all bytes of the range.
  bool written(std::uint64_t Address, std::size_t Size) const;

  const Allocation *find(std::uint64_t Address) override;

private:
  struct Range;
  const Range *rangeOf(std::uint64_t Address) const;
  std::vector<std::unique_ptr<Range>> Ranges; // by address, ascending
  std::uint64_t Next;
};

struct Parameter {
  std::string Name;
  /// Its place in the bytes of arguments.
  unsigned Offset = 0, Size = 0, Alignment = 1;
};

/// What a `.entry` says of itself.
struct Kernel {
  std::string Name;
  std::vector<Parameter> Parameters;
  /// Bytes of all arguments.
  unsigned ArgumentSize = 0;
  /// Bytes of its variables in shared memory, without dynamic shared memory.
  unsigned StaticShared = 0;
  /// `.maxntid`: threads of a block at most; 0 where it is not there.
  unsigned MaxThreads = 0;
};

struct Code; // what the text was decoded to

/// A module that has been read. Copies share their variables.
class Module {
public:
  /// Reads \p Text. Null on failure, with `line N: what is wrong` in \p Error.
  static std::unique_ptr<Module> parse(std::string_view Text,
                                       std::string &Error);
  ~Module();

  /// In the order of the text.
  const std::vector<Kernel> &kernels() const;
  /// Null if there is none of that name.
  const Kernel *kernel(std::string_view Name) const;
  /// `.target`, such as `sm_75`.
  const std::string &target() const;
  const Code &code() const { return *TheCode; }

private:
  explicit Module(std::unique_ptr<Code> C);
  std::unique_ptr<Code> TheCode;
};

struct Dim3 {
  unsigned X = 1, Y = 1, Z = 1;
};

struct Options {
  /// Decides on the order of blocks, warps and threads, and on what memory and
  /// registers without a value hold.
  std::uint64_t Seed = 0;
  /// Instructions that all threads may run together; a launch that needs more
  /// is taken to hang.
  std::uint64_t StepLimit = 200'000'000;
  /// Reading memory that was never written is an error.
  bool CheckWritten = true;
  /// Two accesses of one place that no barrier orders are an error if one of
  /// them is a write and not both are atomic. Shuffles, votes and fences order
  /// nothing. So is a store anywhere to what `ld.global.nc` reads.
  bool CheckRaces = true;
  /// Bytes of shared memory that a block can have: by default what it has on
  /// every GPU without asking for more.
  unsigned MostShared = 48 * 1024;
};

/// What a launch did, all threads together.
struct Statistics {
  std::uint64_t Instructions = 0;
  std::uint64_t GlobalLoads = 0, GlobalStores = 0, Atomics = 0;
  std::uint64_t Barriers = 0;    // of blocks: once for each block
  std::uint64_t Collectives = 0; // of warps: once for each set of lanes
};

struct Result {
  /// Empty if all went well. Else what went wrong and where: the kernel, block,
  /// thread, instruction and its line.
  std::string Error;
  Statistics Counts;

  explicit operator bool() const { return Error.empty(); }
};

/// Runs \p Kernel to its end. \p Arguments holds the parameters at their
/// offsets. After an error the memory holds what was written until then.
Result launch(const Module &M, std::string_view Kernel, Dim3 Grid, Dim3 Block,
              unsigned DynamicShared, std::span<const std::byte> Arguments,
              Memory &Mem, const Options &Opts = {});

} // namespace lacuna::ptx

#endif // LACUNA_TEST_CUDA_PTX_PTX_H

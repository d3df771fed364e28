//===- Code.h - decoded PTX -------------------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_PTX_CODE_H
#define LACUNA_TEST_CUDA_PTX_CODE_H

#include "Ptx.h"
#include <array>
#include <optional>

namespace lacuna::ptx {

/// What is wrong with a text or a launch. Thrown within the library only.
struct Failure {
  std::string Message;
};

enum class Kind : std::uint8_t { Pred, Bits, Unsigned, Signed, Float };

struct Type {
  Kind K = Kind::Bits;
  std::uint8_t Bits = 0;

  bool isFloat() const { return K == Kind::Float; }
  bool isInteger() const { return K == Kind::Unsigned || K == Kind::Signed; }
  unsigned bytes() const { return Bits / 8u; }
  bool operator==(const Type &) const = default;
};

/// `pred`, `b8` to `b64`, `u8` …, `s8` …, `f16`, `f32`, `f64`.
std::optional<Type> typeOf(std::string_view Word);

/// The bits of a number in the lower ones; predicates are 0 or 1. Registers and
/// immediates have zeros in the bits above their type's.
using Value = std::uint64_t;

/// Cuts its operands to their types. The result is extended to 64 bits, with
/// the sign if its type is signed, so that wider registers can take it.
using PureFunction = Value (*)(Value, Value, Value);

/// An instruction that does nothing but compute.
struct PureOp {
  PureFunction Run;
  Type Result;
  unsigned Count; // of operands
  std::array<Type, 3> Operands;
  /// Registers may be wider than the types say, as for conversions.
  bool Widens = false;
};

/// The instruction spelled \p Opcode, if it is one that only computes.
std::optional<PureOp> pureOp(std::string_view Opcode);

/// The value that `atom` with \p Operation on \p T stores where \p Old was;
/// \p Flush for f32 in global memory. Null if there is no such instruction.
PureFunction atomicFunction(std::string_view Operation, Type T, bool Flush);

enum class Space : std::uint8_t { Generic, Global, Shared, Local };

enum class Special : std::uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ, // clang-format off
  NctaidX, NctaidY, NctaidZ, Lane, // clang-format on
};

struct Operand {
  enum class Form : std::uint8_t { Immediate, Register, Special, Local };
  Form F = Form::Immediate;
  std::uint32_t Index = 0; // of a register or Special
  Value Bits = 0;          // of an immediate; the offset of a Local
};

enum class Op : std::uint8_t {
  Pure,
  InsertBits,
  Pack,
  Unpack,
  Load,
  Store,
  LoadParam,
  StoreParam,
  Atomic,
  Branch,
  BranchIndexed,
  Call,
  Return,
  Exit,
  Trap,
  Barrier,
  WarpBarrier,
  Shuffle,
  Vote,
  Match,
  Fence,
};

enum class ShuffleMode : std::uint8_t { Up, Down, Butterfly, Index };
enum class VoteMode : std::uint8_t { All, Any, Uniform, Ballot };

constexpr std::uint32_t NoRegister = ~0u;

struct Instruction {
  ptx::Op Op = Op::Fence;
  unsigned Line = 0;
  std::uint32_t Guard = NoRegister;
  bool GuardNegated = false;

  PureFunction Run = nullptr;       // of Pure and Atomic
  PureFunction RunShared = nullptr; // of Atomic in shared memory
  Type Ty;                          // what is loaded, stored, packed, matched
  Space Where = Space::Generic;
  bool Strong = false;   // volatile or relaxed: no race with atomics
  bool ReadOnly = false; // ld.global.nc
  bool Swaps = false;    // atom.cas
  ShuffleMode Shuffle = ShuffleMode::Index;
  VoteMode Vote = VoteMode::All;

  /// Results; NoRegister where there is none.
  std::array<std::uint32_t, 4> Results = {NoRegister, NoRegister, NoRegister,
                                          NoRegister};
  /// The first one is the address of a memory access, the mask of lanes of a
  /// collective.
  std::array<Operand, 5> Operands;
  unsigned Count = 0;       // of vectors' elements
  std::int64_t Offset = 0;  // added to the address
  std::uint32_t Target = 0; // an instruction, a list of them, or a function
  /// Of a call: places in the frame of arguments, then of results.
  std::vector<std::uint32_t> Places;
};

/// A place in the parameter area of a function's frame.
struct ParamPlace {
  unsigned Offset = 0, Size = 0;
};

struct Function {
  std::string Name;
  bool IsKernel = false;
  bool IsDefined = false;
  std::vector<Instruction> Body;
  std::vector<Type> Registers;
  std::vector<Value> Masks; // the bits that each register has
  std::vector<std::vector<std::uint32_t>> BranchLists;
  unsigned ParamBytes = 0;
  std::vector<ParamPlace> Parameters, Results;
  unsigned LocalBytes = 0; // of its variables in local memory
};

/// A variable in shared, global or constant memory.
struct Variable {
  std::string Name;
  std::uint64_t Address = 0; // in its space
  std::uint64_t Size = 0;
  bool IsDynamic = false; // extern shared memory
  bool IsConstant = false;
  /// The function that declares it; null at module level.
  const Function *Owner = nullptr;
  std::vector<std::byte> Bytes; // of global variables
};

/// Where the spaces lie among generic addresses.
constexpr std::uint64_t WindowMask = 0xff00'0000'0000'0000;
constexpr std::uint64_t SharedWindow = 0xfe00'0000'0000'0000;
constexpr std::uint64_t LocalWindow = 0xfd00'0000'0000'0000;
constexpr std::uint64_t VariableWindow = 0xfc00'0000'0000'0000;

struct Code {
  std::string Target;
  std::vector<Kernel> Kernels;
  std::vector<std::unique_ptr<Function>> Functions;
  std::vector<Variable> Shared;
  mutable std::vector<Variable> Globals;
  std::vector<std::string> Lines; // of the text, for messages
};

/// Reads a whole text. Throws Failure.
std::unique_ptr<Code> parseText(std::string_view Text);

} // namespace lacuna::ptx

#endif // LACUNA_TEST_CUDA_PTX_CODE_H

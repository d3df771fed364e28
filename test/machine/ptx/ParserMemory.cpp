//===- ParserMemory.cpp - loads, stores and atomics -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace lacuna::ptx;

void Parser::paramAddress(Instruction &I, const Written &W) {
  const Symbol *S = W.F == Written::Form::Address ? find(W.Words[0]) : nullptr;
  if (!S || S->C != Symbol::Class::Param)
    wrong("expected a parameter's address");
  std::int64_t Size = I.Ty.bytes() * std::int64_t(I.Count);
  if (W.Offset < 0 || W.Offset + Size > std::int64_t(S->Size))
    wrong("an access to parameter " + quoted(W.Words[0]) + " leaves it");
  I.Offset = std::int64_t(S->Offset) + W.Offset;
}

bool Parser::decodeMemory(const std::string &Opcode,
                          const std::vector<Written> &Ops, Instruction &I) {
  std::string_view Rest = Opcode;
  bool Loads = eat(Rest, "ld");
  if (!Loads && !eat(Rest, "st"))
    return false;
  bool Volatile = eat(Rest, ".volatile");
  bool Relaxed = !Volatile && eat(Rest, ".relaxed");
  // Within a block alone would be no atomic access for other blocks.
  if (Relaxed && !eat(Rest, ".gpu") && !eat(Rest, ".sys"))
    return false;
  I.Strong = Volatile || Relaxed;
  bool Param = false, Constant = false;
  if (eat(Rest, ".global"))
    I.Where = Space::Global;
  else if (eat(Rest, ".shared"))
    I.Where = Space::Shared;
  else if (eat(Rest, ".local"))
    I.Where = Space::Local;
  else if (Loads && eat(Rest, ".const"))
    Constant = true;
  else
    Param = eat(Rest, ".param");
  if (Constant)
    I.Where = Space::Global;
  const bool MayBeReadOnly =
      Loads && I.Where == Space::Global && !Constant && !I.Strong;
  // How long a cache keeps it changes no value.
  const bool IsStreamed = MayBeReadOnly && eat(Rest, ".cs");
  I.ReadOnly = MayBeReadOnly && eat(Rest, ".nc");
  if (IsStreamed && !I.ReadOnly)
    return false;
  I.Count = eat(Rest, ".v2") ? 2 : eat(Rest, ".v4") ? 4 : 1;
  auto T = lastType(Rest);
  bool IsHalf = T && *T == Type{Kind::Float, 16}; // b16 in memory
  if (!T || T->K == Kind::Pred || IsHalf || (Param && I.Strong) ||
      I.Count * T->bytes() > 16)
    return false;
  need(Ops, 2);
  I.Ty = *T;
  I.Op = Param   ? Loads ? Op::LoadParam : Op::StoreParam
         : Loads ? Op::Load
                 : Op::Store;
  const Written &Place = Ops[Loads ? 1 : 0], &Values = Ops[Loads ? 0 : 1];
  if (Param)
    paramAddress(I, Place);
  else
    address(I, Place);
  if ((Values.F == Written::Form::Vector ? Values.Words.size() : 1) !=
          I.Count ||
      (I.Count > 1 && Values.F != Written::Form::Vector))
    wrong("a vector's elements do not fit the instruction");
  for (unsigned N = 0; N < I.Count; ++N) {
    if (!Loads)
      I.Operands[N + 1] = operand(Values.Words[N], *T, true);
    else if (Values.Words[N] != "_")
      I.Results[N] = registerFor(Values.Words[N], *T, true);
  }
  return true;
}

bool Parser::decodeAtomic(const std::string &Opcode,
                          const std::vector<Written> &Ops, Instruction &I) {
  std::string_view Rest = Opcode;
  bool HasResult = eat(Rest, "atom");
  if (!HasResult && !eat(Rest, "red"))
    return false;
  // What else they order is not made use of: races are seen where there are
  // none rather than the other way round.
  const bool IsOrdered = eat(Rest, ".relaxed") || eat(Rest, ".acquire") ||
                         eat(Rest, ".release") || eat(Rest, ".acq_rel");
  if (IsOrdered && !eat(Rest, ".gpu") && !eat(Rest, ".sys"))
    return false;
  if (eat(Rest, ".global"))
    I.Where = Space::Global;
  else if (eat(Rest, ".shared"))
    I.Where = Space::Shared;
  size_t Dot = Rest.rfind('.');
  if (Dot == std::string_view::npos || Dot == 0)
    return false;
  std::string_view Operation = Rest.substr(1, Dot - 1);
  auto T = typeOf(Rest.substr(Dot + 1));
  if (!T)
    return false;
  // Adding to an f32 in global memory flushes.
  I.Run = atomicFunction(Operation, *T, true);
  I.RunShared = atomicFunction(Operation, *T, false);
  I.Swaps = Operation == "cas";
  if (!I.Run || (!HasResult && (I.Swaps || Operation == "exch")))
    return false;
  I.Op = Op::Atomic;
  I.Ty = *T;
  I.Count = 1;
  need(Ops, size_t(HasResult) + 2 + I.Swaps);
  if (HasResult && Ops[0].Words[0] != "_")
    I.Results[0] = result(Ops[0], *T);
  address(I, Ops[HasResult]);
  for (size_t N = 0; N < 1u + I.Swaps; ++N)
    I.Operands[N + 1] = operand(Ops[HasResult + 1 + N], *T);
  return true;
}

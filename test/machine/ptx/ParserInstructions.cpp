//===- ParserInstructions.cpp - what computes and what jumps --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace lacuna::ptx;

void Parser::need(const std::vector<Written> &Ops, size_t Count) {
  if (Ops.size() != Count)
    wrong("expected " + std::to_string(Count) + " operands, found " +
          std::to_string(Ops.size()));
}

void Parser::decode(const std::string &Opcode, std::vector<Written> Ops,
                    Instruction I) {
  if (decodePack(Opcode, Ops, I)) {
    F->Body.push_back(std::move(I));
    return;
  }
  if (auto P = pureOp(Opcode)) {
    need(Ops, P->Count + 1);
    I.Op = Op::Pure;
    I.Run = P->Run;
    I.Count = P->Count;
    I.Results[0] = result(Ops[0], P->Result, P->Widens);
    for (unsigned N = 0; N < P->Count; ++N)
      I.Operands[N] = operand(Ops[N + 1], P->Operands[N], P->Widens);
  } else if (!decodeInsertion(Opcode, Ops, I) &&
             !decodeControl(Opcode, Ops, I) && !decodeMemory(Opcode, Ops, I) &&
             !decodeAtomic(Opcode, Ops, I) &&
             !decodeCollective(Opcode, Ops, I)) {
    fail(I.Line, "unknown instruction " + quoted(Opcode));
  }
  F->Body.push_back(std::move(I));
}

/// `bfi.b32 d, a, b, position, length`.
bool Parser::decodeInsertion(const std::string &Opcode,
                             const std::vector<Written> &Ops, Instruction &I) {
  if (Opcode != "bfi.b32" && Opcode != "bfi.b64")
    return false;
  need(Ops, 5);
  I.Op = Op::InsertBits;
  I.Ty = *typeOf(Opcode.substr(4));
  I.Results[0] = result(Ops[0], I.Ty);
  for (unsigned N = 0; N < 4; ++N)
    I.Operands[N] = operand(Ops[N + 1], N < 2 ? I.Ty : Type{Kind::Bits, 32});
  return true;
}

/// `mov.b64 {a, b}, c` and `mov.b64 c, {a, b}`.
bool Parser::decodePack(const std::string &Opcode,
                        const std::vector<Written> &Ops, Instruction &I) {
  auto T =
      Opcode.starts_with("mov.b") ? typeOf(Opcode.substr(4)) : std::nullopt;
  if (!T || Ops.size() != 2)
    return false;
  bool Unpacks = Ops[0].F == Written::Form::Vector;
  const Written &Vector = Ops[Unpacks ? 0 : 1], &Whole = Ops[Unpacks ? 1 : 0];
  if (Vector.F != Written::Form::Vector)
    return false;
  I.Count = unsigned(Vector.Words.size());
  if ((I.Count != 2 && I.Count != 4) || T->Bits / I.Count < 16)
    wrong("a vector's elements do not fit the instruction");
  I.Op = Unpacks ? Op::Unpack : Op::Pack;
  I.Ty = {Kind::Bits, std::uint8_t(T->Bits / I.Count)};
  if (Unpacks)
    I.Operands[0] = operand(Whole, *T);
  else
    I.Results[0] = result(Whole, *T);
  for (unsigned N = 0; N < I.Count; ++N) {
    if (!Unpacks)
      I.Operands[N] = operand(Vector.Words[N], I.Ty);
    else if (Vector.Words[N] != "_")
      I.Results[N] = registerFor(Vector.Words[N], I.Ty, false);
  }
  return true;
}

bool Parser::decodeControl(const std::string &Opcode,
                           const std::vector<Written> &Ops, Instruction &I) {
  if (Opcode == "bra" || Opcode == "bra.uni") {
    need(Ops, 1);
    I.Op = Op::Branch;
    Branches.push_back({F->Body.size(), Ops[0].Words[0], I.Line});
  } else if (Opcode == "brx.idx" || Opcode == "brx.idx.uni") {
    need(Ops, 2);
    I.Op = Op::BranchIndexed;
    I.Operands[0] = operand(Ops[0], {Kind::Unsigned, 32});
    Branches.push_back({F->Body.size(), Ops[1].Words[0], I.Line});
  } else if (Opcode == "ret" || Opcode == "ret.uni") {
    need(Ops, 0);
    I.Op = Op::Return;
  } else if (Opcode == "exit") {
    need(Ops, 0);
    I.Op = Op::Exit;
  } else if (Opcode == "trap") {
    need(Ops, 0);
    I.Op = Op::Trap;
  } else if (Opcode == "call" || Opcode == "call.uni") {
    call(Ops, I);
  } else {
    return false;
  }
  return true;
}

/// `call (results), name, (arguments)`; each list may be missing.
void Parser::call(const std::vector<Written> &Ops, Instruction &I) {
  I.Op = Op::Call;
  size_t N = 0;
  auto List = [&] {
    std::vector<std::uint32_t> Places;
    if (N < Ops.size() && Ops[N].F == Written::Form::List) {
      for (const std::string &Name : Ops[N].Words) {
        const Symbol *S = find(Name);
        if (!S || S->C != Symbol::Class::Param)
          wrong(quoted(Name) + " is not a parameter's place");
        Places.push_back(std::uint32_t(S->Offset));
      }
      ++N;
    }
    return Places;
  };
  std::vector<std::uint32_t> Results = List();
  if (N == Ops.size() || Ops[N].F != Written::Form::Plain)
    wrong("a call is not understood");
  std::string Name = Ops[N++].Words[0];
  if (registerNamed(Name))
    wrong("calls through pointers are not understood");
  I.Places = List();
  if (N != Ops.size())
    wrong("a call is not understood");
  I.Places.insert(I.Places.end(), Results.begin(), Results.end());
  for (I.Target = 0; I.Target < C->Functions.size(); ++I.Target)
    if (C->Functions[I.Target]->Name == Name)
      break;
  functionNamed(Name);
  Calls.push_back({F, F->Body.size(), Name});
}

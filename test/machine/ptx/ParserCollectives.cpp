//===- ParserCollectives.cpp - barriers, shuffles and votes ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace lacuna::ptx;

bool Parser::decodeCollective(const std::string &Opcode,
                              const std::vector<Written> &Ops, Instruction &I) {
  constexpr Type B32{Kind::Bits, 32}, Pred{Kind::Pred, 1};
  if (Opcode == "bar.sync") {
    need(Ops, 1);
    I.Op = Op::Barrier;
    I.Operands[0] = operand(Ops[0], B32);
    if (I.Operands[0].F != Operand::Form::Immediate || I.Operands[0].Bits > 15)
      wrong("a barrier's number is not one of 0 to 15");
    return true;
  }
  if (Opcode == "bar.warp.sync") {
    need(Ops, 1);
    I.Op = Op::WarpBarrier;
    I.Operands[0] = operand(Ops[0], B32);
    return true;
  }
  std::string_view Rest = Opcode;
  if (eat(Rest, "membar"))
    return Rest == ".cta" || Rest == ".gl" || Rest == ".sys";
  if (eat(Rest, "fence"))
    return (eat(Rest, ".sc") || eat(Rest, ".acq_rel")) &&
           (Rest == ".cta" || Rest == ".gpu" || Rest == ".sys");
  if (eat(Rest, "shfl.sync")) {
    std::optional<ShuffleMode> Mode;
    // clang-format off
    if (Rest == ".up.b32") Mode = ShuffleMode::Up;
    if (Rest == ".down.b32") Mode = ShuffleMode::Down;
    if (Rest == ".bfly.b32") Mode = ShuffleMode::Butterfly;
    if (Rest == ".idx.b32") Mode = ShuffleMode::Index;
    // clang-format on
    if (!Mode)
      return false;
    need(Ops, 5);
    I.Op = Op::Shuffle;
    I.Shuffle = *Mode;
    I.Results[0] = registerFor(Ops[0].Words[0], B32, false);
    if (Ops[0].F == Written::Form::Pair)
      I.Results[1] = registerFor(Ops[0].Words[1], Pred, false);
    // The mask comes first in all collectives of warps.
    I.Operands[0] = operand(Ops[4], B32);
    for (unsigned N = 1; N < 4; ++N)
      I.Operands[N] = operand(Ops[N], B32);
    return true;
  }
  if (eat(Rest, "vote.sync")) {
    bool Ballot = Rest == ".ballot.b32";
    // clang-format off
    if (Ballot) I.Vote = VoteMode::Ballot;
    else if (Rest == ".all.pred") I.Vote = VoteMode::All;
    else if (Rest == ".any.pred") I.Vote = VoteMode::Any;
    else if (Rest == ".uni.pred") I.Vote = VoteMode::Uniform;
    else return false;
    // clang-format on
    need(Ops, 3);
    I.Op = Op::Vote;
    I.Results[0] = result(Ops[0], Ballot ? B32 : Pred);
    I.Operands[0] = operand(Ops[2], B32);
    I.Operands[1] = operand(Ops[1], Pred);
    return true;
  }
  if (eat(Rest, "match.any.sync")) {
    auto T = lastType(Rest);
    if (!T || T->K != Kind::Bits || T->Bits < 32)
      return false;
    need(Ops, 3);
    I.Op = Op::Match;
    I.Ty = *T;
    I.Results[0] = result(Ops[0], B32);
    I.Operands[0] = operand(Ops[2], B32);
    I.Operands[1] = operand(Ops[1], *T);
    return true;
  }
  return false;
}

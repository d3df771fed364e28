//===- ParserStatements.cpp - bodies of functions -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace lacuna::ptx;

/// Up to the `}`, which is taken.
void Parser::body() {
  Scopes.emplace_back();
  while (!accept("}")) {
    if (peek().C == Token::Class::End)
      wrong("'}' is missing");
    statement();
  }
  Scopes.pop_back();
}

void Parser::registers() {
  std::string Word = word();
  auto T =
      Word[0] == '.' ? typeOf(std::string_view(Word).substr(1)) : std::nullopt;
  if (!T || T->Bits == 8)
    wrong("unknown type " + quoted(Word));
  do {
    Symbol S{Symbol::Class::Register, std::uint32_t(F->Registers.size()), 0, 0,
             0};
    std::string Name = word();
    if (accept("<")) {
      S.Count = std::uint32_t(number());
      if (S.Count == 0 || S.Count > MaxRegisters)
        wrong("a function has 1 to " + std::to_string(MaxRegisters) +
              " registers of a name");
      expect(">");
    }
    F->Registers.insert(F->Registers.end(), std::max(S.Count, 1u), *T);
    F->Masks.insert(F->Masks.end(), std::max(S.Count, 1u), maskOf(*T));
    declare(Name, S);
  } while (accept(","));
  expect(";");
}

void Parser::statement() {
  if (accept("{"))
    return body();
  if (accept(".reg"))
    return registers();
  if (accept(".local")) {
    Declared D = declaration();
    expect(";");
    std::uint64_t Place = alignTo(F->LocalBytes, std::max(D.Alignment, 16u));
    declare(D.Name, {Symbol::Class::Local, 0, 0, Place, D.Size});
    F->LocalBytes = unsigned(Place + D.Size);
    return;
  }
  if (accept(".shared"))
    return sharedVariable(false);
  if (accept(".param")) {
    placeInFrame(declaration());
    return expect(";");
  }
  if (accept(".pragma")) {
    if (peek().Text != "\"nounroll\"")
      wrong("unknown pragma " + std::string(peek().Text));
    take();
    return expect(";");
  }
  if (peek().C == Token::Class::Word && peek(1).is(":")) {
    std::string Label = word();
    take();
    if (accept(".branchtargets"))
      return branchTargets(Label);
    if (!Labels.try_emplace(Label, F->Body.size()).second)
      wrong("label " + quoted(Label) + " stands there twice");
    return;
  }
  Instruction I;
  I.Line = peek().Line;
  if (accept("@")) {
    I.GuardNegated = accept("!");
    I.Guard = registerFor(word(), {Kind::Pred, 1}, false);
  }
  if (peek().C == Token::Class::Word && peek().Text[0] == '.')
    fail(peek().Line, "unknown directive " + quoted(peek().Text));
  std::string Opcode = word();
  std::vector<Written> Ops = operands();
  decode(Opcode, std::move(Ops), std::move(I));
}

void Parser::branchTargets(const std::string &Label) {
  std::vector<Fixup> &List = Lists[Label];
  do {
    unsigned Line = peek().Line;
    List.push_back({0, word(), Line});
  } while (accept(","));
  expect(";");
}

Written Parser::written() {
  Written W;
  auto Item = [&] {
    if (accept("-"))
      W.Words.push_back("-" + word());
    else
      W.Words.push_back(word());
  };
  auto Items = [&](std::string_view End) {
    while (!accept(End)) {
      if (!W.Words.empty())
        expect(",");
      Item();
    }
  };
  if (accept("{")) {
    W.F = Written::Form::Vector;
    Items("}");
  } else if (accept("(")) {
    W.F = Written::Form::List;
    Items(")");
  } else if (accept("[")) {
    W.F = Written::Form::Address;
    Item();
    if (accept("+")) {
      bool Negative = accept("-");
      auto V = std::int64_t(number());
      W.Offset = Negative ? -V : V;
    }
    expect("]");
  } else {
    Item();
    if (accept("|")) {
      W.F = Written::Form::Pair;
      Item();
    }
  }
  return W;
}

std::vector<Written> Parser::operands() {
  std::vector<Written> Ops;
  while (!accept(";")) {
    if (!Ops.empty())
      expect(",");
    Ops.push_back(written());
  }
  return Ops;
}

void Parser::resolveLabels() {
  auto Find = [&](const Fixup &At) {
    auto Found = Labels.find(At.Label);
    if (Found == Labels.end())
      fail(At.Line, "unknown label " + quoted(At.Label));
    return Found->second;
  };
  for (const Fixup &At : Branches) {
    Instruction &I = F->Body[At.Instruction];
    if (I.Op == Op::Branch) {
      I.Target = Find(At);
      continue;
    }
    auto List = Lists.find(At.Label);
    if (List == Lists.end())
      fail(At.Line, "unknown list of labels " + quoted(At.Label));
    I.Target = std::uint32_t(F->BranchLists.size());
    F->BranchLists.emplace_back();
    for (const Fixup &Entry : List->second)
      F->BranchLists.back().push_back(Find(Entry));
  }
  // Labels at the end stand for a return, as does the end itself.
  Instruction End;
  End.Op = Op::Return;
  End.Line = peek().Line;
  F->Body.push_back(End);
  Labels.clear();
  Branches.clear();
  Lists.clear();
}

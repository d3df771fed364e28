//===- Machine.cpp - instructions and calls -------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include <cstring>

using namespace lacuna::ptx;

static constexpr size_t MaxFrames = 256;

void Machine::runSlice(std::uint64_t Steps) {
  while (Steps-- && T->S == State::Ready) {
    Now = &T->Here.F->Body[T->Here.PC];
    if (++Counts.Instructions > Opts.StepLimit)
      throw Failure{"more than " + std::to_string(Opts.StepLimit) +
                    " instructions; the kernel seems to hang"};
    if (Now->Guard != NoRegister && bool(T->R[Now->Guard]) == Now->GuardNegated)
      ++T->Here.PC;
    else
      step(*Now);
  }
  Now = nullptr;
}

void Machine::step(const Instruction &I) {
  switch (I.Op) {
  case Op::Pure:
    set(I.Results[0],
        I.Run(get(I.Operands[0]), get(I.Operands[1]), get(I.Operands[2])));
    break;
  case Op::InsertBits: {
    Value Position = get(I.Operands[2]) & 0xff, Length = get(I.Operands[3]);
    Value Ones =
        (Length & 0xff) < 64 ? (Value(1) << (Length & 0xff)) - 1 : ~0ull;
    Value Mask = Position < 64 ? Ones << Position : 0;
    Value Inserted = Position < 64 ? get(I.Operands[0]) << Position : 0;
    set(I.Results[0], (get(I.Operands[1]) & ~Mask) | (Inserted & Mask));
    break;
  }
  case Op::Pack: {
    Value V = 0;
    for (unsigned N = 0; N < I.Count; ++N)
      V |= get(I.Operands[N]) << (N * I.Ty.Bits);
    set(I.Results[0], V);
    break;
  }
  case Op::Unpack: {
    Value V = get(I.Operands[0]);
    for (unsigned N = 0; N < I.Count; ++N)
      set(I.Results[N], V >> (N * I.Ty.Bits));
    break;
  }
  case Op::Load:
  case Op::LoadParam:
    load(I);
    break;
  case Op::Store:
  case Op::StoreParam:
    store(I);
    break;
  case Op::Atomic:
    atomic(I);
    break;
  case Op::Fence:
    break;
  case Op::Branch:
    T->Here.PC = I.Target;
    return;
  case Op::BranchIndexed: {
    const auto &List = T->Here.F->BranchLists[I.Target];
    Value N = get(I.Operands[0]);
    if (N >= List.size())
      throw Failure{"branch " + std::to_string(N) + " of " +
                    std::to_string(List.size())};
    T->Here.PC = List[N];
    return;
  }
  case Op::Call:
    return call(I);
  case Op::Return:
    return leave();
  case Op::Exit:
    return finish();
  case Op::Trap:
    throw Failure{"trap"};
  case Op::Barrier:
    return barrier(I);
  case Op::WarpBarrier:
  case Op::Shuffle:
  case Op::Vote:
  case Op::Match:
    return collective(I);
  }
  ++T->Here.PC;
}

Value Machine::get(const Operand &O, const Thread &Of) const {
  switch (O.F) {
  case Operand::Form::Immediate:
    return O.Bits;
  case Operand::Form::Register:
    return Of.R[O.Index];
  case Operand::Form::Local:
    // Behind 0, so that no variable has the address of a null pointer.
    return Of.Here.Local + O.Bits + 16;
  case Operand::Form::Special:
    break;
  }
  switch (Special(O.Index)) {
  case Special::TidX:
    return Of.Index.X;
  case Special::TidY:
    return Of.Index.Y;
  case Special::TidZ:
    return Of.Index.Z;
  case Special::NtidX:
    return BlockSize.X;
  case Special::NtidY:
    return BlockSize.Y;
  case Special::NtidZ:
    return BlockSize.Z;
  case Special::CtaidX:
    return B->Index.X;
  case Special::CtaidY:
    return B->Index.Y;
  case Special::CtaidZ:
    return B->Index.Z;
  case Special::NctaidX:
    return Grid.X;
  case Special::NctaidY:
    return Grid.Y;
  case Special::NctaidZ:
    return Grid.Z;
  case Special::Lane:
    return laneOf(Of);
  }
  return 0;
}

void Machine::call(const Instruction &I) {
  const Function &Callee = *C.Functions[I.Target];
  if (T->Callers.size() == MaxFrames)
    throw Failure{"calls are nested too deeply"};
  Frame New{&Callee, 0, T->Registers.size(), (T->Params.size() + 15) / 16 * 16,
            (T->Local.size() + 15) / 16 * 16};
  T->Params.resize(New.Params + Callee.ParamBytes);
  for (size_t N = 0; N < Callee.Parameters.size(); ++N)
    std::memcpy(T->Params.data() + New.Params + Callee.Parameters[N].Offset,
                T->Params.data() + T->Here.Params + I.Places[N],
                Callee.Parameters[N].Size);
  T->Local.resize(New.Local + Callee.LocalBytes);
  T->LocalWritten.resize(New.Local + Callee.LocalBytes);
  for (Value Mask : Callee.Masks)
    T->Registers.push_back(Rng.next() & Mask);
  T->Callers.push_back(T->Here);
  T->Here = New;
  T->R = T->Registers.data() + New.Registers;
}

void Machine::leave() {
  if (T->Callers.empty())
    return finish();
  const Frame Left = T->Here;
  T->Here = T->Callers.back();
  T->Callers.pop_back();
  const Instruction &Call = T->Here.F->Body[T->Here.PC++];
  size_t First = Left.F->Parameters.size();
  for (size_t N = 0; N < Left.F->Results.size(); ++N)
    std::memcpy(T->Params.data() + T->Here.Params + Call.Places[First + N],
                T->Params.data() + Left.Params + Left.F->Results[N].Offset,
                Left.F->Results[N].Size);
  T->Registers.resize(Left.Registers);
  T->Params.resize(Left.Params);
  T->Local.resize(Left.Local);
  T->LocalWritten.resize(Left.Local);
  T->R = T->Registers.data() + T->Here.Registers;
}

void Machine::finish() {
  block(*Now, State::Done);
  warpOf(*T).Done |= 1u << laneOf(*T);
  ++B->Done;
  finishBarrier();
}

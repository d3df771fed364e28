//===- MachineMemory.cpp - loads, stores and atomics ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include <cstring>

using namespace lacuna::ptx;

Region *Machine::within(std::vector<Region> &Regions,
                        std::uint64_t Address) const {
  for (Region &R : Regions)
    if (Address - R.Address < R.Size)
      return &R;
  return nullptr;
}

Region *Machine::globalRegion(std::uint64_t Address) {
  for (Region *R : Recent)
    if (R && Address - R->Address < R->Size)
      return R;
  Region *Found = nullptr;
  if ((Address & WindowMask) == VariableWindow) {
    Found = within(Variables, Address);
  } else if (const Allocation *A = Mem.find(Address)) {
    auto &Known = Globals[A];
    if (!Known)
      Known = std::make_unique<Region>(
          Region{"the allocation", A->Address, A->Size, A->Bytes, A->Written,
                 A->ReadOnly, std::make_unique<Shadow>(A->Size)});
    Found = Known.get();
  }
  if (Found)
    Recent[NextRecent++ % Recent.size()] = Found;
  return Found;
}

/// Where the instruction accesses memory; \p Does is a verb for messages.
Place Machine::place(const Instruction &I, const char *Does) {
  std::uint64_t Address = get(I.Operands[0]) + std::uint64_t(I.Offset);
  unsigned Size = I.Ty.bytes() * I.Count;
  auto What = [&] {
    return std::string(Does) + " " + std::to_string(Size) + " bytes at " +
           hex(Address);
  };
  Space S = I.Where;
  std::uint64_t InSpace = Address;
  if (S == Space::Generic) {
    std::uint64_t Window = Address & WindowMask;
    S = Window == SharedWindow  ? Space::Shared
        : Window == LocalWindow ? Space::Local
                                : Space::Global;
    if (S != Space::Global)
      InSpace = Address & ~WindowMask;
  }
  Region *R = nullptr;
  if (S == Space::Shared) {
    R = within(B->Shared, InSpace);
  } else if (S == Space::Local) {
    LocalRegion.Address = 16;
    LocalRegion.Size = T->Local.size();
    LocalRegion.Bytes = T->Local.data();
    LocalRegion.Written = T->LocalWritten.data();
    if (InSpace - 16 < LocalRegion.Size)
      R = &LocalRegion;
  } else {
    R = globalRegion(InSpace);
  }
  if (!R)
    throw Failure{What() +
                  (S == Space::Shared  ? " of shared memory"
                   : S == Space::Local ? " of local memory"
                                       : "") +
                  ", which belongs to nothing"};
  std::uint64_t Offset = InSpace - R->Address;
  if (Size > R->Size - Offset)
    throw Failure{What() + ", but " + R->What + " of " +
                  std::to_string(R->Size) + " bytes ends " +
                  std::to_string(R->Size - Offset) + " bytes behind that"};
  if (InSpace % Size)
    throw Failure{What() + ", which is not a multiple of " +
                  std::to_string(Size)};
  return {R, Offset, S == Space::Shared};
}

void Machine::note(const Place &P, unsigned Size, AccessKind Kind) {
  if (!P.Where->Races || !Opts.CheckRaces)
    return;
  Access Me{T->Id, T->Time, Now->Line};
  Access Other = P.Where->Races->note(P.Offset, Size, Kind, Me, *this);
  if (!Other)
    return;
  std::string Which = std::string(P.Where->What) == "the allocation"
                          ? "byte " + std::to_string(P.Offset) +
                                " of the allocation at " + hex(P.Where->Address)
                          : std::string(P.Where->What) + " at " +
                                hex(P.Where->Address + P.Offset);
  throw Failure{"races with " + atLine(Other.Line) + " of " +
                nameOf(Other.Thread) + ", at " + Which +
                (Kind == AccessKind::ReadOnly
                     ? "; what ld.global.nc reads must not be written"
                     : "")};
}

void Machine::checkWritten(const Place &P, unsigned Size) {
  if (!Opts.CheckWritten || !P.Where->Written)
    return;
  for (unsigned I = 0; I < Size; ++I)
    if (!P.Where->Written[P.Offset + I])
      throw Failure{"reads byte " + std::to_string(P.Offset + I) + " of " +
                    P.Where->What + " of " + std::to_string(P.Where->Size) +
                    " bytes, which has never been written"};
}

static Value extended(Value V, Type T) {
  if (T.K != Kind::Signed || T.Bits == 64)
    return V;
  Value Sign = Value(1) << (T.Bits - 1);
  return (V ^ Sign) - Sign;
}

void Machine::load(const Instruction &I) {
  const unsigned Each = I.Ty.bytes(), Size = Each * I.Count;
  const std::byte *From;
  if (I.Op == Op::LoadParam) {
    From = T->Params.data() + T->Here.Params + I.Offset;
  } else {
    Place P = place(I, "reads");
    checkWritten(P, Size);
    note(P, Size,
         I.Strong     ? AccessKind::StrongRead
         : I.ReadOnly ? AccessKind::ReadOnly
                      : AccessKind::Read);
    From = P.Where->Bytes + P.Offset;
    Counts.GlobalLoads += !P.IsShared && P.Where != &LocalRegion;
  }
  for (unsigned N = 0; N < I.Count; ++N) {
    Value V = 0;
    std::memcpy(&V, From + size_t(N) * Each, Each);
    set(I.Results[N], extended(V, I.Ty));
  }
}

void Machine::store(const Instruction &I) {
  const unsigned Each = I.Ty.bytes(), Size = Each * I.Count;
  std::byte *To;
  if (I.Op == Op::StoreParam) {
    To = T->Params.data() + T->Here.Params + I.Offset;
  } else {
    Place P = place(I, "writes");
    if (P.Where->ReadOnly)
      throw Failure{std::string("writes to ") + P.Where->What +
                    ", which is constant"};
    note(P, Size, I.Strong ? AccessKind::StrongWrite : AccessKind::Write);
    To = P.Where->Bytes + P.Offset;
    if (P.Where->Written)
      std::memset(P.Where->Written + P.Offset, 1, Size);
    Counts.GlobalStores += !P.IsShared && P.Where != &LocalRegion;
  }
  for (unsigned N = 0; N < I.Count; ++N) {
    Value V = get(I.Operands[N + 1]);
    std::memcpy(To + size_t(N) * Each, &V, Each);
  }
}

void Machine::atomic(const Instruction &I) {
  Place P = place(I, "updates");
  const unsigned Size = I.Ty.bytes();
  if (P.Where->ReadOnly || P.Where == &LocalRegion)
    throw Failure{std::string("updates ") + P.Where->What +
                  " atomically, which is not possible"};
  checkWritten(P, Size);
  Value Old = 0;
  std::memcpy(&Old, P.Where->Bytes + P.Offset, Size);
  Value New = (P.IsShared ? I.RunShared : I.Run)(Old, get(I.Operands[1]),
                                                 get(I.Operands[2]));
  // A comparison that fails only reads.
  bool Writes = !I.Swaps || Old == get(I.Operands[1]);
  note(P, Size, Writes ? AccessKind::StrongWrite : AccessKind::StrongRead);
  std::memcpy(P.Where->Bytes + P.Offset, &New, Size);
  set(I.Results[0], Old);
  ++Counts.Atomics;
}

//===- Heap.cpp - device memory for tests ---------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx.h"
#include <algorithm>
#include <cassert>
#include <cstring>

using namespace lacuna::ptx;

Memory::~Memory() = default;

namespace {
constexpr std::uint64_t Alignment = 256;
constexpr std::uint64_t FirstAddress = 0x7000'0000'0000;
} // namespace

struct Heap::Range {
  Allocation Span;
  std::vector<std::byte> Bytes;
  std::vector<std::uint8_t> Written;
};

Heap::Heap() : Next(FirstAddress) {}
Heap::~Heap() = default;

std::uint64_t Heap::allocate(std::uint64_t Size) {
  auto New = std::make_unique<Range>();
  New->Bytes.resize(Size);
  New->Written.resize(Size);
  New->Span = {Next, Size, New->Bytes.data(), New->Written.data()};
  std::uint64_t Blocks = (Size + Alignment - 1) / Alignment;
  Next += (Blocks + 1) * Alignment; // a gap, so that overruns are seen
  Ranges.push_back(std::move(New));
  return Ranges.back()->Span.Address;
}

void Heap::release(std::uint64_t Address) {
  auto Found = std::find_if(Ranges.begin(), Ranges.end(), [&](const auto &R) {
    return R->Span.Address == Address;
  });
  assert(Found != Ranges.end() && "not an allocation's address");
  Ranges.erase(Found);
}

const Heap::Range *Heap::rangeOf(std::uint64_t Address) const {
  auto Behind = std::upper_bound(
      Ranges.begin(), Ranges.end(), Address,
      [](std::uint64_t A, const auto &R) { return A < R->Span.Address; });
  if (Behind == Ranges.begin())
    return nullptr;
  const Range *R = std::prev(Behind)->get();
  return Address - R->Span.Address < R->Span.Size ? R : nullptr;
}

const Allocation *Heap::find(std::uint64_t Address) {
  const Range *R = rangeOf(Address);
  return R ? &R->Span : nullptr;
}

void Heap::write(std::uint64_t Address, const void *From, std::size_t Size) {
  if (Size == 0)
    return;
  const Range *R = rangeOf(Address);
  assert(R && Size <= R->Span.Size - (Address - R->Span.Address));
  std::uint64_t Offset = Address - R->Span.Address;
  std::memcpy(R->Span.Bytes + Offset, From, Size);
  std::memset(R->Span.Written + Offset, 1, Size);
}

void Heap::read(void *To, std::uint64_t Address, std::size_t Size) const {
  if (Size == 0)
    return;
  const Range *R = rangeOf(Address);
  assert(R && Size <= R->Span.Size - (Address - R->Span.Address));
  std::memcpy(To, R->Span.Bytes + (Address - R->Span.Address), Size);
}

bool Heap::written(std::uint64_t Address, std::size_t Size) const {
  if (Size == 0)
    return true;
  const Range *R = rangeOf(Address);
  assert(R && Size <= R->Span.Size - (Address - R->Span.Address));
  const std::uint8_t *First = R->Span.Written + (Address - R->Span.Address);
  return std::all_of(First, First + Size, [](std::uint8_t W) { return W; });
}

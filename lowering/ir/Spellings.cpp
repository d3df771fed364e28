//===- Spellings.cpp - the words of the IR's enumerations -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/Spellings.h"

using namespace llvm;

namespace lacuna {

template <> ArrayRef<Spelling<ParallelUnit>> spellings<ParallelUnit>() {
  static constexpr Spelling<ParallelUnit> Words[] = {
      {ParallelUnit::CpuThread, "cpu_thread"},
      {ParallelUnit::CpuVector, "cpu_vector"},
      {ParallelUnit::GpuBlock, "gpu_block"},
      {ParallelUnit::GpuWarp, "gpu_warp"},
      {ParallelUnit::GpuThread, "gpu_thread"}};
  return Words;
}

template <> ArrayRef<Spelling<RaceStrategy>> spellings<RaceStrategy>() {
  static constexpr Spelling<RaceStrategy> Words[] = {
      {RaceStrategy::NoRaces, "no_races"},
      {RaceStrategy::Atomics, "atomics"},
      {RaceStrategy::Temporary, "temporary"},
      {RaceStrategy::ParallelReduction, "parallel_reduction"},
      {RaceStrategy::Scan, "scan"},
      {RaceStrategy::BufferedScan, "buffered_scan"},
      {RaceStrategy::Wavefront, "wavefront"},
      {RaceStrategy::IgnoreRaces, "ignore_races"}};
  return Words;
}

template <> ArrayRef<Spelling<WaveOrder>> spellings<WaveOrder>() {
  static constexpr Spelling<WaveOrder> Words[] = {{WaveOrder::Any, "any"},
                                                  {WaveOrder::List, "list"},
                                                  {WaveOrder::Levels, "levels"},
                                                  {WaveOrder::Auto, "auto"}};
  return Words;
}

template <> ArrayRef<Spelling<LayoutKind>> spellings<LayoutKind>() {
  static constexpr Spelling<LayoutKind> Words[] = {{LayoutKind::Sell, "sell"},
                                                   {LayoutKind::Csc, "csc"},
                                                   {LayoutKind::Bsr, "bsr"},
                                                   {LayoutKind::Dia, "dia"},
                                                   {LayoutKind::Auto, "auto"}};
  return Words;
}

template <> ArrayRef<Spelling<BoundKind>> spellings<BoundKind>() {
  static constexpr Spelling<BoundKind> Words[] = {
      {BoundKind::MinExact, "min_exact"},
      {BoundKind::MaxExact, "max_exact"},
      {BoundKind::MinConstraint, "min_constraint"},
      {BoundKind::MaxConstraint, "max_constraint"},
      {BoundKind::Divisible, "divisible"}};
  return Words;
}

template <> ArrayRef<Spelling<Assumption>> spellings<Assumption>() {
  static constexpr Spelling<Assumption> Words[] = {
      {Assumption::NoAlias, "noalias"},
      {Assumption::Sorted, "sorted"},
      {Assumption::Unique, "unique"},
      {Assumption::Injective, "injective"},
      {Assumption::Extent, "extent"},
      {Assumption::Independent, "independent"},
      {Assumption::Asynchronous, "asynchronous"}};
  return Words;
}

template <> ArrayRef<Spelling<FpMode>> spellings<FpMode>() {
  static constexpr Spelling<FpMode> Words[] = {{FpMode::Strict, "strict"}};
  return Words;
}

template <> ArrayRef<Spelling<UnaryOp>> spellings<UnaryOp>() {
  static constexpr Spelling<UnaryOp> Words[] = {
      {UnaryOp::Neg, "-"}, {UnaryOp::BitNot, "~"}, {UnaryOp::LogicalNot, "!"}};
  return Words;
}

template <> ArrayRef<Spelling<ReduceOp>> spellings<ReduceOp>() {
  static constexpr Spelling<ReduceOp> Words[] = {
      {ReduceOp::None, ""},   {ReduceOp::Add, "+"},   {ReduceOp::Mul, "*"},
      {ReduceOp::Min, "min"}, {ReduceOp::Max, "max"}, {ReduceOp::And, "&"},
      {ReduceOp::Or, "|"},    {ReduceOp::Xor, "^"},   {ReduceOp::LAnd, "&&"},
      {ReduceOp::LOr, "||"}};
  return Words;
}

static constexpr StringLiteral ScheduleWords[] = {"static", "dynamic", "guided",
                                                  "auto", "runtime"};

ArrayRef<StringLiteral> scheduleWords() {
  return ArrayRef(ScheduleWords).take_front(3);
}

ArrayRef<StringLiteral> allScheduleWords() { return ScheduleWords; }

} // namespace lacuna

//===- Loops.cpp - loops that the plugin makes kernels of -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contender.h"
#include "lacuna/rt.h"
#include <algorithm>

using namespace lacuna::bench;

namespace {
/// The arrays of a problem are on the device while one of these is alive.
class Residency {
public:
  explicit Residency(const Problem &P) : P(P) {
    each([](const void *Host, size_t Bytes) {
      lacuna_data_enter("bench", Host, Bytes, LACUNA_IN);
    });
  }
  ~Residency() {
    each([](const void *Host, size_t Bytes) {
      lacuna_data_exit("bench", Host, Bytes, 0);
    });
  }
  Residency(const Residency &) = delete;
  Residency &operator=(const Residency &) = delete;

private:
  template <typename Function> void each(Function Do) const {
    Do(P.A.Pos.data(), P.A.Pos.size() * sizeof(int));
    Do(P.A.Crd.data(), P.A.Crd.size() * sizeof(int));
    Do(P.A.Val.data(), P.A.Val.size() * sizeof(double));
    Do(P.X, P.K.inputs(P.A) * sizeof(double));
    Do(P.Y, P.K.outputs(P.A) * sizeof(double));
  }
  const Problem P;
};

class Loop : public Contender {
public:
  Loop(const Variant &V, const Problem &P, std::shared_ptr<Residency> Resident)
      : Contender(V.Name, V.Text), P(P), Resident(std::move(Resident)),
        Compute(V.Prepare(P)) {}

  double run() override {
    Compute();
    return lacuna_kernel_seconds();
  }
  void clear() override {
    std::fill_n(P.Y, P.K.outputs(P.A), 0.0);
    lacuna_data_update("bench", P.Y, bytes(), LACUNA_IN);
  }
  void fetch() override {
    lacuna_data_update("bench", P.Y, bytes(), LACUNA_OUT);
  }

private:
  size_t bytes() const { return P.K.outputs(P.A) * sizeof(double); }

  const Problem P;
  std::shared_ptr<Residency> Resident;
  Product Compute;
};
} // namespace

void lacuna::bench::addLoops(Contenders &All, const Problem &P) {
  auto Resident = std::make_shared<Residency>(P);
  for (const Variant *V : variantsOf(P.K.Name))
    if (V->Text.starts_with("sparse"))
      All.push_back(std::make_unique<Loop>(*V, P, Resident));
}

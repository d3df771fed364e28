//===- Distributed.cpp - the halo's exchange and the product --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributed.h"
#include <algorithm>

Distributed::Distributed(const Problem &P, MPI_Comm Comm) : Comm(Comm) {
  int Rank = 0, Size = 1;
  MPI_Comm_rank(Comm, &Rank);
  MPI_Comm_size(Comm, &Size);
  std::vector<int> FirstRows;
  for (int r = 0; r <= Size; ++r)
    FirstRows.push_back(int(std::int64_t(P.Rows) * r / Size));
  const int First = FirstRows[Rank], Last = FirstRows[Rank + 1];
  const Csr Own = P.rows(First, Last);
  auto isOwn = [&](int Column) { return Column >= First && Column < Last; };

  // Interior rows first, and what is needed from others in ascending order, so
  // that elements of one process stand together.
  std::vector<int> Boundary, Halo;
  for (int i = 0; i < Own.Rows; ++i) {
    auto Begin = Own.crd.begin() + Own.pos[i];
    auto End = Own.crd.begin() + Own.pos[i + 1];
    bool IsInterior = std::all_of(Begin, End, isOwn);
    (IsInterior ? Numbers : Boundary).push_back(First + i);
    std::copy_if(Begin, End, std::back_inserter(Halo),
                 [&](int Column) { return !isOwn(Column); });
  }
  Interior = int(Numbers.size());
  Numbers.insert(Numbers.end(), Boundary.begin(), Boundary.end());
  std::sort(Halo.begin(), Halo.end());
  Halo.erase(std::unique(Halo.begin(), Halo.end()), Halo.end());

  std::vector<int> Local(Own.Rows);
  for (int k = 0; k < Own.Rows; ++k)
    Local[Numbers[k] - First] = k;
  A.Rows = Own.Rows;
  A.Cols = Own.Rows + int(Halo.size());
  A.pos.push_back(0);
  for (int Number : Numbers) {
    int i = Number - First;
    // Entries stay in their order, and so do the terms of a row's sum.
    for (int p = Own.pos[i]; p < Own.pos[i + 1]; ++p) {
      int Column = Own.crd[p];
      auto Place = std::lower_bound(Halo.begin(), Halo.end(), Column);
      A.crd.push_back(isOwn(Column) ? Local[Column - First]
                                    : A.Rows + int(Place - Halo.begin()));
      A.val.push_back(Own.val[p]);
    }
    A.pos.push_back(int(A.crd.size()));
  }
  plan(Halo, FirstRows, Local);
}

/// Each process knows what it needs, and tells those who have it.
void Distributed::plan(const std::vector<int> &Halo,
                       const std::vector<int> &FirstRows,
                       const std::vector<int> &Local) {
  const int Size = int(FirstRows.size()) - 1;
  int Rank = 0;
  MPI_Comm_rank(Comm, &Rank);
  std::vector<int> Needed(Size), NeededAt(Size), Asked(Size), AskedAt(Size);
  for (int r = 0; r < Size; ++r) {
    auto Begin = std::lower_bound(Halo.begin(), Halo.end(), FirstRows[r]);
    auto End = std::lower_bound(Halo.begin(), Halo.end(), FirstRows[r + 1]);
    NeededAt[r] = int(Begin - Halo.begin());
    Needed[r] = int(End - Begin);
    if (Needed[r] > 0)
      Received.push_back({r, A.Rows + NeededAt[r], Needed[r]});
  }
  MPI_Alltoall(Needed.data(), 1, MPI_INT, Asked.data(), 1, MPI_INT, Comm);
  int Total = 0;
  for (int r = 0; r < Size; ++r) {
    AskedAt[r] = Total;
    if (Asked[r] > 0)
      Sent.push_back({r, Total, Asked[r]});
    Total += Asked[r];
  }
  SentElements.resize(Total);
  MPI_Alltoallv(Halo.data(), Needed.data(), NeededAt.data(), MPI_INT,
                SentElements.data(), Asked.data(), AskedAt.data(), MPI_INT,
                Comm);
  for (int &Element : SentElements)
    Element = Local[Element - FirstRows[Rank]];
  Buffer.resize(Total);
  Requests.resize(Received.size() + Sent.size());
}

Vector Distributed::inverseDiagonal() const {
  Vector Inverse = vector(1);
  for (int i = 0; i < A.Rows; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      if (A.crd[p] == i)
        Inverse[i] = 1 / A.val[p];
  return Inverse;
}

void Distributed::beginExchange(Vector &x) {
  const int n = int(SentElements.size());
#pragma sparse
  for (int k = 0; k < n; ++k)
    Buffer[k] = x[SentElements[k]];

  MPI_Request *Request = Requests.data();
  for (const Message &M : Received)
    MPI_Irecv(&x[M.Begin], M.Count, MPI_DOUBLE, M.Rank, 0, Comm, Request++);
  for (const Message &M : Sent)
    MPI_Isend(&Buffer[M.Begin], M.Count, MPI_DOUBLE, M.Rank, 0, Comm,
              Request++);
}

void Distributed::endExchange() {
  double Begin = MPI_Wtime();
  MPI_Waitall(int(Requests.size()), Requests.data(), MPI_STATUSES_IGNORE);
  Waited += MPI_Wtime() - Begin;
}

static void multiplyRows(const Csr &A, int First, int Last, const Vector &x,
                         Vector &y) {
#pragma sparse
  for (int i = First; i < Last; ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      sum += A.val[p] * x[A.crd[p]];
    y[i] = sum;
  }
}

void Distributed::multiply(Vector &x, Vector &y) {
  beginExchange(x);
  multiplyRows(A, 0, Interior, x, y);
  endExchange();
  multiplyRows(A, Interior, A.Rows, x, y);
}

double Distributed::dot(const Vector &x, const Vector &y) const {
  double sum = 0;
#pragma sparse
  for (int i = 0; i < A.Rows; ++i)
    sum += x[i] * y[i];
  addUp(&sum, 1);
  return sum;
}

void Distributed::addUp(double *Sums, int Count) const {
  MPI_Allreduce(MPI_IN_PLACE, Sums, Count, MPI_DOUBLE, MPI_SUM, Comm);
}

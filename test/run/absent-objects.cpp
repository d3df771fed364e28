// An object behind a pointer that the loop does not look at in a run need not
// be there: its members are read where the loop comes to one of them.
// clang-format off
// RUN: %check-run --loops 17 --fallback-each 4 %s -o %t
// RUN: %check-run --loops 17 --fallback-each 4 %s -fplugin-arg-sparse-check=full -o %t.full
// RUN: %check-run --loops 17 --fallback-each 4 %s -O1 -fplugin-arg-sparse-verify -o %t.verify

#include "support/guarded.h"
#include "support/support.h"
#include <memory>

using Vector = std::vector<double>;

struct Diagonal {
  const double *val;
  double scale;
  int size;
  Diagonal *next;
  int rows() const { return size; }
  int below() const { return next->size; }
};

struct Everything {
  int m;
  bool use;
  const int *pos, *crd, *mask;
  const double *val, *x;
  double *y;
  const Diagonal *D;
  const Vector *vec;
  const double *const *table;
  const Diagonal *diagonals;
  std::unique_ptr<Diagonal> &own;
};

#define LOOP(Name, Body)                                                       \
  void Name(Everything &E) {                                                   \
    const int m = E.m, *pos = E.pos, *crd = E.crd, *mask = E.mask;             \
    const bool use = E.use;                                                    \
    const double *val = E.val, *x = E.x;                                       \
    double *y = E.y;                                                           \
    const Diagonal *D = E.D, *diagonals = E.diagonals;                         \
    const Vector *vec = E.vec;                                                 \
    const double *const *table = E.table;                                      \
    std::unique_ptr<Diagonal> &own = E.own;                                    \
    (void)pos, (void)crd, (void)mask, (void)use, (void)val, (void)x, (void)D;  \
    (void)diagonals, (void)vec, (void)table, (void)own;                        \
    _Pragma("sparse parallelize(i, cpu_thread, no_races)")                     \
    for (int i = 0; i < m; ++i)                                                \
      Body                                                                     \
  }

LOOP(underFlag, { if (use) y[i] += D->val[i]; })
LOOP(underMask, { if (mask[i]) y[i] += D->val[i] * D->scale; })
LOOP(scalar, { y[i] += use ? D->scale : 1; })
LOOP(shortCircuit, { if (use && D->val[i] > 0) y[i] += 1; })
LOOP(inTrips, { y[i] = D->val[i]; })
LOOP(inRows, { for (int p = pos[i]; p < pos[i + 1]; ++p) y[i] += D->scale * val[p] * x[crd[p]]; })
LOOP(gathered, { for (int p = pos[i]; p < pos[i + 1]; ++p) y[i] += val[p] * D->val[crd[p]]; })
LOOP(vectorBehind, { if (use) y[i] += (*vec)[i]; })
LOOP(inTable, { if (use) y[i] += table[3][i]; })
LOOP(inArray, { if (use) y[i] += diagonals[3].val[i]; })
LOOP(owned, { if (use) y[i] += own->val[i]; })
LOOP(linked, { if (use) y[i] += D->next->val[i]; })
LOOP(chosen, { if (mask[i] && D->val[i] > 1) y[i] += D->next->val[i]; })
LOOP(accessor, { for (int k = 0; k < D->rows(); ++k) y[i] += x[k]; })
LOOP(accessorBehind, { if (use) y[i] += D->below(); })
LOOP(vectorSize, { if (use) for (int k = 0; k < (int)vec->size(); ++k) y[i] += x[k]; })

using Loop = void (*)(Everything &);

// What says whether the object is looked at may be what is written.
static void risen(int n, double *c, const double *b, const Diagonal *D) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    c[i] += 1;
    if (b[i] > 0)
      c[i] = D->val[i];
  }
}

int main() {
  const int M = 6;
  const std::vector<int> Pos = {0, 2, 2, 3, 3, 3, 4}, Crd = {0, 5, 2, 1}, Mask = {0, 0, 1, 0, 1, 1};
  const Vector Val = {1, 2, 3, 4}, X = {1, 2, 3, 4, 5, 6};
  Diagonal Last{X.data(), 2, 3, nullptr}, First{X.data(), 3, 2, &Last};
  const Vector Some = X;
  Vector Low(M, -0.5), Out(M);
  risen(M, Out.data(), Low.data(), nullptr), run::record("not risen", Out);
  risen(M, Low.data(), Low.data(), &First), run::record("risen", Low);
  const double *Table[] = {nullptr, nullptr, nullptr, X.data()};
  const Diagonal Diagonals[] = {{}, {}, {}, First};
  const std::vector<int> NoPos(M + 1), NoMask(M);
  const Loop Loops[] = {underFlag, underMask, scalar, shortCircuit, inTrips, inRows, gathered,
                        vectorBehind, inTable, inArray, owned, linked, chosen, accessor,
                        accessorBehind, vectorSize};
  // Nothing can be accessed there.
  char *const Nowhere = reinterpret_cast<char *>(run::guarded(std::vector<double>()));
  const Loop NeedInRows[] = {inTrips, accessor};
  for (Loop L : Loops)
    for (int Case = 0; Case < 5; ++Case) {
      bool IsThere = Case == 0, IsNull = Case % 2;
      bool Needs = std::count(std::begin(NeedInRows), std::end(NeedInRows), L) != 0;
      auto At = [&]<class T>(const T *P) {
        return IsThere ? P : IsNull ? nullptr : reinterpret_cast<const T *>(Nowhere);
      };
      std::unique_ptr<Diagonal> Own(const_cast<Diagonal *>(At(&First)));
      Vector Y(M);
      Everything E{Needs && !IsThere ? 0 : M, IsThere, (IsThere ? Pos : NoPos).data(), Crd.data(),
                   (IsThere ? Mask : NoMask).data(), Val.data(), X.data(), Y.data(), At(&First),
                   At(&Some), At(&Table[0]), At(&Diagonals[0]), Own};
      L(E);
      Own.release();
      run::record("result", Y);
    }
}

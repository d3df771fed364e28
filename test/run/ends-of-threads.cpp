// Loops on threads that store numbers of the type of their variable, or
// characters: chunks of iterations, in every spelling of a range.
// RUN: %check-run --fallback 0 -DSCHEDULE='parallelize(i, cpu_thread, no_races)' -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run -DSCHEDULE= -fplugin-arg-sparse-min-work=0 %s -o %t

#include "support/fibres.h"

// clang-format off
void successors(int lo, int hi, const int *x, int *y) {
#pragma sparse SCHEDULE
  for (int i = lo; i < hi; ++i)
    y[i] = x[i] + 1;
}

void masks(unsigned n, const unsigned *x, unsigned *y) {
#pragma sparse SCHEDULE
  for (unsigned i = 0; i < n; ++i)
    if (x[i] & 1)
      y[i] = ~x[i];
}

void bytes(size_t n, const signed char *x, signed char *y) {
#pragma sparse SCHEDULE
  for (size_t i = 0; i < n; ++i)
    y[i] = x[i] / 2;
}

void above(int h, int w, const unsigned char *x, unsigned char *y, int least, double scale) {
#pragma sparse SCHEDULE
  for (int i = 0; i < h; ++i)
    for (int k = 0; k < w; ++k)
      y[i * w + k] = scale * x[i * w + k] > least ? 255 : k;
}

void marks(int n, const int *row, bool *mark, unsigned char *kind) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    mark[i] = row[i] > 0;
    kind[i] += mark[i];
  }
}

void longs(long lo, long hi, const long *x, long *y) {
#pragma sparse SCHEDULE
  for (long i = hi - 1; i >= lo; --i)
    y[i] = 3 * x[i];
}

void degrees(int n, const double *const *rows, int *degree) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    degree[i] = rows[i + 1] != rows[i] ? -(rows[i + 1] - rows[i]) : -1;
}

void lengths(int n, const char *const *rows, int *length) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    length[i] = rows[i + 1] - rows[i];
}
// clang-format on

int main() {
  for (int N : {0, 1, 2, 3, 100}) {
    run::Random R(N + 1);
    const std::string Of = ", " + std::to_string(N);
    auto Ints = R.vector<int>(N + 4), Y = R.vector<int>(N + 4);
    successors(2, N + 2, Ints.data(), Y.data());
    successors(3, 3 - N, Ints.data(), Y.data());
    run::record("successors" + Of, Y);
    auto Words = R.vector<unsigned>(N), U = R.vector<unsigned>(N);
    masks(N, Words.data(), U.data());
    run::record("masks" + Of, U);
    auto Bytes = R.vector<signed char>(N), B = R.vector<signed char>(N);
    bytes(N, Bytes.data(), B.data());
    run::record("bytes" + Of, B);
    auto Image = R.vector<unsigned char>(N * 7), Marked = Image;
    above(N, 7, Image.data(), Marked.data(), 90, 1.5);
    run::record("above" + Of, Marked);
    above(N, 7, Image.data(), Image.data(), 60, 2);
    run::record("in place" + Of, Image);
    bool Marks[100];
    marks(N, Ints.data(), Marks, Image.data());
    run::record("marks" + Of, std::vector<int>(Marks, Marks + N));
    run::record("kinds" + Of, Image);
    auto Longs = R.vector<long>(N + 1), L = R.vector<long>(N + 1);
    longs(1, N + 1, Longs.data(), L.data());
    run::record("longs" + Of, L);
    std::vector<int> Pos = run::segments(R, N, 9);
    std::vector<double> Val(Pos.back() + 1);
    std::vector<const double *> Rows;
    std::vector<char> Text(Pos.back() + 1);
    std::vector<const char *> Lines;
    for (int P : Pos) {
      Rows.push_back(Val.data() + P);
      Lines.push_back(Text.data() + P);
    }
    std::vector<int> Degree(N), Length(N);
    degrees(N, Rows.data(), Degree.data());
    run::record("degrees" + Of, Degree);
    std::reverse(Rows.begin(), Rows.end()); // distances below zero
    degrees(N, Rows.data(), Degree.data());
    run::record("reversed" + Of, Degree);
    lengths(N, Lines.data(), Length.data());
    run::record("lengths" + Of, Length);
  }
}

// A profile has how long rows are, of some of them: nothing is read that the loop does not read.
// RUN: %clangxx_sparse -O1 -fsanitize=address,undefined -fno-sanitize-recover=all %s -fplugin-arg-sparse-profile -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-quiet -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t
// RUN: rm -rf %t.d && mkdir %t.d && env ASAN_OPTIONS=detect_leaks=0 LACUNA_PROFILE=%t.d/p.json %t
// RUN: %python -c "import json, glob; loops = {l['function']: l.get('rows') for l in json.load(open(glob.glob(r'%t.d/p.*.json')[0]))['loops']}; [print(name, loops[name]) for name in sorted(loops)]" | FileCheck --match-full-lines %s
#include <cstdlib>
#include <memory>
#include <vector>

using Values = std::vector<double>;

// Each of 13 rows, in the runs 1, 2, 3 and 5.
void all(int n, const int *pos, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += p;
}
// CHECK:      all {{\[}}[0, 8], [1, 20], [2, 20], [4, 4]]

// A condition decides which rows are read: nobody looks.
void some(int n, const int *which, const int *pos, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (which[i])
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        y[i] += p;
}

// A part of the rows, of a wider type.
void part(long from, long to, const std::size_t *pos, double *y) {
#pragma sparse
  for (long i = from; i < to; ++i) {
    double sum = 0;
    for (std::size_t p = pos[i]; p < pos[i + 1]; ++p)
      sum += p;
    y[i] = sum;
  }
}
// No more than 4096 of many, of which each other one is empty.
void many(long n, const long *pos, double *y) {
#pragma sparse
  for (long i = 0; i < n; ++i)
    for (long p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += 1;
}
// CHECK-NEXT: many {{\[}}[0, [[EMPTY:(19|20|21)[0-9][0-9]]]], [256, [[FULL:(19|20|21)[0-9][0-9]]]]]
// CHECK-NEXT: part {{\[}}[2, 2]]
// CHECK-NEXT: some None

// Rows that do not ascend: none has positions.
void wild(int n, const long *pos, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (long p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += 1;
}
// CHECK-NEXT: wild {{\[}}[0, 3]]

template <class T> std::unique_ptr<T[]> exactly(std::vector<T> of) {
  auto made = std::make_unique<T[]>(of.size());
  std::copy(of.begin(), of.end(), made.get());
  return made;
}

int main() {
  Values y(300000);
  auto pos = exactly<int>({0, 0, 1, 2, 4, 6, 9, 13, 13, 14, 15, 16, 18, 21});
  for (int k = 0; k < 6; ++k)
    all(13, pos.get(), y.data());
  all(0, nullptr, y.data());
  // Behind what is read of these there is nothing.
  auto which = exactly<int>({0, 1, 0, 0});
  auto two = exactly<int>({7, 7, 9});
  some(4, which.get(), two.get(), y.data());
  auto wide = exactly<std::size_t>({~0ul, 1, 4, 6, ~0ul});
  part(1, 3, wide.get(), y.data());
  part(3, 1, nullptr, y.data());
  std::vector<long> ends(100001);
  for (int i = 0; i < 100000; ++i)
    ends[i + 1] = ends[i] + (i % 2 == 0 ? 0 : 256);
  many(100000, exactly(ends).get(), y.data());
  auto far = exactly<long>({1l << 62, 0, -(1l << 62), -(1l << 62)});
  wild(3, far.get(), y.data());
}

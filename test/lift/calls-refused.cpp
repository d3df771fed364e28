// clang-format off: what is checked is long
// Calls that keep a loop as it is: the message says why, if that is known.
// RUN: %clangxx -std=c++20 -ferror-limit=0 -w %plugin -fsyntax-only \
// RUN:   -Xclang -verify %s
#include <cstdlib>
#include <random>
#include <vector>

double elsewhere(double);
double walk(int n) {
  double *path = new double[n + 1]; // expected-note {{'new double [n + 1]' allocates memory in the nest; accepted are arrays that are allocated in front of it}}
  path[0] = 0;
  for (int k = 0; k < n; ++k)
    path[k + 1] = path[k] + (rand() % 2 ? 1 : -1);
  const double last = path[n];
  delete[] path;
  return last;
}
struct Shape {
  virtual double area() const;
};

void all(int n, double *y, std::vector<std::vector<double>> &v, std::mt19937 &source, const Shape *shape) {
  std::normal_distribution<> draw(0, 1);
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = elsewhere(y[i]); // expected-error-re {{call of 'elsewhere' may have side effects; {{.*}}; the body of 'elsewhere' is not visible here}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    v[i].push_back(y[i]); // expected-error {{call of 'push_back' may have side effects; iterations append to different vectors: a loop that counts how many elements each gets, and one that fills one array in their order, are understood}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    v[i].emplace_back(y[i]); // expected-error {{; iterations append to different vectors}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = rand(); // expected-error {{call of 'rand' may have side effects; 'rand' gives each call the next number of one sequence, so that no iteration can run before the one in front of it}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = walk(20); // expected-error {{call of 'walk' may have side effects; 'rand' gives each call the next number of one sequence, so that no iteration can run before the one in front of it}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = draw(source); // expected-error {{overloaded 'operator()' may have side effects; 'normal_distribution' gives each call the next number of one sequence, so that no iteration can run before the one in front of it}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = shape->area(); // expected-error {{call of 'area' may have side effects}}
}

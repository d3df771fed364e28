// What is no value of a nest, keys of maps and pointers to elements that a loop chooses: the message
// names the container, the member or the pointer, and what would be understood in its place.
// RUN: %clangxx -std=c++20 -ferror-limit=0 -w %plugin -fsyntax-only \
// RUN:   -Xclang -verify %s
#include <cstdlib>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

struct Sphere {
  double radius, albedo;
};

void iterators(int n, const std::map<int, double> &m, const std::unordered_map<int, int> &u,
               std::list<double> &l, std::deque<double> &d, std::vector<double> &v, const int *key, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    const auto it = u.find(key[i]); // expected-error {{iterators of std::unordered_map are not supported, nor is what looks for a key; accepted are a look-up in front of the loop, and 'std::lower_bound' in a sorted array or vector of keys}}
    y[i] = it == u.end() ? 0 : it->second;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    std::list<double>::iterator it = l.begin(); // expected-error {{call of 'begin' may have side effects; elements of std::list do not lie in one array: accepted are those of std::vector, std::array and std::span}}
    y[i] = *it;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = d[i]; // expected-error {{overloaded 'operator[]' may have side effects; elements of std::deque do not lie in one array: accepted are those of std::vector, std::array and std::span}}
  std::list<double>::iterator at = l.begin();
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    ++at; // expected-error {{iterators of std::list are not supported; accepted are those of std::vector, std::array and std::span}}
  std::vector<Sphere> spheres;
  std::vector<Sphere>::iterator out = spheres.begin();
#pragma sparse order(it)
  for (auto it = spheres.begin(); it != spheres.end(); ++it)
    if (it->radius > 0)
      *out++ = *it; // expected-error {{an iterator is used here in a way that is not supported; accepted are '*it' and 'it[k]', and a number in place of one that is stepped, as in 'out[count++] = …'}}
}

void keys(int n, std::map<int, double> &m, const std::map<int, double> &c, const std::set<int> &s, const int *key,
          int fixed, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    m[key[i]] += y[i]; // expected-error {{overloaded 'operator[]' may have side effects; std::map may add an element for each key: accepted are keys that are numbered in front of the loop, and an array over these numbers, as in 'sum[number[i]] += x[i];'}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    m.try_emplace(fixed, y[i]); // expected-error {{call of 'try_emplace' may have side effects; std::map may add an element for each key: accepted are}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    m[fixed] += y[i]; // expected-error {{overloaded 'operator[]' may have side effects; std::map looks for a key, and may add it: accepted is a reference to one element, as in 'auto &e = m[key];' in front of the loop}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = c.at(key[i]); // expected-error {{call of 'at' may have side effects; std::map looks for another key in each iteration: accepted are keys that are numbered in front of the loop, with an array over these numbers, and 'std::lower_bound' in a sorted array of keys}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = c.find(key[i])->second; // expected-error {{overloaded 'operator->' may have side effects; std::map looks for another key in each iteration: accepted are}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = s.count(i); // expected-error {{call of 'count' may have side effects; std::set looks for another key in each iteration: accepted are}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = s.count(fixed); // expected-error {{call of 'count' may have side effects; std::set looks for a key: accepted is a look-up in front of the loop}}
}

static std::optional<double> root(double x) {
  if (x < 0)
    return std::nullopt;
  return x / 2;
}

void optionals(int n, const std::vector<std::optional<double>> &v, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    const auto r = root(y[i]); // expected-error {{values of type 'std::optional<double>' are not supported; accepted is, in place of an optional, a flag that says whether there is a value, and the value}}
    y[i] = r ? *r : 0;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = v[i].has_value(); // expected-error {{call of 'has_value' may have side effects; accepted is, in place of an optional, a flag that says whether there is a value, and the value}}
}

void strings(int n, std::vector<std::string> &words, const std::string &line, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    std::string word = words[i]; // expected-error {{values of type 'std::string' are not supported; accepted is a reference to a string that is made in front of the loop, with its characters 's[k]' and its size 's.size()'}}
    y[i] = word.size();
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    words[i] = line; // expected-error {{values of type 'std::string' are not supported; accepted is a reference}}
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    const std::string &word = words[i]; // what is accepted
    y[i] = word.size() + (word[0] == line[i]);
  }
}

namespace {
struct Named {
  std::string name;
  double mass;
};
} // namespace
struct Virtual {
  virtual double weight() const;
  double mass;
};
struct Closing {
  ~Closing();
  double mass;
};
struct Derived : Sphere {
  double mass;
};
union Either {
  int i;
  float f;
};
struct Bits {
  int low : 3;
  int high;
};

void records(int n, const Named *a, const Virtual *b, const Closing *c, const Derived *d, const Either *e,
             const Bits *f, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    Named v = a[i]; // expected-error {{values of type 'Named' are not supported: its member 'name' has type 'std::string'; accepted are structures of numbers, arrays of these and pointers, and the members of others one by one}}
    y[i] = v.mass *= 2;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    Virtual v = b[i]; // expected-error {{values of type 'Virtual' are not supported: it has virtual functions; accepted are structures without}}
    y[i] = v.mass *= 2;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    Closing v = c[i]; // expected-error {{values of type 'Closing' are not supported: it has a destructor that does something; accepted are structures without}}
    y[i] = v.mass *= 2;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    Derived v = d[i]; // expected-error {{values of type 'Derived' are not supported: it has a base class with members; accepted are structures whose members are their own}}
    y[i] = v.mass *= 2;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    Either v = e[i]; // expected-error {{values of type 'Either' are not supported: it is a union; accepted are structures}}
    y[i] = v.i *= 2;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    Bits v = f[i]; // expected-error {{values of type 'Bits' are not supported: its member 'low' is a bit-field or has no name; accepted are members that have both a name and an address}}
    y[i] = v.high *= 2;
  }
}

void pointers(int n, const std::vector<Sphere> &scene, const double *d, double *img) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    const Sphere *hit = nullptr; // expected-error {{pointer 'hit' is null here; accepted is, in place of a pointer to an element that is chosen, the index of the element, with -1 for none}}
    for (const Sphere &s : scene)
      if (s.radius > d[i])
        hit = &s;
    img[i] = hit ? hit->albedo : 0;
  }
  const Sphere *last = nullptr;
#pragma sparse order(k)
  for (size_t k = 0; k < scene.size(); ++k)
    if (scene[k].radius > 1)
      last = &scene[k]; // expected-error {{pointer 'last' is set in the nest and used after it; accepted is, in place of a pointer to an element that is chosen, the index of the element}}
  if (last)
    img[0] = last->albedo;
#pragma sparse order(i, k)
  for (int i = 0; i < n; ++i) { // what is accepted
    int hit = -1;
    for (size_t k = 0; k < scene.size(); ++k)
      if (scene[k].radius > d[i])
        hit = int(k);
    img[i] = hit >= 0 ? scene[hit].albedo : 0;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    double *w = static_cast<double *>(malloc(8)); // expected-error {{'static_cast<double *>(malloc(8))' allocates memory in the nest; accepted are arrays that are allocated in front of it}}
    *w = d[i];
    img[i] = *w;
    free(w);
  }
}

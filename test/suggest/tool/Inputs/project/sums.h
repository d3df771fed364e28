template <class T> T total(int n, const T *x) {
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i];
  return sum;
}

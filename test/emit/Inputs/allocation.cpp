// Runs `copy` with sizes that can and cannot be had.
#include CODE

int main() {
  long x[] = {1, 2, 3, 4}, y[] = {0, 0, 0, 0};
  if (copy(1L << 59, x, y) != 1 || y[0] != 0)
    return 1;
  if (copy(1L << 61, x, y) != 1 || y[0] != 0)
    return 2;
  if (copy(2, x, y) != 0 || y[0] != 6 || y[3] != 9)
    return 3;
  return copy(0, x, y);
}

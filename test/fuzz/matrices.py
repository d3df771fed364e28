"""What programs over random matrices have in common."""

# Prints a hash of the bits of V, an array of numbers of type T, behind n, m and l.
PRINT_HASH = """        unsigned long hash = 0, bits = 0;
        for (T v : V) {
          std::memcpy(&bits, &v, sizeof v);
          hash = hash * 1000003 + bits;
        }
        std::printf("%%d %%d %%d %%lx\\n", n, m, l, hash);
"""


def header(r, v, end):
    """A loop over `v`; now and then from another number, or downwards."""
    kind = r.random()
    if kind < 0.1:
        return f"for (Int {v} = 1; {v} < {end}; ++{v})"
    if kind < 0.15:
        return f"for (Int {v} = {end}; {v}-- > 0;)"
    return f"for (Int {v} = 0; {v} < {end}; ++{v})"

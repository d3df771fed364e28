"""The operands of a run, by the names that the programs read."""

import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHIPPED = os.path.join(ROOT, "examples", "data", "bcsstk16.mtx.xz")
SETS = {
    "small": "laplacian:400 band:60000 random:60000 rmat:15 fem:14 longrows:20".split()
    + [SHIPPED],
    "balanced": "laplacian:1000 band:1000000 random:1000000 fem:40".split(),
    "skewed": ["rmat:20"],
    "tensors": ["%s%d:1000" % (kind, order) for order in (3, 4, 5) for kind in ("random", "skewed")],
}
FROM_DATA = {
    "small": [],
    "balanced": "xenon1 mdual fem_aneurysm_p1 delaunay_n16".split(),
    "skewed": "soc-Slashdot0902 debian_pkg_file email-Enron c-62".split(),
    "tensors": "fb15k-237 nell-995 eri_h2o_tzvp kjv_book_chapter_verse_word "
    "ssa_state_year_sex_name ndpi_traffic kg_wikipeople_4".split(),
}


def names_in(folder):
    """The matrices in a data folder."""
    names = set()
    for below in (folder, os.path.join(folder, "matrices")):
        for file in os.listdir(below) if os.path.isdir(below) else []:
            for ending in (".mtx", ".mtx.xz"):
                if file.endswith(ending):
                    names.add(file[: -len(ending)])
    return sorted(names)


def chosen(arguments):
    """Those of --matrices, else of --set."""
    if arguments.matrices:
        return arguments.matrices.split(",")
    if arguments.set == "full":
        generated = SETS["balanced"] + ["longrows:100"] + SETS["skewed"]
        return generated + (names_in(arguments.data) if arguments.data else [])
    names = list(SETS[arguments.set])
    if arguments.data:
        return names + FROM_DATA[arguments.set]
    if FROM_DATA[arguments.set]:
        print("LACUNA_DATA is not set: generated operands only")
    return names

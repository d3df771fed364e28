"""Lets each of the first calls of a driver's function fail, in a way that leaves
the device usable. The program must write the records that are expected.

usage: faults.py LIBCUDA COMPARE EXPECTED PROGRAM
"""

import os
import subprocess
import sys

libcuda, compare, expected, program = sys.argv[1:]
FAULTS = {
    "cuLaunchKernel": (701, [1, 2, 3, 4, 5, 6, 7, 9, 12, 20, 31, 40, 45, 50, 53, 57]),
    "cuMemAllocFromPoolAsync": (2, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
}

failed = 0
for call, (code, numbers) in FAULTS.items():
    for number in numbers:
        records = "%s.%s.%d" % (program, call, number)
        environment = dict(
            os.environ,
            LACUNA_LIBCUDA=libcuda,
            FAKE_CUDA_FAIL="%s:%d:%d" % (call, number, code),
        )
        with open(records, "wb") as output:
            run = subprocess.run(
                [program], stdout=output, stderr=subprocess.PIPE, env=environment
            )
        same = subprocess.run([compare, expected, records])
        if run.returncode or same.returncode:
            failed += 1
            print("call %d of %s fails:" % (number, call), run.stderr.decode())
sys.exit(failed != 0)

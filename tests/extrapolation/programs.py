#!/usr/bin/env python3
"""The two programs of Mohr, Malony and Shanmugam 1995, sections 5 and 6, as recordings of n threads
on one processor: what each computes, reads and waits for, in fpredict's text format. Nothing of
fpredict is used, and nothing is measured: how long a step computes is stated below.

The paper prints no sizes. Chosen are:

MatMul    C = A B of 32 x 32 elements, each a block of 8 x 8 doubles (512 bytes); a product of two
          elements computes for 1,000 us (1,024 operations at about 1 MFLOPS, a Sun 4 of then). All
          three matrices have one distribution. A thread first reads each element of A and B that its
          part of C needs and that another owns, once: A's, then B's, of each those of the next owner
          after itself first, so that not all ask the same one ('--reads use': no copy is kept, and each product reads
          both its factors from who owns them, k = 0 ... 31 for all).
          A distribution in one dimension is over all threads, and WHOLE is all of the dimension with
          one thread; one in two dimensions is over a square of threads, as large as there is.
Poisson   63 x 63 unknowns, rows in blocks. A sine transform of a row computes for 1,900 us (5 n log2 n
          operations, n = 64), twice; between them cyclic reduction over the rows, 6 levels down and 5
          up, each reading the two rows beside it at that level, as a whole (504 bytes), for 400 us a
          row; a barrier after each.
"""
import argparse
import math
import sys

KINDS = ("BLOCK", "CYCLIC", "WHOLE")


class Recording:
    """Threads that run one after the other, each until it comes to a barrier."""

    def __init__(self, threads, regions):
        self.threads, self.regions = threads, regions
        self.events = [[] for _ in range(threads)]  # (us computed before, text)

    def compute(self, thread, us):
        self.events[thread].append((us, None))

    def add(self, thread, text):
        self.events[thread].append((0, text))

    def get(self, thread, owner, size):
        self.add(thread, f"get from {owner} comm 0 bytes {size}")

    def barrier(self):
        for thread in range(self.threads):
            self.add(thread, "barrier")

    def region(self, what, number):
        for thread in range(self.threads):
            self.add(thread, f"{what} {number}")

    def write(self, out):
        out.write("fpredict-trace 1\nclock 1000000\n")
        for thread in range(self.threads):
            out.write(f'rank {thread} "Thread {thread}"\n')
        for number, name in enumerate(self.regions):
            out.write(f'region {number} user "{name}"\n')
        out.write('comm 0 "all" ' + " ".join(str(t) for t in range(self.threads)) + "\n")
        clock, at, entered = 0, [0] * self.threads, [False] * self.threads
        while any(at[t] < len(self.events[t]) for t in range(self.threads)):
            for t in range(self.threads):  # one phase
                if entered[t]:
                    out.write(f"{t} {clock} collective_end MPI_Barrier comm 0 bytes 0 received 0\n")
                entered[t] = False
                while at[t] < len(self.events[t]) and not entered[t]:
                    us, text = self.events[t][at[t]]
                    at[t] += 1
                    clock += us
                    entered[t] = text == "barrier"
                    if text:
                        out.write(f"{t} {clock} {'collective_begin' if entered[t] else text}\n")
        for t in range(self.threads):
            if entered[t]:
                out.write(f"{t} {clock} collective_end MPI_Barrier comm 0 bytes 0 received 0\n")


def owner_in(kind, index, size, threads):
    if kind == "WHOLE":
        return 0
    if kind == "CYCLIC":
        return index % threads
    return index // -(-size // threads)


def owners(rows, columns, size, threads):
    """The thread that owns each element."""
    across = threads
    if rows != "WHOLE" and columns != "WHOLE":
        across = math.isqrt(threads)
    pitch = across if columns != "WHOLE" else 1
    return [[owner_in(rows, i, size, across) * pitch + owner_in(columns, j, size, across)
             for j in range(size)] for i in range(size)]


def matmul(rows, columns, threads, size=32, element_bytes=512, product_us=1000, reads="once"):
    of = owners(rows, columns, size, threads)
    r = Recording(threads, ["MatMul"])
    r.barrier()
    r.region("enter", 0)
    for t in range(threads):
        mine = [(i, j) for i in range(size) for j in range(size) if of[i][j] == t]
        if reads == "once":
            needed = {("A", i, k) for i in {i for i, _ in mine} for k in range(size)}
            needed |= {("B", k, j) for j in {j for _, j in mine} for k in range(size)}
            order = sorted(needed, key=lambda e: (e[0], (of[e[1]][e[2]] - t) % threads, e))
            for _, i, j in order:
                if of[i][j] != t:
                    r.get(t, of[i][j], element_bytes)
            r.compute(t, len(mine) * size * product_us)
            continue
        for i, j in mine:
            for k in range(size):
                for owner in (of[i][k], of[k][j]):
                    if owner != t:
                        r.get(t, owner, element_bytes)
                r.compute(t, product_us)
    r.region("leave", 0)
    r.barrier()
    return r


def poisson(threads, n=64, transform_us=1900, reduce_us=400):
    rows = range(1, n)
    of = {i: owner_in("BLOCK", i - 1, n - 1, threads) for i in rows}
    r = Recording(threads, ["sine transforms", "cyclic reduction", "Poisson"])
    r.barrier()
    r.region("enter", 2)

    def transform():
        r.region("enter", 0)
        for i in rows:
            r.compute(of[i], transform_us)
        r.barrier()
        r.region("leave", 0)

    def level(which, stride):
        for i in which:
            for j in (i - stride, i + stride):
                if j in of and of[j] != of[i]:
                    r.get(of[i], of[j], 8 * (n - 1))
            r.compute(of[i], reduce_us)
        r.barrier()

    transform()
    r.region("enter", 1)
    stride = 1
    while 2 * stride < n:  # rows that are multiples of twice the stride have theirs reduced
        level(range(2 * stride, n, 2 * stride), stride)
        stride *= 2
    level([stride], stride)
    while stride > 1:  # and those between them follow
        stride //= 2
        level(range(stride, n, 2 * stride), stride)
    r.region("leave", 1)
    transform()
    r.region("leave", 2)
    r.barrier()
    return r


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", choices=("matmul", "poisson"))
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--rows", choices=KINDS, default="BLOCK")
    parser.add_argument("--columns", choices=KINDS, default="WHOLE")
    parser.add_argument("--reads", choices=("once", "use"), default="once")
    o = parser.parse_args()
    if o.program == "matmul":
        matmul(o.rows, o.columns, o.threads, reads=o.reads).write(sys.stdout)
    else:
        poisson(o.threads).write(sys.stdout)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""What Mohr, Malony and Shanmugam 1995, sections 5 and 6, say of MatMul and Poisson on a CM-5, beside
fpredict's extrapolation of programs.py's recordings.

    relations.py FPREDICT [--reads use] [--require ROW,...]

prints the tables; with --require the exit status is 1 if one of these rows does not hold."""
import argparse
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import programs

# A Sun 4 took 0.41 of its time on the CM-5 (MipsRatio, recollected of Shanmugam and Malony 1995).
SPEED = 1 / 0.41
PROCESSORS = (1, 2, 4, 8, 9, 16, 25, 32)
NAMES = [(r, c) for r in programs.KINDS for c in programs.KINDS]


def extrapolate(fpredict, recording):
    with tempfile.NamedTemporaryFile("w", suffix=".trace", delete=False) as out:
        recording.write(out)
    try:
        done = subprocess.run([fpredict, "extrapolate", out.name, "--machine", "cm5", "--speed",
                               repr(SPEED), "--format", "json"], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        return json.loads(done.stdout)
    finally:
        os.unlink(out.name)


def print_table(head, rows):
    width = [max(len(r[k]) for r in [head] + rows) for k in range(len(head))]
    for r in [head] + rows:
        print("  ".join(c.ljust(w) if k == 0 else c.rjust(w)
                        for k, (c, w) in enumerate(zip(r, width))).rstrip())
    print()


def short(name):
    return "(%s,%s)" % name


def matmul_table(fpredict, reads):
    time = {}
    for name in NAMES:
        for p in PROCESSORS:
            recording = programs.matmul(name[0], name[1], p, reads=reads)
            time[name, p] = extrapolate(fpredict, recording)["time_s"]
    print("MatMul on the CM-5: seconds; reads: %s" % reads)
    print_table(["processors"] + [str(p) for p in PROCESSORS],
                [[short(n)] + ["%.3f" % time[n, p] for p in PROCESSORS] for n in NAMES])
    return time


def poisson_table(fpredict):
    speed, remote, rows = {}, {}, []
    for p in PROCESSORS:
        r = extrapolate(fpredict, programs.poisson(p))
        for region in r["regions"]:
            speed[region["name"], p] = region["speed_up"]
            remote[region["name"], p] = region["remote"]
    print("Poisson on the CM-5: speed-up, and remote accesses")
    for name in ("sine transforms", "cyclic reduction", "Poisson"):
        rows.append([name] + ["%.2f" % speed[name, p] for p in PROCESSORS])
        rows.append(["  remote"] + ["%d" % remote[name, p] for p in PROCESSORS])
    print_table(["processors"] + [str(p) for p in PROCESSORS], rows)
    return speed, remote


def matmul_claims(time):
    worst, others = ("WHOLE", "WHOLE"), (2, 8, 32)
    block, both = ("BLOCK", "WHOLE"), ("BLOCK", "BLOCK")
    parallel = [p for p in PROCESSORS if p > 1]

    def best(p):
        return min(time[n, p] for n in NAMES)

    yield ("whole", "(WHOLE,WHOLE) is worst", "",
           all(time[worst, p] >= max(time[n, p] for n in NAMES) for p in parallel),
           "by a factor of %.1f at 32" % (time[worst, 32] / time[block, 32]))
    for word, text, squares in (("squares", "(BLOCK,BLOCK) is best where P is a square", (4, 16)),
                                ("odd", "likewise, squares that 32 elements do not fit", (9, 25))):
        yield (word, text, ", ".join(map(str, squares)),
               all(time[both, p] <= best(p) for p in squares),
               ", ".join("%+.1f %%" % (100 * (time[both, p] / best(p) - 1)) for p in squares))
    yield ("sixteen", "and beats (BLOCK,WHOLE) at 16", "", time[both, 16] < time[block, 16],
           "%.3f s, %.3f s" % (time[both, 16], time[block, 16]))
    yield ("general", "(BLOCK,WHOLE) in general: within 3 % of the best elsewhere", "2, 8, 32",
           all(time[block, p] <= 1.03 * best(p) for p in others),
           ", ".join("%+.1f %%" % (100 * (time[block, p] / best(p) - 1)) for p in others))


def poisson_claims(speed, remote):
    sine, cyclic, all_ = "sine transforms", "cyclic reduction", "Poisson"
    powers = (1, 2, 4, 8, 16, 32)
    yield ("sine", "sine transforms at 32: speed-up 28.69, within 10 %", "",
           abs(speed[sine, 32] / 28.69 - 1) <= 0.1,
           "%.2f, %+.1f %%" % (speed[sine, 32], 100 * (speed[sine, 32] / 28.69 - 1)))
    yield ("local", "they have no remote access", "", all(remote[sine, p] == 0 for p in PROCESSORS),
           "")
    yield ("grows", "those of cyclic reduction grow with P", "",
           all(remote[cyclic, a] < remote[cyclic, b] for a, b in zip(powers, powers[1:])), "")
    yield ("flat", "its speed-up is flat after 16: grows by less than 1.15 from 16 to 32", "",
           speed[cyclic, 32] / speed[cyclic, 16] < 1.15,
           "%.2f, %.2f" % (speed[cyclic, 16], speed[cyclic, 32]))
    yield ("before", "and not before: grows by more than 1.15 from 8 to 16", "",
           speed[cyclic, 16] / speed[cyclic, 8] > 1.15,
           "%.2f, %.2f" % (speed[cyclic, 8], speed[cyclic, 16]))
    yield ("between", "the whole is between the two", "",
           all(speed[cyclic, p] < speed[all_, p] < speed[sine, p] for p in powers[1:]), "")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fpredict")
    parser.add_argument("--reads", choices=("once", "use"), default="once")
    parser.add_argument("--require", default="", help="rows that must hold, by their words")
    o = parser.parse_args()
    claims = list(matmul_claims(matmul_table(o.fpredict, o.reads)))
    claims += poisson_claims(*poisson_table(o.fpredict))
    print_table(["row", "what the paper says", "P", "", "here"],
                [[word, what, where, "holds" if holds else "DOES NOT HOLD", here]
                 for word, what, where, holds, here in claims])
    held = {word for word, _, _, holds, _ in claims if holds}
    missing = [w for w in o.require.split(",") if w and w not in held]
    if missing:
        sys.exit("does not hold: " + ", ".join(missing))


if __name__ == "__main__":
    main()

"""The table of scalability.sh: for each sample and distribution the sizes that keep the speed, predicted (fpredict
scale) and looked for by measuring (fpredict validate); which distribution is the fastest where, both ways.

The measured size is the smallest one near the predicted size at which the measured speed is that of the first number
of processors: sizes are measured down, or up, by steps that double, until one is as fast and another is not, and
then between these two until they are neighbours. Farther off than a tenth it is not looked for."""
import json
import math
import re
import subprocess
import sys
import time

TOLERANCE = 1e-6  # as fpredict scale has it


def work_at(amount, n):
    """The expression in N, which has numbers, N, + - * / ^ and brackets."""
    if not re.fullmatch(r"[N0-9+\-*/^(). ]+", amount):
        sys.exit("no expression in N: %s" % amount)
    return eval(amount.replace("^", "**"), {"N": n})  # checked above


def output_of(command):
    """What a command prints, as JSON; None where it prints none."""
    text = subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout
    return json.loads(text) if text.strip() else None


STARTED = time.monotonic()


def tell(text):
    """What is being done, and since when, beside the table."""
    print("%5.0f s  %s" % (time.monotonic() - STARTED, text), file=sys.stderr, flush=True)


class Platform:
    def __init__(self, fpredict, name, run, procs, limit, jobs, cache):
        self.fpredict, self.procs, self.limit, self.jobs, self.cache = fpredict, procs, limit, jobs, cache
        self.machine = ["--machine", "platforms/%s.yaml" % name]
        self.run = ["--mpicc", "smpicc -O1", "--mpirun", run]

    def scale(self, sample, amount, size, distribution):
        found = output_of([self.fpredict, "scale", "samples/%s/%s.c" % (sample, sample), *self.machine, "--procs", self.procs,
                           "--set", "N=%d" % size, "--work", amount, "--alternatives", distribution, "--format", "json",
                           "--no-warnings", "--jobs", self.jobs])
        return found.get("scalings", [found])[0]

    def measure(self, sample, sizes, procs, alternatives):
        """Cases that were measured, as fpredict validate describes them."""
        tell("%s on %s, %s: N = %s" % (sample, procs, alternatives, ", ".join(map(str, sizes))))
        found = output_of([self.fpredict, "validate", "samples/%s/%s.c" % (sample, sample), *self.machine, *self.run,
                           "--count-work", "--set", "N=" + ",".join(map(str, sizes)), "--procs", str(procs),
                           "--alternatives", alternatives, "--result-cache", self.cache, "--time-limit", self.limit,
                           "--jobs", self.jobs, "--format", "json"])
        return [c for c in found["cases"] if c["measured_s"]] if found else []


class Search:
    """Measures one distribution on one number of processors."""

    def __init__(self, platform, sample, procs, distribution, speed_of):
        self.ask = lambda sizes: platform.measure(sample, sizes, procs, distribution)
        self.speed_of, self.known = speed_of, {}

    def measure(self, sizes):
        """All at once: each call of fpredict runs one of them a second time."""
        for case in self.ask(sizes):
            size = int(case["size"].split("=")[1])
            self.known[size] = self.speed_of(size, case["measured_s"])

    def speed(self, size):
        if size not in self.known:
            self.measure([size])
        return self.known.get(size)

    def smallest(self, near, target):
        """The size, or None and why there is none."""
        def is_reached(size):
            speed = self.speed(size)
            return None if speed is None else speed >= target * (1 - TOLERANCE)
        self.measure([max(near - 1, 1), near])
        first = is_reached(near)
        if first is None:
            return None, "not measured"
        low, high, step = near, near, 1
        while is_reached(low if first else high) == first:
            if step > max(near // 10, 2):
                return None, "not within a tenth"
            if first:
                high, low = low, max(near - step, 1)
            else:
                low, high = high, near + step
            step *= 2
        while high - low > 1:
            middle = (low + high) // 2
            if is_reached(middle) is None:
                return None, "not measured"
            low, high = (low, middle) if is_reached(middle) else (middle, high)
        return (None, "not measured") if self.speed(low) is None or self.speed(high) is None else (high, None)


def rows_of(platform, sample, amount, size, distribution, out):
    """Prints a row for each pair from the first number of processors on. Returns by processors what decides who is
    ahead at equal speed, the first time over psi (definition 1): predicted and measured."""
    tell("%s, %s: sizes that keep the speed are predicted" % (sample, distribution))
    points = platform.scale(sample, amount, size, distribution)["points"]
    p0, n0 = points[0]["processors"], points[0]["size"]
    start = platform.measure(sample, [n0], p0, distribution)
    if not start:
        out("| %s | %s | %d, all | %d | not measured | | | |" % (sample, distribution.replace("*", "\\*"), p0, n0))
        return {}
    t0, predicted0 = start[0]["measured_s"], start[0]["predicted_s"]
    target = work_at(amount, n0) / (p0 * t0)
    ahead = {p0: (predicted0, t0)}
    for point in points[1:]:
        p, n = point["processors"], point["size"]
        row = "| %s | %s | %d, %d " % (sample, start[0]["distribution"].replace("*", "\\*"), p0, p)
        if n is None:
            out("%s| none (%s) | | | | |" % (row, point["search"]))
            continue
        row += "| %d " % n
        psi = p * work_at(amount, n0) / (p0 * work_at(amount, n))
        search = Search(platform, sample, p, distribution, lambda size, t: work_at(amount, size) / (p * t))
        at, why = search.smallest(n, target)
        if at is None:
            out("%s| %s | %.4g | | |" % (row, why, psi))
            continue
        real = p * work_at(amount, n0) / (p0 * work_at(amount, at))
        ahead[p] = (predicted0 / psi, t0 / real)
        out("%s| %d | %.4g | %.4g | %.2f %% |" % (row, at, psi, real, 100 * abs(psi / real - 1)))
    return ahead


def changes(best):
    """Where another one begins to be the best: (place in the list, which)."""
    return [(i, best[i]) for i in range(1, len(best)) if best[i] != best[i - 1]]


def tell_crossings(how, procs, predicted, measured, out):
    """By processors, the name of the best one, both ways."""
    said, true = [predicted[p] for p in procs], [measured[p] for p in procs]
    a, b = changes(said), changes(true)
    near = len(a) == len(b) and all(x[1] == y[1] and abs(x[0] - y[0]) <= 1 for x, y in zip(a, b))
    def words(best):
        begins = [(0, best[0])] + changes(best)
        return ", ".join("%s from %d on" % (name, procs[i]) for i, name in begins)
    out("- %s: %s; measured: %s%s." % (how, words(said), "the same" if said == true else words(true),
                                      "" if said == true else ", within one step" if near else ", FARTHER OFF THAN ONE STEP"))


def main():
    fpredict, name, run, procs, sizes, limit, jobs, cache = sys.argv[1:9]
    platform = Platform(fpredict, name, run, procs, limit, jobs, cache)
    below = []

    def row(text):
        print(text, flush=True)
    row("| sample | distribution | from, to | N, predicted | N, measured | ψ, predicted | ψ, measured | off |\n"
        "|---|---|---|---:|---:|---:|---:|---:|")
    samples = []
    for asked in sys.argv[9:]:
        sample, amount, size, others = (asked.split(":", 3) + ["", "", ""])[:4]
        target, _, rest = (others or "T: (block,block) (*,block)").partition(":")
        samples.append((sample, amount or "N^2", int(size or sizes), target, rest.split(), {}))
    for k in range(max(len(s[4]) for s in samples)):  # the first of all, as runs take long
        for sample, amount, size, target, of, ahead in samples:
            if k < len(of):
                ahead[of[k]] = rows_of(platform, sample, amount, size, "%s: %s" % (target, of[k]), row)
    for sample, amount, size, target, of, ahead in samples:
        by_time, others = {}, "%s: %s" % (target, " ".join(of))
        for case in platform.measure(sample, [size], procs, others):
            p = math.prod(int(k) for k in re.split("[x×]", case["processors"]))
            by_time.setdefault(p, []).append((case["predicted_s"], case["measured_s"], case["distribution"]))
        both = [p for p in sorted(by_time) if len(by_time[p]) == len(ahead)]
        if both:
            tell_crossings("%s at N = %d" % (sample, size), both, {p: min(by_time[p])[2] for p in both},
                           {p: min((m, d) for _, m, d in by_time[p])[1] for p in both}, below.append)
        both = sorted(set.intersection(*(set(a) for a in ahead.values())))
        if both:
            best = lambda k: {p: target + min((a[p][k], d) for d, a in ahead.items())[1] for p in both}
            tell_crossings("%s at equal speed, from N = %d" % (sample, size), both, best(0), best(1), below.append)
    print("\nThe fastest:\n")
    print("\n".join(below).replace("*", "\\*"))


main()

#!/usr/bin/env python3
"""Three ways to one time: the samples as `fpredict compare` predicts them, as recordings on one
processor that are extrapolated to the machine, and as generated MPI programs that SimGrid's SMPI
runs on a platform of training/platforms, which stands for the real machine.

    beside_smpi.py FPREDICT [--samples laplace,lu] [--platforms cluster,hypercube] [--ranks 4,16,32]
                   [--size N] [--ways static,replayed] [--limit 300] [--jobs 2] [--keep FILE]
                   [--mpirun mpirun.openmpi] [--require static=5]
    beside_smpi.py FPREDICT --cm5

Of each distribution that compare lists, with as many ranks:

static        the prediction;
extrapolated  `emit --shared`, run on one processor (stretches of memory are one access each), and
              `fpredict extrapolate` of that recording;
replayed      the generated MPI program, recorded once on another platform, the star of
              tests/contention, and `fpredict replay` of that on the machine;
here          (--ways static,here) the same, recorded under a real MPI on one processor of this host
              (taskset -c 0 MPIRUN), where each rank computes what it counts; from when all
              communicators are made on;
SMPI          the same program on the platform itself;
accesses      the recording's own accesses and barriers in SMPI on that platform, each a request and
              a reply, by a program by hand (accesses.c): what extrapolation is a model of.

All compute for what the machine's file says of operations (`--count-work`). What fails stands
in its place. Per cent are of SMPI's time, the last of
that of the accesses. --ways: only these; without extrapolated the programs in shared access and the
accesses are left out, which take the longest. --limit: of seconds for each step. Under each
sample, platform and number of ranks stands
which distribution is the best by each, and what choosing it costs by SMPI's times. --keep: results
so far are taken from there, and new ones added. --cm5: MatMul under the nine distributions of
Mohr, Malony and Shanmugam 1995, section 5, on a platform like a CM-5. Exit status 77 without SMPI
(and, of here, MPIRUN), 1 where a row is further off than --require says, or fails."""
import argparse
import bisect
import concurrent.futures
import hashlib
import itertools
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLATFORMS = ROOT / "training" / "platforms"
WAYS = ("static", "extrapolated", "replayed")
SAME = 1e-4  # distributions whose times are no further apart are as good as each other
SAMPLES = ("laplace redblack heat matmul pi lu nbody adi poisson hpl multigrid pic cg ocean "
           "finance pbs1 pbs2 pbs3 pbs4 lfk01 lfk02 lfk03 lfk05 lfk09 lfk11 lfk14 lfk19 lfk22 "
           "cg_csr wave27").split()
# What nothing but a run or --set tells; others have all of macros.
SETS = {"heat": ["n={N}", "steps=100"]}
INCLUDES = [f"-I{ROOT}", f"-I{ROOT}/codegen/runtime", f"-I{ROOT}/frontend/include"]
# A CM-5's data network has four nodes below a switch and two links up from each of the lower
# switches: 20 MB/s to the nearest nodes, 10 at the second level, 5 beyond
# (sysmodels/machines/cm5.yaml has the sources). Of the 0.124 us that a byte takes 0.05 are the
# link's, and what is left is the sender's processor's, as the 80 us of a message are.
CM5_XML = """<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="cm5" prefix="node-" suffix="" radical="100-163" speed="1Gf" bw="20MBps" lat="100ns"
           topology="FAT_TREE" topo_parameters="3;4,4,4;1,2,2;1,1,1" sharing_policy="SPLITDUPLEX"/>
</platform>
"""
CM5_OPTIONS = ["--cfg=smpi/os:0:80e-6:0.074e-6", "--cfg=smpi/ois:0:80e-6:0.074e-6"]


class Failed(Exception):
    """A step did not work; what it said first."""


def run(command, env=None):
    limit = run.limit_s
    try:
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True,
                              timeout=limit, env={**os.environ, **(env or {})})
    except subprocess.TimeoutExpired:
        raise Failed(f"{pathlib.Path(command[0]).name}: longer than {limit} s") from None
    if done.returncode:
        said = [line for line in (done.stderr + done.stdout).splitlines() if "error:" in line]
        said = said or done.stderr.splitlines() or [f"ends with {done.returncode}"]
        said = re.sub(r"'/[^']*': ", "", re.sub(r"^.*?error: ", "", said[0]))
        raise Failed(said.replace("|", "/")[:100])
    return done.stdout


run.limit_s = 300  # of each step; --limit says otherwise


class Times:
    """When a rank's events are, and which of them is the beginning of the report's gather."""

    def __init__(self):
        self.times, self.report = [], None


def times_by_rank(trace):
    """The same events stand in both, of each rank in the same order."""
    ranks, names, ticks = {}, {}, 1
    with open(trace) as lines:
        for line in lines:
            word = line.split()
            if word[0] == "clock":
                ticks = float(word[1])
            elif word[0] == "region":
                names[word[1]] = word[3]
            elif word[0].isdigit():
                r = ranks.setdefault(int(word[0]), Times())
                if word[2] == "enter" and names[word[3]] == '"MPI_Gather"':
                    r.report = len(r.times)
                r.times.append(int(word[1]) / ticks)
    return ranks


def begin_of(trace, seconds):
    """When each rank has left the barrier that its report's seconds begin at: communicators are made
    before."""
    names, left, gather, ticks = {}, {}, {}, 1
    with open(trace) as lines:
        for line in lines:
            word = line.split()
            if word[0] == "clock":
                ticks = float(word[1])
            elif word[0] == "region":
                names[word[1]] = word[3]
            elif word[0].isdigit() and word[2] == "leave" and names[word[3]] == '"MPI_Barrier"':
                left.setdefault(word[0], []).append(int(word[1]))
            elif word[0].isdigit() and word[2] == "enter" and names[word[3]] == '"MPI_Gather"':
                gather[word[0]] = int(word[1])  # the last one is the report's
    return {rank: min(times, key=lambda t: abs(gather[rank] - t - ticks * seconds[int(rank)]))
            for rank, times in left.items()}, gather


def cut_out(trace, seconds, out):
    """A text trace from where ranks begin until they come to the gather of the report. A region
    around it has the processor times there."""
    names, began, over = {}, set(), set()
    begin, end = begin_of(trace, seconds)
    with open(trace) as lines, open(out, "w") as kept:
        for line in lines:
            word = line.split()
            if word[0] in ("fpredict-trace", "end"):  # what is left is not counted
                kept.write("fpredict-trace 1\n" if word[0] != "end" else "")
                continue
            if not word[0].isdigit():
                if word[0] == "region":
                    names[word[1]] = word[3]
                    program = word[1] if word[2] == "user" and not names.get("program") else None
                    names.setdefault("program", program)
                kept.write(line)
                continue
            cpu = f" {word[4]} {word[5]}" if len(word) > 5 and word[4] == "cpu" else ""
            rank, name = word[0], names.get(word[3]) if word[2] in ("enter", "leave") else None
            if rank not in began:
                if word[2] == "leave" and int(word[1]) == begin[rank] and name == '"MPI_Barrier"':
                    began.add(rank)
                    kept.write(f"{rank} {word[1]} enter {names['program']}{cpu}\n")
            elif (rank not in over and word[2] == "enter" and int(word[1]) == end[rank] and
                  name == '"MPI_Gather"'):
                over.add(rank)
                kept.write(f"{rank} {word[1]} leave {names['program']}{cpu}\n")
            elif rank not in over:
                kept.write(line)


def seconds_of(report):
    rows = [line.split() for line in report.read_text().splitlines() if line[0] != "#"]
    return {int(row[0]): float(row[1]) for row in rows}


class Platform:
    """A machine file, what its operations cost, and how SMPI is started on its platform."""

    def __init__(self, lab, name):
        self.name, self.machine = name, lab.work / f"{name}.yaml"
        xml, self.costs = lab.work / f"{name}.xml", lab.work / f"{name}.costs"
        script = PLATFORMS / f"{name}.sh"
        options = PLATFORMS / f"{'hypercube' if name == 'cm5' else name}.options"
        self.options = options.read_text().split()
        if name == "cm5":  # counted operations have no caches, so its file has none here
            text = (ROOT / "sysmodels/machines/cm5.yaml").read_text()
            self.machine.write_text(re.sub(r"(?s)      caches:.*?(?=\n  - name: host)", "", text))
            xml.write_text(CM5_XML)
            self.options += CM5_OPTIONS
        else:
            shutil.copy(PLATFORMS / f"{name}.yaml", self.machine)
            xml.write_text(run(["sh", script]) if script.exists() else
                           (PLATFORMS / f"{name}.xml").read_text())
        self.xml = xml
        self.costs.write_text(run([lab.fpredict, "machines", "--no-warnings", "--costs",
                                   self.machine]))

    def start(self, ranks):
        return ["smpirun", "-np", ranks, "-platform", self.xml, *self.options]


class Lab:
    def __init__(self, fpredict, work, ways, mpirun):
        self.fpredict, self.work = os.path.abspath(fpredict), pathlib.Path(work)
        self.ways, self.mpirun = ways, mpirun
        self.mpicc = mpirun.replace("mpirun", "mpicc", 1).replace("mpiexec", "mpicc", 1)
        for kind, cc, folders, flags in (
                ("mpi", "smpicc", [""], []),
                *([("here", self.mpicc, [""], [])] if "here" in ways else []),
                ("shared", "cc", ["", "shared"], [f"-I{ROOT}/codegen/runtime/shared"])):
            objects = self.work / kind
            objects.mkdir()
            sources = [s for f in folders for s in (ROOT / "codegen/runtime" / f).glob("fp*.c")]
            subprocess.run([cc, "-O1", "-c", *flags, *INCLUDES, *map(str, sources)], cwd=objects,
                           check=True)
        star = ROOT / "tests/contention"
        self.star = ["smpirun", "-platform", star / "star.xml",
                     *(star / "options").read_text().split(), "--cfg=network/crosstraffic:0",
                     "--log=root.thres:error"]
        self.player = self.work / "accesses"
        run(["smpicc", "-O1", "-w", ROOT / "tests/extrapolation/accesses.c", "-o", self.player])
        self.made, self.lock = {}, threading.Lock()

    @staticmethod
    def sources(sample):
        """The file of its name, or all that there are."""
        folder = ROOT / "samples" / sample
        one = folder / f"{sample}.c"
        return [one] if one.exists() else sorted(folder.glob("*.c"))

    def emit(self, case, folder, shared):
        """The generated program of a case, a file for each source."""
        out = folder / ("shared" if shared else "mpi")
        out.mkdir()
        run([self.fpredict, "emit", *self.sources(case["sample"]), "--count-work",
             *case["options"], "-o", f"{out}/",
             *(["--shared"] if shared else ["--machine", case["platform"].machine]),
             "--", *case["flags"]])
        return sorted(out.rglob("*.c"))

    def build(self, case, sources, kind):
        """Programs are the same on several machines, mostly: each is compiled once."""
        texts = [s.read_text() for s in sources]
        key = hashlib.sha256(f"{texts}{case['flags']}{kind}".encode()).hexdigest()
        with self.lock:
            mine = self.made.setdefault(key, threading.Lock())
        program = self.work / f"program{key[:16]}"
        with mine:
            if not program.exists():
                objects = (self.work / kind).glob("*.o")
                cc = {"shared": ["cc", f"-I{ROOT}/codegen/runtime/shared"], "here": [self.mpicc],
                      "mpi": [self.fpredict, "record", "--compile", "--", "smpicc"]}[kind]
                run([*cc, "-O1", "-w", *case["flags"], *INCLUDES,
                     f"-I{ROOT}/samples/{case['sample']}", *sources, *objects, "-lm", "-o",
                     program])
        return program

    def time_of(self, command, case):
        return json.loads(run([self.fpredict, *command, "--machine", case["platform"].machine,
                               "--format", "json"]))["time_s"]

    def extrapolated(self, case, folder):
        program = self.build(case, self.emit(case, folder, True), "shared")
        run([program], {"FPREDICT_TRACE": str(folder / "run.trace"),
                        "FPREDICT_ACCESSES": "stretches",
                        "FPR_COSTS": str(case["platform"].costs)})
        served = [] if case["platform"].name == "cm5" else [  # its file says how
            "--param", "communication.extrapolation.requests=no_interrupt"]
        return self.time_of(["extrapolate", folder / "run.trace", *served], case)

    def played(self, case, folder):
        """The recording's own accesses and barriers, by accesses.c."""
        if case["platform"].name == "cm5":
            raise Failed("SMPI has no control network")
        said = run([*case["platform"].start(case["ranks"]), "--cfg=smpi/test:0", self.player,
                    folder / "run.trace"])
        return max(float(line.split()[1]) for line in said.splitlines())

    def simulated(self, case, folder):
        """SMPI's time, of the rank that takes longest; and the replays'."""
        sources = self.emit(case, folder, False)
        program = self.build(case, sources, "mpi")
        report = folder / "report"
        costs = {"FPR_COSTS": str(case["platform"].costs)}
        run([*case["platform"].start(case["ranks"]), program], {**costs, "FPR_REPORT": str(report)})
        case["smpi"] = max(seconds_of(report).values())
        for way, how in (("replayed", lambda: self.replayed(case, program, folder)),
                         ("here", lambda: self.here(case, sources, folder))):
            if way not in self.ways:
                continue
            try:
                case[way] = how()
            except Failed as error:
                case[way] = str(error)

    def here(self, case, sources, folder):
        """The replay of a recording on one processor of this host."""
        program = self.build(case, sources, "here")
        run([self.fpredict, "record", "-o", folder / "here", "--", "taskset", "-c", "0",
             self.mpirun, "-n", case["ranks"], program],
            {"FPR_COSTS": str(case["platform"].costs), "FPR_REPORT": str(folder / "here.report"),
             "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
             "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
        text, cut = folder / "here.trace", folder / "cut.trace"
        run([self.fpredict, "trace", "convert", folder / "here", "--as", "text", "-o", text])
        cut_out(text, seconds_of(folder / "here.report"), cut)
        return self.time_of(["replay", cut], case)

    def replayed(self, case, program, folder):
        """The time of the replay between the two moments that FPR_REPORT has the seconds between:
        before them communicators are made, after them ranks agree on their exit status."""
        report, again = folder / "recorded.report", folder / "replayed.trace"
        run([self.fpredict, "record", "-o", folder / "run", "--processor-time", "none", "--",
             *self.star, "-np", case["ranks"], program],
            {"FPR_COSTS": str(case["platform"].costs), "FPR_REPORT": str(report)})
        run([self.fpredict, "replay", folder / "run", "--machine", case["platform"].machine,
             "--as", "text", "-o", again])
        text = folder / "recorded.trace"
        run([self.fpredict, "trace", "convert", folder / "run", "--as", "text", "-o", text])
        recorded, played = times_by_rank(text), times_by_rank(again)
        longest = 0
        for rank, seconds in seconds_of(report).items():
            old, new = recorded[rank], played[rank]
            began = old.times[old.report] - seconds
            last = bisect.bisect_right(old.times, began + 1e-9) - 1  # before the clock begins
            passed = max(began - old.times[last], 0)
            longest = max(longest, new.times[old.report] - new.times[last] - passed)
        return longest

    def measure(self, case):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.work))
        try:
            self.simulated(case, folder)
        except Failed as error:
            case["smpi"] = case["replayed"] = case["here"] = str(error)
        try:
            if "extrapolated" in self.ways:
                case["extrapolated"] = self.extrapolated(case, folder)
                case["played"] = self.played(case, folder)
        except Failed as error:
            case["played"] = str(error)
            case.setdefault("extrapolated", "see there")
        shutil.rmtree(folder, ignore_errors=True)
        return case

    def cases(self, sample, platform, ranks, size, distributions=None):
        """One for each distribution that compare lists, or of these; else why there is none."""
        sets = [w for s in SETS.get(sample, []) for w in ("--set", s.format(N=size))]
        flags = [f"-DN={size}"]
        asked = [word for d in distributions or () for word in ("--distribute", d[0])]
        try:
            found = json.loads(run([self.fpredict, "compare", *self.sources(sample), "--machine",
                                    platform.machine, "--procs", ranks, *asked,
                                    *sets, "--format", "json", "--no-warnings", "--", *flags]))
        except Failed as error:
            found = []
            print(f"{sample}, {platform.name}, {ranks}: {error}", file=sys.stderr)
        for f in found if isinstance(found, list) else [found]:
            shape = "x".join(map(str, f["processors"]))
            yield {"sample": sample, "platform": platform, "ranks": ranks, "flags": flags,
                   "shape": shape, "name": " ".join(f["distributions"]), "static": f["time_s"],
                   "options": ["--procs", shape, *sets] + ([] if is_source_s(f["distributions"]) else
                              [w for d in f["distributions"] for w in ("--distribute", d)])}


def is_source_s(distributions):
    """Those that change on the way, which only the source's own directives can say."""
    return any(" at line " in d for d in distributions)


def is_time(value):
    return isinstance(value, (int, float))


def off(case, way):
    """Per cent; of what is not known, none."""
    what, of = ("extrapolated", "played") if way == "played" else (way, "smpi")
    return 100 * (case[what] / case[of] - 1) if is_time(case[what]) and is_time(case[of]) else None


def errors_of(ways):
    """What is held against something: the ways, and the extrapolation against its accesses."""
    return [*ways, "played"] if "extrapolated" in ways else list(ways)


def cells(case, ways):
    """A row's times and errors; what failed says why."""
    played = errors_of(ways)[len(ways):]
    times = [f"{1e3 * case[w]:.4g}" if is_time(case[w]) else case[w]
             for w in (*ways, "smpi", *played)]
    errors = ["" if off(case, w) is None else f"{off(case, w):+.2f}" for w in errors_of(ways)]
    return times + errors


def alike(known, way):
    """How many pairs, of those that SMPI tells apart, are in its order."""
    pairs = [(a, b) for a, b in itertools.combinations(known, 2)
             if abs(a["smpi"] / b["smpi"] - 1) > SAME]
    return sum((a["smpi"] < b["smpi"]) == (a[way] < b[way]) for a, b in pairs), len(pairs)


def best_line(group, ways):
    """Which distribution is the best by each way, where it knows all of them."""
    known = [c for c in group if is_time(c["smpi"])]
    if len(known) < 2:
        return "one distribution", {}
    real = min(known, key=lambda c: c["smpi"])
    said, regrets = [f"best by SMPI: {real['name']}"], {}
    for way in ways:
        if not all(is_time(c[way]) for c in known):
            said.append(f"{way}: not known of all")
            continue
        chosen = min(known, key=lambda c: c[way])
        regrets[way] = 100 * (chosen["smpi"] / real["smpi"] - 1)
        said.append(f"{way}: " +
                    ("the same" if regrets[way] < 100 * SAME else
                     f"{chosen['name']}, {regrets[way]:.2f} % more") +
                    " (%d of %d pairs in this order)" % alike(known, way))
    return "; ".join(said), regrets


def print_head(ways):
    errors = ["extrapolated, of accesses" if e == "played" else e for e in errors_of(ways)]
    names = ["sample", "platform", "ranks", "distribution", *(f"{w} ms" for w in ways), "SMPI ms",
             *(["accesses ms"] if "extrapolated" in ways else []), *(f"{e} %" for e in errors)]
    print("| " + " | ".join(names) + " |\n|" + "---|" * len(names))


def print_group(group, ways):
    first = group[0]
    for c in group:
        print("| " + " | ".join([c["sample"], c["platform"], str(c["ranks"]),
                                 f"{c['name']} on {c['shape']}", *cells(c, ways)]) + " |")
    said, regrets = best_line(group, ways)
    print(f"| {first['sample']} | {first['platform']} | {first['ranks']} | *{said}* |" +
          " |" * len(cells(first, ways)), flush=True)
    return regrets


def print_end(groups, regrets, ways):
    """Of all rows, and of each sample: median and largest error, and best distributions."""
    heads = [" extrapolated, of accesses: median, largest % |" if w == "played" else
             f" {w}: median, largest %; best found |" for w in errors_of(ways)]
    print("\n| sample | rows |" + "".join(heads))
    print("|" + "---|" * (2 + len(heads)))
    for sample in [*dict.fromkeys(g[0]["sample"] for g in groups), "all"]:
        mine = [(g, r) for g, r in zip(groups, regrets) if sample in ("all", g[0]["sample"])]
        rows = [c for g, _ in mine for c in g]
        line = f"| {sample} | {len(rows)} |"
        for way in errors_of(ways):
            errors = [abs(off(c, way)) for c in rows if off(c, way) is not None]
            chosen = [r[way] for _, r in mine if way in r]
            failed = len(rows) - len(errors)
            line += f" {statistics.median(errors):.2f}, {max(errors):.2f}" if errors else " none"
            line += f" ({failed} not known)" if failed else ""
            line += f"; {sum(r < 100 * SAME for r in chosen)} of {len(chosen)}" if chosen else ""
            line += (f", at most {max(chosen):.1f} % more"
                     if chosen and max(chosen) >= 100 * SAME else "")
            line += " |"
        print(line)


def kept(path):
    if not path or not os.path.exists(path):
        return {}
    with open(path) as lines:
        all_ = [json.loads(line) for line in lines]
    return {tuple(c["key"]): c for c in all_}


def measure_all(lab, cases, keep, jobs):
    """Takes what is kept, and measures the rest, those that are asked for first, first."""
    done = kept(keep)

    def one(case):
        key = [case["sample"], case["platform"].name, case["ranks"], case["shape"], case["name"],
               " ".join(case["flags"])]
        found = done.get(tuple(key))
        if not found or not all(way in found for way in lab.ways):
            found = dict(lab.measure(case), key=key, platform=case["platform"].name)
            if keep:
                with open(keep, "a") as out:
                    out.write(json.dumps(found) + "\n")
        return found

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(one, cases)


KINDS = {"BLOCK": "block", "CYCLIC": "cyclic", "WHOLE": "*"}


def nine(size):
    """Those of 000. (WHOLE,WHOLE) is all on one processor: a block as long as the template."""
    for rows, r in KINDS.items():
        for columns, c in KINDS.items():
            text = f"T(block({size}),*)" if r == c == "*" else f"T({r},{c})"
            yield text, f"({rows},{columns})"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fpredict")
    parser.add_argument("--samples", default=",".join(SAMPLES))
    parser.add_argument("--platforms", default="cluster,hypercube")
    parser.add_argument("--ranks", default="4,16,32")
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--mpirun", default="mpirun.openmpi")
    parser.add_argument("--limit", type=int, default=run.limit_s)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep")
    parser.add_argument("--cm5", action="store_true")
    parser.add_argument("--require", default="", help="the most per cent: static=5,replayed=5")
    o = parser.parse_args()
    run.limit_s = o.limit
    if not shutil.which("smpirun"):
        print("skipped: SimGrid's SMPI is not installed")
        sys.exit(77)
    if "here" in o.ways.split(",") and not shutil.which(o.mpirun):
        print(f"skipped: there is no {o.mpirun}")
        sys.exit(77)
    if o.cm5:
        o.samples, o.platforms = "matmul", "cm5"
    with tempfile.TemporaryDirectory() as work:
        ways = o.ways.split(",")
        lab = Lab(o.fpredict, work, ways, o.mpirun)
        platforms = [Platform(lab, name) for name in o.platforms.split(",")]
        todo = [c for sample in o.samples.split(",") for ranks in map(int, o.ranks.split(","))
                for platform in platforms
                for c in lab.cases(sample, platform, ranks, o.size,
                                   list(nine(o.size)) if o.cm5 else None)]
        print_head(ways)
        groups, regrets = [], []
        for case in measure_all(lab, todo, o.keep, o.jobs):
            same = ("sample", "platform", "ranks")
            if groups and all(groups[-1][0][s] == case[s] for s in same):
                groups[-1].append(case)
                continue
            if groups:
                regrets.append(print_group(groups[-1], ways))
            groups.append([case])
        if groups:
            regrets.append(print_group(groups[-1], ways))
        print_end(groups, regrets, ways)
    for way, most in (word.split("=") for word in o.require.split(",") if word):
        errors = [off(c, way) for g in groups for c in g]
        if not errors or any(e is None or abs(e) > float(most) for e in errors):
            sys.exit(f"{way}: not within {most} % everywhere")


if __name__ == "__main__":
    main()

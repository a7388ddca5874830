"""parts.py FPREDICT MACHINE OUTSIDE FOLDER BUILT: predicted and measured, and which part of each error is computation.

FOLDER has what `fpredict validate --format json` wrote of each set (NAME.json), BUILT what it wrote when the
programs were built, in which case K must be the same. OUTSIDE has what mpi_time.c wrote: for how long
each rank of a program had a processor outside MPI. There it computes, or works for the run-time library. The
rank that computes longest counts, predicted and measured.
"""
import glob, json, math, os, statistics, subprocess, sys

fpredict, machine, outside_path, folder, built = sys.argv[1:6]


def read_outside(path):
    """Of each program how long the busiest rank is outside MPI."""
    longest = {}
    if os.path.exists(path):
        for line in open(path):
            name, _, _, outside = line.split()
            longest[name] = max(longest.get(name, 0), float(outside))
    return longest


def busy_s(case):
    """Predicted: computing and overhead of the processor that has most."""
    words = [fpredict, "estimate", case["source"], "--machine", machine, "--collectives", "library",
             "--procs", case["processors"], "--format", "json", "--no-warnings"]
    for distribution in (case["distribution"] or "").split("; "):
        if distribution and not distribution.endswith("as written"):
            words += ["--distribute", distribution]
    size = (case["size"] or "").replace(" ", "")
    if size:
        words += ["--set", size]
    said = subprocess.run(words, capture_output=True, text=True)
    try:
        o = json.loads(said.stdout)
        return max(o["busy_s"] if "busy_s" in o else [c["time_s"] for c in o["busy_classes"]])
    except (ValueError, KeyError):
        sys.stderr.write(f"no prediction of {' '.join(words)}: {said.stderr[:300]}\n")
        return None


def time(s):
    for unit, scale in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if s * scale >= 1:
            break
    return f"{s * scale:.3g} {unit}"


def signed(x):
    return f"{'−' if x < 0 else '+'}{100 * abs(x):.0f} %"


def middle(errors):
    errors = [abs(e) for e in errors if e is not None]
    if not errors:
        return "| | |"
    within = sum(e <= 0.15 for e in errors)
    return f"{100 * statistics.median(errors):.0f} % | {100 * max(errors):.0f} % | {within} of {len(errors)}"


def head(title, columns):
    print(f"\n### {title}\n\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}")


def sets(serial):
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        name = os.path.basename(path)[:-5]
        if name.endswith("-serial") == serial:
            data = json.load(open(path))
            before = json.load(open(os.path.join(built, name + ".json")))
            what = [[[c[k] for k in ("source", "distribution", "size", "processors")] for c in d["cases"]]
                    for d in (data, before)]
            if what[0] != what[1]:
                sys.exit(f"{name}: the programs were built for other cases: with other PROCS, sizes or samples")
            for index, case in enumerate(data["cases"]):
                case["key"] = f"{name}-{index}-{math.prod(map(int, case['processors'].split('x')))}"
                case["name"] = os.path.basename(case["source"])[:-2]
            yield name, data


def runs_text(data):
    """How often each case ran, at least: what is told again to have three is none."""
    counts = [len(set(c["runs_s"])) for c in data["cases"] if c["error"] is not None]
    return min(counts, default=0)


def serial_table():
    head("One rank", ["program", "size", "predicted", "measured", "spread", "off"])
    errors = []
    for _, data in sets(True):
        for c in data["cases"]:
            if c["error"] is None:
                print(f"| {c['name']} | {c['size']} | | | | left out: {c['left_out'] or c['wrong_result']} |")
                continue
            errors.append(c["predicted_s"] / c["measured_s"] - 1)
            print(f"| {c['name']} | {c['size']} | {time(c['predicted_s'])} | {time(c['measured_s'])} "
                  f"| ±{100 * c['spread']:.0f} % | {signed(errors[-1])} |")
    print("\n| | median | largest | within 15 % |\n|---|---|---|---|")
    print(f"| all | {middle(errors)} |")


def ranks_table():
    outside_s = read_outside(outside_path)
    head("Ranks", ["program", "size", "ranks", "distribution", "predicted", "measured", "spread", "off",
                   "computing, predicted", "measured", "of the error it is", "the rest is"])
    rows = []
    left = []
    fewest = None
    for _, data in sets(False):
        fewest = min(fewest or 1000, runs_text(data) or 1000)
        for c in data["cases"]:
            if c["error"] is None:
                left.append(c)
                continue
            off = c["predicted_s"] / c["measured_s"] - 1
            busy = busy_s(c)
            outside = outside_s.get(c["key"])
            node = (busy - outside) / c["measured_s"] if busy is not None and outside else None
            rest = off - node if node is not None else None
            rows.append((c, off, node, rest, busy / outside - 1 if node is not None else None))
            node_cells = (f"{time(busy)} | {time(outside)} | {signed(node)} | {signed(rest)}"
                          if node is not None else "| | |")
            distribution = (c["distribution"] or "").replace("*", "\\*")
            print(f"| {c['name']} | {c['size']} | {c['processors']} | {distribution} | {time(c['predicted_s'])} "
                  f"| {time(c['measured_s'])} | ±{100 * c['spread']:.0f} % | {signed(off)} | {node_cells} |")
    print(f"\nThe median of {fewest} runs or more." if fewest else "")
    print("\n| ranks | median | largest | within 15 % | of computing alone, median | largest | within 15 % |\n"
          "|---|---|---|---|---|---|---|")
    for ranks in sorted({r[0]["processors"] for r in rows}, key=lambda p: [int(x) for x in p.split("x")]) + [None]:
        of = [r for r in rows if ranks in (None, r[0]["processors"])]
        print(f"| {ranks or 'all'} | {middle([r[1] for r in of])} | {middle([r[4] for r in of])} |")
    wider = [r for r in rows if r[2] is not None and abs(r[1]) > 0.15]
    mostly = sum(abs(r[2]) > abs(r[3]) for r in wider)
    print(f"\nOf {len(wider)} cases further off than 15 %, {mostly} are so by computing more than by the rest.")
    for c in left:
        print(f"\nLeft out: {c['name']}, {c['distribution']}, {c['size']} on {c['processors']}: "
              f"{c['left_out'] or c['wrong_result']}")


def rankings():
    head("Which distribution is faster", ["program", "right", "ties", "undecided", "wrong", "fastest found", "regret"])
    total = [0] * 6
    regret = 0
    for _, data in sets(False):
        for p in data["programs"]:
            counts = [p[k] for k in ("pairs_right", "pairs_tied", "pairs_not_told", "pairs_wrong", "choices_right", "choices")]
            total = [a + b for a, b in zip(total, counts)]
            regret = max(regret, p["regret"] or 0)
            print(f"| {os.path.basename(p['source'])[:-2]} | {' | '.join(map(str, counts[:4]))} "
                  f"| {counts[4]} of {counts[5]} | {100 * (p['regret'] or 0):.1f} % |")
    print(f"| **all** | {' | '.join(map(str, total[:4]))} | {total[4]} of {total[5]} | {100 * regret:.1f} % |")


serial_table()
ranks_table()
rankings()

"""Rows of the table of scalability.sh, of the files that it leaves in this folder: scale.json, at.PROCESSORS.json
and crossing.json. What work is, an expression in N, is the second argument."""
import glob
import json
import re
import sys

sample, amount = sys.argv[1:3]


def work(n):
    """The expression, which has numbers, N, + - * / ^ and brackets."""
    assert re.fullmatch(r"[N0-9+\-*/^(). ]+", amount), amount
    return eval(amount.replace("^", "**"), {"N": n})  # checked above


def measured(name):
    """Measured and predicted seconds by size, of one number of processors."""
    found = {}
    for case in json.load(open(name))["cases"]:
        if case["measured_s"]:
            found[int(case["size"].split("=")[1])] = case["measured_s"]
    return found


scale = json.load(open("scale.json"))
scale = scale.get("scalings", [scale])[0]
points = [p for p in scale["points"] if p.get("size")]
first = points[0]
p0, n0 = first["processors"], first["size"]
times = measured("at.%d.json" % p0)
target = work(n0) / (p0 * times[n0]) if n0 in times else None
for point in points[1:]:
    p, n = point["processors"], point["size"]
    psi = p * work(n0) / (p0 * work(n))
    row = "| %s | %s | %d, %d | %d " % (sample, ", ".join(scale["distributions"]) if isinstance(scale["distributions"], list) else scale["distributions"], p0, p, n)
    files = glob.glob("at.%d.json" % p)
    speeds = sorted((size, work(size) / (p * t)) for size, t in measured(files[0]).items()) if files else []
    at = None
    for (a, x), (b, y) in zip(speeds, speeds[1:]):
        if target and x < target <= y:
            at = a + (b - a) * (target - x) / (y - x)
            break
    if at is None:
        print(row + "| not between %s | %.3f | | |" % (" and ".join(str(s[0]) for s in speeds[::max(len(speeds) - 1, 1)]) or "any", psi))
        continue
    real = p * work(n0) / (p0 * work(at))
    print(row + "| %.1f | %.3f | %.3f | %.2f %% |" % (at, psi, real, 100 * abs(psi / real - 1)))

best = {}
for case in json.load(open("crossing.json"))["cases"]:
    if case["measured_s"]:
        p = int(eval(case["processors"].replace("x", "*").replace("×", "*")))
        best.setdefault(p, []).append((case["predicted_s"], case["measured_s"], case["distribution"]))
words = []
for p, all_of in sorted(best.items()):
    said, true = min(all_of)[2], min((m, d) for _, m, d in all_of)[1]
    words.append("%d: %s%s" % (p, said, "" if said == true else " (measured: %s)" % true))
print("%s, the fastest at N = %d: %s." % (sample, n0, "; ".join(words)))

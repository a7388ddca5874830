#!/usr/bin/env bash
# Trains this host twice, as it is, and says how far apart the costs of the two machine files are: those
# of operations and of memory. A cost is marked where a file says that it is known to no more than 5 %, but not where
# that is because it stands for several functions, which are further apart, is known in a sum alone, or kernels are no
# exact sums of operations (pipelines overlap): that says nothing of how well it was measured.
#
#   twice.sh FPREDICT FOLDER [OPTION...]       options of fpredict train: --time-limit 600
#
# FOLDER keeps what was measured, and the machines first.yaml and second.yaml: those that are there already are
# compared only. MPIRUN and MPICC are as in host.sh. The exit code is 1 where costs that neither file marks are more than
# 5 % apart, or fewer than 80 % are without a mark.
set -euo pipefail
fpredict=$(realpath "$1") folder=$2
shift 2
mkdir -p "$folder"
cd "$folder"
for name in first second; do
    [ ! -e "$name.yaml" ] || continue
    status=0
    "$fpredict" train --mpirun "${MPIRUN:-mpirun.mpich -n 2}" --mpicc "${MPICC:-mpicc.mpich}" \
        -o "$name.yaml" "$@" >&2 || status=$?
    # The time limit came first: what was measured until then is fitted.
    if [ "$status" -eq 3 ]; then
        "$fpredict" train fit "$name.raw" -o "$name.yaml" >"$name.fit"
    elif [ "$status" -ne 0 ]; then
        exit "$status"
    fi
done
python3 - first.yaml second.yaml <<'END'
import re, sys

COST = re.compile(r'^( *)(?:- )?(\w+_(?:ns|us|clk)): \{value: ([-+.\de]+), from: trained, source: "([^"]*)"'
                  r'(?:.*relative_error: ([-+.\de]+))?')

def costs(path):
    """The trained costs of the node's operations and memory, by place: value, relative error."""
    found, place, usual, in_node = {}, "", 0.0, False
    for line in open(path):
        if default := re.match(r"relative_errors: \{.*trained: ([.\de-]+)", line):
            usual = float(default[1])
        in_node = in_node or bool(re.match(r"    processing:", line))
        if name := re.match(r' *- name: "(.*)"', line):
            place = name[1] + "."
        elif re.match(r"      reciprocal_throughput:", line):
            place = "throughput."
        elif re.match(r"    \w+:", line):
            place = ""
        if in_node and (cost := COST.match(line)):
            stands = re.search(r": (mean of \d+ functions|known in a sum|kernels are no exact sums)$", cost[4])
            error = float(cost[5]) if cost[5] and not stands else usual
            found[place + cost[2]] = (float(cost[3]), error)
    return found

first, second = (costs(path) for path in sys.argv[1:3])
marked, apart, near = [], [], []
for name in first.keys() | second.keys():
    pair = [c[name] for c in (first, second) if name in c]
    low, high = min(v for v, _ in pair), max(v for v, _ in pair)
    if max(e for _, e in pair) > 0.05:
        marked.append(name)
    elif len(pair) == 2 and high <= 1.05 * low:
        near.append(name)
    else:
        apart.append((name, [v for v, _ in pair]))
count = len(marked) + len(apart) + len(near)
print(f"{count} costs: {len(marked)} marked, {len(near)} without a mark within 5 % of each other, "
      f"{len(apart)} without a mark further apart")
for name, values in sorted(apart):
    print(f"  {name}: {' and '.join(f'{v:g}' for v in values)}")
print("marked: " + ", ".join(sorted(marked)))
unmarked = (len(near) + len(apart)) / count if count else 0
print(f"{100 * unmarked:.0f} % have no mark")
sys.exit(0 if not apart and unmarked >= 0.8 else 1)
END

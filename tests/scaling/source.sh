#!/usr/bin/env bash
# fpredict annotate --scaling beside efficiencies and powers that python works out from lines of
# predictions made one by one.
#
#   source.sh FPREDICT ROOT
set -euo pipefail
fpredict=$1 root=$2
command -v python3 >/dev/null || { echo "python3 is not here"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$*" >&2; exit 1; }

compare() { # what its lines are, the size, files
    local loop=$1 size=$2
    shift 2
    "$fpredict" annotate "$@" --procs 8,2,4 --set "$size=96,64,160" --scaling --format json \
        --no-warnings >"$folder/scaling.json"
    "$fpredict" annotate "$@" --procs 8,2,4 --set "$size=96,64,160" --scaling --as json \
        --no-warnings >"$folder/graph.json"
    for point in 2-64 8-64 2-160; do
        "$fpredict" estimate "$@" --procs "${point%-*}" --set "$size=${point#*-}" --format json \
            --no-warnings >"$folder/$point.json"
    done
    python3 - "$folder" "$loop" <<'END'
import json, math, sys
from collections import defaultdict

folder, loop = sys.argv[1], sys.argv[2]

def read(name):
    with open(f"{folder}/{name}.json", encoding="utf-8") as file:
        return json.load(file)

def near(ours, theirs, what):
    if theirs is None or ours is None:
        assert ours is theirs, f"{what}: {ours}, not {theirs}"
    else:
        assert abs(ours - theirs) <= 1e-8 * max(abs(theirs), 1e-9), f"{what}: {ours}, not {theirs}"

found = read("scaling")
points = [read(name) for name in ("2-64", "8-64", "2-160")]
assert found["processors"] == [2, 8] and found["sizes"] == [64, 160], found
own = []
for point in points:
    own.append(defaultdict(float))
    for line in point["lines"]:
        own[-1][line["file"], line["line"]] += line["time_s"]

def agrees(r, times):
    where = (r["kind"], r["first_line"])
    for name, time in zip(("time_s", "time_on_most_s", "time_at_largest_s"), times):
        near(r[name], time, (where, name))
    base, wider, larger = times
    near(r["efficiency"], 2 * base / (8 * wider) if base > 0 and wider > 0 else None, where)
    near(r["exponent"], math.log(larger / base) / math.log(160 / 64)
         if base > 0 and larger > 0 else None, where)

def within(r):
    return [sum(t for (file, line), t in lines.items()
                if file == r["file"] and r["first_line"] <= line <= r["last_line"])
            for lines in own]

functions = [r for r in found["ranges"] if r["kind"] == "function"]
assert functions
for r in functions:
    with open(r["file"], encoding="utf-8") as file:
        text = file.read().splitlines()
    assert r["name"] + "(" in text[r["first_line"] - 1] and text[r["last_line"] - 1] == "}", r
    agrees(r, within(r))
# A nest without calls: all that stands in it, with the communication that is before it.
nests = [r for r in found["ranges"] if r["kind"] == "loop" and r["first_line"] == int(loop)]
assert len(nests) == 1, nests
agrees(nests[0], within(nests[0]))
agrees(next(r for r in found["ranges"] if r["kind"] == "line" and r["first_line"] == int(loop) and
            r["file"] == nests[0]["file"]), within(nests[0]))

# The graph has the same figures beside its units: a loop that has become one unit those of its range.
graph = read("graph")
units = {}

def collect(of):
    for unit in of:
        units[unit["id"]] = unit
        collect(unit.get("units", []))
        collect(unit.get("else", []))

collect(graph["units"])
names = ("time_s", "time_on_most_s", "time_at_largest_s", "efficiency", "exponent")
alone = [r for r in found["ranges"] if r["kind"] == "loop" and 1 == sum(
    u.get("line") == r["first_line"] and "trips" in u for u in units.values())]
assert len(alone) > 2, alone
for r in alone:
    for name in names:
        near(units[r["unit"]].get(name), r[name], (r["first_line"], name))
near(sum(u["time_s"] for u in graph["units"]), sum(own[0].values()), "all of the graph")

lost = {place: own[1][place] - own[0][place] * 2 / 8 for place in own[1]}
lost = {place: t for place, t in lost.items() if t > 0 and place[1] > 0 and place[0]}
worst = max(lost, key=lost.get)
assert (found["limit"]["file"], found["limit"]["line"]) == worst, (found["limit"], worst)
near(found["limit"]["lost_s"], lost[worst], "what the line loses")
near(found["limit"]["share"], lost[worst] / sum(lost.values()), "its share")
END
}

laplace=$root/samples/laplace/laplace.c
line=$(grep -n 'for (i = 1; i < N - 1; i++)' "$laplace" | head -1 | cut -d: -f1)
compare "$line" N "$laplace" || fail "laplace"
redblack=$root/samples/redblack/redblack.c
line=$(grep -n 'for (i = 1; i < N - 1; i += 2)' "$redblack" | head -1 | cut -d: -f1)
compare "$line" N "$redblack" || fail "redblack"

# --- For people: what was asked stands there, and no more ---
"$fpredict" annotate "$laplace" --procs 2,8 --scaling >"$folder/out"
grep -q 'effic\.' "$folder/out" || fail "no efficiency: $(cat "$folder/out")"
! grep -q 'growth' "$folder/out" || fail "growth without sizes"
"$fpredict" annotate "$laplace" --procs 2 --set N=64,128 --scaling >"$folder/out"
grep -q 'N^2' "$folder/out" || fail "no growth: $(cat "$folder/out")"
! grep -q 'limits' "$folder/out" || fail "a limit without processors"
refuses() { # what is said, arguments
    text=$1
    shift
    "$fpredict" annotate "$laplace" "$@" >"$folder/out" 2>"$folder/said" && fail "$*: is no error"
    grep -q -- "$text" "$folder/said" || fail "$*: does not say '$text': $(cat "$folder/said")"
}
refuses 'several --procs' --procs 2 --scaling
refuses 'follows one size' --procs 2 --set N=64,128 --set niter=2,4 --scaling
refuses 'compares several' --procs 2,4 --scaling -o "$folder/copy.c"
refuses 'of --scaling only' --format json
refuses 'the graph of --scaling' --as dot
for format in text json; do
    refuses 'leave out --format' --procs 2,4 --scaling --as dot --format $format
done
refuses 'of one --entry on one --machine' --procs 2,4 --scaling --as dot --machine cm5 --machine t3e
"$fpredict" annotate "$laplace" --procs 2,8 --scaling --as dot >"$folder/out"
grep -q '^u[0-9]* \[label=.*, time_s="[0-9].*efficiency="[0-9]' "$folder/out" ||
    fail "no attributes of nodes: $(cat "$folder/out")"
grep -q '^efficiency="[0-9][^"]*";$' "$folder/out" || fail "no attributes of clusters"
if command -v dot >/dev/null; then dot -Tcanon "$folder/out" >"$folder/canon"; fi
echo "source: equal sums over lines of single predictions"

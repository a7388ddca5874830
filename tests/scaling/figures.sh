#!/usr/bin/env bash
# What `fpredict scale --plots` draws: its numbers beside those that the commands print.
#
#   figures.sh FPREDICT ROOT
set -euo pipefail
fpredict=$1 root=$2
command -v gnuplot >/dev/null || { echo "gnuplot is not here"; exit 77; }
command -v python3 >/dev/null || { echo "python3 is not here"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$*" >&2; exit 1; }

laplace=$root/samples/laplace/laplace.c
machine=(--machine ipsc860 --compiler vfcs)
"$fpredict" scale "$laplace" "${machine[@]}" --procs 2,4,8,16 --set N=20 --format json \
    --alternatives 'T: (block,block) (*,block)' --plots "$folder/figures" >"$folder/scale.json"
for name in time equal-speed speed-up scalability surface surface-2 kiviat; do
    grep -q '</svg>' "$folder/figures/$name.svg" || fail "$name.svg is no whole drawing"
    [ -s "$folder/figures/$name.csv" ] || fail "$name.csv is not there"
done
# The last number of processors has its number; from 8 on, two thirds along the axis from 2 to 16, what a
# mark says ends there.
for procs in 2 4 8 16; do
    grep -q "<text>$procs</text>" "$folder/figures/time.svg" || fail "the axis does not say $procs"
done
grep -B1 '<text>from here' "$folder/figures/time.svg" | grep -q 'text-anchor="end"' ||
    fail "the mark's text runs into the key"
# Times of microseconds have their sign.
"$fpredict" scale "$laplace" --machine t3e --procs 2,4 --set N=8 --set niter=1 --vary N --plots "$folder/short" >/dev/null
grep -q '<text>[0-9.]* µs</text>' "$folder/short/time.svg" || fail "no time is in µs"
# A place of the surface, and what the Kiviat graph is made of: each predicted by itself.
"$fpredict" estimate "$laplace" "${machine[@]}" --procs 8 --set N=80 \
    --distribute 'T(*,block)' --format json >"$folder/place.json"
"$fpredict" estimate "$laplace" "${machine[@]}" --procs 16 --set N=20 \
    --distribute 'T(*,block)' --format json >"$folder/most.json"

python3 - "$folder" <<'END' || exit 1
import csv, json, sys

folder = sys.argv[1]

def read(name):
    with open(f"{folder}/{name}.json", encoding="utf-8") as file:
        return json.load(file)

def near(ours, theirs, what):
    assert abs(ours - theirs) <= 1e-9 * abs(theirs), f"{what}: {ours}, not {theirs}"

scale, place, most = read("scale"), read("place"), read("most")
time, surface, kiviat = read("figures/time"), read("figures/surface-2"), read("figures/kiviat")
for one, line in zip(scale, time["lines"]):
    assert len(one["points"]) == len(line["points"]) == 4
    for point, (procs, seconds) in zip(one["points"], line["points"]):
        assert point["processors"] == procs
        near(seconds, point["at_first_size"]["time_s"], f"time on {procs}")
for one, line in zip(scale, read("figures/scalability")["lines"]):
    psi = {pair["to"]: pair["psi"] for pair in one["pairs"] if pair["from"] == 2}
    for procs, value in line["points"][1:]:
        near(value, psi[procs], f"scalability to {procs}")
# Figure 3 (b) of Sun and others 1999: columns from 8 processors on.
assert [mark["at"] for mark in time["marks"]] == [8], time["marks"]
assert "T(*,block)" in time["marks"][0]["text"]

there = [p for line in surface["lines"] for p in line["points"] if p[:2] == [80, 8]]
assert len(there) == 1
near(there[0][2], place["time_s"], "a place of the surface")

clocks, latency, speed = next(
    line["points"][0] for line in kiviat["lines"] if line["name"] == "T(*,block)")
work = next(p for p in scale[0]["points"] if p["processors"] == 2)["work"]
near(speed, work / most["time_s"], "operations a second")
parts = most["breakdown_s"]
near(clocks, parts["computation"] * 40e6 / (work / 16), "clocks for an operation")
near(latency, parts["communication"] / (sum(c["messages"] for c in most["communications"]) / 16),
     "communicating a message")

with open(f"{folder}/figures/time.csv", encoding="utf-8", newline="") as file:
    rows = list(csv.reader(file))
assert rows[0] == ["line", "processors", "time"] and len(rows) == 9, rows
near(float(rows[1][2]), time["lines"][0]["points"][0][1], "time.csv")
END

# Of one number of processors there is no surface.
"$fpredict" scale "$laplace" --procs 4 --set N=64 --plots "$folder/one" >/dev/null
[ -s "$folder/one/time.svg" ] || fail "nothing is drawn of one number of processors"
[ ! -e "$folder/one/surface.svg" ] || fail "one number of processors has a surface"

# --- What is wrong ---
code=0
"$fpredict" scale "$laplace" --procs 2,4 --set N=20 --plots "$folder/scale.json" \
    >/dev/null 2>"$folder/said" || code=$?
[ "$code" -eq 1 ] || fail "a file as the folder: exits with $code"
grep -q "is no folder" "$folder/said" || fail "a file as the folder: $(cat "$folder/said")"
echo "figures: equal what the commands print"

#!/bin/sh
# unrolled.sh FOLDER SAMPLES FPREDICT
#
# Programs that do the same, written with a loop and without, have the same messages, bytes and misses, and about
# the same times. What fits in a cache is missed once, though loops in a step move through it.
set -u
folder=$1 samples=$2 fpredict=$3
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

predict() { # OUTPUT SOURCE OPTIONS
    out=$1
    shift
    "$fpredict" estimate "$@" --format json --quiet-compiler >"$work/$out" 2>"$work/said" || {
        cat "$work/said"
        exit 1
    }
}

for procs in 1x1 2x2 4x4; do
    predict loop.$procs "$samples/multigrid/multigrid.c" --procs $procs --machine ipsc860 --machine hdr-cluster
    predict unrolled.$procs "$folder/multigrid.c" --procs $procs --machine ipsc860 --machine hdr-cluster
done
for steps in 1 10; do
    for n in 64 16384; do
        predict kept.$n.$steps "$folder/kept.c" --procs 2 --set N=$n --set STEPS=$steps \
            --machine ipsc860
    done
done

python3 - "$work" <<'END'
import json, sys
work, failed = sys.argv[1], 0

def wrong(*said):
    global failed
    failed = 1
    print(*said)

def read(name):
    return json.load(open(work + "/" + name))

def total(p, what):
    return sum(c[what] for c in p["communications"])

def misses(p):
    return sum(r["misses"] for r in p["regions"] if r.get("parent") is None)

# The loop over levels costs its control, and 1 << l; where the levels fit in a cache, a level also finds
# what the one before has left there, which nests one after the other are not credited with.
within = {"ipsc860": 0.001, "hdr-cluster": 0.02}
for procs in "1x1", "2x2", "4x4":
    for a, b in zip(read("loop." + procs), read("unrolled." + procs)):
        at = a["machine"], procs
        if a["machine"] != b["machine"]:
            wrong("not the same machines")
        for what in "messages", "bytes":
            if total(a, what) != total(b, what):
                wrong(*at, what, total(a, what), "not", total(b, what))
        if a["machine"] == "ipsc860" and misses(a) != misses(b):
            wrong(*at, "misses", misses(a), "not", misses(b))
        if abs(a["time_s"] - b["time_s"]) > within[a["machine"]] * b["time_s"]:
            wrong(*at, a["time_s"], "s, not", b["time_s"], "s")

def misses_of_work(n, steps):
    p = read("kept.%d.%d" % (n, steps)) # of one machine
    return [r["misses"] for r in p["regions"] if r["name"] == "work"][0]

# On each processor 4 rows of 256 bytes, of 8 kilobytes: nothing is missed again (what is printed is of the slowest
# processor, which may be the one whose first column is not computed). Of 64 kilobytes: all is.
if not 0.8 * misses_of_work(64, 1) < misses_of_work(64, 10) <= misses_of_work(64, 1):
    wrong("10 steps miss", misses_of_work(64, 10), "and one", misses_of_work(64, 1))
if misses_of_work(16384, 10) != 10 * misses_of_work(16384, 1):
    wrong("10 steps miss", misses_of_work(16384, 10), "and one", misses_of_work(16384, 1))
sys.exit(failed)
END

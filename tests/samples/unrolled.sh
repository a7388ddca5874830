#!/bin/sh
# unrolled.sh FOLDER SAMPLES FPREDICT
#
# Programs that do the same, written with a loop and without, have the same messages, bytes and misses on all machines
# (but for which executions are sampled), and times that differ by the loop. What fits in a cache is missed once, though loops in a step move through it.
set -u
folder=$1 samples=$2 fpredict=$3
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

predict() { # OUTPUT SOURCE OPTIONS
    out=$1
    shift
    "$fpredict" estimate --format json --quiet-compiler "$@" >"$work/$out" 2>"$work/said" || {
        cat "$work/said"
        exit 1
    }
}

machines=$("$fpredict" machines | sed -n '/^machine /d; s/^\([a-z][a-z0-9-]*\) .*/--machine \1/p')
for n in 64 128; do
    for procs in 1x1 2x2 4x4; do
        # shellcheck disable=SC2086  # words
        predict loop.$n.$procs "$samples/multigrid/multigrid.c" --procs $procs $machines -- -DN=$n
        # shellcheck disable=SC2086  # words
        predict unrolled.$n.$procs "$folder/multigrid.c" --procs $procs $machines -- -DN=$n
    done
done
# As other models find misses; and levels in a loop without communication, on one processor: others, which have another share
# of each level, are charged the mean of all levels' misses.
for model in paper reuse; do
    for n in 64 128; do
        # shellcheck disable=SC2086  # words
        predict loop.$n.$model "$samples/multigrid/multigrid.c" --procs 2x2 $machines --memory-model $model -- -DN=$n
        # shellcheck disable=SC2086  # words
        predict unrolled.$n.$model "$folder/multigrid.c" --procs 2x2 $machines --memory-model $model -- -DN=$n
    done
done
for form in loop unrolled; do
    flag=$(echo $form | tr a-z A-Z)
    # shellcheck disable=SC2086  # words
    predict $form.halved.1 "$folder/halved.c" --procs 1 $machines -- -D$flag
done
# Rows of 16000 elements, 64000 bytes on each processor: those of powers of two would meet in the same sets.
for steps in 1 10; do
    for n in 64 16000; do
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

# The loop over levels costs its control, and 1 << l and (double)s / N, which are numbers without it.
most = 0.004
pairs = [(n, procs) for n in ("64", "128") for procs in ("1x1", "2x2", "4x4")]
pairs += [(n, model) for n in ("64", "128") for model in ("paper", "reuse")] + [("halved", "1")]
for n, procs in pairs:
    loop, unrolled = read("loop." + n + "." + procs), read("unrolled." + n + "." + procs)
    if len(loop) < 15 or [a["machine"] for a in loop] != [b["machine"] for b in unrolled]:
        wrong("not the same machines, or not all")
    for a, b in zip(loop, unrolled):
        at = a["machine"], n, procs
        for what in "messages", "bytes":
            if total(a, what) != total(b, what):
                wrong(*at, what, total(a, what), "not", total(b, what))
        # They are kept in parts of 2 to the 20th; by default some are from samples, which are others in each.
        near = 1e-8 if procs in ("paper", "reuse") else 2e-3
        if abs(misses(a) - misses(b)) > near * misses(b) + 1e-4:
            wrong(*at, "misses", misses(a), "not", misses(b))
        if not 0 <= a["time_s"] - b["time_s"] <= most * b["time_s"]:
            wrong(*at, a["time_s"], "s, not", b["time_s"], "s")

def misses_of_work(n, steps):
    p = read("kept.%d.%d" % (n, steps)) # of one machine
    return [r["misses"] for r in p["regions"] if r["name"] == "work"][0]

# On each processor 4 rows of 256 bytes, of 8 kilobytes: nothing is missed again (what is printed is of the slowest
# processor, which may be the one whose first column is not computed). Of 64000 bytes: all is.
if not 0.8 * misses_of_work(64, 1) < misses_of_work(64, 10) <= misses_of_work(64, 1):
    wrong("10 steps miss", misses_of_work(64, 10), "and one", misses_of_work(64, 1))
# The one step is played, and of ten there are samples.
if abs(misses_of_work(16000, 10) - 10 * misses_of_work(16000, 1)) > 0.05 * misses_of_work(16000, 10):
    wrong("10 steps miss", misses_of_work(16000, 10), "and one", misses_of_work(16000, 1))
sys.exit(failed)
END

#!/bin/sh
# check.sh FOLDER FPREDICT
#
# Predicts, for all machines, the programs of pairs.txt and outside.txt, which say what must come of it. Misses of a pair
# are the same by sizes (--memory-model paper). As caches are, they differ where the pair's arrays lie elsewhere in memory:
# much on caches of one or two ways (of rows_block.c on the CM-5, 1 to 2.3, as a count line by line has it), and where the arrays
# just fill the cache (counted in 48 KiB of 12 ways: row_arguments.c 9,200, its twin 5,300), little on smaller ones of many ways, on
# one of which they are compared.
set -u
folder=$1 fpredict=$2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0
wrong() {
    echo "$*"
    failed=1
}

options() { # NAME=VALUE,… or -
    [ "$1" = - ] || echo "$1" | sed 's/^/--set /; s/,/ --set /g'
}

machines=$("$fpredict" machines | sed -n '/^machine /d; s/^\([a-z][a-z0-9-]*\) .*/--machine \1/p')

many_ways='--machine ethernet1g --param network.node.memory.caches[0].size=32KiB'

while read -r name set counts; do
    case $name in '' | '#'*) continue ;; esac
    twin=${name}_twin # or that of levels_type, levels_number, …
    [ -e "$folder/$twin.c" ] || twin=${name%_*}_twin
    for source in "$name" "$twin"; do
        # shellcheck disable=SC2046  # words
        "$fpredict" estimate "$folder/$source.c" --procs 1,4,16 $many_ways $(options "$set") --format json \
            --quiet-compiler >"$work/$source.$set.placed" 2>"$work/said" || wrong "$source.c, $set: not predicted"
        # shellcheck disable=SC2046  # words
        "$fpredict" estimate "$folder/$source.c" --procs 1,4,16 $machines \
            $(options "$set") --memory-model paper --format json --quiet-compiler \
            >"$work/$source.$set" 2>"$work/said" || wrong "$source.c, $set: not predicted"
        [ "$source" != "$name" ] || ! grep -q linear-subscript "$work/said" ||
            wrong "$source.c, $set: not proved"
    done
    echo "$name $twin $set $counts" >>"$work/pairs"
done <"$folder/pairs.txt"

python3 - "$work" <<'END' || failed=1
import json, sys
work, failed = sys.argv[1], 0

def read(path):
    out = {}
    for p in json.load(open(path)):
        procs = 1
        for n in p["processors"]:
            procs *= n
        here = [r for r in p["regions"] if r["name"] == "work"]
        whole = [r for r in p["regions"] if r.get("parent") is None]
        out[p["machine"], procs] = {
            "complete": p["complete"], "time": p["time_s"],
            "messages": sum(c["messages"] for c in p["communications"]),
            "bytes": sum(c["bytes"] for c in p["communications"]),
            "misses": sum(r.get("misses") or 0 for r in whole),
            "work": (sum(r["messages"] for r in here), sum(r["bytes"] for r in here))}
    return out

for line in open(work + "/pairs"):
    name, twin_name, setting, m4, b4, m16, b16, time = line.split()
    counted = {1: ("0", "0"), 4: (m4, b4), 16: (m16, b16)}
    flat, twin = (read(work + "/" + source + "." + setting) for source in (name, twin_name))
    problems = [] if len(flat) == len(twin) >= 45 else ["not a prediction for each machine"]
    for at in flat:
        a, b = flat[at], twin[at]
        if not a["complete"] or not b["complete"]:
            problems.append("%s on %d: not complete" % at)
        for what in "messages", "bytes", "misses":
            # The program reads an array that the twin has not, or goes through levels.
            if what == "misses" and time in ("reads", "levels"):
                continue
            if a[what] != b[what]:
                problems.append("%s on %d: %s %g, not %g" % (at + (what, a[what], b[what])))
        if time == "equal" and abs(a["time"] - b["time"]) > 0.001 * b["time"]:
            problems.append("%s on %d: %g s, not %g s" % (at + (a["time"], b["time"])))
        for is_, should in zip(a["work"], counted[at[1]]):
            if should != "-" and m4 != "-" and is_ != int(should):
                problems.append("%s on %d: %d, not %s as counted" % (at + (is_, should)))
    placed, other = (read(work + "/" + source + "." + setting + ".placed") for source in (name, twin_name))
    if len(placed) != len(other) or len(placed) < 3:
        problems.append("not a prediction for each number of processors")
    for at in placed:
        a, b = placed[at], other[at]
        for what in "messages", "bytes":
            if a[what] != b[what]:
                problems.append("%s on %d, arrays where they lie: %s %g, not %g" % (at + (what, a[what], b[what])))
        # Of programs that fit, samples find some dozens of misses, or none.
        if time != "reads" and abs(a["misses"] - b["misses"]) > 32 + 0.01 * b["misses"]:
            problems.append("%s on %d, arrays where they lie: misses %g, not %g" % (at + (a["misses"], b["misses"])))
    for problem in problems:
        print("%s.c, %s: %s" % (name, setting, problem))
    failed += bool(problems)
sys.exit(failed > 0)
END

while read -r name set; do
    case $name in '' | '#'*) continue ;; esac
    line=$(sed -n '\|/\* here \*/$|=' "$folder/$name.c")
    # shellcheck disable=SC2046  # words
    "$fpredict" estimate "$folder/$name.c" --procs 4 $(options "$set") --format json \
        --quiet-compiler >"$work/json" 2>"$work/said"
    status=$?
    if [ $status -eq 1 ]; then
        grep -q '\[unresolved\]' "$work/said" || wrong "$name.c, $set: not predicted"
    else
        grep -q "$name.c:$line:.*\[linear-subscript\]" "$work/said" ||
            wrong "$name.c, $set: nothing is said at line $line"
        grep -q '"complete": *false' "$work/json" || wrong "$name.c, $set: complete"
    fi
done <"$folder/outside.txt"
exit $failed

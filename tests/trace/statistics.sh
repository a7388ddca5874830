#!/bin/sh
# fpredict trace stats beside awk, which reads the text form of the same trace: what ranks compute in
# each region, how long they are in calls of MPI, and how often regions occur.
#
#   statistics.sh FPREDICT SOURCES
set -eu
fpredict=$1 sources=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    echo "$*" >&2
    exit 1
}

# --- By an independent program ---
# Of each rank the time from event to event is in a call of MPI (`communicating` and `waiting`
# together), or computed in the innermost region.
cat >"$folder/by_hand.awk" <<'EOF2'
function put(region, class, value,    mean, square, i, most, least) {
    mean = square = 0; most = 0; least = -1
    for (i = 0; i < ranks; i++) mean += value[i] / ranks
    for (i = 0; i < ranks; i++) {
        square += (value[i] - mean) ^ 2 / ranks
        if (value[i] > most) most = value[i]
        if (least < 0 || value[i] < least) least = value[i]
    }
    printf "%s,%s,%.12g,%.9g,%.12g,%.12g\n", region, class, mean, sqrt(square), least, most
}
/^#/ { next }
$1 == "clock" { clock = $2 }
$1 == "rank" { ranks++ }
$1 == "region" { split($0, quoted, "\""); name[$2] = quoted[2] != "" ? quoted[2] : $4; role[$2] = $3 }
$1 ~ /^[0-9]+$/ {
    r = $1; passed = ($2 - last[r]) / clock
    if (mpi[r]) in_mpi[r] += passed
    else if (depth[r]) { own[inside[r, depth[r]], r] += passed; computing[r] += passed }
    last[r] = $2
    if ($3 == "enter") { inside[r, ++depth[r]] = $4; mpi[r] += role[$4] == "mpi" }
    if ($3 == "leave") { depth[r]--; mpi[r] -= role[$4] == "mpi"; occurred[$4]++ }
}
END {
    put("", "computing", computing)
    put("", "mpi", in_mpi)
    for (g in name) {
        if (role[g] != "user") continue
        for (i = 0; i < ranks; i++) value[i] = own[g, i] + 0
        put(name[g], "computing", value)
        printf "%s,occurrences,%d\n", name[g], occurred[g]
    }
}
EOF2
# The same figures out of the values with commas: the two classes in calls add up to awk's one.
cat >"$folder/stated.awk" <<'EOF3'
BEGIN { FS = "," }
NR > 1 && $4 == "processors" && $3 == "computing" { stated[$2 ",computing"] = $8 "," $9 "," $10 "," $11 }
NR > 1 && $4 == "processors" && $2 == "" && $3 != "computing" { in_mpi += $8 }
NR > 1 && $4 == "occurrences" && $3 == "computing" { stated[$2 ",occurrences"] = $7 }
END {
    for (key in stated) print key "," stated[key]
    printf ",mpi,%.12g\n", in_mpi
}
EOF3

beside_awk() {
    trace=$1
    "$fpredict" trace convert "$trace" --as text -o "$folder/text"
    awk -f "$folder/by_hand.awk" "$folder/text" | sort >"$folder/expected"
    "$fpredict" trace stats "$trace" --format csv >"$folder/stats.csv"
    awk -f "$folder/stated.awk" "$folder/stats.csv" | sort >"$folder/stated"
    awk -F, 'NR == FNR { n++; for (i = 3; i <= NF; i++) want[$1 "," $2, i] = $i; next }
        !(($1 "," $2, 3) in want) && $1 !~ /^MPI_|^shift|^reduce|^broadcast|^gather/ { print "not expected: " $0; exit }
        ($1 "," $2, 3) in want {
            seen++
            for (i = 3; i <= NF; i++) {
                off = $i - want[$1 "," $2, i]; if (off < 0) off = -off
                if (off > 1e-9 * ($3 > 0 ? $3 : 1)) { print $0 ": " want[$1 "," $2, i]; exit }
            }
        }
        END { if (seen != n || n < 4) print seen " of " n " found" }' \
        "$folder/expected" "$folder/stated" >"$folder/wrong"
    [ -s "$folder/wrong" ] && fail "$trace: $(cat "$folder/wrong")"
    rm "$folder/text"
}
beside_awk "$sources/tests/trace/cases/ring.trace"
"$fpredict" estimate "$sources/samples/laplace/laplace.c" --procs 8 --set N=64 --trace "$folder/laplace" >/dev/null 2>&1
beside_awk "$folder/laplace"
"$fpredict" estimate "$sources/samples/lu/lu.c" --procs 6 --set N=24 --trace "$folder/lu" >/dev/null 2>&1
beside_awk "$folder/lu"

# --- Forms say the same, and are what they claim ---
"$fpredict" trace stats "$folder/laplace" --format json >"$folder/stats.json"
if command -v python3 >/dev/null; then
    "$fpredict" trace stats "$folder/laplace" --format csv >"$folder/stats.csv"
    "$fpredict" trace stats "$folder/laplace" "$folder/lu" --normalize --format json >"$folder/two.json"
    "$fpredict" trace stats "$folder/laplace" --unit us --format json >"$folder/us.json"
    python3 - "$folder" <<'EOF4' || fail "forms differ"
import csv, json, statistics, sys
folder = sys.argv[1]
read = lambda name: json.load(open(f"{folder}/{name}.json"))
whole, us, two = read("stats"), read("us"), read("two")
assert whole["schema"] == "fpredict/trace-statistics/1" and whole["unit"] == "s"
t = whole["traces"][0]
rows = {(r["region"], r["class"], r["over"]): r for r in csv.DictReader(open(f"{folder}/stats.csv"))}
near = lambda a, b: abs(a - b) <= 1e-9 * max(abs(a), abs(b)) + 1e-18
for region in t["regions"] + [dict(t["all"], region="")]:
    for state in ("computing", "communicating", "waiting"):
        of = region[state]
        values, spread = of["processors"], of["over_processors"]
        assert len(values) == 8 and sum(of["histogram"]["counts"]) == 8
        assert near(statistics.fmean(values), spread["mean"]), region
        assert abs(statistics.pstdev(values) - spread["deviation"]) < 1e-12, (statistics.pstdev(values), spread)
        assert near(statistics.median_low(values), spread["percentiles"]["50"])
        assert min(values) == spread["least"] and max(values) == spread["most"]
        assert near(float(rows[region["region"], state, "processors"]["mean"]), spread["mean"])
# Microseconds are seconds times a million; parts of the whole add up to at most 1.
assert near(us["traces"][0]["all"]["computing"]["over_processors"]["mean"],
            1e6 * t["all"]["computing"]["over_processors"]["mean"])
assert two["unit"] == "1" and len(two["traces"]) == 2
for one in two["traces"]:
    parts = [one["all"][s]["over_processors"]["mean"] for s in ("computing", "communicating", "waiting")]
    assert 0.5 < sum(parts) <= 1 + 1e-9, parts
near(two["traces"][0]["all"]["computing"]["over_processors"]["mean"] * t["to_s"],
     t["all"]["computing"]["over_processors"]["mean"]) or sys.exit("not normalised")
# A 2 x 4 grid of a square: ranks at its ends exchange with two neighbours, the others with three.
groups = sorted(g["processors"] for g in t["alike"]["groups"])
assert groups == [[0, 3, 4, 7], [1, 2, 5, 6]], groups
EOF4
fi

# --- A stream: ten times as many events need no more memory ---
ring_of() {
    awk -v steps="$1" 'BEGIN {
        print "fpredict-trace 1\nclock 1000000\nrank 0 a\nrank 1 b\nregion 0 user f\nregion 1 mpi MPI_Send\n" \
              "region 2 mpi MPI_Recv\ncomm 0 w 0 1"
        for (r = 0; r < 2; r++)
            for (i = 0; i < steps; i++) {
                t = 10 * i
                print r, t, "enter 0\n" r, t + 3 + i % 4, "leave 0"
                if (r == 0) print r, t + 7, "enter 1\n" r, t + 7, "send to 1 comm 0 tag 0 bytes 8\n" r, t + 8, "leave 1"
                else print r, t + 7, "enter 2\n" r, t + 9, "recv from 0 comm 0 tag 0 bytes 8\n" r, t + 9, "leave 2"
            }
    }'
}
if [ -x /usr/bin/time ]; then
    for steps in 20000 200000; do
        ring_of $steps >"$folder/$steps.trace"
        "$fpredict" trace convert "$folder/$steps.trace" -o "$folder/$steps"
        /usr/bin/time -f %M -o "$folder/kb" "$fpredict" trace stats "$folder/$steps" >"$folder/said"
        cat "$folder/kb" >>"$folder/memory"
    done
    awk 'NR == 1 { few = $1 } NR == 2 && $1 > few + 4096 { exit 1 }' "$folder/memory" ||
        fail "memory grows with events: $(cat "$folder/memory") kB"
fi

# --- What is wrong ---
ring=$sources/tests/trace/cases/ring.trace
refuses() {
    code=$1 expected=$2
    shift 2
    status=0
    "$fpredict" "$@" >/dev/null 2>"$folder/said" || status=$?
    [ "$status" = "$code" ] || fail "'$*' ends with $status, not $code"
    grep -q -e "$expected" "$folder/said" || fail "'$*' does not say '$expected': $(cat "$folder/said")"
}
refuses 1 "no region is called 'wrk'; did you mean 'work'" trace stats "$ring" --region wrk
refuses 1 'there is no processor 3: they are numbered from 0 to 2' trace stats "$ring" --processor 0,1-3
refuses 2 "'2-1' is no list" trace stats "$ring" --processor 2-1
refuses 2 "'1-2:0' is no list" trace stats "$ring" --processor 1-2:0
refuses 2 "'3us' is no window" trace stats "$ring" --window 3us
refuses 2 "is empty: its end is not after" trace stats "$ring" --window 5us:2us
refuses 1 'the window begins at 5.00 s, and the trace ends at 403 µs' trace stats "$ring" --window 5s:
refuses 1 'the window is empty: a tick' trace stats "$ring" --window 1ns:2ns
refuses 2 'how long is the window that slides' trace stats "$ring" --window-step 1us
refuses 2 "with --normalize times have none" trace stats "$ring" --normalize --unit ms
refuses 2 "are for 'fpredict trace stats'" trace show "$ring" --unit ms
refuses 2 'one word too many' trace stats "$ring" "$ring" "$ring"
refuses 1 'No such file' trace stats "$ring" "$folder/none"
refuses 2 'no part above 0' replay "$ring" --screen 0
refuses 2 'no trace is written' replay "$ring" --screen 10% -o "$folder/copy"
refuses 2 'critical-path is of one' replay "$ring" --screen 10% --critical-path
printf 'fpredict-trace 1\nclock 1000\nrank 0 ""\n' >"$folder/empty.trace"
refuses 1 'nothing in this trace that takes time' trace stats "$folder/empty.trace"
printf 'fpredict-trace 1\nclock 1000\nrank 0 ""\nregion 0 user f\n0 0 enter 0\n0 100 leave 0\n' >"$folder/one.trace"
"$fpredict" trace stats "$folder/one.trace" | grep -q 'of one processor there is none to tell' || fail "one rank"
"$fpredict" trace convert "$ring" --as ti -o "$folder/ti"
refuses 1 'counts flops and has no times' trace stats "$folder/ti"

# --- What people see: 290 of 403 us are work that follows one another ---
"$fpredict" replay "$ring" --screen 10% >"$folder/said"
grep -q 'work *96.7 µs *29.0 µs .* 3.00' "$folder/said" || fail "work: $(cat "$folder/said")"
COLUMNS=80 "$fpredict" trace stats "$ring" >"$folder/said"
grep -q 'all  *computing  *107 µs  *5.0 %' "$folder/said" || fail "107 µs, 5.0 %: $(cat "$folder/said")"
[ "$(sed 1d "$folder/said" | LC_ALL=C.UTF-8 wc -L)" -le 80 ] || fail "wider than 80 columns"

#!/bin/sh
# fpredict fit-model: values of a machine are found again from times that another machine has, whose
# values are known because they are given by --param; what the runs do not support stays; what is
# wrong is said.
#
#   fit_model.sh FPREDICT ROOT
set -eu
fpredict=$1 root=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
laplace=$root/samples/laplace/laplace.c

fail() {
    echo "$*" >&2
    exit 1
}

# Runs on a machine with these changes, in the form that is measured.
runs() {
    "$fpredict" estimate "$laplace" --machine cm5 --procs 1,2,4,8,16 --set N=64,128,256 \
        --no-warnings --format csv "$@" | sed 's/"[^"]*"//g' | tr -d '\r' | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; print "processors,N,time_s"; next }
        { print $column["processors"] "," $column["N"] "," $column["time_s"] }'
}

# One figure of the JSON: an expression of Python, `v` being the values by path.
figure() {
    python3 -c '
import json, sys
r = json.load(open(sys.argv[1]))
v = {x["path"]: x for x in r["values"]}
print(eval("(" + sys.argv[2] + ")"))' "$folder/fit.json" "$1"
}

fit() {
    "$fpredict" fit-model "$laplace" --machine cm5 --measured "$@" --format json >"$folder/fit.json"
}

startup='cube.communication.pieces[0].startup_us'
per_byte='cube.communication.pieces[0].per_byte_us'

# --- 200 us for a message in place of 80; all else is as it was ---
runs --param cube.communication.startup_us=200 >"$folder/startup.csv"
fit "$folder/startup.csv" --predict processors=32,N=512 -o "$folder/fitted.yaml"
[ "$(figure "abs(v['$startup']['value'] - 200) < 1e-6 and r['factors'] == 1")" = True ] ||
    fail "the start-up time is $(figure "v['$startup']")"
[ "$(figure "v['$per_byte']['state']")" = kept ] || fail "a byte's time is fitted, too"

# The machine that is written predicts these runs, and the point that was asked for.
"$fpredict" estimate "$laplace" --machine "$folder/fitted.yaml" --procs 16 --set N=64 --no-warnings \
    --format json >"$folder/there.json"
"$fpredict" estimate "$laplace" --machine cm5 --param cube.communication.startup_us=200 --procs 32 \
    --set N=512 --no-warnings --format json >"$folder/far.json"
python3 - "$folder" <<'PYTHON' || fail "the machine that is written, or a prediction, is another"
import csv, json, sys
folder = sys.argv[1]
def time(name):
    e = json.load(open(folder + "/" + name))
    return (e["estimates"][0] if "estimates" in e else e)["time_s"]
runs = {(r["processors"], r["N"]): float(r["time_s"])
        for r in csv.DictReader(open(folder + "/startup.csv"))}
assert abs(time("there.json") / runs["16", "64"] - 1) < 1e-8
p = json.load(open(folder + "/fit.json"))["predictions"][0]
assert abs(p["time_s"] / time("far.json") - 1) < 1e-8
assert p["low_s"] <= p["time_s"] <= p["high_s"]
PYTHON
grep -q 'startup_us.*from: trained' "$folder/fitted.yaml" || fail "the file does not say what is fitted"

# --- A processor that is twice as fast, too: its operations have one factor ---
runs --param cube.communication.startup_us=200 --scale processor=2 >"$folder/both.csv"
fit "$folder/both.csv"
[ "$(figure "abs(v['$startup']['value'] - 200) < 1e-4 and
     abs(v['cube.node.processing.float_add_clk']['factor'] - 0.5) < 1e-7")" = True ] ||
    fail "of two factors are found $(figure "[(p, x['factor']) for p, x in v.items()]")"

# --- Many values that are nearly in proportion, and a part of the processor: all of it is 1.3 times as
# fast, which fewer values would describe with some of them below zero ---
"$fpredict" estimate "$root/samples/nbody/nbody.c" --machine slingshot11 --scale processor=1.3 \
    --procs 1,2,4,8 --set N=128,256 --no-warnings --format csv | sed 's/"[^"]*"//g' | tr -d '\r' |
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; print "processors,N,time_s"; next }
        { print $column["processors"] "," $column["N"] "," $column["time_s"] }' >"$folder/nbody.csv"
"$fpredict" fit-model "$root/samples/nbody/nbody.c" --machine slingshot11 --no-warnings \
    --measured "$folder/nbody.csv" --format json >"$folder/fit.json"
[ "$(figure "r['factors'] == 1 and all(abs(x['factor'] * 1.3 - 1) < 1e-4 for x in v.values()
     if x['state'] == 'fitted') and
     v['network.node.processing.reciprocal_throughput.sqrt_clk']['state'] == 'fitted'")" = True ] ||
    fail "of a faster processor is found $(figure "[(p, x['factor']) for p, x in v.items()]")"

# --- Asked for: one that is as it was comes out as it was ---
fit "$folder/both.csv" --constant cube.communication.startup --constant cube.node.processing \
    --constant cube.communication.per_byte
[ "$(figure "abs(v['$per_byte']['factor'] - 1) < 1e-4 and v['$per_byte']['state']")" = fitted ] ||
    fail "a byte's time is $(figure "v['$per_byte']")"

# --- Noise of 2 %, by a generator of its own (Park and Miller): the interval has the value ---
awk -F, 'NR == 1 { print; seed = 1; next }
    { u = 0
      for (i = 0; i < 12; i++) { seed = seed * 16807 % 2147483647; u += seed / 2147483647 }
      print $1 "," $2 "," $3 * (1 + 0.02 * (u - 6)) }' "$folder/startup.csv" >"$folder/noise.csv"
fit "$folder/noise.csv" --constant cube.communication.startup
[ "$(figure "v['$startup']['low'] < 200 < v['$startup']['high'] and r['spread'] < 0.05")" = True ] ||
    fail "the interval is $(figure "v['$startup']")"

# Without being asked, whichever values are fitted: what is stated of each value has the true one, and
# others that describe the runs as well are listed.
fit "$folder/noise.csv" --predict processors=32,N=512
[ "$(figure "all(x['low'] <= (200 if p == '$startup' else x['before']) <= x['high']
     for p, x in v.items() if x['state'] in ('fitted', 'possible'))
     and v['$startup']['state'] in ('fitted', 'possible') and r['left'] is None")" = True ] ||
    fail "a stated interval has not the true value: $(figure "[(p, x['low'], x['high']) for p, x in v.items()]")"
[ "$(figure "(r['choices'] > 1) == (len(r['others']) > 0) and
     all(abs(x['left_out_s'] / x['measured_s'] - 1) < 0.2 for x in r['runs'])")" = True ] ||
    fail "choices are $(figure "r['choices']"), others $(figure "r['others']")"

# --- A time that the program has not, 5 ms a run: repetitions are nearer than the fit comes ---
awk -F, 'NR == 1 { print; next }
    { print $1 "," $2 "," $3 + 0.005 * ($2 % 100); print $1 "," $2 "," ($3 + 0.005 * ($2 % 100)) * 1.0001 }' \
    "$folder/startup.csv" >"$folder/strange.csv"
fit "$folder/strange.csv" --constant cube.communication.startup
[ "$(figure "r['misfit'] and r['scatter'] < 1e-3 < r['spread']")" = True ] ||
    fail "a model that misses something seems to fit: $(figure "(r['misfit'], r['scatter'], r['spread'])")"

# --- Too few runs to tell anything say so, not that there is nothing ---
printf 'processors,N,time_s\n1,64,0.6\n1,128,2.8\n1,32,0.14\n' >"$folder/three.csv"
"$fpredict" fit-model "$laplace" --machine cm5 --measured "$folder/three.csv" --no-warnings >"$folder/out"
grep -q 'with 3 runs of 3 points' "$folder/out" || fail "three runs: $(cat "$folder/out")"

# --- JSON of runs, as CSV ---
python3 - "$folder" <<'PYTHON'
import csv, json, sys
rows = [{"processors": int(r["processors"]), "N": int(r["N"]), "seconds": float(r["time_s"])}
        for r in csv.DictReader(open(sys.argv[1] + "/startup.csv"))]
json.dump(rows, open(sys.argv[1] + "/runs.json", "w"))
PYTHON
fit "$folder/runs.json"
[ "$(figure "abs(v['$startup']['value'] - 200) < 1e-6")" = True ] || fail "JSON is read as something else"

# --- What is wrong ---
refuses() { # exit code, what is said, arguments
    code=0
    expected=$1 text=$2
    shift 2
    "$fpredict" fit-model "$laplace" --machine cm5 "$@" >"$folder/out" 2>"$folder/said" || code=$?
    [ "$code" -eq "$expected" ] || fail "$*: exits with $code, not $expected"
    grep -q -- "$text" "$folder/said" || fail "$*: does not say '$text': $(cat "$folder/said")"
}
sed -n 1p "$folder/startup.csv" >"$folder/few.csv"
grep '^4,64,' "$folder/startup.csv" >>"$folder/few.csv"
grep '^4,64,' "$folder/startup.csv" >>"$folder/few.csv"
refuses 1 '2 constants are asked for, and the runs are of only 1 point' --measured "$folder/few.csv" \
    --constant cube.communication --constant cube.node.processing
refuses 2 'needs measured runs'
refuses 1 'has no such value' --measured "$folder/startup.csv" --constant cube.node.nothing
refuses 1 'it has no N' --measured "$folder/startup.csv" --predict processors=8
refuses 1 "runs have 'N' of their own" --measured "$folder/startup.csv" --set N=8
printf 'processors,N\n4,64\n' >"$folder/wrong.csv"
refuses 1 "no column 'time_s'" --measured "$folder/wrong.csv"
printf 'processors,N,time_s\n4,64,-1\n' >"$folder/wrong.csv"
refuses 1 'seconds above 0' --measured "$folder/wrong.csv"
printf 'processors,N,time_s\n4,64,1\n4,64\n' >"$folder/wrong.csv"
refuses 1 'has 2 columns, and the first 3' --measured "$folder/wrong.csv"
printf 'processors,M,time_s\n4,64,1\n' >"$folder/wrong.csv"
refuses 1 '--set M names no parameter' --measured "$folder/wrong.csv"

# --- fpredict's own table has predictions beside what was measured: these are no runs ---
awk -F, 'NR == 1 { print "processors,N,kind,time_s,machine"; next }
    { print $1 "," $2 ",measured," $3 ",a"; print $1 "," $2 ",estimate,9,b" }' "$folder/startup.csv" >"$folder/kinds.csv"
fit "$folder/kinds.csv" 2>"$folder/said"
grep -q '15 of 30 lines are left out' "$folder/said" || fail "nothing is said of predictions: $(cat "$folder/said")"
[ "$(figure "len(r['runs']) == 15 and abs(v['$startup']['value'] - 200) < 1e-6")" = True ] ||
    fail "predictions are taken for runs"
grep -v measured "$folder/kinds.csv" >"$folder/wrong.csv"
refuses 1 "no line is of the kind 'measured'" --measured "$folder/wrong.csv"
sed 's/estimate,9/measured,9/' "$folder/kinds.csv" >"$folder/wrong.csv"
refuses 1 "runs are of one machine, and these of 'a' and 'b'" --measured "$folder/wrong.csv"
printf 'processors,N,run,time_s\n4,64,1,1\n4,64,2,1\n' >"$folder/wrong.csv"
fit "$folder/wrong.csv" 2>"$folder/said"
grep -q "'run' is taken for a remark" "$folder/said" || fail "a column that could be a size vanishes"

# --- A point has one value of each parameter, and its name once ---
printf 'processors,N,time_s\n4,64:128,1\n4,256,1\n' >"$folder/wrong.csv"
refuses 1 "'N' = '64:128': a point has one whole number" --measured "$folder/wrong.csv"
printf 'processors,N,time_s\n4:8,64,1\n4,256,1\n' >"$folder/wrong.csv"
refuses 1 "'processors' = '4:8': a point has one number" --measured "$folder/wrong.csv"
refuses 1 'it has N twice' --measured "$folder/startup.csv" --predict processors=4,N=64,N=128

# --- Thousands of repetitions are predicted once for each point, and there is an end to them ---
awk 'NR == 1 { print; next } { for (i = 0; i < 270; i++) print }' "$folder/startup.csv" >"$folder/many.csv"
timeout 60 "$fpredict" fit-model "$laplace" --machine cm5 --measured "$folder/many.csv" --format json >"$folder/fit.json" ||
    fail "4,050 runs of 15 points take a minute"
[ "$(figure "r['points'] == 15 and abs(v['$startup']['value'] - 200) < 1e-6")" = True ] || fail "repetitions make another fit"
awk 'NR == 1 { print; next } { for (i = 0; i < 274; i++) print }' "$folder/startup.csv" >"$folder/many.csv"
refuses 1 '4,110 runs are too many, at most 4,096' --measured "$folder/many.csv"

# --- The help's runs of laplace on the CM-5 are such that something is fitted ---
"$fpredict" fit-model --help | sed -n '/processors,N,time_s/,/^ *$/p' | tr -d ' ' | sed '/^$/d' >"$folder/help.csv"
[ "$(wc -l <"$folder/help.csv")" -eq 6 ] || fail "the help has no runs: $(cat "$folder/help.csv")"
fit "$folder/help.csv"
[ "$(figure "r['factors'] > 0 and r['spread'] < 0.01")" = True ] || fail "the help's runs fit to $(figure "r['spread']")"

#!/bin/sh
# Extra-P's JSON: both forms, written by hand from its documentation (docs/file-formats.md of
# github.com/extra-p/extrap), are read as measured runs; what is written of them has the same points
# and values, and what Extra-P demands of a file: all points for each metric of a call path.
#
#   extrap.sh FPREDICT ROOT HERE
set -eu
fpredict=$1 root=$2 here=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    echo "$*" >&2
    exit 1
}

cat >"$folder/e.yaml" <<YAML
schema: fpredict/experiment-file/1
name: jacobi
command: estimate
sources: [$root/samples/laplace/laplace.c]
machine: cm5
vary:
  - {what: processors, values: [2, 4]}
  - {what: size, name: N, values: [64]}
YAML

# Runs that were measured, by point and time, of what the database has.
measured() {
    "$fpredict" experiment --database "$folder/$1.db" --show jacobi --format csv | tr -d '\r' |
        awk -F, '$3 == "measured" { print $1, $2, $5 }' | sort
}

for form in newer older; do
    "$fpredict" experiment "$folder/e.yaml" --database "$folder/$form.db" \
        --add-measured "$here/extrap_$form.json" --plots "$folder" >"$folder/out" 2>"$folder/said" ||
        fail "$form: $(cat "$folder/said")"
    [ "$(measured "$form" | tr '\n' ';')" = '2 64 0.5;2 64 0.625;4 64 0.25;' ] ||
        fail "$form: read was $(measured "$form")"
done

# --- As Extra-P saves it: a ZIP archive, whose points have means, and numbers of where their values
# are in place of these; by hand of what version 4.2.5 has written of the same runs ---
if command -v unzip >/dev/null; then
    mkdir "$folder/names"
    python3 - "$here/extrap_newer.json" "$folder" <<'PYTHON'
import json, sys, zipfile
data, folder = json.load(open(sys.argv[1])), sys.argv[2]
saved = {"Extra-P": "4.2.5", "parameters": data["parameters"], "measurements": {}, "modelers": []}
for path, metrics in data["measurements"].items():
    of = saved["measurements"][path] = {}
    for metric, points in metrics.items():
        of[metric] = [{"coordinate": p["point"], "median": sorted(p["values"])[0],
                       "mean": sum(p["values"]) / len(p["values"]), "minimum": min(p["values"]),
                       "maximum": max(p["values"]), "std": 0.0, "repetitions": len(p["values"]),
                       "values": [0, i]} for i, p in enumerate(points)]
with zipfile.ZipFile(folder + "/saved.extra-p", "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("experiment.json", json.dumps(saved))
    archive.writestr("values/0.vals", b"Extra-P VALUES\0\0")
with zipfile.ZipFile(folder + "/other.zip", "w") as archive:
    archive.writestr("readme", "no experiment")

# Names that are patterns for unzip, or an option; a1 is what a[1] stands for.
for name, seconds in (("a[1]", 0.375), ("a1", 0.75), ("*", 0.375), ("-l", 0.375), ("b\\c", 0.375)):
    point = {"coordinate": [2, 64], "mean": seconds, "repetitions": 1}
    with zipfile.ZipFile(folder + "/names/" + name + ".extra-p", "w") as archive:
        archive.writestr("experiment.json", json.dumps({**saved, "measurements": {"main": {"time": [point]}}}))

# Experiments of 64 MiB, and of a byte more: what is too much are blanks.
begun = json.dumps(saved)
for name, size in (("full", 64 << 20), ("larger", (64 << 20) + 1)):
    with zipfile.ZipFile(f"{folder}/{name}.extra-p", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("experiment.json", begun + " " * (size - len(begun)))
PYTHON
    "$fpredict" experiment "$folder/e.yaml" --database "$folder/saved.db" \
        --add-measured "$folder/saved.extra-p" --plots "$folder" >"$folder/out" 2>"$folder/said" ||
        fail "saved: $(cat "$folder/said")"
    [ "$(measured saved | tr '\n' ';')" = '2 64 0.5625;4 64 0.25;' ] ||
        fail "saved: read was $(measured saved)"
    grep -q 'a mean counts as one run' "$folder/said" || fail "means: $(cat "$folder/said")"
    "$fpredict" experiment "$folder/e.yaml" --database "$folder/other.db" \
        --add-measured "$folder/other.zip" --plots "$folder" >"$folder/out" 2>"$folder/said" &&
        fail "any ZIP archive is taken"
    grep -q 'not one that Extra-P has saved' "$folder/said" || fail "zip: $(cat "$folder/said")"
    # Names are names.
    number=0
    for name in 'a[1]' '*' -l 'b\c'; do
        number=$((number + 1))
        (cd "$folder/names" && "$fpredict" experiment ../e.yaml --database "../name$number.db" \
            "--add-measured=$name.extra-p" --plots .. >../out 2>../said) ||
            fail "the name $name: $(cat "$folder/said")"
        [ "$(measured "name$number")" = '2 64 0.375' ] || fail "of $name is read $(measured "name$number")"
    done
    # As large as may be, and a byte larger.
    "$fpredict" experiment "$folder/e.yaml" --database "$folder/full.db" \
        --add-measured "$folder/full.extra-p" --plots "$folder" >"$folder/out" 2>"$folder/said" ||
        fail "64 MiB: $(cat "$folder/said")"
    "$fpredict" experiment "$folder/e.yaml" --database "$folder/larger.db" \
        --add-measured "$folder/larger.extra-p" --plots "$folder" >"$folder/out" 2>"$folder/said" &&
        fail "more than 64 MiB is taken"
    grep -q "larger.extra-p' is larger than 64 MiB" "$folder/said" || fail "size: $(cat "$folder/said")"
fi

# --- Another call path, another metric ---
"$fpredict" experiment "$folder/e.yaml" --database "$folder/sweep.db" --callpath 'main->sweep' \
    --add-measured "$here/extrap_newer.json" --plots "$folder" >"$folder/out"
[ "$(measured sweep | tr '\n' ';')" = '2 64 0.375;4 64 0.125;' ] || fail "the call path is another"

# --- Written: what was measured, and predictions of the same points ---
"$fpredict" experiment "$folder/e.yaml" --database "$folder/newer.db" --plots "$folder" >"$folder/out"
"$fpredict" experiment --database "$folder/newer.db" --show jacobi --export-extrap "$folder/out.json"
python3 - "$folder/out.json" <<'PYTHON' || fail "what is written is not as Extra-P has it"
import json, sys
data = json.load(open(sys.argv[1]))
assert data["parameters"] == ["processors", "N"], data["parameters"]
paths = data["measurements"]
time = {tuple(p["point"]): p["values"] for p in paths["jacobi"]["time"]}
assert time == {(2, 64): [0.5, 0.625], (4, 64): [0.25]}, time
assert "jacobi->computation" in paths
for path, metrics in paths.items():
    for metric, points in metrics.items():
        assert sorted(p["point"] for p in points) == [[2, 64], [4, 64]], (path, metric)
        assert all(isinstance(v, (int, float)) for p in points for v in p["values"])
PYTHON

# --- Shapes of one number are no repetitions; what is refused leaves the file that is there ---
sed 's/name: jacobi/name: shapes/; s/\[2, 4\]/[1x4, 2x2, 4x1]/' "$folder/e.yaml" >"$folder/shapes.yaml"
"$fpredict" experiment "$folder/shapes.yaml" --database "$folder/shapes.db" --plots "$folder" >"$folder/out"
cp "$folder/out.json" "$folder/kept.json"
"$fpredict" experiment --database "$folder/shapes.db" --show shapes --export-extrap "$folder/out.json" \
    2>"$folder/said" && fail "three shapes are taken for one point"
grep -q "'1x4' and '2x2', which are one number" "$folder/said" || fail "shapes: $(cat "$folder/said")"
cmp "$folder/out.json" "$folder/kept.json" || fail "a refusal changes the file"
code=0
"$fpredict" experiment --database "$folder/newer.db" --show jacobi --format text \
    --export-extrap "$folder/out.json" 2>"$folder/said" || code=$?
[ $code -eq 2 ] && grep -q 'leave out --format' "$folder/said" || fail "--format: $(cat "$folder/said")"

# --- What is wrong ---
refuses() { # what is said, text of the file
    printf '%s' "$2" >"$folder/wrong.json"
    "$fpredict" experiment "$folder/e.yaml" --database "$folder/wrong.db" --plots "$folder" \
        --add-measured "$folder/wrong.json" >"$folder/out" 2>"$folder/said" && fail "taken: $2"
    grep -q "$1" "$folder/said" || fail "does not say '$1': $(cat "$folder/said")"
}
refuses 'is no JSON' '{"parameters": ['
refuses "no parameter 'N'" '{"parameters": ["processors"],
    "measurements": {"main": {"time": [{"point": [2], "values": [1]}]}}}'
refuses 'not as many coordinates' '{"parameters": ["processors", "N"],
    "measurements": {"main": {"time": [{"point": [2], "values": [1]}]}}}'
refuses "'processors' = '3'" '{"parameters": ["processors", "N"],
    "measurements": {"main": {"time": [{"point": [3, 64], "values": [1]}]}}}'
refuses 'no time above 0' '{"parameters": ["processors", "N"],
    "measurements": {"main": {"time": [{"point": [2, 64], "values": [-1]}]}}}'
refuses 'which metric' '{"parameters": ["processors", "N"], "measurements": {"main":
    {"a": [{"point": [2, 64], "values": [1]}], "b": [{"point": [2, 64], "values": [1]}]}}}'
refuses 'names no call path' '{"parameters": [{"id": 1, "name": "processors"}], "callpaths": [],
    "coordinates": [], "metrics": [], "measurements": [{"callpath_id": 1, "value": 1}]}'
refuses 'no list of runs' '{"measurements": 3}'
refuses "no number for 'N'" '{"params": {"processors": 2, "N": 64}, "value": 1}
{"params": {"processors": 2}, "value": 1}'

# --- Predictions are no measurements: fpredict's own JSON, CSV, and what it writes for Extra-P ---
refuses 'this is what fpredict predicted (fpredict/' '{"schema": "fpredict/estimate/1", "time_s": 1}'
refuses "predictions only, 'predicted_time'" '{"parameters": ["processors", "N"],
    "measurements": {"main": {"predicted_time": [{"point": [2, 64], "values": [1]}]}}}'
refuses "'low_s' and 'high_s' are of predictions" 'processors,N,time_s,low_s,high_s
2,64,1,0.5,2'
refuses "no line is of the kind 'measured'" 'processors,N,kind,time_s
2,64,estimate,1'
printf 'processors,N,kind,time_s\n2,64,measured,0.75\n2,64,estimate,9\n' >"$folder/kinds.csv"
"$fpredict" experiment "$folder/e.yaml" --database "$folder/kinds.db" --plots "$folder" \
    --add-measured "$folder/kinds.csv" >"$folder/out" 2>"$folder/said"
[ "$(measured kinds)" = '2 64 0.75' ] || fail "of two kinds is read $(measured kinds)"
grep -q '1 of 2 lines are left out' "$folder/said" || fail "nothing is said of a prediction"

# --- A title with controls of a terminal is shown, and does nothing; values that there are, are said ---
sed 's/^name: jacobi/name: escape\ntitle: "a\\e[31mred"/' "$folder/e.yaml" >"$folder/escape.yaml"
"$fpredict" experiment "$folder/escape.yaml" --database "$folder/escape.db" --plots "$folder" >"$folder/out"
grep -q '^escape: a?\[31mred$' "$folder/out" || fail "the title is $(head -1 "$folder/out" | cat -v)"
"$fpredict" experiment "$folder/escape.yaml" --database "$folder/escape.db" --plots "$folder" \
    --only processors=3 >"$folder/out" 2>"$folder/said" && fail "3 processors are there"
grep -q 'its values are 2 … 4' "$folder/said" || fail "--only: $(cat "$folder/said")"

# --- JSON Lines, as docs/file-formats.md has them ---
cat >"$folder/lines.jsonl" <<'LINES'
{"params": {"N": 64, "processors": 2}, "metric": "time", "callpath": "main", "value": 0.5}
{"params": {"processors": 2, "N": 64}, "metric": "time", "callpath": "main", "value": 0.625}

{"params": {"processors": 4, "N": 64}, "metric": "time", "callpath": "main", "value": 0.25}
{"params": {"processors": 4, "N": 64}, "metric": "bytes", "callpath": "main", "value": 7}
LINES
"$fpredict" experiment "$folder/e.yaml" --database "$folder/lines.db" --plots "$folder" \
    --add-measured "$folder/lines.jsonl" >"$folder/out"
[ "$(measured lines | tr '\n' ';')" = '2 64 0.5;2 64 0.625;4 64 0.25;' ] ||
    fail "of JSON Lines is read $(measured lines)"
exit 0

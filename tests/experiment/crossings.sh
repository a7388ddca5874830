#!/bin/sh
# fpredict experiment --show --crossings: which is the fastest on each number of processors, of measured
# times and of predicted ones, by hand.
#
#   crossings.sh FPREDICT ROOT
set -eu
fpredict=$1 root=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    echo "$*" >&2
    exit 1
}

cat >"$folder/e.yaml" <<YAML
schema: fpredict/experiment-file/1
name: rows
command: estimate
sources: [$root/samples/laplace/laplace.c]
set: [N=20]
vary:
  - {what: processors, values: [2, 4, 8, 16, 4x2]}
  - {what: distribution, values: ["T(block,block)", "T(block,*)"]}
YAML
# Blocks on 4: 0.3, 0.9 and 0.32 s, whose median is less than 0.33, which is less than their mean. On 8 processors
# 4x2 is the better shape of the two, and faster than columns. On 16 only one is known.
cat >"$folder/runs.csv" <<CSV
processors,distribution,time_s
2,"T(block,block)",0.5
2,"T(block,*)",0.4
4,"T(block,block)",0.3
4,"T(block,block)",0.9
4,"T(block,block)",0.32
4,"T(block,*)",0.33
8,"T(block,block)",0.3
4x2,"T(block,block)",0.15
8,"T(block,*)",0.2
16,"T(block,*)",0.1
CSV
ask() {
    "$fpredict" experiment --database "$folder/e.db" "$@"
}
ask "$folder/e.yaml" --add-measured "$folder/runs.csv" --plots "$folder" >"$folder/out" 2>&1 || fail "$(cat "$folder/out")"
ask --show rows --crossings >"$folder/out"
cat >"$folder/want" <<'TEXT'
rows: rows

  processors  fastest, measured  the next takes
           2  T(block,*)         ×1.250
      4 to 8  T(block,block)     ×1.031 to 1.333
  On 1 number of processors not all have a time.
TEXT
diff "$folder/want" "$folder/out" || fail "measured times are compared otherwise"

# --- Beside predictions: whoever a table of them has as the faster one ---
ask "$folder/e.yaml" --plots "$folder" >"$folder/out" 2>&1 || fail "$(cat "$folder/out")"
ask --show rows --format csv | tr -d '\r' | sed 's/"T(block,\(.*\))"/\1/; s/^4x2,/8,/' |
    awk -F, '$3 == "estimate" { if (!($1 in least) || $5 < least[$1]) { least[$1] = $5; best[$1] = $2 } }
             END { print best[2], best[4], best[8], (best[2] == "*") + (best[4] == "block") + (best[8] == "block") }' \
        >"$folder/best"
{
    ask --show rows --crossings --format csv | tr -d '\r' | sed 's/"T(block,\(.*\))"/\1/' |
        awk -F, '$1 == "predicted" && $5 == "true" { best[$2] = $3 } END { printf "%s %s %s ", best[2], best[4], best[8] }'
    ask --show rows --crossings --format json | sed -n 's/.*"same_fastest": \([0-9]*\).*/\1/p'
} >"$folder/found"
cmp "$folder/best" "$folder/found" || fail "the fastest are $(cat "$folder/best"), not $(cat "$folder/found")"
ask --show rows --crossings --format json | grep -q '"compared": 3' || fail "JSON says not how many are compared"

# --- What cannot be compared ---
sed 's/^name: rows/name: sizes/; s/^  - {what: distribution.*/  - {what: size, name: N, values: [20, 40]}/; /^set:/d' \
    "$folder/e.yaml" >"$folder/s.yaml"
ask "$folder/s.yaml" --plots "$folder" >"$folder/out" 2>&1 || fail "$(cat "$folder/out")"
ask --show sizes --crossings >"$folder/out" 2>&1 && fail "sizes are compared"
grep -q 'crossings are of processors and one thing more' "$folder/out" || fail "says $(cat "$folder/out")"
ask "$folder/e.yaml" --crossings >"$folder/out" 2>&1 && fail "--crossings without --show"
grep -q -- '--crossings compares the results of --show NAME' "$folder/out" || fail "says $(cat "$folder/out")"

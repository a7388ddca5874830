#!/usr/bin/env bash
# The accesses in traces of shared access are those that a twin counts, element by element, and, with
# FPREDICT_ACCESSES=references, those that each execution of a reference makes; and two of them are
# those worked out by hand; so are those to coarrays.
#
#   counts.sh ROOT LIST
#
# From the environment: FPREDICT, CC, RUNTIME, COUNT (count_accesses).
set -euo pipefail
export ROOT=$1
list=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 count=0

complain() {
    echo "$sample, N = $n, $rows x $columns, $distribution: $*" >&2
    failed=$((failed + 1))
}

# Leaves the trace of the sample in $work/trace.
trace() {
    local options=() procs=$rows
    [ "$distribution" = - ] || options+=(--distribute "$distribution")
    case $distribution in *'(*,'*) procs=$columns ;; *',*)' | *'(cyclic)') ;; *) [ "$columns" -eq 1 ] || procs=${rows}x$columns ;; esac
    "$FPREDICT" emit "$ROOT/samples/$sample/$sample.c" --procs "$procs" --shared "${options[@]}" \
        -o "$work/a.c" -- "-DN=$n" 2>"$work/messages" || { cat "$work/messages" >&2; return 1; }
    "$ROOT/tests/shared/cc.sh" -O1 -w "-DN=$n" -I"$ROOT/codegen/runtime" \
        -I"$ROOT/frontend/include" "$work/a.c" \
        "$RUNTIME/runtime.o" -lm -o "$work/a" || return 1
}

run() {
    FPREDICT_ACCESSES=$1 FPREDICT_CHECK=1 FPREDICT_TRACE=$work/trace "$work/a" >/dev/null &&
        "$FPREDICT" trace show "$work/trace" >/dev/null
}

while read -r sample n rows columns format distribution; do
    case $sample in '' | '#'*) continue ;; esac
    count=$((count + 1))
    trace || { complain "is not built"; continue; }
    for grain in elements references; do
        run "$grain" || { complain "does not run, or its trace is wrong"; continue; }
        "$COUNT" "$sample" "$n" "$rows" "$columns" "$format" "$grain" >"$work/expected"
        awk -f "$ROOT/tests/shared/accesses.awk" "$work/trace" >"$work/found"
        diff "$work/expected" "$work/found" >&2 || complain "$grain: < counted, > in the trace"
    done
done <"$list"

# By hand. Rows in blocks on 4 threads, 100 sweeps: each of the 3 pairs of neighbours reads a row of
# N - 2 points each way.
sample=laplace n=20 rows=4 columns=1 distribution='T(block,*)'
trace && run elements
found=$(awk -f "$ROOT/tests/shared/accesses.awk" "$work/trace" | awk '{ sum += $3 } END { print sum }')
[ "$found" -eq $((100 * 3 * 2 * (n - 2))) ] || complain "by hand: $found accesses"
# Stretches: a row is one access.
run stretches
found=$(awk -f "$ROOT/tests/shared/accesses.awk" "$work/trace" | awk '{ sum += $3; bytes = $4 } END { print sum, bytes }')
[ "$found" = "600 $((4 * (n - 2)))" ] || complain "by hand: stretches: $found"
# A product of rows: all but its own rows of b, by each of 3 threads, and the element that is printed,
# by 2.
sample=matmul n=12 rows=3
trace && run elements
found=$(awk -f "$ROOT/tests/shared/accesses.awk" "$work/trace" | awk '{ sum += $3 } END { print sum }')
[ "$found" -eq $((3 * (n * n - n * n / 3) + 2)) ] || complain "by hand: $found accesses"
# Each reference: for each of N/3 rows of c, all elements of b but its own.
run references
found=$(awk -f "$ROOT/tests/shared/accesses.awk" "$work/trace" | awk '{ sum += $3 } END { print sum }')
[ "$found" -eq $((3 * n / 3 * (n * n - n * n / 3) + 2)) ] || complain "by hand: references: $found"

# Coarrays: of each image to the next one, of 4.
sample=coarrays
"$FPREDICT" emit "$ROOT/tests/shared/coarrays.c" --shared -o "$work/a.c" &&
    "$ROOT/tests/shared/cc.sh" -O1 -w -I"$ROOT/codegen/runtime" -I"$ROOT/frontend/include" "$work/a.c" \
        "$RUNTIME/runtime.o" -lm -o "$work/a" && run elements || complain "does not run"
printf '%s\n' '0 1 10 8' '1 2 10 8' '2 3 10 8' '3 0 10 8' |
    diff - <(awk -f "$ROOT/tests/shared/accesses.awk" "$work/trace") >&2 || complain "by hand"

echo "$count programs, $failed wrong"
[ "$failed" -eq 0 ] && [ "$count" -gt 0 ]

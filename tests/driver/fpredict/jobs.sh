#!/bin/bash
# What is printed does not depend on how many processes predict: --jobs 1 and --jobs 4 give the
# same bytes on both streams, and the same exit code. A worker that is ended is an error.
#
#   jobs.sh FPREDICT ROOT
set -u
fpredict=$(realpath "$1") root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8
failures=0 compared=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# same EXIT_CODE ARGUMENT…
same() {
    local expected=$1 jobs code
    shift
    for jobs in 1 4; do
        "$fpredict" "$@" --jobs "$jobs" >"$work/out.$jobs" 2>"$work/err.$jobs" </dev/null
        code=$?
        [ "$code" = "$expected" ] || fail "exit code $code, not $expected: $* --jobs $jobs"
    done
    cmp "$work/out.1" "$work/out.4" || fail "output: $*"
    cmp "$work/err.1" "$work/err.4" || fail "diagnostics: $*"
    compared=$((compared + 1))
}

cd "$root/samples" || exit 1
for sample in laplace/laplace redblack/redblack finance/finance pbs3/pbs3 lfk05/lfk05; do
    for format in text json csv; do
        same 0 estimate $sample.c --procs 1,2,4 --format $format
        same 0 compare $sample.c --procs 4 --format $format
    done
    same 0 compare $sample.c --procs 2,4 --machine ipsc860 --machine cm5
    same 0 estimate $sample.c --procs 1,2,4 --remarks
    same 0 annotate $sample.c --procs 2,4
done
same 0 estimate laplace/laplace.c --set N=64,128 --set niter=1,2 --procs 2,4 --by line
same 0 estimate laplace/laplace.c --procs 2,4 --at 30

# Candidates with errors and warnings; shapes that no grid has; values that wrap, of which the
# reason is found by an evaluation.
cd "$root/tests/driver/golden" || exit 1
for format in text json csv; do
    same 0 compare only-block.c --format $format
    same 1 compare step.c --procs 2,4 --format $format
done
for format in text json csv; do
    same 1 estimate wraps.c --set n=0,65536,3 --procs 2,4 --format $format
    same 0 compare wraps.c --set n=0,1 --procs 2,4 --format $format
done
same 1 estimate wraps.c --set n=0,65536 --procs 2,65536 --warnings-as-errors
grep -q 'wraps]' "$work/err.4" || fail "nothing is said of a value that wraps"
[ "$compared" -ge 60 ] || fail "only $compared comparisons"

# Ended while it works: programs that take long, so that it is there when it is looked for.
"$fpredict" estimate "$root/samples/lu/lu.c" --set N=8192,8193 --procs 1024 --jobs 2 \
    >"$work/out" 2>"$work/err" &
leader=$!
until worker=$(pgrep -P "$leader" | head -n 1) && [ -n "$worker" ]; do
    kill -0 "$leader" 2>/dev/null || break
done
kill -KILL "$worker" || fail "there was no worker"
wait "$leader"
code=$?
[ "$code" = 1 ] || fail "exit code $code after a worker was ended"
grep -q 'was ended by signal 9 (Killed)' "$work/err" || fail "nothing is said: $(cat "$work/err")"
[ -s "$work/out" ] && fail "printed: $(head -n 3 "$work/out")"
pgrep -P "$leader" && fail "a worker goes on"
[ "$failures" -eq 0 ]

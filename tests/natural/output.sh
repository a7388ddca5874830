#!/usr/bin/env bash
# Builds the programs by hand, runs them, and compares what they print with what the samples (of
# stencil.c: twins/stencil.c) print as plain C: the same to the last digit. Each element is computed by the same operations in the
# same order; only sums over ranks are not, and they differ in digits that are not printed.
#
#   output.sh ROOT
#
# From the environment: MPICC, MPIRUN (with its options).
set -euo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 runs=0

complain() {
    echo "$*" >&2
    failed=$((failed + 1))
}

# build SAMPLE MACRO…: $work/plain and $work/natural.
build() {
    local sample=$1
    shift
    local plain=$root/samples/$sample/$sample.c
    [ -e "$plain" ] || plain=$root/tests/natural/twins/$sample.c
    cc -O1 -w "$@" "$plain" -lm -o "$work/plain"
    "$MPICC" -std=c17 -O1 -Wall -Wextra -Werror "$@" "$root/tests/natural/$sample.c" -lm \
        -o "$work/natural"
}

# same RANKS SAMPLE MACRO…: for each number of RANKS (in one word).
same() {
    local numbers=$1 ranks expected=0 status
    shift
    build "$@"
    "$work/plain" >"$work/expected" || expected=$?
    for ranks in $numbers; do
        status=0
        timeout 60 $MPIRUN -n "$ranks" "$work/natural" >"$work/printed" 2>"$work/said" || status=$?
        runs=$((runs + 1))
        if [ "$status" -ne "$expected" ]; then
            complain "$* on $ranks exits with $status, not $expected: $(head -3 "$work/said")"
        elif ! diff "$work/expected" "$work/printed" >&2; then
            complain "$* on $ranks: not (>) what plain C prints (<)"
        fi
    done
}

# refused TEXT RANKS SAMPLE MACRO…: says so, and prints nothing.
refused() {
    local text=$1 ranks=$2 status=0
    shift 2
    build "$@"
    timeout 60 $MPIRUN -n "$ranks" "$work/natural" >"$work/printed" 2>"$work/said" || status=$?
    runs=$((runs + 1))
    if [ "$status" -eq 0 ] || [ -s "$work/printed" ] || ! grep -qF "$text" "$work/said"; then
        complain "$* on $ranks exits with $status, and does not say '$text'"
    fi
}

# Sizes that the ranks do not divide, but where the sample wants a power of two; in hpl, a last block
# that is shorter (23), and a column b that is a block by itself (16).
same '1 2 3 4' laplace -DN=22
same '1 2 3 4' lu -DN=23
same '1 2 3 4' pi -DN=1003
same '1 2 3 4' poisson -DN=16
same '1 2 3 4' stencil -DN=21
same '1 2 3 4' hpl -DN=23 -DNB=4
same '2 4' hpl -DN=16 -DNB=4
refused 'laplace: 3 x 1 ranks are too many' 3 laplace -DN=2
refused 'hpl: 3 x 1 ranks are too many' 3 hpl -DN=8 -DNB=4

echo "$runs runs, $failed wrong"
[ "$failed" -eq 0 ]

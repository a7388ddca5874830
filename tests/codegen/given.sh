#!/usr/bin/env bash
# Programs whose size is an argument, generated for one by --set: with that argument they print what
# plain C prints, with another they end and say so; where the size could be another than the one that
# is compared, nothing is generated.
#
#   given.sh ROOT
#
# From the environment: FPREDICT, MPICC, MPIRUN, SAME, RUNTIME as in run.sh.
set -uo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
wrong() {
    echo "$1" >&2
    failed=$((failed + 1))
}

# same NAME SOURCE…: NAME's first argument is n, the second the number of steps; both are on standard input, too.
# $grids: on which it is run. $sizes: what the program calls n; the first is compared first.
grids="1x1 1x2 2x2 3x1 2x4" sizes=n
same() {
    local name=$1 procs ranks size sets=()
    shift
    for size in $sizes; do
        sets+=(--set "$size=23")
    done
    size=${sizes%% *}
    cc -std=c17 -O1 -w "$@" -lm -o "$work/plain"
    "$work/plain" 23 7 >"$work/expected" <<<"23 7"
    "$work/plain" 23 >"$work/expected_begun" <<<"23"
    for procs in $grids; do
        ranks=$((${procs/x/*}))
        rm -rf "$work/out"
        "$FPREDICT" emit "$@" "${sets[@]}" --procs $procs -o "$work/out/" 2>"$work/log" ||
            wrong "$name, $procs: $(grep -m1 error "$work/log")"
        "$MPICC" -std=c17 -O1 -w -I"$root" -I"$root/codegen/runtime" -I"$(dirname "$1")" \
            -idirafter "$root/frontend/include" "$work"/out/*.c "$RUNTIME/runtime.o" -lm -o "$work/mpi" || wrong "$name, $procs: no program"
        # Only n is of the layout: the number of steps is read when the program runs.
        timeout 60 "$MPIRUN" -n $ranks "$work/mpi" 23 7 >"$work/got" 2>/dev/null <<<"23 7"
        "$SAME" "$work/expected" "$work/got" >/dev/null || wrong "$name, $procs: other results"
        # The number that it begins with is the one that is set.
        timeout 60 "$MPIRUN" -n $ranks "$work/mpi" >"$work/got" 2>/dev/null <<<"23"
        "$SAME" "$work/expected_begun" "$work/got" >/dev/null ||
            wrong "$name, $procs: other results at first"
        timeout 60 "$MPIRUN" -n $ranks "$work/mpi" 24 7 >"$work/got" 2>"$work/log" <<<"24 7" &&
            wrong "$name, $procs: runs with another size"
        grep -q "made for $size = 23, and here it is 24: generate it anew with --set $size=24" \
            "$work/log" || wrong "$name, $procs: does not say why it ends: $(head -1 "$work/log")"
    done
}

same argument "$root/tests/codegen/given/argument.c"
grids="1x1 2x2" same formals "$root"/tests/codegen/given/formals/*.c
same heat "$root"/samples/heat/*.c
grids="1 2 3 4" same fixed "$root/tests/codegen/given/fixed.c"
grids="1x1 2x2 3x1" same scanned "$root/tests/codegen/given/scanned.c"
grids="1 3" sizes="g.n r.count" same members "$root/tests/codegen/given/members.c"
grids="1 3" same before "$root/tests/codegen/given/before.c"
grids="1 3" same global "$root/tests/codegen/given/global.c"
for name in changes used kept twice; do
    "$FPREDICT" emit "$root/tests/codegen/given/$name.c" --set n=23 >"$work/text" 2>"$work/log" &&
        wrong "$name is generated"
    grep -q "is made for one value of 'n', and compares it where it has got its last" "$work/log" ||
        wrong "$name: $(grep -m1 error "$work/log")"
done
[ $failed -eq 0 ]

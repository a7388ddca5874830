#!/usr/bin/env bash
# Who sends what is worked out once a place of the program, however often it is passed.
#
#   kept.sh ROOT
#
# From the environment: FPREDICT, MPICC, MPIRUN, RUNTIME, as for run.sh.
set -euo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# check SOURCE PROCS DISTRIBUTION COLLECTED: so often each process collects elements.
check() {
    local options=()
    [ "$3" = - ] || options=(--distribute "$3")
    "$FPREDICT" emit "$root/$1" --procs "$2" "${options[@]}" -o "$work/generated.c" -- -DN=20
    "$MPICC" -O1 -w -DN=20 -I"$root" -I"$root/codegen/runtime" -Wl,--wrap=fpr_collect \
        "$work/generated.c" "$root/tests/codegen/collected.c" "$RUNTIME"/fpr_*.o -lm \
        -o "$work/generated"
    timeout 120 $MPIRUN -n "$2" "$work/generated" >/dev/null 2>"$work/said"
    for ((p = 0; p < $2; p++)); do echo "collected $4"; done >"$work/expected"
    grep '^collected' "$work/said" | diff "$work/expected" - || {
        echo "$1 on $2, $3: not as often as expected (<)" >&2
        failed=1
    }
}

# 20 steps, each of which redistributes u and w twice: 4 places. At each, what stays; and, for
# each other process, what goes there and what comes from there.
check samples/adi/adi.c 1 - 4
check samples/adi/adi.c 2 - 12
check samples/adi/adi.c 3 - 20
# 100 sweeps with one exchange: what goes to the other process, and what comes from it.
check samples/laplace/laplace.c 2 'T(cyclic,*)' 2
exit "$failed"

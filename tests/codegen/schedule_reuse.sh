#!/usr/bin/env bash
# Who sends what is worked out once a place of the program, however often it is passed, and in pieces.
#
#   schedule_reuse.sh ROOT
#
# From the environment: FPREDICT, MPICC, MPIRUN, RUNTIME, as for run.sh.
set -euo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# check SOURCE SIZE PROCS DISTRIBUTION WHAT COUNT: so often each process does it (count_pieces.c).
check() {
    local options=() processes=$((${3//x/*}))
    [ "$4" = - ] || options=(--distribute "$4")
    "$FPREDICT" emit "$root/$1" --procs "$3" "${options[@]}" -o "$work/generated.c" -- "-DN=$2"
    # Objects one by one: of calls within one object, --wrap changes nothing.
    "$MPICC" -O1 -w "-DN=$2" -I"$root" -I"$root/codegen/runtime" \
        -Wl,--wrap=fpr_collect,--wrap=fpr_record_piece \
        "$work/generated.c" "$root/tests/codegen/count_pieces.c" "$RUNTIME"/fpr_*.o -lm \
        -o "$work/generated"
    timeout 120 $MPIRUN -n "$processes" "$work/generated" >/dev/null 2>"$work/said"
    for ((p = 0; p < processes; p++)); do echo "$5 $6"; done >"$work/expected"
    grep "^$5" "$work/said" | diff "$work/expected" - || {
        echo "$1 on $3, $4: not as often as expected (<)" >&2
        failed=1
    }
}

# 20 steps, each of which redistributes u and w twice: 4 communications. At each, what stays; and, for
# each other process, what goes there and what comes from there.
check samples/adi/adi.c 20 1 - collected 4
check samples/adi/adi.c 20 2 - collected 12
check samples/adi/adi.c 20 3 - collected 20
# 100 sweeps with one exchange: what goes to the other process, and what comes from it.
check samples/laplace/laplace.c 20 2 'T(cyclic,*)' collected 2
# A pipeline of single elements: these are looked at one by one, and nothing is collected.
check samples/lfk05/lfk05.c 20 3 'T(cyclic)' collected 0
# Two transforms of 15 rows: what is worked out of the first row is moved to the others, and found by the
# second transform. Of re and of im, two references for s = 1, 2, 4, 8. With 8 columns a process, the 8
# elements of a reference are 2 pieces (s = 1: every other one, cut where the columns are), 4 (pairs), 2
# (of four), and 1: 2 * 2 * (2 + 4 + 2 + 1). And u[i][9] is made from u[i][7], across the cut, in each
# row of both transforms, one by one: 2 * 15.
check samples/poisson/poisson.c 16 2 'T(*,block)' recorded 66
# In turn to 2 processes: 1 piece of every other element (s = 1: all have the same owner), 2 of every
# fourth one (s = 2: the first of all pairs, and the second), 2 * 2, of every other element of four,
# and 2, of eight: 2 * 2 * (1 + 2 + 4 + 2).
check samples/poisson/poisson.c 16 2 'T(*,cyclic)' recorded 36
# Rows in blocks of 32 in turn to 2 processes, columns all to each row's. A loop that only says who else
# executes (the columns that are updated) counts once. What is left of the first block's columns j: 31
# pieces for the rows of the block, and 8, for the 8 rows below it; of the second block's, 7 and 0. Of the
# substitution, a[k][k] is 2; a[i][k], i < k, is 2 for k = 39 .. 33, and 1 for k = 32 .. 1.
check samples/hpl/hpl.c 40 2x1 - recorded 94
exit "$failed"

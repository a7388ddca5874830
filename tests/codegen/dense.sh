#!/usr/bin/env bash
# How much memory generated programs allocate for arrays in cycles.
#
#   dense.sh ROOT
#
# From the environment: FPREDICT, MPICC, MPIRUN, RUNTIME, as for run.sh. Of a dense dimension a
# process has what it owns, room for so many indices of others as it receives at a time, and one
# place more.
set -euo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# check SOURCE SIZE PROCS DISTRIBUTION, and on standard input what the processes say (say_places.c).
check() {
    local options=() processes=$((${3//x/*}))
    sort >"$work/expected"
    [ "$4" = - ] || options=(--distribute "$4")
    "$FPREDICT" emit "$root/$1" --procs "$3" "${options[@]}" -o "$work/generated.c" -- "-DN=$2" \
        2>"$work/said"
    "$MPICC" -O1 -w "-DN=$2" -I"$root" -I"$root/codegen/runtime" -Wl,--wrap=fpr_array_layout \
        "$work/generated.c" "$root/tests/codegen/say_places.c" "$RUNTIME"/fpr_*.o -lm \
        -o "$work/generated"
    timeout 120 $MPIRUN -n "$processes" "$work/generated"  </dev/null >/dev/null 2>"$work/said"
    grep "^places" "$work/said" | sort | diff "$work/expected" - || {
        echo "$1 on $3, $4: not as much memory as expected (<)" >&2
        failed=1
    }
}

# 20 rows over 3: 7, 7, 6; row k, and one more. Vectors: x[k], likewise.
check samples/lu/lu.c 20 3 - <<'END'
places 0 a 9 21
places 1 a 9 21
places 2 a 8 21
places 0 x 9
places 1 x 9
places 2 x 8
END
# 200 rows in blocks of 32: 0, 2, 4 and 6, which has 8; 1, 3 and 5. Of others: rows j and pivot;
# a[j][j]; row j of the panel, and where the block's rows are solved for; 32 rows of the block; row k
# at the end: 38. The diagonal is apart, 200 elements. Columns are not divided.
check samples/hpl/hpl.c 200 2x1 - <<'END'
places 0 a 143 201 and 200
places 1 a 135 201 and 200
END
# Of 100 rows a processor would have 64 and these 39, more than all: whole.
check samples/hpl/hpl.c 100 2x1 - <<'END'
places 0 a 100 101
places 1 a 100 101
END
# 64 columns over 4: 16 of v, which nobody else reads; of u, too, and one to the left and one to the
# right of each.
check samples/laplace/laplace.c 64 4 'T(*,cyclic)' <<'END'
places 0 u 64 49
places 1 u 64 49
places 2 u 64 49
places 3 u 64 49
places 0 v 64 17
places 1 v 64 17
places 2 v 64 17
places 3 v 64 17
END
# In blocks of 8: 2 blocks each; of others 1 above and 1 below each block, from two references: 4.
check samples/laplace/laplace.c 64 4 'T(*,cyclic(8))' <<'END'
places 0 u 64 21
places 1 u 64 21
places 2 u 64 21
places 3 u 64 21
places 0 v 64 17
places 1 v 64 17
places 2 v 64 17
places 3 v 64 17
END
# 40 rows over 4 in blocks of 2, of each of two arrays that change names: rows 2k and 3 of `now`.
check tests/codegen/cases/dense_exchange.c 40 4 - <<'END'
places 0 now 13 40
places 1 now 13 40
places 2 now 13 40
places 3 now 13 40
places 0 old 13 40
places 1 old 13 40
places 2 old 13 40
places 3 old 13 40
END
# 41 columns over 3: 14, 14 and 13; column k of `now`.
check tests/codegen/cases/dense_exchange.c 41 3 'T(*,cyclic)' <<'END'
places 0 now 41 16
places 1 now 41 16
places 2 now 41 15
places 0 old 41 16
places 1 old 41 16
places 2 old 41 15
END
# A template of 31 cells over 3: 11, 10 and 10, and one more. z[k+10] and z[k+11] are others': z lies by
# owners, and has room for 11 of each.
check samples/lfk01/lfk01.c 20 3 'T(cyclic)' <<'END'
places 0 x 12
places 0 y 12
places 0 z 33
places 1 x 11
places 1 y 11
places 1 z 33
places 2 x 11
places 2 y 11
places 2 z 33
END
[ "$failed" -eq 0 ] && echo "all as expected"
exit "$failed"

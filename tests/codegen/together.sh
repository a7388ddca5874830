#!/usr/bin/env bash
# together.sh ROOT: what transpositions of together.c call, on four processes, and that they print
# what the source prints as plain C.
#
# From the environment: FPREDICT, MPICC, MPIRUN, RUNTIME, as for run.sh.
set -euo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source=$root/tests/codegen/together.c
failed=0

# A machine of which it is known what the library does.
awk '{ print }
    /^        barrier:/ { inside = 1 }
    inside && /algorithm:/ {
        inside = 0
        for (i = 1; i <= 2; i++)
            printf "        alltoall%s:\n          library:\n            - {processors: 2, from_bytes: 0, algorithm: pairwise, from: derived, source: \"made up\"}\n", i == 2 ? "v" : ""
    }' "$root/tests/codegen/plain.yaml" >"$work/machine.yaml"

# expect N FLAGS OPTIONS CALLS: of MPI_Alltoall and of MPI_Alltoallv, by each process.
expect() {
    local size=$1 flags=$2 options=$3 calls=$4 said
    cc -O1 -w "-DN=$size" $flags "$source" -lm -o "$work/plain"
    "$FPREDICT" emit "$source" --procs 4 --machine "$work/machine.yaml" $options \
        -o "$work/generated.c" -- "-DN=$size" $flags 2>"$work/messages" || {
        cat "$work/messages" >&2
        failed=1
        return
    }
    "$MPICC" -O1 -w "-DN=$size" $flags -I"$root/codegen/runtime" -I"$root/frontend/include" \
        "$work/generated.c" "$root/tests/codegen/together_count.c" "$RUNTIME/runtime.o" -lm \
        -o "$work/generated"
    timeout 120 $MPIRUN -n 4 "$work/generated" >"$work/out" 2>"$work/said" || failed=1
    said=$(grep '^calls' "$work/said" | sort | uniq -c | awk '{ print $1 ": " $3, $4 }')
    [ "$said" = "4: $calls" ] && [ "$(cat "$work/out")" = "$("$work/plain")" ] || {
        echo "N = $size $flags $options: '$said', not 'calls $calls'; printed $(cat "$work/out")" >&2
        failed=1
    }
}

expect 12 '' '--collectives library' '1 0' # blocks of 3 x 3
expect 10 '' '--collectives library' '0 1' # 3, 3, 3 and 1 rows
expect 3 '' '--collectives library' '0 0'  # the last has none
expect 12 '' '--collectives own' '0 0'
expect 12 -DLINES '--collectives library' '2 0' # among four, and among those of a column
exit $failed

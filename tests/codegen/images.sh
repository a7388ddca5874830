#!/usr/bin/env bash
# Programs with coarrays, or with calls of XcalableMP's library, cannot be run as plain C to compare: each knows what is right,
# and its status says how much is not.
#
#   images.sh ROOT
#
# From the environment: FPREDICT, MPICC, MPIRUN, RUNTIME, as for run.sh; EMIT_OPTIONS, of fpredict.
set -euo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
for source in "$root"/tests/codegen/images/*.c; do
    name=$(basename "$source" .c)
    processes=4
    [ "$name" != alone ] || processes=1
    # With and without optimisation variables are at other places in memory.
    for optimised in -O0 -O2; do
        if ! { "$FPREDICT" emit "$source" ${EMIT_OPTIONS:-} -o "$work/generated.c" &&
            "$MPICC" "$optimised" -w -I"$root" -I"$root/codegen/runtime" \
                -I"$root/frontend/include" "$work/generated.c" "$RUNTIME/runtime.o" -lm \
                -o "$work/generated" &&
            timeout 120 $MPIRUN -n $processes "$work/generated"; } >"$work/said" 2>&1; then
            echo "$name, $optimised: $(tail -3 "$work/said")" >&2
            failed=1
        fi
    done
done
exit $failed

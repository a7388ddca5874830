#!/usr/bin/env bash
# What generated programs print, and who does: processes print in no certain order, so the lines are compared sorted.
# printed/NAME.expected is worked out by hand, from who executes what by the directives.
#
#   printed.sh ROOT
#
# From the environment: FPREDICT, MPICC, MPIRUN, RUNTIME, as for run.sh; EMIT_OPTIONS, of fpredict.
set -euo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
printf '#!/bin/sh\nexec "$1" >"$(mktemp "$2")"\n' >"$work/apart"
chmod +x "$work/apart"
for source in "$root"/tests/codegen/printed/*.c; do
    name=$(basename "$source" .c)
    "$FPREDICT" emit "$source" ${EMIT_OPTIONS:-} -o "$work/generated.c"
    "$MPICC" -O1 -w -I"$root" -I"$root/codegen/runtime" -I"$root/frontend/include" "$work/generated.c" \
        "$RUNTIME/runtime.o" -lm -o "$work/generated"
    # Each process has a file of its own: where mpirun joins what they print, lines may be mixed.
    rm -f "$work"/out.*
    timeout 120 $MPIRUN -n 4 "$work/apart" "$work/generated" "$work/out.XXXXXX"
    cat "$work"/out.* | LC_ALL=C sort >"$work/said"
    if ! LC_ALL=C sort "${source%.c}.expected" | diff - "$work/said" >"$work/difference"; then
        echo "$name: $(cat "$work/difference")" >&2
        failed=1
    fi
done
exit $failed

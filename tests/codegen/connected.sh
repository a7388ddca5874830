#!/usr/bin/env bash
# connected.sh ROOT: connected.c on four processes.
#
# From the environment: MPICC, MPIRUN, RUNTIME, as for run.sh.
set -euo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$MPICC" -O1 -Wall -Werror -I"$root" "$root/tests/codegen/connected.c" "$RUNTIME/runtime.o" -lm -o "$work/connected"
timeout 120 $MPIRUN -n 4 "$work/connected"

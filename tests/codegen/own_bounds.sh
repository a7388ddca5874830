#!/usr/bin/env bash
# own_bounds.sh ROOT: own_bounds.c, in one process, which needs no MPI but its names.
#
# From the environment: MPICC, RUNTIME, as for run.sh.
set -euo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$MPICC" -O1 -Wall -Werror -I"$root" "$root/tests/codegen/own_bounds.c" "$RUNTIME/runtime.o" -lm -o "$work/own_bounds"
"$work/own_bounds"

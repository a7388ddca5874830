#!/usr/bin/env bash
# Programs in shared access print what plain C does: the lists of tests/codegen/run.sh, with
# --shared.
#
#   run.sh ROOT LIST
#
# From the environment: FPREDICT, SAME, CC, RUNTIME.
set -euo pipefail
export ROOT=$1
list=$2
here=$ROOT/tests/shared
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -E '/^ *(#|$)/!s/$/ --shared/' "$list" >"$work/list.txt"
MPICC=$here/cc.sh MPIRUN=$here/threads.sh LIMIT=60 \
    bash "$ROOT/tests/codegen/run.sh" "$ROOT" "$work/list.txt"

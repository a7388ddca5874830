#!/usr/bin/env bash
# A program that calls exit() ends MPI with it where all has gone well: each process reports at the end
# of MPI. Another status is passed on, and may end the others before they are done.
#
#   exit.sh ROOT
#
# From the environment: FPREDICT, MPICC, MPIRUN, RUNTIME, as for run.sh; EMIT_OPTIONS, of fpredict.
set -euo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

cat >"$work/source.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#define N 64
double v[N];
#pragma hpf processors P(4)
#pragma hpf distribute v(block) onto P

static void leave(int status)
{
    exit(status);
}

int main(int argc, char **argv)
{
    for (int i = 0; i < N; i++)
        v[i] = i;
    printf("%g\n", v[3]);
    if (argc > 1)
        leave(atoi(argv[1]));
    return 0;
}
END
"$FPREDICT" emit "$work/source.c" ${EMIT_OPTIONS:-} -o "$work/generated.c"
"$MPICC" -O1 -w -I"$root/codegen/runtime" "$work/generated.c" "$RUNTIME/runtime.o" -lm -o "$work/generated"

# check STATUS REPORTS: ends so, and the report has so many lines.
check() {
    local status=0
    FPR_REPORT="$work/report" timeout 120 $MPIRUN -n 4 "$work/generated" $1 >"$work/out" 2>"$work/said" || status=$?
    [ "$status" -eq "${1:-0}" ] || { echo "exit($1) ends with $status" >&2; failed=1; }
    [ "$(cat "$work/out")" = 3 ] || { echo "exit($1) prints $(cat "$work/out")" >&2; failed=1; }
    [ "$(cat "$work"/report* 2>/dev/null | wc -l)" -eq "$2" ] || {
        echo "exit($1): $(cat "$work"/report* 2>/dev/null | wc -l) reports, not $2" >&2; failed=1; }
    rm -f "$work"/report*
}
check '' 5 # a heading, and each of the four
check 0 5
! timeout 120 $MPIRUN -n 4 "$work/generated" 3 >/dev/null 2>&1 || { echo "exit(3) ends with 0" >&2; failed=1; }
exit $failed

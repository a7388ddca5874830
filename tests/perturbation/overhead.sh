#!/usr/bin/env bash
# fpredict train overhead: what it finds is more than nothing and no more than recording is said to take
# (docs/traces.md), and fpredict deperturb takes it. Skipped (77) without an MPI.
#
#   overhead.sh FPREDICT CASES
set -euo pipefail
fpredict=$1 cases=$2
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpirun=mpirun.mpich
command -v mpicc.mpich mpirun.mpich >/dev/null || mpirun=mpirun
command -v mpicc $mpirun >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$fpredict" train overhead --mpirun "$mpirun -n 1" -o "$work/overhead" >"$work/said"
tail -1 "$work/overhead" | tr ',' '\n' | awk -F '[=n]' '
    { name = $0; sub(/=.*/, "", name); value = $0; sub(/.*=/, "", value); ns[name] = value + 0; n++ }
    END {
        for (name in ns) {
            print name, ns[name]
            if (ns[name] > 1500 || (ns[name] < 1 && name != "clock")) failed = 1
        }
        exit failed || n != 6 || !("access" in ns) || ns["clock"] < 50
    }'
"$fpredict" deperturb "$cases/ring.trace" --overhead "$work/overhead" >/dev/null

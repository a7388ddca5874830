#!/usr/bin/env bash
# Communication alone between two real ranks of this host: as predicted of a machine that was trained
# here under the same MPI library, beside kernels.c, at sizes that are not in the training set. Markdown.
#
#   table.sh FPREDICT MPI MACHINE.yaml        (MPI: mpich or openmpi, of mpicc.MPI and mpirun.MPI)
#
# MACHINE.yaml is what `fpredict train --mpirun "mpirun.MPI -np 2" --node-of node.yaml …` writes, with a node that
# computes in no time: `cat tests/natural/sendrecv/star.network tests/contention/node >node.yaml`. Of 201
# batches the least time and the median are shown: where other programs use the host, the least is of when
# the two ranks ran undisturbed. It judges nothing.
# UNDER, from the environment, stands before mpirun: nice -n -20.
set -euo pipefail
UNDER=${UNDER:-}
fpredict=$1 mpi=$2 machine=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"mpicc.$mpi" -O2 "$here/kernels.c" -o "$work/kernels"

# predicted PATTERN BYTES: microseconds of one time.
predicted() {
    local twin=$1 each=1000
    case $1 in sendrecv | alltoall | exchange) twin=exchange each=2000 ;; esac # of which a time has two
    "$fpredict" estimate "$here/$twin.c" --machine "$machine" --format json -- \
        "-DSIZE=$(($2 / 8))" -DTIMES=1000 2>/dev/null |
        awk -F'[:,]' -v each=$each '/"time_s"/ && !seen++ { print $2 * 1e6 / each }'
}

echo '| MPI | pattern | bytes | predicted us | least us | median us | of the least | of the median |'
echo '|---|---|---|---|---|---|---|---|'
for pattern in pingpong exchange sendrecv allreduce alltoall; do
    for bytes in 48 304 3000 12000 50000 200000; do
        read -r least median < <($UNDER "mpirun.$mpi" -np 2 "$work/kernels" $pattern $bytes)
        ours=$(predicted $pattern $bytes)
        awk -v mpi="$mpi" -v pattern=$pattern -v bytes=$bytes -v a="$ours" -v b="$least" -v c="$median" 'BEGIN {
            printf "| %s | %s | %d | %.2f | %.2f | %.2f | %+.0f %% | %+.0f %% |\n", mpi, pattern, bytes, a, b, c,
                100 * (a / b - 1), 100 * (a / c - 1) }' | tee -a "$work/rows"
    done
done
for column in 8 9; do
    awk -F'|' -v c=$column '{ o = $c + 0; print o < 0 ? -o : o }' "$work/rows" | sort -g |
        awk -v what="$([ $column = 8 ] && echo the least || echo the median)" \
            '{ e[NR] = $1 } END { printf "\nmedian of the errors beside %s %.0f %%\n", what, (e[int((NR + 1) / 2)] + e[int(NR / 2) + 1]) / 2 }'
done

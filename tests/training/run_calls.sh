#!/bin/sh
# A simulated machine whose MPI library does MPI_Alltoall by Bruck's algorithm and MPI_Alltoallv in
# steps: trained, and programs that call these predicted and measured. What they would take if they
# sent each block by itself is told apart.
#
#   run_calls.sh ROOT FPREDICT SMPICC SMPIRUN
set -eu
root=$1 fpredict=$2 smpicc=$3 smpirun=$4
. "$root/tests/training/simulated.sh"
star 8 20GBps 1us
options="$as_stated --log=root.thres:error"'
    --cfg=smpi/os:0:1e-6:1e-10 --cfg=smpi/ois:0:1.4e-6:1e-10
    --cfg=smpi/or:0:8e-7:1e-10 --cfg=smpi/async-small-thresh:65536
    --cfg=smpi/send-is-detached-thresh:65536 --cfg=smpi/alltoall:bruck --cfg=smpi/alltoallv:ring
    --cfg=smpi/allreduce:rdb --cfg=smpi/reduce:binomial --cfg=smpi/bcast:binomial_tree
    --cfg=smpi/barrier:ompi_recursivedoubling'
echo "$options" | tr -s '\n ' ' ' >options
timeout 300 "$fpredict" train --quick --mpicc "$smpicc" \
    --mpirun "$smpirun -np 4 -platform star.xml \$(cat options)" \
    --node-of "$root/training/platforms/node.yaml" --name star -o star.yaml >said 2>&1 ||
    fail "it is not trained"

# Blocks of one size, of 12 rows on four processors, and not, of 10.
timeout 300 "$fpredict" validate "$root/tests/codegen/together.c" --machine ./star.yaml --count-work \
    --mpicc "$smpicc -O1" --mpirun "$smpirun -platform star.xml \$(cat options)" --set N=10,12 \
    --procs 4 --distribute 'a(block,*)' >said 2>&1 || fail "nothing is measured"
awk '$1 == "together" && $2 == 2 { n++; if ($7 + 0 > 1) exit 1 } END { exit n == 0 }' said ||
    fail "it is more than 1 % off"

# Four ranks have four blocks in two messages by Bruck, and three by themselves.
for how in library own; do
    "$fpredict" estimate "$root/tests/codegen/together.c" --machine ./star.yaml --procs 4 --set N=12 \
        --collectives $how --format json 2>said |
        sed -n 's/.*"time_s": *\([0-9.e-]*\).*/\1/p' | head -1 >$how
done
awk 'NR == FNR { called = $1; next } { exit !(called > 0 && $1 > 0 && called != $1) }' library own ||
    fail "a call is predicted as messages: $(cat library own)"

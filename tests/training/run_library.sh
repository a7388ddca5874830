#!/bin/sh
# The training set on a simulated machine whose MPI library is told by which algorithms it does its
# collectives: the fit has to recognise each of them, for six ranks.
#
#   run_library.sh ROOT FPREDICT SMPICC SMPIRUN
set -eu
root=$1 fpredict=$2 smpicc=$3 smpirun=$4
. "$root/tests/training/simulated.sh"
star 8 20GBps 1us
"$smpicc" -O2 -I "$root" "$root"/training/*.c -lm -o fpredict-train >said 2>&1 || fail "it does not compile"

# What the library is told, and then for each collective what has to be found of six processors.
# SMPI's "ring" of all-gathers sends each part to its readers in turn, and its "NTSL" and "NTSB" begin at rank 0.
# The fifth list is of calls that generated programs do not do by rounds of their own.
recognise() {
    broadcast=$1 reduce=$2 allgather=$3 barrier=$4 calls=$5
    shift 5
    rm -f star.raw
    timeout 300 "$smpirun" -np 6 -platform star.xml $as_stated --log=root.thres:error \
        --cfg=smpi/os:0:1e-6:1e-10 --cfg=smpi/ois:0:1.4e-6:1e-10 --cfg=smpi/or:0:8e-7:1e-10 \
        --cfg=smpi/async-small-thresh:65536 --cfg=smpi/send-is-detached-thresh:65536 \
        "$@" ./fpredict-train --quick -o star.raw >said 2>&1 ||
        fail "it does not run: $*"
    "$fpredict" train fit star.raw --node-of "$root/training/platforms/node.yaml" --name star \
        -o star.yaml >said 2>&1 || fail "it is not fitted: $*"
    for wanted in "broadcast $broadcast" "reduce $reduce" "allgather $allgather" "barrier $barrier" \
        $(echo "$calls" | tr ' ' '\n'); do
        wanted=$(echo "$wanted" | tr = ' ')
        awk -v wanted="$wanted" '
            BEGIN { split(wanted, w, " ") }
            $1 == w[1] ":" { inside = 1; next }
            /^        [a-z_]+:$/ || /^    [a-z]/ { inside = 0 }
            { line = $0; gsub(/: /, ":", line) }
            inside && /processors: 6,.* algorithm: / {
                n++
                if ($0 !~ "algorithm: " w[2] "[,}]") { print wanted ", and not " $0; bad = 1 }
                for (i = 3; i in w; i++)
                    if (index(line, w[i])) has[i] = 1
            }
            END {
                for (i = 3; i in w; i++)
                    if (!has[i]) { print wanted ": nothing has it"; bad = 1 }
                exit bad || n == 0
            }' star.yaml || { grep 'algorithm:' star.yaml; fail "$wanted is not recognised: $*"; }
    done
    "$fpredict" machines --show ./star.yaml >said 2>&1 || fail "the machine is none"
}

recognise binomial recursive_doubling pairwise bruck \
    'alltoall=direct alltoallv=linear reduce_to_one=binomial gather=linear scatter=linear' \
    --cfg=smpi/bcast:binomial_tree --cfg=smpi/allreduce:rdb --cfg=smpi/allgatherv:ring \
    --cfg=smpi/barrier:ompi_bruck --cfg=smpi/reduce:binomial --cfg=smpi/alltoall:basic_linear \
    --cfg=smpi/alltoallv:ompi_basic_linear --cfg=smpi/gather:ompi_basic_linear \
    --cfg=smpi/scatter:ompi_basic_linear
recognise "chain segment_bytes:8192 hands_over" recursive_halving ring up_and_down \
    'alltoall=pairwise alltoallv=pairwise reduce_to_one=chain gather=binomial scatter=binomial' \
    --cfg=smpi/bcast:NTSL --cfg=smpi/allreduce:rab_rdb --cfg=smpi/allgatherv:mpich_ring \
    --cfg=smpi/barrier:ompi_tree --cfg=smpi/reduce:ompi_pipeline --cfg=smpi/alltoall:ring \
    --cfg=smpi/alltoallv:ring --cfg=smpi/gather:ompi_binomial --cfg=smpi/scatter:ompi_binomial
recognise scatter_ring up_and_down neighbours recursive_doubling \
    alltoall=bruck \
    --cfg=smpi/bcast:scatter_LR_allgather --cfg=smpi/allreduce:redbcast --cfg=smpi/reduce:binomial \
    --cfg=smpi/allgatherv:ompi_neighborexchange --cfg=smpi/barrier:ompi_recursivedoubling \
    --cfg=smpi/alltoall:bruck
recognise binomial recursive_doubling pairwise bruck 'alltoall=spread reduce_to_one=binary' \
    --cfg=smpi/bcast:binomial_tree --cfg=smpi/allreduce:rdb --cfg=smpi/allgatherv:ring \
    --cfg=smpi/barrier:ompi_bruck --cfg=smpi/reduce:ompi_binary \
    --cfg=smpi/alltoall:mvapich2_scatter_dest

#!/usr/bin/env bash
# The samples on real ranks of any host, beside what a machine that is trained there predicts of them.
# Programs are built here; the host needs an MPI like this one, and neither a compiler nor fpredict
# (a login node builds, a job runs):
#
#   real.sh prepare FPREDICT FOLDER      programs, the training set and run.sh, in FOLDER
#   FOLDER/run.sh [RESULTS]              there: trains, and runs all (real/run.sh says more)
#   real.sh table FPREDICT FOLDER RESULTS      fits the machine RESULTS/machine.yaml and prints tables, as Markdown
#
# From the environment, the same for both: PROCS (2,4,8,16), MPICC (mpicc.mpich -O1), NESTS, PAIRS and LOOPS, the sizes
# N of nests of two and three loops (256), of programs of two phases over pairs (1024) and of
# single loops (262144); ONLY, words of which a sample's path has one; FIT, options of the fit.
# Programs are built for the machine MACHINE: which it is matters where groups of ranks
# that are none of MPI's send rounds of their own, and where the rule of exchanges is `phased`; the tables say
# how many would be others for the machine that was trained.
set -euo pipefail
usage() {
    sed -n '2,/^set/p' "$0" | grep '^#' >&2
    exit 2
}
case ${1:-}/$# in
prepare/3 | table/4) ;;
*) usage ;;
esac
command=$1 fpredict=$(realpath "$2") folder=$(realpath -m "$3") results=${4:+$(realpath "$4")}
here=$(cd "$(dirname "$0")" && pwd) root=$(cd "$(dirname "$0")/../.." && pwd)
mpicc=${MPICC:-mpicc.mpich -O1} procs=${PROCS:-2,4,8,16}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"

# The sets of samples that have sizes in common: name, sizes, samples.
s=samples
sets() {
    echo nests "${NESTS:-256}" $s/adi/adi.c $s/laplace/*.c $s/lu/lu.c $s/matmul/matmul.c $s/ocean/ocean.c \
        $s/poisson/poisson.c $s/redblack/redblack.c $s/xmp/membrane.c
    echo pairs "${PAIRS:-1024}" $s/finance/finance.c $s/nbody/nbody.c $s/pbs2/pbs2.c $s/pbs3/pbs3.c
    echo loops "${LOOPS:-262144}" $s/cg/cg.c $s/lfk*/*.c $s/pbs1/pbs1.c $s/pbs4/pbs4.c $s/pi/*.c
}

chosen() { # SAMPLE…
    local sample word
    for sample in "$@"; do
        for word in ${ONLY:-/}; do
            if [[ $sample == *$word* ]]; then
                echo "$sample"
                break
            fi
        done
    done
}

# every FORM REPETITIONS: all sets, as ranks and as sequential programs, by stand_in.sh; each to
# $work/NAME.FORM or NAME-serial.FORM.
every() {
    local name sizes samples
    export REAL_FOLDER=$folder REAL_RESULTS=${results:+$work} REAL_STATE=$work/state
    mkdir -p "$work/state"
    while read -r name sizes samples; do
        # shellcheck disable=SC2086
        samples=$(chosen $samples)
        [ -n "$samples" ] || continue
        # shellcheck disable=SC2086
        REAL_SET=$name "$fpredict" validate $samples --machine "$machine" --collectives library \
            --mpicc "$mpicc" --mpirun "$here/real/stand_in.sh" --set "N=$sizes" --procs "$procs" \
            --repetitions "$2" --format "$1" -o "$work/$name.$1" || true
        # shellcheck disable=SC2086
        REAL_SET=$name-serial "$fpredict" validate $samples --serial --machine "$machine" \
            --cc "$mpicc" --under "$here/real/stand_in.sh" --set "N=$sizes" \
            --repetitions "$2" --format "$1" -o "$work/$name-serial.$1" || true
    done < <(sets)
}

prepare() {
    mkdir -p "$folder"
    rm -rf "$folder/programs" "$folder/list"
    machine=${MACHINE:-$root/training/platforms/cluster.yaml}
    every json 3 >&2
    cp "$work"/*.json "$folder"
    local flags=${mpicc#* }
    # shellcheck disable=SC2086
    $mpicc -I"$root" -DFPREDICT_TRAIN_FLAGS="\"$flags\"" training/*.c -lm -o "$folder/fpredict-train"
    # shellcheck disable=SC2086
    $mpicc -O2 tests/natural/ranks/kernels.c -o "$folder/kernels"
    # shellcheck disable=SC2086
    $mpicc -O2 -shared -fPIC tests/accuracy/real/mpi_time.c -o "$folder/mpi_time.so"
    cp tests/accuracy/real/run.sh "$folder"
    echo "$(wc -l <"$folder/list") programs, $(du -sh "$folder" | cut -f1), in $folder" >&2
}

table() {
    tar -C "$work" -xzf "$results/printed.tar.gz"
    cp "$results/runs" "$work"
    # As many repetitions as all programs had.
    local rounds
    rounds=$(awk '{ n[$1]++ } END { for (k in n) if (!m || n[k] < m) m = n[k]; print m + 0 }' "$work/runs")
    machine=$results/machine.yaml
    cat tests/natural/sendrecv/star.network tests/contention/node >"$work/node.yaml"
    # shellcheck disable=SC2086
    "$fpredict" train fit "$results/machine.raw" -o "$machine" ${FIT:-} >"$results/fit.said" 2>&1 ||
        { cat "$results/fit.said" >&2; exit 1; }
    # shellcheck disable=SC2086
    "$fpredict" train fit "$results/machine.raw" -o "$work/idle.yaml" --node-of "$work/node.yaml" ${FIT:-} >/dev/null 2>&1
    every json "$((rounds < 3 ? 3 : rounds))" >&2
    "$here/real/alone.sh" "$fpredict" "$work/idle.yaml" "$results/kernels"
    python3 "$here/real/parts.py" "$fpredict" "$machine" "$results/outside" "$work" "$folder"
    echo
    echo "$(sort -u "$work/state/others" 2>/dev/null | wc -l) of $(wc -l <"$folder/list") programs would be others for the machine as trained."
    cp "$work"/*.json "$results"
}

"$command"

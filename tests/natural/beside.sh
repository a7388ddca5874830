#!/usr/bin/env bash
# MPI programs by hand beside what fpredict predicts and what it generates: each sample of this folder,
# and stencil.c (conjugate gradients), in simulated time on platforms of training/platforms, as markdown.
#
#   beside.sh FPREDICT [PLATFORMS [RANKS [PROGRAMS]]]       (words, separated by commas; all, 4,16, all)
#
# RUNTIME, in the environment, is a folder with runtime.o, the run-time library for SMPI; none: it is compiled.
# Three times of the same program at one size: predicted (`fpredict estimate`), of the program that `fpredict emit
# --count-work` writes, and of the one by hand, both run by smpirun. Halos are exchanged by MPI_Sendrecv in
# all three (`--exchange sendrecv`) where the program by hand does so. Computation of all three takes what the
# machine's file says of operations: generated programs count theirs, those by hand are charged (charge.h) for
# loops whose operations were counted by hand. How and when they communicate, and what waits for what, is
# their own. Communicators are made before the clock begins. It fails where the program by hand prints
# something else than the sample as plain C, or, with BESIDE_MOST in the environment, where the predicted
# time is further off the one by hand than so many per cent. MACHINES names a folder with other machine files.
set -euo pipefail
fpredict=$(realpath "$1")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
platforms=${2:-cluster,fabric,hypercube} ranks=${3:-4,16} programs=${4:-laplace,stencil,lu,pi,poisson,hpl}
machines=${MACHINES:-$root/training/platforms}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
for program in smpicc smpirun; do
    command -v "$program" >/dev/null || {
        echo "skipped: SimGrid's SMPI is not installed"
        exit 77
    }
done
include=(-I"$root" -I"$root/codegen/runtime" -I"$root/frontend/include")
smpicc -O1 -c "${include[@]}" "$root/tests/natural/charge.c" -o "$work/charge.o"
library=(${RUNTIME:+"$RUNTIME/runtime.o"})
[ -n "${RUNTIME:-}" ] || {
    (cd "$work" && smpicc -O1 -c "${include[@]}" "$root"/codegen/runtime/fpr_*.c)
    library=("$work"/fpr_*.o)
}

# size PROGRAM: N; what it calls; what else fpredict is told.
size_of() { case $1 in laplace | stencil) echo 256 ;; lu | poisson | hpl) echo 128 ;; pi) echo 16384 ;; esac; }
calls() {
    case $1 in
    laplace) echo MPI_Sendrecv ;;
    stencil) echo 'MPI_Sendrecv, MPI_Allreduce' ;;
    lu) echo MPI_Bcast ;;
    pi) echo MPI_Reduce ;;
    poisson) echo MPI_Alltoall ;;
    hpl) echo 'MPI_Bcast, MPI_Allreduce, MPI_Sendrecv_replace' ;;
    esac
}
how() { case $1 in laplace | stencil) echo --exchange sendrecv ;; esac; }
# As MPI_Dims_create lays ranks out.
shape() { case $1 in laplace | hpl) awk -v p="$2" 'BEGIN { for (a = int(sqrt(p)); p % a; a--); print p / a "x" a }' ;; *) echo "$2" ;; esac; }
source_of() { [ "$1" = stencil ] && echo "$root/tests/natural/twins/stencil.c" || echo "$root/samples/$1/$1.c"; }

simulated() { # RANKS PROGRAM
    FPR_COSTS=$work/costs smpirun -np "$1" -platform "$work/platform.xml" \
        $(cat "$root/training/platforms/$platform.options") "$2" 2>"$work/said" || {
        head -5 "$work/said" >&2
        return 1
    }
}

# row PROGRAM RANKS
row() {
    local n source ours made hand
    n=$(size_of "$1") source=$(source_of "$1")
    local flags=(-w "-DN=$n")
    ours=$("$fpredict" estimate "$source" --machine "$work/machine.yaml" --procs "$(shape "$1" "$2")" $(how "$1") \
        --format json -- "-DN=$n" 2>"$work/said" | awk -F'[:,]' '/"time_s"/ && !seen++ { print $2 + 0 }')
    "$fpredict" emit "$source" --machine "$work/machine.yaml" --procs "$(shape "$1" "$2")" $(how "$1") --count-work \
        -o "$work/emitted.c" -- "-DN=$n" 2>"$work/said" || { cat "$work/said" >&2; return 1; }
    smpicc -O1 "${flags[@]}" "${include[@]}" "$work/emitted.c" "${library[@]}" -lm -o "$work/emitted"
    smpicc -O1 "${flags[@]}" -DNATURAL_CHARGED -DMPI_Finalize=charge_finalize "$root/tests/natural/$1.c" \
        "$work/charge.o" -lm -o "$work/natural"
    FPR_REPORT=$work/report simulated "$2" "$work/emitted" >/dev/null
    made=$(awk '!/^#/ && $2 > s { s = $2 } END { print s }' "$work/report")
    rm -f "$work/times"
    NATURAL_TIMES=$work/times simulated "$2" "$work/natural" >"$work/printed"
    hand=$(sort -g "$work/times" | tail -1)
    cc -O1 "${flags[@]}" "$source" -lm -o "$work/plain" && "$work/plain" >"$work/expected" || true
    diff "$work/expected" "$work/printed" >&2 || failed=1
    awk -v platform="$platform" -v program="$1" -v calls="$(calls "$1")" -v n="$n" -v p="$2" -v ours="$ours" \
        -v made="$made" -v hand="$hand" -v most="${BESIDE_MOST:-0}" 'BEGIN {
            off = 100 * (ours / hand - 1)
            printf "| %s | %s (%s) | %d | %d | %.4g | %.4g | %.4g | %+.2f %% | %+.2f %% |\n", platform, program, calls,
                n, p, ours * 1e3, made * 1e3, hand * 1e3, 100 * (ours / made - 1), off
            exit most && (off > most || off < -most)
        }' || failed=1
}

echo '| platform | program (calls, by hand) | N | ranks | predicted ms | generated ms | by hand ms | predicted, of generated | predicted, of by hand |'
echo '|---|---|---|---|---|---|---|---|---|'
for platform in ${platforms//,/ }; do
    cp "$machines/$platform.yaml" "$work/machine.yaml"
    if [ -e "$root/training/platforms/$platform.sh" ]; then
        sh "$root/training/platforms/$platform.sh" >"$work/platform.xml"
    else
        cp "$root/training/platforms/$platform.xml" "$work/platform.xml"
    fi
    "$fpredict" machines --no-warnings --costs "$work/machine.yaml" >"$work/costs"
    for program in ${programs//,/ }; do
        for p in ${ranks//,/ }; do
            row "$program" "$p"
        done
    done
done
exit $failed

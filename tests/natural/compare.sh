#!/usr/bin/env bash
# Runs the programs that `fpredict emit` writes beside those by hand, on 2 ranks, alternately, and
# prints the median times between MPI_Init and MPI_Finalize, and their ratio. It judges nothing.
#
#   compare.sh FPREDICT [REPETITIONS [SAMPLE…]]      (9; all)
#
# Two times, each of the slowest rank: seconds, and seconds of processor time, in which what waits in
# MPI counts, but other programs do not. MPICC and MPIRUN from the environment, or MPICH's.
# Both programs are compiled with -O2, and print the same, or this says so.
set -euo pipefail
fpredict=$1 repetitions=${2:-9}
shift $(($# < 2 ? $# : 2))
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
find_one() { command -v "$1" || command -v "$2"; }
MPICC=${MPICC:-$(find_one mpicc.mpich mpicc)} MPIRUN=${MPIRUN:-$(find_one mpirun.mpich mpirun)} || {
    echo "this needs an MPI (Debian: mpich libmpich-dev)" >&2
    exit 1
}

# Sample, N, and the processors that the natural program has, too. With so large an N, rounding
# is more than pi's error is allowed to be, and both print WRONG.
table='laplace 1600 2x1
lu 1200 2
pi 50000000 2
poisson 2048 2
hpl 1200 2x1'

# What begins and ends MPI, in both programs, goes through times.c.
timed=(-Wl,--wrap=MPI_Init -Wl,--wrap=MPI_Init_thread -Wl,--wrap=MPI_Finalize)
timed+=("$root/tests/natural/times.c")

# build SAMPLE N PROCS: $work/generated and $work/natural.
build() {
    local source=$root/samples/$1/$1.c
    "$fpredict" emit "$source" --procs "$3" -o "$work/generated.c" -- "-DN=$2" 2>"$work/messages" || {
        cat "$work/messages" >&2
        return 1
    }
    "$MPICC" -O2 -w "-DN=$2" -I"$root" -I"$root/codegen/runtime" -I"$root/frontend/include" \
        "$work/generated.c" "$root"/codegen/runtime/fpr_*.c "${timed[@]}" -lm \
        -o "$work/generated"
    "$MPICC" -O2 -w "-DN=$2" "$root/tests/natural/$1.c" "${timed[@]}" -lm -o "$work/natural"
}

# once PROGRAM: adds a line to $work/PROGRAM.times: of the slowest rank, seconds and processor seconds.
once() {
    rm -f "$work/times"
    NATURAL_TIMES=$work/times $MPIRUN -n 2 "$work/$1" </dev/null >"$work/$1.out" 2>"$work/messages" ||
        [ -s "$work/$1.out" ] || { cat "$work/messages" >&2; return 1; }
    awk '{ if ($1 > s) s = $1; if ($2 > cpu) cpu = $2 } END { print s, cpu }' "$work/times" \
        >>"$work/$1.times"
}

# median PROGRAM COLUMN
median() {
    sort -g -k "$2,$2" "$work/$1.times" |
        awk -v column="$2" '{ t[NR] = $column }
            END { print NR % 2 ? t[(NR + 1) / 2] : (t[NR / 2] + t[NR / 2 + 1]) / 2 }'
}

printf '%-8s %9s %5s   %9s %9s %6s   %9s %9s %6s\n' '' '' '' generated natural '' generated natural '' \
    sample N grid s s ratio 'cpu s' 'cpu s' ratio
while read -r sample size procs; do
    [ $# -eq 0 ] || [[ " $* " == *" $sample "* ]] || continue
    build "$sample" "$size" "$procs"
    rm -f "$work"/generated.times "$work"/natural.times
    for ((i = 0; i < repetitions; i++)); do
        once generated
        once natural
    done
    awk -v a="$(median generated 1)" -v b="$(median natural 1)" -v c="$(median generated 2)" \
        -v d="$(median natural 2)" -v what="$sample $size $procs" 'BEGIN {
            split(what, w)
            printf "%-8s %9s %5s   %9.3f %9.3f %6.2f   %9.3f %9.3f %6.2f\n", w[1], w[2], w[3],
                   a, b, a / b, c, d, c / d
        }'
    cmp -s "$work/generated.out" "$work/natural.out" ||
        diff "$work/generated.out" "$work/natural.out" || true
done <<<"$table"

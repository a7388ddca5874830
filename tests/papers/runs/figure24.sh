#!/usr/bin/env bash
# figure24.sh FPREDICT
#
# Figure 24 of Parashar and Hariri 1996: the time to choose among three distributions of Laplace's
# solver by predicting them and by running them, on this host. As rows of docs/accuracy.md, "Figure 24".
#
# N = 16 … 256 on 1, 2, 4 and 8 processors each, as in figures 9 to 12. Running is to generate each
# program, to compile it, and to run it RUNS (4) times under MPI; the run-time library is compiled
# before, and not counted.
set -euo pipefail
fpredict=$(realpath "$1")
mpicc=${MPICC:-mpicc -O1} mpirun=${MPIRUN:-mpirun}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
source=$root/samples/laplace/laplace.c library=$root/codegen/runtime
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
$mpicc -I "$root" -c "$library"/fpr_*.c
ar rc libfpr.a fpr_*.o

# seconds COMMAND…: how long it takes.
seconds() {
    local begin=$EPOCHREALTIME
    "$@" >said
    awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f", b - a }'
}

predict() { # distributions…
    local one options=()
    for one in "$@"; do options+=(--distribute "$one"); done
    "$fpredict" compare "$source" "${options[@]}" --procs 1,2,4,8 --set 'N=16:256:*2' --no-warnings
}

run() { # distribution
    local procs size again
    for procs in 1 2 4 8; do
        for size in 16 32 64 128 256; do
            "$fpredict" emit "$source" --distribute "$1" --procs "$procs" --set "N=$size" --no-warnings \
                -o program.c
            $mpicc -I "$root" -I "$library" program.c libfpr.a -lm -o program
            for ((again = 0; again < ${RUNS:-4}; again++)); do
                $mpirun -np "$procs" ./program
            done
        done
    done
}

echo "| implementation | the paper: interpreted, measured | predicted | generated, compiled, run ${RUNS:-4} times | times as long |"
echo '|---|---|---:|---:|---:|'
row() { # name, paper, distributions…
    local one predicted run=0
    predicted=$(seconds predict "${@:3}")
    for one in "${@:3}"; do
        run=$(awk -v a="$run" -v b="$(seconds run "$one")" 'BEGIN { printf "%.1f", a + b }')
    done
    echo "| $1 | $2 | $predicted s | $run s | $(awk -v a="$predicted" -v b="$run" 'BEGIN { printf "%.0f", b / a }') |"
}
row '(Blk,Blk)' '10 minutes, not told' 'T(block,block)'
row '(Blk,\*)' '10 minutes, 27' 'T(block,*)'
row '(\*,Blk)' '10 minutes, almost 60' 'T(*,block)'

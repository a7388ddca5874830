#!/bin/sh
# run.sh [RESULTS]: trains the machine that it is started on, and runs the programs beside it, which
# real.sh has put here. Needs an MPI like the one that they were built with, and no compiler.
#
#   MPIRUN        starts ranks: -n RANKS and a program are added (mpiexec)
#   RANKS         of the training (all processors); programs with more are not run
#   TRAIN_S       seconds for the training (200), KERNELS_S for communication alone (40), RUN_S for
#                 programs (120), MPI_S for a run of each in which the time outside MPI is counted (20)
#   TRAIN         further options of the training (--quick)
#   REPETITIONS   runs of each program, if there is time (5)
#   LIMIT_S       seconds that one run may take (10)
# What is most needed comes first; each part ends when its time is over, and what is there by then is
# good. RESULTS (results) has the files host, machine.raw, kernels, runs, outside, printed.tar.gz.
here=$(cd "$(dirname "$0")" && pwd)
results=${1:-results}
mkdir -p "$results" && results=$(cd "$results" && pwd) || exit
mpirun=${MPIRUN:-mpiexec}
ranks=${RANKS:-$(nproc)}
limit=${LIMIT_S:-10}
work=$(mktemp -d) && mkdir -p "$work/printed" || exit
trap 'rm -rf "$work"' EXIT
now() { date +%s; }
say() { echo "$(date +%T) $*" | tee -a "$results/host"; }

describe() {
    date -u +%FT%TZ
    lscpu
    lscpu --extended 2>/dev/null
    echo "processors $(nproc)"
    echo "load $(cat /proc/loadavg)"
    grep -E 'MemTotal|MemFree|Huge' /proc/meminfo
    uname -srm
    df -h /dev/shm | tail -1
    $mpirun --version 2>&1 | head -2 | cut -c1-100
    echo "started by: $mpirun"
}

# once PROGRAM RANKS TO: runs a program; its exit code.
once() {
    rm -f "$work/report"
    if [ "$2" -eq 0 ]; then
        FPR_REPORT=$work/report timeout "$limit" "$here/programs/$1" >"$3" 2>"$work/said" </dev/null
    else
        FPR_REPORT=$work/report timeout "$limit" $mpirun -n "$2" "$here/programs/$1" >"$3" 2>"$work/said" </dev/null
    fi
}

# measure NAME RANKS PROGRAM REPETITION: a line of runs, and what was printed, if it is new.
measure() {
    once "$3" "$2" "$work/out"
    status=$?
    [ $status -eq 0 ] && [ ! -s "$work/report" ] && status=5
    seconds=$(awk '!/^#/ { printf " %s", $2 }' "$work/report" 2>/dev/null)
    echo "$1 $4 $status$seconds" >>"$results/runs"
    [ $status -eq 0 ] || { echo "$1 ends with $status: $(head -c 300 "$work/said" | tr '\n' ' ')" >>"$results/host"; return; }
    if [ ! -e "$work/printed/$1" ]; then
        cp "$work/out" "$work/printed/$1"
    elif ! cmp -s "$work/out" "$work/printed/$1"; then
        cp "$work/out" "$work/printed/$1.$4"
    fi
}

programs() {
    end=$(($(now) + ${RUN_S:-120}))
    round=0
    while [ $round -lt "${REPETITIONS:-5}" ]; do
        while read -r name of program writes; do
            [ "$of" -le "$ranks" ] || continue
            [ "$(now)" -lt $end ] || { say "programs: time is over in repetition $round"; return; }
            if [ -z "$writes" ]; then
                measure "$name" "$of" "$program" $round
            elif [ $round -eq 0 ]; then
                timeout "$limit" $mpirun -n "$of" "$here/programs/$program" "$work/printed/$name.written" </dev/null >&2
            fi
        done <"$here/list"
        round=$((round + 1))
    done
}

kernels() {
    end=$(($(now) + ${KERNELS_S:-40}))
    for of in 2 4 8 16 32 64; do
        [ $of -le "$ranks" ] || continue
        [ "$(now)" -lt $end ] || { say "kernels: time is over before $of ranks"; return; }
        timeout $((end - $(now) + 1)) $mpirun -n $of "$here/kernels" </dev/null |
            sed "s/^/$of /" >>"$results/kernels"
    done
}

outside_mpi() {
    end=$(($(now) + ${MPI_S:-20}))
    while read -r name of program writes; do
        [ "$of" -le "$ranks" ] && [ "$of" -gt 0 ] && [ -z "$writes" ] || continue
        [ "$(now)" -lt $end ] || { say "outside MPI: time is over"; return; }
        rm -f "$work/times"
        FPR_REPORT=$work/report MPI_TIME_REPORT=$work/times timeout "$limit" $mpirun -n "$of" \
            env LD_PRELOAD="$here/mpi_time.so" "$here/programs/$program" </dev/null >/dev/null 2>&1
        [ -s "$work/times" ] && sort -n "$work/times" | sed "s/^/$name /" >>"$results/outside"
    done <"$here/list"
}

describe >>"$results/host" 2>&1
: >>"$results/runs"
say "training on $ranks ranks"
FPREDICT_STARTED_BY="$mpirun -n $ranks" timeout $((${TRAIN_S:-200} + 30)) \
    $mpirun -n "$ranks" "$here/fpredict-train" --time-limit "${TRAIN_S:-200}" \
    --progress never ${TRAIN:-} -o "$results/machine.raw" </dev/null
say "training ends with $?"
kernels
say "kernels are through"
programs
say "programs are through"
outside_mpi
say "load $(cat /proc/loadavg)"
tar -C "$work" -czf "$results/printed.tar.gz" printed
say "end"

#!/usr/bin/env bash
# `fpredict validate` with programs that are really built and run: under an MPI, and on a
# machine that SimGrid simulates.
#
#   real.sh ROOT FPREDICT MPICC MPIRUN SMPICC SMPIRUN        (none: is not there)
set -euo pipefail
root=$1 fpredict=$2 mpicc=$3 mpirun=$4 smpicc=$5 smpirun=$6
if [ "$mpicc" = none ] && [ "$smpicc" = none ]; then
    echo "skipped: neither an MPI nor SimGrid's SMPI is installed"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
failed=0
samples=$root/samples

expect() { # what, and a text that must be in the file, wherever its lines are broken
    tr -s ' \n' ' ' <"$3" | grep -qF -- "$2" ||
        { echo "$1: '$2' is not in" >&2; cat "$3" >&2; failed=1; }
}

complain() {
    echo "$*" >&2
    failed=1
}

with_mpi() {
    case $mpirun in *openmpi*) mpirun="$mpirun --oversubscribe" ;; esac
    "$fpredict" validate "$samples/redblack/redblack.c" --set N=64 --procs 1,2 \
        --distribute 'T(block,*)' --distribute 'T(*,cyclic)' --mpicc "$mpicc -O1" --mpirun "$mpirun" \
        --format json --result-cache "$work/mpi.cache" >"$work/mpi" 2>"$work/mpi.messages" ||
        complain "with MPI: $(cat "$work/mpi.messages")"
    # Without --machine it is the iPSC/860 that is predicted.
    expect mpi "'ipsc860' is described, not trained, and programs run on a real machine" "$work/mpi.messages"
    python3 - "$work/mpi" <<'PYTHON' || failed=1
import json, sys
found = json.load(open(sys.argv[1]))
cases = found["cases"]
assert found["warnings"][0].startswith("'ipsc860' is described"), found["warnings"]
assert len(cases) == 4, cases
for c in cases:
    assert len(c["runs_s"]) == 3 and 0 < min(c["runs_s"]) and max(c["runs_s"]) < 60, c
    assert c["not_compared"] is None and c["wrong_result"] is None and c["left_out"] is None, c
PYTHON
}

# A program that sees that it is timed, and prints something else then.
with_wrong_program() {
    cat >"$work/wrong.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
static double a[N];
#pragma hpf processors P(2)
#pragma hpf distribute a(block) onto P
int main(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (int i = 0; i < N; i++)
        sum += a[i];
    printf("sum %.1f\n", sum + (getenv("FPR_REPORT") ? 1 : 0));
    return 0;
}
C
    ! "$fpredict" validate "$work/wrong.c" --set N=8 --procs 2 --mpicc "$mpicc -O1" --mpirun "$mpirun" \
        >"$work/wrong" 2>"$work/wrong.messages" || complain "a wrong result is no error"
    # 0 + 1 + … + 7 = 28
    expect wrong "line 1: 'sum 29.0' instead of 'sum 28.0'" "$work/wrong"
}

simulated() { # output, arguments
    local out=$1; shift
    (cd "$work" && FPREDICT=$fpredict bash "$root/training/platforms/measure.sh" "$@") \
        >"$work/$out" 2>"$work/$out.messages"
}

# Counted operations are charged as they are predicted, so is each message: nothing is off.
with_smpi() {
    simulated cube -r 8 -j 2 -n 16 -p 4 -s laplace/laplace.c hypercube ||
        complain "on the hypercube: $(cat "$work/cube.messages")"
    expect cube "measured time; N = 16 on 4 processors." "$work/cube"
    expect cube "| laplace | 5 | 0.00 % | 0.00 % | 0.00 % |" "$work/cube"
    expect cube "Each case was run once; 1 was run again, one of each program, and took the same" "$work/cube"
    expect cube "All print what the sequential programs print." "$work/cube"
    [ "$(cut -f 8 "$work/hypercube.cache" | grep -cx same)" -eq 6 ] || complain "the result cache has not 6 results"
    simulated again -r 8 -j 2 -n 16 -p 4 -s laplace/laplace.c hypercube || complain "it does not go on"
    expect again "5 of 5 cases measured (0 runs now, 6 from the result cache)" "$work/again.messages"
    ! grep -q warning "$work/cube.messages" || complain "it warns: $(cat "$work/cube.messages")"
    tail -n +2 "$work/cube" >"$work/cube.tables"
    tail -n +2 "$work/again" | cmp - "$work/cube.tables" || complain "the result cache says something else"
}

# A machine file of another platform, and of another place altogether; and more processors than
# there are hosts. As an error each is said before anything is measured.
elsewhere() { # what it says, arguments
    local says=$1; shift
    ! "$fpredict" validate "$samples/pi/pi.c" --set N=64 "$@" --mpicc "$smpicc -O1" \
        --mpirun "$smpirun -platform $work/cube.xml \$(cat '$root/training/platforms/hypercube.options')" \
        --count-work --warnings-as-errors >"$work/elsewhere" 2>"$work/elsewhere.messages" ||
        complain "elsewhere: an error is none"
    expect elsewhere "error: $says" "$work/elsewhere.messages"
    [ "$(grep -c error: "$work/elsewhere.messages")" -eq 1 ] || complain "more than one error"
    [ ! -s "$work/elsewhere" ] || complain "it measures in spite of an error"
}

with_other_platforms() {
    bash "$root/training/platforms/hypercube.sh" 3 >"$work/cube.xml"
    # 136 us + 0.4 us a byte, SMPI's 16 more, 11 us and 0.001 us a byte: 26.4 ms.
    elsewhere "'cluster' does not describe the platform that programs run on: 65,536 bytes from processor 0 to 1 take 26.4 ms" \
        --machine "$root/training/platforms/cluster.yaml" --procs 2
    elsewhere "the platform has 8 hosts: on 9 processors (--procs) and more" \
        --machine "$root/training/platforms/hypercube.yaml" --procs 9
    { cat "$root/training/platforms/hypercube.yaml"
      printf '\ntrained: {host: nobody, processor: unknown, mpi: MPICH, date: 2026-01-31}\n'; } >"$work/host.yaml"
    elsewhere "'hypercube' was trained on the host 'nobody'" --machine "$work/host.yaml" --procs 2
}

# What the probe says of hosts is what their platform says: three ranks on one of two cores, and of one.
with_cores() {
    "$smpicc" -w -o "$work/where" "$root/training/probe/where.c" || complain "the probe is not built"
    printf 'c0\nc0\nc0\nc1\n' >"$work/hosts"
    for cores in 1 2; do
        cat >"$work/cores.xml" <<EOF
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="c" prefix="c" suffix="" radical="0-1" speed="3Gf" core="$cores" bw="1GBps" lat="1us"/>
</platform>
EOF
        "$smpirun" -np 4 -platform "$work/cores.xml" -hostfile "$work/hosts" --cfg=smpi/simulate-computation:no \
            --log=root.thres:error "$work/where" "$work/where.report" >"$work/where.said" 2>&1 ||
            complain "the probe does not run: $(cat "$work/where.said")"
        expect where.report "cores $cores" "$work/where.report"
    done
}

# Interrupted while two are running, it leaves nothing behind, and goes on.
with_interruption() {
    bash "$root/training/platforms/hypercube.sh" 3 >"$work/cube.xml"
    local options=(validate "$samples/lfk11/lfk11.c" "$samples/lfk03/lfk03.c" --count-work --jobs 2
        --machine "$root/training/platforms/hypercube.yaml" --set N=64 --procs 2,4 --mpicc "$smpicc -O1"
        --mpirun "$smpirun -platform $work/cube.xml \$(cat '$root/training/platforms/hypercube.options')"
        --result-cache "$work/cut.cache")
    "$fpredict" "${options[@]}" >"$work/cut" 2>"$work/cut.messages" &
    local pid=$!
    for _ in $(seq 600); do
        [ ! -e "$work/cut.cache" ] || [ "$(wc -l <"$work/cut.cache")" -lt 3 ] || break
        sleep 0.2
    done
    kill -TERM "$pid" # SIGINT is ignored by what a shell starts in the background
    ! wait "$pid" || complain "an interrupted run has an exit code of 0"
    expect cut "; interrupted: the same command continues from here" "$work/cut.messages"
    "$fpredict" "${options[@]}" >"$work/cut" 2>"$work/cut.messages" || complain "it does not go on"
    expect cut "8 of 8 cases measured" "$work/cut.messages"
    ! grep -qF ", 0 from the result cache" "$work/cut.messages" || complain "what was measured is lost"
    # Each of 8 cases once, one of each program twice, and the first line.
    [ "$(cut -f 1,2 "$work/cut.cache" | sort | uniq -d)" = "" ] && [ "$(wc -l <"$work/cut.cache")" -eq 11 ] ||
        complain "not 10 results: $(cat "$work/cut.cache")"
}

# Programs of several files, one of them below another folder: what they print is what plain C does.
with_several_files() { # mpicc, mpirun, further options
    local compiler=$1 starter=$2 at=$work/several
    shift 2
    mkdir -p "$at/lib"
    cp "$root"/tests/codegen/several/heat/{main.c,grid.c,heat.h} "$at"
    cp "$root/tests/codegen/several/heat/print.c" "$at/lib"
    "$fpredict" validate "$at/main.c" --with "$at/grid.c" --with "$at/lib/print.c" --procs 1,2,3 \
        --distribute 'T(block,*)' --mpicc "$compiler" --mpirun "$starter" "$@" \
        >"$at/tables" 2>"$at/messages" || complain "several files: $(cat "$at/messages")"
    expect "several files" "3 of 3 cases measured" "$at/messages"
    expect "several files" "All print what the sequential programs print" "$at/tables"
    ! "$fpredict" validate "$at/main.c" --with "$at/grid.c" --serial >/dev/null 2>"$at/messages" ||
        complain "--with and --serial"
    expect "--serial" "--with is for generated programs" "$at/messages"
}

[ "$mpicc" = none ] || { with_mpi; with_wrong_program; with_several_files "$mpicc" "$mpirun"; }
[ "$smpicc" = none ] || { with_smpi; with_other_platforms; with_cores; with_interruption; }
rest=$(find "$work" -maxdepth 1 -name 'fpredict-validate-*')
[ -z "$rest" ] || complain "left behind: $rest"
exit $failed

#!/usr/bin/env bash
# real.sh, on two ranks of this host: what it prints of two ways to distribute pi_xmp, how a result that is wrong
# is told, and that programs that were built for others are not taken for these.
set -euo pipefail
fpredict=$(realpath "$1") here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for program in mpicc.mpich mpirun.mpich python3 strip; do
    command -v "$program" >/dev/null || { echo "skipped: no $program"; exit 77; }
done
fail() { echo "$*" >&2; exit 1; }

status=0
"$here/real.sh" table "$fpredict" "$work" 2>"$work/said" || status=$?
[ "$status" -eq 2 ] && grep -q 'real.sh table FPREDICT FOLDER RESULTS' "$work/said" || fail "how it is called is not said"

export PROCS=2 ONLY=pi_xmp LOOPS=16384
"$here/real.sh" prepare "$fpredict" "$work/there" 2>"$work/said" || { cat "$work/said"; fail "nothing is prepared"; }
# Where it is tried, what ranks, a rank alone and the hosts are.
[ "$(cut -d' ' -f1 "$work/there/list" | sort | paste -sd' ')" = \
    'loops-0-2 loops-1-2 loops-serial-0-0 loops-where-2' ] || { cat "$work/there/list"; fail "other programs"; }

(cd "$work" && MPIRUN=mpirun.mpich RANKS=2 TRAIN=--quick TRAIN_S=60 KERNELS_S=5 RUN_S=30 MPI_S=15 REPETITIONS=3 LIMIT_S=20 \
    there/run.sh >"$work/said" 2>&1) || { cat "$work/said"; fail "run.sh ends with an error"; }
results=$work/results
[ "$(awk '$3 == 0 && $1 ~ /^loops-[01]-2$/ && NF == 5' "$results/runs" | wc -l)" = 6 ] || {
    cat "$results/runs" "$results/host"
    fail "three runs of each with the seconds of two ranks"
}
# Of a loop of 16,384 divisions neither rank is outside MPI for less than 5 us or more than 50 ms.
awk '$1 ~ /^loops-[01]-2$/ && ($4 < 5e-6 || $4 > 0.05) { exit 1 }' "$results/outside" || { cat "$results/outside"; fail "outside MPI"; }
[ "$(wc -l <"$results/outside")" -ge 2 ] || fail "no time outside MPI"

"$here/real.sh" table "$fpredict" "$work/there" "$results" >"$work/table" 2>"$work/said" || {
    cat "$work/said" "$results/fit.said"
    fail "no table"
}
# What was measured is the middle of what runs of the slower rank took.
measured() { # NAME: in the form of the table
    awk -v name="$1" '$1 == name { print ($4 > $5 ? $4 : $5) }' "$results/runs" | sort -g | sed -n 2p
}
for k in 0 1; do
    python3 - "$(measured loops-$k-2)" "$results/loops.json" $k <<'END' || fail "loops-$k-2 was measured otherwise"
import json, sys
case = json.load(open(sys.argv[2]))["cases"][int(sys.argv[3])]
assert abs(case["measured_s"] - float(sys.argv[1])) <= 1e-9 * case["measured_s"], case
END
done
[ "$(grep -c '^| pi_xmp | N = 16384 | 2 | t' "$work/table")" = 2 ] || { cat "$work/table"; fail "no rows of ranks"; }

# Something else is printed in one run: no longer right.
mkdir "$work/changed" && tar -C "$work/changed" -xzf "$results/printed.tar.gz"
echo something else >"$work/changed/printed/loops-0-2.1"
tar -C "$work/changed" -czf "$results/printed.tar.gz" printed
"$here/real.sh" table "$fpredict" "$work/there" "$results" >"$work/table" 2>"$work/said" || true
grep -q '^Left out: pi_xmp.*on 2:.*something else' "$work/table" || { cat "$work/table"; fail "a wrong result counts"; }

# Programs of another size were not built.
if LOOPS=32768 "$here/real.sh" table "$fpredict" "$work/there" "$results" >"$work/table" 2>"$work/said"; then
    fail "programs of another size"
fi
grep -q 'built for other cases' "$work/said" || { cat "$work/said"; fail "no reason"; }

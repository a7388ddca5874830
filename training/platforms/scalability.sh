#!/usr/bin/env bash
# Scalability and crossings, predicted and measured on a simulated platform: for each sample the sizes that keep the
# speed (fpredict scale), what programs take there and at sizes a thirtieth smaller and larger (fpredict validate),
# and which of two distributions is the faster one at the first size. Prints a table for docs/accuracy.md.
#
#   scalability.sh [-p PROCESSORS] [-n SIZE] [-t SECONDS] [-j JOBS] PLATFORM [SAMPLE[:WORK[:ALTERNATIVES]]...]
#
# PLATFORM has PLATFORM.yaml here, a machine that was trained on it. -p: processors (4,16,64); -n: the size to begin
# with (64); -t: what one run may take. SAMPLE is a folder of samples/ (laplace, redblack, matmul and lu), WORK an
# expression in N (N^2), ALTERNATIVES what is compared. Results are kept in PLATFORM.scalability: the same command
# goes on. $FPREDICT is the program (build/release/bin/fpredict).
#
# The measured size is where the measured speed is that of the first number of processors, on a line between two of
# the three sizes; where it is at none of them, the table says so.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
fpredict=${FPREDICT:-$root/build/release/bin/fpredict}
procs=4,16,64 size=64 limit=120 jobs=1
while getopts p:n:t:j: option; do
    case $option in
    p) procs=$OPTARG ;;
    n) size=$OPTARG ;;
    t) limit=$OPTARG ;;
    j) jobs=$OPTARG ;;
    *) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
platform=${1:?which platform? hypercube, cluster or fabric}
shift
[ $# -gt 0 ] || set -- laplace redblack 'matmul:N^3' 'lu:N^3:T: (cyclic,*) (*,cyclic)'
[ -e "$here/$platform.yaml" ] || { echo "no trained machine '$platform.yaml' in $here" >&2; exit 2; }
cache=$PWD/$platform.scalability
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Results belong to commands as they are written: names in them are short ones, under one folder.
ln -s "$here" "$work/platforms"
ln -s "$root/samples" "$work/samples"
cd "$work"
if [ -e "platforms/$platform.sh" ]; then sh "platforms/$platform.sh" >"$platform.xml"; else cp "platforms/$platform.xml" .; fi
run="smpirun -platform $platform.xml \$(cat platforms/$platform.options)"

measure() { # file of JSON, sample, sizes, processors, alternatives
    "$fpredict" validate "samples/$2/$2.c" --machine "platforms/$platform.yaml" --count-work --mpicc 'smpicc -O1' \
        --mpirun "$run" --set "N=$3" --procs "$4" --alternatives "$5" --result-cache "$cache" --time-limit "$limit" \
        --jobs "$jobs" --format json >"$1"
}

printf '| sample | distribution | from, to | N, predicted | N, measured | ψ, predicted | ψ, measured | off |\n|---|---|---|---|---|---|---|---|\n'
for asked in "$@"; do
    IFS=: read -r sample amount others <<<"$asked"
    amount=${amount:-N^2} others=${others:-T: (block,block) (*,block)}
    first="${others%%:*}: $(sed 's/^[^:]*: *\([^ ]*\).*/\1/' <<<"$others")"
    "$fpredict" scale "samples/$sample/$sample.c" --machine "platforms/$platform.yaml" --procs "$procs" --set "N=$size" \
        --work "$amount" --alternatives "$first" --format json --no-warnings >scale.json
    rm -f at.*.json
    while read -r p n; do
        around=$n
        [ "$n" = "$size" ] || around=$((n - n / 30)),$n,$((n + n / 30))
        measure "at.$p.json" "$sample" "$around" "$p" "$first" || true
    done < <(python3 -c '
import json
for p in json.load(open("scale.json"))["points"]:
    if p.get("size"): print(p["processors"], p["size"])')
    measure crossing.json "$sample" "$size" "$procs" "$others" || true
    python3 platforms/scalability.py "$sample" "$amount" >>rows
done
grep '^|' rows
printf '\n'
grep -v '^|' rows
printf '\n`training/platforms/scalability.sh -p %s -n %s %s`, %s: %s.\n' "$procs" "$size" "$platform" "$(date +%F)" \
    "$("$fpredict" --version | head -1)"

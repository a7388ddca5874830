#!/usr/bin/env bash
# Scalability and crossings, predicted and measured on a simulated platform: for each sample the sizes that keep the
# speed (fpredict scale) beside those that programs have it at (fpredict validate), and which of two distributions is
# the faster one, at the first size and at equal speed. Prints a table for docs/accuracy.md.
#
#   scalability.sh [-p PROCESSORS] [-n SIZE] [-t SECONDS] [-j JOBS] PLATFORM [SAMPLE[:WORK[:SIZE[:ALTERNATIVES]]]...]
#
# PLATFORM has PLATFORM.yaml here, a machine that was trained on it: hypercube, cluster or fabric. -p: processors
# (4,16,64,256); -n: the size to begin with (64); -t: what one run may take (60). SAMPLE is a folder of samples/
# (laplace, redblack, matmul and lu), WORK an expression in N (N^2), ALTERNATIVES what is compared. Results are kept in
# PLATFORM.scalability: the same command goes on. $FPREDICT is the program (build/release/bin/fpredict).
#
# Beyond 64 processors the platform is made larger by its own rule: a hypercube of more dimensions, a third level of
# switches. Machines are those that were trained on 64 nodes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
fpredict=${FPREDICT:-$root/build/release/bin/fpredict}
procs=4,16,64,256 size=64 limit=60 jobs=1
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
[ $# -gt 0 ] || set -- laplace redblack 'matmul:N^3:32' 'lu:N^3:32:T: (cyclic,*) (*,cyclic)'
[ -e "$here/$platform.yaml" ] || { echo "no trained machine '$platform.yaml' in $here" >&2; exit 2; }
cache=$PWD/$platform.scalability
most=$(tr , '\n' <<<"$procs" | sort -n | tail -1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Results belong to commands as they are written: names in them are short ones, under one folder.
ln -s "$here" "$work/platforms"
ln -s "$root/samples" "$work/samples"
cd "$work"

# Four groups of the 8 × 8 nodes, at as many switches of a third level as keeps the bandwidth of the second.
larger() {
    sed -e 's/radical="100-163"/radical="100-355"/' \
        -e 's/"2;8,8;1,\([0-9]*\);1,1"/"3;8,8,4;1,\1,\1;1,1,1"/' "platforms/$1.xml"
}

xml=$platform.xml
[ "$most" -le 64 ] || xml=$platform-256.xml # another name, as results belong to commands
if [ -e "platforms/$platform.sh" ]; then
    dimensions=6
    [ "$most" -le 64 ] || dimensions=8
    sh "platforms/$platform.sh" "$dimensions" >"$xml"
elif [ "$most" -le 64 ]; then
    cp "platforms/$platform.xml" .
else
    larger "$platform" >"$xml"
fi
python3 platforms/scalability.py "$fpredict" "$platform" "smpirun -platform $xml \$(cat platforms/$platform.options)" \
    "$procs" "$size" "$limit" "$jobs" "$cache" "$@"
printf '\n`training/platforms/scalability.sh -p %s -n %s %s`, %s: %s.\n' "$procs" "$size" "$platform" "$(date +%F)" \
    "$("$fpredict" --version | head -1)"

#!/usr/bin/env bash
# Random programs, each under a distribution of its own, for 1 … 8 processors: generated,
# built, run on simulated processes, and compared with the sequential program. Those that are
# wrong stay in FOLDER; one that fpredict says it cannot generate, or of which it warns that
# elements may get other values, is none. About two seconds a
# program.
#
#   random.sh [-c | -f] FIRST LAST FOLDER [BUILD]
#
# The programs of the seeds FIRST … LAST; -c: of random_cycles.c, whose arrays are in cycles; -f: of random_flat.c, whose
# arrays have one subscript for all dimensions. BUILD: where fpredict was built; build/release
# without it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
source=random_source least=9 sizes=9
if [ "$1" = -c ]; then
    source=random_cycles least=25 sizes=21
    shift
elif [ "$1" = -f ]; then
    source=random_flat
    shift
fi
first=$1 last=$2
mkdir -p "$3"
folder=$(cd "$3" && pwd)
build=$(cd "${4:-$root/build/release}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$here/smpi.sh"
PROGRESS=
cc -O1 "$here/$source.c" -o "$work/source"
wrong=0 refused=0
for seed in $(seq "$first" "$last"); do
    size=$((seed % sizes + least))
    [ -z "$progress" ] || printf '\r\033[K%d of %d … %d, %d wrong' "$seed" "$first" "$last" "$wrong" >&2
    "$work/source" "$seed" >"$folder/seed$seed.c"
    echo "$folder/seed$seed.c $((seed % 8 + 1)) $size -" >"$work/list"
    if bash "$here/run.sh" "$root" "$work/list" >"$work/said" 2>&1; then
        rm "$folder/seed$seed.c"
    elif grep -q 'no MPI program is generated' "$work/said"; then
        refused=$((refused + 1))
        rm "$folder/seed$seed.c"
    elif "$FPREDICT" emit "$folder/seed$seed.c" --procs "$((seed % 8 + 1))" -o /dev/null \
            -- "-DN=$size" 2>&1 | grep -q 'may keep another value'; then
        refused=$((refused + 1)) # it says that it may be wrong
        rm "$folder/seed$seed.c"
    else
        wrong=$((wrong + 1))
        [ -z "$progress" ] || printf '\r\033[K' >&2
        cat "$work/said"
    fi
done
[ -z "$progress" ] || printf '\r\033[K' >&2
echo "$((last - first + 1)) programs, $refused refused, $wrong wrong"
[ "$wrong" -eq 0 ]

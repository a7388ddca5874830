#!/usr/bin/env bash
# Trains a machine on a simulated platform, measures the samples there, and prints the tables of
# docs/accuracy.md. No file is made by hand in between: the machine is what the fit writes.
#
#   measure.sh [-r RANKS] [-j JOBS] [-n SIZES] [-p PROCESSORS] [-t SECONDS] [-s WORDS] [-x WORDS] [-c HOW] PLATFORM [RESULT_CACHE]
#
# PLATFORM is one that has a file PLATFORM.options here, or elsewhere: a path, as in ../mine/PLATFORM. If they are
# there, PLATFORM.hosts has the hosts in the order of ranks, PLATFORM.train further options of fpredict train, and
# PLATFORM-node.yaml the node (else node.yaml of that folder, or of this one).
# RESULT_CACHE keeps the results (PLATFORM.cache without it), and PLATFORM.raw and PLATFORM.yaml beside
# it what was trained: the same command goes on where it was interrupted, and measures nothing twice.
# -r: how many ranks train (64 on the cluster, the hypercube and the torus, 16 else). -j: so many runs at once (as many as there are
# processors). -n, -p: sizes (16,32,64,128,256) and numbers of processors (1,2,4,8,16,32,64).
# -t: what one run may take (60); those that take longer are listed as left out. -s: the samples
# whose path has one of the words, -x: those whose path has none, as in -x ocean,poisson. -c: library, own, or
# both as library,own: a table each of programs that call the library's collectives, or send rounds of their own. A program of
# several files has tables of its own, after those of the others. $FPREDICT
# is the program (build/release/bin/fpredict).
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
ranks= jobs=$(nproc) sizes=16,32,64,128,256 procs=1,2,4,8,16,32,64 limit=60 words= but= how=library

usage() {
    sed -n '5s/^# *//p' "$0" >&2
    exit 2
}

while getopts r:j:n:p:t:s:x:c: option; do
    case $option in
    r) ranks=$OPTARG ;;
    j) jobs=$OPTARG ;;
    n) sizes=$OPTARG ;;
    p) procs=$OPTARG ;;
    t) limit=$OPTARG ;;
    s) words=$OPTARG ;;
    x) but=$OPTARG ;;
    c) how=$OPTARG ;;
    *) usage ;;
    esac
done
shift $((OPTIND - 1))
[ $# -ge 1 ] && [ $# -le 2 ] || usage
here=$root/training/platforms
named=$1 folder=$here platform=$(basename -- "$1")
case $1 in */*) folder=$(cd -- "$(dirname -- "$1")" && pwd) || exit 2 ;; esac
[ -e "$folder/$platform.options" ] || {
    echo "no '$folder/$platform.options': a platform is a name of $here, or a path" >&2
    usage
}
[ -n "$ranks" ] || case $platform in cluster | hypercube | torus) ranks=64 ;; *) ranks=16 ;; esac
cache=$(realpath -m "${2:-$platform.cache}")
trained=$(dirname "$cache")/$platform
fpredict=$(realpath "${FPREDICT:-$root/build/release/bin/fpredict}")
[ -x "$fpredict" ] || { echo "no '$fpredict': build fpredict, or name it in \$FPREDICT" >&2; exit 1; }
for program in smpicc smpirun; do
    command -v "$program" >/dev/null || {
        echo "this needs $program, of SimGrid (Debian: libsimgrid-dev)" >&2
        exit 1
    }
done

# Results belong to the commands as they are written, and to what is in the files that they
# name: so all names are short ones, of a folder in which everything lies under them.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$folder" "$work/platforms"
ln -s "$here" "$work/own"
ln -s "$root/samples" "$work/samples"
cd "$work"
if [ -e "platforms/$platform.sh" ]; then
    sh "platforms/$platform.sh" >"$platform.xml"
else
    cp "platforms/$platform.xml" "$platform.xml"
fi
has_one() { # path, words
    local word
    IFS=, read -ra list <<<"$2"
    for word in "${list[@]}"; do
        case $1 in *"$word"*) return 0 ;; esac
    done
    return 1
}
has_main() { grep -qE '(^|[^[:alnum:]_])main *\(' "$1"; }
# Files of which none but one has a main are one program: `with` has the others, after the first's name.
files=() several=()
declare -A with=()
for file in samples/*/*.c; do
    if [ -n "$words" ] && ! has_one "$file" "$words"; then continue; fi
    if has_one "$file" "$but"; then continue; fi
    has_main "$file" || continue
    for other in "${file%/*}"/*.c; do
        has_main "$other" || with[$file]+=" --with $other"
    done
    if [ -n "${with[$file]:-}" ]; then several+=("$file"); else files+=("$file"); fi
done
[ $((${#files[@]} + ${#several[@]})) -gt 0 ] || { echo "no sample's path is so: -s '$words' -x '$but'" >&2; exit 2; }

run="smpirun -platform $platform.xml \$(cat platforms/$platform.options)"
[ ! -e "platforms/$platform.hosts" ] || run="$run -hostfile platforms/$platform.hosts"
node=platforms/$platform-node.yaml further=()
[ -e "$node" ] || node=platforms/node.yaml
[ -e "$node" ] || node=own/node.yaml
[ ! -e "platforms/$platform.train" ] || read -ra further <"platforms/$platform.train"

# Where this is ended, fpredict is, too; it writes what it has found so far before it ends, in
# this folder: so that is waited for.
status=0 child=
stop() {
    trap '' INT TERM HUP
    [ -z "$child" ] || { kill -TERM "$child" 2>/dev/null && wait "$child"; } || true
    echo "interrupted: the same command goes on from here" >&2
    exit 130
}
trap stop INT TERM HUP
run_it() {
    local code=0
    "$@" &
    child=$!
    wait "$child" || code=$?
    child=
    return "$code"
}

# As a user trains: docs/training.md.
run_it "$fpredict" train --mpicc smpicc --mpirun "$run -np $ranks" --node-of "$node" --name "$platform" \
    "${further[@]}" -o "$trained.yaml" >&2 || status=$?
[ "$status" -eq 0 ] || exit "$status"
ln -s "$trained.yaml" "$platform.yaml"

table() { # library or own, and files of programs, or of one and what goes with it
    local code=0 way=$1
    shift
    rm -f tables.md
    run_it "$fpredict" validate "$@" --machine "./$platform.yaml" --count-work --collectives "$way" \
        --mpicc 'smpicc -O1' --mpirun "$run" \
        --set "N=$sizes" --procs "$procs" --result-cache "$cache" --time-limit "$limit" --jobs "$jobs" \
        --format markdown -o tables.md || code=$?
    [ -s tables.md ] || exit "$code"
    printf '`training/platforms/measure.sh -r %s -n %s -p %s -t %s%s -c %s %s`, %s: fpredict %s, SimGrid %s, %s.\n\n' \
        "$ranks" "$sizes" "$procs" "$limit" "${words:+ -s $words}${but:+ -x $but}" "$way" "$named" "$(date +%F)" \
        "$("$fpredict" --version | awk 'NR == 1 { print $NF }')" \
        "$(smpirun -version 2>&1 | grep -oE '[0-9]+\.[0-9.]*[0-9]' | head -1)" \
        "$(cc --version | head -1)"
    cat tables.md
    [ "$code" -eq 0 ] || status=$code
}
IFS=, read -ra ways <<<"$how"
for way in "${ways[@]}"; do
    [ ${#files[@]} -eq 0 ] || table "$way" "${files[@]}"
    for file in "${several[@]}"; do
        read -ra others <<<"${with[$file]}"
        table "$way" "$file" "${others[@]}"
    done
done
exit "$status"

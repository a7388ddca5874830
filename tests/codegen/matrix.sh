#!/usr/bin/env bash
# Every sample, under every distribution, for 1 … 8 processors: generated, built, run on
# simulated processes (SimGrid's SMPI, which is quick with more processes than processors),
# and compared with the sequential program. About an hour.
#
#   matrix.sh [-p "1 2 3 4 5 6 7 8"] [-s WORD] [BUILD]
#
# -p: these processors only. -s: the samples whose path has the word. BUILD: where fpredict
# was built; build/release without it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
procs="1 2 3 4 5 6 7 8" word=
while getopts p:s: option; do
    case $option in
    p) procs=$OPTARG ;;
    s) word=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
build=$(cd "${1:-$root/build/release}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The distributions of a line's field: "2 T" is all of T's two dimensions, "2b T" those by blocks.
formats() {
    case $1 in
    2b) for f in 'block,*' '*,block' 'block,block'; do echo "$2($f)"; done ;;
    1) for f in block cyclic 'cyclic(3)'; do echo "$2($f)"; done ;;
    2)
        for f in 'block,*' '*,block' 'block,block' 'cyclic,*' '*,cyclic' 'cyclic(2),block' \
                'block,cyclic' 'cyclic,cyclic'; do
            echo "$2($f)"
        done
        ;;
    *) echo "$1" ;;
    esac
}

while IFS=';' read -r source sizes rest; do
    case $source in ''|'#'*) continue ;; *"$word"*) ;; *) continue ;; esac
    IFS=';' read -ra fields <<<"$rest"
    for field in "${fields[@]}"; do
        set -f
        set -- $field
        set +f
        formats "$@" | while read -r distribution; do
            for size in $sizes; do
                for count in $procs; do
                    echo "$source $count $size $distribution"
                done
            done
        done
    done
done <"$here/matrix.txt" >"$work/list"

. "$here/smpi.sh"
bash "$here/run.sh" "$root" "$work/list"

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
for program in smpicc smpirun; do
    command -v "$program" >/dev/null || {
        echo "matrix.sh needs $program, of SimGrid (Debian: libsimgrid-dev)" >&2
        exit 1
    }
done
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

for file in "$root"/codegen/runtime/*.c; do
    smpicc -std=c11 -I"$root" -O2 -c "$file" -o "$work/$(basename "${file%.c}").o"
done
cat >"$work/star.xml" <<'XML'
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="star" prefix="node-" suffix="" radical="0-63" speed="1Gf" bw="125MBps" lat="25us"/>
</platform>
XML
progress=
[ -t 2 ] && progress=1
export PROGRESS=$progress FPREDICT=$build/bin/fpredict MPICC=smpicc RUNTIME=$work
export MPIRUN="smpirun -platform $work/star.xml --cfg=smpi/simulate-computation:no --log=root.thresh:error"
SAME=$(find "$build" -name same_output -type f | head -1)
export SAME
bash "$here/run.sh" "$root" "$work/list"

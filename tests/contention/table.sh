#!/usr/bin/env bash
# Messages that share links, as fpredict predicts them, beside SimGrid's SMPI: a program of patterns.c
# by hand in simulated time, and a data-parallel one that sends the same, on a machine file that says
# what the platform does.
#
#   table.sh FPREDICT [once|late]
#
# once: all begin together; fails where a prediction is more than 3 % off. late: each rank begins later
# than the one before it, which the model neglects when it shares links: says by how much, and judges
# nothing. Both without an argument.
set -euo pipefail
fpredict=$1 which=${2:-both}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for program in smpicc smpirun; do
    command -v "$program" >/dev/null || {
        echo "skipped: SimGrid's SMPI is not installed"
        exit 77
    }
done
smpicc -O1 "$here/patterns.c" -o "$work/patterns"
worst=0

# measured PLATFORM RANKS BACK PATTERN BYTES LATE [K]
measured() {
    smpirun -np "$2" -platform "$here/$1.xml" --log=root.thres:error $(cat "$here/options") \
        "--cfg=network/crosstraffic:$3" "$work/patterns" "$4" "$5" 1 "$6" "${7:-1}" 2>/dev/null
}

# predicted PLATFORM RANKS BACK PATTERN BYTES LATE [K]
predicted() {
    local size=$(($5 / 8 * $2)) machine=$work/$1-$3.yaml
    [ "$4" != alltoall ] || size=$(awk -v n="$5" -v p="$2" 'BEGIN { print sqrt(n / 8) * p }')
    if [ ! -e "$machine" ]; then
        cat "$here/$1.network" "$here/node" >"$machine"
        [ "$3" = 0 ] || sed -i '/ sharing:/i\      answered_fraction: {value: 0.05, from: user, source: "crosstraffic"}' "$machine"
    fi
    "$fpredict" estimate "$here/$4.c" --machine "$machine" --format json \
        --param "node.processing.double_add_clk=$(awk -v s="$6" 'BEGIN { print 1000 * s }')" \
        -- "-DN=$size" "-DPROCS=$2" "-DK=${7:-1}" 2>/dev/null |
        awk -F'[:,]' -v late="$6" -v p="$2" '/"time_s"/ { printf "%.4f\n", $2 * 1e6 - late * (p - 1); exit }'
}

# row PLATFORM RANKS BACK PATTERN BYTES LATE [K]
row() {
    local smpi ours off
    smpi=$(measured "$@")
    ours=$(predicted "$@")
    off=$(awk -v a="$ours" -v b="$smpi" 'BEGIN { printf "%.2f", 100 * (a / b - 1) }')
    printf '| %s | %d | %s | %s | %s | %.3f | %.3f | %s %% |\n' \
        "$1" "$2" "$4${7:+ by $7}" "$5" "$6" "$ours" "$smpi" "$off"
    worst=$(awk -v w="$worst" -v o="$off" 'BEGIN { o = o < 0 ? -o : o; print (o > w ? o : w) }')
}

title() {
    printf '\n%s\n\n| platform | ranks | pattern | bytes | later µs | predicted µs | SMPI µs | off |\n' "$1"
    printf '|---|---|---|---|---|---|---|---|\n'
}

if [ "$which" != late ]; then
    for back in 0 1; do
        title "crosstraffic $back"
        for k in 1 2 5 8 10 21 32 40 42; do
            for bytes in 4000 1000000; do
                row torus 64 $back shift $bytes 0 $k
            done
        done
        for bytes in 968 8192 100352; do
            row tree 32 $back alltoall $bytes 0
        done
        for bytes in 1000 8000 15000 100000 1000000; do
            row star 17 $back gather $bytes 0
        done
        row star 64 $back gather 8000 0
    done
    printf '\nlargest: %s %%\n' "$worst"
    awk -v w="$worst" 'BEGIN { exit !(w <= 3) }' || { echo "FAILED: more than 3 % off"; exit 1; }
fi
if [ "$which" != once ]; then
    title "each rank later than the one before"
    for late in 0 0.1 1 10; do
        row torus 64 0 shift 1000000 $late 42
        row tree 32 0 alltoall 8192 $late
        row star 17 0 gather 8000 $late
        row star 17 0 gather 100000 $late
    done
fi

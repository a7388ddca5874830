#!/bin/bash
# fpredict replay beside SMPI's own replay of the same time-independent traces, on the star of
# tests/contention: each rank ends at the same time, within 0.1 %; and once more where messages from
# 4 KiB on are fetched. Skipped (77) without smpirun.
#
#   beside_smpi.sh FPREDICT
set -eu
fpredict=$1
there=$(cd "$(dirname "$0")/../contention" && pwd)
command -v smpirun >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ranks=8

# In a blocking send SMPI 3.32 forgets the overhead from 16 KiB on: send_pieces say so.
piece() { # FROM SEND PER_BYTE RECEIVE
    echo "        - from_bytes: {value: $1, from: user, source: \"the platform\"}"
    for pair in startup_us=0.00128 per_byte_us=8e-05 latency_us=0.6 "send_us=$2" \
        "send_per_byte_us=$3" "receive_us=$4" "receive_per_byte_us=$3" ${5:+"$5"}; do
        echo "          ${pair%=*}: {value: ${pair#*=}, from: user, source: \"the platform\"}"
    done
}
{
    sed '/^      collectives:/,$d' "$there/star.network"
    echo '      send_pieces:'
    piece 0 0.2 0.0001 0.25
    piece 16384 0 0 0 handshake_us=0
    sed -n '/^      collectives:/,$p' "$there/star.network"
    cat "$there/node"
} >"$work/star.yaml"

# Between SMPI's thresholds a sender goes on, and the message waits for its receiver. Both lists of
# pieces have 16384 bytes as their second. Partners in an all-reduction hand over what they send
# before they ask for the other's.
piece 4096 0.2 0.0001 0.25 fetch_us=0 >"$work/fetched"
awk -v more="$work/fetched" '
    /from_bytes: {value: 16384/ { while ((getline line < more) > 0) print line; close(more) }
    /^        allgather:/ {
        print "          library:"
        print "            - {processors: 8, from_bytes: 0, algorithm: recursive_doubling, " \
              "sends_first: true, from: user, source: \"the platform\"}"
    }
    { print }' "$work/star.yaml" >"$work/fetching.yaml"

# KIND BYTES: a file for each rank, and their list. Random numbers of its own, the same everywhere.
generate() {
    rm -f "$work"/rank-* "$work/list"
    awk -v kind="$1" -v bytes="$2" -v n=$ranks -v out="$work/rank-" '
        function random(below) { seed = (seed * 16807) % 2147483647; return seed % below }
        function say(rank, what) { print rank, what > (out rank) }
        function compute(rank) { say(rank, "compute " 1000 + random(200000)) }
        function one(rank, does, other, tag) { say(rank, does " " other " " tag " " bytes " 6") }
        BEGIN {
            seed = 12345
            for (r = 0; r < n; r++) say(r, "init")
            for (i = 0; i < 10; i++) {
                for (r = 0; r < n; r++) { compute(r); order[r] = r }
                for (r = n - 1; r > 0; r--) {
                    k = random(r + 1); swap = order[r]; order[r] = order[k]; order[k] = swap
                }
                for (r = 0; r < n; r++) {
                    after = (r + 1) % n; before = (r + n - 1) % n
                    if (kind == "ring" && r == 0) { one(r, "send", after, i); one(r, "recv", before, i) }
                    if (kind == "ring" && r > 0) { one(r, "recv", before, i); one(r, "send", after, i) }
                    if (kind == "halo") {
                        one(r, "irecv", after, i); one(r, "irecv", before, i)
                        one(r, "isend", after, i); one(r, "isend", before, i)
                        say(r, "waitall 4")
                    }
                    if (kind == "alltoall") {
                        for (k = 1; k < n; k++) one(r, "irecv", (r + n - k) % n, i)
                        for (k = 1; k < n; k++) one(r, "isend", (r + k) % n, i)
                        say(r, "waitall " 2 * n - 2)
                    }
                    if (kind == "gather" && r == 0) {
                        for (k = 1; k < n; k++) one(r, "irecv", k, i)
                        say(r, "waitall " n - 1)
                        for (k = 1; k < n; k++) say(r, "send " k " " 100 + i " 1 6")
                    }
                    if (kind == "gather" && r > 0) { one(r, "send", 0, i); say(r, "recv 0 " 100 + i " 1 6") }
                }
                for (r = 0; kind == "pairs" && r + 1 < n; r += 2) {
                    one(order[r], "send", order[r + 1], i); one(order[r + 1], "recv", order[r], i)
                    compute(order[r + 1])
                    one(order[r + 1], "send", order[r], i); one(order[r], "recv", order[r + 1], i)
                }
                if (kind == "allreduce") for (r = 0; r < n; r++) say(r, "allreduce " bytes " 500 6")
                if (kind == "barrier") for (r = 0; r < n; r++) say(r, "barrier")
            }
            for (r = 0; r < n; r++) say(r, "finalize")
        }'
    for ((r = 0; r < ranks; r++)); do echo "$work/rank-$r"; done >"$work/list"
}

# OPTIONS of SMPI's: the time of each rank's last action.
by_smpi() {
    # shellcheck disable=SC2046
    smpirun -np $ranks -platform "$there/star.xml" \
        $(grep -v -e root.thres -e simulate-computation "$there/options") \
        --cfg=network/crosstraffic:0 "$@" --log=smpi_replay.thres:verbose '--log=root.fmt:[%h:%.12r]%m%n' \
        -replay "$work/list" 2>&1 |
        sed -n 's/^\[node-[0-9]*:\([0-9.]*\)\]\([0-9]*\) .*/\2 \1/p' |
        awk '$2 > end[$1] { end[$1] = $2 } END { for (r in end) print r, end[r] }' | sort -n
}

by_fpredict() { # MACHINE
    "$fpredict" replay "$work/list" --machine "$work/$1.yaml" --flops-rate 1G --format json |
        awk -F '[:,]' '/"rank":/ { rank = $2 } /"time_s":/ && rank != "" { print rank + 0, $2 }'
}

failed=0
compare() { # KIND BYTES MACHINE OPTIONS
    local kind=$1 bytes=$2 machine=$3
    shift 3
    generate "$kind" "$bytes"
    by_smpi "$@" >"$work/smpi"
    by_fpredict "$machine" >"$work/fpredict"
    [ "$(wc -l <"$work/smpi")" = $ranks ] || { echo "SMPI has not replayed $kind"; exit 1; }
    join "$work/smpi" "$work/fpredict" | awk -v what="$kind, $bytes bytes, $machine" -v n=$ranks '
        { off = 100 * ($3 / $2 - 1); if (off < 0) off = -off; if (off > most) most = off }
        END { printf "%-32s %7.4f %%\n", what, most; exit !(NR == n && most <= 0.1) }' || failed=1
}
for kind in ring halo gather alltoall pairs allreduce barrier; do
    for bytes in 1000 20000 300000; do
        compare $kind $bytes star
    done
    for bytes in 1000 12000 20000; do
        compare $kind $bytes fetching --cfg=smpi/async-small-thresh:4096
    done
done
exit $failed

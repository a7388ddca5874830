#!/usr/bin/env bash
# What fpredict deperturb takes away, held against the truth: small programs (programs.c) run in
# SimGrid's SMPI, as they are, which takes T, and recorded by fpredict record, where each look at the
# clock, one an event, takes 6 to 36 us of simulated time.
#
#   tables.sh FPREDICT [quick|TABLE...]
#
# Prints tables (docs/traces.md has them): barriers, ocean, blind, scenarios, looks, pairs, neighbours. quick:
# barrier loops alone, few of them; fails where the time without recording is more than 5 % off. Skipped
# (77) without SMPI.
set -euo pipefail
fpredict=$1
shift
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
contention=$root/tests/contention
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for program in smpicc smpirun; do
    command -v "$program" >/dev/null || {
        echo "skipped: SimGrid's SMPI is not installed"
        exit 77
    }
done
"$fpredict" record --compile -- smpicc -O1 -I"$root/frontend/include" "$here/programs.c" -o "$work/programs"

# The star of tests/contention, 12.5 GB/s, and the same with links of 100 MB/s, which messages share.
cp "$contention/star.xml" "$work/fast.xml"
sed 's/12.5GBps/100MBps/' "$contention/star.xml" >"$work/slow.xml"
cat "$contention/star.network" "$contention/node" >"$work/fast.yaml"
sed 's/8e-0*5/0.01/; s/0.00128/0.16/' "$work/fast.yaml" >"$work/slow.yaml"

# simulated ALPHA_US COMMAND...: a program's seconds, of the platform $network and with $ranks ranks.
network=fast ranks=2 special=
simulated() {
    local alpha=$1
    shift
    # shellcheck disable=SC2046
    "$@" smpirun -np "$ranks" -platform "$work/$network.xml" $(cat "$contention/options") \
        --cfg=network/crosstraffic:0 $special "--cfg=smpi/wtime:${alpha}e-6" --log=root.thres:error \
        "$work/programs" $arguments 2>/dev/null |
        awk 'NF == 3 && $1 ~ /^[0-9]+$/ { if (!n++ || $2 < begun) begun = $2; if ($3 > ended) ended = $3 }
             END { if (!n) exit 1; printf "%.12f\n", ended - begun }'
}

# The same of a trace's text: from where the region "experiment" begins to where it ends.
experiment() {
    awk '$1 == "clock" { ticks = $2 }
         $1 == "region" && $4 == "\"experiment\"" { region = $2 }
         $3 == "enter" && $4 == region { if (!n++ || $2 < begun) begun = $2 }
         $3 == "leave" && $4 == region { if ($2 > ended) ended = $2 }
         END { if (!n) exit 1; printf "%.12f\n", (ended - begun) / ticks }' "$1"
}

# value KEY FILE: a number of the JSON.
value() {
    sed -n "s/.*\"$1\": \([0-9.e+-]*\),*/\1/p" "$2" | head -1
}

# without ALPHA OPTIONS...: what is left of the trace $work/run, in $work/left.*
without() {
    local alpha=$1
    shift
    rm -f "$work/left.trace" "$work/replayed.trace"
    "$fpredict" deperturb "$work/run" --overhead "${alpha}us" --as text -o "$work/left.trace" \
        --format json "$@" >"$work/left.json"
    [ "$(value not_found "$work/left.json")" != "" ]
    without=$(experiment "$work/left.trace")
}

# What is left, with messages and collectives as the platform's machine file has them.
replayed() {
    "$fpredict" replay "$work/left.trace" --machine "$work/$network.yaml" --as text \
        -o "$work/replayed.trace" >/dev/null
    experiment "$work/replayed.trace"
}

# recorded ALPHA: as it was recorded.
recorded() {
    rm -rf "$work/run"
    recorded=$(simulated "$1" "$fpredict" record -o "$work/run" --processor-time none --)
}

# percent A B: by how much A is more than B.
percent() {
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%+.2f", 100 * (a / b - 1) }'
}

# bound KEY: what is left at least or at most, of the experiment: beyond what is left by itself the
# same as of the whole.
bound() {
    awk -v b="$(value "$1" "$work/left.json")" -v w="$(value without "$work/left.json")" \
        -v e="$without" 'BEGIN { printf "%.12f", e + b - w }'
}

# Is T between the bounds, to 0.1 %?
is_between() {
    awk -v l="$1" -v t="$truth" -v m="$2" 'BEGIN { exit !(l <= t * 1.001 && m * 1.001 >= t) }' &&
        echo yes || echo no
}

# head COLUMNS...
head_of() {
    printf '|'
    printf ' %s |' "$@"
    printf '\n|'
    printf -- '---|%.0s' "$@"
    echo
}

alphas() {
    for alpha in "$@"; do
        recorded "$alpha"
        without "$alpha"
        printf ' %s | %s |' "$(percent "$recorded" "$truth")" "$(percent "$without" "$truth")"
    done
}

# Figure 5. The second barrier is linear: rank 0 takes 10 us for each message that it receives, and then
# for each that it sends.
linear='--cfg=smpi/barrier:ompi_basic_linear --cfg=smpi/os:0:10e-6:0 --cfg=smpi/or:0:10e-6:0'

# loops SHARES: a row for each number of ranks.
loops() {
    local alphas='6 12 24 36'
    # shellcheck disable=SC2046,SC2086
    head_of P "T, ms" $(for a in $alphas; do echo "T_m,$a" "T_a,$a"; done)
    for ranks in 2 4 8 16 32 64; do
        arguments="barriers 40 $1"
        truth=$(simulated 0)
        printf '| %s | %.3f |' "$ranks" "$(awk -v t="$truth" 'BEGIN { print 1e3 * t }')"
        # shellcheck disable=SC2086
        alphas $alphas
        echo
    done
}

barriers() {
    local shares
    for special in '' "$linear"; do
        for shares in each:1 some:3,15; do
            printf '\n*%s, %s*\n\n' "$([ $shares = each:1 ] && echo 'As many events on each rank' ||
                echo 'Five times as many on each fourth rank')" \
                "$([ -z "$special" ] && echo 'a barrier of a few us' ||
                    echo 'a linear barrier of 20 us a rank')"
            loops $shares
        done
    done
    special=
}

# row LABEL ALPHA: with the bounds, and replayed on the platform's machine file.
row() {
    local label=$1 alpha=$2 least most
    without "$alpha" --machine "$work/$network.yaml"
    least=$(bound least) most=$(bound most)
    echo "| $label | $alpha | $(percent "$recorded" "$truth") | $(percent "$without" "$truth") |" \
        "$(percent "$least" "$truth") … $(percent "$most" "$truth") | $(is_between "$least" "$most") |" \
        "$(percent "$(replayed)" "$truth") |"
}

rows_of_bounds() {
    head_of "$1" "alpha, us" "T_m" "T_a" "least … most" "T between" "replayed"
}

# Figure 6.
ocean() {
    local alpha shares
    for network in fast slow; do
        for shares in all:64 each:8; do
            printf '\n*%s, %s*\n\n' "$([ $shares = all:64 ] && echo '(A) 64 regions in all a step' ||
                echo '(B) 8 regions a rank a step')" \
                "$([ $network = fast ] && echo 'links of 12.5 GB/s' || echo 'links of 100 MB/s')"
            rows_of_bounds "P"
            for ranks in 2 4 8 16 32; do
                arguments="ocean 5 $shares"
                truth=$(simulated 0)
                for alpha in 6 36; do
                    recorded $alpha
                    row "$ranks" $alpha
                done
            done
        done
    done
    network=fast
}

# Figure 7.
blind() {
    echo
    head_of "P" "alpha, us" "T_m" "as recorded" "fifo" "lifo"
    for ranks in 4 8 16; do
        arguments="blind 20 some:2,10"
        truth=$(simulated 0)
        for alpha in 6 36; do
            recorded $alpha
            printf '| %s | %s | %s |' "$ranks" "$alpha" "$(percent "$recorded" "$truth")"
            for order in as-recorded fifo lifo; do
                without $alpha --blind-receives $order
                printf ' %s |' "$(percent "$without" "$truth")"
            done
            echo
        done
    done
}

# Figures 3 and 4: a receiver that waits, and one that comes late.
scenarios() {
    echo
    rows_of_bounds "program, P"
    for kind in waits late; do
        for ranks in 2 8; do
            arguments="$kind 20 some:2,8"
            truth=$(simulated 0)
            for alpha in 6 36; do
                recorded $alpha
                row "$kind, $ranks" $alpha
            done
        done
    done
}

# Receivers that look for the message that they wait for: SMPI has a call that finds nothing take 2 us,
# with each one the same.
looks() {
    echo
    special='--cfg=smpi/iprobe:2e-6 --cfg=smpi/test:2e-6 --cfg=smpi/grow-injected-times:no'
    rows_of_bounds "program, P"
    for kind in probes pending iprobes tests; do
        for ranks in 2 8; do
            arguments="$kind 20 some:2,8"
            truth=$(simulated 0)
            for alpha in 1 6; do
                recorded $alpha
                row "$kind, $ranks" $alpha
            done
        done
    done
    special=
}

# exchanges PROGRAM: messages that wait for their receivers (of 16 KiB on), and short ones.
exchanges() {
    local kind=$1 bytes shares
    echo
    rows_of_bounds "bytes, events, P"
    for bytes in 1000 40000; do
        for shares in each:4 some:4,16; do
            for ranks in 2 8; do
                arguments="$kind 10 $shares $bytes"
                truth=$(simulated 0)
                recorded 36
                row "$bytes, $([ $shares = each:4 ] && echo even || echo uneven), $ranks" 36
            done
        done
    done
}

pairs() {
    exchanges pairs
}

neighbours() {
    exchanges neighbours
}

quick() {
    local worst=0
    for ranks in 2 8; do
        arguments='barriers 20 each:1'
        truth=$(simulated 0)
        for alpha in 6 36; do
            recorded $alpha
            without $alpha
            echo "$ranks ranks, $alpha us: recorded $(percent "$recorded" "$truth") %," \
                "without $(percent "$without" "$truth") %"
            awk -v r="$recorded" -v w="$without" -v t="$truth" \
                'BEGIN { off = w / t - 1; exit !(r > 1.02 * t && off <= 0.05 && off >= -0.05) }' || worst=1
        done
    done
    return $worst
}

title() {
    case $1 in
    barriers) echo 'Barrier loops (figure 5)' ;;
    ocean) echo 'Transposes of the ocean code (figure 6)' ;;
    blind) echo 'Receives of any source (figure 7)' ;;
    scenarios) echo 'Receivers that wait, and that come late (figures 3 and 4)' ;;
    looks) echo 'Receivers that look for what they wait for' ;;
    pairs) echo 'Pairs that exchange, blocking' ;;
    neighbours) echo 'Neighbours that exchange, not blocking, and wait' ;;
    esac
}

[ "${1:-}" != quick ] || { quick; exit; }
[ $# != 0 ] || set -- barriers ocean blind scenarios looks pairs neighbours
for table in "$@"; do
    printf '\n**%s**\n' "$(title "$table")"
    $table
done

#!/usr/bin/env bash
# Programs that count their work, run on SimGrid's SMPI as plain.yaml is a machine there:
# what each rank computes, how many messages of how many bytes there are, and when the last
# rank ends must be what is predicted, by another way.
#
#   counted.sh ROOT LIST
#
# From the environment: FPREDICT, SMPICC, SMPIRUN, RUNTIME, as for run.sh.
set -euo pipefail
root=$1 list=$2 here=$1/tests/codegen
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export FPREDICT_COMPILERS=$here
failed=0 count=0
"$FPREDICT" machines --costs "$here/plain.yaml" >"$work/costs"
exact="--cfg=smpi/simulate-computation:no --cfg=smpi/bw-factor:0:1 --cfg=smpi/lat-factor:0:1
    --cfg=network/weight-S:0 --cfg=network/crosstraffic:0 --cfg=network/TCP-gamma:0"

# Times are equal to a nanosecond for each message, SimGrid's step; the rest to rounding.
compare() {
    awk -v program="$*" '
        function differ(what, run, predicted) {
            printf "%s: %s is %s, and %s is predicted\n", program, what, run, predicted
            wrong = 1
        }
        function near(a, b, slack) { return a - b <= slack && b - a <= slack }
        FILENAME == ARGV[1] && /"busy_s"/ {
            gsub(/.*\[|\].*/, "")
            procs = split($0, busy, ", ")
        }
        FILENAME == ARGV[1] && /^  "time_s"/ { gsub(/[^0-9.e+-]/, "", $2); time = $2 + 0 }
        FILENAME == ARGV[1] && /^  "/ { is_communication = /"communications"/ }
        FILENAME == ARGV[1] && is_communication {
            for (i = 1; i < NF; i++) {
                if ($i == "\"messages\":") messages += $(i + 1)
                if ($i == "\"bytes\":") bytes += $(i + 1)
            }
        }
        FILENAME == ARGV[2] && !/^#/ {
            ranks++
            last = $2 > last ? $2 : last
            all += $4
            all_bytes += $5
            if (!near($3, busy[$1 + 1], 2e-12 + 1e-9 * $3))
                differ("what rank " $1 " computes", $3, busy[$1 + 1])
        }
        END {
            if (ranks != procs || procs == 0) differ("the number of ranks", ranks, procs)
            if (all != messages) differ("the number of messages", all, messages)
            if (all_bytes != bytes) differ("bytes", all_bytes, bytes)
            if (!near(last, time, 1e-8 + 1e-5 * time)) differ("the time", last, time)
            exit wrong
        }' "$work/predicted" "$work/report"
}

run_one() {
    local options=(--machine "$here/plain.yaml" --procs "$procs")
    for format in $distribution; do
        case $format in
        -) ;;
        --*) options+=("$format") ;;
        *) options+=(--distribute "$format") ;;
        esac
    done
    "$FPREDICT" emit "$root/$source" "${options[@]}" --count-work -o "$work/generated.c" \
        -- "-DN=$size" 2>"$work/messages" || { cat "$work/messages"; return 1; }
    "$FPREDICT" estimate "$root/$source" "${options[@]}" --format json -- "-DN=$size" \
        >"$work/predicted" 2>"$work/messages" || { cat "$work/messages"; return 1; }
    "$SMPICC" -std=gnu11 -O1 -w "-DN=$size" -I"$root/codegen/runtime" -I"$root/frontend/include" \
        "$work/generated.c" "$RUNTIME/runtime.o" -lm -o "$work/generated" || return 1
    rm -f "$work/report"
    FPR_COSTS=$work/costs FPR_REPORT=$work/report timeout 300 "$SMPIRUN" -np $((${procs//x/*})) \
        -platform "$here/plain.xml" $exact --log=root.thres:error "$work/generated" \
        >"$work/messages" 2>&1 || { cat "$work/messages"; return 1; }
    compare "$source on $procs, N = $size, $distribution"
}

while read -r source procs size distribution; do
    case $source in ''|'#'*) continue ;; esac
    count=$((count + 1))
    run_one </dev/null || { echo "wrong: $source $procs $size $distribution"; failed=$((failed + 1)); }
done <"$list"
echo "$count programs, $failed wrong"
[ "$failed" -eq 0 ] && [ "$count" -gt 0 ]

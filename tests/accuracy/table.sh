#!/usr/bin/env bash
# table.sh FPREDICT GRID
#
# Prints docs/accuracy.md: what fpredict predicts for the samples, beside what the
# papers say of the same programs. `./dev accuracy` writes the page.
set -euo pipefail
fpredict=$(realpath "$1")
grid=$(realpath "$2")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export LC_ALL=C
include=frontend/include

# predict SOURCE OPTIONS…: a line for each prediction: time, communication and
# balance. What may hold commas stands in front of them.
predict() {
    "$fpredict" estimate "$1" "${@:2}" --format csv --no-warnings -- -I "$include" |
        awk -F, 'NR > 1 { print $(NF - 7), $(NF - 3), $NF }'
}

times() { predict "$@" | cut -d ' ' -f 1; }

# phase REGION SOURCE OPTIONS…: the time of a region on the slowest processor.
phase() {
    "$fpredict" estimate "$2" "${@:3}" --format json --no-warnings -- -I "$include" |
        awk -v name="\"name\": \"$1\"" 'index($0, name) {
            if (match($0, /"time_s": [0-9.e-]+/)) print substr($0, RSTART + 10, RLENGTH - 10) }'
}

# regions SOURCE OPTIONS…: a line for each region: its name, messages, bytes, seconds
# communicating, computing and of overhead, and load balance.
regions() {
    "$fpredict" estimate "$1" "${@:2}" --format json --no-warnings -- -I "$include" |
        awk 'function of(key) {
                match($0, "\"" key "\": [^,}]*")
                return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4)
            }
            /"contention_s"/ {
                name = of("name")
                gsub("\"", "", name)
                print name, of("messages"), of("bytes"), of("communication_s"),
                      of("computation_s"), of("overhead_s"), of("load_balance")
            }'
}

# shifts DISTRIBUTION PROCS SIZES MACHINE…: what the shifts of redblack cost.
shifts() {
    "$fpredict" estimate samples/redblack/redblack.c --distribute "$1" --procs "$2" --set "N=$3" \
        "${@:4}" --format json --no-warnings |
        awk '/"parameters"/ { if (n++) print sum; sum = 0 }
             /"kind": "shift"/ && match($0, /"time_s": [0-9.e-]+/) {
                 sum += substr($0, RSTART + 10, RLENGTH - 10) }
             END { print sum }'
}

# changes FIRST STEP: from two columns, the sizes at which the sign of their
# difference changes.
changes() {
    awk -v n="$1" -v step="$2" '{
        sign = $1 < $2 ? -1 : 1
        if (NR > 1 && sign != last) list = list (list ? ", " : "") n
        last = sign
        n += step } END { print (list ? list : "none") }'
}

# speedups: from a column of times, the first over each.
speedups() {
    awk 'NR == 1 { first = $1 } { printf "%s%.2f", (NR > 1 ? " | " : ""), first / $1 } END { print "" }'
}

head_of_page() {
    cat <<END
# Accuracy

What fpredict predicts for the samples, beside what the papers say of the same programs. No machine
was run for this page: the times are predictions, and what can be compared is which choice is
better, where that changes, and how programs scale. \`./dev accuracy\` makes the page;
\`tests/samples/test_facts.c\` tests the statements, each test named after its place: the paper's
number and the line of its text.

Papers: 000 Mohr, Malony and Shanmugam; 001 Sun, Pantano and Fahringer; 002 Balasundaram, Fox,
Kennedy and Kremer; 003 Sarukkai and Malony; 004 Parashar and Hariri.

END
}

redblack() {
    local imply=(--machine ncube2 --param 'cube.communication.pieces[0].startup_us=106.02')
    echo "## Red-black relaxation: columns or blocks (002:93, figure 3)"
    echo
    echo "On an nCUBE columns are better below 180 × 180 points on 16 processors, and below 128 × 128 on"
    echo "64. Both follow from one machine whose startup is worth 186 bytes. Sizes N from which on the"
    echo "better one changes, in steps of 4:"
    echo
    echo "| machine | processors | the paper | communication | total time |"
    echo "|---|---|---|---|---|"
    local procs paper name machine sizes=60:260:4
    for procs in 16 64; do
        paper=$([ $procs = 16 ] && echo 180 || echo 128)
        for name in implied ncube1 ncube2; do
            machine=(--machine "$name")
            [ "$name" = implied ] && machine=("${imply[@]}")
            echo "| $name | $procs | $paper | $(paste -d ' ' \
                <(shifts 'T(block,block)' $procs $sizes "${machine[@]}") \
                <(shifts 'T(*,block)' $procs $sizes "${machine[@]}") | changes 60 4) | $(paste -d ' ' \
                <(times samples/redblack/redblack.c --distribute 'T(block,block)' --procs $procs \
                    --set N=$sizes "${machine[@]}") \
                <(times samples/redblack/redblack.c --distribute 'T(*,block)' --procs $procs \
                    --set N=$sizes "${machine[@]}") | changes 60 4) |"
        done
    done
    echo
    echo "\`implied\` is ncube2 with a startup of 106.02 µs, 186 times its 0.57 µs a byte. In the total"
    echo "time columns lose earlier or always: the largest part of N columns on P processors is"
    echo "⌈N/P⌉ wide, that of blocks ⌈N/√P⌉², so columns wait for up to a whole column, in steps as N"
    echo "grows: the steps of the paper's figure."
    echo
}

matmul() {
    echo "## Matrix multiplication on the CM-5 (000:141–154)"
    echo
    echo "(whole,whole) is obviously bad; (block,whole) is generally good; on 16, a square,"
    echo "(block,block) beats it. Seconds, N = 128:"
    echo
    echo "| distribution | 1 | 4 | 8 | 16 | 32 |"
    echo "|---|---|---|---|---|---|"
    local f g
    for f in block cyclic '*'; do
        for g in block cyclic '*'; do
            echo "| ($f,$g) | $(times samples/matmul/matmul.c --machine cm5 --procs 1,4,8,16,32 --set N=128 \
                --distribute "T($f,$g)" | awk '{ printf "%s%.3f", (NR > 1 ? " | " : ""), $1 }') |"
        done
    done
    echo
}

poisson() {
    echo "## Poisson solver on the CM-5 (000:159)"
    echo
    echo "Sine transforms without communication and with a speed-up of 28.69 on 32 processors, cyclic"
    echo "reduction flattening from 16 on, the whole between them. Speed-ups, N = 128:"
    echo
    echo "| part | 1 | 2 | 4 | 8 | 16 | 32 |"
    echo "|---|---|---|---|---|---|---|"
    local part
    for part in sine reduction; do
        echo "| $part | $(for p in 1 2 4 8 16 32; do
            phase $part samples/poisson/poisson.c --machine cm5 --procs $p --set N=128 |
                awk '{ s += $1 } END { print s }'
        done | speedups) |"
    done
    echo "| whole | $(times samples/poisson/poisson.c --machine cm5 --procs 1,2,4,8,16,32 --set N=128 |
        speedups) |"
    echo
}

# named SOURCE OPTIONS…: the size from which on, without a change above, `compare` names rows
# dealt out in turn the fastest.
named() {
    "$fpredict" compare "$1" "${@:2}" --alternatives 'T: (cyclic,*) (block,*)' --no-warnings |
        tr -s ' \n' ' ' | sed -n 's/.* processors,.* T(cyclic,\*)[a-z ]* at \(N = \)\{0,1\}\([0-9,]*\)[ .].*/\2/p' |
        tr -d ,
}

lu() {
    echo "## Gauss elimination: cyclic or block"
    echo
    echo "On the iPSC/860. Load balance is mean over maximum: with blocks, processors run out of rows."
    echo "\`compare\` names the sizes at which cyclic is faster. It may be for a few below; from the last"
    echo "border on it stays so. The two distributions just below that size and at it:"
    echo
    echo "| processors | N | rows by blocks | balance | rows cyclic | balance |"
    echo "|---|---|---|---|---|---|"
    local p n size
    for p in 2 4 8; do
        size=$(named samples/lu/lu.c --procs $p --set N=200)
        for n in $((size - 1)) "$size"; do
            paste -d ' ' <(predict samples/lu/lu.c --procs $p --set "N=$n" --distribute 'T(block,*)') \
                <(predict samples/lu/lu.c --procs $p --set "N=$n" --distribute 'T(cyclic,*)') |
                awk -v p=$p -v n="$n" '{ printf "| %d | %d | %.6g s | %.2f | %.6g s | %.2f |\n",
                    p, n, $1, $3, $4, $6 }'
        done
    done
    echo
    echo "And how much that is at other sizes:"
    echo
    echo "| processors | N | rows by blocks | balance | rows cyclic | balance | block over cyclic |"
    echo "|---|---|---|---|---|---|---|"
    for p in 8 16; do
        for n in 16 32 64 128 256 512; do
            paste -d ' ' <(predict samples/lu/lu.c --procs $p --set N=$n --distribute 'T(block,*)') \
                <(predict samples/lu/lu.c --procs $p --set N=$n --distribute 'T(cyclic,*)') |
                awk -v p=$p -v n=$n '{ printf "| %d | %d | %.4g s | %.2f | %.4g s | %.2f | %.2f |\n",
                    p, n, $1, $3, $4, $6, $1 / $4 }'
        done
    done
    echo
}

scaling() {
    echo "## Larger systems (004:458): π and option pricing on the iPSC/860"
    echo
    echo "π scales well; Finance only for larger problem sizes. Speed-ups:"
    echo
    echo "| program | N | 2 | 4 | 8 | 16 | 32 |"
    echo "|---|---|---|---|---|---|---|"
    local n
    for n in 1024 4096 16384; do
        echo "| pi | $n | $(times samples/pi/pi.c --procs 1,2,4,8,16,32 --set N=$n | speedups |
            sed 's/^1.00 | //') |"
    done
    for n in 128 512 2048; do
        echo "| finance | $n | $(times samples/finance/finance.c --procs 1,2,4,8,16,32 --set N=$n |
            speedups | sed 's/^1.00 | //') |"
    done
    echo
    echo "## Processors, bandwidth and load (004:432, 004:454, 004:456): N-body on the iPSC/860"
    echo
    echo "Change of the time in per cent. That of bandwidth and load is larger on more processors, and"
    echo "that of load grows faster than the load. N = 1024."
    echo
    echo "| what if | 2 | 4 | 8 | 16 |"
    echo "|---|---|---|---|---|"
    local what
    for what in '--scale processor=2' '--scale processor=3' '--scale processor=4' \
        '--scale bandwidth=2' '--scale bandwidth=0.5' '--load network=0.3' \
        '--load network=0.6' '--load network=0.9'; do
        # shellcheck disable=SC2086
        echo "| \`$what\` | $(paste -d ' ' \
            <(times samples/nbody/nbody.c --procs 2,4,8,16 --set N=1024) \
            <(times samples/nbody/nbody.c --procs 2,4,8,16 --set N=1024 $what) |
            awk '{ printf "%s%+.1f", (NR > 1 ? " | " : ""), 100 * ($2 / $1 - 1) }') |"
    done
    echo
}

phases() {
    echo "## Two phases: N-body (004:492) and option pricing (004:494)"
    echo
    echo "The phases of N-body \"require n/2 circular shifts of the data; consequently their communication"
    echo "profiles are similar. However, Phase 1 performs more computation\"; of option pricing, \"Phase 2"
    echo "requires no communication\". They are regions of the sources. On the iPSC/860; of the slowest"
    echo "processor, messages and bytes of all."
    echo
    echo "| program | N | processors | phase | messages | bytes | communicating | computing | overhead | balance |"
    echo "|---|---|---|---|---|---|---|---|---|---|"
    local p
    for p in 2 8 32; do
        regions samples/nbody/nbody.c --procs $p --set N=1024 | phase_rows nbody 1024 $p
    done
    for p in 2 8 32; do
        regions samples/finance/finance.c --procs $p --set N=256 | phase_rows finance 256 $p
    done
    echo
}

phase_rows() {
    awk -v program="$1" -v n="$2" -v p="$3" '{
        printf "| %s | %d | %d | %s | %d | %d | %.2f ms | %.2f ms | %.2f ms | %.2f |\n",
               program, n, p, $1, $2, $3, 1e3 * $4, 1e3 * $5, 1e3 * $6, $7 }'
}

# The same of all machines, from one table of a sample's: of processors 1, 4, 16 and 64.
everything() {
    local sources=(samples/*/*.c) machines=(sysmodels/machines/*.yaml) options=() machine source
    local all
    all=$(mktemp)
    for machine in "${machines[@]}"; do
        options+=(--machine "$(basename "$machine" .yaml)")
    done
    for source in "${sources[@]}"; do
        "$fpredict" estimate "$source" "${options[@]}" --procs 1,4,16,64 --format csv --no-warnings \
            -- -I "$include" |
            awk -F, -v name="$(basename "$source" .c)" 'NR > 1 { print name, $3, $(NF - 7) }' >>"$all"
    done
    echo "## Every sample on every machine"
    echo
    echo "With its own sizes and distribution: the time on one processor, and the speed-ups on 4, 16 and 64."
    for machine in "${machines[@]}"; do
        machine=$(basename "$machine" .yaml)
        printf '\n### %s\n\n| sample | 1 | 4 | 16 | 64 |\n|---|---|---|---|---|\n' "$machine"
        awk -v machine="$machine" '$2 == machine {
            if ($1 != sample) printf "%s| %s | %.4g s", (sample ? " |\n" : ""), $1, first = $3
            else printf " | %.2f", first / $3
            sample = $1 } END { print " |" }' "$all"
    done
    rm -f "$all"
    echo
}

sweep() {
    echo "## Every sample with every distribution"
    echo
    echo "On all machines, on 1, 2, 4, 8, 16, 32 and 64 processors, and over the papers' sizes: table 4 of 004"
    echo "for its programs, the same for the other Livermore kernels, the range of figure 3 of 002 for"
    echo "redblack. 000 and 003 do not say the sizes of their programs; these, and the others, are ours."
    echo "Distributions: (block), (cyclic) and (cyclic(4)), or all of {block, cyclic, \\*}²; those that send"
    echo "most elements one by one are predicted at small sizes only, and laplace_overlap, which peels margins"
    echo "off blocks, in blocks. *Least* and *most*: how many times"
    echo "as fast as one processor 64 are, and where most. More than 64 is the caches' doing: what one"
    echo "processor's do not hold, 64 do."
    echo
    echo "Each prediction is checked: its parts and its lines add up, it lies in its interval, and what it"
    echo "takes for granted is listed: each variable whose value is no macro's, and each remark that something"
    echo "is assumed. The last column has all that is."
    echo
    wait "$sweeping"
    cat "$swept"
    rm -f "$swept"
    echo
}

swept=$(mktemp)
"$grid" "$fpredict" >"$swept" & # takes as long as all the rest
sweeping=$!
head_of_page
redblack
matmul
poisson
lu
phases
scaling
sweep
everything

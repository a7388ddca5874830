#!/usr/bin/env bash
# table.sh FPREDICT GRID
#
# Prints docs/published.md: what fpredict predicts for the samples, beside what the
# papers say of the same programs. `./dev accuracy` writes the page.
set -euo pipefail
fpredict=$(realpath "$1")
grid=$(realpath "$2")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export LC_ALL=C.UTF-8
include=frontend/include

# predict SOURCE OPTIONS…: a line for each prediction: time, communication and
# balance. What may hold commas stands in front of them; what is not known stands after them, of
# which there must be nothing.
complete='NR > 1 && $(NF - 1) != "true" { print "not complete: " $0 >"/dev/stderr"; exit 1 }'
predict() {
    "$fpredict" estimate "$1" "${@:2}" --format csv --no-warnings -- -I "$include" |
        awk -F, "$complete"' NR > 1 { print $(NF - 9), $(NF - 5), $(NF - 2) }'
}

# An nCUBE whose startup is worth 186 bytes.
imply=(--machine ncube2 --param 'cube.communication.pieces[0].startup_us=106.02')

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
             /"reason"/ { next } # a part: of the communication around it
             /"kind"/ { is_shift = /"kind": "shift"/ }
             is_shift && match($0, /"time_s": [0-9.e-]+/) {
                 sum += substr($0, RSTART + 10, RLENGTH - 10); is_shift = 0 }
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
# Held against published figures

What fpredict predicts for the samples, beside what the papers say of the same programs. No machine
was run for this page: the times are predictions, and what can be compared is which choice is
better, where that changes, and how programs scale. \`./dev accuracy\` makes the page;
\`tests/samples/test_facts.c\`, \`test_crossings.c\` and \`test_scaling.c\` test the statements, each
test named after its place: the paper's first author and the figure or section. Programs that were run are in
[accuracy.md](accuracy.md).

Papers are cited by authors and year; [machines.md](machines.md#the-papers) has them in full. What stands
in a paper without a number of its own is cited by the figure beside it.

END
}

# crossings PROCS MACHINE…: the sizes at which the communication of blocks and columns crosses.
crossings() {
    paste -d ' ' <(shifts 'T(block,block)' "$1" 60:260:4 "${@:2}") \
        <(shifts 'T(*,block)' "$1" 60:260:4 "${@:2}") | changes 60 4
}

# ratio A B: how many times A is B.
ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'
}

# faster REGION FEWER MORE: how many times as fast a part of poisson is on more processors.
faster() {
    local p
    # shellcheck disable=SC2046
    ratio $(for p in "$2" "$3"; do
        if [ "$1" = whole ]; then
            times samples/poisson/poisson.c --machine cm5 --procs "$p" --set N=128
        else
            phase "$1" samples/poisson/poisson.c --machine cm5 --procs "$p" --set N=128 |
                awk '{ s += $1 } END { print s }'
        fi
    done)
}

matmul_time() {
    times samples/matmul/matmul.c --machine cm5 --procs "$2" --set N=128 --distribute "T($1)"
}

# gain PROGRAM N FEWER MORE [CHANGE]: how many times as fast more processors are.
gain() {
    # shellcheck disable=SC2046
    ratio $(times "samples/$1/$1.c" --procs "$3,$4" --set "N=$2" "${@:5}")
}

# slower PROCS CHANGE…: what a change makes of N-body's time, in per cent.
slower() {
    awk -v a="$(times samples/nbody/nbody.c --procs "$1" --set N=1024 "${@:2}")" \
        -v b="$(times samples/nbody/nbody.c --procs "$1" --set N=1024)" \
        'BEGIN { printf "%+.1f %%", 100 * (a / b - 1) }'
}

# Of each of a program's regions one figure: a column of `regions`.
of_regions() {
    regions "samples/$1/$1.c" --procs "$3" --set "N=$2" |
        awk -v column="$4" '{ printf "%s%s %.4g", (NR > 1 ? ", " : ""), $1, $column }'
}

facts() {
    cat <<'END'
## What must hold

Each with the figure that is predicted now and the test that holds it, in those three files where no
other is named. The sections below have the rest.

| statement | predicted | test |
|---|---|---|
END
    echo "| redblack: the communication of columns and blocks crosses within 10 % of 180 on 16 processors and" \
        "of 128 on 64, startup worth 186 bytes (Balasundaram and others 1991, figure 3) | $(crossings 16 "${imply[@]}"), $(crossings 64 "${imply[@]}")" \
        "| \`balasundaram_figure_3_redblack_crosses_on_16_and_64_processors\` |"
    echo "| the steps of the total time are load imbalance, the columns' the larger (Balasundaram and others 1991, figure 3) | in the table" \
        "below | \`balasundaram_figure_3_redblack_steps_are_load_imbalance\` |"
    echo "| laplace by f90d: (block,\*) is the fastest of three on 2, 4 and 8 processors (Parashar and Hariri 1996, section 5.2.1) |" \
        "$(wins f90d 'T(block,*)')" "| \`parashar_section_5_2_1_laplace_rows_are_the_choice_of_f90d\` |"
    echo "| laplace by vfcs, N = 20: blocks beat columns on 4 processors, and not on 8, 16, 32 (Sun and others 1999, figure 3) |" \
        "$(fastest vfcs 'T(*,block)' 20 | sed 's/ |/,/g')" \
        "| \`sun_figure_3_jacobi_crosses_between_4_and_8_by_vfcs\` |"
    echo "| matmul on the CM-5: (whole,whole) is worst, on any number (Mohr and others 1995, section 6 and figure 9) | on 16:" \
        "$(ratio "$(matmul_time '*,*' 16)" "$(matmul_time '*,block' 16)") times the next" \
        "| \`mohr_figure_9_matmul_whole_is_worst\` |"
    echo "| (block,block) beats (block,whole) on 16 | by a factor of" \
        "$(ratio "$(matmul_time 'block,*' 16)" "$(matmul_time block,block 16)")" \
        "| \`mohr_figure_9_matmul_blocks_beat_rows_on_16\` |"
    echo "| poisson on the CM-5, N = 128: sine transforms at 28 of 32 and more, without communication" \
        "(Mohr and others 1995, section 6 and figure 10) | $(faster sine 1 32) | \`mohr_figure_10_poisson_phases_scale_differently\` |"
    echo "| cyclic reduction: S(32) / S(16) below 1.3 | $(faster reduction 16 32) | the same |"
    echo "| the whole between them, on 32 | $(faster reduction 1 32), $(faster whole 1 32), $(faster sine 1 32) | the same |"
    echo "| pi scales well (Parashar and Hariri 1996, figure 18): at the paper's largest size every doubling to 32 gains |" \
        "S(32) = $(gain pi 4096 1 32); beyond its sizes, N = 65,536, $(gain pi 65536 1 32)" \
        "| \`parashar_figure_18_pi_gains_up_to_32_processors_at_4096\`, \`pi_is_points_and_a_reduction\`," \
        "\`beyond_the_papers_sizes_pi_scales_well\` |"
    echo "| finance gains from 16 and 32 only at larger sizes: from 8 to 32 | N = 32:" \
        "$(gain finance 32 8 32); N = 512: $(gain finance 512 8 32)" \
        "| \`parashar_figure_19_finance_needs_16_and_32_only_for_large_sizes\` |"
    echo "| half the bandwidth costs more on more processors (Parashar and Hariri 1996, figure 15) | 2: $(slower 2 --scale bandwidth=0.5);" \
        "16: $(slower 16 --scale bandwidth=0.5)" \
        "| \`parashar_figure_15_bandwidth_and_load_matter_more_on_more_processors\` |"
    echo "| so does network load (Parashar and Hariri 1996, figures 16 and 17) | 30 %, on 2: $(slower 2 --load network=0.3);" \
        "on 16: $(slower 16 --load network=0.3) | the same, and \`parashar_figure_16_load_costs_more_and_more\` |"
    echo "| n-body's phases communicate alike (Parashar and Hariri 1996, figure 21), ms on 8 | $(of_regions nbody 1024 8 4 |
        awk '{ printf "%s %.2f, %s %.2f", $1, 1e3 * $2, $3, 1e3 * $4 }')" \
        "| \`parashar_figure_21_nbody_phases_communicate_alike_and_compute_unlike\` |"
    echo "| and compute unlike, ms on 8 | $(of_regions nbody 1024 8 5 |
        awk '{ printf "%s %.1f, %s %.1f", $1, 1e3 * $2, $3, 1e3 * $4 }') | the same |"
    echo "| finance's prices need no communication (Parashar and Hariri 1996, figure 23), bytes on 8 | $(of_regions finance 256 8 3)" \
        "| \`parashar_figure_23_finance_prices_need_no_communication\` |"
    echo "| LU: cyclic beats block from a size on that \`compare\` names | on 4: N =" \
        "$(named samples/lu/lu.c --procs 4 --set N=200) | \`lu_cyclic_beats_block_from_a_size_on\`," \
        "\`lu_changes_to_and_fro_are_all_told\` |"
    echo "| with the load balance that explains it, on 4, N = 256 |" \
        "$(predict samples/lu/lu.c --procs 4 --set N=256 --distribute 'T(block,*)' |
            awk '{ printf "block %.2f", $3 }')," \
        "$(predict samples/lu/lu.c --procs 4 --set N=256 --distribute 'T(cyclic,*)' |
            awk '{ printf "cyclic %.2f", $3 }') | the same |"
    echo "| every sample predicts on every machine, P = 1 to 64, over the papers' sizes, with no assumption" \
        "left unlisted | [below](#every-sample-with-every-distribution) | \`tests/accuracy/grid.c\` (all of it here;" \
        "one machine among the tests), \`tests/samples/test_predicts.c\` |"
    echo
}

redblack() {
    echo "## Red-black relaxation: columns or blocks (Balasundaram and others 1991, figure 3)"
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
            echo "| $name | $procs | $paper | $(crossings $procs "${machine[@]}") | $(paste -d ' ' \
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

# laplace_times COMPILER DISTRIBUTION PROCS SIZES: a column of times.
laplace_times() {
    times samples/laplace/laplace.c --compiler "$1" --distribute "$2" --procs "$3" --set "N=$4"
}

# wins COMPILER CHOICE: in how many of the cases of Parashar and Hariri 1996, section 5.2.1, a distribution is faster than the other two.
wins() {
    local procs rows="$2" others=() d
    for d in 'T(block,block)' 'T(block,*)' 'T(*,block)'; do
        [ "$d" = "$rows" ] || others+=("$d")
    done
    for procs in 2 4 8; do
        paste -d ' ' <(laplace_times "$1" "$rows" $procs 16:256:*2) \
            <(laplace_times "$1" "${others[0]}" $procs 16:256:*2) \
            <(laplace_times "$1" "${others[1]}" $procs 16:256:*2)
    done | awk '{ n += $1 < $2 && $1 < $3 } END { print n " of " NR }'
}

# fastest COMPILER COLUMNS SIZE: on 4, 8, 16 and 32 processors, blocks or columns.
fastest() {
    local procs
    for procs in 4 8 16 32; do
        paste -d ' ' <(laplace_times "$1" 'T(block,block)' $procs "$3") \
            <(laplace_times "$1" "$2" $procs "$3")
    done | awk '{ printf "%s%s", (NR > 1 ? " | " : ""), $1 < $2 ? "blocks" : "columns" } END { print "" }'
}

compilers() {
    echo "## The compiler's exchange rule"
    echo
    echo "Two papers of one machine, the iPSC/860, and of two compilers: which distribution of a Jacobi sweep is the"
    echo "fastest follows from who is busy when neighbours exchange, which is up to the compiler's run-time"
    echo "system ([compilers.md](compilers.md)). \`samples/laplace/laplace.c\`, with the profile of each (\`--compiler\`)."
    echo
    echo "Laplace's solver (Parashar and Hariri 1996, section 5.2.1): (BLOCK,\*) is the appropriate choice, of three distributions, estimated and"
    echo "measured. In how many cases each is the fastest, on 2, 4 and 8 processors with N = 16, 32 … 256:"
    echo
    echo "| compiler | exchange | T(block,block) | T(block,\*) | T(\*,block) |"
    echo "|---|---|---|---|---|"
    local compiler rule d size columns
    local packed
    packed=$(mktemp --suffix .yaml)
    { cat sysmodels/compilers/f90d.yaml &&
        echo 'packing: {value: always, from: user, source: "whether all are packed is not told"}'; } >"$packed"
    for compiler in f90d "$packed" vfcs; do
        rule=$([ "$compiler" = vfcs ] && echo posted || echo phased)
        echo "| $([ "$compiler" = "$packed" ] && echo 'f90d with `packing: always`' || echo "$compiler") | $rule | $(for d in 'T(block,block)' 'T(block,*)' 'T(*,block)'; do
            wins "$compiler" "$d"
        done | paste -sd '|' | sed 's/|/ | /g') |"
    done
    rm "$packed"
    echo
    echo "On 2 processors \`T(block,block)\` is a grid of 1 × 2, which is columns. The"
    echo "distributions are the paper's by their subscripts, and not by its order of memory"
    echo "([directives.md](directives.md#papers-with-fortrans-arrays)). As arrays lie in Fortran, (BLOCK,\*) cuts what is"
    echo "contiguous, as our \`T(*,block)\` does, whose messages are gathered element by element: taken so, the paper's choice is"
    echo "the fastest in none of the cases, and why it beats the other strips there our model does not say."
    echo
    echo "Jacobi (Sun and others 1999, figure 3): blocks are superior on 4 processors, columns from 8 on, for n = 20; for"
    echo "n = 33 and 50 there is no crossing before 8. The faster one in total time, columns as"
    echo "they are numbered (\`T(*,block)\`) and as they lie in Fortran's memory (\`T(block,*)\`):"
    echo
    echo "| compiler | N | columns | 4 | 8 | 16 | 32 |"
    echo "|---|---|---|---|---|---|---|"
    for compiler in vfcs f90d; do
        for size in 20 33 50; do
            for columns in 'T(*,block)' 'T(block,*)'; do
                echo "| $compiler | $size | ${columns//\*/\\*} | $(fastest $compiler "$columns" $size) |"
            done
        done
    done
    echo
    echo "So figure 3 comes out with \`posted\` at its own size. At 33 and 50 no crossing is predicted up to 32 processors:"
    echo "a column of 31 floats, 124 bytes, is a long message of the iPSC/860, whose startup is 136 µs, and an edge of a block a"
    echo "short one, of 76. On 8 processors two columns take 2 · 218.6 µs, three edges of a block 2 · 112.6 + 101.4."
    echo
}

matmul() {
    echo "## Matrix multiplication on the CM-5 (Mohr and others 1995, figure 9)"
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
    echo "## Poisson solver on the CM-5 (Mohr and others 1995, section 6 and figure 10)"
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

# A row of speed-ups on 2 to 32 processors.
scaling_row() {
    echo "| $1 | $2 | $3 | $(times "samples/$1/$1.c" --procs 1,2,4,8,16,32 --set "N=$2" | speedups |
        sed 's/^1.00 | //') |"
}

scaling() {
    echo "## Larger systems (Parashar and Hariri 1996, figures 18 and 19): π and option pricing on the iPSC/860"
    echo
    echo "\"The first application (Approximation of Π) scales well with increased number of processors; while"
    echo "in the second application (Parallel Stock Option Pricing), larger configurations are beneficial"
    echo "only for larger problem sizes\": figures 18 and 19, whose curves the text that was read does not"
    echo "have. Sizes are those of table 4, 128 to 4,096 and 32 to 512; others are marked as *beyond*."
    echo "Speed-ups:"
    echo
    echo "| program | N | the paper's sizes | 2 | 4 | 8 | 16 | 32 |"
    echo "|---|---|---|---|---|---|---|---|"
    local n
    for n in 128 512 1024 2048 4096; do
        scaling_row pi $n within
    done
    for n in 8192 16384 65536; do
        scaling_row pi $n '*beyond*'
    done
    for n in 32 128 512; do
        scaling_row finance $n within
    done
    scaling_row finance 2048 '*beyond*'
    echo
    cat <<'END'
*π* is 1.84 µs a point (a division is 0.95 of it), divided by P, and a reduction: log₂ P steps of
76 + 0.4 · 8 + 11 = 90.2 µs. At the paper's largest size each doubling up to 32 still gains, the last
one a fifth; smaller ones are done on fewer: 1,024 points are fastest on 16 processors, 128 on 2. Half
of 32 processors' worth takes 8,000 points, three quarters 25,000. So *scales well* holds here at the
upper end of the paper's sizes, thinly, and well only beyond. Neither value that decides it can be
settled by the paper: the step is the least that Sarukkai and Malony's message function allows (the library's own was
slower: below), and the division's 38 clocks are remembered; with twice as many 4,096 points would be
14 times as fast on 32.

*Finance* is divided by columns of a triangle: of P processors about half are worth anything, which
bounds 32 to 15 at N = 512. What is left is the lattice's N messages, whatever P is.

END
}

what_if() {
    echo "## Processors, bandwidth and load (Parashar and Hariri 1996, figures 13 to 17): N-body on the iPSC/860"
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

# predicted_row REGION LABEL: milliseconds of a region on 1 to 32 processors.
predicted_row() {
    local p
    echo "| | $2 | $(for p in 1 2 4 8 16 32; do
        phase "$1" tests/accuracy/intrinsics.c --procs $p | awk '{ printf "%.1f\n", 1e3 * $1 }'
    done | paste -s -d '|' | sed 's/|/ | /g') |"
}

# The table of docs/machines.md, as remembered, and what is predicted.
intrinsics() {
    cat <<'END'
## Intrinsic functions on the iPSC/860

Fortran 90D's library (Bozkus and others, Supercomputing '93), a table that is remembered, not seen
([machines.md](machines.md)), in milliseconds, and what is predicted for the bodies of `<hpf.h>`. The
step of the first three's reductions is fitted to that table, so only their local part is a
comparison: the library's loops were 1.2 to 2.2 times as slow. `TRANSPOSE` is not fitted, and the
table does not say of what. The report's text says that two or four processors are slower than one;
predicted that is so of doubles, on two. The library's times are those of about 6.5 µs for each element
that moves to another processor, gathered, sent and scattered; a message of floats takes 1.6 of them.

END
    echo "| function | | 1 | 2 | 4 | 8 | 16 | 32 |"
    echo "|---|---|---|---|---|---|---|---|"
    local name remembered
    while read -r name remembered; do
        echo "| $name | remembered | ${remembered// / | } |"
        predicted_row "$name" predicted
    done <<'END'
maxval 658.8 330.4 166.1 84.1 43.4 23.2
product 90.1 50.0 25.1 13.1 7.2 4.2
dot_product 164.8 83.2 42.2 22.0 12.1 7.4
transpose 299.0 575.0 395.0 213.0 121.0 69.0
END
    predicted_row transpose_of_doubles 'of doubles'
    echo
}

phases() {
    echo "## Two phases: N-body and option pricing (Parashar and Hariri 1996, figures 21 and 23)"
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
    local machines=(sysmodels/machines/*.yaml) options=() machine source
    local all
    all=$(mktemp)
    for machine in "${machines[@]}"; do
        options+=(--machine "$(basename "$machine" .yaml)")
    done
    for source in samples/*/*.c; do
        # A folder with main.c has one program, whose size is an argument.
        local files=("$source") sizes=() name
        name=$(basename "$source" .c)
        if [ -e "$(dirname "$source")/main.c" ]; then
            [ "$name" = main ] || continue
            files=("$(dirname "$source")"/*.c) sizes=(--set n=128 --set steps=100)
            name=$(basename "$(dirname "$source")")
        fi
        "$fpredict" estimate "${files[@]}" "${sizes[@]}" "${options[@]}" --procs 1,4,16,64 --format csv --no-warnings \
            -- -I "$include" |
            awk -F, -v name="$name" \
                "$complete"' NR > 1 { print name, $3, $(NF - 9) }' >>"$all"
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
    echo "On all machines, on 1, 2, 4, 8, 16, 32 and 64 processors, and over the papers' sizes: table 4 of Parashar and Hariri"
    echo "for its programs, the same for the other Livermore kernels, the range of figure 3 of Balasundaram and others 1991 for"
    echo "redblack. Mohr and others 1995 and Sarukkai and Malony 1993 do not say the sizes of their programs; these, and the others, are ours."
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
facts
redblack
compilers
matmul
poisson
lu
phases
scaling
what_if
intrinsics
sweep
everything

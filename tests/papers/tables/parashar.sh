# Sourced by page.sh: tables of Parashar and Hariri 1996.

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

laplace() {
    echo "### The compiler's exchange rule"
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
    local compiler rule d
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
    echo "contiguous, as our \`T(*,block)\` does, whose messages are gathered element by element. Taken so, the paper's choice is"
    echo "the fastest in none of the cases, and our model has no reason why it should beat the other strips. Both exchange rules"
    echo "were chosen by what these two papers say of this solver."
    echo
}

phases() {
    echo "### Two phases: N-body and option pricing (figures 21 and 23)"
    echo
    echo "The phases of N-body \"require n/2 circular shifts of the data; consequently their communication"
    echo "profiles are similar. However, Phase 1 performs more computation\"; of option pricing, \"Phase 2"
    echo "requires no communication\". They are regions of the sources. On the iPSC/860; times are of the slowest"
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

# A row of speed-ups on 2 to 32 processors.
scaling_row() {
    echo "| $1 | $2 | $3 | $(times "samples/$1/$1.c" --procs 1,2,4,8,16,32 --set "N=$2" | speedups |
        sed 's/^1.00 | //') |"
}

scaling() {
    echo "### Larger systems (figures 18 and 19): π and option pricing on the iPSC/860"
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
one a fifth; smaller sizes are fastest on fewer: 1,024 points on 16 processors, 128 on 2. To be 16 times as
fast on 32 processors takes 8,000 points, 24 times 25,000. So π does not scale well to 32 within the paper's
sizes, and does beyond. The paper settles neither value that decides it: a step of the reduction is the least
that Sarukkai and Malony's message function allows, and the division's 38 clocks are from memory; with twice
as many, 4,096 points would be 14 times as fast on 32.

*Finance* is a triangle divided by its columns, of which the longest are one processor's: it has about twice the
mean work, so that 32 processors are at most some 15 times as fast at N = 512. What else is lost are the lattice's N
messages, as many on any P. Larger sizes gain much more by 32 processors, but the smallest gains a little, too.

END
}

# percent_changed WHAT SAMPLE SIZE OPTIONS…: of the time, in per cent, on 2, 4, 8 and 16 processors.
percent_changed() {
    # shellcheck disable=SC2086
    paste -d ' ' <(times "samples/$2/$2.c" --procs 2,4,8,16 --set "N=$3" "${@:4}") \
        <(times "samples/$2/$2.c" --procs 2,4,8,16 --set "N=$3" "${@:4}" $1) |
        awk '{ printf "%s%+.1f", (NR > 1 ? " | " : ""), 100 * ($2 / $1 - 1) } END { print "" }'
}

what_if() {
    echo "### Processors, bandwidth and load (figures 13 to 17): N-body, and others, on the iPSC/860"
    echo
    echo "Change of the time in per cent. The paper's figures 16 and 17 are of N-body, of 13 to 15 the text does not tell;"
    echo "Laplace's solver, by rows as f90d compiles it, and π stand beside it. In all three bandwidth and load change more"
    echo "on more processors."
    echo
    echo "| program | N | what if | 2 | 4 | 8 | 16 |"
    echo "|---|---|---|---|---|---|---|"
    local what program
    for program in 'nbody 1024' 'laplace 256' 'pi 4096'; do
        for what in '--scale processor=2' '--scale processor=3' '--scale processor=4' \
            '--scale bandwidth=2' '--scale bandwidth=0.5' '--load network=0.3' \
            '--load network=0.6' '--load network=0.9'; do
            local options=()
            [ "${program% *}" = laplace ] && options=(--compiler f90d --distribute 'T(block,*)')
            # shellcheck disable=SC2086
            echo "| ${program/ / | } | \`$what\` | $(percent_changed "$what" $program "${options[@]}") |"
        done
    done
    echo
}

# chosen SAMPLE SIZE OPTIONS…: which distribution compare chooses by f90d on 2, 4 and 8 processors,
# and how many times as long the next one takes.
chosen() {
    "$fpredict" compare "samples/$1/$1.c" --procs 2,4,8 --set "N=$2" --compiler f90d "${@:3}" \
        --format csv --no-warnings -- -I "$include" |
        awk '{ while (match($0, /"[^"]*"/)) { # commas in what is chosen are none of the table
                   said = substr($0, RSTART + 1, RLENGTH - 2)
                   gsub(",", ";", said)
                   $0 = substr($0, 1, RSTART - 1) said substr($0, RSTART + RLENGTH)
               }
               print }' |
        awk -F, "$complete"'
            function done() { if (on != "") printf "%s%s%s", (cells++ ? " | " : ""), names, next_one }
            NR > 1 {
                time = $(NF - 9)
                sub(/; CELLS.*/, "", $5)
                sub(/^[A-Z]*/, "", $5)
                gsub(";", ",", $5)
                gsub("[*]", "\\*", $5)
                if ($6 != on) {
                    done()
                    on = $6
                    first = time
                    names = $5
                    next_one = ""
                } else if (time / first < 1.005)
                    names = names " = " $5
                else if (next_one == "")
                    next_one = sprintf(" %.2f", time / first)
            }
            END { done(); print "" }'
}

directives() {
    echo "### Directive selection for all of its programs (section 5.2.1)"
    echo
    echo "Of table 3's programs the distribution that \`fpredict compare --compiler f90d\` ranks first, and how many times"
    echo "as long the next one takes, at the smallest and the largest size of table 4. Compared are, of one dimension, block and"
    echo "cyclic; of \`laplace\` and \`pbs3\` {block,cyclic,\\*}² without (\\*,\\*); of \`finance\` those that \`compare\` takes by itself."
    echo "*=*: within half a per cent of each other; there is no number where nothing else was compared."
    echo
    echo "| program | N | 2 | 4 | 8 |"
    echo "|---|---|---|---|---|"
    local line plane='T: (block,block) (block,cyclic) (block,*) (cyclic,block) (cyclic,cyclic) (cyclic,*) (*,block) (*,cyclic)'
    for line in 'lfk01 128 4096' 'lfk02 128 4096' 'lfk03 128 4096' 'lfk09 128 4096' 'lfk14 128 4096' \
        'lfk22 128 4096' 'pbs1 128 4096' 'pbs2 16 256' 'pbs3 16 256' 'pbs4 128 4096' 'pi 128 4096' \
        'nbody 16 4096' 'finance 32 512' 'laplace 16 256'; do
        local program sizes size options=()
        read -r program sizes <<<"$line"
        case $program in laplace | pbs3) options=(--alternatives "$plane") ;; esac
        for size in $sizes; do
            echo "| $program | $size | $(chosen "$program" "$size" "${options[@]}") |"
        done
    done
    echo
}

# accuracy_rows SECTION NAME: the rows of a section of accuracy.md that have this name.
accuracy_rows() {
    awk -v section="$1" -v name="$2" '
        /^#/ { is_in = index($0, section) == 1 }
        is_in && index($0, "| " name " |") == 1' docs/accuracy.md
}

# nth_cell N: of each line the Nth cell, from 1.
nth_cell() { awk -F ' *[|] *' -v n="$1" '{ print $(n + 1) }'; }

accuracy_table() {
    echo "### Accuracy (table 4)"
    echo
    cat <<'END'
Least and largest absolute errors, in per cent of the measured time. Nothing here was run on an iPSC/860, but elsewhere
([accuracy.md](accuracy.md)):

- on a *simulated hypercube* the generated programs, at the paper's smallest and largest sizes on 1, 2, 4 and 8
  processors. Messages are simulated by another program (SimGrid); a running program counts its operations and is charged
  our own prices for them, and nodes have no caches. So 0.00 % says that messages, waiting and counts agree with that
  program's, and nothing of what an operation costs;
- on a *host of today*, with computing real, the sequential programs at two sizes each, and generated programs on two ranks
  of MPI, in all distributions. Here all is real; but the host is some thousand times as fast, so that sizes are larger than
  the paper's, and it has more than one level of cache and a compiler that changes programs.

The verdicts above go by the host.

| program | the paper's sizes | the paper | simulated, P = 1 … 8 | host, sequential | host, two ranks |
|---|---|---|---|---|---|
END
    local line name sample rows
    for line in 'LFK 1;lfk01' 'LFK 2;lfk02' 'LFK 3;lfk03' 'LFK 9;lfk09' 'LFK 14;lfk14' 'LFK 22;lfk22' \
        'PBS 1;pbs1' 'PBS 2;pbs2' 'PBS 3;pbs3' 'PBS 4;pbs4' 'PI;pi' 'N-Body;nbody' 'Finance;finance' \
        'Laplace (Blk,Blk);laplace' 'Laplace (Blk,\*);laplace' 'Laplace (\*,Blk);laplace'; do
        name=${line%;*} sample=${line#*;}
        rows=$(accuracy_rows '## This host' "$sample" | head -2)
        echo "| $name | $(accuracy_rows '## Table 4' "${name//\\/\\\\}" |
            awk -F ' *[|] *' '{ printf "%s | %s | %.2f–%s", $3, $4, $6, $7 }') | $(paste -d ' ' \
            <(nth_cell 2 <<<"$rows") <(nth_cell 6 <<<"$rows") | sed 's/^\(N = [0-9]*\)/\1:/' | paste -sd ';' | sed 's/;/; /') | $(
            accuracy_rows '### Two ranks' "$sample" | head -1 | awk -F ' *[|] *' '{ printf "%s–%s", $4 + 0, $6 }') |"
    done
    echo
}

parashar() {
    accuracy_table
    laplace
    directives
    phases
    scaling
    what_if
}

#!/usr/bin/env bash
# table.sh FPREDICT GRID
#
# Prints docs/predictions.md: what fpredict predicts for the samples, on every machine.
# `./dev accuracy` writes the page.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
fpredict=$(realpath "$1")
grid=$(realpath "$2")
cd "$here/../.."
# shellcheck source=tests/accuracy/predict.sh
. "$here/predict.sh"

head_of_page() {
    cat <<'END'
# What is predicted for the samples

The samples on every machine, with every distribution. No machine was run for this page, which
`./dev accuracy` makes. What papers say of the same programs is in [published.md](published.md),
and programs that were run are in [accuracy.md](accuracy.md).

END
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

swept=$(mktemp)
"$grid" "$fpredict" >"$swept" & # takes as long as all the rest
sweeping=$!
head_of_page
lu
intrinsics
sweep
everything

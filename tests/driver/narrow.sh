#!/bin/bash
# No line is wider than the terminal, down to 30 columns; what has no room is named.
#
#   narrow.sh FPREDICT
set -u
fpredict=$(realpath "$1")
cd "$(dirname "$0")/../../samples/laplace" || exit 1
export LC_ALL=C.UTF-8
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# on COLUMNS ARGUMENT…: what a terminal of that width shows in the end, without colours.
on() {
    local columns=$1
    shift
    script -qec "stty cols $columns; '$fpredict' $*" /dev/null 2>&1 </dev/null |
        sed 's/.*\r\x1b\[K//; s/\x1b\[[0-9;]*m//g' | tr -d '\r'
}

for columns in 30 37 44 52 59 75 99; do
    for what in estimate 'estimate --procs 1,2,4 --set N=64,128' 'estimate --at 36-37' \
                'estimate --by line' 'estimate --by unit' compare annotate; do
        set -- $what
        command=$1
        shift
        on $columns "$command" laplace.c "$@" >"$work/out"
        [ "$(wc -l <"$work/out")" -gt 6 ] || fail "$what on $columns columns says little"
        width=$(wc -L <"$work/out")
        [ "$width" -le $columns ] || fail "$what is $width columns wide, not $columns"
    done
done

# Regions, and the list of machines.
for columns in 34 44 75; do
    for what in 'compare ../poisson/poisson.c --procs 4' machines \
                'estimate ../poisson/poisson.c --by region --procs 4'; do
        on $columns $what >"$work/out"
        [ "$(wc -l <"$work/out")" -gt 6 ] || fail "$what on $columns columns says little"
        width=$(wc -L <"$work/out")
        [ "$width" -le $columns ] || fail "$what is $width columns wide, not $columns"
    done
done

# The time stays, and what goes is said.
on 30 compare laplace.c >"$work/out"
grep -q '^▸ T(block,block).* s$' "$work/out" || fail 'compare on 30 columns lacks the time'
tr -s '\n ' ' ' <"$work/out" | grep -q 'no room for vs best, computing, communicating, waiting,' ||
    fail 'compare on 30 columns does not say what has no room'
on 99 compare laplace.c | grep -q 'no room' && fail 'compare on 99 columns drops columns'
[ "$failures" -eq 0 ]

#!/bin/bash
# No line is wider than the terminal, down to 30 columns; what has no room is named.
#
#   narrow.sh FPREDICT
set -u
fpredict=$(realpath "$1")
cd "$(dirname "$0")/../../../samples/laplace" || exit 1
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
    for what in 'compare ../poisson/poisson.c --procs 4 --no-warnings' machines \
                'estimate ../poisson/poisson.c --by region --procs 4 --no-warnings'; do
        on $columns $what >"$work/out"
        [ "$(wc -l <"$work/out")" -gt 6 ] || fail "$what on $columns columns says little"
        width=$(wc -L <"$work/out")
        [ "$width" -le $columns ] || fail "$what is $width columns wide, not $columns"
    done
done

# The time stays, and what goes is said.
on 30 compare laplace.c >"$work/out"
grep -q '^▸ T(block,block) .* s 1.00$' "$work/out" || fail 'compare on 30 columns lacks the time'
tr -s '\n ' ' ' <"$work/out" | grep -q 'no room for grid, computing, communicating, waiting,' ||
    fail 'compare on 30 columns does not say what has no room'
# 80 columns have all of a comparison, 60 all but the shape; what is short is the heading.
COLUMNS=80 "$fpredict" compare laplace.c | grep -q 'no room' && fail 'compare on 80 columns drops columns'
COLUMNS=60 "$fpredict" compare laplace.c >"$work/out"
tr -s ' ' <"$work/out" | grep -q '^ distribution time ratio comp comm wait ovhd$' ||
    fail 'compare on 60 columns lacks a part of the time'
grep -q '  no room for grid$' "$work/out" || fail 'compare on 60 columns does not say what has no room'
on 99 compare laplace.c | grep -q 'no room' && fail 'compare on 99 columns drops columns'

# COLUMNS is the width of what is no terminal, too, and of what fpredict-cc shows.
COLUMNS=52 "$fpredict" compare laplace.c >"$work/out" 2>&1
width=$(wc -L <"$work/out")
[ "$width" -le 52 ] || fail "compare is $width columns wide, not the 52 of COLUMNS"
on 120 "--version >/dev/null; COLUMNS=44 '$fpredict' compare laplace.c" >"$work/out"
width=$(wc -L <"$work/out")
[ "$width" -le 44 ] || fail "compare is $width columns wide, not the 44 of COLUMNS"

# A locale of ASCII gets ASCII, on a terminal and in a file; data for programs stay as they are.
for what in 'estimate --set N=64' compare annotate; do
    set -- $what
    command=$1
    shift
    LC_ALL=C on 99 "$command" laplace.c "$@" >"$work/out"
    [ "$(wc -l <"$work/out")" -gt 6 ] || fail "$what in ASCII says little"
    LC_ALL=C grep -q '[^ -~]' "$work/out" && fail "$what writes more than ASCII in a locale of ASCII"
done
LC_ALL=C "$fpredict" compare laplace.c 2>&1 | grep -q '^> T(block' || fail 'compare in ASCII to a file'
for format in json csv; do
    LC_ALL=C "$fpredict" estimate laplace.c --format $format >"$work/c"
    "$fpredict" estimate laplace.c --format $format | cmp - "$work/c" || fail "$format has a locale"
done
for columns in 60 80; do
    for what in --help 'estimate --help' 'compare --help' 'validate --help' 'train --help' \
                'machines --show ipsc860'; do
        COLUMNS=$columns "$fpredict" $what >"$work/out"
        width=$(wc -L <"$work/out")
        [ "$width" -le $columns ] || fail "$what is $width columns wide, not $columns"
    done
done
# Words are whole: the same ones whatever the width, but for the ends of broken commands.
words() {
    COLUMNS=$1 "$fpredict" validate --help | tr -s ' ' '\n' | grep -vxF -e '\' -e ''
}
words 100 | cmp - <(words 50) || fail 'help breaks words'

# colored EXPECTED SETTING…: is there colour on a terminal, or, by force, elsewhere?
colored() {
    local expected=$1 on_terminal
    shift
    on_terminal=$(script -qec "env $* '$fpredict' compare laplace.c" /dev/null 2>&1 </dev/null |
                  grep -c $'\x1b\[0;*[0-9]*;*[0-9]*m')
    [ $((on_terminal > 0)) -eq "$expected" ] || fail "colour on a terminal with '$*'"
}
colored 1 TERM=xterm
colored 0 TERM=dumb
colored 0 TERM=xterm NO_COLOR=1
colored 1 TERM=xterm NO_COLOR=
colored 1 TERM=dumb CLICOLOR_FORCE=1
colored 0 TERM=xterm CLICOLOR_FORCE=1 NO_COLOR=1
[ "$failures" -eq 0 ]

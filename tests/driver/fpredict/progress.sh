#!/bin/bash
# What a terminal sees of a long prediction. It waits for its source, as long as this test has not
# seen the line that it is to show; so no clock is read here.
#
#   progress.sh FPREDICT ROOT
set -u
fpredict=$(realpath "$1") sample=$2/samples/laplace/laplace.c
command -v script >/dev/null || { echo "no script(1): skipped"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8 TERM=xterm
failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# shows COMMAND: at the terminal, beside one whose standard error is a file.
shows() {
    mkfifo "$work/typed" "$work/piped"
    "$fpredict" $1 - --color never <"$work/piped" >"$work/quiet" 2>"$work/quiet.err" &
    local quiet=$!
    script -qefc "'$fpredict' $1 - --color never <'$work/typed'" /dev/null >"$work/seen" </dev/null &
    local terminal=$!
    exec 3>"$work/typed" 4>"$work/piped"
    until grep -q 'reading, 2 s' "$work/seen" 2>/dev/null; do
        kill -0 $terminal 2>/dev/null || break
    done
    cat "$sample" >&3
    cat "$sample" >&4
    exec 3>&- 4>&-
    wait $terminal || fail "$1: exit code $?"
    wait $quiet || fail "$1: exit code $?, without a terminal"
    rm "$work/typed" "$work/piped"
    tr -d '\r' <"$work/seen" >"$work/lines"
    grep -q $'\x1b\\[Kreading, 1 s\x1b\\[Kreading, 2 s' "$work/lines" || fail "$1: no line is shown"
    # After the last erasure stands the output, and nothing else: what the other one has printed.
    sed '1,/\x1b\[K/s/.*\x1b\[K//' "$work/lines" >"$work/rest"
    diff "$work/quiet" "$work/rest" || fail "$1: the line is not erased"
    [ -s "$work/quiet" ] || fail "$1: nothing is printed"
    [ -s "$work/quiet.err" ] && fail "$1: into a file: $(cat "$work/quiet.err")"
}
shows 'estimate --procs 1,2'
shows 'compare --procs 4'
shows 'annotate'
[ "$failures" -eq 0 ]

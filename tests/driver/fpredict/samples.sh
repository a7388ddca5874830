#!/bin/bash
# What is printed of the samples fits a terminal; the help texts fit one screen,
# and their examples work as typed.
#
#   samples.sh FPREDICT
set -u
fpredict=$(realpath "$1")
cd "$(dirname "$0")/../../.." || exit 1
export LC_ALL=C.UTF-8
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# Nothing is wider than a terminal; the help fits one screen.
narrow() {
    local columns=$1 width
    shift
    width=$("$fpredict" "$@" 2>&1 | LC_ALL=C.UTF-8 wc -L)
    [ "$width" -gt 20 ] && [ "$width" -le "$columns" ] ||
        fail "$* is $width columns wide, not $columns"
}
for source in samples/{laplace,pi,redblack,finance}/*.c; do
    narrow 100 estimate "$source"
    narrow 100 estimate "$source" --at 24-44
    narrow 100 estimate "$source" --procs 1,2,4,8 --set N=64:256:*2
    narrow 100 compare "$source"
    narrow 100 compare "$source" --procs 64 --exchange phased
    narrow 100 annotate "$source"
done
narrow 100 machines --show ipsc860
narrow 80 --help
[ "$("$fpredict" --help | wc -l)" -le 25 ] || fail '--help takes more than one screen'
for topic in estimate compare annotate machines compilers dump emit help; do
    narrow 100 "$topic" --help
done

# The examples of the help texts work as typed.
export PATH=$work/bin:$PATH
mkdir "$work/bin"
ln -s "$fpredict" "$work/bin/fpredict"
for topic in '' estimate compare annotate machines compilers dump emit help; do
    fpredict $topic --help |
        sed -n '/^Examples:/,/^$/s/^  //p' |
        sed "s,\([a-z_]*_\(mpi\|shared\)\.c\|annotated\.c\),$work/\1," >"$work/examples"
    [ -s "$work/examples" ] || fail "fpredict $topic --help has no examples"
    while IFS= read -r example; do
        (set -o pipefail; eval "${example%% | *}") >"$work/out" 2>"$work/err" </dev/null ||
            { fail "$example"; cat "$work/err"; }
        [ -s "$work/out" ] || [ -s "$work/err" ] || ls "$work"/*.c >/dev/null 2>&1 ||
            fail "$example prints nothing"
    done <"$work/examples"
done
[ "$failures" -eq 0 ]

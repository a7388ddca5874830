#!/bin/bash
# The samples are sequential C programs that check their own result; so are
# their annotated copies, which print the same.
#
#   samples.sh FPREDICT CLANG
set -u
fpredict=$(realpath "$1") clang=$2
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# build SOURCE PROGRAM FLAG…
build() {
    local source=$1 program=$2
    shift 2
    "$clang" -std=c17 -Wall -Wextra -Werror -Wno-unknown-pragmas -O1 -DXMP_SEQUENTIAL \
        -I frontend/include "$@" "$source" -o "$program" -lm
}

for source in samples/*/*.c; do
    name=$(basename "$source" .c)
    for size in '' -DN=20; do
        build "$source" "$work/$name" $size || fail "$source does not compile"
        "$work/$name" >"$work/$name.out" || fail "$source $size: $(cat "$work/$name.out")"
        grep -q ': ok$' "$work/$name.out" || fail "$source checks no result"
    done
    "$fpredict" annotate "$source" --output "$work/$name.c" || fail "annotate $source"
    build "$work/$name.c" "$work/annotated" -DN=20 || fail "the copy of $source does not compile"
    "$work/annotated" >"$work/annotated.out"
    cmp "$work/$name.out" "$work/annotated.out" || fail "the copy of $source prints other results"
    grep -q '/\* .* [mµ]*s, .* % \*/' "$work/$name.c" || fail "the copy of $source says no times"
    [ "$(wc -l <"$work/$name.c")" = $(($(wc -l <"$source") + 1)) ] ||
        fail "the copy of $source has other lines"
done

# Nothing is wider than a terminal; the help fits one screen.
narrow() {
    local columns=$1 width
    shift
    width=$("$fpredict" "$@" 2>&1 | LC_ALL=C.UTF-8 wc -L)
    [ "$width" -gt 20 ] && [ "$width" -le "$columns" ] ||
        fail "$* is $width columns wide, not $columns"
}
for source in samples/*/*.c; do
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
for topic in estimate compare annotate machines dump help; do
    narrow 100 "$topic" --help
done

# The examples of the help texts work as typed.
export PATH=$work/bin:$PATH
mkdir "$work/bin"
ln -s "$fpredict" "$work/bin/fpredict"
for topic in '' estimate compare annotate machines dump help; do
    fpredict $topic --help |
        sed -n '/^Examples:/,/^$/s/^  //p' |
        sed "s|annotated\.c|$work/annotated.c|" >"$work/examples"
    [ -s "$work/examples" ] || fail "fpredict $topic --help has no examples"
    while IFS= read -r example; do
        (set -o pipefail; eval "${example%% | *}") >"$work/out" 2>"$work/err" </dev/null ||
            { fail "$example"; cat "$work/err"; }
        [ -s "$work/out" ] || [ -s "$work/err" ] || [ -s "$work/annotated.c" ] ||
            fail "$example prints nothing"
    done <"$work/examples"
done
[ "$failures" -eq 0 ]

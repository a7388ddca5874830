#!/bin/bash
# The samples are sequential C programs that check their own result, whichever
# compiler is theirs, at the size that they have and at small and odd ones; a size that
# a program cannot have does not compile. Their annotated copies print the same.
#
#   runs.sh FPREDICT COMPILER ANOTHER
set -u
fpredict=$(realpath "$1") compiler=$2 another=$3
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C.UTF-8
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# sources FILE: it, or where the folder has a main.c all of its files, which are one program.
sources() {
    local folder
    folder=$(dirname "$1")
    if [ -e "$folder/main.c" ]; then echo "$folder"/*.c; else echo "$1"; fi
}

# build COMPILER SOURCE PROGRAM FLAG…
build() {
    local compiler=$1 source program=$3
    source=$(sources "$2")
    shift 3
    "$compiler" -std=c17 -Wall -Wextra -Werror -Wno-unknown-pragmas -O1 -DXMP_SEQUENTIAL \
        -I frontend/include "$@" $source -o "$program" -lm
}

# check SOURCE PROGRAM WHAT: it ends well, and says so.
check() {
    "$2" >"$2.out" || fail "$1 $3: $(cat "$2.out")"
    grep -q ': ok$' "$2.out" || fail "$1 $3 checks no result"
}

# size SOURCE PROGRAM N: it works, or says at once that it is not for that size.
size() {
    if build "$compiler" "$1" "$2" "-DN=$3" 2>"$2.err"; then
        check "$1" "$2" "-DN=$3"
    else
        grep -q 'error: static assertion failed.*: [Na] ' "$2.err" ||
            { fail "$1 -DN=$3"; cat "$2.err"; }
    fi
}

for source in samples/*/*.c; do
    is_several=$([ -e "$(dirname "$source")/main.c" ] && echo yes)
    [ -z "$is_several" ] || [ "$(basename "$source")" = main.c ] || continue
    program=$work/$(basename "$source" .c)
    build "$compiler" "$source" "$program" || fail "$compiler $source"
    check "$source" "$program" "with $compiler"
    build "$another" "$source" "$program" -DN=16 || fail "$another $source -DN=16"
    check "$source" "$program" "with $another -DN=16"
    cp "$program.out" "$work/expected"
    for n in 1 2 3 100; do
        size "$source" "$program" "$n"
    done
    [ -z "$is_several" ] || continue # copies are of one file
    "$fpredict" annotate "$source" --output "$program.c" || fail "annotate $source"
    build "$compiler" "$program.c" "$work/copy" -DN=16 || fail "the copy of $source does not compile"
    "$work/copy" | cmp - "$work/expected" || fail "the copy of $source prints other results"
    grep -q '/\* .* [mµ]*s, .* % \*/' "$program.c" || fail "the copy of $source says no times"
    [ "$(wc -l <"$program.c")" = $(($(wc -l <"$source") + 1)) ] ||
        fail "the copy of $source has other lines"
done
[ "$failures" -eq 0 ]

#!/bin/sh
# check.sh FOLDER FPREDICT [GCOV CC]
#
# How often lines are executed. A marked line of x.c has what gcc's coverage counted: the sum over
# the units of class Seq on it is the same. With GCOV and CC the marks themselves are counted again.
# Each program of asked/ has a loop whose count nothing may tell. In set.c values leave their
# types, in signs.c they are divided below 0, and in missed.c steps lead past the end, only where
# --set makes them so. In leaves.c those that
# decide something are marked. In inner_cases.c switches are marked that lead into their statements.
set -u
folder=$1 fpredict=$2 gcov=${3:-} compiler=${4:-}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0
wrong() {
    echo "$*"
    failed=1
}

marks() { sed -n 's|.*/\* count: \([0-9]*\) \*/$|\1|; t p; b; : p; =; p' "$1" | paste -d ' ' - -; }

# "LINE COUNT" of each line with units of class Seq.
executed() {
    python3 -c 'import collections, json, sys
count = collections.Counter()
for unit in json.load(sys.stdin)["lines"]:
    count[unit["line"]] += unit["count"] if unit["aau"] == "Seq" else 0
for line in count:
    print(line, "%g" % count[line])'
}

counted_by_compiler() {
    name=$(basename "$1" .c)
    (cd "$work" && "$compiler" -w -O0 --coverage -o "$name" "$1" && "./$name" &&
        "$gcov" -o . "$name-$name.gcno" "$name.gcno" >"$name.said" 2>&1)
    while read -r line count; do
        real=$(sed -n "s/^ *\([0-9#]*\)\**: *$line:.*/\1/p" "$work/$name.c.gcov" | sed 's/#.*/0/')
        [ "${real:-0}" = "$count" ] || wrong "$1:$line: executed ${real:-0} times, the mark says $count"
    done <"$work/marks"
}

for source in "$folder"/*.c; do
    marks "$source" >"$work/marks"
    [ -s "$work/marks" ] || continue
    "$fpredict" estimate "$source" --procs 1 --format json --quiet-compiler >"$work/json" ||
        wrong "$source: not predicted"
    executed <"$work/json" >"$work/said"
    while read -r line count; do
        said=$(sed -n "s/^$line //p" "$work/said")
        said=${said:-0}
        [ "$said" = "$count" ] || wrong "$source:$line: executed $count times, predicted $said"
    done <"$work/marks"
    if [ -n "$compiler" ]; then
        counted_by_compiler "$source"
    fi
done

for source in "$folder"/asked/*.c; do
    "$fpredict" estimate "$source" --procs 1 --quiet-compiler >"$work/out" 2>&1
    [ $? -eq 1 ] && grep -q '\[unresolved\]' "$work/out" || wrong "$source: its count is not asked for"
done

says() { # FILE RULE STATUS OPTION…
    file=$1 rule=$2 status=$3
    shift 3
    "$fpredict" estimate "$folder/$file" --procs 1 --quiet-compiler "$@" >"$work/out" 2>&1
    [ $? -eq "$status" ] || wrong "$file $*: not status $status"
    grep -q "\[$rule\]" "$work/out" && found=yes || found=no
    [ "$rule" = none ] || [ $found = yes ] || wrong "$file $*: no [$rule]"
    [ "$rule" != none ] || ! grep -q "warning\|error" "$work/out" || wrong "$file $*: says something"
}
incomplete() { # FILE OPTION…
    "$fpredict" estimate "$folder/$@" --procs 1 --quiet-compiler --no-warnings --format json |
        grep -q '"complete": *false' || wrong "$*: complete, though a value leaves its range"
}
# Exactly the lines that are marked with the rule have its diagnostics.
marked() { # FILE RULE OPTION…
    file=$1 rule=$2
    shift 2
    grep -n "/\* $rule \*/" "$folder/$file" | cut -d : -f 1 >"$work/expected"
    "$fpredict" estimate "$folder/$file" --procs 1 --quiet-compiler "$@" 2>&1 |
        sed -n "s/^[^ ]*$file:\([0-9]*\):.*\[$rule\]\$/\1/p" | sort -nu >"$work/lines"
    diff "$work/expected" "$work/lines" || wrong "$file $*: [$rule] is on other lines"
}
says endless.c endless 1
says set.c none 0
says set.c none 0 --set N=256
says set.c wraps 0 --set N=20
says set.c wraps 0 --set N=1024
says set.c overflow 1 --set N=65536
incomplete set.c --set N=20
says signs.c none 0
says signs.c none 0 --set N=20
says signs.c rounds 0 --set N=19
incomplete signs.c --set N=19
says missed.c none 0
says missed.c none 0 --set N=20
says missed.c missed-end 0 --set N=19
incomplete missed.c --set N=19
marked leaves.c wraps --set N=400
marked inner_cases.c jump
incomplete inner_cases.c
"$fpredict" estimate "$folder/leaves.c" --procs 1 2>&1 | grep '\[wraps\]' &&
    wrong "leaves.c: no value leaves its type"
exit $failed

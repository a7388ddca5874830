#!/bin/sh
# From when to when stats, draw and deperturb count, with MPI_Init and MPI_Finalize and without; all
# by hand.
#
#   startup.sh FPREDICT
set -eu
fpredict=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    echo "$*" >&2
    exit 1
}

# A trace in microseconds, of the events that come in.
make() {
    {
        printf 'fpredict-trace 1\nclock 1000000\nrank 0 ""\nrank 1 ""\nregion 0 user "work"\n'
        printf 'region 1 mpi "MPI_Init"\nregion 2 mpi "MPI_Finalize"\nregion 3 mpi "MPI_Comm_rank"\n'
        cat
    } >"$folder/one.trace"
}

# A figure of a JSON object in microseconds, the first of its name.
figure() {
    grep -o "\"$2\": [^,}]*" "$1" | head -1 | awk '{ printf "%.1f\n", $2 * 1e6 }'
}

# From when to when, and after how long without what recording an event of the program takes, 10.
counts() { # CASE FROM TO WITHOUT LEAVES [OPTION]
    "$fpredict" trace stats "$folder/one.trace" --format json ${6:-} >"$folder/stats.json"
    "$fpredict" deperturb "$folder/one.trace" --overhead user=10us --format json ${6:-} \
        >"$folder/left.json"
    "$fpredict" trace draw "$folder/one.trace" ${6:-} -o "$folder/drawing.svg"
    found="$(figure "$folder/stats.json" from_s) $(figure "$folder/stats.json" to_s)"
    [ "$found" = "$2.0 $3.0" ] || fail "$1: stats is from and to $found"
    found="$(figure "$folder/left.json" recorded) $(figure "$folder/left.json" without)"
    [ "$found" = "$(($3 - $2)).0 $4.0" ] || fail "$1: deperturb has $found"
    for file in stats left; do
        grep -q "\"without_startup\": $5" "$folder/$file.json" || fail "$1: $file says something else"
    done
    said=false
    ! grep -q 'MPI_Init and MPI_Finalize are left out' "$folder/drawing.svg" || said=true
    [ $said = "$5" ] || fail "$1: the drawing says something else"
}

# Rank 1 is first through with MPI_Init, at 900, and rank 0 comes to MPI_Finalize, after rank 1 does
# its last. Two events of work were recorded in between.
begun='0 0 enter 1\n0 1000 leave 1\n0 1010 enter 0\n0 1990 leave 0\n0 2000 enter 2\n0 2500 leave 2\n'
printf "${begun}1 10 enter 1\n1 900 leave 1\n1 1400 enter 3\n1 1500 leave 3\n" | make
counts 'both begin' 900 2000 1080 true
counts 'with all' 0 2500 2480 false --startup

# The last event counts of a rank that does not come to MPI_Finalize.
printf "${begun}1 10 enter 1\n1 900 leave 1\n1 1400 enter 3\n1 2200 leave 3\n" | make
counts 'one does not end' 900 2200 1300 true

# A rank that has no MPI_Init is there from its first event on, though others are still in theirs.
printf '%b' '0 0 enter 1\n0 1000 leave 1\n0 1100 enter 2\n0 1500 leave 2\n' \
    '1 100 enter 0\n1 900 leave 0\n' | make
counts 'one has none' 100 1100 1000 true
"$fpredict" trace stats "$folder/one.trace" --format json >"$folder/stats.json"
grep -q '"work"' "$folder/stats.json" || fail "the work of a rank without MPI_Init is left out"

# One that is in it until its end has done nothing between.
printf "${begun}1 10 enter 1\n" | make
counts 'one is in it' 1000 2000 980 true

# Nothing is between: all counts.
printf '0 0 enter 1\n0 1000 leave 1\n1 0 enter 1\n1 1000 leave 1\n' | make
counts 'cut off' 0 1000 1000 false
printf '0 0 enter 3\n0 1000 leave 3\n0 1100 enter 2\n0 1500 leave 2\n' | make
counts 'no beginning' 0 1500 1500 false

#!/usr/bin/env bash
# fpredict-cc -fpredict-spmd: the compiler of generated programs.
#
#   compiler.sh ROOT FPREDICT-CC    (MPICC, MPIRUN and SAME in the environment)
set -euo pipefail
root=$1 compiler=$2
export FPREDICT_MPICC=$MPICC
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
cd "$work"

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

source=$root/samples/laplace/laplace.c
cc -O1 -w -DN=21 "$source" -lm -o plain
./plain >plain.out

# In one step.
"$compiler" -fpredict-spmd -fpredict-procs=2 -O1 -DN=21 "$source" -lm -o whole 2>messages ||
    fail "is not built: $(head -3 messages)"
[ -s messages ] && fail "says something about a good program: $(head -3 messages)"
"$MPIRUN" -n 2 ./whole >whole.out
"$SAME" plain.out whole.out || fail "prints $(cat whole.out)"

# A size that the program is asked for, as emit takes it.
cat >sized.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8;
    double a[n], sum = 0;
#pragma hpf processors P(2)
#pragma hpf distribute a(block) onto P
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma hpf independent, reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += a[i];
    printf("%g\n", sum);
    return 0;
}
END
"$compiler" -fpredict-spmd -fpredict-procs=2 -fpredict-set=n=40 -w sized.c -o sized 2>messages ||
    fail "a size that is told: $(head -3 messages)"
[ "$("$MPIRUN" -n 2 ./sized 40)" = 780 ] || fail "a size that is told: prints $("$MPIRUN" -n 2 ./sized 40)"

# The object has the source's name; another distribution.
"$compiler" -fpredict-spmd -fpredict-procs=2 '-fpredict-distribute=T(*,cyclic)' -DN=21 -c "$source"
[ -s laplace.o ] || fail "no laplace.o"

# A program that includes <xmp.h>, which only fpredict has.
"$compiler" -fpredict-spmd -fpredict-procs=4 -w "$root/tests/codegen/images/allocated.c" -o images \
    2>messages || fail "does not find <xmp.h>: $(head -3 messages)"
[ "$("$MPIRUN" -n 4 ./images)" = "120 220" ] || fail "is wrong with <xmp.h>"

# Another number of processes than it is made for.
"$MPIRUN" -n 1 ./whole >/dev/null 2>messages && fail "runs on 1 process"
grep -q "made for 2 processes, and was started with 1" messages || fail "$(head -3 messages)"

# What is refused leaves nothing.
"$compiler" -fpredict-spmd -fpredict-procs=4 "$root/tests/codegen/refused/switch.c" -o refused \
    2>messages && fail "generates what it cannot"
grep -q "switch.c:11:9: error: no MPI program is generated" messages || fail "$(head -3 messages)"
[ -e refused ] && fail "refused, and yet written"

# Several files are one program; what has no directives may be compiled apart.
cp "$root"/tests/codegen/several/heat/* .
mkdir lib two && mv print.c lib && cp grid.c heat.h two
cc -O1 -w main.c grid.c lib/print.c -o plain
./plain >plain.out
spmd=("$compiler" -fpredict-spmd -fpredict-procs=3 -O1)
"${spmd[@]}" main.c grid.c lib/print.c -o whole 2>messages || fail "three files: $(head -3 messages)"
[ -s messages ] && fail "says something about three good files: $(head -3 messages)"
"$MPIRUN" -n 3 ./whole >whole.out
"$SAME" plain.out whole.out || fail "three files print $(cat whole.out)"
sed 's/^extern double/static double/; /^void start/,$d' heat.h >one.h
{ sed 's/heat.h/one.h/; /^double u/d' grid.c; sed 1,3d main.c; } |
    sed 's/^int main/void print_row(const char *, double);\n&/' >one.c
"${spmd[@]}" -c lib/print.c && "${spmd[@]}" -c one.c 2>messages || fail "apart: $(head -3 messages)"
"${spmd[@]}" one.o print.o -o apart || fail "objects are not linked"
"$MPIRUN" -n 3 ./apart >apart.out
"$SAME" plain.out apart.out || fail "objects print $(cat apart.out)"
# A part with directives is no program; headers of two folders are not mixed.
"${spmd[@]}" -c grid.c 2>messages && fail "a part is generated"
grep -q "all files of a program that has directives are compiled by one command" messages ||
    fail "$(head -3 messages)"
"${spmd[@]}" main.c two/grid.c lib/print.c -o mixed 2>messages && fail "headers may be mixed"
grep -q "'main.c' and 'two/grid.c' are in two folders" messages || fail "$(head -3 messages)"
# An array that a file elsewhere defines, and may use.
sed 's/^double u.*//' grid.c >declared.c
"${spmd[@]}" main.c declared.c lib/print.c -c 2>messages && fail "an array of another file is generated"
grep -q "'u' is distributed, and none of these files defines it" messages || fail "$(head -3 messages)"

[ -z "$(ls "$TMPDIR")" ] || fail "leaves $(ls "$TMPDIR")"
FPREDICT_MPICC=nothing-like-it "$compiler" -fpredict-spmd "$source" 2>messages && fail "no mpicc"
grep -q "cannot find nothing-like-it; FPREDICT_MPICC names the compiler" messages ||
    fail "$(head -3 messages)"
echo ok

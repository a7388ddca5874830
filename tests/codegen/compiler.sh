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

# The object has the source's name; another distribution.
"$compiler" -fpredict-spmd -fpredict-procs=2 '-fpredict-distribute=T(*,cyclic)' -DN=21 -c "$source"
[ -s laplace.o ] || fail "no laplace.o"

# Another number of processes than it is made for.
"$MPIRUN" -n 1 ./whole >/dev/null 2>messages && fail "runs on 1 process"
grep -q "made for 2 processes, and was started with 1" messages || fail "$(head -3 messages)"

# What is refused leaves nothing.
"$compiler" -fpredict-spmd -fpredict-procs=4 "$root/tests/codegen/refused/switch.c" -o refused \
    2>messages && fail "generates what it cannot"
grep -q "switch.c:11:9: error: no MPI program is generated" messages || fail "$(head -3 messages)"
[ -e refused ] && fail "refused, and yet written"

[ -z "$(ls "$TMPDIR")" ] || fail "leaves $(ls "$TMPDIR")"
FPREDICT_MPICC=nothing-like-it "$compiler" -fpredict-spmd "$source" 2>messages && fail "no mpicc"
grep -q "cannot find nothing-like-it; FPREDICT_MPICC names the compiler" messages ||
    fail "$(head -3 messages)"
echo ok

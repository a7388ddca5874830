#!/usr/bin/env bash
# fpredict-cc -fpredict-shared: a program in shared access in one step, of one file and of several.
#
#   compiler.sh ROOT FPREDICT-CC
#
# From the environment: CC, SAME.
set -euo pipefail
root=$1 compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export FPREDICT_CC=$CC FPREDICT_CHECK=1
cd "$work"

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

source=$root/samples/laplace/laplace.c
"$CC" -O1 -w -DN=21 "$source" -lm -o plain
./plain >plain.out
"$compiler" -fpredict-shared -fpredict-procs=2x2 -O1 -DN=21 "$source" -lm -o whole 2>messages ||
    fail "is not built: $(head -3 messages)"
[ -s messages ] && fail "says something about a good program: $(head -3 messages)"
FPREDICT_TRACE=trace ./whole >whole.out
"$SAME" plain.out whole.out || fail "prints $(cat whole.out)"
[ "$(grep -c '^rank ' trace)" -eq 4 ] || fail "there are not 4 threads in the trace"

cp "$root"/tests/codegen/several/heat/* .
"$CC" -O1 -w main.c grid.c print.c -o plain
./plain >plain.out
"$compiler" -fpredict-shared -fpredict-procs=3 -O1 main.c grid.c print.c -o whole 2>messages ||
    fail "three files: $(head -3 messages)"
./whole >whole.out
"$SAME" plain.out whole.out || fail "three files print $(cat whole.out)"

# A part of a program is none.
"$compiler" -fpredict-shared -c grid.c 2>messages && fail "a part is generated"
grep -q "with '-fpredict-shared', all files" messages || fail "$(cat messages)"
echo "built in one step"

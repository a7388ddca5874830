# For the tests of fpredict-cc: a folder to work in, sources, and checks.
#
#   . common.sh FPREDICT_CC CLANG

cc=$1 clang=$2
failures=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unset FPREDICT_CC FPREDICT_PREDICTOR CLICOLOR_FORCE FORCE_COLOR
export FPREDICT_CC=$clang LC_ALL=C.UTF-8

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

finish() {
    [ "$failures" -eq 0 ] || exit 1
    exit 0
}

# predictor SCRIPT: $FPREDICT_PREDICTOR becomes a shell script.
predictor() {
    printf '#!/bin/sh\n%s\n' "$1" >"$work/predictor"
    chmod +x "$work/predictor"
    export FPREDICT_PREDICTOR=$work/predictor
}

# compiler SCRIPT: $FPREDICT_CC becomes a shell script.
compiler() {
    printf '#!/bin/sh\n%s\n' "$1" >"$work/compiler"
    chmod +x "$work/compiler"
    export FPREDICT_CC=$work/compiler
}

mkdir sources
cat >sources/plain.c <<'END'
#include "plain.h"
int plain(int n)
{
    int unused;
#pragma unknown to everybody
    return n + PLAIN;
}
END
echo '#define PLAIN 3' >sources/plain.h
cat >sources/hpf.c <<'END'
#include "plain.h"
#define N 64
double a[N];
#pragma hpf processors P(4)
#pragma hpf template T(0:N-1)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
int main(void)
{
#pragma hpf independent
    for (int i = 0; i < N; i++)
        a[i] = a[i] + PLAIN;
    return 0;
}
END
echo 'int other(void) { return 1; }' >sources/other.c
printf '%s\n' '#include "hpf.h"' 'int user(void) { return HPF; }' >sources/user.c
printf '%s\n' '#pragma hpf processors P(4)' '#define HPF 1' >sources/hpf.h
echo 'int broken(void) { return x }' >sources/broken.c
echo '#define FORCED 1' >sources/forced.h
cp sources/hpf.c sources/hpf.txt

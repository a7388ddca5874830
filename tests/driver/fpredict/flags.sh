#!/bin/bash
# Compile flags after `--`: what clang takes, fpredict takes, and the other way
# round, for every seventh of clang's own list.
#
#   flags.sh FPREDICT CLANG
set -u
fpredict=$(realpath "$1") clang=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export LC_ALL=C.UTF-8
failures=0 count=0
mkdir clang
cat >sum.c <<'END'
#ifndef N
#define N 8
#endif
double a[N];
#pragma hpf processors P(2)
#pragma hpf distribute a(block) onto P
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = 1;
    return 0;
}
END

# same FLAG…: both end well, or both do not.
same() {
    local expected=ok got=ok
    (cd clang && "$clang" -fsyntax-only -w "$@" ../sum.c) >/dev/null 2>&1 </dev/null ||
        expected=refused
    "$fpredict" estimate sum.c -- "$@" >out 2>err </dev/null || got=refused
    count=$((count + 1))
    [ $expected = $got ] && { [ $got = refused ] || [ -s out ]; } && return
    echo "FAILED: $*: clang $expected, fpredict $got"
    cat err
    failures=$((failures + 1))
}

# Those that print and compile nothing, or want a value, are no compile flags.
options=$("$clang" --help-hidden | sed -nE 's/^  (--?[A-Za-z0-9_+-]+)( .*)?$/\1/p' |
    grep -vE '^(-E|-v|-o|-z|-b|-MG|-cc1.*|--?help.*|--version|--?save-temps.*|--?print.*|-dump.*|-X.*|-module-.*)$' |
    sort -u | awk 'NR % 7 == 3')
for option in $options; do
    same "$option"
done
[ "$count" -gt 80 ] || { echo "FAILED: only $count options of clang"; failures=1; }

same -O2 -Wall -Wextra -pedantic -g -c -o sum.o -MD -MF sum.d -MT x -L. -lm -Wl,-z,now -fPIC
same -std=c17 -I. -I . -DN=9 -D N=9 -UN -isystem . -include stddef.h -fopenmp -march=x86-64
same -Wp,-DN=9 -Wp,-MMD,sum.d -xc -x c -flto=thin -fsanitize=address --param x=1 -Xclang -w
same -std=c18x
same --target=nowhere-at-all-none
same -march=z80
same -fno-such-thing
same -mcmodel=vast
same -include missing.h

"$fpredict" estimate sum.c -- -c -o sum.o -MD -MF sum.d -Wp,-MMD,sum.d -save-temps >out
[ "$(echo *)" = 'clang err out sum.c' ] || { echo "FAILED: there are $(echo *)"; failures=1; }

# Flags that say what the source means do so.
"$fpredict" estimate sum.c -- -DN=12 | grep -q 'N = 12' || { echo 'FAILED: -DN=12'; failures=1; }
"$fpredict" estimate sum.c -- -Wp,-DN=13 | grep -q 'N = 13' || { echo 'FAILED: -Wp'; failures=1; }
[ "$failures" -eq 0 ]

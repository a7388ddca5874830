#!/bin/bash
# --set of macros in every form: the prediction is that of the source in which the macro has that
# value by hand.
#
#   set.sh FPREDICT
set -u
fpredict=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export LC_ALL=C.UTF-8 NO_COLOR=1
failures=0
mkdir out
cat >sizes.h <<'END'
#ifndef N
#define N 64
#endif
#ifdef LARGE
#define Q 200
#else
#define Q 100
#endif
END
cat >forms.c <<'END'
#include "sizes.h"
#define BITS 4
#define W (1 << BITS)
#define M \
    32 /* of several
          lines */
#define VARIANT 1
double u[N][N], w[Q], z[W], v[M];
#pragma hpf processors P(4)
#pragma hpf distribute (block,*) onto P :: u
#pragma hpf distribute (block) onto P :: w, z, v
int main(void)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < N; j++)
#if VARIANT == 1
            u[i][j] = u[i - 1][j];
#else
            u[i][j] = i + 2;
#endif
#if N > 100
    for (int i = 1; i < N; i++)
        u[i][0] = w[i % 7];
#endif
    for (int i = 1; i < Q; i++)
        w[i] = w[i - 1] + 1;
    for (int i = 1; i < W; i++)
        z[i] = z[i - 1];
    for (int i = 0; i < M; i++)
        v[i] = 1;
#ifdef EXTRA
    for (int i = 0; i < EXTRA; i++)
        v[i] = v[i] + 2;
#endif
    return 0;
}
END

# Time, messages and bytes of a prediction, without what names its parameters.
figures() {
    "$fpredict" estimate --format json "$@" 2>err |
        grep -E '"(time_s|messages|bytes|complete)"' | sort
}

# same TEXT SED-FILE:SCRIPT ARGUMENT…: --set says what the script does by hand.
same() {
    local file=${1%%:*} script=${1#*:}
    shift
    cp sizes.h forms.c out
    sed -i -E "$script" "out/$file"
    cmp -s "$file" "out/$file" && echo "FAILED: '$script' changes nothing" && failures=$((failures + 1))
    (cd out && figures forms.c) >expected
    figures forms.c "$@" >got
    if [ ! -s expected ] || ! cmp -s expected got || grep -q 'does not reach' err; then
        echo "FAILED: $*"
        diff expected got | head -6
        cat err
        failures=$((failures + 1))
    fi
}

same sizes.h:'s/N 64/N 128/' --set N=128
same sizes.h:'s/N 64/N 128/' --set N=128 -- -DN=256
same sizes.h:'s/Q [12]00/Q 300/' --set Q=300
same sizes.h:'1i #define LARGE 1' --set LARGE=1
same forms.c:'s/BITS 4/BITS 6/' --set BITS=6
same forms.c:'s/^    32 /    96 /' --set M=96
same forms.c:'s/VARIANT 1/VARIANT 2/' --set VARIANT=2
same forms.c:'s/EXTRA$/EXTRA_/; s/< EXTRA/< 9/; s/#ifdef EXTRA_/#if 1/' --set EXTRA=9

# Several values: a reading for each.
sed '1i #define VARIANT 2' forms.c | sed 's/#define VARIANT 1//' >second.c
"$fpredict" estimate forms.c --format csv >first.csv 2>err
"$fpredict" estimate second.c --format csv >second.csv 2>>err
"$fpredict" estimate forms.c --set VARIANT=1,2 --format csv >both.csv 2>>err
time_of() {
    sed -E 's/"[^"]*"//g' "$1" | awk -F, -v row="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "time_s") at = i }
        NR == row { print $at }'
}
if [ "$(time_of first.csv 2) $(time_of second.csv 2)" != "$(time_of both.csv 2) $(time_of both.csv 3)" ] ||
    [ -z "$(time_of both.csv 3)" ] || [ "$(time_of both.csv 2)" = "$(time_of both.csv 3)" ]; then
    echo "FAILED: --set VARIANT=1,2"
    cat first.csv second.csv both.csv err
    failures=$((failures + 1))
fi
"$fpredict" compare forms.c --set VARIANT=1,2 >text 2>err
grep -q 'VARIANT = 1 .*VARIANT = 2' text || {
    echo "FAILED: compare --set VARIANT=1,2"
    cat text err
    failures=$((failures + 1))
}
# The same beside the source, each with the text that was read for it.
{
    "$fpredict" annotate forms.c 2>/dev/null && echo && "$fpredict" annotate second.c 2>/dev/null
} | sed 's/second\.c/forms.c/' >expected
"$fpredict" annotate forms.c --set VARIANT=1,2 2>err >got
for value in 1 2; do
    grep -q "│ VARIANT = $value," got || {
        echo "FAILED: annotate --set VARIANT=1,2 does not show $value"
        head -3 got err
        failures=$((failures + 1))
    }
done
annotated_times() { grep -o '│ forms\.c.*· [0-9.]* [mµun]*s$' "$1" | grep -o '[0-9.]* [mµun]*s$' | tr '\n' ','; }
if [ "$(annotated_times expected)" != "$(annotated_times got)" ] || [ -z "$(annotated_times got)" ]; then
    echo "FAILED: annotate --set VARIANT=1,2: $(annotated_times got) for $(annotated_times expected)"
    failures=$((failures + 1))
fi
"$fpredict" annotate forms.c --set VARIANT=1,2 --output copy.c >text 2>err &&
    echo 'FAILED: annotate --set VARIANT=1,2 --output' && failures=$((failures + 1))
grep -q 'takes one prediction, not 2' err || {
    echo 'FAILED: annotate --set VARIANT=1,2 --output says nothing'
    cat err
    failures=$((failures + 1))
}
"$fpredict" compare forms.c --tune VARIANT=1,2 >text 2>err || true
grep -q "say '--set VARIANT=' with the same values" err || {
    echo 'FAILED: compare --tune VARIANT=1,2 does not say what to do'
    cat err
    failures=$((failures + 1))
}

# What is needed by the text, and nothing defines.
sed 's/^#include.*//' forms.c >bare.c
figures bare.c --set N=64 --set Q=100 | sed 's/bare\.c/forms.c/' >got
figures forms.c >expected
if ! cmp -s expected got; then
    echo "FAILED: --set of macros without a definition"
    cat err
    failures=$((failures + 1))
fi

# The same of what is generated.
"$fpredict" emit forms.c --set M=96 --set VARIANT=2 -o emitted.c 2>err
if ! grep -qx '#define M 96 \\' emitted.c || ! grep -qx '#define VARIANT 2' emitted.c; then
    echo "FAILED: emit --set M=96 --set VARIANT=2"
    grep -A1 '#define' emitted.c
    cat err
    failures=$((failures + 1))
fi
"$fpredict" emit forms.c --set Q=300 -o emitted.c 2>err
grep -q 'header that defines' err || {
    echo "FAILED: emit --set Q=300 says nothing of the header"
    cat err
    failures=$((failures + 1))
}
echo "$failures failures"
[ "$failures" = 0 ]

#!/usr/bin/env bash
# What a program makes of its arguments, where --arguments tells them: bounds by hand, from the
# messages that a halo of one row between four processors has, six each time.
#
#   arguments.sh FPREDICT FPREDICT-CC
set -euo pipefail
fpredict=$1 cc=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0

cat >heat.h <<'END'
#include <stdio.h>
#include <stdlib.h>
#define N 64
static double u[N][N], v[N][N];
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align u[i][*] with t[i]
#pragma xmp align v[i][*] with t[i]
#pragma xmp shadow u[1][0]
static void sweep(void)
{
#pragma xmp reflect(u)
#pragma xmp loop on t[i]
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < N; j++)
            v[i][j] = 0.5 * (u[i - 1][j] + u[i + 1][j]);
}
END

# messages ARGUMENTS [FLAGS]: of all processors, in the program of standard input.
messages() {
    { echo '#include "heat.h"' && cat; } >heat.c
    "$fpredict" estimate heat.c --arguments "$1" --format json -- "${@:2}" 2>said |
        grep -o '"messages": *[0-9]*' | head -1 | grep -o '[0-9]*$' || true
}

# expect WHAT HAVE WANT
expect() {
    [ "$2" = "$3" ] && return
    echo "$1: $2 for $3" && head -5 said
    failures=$((failures + 1))
}

several='int main(int argc, char **argv)
{
    int steps = 10;
    if (argc > 1)
        steps = atoi(argv[1]);
    for (int s = 0; s < steps; s++)
        sweep();
}'
expect 'if, none' "$(messages '' <<<"$several")" 60
expect 'if, one' "$(messages 7 <<<"$several")" 42
expect 'if, a word' "$(messages heat.dat <<<"$several")" 0

chosen='int main(int argc, char *argv[])
{
    const long steps = argc > 2 ? strtol(argv[2], NULL, 16) : argc > 1 ? atol(argv[1]) : 3;
    for (long s = 0; s < steps; s++)
        sweep();
}'
expect '?:, none' "$(messages '' <<<"$chosen")" 18
expect '?:, one' "$(messages 5 <<<"$chosen")" 30
expect '?:, hexadecimal' "$(messages '5 1a' <<<"$chosen")" 156

handed='static int number(int count, char **words, int at, int otherwise)
{
    return at < count ? atoi(words[at]) : otherwise;
}
static int read_steps(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: heat STEPS\n");
        exit(1);
    }
    return atoi(argv[1]);
}
int main(int argc, char **argv)
{
    int steps = read_steps(argc, argv);
    (void)number;
    for (int s = 0; s < steps; s++)
        sweep();
}'
expect 'a function' "$(messages 4 <<<"$handed")" 24

# What the words are, the shell's rules say.
expect 'quotes' "$(messages "'8' \"x y\"" <<<"$several")" 48

# The address given to MPI_Init leaves both as they are.
expect 'MPI_Init' "$(messages 2 <<<"int MPI_Init(int *, char ***);
${several/int steps = 10;/int steps = 10; MPI_Init(\&argc, \&argv);}")" 12

# --set goes before what the program makes of its arguments.
messages 7 <<<"$several" >/dev/null
have=$("$fpredict" estimate heat.c --set argc=1 --format json 2>/dev/null | grep -c '"messages"') || true
expect 'argc alone tells nothing of steps' "$have" 0

# What is not followed is said.
messages 7 <<<'int main(int argc, char **argv)
{
    argv++;
    int steps = atoi(argv[0]);
    for (int s = 0; s < steps; s++)
        sweep();
}' >/dev/null
grep -q "'main' changes 'argv'" said || expect 'argv++' "$(cat said)" 'a warning'
messages 7 <<<'int main(void)
{
    sweep();
}' >/dev/null
grep -q "'main' takes none" said || expect 'main(void)' "$(cat said)" 'a warning'
for text in '"a' '$(date)' 'a;b'; do
    "$fpredict" estimate heat.c --arguments "$text" >said 2>&1 && expect "$text" taken refused
    grep -q 'is not understood' said || expect "$text" "$(cat said)" 'what is wrong'
done

# Sizes, too: what the initialiser says is overwritten before anything looks at it. Six messages for
# each tenth of n, of as many elements as the template has.
sized() {
    cat >sized.c <<END
#include <stdlib.h>
$1
int main(int argc, char **argv)
{
    $2
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
#pragma hpf processors P(4)
#pragma hpf template T(n)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
    for (int t = 0; t < ${3:-n} / 10; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
    }
    return 0;
}
END
    "$fpredict" estimate sized.c --arguments 200 --format json 2>said |
        grep -o '"messages": *[0-9]*' | head -1 | grep -o '[0-9]*$' || true
}
expect 'a size, default first' "$(sized '' 'int n = 60; if (argc > 1) n = atoi(argv[1]);')" 120
expect 'a size, block' "$(sized '' 'int n = 60, m = 2; if (argc > 1) { n = atoi(argv[1]); }')" 120
expect 'a size of the file' "$(sized 'static int n = 60;' 'if (argc > 1) n = atoi(argv[1]);')" 120
expect 'its default is read' \
    "$(sized '' 'int n = 60; int m = n; if (argc > 1) n = atoi(argv[1]);' m)" ''
grep -q "nothing tells the value of 'n'" said || expect 'its default is read' "$(cat said)" asked
expect 'its default is read by a function' \
    "$(sized 'static int n = 60; static int m; static void keep(void) { m = n; }' \
        'keep(); if (argc > 1) n = atoi(argv[1]);' m)" ''

# Words that main moves on first: 10, 10 + 4 and 3 + 2 times six messages.
moved='int main(int argc, char **argv)
{
    int steps = 10, more = 0;
    argc--;
    argv++;
    while (argc > 0 && argv[0][0] == 45) {
        if (argv[0][1] == 115 && argc > 1) {
            steps = atoi(argv[1]);
            argc--;
            argv++;
        }
        argc--, argv++;
    }
    if (argc > 0)
        more = atoi(argv[0]);
    for (int s = 0; s < steps + more; s++)
        sweep();
}'
expect 'moved words, none' "$(messages '' <<<"$moved")" 60
expect 'moved words, a number' "$(messages '4' <<<"$moved")" 84
expect 'moved words, options' "$(messages '-v -s 3 2' <<<"$moved")" 30
expect 'moved words, not executed' "$(messages '4' <<<"${moved/for (int s = 0;/for (int s = argc;}")" ''

# A switch on how many there are, in a function that asks for memory, so that it is not executed for the words:
# 10, 4 and 5 + 3 times six messages.
switched='static int begin(int argc, char **argv)
{
    int first = 10, last = 0;
    char *name = malloc(64);
    switch (argc) {
    case 1:
        break;
    case 2:
        first = atoi(argv[1]);
        break;
    case 4:
    case 3: {
        first = atoi(argv[1]) + 1;
        last = atoi(argv[2]);
    }
        break;
    default:
        exit(1);
    }
    free(name);
    return first + last;
}
int main(int argc, char **argv)
{
    int steps = begin(argc, argv);
    for (int s = 0; s < steps; s++)
        sweep();
}'
expect 'switch, none' "$(messages '' <<<"$switched")" 60
expect 'switch, one' "$(messages 4 <<<"$switched")" 24
expect 'switch, several cases' "$(messages '4 3' <<<"$switched")" 48
expect 'switch, another case' "$(messages '4' <<<"${switched/break;/first = 3;}")" 24
expect 'switch, on to the next case' "$(messages '' <<<"${switched/break;/}")" ''

# Without the option, what it would tell is asked for by either name.
printf '%s\n' '#include "heat.h"' "$several" >heat.c
"$fpredict" estimate heat.c >said 2>&1 && expect 'not told' predicted refused
grep -q "say --set steps=VALUE .*, or --arguments 'WORDS'" said ||
    expect 'not told' "$(cat said)" 'both options'

# The compiler's option is the same.
messages 7 <<<"$several" >/dev/null
"$cc" -fpredict -fpredict-arguments=9 -fpredict-report=json:report.json heat.c -o heat >said 2>&1
expect 'fpredict-cc' "$(grep -o '"messages": *[0-9]*' report.json | head -1 | grep -o '[0-9]*$')" 54
exit "$((failures > 0))"

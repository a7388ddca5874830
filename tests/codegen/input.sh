#!/usr/bin/env bash
# Standard input, which MPI leads to the first process alone: each process reads all of it, as plain C does.
#
#   input.sh ROOT
#
# From the environment: FPREDICT, MPICC, MPIRUN, RUNTIME, as for run.sh.
set -euo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

cat >"$work/source.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#pragma hpf processors P(*)

int main(void)
{
    int n, m = 0, c, letters = 0;
    double by = 0;
    char word[32];
    if (scanf("%d %lf", &n, &by) != 2)
        return 3;
#pragma hpf template T(n)
#pragma hpf distribute T(block) onto P
    double *v = malloc(n * sizeof *v);
#pragma hpf align v(i) with T(i)
    for (int i = 0; i < n; i++)
        v[i] = by * i;
    while (fscanf(stdin, "%31s", word) == 1 && strcmp(word, "end") != 0)
        m += strlen(word);
    while ((c = getchar()) != EOF)
        letters++;
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] * m;
    printf("%g %d %d\n", s, m, letters);
    return 0;
}
END
cc -w -O1 "$work/source.c" -o "$work/plain"
{ echo "40 0.5"; echo "some words of a text"; echo end; head -c 9000 /dev/zero | tr '\0' x; } >"$work/in"
"$work/plain" <"$work/in" >"$work/expected"
for procs in 1 3 4; do
    "$FPREDICT" emit "$work/source.c" --procs $procs --set n=40 -o "$work/generated.c"
    "$MPICC" -O1 -w -I"$root/codegen/runtime" "$work/generated.c" "$RUNTIME/runtime.o" -lm \
        -o "$work/generated"
    timeout 120 $MPIRUN -n $procs "$work/generated" <"$work/in" >"$work/out" || failed=1
    cmp "$work/expected" "$work/out" || failed=1
done
status=0
timeout 120 $MPIRUN -n 4 "$work/generated" </dev/null >/dev/null 2>&1 || status=$?
[ $status -eq 3 ] || { echo "no input ends with $status, not 3" >&2; failed=1; }
[ "$(cat "$work/expected")" = "6240 16 9001" ] || { cat "$work/expected" >&2; failed=1; }

# By its number, by its name as a file, and in wide characters.
cat >"$work/source.c" <<'END'
#include <stdio.h>
#include <unistd.h>
#include <wchar.h>
#pragma hpf processors P(4)
double v[8];
#pragma hpf distribute v(block) onto P

int main(void)
{
    char c[2] = {0, 0};
    double s = 0;
    int in = OF, none = 5;
    if (READS != 1)
        return 3;
    for (int i = 0; i < 8; i++)
        v[i] = c[0] - '0';
    for (int i = 0; i < 8; i++)
        s += v[i];
    printf("%g\n", s);
    return 0;
}
END
for reads in 'read(0, c, 1)' 'read( STDIN_FILENO, c, 1)' 'fread(c, 1, 1, fopen("/dev/stdin", "r"))' \
        '((c[0] = getwchar()) > 0)' 'read(in, c, 1)'; do
    sed "s|READS|$reads|; s|OF|0|" "$work/source.c" >"$work/reads.c"
    "$FPREDICT" emit "$work/reads.c" --procs 4 -o "$work/generated.c"
    "$MPICC" -O1 -w -I"$root/codegen/runtime" "$work/generated.c" "$RUNTIME/runtime.o" -lm \
        -o "$work/generated"
    echo 7 >"$work/in"
    timeout 60 $MPIRUN -n 4 "$work/generated" <"$work/in" >"$work/out" || failed=1
    [ "$(cat "$work/out")" = 56 ] || { echo "$reads: $(cat "$work/out"), not 56" >&2; failed=1; }
done
# What reads another file leaves it alone.
for reads in 'read(5, c, 0) + 1' 'read(none, c, 0) + 1' 'read(in, c, 0) + 1'; do
    sed "s|READS|$reads|; s|OF|7|" "$work/source.c" >"$work/reads.c"
    "$FPREDICT" emit "$work/reads.c" --procs 4 -o "$work/generated.c"
    ! grep fpr_share_input "$work/generated.c" >&2 || failed=1
done
exit $failed

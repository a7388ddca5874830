#!/usr/bin/env bash
# Sizes that structures carry about: one hint for a member of a type, however many loops and
# functions it bounds. Each sweep sends six messages: a halo of one row between four processors.
#
#   members.sh FPREDICT
set -euo pipefail
fpredict=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0

cat >list.c <<'END'
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

typedef struct list {
    int count;
    int *length; /* of each part */
    double *item;
} list;

static int list_count(list *l)
{
    return l->count;
}
static int part_length(list *l, int part)
{
    return l->length[part];
}
static void list_add(list *l, double item)
{
    l->item = realloc(l->item, (l->count + 1) * sizeof *l->item);
    l->length = realloc(l->length, (l->count + 1) * sizeof *l->length);
    l->length[l->count] = 0;
    l->item[l->count++] = item;
}
/* As often as the list is long: through a variable, a call, the member, and a formal. */
static void through_variable(list *l)
{
    int n = list_count(l);
    for (int i = 0; i < n; i++)
        sweep();
}
static void through_call(list *l)
{
    for (int i = list_count(l) - 1; i >= 0; i--)
        sweep();
}
static void times(int begin, int end)
{
    for (int i = begin; i < end; i++)
        sweep();
}
static void triangle(list *l)
{
    for (int i = 0; i < l->count; i++)
        for (int j = i; j < l->count; j++)
            sweep();
}
static void parts(list *l)
{
    for (int i = 0; i < part_length(l, 0); i++)
        sweep();
}

int main(void)
{
    list l = {0, NULL, NULL};
    double x;
    while (scanf("%lf", &x) == 1)
        list_add(&l, x);
    through_variable(&l);
    through_call(&l);
    times(1, l.count);
    triangle(&l);
    parts(&l);
    return 0;
}
END

reads=trip@$(grep -n 'while (scanf' list.c | cut -d: -f1)=0
messages() { # OPTIONS
    "$fpredict" estimate list.c --set "$reads" "$@" --format json 2>said |
        python3 -c 'import json, sys
print(sum(c["messages"] for c in json.load(sys.stdin)["communications"]))' 2>/dev/null || true
}
expect() { # WHAT HAVE WANT
    [ "$2" = "$3" ] && return
    echo "$1: ${2:-none} for $3" && head -20 said
    failures=$((failures + 1))
}

# n, n and n - 1 sweeps, a triangle of n (n + 1) / 2, and those of a part.
expect 'n = 5, parts of 2' "$(messages --set list.count=5 --set list.length=2)" $((6 * (5 + 5 + 4 + 15 + 2)))
expect 'n = 1, no part' "$(messages --set list.count=1 --set list.length=0)" $((6 * (1 + 1 + 0 + 1)))
# A count of one loop goes before.
line=$(grep -n 'part_length(l, 0)' list.c | cut -d: -f1)
expect 'a count' "$(messages --set list.count=5 --set list.length=0 --set trip@"$line"=1)" $((6 * (5 + 5 + 4 + 15 + 1)))

# What is asked for is these two members, each once, and nothing else.
"$fpredict" estimate list.c --set "$reads" >said 2>&1 && expect 'without' predicted refused
expect 'asked for' "$(grep -o "say --set [a-z.]*=" said | sort | tr '\n' ' ')" 'say --set list.count= say --set list.length= '
exit $((failures > 0))

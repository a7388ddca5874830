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

# --- Sizes that functions set by pointers, return or copy ----------------------------------------
# Four processors of 24 / 4 elements. Each step, 3 borders have an element from each side, 6 messages;
# where the loop ends at 12, only the first border has.
sized() { # NAME DECLARATIONS-AND-BEGINNING-OF-MAIN N STEPS WANT
    cat >"$1.c" <<END
#include <stdlib.h>
#define N 24
static double x[N], y[N];
#pragma hpf processors P(4)
#pragma hpf distribute x(block) onto P
#pragma hpf distribute y(block) onto P
struct size {
    int n;
};
struct config {
    struct size s;
    int n, steps;
};
$2
    for (int t = 0; t < $4; t++) {
        for (int i = 1; i < $3 - 1; i++)
            y[i] = x[i - 1] + x[i + 1];
        for (int i = 1; i < $3 - 1; i++)
            x[i] = y[i];
    }
    return 0;
}
END
    expect "$1" "$("$fpredict" estimate "$1.c" --format json 2>said |
        python3 -c 'import json, sys
print(sum(c["messages"] for c in json.load(sys.stdin)["communications"]))' 2>/dev/null || true)" "$5"
}
sized by_pointer 'static void setup(struct config *c) { c->n = N; c->steps = 3; }
int main(void) { struct config c; setup(&c);' c.n c.steps 18
sized returned 'static struct config make(int n, int steps)
{ struct config c; c.n = n; c.steps = steps; return c; }
int main(void) { struct config c = make(N, 2);' c.n c.steps 12
sized returned_list 'static struct config make(int n, int steps)
{ struct config c = {.n = n, .steps = steps}; return c; }
int main(void) { struct config c; c = make(N, 2);' c.n c.steps 12
sized returned_literal 'static struct config make(int n) { return (struct config){.steps = n / 8, .n = n}; }
int main(void) { struct config c = make(N);' c.n c.steps 18
sized copied 'int main(void) { struct config a, b; b.steps = 4; b.n = N; a = b;' a.n a.steps 24
sized initialised 'int main(void) { struct config b = {.n = N, .steps = 4}, a = b;' a.n a.steps 24
sized copied_inside 'int main(void) { struct size z = {N}; struct config c; c.s = z; c.steps = 1;' \
    c.s.n c.steps 6
sized inside 'static void resize(struct size *s, int n) { s->n = n; }
static void setup(struct config *c) { resize(&c->s, N); c->steps = 2; }
int main(void) { struct config c; setup(&c);' c.s.n c.steps 12
sized of_the_file 'static struct config c;
static void setup(void) { c.n = N; c.steps = 2; }
int main(void) { setup();' c.n c.steps 12
sized on_the_heap 'static struct config *make(int n)
{ struct config *c = malloc(sizeof *c); c->n = n; c->steps = 2; return c; }
int main(void) { struct config *c = make(N);' 'c->n' 'c->steps' 12
sized of_two 'static void setup(struct config *c, int n) { c->n = n; c->steps = n / 12; }
int main(void) { struct config c, d; setup(&c, N); setup(&d, N / 2);' c.n d.steps 6
sized shorter 'static void setup(struct config *c, int n) { c->n = n; c->steps = n / 12; }
int main(void) { struct config c, d; setup(&c, N); setup(&d, N / 2);' d.n c.steps 4
sized set_again 'int main(void) { struct config c; c.n = N; c.steps = 9; if (c.n > 20) c.steps = 2;' \
    c.n c.steps 12
# A copy has what there was: this is looked at before it is set again, and so is not known.
sized changed_after 'int main(void) { struct config a, b; b.n = N; b.steps = 2; a = b; b.steps = 5;' \
    a.n a.steps ''
# Nor what is set as a whole by a pointer, after it was set member by member.
sized reset 'static void setup(struct config *c) { c->n = N; c->steps = 3; }
static void reset(struct config *c) { *c = (struct config){.n = 5, .steps = 1}; }
int main(void) { struct config c; setup(&c); reset(&c);' c.n c.steps ''
sized swapped 'static void setup(struct config *c) { c->n = N; c->steps = 3; }
static void swap(struct config *a, struct config *b)
{ struct config t = *a; *a = *b; *b = t; }
int main(void) { struct config c, d = {.n = 5, .steps = 1}; setup(&c); swap(&c, &d);' c.n c.steps ''
# A structure that another one points to; of that is looked at what it points to.
sized pointed 'struct state { const struct config *c; int step; };
static void setup(struct config *c) { c->n = N; c->steps = 3; }
int main(void) { struct config c; struct state s = {&c, 0}; setup(&c);' s.c-\>n s.c-\>steps 18

# How many there are in a row is the difference of two elements, for which no single value stands:
# the count is asked for.
cat >rows.c <<'END'
#include <stdlib.h>
#define N 24
static double x[N], y[N];
#pragma hpf processors P(4)
#pragma hpf distribute x(block) onto P
#pragma hpf distribute y(block) onto P
typedef struct {
    int n, *row, *column;
    double *value;
} Matrix;
static void make(Matrix *a, int n, const char *word)
{
    a->n = n;
    a->row = malloc((n + 1) * sizeof(int));
    a->column = malloc(3 * n * sizeof(int));
    a->value = malloc(3 * n * sizeof(double));
    for (int i = 0; i <= n; i++)
        a->row[i] = i * atoi(word);
}
int main(int argc, char **argv)
{
    Matrix a;
    make(&a, N, argv[argc - 1]);
    for (int i = 0; i < a.n; i++)
        for (int k = a.row[i]; k < a.row[i + 1]; k++)
            y[i] += a.value[k] * x[a.column[k]];
    return 0;
}
END
"$fpredict" estimate rows.c >said 2>&1 && expect 'rows without' predicted refused
line=$(grep -n 'k = a.row' rows.c | cut -d: -f1)
expect 'asked for' "$(grep -o 'say --set [^=]*=' said)" "say --set trip@$line="
! grep -q warning said || expect 'rows' warned quiet
"$fpredict" estimate rows.c --set trip@"$line"=2 --by unit --format json >said 2>&1
# Six rows of two on each processor.
expect 'rows of two' "$(python3 -c 'import json
print(sum(u["count"] for u in json.load(open("said"))["units"]
          if u["aau"] == "Seq" and u["line"] == '$((line + 1))'))' 2>/dev/null)" 12
exit $((failures > 0))

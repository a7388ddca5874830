/* random_source SEED: prints a small program with HPF directives, random but right: what
 * tests/codegen/random.sh generates, builds, runs and compares. With PLAIN_C it is C: what
 * the directives of a forall and sections mean is written in loops then. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ARRAYS = 6, REACH = 2 };

typedef struct array {
    char name[8];
    int rank;
    bool is_int;
    bool is_distributed;
} array;

typedef struct maker {
    uint64_t state;
    array array[ARRAYS];
    int template_rank;
    int depth;
    int temporaries; /* of foralls, so far */
} maker;

static int pick(maker *m, int low, int high)
{
    /* Knuth's MMIX generator; the high bits are the good ones. */
    m->state = m->state * 6364136223846793005u + 1442695040888963407u;
    return low + (int)((m->state >> 33) % (uint64_t)(high - low + 1));
}

static bool maybe(maker *m, int one_in)
{
    return pick(m, 1, one_in) == 1;
}

static void indent(const maker *m)
{
    printf("%*s", 4 * m->depth, "");
}

/* --- Declarations and directives ------------------------------------------------------------ */

static void print_format(maker *m)
{
    static const char *const formats[] = {"block", "cyclic", "cyclic(2)", "cyclic(3)", "block"};
    fputs(formats[pick(m, 0, 4)], stdout);
}

static void print_template(maker *m)
{
    bool is_row = m->template_rank == 2 && maybe(m, 3);
    int whole = pick(m, 0, 1);
    printf("#pragma hpf processors P(%s)\n", m->template_rank == 2 && !is_row ? "2,2" : "4");
    printf("#pragma hpf template T(%s)\n", m->template_rank == 2 ? "N+4,N+4" : "N+4");
    printf("#pragma hpf distribute T(");
    for (int d = 0; d < m->template_rank; d++) {
        fputs(d ? "," : "", stdout);
        if (is_row && d == whole)
            putchar('*');
        else
            print_format(m);
    }
    puts(") onto P");
}

static void print_align(maker *m, const array *a)
{
    static const char *const one[] = {"i", "i+1", "i+3", "i"};
    int kind = pick(m, 0, 5);
    if (!a->is_distributed)
        return;
    if (m->template_rank == 1 && a->rank == 1)
        printf("#pragma hpf align %s(i) with T(%s)\n", a->name, one[pick(m, 0, 3)]);
    else if (m->template_rank == 1)
        printf("#pragma hpf align %s(%s) with T(%s)\n", a->name, kind % 2 ? "i,*" : "*,i",
               one[pick(m, 0, 3)]);
    else if (a->rank == 1)
        printf("#pragma hpf align %s(i) with T(%s)\n", a->name,
               kind == 0   ? "i,*"
               : kind == 1 ? "*,i"
               : kind == 2 ? "i,2"
               : kind == 3 ? "3,i+1"
               : kind == 4 ? "*,i+2"
                           : "i+1,*");
    else
        printf("#pragma hpf align %s(i,j) with T(%s)\n", a->name,
               kind == 0   ? "j,i"
               : kind == 1 ? "i+1,j+2"
               : kind == 2 ? "j+1,i"
                           : "i,j");
}

static void print_declarations(maker *m)
{
    puts("#include <stdio.h>\n");
    for (int k = 0; k < ARRAYS; k++) {
        array *a = &m->array[k];
        *a = (array){.rank = pick(m, 1, 2), .is_int = maybe(m, 4), .is_distributed = !maybe(m, 6)};
        snprintf(a->name, sizeof a->name, "%c%d", a->rank == 2 ? 'm' : 'v', k);
        printf("static %s %s[N]%s;\n", a->is_int ? "int" : "double", a->name,
               a->rank == 2 ? "[N]" : "");
    }
    puts("static int idx[N];");
    print_template(m);
    for (int k = 0; k < ARRAYS; k++)
        print_align(m, &m->array[k]);
    puts("#ifdef PLAIN_C\nstatic double copy[N][N];\n#endif\n");
}

/* --- Expressions ------------------------------------------------------------------------------ */

/* How a subscript is made of a loop's variable, which runs from REACH to N - 1 - REACH. */
static void print_subscript(maker *m, const char *var, bool is_plain)
{
    int kind = is_plain ? 0 : pick(m, 0, 19), by = pick(m, -REACH, REACH);
    if (!*var)
        printf("[%d]", pick(m, 0, 8));
    else if (kind < 8)
        printf("[%s]", var);
    else if (kind < 16)
        by ? printf("[%s%+d]", var, by) : printf("[%s]", var);
    else if (kind == 16)
        printf("[N-1-%s]", var);
    else if (kind == 17)
        printf("[%s/2]", var);
    else if (kind == 18)
        printf("[idx[%s]]", var);
    else
        printf("[%d]", pick(m, 0, 8));
}

static void print_reference(maker *m, const array *a, const char *const vars[2], bool is_plain)
{
    bool is_turned = !is_plain && maybe(m, 6);
    fputs(a->name, stdout);
    for (int d = 0; d < a->rank; d++)
        print_subscript(m, vars[is_turned ? !d : d], is_plain);
}

static const array *any_array(maker *m)
{
    return &m->array[pick(m, 0, ARRAYS - 1)];
}

static void print_expression(maker *m, const char *const vars[2], const char *scalar)
{
    int terms = pick(m, 1, 3);
    printf("(");
    for (int k = 0; k < terms; k++) {
        if (k)
            fputs(maybe(m, 3) ? " - " : " + ", stdout);
        if (scalar && maybe(m, 6))
            fputs(scalar, stdout);
        else
            print_reference(m, any_array(m), vars, false);
    }
    printf(" + %d) / %d", pick(m, 1, 9), pick(m, 2, 4));
}

/* --- Statements ----------------------------------------------------------------------------------
 */

static void print_for(const maker *m, const char *var, bool is_down)
{
    indent(m);
    if (is_down)
        printf("for (%s = N - %d; %s >= %d; %s--)", var, REACH + 1, var, REACH, var);
    else
        printf("for (%s = %d; %s < N - %d; %s++)", var, REACH, var, REACH, var);
}

/* Any loop nest, which the plan may divide, pipeline or leave alone. */
static void print_nest(maker *m)
{
    const char *vars[2] = {"i", "j"};
    const array *a = any_array(m);
    int statements = pick(m, 1, 3), before = m->depth;
    bool is_double = a->rank == 2 || maybe(m, 3);
    if (is_double && maybe(m, 4))
        vars[0] = "j", vars[1] = "i";
    print_for(m, "i", maybe(m, 5));
    printf(" {\n");
    m->depth++;
    if (is_double) {
        print_for(m, "j", maybe(m, 5));
        printf(" {\n");
        m->depth++;
    } else {
        vars[1] = "";
    }
    for (int k = 0; k < statements; k++) {
        if (k)
            do
                a = any_array(m);
            while (a->rank == 2 && !is_double);
        indent(m);
        if (maybe(m, 10)) {
            printf("if (");
            print_expression(m, vars, NULL);
            printf(" < 1)\n    ");
            indent(m);
            puts("continue;");
            indent(m);
        }
        if (maybe(m, 6)) {
            printf("if (");
            print_expression(m, vars, "t");
            printf(" > 2)\n    ");
            indent(m);
        }
        if (maybe(m, 6)) {
            printf("t = ");
            print_expression(m, vars, NULL);
            printf(";\n");
            indent(m);
        }
        print_reference(m, a, vars, maybe(m, 2));
        printf(maybe(m, 6) ? " += " : " = ");
        print_expression(m, vars, "t");
        printf(";\n");
    }
    while (m->depth > before) {
        m->depth--;
        indent(m);
        printf("}\n");
    }
}

static void print_loops(maker *m, const char *const vars[2], int rank)
{
    for (int d = 0; d < rank; d++) {
        print_for(m, vars[d], false);
        puts("");
        m->depth++;
    }
    m->depth -= rank;
}

/* All is read before anything is written. */
static void print_forall(maker *m)
{
    const array *a = any_array(m);
    const char *const vars[2] = {"i", "j"}, *const used[2] = {"i", a->rank == 2 ? "j" : ""};
    const char *own = a->rank == 2 ? "[i][j]" : "[i]";
    const char *const copied = a->rank == 2 ? "[i][j]" : "[0][i]";
    uint64_t state;
    puts("#ifndef PLAIN_C");
    printf("#pragma hpf forall\n");
    print_loops(m, vars, a->rank);
    printf("%*s%s%s = ", 4 * (m->depth + a->rank), "", a->name, own);
    state = m->state;
    print_expression(m, used, "s");
    puts(";\n#else");
    print_loops(m, vars, a->rank);
    printf("%*scopy%s = ", 4 * (m->depth + a->rank), "", copied);
    m->state = state;
    if (a->is_int)
        printf("(int)(");
    print_expression(m, used, "s");
    puts(a->is_int ? ");" : ";");
    print_loops(m, vars, a->rank);
    printf("%*s%s%s = copy%s;\n#endif\n", 4 * (m->depth + a->rank), "", a->name, own, copied);
}

static void print_reduction(maker *m)
{
    const char *const vars[2] = {"i", "j"};
    bool is_double = maybe(m, 2);
    const char *const used[2] = {"i", is_double ? "j" : ""};
    print_loops(m, vars, is_double ? 2 : 1);
    int kind = pick(m, 0, 2);
    printf("%*s", 4 * (m->depth + 1 + is_double), "");
    if (kind == 0) {
        printf("s += ");
        print_expression(m, used, NULL);
        printf(" * 1e-2;\n");
    } else {
        const array *a = any_array(m);
        uint64_t state = m->state;
        printf("if (");
        print_reference(m, a, used, false);
        printf(kind == 1 ? " > big)\n" : " < small)\n");
        m->state = state;
        printf("%*s%s = ", 4 * (m->depth + 2 + is_double), "", kind == 1 ? "big" : "small");
        print_reference(m, a, used, false);
        puts(";");
    }
}

static void print_single(maker *m)
{
    const char *const vars[2] = {"", ""};
    const array *a = any_array(m);
    indent(m);
    if (maybe(m, 2)) {
        printf("s = ");
        print_reference(m, a, vars, false);
    } else {
        print_reference(m, a, vars, false);
        printf(" = s");
    }
    puts(";");
}

static void print_statement(maker *m);

/* In the loop over steps: one of two ways, or the same after the other. */
static void print_switch(maker *m)
{
    bool falls_through = maybe(m, 4);
    indent(m);
    puts("switch (step % 2) {");
    for (int k = 0; k < 2; k++) {
        indent(m);
        puts(k ? "default:" : "case 0:");
        m->depth++;
        print_statement(m);
        if (k == 0 && !falls_through) {
            indent(m);
            puts("break;");
        }
        m->depth--;
    }
    indent(m);
    puts("}");
}

/* The rest of a step is left out, or of all steps. No sum is so near to that number that its
 * rounding matters. */
static void print_jump(maker *m)
{
    indent(m);
    printf("if (%s %s 7.1234567)\n", maybe(m, 3) ? "big" : "s", maybe(m, 2) ? ">" : "<");
    m->depth++;
    indent(m);
    puts(maybe(m, 2) ? "continue;" : "break;");
    m->depth--;
}

static void print_statement(maker *m)
{
    int kind = pick(m, 0, 13);
    if (kind > 11 && m->depth == 2) {
        if (kind == 12)
            print_switch(m);
        else
            print_jump(m);
        return;
    }
    if (kind < 6)
        print_nest(m);
    else if (kind < 8)
        print_forall(m);
    else if (kind < 9)
        print_reduction(m);
    else if (kind < 10)
        print_single(m);
    else if (m->depth == 1) {
        indent(m);
        printf("for (step = 0; step < %d; step++) {\n", pick(m, 2, 3));
        m->depth++;
        for (int k = pick(m, 1, 3); k > 0; k--)
            print_statement(m);
        m->depth--;
        indent(m);
        puts("}");
    } else {
        print_nest(m);
    }
}

static void print_print(const maker *m)
{
    for (int k = 0; k < ARRAYS; k++) {
        const array *a = &m->array[k];
        printf("    sum = 0;\n    for (i = 0; i < N; i++)\n");
        if (a->rank == 2)
            printf(
                "        for (j = 0; j < N; j++)\n            sum += %s[i][j] * (3 * i + j + 1);\n",
                a->name);
        else
            printf("        sum += %s[i] * (i + 2);\n", a->name);
        printf("    printf(\"%s %%.9g\\n\", sum);\n", a->name);
    }
}

int main(int argc, char **argv)
{
    maker m = {.state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, .depth = 1};
    for (int k = 0; k < 10; k++)
        pick(&m, 0, 1);
    m.template_rank = pick(&m, 1, 2);
    print_declarations(&m);
    puts(
        "int main(void)\n{\n    int i, j, step;\n    double s = 1, t = 2, big = -1e9, small = 1e9, "
        "sum;\n    for (i = 0; i < N; i++)\n        idx[i] = (i * 4 + 1) % N;");
    for (int k = 0; k < ARRAYS; k++)
        if (m.array[k].rank == 2)
            printf("    for (i = 0; i < N; i++)\n        for (j = 0; j < N; j++)\n            "
                   "%s[i][j] = (i * %d + j * 3) %% 11;\n",
                   m.array[k].name, k + 2);
        else
            printf("    for (i = 0; i < N; i++)\n        %s[i] = (i * %d) %% 7;\n", m.array[k].name,
                   k + 2);
    for (int k = pick(&m, 2, 6); k > 0; k--)
        print_statement(&m);
    print_print(&m);
    puts("    printf(\"%.9g %.9g %.9g\\n\", s, big, small);\n    (void)step;\n    (void)t;\n    "
         "return 0;\n}");
    return 0;
}

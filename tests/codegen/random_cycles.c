/* random_cycles SEED: prints a small program whose arrays are distributed in cycles, and that is
 * made of what dense dimensions are about: rows, columns and blocks of them that all need, pivots,
 * diagonals, neighbours, loops that go down and by steps, functions, and elements by themselves.
 * tests/codegen/random.sh -c generates, builds, runs and compares it. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct maker {
    uint64_t state;
    bool has_sweep[2]; /* functions that are called: of rows, of columns */
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

static const char *one_of(maker *m, const char *a, const char *b)
{
    return maybe(m, 2) ? a : b;
}

/* --- Declarations ----------------------------------------------------------------------------- */

static void print_format(maker *m)
{
    const int kind = pick(m, 0, 5);
    if (kind == 0)
        fputs("block", stdout);
    else if (kind < 3)
        fputs("cyclic", stdout);
    else
        printf("cyclic(%d)", pick(m, 2, 4));
}

static void print_directives(maker *m)
{
    const int kind = pick(m, 0, 2);
    printf("#pragma hpf processors P(%s)\n#pragma hpf template T(N+2,N+3)\n",
           kind == 0 ? "2,2" : "4");
    printf("#pragma hpf distribute T(");
    if (kind == 1)
        fputs("*,", stdout);
    print_format(m);
    if (kind == 0) {
        putchar(',');
        print_format(m);
    } else if (kind == 2) {
        fputs(",*", stdout);
    }
    puts(") onto P");
    for (int k = 0; k < 2; k++) {
        static const char *const with[] = {"i,j", "i,j", "i+1,j+2", "j,i", "i,j+3"};
        printf("#pragma hpf align %s(i,j) with T(%s)\n", k ? "b" : "a", with[pick(m, 0, 4)]);
    }
    for (int k = 0; k < 2; k++) {
        static const char *const with[] = {"i,*", "*,i", "i+1,*", "i,2", "3,i"};
        printf("#pragma hpf align %s(i) with T(%s)\n", k ? "w" : "v", with[pick(m, 0, 4)]);
    }
}

static void print_sweeps(maker *m)
{
    m->has_sweep[0] = maybe(m, 2);
    m->has_sweep[1] = maybe(m, 2);
    if (m->has_sweep[0])
        puts("static void rows(double x[N][N], int k)\n{\n    for (int i = k + 1; i < N; i++)\n"
             "        for (int j = 0; j < N; j++)\n"
             "            x[i][j] = (x[i][j] + x[k][j]) / 2;\n}\n");
    if (m->has_sweep[1])
        puts("static void columns(double x[N][N], double y[N], int k)\n{\n"
             "    for (int i = 0; i < N; i++)\n        for (int j = 0; j < k; j++)\n"
             "            x[i][j] = (x[i][j] - x[i][k] + y[i]) / 3;\n}\n");
}

/* --- Statements ------------------------------------------------------------------------------- */

/* Over all of 0 … N - 1 but for a margin, in one way or another. */
static void print_loop(maker *m, int depth, const char *var, int margin)
{
    const int kind = pick(m, 0, 5), by = pick(m, 2, 4);
    printf("%*sfor (%s = ", 4 * depth, "", var);
    if (kind == 0)
        printf("N - %d; %s >= %d; %s--", margin + 1, var, margin, var);
    else if (kind == 1)
        printf("%d; %s < N - %d; %s += %d", margin, var, margin, var, by);
    else if (kind == 2)
        printf("N - %d; %s >= %d; %s -= %d", margin + 1, var, margin, var, by);
    else
        printf("%d; %s < N - %d; %s++", margin, var, margin, var);
    puts(")");
}

static void print_nest(maker *m, int depth, int margin)
{
    print_loop(m, depth, "i", margin);
    print_loop(m, depth + 1, "j", margin);
    printf("%*s", 4 * depth + 8, "");
}

/* A row, or a column, that is needed in each iteration of k; and more of them in some. */
static void print_row(maker *m)
{
    const char *a = one_of(m, "a", "b"), *from = one_of(m, "a", "b");
    puts(maybe(m, 2) ? "    for (k = 0; k < N - 1; k++) {" : "    for (k = N - 2; k >= 0; k--) {");
    print_nest(m, 2, 0);
    if (a == from && maybe(m, 2))
        printf("if (i > k) %s[i][j] = (%s[i][j] * 2 + %s[k][j]) / 3;\n", a, a, a);
    else if (a == from)
        printf("if (j > k) %s[i][j] = (%s[i][j] * 2 + %s[i][k]) / 3;\n", a, a, a);
    else
        printf("%s[i][j] = (%s[i][j] * 2 + %s%s%s%s) / 4;\n", a, a, from,
               one_of(m, "[k][j]", "[i][k]"), maybe(m, 2) ? " - " : " + ",
               maybe(m, 3) ? "b[k][k]" : "a[k + 1][k]");
    puts("    }");
}

static void print_block(maker *m)
{
    const char *a = one_of(m, "a", "b");
    const int block = pick(m, 2, 5);
    printf("    for (k = 0; k < N; k += %d) {\n"
           "        const int end = k + %d < N ? k + %d : N;\n",
           block, block, block);
    if (maybe(m, 2))
        printf("        for (l = k; l < end; l++)\n            for (i = l + 1; i < end; i++)\n"
               "                for (j = end; j < N; j++)\n"
               "                    %s[i][j] -= %s[i][l] * %s[l][j] * 0.01;\n",
               a, a, a);
    printf("        for (i = end; i < N; i++)\n            for (l = k; l < end; l++)\n"
           "                for (j = %s; j < N; j++)\n"
           "                    %s[i][j] -= %s[i][l] * %s[l][j] * 0.01;\n    }\n",
           one_of(m, "end", "end"), a, a, a);
}

static void print_pivot(maker *m)
{
    const char *a = one_of(m, "a", "b");
    printf("    for (k = 0; k < N; k += %d) {\n        most = -1;\n        at = k;\n"
           "        for (i = k; i < N; i++)\n            if (%s[i][k] > most) {\n"
           "                most = %s[i][k];\n                at = i;\n            }\n",
           pick(m, 1, 3), a, a);
    printf("        if (at != k)\n            for (j = 0; j < N; j++) {\n"
           "                t = %s[k][j];\n                %s[k][j] = %s[at][j];\n"
           "                %s[at][j] = t;\n            }\n",
           a, a, a, a);
    if (maybe(m, 2))
        printf("        for (i = k + 1; i < N; i++)\n"
               "            %s[i][k] /= 1 + %s[k][k] * %s[k][k];\n",
               a, a, a);
    puts("    }");
}

static void print_neighbours(maker *m)
{
    const char *a = one_of(m, "a", "b"), *other = *a == 'a' ? "b" : "a";
    const int by = pick(m, 1, 2);
    printf("    for (k = 0; k < 3; k++) {\n");
    print_nest(m, 2, by);
    switch (pick(m, 0, 2)) {
    case 0:
        printf("%s[i][j] = (%s[i-%d][j] + %s[i][j+%d]) / 2;\n", a, other, by, other, by);
        break;
    case 1:
        printf("%s[i][j] = (%s[i+%d][j] + %s[i][j]) / 2;\n", a, other, by, other);
        break;
    default:
        printf("%s[i][j] = (%s[i][j-%d] + %s[i][j+%d]) / 2;\n", a, other, by, other, by);
        break;
    }
    print_nest(m, 2, by);
    printf("%s[i][j] = (%s[i][j] * 3 + %s[i][j]) / 4;\n    }\n", other, other, a);
}

static void print_vector(maker *m)
{
    const char *v = one_of(m, "v", "w"), *other = *v == 'v' ? "w" : "v";
    switch (pick(m, 0, 5)) {
    case 0:
        puts("    for (k = N - 1; k >= 0; k--) {");
        printf("        %s[k] = %s[k] / 2 + a[k][k];\n        for (i = 0; i < k; i++)\n"
               "            %s[i] = (%s[i] + %s[k] - b[i][k]) / 3;\n    }\n",
               v, v, v, v, v);
        break;
    case 1:
        print_loop(m, 1, "i", 0);
        printf("        %s[i] += %s[i] / 2;\n", v, other);
        break;
    case 2:
        printf("    %s[%d] = %s[N - %d] + 1;\n    a[2][N - 3] = %s[5];\n", v, pick(m, 0, 6), other,
               pick(m, 1, 6), v);
        break;
    case 3:
        print_loop(m, 1, "i", 0);
        printf("        %s[i] = (%s[idx[i]] + %s[i]) / 2;\n", v, other, v);
        break;
    case 4:
        printf("    for (k = 0; k < N; k++)\n        for (i = 0; i < N; i++)\n"
               "            %s[i] += %s[i][k] * 0.01 + %s[k] * 0.02;\n",
               v, one_of(m, "a", "b"), other);
        break;
    default:
        print_loop(m, 1, "k", 0);
        printf("        s += %s[k][k] * %s[k];\n", one_of(m, "a", "b"), v);
        break;
    }
}

static void print_sum(maker *m)
{
    const char *a = one_of(m, "a", "b");
    if (maybe(m, 2)) {
        printf("    for (k = 0; k < N; k += 4)\n        for (j = 0; j < N; j++)\n"
               "            s += %s%s;\n",
               a, one_of(m, "[k][j]", "[j][k]"));
    } else {
        print_nest(m, 1, 0);
        printf("if (%s[i][j] > 1.5)\n                %s[i][j] -= 0.25 * s / (1 + s * s);\n", a, a);
    }
}

static void print_call(maker *m)
{
    if (m->has_sweep[0])
        printf("    for (k = 0; k < N - 1; k += %d)\n        rows(%s, k);\n", pick(m, 1, 3),
               one_of(m, "a", "b"));
    if (m->has_sweep[1])
        printf("    for (k = N - 1; k > 0; k -= 2)\n        columns(%s, %s, k);\n",
               one_of(m, "a", "b"), one_of(m, "v", "w"));
}

static void print_statement(maker *m)
{
    switch (pick(m, 0, 7)) {
    case 0:
        print_block(m);
        break;
    case 1:
        print_pivot(m);
        break;
    case 2:
        print_neighbours(m);
        break;
    case 3:
        print_vector(m);
        break;
    case 4:
        print_sum(m);
        break;
    case 5:
        print_call(m);
        break;
    default:
        print_row(m);
        break;
    }
}

int main(int argc, char **argv)
{
    maker m = {.state = argc > 1 ? strtoull(argv[1], NULL, 10) * 7919 + 17 : 1};
    for (int i = 0; i < 4; i++)
        pick(&m, 0, 1);
    puts("#include <stdio.h>\n\nstatic double a[N][N], b[N][N];\nstatic double v[N], w[N];\n"
         "static int idx[N];");
    print_directives(&m);
    putchar('\n');
    print_sweeps(&m);
    puts("int main(void)\n{\n    int i, j, k, l, at;\n    double s = 0.5, t, most, sum;\n"
         "    l = at = 0;\n    t = most = 0;\n"
         "    for (i = 0; i < N; i++)\n        idx[i] = (i * 7 + 3) % N;\n"
         "    for (i = 0; i < N; i++)\n        for (j = 0; j < N; j++) {\n"
         "            a[i][j] = (i * 7 + j * 3) % 11 / 4.0;\n"
         "            b[i][j] = (i * 5 + j * 4) % 13 / 4.0;\n        }\n"
         "    for (i = 0; i < N; i++) {\n        v[i] = i % 5;\n        w[i] = i % 7;\n    }");
    for (int count = pick(&m, 2, 6); count > 0; count--)
        print_statement(&m);
    for (int k = 0; k < 2; k++)
        printf("    sum = 0;\n    for (i = 0; i < N; i++)\n        for (j = 0; j < N; j++)\n"
               "            sum += %c[i][j] * ((3 * i + j) %% 17 + 1);\n"
               "    printf(\"%c %%.9g\\n\", sum);\n",
               "ab"[k], "ab"[k]);
    for (int k = 0; k < 2; k++)
        printf("    sum = 0;\n    for (i = 0; i < N; i++)\n        sum += %c[i] * (i %% 7 + 1);\n"
               "    printf(\"%c %%.9g\\n\", sum);\n",
               "vw"[k], "vw"[k]);
    puts("    printf(\"%.9g\\n\", s);\n    return 0;\n}");
    return 0;
}

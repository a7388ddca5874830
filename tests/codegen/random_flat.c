/* random_flat SEED: prints a small program of flat arrays of two to four dimensions, random but
 * right: their last columns, rows and planes by the names of extents, in several spellings:
 * random.sh -f. N is given, and at least 9. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANK_MOST = 4, NESTS = 6, TEXT = 512 };

typedef struct maker {
    uint64_t state;
    int rank;
    bool has_border; /* extents are (N + 2) … */
    bool fixed[RANK_MOST];
} maker;

static const char *const variables[] = {"i", "j", "k", "l"};
static const char *const sizes[] = {"N", "M", "L", "K"};

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

static const char *extent(const maker *m, int d)
{
    static const char *const wide[] = {"(N + 2)", "(M + 2)", "(L + 2)", "(K + 2)"};
    return m->has_border ? wide[d] : sizes[d];
}

static void print_list(const maker *m, const char *between)
{
    for (int d = 0; d < m->rank; d++)
        printf("%s%s", d ? between : "", extent(m, d));
}

static void print_declarations(maker *m)
{
    static const char *const formats[] = {"block", "cyclic", "cyclic(2)", "block"};
    static const char *const index[] = {"i,j", "i,j,k", "i,j,k,l"};
    int divided = pick(m, 0, m->rank - 1);
    puts("#include <stdio.h>\n");
    for (int d = 1; d < m->rank; d++)
        printf("#define %s %d\n", sizes[d], pick(m, 4, 9));
    for (const char *name = "ab"; *name; name++) {
        printf("static double %c[", *name);
        print_list(m, " * ");
        puts("];");
    }
    printf("#pragma hpf processors P(4)\n#pragma hpf template T(");
    print_list(m, ",");
    printf(")\n#pragma hpf distribute T(");
    for (int d = 0; d < m->rank; d++)
        printf("%s%s", d ? "," : "", d == divided ? formats[pick(m, 0, 3)] : "*");
    printf(") onto P\n#pragma hpf dimension(");
    print_list(m, ",");
    printf("), align(%s) with T(%s) :: a, b\n\n", index[m->rank - 2], index[m->rank - 2]);
}

/* One subscript for all dimensions: Horner's scheme, or a sum of products in some order. */
static void print_element(maker *m, char array, char place[RANK_MOST][TEXT / 8])
{
    char index[TEXT], next[TEXT];
    if (maybe(m, 2)) {
        int first = pick(m, 0, m->rank - 1);
        printf("%c[", array);
        for (int n = 0; n < m->rank; n++) {
            int d = (first + n) % m->rank;
            printf("%s(%s)", n ? " + " : "", place[d]);
            for (int below = d + 1; below < m->rank; below++)
                printf("*%s", extent(m, below));
        }
        putchar(']');
        return;
    }
    snprintf(index, sizeof index, "%s", place[0]);
    for (int d = 1; d < m->rank; d++) {
        snprintf(next, sizeof next, "(%.300s)*%s + %s", index, extent(m, d), place[d]);
        memcpy(index, next, sizeof index);
    }
    printf("%c[%s]", array, index);
}

static void choose_places(maker *m, bool is_plain, char place[RANK_MOST][TEXT / 8])
{
    for (int d = 0; d < m->rank; d++) {
        const char *v = variables[d], *e = extent(m, d);
        size_t room = TEXT / 8;
        int kind = pick(m, 0, m->fixed[d] ? 5 : 4);
        if (m->fixed[d] && kind < 4)
            snprintf(place[d], room, "%s - %d", e, kind ? kind : 1);
        else if (m->fixed[d])
            snprintf(place[d], room, "%d", kind - 4);
        else if (is_plain || kind < 2)
            snprintf(place[d], room, "%s", v);
        else if (kind == 2)
            snprintf(place[d], room, "%s - 1 - %s", e, v);
        else
            snprintf(place[d], room, "(%s + %s) %% %s", v, kind == 3 ? "1" : e, e);
        if (!m->fixed[d] && !is_plain && kind == 4)
            snprintf(place[d], room, "(%s + %s - 1) %% %s", v, e, e);
    }
}

static void print_loops(maker *m, bool may_turn)
{
    int first = may_turn ? pick(m, 0, m->rank - 1) : 0, depth = 1;
    for (int n = 0; n < m->rank; n++) {
        int d = (first + n) % m->rank;
        const char *v = variables[d], *e = extent(m, d);
        if (m->fixed[d])
            continue;
        printf("%*s", 4 * depth++, "");
        if (may_turn && maybe(m, 3))
            printf("for (int %s = %s - 1; %s >= 0; %s--)\n", v, e, v, v);
        else
            printf("for (int %s = 0; %s < %s; %s++)\n", v, v, e, v);
    }
    printf("%*s", 4 * depth, "");
}

static void print_weight(const maker *m)
{
    for (int d = 0; d < m->rank; d++)
        printf("%s%d * %s", d ? " + " : "", d + 2, variables[d]);
}

/* Another array is written than is read, so that the order of iterations is all one. */
static void print_nest(maker *m)
{
    char place[RANK_MOST][TEXT / 8];
    bool is_first = maybe(m, 2);
    int free_one = pick(m, 0, m->rank - 1);
    for (int d = 0; d < m->rank; d++)
        m->fixed[d] = d != free_one && !maybe(m, 3);
    m->fixed[(free_one + 1) % m->rank] = true;
    print_loops(m, true);
    if (maybe(m, 4)) {
        choose_places(m, true, place);
        printf("if (");
        print_element(m, is_first ? 'b' : 'a', place);
        printf(" > 2)\n            ");
    }
    choose_places(m, true, place);
    print_element(m, is_first ? 'a' : 'b', place);
    printf(" = ");
    choose_places(m, false, place);
    print_element(m, is_first ? 'b' : 'a', place);
    printf(" + 0.5 * ");
    choose_places(m, true, place);
    print_element(m, is_first ? 'b' : 'a', place);
    puts(";");
}

int main(int argc, char **argv)
{
    maker m = {.state = argc > 1 ? strtoull(argv[1], NULL, 10) * 7919 + 17 : 1};
    char place[RANK_MOST][TEXT / 8];
    m.rank = 1 + pick(&m, 1, 3);
    m.has_border = maybe(&m, 3);
    print_declarations(&m);
    puts("int main(void)\n{\n    double s = 0;");
    for (int n = 0; n < 3 + NESTS; n++) {
        if (n >= 2 && n < 2 + NESTS) {
            print_nest(&m);
            continue;
        }
        memset(m.fixed, 0, sizeof m.fixed);
        choose_places(&m, true, place);
        print_loops(&m, false);
        if (n < 2) {
            print_element(&m, n ? 'b' : 'a', place);
            printf(" = (");
            print_weight(&m);
            printf(") %% %d;\n", n ? 7 : 11);
        } else {
            printf("s += (");
            print_element(&m, 'a', place);
            printf(" - ");
            print_element(&m, 'b', place);
            printf(") * (1 + (");
            print_weight(&m);
            puts(") % 5);");
        }
    }
    puts("    printf(\"%.10g\\n\", s);\n    return 0;\n}");
    return 0;
}

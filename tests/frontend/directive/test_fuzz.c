/* 120,000 mutated directives from a fixed seed. None crashes; none that is
 * dropped is dropped in silence; and what is understood prints as text that is
 * understood in the same way. */

#include "tests/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/frontend/resolve/fake_program.h"

#define PROGRAMS 6000
#define LINES 20
#define LONGEST 400

static const char *const prologue =
    "#define N 64\n#define M (N+2)\n#define SQ(x) ((x)*(x))\n#define E\n"
    "float A[N][N];\nfloat B[N][N];\nfloat b[N];\nfloat x;\nint n = 3;\n"
    "#pragma hpf processors P(2,2)\n#pragma xmp nodes p(4)\n"
    "#pragma hpf template T(N,N)\n#pragma xmp template t(0:N-1)\n"
    "#pragma hpf distribute T(block,cyclic(2)) onto P\n"
    "#pragma xmp distribute t(block) onto p\n"
    "#pragma hpf align A(i,j) with T(i,j)\n#pragma xmp align b[i] with t(i)\n"
    "#pragma hpf shadow A(1,1)\n#pragma xmp shadow b[1]\n";

static const char *const seeds[] = {
    "hpf processors Q(2,N/32), R(*)",
    "hpf template U(N,0:2*N-1)",
    "hpf distribute U(block(40),cyclic(n)) onto Q",
    "hpf distribute B(block,*) onto P",
    "hpf distribute (cyclic) :: x, b",
    "hpf align B(i,j) with A(j,i)",
    "hpf align B(:,*) with T(:,3)",
    "hpf align A with B",
    "hpf shadow B(1,0:2)",
    "hpf independent, new(x, n), reduction(max:x, +:n)",
    "hpf on home(A(i+1,SQ(j)-M)), new(x)",
    "hpf redistribute T(cyclic,*) onto P",
    "hpf realign A(i,j) with T(j,2*i)",
    "hpf distribute(block), dynamic :: x, b",
    "hpf dynamic T, A",
    "hpf inherit A",
    "xmp nodes q[2][*] = p[0:4]",
    "xmp nodes s(4) = p(1:4)",
    "xmp template u[N][2:N], v(N,N)",
    "xmp distribute u[block][cyclic(3)] onto q",
    "xmp distribute t(gblock((/1,2,3/))) onto p",
    "xmp align [i][j] with u[j][i], shadow [1:1][0] :: A, B",
    "xmp align b[i] with t(2*i+1)",
    "xmp template, distribute(block) onto p :: w(100)",
    "xmp loop (i,j) on u[j][i] reduction(firstmax:x/i,j/) reduction(&&:n)",
    "xmp loop on t(i) expand(/unbound/1)",
    "xmp reflect (b, A) width(/periodic/1:1,0) orthogonal async(10)",
    "xmp reduction (+:x, n) on p(2:3) async(N > 3 ? 1 : 2)",
    "xmp bcast (x, b) from p(2) on t(1:N-2)",
    "xmp barrier on p(:)",
    "xmp wait_async (1, 2) on p",
    "xmp post (p(i, 2), tag + 1)",
    "xmp wait (p[1], 3)",
    "xmp task on p(N % 4 + 1) nocomm",
    "xmp tasks",
    "xmp gmove in async(3)",
    "fpredict trip((N << 2) / 3 - (M & 7))",
    "fpredict probability(0.25)",
    "fpredict region sweep_1",
};
#define SEEDS (int)(sizeof seeds / sizeof *seeds)

static const char *const pieces[] = {
    "(",     ")",       "[",
    "]",     ",",       ":",
    "::",    "*",       "/",
    "+",     "-",       "%",
    "?",     "<<",      "&&",
    "!",     "~",       "=",
    "N",     "M",       "SQ(",
    "E",     "i",       "j",
    "A",     "b",       "T",
    "t",     "p",       "P",
    "0",     "1",       "99999999999999999999",
    "block", "cyclic(", "onto",
    "on",    "with",    "reduction(",
    "new(",  "\\",      "\"",
    "'",     "/*",      "//",
    "#",     "##",      ";",
    "{",     "}",       "\t",
    "0x",    "1e9",     "\x80",
    "home(", "width(",  "from",
    "-1",    "(((((",
};
#define PIECES (int)(sizeof pieces / sizeof *pieces)

/* xorshift64*: the same sequence everywhere. */
static uint64_t next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static size_t below(uint64_t *state, size_t limit)
{
    return (size_t)((next(state) >> 33) % limit);
}

static void insert(char *text, size_t at, const char *piece)
{
    size_t length = strlen(text), more = strlen(piece);
    if (length + more >= LONGEST)
        return;
    memmove(text + at + more, text + at, length - at + 1);
    memcpy(text + at, piece, more);
}

static bool is_word_char(char c)
{
    return strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789", c) && c;
}

/* Puts another name or number in the place of one: still well formed, mostly. */
static void rename_word(char *text, uint64_t *state)
{
    static const char *const names[] = {"N", "M", "E", "i", "j", "A", "B", "b",  "x",  "n",
                                        "T", "t", "p", "P", "0", "1", "3", "64", "65", "zz"};
    size_t length = strlen(text), begin = 4 + below(state, length > 4 ? length - 4 : 1);
    while (begin < length && !is_word_char(text[begin]))
        begin++;
    size_t end = begin;
    while (end < length && is_word_char(text[end]))
        end++;
    if (begin >= length)
        return;
    memmove(text + begin, text + end, length - end + 1);
    insert(text, begin, names[below(state, sizeof names / sizeof *names)]);
}

static void mutate(char *text, uint64_t *state)
{
    size_t length = strlen(text);
    size_t at = below(state, length + 1), span = 1 + below(state, 6);
    switch (below(state, 10)) {
    case 0: /* delete */
        span = at + span > length ? length - at : span;
        memmove(text + at, text + at + span, length - at - span + 1);
        break;
    case 1: /* cut off */
        text[at] = '\0';
        break;
    case 2: { /* double a part */
        char part[8] = "";
        snprintf(part, sizeof part, "%.*s", (int)span, text + at);
        insert(text, at, part);
        break;
    }
    case 3: { /* the tail of another seed */
        const char *other = seeds[below(state, (size_t)SEEDS)];
        snprintf(text + at, LONGEST - at, "%s", other + below(state, strlen(other)));
        break;
    }
    case 4:
    case 5: /* anything anywhere */
        insert(text, at, pieces[below(state, (size_t)PIECES)]);
        break;
    default:
        rename_word(text, state);
        break;
    }
}

/* Puts what is printed into *text, which is the caller's to free. */
static void print(const directive *d, char **text)
{
    size_t size = 0;
    FILE *out = open_memstream(text, &size);
    directive_print(d, out);
    fclose(out);
}

/* What directive_print writes, read again, prints the same. */
static void check_print(const directive *d)
{
    if (d->is_broken || d->kind == DIRECTIVE_UNANALYSED)
        return;
    char *once = NULL, *twice = NULL, source[4 * LONGEST];
    print(d, &once);
    snprintf(source, sizeof source, "#pragma%s", strchr(once, ' '));
    bool is_plain = !strpbrk(source, "\"'\\\x80");
    fp_context *ctx = fp_context_new();
    const source_file *file = source_add(ctx->sources, "again.c", source, strlen(source));
    directive *again = fake_parse(ctx, source_range_of(file, 7, strlen(source)));
    if (is_plain) {
        if (again)
            print(again, &twice);
        if (!again || strcmp(strchr(once, ' '), strchr(twice, ' ')) != 0)
            fail_msg("%s printed again is %s", once, twice ? twice : "refused");
        free(twice);
    }
    fp_context_free(ctx);
    free(once);
}

static int errors_in(const fake_program *p)
{
    return diag_count(p->ctx->diags, DIAG_ERROR);
}

/* Each pragma by itself: dropped only with an error. */
static int check_dropped(const char *line)
{
    fp_context *ctx = fp_context_new();
    const source_file *file = source_add(ctx->sources, "one.c", line, strlen(line));
    directive *d = fake_parse(ctx, source_range_of(file, 7, strlen(line)));
    char word[12] = "";
    sscanf(line, "#pragma %11[a-z]", word);
    bool is_ours = strcmp(word, "hpf") == 0 || strcmp(word, "xmp") == 0;
    const char *after = line + strlen("#pragma ") + strlen(word);
    bool is_whole = *after == ' ' || *after == '\0';
    if ((!d || d->is_broken) && is_ours && is_whole)
        assert_true(diag_has_errors(ctx->diags));
    int count = 0;
    for (; d; d = d->next) {
        check_print(d);
        count += !d->is_broken;
    }
    fp_context_free(ctx);
    return count;
}

static void test_mutations(void **state_)
{
    (void)state_;
    uint64_t state = UINT64_C(20240611);
    int understood = 0, rejected = 0, lines = 0;
    for (int k = 0; k < PROGRAMS; k++) {
        char source[sizeof seeds + (LINES + 4) * (LONGEST + 16)];
        size_t used = (size_t)snprintf(source, sizeof source, "%s", prologue);
        for (int l = 0; l < LINES; l++) {
            char text[LONGEST + 8], line[LONGEST + 32];
            snprintf(text, sizeof text, "%s", seeds[below(&state, (size_t)SEEDS)]);
            size_t changes = below(&state, 4);
            for (size_t c = 0; c < changes; c++)
                mutate(text, &state);
            snprintf(line, sizeof line, "#pragma %s", text);
            int count = check_dropped(line);
            understood += count > 0;
            rejected += count == 0;
            lines++;
            used += (size_t)snprintf(source + used, sizeof source - used, "%s\n", line);
        }
        fake_program *p = fake_program_read("fuzz.c", source, used);
        char *diags = fake_program_diags(p);
        char *text = fake_program_text(p);
        assert_true(errors_in(p) > 0 || text[0] != '\0');
        free(text);
        free(diags);
        fake_program_free(p);
    }
    print_message("%d directives: %d understood, %d rejected\n", lines, understood, rejected);
    assert_int_equal(lines, PROGRAMS * LINES);
    assert_true(understood > lines / 4);
    assert_true(rejected > lines / 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mutations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

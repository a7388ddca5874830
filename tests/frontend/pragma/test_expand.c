/* The expansion of macros against the compiler's: random macros, used in an
 * argument that is made a string, which shows every token and every blank.
 *
 *   test_pragma_expand CLANG */

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frontend/clang/program.h"
#include "frontend/pragma/expand.h"
#include "tests/cmocka_all.h"

enum { GROUPS = 400, MACROS = 6, USES = 4, LINES = GROUPS * (MACROS + USES) };

static const char *compiler;

/* --- Random macros --------------------------------------------------------- */

typedef struct shape {
    bool is_function_like, is_variadic;
    int formal_count; /* the variable one counts */
} shape;

typedef struct group {
    uint32_t state;
    int number;
    shape macro[MACROS];
    char text[2000];
    size_t length;
} group;

static const char *const formal_names[] = {"p", "q", "r"};

static int draw(group *g, int below)
{
    g->state = g->state * 1664525u + 1013904223u;
    return (int)((g->state >> 8) % (uint32_t)below);
}

static void put(group *g, const char *text)
{
    size_t length = strlen(text);
    if (g->length + length < sizeof g->text) {
        memcpy(g->text + g->length, text, length + 1);
        g->length += length;
    }
}

static void put_blank(group *g)
{
    static const char *const blanks[] = {"", " ", " ", "  ", "/* c */"};
    put(g, blanks[draw(g, 5)]);
}

static const char *formal_name(const shape *in, int i)
{
    return in->is_variadic && i == in->formal_count - 1 ? "__VA_ARGS__" : formal_names[i];
}

static void put_items(group *g, const shape *in, int most, int depth);

static void put_name(group *g, int macro)
{
    char name[20];
    snprintf(name, sizeof name, "g%d_%d", g->number, macro);
    put(g, name);
}

static void put_call(group *g, const shape *in, int depth)
{
    int callee = draw(g, MACROS);
    const shape *s = &g->macro[callee];
    put_name(g, callee);
    put_blank(g);
    if (!s->is_function_like || draw(g, 8) == 0)
        return;
    put(g, "(");
    int count = s->formal_count;
    if (s->is_variadic)
        count += draw(g, 3) - 1;
    for (int i = 0; i < count; i++) {
        put(g, i ? "," : "");
        put_items(g, in, 2, depth + 1);
    }
    put(g, ")");
}

static void put_operand(group *g, const shape *in)
{
    static const char *const plain[] = {"x", "y", "1", "z2"};
    int formal = in && in->formal_count ? draw(g, in->formal_count) : -1;
    if (formal >= 0 && draw(g, 3))
        put(g, formal_name(in, formal));
    else if (draw(g, 4) == 0)
        put_name(g, draw(g, MACROS));
    else
        put(g, plain[draw(g, 4)]);
}

static void put_item(group *g, const shape *in, int depth)
{
    static const char *const plain[] = {"x", "y", "+", "-", "1", "0x2", "\"s\\\"t\"", "'c'", "*"};
    switch (draw(g, in ? 9 : 4)) {
    case 0:
    case 1:
        put(g, plain[draw(g, 9)]);
        return;
    case 2:
        if (depth < 3)
            put_call(g, in, depth);
        return;
    case 3:
        put(g, "(");
        if (depth < 3)
            put_items(g, in, 2, depth + 1);
        put(g, ")");
        return;
    case 4:
    case 5:
        put_operand(g, in);
        return;
    case 6:
        if (in->is_function_like && in->formal_count) {
            put(g, "#");
            put(g, formal_name(in, draw(g, in->formal_count)));
        }
        return;
    case 7:
        put_operand(g, in);
        put_blank(g);
        put(g, "##");
        put_blank(g);
        put_operand(g, in);
        return;
    default:
        if (in->is_variadic)
            put(g, draw(g, 2) ? ", ## __VA_ARGS__" : "__VA_OPT__(x, y)");
        return;
    }
}

static void put_items(group *g, const shape *in, int most, int depth)
{
    int count = draw(g, most + 1);
    for (int i = 0; i < count; i++) {
        put_blank(g);
        put_item(g, in, depth);
    }
    put_blank(g);
}

static void put_macro(group *g, int k)
{
    const shape *s = &g->macro[k];
    put(g, "#define ");
    put_name(g, k);
    if (s->is_function_like) {
        put(g, "(");
        for (int i = 0; i < s->formal_count; i++) {
            put(g, i ? ", " : "");
            put(g, s->is_variadic && i == s->formal_count - 1 ? "..." : formal_names[i]);
        }
        put(g, ")");
    }
    put(g, " ");
    put_items(g, s, 5, 0);
    put(g, "\n");
}

static void make_group(group *g, int number)
{
    *g = (group){.state = 12345u + 7919u * (uint32_t)number, .number = number};
    for (int k = 0; k < MACROS; k++) {
        shape *s = &g->macro[k];
        s->is_function_like = draw(g, 4) > 0;
        s->formal_count = s->is_function_like ? draw(g, 4) : 0;
        s->is_variadic = s->formal_count && draw(g, 3) == 0;
    }
    for (int k = 0; k < MACROS; k++)
        put_macro(g, k);
    for (int k = 0; k < USES; k++) {
        char begin[60];
        snprintf(begin, sizeof begin, "const char *s%d_%d = STRING(", number, k);
        put(g, begin);
        put_items(g, NULL, 5, 0);
        put(g, ");\n");
    }
}

/* --- The compiler ---------------------------------------------------------- */

typedef struct files {
    char folder[40], source[60], output[60], errors[60];
} files;

static void write_source(const files *f, const bool *is_wrong)
{
    FILE *out = fopen(f->source, "w");
    assert_non_null(out);
    for (int i = 0; i < GROUPS; i++) {
        group g;
        make_group(&g, i);
        assert_true(g.length + 100 < sizeof g.text);
        if (!is_wrong[i])
            fputs(g.text, out);
        else
            for (int k = 0; k < MACROS + USES; k++)
                fputc('\n', out);
    }
    fclose(out);
}

/* Runs the preprocessor; a group with an error in it (## made no token, too few
 * arguments) is noted. */
static int preprocess(const files *f, bool *is_wrong)
{
    char command[400];
    snprintf(command, sizeof command,
             "'%s' -E -P -w -ferror-limit=0 '-DSTRING(...)=STRINGIZE("
             "__VA_ARGS__)' '-DSTRINGIZE(...)=#__VA_ARGS__' %s -o %s 2>%s",
             compiler, f->source, f->output, f->errors);
    int status = system(command);
    (void)status; /* errors are what is looked for */
    FILE *in = fopen(f->errors, "r");
    assert_non_null(in);
    char line[1000];
    int errors = 0;
    while (fgets(line, sizeof line, in)) {
        int at = 0;
        size_t prefix = strlen(f->source);
        if (strncmp(line, f->source, prefix) != 0 || sscanf(line + prefix, ":%d:", &at) != 1 ||
            !strstr(line, ": error: "))
            continue;
        assert_in_range(at, 1, LINES);
        is_wrong[(at - 1) / (MACROS + USES)] = true;
        errors++;
    }
    fclose(in);
    return errors;
}

/* --- The comparison -------------------------------------------------------- */

/* The string that the compiler has made of a use; null: the group is left out. */
static const char *expected_string(char *output, int number, int use)
{
    char begin[60];
    int length = snprintf(begin, sizeof begin, "const char *s%d_%d = ", number, use);
    char *found = strstr(output, begin);
    if (!found)
        return NULL;
    char *end = strchr(found, '\n');
    found += length;
    return end[-1] == ';' ? strndup(found, (size_t)(end - 1 - found)) : NULL;
}

static int compare_all(fp_context *ctx, const c_unit *unit, char *output)
{
    const macro_index *index = macro_index_new(ctx, unit);
    int compared = 0, differ = 0;
    for (int i = 0; i < unit->expansion_count; i++) {
        const c_expansion *e = &unit->expansions[i];
        token_list tokens = {0};
        expanded_list list = {0};
        token_scan(ctx, e->where, &tokens);
        if (strcmp(tokens.data[0].text, "STRING") != 0)
            continue;
        int line = e->where.line - 1, per_group = MACROS + USES;
        char *expected =
            (char *)expected_string(output, line / per_group, line % per_group - MACROS);
        assert_non_null(expected);
        assert_true(macro_index_expand(index, e->defined, &tokens, tokens.count, &list));
        const char *got = list.count == 1 ? list.data[0].token.text : "more than one token";
        if (strcmp(got, expected) != 0 && ++differ <= 10)
            fprintf(stderr, "line %d: %s\n  expected %s\n", e->where.line, got, expected);
        compared++;
        free(expected);
    }
    assert_int_equal(differ, 0);
    return compared;
}

static char *read_file(const char *path)
{
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    fseek(in, 0, SEEK_END);
    long length = ftell(in);
    rewind(in);
    char *text = calloc((size_t)length + 1, 1);
    assert_int_equal(fread(text, 1, (size_t)length, in), length);
    fclose(in);
    return text;
}

static void test_expands_as_the_compiler_does(void **state)
{
    (void)state;
    files f = {.folder = "/tmp/fpredict-macros-XXXXXX"};
    assert_non_null(mkdtemp(f.folder));
    snprintf(f.source, sizeof f.source, "%s/m.c", f.folder);
    snprintf(f.output, sizeof f.output, "%s/m.i", f.folder);
    snprintf(f.errors, sizeof f.errors, "%s/m.err", f.folder);
    bool is_wrong[GROUPS] = {false};
    write_source(&f, is_wrong);
    preprocess(&f, is_wrong);
    write_source(&f, is_wrong);
    assert_int_equal(preprocess(&f, is_wrong), 0);
    char *output = read_file(f.output);
    fp_context *ctx = fp_context_new();
    const char *const flags[] = {"-DSTRING(...)=STRINGIZE(__VA_ARGS__)",
                                 "-DSTRINGIZE(...)=#__VA_ARGS__"};
    frontend_options options = {.path = f.source, .argument_count = 2, .arguments = flags};
    const frontend_source source = {.count = 1, .files = &options};
    const c_program *read = clang_program_read(ctx, &source);
    diag_print(ctx->diags, stderr, false, DIAG_REMARK);
    assert_non_null(read);
    int compared = compare_all(ctx, &read->units[0], output);
    print_message("%d uses compared\n", compared);
    assert_true(compared > GROUPS * USES / 4);
    fp_context_free(ctx);
    free(output);
    unlink(f.source);
    unlink(f.output);
    unlink(f.errors);
    rmdir(f.folder);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expands_as_the_compiler_does),
    };
    assert(argc == 2);
    compiler = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Several files, linked: what is one declaration in all, and each mistake with both its places. */

#include <stdlib.h>
#include <string.h>

#include "frontend/frontend.h"
#include "tests/said.h"

enum { FILES = 3 };

#define MAPPED                                                                                     \
    "#pragma hpf processors P(4)\n#pragma hpf template T(8)\n"                                     \
    "#pragma hpf distribute T(block) onto P\n#pragma hpf align a(i) with T(i)\n"

static const program *read_files(fp_context *ctx, const char *const *texts, const char *flag,
                                 const char *entry)
{
    static const char *const names[FILES] = {"one.c", "two.c", "three.c"};
    frontend_options files[FILES] = {0};
    int count = 0;
    for (; count < FILES && texts[count]; count++) {
        files[count].path = names[count];
        files[count].text = texts[count];
        files[count].text_length = strlen(texts[count]);
        files[count].argument_count = flag != NULL;
        files[count].arguments = &flag;
    }
    const frontend_source source = {.count = count, .files = files, .entry = entry};
    return frontend_read_program(ctx, &source);
}

/* --- What is refused ----------------------------------------------------------------- */

typedef struct mistake {
    const char *texts[FILES];
    const char *says;         /* a part of the message */
    const char *file, *first; /* where it stands, and the note */
    int line, first_line;
    const char *flag;
} mistake;

static const mistake mistakes[] = {
    {{MAPPED "double a[8];\nvoid f(void) {}\nint main(void) { f(); return 0; }", "void f(void) {}"},
     "'f' has a body here and another one in 'one.c'",
     "two.c",
     "one.c",
     1,
     6,
     NULL},
    {{MAPPED "double a[8];\nint main(void) { return 0; }", "double a[8];"},
     "'a' is defined here and in 'one.c'",
     "two.c",
     "one.c",
     1,
     5,
     NULL},
    {{MAPPED "double a[8] = {1};\nint main(void) { return 0; }", "\ndouble a[8] = {2};"},
     "'a' is defined here and in 'one.c'",
     "two.c",
     "one.c",
     2,
     5,
     "-fcommon"},
    {{MAPPED "double a[8];\nint main(void) { return 0; }", "extern float a[8];"},
     "'a' is 'float[8]' here and 'double[8]' in 'one.c'",
     "two.c",
     "one.c",
     1,
     5,
     NULL},
    {{MAPPED "extern double a[];\nint main(void) { return 0; }", "double a[8];",
      "extern double a[9];"},
     "'a' is 'double[9]' here and 'double[8]' in 'two.c'",
     "three.c",
     "two.c",
     1,
     1,
     NULL},
    {{MAPPED "double a[8];\nint f(int);\nint main(void) { return f(1); }",
      "int f(double x) { return (int)x; }"},
     "'f' is 'int (int)' here and 'int (double)' in 'two.c'",
     "one.c",
     "two.c",
     6,
     1,
     NULL},
    {{MAPPED
      "double a[8];\nstruct s { int x; };\nextern struct s g;\nint main(void) { return g.x; }",
      "struct s { int x, y; };\nstruct s g;"},
     "'g' is 'struct s' of 4 bytes here and of 8 bytes in 'two.c'",
     "one.c",
     "two.c",
     7,
     2,
     NULL},
    {{MAPPED "double a[8];\nint main(void) { return 0; }", "int main(void) { return 1; }"},
     "these files have two 'main'",
     "two.c",
     "one.c",
     1,
     6,
     NULL},
    {{MAPPED "double a[8];\nint main(void) { return 0; }",
      "extern double a[8];\n#pragma hpf processors P(4)\n#pragma hpf template T(8)\n"
      "#pragma hpf distribute T(cyclic) onto P\n#pragma hpf align a(i) with T(i)\n"},
     "'a' is mapped here otherwise than in 'one.c'",
     "two.c",
     "one.c",
     5,
     4,
     NULL},
};

static void test_mistakes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const mistake *m = &mistakes[i];
        fp_context *ctx = fp_context_new();
        char place[64], note[64];
        assert_null(read_files(ctx, m->texts, m->flag, NULL));
        assert_int_equal(diag_count(ctx->diags, DIAG_ERROR), 1);
        char *text = said(ctx->diags, DIAG_WARNING);
        snprintf(place, sizeof place, "%s:%d:", m->file, m->line);
        snprintf(note, sizeof note, "\n%s:%d:", m->first, m->first_line);
        if (strncmp(text, place, strlen(place)) != 0 || !strstr(text, note) ||
            !strstr(text, m->says))
            fail_msg("mistake %d: expected %s %s, note %s, but got\n%s", (int)i, place, m->says,
                     note + 1, text);
        free(text);
        fp_context_free(ctx);
    }
}

static void test_main_is_needed(void **state)
{
    (void)state;
    static const char *const texts[FILES] = {
        MAPPED "double a[8];\nvoid f(void) { for (int i = 0; i < 8; i++) a[i] = i; }",
        "int g(void) { return 1; }"};
    fp_context *ctx = fp_context_new();
    source_range where;
    assert_null(read_files(ctx, texts, NULL, NULL));
    assert_non_null(
        strstr(diag_first_error(ctx->diags, &where), "none of the 2 files has a 'main'"));
    fp_context_free(ctx);
    ctx = fp_context_new();
    assert_non_null(read_files(ctx, texts, NULL, "f"));
    fp_context_free(ctx);
}

/* --- What is one program --------------------------------------------------------------- */

static const program *read_right(fp_context *ctx, const char *const *texts, const char *flag)
{
    const program *p = read_files(ctx, texts, flag, NULL);
    diag_print(ctx->diags, stderr, false, DIAG_WARNING);
    assert_int_equal(diag_count(ctx->diags, DIAG_WARNING), 0);
    assert_non_null(p);
    assert_int_equal(p->entry_count, 1);
    return p;
}

static int variables_named(const program *p, const char *name)
{
    int count = 0;
    for (int i = 0; i < p->variable_count; i++)
        count += strcmp(p->variables[i]->name, name) == 0;
    return count;
}

static int functions_named(const program *p, const char *name, int *line)
{
    int count = 0;
    for (const function *f = p->functions; f; f = f->next)
        if (strcmp(f->name, name) == 0) {
            *line = f->where.line;
            count++;
        }
    return count;
}

static void expect(const char *const *texts, const char *flag, const char *of, int variables,
                   const char *name, int functions, int at)
{
    fp_context *ctx = fp_context_new();
    const program *p = read_right(ctx, texts, flag);
    int line = 0;
    assert_int_equal(variables_named(p, of), variables);
    assert_int_equal(functions_named(p, name, &line), functions);
    if (functions == 1)
        assert_int_equal(line, at);
    fp_context_free(ctx);
}

#define CALLS_F "double a[8];\nvoid f(void);\nint main(void) { f(); return 0; }"

static void test_names_with_external_linkage_are_one(void **state)
{
    (void)state;
    expect((const char *[FILES]){MAPPED CALLS_F,
                                 "extern double a[];\n\n"
                                 "void f(void) { for (int i = 0; i < 8; i++) a[i] = i; }"},
           NULL, "a", 1, "f", 1, 3);
}

static void test_static_names_stay_apart(void **state)
{
    (void)state;
    expect((const char *[FILES]){MAPPED "static double a[8];\nstatic void f(void) { a[0] = 1; }\n"
                                        "void g(void);\nint main(void) { f(); g(); return 0; }",
                                 MAPPED "static double a[8];\nstatic void f(void) { a[0] = 1; }\n"
                                        "void g(void) { f(); }"},
           NULL, "a", 2, "f", 2, 0);
}

static void test_a_weak_body_gives_way(void **state)
{
    (void)state;
    expect((const char *[FILES]){MAPPED "double a[8];\n__attribute__((weak)) void f(void) "
                                        "{ for (int k = 0; k < 8; k++) a[k] = 1; }\n"
                                        "int main(void) { f(); return 0; }",
                                 "extern double a[8];\n\n\nvoid f(void) { a[0] = 2; }"},
           NULL, "k", 0, "f", 1, 4);
    expect((const char *[FILES]){MAPPED CALLS_F, "__attribute__((weak)) void f(void) {}",
                                 "\n__attribute__((weak)) void f(void) {}"},
           NULL, "a", 1, "f", 1, 1);
}

static void test_inline_definitions_are_no_second_body(void **state)
{
    (void)state;
    expect((const char *[FILES]){MAPPED "inline void f(void) {}\ndouble a[8];\n"
                                        "int main(void) { f(); return 0; }",
                                 "\ninline void f(void) {}\nextern inline void f(void);"},
           NULL, "a", 1, "f", 1, 2);
}

static void test_tentative_definitions_are_common_on_demand(void **state)
{
    (void)state;
    expect((const char *[FILES]){MAPPED CALLS_F, "double a[8];\nvoid f(void) { a[0] = 1; }"},
           "-fcommon", "a", 1, "f", 1, 2);
}

static void test_files_may_repeat_a_mapping(void **state)
{
    (void)state;
    expect((const char *[FILES]){MAPPED CALLS_F,
                                 "extern double a[8];\n" MAPPED "void f(void) { a[0] = 1; }"},
           NULL, "a", 1, "f", 1, 6);
}

/* The line and file of the function that `main`, in one.c, calls. */
static void expect_called(const char *const *texts, const char *file, int line)
{
    fp_context *ctx = fp_context_new();
    const program *p = read_right(ctx, texts, NULL);
    const node *n = p->entries[0]->body;
    while (n && n->kind != NODE_CALL)
        n = n->next;
    assert_non_null(n);
    assert_string_equal(source_path(n->u.call.callee->where.file), file);
    assert_int_equal(n->u.call.callee->where.line, line);
    fp_context_free(ctx);
}

#define CALLS_G "static double a[8];\nint main(void) { g(); a[0] = 1; return 0; }"
#define TWO_BODIES "void f(void) {}\n\nvoid g(void) {}"

static void test_the_symbol_says_which_body_is_called(void **state)
{
    (void)state;
    expect_called(
        (const char *[FILES]){MAPPED "void g(void) __asm__(\"f\");\n" CALLS_G, TWO_BODIES}, "two.c",
        1);
    expect_called((const char *[FILES]){MAPPED
                                        "#pragma redefine_extname g f\nvoid g(void);\n" CALLS_G,
                                        TWO_BODIES},
                  "two.c", 1);
    expect_called((const char *[FILES]){MAPPED "void g(void) __asm__(\"f\");\n"
                                               "void f(void) __asm__(\"g\");\n" CALLS_G,
                                        TWO_BODIES},
                  "two.c", 1);
    /* In one file, too: lines 1 to 4 are MAPPED. */
    expect_called(
        (const char *[FILES]){MAPPED "void g(void) __asm__(\"f\");\nvoid f(void) {}\n" CALLS_G},
        "one.c", 6);
    expect_called((const char *[FILES]){MAPPED
                                        "void f(void) {}\n"
                                        "void g(void) __attribute__((alias(\"f\")));\n" CALLS_G},
                  "one.c", 5);
    expect_called((const char *[FILES]){MAPPED "void g(void);\n" CALLS_G,
                                        "void f(void) {}\n"
                                        "void g(void) __attribute__((alias(\"f\")));"},
                  "two.c", 1);
    /* A weak alias gives way. */
    expect_called((const char *[FILES]){MAPPED "void g(void);\n" CALLS_G,
                                        "void f(void) {}\n"
                                        "void g(void) __attribute__((weak, alias(\"f\")));",
                                        "\nvoid g(void) {}"},
                  "three.c", 2);
}

/* A directive names what its own unit sees: a template, a macro. */
static void test_names_are_of_the_unit(void **state)
{
    (void)state;
    static const char *const texts[FILES] = {
        MAPPED "double a[8];\nint main(void) { return 0; }",
        "extern double b[8];\n#pragma hpf align b(i) with T(i)\n"};
    fp_context *ctx = fp_context_new();
    source_range where;
    assert_null(read_files(ctx, texts, NULL, NULL));
    assert_non_null(strstr(diag_first_error(ctx->diags, &where), "'T' is not declared"));
    assert_string_equal(source_path(where.file), "two.c");
    fp_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_main_is_needed),
        cmocka_unit_test(test_names_with_external_linkage_are_one),
        cmocka_unit_test(test_static_names_stay_apart),
        cmocka_unit_test(test_a_weak_body_gives_way),
        cmocka_unit_test(test_inline_definitions_are_no_second_body),
        cmocka_unit_test(test_tentative_definitions_are_common_on_demand),
        cmocka_unit_test(test_files_may_repeat_a_mapping),
        cmocka_unit_test(test_names_are_of_the_unit),
        cmocka_unit_test(test_the_symbol_says_which_body_is_called),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What is rewritten before the parse, and where the pieces came from. */

#include <stdlib.h>
#include <string.h>

#include "frontend/clang/rewrite.h"
#include "tests/cmocka_all.h"

static rewritten rewrite(fp_context *ctx, const char *text, bool *ok)
{
    user_file file = {.file = source_add(ctx->sources, "t.c", text, strlen(text))};
    rewritten r;
    static const char *const macros[] = {"R", "MACRO"};
    const rewrite_wishes wishes = {.with_sections = true, .macro_count = 2, .macros = macros};
    *ok = rewrite_source(ctx, &file, &wishes, &r);
    return r;
}

#define S SECTION_FUNCTION

static const struct {
    const char *source, *expected;
} cases[] = {
    {"a[:]", "a[" S "(0 )]"},
    {"a[1:n]", "a[" S "(3,1,n)]"},
    {"a[1:]", "a[" S "(1,1 )]"},
    {"a[:n]", "a[" S "(2,n)]"},
    {"a[::2]", "a[" S "(4 ,2)]"},
    {"a[1::2]", "a[" S "(5,1 ,2)]"},
    {"a[:n:]", "a[" S "(2,n )]"},
    {"a[1:n:2][i][ : ]", "a[" S "(7,1,n,2)][i][" S "(0   )]"},
    {"a[b[1:2]:3]", "a[" S "(3,b[" S "(3,1,2)],3)]"},
    {"a[x ? 1 : 2]", "a[x ? 1 : 2]"},
    {"a[x ? y ? 1 : 2 : 3 : 4]", "a[" S "(3,x ? y ? 1 : 2 : 3 , 4)]"},
    {"a[x ?: 2]", "a[x ?: 2]"},
    {"a[(x ? 1 : 2):n]", "a[" S "(3,(x ? 1 : 2),n)]"},
    {"a[f(x ? 1 : 2)]", "a[f(x ? 1 : 2)]"},
    {"a[({ l: 3; })]", "a[({ l: 3; })]"},
    {"a[':' + sizeof \"[:]\"]", "a[':' + sizeof \"[:]\"]"},
    {"a[1 /* : */]; // b[:]", "a[1 /* : */]; // b[:]"},
    {"a[1 // :\n :2]", "a[" S "(3,1 // :\n ,2)]"},
    {"a[1 \\\n:2]", "a[" S "(3,1 \\\n,2)]"},
    {"F(a[1:2], b)", "F(a[" S "(3,1,2)], b)"},
    {"#define R(m) m[0:n] // [:]\nR(a)", "#define R(m) m[" S "(3,0,n)] // [:]\nR(a)"},
    {"#define R(m) \\\n m[:]\nx[0]", "#define R(m) \\\n m[" S "(0 )]\nx[0]"},
    {"#pragma xmp loop on t[:][1:2]\n", "#pragma xmp loop on t[:][1:2]\n"},
    {"_Pragma(\"xmp loop on t[:]\")", "_Pragma(\"xmp loop on t[:]\")"},
    {"#error it's\na[:]", "#error it's\na[" S "(0 )]"},
    {"#if A[1:2]\n#include <a[:].h>\n#error it's a[:]\na[0];", "#if A[1:2]\n#include <a[:].h>\n"
                                                               "#error it's a[:]\na[0];"},
    {"struct { int a : 3, b[2]; };", "struct { int a : 3, b[2]; };"},
    {"switch (a[0]) { case 1: b[1]; default: c[2]; }",
     "switch (a[0]) { case 1: b[1]; default: c[2]; }"},
    {"int a[4] = {[0] = 1, [1 ... 3] = x ? 1 : 2};",
     "int a[4] = {[0] = 1, [1 ... 3] = x ? 1 : 2};"},
    {"[[gnu::unused]] int x;", "[[gnu::unused]] int x;"},
    {"asm(\"\" : [o] \"=r\"(a[0]) : [i] \"r\"(b));",
     "asm(\"\" : [o] \"=r\"(a[0]) : [i] \"r\"(b));"},
    {"_Generic(a[0], int: b[1], default: 2)", "_Generic(a[0], int: b[1], default: 2)"},
    {"a<:1:2:>", "a<:" S "(3,1,2):>"},
    {"x = 1'000; a[:]; c = L'[';", "x = 1'000; a[" S "(0 )]; c = L'[';"},
    {"a[0x1F:1.e+3]", "a[" S "(3,0x1F,1.e+3)]"},
    {"a(1:n)", "a[" S "(11,1,n)]"},
    {"a(:)", "a[" S "(8 )]"},
    {"a(1:n:2, j) = b [k](:, f(x, y))", "a[" S "(15,1,n,2)][ j] = b [k][" S "(8 )][ f(x, y)]"},
    {"a(j,1:)", "a[j][" S "(9,1 )]"},
    {"a(::2, :n)", "a[" S "(12 ,2)][" S "(10 ,n)]"},
    {"a(b(1:2):3)", "a[" S "(11,b[" S "(11,1,2)],3)]"},
    {"a[b(1:2):3]", "a[" S "(3,b[" S "(11,1,2)],3)]"},
    {"a(x ? 1 : 2)", "a(x ? 1 : 2)"},
    {"a(x ? 1 : 2 : 5)", "a[" S "(11,x ? 1 : 2 , 5)]"},
    {"a(1 /* , : */ : // )\n 2)", "a[" S "(11,1 /* , : */ , // )\n 2)]"},
    {"a(i, j)", "a(i, j)"},
    {"(1:2)", "(1:2)"},
    {"#define R(m) m(0:n)\nR(a)", "#define R(m) m[" S "(11,0,n)]\nR(a)"},
    {"F(a(1:2), b)", "F(a[" S "(11,1,2)], b)"},
    {"MACRO(x : list)", "MACRO(x : list)"},
    {"asm volatile(\"\" : \"=r\"(a) : \"r\"(b));", "asm volatile(\"\" : \"=r\"(a) : \"r\"(b));"},
    {"_Generic(f(1), int: g(1), default: 2)", "_Generic(f(1), int: g(1), default: 2)"},
    {"f(({ l: 3; }))", "f(({ l: 3; }))"},
    {"#pragma hpf where(m(:) > 0)\na(:) = 1;",
     "#pragma hpf where(m(:) > 0)\nif (m[" S "(8 )] > 0) a[" S "(8 )] = 1;"},
    {"#pragma hpf where(m[i] > 0)\nfor (int i = 0; i < n; i++)\n    a[i] = 1;",
     "#pragma hpf where(m[i] > 0)\nfor (int i = 0; i < n; i++)\n    if (m[i] > 0) a[i] = 1;"},
    {"#pragma hpf WHERE (m[:])\n{ a[:] = 1; }",
     "#pragma hpf WHERE (m[:])\nif (m[" S "(0 )]) { a[" S "(0 )] = 1; }"},
    {"#pragma hpf where(x ||\\\n y)\n#pragma hpf independent\nfor (;;) { for (f(';'); ;)\n{ a; } }",
     "#pragma hpf where(x ||\\\n y)\n#pragma hpf independent\n"
     "for (;;) { for (f(';'); ;)\nif (x ||  y) { a; } }"},
    {"#pragma hpf where( /* none */ )\na;", "#pragma hpf where( /* none */ )\na;"},
    {"_Pragma(\"hpf where(x)\") for (;;) /* for */ a;",
     "_Pragma(\"hpf where(x)\") for (;;) /* for */ if (x) a;"},
    {"#pragma hpf where(x)\na;\n#pragma hpf elsewhere\nfor (;;) { b; }",
     "#pragma hpf where(x)\nif (x) a;\n#pragma hpf elsewhere\nfor (;;) if (!(x)) { b; }"},
};

static void test_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fp_context *ctx = fp_context_new();
        bool ok;
        rewritten r = rewrite(ctx, cases[i].source, &ok);
        assert_true(ok);
        assert_string_equal(r.text, cases[i].expected);
        assert_int_equal(r.length, strlen(cases[i].expected));
        fp_context_free(ctx);
    }
}

static void test_sections_only_where_wanted(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    const char *text = "a[1:2] = a(0:1);\n#pragma hpf where(m)\nb;";
    user_file file = {.file = source_add(ctx->sources, "t.c", text, strlen(text))};
    rewritten r;
    assert_true(rewrite_source(ctx, &file, &(rewrite_wishes){0}, &r));
    assert_string_equal(r.text, "a[1:2] = a(0:1);\n#pragma hpf where(m)\nif (m) b;");
    fp_context_free(ctx);
}

static void test_left_out_by_if(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    const char *text = "#if 0\n#pragma hpf where(m)\na[1:2:3:4];\n#endif\nb;";
    const source_file *source = source_add(ctx->sources, "t.c", text, strlen(text));
    source_range skipped = {source, 1, 1, 4, 7};
    user_file file = {source, 1, &skipped};
    rewritten r;
    assert_true(rewrite_source(ctx, &file, &(rewrite_wishes){.with_sections = true}, &r));
    assert_null(strstr(r.text, "if (m)"));
    assert_int_equal(diag_count(ctx->diags, DIAG_ERROR), 0);
    fp_context_free(ctx);
}

/* A mask ends with the block that it was written in. */
static void test_mask_of_another_block(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    bool ok;
    rewrite(ctx, "{\n#pragma hpf where(m)\na;\n#pragma hpf elsewhere\nb;\n}", &ok);
    assert_true(ok);
    rewrite(ctx, "{\n#pragma hpf where(m)\na;\n}\n{\n#pragma hpf elsewhere\nb;\n}", &ok);
    assert_false(ok);
    fp_context_free(ctx);
}

/* Every byte of the source that is kept must be found from where it went. */
static void check_places(const char *text)
{
    fp_context *ctx = fp_context_new();
    bool ok;
    rewritten r = rewrite(ctx, text, &ok);
    char *is_found = calloc(strlen(text) + 2, 1);
    int line = 1, column = 1;
    for (size_t i = 0; i < r.length; i++) {
        int at_line = line, at_column = column;
        rewrite_place(&r, &at_line, &at_column);
        size_t offset = source_offset(r.file, at_line, at_column);
        if (text[offset] == r.text[i])
            is_found[offset] = 1;
        column++;
        if (r.text[i] == '\n') {
            line++;
            column = 1;
        }
    }
    for (int i = 0; i < r.edit_count; i++)
        for (size_t k = 0; k < r.edits[i].removed; k++)
            is_found[r.edits[i].at + k] = 1;
    for (size_t i = 0; text[i]; i++)
        assert_true(is_found[i]);
    free(is_found);
    fp_context_free(ctx);
}

static void test_places(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_places(cases[i].source);
}

/* Inserted text is at the section's beginning, a mask's where it was written. */
static void test_places_of_what_is_new(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    bool ok;
    /* Column 3 is after `a[`; all of "__fpredict_section(3," stands there. */
    rewritten r = rewrite(ctx, "a[1:2] = b;\n#pragma hpf where(mask)\nc;", &ok);
    int line = 1, column = 10;
    rewrite_place(&r, &line, &column);
    assert_int_equal(column, 3);
    /* `= b;` begins at column 8; the call has put 21 + 1 bytes before it. */
    column = (int)(strstr(r.text, "= b") - r.text) + 1;
    rewrite_place(&r, &line, &column);
    assert_int_equal(line, 1);
    assert_int_equal(column, 8);
    /* if (mask) c;  The mask is in line 2, column 19. */
    line = 3;
    column = 5;
    rewrite_place(&r, &line, &column);
    assert_int_equal(line, 2);
    assert_int_equal(column, 19);
    line = 3;
    column = 11;
    rewrite_place(&r, &line, &column);
    assert_int_equal(line, 3);
    assert_int_equal(column, 1);
    fp_context_free(ctx);
}

/* C that has no sections is not touched: fpredict's own sources. */
static void test_plain_c(void **state)
{
    (void)state;
    static const char *const files[] = {
        "frontend/clang/rewrite_sections.c",
        "frontend/clang/unit.c",
        "frontend/value/integer.c",
        "program/env/eval.c",
        "program/tree/print.c",
        "estimator/block/memory.c",
        "support/diag_print.c",
        "driver/fpredict/option_values.c",
        "plan/mapping/layout.c",
        "tests/frontend/lower/twin_program.c",
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        fp_context *ctx = fp_context_new();
        const char *path = arena_printf(ctx->arena, "%s/%s", FP_SOURCE_DIR, files[i]);
        user_file file = {.file = source_open(ctx->sources, path)};
        rewritten r;
        assert_non_null(file.file);
        assert_true(rewrite_source(ctx, &file, &(rewrite_wishes){.with_sections = true}, &r));
        assert_int_equal(r.edit_count, 0);
        fp_context_free(ctx);
    }
}

/* Any bytes: nothing is read past the end, and lines stay. */
static void test_any_bytes(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "a",    "[",      "]",
        ":",    "?",      "(",
        ")",    "{",      "}",
        "\n",   "\\",     "/",
        "/*",   "*/",     "//",
        "'",    "\"",     "#define x ",
        "<:",   ":>",     ",",
        " ",    "for",    "_Pragma(\"",
        "1",    "'0",     "\n#pragma hpf where(",
        "else", ";",      "x",
        "\r\n", "where(", "\n#pragma hpf elsewhere\n",
    };
    unsigned long seed = 7;
    for (int round = 0; round < 20000; round++) {
        char text[400] = "";
        size_t length = 0;
        for (int i = 0; i < 14; i++) {
            seed = seed * 6364136223846793005UL + 1442695040888963407UL;
            const char *piece = pieces[(seed >> 33) % (sizeof pieces / sizeof *pieces)];
            memcpy(text + length, piece, strlen(piece) + 1);
            length += strlen(piece);
        }
        fp_context *ctx = fp_context_new();
        bool ok;
        char *exact = arena_strdup(ctx->arena, text);
        rewritten r = rewrite(ctx, exact, &ok);
        int lines = 0;
        for (size_t i = 0; i < length; i++)
            lines += text[i] == '\n';
        for (size_t i = 0; i < r.length; i++)
            lines -= r.text[i] == '\n';
        assert_int_equal(lines, 0);
        fp_context_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),          cmocka_unit_test(test_sections_only_where_wanted),
        cmocka_unit_test(test_left_out_by_if), cmocka_unit_test(test_mask_of_another_block),
        cmocka_unit_test(test_places),         cmocka_unit_test(test_places_of_what_is_new),
        cmocka_unit_test(test_plain_c),        cmocka_unit_test(test_any_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Integer expressions and macros of directives. The C compiler that builds this
 * test is the independent reference for constants; loops over all small values
 * are for division and remainder. */

#include "tests/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/directive/constant.h"
#include "program/env/bindings.h"
#include "tests/frontend/resolve/fake_program.h"

/* Reads `text` as the argument of trip(..) after some lines of program. */
static const expr *read_after(fake_program **p, const char *lines, const char *text)
{
    char source[4096];
    snprintf(source, sizeof source, "%s#pragma fpredict trip(%s)\n", lines, text);
    *p = fake_program_read("expr.c", source, strlen(source));
    assert_true((*p)->pragmas.count > 0);
    const fake_pragma *last = &(*p)->pragmas.data[(*p)->pragmas.count - 1];
    assert_int_equal(last->d->kind, DIRECTIVE_TRIP);
    return expr_read((*p)->reader, last->names, last->d->u.trip);
}

static void check_value(const char *lines, const char *text, long long expected)
{
    fake_program *p;
    int64_t value = 0;
    const expr *e = read_after(&p, lines, text);
    if (!e || !expr_known(e, &value) || value != expected)
        fail_msg("%s is %lld, not %lld", text, (long long)value, expected);
    fake_program_free(p);
}

#define CHECK(e) check_value("", #e, (long long)(e))

static void test_constants(void **state)
{
    (void)state;
    CHECK(1 + 2 * 3);
    CHECK((1 + 2) * 3);
    CHECK(10 - 3 - 2);
    CHECK(100 / 7 / 2);
    CHECK(100 % 7 * 3);
    CHECK(-7 / 2);
    CHECK(-7 % 2);
    CHECK(7 / -2);
    CHECK(7 % -2);
    CHECK(-7 / -2);
    CHECK(1 << 10);
    CHECK(1025 >> 3);
    CHECK(1 + 2 << 3);
    CHECK(6 & 3 | 8 ^ 1);
    CHECK(~5 & 0xff);
    CHECK(-(-3));
    CHECK(+4 - +2);
    CHECK(!0 + !7);
    CHECK(3 < 4);
    CHECK(4 <= 4);
    CHECK(4 > 4);
    CHECK(5 >= 4);
    CHECK(5 == 4);
    CHECK(5 != 4);
    CHECK(1 < 2 == 1);
    CHECK(1 && 0 || 1);
    CHECK(2 && 3);
    CHECK(0 || 7);
    CHECK(5 > 3 ? 10 : 20);
    CHECK(0 ? 1 : 0 ? 2 : 3);
    CHECK(0x10 + 010 + 10);
    CHECK(10L + 3u + 2ULL);
    CHECK(9223372036854775807);
}

/* The usual arithmetic conversions, and what they decide. */
static void test_types(void **state)
{
    (void)state;
    CHECK(-1 < 0u);
    CHECK(-1 < 0ul);
    CHECK(-1 < (unsigned char)0);
    CHECK(0x80000000 > -1);
    CHECK(2147483648 > -1);
    CHECK(0x7fffffff + 0u);
    CHECK(3u - 5);
    CHECK((3u - 5) / 2);
    CHECK(3ul - 5 > 0);
    CHECK((3ul - 5) % 10);
    CHECK(-8 / 4u >> 28);
    CHECK(-1 % 7u);
    CHECK(~0u >> 26);
    CHECK(~0ul >> 60);
    CHECK(-1 >> 1);
    CHECK(-1u >> 1);
    CHECK(1u << 31 << 1);
    CHECK(1L << 40);
    CHECK((1 ? -1 : 0u) > 0);
    CHECK((0 ? 7ul : -1) == 18446744073709551615u);
    CHECK(18446744073709551615u % 10);
    CHECK(sizeof(int) - 5 > 0);
    CHECK(65536u * 65536u);
    CHECK(3037000500ul * 3037000500ul > 9223372036854775807);
    CHECK(4294967295ul * 4294967297ul == 18446744073709551615ul);
    CHECK(!(1u - 1));
    CHECK(-(1u) > 0);
    CHECK((unsigned char)276);
    CHECK((unsigned short)-1);
    CHECK((signed char)200);
    CHECK((short)40000);
    CHECK((int)4294967295);
    CHECK((unsigned long)-1 > 0);
    CHECK((long long)3u - 5);
    CHECK((unsigned)-1 / 2);
    CHECK(-(unsigned char)1);
    CHECK((char)~0u + 1);
    CHECK(0b101 + 0B11u);
}

static void test_characters(void **state)
{
    (void)state;
    CHECK('P');
    CHECK('\n' * 'a');
    CHECK('\'' + '\\' + '"');
    CHECK('\101' - '\x41' + '\0');
    CHECK('z' - 'a' < 26u);
}

/* What decides is a number; what C does not evaluate may be anything. */
static void test_guards(void **state)
{
    (void)state;
    const char *lines = "#define N 4\n#define NONE 0\n";
    check_value(lines, "NONE ? 10 / NONE : 7", 7);
    check_value(lines, "N ? 9 : 10 % NONE", 9);
    check_value(lines, "NONE && 10 / NONE > 1", 0);
    check_value(lines, "N || 10 / NONE > 1", 1);
    check_value(lines, "(N > 8 ? 1 << 40 : N) + 1", 5);
    fake_program *p;
    const fixed_name *fixed;
    read_after(&p, lines, "NONE ? 10 / NONE : 7"); /* another NONE would divide */
    assert_true(expr_reader_fixed(p->reader, &fixed) >= 1);
    assert_string_equal(fixed[0].name, "NONE");
    fake_program_free(p);
}

/* An unsigned value that a macro decides is the remainder where it leaves its type, and else has a
 * check. */
static void test_unsigned_macros(void **state)
{
    (void)state;
    fake_program *p;
    const directive_check *checks;
    const char *lines = "#define W 3u\n#define N 8\n";
    check_value(lines, "W - 5 > 0", 1);
    check_value(lines, "(W - 5) / 2", 2147483647); /* of 2^32 - 2 */
    check_value(lines, "N - W", 5);
    const expr *e = read_after(&p, lines, "N - W");
    assert_string_equal(expr_text(p->ctx, e), "N - W");
    assert_true(expr_reader_checks(p->reader, &checks) >= 2);
    assert_string_equal(expr_text(p->ctx, checks[0].value), "N"); /* as unsigned */
    assert_ptr_equal(checks[1].value, e);
    assert_true(checks[1].type.is_unsigned && checks[1].type.bytes == 4);
    assert_int_equal(checks[1].kind, RANGE_WRAPS);
    fake_program_free(p);
    e = read_after(&p, lines, "N * N");
    assert_true(expr_reader_checks(p->reader, &checks) >= 1);
    assert_int_equal(checks[0].kind, RANGE_OVERFLOWS);
    fake_program_free(p);
    /* With a loop: the sum is as it is written, a quotient is of the remainder. 2^32 - 3 + 0 is 1
     * more than a multiple of 4. */
    e = read_after(&p, lines, "i - 3u");
    assert_string_equal(expr_text(p->ctx, e), "i - 3");
    fake_program_free(p);
    e = read_after(&p, lines, "(i - 3u) / 4");
    assert_string_equal(expr_text(p->ctx, e), "((i + 4294967293) % 4294967296)/4");
    fake_program_free(p);
}

static void check_text(const char *lines, const char *text, const char *expected)
{
    fake_program *p;
    const expr *e = read_after(&p, lines, text);
    assert_non_null(e);
    assert_string_equal(expr_text(p->ctx, e), expected);
    fake_program_free(p);
}

static void test_macros(void **state)
{
    (void)state;
    /* An integer macro stays a name; one that is an expression is expanded, as
     * text: 2*OPEN is 2*4+2 = 10, 2*CLOSED is a name whose value is 6. */
    const char *lines = "#define N 256\n"
                        "#define M (N+2)\n"
                        "#define OPEN 4+2\n"
                        "#define CLOSED (4+2)\n"
                        "#define NEG -3\n"
                        "#define SAME N\n"
                        "#define SQ(x) ((x)*(x))\n"
                        "#define ADD(x, y) x+y\n"
                        "#define SELF SELF2\n"
                        "#define SELF2 (3)\n"
                        "#define NOTHING\n"
                        "#define TWO() 2\n"
                        "enum { ROWS = 10 };\n"
                        "int n = 7;\n";
    check_text(lines, "N - 1", "N - 1");
    check_text(lines, "M - 2", "N");
    check_text(lines, "2*OPEN", "10");
    check_text(lines, "2*CLOSED", "2*CLOSED");
    check_text(lines, "NEG", "NEG");
    check_text(lines, "SAME", "N");
    check_text(lines, "SELF", "SELF2");
    check_text(lines, "ROWS + 1", "ROWS + 1");
    check_text(lines, "n*2", "2*n");
    check_value(lines, "2*CLOSED", 12);
    check_value(lines, "SQ(N - 250)", 36);
    check_value(lines, "SQ(SQ(2))", 16);
    check_value(lines, "2*ADD(3, 4)", 10);
    check_value(lines, "SQ((1 + 2))", 9);
    check_value(lines, "NOTHING 5", 5);
    check_value(lines, "TWO() + NEG", -1);
    check_value(lines, "ROWS*n", 70);
}

static void test_more_than_two_operands(void **state)
{
    (void)state;
    /* Junctions and extrema of names are one operation of all of them. */
    const char *lines = "#define A 7\n#define B 5\n#define C 0\n#define D 3\n";
    check_value(lines, "A && B && C", 0);
    check_value(lines, "C || 0*A || D", 1);
    check_value(lines, "A && B && D", 1);
    check_value(lines, "1 << (A && B && C)", 1);
    check_value(lines, "100*A + 10*B + C + D", 753);
    check_value(lines, "A * B * D", 105);
    fake_program *p;
    int64_t value = 0;
    assert_non_null(read_after(&p, lines, "A"));
    const expr *all[4], *e;
    for (int i = 0; i < 4; i++)
        all[i] = expr_read_macro(p->reader, p->names, intern(p->ctx->names, (char[]){"ABCD"[i], 0}),
                                 p->pragmas.data[0].d->where);
    e = expr_min(p->pool, expr_min(p->pool, all[0], all[1]), expr_min(p->pool, all[2], all[3]));
    assert_true(expr_known(e, &value));
    assert_int_equal(value, 0); /* of 7, 5, 0 and 3 */
    e = expr_max(p->pool, expr_max(p->pool, all[2], all[3]), expr_max(p->pool, all[1], all[0]));
    assert_true(expr_known(e, &value));
    assert_int_equal(value, 7);
    fake_program_free(p);
}

static void test_macro_defined_anew(void **state)
{
    (void)state;
    /* Same name, other value: another parameter from there on. */
    fake_program *p;
    assert_non_null(read_after(&p,
                               "#define N 4\n"
                               "#pragma hpf template T(N)\n"
                               "#define N 8\n"
                               "#pragma hpf template U(N)\n",
                               "1"));
    const dist_template *const *templates;
    int64_t first = 0, second = 0;
    assert_int_equal(directive_table_templates(p->table, &templates), 2);
    assert_true(expr_known(templates[0]->extent[0], &first));
    assert_true(expr_known(templates[1]->extent[0], &second));
    assert_int_equal(first, 4);
    assert_int_equal(second, 8);
    fake_program_free(p);
}

static void test_one_parameter_a_macro(void **state)
{
    (void)state;
    fake_program *p;
    const expr *e = read_after(&p, "#define N 4\n", "N - N");
    int64_t value = -1;
    assert_true(expr_is_int(e, &value));
    assert_int_equal(value, 0);
    const expr *n = expr_read_macro(p->reader, p->names, intern(p->ctx->names, "N"),
                                    p->pragmas.data[0].d->where);
    assert_non_null(n);
    assert_int_equal(n->kind, EXPR_PARAM);
    assert_int_equal(n->u.param->origin, PARAM_MACRO);
    assert_string_equal(n->u.param->name, "N");
    assert_int_equal(n->u.param->where.line, 1);
    fake_program_free(p);
}

static void test_fixed_names(void **state)
{
    (void)state;
    /* 1 << M has no symbolic form: M is a number from there on, and noted. */
    fake_program *p;
    const fixed_name *fixed;
    const expr *e = read_after(&p, "#define M 5\n#define N 3\n", "(1 << M)*N");
    assert_string_equal(expr_text(p->ctx, e), "32*N");
    assert_true(expr_reader_fixed(p->reader, &fixed) >= 1);
    assert_string_equal(fixed[0].name, "M");
    fake_program_free(p);
}

static void test_bombs(void **state)
{
    (void)state;
    /* Expansions that would never end, or fill the memory, are refused. */
    fake_program *p;
    char lines[2048] = "#define A0 1\n";
    for (int i = 1; i <= 40; i++) {
        size_t used = strlen(lines);
        snprintf(lines + used, sizeof lines - used, "#define A%d A%d+A%d\n", i, i - 1, i - 1);
    }
    assert_null(read_after(&p, lines, "A40"));
    fake_program_free(p);
    assert_null(read_after(&p, "#define F(x) F(x)+F(x)\n", "F(F(F(1)))"));
    fake_program_free(p);
    char deep[2048];
    memset(deep, '(', 1000);
    snprintf(deep + 1000, sizeof deep - 1000, "1");
    memset(deep + 1001, ')', 1000);
    deep[2001] = '\0';
    assert_null(read_after(&p, "", deep));
    fake_program_free(p);
}

/* Every value of -9..9, with the operands loop variables, constants, or both. */
static void check_division(fake_program *p, const loop_var *i, const loop_var *j, int a, int b,
                           env *values)
{
    const expr *left[] = {expr_loop_var(p->pool, i), expr_int(p->pool, a)};
    const expr *right[] = {expr_loop_var(p->pool, j), expr_int(p->pool, b)};
    env_set_loop_var(values, i, a);
    env_set_loop_var(values, j, b);
    for (int k = 0; k < 4; k++) {
        bool ok = true;
        assert_int_equal(expr_eval(values, expr_c_div(p->pool, left[k & 1], right[k >> 1]), &ok),
                         a / b);
        assert_int_equal(expr_eval(values, expr_c_mod(p->pool, left[k & 1], right[k >> 1]), &ok),
                         a % b);
        assert_true(ok);
    }
}

static void test_division(void **state)
{
    (void)state;
    fake_program *p;
    read_after(&p, "", "1");
    const loop_var *i = expr_new_loop_var(p->pool, "i", (source_range){0});
    const loop_var *j = expr_new_loop_var(p->pool, "j", (source_range){0});
    /* All expressions are made before the environment, which is sized once. */
    for (int a = -9; a <= 9; a++) {
        for (int b = -9; b <= 9; b++) {
            if (b == 0)
                continue;
            const bindings none = {0};
            const expr *warm[] = {
                expr_c_div(p->pool, expr_loop_var(p->pool, i), expr_loop_var(p->pool, j)),
                expr_c_div(p->pool, expr_loop_var(p->pool, i), expr_int(p->pool, b)),
                expr_c_div(p->pool, expr_int(p->pool, a), expr_loop_var(p->pool, j)),
                expr_c_mod(p->pool, expr_loop_var(p->pool, i), expr_loop_var(p->pool, j)),
                expr_c_mod(p->pool, expr_loop_var(p->pool, i), expr_int(p->pool, b)),
                expr_c_mod(p->pool, expr_int(p->pool, a), expr_loop_var(p->pool, j)),
                expr_int(p->pool, a / b),
                expr_int(p->pool, a % b)};
            assert_non_null(warm[0]);
            env *values = env_new(p->ctx, p->pool, NULL, 0, &none);
            assert_non_null(values);
            check_division(p, i, j, a, b, values);
        }
    }
    fake_program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_characters),
        cmocka_unit_test(test_guards),
        cmocka_unit_test(test_unsigned_macros),
        cmocka_unit_test(test_macros),
        cmocka_unit_test(test_more_than_two_operands),
        cmocka_unit_test(test_macro_defined_anew),
        cmocka_unit_test(test_one_parameter_a_macro),
        cmocka_unit_test(test_fixed_names),
        cmocka_unit_test(test_bombs),
        cmocka_unit_test(test_division),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "tests/frontend/lower/twin_program.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Variables: formals, scalars, loop variables. */
enum {
    VAR_N,
    VAR_M,
    VAR_SCALAR,
    SCALARS = 3,
    VAR_LOOP = VAR_SCALAR + SCALARS,
    LOOPS = 3,
    VARS = VAR_LOOP + LOOPS
};
static const char *const var_name[VARS] = {"n", "m", "s0", "s1", "s2", "i", "j", "k"};

typedef enum { E_NUMBER, E_VAR, E_MACRO, E_BINARY, E_NEGATE, E_CHOOSE } expr_form;

typedef struct tree tree;
struct tree { /* an expression */
    expr_form form;
    const char *op; /* or the macro's name */
    int64_t value;
    int var;
    tree *part[3];
};

typedef enum {
    S_TOUCH,
    S_SET,
    S_ADD,
    S_FOR,
    S_WHILE,
    S_DO,
    S_ONCE, /* do { … } while (0), or while (1) { …; break; } */
    S_IF,
    S_CONTINUE_IF
} statement_form;

/* Where a loop moves its variable. */
typedef enum {
    MOVE_HEAD, /* of a `for` */
    MOVE_LAST,
    MOVE_MIDDLE,   /* body, move, otherwise */
    MOVE_TEST_NEW, /* --i > n */
    MOVE_TEST_OLD  /* i-- > n */
} move_place;

typedef struct statement statement;
struct statement {
    statement_form form;
    int var;
    tree *part[6];  /* S_TOUCH: a[0][1] = a[2][3] + b[4]; loops: lower, bound */
    const char *op; /* comparison of a loop, or of an if (part[0] op part[1]) */
    int64_t step;
    int64_t factor; /* of a loop that multiplies, or divides where step < 0; 0: it adds step */
    move_place place;
    int spelling; /* of the increment, the side of the comparison */
    statement *body, *otherwise, *next;
};

struct twin {
    uint32_t state;
    statement *body;
    tree *initial[SCALARS];
    char text[1 << 16];
    size_t length;
    void *owned[1 << 14];
    int owned_count;
    int64_t value[VARS];
    touch *touches;
    int touch_count, touch_capacity;
    int steps; /* statements and iterations run so far */
    int statements;
    bool may_continue; /* the innermost loop being made may have one */
    bool is_once;      /* and runs once, so that `break` does the same */
};

/* A program that runs longer is taken for one that does not end. */
#define MOST_STEPS 200000

static uint32_t pick(twin *t, uint32_t limit)
{
    t->state = t->state * 1664525u + 1013904223u;
    return (t->state >> 8) % limit;
}

static void *make(twin *t, size_t size)
{
    void *p = calloc(1, size);
    if (!p || t->owned_count == (int)(sizeof t->owned / sizeof *t->owned))
        abort();
    return t->owned[t->owned_count++] = p;
}

/* --- Making -------------------------------------------------------------- */

static tree *leaf(twin *t, int loops, bool scalars)
{
    tree *e = make(t, sizeof *e);
    uint32_t what = pick(t, 6);
    if (what < 3 && loops) {
        e->form = E_VAR;
        e->var = VAR_LOOP + (int)pick(t, (uint32_t)loops);
    } else if (what < 4) {
        e->form = E_VAR;
        e->var = scalars && pick(t, 2) ? VAR_SCALAR + (int)pick(t, SCALARS) : (int)pick(t, 2);
    } else if (what < 5) {
        e->form = E_MACRO;
        e->op = pick(t, 2) ? "N" : "K";
        e->value = strcmp(e->op, "N") == 0 ? TWIN_N : TWIN_K;
    } else {
        e->form = E_NUMBER;
        e->value = pick(t, 5);
    }
    return e;
}

static tree *number(twin *t, int64_t value)
{
    tree *e = make(t, sizeof *e);
    e->form = E_NUMBER;
    e->value = value;
    return e;
}

static tree *expression(twin *t, int depth, int loops, bool scalars)
{
    static const char *const ops[] = {"+", "-", "+", "-", "*", "/", "%", "&", "<<", ">>"};
    uint32_t what = pick(t, 10);
    if (depth == 0 || what < 4)
        return leaf(t, loops, scalars);
    tree *e = make(t, sizeof *e);
    if (what < 8) {
        e->form = E_BINARY;
        e->op = ops[pick(t, 10)];
        e->part[0] = expression(t, depth - 1, loops, scalars);
        bool needs_number = strchr("/%&<>", e->op[0]) != NULL;
        int64_t k = 1 + pick(t, 3);
        e->part[1] = needs_number ? number(t, e->op[0] == '&' ? (1 << k) - 1 : k)
                                  : expression(t, depth - 1, loops, scalars);
    } else if (what < 9) {
        e->form = E_NEGATE;
        e->part[0] = expression(t, depth - 1, loops, scalars);
    } else {
        e->form = E_CHOOSE;
        e->op = pick(t, 2) ? "<" : ">=";
        e->part[0] = expression(t, depth - 1, loops, scalars);
        e->part[1] = expression(t, depth - 1, loops, scalars);
        e->part[2] = leaf(t, loops, scalars);
    }
    return e;
}

static statement *statements(twin *t, int depth, int loops);

static void place_move(twin *t, statement *s)
{
    bool is_step = !s->factor && (s->step == 1 || s->step == -1);
    uint32_t what = pick(t, 12);
    s->place = s->form == S_FOR ? MOVE_HEAD : MOVE_LAST;
    if (what < 1)
        s->place = MOVE_LAST;
    else if (what < 2 && !s->factor)
        s->place = MOVE_MIDDLE;
    else if (what < 6 && is_step)
        s->place = what % 2 ? MOVE_TEST_NEW : MOVE_TEST_OLD;
}

static void make_loop(twin *t, statement *s, int depth, int loops)
{
    static const char *const up[] = {"<", "<=", "!="}, *const down[] = {">", ">=", "!="};
    bool is_down = pick(t, 3) == 0;
    s->form = pick(t, 4) ? S_FOR : pick(t, 3) ? S_WHILE : S_DO;
    s->var = VAR_LOOP + loops;
    s->step = 1 + pick(t, 3);
    s->op = (is_down ? down : up)[pick(t, s->step == 1 ? 3 : 2)];
    tree *low = leaf(t, loops, false), *high = leaf(t, loops, pick(t, 3) == 0);
    if (s->op[0] == '!') { /* must be met: from at or before the bound */
        low = number(t, 0);
        high = number(t, pick(t, 6));
    }
    s->part[0] = is_down ? high : low;
    s->part[1] = is_down ? low : high;
    if (is_down)
        s->step = -s->step;
    s->spelling = (int)pick(t, 24);
    if (pick(t, 4) == 0 && s->op[0] != '!') { /* a low end of 0 would stand still */
        s->factor = 2 + pick(t, 3);
        s->part[is_down] = pick(t, 3) ? number(t, 1 + pick(t, 3)) : s->part[is_down];
        s->part[!is_down] = pick(t, 2) ? number(t, pick(t, 50)) : s->part[!is_down];
    }
    place_move(t, s);
    bool outer_once = t->is_once;
    t->is_once = false;
    bool outer = t->may_continue, in_test = s->place >= MOVE_TEST_NEW;
    t->may_continue = s->place == MOVE_HEAD || in_test;
    s->body = statements(t, depth - 1, loops + 1);
    t->may_continue = true;
    s->otherwise = s->place == MOVE_MIDDLE ? statements(t, depth - 1, loops + 1) : NULL;
    t->may_continue = outer;
    t->is_once = outer_once;
}

static void make_once(twin *t, statement *s, int depth, int loops)
{
    bool outer = t->may_continue, outer_once = t->is_once;
    s->form = S_ONCE;
    s->spelling = (int)pick(t, 3);
    t->may_continue = s->spelling == 0; /* `while (1)` would begin again */
    t->is_once = true;
    s->body = statements(t, depth - 1, loops);
    t->may_continue = outer;
    t->is_once = outer_once;
}

static statement *make_statement(twin *t, int depth, int loops)
{
    statement *s = make(t, sizeof *s);
    uint32_t what = pick(t, 12);
    t->statements++;
    if (what < 4 && depth && loops < LOOPS) {
        make_loop(t, s, depth, loops);
    } else if (what < 5 && depth && pick(t, 2)) {
        make_once(t, s, depth, loops);
    } else if (what < 6 && depth) {
        static const char *const ops[] = {"<", "<=", ">", ">=", "==", "!="};
        s->form = S_IF;
        s->op = ops[pick(t, 6)];
        s->part[0] = expression(t, 2, loops, false);
        s->part[1] = leaf(t, loops, false);
        if (t->may_continue && pick(t, 4) == 0) {
            s->form = S_CONTINUE_IF;
            s->spelling = t->is_once ? (int)pick(t, 2) : 0;
            return s;
        }
        s->body = statements(t, depth - 1, loops);
        s->otherwise = pick(t, 2) ? statements(t, depth - 1, loops) : NULL;
    } else if (what < 8) {
        s->form = pick(t, 3) ? S_SET : S_ADD;
        s->var = VAR_SCALAR + (int)pick(t, SCALARS);
        s->part[0] = expression(t, 1, loops, true);
        if (s->form == S_ADD && pick(t, 2)) /* each iteration by the same */
            s->part[0] = number(t, 1 + pick(t, 3));
    } else {
        s->form = S_TOUCH;
        for (int i = 0; i < 5; i++)
            s->part[i] = expression(t, 2, loops, true);
    }
    return s;
}

static statement *statements(twin *t, int depth, int loops)
{
    statement *head = NULL, **tail = &head;
    for (uint32_t i = 1 + pick(t, 3); i && t->statements < 60; i--) {
        *tail = make_statement(t, depth, loops);
        tail = &(*tail)->next;
    }
    return head;
}

/* --- Text ---------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void say(twin *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(t->text + t->length, sizeof t->text - t->length, format, list);
    va_end(list);
    if (n < 0 || t->length + (size_t)n >= sizeof t->text)
        abort();
    t->length += (size_t)n;
}

static void say_expression(twin *t, const tree *e)
{
    switch (e->form) {
    case E_NUMBER:
        say(t, "%lld", (long long)e->value);
        return;
    case E_VAR:
        say(t, "%s", var_name[e->var]);
        return;
    case E_MACRO:
        say(t, "%s", e->op);
        return;
    case E_NEGATE:
        say(t, "(-");
        say_expression(t, e->part[0]);
        break;
    case E_BINARY:
        say(t, "(");
        say_expression(t, e->part[0]);
        say(t, " %s ", e->op);
        say_expression(t, e->part[1]);
        break;
    case E_CHOOSE:
        say(t, "(");
        say_expression(t, e->part[0]);
        say(t, " %s ", e->op);
        say_expression(t, e->part[1]);
        say(t, " ? ");
        say_expression(t, e->part[2]);
        say(t, " : ");
        say_expression(t, e->part[0]);
        break;
    }
    say(t, ")");
}

static void say_block(twin *t, const statement *s, int indent);

static void say_growth(twin *t, const statement *s)
{
    const char *v = var_name[s->var], *op = s->step < 0 ? "/" : "*";
    if (s->factor != 3 && s->spelling % 4 == 0)
        say(t, "%s %s= %d", v, s->step < 0 ? ">>" : "<<", s->factor == 2 ? 1 : 2);
    else if (s->spelling % 4 == 1)
        say(t, "%s = %s %s %lld", v, v, op, (long long)s->factor);
    else if (s->spelling % 4 == 2 && s->step > 0)
        say(t, "%s = %lld * %s", v, (long long)s->factor, v);
    else
        say(t, "%s %s= %lld", v, op, (long long)s->factor);
}

static void say_increment(twin *t, const statement *s)
{
    if (s->factor) {
        say_growth(t, s);
        return;
    }
    const char *v = var_name[s->var], *sign = s->step < 0 ? "-" : "+";
    long long by = s->step < 0 ? -s->step : s->step;
    if (by == 1 && s->spelling % 4 < 2)
        say(t, s->spelling % 4 ? "%s%s%s" : "%2$s%3$s%1$s", v, sign, sign);
    else if (s->spelling % 4 == 2)
        say(t, "%s = %s %s %lld", v, v, sign, by);
    else
        say(t, "%s %s= %lld", v, sign, by);
}

/* The variable in the condition, which may move it. */
static const char *tested(twin *t, const statement *s)
{
    char *text = make(t, 8);
    const char *v = var_name[s->var], *sign = s->step < 0 ? "--" : "++";
    if (s->place < MOVE_TEST_NEW)
        return v;
    bool is_old = s->place == MOVE_TEST_OLD;
    snprintf(text, 8, "%s%s%s", is_old ? "" : sign, v, is_old ? sign : "");
    return text;
}

static void say_condition(twin *t, const statement *s)
{
    static const char *const mirror[][2] = {
        {"<", ">"}, {"<=", ">="}, {">", "<"}, {">=", "<="}, {"!=", "!="}};
    if (s->spelling / 4 % 2) {
        for (size_t i = 0; i < sizeof mirror / sizeof *mirror; i++)
            if (strcmp(s->op, mirror[i][0]) == 0) {
                say_expression(t, s->part[1]);
                say(t, " %s %s", mirror[i][1], tested(t, s));
                return;
            }
    }
    bool is_zero = s->part[1]->form == E_NUMBER && s->part[1]->value == 0;
    say(t, "%s", tested(t, s));
    if (s->place >= MOVE_TEST_NEW && s->op[0] == '!' && is_zero)
        return;
    say(t, " %s ", s->op);
    say_expression(t, s->part[1]);
}

static void say_body(twin *t, const statement *s, int indent)
{
    bool is_inside = s->place == MOVE_LAST || s->place == MOVE_MIDDLE;
    say_block(t, s->body, indent + 1);
    if (is_inside) {
        say(t, "%*s", 4 * indent + 4, "");
        say_increment(t, s);
        say(t, ";\n");
    }
    if (s->place == MOVE_MIDDLE)
        say_block(t, s->otherwise, indent + 1);
    say(t, "%*s}", 4 * indent, "");
}

static void say_loop(twin *t, const statement *s, int indent)
{
    bool is_outside = s->form != S_FOR || s->spelling / 8 == 0;
    if (is_outside) {
        say(t, "%s = ", var_name[s->var]);
        say_expression(t, s->part[0]);
        say(t, ";\n%*s", 4 * indent, "");
    }
    if (s->form == S_DO) {
        say(t, "do {\n");
        say_body(t, s, indent);
        say(t, " while (");
        say_condition(t, s);
        say(t, ");\n");
        return;
    }
    say(t, s->form == S_WHILE ? "while (" : "for (");
    if (!is_outside) {
        say(t, "%s = ", var_name[s->var]);
        say_expression(t, s->part[0]);
    }
    if (s->form == S_FOR)
        say(t, "; ");
    say_condition(t, s);
    if (s->form == S_FOR) {
        say(t, "; ");
        if (s->place == MOVE_HEAD)
            say_increment(t, s);
    }
    say(t, ") {\n");
    say_body(t, s, indent);
    say(t, "\n");
}

static void say_once(twin *t, const statement *s, int indent)
{
    static const char *const begin[] = {"do", "while (1)", "for (;;)"};
    say(t, "%s {\n", begin[s->spelling]);
    say_block(t, s->body, indent + 1);
    if (s->spelling)
        say(t, "%*sbreak;\n", 4 * indent + 4, "");
    say(t, s->spelling ? "%*s}\n" : "%*s} while (0);\n", 4 * indent, "");
}

static void say_statement(twin *t, const statement *s, int indent)
{
    say(t, "%*s", 4 * indent, "");
    switch (s->form) {
    case S_TOUCH:
        for (int i = 0; i < 5; i++) {
            static const char *const before[] = {"a[", "][", "] = a[", "][", "] + b["};
            say(t, "%s", before[i]);
            say_expression(t, s->part[i]);
        }
        say(t, "];\n");
        break;
    case S_SET:
    case S_ADD:
        say(t, "%s %s ", var_name[s->var], s->form == S_SET ? "=" : "+=");
        say_expression(t, s->part[0]);
        say(t, ";\n");
        break;
    case S_FOR:
    case S_WHILE:
    case S_DO:
        say_loop(t, s, indent);
        break;
    case S_ONCE:
        say_once(t, s, indent);
        break;
    case S_IF:
    case S_CONTINUE_IF:
        say(t, "if (");
        say_expression(t, s->part[0]);
        say(t, " %s ", s->op);
        say_expression(t, s->part[1]);
        if (s->form == S_CONTINUE_IF) {
            say(t, s->spelling ? ") break;\n" : ") continue;\n");
            break;
        }
        say(t, ") {\n");
        say_block(t, s->body, indent + 1);
        if (s->otherwise) {
            say(t, "%*s} else {\n", 4 * indent, "");
            say_block(t, s->otherwise, indent + 1);
        }
        say(t, "%*s}\n", 4 * indent, "");
        break;
    }
}

static void say_block(twin *t, const statement *s, int indent)
{
    for (; s; s = s->next)
        say_statement(t, s, indent);
}

/* --- Running ------------------------------------------------------------- */

static bool compare(const char *op, int64_t a, int64_t b)
{
    if (op[0] == '=')
        return a == b;
    if (op[0] == '!')
        return a != b;
    if (op[0] == '<')
        return op[1] ? a <= b : a < b;
    return op[1] ? a >= b : a > b;
}

static int64_t operate(char op, int64_t a, int64_t b)
{
    switch (op) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '/':
        return a / b;
    case '%':
        return a % b;
    case '&':
        return a & b;
    case '<':
        return a * ((int64_t)1 << b);
    default:
        return a >> b;
    }
}

/* A program whose numbers leave what an int holds ends here. */
static int64_t evaluate(twin *t, const tree *e)
{
    switch (e->form) {
    case E_NUMBER:
    case E_MACRO:
        return e->value;
    case E_VAR:
        return t->value[e->var];
    case E_NEGATE:
        return -evaluate(t, e->part[0]);
    case E_CHOOSE:
        return evaluate(
            t, e->part[compare(e->op, evaluate(t, e->part[0]), evaluate(t, e->part[1])) ? 2 : 0]);
    case E_BINARY:
        break;
    }
    int64_t a = evaluate(t, e->part[0]), b = evaluate(t, e->part[1]);
    int64_t value = operate(e->op[0], a, b);
    if (value > INT32_MAX || value < INT32_MIN) {
        t->steps = MOST_STEPS;
        return 0;
    }
    return value;
}

static void note(twin *t, char array, bool is_write, int64_t first, int64_t second)
{
    if (t->touch_count == t->touch_capacity) {
        t->touch_capacity = t->touch_capacity ? 2 * t->touch_capacity : 256;
        t->touches = realloc(t->touches, (size_t)t->touch_capacity * sizeof *t->touches);
        if (!t->touches)
            abort();
    }
    t->touches[t->touch_count++] = (touch){array, is_write, {first, second}};
}

static void advance(twin *t, const statement *s)
{
    int64_t *v = &t->value[s->var];
    if (!s->factor)
        *v += s->step;
    else if (s->step > 0)
        *v *= s->factor;
    else if (*v < 0 && s->spelling % 4 == 0)
        t->steps = MOST_STEPS; /* how >> rounds is the compiler's choice */
    else
        *v /= s->factor;
    if (llabs(*v) > INT32_MAX / 4)
        t->steps = MOST_STEPS;
}

static bool execute(twin *t, const statement *s);

static bool test(twin *t, const statement *s)
{
    int64_t before = t->value[s->var];
    if (s->place >= MOVE_TEST_NEW)
        advance(t, s);
    return compare(s->op, s->place == MOVE_TEST_OLD ? before : t->value[s->var],
                   evaluate(t, s->part[1]));
}

static void iterate(twin *t, const statement *s)
{
    execute(t, s->body);
    if (s->place < MOVE_TEST_NEW)
        advance(t, s);
    if (s->place == MOVE_MIDDLE)
        execute(t, s->otherwise);
}

/* Returns whether a `continue` ended it. */
static bool execute(twin *t, const statement *s)
{
    for (; s && t->steps < MOST_STEPS; s = s->next) {
        int64_t x[5];
        t->steps++;
        switch (s->form) {
        case S_TOUCH:
            for (int i = 0; i < 5; i++)
                x[i] = evaluate(t, s->part[i]);
            note(t, 'a', false, x[2], x[3]);
            note(t, 'b', false, x[4], 0);
            note(t, 'a', true, x[0], x[1]);
            break;
        case S_SET:
            t->value[s->var] = evaluate(t, s->part[0]);
            break;
        case S_ADD:
            t->value[s->var] += evaluate(t, s->part[0]);
            if (llabs(t->value[s->var]) > INT32_MAX / 4)
                t->steps = MOST_STEPS;
            break;
        case S_FOR:
        case S_WHILE:
        case S_DO:
            t->value[s->var] = evaluate(t, s->part[0]);
            for (bool goes = s->form == S_DO || test(t, s); goes && t->steps++ < MOST_STEPS;
                 goes = test(t, s))
                iterate(t, s);
            break;
        case S_ONCE:
            execute(t, s->body);
            break;
        case S_IF:
        case S_CONTINUE_IF:
            if (compare(s->op, evaluate(t, s->part[0]), evaluate(t, s->part[1]))) {
                if (s->form == S_CONTINUE_IF || execute(t, s->body))
                    return true;
            } else if (execute(t, s->otherwise)) {
                return true;
            }
            break;
        }
    }
    return false;
}

/* --- The whole ----------------------------------------------------------- */

twin *twin_new(uint32_t seed)
{
    twin *t = calloc(1, sizeof *t);
    if (!t)
        abort();
    t->state = seed * 2654435761u + 12345;
    for (int i = 0; i < SCALARS; i++)
        t->initial[i] = expression(t, 1, 0, false);
    t->body = statements(t, 4, 0);
    say(t, "#define N %d\n#define K %d\nint a[100][100], b[100];\n", TWIN_N, TWIN_K);
    say(t, "#pragma hpf processors P(2)\nvoid f(int n, int m)\n{\n    int i, j, k;\n");
    for (int i = 0; i < SCALARS; i++) {
        say(t, "    int s%d = ", i);
        say_expression(t, t->initial[i]);
        say(t, ";\n");
    }
    say_block(t, t->body, 1);
    say(t, "}\n");
    return t;
}

void twin_free(twin *t)
{
    for (int i = 0; i < t->owned_count; i++)
        free(t->owned[i]);
    free(t->touches);
    free(t);
}

const char *twin_text(const twin *t)
{
    return t->text;
}

bool twin_run(twin *t, int64_t n, int64_t m, const touch **touches, int *count)
{
    t->steps = 0;

    t->value[VAR_N] = n;
    t->value[VAR_M] = m;
    for (int i = 0; i < SCALARS; i++)
        t->value[VAR_SCALAR + i] = evaluate(t, t->initial[i]);
    t->touch_count = 0;
    execute(t, t->body);
    *touches = t->touches;
    *count = t->touch_count;
    return t->steps < MOST_STEPS;
}

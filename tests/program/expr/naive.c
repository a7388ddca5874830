#include "tests/program/expr/naive.h"

__extension__ typedef __int128 wide;

static wide floor_of(wide a, wide b)
{
    wide q = a / b;
    while (q * b > a && b > 0)
        q--;
    while (q * b < a && b < 0)
        q--;
    return q;
}

/* The owner by the formula of program/expr/mapping.h. */
static bool is_owned(const naive_axis *map, const int64_t *part, int procs, int64_t index,
                     int64_t coordinate)
{
    const int64_t lower = part[0], stride = map->is_fixed ? 0 : part[2];
    const wide cell = (wide)stride * index + part[3];
    const wide block = floor_of(cell - lower, part[4]);
    return block - floor_of(block, procs) * procs == coordinate;
}

static bool eval_parts(const naive *n, const naive_world *w, int64_t limit, int64_t *part)
{
    const naive_axis *map = n->map;
    const int procs = w->size[map->axis];
    for (int i = 0; i < 5; i++)
        if (map->part[i] && !naive_eval(map->part[i], w, limit, &part[i]))
            return false;
    if (part[1] < 1)
        return false;
    if (!map->part[4])
        part[4] = map->kind == DIST_CYCLIC ? 1 : (part[1] - 1) / procs + 1;
    return part[4] > 0 && (map->kind == DIST_CYCLIC || (wide)part[4] * procs >= part[1]);
}

static bool eval_count(const naive *n, const naive_world *w, int64_t limit, int64_t *out)
{
    int64_t v[6], part[5];
    for (int i = 0; i < 6; i++)
        if (!naive_eval(n->operand[i], w, limit, &v[i]))
            return false;
    if (v[2] == 0 || !eval_parts(n, w, limit, part))
        return false;
    *out = 0;
    int walked = 0;
    for (wide i = v[0]; v[2] > 0 ? i <= v[1] : i >= v[1]; i += v[2]) {
        const wide index = v[3] * i + v[4];
        if (++walked > 2000 || index < -limit || index > limit)
            return false;
        *out += is_owned(n->map, part, w->size[n->map->axis], (int64_t)index, v[5]);
    }
    return true;
}

static bool eval_trips(int64_t lower, int64_t upper, int64_t step, int64_t *out)
{
    *out = 0;
    if (step == 0)
        return false;
    for (wide i = lower; step > 0 ? i <= upper : i >= upper; i += step)
        if (++*out > 2000)
            return false;
    return true;
}

static bool eval_leaf(const naive *n, const naive_world *w, int64_t *out)
{
    switch (n->op) {
    case NAIVE_INT:
        *out = n->value;
        return true;
    case NAIVE_PARAM:
        *out = w->param[n->value];
        return true;
    case NAIVE_VAR:
        *out = w->var[n->value];
        return true;
    case NAIVE_ME:
        *out = w->me[n->value];
        return true;
    case NAIVE_SIZE:
        *out = w->size[n->value];
        return true;
    case NAIVE_ADD:
    case NAIVE_SUB:
    case NAIVE_MUL:
    case NAIVE_DIV:
    case NAIVE_CEIL:
    case NAIVE_MOD:
    case NAIVE_MIN:
    case NAIVE_MAX:
    case NAIVE_SELECT:
    case NAIVE_LT:
    case NAIVE_LE:
    case NAIVE_EQ:
    case NAIVE_NE:
    case NAIVE_AND:
    case NAIVE_OR:
    case NAIVE_NOT:
    case NAIVE_POWER:
    case NAIVE_LOG:
    case NAIVE_TRIPS:
    case NAIVE_COUNT:
        return false;
    }
    return false;
}

/* Powers one after another until one reaches the exponent, or passes x. */
static wide eval_power(naive_op op, int64_t base, int64_t v)
{
    wide power = 1;
    int64_t e = 0;
    if (op == NAIVE_LOG && v < 1)
        return -1;
    while (op == NAIVE_POWER ? e < v && power <= INT64_MAX : power * base <= v) {
        power *= base;
        e++;
    }
    return op == NAIVE_POWER ? power : e;
}

/* Both operands are defined; a is the first. */
static bool eval_pair(naive_op op, int64_t a, int64_t b, wide *out)
{
    const bool divides = op == NAIVE_DIV || op == NAIVE_CEIL || op == NAIVE_MOD;
    if (divides && b == 0)
        return false;
    *out = op == NAIVE_ADD    ? (wide)a + b
           : op == NAIVE_SUB  ? (wide)a - b
           : op == NAIVE_MUL  ? (wide)a * b
           : op == NAIVE_DIV  ? floor_of(a, b)
           : op == NAIVE_CEIL ? -floor_of(-(wide)a, b)
           : op == NAIVE_MOD  ? a - b * floor_of(a, b)
           : op == NAIVE_MIN  ? (a < b ? a : b)
           : op == NAIVE_MAX  ? (a > b ? a : b)
           : op == NAIVE_LT   ? a < b
           : op == NAIVE_LE   ? a <= b
           : op == NAIVE_EQ   ? a == b
           : op == NAIVE_NE   ? a != b
           : op == NAIVE_AND  ? a && b
                              : a || b;
    return true;
}

bool naive_eval(const naive *n, const naive_world *w, int64_t limit, int64_t *out)
{
    int64_t v[3];
    wide result;
    if (n->op <= NAIVE_SIZE)
        return eval_leaf(n, w, out) && *out >= -limit && *out <= limit;
    if (n->op == NAIVE_COUNT)
        return eval_count(n, w, limit, out);
    if (n->op == NAIVE_SELECT)
        return naive_eval(n->operand[0], w, limit, &v[0]) &&
               naive_eval(n->operand[v[0] ? 1 : 2], w, limit, out);
    for (int i = 0; i < 3 && n->operand[i]; i++)
        if (!naive_eval(n->operand[i], w, limit, &v[i]))
            return false;
    if (n->op == NAIVE_TRIPS)
        return eval_trips(v[0], v[1], v[2], out);
    if (n->op == NAIVE_NOT)
        result = !v[0];
    else if (n->op == NAIVE_POWER || n->op == NAIVE_LOG)
        result = eval_power(n->op, n->value, v[0]);
    else if (!eval_pair(n->op, v[0], v[1], &result))
        return false;
    *out = (int64_t)result;
    return result >= -limit && result <= limit;
}

#include "frontend/lower/stretch.h"

#include "frontend/directive/constant.h"
#include "frontend/lower/loop_bounds.h"
#include "frontend/value/integer.h"

/* An element of an array of integers, and a number more. */
typedef struct bound {
    const syntax *array; /* null: it is none */
    const expr *index;
    int64_t more;
} bound;

static bool is_same(const syntax *a, const syntax *b)
{
    if (a->kind != b->kind || a->op != b->op || a->decl != b->decl || a->member != b->member ||
        a->child_count != b->child_count || (a->kind == SYNTAX_INT && a->value != b->value))
        return false;
    bool is_named = a->child_count > 0 || a->kind == SYNTAX_INT || a->decl;
    for (int i = 0; i < a->child_count && is_named; i++)
        is_named = a->child[i] && b->child[i] && is_same(a->child[i], b->child[i]);
    return is_named;
}

/* A local variable that has only the value it is declared with stands for that. */
static const syntax *declared_with(const lowering *lo, const syntax *s)
{
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    bool is_one = d && d->kind == DECL_VARIABLE && d->init && !d->rank && decl_is_integer(d) &&
                  lo->info[d->id].assignments == 1;
    return is_one ? d->init : s;
}

static bound bound_of(lowering *lo, const syntax *s)
{
    s = declared_with(lo, s);
    if (s->kind == SYNTAX_BINARY && (s->op == OPERATOR_ADD || s->op == OPERATOR_SUB) &&
        s->child[1]->kind == SYNTAX_INT) {
        bound b = bound_of(lo, s->child[0]);
        b.more += s->op == OPERATOR_ADD ? s->child[1]->value : -s->child[1]->value;
        return b;
    }
    if (s->kind != SYNTAX_SUBSCRIPT)
        return (bound){0};
    const expr *index = value_index(lo, s->child[1]);
    return (bound){index ? s->child[0] : NULL, index, 0};
}

/* 1 or -1; 0: another step. */
static int step_of(const syntax *s, const decl *k)
{
    if (syntax_scalar_name(s->child[0]) != k)
        return 0;
    if (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC)
        return s->op == OPERATOR_PRE_INC || s->op == OPERATOR_POST_INC ? 1 : -1;
    bool is_one =
        s->kind == SYNTAX_ASSIGN && s->child[1]->kind == SYNTAX_INT && s->child[1]->value == 1;
    return !is_one ? 0 : s->op == OPERATOR_ADD ? 1 : s->op == OPERATOR_SUB ? -1 : 0;
}

/* The first value that the condition does not let through, going that way. */
static bound end_of(lowering *lo, const syntax *test, const decl *k, int step)
{
    if (test->kind != SYNTAX_BINARY)
        return (bound){0};
    bool is_left = syntax_scalar_name(test->child[0]) == k;
    if (!is_left && syntax_scalar_name(test->child[1]) != k)
        return (bound){0};
    syntax_op op = is_left ? test->op : lower_mirrored(test->op);
    bool has_last = op == (step > 0 ? OPERATOR_LE : OPERATOR_GE);
    if (!has_last && op != OPERATOR_NE && op != (step > 0 ? OPERATOR_LT : OPERATOR_GT))
        return (bound){0};
    bound end = bound_of(lo, test->child[is_left]);
    end.more += has_last ? step : 0;
    return end;
}

bool lower_find_stretch(lowering *lo, const syntax *s, const decl *k, stretch *found)
{
    const syntax *from = s->child[0] ? lower_begin_of(s->child[0], k) : NULL;
    const int step = step_of(s->child[2], k);
    if (!from || !step)
        return false;
    bound begin = bound_of(lo, from), end = end_of(lo, s->child[1], k, step);
    int64_t apart;
    if (!begin.array || !end.array || !is_same(begin.array, end.array) || begin.more != end.more ||
        !expr_is_int(expr_sub(lo->pool, end.index, begin.index), &apart) || apart * step < 1)
        return false;
    *found = (stretch){begin.array, begin.index, step, apart * step};
    return true;
}

bool lower_begins_as_stretch(lowering *lo, const syntax *s, const decl *k)
{
    const syntax *from = s->child[0] ? lower_begin_of(s->child[0], k) : NULL;
    stretch found;
    return from && from->kind == SYNTAX_NAME && s->child[1] && s->child[2] &&
           lower_find_stretch(lo, s, k, &found);
}

void lower_note_stretch(lowering *lo, const stretch *of, while_node *w)
{
    const expr *rows = expr_int(lo->pool, of->rows), *first;
    int64_t trips;
    if (expr_known(w->trips, &trips) && trips % of->rows == 0)
        first = expr_mul(lo->pool, expr_floor_div(lo->pool, w->trips, rows), of->index);
    else
        first = expr_floor_div(lo->pool, expr_mul(lo->pool, w->trips, of->index), rows);
    /* Downwards, from the last one before the next stretch. */
    w->begins = of->step > 0 ? first : expr_sub(lo->pool, first, expr_int(lo->pool, 1));
    w->step = expr_int(lo->pool, of->step);
}

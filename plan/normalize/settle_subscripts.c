#include "plan/analysis/straight.h"
#include "plan/normalize/settle_index.h"

typedef struct settling {
    planner *p;
    VEC(const loop_node *) loops; /* around, the innermost last */
} settling;

/* C's remainder of what may be negative: 0 or less where that is so, and there the subscript would
 * leave its array but for 0, which is the remainder that is rounded down, too. */
static const expr *as_subscript(expr_pool *pool, const expr *e)
{
    if (e->kind != EXPR_SELECT || e->u.op.operand[2]->kind != EXPR_MOD)
        return e;
    const expr *below = expr_sub(pool, expr_int(pool, 0), e->u.op.operand[1]);
    const expr *const *of = e->u.op.operand[2]->u.op.operand;
    const expr *minus = expr_sub(pool, expr_int(pool, 0), of[0]);
    return below == expr_mod(pool, minus, of[1]) ? e->u.op.operand[2] : e;
}

/* Fills in what one dimension is, and where it goes straight on; false: what it was, which does so
 * everywhere. */
static bool settle_dim(settling *s, const reference *r, int d, straight_subscript *straight)
{
    const expr *value = r->sub[d].value;
    index_place at = {
        .p = s->p, .count = s->loops.count, .loops = s->loops.data, .extent = r->var->extent[d]};
    straight->of = straight->is = value;
    if (r->sub[d].kind != SUBSCRIPT_VALUE || !value->uses_loop_var)
        return false;
    straight->of = as_subscript(s->p->pool, index_settle(&at, value));
    straight->is = index_straight(&at, straight->of);
    return straight->of != value || straight->is != value;
}

static const reference *settled(settling *s, const reference *from)
{
    straight_subscript straight[MAX_RANK];
    bool changes = false;
    for (int d = 0; from && d < from->var->rank; d++)
        changes |= settle_dim(s, from, d, &straight[d]);
    if (!changes)
        return from;
    reference *out = arena_copy(s->p->arena, from, sizeof *from);
    out->straight = arena_copy(s->p->arena, straight, sizeof straight);
    for (int d = 0; d < from->var->rank; d++)
        out->sub[d].value = straight[d].of;
    return out;
}

static const reference *const *settled_reads(settling *s, int count, const reference *const *reads)
{
    const reference **out = ARENA_ARRAY(s->p->arena, count + 1, const reference *);
    for (int i = 0; i < count; i++)
        out[i] = settled(s, reads[i]);
    return out;
}

static void settle_list(settling *s, node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        if (n->kind == NODE_STATEMENT) {
            n->u.stmt.write = settled(s, n->u.stmt.write);
            n->u.stmt.reads = settled_reads(s, n->u.stmt.read_count, n->u.stmt.reads);
        } else if (n->kind == NODE_IF) {
            n->u.cond.reads = settled_reads(s, n->u.cond.read_count, n->u.cond.reads);
        } else if (n->kind == NODE_LOOP) {
            VEC_PUSH(s->p->arena, &s->loops, &n->u.loop);
        }
        for (int i = 0, count = node_lists(n, lists); i < count; i++)
            settle_list(s, *lists[i]);
        s->loops.count -= n->kind == NODE_LOOP;
    }
}

void subscripts_settle(planner *p)
{
    settling s = {.p = p};
    settle_list(&s, p->body);
}

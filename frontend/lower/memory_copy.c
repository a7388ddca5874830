#include "frontend/lower/memory_copy.h"

#include "frontend/directive/constant.h"
#include "frontend/syntax/library_function.h"
#include "frontend/value/integer.h"
#include "frontend/value/points_to.h"

/* Elements of an array that follow each other: the loops go over its dimensions from `level` on,
 * in that one from `first` on. */
typedef struct block {
    place at;
    const variable *var;
    int level;
    const expr *first;
} block;

static bool find_block(lowering *lo, const syntax *s, block *out)
{
    while (s->kind == SYNTAX_CAST && s->type && s->type->kind == TYPE_POINTER)
        s = s->child[0];
    out->at = access_path_of(lo, s);
    const place *p = &out->at;
    out->var = p->base ? lo->info[p->base->id].var : NULL;
    out->level = p->level;
    out->first = p->pending;
    return p->kind == PLACE_ADDRESS && out->var && out->var->rank > p->level && p->pending &&
           !p->is_reshaped && !p->shape_rank;
}

/* Elements of a flat array from `first` on: rows, where it is the first of one. */
static void take_row_of_flat(lowering *lo, block *b)
{
    const expr *row = expr_int(lo->pool, 1), *quotient, *rest;
    int64_t zero;
    for (int d = 1; d < b->var->rank; d++)
        row = b->var->extent[d] ? expr_mul(lo->pool, row, b->var->extent[d]) : NULL;
    bool is_row = row && expr_split(lo->pool, b->first, row, &quotient, &rest) &&
                  expr_is_int(rest, &zero) && zero == 0;
    if (is_row)
        b->first = quotient;
    else
        b->level = b->var->rank - 1;
}

/* &a[2][0] of a matrix is its row 2. */
static void take_row(lowering *lo, block *b)
{
    int64_t zero;
    if (b->var->is_flat) {
        take_row_of_flat(lo, b);
        return;
    }
    while (b->level > 0 && b->level == b->var->rank - 1 && expr_is_int(b->first, &zero) &&
           zero == 0 && b->at.index[b->level - 1]) {
        b->level--;
        b->first = b->at.index[b->level];
    }
}

/* The same of numbers, as sizeof of a type is: all steps that there are, or so many. */
static const expr *numbered_steps(lowering *lo, const block *b, const expr *bytes, const expr *step)
{
    const expr *extent = b->var->extent[b->level];
    const expr *rest = extent ? expr_sub(lo->pool, extent, b->first) : NULL;
    int64_t wanted, each, all;
    if (!expr_known(bytes, &wanted) || !expr_known(step, &each) || each <= 0 || wanted % each)
        return NULL;
    value_fix(lo, bytes, &wanted);
    value_fix(lo, step, &each);
    if (!rest || !expr_known(rest, &all) || all != wanted / each)
        return expr_int(lo->pool, wanted / each);
    value_fix(lo, rest, &all);
    return rest;
}

/* How many steps of the block's first dimension so many bytes are; null: no whole number is
 * known. Rows are counted as the source writes them: all that there are, one, or as a factor. */
static const expr *steps(lowering *lo, const block *b, const syntax *written)
{
    const expr *bytes = value_integer(lo, written, true);
    const expr *step = expr_int(lo->pool, b->var->elem_bytes), *count[4] = {0};
    for (int d = b->level + 1; d < b->var->rank; d++) {
        if (!b->var->extent[d])
            return NULL;
        step = expr_mul(lo->pool, step, b->var->extent[d]);
    }
    if (!bytes)
        return NULL;
    if (b->level + 1 == b->var->rank)
        count[0] = expr_floor_div(lo->pool, bytes, step);
    if (b->var->extent[b->level])
        count[1] = expr_sub(lo->pool, b->var->extent[b->level], b->first);
    count[2] = expr_int(lo->pool, 1);
    if (written->kind == SYNTAX_BINARY && written->op == OPERATOR_MUL)
        count[3] = value_integer(lo, written->child[0], true);
    for (int i = 0; i < 4; i++)
        if (count[i] && expr_mul(lo->pool, count[i], step) == bytes)
            return count[i];
    return numbered_steps(lo, b, bytes, step);
}

/* One subscript for all dimensions; where there are no rows, `first` is one. */
static void make_linear(lowering *lo, const block *b, const expr *const *index, reference *r)
{
    const expr *at = expr_add(lo->pool, b->first, index[0]);
    for (int d = 1; d < b->var->rank; d++) {
        r->sub[d].kind = SUBSCRIPT_INDIRECT;
        if (b->level == 0)
            at = expr_add(lo->pool, expr_mul(lo->pool, at, b->var->extent[d]), index[d]);
    }
    r->sub[0] = (subscript){SUBSCRIPT_VALUE, at};
    r->is_linear = true;
    r->index_operations = -1;
}

/* The element at `index` steps of the loops from the block's first. */
static const reference *element(lowering *lo, const block *b, const expr *const *index,
                                source_range where)
{
    reference *r = ARENA_NEW(lo->ctx->arena, reference);
    r->var = b->var;
    r->where = where;
    if (b->var->is_flat) {
        make_linear(lo, b, index, r);
        return r;
    }
    for (int d = 0; d < b->var->rank; d++) {
        const expr *value = d < b->level    ? b->at.index[d]
                            : d == b->level ? expr_add(lo->pool, b->first, index[0])
                                            : index[d - b->level];
        r->sub[d].kind = value ? SUBSCRIPT_VALUE : SUBSCRIPT_INDIRECT;
        r->sub[d].value = value;
    }
    return r;
}

/* Of an array of another shape, which each processor has whole: somewhere in it. */
static const reference *anywhere(lowering *lo, const variable *v, source_range where)
{
    reference *r = ARENA_NEW(lo->ctx->arena, reference);
    r->var = v;
    r->where = where;
    for (int d = 0; d < v->rank; d++)
        r->sub[d].kind = SUBSCRIPT_INDIRECT;
    return r;
}

typedef struct copy {
    block to, from;
    bool has_from;  /* memcpy, of an array */
    bool is_filled; /* by bytes that are known */
    int64_t fill;
    const expr *count;
} copy;

static bool has_same_rows(const copy *c)
{
    int rest = c->to.var->rank - c->to.level;
    if (c->from.var->rank - c->from.level != rest ||
        c->from.var->elem_bytes != c->to.var->elem_bytes)
        return false;
    for (int d = 1; d < rest; d++)
        if (c->to.var->extent[c->to.level + d] != c->from.var->extent[c->from.level + d])
            return false;
    return true;
}

static bool is_vector(block *b)
{
    if (b->var->is_flat) {
        b->level = b->var->rank - 1;
        b->first = b->at.pending;
    }
    return b->level == b->var->rank - 1;
}

/* What are no whole rows, or not for both, are elements in one loop, if the arrays are flat. */
static bool take_elements(copy *c)
{
    return is_vector(&c->to) && (!c->has_from || is_vector(&c->from)) &&
           (!c->has_from || has_same_rows(c));
}

/* Does the block end in the row that it begins in? */
static bool is_in_row(lowering *lo, const block *b, const expr *count)
{
    const expr *extent = b->var->extent[b->level];
    const expr *rest = extent ? expr_sub(lo->pool, extent, b->first) : NULL;
    int64_t number, most;
    if (b->var->is_flat || !count || !rest)
        return false;
    return count == rest ||
           (expr_known(count, &number) && expr_known(rest, &most) && number <= most);
}

/* A row of a matrix, and an array like one: memcpy(w, q[k], sizeof w) with double q[K][N], w[N]. */
static bool take_one_row(lowering *lo, copy *c, const block *to, const block *from,
                         const syntax *size)
{
    copy row = *c;
    row.to = *to;
    row.from = *from;
    if (!has_same_rows(&row))
        return false;
    row.count = steps(lo, from, size);
    if (!is_in_row(lo, to, row.count) || !is_in_row(lo, from, row.count))
        return false;
    *c = row;
    return true;
}

/* The statement of the innermost loop, and the loops around it. `shape` has the rows. */
static void append_loops(lowering *lo, gather *g, const copy *c, const block *shape,
                         source_range where)
{
    expr_pool *pool = lo->pool;
    const expr *index[MAX_RANK];
    node *outermost = NULL, *innermost = NULL;
    for (int d = shape->level; d < shape->var->rank; d++) {
        node *n = node_new(lo->ctx, NODE_LOOP, where);
        int at = d - shape->level;
        const expr *count = at == 0 ? c->count : shape->var->extent[d];
        const loop_var *var =
            expr_new_loop_var(pool, arena_printf(lo->ctx->arena, "s%d", at + 1), where);
        index[at] = expr_loop_var(pool, var);
        n->u.loop.range = (loop_range){var, expr_int(pool, 0),
                                       expr_sub(pool, count, expr_int(pool, 1)), expr_int(pool, 1)};
        n->u.loop.parallel = LOOP_FORALL;
        n->u.loop.directive = where;
        n->u.loop.is_exact = true;
        if (innermost)
            innermost->u.loop.body = n;
        outermost = outermost ? outermost : n;
        innermost = n;
    }
    node *n = node_new(lo->ctx, NODE_STATEMENT, where);
    statement_node *s = &n->u.stmt;
    bool is_alike = !c->has_from || has_same_rows(c);
    s->write = shape == &c->to || is_alike ? element(lo, &c->to, index, where)
                                           : anywhere(lo, c->to.var, where);
    s->ops.n[OP_STORE] = 1;
    s->is_filled = c->is_filled;
    s->fill = (unsigned char)c->fill;
    if (c->has_from) {
        const reference **reads = ARENA_ARRAY(lo->ctx->arena, 1, const reference *);
        reads[0] = shape == &c->from || is_alike ? element(lo, &c->from, index, where)
                                                 : anywhere(lo, c->from.var, where);
        s->reads = reads;
        s->read_count = 1;
        s->ops.n[OP_LOAD] = 1;
    }
    innermost->u.loop.body = n;
    node_append(&g->before->head, &g->before->tail, outermost);
    lo->fn.has_distributed = true;
}

/* May it be a distributed array? A formal may get one. */
static bool may_be_mapped(lowering *lo, const block *b, const syntax *s)
{
    return b->var->align || (b->var->formal_index >= 0 && points_to_of(lo, s).count);
}

/* The bytes that all elements get. */
static void find_fill(lowering *lo, copy *c, const syntax *call, library_kind kind)
{
    const expr *byte = kind == LIBRARY_FILLS ? value_integer(lo, call->child[2], false) : NULL;
    c->is_filled = byte && expr_is_int(byte, &c->fill);
    if (kind == LIBRARY_ZEROES)
        c->is_filled = !c->to.var->is_no_number;
}

bool lower_memory_copy(lowering *lo, gather *g, const syntax *call)
{
    const char *name = syntax_callee_name(call);
    library_kind kind = name ? library_kind_of(name) : LIBRARY_NONE;
    bool copies = kind == LIBRARY_COPIES, fills = kind == LIBRARY_FILLS;
    if ((!copies && !fills && kind != LIBRARY_ZEROES) || lo->spelling == DIALECT_XMP ||
        call->child_count < (kind == LIBRARY_ZEROES ? 3 : 4))
        return false;
    copy c = {.has_from = copies};
    bool is_found = find_block(lo, call->child[1], &c.to);
    if (copies)
        is_found = find_block(lo, call->child[2], &c.from) && is_found;
    if (!is_found)
        return false;
    bool is_to = may_be_mapped(lo, &c.to, call->child[1]);
    bool is_from = copies && may_be_mapped(lo, &c.from, call->child[2]);
    const block *shape = is_to ? &c.to : &c.from;
    if (!is_to && !is_from)
        return false;
    const block to = c.to, from = c.from;
    const syntax *size = call->child[kind == LIBRARY_ZEROES ? 2 : 3];
    take_row(lo, &c.to);
    if (copies)
        take_row(lo, &c.from);
    bool is_one_row = copies && !has_same_rows(&c) && take_one_row(lo, &c, &to, &from, size);
    if (is_to && is_from && !has_same_rows(&c) && !take_elements(&c))
        return false;
    find_fill(lo, &c, call, kind);
    c.count = is_one_row ? c.count : steps(lo, shape, size);
    if (!c.count && take_elements(&c))
        c.count = steps(lo, shape, size);
    if (c.count)
        append_loops(lo, g, &c, shape, call->where);
    return c.count != NULL;
}

#include "tests/plan/random_maker.h"

int random_in(random_state *r, int low, int high)
{
    /* Knuth's MMIX generator; the high bits are the good ones. */
    r->s = r->s * 6364136223846793005u + 1442695040888963407u;
    return low + (int)((r->s >> 33) % (uint64_t)(high - low + 1));
}

static const expr *num(maker *m, int64_t value)
{
    return expr_int(m->pool, value);
}

static const proc_grid *make_grid(maker *m)
{
    proc_grid *g = ARENA_NEW(m->ctx->arena, proc_grid);
    g->name = "P";
    g->rank = random_in(m->r, 1, 2);
    for (int k = 0; k < g->rank; k++)
        g->extent[k] = num(m, random_in(m->r, 1, 3));
    return g;
}

/* Blocks of any sizes, some of them 0, that hold the extent. */
static const gen_sizes *make_sizes(maker *m, int procs, int extent)
{
    gen_sizes *sizes = ARENA_NEW(m->ctx->arena, gen_sizes);
    const expr **size = ARENA_ARRAY(m->ctx->arena, procs, const expr *);
    int left = extent;
    for (int p = 0; p < procs; p++) {
        int next = random_in(m->r, 0, random_in(m->r, 0, 2) ? 2 * extent / procs : extent / 8);
        if (p == procs - 1 && next < left)
            next = left;
        left = next < left ? left - next : 0;
        size[p] = num(m, next);
    }
    *sizes = (gen_sizes){.count = procs, .size = size};
    return sizes;
}

static dist_format make_format(maker *m, int axis)
{
    int64_t procs = 1;
    expr_is_int(m->grid->extent[axis], &procs);
    if (random_in(m->r, 0, 4) == 0)
        return (dist_format){.kind = DIST_GEN_BLOCK,
                             .sizes = make_sizes(m, (int)procs, TEMPLATE_EXTENT)};
    dist_format f = {.kind = random_in(m->r, 0, 1) ? DIST_BLOCK : DIST_CYCLIC};
    if (f.kind == DIST_CYCLIC && random_in(m->r, 0, 1))
        f.block = num(m, random_in(m->r, 1, 3));
    return f;
}

/* A template of the grid's rank or one more dimension, which is collapsed. */
static const dist_template *make_template(maker *m, int rank)
{
    dist_template *t = ARENA_NEW(m->ctx->arena, dist_template);
    t->name = intern(m->ctx->names, arena_printf(m->ctx->arena, "T%d", m->templates.count));
    t->id = m->templates.count;
    t->rank = rank;
    t->is_distributed = true;
    t->grid = m->grid;
    int collapsed = rank > m->grid->rank ? random_in(m->r, 0, rank - 1) : -1;
    for (int d = 0, axis = 0; d < rank; d++) {
        t->lower[d] = num(m, random_in(m->r, 0, 1) ? 0 : random_in(m->r, -2, 2));
        t->extent[d] = num(m, TEMPLATE_EXTENT);
        t->format[d] =
            d == collapsed ? (dist_format){.kind = DIST_COLLAPSED} : make_format(m, axis++);
    }
    VEC_PUSH(m->ctx->arena, &m->templates, t);
    return t;
}

static const alignment *make_alignment(maker *m, const dist_template *t, int rank)
{
    alignment *a = ARENA_NEW(m->ctx->arena, alignment);
    bool swap = rank == 2 && t->rank == 2 && random_in(m->r, 0, 3) == 0;
    a->target = t;
    for (int d = 0; d < t->rank; d++) {
        align_axis *axis = &a->axis[d];
        int by = swap ? 1 - d : d;
        int kind = random_in(m->r, 0, 9);
        if (by >= rank || kind == 0) {
            axis->source = kind < 5 ? ALIGN_REPLICATED : ALIGN_FIXED;
            axis->offset = num(m, random_in(m->r, 2, 20));
            continue;
        }
        axis->source = ALIGN_BY_DIM;
        axis->dim = by;
        axis->stride = num(m, kind == 1 ? 2 : 1);
        axis->offset = num(m, kind <= 3 ? random_in(m->r, 2, 6) : 2);
    }
    return a;
}

static void make_array(maker *m)
{
    variable *v = ARENA_NEW(m->ctx->arena, variable);
    v->name = intern(m->ctx->names, arena_printf(m->ctx->arena, "a%d", m->arrays.count));
    v->id = m->variables.count;
    v->kind = ELEM_FLOAT;
    v->elem_bytes = 8;
    v->formal_index = -1;
    v->rank = random_in(m->r, 0, 2) ? 2 : 1;
    for (int d = 0; d < v->rank; d++)
        v->extent[d] = num(m, random_in(m->r, 9, 14));
    bool shares = m->templates.count > 0 && random_in(m->r, 0, 3) > 0;
    const dist_template *t =
        shares ? m->templates.data[random_in(m->r, 0, m->templates.count - 1)]
               : make_template(m, m->grid->rank + (m->grid->rank == 1 ? random_in(m->r, 0, 1) : 0));
    v->align = random_in(m->r, 0, 7) ? make_alignment(m, t, v->rank) : NULL;
    VEC_PUSH(m->ctx->arena, &m->arrays, v);
    VEC_PUSH(m->ctx->arena, &m->variables, v);
}

static const variable *make_scalar(maker *m, const char *name)
{
    variable *v = ARENA_NEW(m->ctx->arena, variable);
    v->name = intern(m->ctx->names, name);
    v->id = m->variables.count;
    v->kind = ELEM_FLOAT;
    v->elem_bytes = 8;
    v->formal_index = -1;
    VEC_PUSH(m->ctx->arena, &m->variables, v);
    return v;
}

/* --- Statements -------------------------------------------------------------- */

const reference *random_reference(maker *m, const nest *n, const variable *v, bool is_write)
{
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    bool swap = v->rank == 2 && n->depth == 2 && random_in(m->r, 0, 5) == 0;
    ref->var = v;
    for (int d = 0; d < v->rank; d++) {
        int by = swap ? 1 - d : d;
        bool fixed = by >= n->depth || random_in(m->r, 0, is_write ? 11 : 7) == 0;
        int64_t extent = 0;
        expr_is_int(v->extent[d], &extent);
        const expr *value;
        if (fixed) {
            value = num(m, random_in(m->r, 0, (int)extent - 1));
        } else {
            int low = -n->low[by], high = (int)extent - 1 - n->high[by];
            int offset = random_in(m->r, low < -2 ? -2 : low, high > 2 ? 2 : high);
            const expr *apart = num(m, offset);
            if (m->power && random_in(m->r, 0, 2) && (offset < 0 ? low <= -4 : high >= 4))
                apart = offset < 0 ? expr_sub(m->pool, num(m, 0), m->power) : m->power;
            value = expr_add(m->pool, expr_loop_var(m->pool, n->var[by]), apart);
        }
        ref->sub[d] = (subscript){SUBSCRIPT_VALUE, value};
    }
    return ref;
}

static void read_scalar(maker *m, statement_node *st, const variable *v)
{
    const variable **read = ARENA_ARRAY(m->ctx->arena, 1, const variable *);
    read[0] = v;
    st->scalar_reads = read;
    st->scalar_read_count = 1;
}

const reference *const *random_reads(maker *m, const nest *n, int most, int *count)
{
    *count = random_in(m->r, 1, most);
    const reference **reads = ARENA_ARRAY(m->ctx->arena, most, const reference *);
    const variable *from = m->arrays.data[random_in(m->r, 0, m->arrays.count - 1)];
    for (int i = 0; i < *count; i++) {
        if (random_in(m->r, 0, 2) == 0)
            from = m->arrays.data[random_in(m->r, 0, m->arrays.count - 1)];
        reads[i] = random_reference(m, n, from, false);
    }
    return reads;
}

static node *new_statement(maker *m, const nest *n)
{
    node *s = node_new(m->ctx, NODE_STATEMENT, (source_range){0});
    s->u.stmt.reads = random_reads(m, n, 4, &s->u.stmt.read_count);
    return s;
}

/* Appends a write of an array or an accumulation; now and then its value goes
 * through a scalar of the iteration. */
static void make_statement(maker *m, const nest *n, node **head, node **tail)
{
    node *s = new_statement(m, n);
    statement_node *st = &s->u.stmt;
    bool through = random_in(m->r, 0, 5) == 0;
    if (through) {
        node *first = new_statement(m, n);
        first->u.stmt.scalar = m->temporary;
        node_append(head, tail, first);
    }
    node_append(head, tail, s);
    if (random_in(m->r, 0, 7) == 0) {
        st->scalar = m->scalar;
        st->reduce = REDUCE_SUM;
        read_scalar(m, st, through ? m->temporary : m->scalar);
        return;
    }
    st->write =
        random_reference(m, n, m->arrays.data[random_in(m->r, 0, m->arrays.count - 1)], true);
    if (through)
        read_scalar(m, st, m->temporary);
    else if (random_in(m->r, 0, 7) == 0)
        read_scalar(m, st, m->scalar);
}

/* One or two statements, now and then under a condition. */
static node *make_list(maker *m, const nest *n, int conditions)
{
    node *head = NULL, *tail = NULL;
    for (int i = random_in(m->r, 1, 2); i > 0; i--) {
        if (conditions == 0 || random_in(m->r, 0, 3)) {
            make_statement(m, n, &head, &tail);
            continue;
        }
        node *c = random_condition(m, n);
        c->u.cond.then_body = make_list(m, n, conditions - 1);
        if (random_in(m->r, 0, 1))
            c->u.cond.else_body = make_list(m, n, conditions - 1);
        node_append(&head, &tail, c);
    }
    return head;
}

node *random_loop(maker *m, nest *n)
{
    node *l = node_new(m->ctx, NODE_LOOP, (source_range){0});
    int d = n->depth++, step = random_in(m->r, 0, 2) ? 1 : random_in(m->r, 2, 3);
    bool back = random_in(m->r, 0, 7) == 0;
    n->low[d] = m->power ? 4 : random_in(m->r, 0, 2);
    n->high[d] = random_in(m->r, 5, 8);
    n->var[d] = expr_new_loop_var(m->pool, d ? "j" : "i", (source_range){0});
    l->u.loop.range =
        (loop_range){n->var[d], num(m, back ? n->high[d] : n->low[d]),
                     num(m, back ? n->low[d] : n->high[d]), num(m, back ? -step : step)};
    if (m->power && random_in(m->r, 0, 2))
        l->u.loop.range.step = expr_mul(m->pool, l->u.loop.range.step, m->power);
    l->u.loop.is_exact = true;
    return l;
}

/* Puts a loop's body, or all of it, under a condition; or statements beside it. */
static node *make_loops(maker *m, nest *n, int depth)
{
    if (n->depth == depth)
        return make_list(m, n, 2);
    nest outside = *n;
    node *l = random_loop(m, n), *head = NULL, *tail = NULL;
    l->u.loop.body = make_loops(m, n, depth);
    int around = random_in(m->r, 0, 11);
    if (around == 0 || (around == 1 && outside.depth > 0))
        make_statement(m, &outside, &head, &tail);
    if (around == 2 || (around == 3 && outside.depth > 0)) {
        node *c = random_condition(m, &outside);
        c->u.cond.then_body = l;
        l = c;
    }
    node_append(&head, &tail, l);
    if (around == 4 && outside.depth > 0)
        make_statement(m, &outside, &head, &tail);
    return head;
}

static node *make_nest(maker *m)
{
    if (m->is_moving || random_in(m->r, 0, 3) == 0)
        return random_forall(m, m->is_moving);
    nest n = {0};
    return make_loops(m, &n, random_in(m->r, 0, 4) ? 2 : 1);
}

static void append_list(node **head, node **tail, node *list)
{
    for (node *next; list; list = next) {
        next = list->next;
        list->next = NULL;
        node_append(head, tail, list);
    }
}

static node *make_body(maker *m)
{
    node *head = NULL, *tail = NULL;
    const loop_var *t = expr_new_loop_var(m->pool, "t", (source_range){0});
    bool has_time = random_in(m->r, 0, 1);
    if (has_time && random_in(m->r, 0, 2) == 0)
        m->power = expr_power(m->pool, 2, expr_loop_var(m->pool, t));
    for (int i = random_in(m->r, 1, 3); i > 0; i--)
        append_list(&head, &tail, make_nest(m));
    m->power = NULL;
    if (!has_time)
        return head;
    node *time = node_new(m->ctx, NODE_LOOP, (source_range){0});
    time->u.loop.range = (loop_range){t, num(m, 0), num(m, random_in(m->r, 0, 2)), num(m, 1)};
    time->u.loop.is_exact = true;
    time->u.loop.body = head;
    head = tail = NULL;
    if (random_in(m->r, 0, 1))
        append_list(&head, &tail, make_nest(m));
    node_append(&head, &tail, time);
    if (random_in(m->r, 0, 1))
        append_list(&head, &tail, make_nest(m));
    return head;
}

random_program random_program_make(fp_context *ctx, random_state *r)
{
    maker m = {.ctx = ctx, .r = r, .pool = expr_pool_new(ctx), .is_moving = !random_in(r, 0, 4)};
    m.grid = make_grid(&m);
    m.scalar = make_scalar(&m, "s");
    m.temporary = make_scalar(&m, "temporary");
    for (int i = random_in(r, 1, 3); i > 0; i--)
        make_array(&m);
    if (m.templates.count == 0)
        make_template(&m, m.grid->rank);
    function *f = ARENA_NEW(ctx->arena, function);
    f->name = "main";
    f->has_body = f->has_distributed = true;
    f->body = make_body(&m);
    program *p = ARENA_NEW(ctx->arena, program);
    const proc_grid **grids = ARENA_ARRAY(ctx->arena, 1, const proc_grid *);
    const function **entries = ARENA_ARRAY(ctx->arena, 1, const function *);
    grids[0] = m.grid;
    entries[0] = f;
    *p = (program){.ctx = ctx,
                   .pool = m.pool,
                   .spelling = m.is_moving ? DIALECT_XMP : DIALECT_HPF,
                   .grid_count = 1,
                   .grids = grids,
                   .template_count = m.templates.count,
                   .templates = m.templates.data,
                   .variable_count = m.variables.count,
                   .variables = m.variables.data,
                   .functions = f,
                   .entry_count = 1,
                   .entries = entries};
    return (random_program){.program = p, .entry = f};
}

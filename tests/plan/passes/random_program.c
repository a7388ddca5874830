#include "tests/plan/passes/random_maker.h"

#include <assert.h>

const expr *random_number(maker *m, int value)
{
    if (!m->is_symbolic || value < 0 || random_in(m->r, 0, 3) == 0)
        return expr_int(m->pool, value);
    /* Two parameters of each value: equal ones need not be known to be equal. */
    const char *name = arena_printf(m->ctx->arena, "%c%d", 'M' + random_in(m->r, 0, 1), value);
    for (int i = 0; i < expr_pool_param_count(m->pool); i++)
        if (strcmp(expr_pool_param(m->pool, i)->name, name) == 0)
            return expr_param(m->pool, expr_pool_param(m->pool, i));
    param *p = expr_new_param(m->pool, PARAM_MACRO, name, (source_range){0});
    p->value = expr_int(m->pool, value);
    return expr_param(m->pool, p);
}

int random_value(const expr *e)
{
    int64_t value = 0;
    bool is_number = expr_is_int(e->kind == EXPR_PARAM ? e->u.param->value : e, &value);
    assert(is_number);
    return (int)value;
}

/* --- Statements -------------------------------------------------------------- */

/* A distance that stays in the array, with the loop's stride for 2 where it has one. */
static const expr *distance(maker *m, const nest *n, int by, int extent)
{
    int low = -n->low[by], high = extent - 1 - n->high[by];
    int offset = random_in(m->r, low < -2 ? -2 : low, high > 2 ? 2 : high);
    bool fits = offset < 0 ? low <= -4 : high >= 4;
    if (m->power && fits && random_in(m->r, 0, 2))
        return offset < 0 ? expr_sub(m->pool, expr_int(m->pool, 0), m->power) : m->power;
    return expr_int(m->pool, offset);
}

/* Sometimes an index that two loops move: their sum, where that stays in the array. */
static const expr *sum_of_two(maker *m, const nest *n, int by, int extent)
{
    if (n->depth < 2 || random_in(m->r, 0, 7))
        return NULL;
    int other = (by + random_in(m->r, 1, n->depth - 1)) % n->depth;
    int low = n->low[by] + n->low[other], high = n->high[by] + n->high[other];
    if (high - low >= extent)
        return NULL;
    return expr_add(m->pool,
                    expr_add(m->pool, expr_loop_var(m->pool, n->var[by]),
                             expr_loop_var(m->pool, n->var[other])),
                    expr_int(m->pool, random_in(m->r, -low, extent - 1 - high)));
}

const reference *random_reference(maker *m, const nest *n, const variable *v, bool is_write)
{
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    int turn = n->depth > 1 && random_in(m->r, 0, 5) == 0 ? random_in(m->r, 1, n->depth - 1) : 0;
    ref->var = v;
    for (int d = 0; d < v->rank; d++) {
        int by = n->depth ? (d + turn) % (n->depth > v->rank ? n->depth : v->rank) : 0;
        int extent = random_value(v->extent[d]);
        const expr *value = by < n->depth ? sum_of_two(m, n, by, extent) : NULL;
        if (!value && (by >= n->depth || random_in(m->r, 0, is_write ? 11 : 7) == 0))
            value = random_number(m, random_in(m->r, 0, extent - 1));
        else if (!value)
            value =
                expr_add(m->pool, expr_loop_var(m->pool, n->var[by]), distance(m, n, by, extent));
        ref->sub[d] = (subscript){SUBSCRIPT_VALUE, value};
    }
    if (m->has_unknown && !is_write && random_in(m->r, 0, 7) == 0) {
        ref->sub[random_in(m->r, 0, v->rank - 1)] = (subscript){SUBSCRIPT_INDIRECT, NULL};
        m->uses_unknown = true;
    }
    return ref;
}

const variable *random_choice(maker *m)
{
    return m->arrays.data[random_in(m->r, 0, m->arrays.count - 1)];
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
    const variable *from = random_choice(m);
    for (int i = 0; i < *count; i++) {
        if (random_in(m->r, 0, 2) == 0)
            from = random_choice(m);
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
    st->write = random_reference(m, n, random_choice(m), true);
    if (through)
        read_scalar(m, st, m->temporary);
    else if (random_in(m->r, 0, 7) == 0)
        read_scalar(m, st, random_in(m->r, 0, 1) ? m->scalar : m->carried);
}

/* Appends a use of a scalar that the iteration before has set, and sets it. */
static void make_carried(maker *m, const nest *n, node **head, node **tail)
{
    node *use = new_statement(m, n), *set = new_statement(m, n);
    use->u.stmt.write =
        random_reference(m, n, m->arrays.data[random_in(m->r, 0, m->arrays.count - 1)], true);
    read_scalar(m, &use->u.stmt, m->carried);
    set->u.stmt.scalar = m->carried;
    if (random_in(m->r, 0, 1)) { /* of what this iteration has computed */
        set->u.stmt.reads = arena_copy(m->ctx->arena, &use->u.stmt.write, sizeof(reference *));
        set->u.stmt.read_count = 1;
    }
    if (random_in(m->r, 0, 1))
        read_scalar(m, &set->u.stmt, m->carried);
    node_append(head, tail, use);
    node_append(head, tail, set);
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

static node *make_body_of(maker *m, const nest *n)
{
    node *list = make_list(m, n, 2), *last = list;
    while (last->next)
        last = last->next;
    if (random_in(m->r, 0, 5) == 0)
        make_carried(m, n, &list, &last);
    return list;
}

/* Puts a loop's body, or all of it, under a condition; or statements beside it. */
static node *make_loops(maker *m, nest *n, int depth)
{
    if (n->depth == depth)
        return make_body_of(m, n);
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

node *random_nest(maker *m)
{
    nest n = {0};
    return make_loops(m, &n, m->is_deep ? random_in(m->r, 2, 3) : random_in(m->r, 0, 4) ? 2 : 1);
}

static node *make_part(maker *m)
{
    if (m->is_moving || random_in(m->r, 0, 3) == 0)
        return random_forall(m, m->is_moving);
    int kind = random_in(m->r, 0, 9);
    if (m->is_dynamic && random_in(m->r, 0, 1))
        return random_in(m->r, 0, 4) ? random_remaps(m) : random_remap_branches(m);
    if (kind == 0)
        return random_independent(m);
    if (kind == 1)
        return random_scatter(m);
    if (kind == 2 && !m->power)
        return random_mirror(m);
    if (kind >= 8 && !m->power)
        return random_wave(m);
    return m->callee && kind < 5 ? random_call(m) : random_nest(m);
}

static void append_list(node **head, node **tail, node *list)
{
    for (node *next; list; list = next) {
        next = list->next;
        list->next = NULL;
        node_append(head, tail, list);
    }
}

/* Repeats the list, as a loop over t or, where that is not read, as a while. */
static node *make_time(maker *m, const loop_var *t, node *list)
{
    int last = random_in(m->r, 0, 2);
    if (m->is_dynamic && random_in(m->r, 0, 9) == 0)
        last = -1; /* never */
    bool is_while = !m->has_power && random_in(m->r, 0, 3) == 0;
    node *n = node_new(m->ctx, is_while ? NODE_WHILE : NODE_LOOP, (source_range){0});
    if (is_while) {
        /* What is fetched before it is not counted by iterations: so all parts of a
         * loop whose first iteration is apart must run. */
        last = m->is_dynamic ? 1 + (last & 1) : last;
        n->u.whil.trips = random_number(m, last + 1);
        n->u.whil.body = list;
        return n;
    }
    n->u.loop.range =
        (loop_range){t, expr_int(m->pool, 0), random_number(m, last), expr_int(m->pool, 1)};
    n->u.loop.is_exact = true;
    n->u.loop.body = list;
    return n;
}

static node *make_body(maker *m)
{
    node *head = NULL, *tail = NULL;
    const loop_var *t = expr_new_loop_var(m->pool, "t", (source_range){0});
    bool has_time = random_in(m->r, 0, 1);
    if (has_time && random_in(m->r, 0, 2) == 0)
        m->power = expr_power(m->pool, 2, expr_loop_var(m->pool, t));
    m->has_power = m->power != NULL;
    for (int i = random_in(m->r, 1, m->is_dynamic ? 4 : 3); i > 0; i--)
        append_list(&head, &tail, make_part(m));
    m->power = NULL;
    if (!has_time)
        return head;
    node *time = make_time(m, t, head);
    head = tail = NULL;
    if (m->is_dynamic && random_in(m->r, 0, 4) == 0) /* a loop within a loop */
        time = make_time(m, expr_new_loop_var(m->pool, "r", (source_range){0}), time);
    if (random_in(m->r, 0, 1))
        append_list(&head, &tail, make_part(m));
    node_append(&head, &tail, time);
    if (random_in(m->r, 0, 1))
        append_list(&head, &tail, make_part(m));
    return head;
}

random_program random_program_make(fp_context *ctx, random_source *r)
{
    maker m = {.ctx = ctx, .r = r, .pool = expr_pool_new(ctx)};
    m.is_moving = random_in(r, 0, 4) == 0;
    m.is_deep = random_in(r, 0, 4) == 0;
    m.is_symbolic = random_in(r, 0, 1);
    m.has_unknown = random_in(r, 0, 9) == 0;
    m.is_dynamic = !m.is_moving && random_in(r, 0, 2) == 0;
    m.grid = random_grid(&m);
    m.part = random_in(r, 0, 2) ? NULL : random_part(&m);
    m.scalar = random_variable(&m, "s");
    m.temporary = random_variable(&m, "temporary");
    m.carried = random_variable(&m, "carried");
    for (int i = random_in(r, 1, 3); i > 0; i--) {
        const variable *v = random_array(&m);
        VEC_PUSH(ctx->arena, &m.arrays, v);
    }
    if (m.templates.count == 0)
        random_template(&m);
    if (!m.is_moving && random_in(r, 0, 4) == 0)
        random_function(&m);
    function *f = ARENA_NEW(ctx->arena, function);
    f->name = "main";
    f->has_body = f->has_distributed = true;
    f->body = make_body(&m);
    f->next = m.callee;
    program *p = ARENA_NEW(ctx->arena, program);
    const proc_grid **grids = ARENA_ARRAY(ctx->arena, 2, const proc_grid *);
    const function **entries = ARENA_ARRAY(ctx->arena, 1, const function *);
    grids[0] = m.grid;
    grids[1] = m.part;
    entries[0] = f;
    *p = (program){.ctx = ctx,
                   .pool = m.pool,
                   .spelling = m.is_moving ? DIALECT_XMP : DIALECT_HPF,
                   .grid_count = m.part ? 2 : 1,
                   .grids = grids,
                   .template_count = m.templates.count,
                   .templates = m.templates.data,
                   .redistribution_count = m.redistributions.count,
                   .redistributions = m.redistributions.data,
                   .variable_count = m.variables.count,
                   .variables = m.variables.data,
                   .functions = f,
                   .entry_count = 1,
                   .entries = entries};
    return (random_program){.program = p, .entry = f, .has_unknown = m.uses_unknown};
}

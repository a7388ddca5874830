#include <string.h>

#include "estimator/block/charges.h"
#include "estimator/evaluate/evaluation.h"
#include "estimator/formula/builder.h"
#include "estimator/result/check_sizes.h"
#include "estimator/result/tally.h"
#include "estimator/simulate/interpret.h"
#include "program/expr/integer.h"

/* A formula is made at one size, where numbers may be equal by chance, and where nothing shows what
 * happens at the ends of blocks. So it is held against evaluations at others that its conditions
 * admit, part by part. What differs there gets the condition that keeps it out, if one of a few
 * kinds does and admits what agrees; else it is open, as a number of these sizes. */

enum {
    PROBES_MOST = 128,
    PLACES_MOST = 1024,    /* processors of one that is tried */
    STEPS_MOST = 20000000, /* iterations made one by one, of all of them */
    LATER = 1000           /* a processor is later by more than this part of the time */
};

/* What a condition may be of. */
typedef enum quantity_kind { OF_SIZE, OF_BLOCK, OF_EXTENT, OF_TEST } quantity_kind;

typedef struct probe_quantity {
    quantity_kind kind;
    const expr *x;
} probe_quantity;

typedef struct probe {
    const char *label; /* "N = 642"; null: the formula's own sizes */
    bool is_shape;     /* with other processors */
    bool is_out;       /* a condition keeps it out */
    int64_t *value;    /* by quantity */
    bool *differs;     /* by unit and part; the last: another processor is later */
    bool is_later;     /* one is, by however little */
} probe;

typedef struct prober {
    builder *b;
    const estimate *result;
    const bindings *values;
    const proc_grid *grid; /* whose extents are varied, or null */
    int coord[MAX_RANK], extent[MAX_RANK];
    VEC(probe_quantity) quantities;
    estimator *est;
    int64_t steps; /* so far */
    int parts;     /* entries of `differs` but the last */
    VEC(probe) probes;
} prober;

static bool is_misses(const formula_term *t)
{
    return !t->times && !strncmp(t->why, "cache misses", strlen("cache misses"));
}

/* --- One evaluation ----------------------------------------------------------------- */

/* The processor that is where the builder's is: as far from the nearer end of each axis. */
static int rank_there(const prober *p, const run *r)
{
    int at[MAX_RANK];
    if (!p->grid)
        return p->b->rank;
    for (int k = 0; k < p->grid->rank; k++) {
        const int extent = env_extent(r->env, p->grid, k);
        at[k] = p->coord[k] > 0 && p->coord[k] == p->extent[k] - 1 ? extent - 1 : p->coord[k];
        if (at[k] >= extent)
            return -1;
    }
    return env_rank_at(r->env, p->grid, at);
}

/* Are the closed terms what was charged? What caches miss is none of them. */
static bool is_charged(const prober *p, const run *r, const aag_unit *u, formula_part part,
                       const tally *charged, int128 sum)
{
    const composition compose = r->est->machine->processing->compose;
    const bool hides = compose == COMPOSE_OUT_OF_ORDER || compose == COMPOSE_SUPERSCALAR;
    const bool has_caches = p->b->r->est->level_count > 0;
    const int128 all = charged->time[part];
    if (part == FORMULA_COMPUTATION && !hides)
        return sum + charged->stalls == all;
    if (has_caches && ((part == FORMULA_COMPUTATION && charged->stalls > 0) ||
                       (part == FORMULA_OVERHEAD && aag_is_exchange(u->cls))))
        return sum <= all;
    return sum == all;
}

static void compare_parts(const prober *p, run *r, int rank, bool *differs)
{
    const aag_graph *g = p->result->graph;
    const builder *b = p->b;
    tally *charged = ARENA_ARRAY(r->scratch, g->unit_count, tally);
    int128 *sum = ARENA_ARRAY(r->scratch, p->parts, int128);
    bool *is_open = ARENA_ARRAY(r->scratch, p->parts, bool);
    tally_read(r, rank, charged);
    run_set_rank(r, rank);
    for (int i = 0; i < b->terms.count; i++) {
        const formula_term *t = &b->terms.data[i];
        const int at = t->unit->id * FORMULA_PARTS + (int)t->part;
        int128 ticks = 0;
        is_open[at] |= t->times ? !formula_term_ticks(t, r->env, &ticks) : !is_misses(t);
        sum[at] += ticks;
    }
    for (int at = 0; at < p->parts; at++)
        differs[at] = !is_open[at] && !is_charged(p, r, g->units[at / FORMULA_PARTS],
                                                  (formula_part)(at % FORMULA_PARTS),
                                                  &charged[at / FORMULA_PARTS], sum[at]);
}

/* By how much another processor is later. */
static int128 late_by(const run *r, int rank)
{
    int128 last = r->clock[rank];
    for (int i = 0; i < r->places; i++)
        last = r->clock[i] > last ? r->clock[i] : last;
    return last - r->clock[rank];
}

/* Evaluates with these values, and keeps what differs; what has no evaluation, or is not of the
 * formula's piece, is passed by. */
static void try_values(prober *p, const bindings *values, const char *label, bool is_shape)
{
    arena *a = p->b->ctx->arena;
    if (p->probes.count > PROBES_MOST || p->steps > STEPS_MOST)
        return;
    run *r = evaluation_new(p->est, values);
    if (!r || r->procs > PLACES_MOST ||
        !formula_conditions_hold(p->b->conditions.count, p->b->conditions.data, r->env))
        return;
    check_sizes(r);
    evaluation_open(r);
    if (!r->has_failed)
        interpret_list(r, p->result->graph->root);
    p->steps += r->stepped + r->counted + 1;
    const int rank = r->has_failed || r->merged ? -1 : rank_there(p, r);
    if (rank < 0)
        return;
    charges_settle(r);
    bool ok = true;
    probe one = {.label = label, .is_shape = is_shape};
    one.value = ARENA_ARRAY(a, p->quantities.count + 1, int64_t);
    one.differs = ARENA_ARRAY(a, p->parts + 1, bool);
    for (int i = 0; i < p->quantities.count; i++)
        one.value[i] = expr_eval(r->env, p->quantities.data[i].x, &ok);
    compare_parts(p, r, rank, one.differs);
    const int128 late = late_by(r, rank);
    one.is_later = late > 0;
    one.differs[p->parts] = late * LATER > r->now + r->clock[rank] + late;
    if (ok)
        VEC_PUSH(a, &p->probes, one);
}

/* --- Which ones ---------------------------------------------------------------------- */

static void try_size(prober *p, const param *name, int64_t value)
{
    const bindings *own = p->values;
    binding *set = ARENA_ARRAY(p->b->ctx->arena, own->count + 1, binding);
    bindings there = *own;
    if (value < 0)
        return;
    there.count = 0;
    for (int i = 0; i < own->count; i++)
        if (!expr_is_set_by(name, own->set[i].name))
            set[there.count++] = own->set[i];
    set[there.count++] = (binding){name->name, value};
    there.set = set;
    try_values(p, &there, arena_printf(p->b->ctx->arena, "%s = %lld", name->name, (long long)value),
               false);
}

/* Can it be said what the size is? What others define follows these. */
static bool is_free(const prober *p, const param *name)
{
    int64_t value;
    return !name->value || expr_is_int(name->value, &value) || run_is_set_by_user(p->b->r, name);
}

/* Near ones first, those with as even blocks, then far ones; of each size one after the other. */
static void try_sizes(prober *p)
{
    enum { STEP, BLOCKS, TIMES, VALUE };
    static const struct {
        int kind, by;
    } ways[] = {{STEP, 1},    {STEP, -1}, {BLOCKS, 1}, {BLOCKS, -1}, {TIMES, 2}, {VALUE, 0},
                {STEP, 2},    {STEP, -2}, {BLOCKS, 2}, {TIMES, -2},  {VALUE, 1}, {VALUE, 2},
                {BLOCKS, -2}, {STEP, 3},  {STEP, -3},  {VALUE, 3},   {STEP, 4},  {BLOCKS, 3}};
    int most = 1;
    for (int k = 0; p->grid && k < p->grid->rank; k++)
        most = p->extent[k] > most ? p->extent[k] : most;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        for (int k = 0; k < p->result->parameter_count; k++) {
            const parameter_value *at = &p->result->parameters[k];
            const int64_t v = at->value, by = ways[i].by;
            if (!is_free(p, at->param))
                continue;
            const int64_t there = ways[i].kind == STEP     ? v + by
                                  : ways[i].kind == BLOCKS ? v + by * most
                                  : ways[i].kind == VALUE  ? by
                                  : by > 0                 ? v * by
                                                           : v / -by;
            if (there != v)
                try_size(p, at->param, there);
        }
}

static void try_shape(prober *p, int axis, int times, int plus)
{
    bindings there = *p->values;
    const char *label = "";
    there.procs_rank = p->grid->rank;
    for (int k = 0; k < p->grid->rank; k++) {
        const bool is_varied = axis < 0 || axis == k;
        there.procs[k] = !is_varied  ? p->extent[k]
                         : times > 0 ? p->extent[k] * times + plus
                                     : p->extent[k] / -times;
        if (there.procs[k] < 1)
            return;
        label = arena_printf(p->b->ctx->arena, "%s%s%d", label, k ? " × " : "", there.procs[k]);
    }
    label = arena_printf(p->b->ctx->arena, "%s processors", label);
    try_values(p, &there, label, true);
}

static void try_shapes(prober *p)
{
    if (!p->grid)
        return;
    for (int axis = p->grid->rank > 1 ? -1 : 0; axis < p->grid->rank; axis++) {
        try_shape(p, axis, 2, 0);
        try_shape(p, axis, 1, 1);
        try_shape(p, axis, 1, -1);
        try_shape(p, axis, -2, 0);
    }
}

/* --- What follows --------------------------------------------------------------------- */

static bool is_failing(const probe *one, int at)
{
    return one->label && !one->is_out && one->differs[at];
}

/* The largest value of a quantity where something differs, if that is below the formula's own, and
 * the least above it where nothing is known to differ. */
static bool find_gap(const prober *p, int q, int at, int64_t *last, int64_t *least)
{
    *least = p->probes.data[0].value[q];
    *last = INT64_MIN;
    for (int i = 1; i < p->probes.count; i++)
        if (is_failing(&p->probes.data[i], at))
            *last = int_max(*last, p->probes.data[i].value[q]);
    if (*last >= *least)
        return false;
    for (int i = 1; i < p->probes.count; i++)
        if (!p->probes.data[i].is_out && p->probes.data[i].value[q] > *last)
            *least = int_min(*least, p->probes.data[i].value[q]);
    return true;
}

/* How many evaluations a condition would keep out that agree. */
static int loss_of(const prober *p, int q, int at, int64_t least)
{
    int count = 0;
    for (int i = 1; i < p->probes.count; i++) {
        const probe *one = &p->probes.data[i];
        count += !one->is_out && !one->differs[at] && one->value[q] < least;
    }
    return count;
}

/* Makes the gap of a size as small as a few more evaluations can. */
static void close_gap(prober *p, int q, int at, int64_t last, int64_t *least)
{
    enum { TIMES = 16 };
    for (int i = 0; i<TIMES && * least - last> 1; i++) {
        const int64_t middle = last + (*least - last) / 2;
        const int count = p->probes.count;
        try_size(p, p->quantities.data[q].x->u.param, middle);
        const bool is_known = p->probes.count > count;
        if (is_known && !p->probes.data[count].differs[at])
            *least = middle;
        else
            last = middle;
    }
}

static bool is_all_shapes(const prober *p, int at)
{
    for (int i = 1; i < p->probes.count; i++)
        if (is_failing(&p->probes.data[i], at) && !p->probes.data[i].is_shape)
            return false;
    return true;
}

/* Adds the condition that keeps out what differs, and the least of what agrees; false: none of
 * these does. */
static bool explain(prober *p, int at)
{
    builder *b = p->b;
    int best = -1, best_loss = 0;
    int64_t last, least, best_last = 0, best_least = 0;
    for (int q = 0; q < p->quantities.count; q++) {
        if (!find_gap(p, q, at, &last, &least))
            continue;
        const int loss = loss_of(p, q, at, least);
        if (best >= 0 && loss >= best_loss)
            continue;
        best = q, best_loss = loss, best_last = last, best_least = least;
    }
    if (best >= 0) {
        const probe_quantity *of = &p->quantities.data[best];
        if (of->kind == OF_SIZE)
            close_gap(p, best, at, best_last, &best_least);
        resolve_condition(b,
                          of->kind == OF_TEST
                              ? of->x
                              : expr_logic(b->pool, EXPR_LE, expr_int(b->pool, best_least), of->x));
        for (int i = 1; i < p->probes.count; i++)
            p->probes.data[i].is_out |= p->probes.data[i].value[best] < best_least;
        return true;
    }
    if (!is_all_shapes(p, at))
        return false;
    resolve_fixed_shape(b, p->grid);
    for (int i = 1; i < p->probes.count; i++)
        p->probes.data[i].is_out |= p->probes.data[i].is_shape;
    return true;
}

/* The closed terms of a unit's part become a number. */
static void open_part(prober *p, int at, const char *label)
{
    builder *b = p->b;
    const aag_unit *u = p->result->graph->units[at / FORMULA_PARTS];
    formula_term open = {.unit = u,
                         .where = u->where,
                         .part = (formula_part)(at % FORMULA_PARTS),
                         .why = arena_printf(b->ctx->arena, "not so at %s", label)};
    int kept = 0;
    for (int i = 0; i < b->terms.count; i++) {
        const formula_term *t = &b->terms.data[i];
        if (t->unit == u && t->part == open.part && t->times)
            open.ticks += t->ticks;
        else
            b->terms.data[kept++] = *t;
    }
    b->terms.count = kept;
    VEC_PUSH(b->ctx->arena, &b->terms, open);
}

static void settle_part(prober *p, int at)
{
    const char *label = NULL;
    if (p->probes.data[0].differs[at])
        return;
    for (int i = 1; i < p->probes.count && !label; i++)
        label = is_failing(&p->probes.data[i], at) ? p->probes.data[i].label : NULL;
    if (!label || explain(p, at))
        return;
    if (at == p->parts)
        p->b->later = label;
    else
        open_part(p, at, label);
}

/* What the conditions admit of later processors, of the same number of them. */
static void settle_later(prober *p)
{
    for (int i = 1; i < p->probes.count && !p->b->later_at_all; i++) {
        const probe *one = &p->probes.data[i];
        if (one->is_later && !one->is_out && !one->is_shape)
            p->b->later_at_all = one->label;
    }
}

/* --- All of it ------------------------------------------------------------------------- */

static void add_quantity(prober *p, quantity_kind kind, const expr *x)
{
    VEC_PUSH(p->b->ctx->arena, &p->quantities, ((probe_quantity){kind, x}));
}

/* Strides that do not divide a block begin in each at another place. */
static void add_remainders(prober *p, const expr *x)
{
    builder *b = p->b;
    int64_t value;
    for (int by = 2; by <= 4 && resolve_value(b, x, &value); by++)
        add_quantity(p, OF_TEST,
                     expr_logic(b->pool, EXPR_EQ, expr_mod(b->pool, x, expr_int(b->pool, by)),
                                expr_int(b->pool, int_floor_mod(value, by))));
}

/* In the order in which conditions are looked for. */
static void set_quantities(prober *p)
{
    builder *b = p->b;
    for (int i = 0; i < b->names.count; i++) {
        const formula_name *n = &b->names.data[i];
        if (!n->is_doubling)
            add_quantity(p, OF_TEST,
                         expr_logic(b->pool, EXPR_EQ, n->of,
                                    expr_mul(b->pool, n->by, expr_param(b->pool, n->name))));
    }
    for (int k = 0; k < p->result->parameter_count; k++)
        if (is_free(p, p->result->parameters[k].param))
            add_quantity(p, OF_SIZE, expr_param(b->pool, p->result->parameters[k].param));
    for (int i = 0; i < b->names.count; i++)
        if (!b->names.data[i].is_doubling)
            add_quantity(p, OF_BLOCK, expr_param(b->pool, b->names.data[i].name));
    for (int k = 0; p->grid && k < p->grid->rank; k++)
        add_quantity(p, OF_EXTENT, expr_extent(b->pool, p->grid, k));
    for (int i = 0; i < b->names.count; i++)
        if (!b->names.data[i].is_doubling)
            add_remainders(p, expr_param(b->pool, b->names.data[i].name));
    for (int k = 0; k < p->result->parameter_count; k++)
        if (is_free(p, p->result->parameters[k].param))
            add_remainders(p, expr_param(b->pool, p->result->parameters[k].param));
}

void probe_terms(builder *b, const estimate *result, const bindings *values,
                 const estimate_options *options)
{
    fp_context aside = *b->ctx;
    aside.diags = diag_list_new(b->ctx->arena);
    estimate_options quick = {.overlap = -1};
    if (options)
        quick = *options;
    quick.memory = MEMORY_PAPER; /* the cheapest: what is missed is not asked */
    quick.tell = NULL;
    quick.observer = NULL;
    prober p = {.b = b, .result = result, .values = values};
    p.parts = result->graph->unit_count * FORMULA_PARTS;
    p.grid = place_grid(b);
    for (int k = 0; p.grid && k < p.grid->rank; k++) {
        p.coord[k] = env_coord(b->r->env, p.grid, k, b->rank);
        p.extent[k] = env_extent(b->r->env, p.grid, k);
    }
    if (b->r->merged || b->r->procs > PLACES_MOST)
        return;
    set_quantities(&p);
    p.est = estimator_new(&aside, result->graph, result->machine, &quick);
    try_values(&p, values, NULL, false);
    if (p.probes.count != 1)
        return;
    try_shapes(&p);
    try_sizes(&p);
    b->tried = p.probes.count - 1;
    for (int at = 0; at <= p.parts; at++)
        settle_part(&p, at);
    settle_later(&p);
}

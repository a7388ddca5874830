#include "estimator/block/alike_places.h"

/* In a loop that communicates, what a block does on a processor goes with the loop's variable:
 * how many iterations of a split loop are left, who owns the pivot's column. All the same, each
 * such question is about the processor's coordinate on one axis, and coordinates have few different
 * answers. Places whose coordinates have the same answers are counted once. */

/* --- What is asked ----------------------------------------------------------------- */

typedef VEC(block_ask) ask_vec;

typedef struct asking {
    estimator *est;
    ask_vec asks;
    bool is_lost; /* something depends on the processor in another way */
} asking;

static void ask(asking *q, block_ask what)
{
    for (int i = 0; i < q->asks.count; i++) {
        const block_ask *known = &q->asks.data[i];
        if (known->kind == what.kind && known->grid == what.grid && known->axis == what.axis &&
            known->trips == what.trips && known->at == what.at)
            return;
    }
    VEC_PUSH(q->est->ctx->arena, &q->asks, what);
}

/* Is it a count at a coordinate, of numbers that are the same for all processors? */
static bool is_count_at_coord(const expr *x)
{
    bool is = x->kind == EXPR_COUNT && x->u.op.operand[5]->kind == EXPR_COORD;
    for (int i = 0; i < 5 && is; i++)
        is = !x->u.op.operand[i]->uses_coord;
    return is;
}

static void ask_value(asking *q, const expr *x)
{
    if (!x || !x->uses_coord)
        return;
    if (x->kind == EXPR_COORD) {
        ask(q, (block_ask){.kind = ASK_COORD, .grid = x->u.on.grid, .axis = x->u.on.axis});
    } else if (is_count_at_coord(x)) {
        const expr *at = x->u.op.operand[5];
        ask(q, (block_ask){ASK_COUNT, at->u.on.grid, at->u.on.axis, x, NULL});
    } else {
        bool is_below = false;
        for (int i = 0; i < expr_operand_count(x); i++) {
            is_below |= x->u.op.operand[i]->uses_coord;
            ask_value(q, x->u.op.operand[i]);
        }
        q->is_lost |= !is_below;
    }
}

static bool axis_uses_coord(const home_axis *at)
{
    const axis_map *m = &at->map;
    const expr *all[] = {at->index, at->last, m->stride, m->offset, m->block, m->lower, m->extent};
    bool uses = false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        uses |= all[i] && all[i]->uses_coord;
    return uses;
}

static void ask_home(asking *q, const home *at)
{
    for (int k = 0; at && at->grid && k < at->grid->rank; k++) {
        const home_axis *axis = &at->axis[k];
        bool is_free = !axis->is_restricted || axis->map.source == AXIS_REPLICATED;
        q->is_lost |= !is_free && axis_uses_coord(axis);
        ask(q, (block_ask){ASK_HOME, at->grid, k, NULL, is_free ? NULL : axis});
    }
}

static void ask_unit(asking *q, const aag_unit *u)
{
    const unit_info *info = &q->est->unit[u->id];
    if (aag_is_iteration(u->cls)) {
        q->is_lost |= (info->body & info->var) != 0;
        ask_value(q, u->trips);
    } else if (aag_is_condition(u->cls)) {
        ask_home(q, u->on);
        ask_value(q, u->test);
    }
    for (int i = 0; i < u->step_count && u->cls == AAG_SEQ; i++)
        ask_home(q, &info->steps[i].at);
}

void alike_places_analyse(estimator *est)
{
    for (int i = 0; i < est->block_count; i++) {
        block_info *b = &est->blocks[i];
        asking q = {.est = est};
        b->ask_count = -1;
        if (b->count_class >= 0 || est->unit[b->unit->id].is_rank_free)
            continue;
        for (int id = b->unit->id; id <= b->unit->last; id++)
            ask_unit(&q, est->graph->units[id]);
        if (q.is_lost)
            continue;
        b->ask_count = q.asks.count;
        b->asks = q.asks.data;
    }
}

/* --- Answers ----------------------------------------------------------------------- */

/* One axis: coordinates by their answers. */
typedef struct axis_answers {
    const proc_grid *grid;
    int axis;
    int extent;
    int kinds;
    int *kind; /* by coordinate; [extent]: of no coordinate */
} axis_answers;

/* Tells coordinates apart that have been alike, by one more answer, [extent] that of no
 * coordinate. */
static void refine(arena *a, axis_answers *x, const int64_t *answer)
{
    enum { KINDS_FEW = 256 }; /* so many are looked for one by one */
    typedef struct kind_of {
        int kind;
        int64_t answer;
    } kind_of;
    kind_of *known = ARENA_ARRAY(a, x->extent + 1, kind_of);
    int count = 0, last = 0;
    for (int c = 0; c <= x->extent && count < KINDS_FEW; c++) {
        const kind_of own = {x->kind[c], answer[c]};
        if (!count || known[last].kind != own.kind || known[last].answer != own.answer)
            for (last = 0; last < count; last++)
                if (known[last].kind == own.kind && known[last].answer == own.answer)
                    break;
        if (last == count)
            known[count++] = own;
        x->kind[c] = last;
    }
    x->kinds = count;
    if (count < KINDS_FEW)
        return;
    for (int c = 0; c <= x->extent; c++)
        x->kind[c] = c;
    x->kinds = x->extent + 1;
}

static bool answer_count(run *r, arena *a, const expr *trips, int extent, int64_t *answer)
{
    count_stretches s = {0};
    if (!env_count_stretches(r->env, trips, a, &s))
        return false;
    for (int i = 0; i < s.count; i++) {
        int end = i + 1 < s.count ? s.at[i + 1].first : extent;
        for (int c = s.at[i].first; c < end && c < extent; c++)
            answer[c] = s.at[i].count;
    }
    answer[extent] = 0;
    return true;
}

/* As run_at_home, of one axis. */
static bool answer_home(run *r, const home_axis *at, int extent, int64_t *answer)
{
    dim_mapping dim;
    bool ok = true;
    int64_t index = 0, last = 0, step = at && at->step ? at->step : 1;
    if (at && (!env_dim_mapping(r->env, &at->map, &dim, &ok) || !run_value(r, at->index, &index) ||
               (at->last && !run_value(r, at->last, &last))))
        return false;
    const int owner = at && !at->last ? mapping_owner(&dim, index) : -1;
    for (int c = 0; c < extent; c++)
        answer[c] = !at        ? 1
                    : at->last ? mapping_local_count(&dim, (section){index, last, step}, c) != 0
                               : owner == c;
    answer[extent] = 0;
    return true;
}

static bool answer_one(run *r, arena *a, const block_ask *q, axis_answers *x)
{
    int64_t *answer = ARENA_ARRAY(a, x->extent + 1, int64_t);
    for (int c = 0; c <= x->extent && q->kind == ASK_COORD; c++)
        answer[c] = c;
    if (q->kind == ASK_COUNT && !answer_count(r, a, q->trips, x->extent, answer))
        return false;
    if (q->kind == ASK_HOME && !answer_home(r, q->at, x->extent, answer))
        return false;
    refine(a, x, answer);
    return true;
}

static axis_answers *axis_of(run *r, arena *a, const block_ask *q, axis_answers *axes, int *count)
{
    for (int i = 0; i < *count; i++)
        if (axes[i].grid == q->grid && axes[i].axis == q->axis)
            return &axes[i];
    axis_answers *x = &axes[(*count)++];
    *x = (axis_answers){.grid = q->grid, .axis = q->axis, .kinds = 1};
    x->extent = run_coords(r, q->grid).extent[q->axis];
    x->kind = ARENA_ARRAY(a, x->extent + 1, int);
    return x;
}

/* --- Places ------------------------------------------------------------------------ */

static int *number_places(run *r, arena *a, const axis_answers *axes, int axis_count,
                          int64_t combinations, int *count)
{
    int *of = ARENA_ARRAY(a, r->places, int), *number = ARENA_ARRAY(a, combinations, int);
    const int **coords = ARENA_ARRAY(a, axis_count + 1, const int *);
    for (int i = 0; i < axis_count; i++)
        coords[i] = run_coords(r, axes[i].grid).coord + axes[i].axis;
    *count = 0;
    for (int p = 0; p < r->places; p++) {
        const int rank = run_rank(r, p);
        int64_t key = 0;
        for (int i = 0; i < axis_count; i++) {
            int coord = coords[i][rank * axes[i].grid->rank];
            key = key * axes[i].kinds + axes[i].kind[coord < 0 ? axes[i].extent : coord];
        }
        if (!number[key])
            number[key] = ++*count;
        of[p] = number[key] - 1;
    }
    return of;
}

int *alike_places_find(run *r, const block_info *b, arena *a, int *count)
{
    if (b->ask_count < 0 || r->rank_vars.count || r->est->options.explicit_clocks)
        return NULL;
    axis_answers *axes = ARENA_ARRAY(a, b->ask_count + 1, axis_answers);
    int axis_count = 0;
    int64_t combinations = 1;
    for (int i = 0; i < b->ask_count; i++)
        if (!answer_one(r, a, &b->asks[i], axis_of(r, a, &b->asks[i], axes, &axis_count))) {
            /* What has no value may never be executed: whoever does will report it. */
            env_forget_failure(r->env);
            return NULL;
        }
    for (int i = 0; i < axis_count; i++) {
        combinations *= axes[i].kinds;
        if (combinations > 4 * (int64_t)r->places + 64)
            return NULL;
    }
    return number_places(r, a, axes, axis_count, combinations, count);
}

/* Needs, symbolic, to shapes, numeric.
 *
 * Where a need is not separable as it stands - a subscript of two loops, bounds
 * that depend on another loop of the range, min, max, select, division or modulo
 * - it is read again piece by piece while the pieces fit into one batch: each
 * value of a short loop for itself, or a loop cut where another operand of the
 * min holds, or, of a division, every m-th value together, which it makes no longer round. What
 * then remains is bounded.
 *
 * Pieces of which the same is left to read touch the same elements: of those one is read. So
 * a loop that only says how often the others run, or that all occur in as a sum, is read as often
 * as it makes a difference, and not once for each combination of values. */

#include "program/expr/integer.h"
#include "program/transfer/internal.h"

enum {
    PIECES_MOST = 1 << 16, /* pieces that are known again */
    TRIES_MOST = 1 << 14   /* of reading a communication's needs in pieces */
};

static int64_t evaluate(problem *p, const expr *x)
{
    return expr_eval(p->e, x, p->ok);
}

/* Reads a bound as a number: exact, or `most` or least over the outer loops. */
static bool read_bound(nest *t, int r, const expr *x, bool most, int64_t *value)
{
    if (!nest_ranges(t, x)) {
        *value = evaluate(t->p, x);
        return true;
    }
    int64_t low, high;
    t->is_boxed[r] = true;
    nest_mix(t, x);
    if (!nest_interval(t, x, &low, &high))
        return false;
    *value = most ? high : low;
    return true;
}

static void find_open(nest *t)
{
    t->open = 0;
    for (int r = 0; r < t->n->range_count; r++) {
        if (t->is_open[r])
            t->open |= loop_var_bit(t->n->range[r].var);
    }
}

/* The values of loop r; false when it has none. */
static bool read_loop(nest *t, int r, loop_cut cut)
{
    const loop_range *range = &t->n->range[r];
    progression *v = &t->loop[r];
    int64_t upper = 0;
    *v = (progression){0, 1, -1};
    if (nest_ranges(t, range->step)) {
        nest_mix(t, range->step);
        t->is_boxed[r] = true;
    } else {
        v->step = env_step(t->p->e, range, LOOP_BY_STEP, t->p->ok);
        if (v->step == 0)
            return false;
        bool is_down = v->step < 0;
        bool is_known = read_bound(t, r, range->lower, is_down, &v->first);
        is_known = read_bound(t, r, range->upper, !is_down, &upper) && is_known;
        if (nest_ranges(t, range->lower))
            v->step = is_down ? -1 : 1; /* it may begin anywhere */
        if (is_known)
            v->count = section_count((section){v->first, upper, v->step});
    }
    if (cut.count >= 0 && v->count >= 0) {
        v->first += v->step * cut.first;
        v->count = cut.count;
    }
    if (cut.count >= 0 && v->count >= 0 && cut.stride > 1) {
        t->base[r] = v->first;
        t->times[r] = v->step * cut.stride;
        *v = (progression){0, 1, cut.count};
    }
    if (v->count == 1 && !t->is_boxed[r]) {
        env_set_loop_var(t->p->e, range->var, t->base[r] + t->times[r] * v->first);
        *v = (progression){0, 1, 1}; /* nothing refers to it */
        t->is_open[r] = false;
        find_open(t);
    }
    return v->count != 0;
}

/* Every element of a dimension. */
static place whole_dimension(problem *p, int d)
{
    if (p->is_open_ended[d])
        *p->ok =
            env_fail(p->e, (env_fault){.kind = FAULT_ARRAY, .array = p->c->var->name, .dim = d});
    return (place){.loop = -1, .span = p->extent[d]};
}

/* The section that a subscript of several loops stays within. */
static place bounding_place(nest *t, int d, const expr *x, const affine *form)
{
    int64_t least, most, step = 0;
    if (!nest_interval(t, x, &least, &most))
        return whole_dimension(t->p, d);
    for (int i = 0; form && i < form->count; i++)
        step = int_gcd(step, form->term[i].factor * t->loop[form->term[i].loop].step);
    if (step == 0)
        step = 1;
    return (place){.loop = -1, .span = {least, step, (most - least) / step + 1}};
}

static place read_subscript(nest *t, int d, bool *is_bound)
{
    const subscript *s = &t->n->ref->sub[d];
    switch (s->kind) {
    case SUBSCRIPT_WHOLE:
        return whole_dimension(t->p, d);
    case SUBSCRIPT_INDIRECT:
        *is_bound = true;
        return whole_dimension(t->p, d);
    case SUBSCRIPT_VALUE:
        break;
    }
    affine form;
    bool is_affine = nest_affine(t, s->value, &form);
    if (is_affine && form.count == 0)
        return (place){.loop = -1, .span = {form.constant, 1, 1}};
    int64_t least, most;
    if (is_affine && form.count == 1 && nest_affine_interval(t, &form, &least, &most))
        return (place){
            .loop = form.term[0].loop, .factor = form.term[0].factor, .constant = form.constant};
    *is_bound = true;
    nest_mix(t, s->value);
    return bounding_place(t, d, s->value, is_affine ? &form : NULL);
}

static void read_home(nest *t, need_shape *s)
{
    const home *h = &t->n->at;
    problem *p = t->p;
    s->grid = h->grid;
    s->home = ARENA_ARRAY(p->a, h->grid ? h->grid->rank : 0, home_rule);
    for (int k = 0; h->grid && k < h->grid->rank; k++) {
        const home_axis *axis = &h->axis[k];
        s->is_free[k] = !axis->is_restricted || axis->map.source == AXIS_REPLICATED;
        if (s->is_free[k])
            continue;
        home_rule *rule = &s->home[s->home_count];
        *rule = (home_rule){.loop = -1};
        if (!env_dim_mapping(p->e, &axis->map, &rule->map, p->ok))
            return;
        affine form = {0};
        bool is_affine = axis->map.source == AXIS_FIXED || nest_affine(t, axis->index, &form);
        int64_t least, most;
        if (!is_affine || form.count > 1 || !nest_affine_interval(t, &form, &least, &most)) {
            s->is_bound = true; /* as if all coordinates took part */
            nest_mix(t, axis->index);
            continue;
        }
        problem_check_cells(p, &rule->map, least, most, t->at);
        rule->column = column_find(p->a, p->e, &p->columns, h->grid, k);
        rule->constant = rule->last = form.constant;
        rule->step = axis->step ? axis->step : 1;
        if (axis->last)
            rule->last = expr_eval(p->e, axis->last, p->ok);
        problem_check_cells(p, &rule->map, rule->last, rule->last, t->at);
        if (form.count == 1) {
            rule->loop = form.term[0].loop;
            rule->factor = form.term[0].factor;
        }
        s->home_count++;
    }
    if (h->grid && s->home_count == 0)
        column_find(p->a, p->e, &p->columns, h->grid, 0); /* tells who is on it */
}

static void read_pieces(problem *p, const need *n, const loop_cut *cuts, int reserved);

/* How a loop is read again: in two parts, [0, at) and [at, …), or every `stride`th value together;
 * neither: by single values. */
typedef struct cutting {
    int loop;
    int64_t at, stride;
} cutting;

static int64_t piece_count(const nest *t, const cutting *by)
{
    return by->at ? 2 : by->stride ? by->stride : t->loop[by->loop].count;
}

/* Those numbered first, first + stride, … of a part's values. */
static loop_cut part_of(const loop_cut *all, int64_t first, int64_t count, int64_t stride)
{
    const int64_t apart = all->count >= 0 && all->stride > 1 ? all->stride : 1;
    return (loop_cut){(all->count < 0 ? 0 : all->first) + apart * first, count, apart * stride};
}

/* Reads again, in pieces; `classes`: how many these make. */
static void read_cut(const nest *t, const loop_cut *cuts, int reserved, const cutting *by,
                     int64_t classes)
{
    problem *p = t->p;
    const need *n = t->n;
    const int r = by->loop;
    const int64_t count = t->loop[r].count, pieces = piece_count(t, by);
    loop_cut *cut = arena_copy(t->memory, cuts, (size_t)n->range_count * sizeof *cut);
    for (int64_t i = 0; i < pieces && *p->ok; i++) {
        if (by->at)
            cut[r] = i == 0 ? part_of(&cuts[r], 0, by->at, 1)
                            : part_of(&cuts[r], by->at, count - by->at, 1);
        else if (by->stride)
            cut[r] = part_of(&cuts[r], i, int_ceil_div(count - i, by->stride), by->stride);
        else
            cut[r] = part_of(&cuts[r], i, 1, 1);
        read_pieces(p, n, cut, reserved + (int)int_max(0, classes - 1 - i));
    }
}

/* Reads a loop in pieces; false, and nothing is read, where these are too many to be counted
 * together. Each of them may be tried in several ways, so that tries are counted. */
static bool read_exactly(const nest *t, const loop_cut *cuts, int reserved, cutting by)
{
    problem *p = t->p;
    if (p->tries++ >= TRIES_MOST)
        return false;
    int shapes = p->shapes.count, batches = p->batch_count, classes = p->class_count;
    bool is_bound = p->is_bound;
    need_class before[BATCH_NEEDS];
    memcpy(before, p->classes, sizeof before);
    const bool is_one = !by.at && !by.stride && nest_is_lone(t, by.loop);
    read_cut(t, cuts, reserved, &by, is_one ? 1 : piece_count(t, &by));
    if (!*p->ok || (p->batch_count <= 1 && p->class_count + reserved <= BATCH_NEEDS))
        return true;
    p->shapes.count = shapes;
    p->batch_count = batches;
    p->class_count = classes;
    p->is_bound = is_bound;
    memcpy(p->classes, before, sizeof before);
    residue_forget(p->pieces); /* some of those are gone */
    return false;
}

/* All loops open, and their values read; false: there are no iterations. */
static bool read_loops(problem *p, arena *a, const need *n, const loop_cut *cuts, nest *t)
{
    int loops = n->range_count;
    *t = (nest){.p = p,
                .memory = a,
                .n = n,
                .split_loop = -1,
                .stride_loop = -1,
                .base = ARENA_ARRAY(a, loops, int64_t),
                .times = ARENA_ARRAY(a, loops, int64_t),
                .loop = ARENA_ARRAY(a, loops, progression),
                .is_open = ARENA_ARRAY(a, loops, bool),
                .is_mixed = ARENA_ARRAY(a, loops, bool),
                .is_boxed = ARENA_ARRAY(a, loops, bool)};
    for (int r = 0; r < loops; r++) {
        t->loop[r].count = -1;
        t->times[r] = 1;
        t->is_open[r] = true;
    }
    find_open(t);
    for (int r = 0; r < loops; r++)
        if (!read_loop(t, r, cuts[r]) || !*p->ok)
            return false;
    return true;
}

static void read_piece(nest *t, const loop_cut *cuts, int reserved)
{
    problem *p = t->p;
    int loops = t->n->range_count;
    bool is_boxed = false;
    for (int r = 0; r < loops; r++)
        is_boxed = is_boxed || t->is_boxed[r];
    if (is_boxed) {
        int r = nest_loop_to_expand(t);
        if (r >= 0 && read_exactly(t, cuts, reserved, (cutting){.loop = r}))
            return;
    }
    need_shape *s = ARENA_NEW(p->a, need_shape);
    s->is_bound = is_boxed;
    s->rank = p->c->var->rank;
    s->at = ARENA_ARRAY(p->a, s->rank, place);
    for (int d = 0; d < s->rank; d++)
        s->at[d] = read_subscript(t, d, &s->is_bound);
    read_home(t, s);
    if (s->is_bound && !is_boxed) {
        if (t->stride_loop >= 0 &&
            read_exactly(t, cuts, reserved, (cutting){.loop = t->stride_loop, .stride = t->stride}))
            return;
        if (t->split_loop >= 0 && t->split_pieces <= VALUES_MOST &&
            read_exactly(t, cuts, reserved, (cutting){.loop = t->split_loop, .at = t->split_at}))
            return;
        int r = nest_loop_to_expand(t);
        if (r >= 0 && read_exactly(t, cuts, reserved, (cutting){.loop = r}))
            return;
    }
    s->carried = t->n->carried;
    s->loop_count = loops;
    s->loop = loops ? arena_copy(p->a, t->loop, (size_t)loops * sizeof *t->loop) : NULL;
    /* Alone it is a batch of its own, which a slice has no room for. */
    int tied = p->slice >= 0 ? shape_tied_loop(s) : -1;
    if (tied >= 0 && !t->is_boxed[tied] && t->loop[tied].count <= VALUES_MOST &&
        read_exactly(t, cuts, reserved, (cutting){.loop = tied}))
        return;
    problem_add(p, s);
}

/* Memory for a piece inside as many others as are being read; used again for the next one. */
static arena *piece_memory(problem *p)
{
    if (p->depth == p->piece_memory.count)
        VEC_PUSH(p->a, &p->piece_memory, arena_new());
    return p->piece_memory.data[p->depth];
}

static void read_part(problem *p, const need *n, const loop_cut *cuts, int reserved)
{
    nest t;
    residue left = {0};
    arena *a = piece_memory(p);
    p->depth++;
    if (read_loops(p, a, n, cuts, &t)) {
        nest_left(&t, cuts, &left);
        if (!residue_find(p->pieces, &left)) {
            read_piece(&t, cuts, reserved);
            if (!p->pieces->memory)
                p->pieces->memory = arena_new();
            if (p->pieces->count < PIECES_MOST)
                residue_keep(p->pieces, &left, p);
        }
    }
    p->depth--;
    arena_clear(a);
}

/* `reserved`: how many classes of the batch are for what is still to be read. */
static void read_pieces(problem *p, const need *n, const loop_cut *cuts, int reserved)
{
    nest t;
    bool is_part = false;
    for (int r = 0; r < n->range_count; r++)
        is_part = is_part || cuts[r].count >= 0;
    if (is_part)
        read_part(p, n, cuts, reserved);
    else if (read_loops(p, p->a, n, cuts, &t))
        read_piece(&t, cuts, reserved);
}

/* Where a loop alone says which indices of the sliced dimension are meant, leaves its
 * values of those in the slice; false: there are none. */
static bool cut_to_slice(problem *p, const need *n, loop_cut *cuts)
{
    const subscript *s = &n->ref->sub[p->slice];
    nest t;
    affine form;
    int64_t least, most, skipped;
    if (!read_loops(p, p->a, n, cuts, &t))
        return false;
    if (s->kind != SUBSCRIPT_VALUE || !nest_affine(&t, s->value, &form) || form.count != 1 ||
        !nest_affine_interval(&t, &form, &least, &most) || t.is_boxed[form.term[0].loop])
        return true;
    int r = form.term[0].loop;
    const progression *v = &t.loop[r], *part = &p->extent[p->slice];
    progression span = {form.term[0].factor * v->first + form.constant,
                        form.term[0].factor * v->step, v->count};
    span = progression_clip(span, part->first, part->first + part->count - 1, &skipped);
    cuts[r] = (loop_cut){skipped, span.count, 1};
    return span.count > 0;
}

/* Reads the need if that is exact; false: nothing has been read. */
static bool read_if_exact(problem *p, const need *n, const loop_cut *cuts, int reserved)
{
    int shapes = p->shapes.count, batches = p->batch_count, classes = p->class_count;
    const bool was_bound = p->is_bound;
    need_class before[BATCH_NEEDS];
    memcpy(before, p->classes, sizeof before);
    p->is_bound = false;
    read_pieces(p, n, cuts, reserved);
    bool is_exact = !p->is_bound && p->batch_count <= 1 && p->class_count + reserved <= BATCH_NEEDS;
    p->is_bound = was_bound;
    if (!*p->ok || is_exact)
        return true;
    p->shapes.count = shapes;
    p->batch_count = batches;
    p->class_count = classes;
    p->is_bound = true; /* what is read in its place is more */
    memcpy(p->classes, before, sizeof before);
    residue_forget(p->pieces);
    return false;
}

static void read_need(problem *p, const need *n, int reserved)
{
    loop_cut *cuts = ARENA_ARRAY(p->a, n->range_count, loop_cut);
    for (int r = 0; r < n->range_count; r++)
        cuts[r].count = -1;
    residue_table pieces = {0};
    p->pieces = &pieces;
    bool is_read = p->slice >= 0 && !cut_to_slice(p, n, cuts);
    if (!is_read && n->coarse)
        is_read = read_if_exact(p, n, cuts, reserved);
    else if (!is_read)
        read_pieces(p, n, cuts, reserved);
    p->pieces = NULL;
    arena_free(pieces.memory);
    if (!is_read && n->coarse)
        read_need(p, n->coarse, reserved);
}

void transfer_read(problem *p)
{
    const communication *c = p->c;
    for (int i = 0; i < c->need_count && *p->ok; i++) {
        const need *n = &c->needs[i];
        if (p->is_write_back && !n->at.grid)
            continue; /* everybody computed the value */
        read_need(p, n, c->need_count - 1 - i);
    }
    for (int i = 0; i < p->piece_memory.count; i++)
        arena_free(p->piece_memory.data[i]);
    p->piece_memory.count = 0;
}

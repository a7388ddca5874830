/* Shapes of one batch to factors: per array dimension, what each need touches
 * as a progression, which part of it each receiver's home owns, and who the
 * source says owns an element. */

#include "program/expr/integer.h"
#include "program/transfer/internal.h"

int column_find(arena *a, env *e, column_vec *columns, const proc_grid *grid, int axis)
{
    for (int i = 0; i < columns->count; i++)
        if (columns->data[i].grid == grid && columns->data[i].axis == axis)
            return i;
    key_column c = {.grid = grid, .axis = axis, .extent = env_extent(e, grid, axis), .stride = 1};
    for (int k = axis + 1; k < grid->rank; k++)
        c.stride *= env_extent(e, grid, k);
    c.size = env_grid_size(e, grid);
    c.place = env_find_grid(e, grid);
    VEC_PUSH(a, columns, c);
    return columns->count - 1;
}

int shape_tied_loop(const need_shape *s)
{
    for (int d = 1; d < s->rank; d++)
        for (int before = 0; before < d; before++)
            if (s->at[d].loop >= 0 && s->at[d].loop == s->at[before].loop)
                return s->at[d].loop;
    return -1;
}

progression progression_clip(progression s, int64_t lower, int64_t upper, int64_t *skipped)
{
    int64_t from = 0, to = s.count - 1;
    if (s.step > 0) {
        from = int_max(from, int_ceil_div(lower - s.first, s.step));
        to = int_min(to, int_floor_div(upper - s.first, s.step));
    } else if (s.step < 0) {
        from = int_max(from, int_ceil_div(s.first - upper, -s.step));
        to = int_min(to, int_floor_div(s.first - lower, -s.step));
    } else if (s.first < lower || s.first > upper) {
        to = -1;
    }
    *skipped = from;
    return (progression){s.first + s.step * from, s.step, to < from ? 0 : to - from + 1};
}

static progression clip_to_array(const problem *p, int d, progression s, int64_t *skipped)
{
    const progression *x = &p->extent[d];
    return progression_clip(s, x->first, x->first + x->count - 1, skipped);
}

static bool form_equal(const dim_form *a, const dim_form *b)
{
    if (a->span.first != b->span.first || a->span.step != b->span.step ||
        a->span.count != b->span.count || a->rule_count != b->rule_count ||
        a->carried != b->carried)
        return false;
    for (int i = 0; i < a->rule_count; i++) {
        const owner_rule *r = &a->rules[i], *s = &b->rules[i];
        if (r->first != s->first || r->step != s->step || r->block != s->block ||
            r->procs != s->procs || r->column != s->column || r->before != s->before)
            return false;
    }
    return true;
}

static bool has_column(const dim_factor *f, int column)
{
    for (int i = 0; i < f->columns.count; i++)
        if (f->columns.data[i] == column)
            return true;
    return false;
}

static void add_column(problem *p, dim_factor *f, int column)
{
    if (!has_column(f, column))
        VEC_PUSH(p->a, &f->columns, column);
}

/* Adds the owners of invariant indices on columns that the factor has: elsewhere they would make
 * keys of coordinates that are all alike. Returns how many there are. */
static int add_invariant(const dim_factor *f, need_shape *s, owner_rule *rules)
{
    int count = 0;
    for (int i = 0; i < s->home_count; i++) {
        home_rule *h = &s->home[i];
        if (h->loop >= 0 || h->last != h->constant || !has_column(f, h->column))
            continue;
        rules[count++] = (owner_rule){
            .first = h->map.stride * h->constant + h->map.offset - h->map.lower,
            .block = h->map.block,
            .procs = h->map.procs,
            .column = h->column,
            .before = h->map.before,
        };
        h->is_told = true;
    }
    return count;
}

/* Adds what a shape touches: `span`, whose elements belong to the values of
 * `loop` (-1: of none) from the one numbered `skipped` on. */
static void add_form(problem *p, dim_factor *f, need_shape *s, int loop, progression span,
                     int64_t skipped)
{
    if (span.count <= 0)
        return;
    bool is_down = span.step < 0;
    dim_form form = {.span = span, .needs = s->bit};
    if (is_down)
        form.span =
            (progression){span.first + span.step * (span.count - 1), -span.step, span.count};
    else if (span.step == 0)
        form.span.step = 1; /* one element */
    owner_rule rules[MAX_RANK];
    if (loop < 0)
        form.rule_count = add_invariant(f, s, rules);
    for (int i = 0; loop >= 0 && i < s->home_count; i++) {
        const home_rule *h = &s->home[i];
        if (h->loop != loop)
            continue;
        progression v = s->loop[loop];
        v.first += v.step * skipped;
        owner_rule r = {.block = h->map.block,
                        .procs = h->map.procs,
                        .column = h->column,
                        .before = h->map.before};
        r.first = h->map.stride * (h->factor * v.first + h->constant);
        r.first += h->map.offset - h->map.lower;
        r.step = h->map.stride * h->factor * v.step;
        if (is_down) {
            r.first += r.step * (span.count - 1);
            r.step = -r.step;
        }
        rules[form.rule_count++] = r;
        add_column(p, f, h->column);
    }
    for (int i = 0; i < f->source_count; i++) {
        source_rule *source = &f->source[i];
        if (!s->carried[source->axis] || p->is_write_back)
            continue;
        form.carried |= 1u << i;
        source->carrier = column_find(p->a, p->e, &p->columns, p->c->source.grid, source->axis);
        add_column(p, f, source->carrier);
    }
    form.rules = rules;
    for (int i = 0; i < f->forms.count; i++)
        if (form_equal(&f->forms.data[i], &form)) {
            f->forms.data[i].needs |= s->bit;
            return;
        }
    form.rules = arena_copy(p->a, rules, (size_t)form.rule_count * sizeof *rules);
    VEC_PUSH(p->a, &f->forms, form);
}

/* Adds the owner of element x on axis k: of template cell first + step*x. */
static void add_source(problem *p, dim_factor *f, int k, int64_t first, int64_t step)
{
    const dim_mapping *m = &p->axis[k];
    if (!f->source)
        f->source = ARENA_ARRAY(p->a, p->axis_count, source_rule);
    f->source[f->source_count++] = (source_rule){
        .rule = {first - m->lower, step, m->block, m->procs, -1, m->before},
        .axis = k,
        .carrier = -1,
        .stride = p->axis_stride[k],
    };
}

static bool drives_axis(const problem *p, int d, int k)
{
    const axis_map *axis = &p->c->source.axis[k];
    return axis->source == AXIS_BY_DIM && axis->dim == d;
}

/* Adds what those shapes touch in dimension d whose subscript there moves with a loop, or the
 * others. */
static void add_places(problem *p, const batch *b, dim_factor *f, int d, bool has_loop)
{
    for (int i = 0; i < b->count; i++) {
        need_shape *s = b->shapes[i];
        const place *at = &s->at[d];
        if ((at->loop >= 0) != has_loop)
            continue;
        progression span = at->span;
        if (at->loop >= 0) {
            const progression *v = &s->loop[at->loop];
            span =
                (progression){at->factor * v->first + at->constant, at->factor * v->step, v->count};
        }
        int64_t skipped;
        span = clip_to_array(p, d, span, &skipped);
        add_form(p, f, s, at->loop, span, skipped);
    }
}

/* The factor of dimension d alone. */
static void make_dimension(problem *p, const batch *b, dim_factor *f, int d)
{
    for (int k = 0; k < p->axis_count; k++)
        if (drives_axis(p, d, k))
            add_source(p, f, k, p->axis[k].offset, p->axis[k].stride);
    add_places(p, b, f, d, true); /* these say which columns there are */
    add_places(p, b, f, d, false);
}

/* The factor of all dimensions that `loop` moves in: elements are its values. */
static void make_tied(problem *p, const batch *b, dim_factor *f, int loop)
{
    need_shape *s = b->shapes[0];
    const progression *v = &s->loop[loop];
    progression kept = {0, 1, v->count}; /* numbers of the values */
    for (int d = 0; d < s->rank; d++) {
        const place *at = &s->at[d];
        if (at->loop != loop)
            continue;
        progression span = {at->factor * v->first + at->constant, at->factor * v->step, v->count};
        for (int k = 0; k < p->axis_count; k++)
            if (drives_axis(p, d, k))
                add_source(p, f, k, p->axis[k].stride * span.first + p->axis[k].offset,
                           p->axis[k].stride * span.step);
        int64_t skipped;
        span = clip_to_array(p, d, span, &skipped);
        int64_t upper = int_min(kept.first + kept.count, skipped + span.count);
        kept.first = int_max(kept.first, skipped);
        kept.count = upper - kept.first;
    }
    add_form(p, f, s, loop, kept, kept.first);
}

/* A fixed axis whose place some needs take over from the receiver. */
static void make_fixed(problem *p, const batch *b, dim_factor *f, int k)
{
    add_source(p, f, k, p->axis[k].offset, 0);
    for (int i = 0; i < b->count; i++)
        add_form(p, f, b->shapes[i], -1, (progression){0, 1, 1}, 0);
}

static void set_keys(problem *p, dim_factor *f)
{
    f->key_stride = ARENA_ARRAY(p->a, f->columns.count, int64_t);
    f->key_count = 1;
    for (int i = f->columns.count - 1; i >= 0; i--) {
        f->key_stride[i] = f->key_count;
        f->key_count *= p->columns.data[f->columns.data[i]].extent;
    }
}

static void exclude(problem *p, int column, int coordinate, need_set needs)
{
    key_column *c = &p->columns.data[column];
    if (!c->excluded)
        c->excluded = ARENA_ARRAY(p->a, c->extent, need_set);
    c->excluded[coordinate] |= needs;
}

/* Excludes whoever has none of the cells: many have as many as those next to them. */
static void exclude_without_cells(problem *p, int column, const dim_mapping *map, section cells,
                                  need_set needs)
{
    const int extent = p->columns.data[column].extent;
    int starts[COUNT_STARTS], count = mapping_count_starts(map, cells, starts);
    for (int q = 0, stretch = 0; q < extent; stretch++) {
        const int end = count == 0 ? q + 1 : stretch + 1 < count ? starts[stretch + 1] : extent;
        const bool has_none = mapping_local_count(map, cells, q) == 0;
        for (; q < end; q++)
            if (has_none)
                exclude(p, column, q, needs);
    }
}

/* Home axes with an invariant index: only its owner takes part. */
static void exclude_by_index(problem *p, const need_shape *s)
{
    for (int i = 0; i < s->home_count; i++) {
        const home_rule *h = &s->home[i];
        if (h->loop >= 0 || h->is_told)
            continue;
        exclude_without_cells(p, h->column, &h->map, (section){h->constant, h->last, h->step},
                              s->bit);
    }
}

/* A loop that no subscript uses: who has an iteration of it takes part. */
static void exclude_without_iterations(problem *p, batch *b, need_shape *s, int loop)
{
    int rules = 0;
    const home_rule *only = NULL;
    for (int i = 0; i < s->home_count; i++)
        if (s->home[i].loop == loop) {
            only = &s->home[i];
            rules++;
        }
    const progression *v = &s->loop[loop];
    if (rules == 1) {
        dim_mapping map = only->map; /* of the loop's value, then of its number */
        map.offset += map.stride * (only->factor * v->first + only->constant);
        map.stride *= only->factor * v->step;
        exclude_without_cells(p, only->column, &map, (section){0, v->count - 1, 1}, s->bit);
    } else if (rules > 1) {
        dim_factor f = {0};
        add_form(p, &f, s, loop, (progression){0, 1, v->count}, 0);
        set_keys(p, &f);
        if (!factor_walk(p->a, &f, &p->columns))
            problem_fail_messages(p);
        VEC_PUSH(p->a, &b->presence, f);
    }
}

static void find_receivers(problem *p, batch *b)
{
    for (int i = 0; i < p->columns.count; i++)
        p->columns.data[i].excluded = NULL;
    for (int i = 0; i < b->count; i++) {
        need_shape *s = b->shapes[i];
        exclude_by_index(p, s);
        for (int r = 0; r < s->loop_count; r++) {
            bool is_used = s->loop[r].count < 0;
            for (int d = 0; d < s->rank; d++)
                is_used = is_used || s->at[d].loop == r;
            if (!is_used)
                exclude_without_iterations(p, b, s, r);
        }
    }
}

void batch_prepare(problem *p, batch *b)
{
    int rank = p->c->var->rank;
    b->factors = ARENA_ARRAY(p->a, rank + p->axis_count + 1, dim_factor);
    b->factor_count = 0;
    for (int i = 0; i < b->count; i++)
        for (int k = 0; k < b->shapes[i]->home_count; k++)
            b->shapes[i]->home[k].is_told = false;
    bool is_tied = b->count == 1 && shape_tied_loop(b->shapes[0]) >= 0;
    for (int d = 0; d < rank; d++) {
        dim_factor *f = &b->factors[b->factor_count];
        int loop = b->shapes[0]->at[d].loop;
        if (!is_tied || loop < 0) {
            make_dimension(p, b, f, d);
        } else {
            bool is_done = false;
            for (int before = 0; before < d; before++)
                is_done = is_done || b->shapes[0]->at[before].loop == loop;
            if (is_done)
                continue;
            make_tied(p, b, f, loop);
        }
        b->factor_count++;
    }
    for (int k = 0; k < p->axis_count; k++) {
        if (p->c->source.axis[k].source != AXIS_FIXED)
            continue;
        make_fixed(p, b, &b->factors[b->factor_count++], k);
    }
    for (int i = 0; i < b->factor_count; i++) {
        set_keys(p, &b->factors[i]);
        if (!factor_walk(p->a, &b->factors[i], &p->columns))
            problem_fail_messages(p);
    }
    find_receivers(p, b);
}

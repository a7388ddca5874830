/* A communication in numbers, and its needs in batches that are counted
 * together. */

#include "program/transfer/transfer.h"

#include <limits.h>

#include "program/expr/integer.h"
#include "program/transfer/internal.h"

void problem_fail(problem *p, env_fault_kind kind, const expr *blame)
{
    *p->ok = env_fail(p->e, (env_fault){.kind = kind, .at = blame});
}

void problem_fail_messages(problem *p)
{
    *p->ok = env_fail(p->e, (env_fault){.kind = FAULT_MESSAGES,
                                        .array = comm_subject(p->c),
                                        .extent = MESSAGES_MOST,
                                        .procs = p->procs});
}

void add_elements(problem *p, int64_t *sum, int64_t count)
{
    if (__builtin_add_overflow(*sum, count, sum))
        problem_fail(p, FAULT_OVERFLOW, p->c->var->extent[0]);
}

/* --- Batches ---------------------------------------------------------------- */

static bool place_equal(const place *a, const place *b)
{
    if (a->loop != b->loop)
        return false;
    if (a->loop >= 0)
        return a->factor == b->factor && a->constant == b->constant;
    return a->span.first == b->span.first && a->span.step == b->span.step &&
           a->span.count == b->span.count;
}

static bool home_rule_equal(const home_rule *a, const home_rule *b)
{
    return a->column == b->column && a->loop == b->loop && a->factor == b->factor &&
           a->constant == b->constant && a->last == b->last && a->step == b->step &&
           a->map.stride == b->map.stride && a->map.offset == b->map.offset &&
           a->map.lower == b->map.lower && a->map.block == b->map.block &&
           a->map.before == b->map.before;
}

/* The same processors in the same iterations? */
static bool executes_alike(const need_shape *a, const need_shape *b)
{
    if (a->grid != b->grid || a->home_count != b->home_count || a->loop_count != b->loop_count)
        return false;
    for (int i = 0; i < a->home_count; i++)
        if (!home_rule_equal(&a->home[i], &b->home[i]))
            return false;
    for (int r = 0; r < a->loop_count; r++)
        if (a->loop[r].first != b->loop[r].first || a->loop[r].step != b->loop[r].step ||
            a->loop[r].count != b->loop[r].count)
            return false;
    return true;
}

static bool class_takes(const problem *p, need_class *c, const need_shape *s)
{
    if (!executes_alike(c->first, s))
        return false;
    for (int k = 0; k < p->axis_count; k++)
        if (c->first->carried[k] != s->carried[k])
            return false;
    int dim = c->dim;
    for (int d = 0; d < s->rank; d++) {
        if (d == c->dim || place_equal(&c->first->at[d], &s->at[d]))
            continue;
        if (dim >= 0)
            return false;
        dim = d;
    }
    c->dim = dim;
    return true;
}

static void run_batch(problem *p, need_shape *const *shapes, int count, message_vec *messages)
{
    batch b = {.count = count, .shapes = shapes};
    batch_prepare(p, &b);
    if (!*p->ok)
        return;
    batch_multiply(p, &b, (receivers){.count = p->procs}, messages);
}

/* May there be a pattern? One batch may have one. */
static bool is_one_batch(const problem *p)
{
    bool is_one = p->batch_count == 1 && !p->is_write_back;
    for (int i = 0; i < p->shapes.count && is_one; i++)
        is_one = p->shapes.data[i]->batch == 0;
    return is_one;
}

bool problem_is_exact(const problem *p)
{
    int batches = p->batch_count;
    for (int i = 0; i < p->shapes.count; i++)
        batches += p->shapes.data[i]->batch < 0;
    return !p->is_bound && batches <= 1;
}

/* The pattern of the only batch, or that it is an all-gather, whichever is asked for; where it has
 * none, its messages. */
static void run_only_batch(problem *p, transfer_pattern *pattern, transfer_gather *gather,
                           message_vec *messages)
{
    batch b = {.count = p->shapes.count, .shapes = p->shapes.data};
    batch_prepare(p, &b);
    if (!*p->ok || (gather && batch_gather(p, &b, gather)) ||
        (pattern && batch_pattern(p, &b, pattern)))
        return;
    batch_multiply(p, &b, (receivers){.count = p->procs}, messages);
}

void messages_join(problem *p, message_vec *v)
{
    messages_sort(v, 0);
    int kept = 0;
    for (int i = 0; i < v->count; i++) {
        message *last = kept ? &v->data[kept - 1] : NULL;
        const message *m = &v->data[i];
        if (last && last->receiver == m->receiver && last->sender == m->sender)
            add_elements(p, &last->elements, m->elements);
        else
            v->data[kept++] = *m;
    }
    v->count = kept;
}

/* Do both stand for one template cell in each iteration? */
static bool moves_along(const dim_mapping *have, const place *at, const home_rule *h)
{
    const dim_mapping *want = &h->map;
    return at->loop == h->loop && have->kind == want->kind && have->lower == want->lower &&
           have->extent == want->extent && have->block == want->block &&
           have->before == want->before &&
           (__int128)have->stride * at->factor == (__int128)want->stride * h->factor &&
           (__int128)have->stride * at->constant + have->offset ==
               (__int128)want->stride * h->constant + want->offset;
}

/* Are all the cells that a dimension's place may stand for the executing
 * coordinate's own, on axis k of the source? */
static bool is_own(const problem *p, const need_shape *s, int k, const home_rule *h)
{
    const axis_map *axis = &p->c->source.axis[k];
    const dim_mapping *have = &p->axis[k];
    const place *at = axis->source == AXIS_BY_DIM ? &s->at[axis->dim] : NULL;
    if (at && at->loop >= 0)
        return moves_along(have, at, h);
    if (h->loop >= 0 || h->last != h->constant)
        return false;
    int64_t first = 0, last = 0;
    if (at) {
        const progression *extent = &p->extent[axis->dim];
        first = int_max(at->span.first, extent->first);
        last = int_min(at->span.first + at->span.step * (at->span.count - 1),
                       extent->first + extent->count - 1);
    }
    int owner = mapping_owner(&h->map, h->constant);
    if (first > last) /* nothing of the array */
        return true;
    if (mapping_owner(have, first) != owner || mapping_owner(have, last) != owner)
        return false;
    int64_t from = have->stride * first + have->offset - have->lower;
    int64_t to = have->stride * last + have->offset - have->lower;
    return have->kind == DIST_GEN_BLOCK ||
           int_floor_div(from, have->block) == int_floor_div(to, have->block);
}

/* Does nobody need what another has? */
static bool is_local(const problem *p, const need_shape *s)
{
    for (int k = 0; k < p->axis_count; k++) {
        bool own = s->carried[k] || p->c->source.axis[k].source == AXIS_REPLICATED ||
                   env_extent(p->e, p->c->source.grid, k) == 1;
        for (int i = 0; i < s->home_count && !own; i++) {
            const key_column *column = &p->columns.data[s->home[i].column];
            own = column->grid == p->c->source.grid && column->axis == k &&
                  is_own(p, s, k, &s->home[i]);
        }
        if (!own)
            return false;
    }
    return s->grid == p->c->source.grid;
}

/* Does it touch nothing of the slice? */
static bool is_outside(const problem *p, const need_shape *s)
{
    if (p->slice < 0)
        return false;
    const place *at = &s->at[p->slice];
    progression span = at->span;
    if (at->loop >= 0) {
        const progression *v = &s->loop[at->loop];
        span = (progression){at->factor * v->first + at->constant, at->factor * v->step, v->count};
    }
    int64_t skipped;
    const progression *part = &p->extent[p->slice];
    return progression_clip(span, part->first, part->first + part->count - 1, &skipped).count <= 0;
}

void problem_add(problem *p, need_shape *s)
{
    if (is_outside(p, s) || (!p->is_write_back && is_local(p, s)))
        return;
    VEC_PUSH(p->a, &p->shapes, s);
    p->is_bound = p->is_bound || s->is_bound;
    s->batch = -1;
    s->bit = 1;
    if (shape_tied_loop(s) >= 0)
        return;
    int at = 0;
    while (at < p->class_count && !class_takes(p, &p->classes[at], s))
        at++;
    if (at == BATCH_NEEDS || p->batch_count == 0) {
        p->batch_count++;
        p->class_count = at = 0;
    }
    if (at == p->class_count)
        p->classes[p->class_count++] = (need_class){s, -1};
    s->batch = p->batch_count - 1;
    s->bit = (need_set)1 << at;
}

/* Those that cannot be counted together are added up, which counts what they share more
 * than once. */
void problem_run(problem *p, message_vec *messages)
{
    need_shape **together = ARENA_ARRAY(p->a, p->shapes.count, need_shape *);
    int batches = p->batch_count;
    for (int i = 0; i < p->shapes.count; i++) {
        if (p->shapes.data[i]->batch >= 0)
            continue;
        run_batch(p, &p->shapes.data[i], 1, messages);
        batches++;
    }
    for (int b = 0; b < p->batch_count; b++) {
        int count = 0;
        for (int i = 0; i < p->shapes.count; i++)
            if (p->shapes.data[i]->batch == b)
                together[count++] = p->shapes.data[i];
        run_batch(p, together, count, messages);
        together += count;
    }
    p->is_bound = p->is_bound || batches > 1;
    if (batches > 1 || p->is_write_back)
        messages_join(p, messages);
}

/* --- The communication ----------------------------------------------------------- */

void problem_check_cells(problem *p, const dim_mapping *map, int64_t least, int64_t most,
                         const expr *blame)
{
    const __int128 end = (__int128)1 << 61;
    __int128 origin = (__int128)map->offset - map->lower;
    __int128 a = (__int128)map->stride * least + origin, b = (__int128)map->stride * most + origin;
    if (a <= -end || a >= end || b <= -end || b >= end)
        problem_fail(p, FAULT_OVERFLOW, blame);
}

/* The indices of dimension d; of an unknown extent, those with a template cell. */
static void read_extent(problem *p, int d)
{
    const expr *extent = p->c->var->extent[d];
    p->is_open_ended[d] = !extent;
    p->extent[d] = (progression){0, 1, extent ? expr_eval(p->e, extent, p->ok) : INT64_MAX / 4};
    for (int k = 0; k < p->axis_count && *p->ok; k++) {
        const axis_map *axis = &p->c->source.axis[k];
        if (axis->source != AXIS_BY_DIM || axis->dim != d)
            continue;
        const dim_mapping *m = &p->axis[k];
        if (!extent && m->stride != 0) {
            int64_t first = m->lower - m->offset, last = first + m->extent - 1;
            bool is_down = m->stride < 0;
            int64_t step = is_down ? -m->stride : m->stride;
            int64_t least = int_max(0, int_ceil_div(is_down ? -last : first, step));
            int64_t most = int_floor_div(is_down ? -first : last, step);
            p->extent[d] = (progression){least, 1, int_max(0, most - least + 1)};
            p->is_open_ended[d] = false;
        }
        problem_check_cells(p, m, 0, p->extent[d].first + p->extent[d].count, axis->extent);
    }
}

static bool read_source(problem *p)
{
    const communication *c = p->c;
    const proc_grid *grid = c->source.grid;
    p->axis_count = grid ? grid->rank : 0;
    p->source_rank = grid ? env_find_grid(p->e, grid)->rank_of : NULL;
    int64_t stride = 1;
    for (int k = p->axis_count - 1; k >= 0; k--) {
        const axis_map *axis = &c->source.axis[k];
        p->axis_stride[k] = stride;
        stride *= env_extent(p->e, grid, k);
        if (axis->source == AXIS_REPLICATED)
            column_find(p->a, p->e, &p->columns, grid, k);
        else if (!env_dim_mapping(p->e, axis, &p->axis[k], p->ok))
            return false;
        else
            problem_check_cells(p, &p->axis[k], 0, 0, axis->extent);
    }
    for (int d = 0; d < c->var->rank; d++)
        read_extent(p, d);
    return *p->ok;
}

/* The sums of all receivers' messages. */
static void add_boxes(problem *p, const transfer_pattern *pattern, transfer *out)
{
    int64_t count = 0;
    for (int r = 0; r < pattern->box_count; r++) {
        int64_t size = 1;
        for (int k = pattern->grid->rank - 1, rest = r; k >= 0; k--) {
            const pattern_axis *axis = &pattern->axis[k];
            int at = rest % axis->count;
            rest /= axis->count;
            size *= axis->first[at + 1] - axis->first[at];
        }
        for (int i = pattern->first[r]; i < pattern->first[r + 1]; i++) {
            int64_t elements = 0;
            if (__builtin_mul_overflow(size, pattern->messages[i].elements, &elements))
                problem_fail(p, FAULT_OVERFLOW, p->c->var->extent[0]);
            add_elements(p, &out->elements, elements);
            count += size;
        }
    }
    /* There are no more of them than pairs of processors; but there may be many. */
    out->count = (int)int_min(count, INT_MAX);
}

/* What a caller wants besides the messages; null: not that. */
typedef struct wanted {
    transfer_pattern *pattern;
    transfer_gather *gather;
    transfer_memo *memo;
    bool *is_again;
} wanted;

static void find_messages(problem *p, const wanted *w, transfer *out, message_vec *messages)
{
    const bool is_by_slices = !problem_is_exact(p) && problem_run_by_slices(p, messages);
    const bool is_one = !is_by_slices && is_one_batch(p);
    if (w->memo && !is_one)
        memo_forget(w->memo);
    if (is_by_slices)
        p->is_bound = false;
    else if ((w->pattern || w->gather) && is_one)
        run_only_batch(p, w->pattern, w->gather, messages);
    else if (w->memo && is_one)
        *w->is_again = problem_run_again(p, w->memo, messages);
    else if (p->shapes.count)
        problem_run(p, messages);
    if (w->pattern && w->pattern->grid)
        add_boxes(p, w->pattern, out);
    if (w->gather && w->gather->grid) {
        out->count = (int)int_min(w->gather->messages, INT_MAX);
        out->elements = w->gather->moved;
    }
}

static bool compute(arena *a, env *e, const communication *c, transfer *out, const wanted *w,
                    bool *ok)
{
    bool is_write_back = comm_is_write_back(c);
    *out = (transfer){0};
    if (c->need_count == 0 || (!c->source.grid && !is_write_back))
        return true;
    if (env_procs(e) == 1 && !is_write_back) /* who has all of it sends nothing */
        return true;
    bool is_known = true;
    problem p = {.a = a,
                 .e = e,
                 .c = c,
                 .ok = &is_known,
                 .is_write_back = is_write_back,
                 .procs = env_procs(e),
                 .slice = -1};
    if (read_source(&p))
        transfer_read(&p);
    message_vec messages = {0};
    if (is_known)
        find_messages(&p, w, out, &messages);
    for (int i = 0; i < messages.count && is_known; i++)
        add_elements(&p, &out->elements, messages.data[i].elements);
    if (!is_known) {
        *out = (transfer){0};
        *ok = false;
        return false;
    }
    if (messages.count) {
        out->count = messages.count;
        out->messages = messages.data;
    }
    out->is_bound = p.is_bound;
    for (int i = 0; i < c->need_count && out->count; i++)
        out->is_bound = out->is_bound || c->needs[i].is_bound;
    return true;
}

bool transfer_compute(arena *a, env *e, const communication *c, transfer *out, bool *ok)
{
    return compute(a, e, c, out, &(wanted){0}, ok);
}

bool transfer_compute_again(arena *a, env *e, const communication *c, transfer_memo *memo,
                            transfer *out, bool *is_again, bool *ok)
{
    *is_again = false;
    return compute(a, e, c, out, &(wanted){.memo = memo, .is_again = is_again}, ok);
}

bool transfer_compute_pattern(arena *a, env *e, const communication *c, transfer *out,
                              transfer_pattern *pattern, bool *ok)
{
    if (pattern)
        *pattern = (transfer_pattern){0};
    return compute(a, e, c, out, &(wanted){.pattern = pattern}, ok);
}

bool transfer_compute_gather(arena *a, env *e, const communication *c, transfer *out,
                             transfer_gather *gather, bool *ok)
{
    *gather = (transfer_gather){0};
    return compute(a, e, c, out, &(wanted){.gather = gather}, ok);
}

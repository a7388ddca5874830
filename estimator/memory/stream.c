#include "estimator/memory/stream.h"

#include <math.h>

#include "estimator/run/probability.h"

static bool to_whole(double x, int64_t *whole)
{
    if (!(fabs(x) < 1e15))
        return false;
    *whole = (int64_t)floor(x + 0.5);
    return fabs(x - (double)*whole) < 1e-6;
}

static bool to_sum(const double *of, int depth, stream_sum *out)
{
    bool ok = to_whole(of[depth], &out->constant);
    for (int k = 0; k < depth && ok; k++)
        ok = to_whole(of[k], &out->of[k]);
    return ok;
}

static int64_t to_limit(double x)
{
    return x < -1e15 ? INT64_MIN / 4 : x > 1e15 ? INT64_MAX / 4 : (int64_t)floor(x + 0.5);
}

/* --- Loops -------------------------------------------------------------------------------- */

static bool is_plain_list(stream *t, int list)
{
    const nest *n = t->nest;
    for (int i = list; i >= 0; i = n->nodes[i].next) {
        if (n->nodes[i].unit->cls != AAG_SEQ)
            return false;
        for (int k = n->nodes[i].first; k < n->nodes[i].end; k++)
            if (t->refs[k].wide_count || t->refs[k].bent_count || t->refs[k].inside.extent > 1 ||
                (t->w->r->procs > 1 && !stream_is_executed(t, k)))
                return false;
    }
    return true;
}

/* Loops around that subscripts and bounds in the node mention. */
static uint32_t uses_of(const stream *t, int number)
{
    const nest_node *n = &t->nest->nodes[number];
    uint32_t uses = 0;
    for (int k = n->first; k < n->end; k++)
        uses |= t->nest->touches[k].moved_by |
                (t->refs[k].wide_count || t->refs[k].inside.extent > 1 ? ~0u : 0);
    for (int i = number; i < t->nest->node_count; i++) {
        const aag_unit *u = t->nest->nodes[i].unit;
        if (u->id > n->unit->last)
            break;
        if (aag_is_condition(u->cls) || t->w->loops[i].is_opaque || t->loops[i].is_uneven)
            return ~0u;
        if (!aag_is_iteration(u->cls))
            continue;
        for (int k = 0; k < t->nest->nodes[i].depth; k++)
            if (t->loops[i].low.of[k] || t->loops[i].high.of[k])
                uses |= 1u << k;
    }
    return uses;
}

/* Does it mention the variable of a loop around the node? Those of unrolled loops are numbers. */
static bool moves_around(const stream *t, int number, const expr *x)
{
    bool moves = false;
    for (int i = 0; i < number && x->uses_loop_var && !moves; i++) {
        const nest_node *n = &t->nest->nodes[i];
        moves = n->after > number && n->unit->var && expr_mentions(x, n->unit->var);
    }
    return moves;
}

static bool read_loop(stream *t, int number)
{
    const nest_node *n = &t->nest->nodes[number];
    const loop_numbers *from = &t->w->loops[number];
    stream_loop *l = &t->loops[number];
    if (!n->unit->var) {
        l->trips = (int64_t)floor(greater(0, from->trips) + 0.5);
        l->step = 1;
        return true;
    }
    if (!to_whole(from->step, &l->step) || !l->step)
        return false;
    l->least = to_limit(greater(from->from, from->least));
    l->most = to_limit(lesser(from->to, from->most));
    if (from->density > 0 && from->density < 1) /* others' iterations are between them */
        l->step = (int64_t)floor((double)l->step / from->density + 0.5);
    else if (from->density <= 0)
        l->most = l->least - 1;
    l->is_uneven = moves_around(t, number, n->unit->range.step);
    return to_sum(from->low, n->depth, &l->low) && to_sum(from->high, n->depth, &l->high);
}

void stream_set(stream *t, const nest_node *n, int64_t value)
{
    t->at[n->depth] = value;
    if (t->loops[n - t->nest->nodes].is_asked && n->unit->var)
        env_set_loop_var(t->w->r->env, n->unit->var, value);
}

/* Those of a loop from `low` to `high`, whichever it begins with, that are its own. */
static stream_range range_of(const stream_loop *l, int64_t low, int64_t high, int64_t step)
{
    stream_range r = {0, step, 0};
    int64_t each = step > 0 ? step : -step;
    int64_t from = low > l->least ? low : l->least, to = high < l->most ? high : l->most;
    if (step > 0 && from > low)
        from = low + (from - low + each - 1) / each * each;
    else if (step < 0 && to < high)
        to = high - (high - to + each - 1) / each * each;
    r.first = step > 0 ? from : to;
    if (to >= from)
        r.count = each == 1 ? to - from + 1 : (to - from) / each + 1;
    return r;
}

/* The same of a loop whose bounds or step are no sums. */
static stream_range ask_range(stream *t, int number)
{
    const nest_node *n = &t->nest->nodes[number];
    const stream_loop *l = &t->loops[number];
    const stream_range none = {0, l->step, 0};
    int64_t low = stream_value(&l->low, n->depth, t->at),
            high = stream_value(&l->high, n->depth, t->at), step = l->step;
    nest_set_levels(t->w->r, n->levels);
    if (l->is_uneven && (!run_value(t->w->r, n->unit->range.step, &step) || !step))
        return none;
    if (t->w->loops[number].is_opaque) {
        int64_t begin = 0, end = -1;
        if (!run_value(t->w->r, n->unit->range.lower, &begin) ||
            !run_value(t->w->r, n->unit->range.upper, &end))
            return none;
        low = step > 0 ? begin : end;
        high = step > 0 ? end : begin;
    }
    return range_of(l, low, high, step);
}

stream_range stream_iterations(stream *t, int number)
{
    const stream_loop *l = &t->loops[number];
    const int depth = t->nest->nodes[number].depth;
    if (l->is_fixed)
        return l->range;
    if (l->is_uneven || t->w->loops[number].is_opaque)
        return ask_range(t, number);
    return range_of(l, stream_value(&l->low, depth, t->at), stream_value(&l->high, depth, t->at),
                    l->step);
}

/* Notes of a loop whether its iterations are the same whatever is around. */
static void fix_range(stream *t, int number)
{
    const int depth = t->nest->nodes[number].depth;
    stream_loop *l = &t->loops[number];
    l->is_fixed = !l->is_uneven && !t->w->loops[number].is_opaque;
    for (int k = 0; k < depth; k++)
        l->is_fixed &= !l->low.of[k] && !l->high.of[k];
    if (!t->nest->nodes[number].unit->var)
        l->range = (stream_range){0, l->step, l->trips};
    else if (l->is_fixed)
        l->range = range_of(l, l->low.constant, l->high.constant, l->step);
}

/* Does anything inside a loop ask for the values of variables: a test, a bound, a step, a subscript
 * that is no sum? */
static bool is_asked(const stream *t, int number)
{
    const nest_node *n = &t->nest->nodes[number];
    bool asked = t->w->r->procs > 1 || n->has_tests;
    for (int i = number + 1; i < n->after && !asked; i++)
        asked = aag_is_iteration(t->nest->nodes[i].unit->cls) &&
                (t->loops[i].is_uneven || t->w->loops[i].is_opaque);
    for (int k = n->first; k < n->end && !asked; k++)
        asked = t->refs[k].bent_count > 0;
    return asked;
}

/* --- References --------------------------------------------------------------------------- */

/* Those of the loops in which no subscript is a sum that this one mentions. */
static uint32_t bent_by(const stream *t, const touch *of, int d)
{
    uint32_t by = 0;
    for (int k = 0; k < of->depth; k++) {
        const loop_var *v = t->nest->nodes[of->loops[k]].unit->var;
        if ((of->nonaffine_in >> k & 1) && of->rest[d] && expr_mentions(of->rest[d], v))
            by |= 1u << k;
    }
    return by;
}

/* Loops in which the touch is no sum go by what its subscripts say, not by their slopes. */
static bool read_bent(stream *t, int at)
{
    const touch *of = &t->nest->touches[at];
    const touch_state *s = &t->w->touches[at];
    stream_ref *r = &t->refs[at];
    bool ok = true;
    nest_set_levels(t->w->r, of->levels);
    for (int d = 0; d < of->var->rank && ok; d++) {
        int64_t pitch = 0, one;
        uint32_t by = bent_by(t, of, d);
        if (of->access[d] != DIM_AFFINE)
            continue;
        ok = to_whole(s->pitch[d], &pitch);
        for (int k = 0; k < of->depth && ok; k++) {
            const expr *each = of->coefficient[d * of->depth + k];
            if (each && (ok = to_whole(numbers_value(t->w, each, &ok), &one) && ok))
                r->address.of[k] += one * pitch;
        }
        r->bent_by |= by;
        if (by)
            r->bent[r->bent_count++] = (stream_bent){of->rest[d], pitch, d};
        else if (ok && (ok = to_whole(numbers_value(t->w, of->rest[d], &ok), &one) && ok))
            r->address.constant += one * pitch;
    }
    return ok;
}

int64_t stream_bent_part(stream *t, int at)
{
    const stream_ref *r = &t->refs[at];
    int64_t sum = 0, index;
    nest_set_levels(t->w->r, t->nest->touches[at].levels);
    for (int i = 0; i < r->bent_count; i++)
        if (run_value(t->w->r, r->bent[i].index, &index))
            sum += index * r->bent[i].pitch;
    return sum;
}

int64_t stream_address(stream *t, int at)
{
    const stream_ref *r = &t->refs[at];
    int64_t sum = stream_value(&r->address, t->nest->touches[at].depth, t->at);
    return r->bent_count ? sum + stream_bent_part(t, at) : sum;
}

/* Of what is more than a number all words are touched where nothing says which, and one where an
 * array is the member, and its subscript is not told. */
static stream_wide words_of(const touch *of)
{
    enum { WORD = 8 };
    int bytes = of->ref->member_bytes ? of->ref->member_bytes : of->var->elem_bytes;
    int words = of->var->is_no_number && bytes > WORD ? bytes / WORD : 1;
    return (stream_wide){.extent = words, .pitch = WORD, .is_anywhere = of->ref->member_bytes > 0};
}

int64_t stream_inside(stream *t, int at)
{
    const stream_wide *inside = &t->refs[at].inside;
    return inside->extent > 1 ? (int64_t)stream_random(t, inside->extent) * inside->pitch : 0;
}

/* What is known of an index that is known only at run time. */
static bool read_index(stream *t, const touch *of, int d, stream_wide *wide)
{
    bool ok = true;
    if (!of->index || !of->index[d].of)
        return true;
    wide->by = &of->index[d];
    ok = to_whole(numbers_value(t->w, wide->by->factor, &ok), &wide->factor) && ok;
    return ok && to_whole(numbers_value(t->w, wide->by->offset, &ok), &wide->offset) && ok;
}

static bool read_ref(stream *t, int at)
{
    const touch *of = &t->nest->touches[at];
    const touch_state *s = &t->w->touches[at];
    stream_ref *r = &t->refs[at];
    int rank = of->var->rank, width = of->depth + 1;
    if (!to_whole(s->base, &r->address.constant))
        return false;
    r->address.constant += of->ref->member_at;
    r->inside = words_of(of);
    r->is_store = !of->is_read;
    if (of->nonaffine_in && !read_bent(t, at))
        return false;
    for (int d = 0; d < rank; d++) {
        const double *sum = s->low + (of->depth * rank + d) * width;
        int64_t pitch = 0, one;
        if (!to_whole(s->pitch[d], &pitch))
            return false;
        if (of->nonaffine_in && of->access[d] == DIM_AFFINE)
            continue;
        if (s->access[d] != DIM_AFFINE) {
            int64_t extent;
            if (!to_whole(s->extent[d], &extent))
                return false;
            stream_wide *wide = &r->wide[r->wide_count++];
            *wide = (stream_wide){.extent = extent > 0 ? extent : 1,
                                  .pitch = pitch,
                                  .is_anywhere = of->access[d] == DIM_ANYWHERE};
            if (!read_index(t, of, d, wide))
                return false;
            continue;
        }
        for (int k = 0; k < width; k++) {
            if (!to_whole(sum[k], &one))
                return false;
            if (k < of->depth)
                r->address.of[k] += one * pitch;
            else
                r->address.constant += one * pitch;
        }
    }
    return true;
}

bool stream_is_executed(stream *t, int number)
{
    const touch *of = &t->nest->touches[number];
    const run *r = t->w->r;
    if (r->procs == 1 || of->unit->cls != AAG_SEQ)
        return true;
    const home *at = &r->est->unit[of->unit->id].steps[of->step].at;
    nest_set_levels(t->w->r, of->levels);
    return !at->grid || run_at_home(t->w->r, at, t->w->rank, of->unit->where);
}

double stream_array_end(const touch_state *of, int rank)
{
    return of->base + (rank ? of->pitch[0] * greater(1, of->extent[0]) : of->bytes);
}

/* Memory of the program and of functions lie apart, nobody knows how far. */
bool stream_has_room(const stream *t, const cache_state *shape)
{
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL}, in_set = 0;
    for (int i = 0; i < t->nest->touch_count; i++) {
        const touch_state *of = &t->w->touches[i];
        int kind = of->base < 0;
        low[kind] = lesser(low[kind], of->base);
        high[kind] = greater(high[kind], stream_array_end(of, t->nest->touches[i].var->rank));
    }
    for (int kind = 0; kind < 2; kind++)
        if (high[kind] > low[kind])
            in_set +=
                ceil(((high[kind] - low[kind]) / (double)shape->line + 1) / (double)shape->sets);
    return in_set <= shape->ways;
}

/* --- Conditions ----------------------------------------------------------------------------- */

uint64_t stream_random(stream *t, int64_t below)
{
    t->dice = t->dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (t->dice >> 24) % (uint64_t)below;
}

static uint64_t mixed(uint64_t hash, int64_t with)
{
    hash = (hash ^ (uint64_t)with) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* A number that stands for what the index is found by, in the iteration that the loops are in. */
static uint64_t hash_of(stream *t, int at, const touch_index *by)
{
    uint64_t hash = mixed((uint64_t)by->of->id + 1, by->settings);
    for (int k = 0; k < t->nest->touches[at].depth; k++)
        hash = by->set_in >> k & 1 ? mixed(hash, t->at[k]) : hash;
    if (by->element < 0)
        return hash;
    const stream_ref *r = &t->refs[by->element];
    hash = mixed(hash, stream_address(t, by->element));
    for (int i = 0; i < r->wide_count; i++)
        hash = mixed(hash, stream_draw(t, by->element, &r->wide[i]));
    return hash;
}

int64_t stream_draw(stream *t, int at, const stream_wide *wide)
{
    if (!wide->by)
        return (int64_t)stream_random(t, wide->extent);
    int64_t each = wide->factor < 0 ? -wide->factor : wide->factor;
    int64_t places = each ? (wide->extent + each - 1) / each : 1;
    uint64_t drawn = mixed(hash_of(t, at, wide->by), 1) >> 16;
    int64_t index = (int64_t)(drawn % (uint64_t)places) * each + wide->offset;
    return index < 0 ? 0 : index < wide->extent ? index : wide->extent - 1;
}

bool stream_holds(stream *t, const nest_node *n)
{
    const aag_unit *u = n->unit;
    int64_t holds = 1;
    nest_set_levels(t->w->r, n->levels);
    if (u->on)
        return t->w->r->procs == 1 || run_at_home(t->w->r, u->on, t->w->rank, u->where);
    if (is_probabilistic(t->w->r, u))
        return (double)stream_random(t, 1 << 20) < u->probability * (1 << 20);
    run_value(t->w->r, u->test, &holds);
    return holds != 0;
}

bool stream_open(stream *t, memory_walk *w)
{
    const nest *n = w->nest;
    bool ok = true;
    *t = (stream){.w = w, .nest = n, .dice = 1};
    t->loops = ARENA_ARRAY(w->r->scratch, n->node_count, stream_loop);
    t->refs = ARENA_ARRAY(w->r->scratch, n->touch_count, stream_ref);
    for (int i = 0; i < n->touch_count && ok; i++)
        ok = read_ref(t, i);
    for (int i = 0; i < n->node_count && ok; i++)
        if (aag_is_iteration(n->nodes[i].unit->cls))
            ok = read_loop(t, i);
    for (int i = 0; i < n->node_count && ok; i++) {
        if (!aag_is_iteration(n->nodes[i].unit->cls))
            continue;
        t->loops[i].is_plain = is_plain_list(t, n->nodes[i].child);
        t->loops[i].is_asked = is_asked(t, i);
        fix_range(t, i);
        t->loops[i].uses = uses_of(t, i);
    }
    return ok;
}

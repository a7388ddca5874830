#include "estimator/evaluate/evaluation.h"
#include "estimator/evaluate/explain_reuse.h"
#include "estimator/memory/misses.h"
#include "estimator/memory/reasons.h"
#include "estimator/message/merge_clocks.h"
#include "estimator/result/check_sizes.h"

/* Up to which size of the problem a loop finds again what it used: the memory model is asked with
 * other values of a parameter, twice as large and so on, and halves between. */

/* Places from which windows are looked at, for each time that is tried, and evaluations. */
enum { PRICE = 16000, EVALUATIONS = 10 };

/* Uses of one level that a loop finds again, or does not. */
typedef struct candidate {
    reuse_note note;
    int level;
    bool is_lost, is_lost_now;
    double bytes_now;
    int64_t kept, lost; /* values at which it is so; 0: none yet */
} candidate;

/* Limits are looked for with the closed form alone; samples then say whether it is so. */
static estimate_options without_samples(const estimate_options *options)
{
    estimate_options all = options ? *options : (estimate_options){.overlap = -1};
    if (all.memory == MEMORY_SAMPLED)
        all.memory = MEMORY_REUSE;
    return all;
}

/* Evaluates as far as the caches go; null where that fails. */
static run *open_reuse(estimator *est, const bindings *values)
{
    run *r = evaluation_new(est, values);
    if (!r)
        return NULL;
    check_sizes(r);
    if (!r->has_failed)
        clock_classes_find(r);
    if (r->has_failed || !run_has_room(r))
        return NULL;
    explain_open_reuse(r, r->scratch);
    run_open(r);
    misses_find(r);
    return r->reuse && r->missed && !r->has_failed ? r : NULL;
}

int estimate_reuse(fp_context *ctx, const estimate *result, const bindings *values,
                   const estimate_options *options, const source_lines *lines,
                   const reuse_note **notes)
{
    VEC(reuse_note) all = {0};
    *notes = NULL;
    if (options && options->memory == MEMORY_PAPER)
        return 0;
    fp_context aside = *ctx; /* what there is to say was said */
    aside.diags = diag_list_aside(ctx->diags, ctx->arena);
    run *r = open_reuse(estimator_new(&aside, result->graph, result->machine, options), values);
    for (int i = 0; r && i < result->unit_count; i++) {
        const aag_unit *u = result->graph->units[i];
        const reuse_note *of;
        if (lines && !explain_meets(u, lines))
            continue;
        int count = explain_reuse_notes(r, ctx->arena, u, &of);
        for (int k = 0; k < count; k++)
            VEC_PUSH(ctx->arena, &all, of[k]);
    }
    *notes = all.data;
    return all.count;
}

typedef struct search {
    fp_context *ctx;
    estimator *est;
    estimator *exact; /* the prediction's own model; null: the same */
    const bindings *values;
    const param *param;
    int64_t present; /* its value */
    int furthest;
    int left; /* evaluations */
    int64_t places_left;
    VEC(candidate) all;
    VEC(reuse_limit) found;
} search;

static bool is_lost(const reuse_level *l)
{
    return l->missed >= 0.5 * l->lines;
}

/* The program's caches at a value of the parameter; null where that fails. */
static run *open_at(search *s, estimator *est, int64_t value)
{
    bindings values = *s->values;
    binding *set = ARENA_ARRAY(s->ctx->arena, values.count + 1, binding);
    for (int i = 0; i < values.count; i++)
        set[i] = values.set[i];
    int at = 0;
    while (at < values.count && set[at].name != s->param->name)
        at++;
    set[at] = (binding){s->param->name, value};
    values.count += at == values.count;
    values.set = set;
    return open_reuse(est, &values);
}

/* What becomes of the candidates at a value of the parameter; false where nothing tells. */
static bool evaluate(search *s, int64_t value)
{
    if (s->left-- <= 0 || s->places_left <= 0)
        return false;
    run *r = open_at(s, s->est, value);
    if (!r)
        return false;
    s->places_left -= r->reuse->seen;
    for (int i = 0; i < s->all.count; i++) {
        candidate *c = &s->all.data[i];
        reuse_level now;
        c->is_lost_now = c->is_lost;
        if (!explain_reuse_again(r, &c->note, c->level, &now))
            continue;
        c->is_lost_now = is_lost(&now);
        c->bytes_now = now.bytes;
        if (c->kept && c->lost && c->kept < value && value < c->lost)
            *(c->is_lost_now ? &c->lost : &c->kept) = value;
    }
    return true;
}

static bool is_same_loop(const candidate *a, const candidate *b)
{
    return a->level == b->level && a->note.loop->where.line == b->note.loop->where.line &&
           a->note.loop->where.file == b->note.loop->where.file;
}

/* Is it to be told rather than another one of the loop and level? That it will be lost before that
 * it is; what is lost first; what is lost more. */
static bool is_rather(const candidate *a, const candidate *b)
{
    if (a->is_lost != b->is_lost)
        return b->is_lost;
    if (!a->is_lost && a->lost != b->lost)
        return a->lost < b->lost;
    double mine = a->note.level[a->level].missed, other = b->note.level[b->level].missed;
    return mine != other ? mine > other : a < b;
}

static bool is_told(const search *s, const candidate *c)
{
    bool is_first = c->kept && c->lost;
    for (int i = 0; i < s->all.count && is_first; i++) {
        const candidate *o = &s->all.data[i];
        is_first = o == c || !o->kept || !o->lost || !is_same_loop(o, c) || is_rather(c, o);
    }
    return is_first;
}

/* Does the prediction find it, or lose it, at a value of the parameter? */
static bool is_predicted(search *s, const candidate *c, int64_t value, bool is_to_be_lost)
{
    reuse_level now;
    run *r = s->exact ? open_at(s, s->exact, value) : NULL;
    return !s->exact || (r && explain_reuse_again(r, &c->note, c->level, &now) &&
                         is_lost(&now) == is_to_be_lost);
}

/* Halves the values between those at which it is kept and lost. */
static void bisect(search *s, candidate *c)
{
    while (c->lost - c->kept > 1)
        if (!evaluate(s, c->kept + (c->lost - c->kept) / 2))
            return;
    const int64_t lost = c->lost;
    /* Sizes whose rows only happen to meet in the same sets are no limit. */
    if (!evaluate(s, lost + lost / 16 + 1) || !c->is_lost_now || !evaluate(s, lost) ||
        !c->is_lost_now)
        return;
    if (!is_predicted(s, c, s->present, c->is_lost) || !is_predicted(s, c, lost - 1, false) ||
        !is_predicted(s, c, lost, true))
        return;
    reuse_limit limit = {.note = c->note,
                         .level = c->level,
                         .param = s->param,
                         .value = c->is_lost ? c->kept : lost,
                         .is_from = !c->is_lost,
                         .bytes = c->bytes_now};
    VEC_PUSH(s->ctx->arena, &s->found, limit);
}

/* Looks for a value at which each candidate is the other way; not further than is of interest. */
static void try_values(search *s, int64_t value, bool goes_up)
{
    int64_t last = value, next = value;
    for (int factor = 2; factor <= s->furthest; factor *= 2) {
        /* No power of two: such rows meet in the same sets. */
        next = goes_up ? value * factor + 1 : value / factor - (value / factor) % 2;
        if (next < 2 || next == last || !evaluate(s, next))
            return;
        for (int i = 0; i < s->all.count; i++) {
            candidate *c = &s->all.data[i];
            if (c->is_lost == goes_up || (c->kept && c->lost) || c->is_lost_now == c->is_lost)
                continue;
            c->kept = goes_up ? last : next;
            c->lost = goes_up ? next : last;
        }
        last = next;
    }
}

static void find_candidates(search *s, int count, const reuse_note *notes)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < s->est->level_count; k++) {
            const reuse_level *l = &notes[i].level[k];
            if (notes[i].kind == REUSE_LOOP && l->is_notable && l->lines > 0)
                VEC_PUSH(s->ctx->arena, &s->all,
                         ((candidate){.note = notes[i], .level = k, .is_lost = is_lost(l)}));
        }
}

int estimate_reuse_limits(fp_context *ctx, const estimate *result, const bindings *values,
                          const estimate_options *options, const source_lines *lines, int furthest,
                          const reuse_limit **limits)
{
    const estimate_options how = without_samples(options);
    const reuse_note *notes;
    int count = estimate_reuse(ctx, result, values, &how, lines, &notes);
    /* What is wrong with other values is not asked. */
    fp_context aside = *ctx;
    aside.diags = diag_list_aside(ctx->diags, ctx->arena);
    search s = {.ctx = ctx,
                .values = values,
                .furthest = furthest,
                .left = EVALUATIONS * furthest,
                .places_left = (int64_t)PRICE * furthest};
    *limits = NULL;
    if (!count)
        return 0;
    s.est = estimator_new(&aside, result->graph, result->machine, &how);
    if (!options || options->memory == MEMORY_SAMPLED)
        s.exact = estimator_new(&aside, result->graph, result->machine, options);
    find_candidates(&s, count, notes);
    for (int p = 0; p < result->parameter_count; p++) {
        s.param = result->parameters[p].param;
        s.present = result->parameters[p].value;
        for (int i = 0; i < s.all.count; i++)
            s.all.data[i].kept = s.all.data[i].lost = 0;
        try_values(&s, result->parameters[p].value, true);
        try_values(&s, result->parameters[p].value, false);
        /* Who is told is decided first: halving moves the values of all. */
        bool *told = ARENA_ARRAY(ctx->arena, s.all.count, bool);
        for (int i = 0; i < s.all.count; i++)
            told[i] = is_told(&s, &s.all.data[i]);
        for (int i = 0; i < s.all.count; i++)
            if (told[i])
                bisect(&s, &s.all.data[i]);
    }
    *limits = s.found.data;
    return s.found.count;
}

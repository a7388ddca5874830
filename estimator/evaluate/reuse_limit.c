#include <string.h>

#include "estimator/evaluate/evaluation.h"
#include "estimator/evaluate/explain_reuse.h"
#include "estimator/memory/misses.h"
#include "estimator/result/check_sizes.h"

/* Up to which size of the problem a loop finds again what it used: the memory model is asked with
 * other values of a parameter, twice as large and so on, and halves between. */

enum { PRICE_MOST = 400 };

/* Uses of one level that a loop finds again, or does not. */
typedef struct candidate {
    reuse_note note;
    int level;
    bool is_lost, is_lost_now;
    double bytes_now;
    int64_t kept, lost; /* values at which it is so; 0: none yet */
} candidate;

/* Evaluates as far as the caches go; null where that fails. */
static run *open_reuse(estimator *est, const bindings *values)
{
    run *r = evaluation_new(est, values);
    if (!r)
        return NULL;
    check_sizes(r);
    if (r->has_failed)
        return NULL;
    explain_open_reuse(r, r->scratch);
    run_open(r);
    misses_find(r);
    return r->reuse && r->miss_ratio && !r->has_failed ? r : NULL;
}

int estimate_reuse(fp_context *ctx, const estimate *result, const bindings *values,
                   const estimate_options *options, int first, int last, const reuse_note **notes)
{
    VEC(reuse_note) all = {0};
    *notes = NULL;
    if (!options || options->memory != MEMORY_REUSE)
        return 0;
    fp_context aside = *ctx; /* what there is to say was said */
    aside.diags = diag_list_aside(ctx->diags, ctx->arena);
    run *r = open_reuse(estimator_new(&aside, result->graph, result->machine, options), values);
    for (int i = 0; r && i < result->unit_count; i++) {
        const aag_unit *u = result->graph->units[i];
        const reuse_note *of;
        if (first && !explain_meets(u, first, last))
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
    const bindings *values;
    const param *param;
    int furthest;
    int left; /* evaluations */
    VEC(candidate) all;
    VEC(reuse_limit) found;
} search;

static bool is_lost(const reuse_level *l)
{
    return l->missed >= 0.5 * l->lines;
}

static bool is_same_use(const reuse_note *a, const reuse_note *b)
{
    return a->kind == b->kind && a->ref == b->ref && a->by == b->by && a->loop == b->loop;
}

/* What becomes of the candidates at a value of the parameter; false where nothing tells. */
static bool evaluate(search *s, int64_t value)
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
    if (s->left-- <= 0)
        return false;
    run *r = open_reuse(s->est, &values);
    if (!r)
        return false;
    for (int i = 0; i < s->all.count; i++) {
        candidate *c = &s->all.data[i];
        const reuse_note *notes;
        int count = explain_reuse_notes(r, r->scratch, c->note.unit, &notes);
        c->is_lost_now = c->is_lost;
        for (int k = 0; k < count; k++)
            if (is_same_use(&notes[k], &c->note) && notes[k].level[c->level].lines > 0) {
                c->is_lost_now = is_lost(&notes[k].level[c->level]);
                c->bytes_now = notes[k].level[c->level].bytes;
            }
    }
    return true;
}

/* The candidate of a loop and level that gives way first, or is the most: the first that has. */
static bool is_told(const search *s, const candidate *c)
{
    for (int i = 0; i < s->all.count; i++) {
        const candidate *o = &s->all.data[i];
        if (o == c || o->note.loop != c->note.loop || o->level != c->level ||
            o->is_lost != c->is_lost || !o->kept || !o->lost)
            continue;
        bool is_better = c->is_lost
                             ? o->note.level[c->level].missed > c->note.level[c->level].missed
                             : o->lost < c->lost;
        bool is_equal = c->is_lost
                            ? o->note.level[c->level].missed == c->note.level[c->level].missed
                            : o->lost == c->lost;
        if (is_better || (is_equal && o < c))
            return false;
    }
    return c->kept && c->lost;
}

/* Halves the values between those at which it is kept and lost. */
static void bisect(search *s, candidate *c)
{
    int64_t kept = c->kept, lost = c->lost;
    double bytes = c->bytes_now;
    while (lost - kept > 1) {
        int64_t middle = kept + (lost - kept) / 2;
        if (!evaluate(s, middle))
            return;
        *(c->is_lost_now ? &lost : &kept) = middle;
        bytes = c->is_lost_now ? c->bytes_now : bytes;
    }
    /* Sizes whose rows only happen to meet in the same sets are no limit. */
    if (!evaluate(s, lost + lost / 16 + 1) || !c->is_lost_now || !evaluate(s, lost))
        return;
    reuse_limit limit = {c->note,     c->level,    s->param, c->is_lost ? kept : lost,
                         !c->is_lost, c->bytes_now};
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
                          const estimate_options *options, int first, int last, int furthest,
                          const reuse_limit **limits)
{
    const reuse_note *notes;
    int count = estimate_reuse(ctx, result, values, options, first, last, &notes);
    /* What is wrong with other values is not asked. */
    fp_context aside = *ctx;
    aside.diags = diag_list_aside(ctx->diags, ctx->arena);
    search s = {.ctx = ctx, .values = values, .furthest = furthest, .left = PRICE_MOST};
    *limits = NULL;
    if (!count)
        return 0;
    s.est = estimator_new(&aside, result->graph, result->machine, options);
    find_candidates(&s, count, notes);
    for (int p = 0; p < result->parameter_count; p++) {
        s.param = result->parameters[p].param;
        for (int i = 0; i < s.all.count; i++)
            s.all.data[i].kept = s.all.data[i].lost = 0;
        try_values(&s, result->parameters[p].value, true);
        try_values(&s, result->parameters[p].value, false);
        for (int i = 0; i < s.all.count; i++)
            if (is_told(&s, &s.all.data[i]))
                bisect(&s, &s.all.data[i]);
    }
    *limits = s.found.data;
    return s.found.count;
}

#include "training/profile/profile_fit.h"

#include <math.h>

#include "support/format.h"
#include "support/sort.h"
#include "support/vec.h"
#include "training/profile/profile_candidate.h"

static const source_range nowhere = {0};

enum { RULES_MOST = 3, PACKINGS = 2, CANDIDATES_MOST = RULES_MOST * PACKINGS };

typedef struct findings {
    profile_fitting f;
    const sag_communication *own; /* as the machine's file says */
    sag_compiler *profile;        /* what is decided */
    sag_compiler assumed;         /* with what is nearest where nothing is decided */
    int candidate_count;
    profile_candidate candidate[CANDIDATES_MOST];
    VEC(profile_finding) all;
} findings;

static void find(findings *d, const char *key, const char *value, const char *why)
{
    const profile_finding one = {key, value, why};
    VEC_PUSH(d->f.ctx->arena, &d->all, one);
}

static const char *percent(const findings *d, double part)
{
    return format_percent(d->f.ctx->arena, part);
}

/* Is the second so much further off than the first that the first is meant? */
static bool is_apart(double nearest, double other)
{
    return other < 0 || (other >= 2 * nearest && other - nearest >= PROFILE_APART);
}

/* --- Exchanges --- */

/* A compiler posts all messages together, which of two processors is busy then being up to the
 * machine, or sends one direction after the other. A machine whose file has the second rule does
 * not tell the first. */
static int rules_of(const findings *d, exchange_rule rules[RULES_MOST])
{
    int count = 0;
    rules[count++] = EXCHANGE_PHASED;
    if (d->own->exchange != EXCHANGE_PHASED) {
        rules[count++] = d->own->exchange;
        return count;
    }
    rules[count++] = EXCHANGE_POSTED;
    rules[count++] = EXCHANGE_PUSHED;
    return count;
}

static void try_candidates(findings *d)
{
    exchange_rule rules[RULES_MOST];
    const int count = rules_of(d, rules);
    for (int r = 0; r < count; r++)
        for (int p = 0; p < PACKINGS; p++) {
            profile_candidate *c = &d->candidate[d->candidate_count++];
            *c = (profile_candidate){.profile = *d->profile};
            c->profile.exchange = rules[r];
            c->profile.packing = p ? PACK_ALWAYS : PACK_AS_NEEDED;
            c->profile.exchange_origin = c->profile.packing_origin = profile_trained(&d->f);
            profile_fit_overhead(&d->f, c);
        }
}

/* The nearest candidate with that rule and packing; a negative number means any. */
static const profile_candidate *nearest(const findings *d, int rule, int packing)
{
    const profile_candidate *best = NULL;
    for (int i = 0; i < d->candidate_count; i++) {
        const profile_candidate *c = &d->candidate[i];
        if (c->rms < 0 || (rule >= 0 && (int)c->profile.exchange != rule) ||
            (packing >= 0 && (int)c->profile.packing != packing))
            continue;
        if (!best || c->rms < best->rms)
            best = c;
    }
    return best;
}

static double rms_of(const profile_candidate *c)
{
    return c ? c->rms : -1;
}

static void decide_rule(findings *d, const profile_candidate *best)
{
    arena *a = d->f.ctx->arena;
    exchange_rule rules[RULES_MOST];
    const int count = rules_of(d, rules);
    bool is_decided = true, fits_own = best->profile.exchange == d->own->exchange;
    const char *others = NULL, *near = NULL;
    for (int r = 0; r < count; r++) {
        const double rms = rms_of(nearest(d, (int)rules[r], -1));
        if (rules[r] == best->profile.exchange || rms < 0)
            continue;
        const char *one = arena_printf(a, "%s %s", exchange_rule_name(rules[r]), percent(d, rms));
        others = others ? arena_printf(a, "%s, %s", others, one) : one;
        if (is_apart(best->rms, rms))
            continue;
        is_decided = false;
        fits_own |= rules[r] == d->own->exchange;
        near = near ? arena_printf(a, "%s, %s", near, one) : one;
    }
    const char *name = exchange_rule_name(best->profile.exchange);
    if (!is_decided && fits_own) {
        find(d, "exchange", NULL,
             arena_printf(a, "%s is %s off, and %s: too near to it to choose", name,
                          percent(d, best->rms), near));
        return;
    }
    const char *why = arena_printf(a, "%s off; %s%s", percent(d, best->rms), others ? others : "",
                                   is_decided ? ""
                                              : " (what the machine's file says is further "
                                                "off)");
    find(d, "exchange", name, why);
    d->profile->exchange = best->profile.exchange;
    d->profile->exchange_origin =
        (origin){FROM_TRAINED, arena_printf(a, "%s; %s", d->f.request->source, why)};
}

static void decide_packing(findings *d, const profile_candidate *best)
{
    arena *a = d->f.ctx->arena;
    const packing_rule other = best->profile.packing == PACK_ALWAYS ? PACK_AS_NEEDED : PACK_ALWAYS;
    const double rms = rms_of(nearest(d, -1, (int)other));
    const char *name = packing_rule_name(best->profile.packing);
    const char *why = arena_printf(a, "%s off; %s %s", percent(d, best->rms),
                                   packing_rule_name(other), percent(d, rms));
    if (!is_apart(best->rms, rms)) {
        find(d, "packing", NULL,
             arena_printf(a, "%s is %s off, and %s %s: too near to it to choose", name,
                          percent(d, best->rms), packing_rule_name(other), percent(d, rms)));
        return;
    }
    find(d, "packing", name, why);
    d->profile->packing = best->profile.packing;
    d->profile->packing_origin =
        (origin){FROM_TRAINED, arena_printf(a, "%s; %s", d->f.request->source, why)};
}

/* As many digits as its error lets it have: what is rounded off is at most a tenth of that. */
static double rounded(double value, double error)
{
    if (!(value > 0))
        return 0;
    const double least = fmax(error, 1e-5 * value);
    const double unit = pow(10, floor(log10(least)) - 1);
    return round(value / unit) * unit;
}

/* Does a candidate that may be the right one, too, have another time? */
static const profile_candidate *with_other_overhead(const findings *d,
                                                    const profile_candidate *best)
{
    for (int i = 0; i < d->candidate_count; i++) {
        const profile_candidate *c = &d->candidate[i];
        const double apart =
            fabs(c->profile.call_overhead.value - best->profile.call_overhead.value);
        if (c->rms >= 0 && !is_apart(best->rms, c->rms) &&
            apart > 2 * hypot(c->overhead_error_s, best->overhead_error_s) + 1e-9)
            return c;
    }
    return NULL;
}

/* The time of a call is known where its error would be lost in the shortest exchange. */
static void decide_overhead(findings *d, const profile_candidate *best)
{
    arena *a = d->f.ctx->arena;
    const quantity *found = &best->profile.call_overhead;
    const double error = best->overhead_error_s;
    double least = INFINITY;
    for (int i = 0; i < d->f.request->measured->count; i++)
        if (d->f.request->measured->point[i].kernel->subject == PROFILE_EXCHANGE)
            least = fmin(least, profile_scale(&d->f.request->measured->point[i]));
    const char *text = arena_printf(a, "%s, known to %s", format_time(a, found->value),
                                    error < 1e-9 ? "a nanosecond" : format_time(a, error));
    if (!(error <= 0.1 * least)) {
        find(d, "call_overhead", NULL,
             arena_printf(a, "%s, where the shortest exchange takes %s", text,
                          format_time(a, least)));
        return;
    }
    const profile_candidate *other = with_other_overhead(d, best);
    if (other) {
        find(d, "call_overhead", NULL,
             arena_printf(a, "%s, but %s with %s and %s, which is too near to it to choose", text,
                          format_time(a, other->profile.call_overhead.value),
                          exchange_rule_name(other->profile.exchange),
                          packing_rule_name(other->profile.packing)));
        return;
    }
    quantity *q = &d->profile->call_overhead;
    *q = *found;
    q->stated = rounded(found->stated, error * 1e6);
    q->value = q->stated * 1e-6;
    q->relative_error = q->value > 0 ? rounded(fmin(error / q->value, 1e3), 1e-3) : 0;
    q->source = arena_printf(a, "%s; %s", d->f.request->source, text);
    find(d, "call_overhead", arena_printf(a, "%.6g µs", q->stated), text);
}

static void leave_out_exchanges(findings *d, const char *why)
{
    find(d, "exchange, packing, call_overhead", NULL, why);
}

static bool decide_exchanges(findings *d)
{
    arena *a = d->f.ctx->arena;
    if (!profile_points_of(d->f.request->measured, PROFILE_EXCHANGE)) {
        leave_out_exchanges(d, "no exchange was measured");
        return true;
    }
    try_candidates(d);
    const profile_candidate *best = nearest(d, -1, -1);
    if (!best) {
        diag_report(d->f.ctx->diags, DIAG_ERROR, "train", nowhere,
                    "none of the kernels can be predicted on '%s'", d->f.request->machine->name);
        return false;
    }
    if (best->rms > PROFILE_FAR) {
        leave_out_exchanges(
            d, arena_printf(a,
                            "the nearest, %s and %s, is %s off: the machine's file and the model "
                            "do not explain what was measured",
                            exchange_rule_name(best->profile.exchange),
                            packing_rule_name(best->profile.packing), percent(d, best->rms)));
        return true;
    }
    d->assumed = best->profile;
    decide_rule(d, best);
    decide_packing(d, best);
    decide_overhead(d, best);
    return true;
}

/* --- Collectives --- */

static const collective_kind kind_of[PROFILE_SUBJECT_COUNT] = {
    [PROFILE_EXCHANGE] = COLLECTIVE_KIND_COUNT,
    [PROFILE_BROADCAST] = COLLECTIVE_BROADCAST,
    [PROFILE_REDUCE] = COLLECTIVE_REDUCE,
    [PROFILE_ALLGATHER] = COLLECTIVE_ALLGATHER,
};

/* How far each algorithm is off, and in the last place the machine's own way. Returns the nearest,
 * of equal ones an algorithm; negative: none can be predicted. */
static int try_algorithms(findings *d, profile_subject subject, double rms[COLLECTIVE_PATTERN + 1])
{
    const collective_kind kind = kind_of[subject];
    int best = -1;
    for (int k = 0; k <= COLLECTIVE_PATTERN; k++) {
        sag_compiler with = d->assumed;
        if (k < COLLECTIVE_PATTERN) {
            with.algorithm[kind] = (collective_algorithm)k;
            with.algorithm_origin[kind] = profile_trained(&d->f);
        }
        rms[k] = profile_misses(&d->f, &with, subject, d->f.miss);
        if (rms[k] >= 0 && (best < 0 || rms[k] < rms[best]))
            best = k;
    }
    return best;
}

static const char *algorithm_text(int k)
{
    return k == COLLECTIVE_PATTERN ? "what the machine's file says"
                                   : collective_algorithm_name((collective_algorithm)k);
}

/* Left out where the machine's own way is the nearest, or too near to choose, as long as several
 * algorithms are. */
static void decide_collective(findings *d, profile_subject subject)
{
    arena *a = d->f.ctx->arena;
    const collective_kind kind = kind_of[subject];
    const char *key = arena_printf(a, "collectives.%s", collective_kind_name(kind));
    if (!profile_points_of(d->f.request->measured, subject)) {
        find(d, key, NULL, "it was not measured");
        return;
    }
    double rms[COLLECTIVE_PATTERN + 1];
    const int best = try_algorithms(d, subject, rms);
    const char *others = "";
    int near = 0;
    for (int k = 0; k < COLLECTIVE_PATTERN; k++) {
        if (k == best || rms[k] < 0)
            continue;
        near += !is_apart(rms[best], rms[k]);
        others = arena_printf(a, "%s%s%s %s", others, *others ? ", " : "", algorithm_text(k),
                              percent(d, rms[k]));
    }
    const bool is_own =
        best >= 0 && rms[COLLECTIVE_PATTERN] >= 0 && !is_apart(rms[best], rms[COLLECTIVE_PATTERN]);
    if (best < 0 || rms[best] > PROFILE_FAR || best == COLLECTIVE_PATTERN || (near && is_own)) {
        find(d, key, NULL,
             best < 0 ? "it cannot be predicted"
                      : arena_printf(a, "%s is %s off; %s", algorithm_text(best),
                                     percent(d, rms[best]), others));
        return;
    }
    const char *why = arena_printf(a, "%s off; %s", percent(d, rms[best]), others);
    find(d, key, algorithm_text(best), why);
    d->assumed.algorithm[kind] = (collective_algorithm)best;
    d->assumed.algorithm_origin[kind] = profile_trained(&d->f);
    d->profile->algorithm[kind] = (collective_algorithm)best;
    d->profile->algorithm_origin[kind] =
        (origin){FROM_TRAINED, arena_printf(a, "%s; %s", d->f.request->source, why)};
}

/* --- All of it --- */

/* How far the profile that is written is off, kernel by kernel. */
static void judge(findings *d, profile_result *result)
{
    arena *a = d->f.ctx->arena;
    const profile_data *measured = d->f.request->measured;
    VEC(profile_miss) misses = {0};
    for (int k = 0; k < profile_kernel_count; k++) {
        const profile_kernel *kernel = &profile_kernels[k];
        double *off = ARENA_ARRAY(a, measured->count + 1, double);
        int count = 0, at = 0;
        if (profile_misses(&d->f, d->profile, kernel->subject, d->f.miss) < 0)
            continue;
        for (int i = 0; i < measured->count; i++) {
            if (measured->point[i].kernel == kernel)
                off[count++] = fabs(d->f.miss[at]);
            at += measured->point[i].kernel->subject == kernel->subject;
        }
        if (!count)
            continue;
        profile_miss one = {.kernel = kernel, .points = count};
        for (int i = 0; i < count; i++)
            one.worst = fmax(one.worst, off[i]);
        one.middle = sort_median(off, count);
        VEC_PUSH(a, &misses, one);
    }
    result->miss_count = misses.count;
    result->misses = misses.data;
}

bool profile_fit(fp_context *ctx, const profile_request *request, profile_result *result)
{
    const int points = request->measured->count + 1;
    findings d = {.f = {ctx, request, ARENA_ARRAY(ctx->arena, points, double),
                        ARENA_ARRAY(ctx->arena, points, double)},
                  .own = request->machine->communication,
                  .profile = ARENA_NEW(ctx->arena, sag_compiler)};
    d.profile->name = request->name;
    d.profile->title = request->title;
    d.assumed = *d.profile;
    if (!decide_exchanges(&d))
        return false;
    decide_collective(&d, PROFILE_REDUCE); /* the kernel of broadcasts has one in it */
    decide_collective(&d, PROFILE_BROADCAST);
    decide_collective(&d, PROFILE_ALLGATHER);
    find(&d, "collectives.barrier", NULL, "no kernel has a barrier");
    *result = (profile_result){.profile = d.profile,
                               .finding_count = d.all.count,
                               .findings = d.all.data,
                               .is_empty = true};
    for (int i = 0; i < d.all.count; i++)
        result->is_empty &= d.all.data[i].value == NULL;
    judge(&d, result);
    return true;
}

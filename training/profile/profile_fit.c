#include "training/profile/profile_fit.h"

#include <math.h>

#include "support/format.h"
#include "support/sort.h"
#include "training/profile/profile_findings.h"

static const source_range nowhere = {0};

/* What is tried of a rule. Elements are not packed. */
static const struct {
    message_form form;
    packing_rule packing;
} manners[] = {{MESSAGES_VECTORS, PACK_AS_NEEDED},
               {MESSAGES_VECTORS, PACK_ALWAYS},
               {MESSAGES_ITERATIONS, PACK_AS_NEEDED},
               {MESSAGES_ITERATIONS, PACK_ALWAYS},
               {MESSAGES_ELEMENTS, PACK_AS_NEEDED}};

enum { RULES_MOST = 3, MANNERS = sizeof manners / sizeof *manners };
enum { CANDIDATES_MOST = RULES_MOST * MANNERS };

/* All that is tried, those left out that cannot be predicted with. */
typedef struct tried {
    int count;
    profile_candidate candidate[CANDIDATES_MOST];
} tried;

void findings_add(findings *d, const char *key, const char *value, const char *why)
{
    const profile_finding one = {key, value, why};
    VEC_PUSH(d->f.ctx->arena, &d->all, one);
}

const char *findings_percent(const findings *d, double part)
{
    return format_percent(d->f.ctx->arena, part);
}

origin findings_origin(const findings *d, const char *why)
{
    return (origin){FROM_TRAINED,
                    arena_printf(d->f.ctx->arena, "%s; %s", d->f.request->source, why)};
}

bool profile_is_apart(double nearest, double other)
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

static void try_candidates(findings *d, tried *all)
{
    exchange_rule rules[RULES_MOST];
    const int count = rules_of(d, rules);
    for (int r = 0; r < count; r++)
        for (int m = 0; m < MANNERS; m++) {
            profile_candidate *c = &all->candidate[all->count];
            *c = (profile_candidate){.profile = *d->profile};
            c->profile.exchange = rules[r];
            c->profile.packing = manners[m].packing;
            c->profile.messages = manners[m].form;
            c->profile.exchange_origin = c->profile.packing_origin = c->profile.messages_origin =
                profile_trained(&d->f);
            profile_fit_overhead(&d->f, c);
            all->count += c->rms >= 0;
        }
}

enum { ANY = -1 };

/* The nearest candidate with that rule, packing and form of messages. */
static const profile_candidate *nearest(const tried *all, int rule, int packing, int form)
{
    const profile_candidate *best = NULL;
    for (int i = 0; i < all->count; i++) {
        const profile_candidate *c = &all->candidate[i];
        if ((rule != ANY && (int)c->profile.exchange != rule) ||
            (packing != ANY && (int)c->profile.packing != packing) ||
            (form != ANY && (int)c->profile.messages != form))
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

static void decide_rule(findings *d, const tried *all, const profile_candidate *best)
{
    arena *a = d->f.ctx->arena;
    exchange_rule rules[RULES_MOST];
    const int count = rules_of(d, rules);
    bool is_decided = true, fits_own = best->profile.exchange == d->own->exchange;
    const char *others = NULL, *near = NULL;
    for (int r = 0; r < count; r++) {
        const double rms = rms_of(nearest(all, (int)rules[r], ANY, ANY));
        if (rules[r] == best->profile.exchange || rms < 0)
            continue;
        const char *one =
            arena_printf(a, "%s %s", exchange_rule_name(rules[r]), findings_percent(d, rms));
        others = others ? arena_printf(a, "%s, %s", others, one) : one;
        if (profile_is_apart(best->rms, rms))
            continue;
        is_decided = false;
        fits_own |= rules[r] == d->own->exchange;
        near = near ? arena_printf(a, "%s, %s", near, one) : one;
    }
    const char *name = exchange_rule_name(best->profile.exchange);
    if (!is_decided && fits_own) {
        findings_add(d, "exchange", NULL,
                     arena_printf(a, "%s is %s off, and %s: too near to it to choose", name,
                                  findings_percent(d, best->rms), near));
        return;
    }
    const char *why =
        arena_printf(a, "%s off; %s%s", findings_percent(d, best->rms), others ? others : "",
                     is_decided ? ""
                                : " (what the machine's file says is further "
                                  "off)");
    findings_add(d, "exchange", name, why);
    d->profile->exchange = best->profile.exchange;
    d->profile->exchange_origin = findings_origin(d, why);
}

/* Vectors, messages in loops, or elements: the least that a message is. */
static void decide_messages(findings *d, const tried *all, const profile_candidate *best)
{
    static const message_form forms[] = {MESSAGES_VECTORS, MESSAGES_ITERATIONS, MESSAGES_ELEMENTS};
    arena *a = d->f.ctx->arena;
    const message_form own = best->profile.messages;
    const char *others = "";
    bool is_decided = true;
    for (int i = 0; i < (int)(sizeof forms / sizeof *forms); i++) {
        const double rms = rms_of(nearest(all, ANY, ANY, (int)forms[i]));
        if (forms[i] == own || rms < 0)
            continue;
        is_decided &= profile_is_apart(best->rms, rms);
        others = arena_printf(a, "%s%s%s %s", others, *others ? ", " : "",
                              message_form_name(forms[i]), findings_percent(d, rms));
    }
    const char *name = message_form_name(own);
    if (!is_decided) {
        findings_add(d, "messages", NULL,
                     arena_printf(a, "%s %s off, and %s: too near to it to choose", name,
                                  findings_percent(d, best->rms), others));
        return;
    }
    const char *why = arena_printf(a, "%s off; %s", findings_percent(d, best->rms), others);
    findings_add(d, "messages", name, why);
    d->profile->messages = own;
    d->profile->messages_origin = findings_origin(d, why);
}

static void decide_packing(findings *d, const tried *all, const profile_candidate *best)
{
    arena *a = d->f.ctx->arena;
    if (best->profile.messages == MESSAGES_ELEMENTS) {
        findings_add(d, "packing", NULL, "elements by themselves are not packed");
        return;
    }
    const packing_rule other = best->profile.packing == PACK_ALWAYS ? PACK_AS_NEEDED : PACK_ALWAYS;
    const double rms = rms_of(nearest(all, ANY, (int)other, (int)best->profile.messages));
    const char *name = packing_rule_name(best->profile.packing);
    const char *why = arena_printf(a, "%s off; %s %s", findings_percent(d, best->rms),
                                   packing_rule_name(other), findings_percent(d, rms));
    if (!profile_is_apart(best->rms, rms)) {
        findings_add(d, "packing", NULL,
                     arena_printf(a, "%s is %s off, and %s %s: too near to it to choose", name,
                                  findings_percent(d, best->rms), packing_rule_name(other),
                                  findings_percent(d, rms)));
        return;
    }
    if (best->rms > PROFILE_NEAR) {
        findings_add(d, "packing", NULL,
                     arena_printf(a,
                                  "%s %s; what the machine's file may be off of a byte looks like "
                                  "a copy",
                                  name, why));
        return;
    }
    findings_add(d, "packing", name, why);
    d->profile->packing = best->profile.packing;
    d->profile->packing_origin = findings_origin(d, why);
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
static const profile_candidate *with_other_overhead(const tried *all, const profile_candidate *best)
{
    for (int i = 0; i < all->count; i++) {
        const profile_candidate *c = &all->candidate[i];
        const double apart =
            fabs(c->profile.call_overhead.value - best->profile.call_overhead.value);
        const bool is_open = best->rms > PROFILE_NEAR && /* by decide_packing */
                             c->profile.exchange == best->profile.exchange &&
                             c->profile.messages == best->profile.messages;
        if ((is_open || !profile_is_apart(best->rms, c->rms)) &&
            apart > 2 * hypot(c->overhead_error_s, best->overhead_error_s) + 1e-9)
            return c;
    }
    return NULL;
}

/* The time of a call is known where its error would be lost in the shortest exchange. */
static void decide_overhead(findings *d, const tried *all, const profile_candidate *best)
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
        findings_add(d, "call_overhead", NULL,
                     arena_printf(a, "%s, where the shortest exchange takes %s", text,
                                  format_time(a, least)));
        return;
    }
    const profile_candidate *other = with_other_overhead(all, best);
    if (other) {
        findings_add(d, "call_overhead", NULL,
                     arena_printf(a, "%s, but %s with %s and %s, which is too near to it to choose",
                                  text, format_time(a, other->profile.call_overhead.value),
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
    findings_add(d, "call_overhead", arena_printf(a, "%.6g µs", q->stated), text);
}

static void leave_out_exchanges(findings *d, const char *why)
{
    findings_add(d, "exchange, messages, packing, call_overhead", NULL, why);
}

static bool decide_exchanges(findings *d)
{
    arena *a = d->f.ctx->arena;
    if (!profile_points_of(d->f.request->measured, PROFILE_EXCHANGE)) {
        leave_out_exchanges(d, "no exchange was measured");
        return true;
    }
    tried all = {0};
    try_candidates(d, &all);
    const profile_candidate *best = nearest(&all, ANY, ANY, ANY);
    if (!best) {
        diag_report(d->f.ctx->diags, DIAG_ERROR, "train", nowhere,
                    "none of the kernels can be predicted on '%s'", d->f.request->machine->name);
        return false;
    }
    if (best->rms > PROFILE_FAR) {
        leave_out_exchanges(
            d,
            arena_printf(a,
                         "the nearest, %s and %s, is %s off: the machine's file and the model "
                         "do not explain what was measured",
                         exchange_rule_name(best->profile.exchange),
                         packing_rule_name(best->profile.packing), findings_percent(d, best->rms)));
        return true;
    }
    d->assumed = best->profile;
    decide_rule(d, &all, best);
    decide_messages(d, &all, best);
    decide_packing(d, &all, best);
    decide_overhead(d, &all, best);
    return true;
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
    profile_decide_transpose(&d);
    profile_decide_collective(&d, PROFILE_REDUCE); /* the kernel of broadcasts has one in it */
    profile_decide_collective(&d, PROFILE_BROADCAST);
    profile_decide_collective(&d, PROFILE_ALLGATHER);
    findings_add(&d, "collectives.barrier", NULL, "no kernel has a barrier");
    *result = (profile_result){.profile = d.profile,
                               .finding_count = d.all.count,
                               .findings = d.all.data,
                               .is_empty = true};
    for (int i = 0; i < d.all.count; i++)
        result->is_empty &= d.all.data[i].value == NULL;
    judge(&d, result);
    return true;
}

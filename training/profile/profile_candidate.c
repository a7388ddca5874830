#include "training/profile/profile_candidate.h"

#include <math.h>

int profile_points_of(const profile_data *measured, profile_subject subject)
{
    int count = 0;
    for (int i = 0; i < measured->count; i++)
        count += measured->point[i].kernel->subject == subject;
    return count;
}

double profile_scale(const profile_point *point)
{
    static const double least_s = 1e-12; /* as somebody may write that all took no time */
    return fmax(fmax(point->took_s, 0.1 * point->whole_s), least_s);
}

origin profile_trained(const profile_fitting *f)
{
    return (origin){FROM_TRAINED, f->request->source};
}

/* What a machine cannot do is no mistake of the user's: its errors are dropped. */
static const sag *compiled(const profile_fitting *f, const sag_compiler *profile)
{
    diag_list *kept = f->ctx->diags;
    f->ctx->diags = diag_list_aside(kept, f->ctx->arena);
    const sag *machine = sag_compiled(f->ctx, f->request->machine, profile);
    f->ctx->diags = kept;
    return machine;
}

double profile_misses(const profile_fitting *f, const sag_compiler *profile,
                      profile_subject subject, double *miss)
{
    const profile_data *measured = f->request->measured;
    const sag *machine = compiled(f, profile);
    double sum = 0;
    int count = 0;
    for (int i = 0; machine && i < measured->count; i++) {
        const profile_point *p = &measured->point[i];
        if (p->kernel->subject != subject)
            continue;
        const double predicted = f->request->predict(f->request->predict_data, machine, p);
        if (predicted < 0)
            return -1;
        miss[count] = (predicted - p->took_s) / profile_scale(p);
        sum += miss[count] * miss[count];
        count++;
    }
    return machine && count ? sqrt(sum / count) : -1;
}

static void set_overhead(const profile_fitting *f, profile_candidate *c, double seconds)
{
    c->profile.call_overhead = (quantity){.is_set = true,
                                          .value = seconds,
                                          .stated = seconds * 1e6,
                                          .unit = "us",
                                          .path = "call_overhead_us",
                                          .from = FROM_TRAINED,
                                          .source = f->request->source,
                                          .relative_error = -1};
}

/* The shortest time that an exchange took. */
static double least_exchange(const profile_data *measured)
{
    double least = INFINITY;
    for (int i = 0; i < measured->count; i++)
        if (measured->point[i].kernel->subject == PROFILE_EXCHANGE)
            least = fmin(least, profile_scale(&measured->point[i]));
    return least;
}

/* A step of Gauss and Newton's from the time that the candidate has: its misses there are in
 * f->miss. Returns the next time, and the squares of how the misses move, together. */
static double next_overhead(const profile_fitting *f, const profile_candidate *c, double nudge,
                            double *squares)
{
    const double at = c->profile.call_overhead.value;
    profile_candidate other = *c;
    set_overhead(f, &other, at + nudge);
    *squares = 0;
    if (profile_misses(f, &other.profile, PROFILE_EXCHANGE, f->nudged) < 0)
        return at;
    double product = 0;
    for (int i = 0; i < profile_points_of(f->request->measured, PROFILE_EXCHANGE); i++) {
        const double slope = (f->nudged[i] - f->miss[i]) / nudge;
        product += slope * f->miss[i];
        *squares += slope * slope;
    }
    return *squares > 0 ? fmax(0, at - product / *squares) : at;
}

/* Times are sums and maxima of the time of a call, so pieces of lines: few steps end in the right
 * piece, and the best of them counts. */
void profile_fit_overhead(const profile_fitting *f, profile_candidate *c)
{
    enum { STEPS_MOST = 8 };
    const int count = profile_points_of(f->request->measured, PROFILE_EXCHANGE);
    const double nudge = 0.01 * least_exchange(f->request->measured);
    profile_candidate best = *c;
    best.rms = -1;
    set_overhead(f, c, 0);
    for (int step = 0; step < STEPS_MOST; step++) {
        const double at = c->profile.call_overhead.value;
        double squares;
        c->rms = profile_misses(f, &c->profile, PROFILE_EXCHANGE, f->miss);
        if (c->rms < 0)
            break;
        const double next = next_overhead(f, c, nudge, &squares);
        c->overhead_error_s =
            squares > 0 ? c->rms * sqrt(count / fmax(1, count - 1) / squares) : INFINITY;
        if (best.rms < 0 || c->rms < best.rms)
            best = *c;
        if (fabs(next - at) < 1e-3 * nudge)
            break;
        set_overhead(f, c, next);
    }
    *c = best;
}

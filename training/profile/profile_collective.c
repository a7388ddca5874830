#include "training/profile/profile_findings.h"

/* Which algorithm each collective has, and how transposes are done. */

static const collective_kind kind_of[PROFILE_SUBJECT_COUNT] = {
    [PROFILE_EXCHANGE] = COLLECTIVE_KIND_COUNT, [PROFILE_TRANSPOSE] = COLLECTIVE_KIND_COUNT,
    [PROFILE_BROADCAST] = COLLECTIVE_BROADCAST, [PROFILE_REDUCE] = COLLECTIVE_REDUCE,
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
void profile_decide_collective(findings *d, profile_subject subject)
{
    arena *a = d->f.ctx->arena;
    const collective_kind kind = kind_of[subject];
    const char *key = arena_printf(a, "collectives.%s", collective_kind_name(kind));
    if (!profile_points_of(d->f.request->measured, subject)) {
        findings_add(d, key, NULL, "it was not measured");
        return;
    }
    double rms[COLLECTIVE_PATTERN + 1];
    const int best = try_algorithms(d, subject, rms);
    const char *others = "";
    int near = 0;
    for (int k = 0; k < COLLECTIVE_PATTERN; k++) {
        if (k == best || rms[k] < 0)
            continue;
        near += !profile_is_apart(rms[best], rms[k]);
        others = arena_printf(a, "%s%s%s %s", others, *others ? ", " : "", algorithm_text(k),
                              findings_percent(d, rms[k]));
    }
    const bool is_own = best >= 0 && rms[COLLECTIVE_PATTERN] >= 0 &&
                        !profile_is_apart(rms[best], rms[COLLECTIVE_PATTERN]);
    if (best < 0 || rms[best] > PROFILE_FAR || best == COLLECTIVE_PATTERN || (near && is_own)) {
        findings_add(d, key, NULL,
                     best < 0 ? "it cannot be predicted"
                              : arena_printf(a, "%s is %s off; %s", algorithm_text(best),
                                             findings_percent(d, rms[best]), others));
        return;
    }
    const char *why = arena_printf(a, "%s off; %s", findings_percent(d, rms[best]), others);
    findings_add(d, key, algorithm_text(best), why);
    d->assumed.algorithm[kind] = (collective_algorithm)best;
    d->assumed.algorithm_origin[kind] = profile_trained(&d->f);
    d->profile->algorithm[kind] = (collective_algorithm)best;
    d->profile->algorithm_origin[kind] = findings_origin(d, why);
}

void profile_decide_transpose(findings *d)
{
    static const char key[] = "patterns.transpose";
    arena *a = d->f.ctx->arena;
    double rms[2];
    if (!profile_points_of(d->f.request->measured, PROFILE_TRANSPOSE)) {
        findings_add(d, key, NULL, "it was not measured");
        return;
    }
    for (int k = 0; k < 2; k++) {
        sag_compiler with = d->assumed;
        with.way[TOLD_TRANSPOSE] = k ? WAY_PAIRWISE : WAY_MESSAGES;
        with.way_origin[TOLD_TRANSPOSE] = profile_trained(&d->f);
        rms[k] = profile_misses(&d->f, &with, PROFILE_TRANSPOSE, d->f.miss);
    }
    if (rms[0] < 0 || rms[1] < 0) {
        findings_add(d, key, NULL, "it cannot be predicted");
        return;
    }
    const int best = rms[1] < rms[0];
    const char *names[] = {pattern_way_name(WAY_MESSAGES), pattern_way_name(WAY_PAIRWISE)};
    if (!profile_is_apart(rms[best], rms[!best]) || rms[best] > PROFILE_FAR) {
        findings_add(d, key, NULL,
                     arena_printf(a, "%s is %s off, and %s %s", names[best],
                                  findings_percent(d, rms[best]), names[!best],
                                  findings_percent(d, rms[!best])));
        return;
    }
    const char *why = arena_printf(a, "%s off; %s %s", findings_percent(d, rms[best]), names[!best],
                                   findings_percent(d, rms[!best]));
    findings_add(d, key, names[best], why);
    d->profile->way[TOLD_TRANSPOSE] = best ? WAY_PAIRWISE : WAY_MESSAGES;
    d->profile->way_origin[TOLD_TRANSPOSE] = findings_origin(d, why);
}

#include <assert.h>

#include "sysmodels/file/file.h"
#include "sysmodels/network/price.h"
#include "sysmodels/print/intrinsic.h"

#define OWN_PART "a loop over its own elements"

static const sag_intrinsic intrinsics[] = {
    {PATTERN_cshift, "its border is sent in the direction of the shift, round the ends",
     "loops copy all of its elements"},
    {PATTERN_eoshift, "its border is sent in the direction of the shift",
     "loops copy its elements, and fill"},
    {PATTERN_tshift, "its border is sent in the direction of the shift",
     "a loop copies its elements"},
    {PATTERN_spread, "the source is sent to all processors that it is spread over",
     "a loop copies it into its own elements"},
    {PATTERN_sum, "the processors' sums are combined", OWN_PART},
    {PATTERN_product, "the processors' products are combined", OWN_PART},
    {PATTERN_maxval, "the processors' maxima are combined", OWN_PART},
    {PATTERN_minval, "the processors' minima are combined", OWN_PART},
    {PATTERN_maxloc, "the processors' maxima and their places are combined", OWN_PART},
    {PATTERN_minloc, "the processors' minima and their places are combined", OWN_PART},
    {PATTERN_dot_product, "the processors' sums are combined",
     "a loop multiplies and adds its own elements"},
    {PATTERN_matmul, "all get the parts of the factors that they need",
     "three loops over its own elements of the result"},
    {PATTERN_transpose, "a block is sent to each other processor",
     "a loop copies all of its elements"},
};

const sag_intrinsic *sag_intrinsics(int *count)
{
    *count = (int)(sizeof intrinsics / sizeof *intrinsics);
    return intrinsics;
}

/* The collective that does a kind of communication; COLLECTIVE_KIND_COUNT: an exchange. */
static collective_kind collective_of(sag_pattern_kind base)
{
    if (base == PATTERN_broadcast)
        return COLLECTIVE_BROADCAST;
    if (base == PATTERN_reduce)
        return COLLECTIVE_REDUCE;
    return base == PATTERN_allgather ? COLLECTIVE_ALLGATHER : COLLECTIVE_KIND_COUNT;
}

sag_composition sag_composition_of(const sag_communication *c, sag_pattern_kind intrinsic)
{
    sag_composition how = {.base = sag_more_general(intrinsic),
                           .by = exchange_rule_name(c->exchange),
                           .from = &c->exchange_origin};
    const collective_kind collective = collective_of(how.base);
    const sag_pattern *whole = sag_whole_pattern(c, intrinsic);

    how.function = whole ? whole : sag_message_pattern(c, intrinsic);
    if (how.function)
        how.function_of = (sag_pattern_kind)(how.function - c->pattern);
    if (whole) {
        how.by = pattern_measure_name(whole->measures);
        how.from = &whole->measures_origin;
    } else if (collective != COLLECTIVE_KIND_COUNT) {
        const sag_collective *g = &c->collective[collective];
        how.by = collective_algorithm_name(g->algorithm);
        how.from = &g->algorithm_origin;
        how.has_own_function = g->algorithm == COLLECTIVE_PATTERN;
    }
    return how;
}

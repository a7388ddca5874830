#include <stdlib.h>
#include <string.h>

#include "driver/fpredict/option_setters.h"

/* What `fpredict trace stats` is asked for. */

bool option_set_statistics_region(fp_context *ctx, options *o, const option_spec *spec,
                                  const char *text)
{
    (void)spec;
    const char *before = o->statistics.regions;
    o->has_statistics = true;
    o->statistics.regions = before ? arena_printf(ctx->arena, "%s,%s", before, text) : text;
    return true;
}

/* A number of a rank; false: it is none. */
static bool read_rank(const char **at, uint32_t *out)
{
    char *end;
    if (**at < '0' || **at > '9')
        return false;
    const unsigned long long value = strtoull(*at, &end, 10);
    *at = end;
    *out = (uint32_t)value;
    return value <= INT32_MAX;
}

/* "4", "4-7", "8-62:2". */
static bool read_range(const char **at, rank_range *out)
{
    if (!read_rank(at, &out->first))
        return false;
    out->last = out->first;
    out->step = 1;
    if (**at != '-')
        return true;
    ++*at;
    if (!read_rank(at, &out->last) || out->last < out->first)
        return false;
    if (**at != ':')
        return true;
    ++*at;
    return read_rank(at, &out->step) && out->step > 0;
}

bool option_set_statistics_ranks(fp_context *ctx, options *o, const option_spec *spec,
                                 const char *text)
{
    (void)spec;
    o->has_statistics = true;
    for (const char *at = text;; at++) {
        rank_range range;
        if (!read_range(&at, &range) || (*at && *at != ','))
            return options_usage_error(
                o, "--processor: '%s' is no list of numbers and ranges: 0,4-7,8-62:2", text);
        VEC_PUSH(ctx->arena, &o->ranks, range);
        if (!*at)
            return true;
    }
}

bool option_set_statistics_window(fp_context *ctx, options *o, const option_spec *spec,
                                  const char *text)
{
    (void)spec;
    const char *colon = strchr(text, ':');
    statistics_options *s = &o->statistics;
    o->has_statistics = s->has_window = true;
    s->to = -1;
    if (colon)
        s->from =
            colon > text ? option_time(arena_strndup(ctx->arena, text, (size_t)(colon - text))) : 0;
    if (colon && colon[1])
        s->to = option_time(colon + 1);
    if (!colon || s->from < 0 || (colon[1] && s->to < 0))
        return options_usage_error(
            o, "--window: '%s' is no window: from and to, as 10ms:2.5s, 10ms: or :2.5s", text);
    return s->to < 0 || s->to > s->from ||
           options_usage_error(o, "--window: '%s' is empty: its end is not after its beginning",
                               text);
}

bool option_set_statistics_step(fp_context *ctx, options *o, const option_spec *spec,
                                const char *text)
{
    (void)ctx;
    o->has_statistics = true;
    o->statistics.step = option_time(text);
    return o->statistics.step > 0 ||
           options_usage_error(o, "--%s: '%s' is no time above 0: 20ms, 300us", spec->name, text);
}

bool option_set_statistics_unit(fp_context *ctx, options *o, const option_spec *spec,
                                const char *text)
{
    static const option_word words[] = {
        {"s", UNIT_S}, {"ms", UNIT_MS}, {"us", UNIT_US}, {"ns", UNIT_NS}};
    int chosen;
    o->has_statistics = true;
    if (!OPTION_CHOOSE(ctx, o, spec, words, text, &chosen))
        return false;
    if (o->unit == UNIT_SHARE)
        return options_usage_error(o, "--unit: with --normalize times have none");
    o->unit = (time_unit)chosen;
    return true;
}

bool option_set_normalize(fp_context *ctx, options *o, const option_spec *spec, const char *text)
{
    (void)ctx;
    (void)spec;
    (void)text;
    o->has_statistics = true;
    if (o->unit != UNIT_FITTING && o->unit != UNIT_SHARE)
        return options_usage_error(o, "--unit: with --normalize times have none");
    o->unit = UNIT_SHARE;
    return true;
}

bool option_set_statistics_format(fp_context *ctx, options *o, const option_spec *spec,
                                  const char *text)
{
    o->has_statistics = true;
    return option_set_format(ctx, o, spec, text);
}

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/suggest.h"
#include "sysmodels/model/adjust.h"

typedef struct known_word {
    const char *name;
    sag_change_kind kind;
} known_word;

/* Splits NAME=TEXT; returns where TEXT begins, or null after a report. */
static const char *split(fp_context *ctx, const char *option, const char *form, const char *text,
                         const char **name)
{
    const char *equals = strchr(text, '=');

    if (!equals || equals == text || !equals[1]) {
        diag_report(ctx->diags, DIAG_ERROR, option, (source_range){0}, "'%s' is not of the form %s",
                    text, form);
        return NULL;
    }
    *name = arena_strndup(ctx->arena, text, (size_t)(equals - text));
    return equals + 1;
}

bool sag_change_param(fp_context *ctx, const char *text, sag_change *change)
{
    const char *path;
    const char *value = split(
        ctx, "param", "PATH=VALUE, as in cube.communication.shift.startup_us=40", text, &path);
    if (!value)
        return false;
    *change = (sag_change){.kind = CHANGE_PARAMETER, .path = path, .value = value};
    return true;
}

/* Reads NAME=NUMBER with one of the names. */
static bool read_named(fp_context *ctx, const char *option, const char *form, const char *text,
                       int count, const known_word *words, sag_change *change)
{
    const char *names[4], *name, *list = words[0].name;
    const char *value = split(ctx, option, form, text, &name);
    char *end;

    if (!value)
        return false;
    for (int i = 0; i < count; ++i) {
        names[i] = words[i].name;
        if (i)
            list =
                arena_printf(ctx->arena, "%s%s%s", list, i + 1 < count ? ", " : " or ", names[i]);
        if (strcmp(name, words[i].name) != 0)
            continue;
        errno = 0;
        *change = (sag_change){.kind = words[i].kind, .amount = strtod(value, &end)};
        if (end != value && !*end && !errno && isfinite(change->amount))
            return true;
        diag_report(ctx->diags, DIAG_ERROR, option, (source_range){0},
                    "'%s' in '%s' is not a number", value, text);
        return false;
    }
    const char *meant = suggest_closest(name, names, count);
    if (meant)
        diag_report(ctx->diags, DIAG_ERROR, option, (source_range){0},
                    "there is no '%s' to %s; did you mean '%s'?", name, option, meant);
    else
        diag_report(ctx->diags, DIAG_ERROR, option, (source_range){0},
                    "there is no '%s' to %s; there is %s", name, option, list);
    return false;
}

bool sag_change_scale(fp_context *ctx, const char *text, sag_change *change)
{
    static const known_word words[] = {{"processor", CHANGE_PROCESSOR_SPEED},
                                       {"memory", CHANGE_MEMORY_SPEED},
                                       {"bandwidth", CHANGE_BANDWIDTH}};
    if (!read_named(ctx, "scale", "NAME=FACTOR, as in processor=2", text, 3, words, change))
        return false;
    if (change->amount >= 1e-6 && change->amount <= 1e6)
        return true;
    if (change->amount > 0)
        diag_report(ctx->diags, DIAG_ERROR, "scale", (source_range){0},
                    "'%s': a speed is multiplied by 0.000001 to 1000000", text);
    else
        diag_report(ctx->diags, DIAG_ERROR, "scale", (source_range){0},
                    "'%s': a speed is multiplied by more than 0; half of it is 0.5", text);
    return false;
}

bool sag_change_load(fp_context *ctx, const char *text, sag_change *change)
{
    static const known_word words[] = {{"network", CHANGE_NETWORK_LOAD},
                                       {"processor", CHANGE_PROCESSOR_LOAD}};
    if (!read_named(ctx, "load", "NAME=FRACTION, as in network=0.3", text, 2, words, change))
        return false;
    if (change->amount >= 0 && change->amount <= 0.999999)
        return true;
    if (change->amount > 0.999999 && change->amount < 1)
        diag_report(ctx->diags, DIAG_ERROR, "load", (source_range){0},
                    "'%s': others use at most 0.999999 of it", text);
    else
        diag_report(
            ctx->diags, DIAG_ERROR, "load", (source_range){0},
            "'%s': a load is the fraction that others use, from 0 up to below 1: at 1 nothing "
            "is left",
            text);
    return false;
}

#include "sysmodels/file/value_range.h"

#include <assert.h>
#include <string.h>

/* Times are added up in whole picoseconds, and whole things are counted in an int: values that are
 * far from leaving these, however often something is done. */
typedef struct value_range {
    double least, most;
    const char *unit; /* of both */
} value_range;

static value_range range_of(dimension dim)
{
    switch (dim) {
    case DIM_FREQUENCY:
        return (value_range){1e3, 1e15, " Hz"};
    case DIM_CPU_TIME:
    case DIM_TIME:
        return (value_range){0, 1e3, " s"};
    case DIM_SIZE:
        return (value_range){0, 0x1p53, " bytes"};
    case DIM_WAYS:
    case DIM_COUNT:
        return (value_range){0, 1e9, ""};
    case DIM_FRACTION:
        return (value_range){0, 1, ""};
    }
    assert(false && "a dimension without a range");
    return (value_range){0, 1, ""};
}

/* Of a clock that is too slow, and reported itself. */
static bool counts_bad_clocks(const quantity *q)
{
    return strcmp(q->unit, "clk") == 0 && q->value > q->stated / range_of(DIM_FREQUENCY).least;
}

/* " (--scale processor=1e-06: 1e-06 × 40 MHz)": what an option has made it of. */
static const char *origin_text(const machine_draft *d, const quantity *q)
{
    if (q->from != FROM_USER)
        return "";
    size_t length = strcspn(q->source, "("); /* and the source of that */
    while (length > 0 && q->source[length - 1] == ' ')
        length--;
    return arena_printf(d->ctx->arena, " (%.*s)", (int)length, q->source);
}

void machine_check_range(machine_draft *d, const quantity *q, const quantity_field *field)
{
    value_range range = range_of(field->dim);

    if (counts_bad_clocks(q))
        return;
    if (!(q->value <= range.most))
        machine_report(d, "machine-range", &q->value,
                       "'%s' is %g%s%s; predictions can be made with up to %g%s", q->path, q->value,
                       range.unit, origin_text(d, q), range.most, range.unit);
    else if (!(q->value >= range.least))
        machine_report(d, "machine-range", &q->value,
                       "'%s' is %g%s%s; predictions can be made from %g%s on", q->path, q->value,
                       range.unit, origin_text(d, q), range.least, range.unit);
    else if (q->relative_error > 1e3)
        machine_report(d, "machine-range", &q->value,
                       "the relative error of '%s' is %g; it is a standard error over the value, "
                       "up to 1000",
                       q->path, q->relative_error);
}

#ifndef FPREDICT_REPORT_ANNOTATE_SCALING_H
#define FPREDICT_REPORT_ANNOTATE_SCALING_H

/* How the time of each part of the source goes with processors and with a size. */

#include "report/report.h"

typedef enum scaled_kind {
    SCALED_LINE,    /* all that is inside the loops, conditions and calls that begin there */
    SCALED_LOOP,    /* all that is inside it */
    SCALED_FUNCTION /* its own lines, without what it calls */
} scaled_kind;

/* A part of the source. Times are the slowest processor's. */
typedef struct scaled_range {
    scaled_kind kind;
    const source_file *file;
    int first, last;            /* lines */
    const char *name;           /* of a function; else null */
    int unit;                   /* of a loop: its first one in the graph; else -1 */
    double base, wider, larger; /* seconds in each prediction; 0 where that is not made */
    double efficiency; /* from the fewest processors to the most; NaN: not asked, or no time */
    double exponent;   /* its time goes as the size to this power; NaN: likewise */
} scaled_range;

typedef struct scaled_source {
    const estimate *base, *wider, *larger; /* the last two may be null */
    const char *size;                      /* what is larger; or null */
    int64_t size_from, size_to;
    int range_count;
    const scaled_range *ranges; /* lines, then loops, then functions, by place */
    /* The line whose own time is furthest above what it would be if it were shared by the most
     * processors: by so many seconds, which is this part of all that are lost. Null: none is. */
    const source_file *limit_file;
    int limit_line;
    double lost, lost_part;
} scaled_source;

/* Of predictions of one graph on one machine: the one on the fewest processors at the smallest
 * size, that on the most processors at that size, and that at the largest on those processors.
 * Returns what is wrong, or null. */
const char *scaled_source_of(fp_context *ctx, int count, const estimate *const *all,
                             scaled_source *out);

void report_annotate_scaling(fp_context *ctx, FILE *out, const scaled_source *s,
                             report_style style);
/* The graph (aag/aag.h), as dot or JSON, whose units have the figures of a range as attributes: of
 * all that is inside them. */
void report_annotate_scaling_graph(fp_context *ctx, FILE *out, const scaled_source *s,
                                   dump_format format);
/* Schema fpredict/source-scaling/1; more than one is an array. */
bool report_annotate_scaling_json(fp_context *ctx, FILE *out, int count, const scaled_source *all);

#endif

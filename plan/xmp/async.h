#ifndef FPREDICT_PLAN_XMP_ASYNC_H
#define FPREDICT_PLAN_XMP_ASYNC_H

/* What is started in one place and waited for in another. Private to plan/. */

#include "plan/planner/planner.h"

typedef struct async_start {
    const node *node;
    const expr *id;
} async_start;

/* What is under way at one place of the program. */
typedef struct async_ways {
    bool *surely, *maybe; /* by number of the start */
} async_ways;

typedef struct async_flow {
    planner *p;
    VEC(async_start) starts;
    bool is_reporting; /* false: only what each wait is for is being found */
} async_flow;

/* Follows what is under way through the program, reports what is not waited for and what is read
 * too early, and notes what each wait is for (planner.awaited). */
void async_check(planner *p);
const char *async_reason(const planner *p, const node *wait); /* null: it is for nothing */

/* xmp/async_read.c: reports what a statement or condition reads too early. */
void async_check_reads(const async_flow *f, const async_ways *s, const node *n);

/* xmp/async_report.c */
/* Returns the directive of an explicit communication: "reflect". */
const char *async_word(const node *n);
void async_report_restart(const async_flow *f, const async_start *s);
void async_report_left(const async_flow *f, const async_start *s);
void async_report_unawaited(const async_flow *f, const async_start *s);
void async_report_unstarted(const async_flow *f, const node *wait);
void async_report_early(const async_flow *f, source_range where, const variable *v,
                        const async_start *s);

#endif

#ifndef FPREDICT_AAG_AAG_INTERNAL_H
#define FPREDICT_AAG_AAG_INTERNAL_H

/* What the files of aag/ share. Nothing outside includes it. */

#include "aag/aag.h"

/* Is a restriction of executing processors there? */
bool aag_home_is_set(const home *at);

/* --- chain.c --- */
/* Finds the chains of a loop (NODE_LOOP); their number. None where more than statements is
 * inside. */
int aag_find_chains(arena *a, expr_pool *pool, const node *loop, const aag_chain **out);

/* --- spread.c --- */
/* The communication, with the indices that stand for those of each iteration of the loops around
 * (param.spread) where its needs have ones that only the run knows; itself where they have none. */
const communication *aag_spread_indices(arena *a, expr_pool *pool, const communication *c,
                                        const aag_unit *parent);

/* --- dump.c --- */
/* How often a loop iterates, in its own variable: "count(j in 0:N - 1, …)". */
const char *aag_trips_text(fp_context *ctx, const aag_unit *u);

/* --- dump_dot.c, dump_json.c --- */
typedef struct aag_dumper {
    fp_context *ctx;
    FILE *out;
    int count;
    const aag_attribute *attributes;
} aag_dumper;

void aag_dump_dot(const aag_dumper *d, const aag_graph *g, bool with_edges);
void aag_dump_json(const aag_dumper *d, const aag_graph *g, bool with_edges);

#endif

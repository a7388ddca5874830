#ifndef FPREDICT_AAG_AAG_INTERNAL_H
#define FPREDICT_AAG_AAG_INTERNAL_H

/* What the files of aag/ share. Nothing outside includes it. */

#include "aag/aag.h"

/* Is a restriction of executing processors there? */
bool aag_home_is_set(const home *at);

void aag_dump_dot(fp_context *ctx, const aag_graph *g, bool with_edges, FILE *out);
void aag_dump_json(fp_context *ctx, const aag_graph *g, bool with_edges, FILE *out);

#endif

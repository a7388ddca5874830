#ifndef FPREDICT_AAG_AAG_INTERNAL_H
#define FPREDICT_AAG_AAG_INTERNAL_H

/* What the files of aag/ share. Nothing outside includes it. */

#include "aag/aag.h"

/* One line about a unit: "i = 1 .. N - 2", "if i < 4", "shift of 'u'". Empty
 * when the class says it all. */
const char *aag_unit_text(fp_context *ctx, const aag_unit *u);

/* Is a restriction of executing processors there? */
bool aag_home_is_set(const home *at);

void aag_dump_dot(fp_context *ctx, const aag_graph *g, bool with_edges, FILE *out);
void aag_dump_json(fp_context *ctx, const aag_graph *g, bool with_edges, FILE *out);

#endif

#ifndef FPREDICT_FRONTEND_LOWER_MARGINS_H
#define FPREDICT_FRONTEND_LOWER_MARGINS_H

/* expand, margin and peel_and_wait. */

#include "frontend/lower/nest.h"

/* Which iterations the loops of a nest execute, of the piece that is being lowered. */
void lower_plan_reach(lowering *lo, const directive *d, const on_clause *on, const loop_nest *nest);
/* What the reduction clauses combine after the nest, or after its last piece. */
void lower_plan_combined(lowering *lo, const directive *d, const on_clause *on,
                         const loop_nest *nest);
/* The loop directive whose loop is executed in pieces; null: none is. */
const directive *lower_margin_directive(const attached *with);
/* Lowers the loop of that directive, once for each piece. */
void lower_margin_pieces(lowering *lo, node_list *out, const syntax *s, const attached *with,
                         const expr *trips);

#endif

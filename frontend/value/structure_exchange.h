#ifndef FPREDICT_FRONTEND_VALUE_STRUCTURE_EXCHANGE_H
#define FPREDICT_FRONTEND_VALUE_STRUCTURE_EXCHANGE_H

/* Statements that exchange pointers to structures with mapped members: t = cur; cur = next;
 * next = t. Each pointer stays the name of one structure, the one that it is set to before anything
 * is exchanged, and the structures exchange the arrays that are their members.
 *
 * It takes that from the first exchange on nothing else names these structures: not by their own
 * names, but for numbers in them and to free their memory, nor by other pointers, but for formals
 * of functions that exchange nothing. */

#include "frontend/value/structure_flow.h"

typedef struct structure_exchanges structure_exchanges;

structure_exchanges *structure_exchanges_find(fp_context *ctx, const c_program *source,
                                              structure_is_mapped is_mapped, void *data);
/* Is it a statement of one? */
bool structure_exchanges_has(const structure_exchanges *x, const syntax *s);
/* Drops all where something else is done with the structures, as far as `flow`, which passes over
 * these statements, tells. False: it has dropped some. */
bool structure_exchanges_check(structure_exchanges *x, structure_flow *flow);
/* Why, and because of what, those of this structure were dropped; null: none were. */
const char *structure_exchanges_dropped(const structure_exchanges *x, const decl *structure,
                                        source_range *where);
/* Keeps them for the lowering, in the program. */
void structure_exchanges_keep(const structure_exchanges *x, structure_flow *flow,
                              c_program *source);

#endif

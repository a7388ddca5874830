#ifndef FPREDICT_CODEGEN_DATA_HALO_H
#define FPREDICT_CODEGEN_DATA_HALO_H

/* How wide the halos of arrays are: array_info.below, .above and .is_whole, in elements. */

#include "codegen/text/emitter.h"

/* Fills emitter.redistributions: communications that are one call, and need no halo in the array
 * that they send. Before emit_find_windows. */
void emit_find_redistributions(emitter *e, const node *list);
/* Finds the widths of `a`. */
void emit_find_windows(emitter *e, array_info *a);
/* Does the communication serve nothing but the nest after it, which copies an array from one
 * distribution to another? */
bool emit_is_redistribution(const node *comm, const node *nest);

#endif

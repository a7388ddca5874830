#ifndef FPREDICT_CODEGEN_CHECK_GUARDED_EFFECTS_H
#define FPREDICT_CODEGEN_CHECK_GUARDED_EFFECTS_H

/* What only some processors execute, and others would have to execute, too. */

#include "codegen/text/mention.h"

/* Does the call only work out what it returns? */
bool check_only_computes(const node *call);
/* The nodes first … stop - 1 are one statement that only some processors
 * execute, by a condition on who owns what it assigns (`is_guarded`), or in a divided loop. Refuses
 * what others would have to execute, too. */
void check_guarded_effects(emitter *e, outline_names names, const node *first, const node *stop,
                           bool is_guarded);

#endif

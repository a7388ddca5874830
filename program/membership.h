#ifndef FPREDICT_PROGRAM_MEMBERSHIP_H
#define FPREDICT_PROGRAM_MEMBERSHIP_H

#include "program/env/bindings.h"
#include "program/tree/tree.h"

/* Reports what is in a task, or under a clause `on`, of a node program that does not name all
 * participants that it needs (its member_checks), as far as the values of `e` tell. False: that is
 * certain of something, and an error. */
bool members_report(fp_context *ctx, const program *p, env *e);

/* Does that processor execute what has this home? False: no, or the values do not tell. */
bool members_has(env *e, const home *h, int rank);

#endif

#ifndef FPREDICT_SUPPORT_CONTEXT_H
#define FPREDICT_SUPPORT_CONTEXT_H

/* What every stage of a run shares. There is no other state. */

#include "support/arena.h"
#include "support/diag.h"
#include "support/intern.h"
#include "support/source.h"

typedef struct fp_context {
    arena *arena;
    intern_table *names;
    source_set *sources;
    diag_list *diags;
} fp_context;

fp_context *fp_context_new(void);
void fp_context_free(fp_context *ctx);

#endif

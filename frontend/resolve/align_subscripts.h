#ifndef FPREDICT_FRONTEND_RESOLVE_ALIGN_SUBSCRIPTS_H
#define FPREDICT_FRONTEND_RESOLVE_ALIGN_SUBSCRIPTS_H

/* What an ALIGN says, subscript by subscript. Functions that return bool return
 * false after a diagnostic. */

#include "frontend/resolve/scope.h"

/* While the template's subscripts are read, the dummies are names too. */
typedef struct align_scope {
    directive_table *t;
    const directive_names *outer;
    const variable *var;
    const char *dummy[MAX_RANK]; /* null: `*` or `:` */
    bool is_colon[MAX_RANK];
} align_scope;

/* The subscripts of the array, which name the dummies. */
bool align_read_source(align_scope *s, const directive_ref *source);
/* Those of the target, of `rank` dimensions: what drives each. */
bool align_read_target(align_scope *s, const directive_ref *source, const directive_ref *target,
                       int rank, align_axis *out);
/* Are there as many subscripts as the target has dimensions? */
bool align_check_rank(directive_table *t, const directive_ref *target, int count, int rank,
                      source_range declared_at);

#endif

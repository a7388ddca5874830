#ifndef FPREDICT_FRONTEND_RESOLVE_FORMAT_H
#define FPREDICT_FRONTEND_RESOLVE_FORMAT_H

/* The formats of a template: block, cyclic, gen_block. */

#include "frontend/resolve/scope.h"

/* Reads a template's formats, one for each dimension, which a template_fix (or
 * null) may complete. */
bool scope_read_formats(directive_table *t, const declared *one, const declared *fix,
                        const dist_template *tmpl, const proc_grid *grid, dist_format *out);

#endif

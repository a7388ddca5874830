#ifndef FPREDICT_FRONTEND_RESOLVE_ALIGN_H
#define FPREDICT_FRONTEND_RESOLVE_ALIGN_H

/* ALIGN and REALIGN. */

#include "frontend/resolve/scope.h"

/* Notes what the declaration aligns; resolve_alignments reads it, after all of them. */
void note_alignment(directive_table *t, const declared *one);
void resolve_alignments(directive_table *t);

/* Adds an array to those that are mapped; false, after a diagnostic, when it
 * is already, or is a scalar. */
mapped_array *scope_map_array(directive_table *t, const declared *one, variable *var,
                              source_range where);

/* The array's own entry among those that are mapped; null: it is not. */
mapped_array *scope_find_mapped(directive_table *t, const variable *var);

/* Of an array that another unit maps, too: reports a mapping that is not that one. */
void scope_check_mapped(directive_table *t, const mapped_array *again);

/* Reads an ALIGN or REALIGN of `var`; false after a diagnostic. */
bool scope_read_alignment(directive_table *t, const directive *d, const directive_names *names,
                          const variable *var, alignment *out);

#endif

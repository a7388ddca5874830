#ifndef FPREDICT_FRONTEND_RESOLVE_UNITS_H
#define FPREDICT_FRONTEND_RESOLVE_UNITS_H

/* What several translation units say of one array, template or arrangement of processors: a
 * header's directive is read in each, and files may repeat what others say, if it is the same. */

#include "frontend/resolve/scope.h"

/* Has another unit said the same of `object` by the directive at this place? The first one to ask
 * is noted. */
bool scope_is_said(directive_table *t, const declared *one, const void *object);

/* The template that another unit's entry has, by a declaration at the same place with the same
 * bounds; null: there is none. */
dist_template *scope_template_of_unit(const directive_table *t, const scope_entry *e, int rank,
                                      const expr *const *lower, const expr *const *extent);

/* The processors that another unit's entry has, of that name and shape; null: there are none. */
proc_grid *scope_grid_of_unit(const directive_table *t, const scope_entry *e, const proc_grid *g);

/* Templates of one name that units declare and distribute alike become one; after the
 * distributions, before the alignments. */
void scope_join_templates(directive_table *t);

/* Do they place the same on the same processors? */
bool scope_same_distribution(const dist_template *a, const dist_template *b);
bool scope_same_alignment(const alignment *a, const alignment *b);

/* Reports two mappings, which differ, of what two units share; returns false. */
bool scope_fail_mapped_otherwise(directive_table *t, const char *name, source_range where,
                                 source_range first);

#endif

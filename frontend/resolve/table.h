#ifndef FPREDICT_FRONTEND_RESOLVE_TABLE_H
#define FPREDICT_FRONTEND_RESOLVE_TABLE_H

/* From declarations to mappings, and from references to owners.
 *
 * Comes in: directives as parsed (directive/directive.h) and the names in scope.
 * Goes out: grids, templates and alignments in the program's variables; for an executable
 * directive the clauses of its node. May include directive/, program/ and support/.
 *
 * Use: add every declaration of the file (order does not matter), resolve
 * once, then ask for the meaning of executable directives while lowering the
 * statements that they stand at (on.h, executable.h, remap.h, …). Everything is C order
 * and processor coordinates count from 0, whatever the spelling; a template keeps its
 * lower bound. Names declared inside a function are seen in that function only. */

#include "frontend/directive/directive.h"

typedef struct directive_table directive_table;

directive_table *directive_table_new(fp_context *ctx, expr_pool *pool, expr_reader *reader);

/* Adds one declaration (not its `next`); `names` must outlive the table. */
void directive_table_add(directive_table *t, const directive *d, const directive_names *names);

/* Notes an executable `redistribute`, whose processors and formats are read with the
 * declarations; in the same way. */
void directive_table_note(directive_table *t, const directive *d, const directive_names *names);

/* Makes grids and templates and fills in `align` and the shadow of the
 * variables that are mapped. Returns false after errors; what could be
 * resolved is. */
bool directive_table_resolve(directive_table *t);

/* After resolve; ids are indices. */
int directive_table_grids(directive_table *t, const proc_grid *const **grids);
/* The program asks of arrangements by name: all have processors, also where nothing is placed. */
void directive_table_use_grids(directive_table *t);
/* Images are processors, also where no directive arranges any: then they are a row. */
void directive_table_imply_images(directive_table *t, source_range where);
int directive_table_templates(const directive_table *t, const dist_template *const **templates);

/* What each `redistribute` makes of its template, by remap_node.redistribution. */
int directive_table_redistributions(const directive_table *t,
                                    const dist_template *const **redistributions);

#endif

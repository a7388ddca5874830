#ifndef FPREDICT_FRONTEND_LOWER_DIRECTIVE_H
#define FPREDICT_FRONTEND_LOWER_DIRECTIVE_H

/* Directives at the statements that they stand before. */

#include "frontend/value/state.h"

/* Directives that are meant for the statement they stand before. */
#define MAX_LOOP_DIRECTIVES 4

typedef struct attached {
    /* independent, on home, loop, … of the loop that follows */
    const directive *loop[MAX_LOOP_DIRECTIVES];
    int loop_count;
    const directive *task, *tasks, *probability, *trip, *pipeline, *move, *array;
} attached;

/* Enters all declarations into the table, and what must be known of others before the
 * statements are lowered. */
void lower_declare_directives(lowering *lo);
/* Emits the standalone directives before a statement; returns those that are meant for it. */
attached lower_directives(lowering *lo, node_list *out, const syntax *s);
/* Skips those that stand before the end of `s`. */
void lower_skip_directives(lowering *lo, const syntax *s);
/* Those at the end of a block, where nothing follows that they could be for. */
void lower_last_directives(lowering *lo, node_list *out, const syntax *block);

#endif

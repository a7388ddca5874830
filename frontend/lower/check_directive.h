#ifndef FPREDICT_FRONTEND_LOWER_CHECK_DIRECTIVE_H
#define FPREDICT_FRONTEND_LOWER_CHECK_DIRECTIVE_H

/* Directives and the statement that they stand before: is there one of each kind,
 * and is it what they are meant for? */

#include "frontend/lower/directive.h"

/* Adds a directive of the loop that follows; false, after a diagnostic, when another
 * one says the same. */
bool lower_take_loop_directive(lowering *lo, attached *with, const directive *d);
/* Puts the directive into its place in `attached`, unless another one is there. */
void lower_take_directive(lowering *lo, const directive **slot, const directive *d);
/* Does no directive for the next statement stand before `d`, which is executed by itself? */
bool lower_check_between(lowering *lo, const attached *with, const directive *d);

/* Warns of what all processors do together, in a loop that is divided. */
void lower_check_collective(lowering *lo, const directive *d);
/* Are the processors that a clause names among those that execute it? Null: all. */
bool lower_check_executing(lowering *lo, const on_clause *on);
/* Warns of a clause that divides what a loop around has divided. */
void lower_check_divided(lowering *lo, const on_clause *on);

/* Are the hints at a statement that they can be for? */
void lower_check_hints(lowering *lo, const attached *with, const syntax *s);
/* Does nothing leave the loop, which directive `d` divides? */
void lower_check_jumps(lowering *lo, const directive *d, const syntax *loop);
/* Does the statement of the task run to its end? */
void lower_check_task(lowering *lo, const directive *task, const syntax *s);
/* The statement of a `tasks`. */
void lower_check_tasks(lowering *lo, const directive *tasks, const syntax *s);

#endif

#ifndef FPREDICT_FRONTEND_LOWER_DIRECTIVE_H
#define FPREDICT_FRONTEND_LOWER_DIRECTIVE_H

/* Directives, and the loops and statements that they are meant for. Part of lower/lower.h. */

#include "frontend/value/value.h"

/* Directives that are meant for the statement they stand before. */
#define MAX_LOOP_DIRECTIVES 4
#define MAX_NEST 16

typedef struct attached {
    const directive
        *loop[MAX_LOOP_DIRECTIVES]; /* independent, on home, loop, … of the loop that follows */
    int loop_count;
    const directive *task, *tasks, *probability, *trip, *pipeline, *move, *array;
} attached;

/* lower/collect_directive.c: what stands before a statement, and whether it may. */
/* Adds a directive of the loop that follows; false, after a diagnostic, when another
 * one says the same. */
bool lower_take_loop_directive(lowering *lo, attached *with, const directive *d);
/* Puts the directive into its place in `attached`, unless another one is there. */
void lower_take_directive(lowering *lo, const directive **slot, const directive *d);
/* Nothing that is meant for the next statement may wait before one that is a
 * statement by itself. */
bool lower_check_between(lowering *lo, const attached *with, const directive *d);
/* Warns of what all processors do together, in a loop that is divided. */
void lower_check_together(lowering *lo, const directive *d);
/* Are the processors that a clause names among those that execute it? Null: all. */
bool lower_check_executing(lowering *lo, const on_clause *on);
/* Are the hints at a statement that they can be for? */
void lower_check_hints(lowering *lo, const attached *with, const syntax *s);
/* Warns of a clause that divides what a loop around has divided. */
void lower_check_divided(lowering *lo, const on_clause *on);
/* lower/reduction_check.c: does the loop, which `source` is, combine what its clauses name, and as
 * they say? */
void lower_check_operations(lowering *lo, const loop_node *l, const syntax *source);
/* lower/collect_directive.c: nothing leaves the loop, which directive `d` divides. */
void lower_check_jumps(lowering *lo, const directive *d, const syntax *loop);
/* Does the statement of the task run to its end? */
void lower_check_task(lowering *lo, const directive *task, const syntax *s);
/* The statement of a `tasks`. */
void lower_check_tasks(lowering *lo, const directive *tasks, const syntax *s);

/* lower/directive.c, lower/nest.c */
/* Emits the directive, a statement by itself. */
void lower_directive(lowering *lo, node_list *out, const directive *d);
/* Emits executable directives before a statement; returns those that are meant
 * for it. */
attached lower_directives(lowering *lo, node_list *out, const syntax *s);
/* Goes on behind those that stand before the end of `s`. */
void lower_skip_directives(lowering *lo, const syntax *s);
/* Those at the end of a block, where nothing follows that they could be for. */
void lower_last_directives(lowering *lo, node_list *out, const syntax *block);
/* Fixes clauses and loop variables of the nest at `s`. */
void lower_plan_nest(lowering *lo, const attached *with, const syntax *s);
planned_loop *lower_find_plan(lowering *lo, const syntax *s);
/* The plan for the loop, which is thereby used; null: there is none. */
const planned_loop *lower_planned(lowering *lo, const syntax *s);
void lower_declare_directives(lowering *lo);

/* lower/forall.c */
bool lower_is_forall(const directive *d);
/* Marks the nest at `s`, whose loops are planned, and checks what it is;
 * is_independent: the program says that there is no need to read all first. */
void lower_plan_forall(lowering *lo, const directive *d, const syntax *s, bool is_independent,
                       const directive *probability);
void lower_move(lowering *lo, node_list *out, const syntax *s, const directive *d);

/* lower/margins.c: expand, margin and peel_and_wait. */
/* Which iterations the loops of a nest execute, of the piece that is being lowered. */
void lower_plan_reach(lowering *lo, const directive *d, const on_clause *on,
                      const syntax *const *nest, int count);
/* What the reduction clauses combine behind the nest, or behind its last piece. */
void lower_plan_combined(lowering *lo, const directive *d, const on_clause *on,
                         const syntax *const *nest, int count);
/* The loop directive whose loop is executed in pieces; null: none is. */
const directive *lower_margin_pieces(const attached *with);
void has_margins(lowering *lo, node_list *out, const syntax *s, const attached *with,
                 const expr *trips);

/* lower/section.c: array assignments. */
/* An assignment with sections, or an `if` whose condition has some. */
void lower_array_statement(lowering *lo, node_list *out, const syntax *s, const attached *with);
/* The statement behind array on t(..). */
void lower_array_on(lowering *lo, node_list *out, const syntax *s, const attached *with);

#endif

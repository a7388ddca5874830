#ifndef FPREDICT_PLAN_PLANNER_SITES_H
#define FPREDICT_PLAN_PLANNER_SITES_H

/* Every place of the tree that reads or writes, with the path that leads to it. Private to plan/.
 */

#include "plan/planner/planner.h"

/* Fills sites, accesses, scalars and writes of the planner from its body. */
void sites_collect(planner *p);
/* Paths anew for the sites from number `first` to before `end`, after loops that are no sites have
 * been put around step `step` of them; their homes stay. */
void sites_renew(planner *p, int first, int end, int step);

/* The numbers of the sites below the child at step `step` of the path: first to before *end. */
int sites_below(const planner *p, const site *s, int step, int *end);
/* The numbers of their accesses. */
int accesses_below(const planner *p, const site *s, int step, int *end);
/* The numbers of the accesses that write the variable, in the order of the text. */
const int *writes_of(const planner *p, const variable *v, int *count);
/* The same of planner.unknown. */
const int *unknown_writes_of(const planner *p, const variable *v, int *count);
/* May what is not known touch the variable (null: any) below the child at step `step`? */
bool has_unknown_below(const planner *p, const site *s, int step, const variable *v);

/* They are out of date. */
void sites_forget(planner *p);

/* The gmove around a site; null: there is none. */
const move_node *site_move(const site *s);
/* Does the site copy an array from one of its mappings to another? */
bool site_is_remap(const site *s);
/* Does the site, in a gmove or a remapping, assign what it reads as it is? */
bool site_is_copy(const site *s);
/* The intrinsic function that is being called there: "cshift"; null: none. */
const char *site_intrinsic(const site *s);
/* Is what the site needs inferred, and not explicit in the program? */
bool site_is_inferred(const planner *p, const site *s);

/* Does whoever comes to the site end the program, with the branch that it is in? */
bool site_ends_program(const site *s);

/* Is the step's child a loop, counted or not? */
bool step_is_loop(const path_step *s);
const loop_node *step_loop(const path_step *s); /* null: not a counted loop */

#endif

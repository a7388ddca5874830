#ifndef FPREDICT_FRONTEND_RESOLVE_MARGINS_H
#define FPREDICT_FRONTEND_RESOLVE_MARGINS_H

/* Widths: of shadows, and of expand, margin and peel_and_wait. */

#include "frontend/resolve/table.h"

/* The widths of expand, margin or peel_and_wait, by dimensions of `on` in C order,
 * each as REACH_EXPANDED; 0 where there are none. */
bool directive_reaches(directive_table *t, const directive_loop *loop, const directive_names *names,
                       loop_reach *by_dim);

/* Reads a width, `n` for both sides or `low:high`; false after a diagnostic. */
bool scope_read_width(directive_table *t, const directive_subscript *sub,
                      const directive_names *names, const expr **low, const expr **high);

#endif

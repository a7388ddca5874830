#ifndef FPREDICT_FRONTEND_RESOLVE_EXECUTABLE_H
#define FPREDICT_FRONTEND_RESOLVE_EXECUTABLE_H

/* Executable directives: reflect, reduction, bcast, barrier, post, wait, and the hints. */

#include "frontend/resolve/table.h"

/* One reflect_node for each array of a DIRECTIVE_REFLECT. */
bool directive_reflects(directive_table *t, const directive *d, const directive_names *names,
                        int *count, const reflect_node **out);

/* DIRECTIVE_REDUCTION, DIRECTIVE_BCAST and DIRECTIVE_BARRIER. Without `on`,
 * on_explicit is null: every processor. `on` and `from` are left to plan/. */
bool directive_executable(directive_table *t, const directive *d, const directive_names *names,
                          xmp_comm_node *out);

/* The nodes of a DIRECTIVE_WAIT_ASYNC, one for each id. */
bool directive_waits(directive_table *t, const directive *d, const directive_names *names,
                     int *count, const xmp_comm_node **out);

/* DIRECTIVE_POST and DIRECTIVE_WAIT: on_explicit is the other side; null: any node. */
bool directive_post(directive_table *t, const directive *d, const directive_names *names,
                    xmp_comm_node *out);

/* Sets *id to the id in async(id); to null where the directive has none. */
bool directive_async(directive_table *t, const directive *d, const directive_names *names,
                     const expr **id);

/* The value of a DIRECTIVE_TRIP or a DIRECTIVE_PIPELINE; null after a diagnostic. */
const expr *directive_trips(directive_table *t, const directive *d, const directive_names *names);
const expr *directive_strip(directive_table *t, const directive *d, const directive_names *names);

#endif

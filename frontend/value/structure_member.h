#ifndef FPREDICT_FRONTEND_VALUE_STRUCTURE_MEMBER_H
#define FPREDICT_FRONTEND_VALUE_STRUCTURE_MEMBER_H

/* Members of structures that directives map: `c.a` of a variable, or `tag.a` of all structures of
 * that tag or type.
 *
 * Each such member of each structure becomes a variable of its own, "c.a", and what the program has
 * for it, `c.a`, `p->a`, `(*p).a`, the name of that variable, so that all that comes after is a
 * matter of arrays. A pointer's structure must be one and known (value/structure_flow.h). A member
 * that another function than the structure's names, or a directive outside of it, is a variable
 * of the file. Directives about `tag.a` become one for each such variable. */

#include "frontend/pragma/pragma.h"
#include "frontend/syntax/syntax.h"

/* Once, before anything is lowered: the syntax trees, declarations and directives change. */
/* `entry`: the function that the program begins with; null: main. */
void value_take_structure_members(fp_context *ctx, c_program *source, pragma_list *pragmas,
                                  const char *entry);

#endif
